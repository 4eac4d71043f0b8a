#include "seeker.hpp"

#include <algorithm>

#include "ign/chess/movegen.hpp"

namespace ign::search {

Seeker::Verdict Seeker::judge(const chess::Position& position, Reached& reached,
                              std::uint32_t& judged_pieces) const {
    if (!reached.position) {
        reached.position = position_->matches(position);
        if (!reached.position && position_->is_out_of_reach(position)) return Verdict::hopeless;
    }
    if (!reached.material) {
        reached.material =
            material_->first.matches(position) || material_->second.matches(position);
        std::uint32_t pieces = position.occupied().count();
        if (!reached.material && pieces != judged_pieces) {
            judged_pieces = pieces;
            if (material_->first.is_out_of_reach(position) &&
                material_->second.is_out_of_reach(position)) {
                return Verdict::hopeless;
            }
        }
    }
    return reached.position && reached.material ? Verdict::found : Verdict::open;
}

Outcome Seeker::seek(const chess::Position& start, std::span<const std::byte> number,
                     convert::NumberingScheme numbering) {
    Reached reached{!position_, !material_};
    std::uint32_t judged_pieces = 0;
    Verdict verdict = Verdict::open;
    auto visit = [&](const chess::Position& position, std::size_t) {
        verdict = judge(position, reached, judged_pieces);
        return verdict == Verdict::open ? chess::Visit::go_on : chess::Visit::stop;
    };
    bool is_game = true;
    if (numbering.resignation == game::Resignation::none) {
        chess::NumberEnd end = player_.play(start, number, numbering.moves, visit);
        is_game = end == chess::NumberEnd::whole || end == chess::NumberEnd::stopped;
    } else {
        is_game = replay_with_resignation(start, number, numbering.moves, visit);
    }
    if (!is_game) return Outcome::no_game;
    return verdict == Verdict::found ? Outcome::found : Outcome::not_found;
}

// The resignation is the last digit, and no position follows it. False for what is no game.
template <class Visitor>
bool Seeker::replay_with_resignation(chess::Position position, std::span<const std::byte> number,
                                     chess::Numbering numbering, Visitor& visit) {
    number_.start(number);
    for (std::size_t plies = 0; visit(position, plies) == chess::Visit::go_on; ++plies) {
        if (number_.done()) return true;
        std::uint32_t radix = chess::radix(position, numbering);
        std::uint32_t index = number_.next(radix + 1);
        if (index > radix) return number_.done() && chess::has_legal_move(position);
        auto move = chess::select(position, index, numbering);
        if (!move || !chess::is_safe(position, *move)) return false;
        position.play(*move);
    }
    return true;
}

std::int64_t Seeker::least_plies(const chess::Position& start) const {
    std::uint32_t pieces = start.occupied().count();
    std::uint32_t fewest = pieces;
    if (position_) fewest = std::min(fewest, position_->piece_count());
    if (material_) fewest = std::min(fewest, material_->first.piece_count());
    return pieces - fewest;
}

}  // namespace ign::search
