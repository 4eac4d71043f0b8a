#include "seeker.hpp"

#include "ign/chess/movegen.hpp"

namespace ign::search {

// Cheap questions first: this is asked of every position.
IGN_INLINE Seeker::Verdict Seeker::judge(const chess::Position& position, std::int32_t plies_left,
                                         Progress& progress) const {
    if (!progress.has_position) {
        if (plies_left < search::least_plies(position, position_->totals())) {
            return Verdict::hopeless;
        }
        progress.has_position = position_->matches(position);
        if (!progress.has_position && position_->is_out_of_reach(position)) {
            return Verdict::hopeless;
        }
    }
    if (!progress.has_material) {
        const auto& [first, second] = *material_;
        if (plies_left < search::least_plies(position, first.totals()) &&
            plies_left < search::least_plies(position, second.totals())) {
            return Verdict::hopeless;
        }
        progress.has_material = first.matches(position) || second.matches(position);
        // Promotions bring nothing into reach.
        std::uint32_t pieces = position.occupied().count();
        if (!progress.has_material && pieces != progress.judged_pieces) {
            progress.judged_pieces = pieces;
            if (first.is_out_of_reach(position) && second.is_out_of_reach(position)) {
                return Verdict::hopeless;
            }
        }
    }
    return progress.has_position && progress.has_material ? Verdict::found : Verdict::open;
}

Outcome Seeker::seek(const chess::Position& start, std::span<const std::byte> number,
                     convert::NumberingScheme numbering, std::optional<std::int32_t> plies) {
    Progress progress{!position_, !material_};
    Verdict verdict = Verdict::open;
    std::int32_t all_plies = plies.value_or(never);
    auto visit = [&](const chess::Position& position, std::size_t played) {
        verdict = judge(position, all_plies - static_cast<std::int32_t>(played), progress);
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

}  // namespace ign::search
