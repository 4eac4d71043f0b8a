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

template <chess::Numbering numbering>
Outcome Seeker::replay(chess::Position position, game::Resignation resignation) {
    Reached reached{!position_, !material_};
    std::uint32_t judged_pieces = 0;
    while (true) {
        Verdict verdict = judge(position, reached, judged_pieces);
        if (verdict == Verdict::found) return Outcome::found;
        if (verdict == Verdict::hopeless || number_.done()) return Outcome::not_found;
        std::uint32_t radix = chess::radix<numbering>(position);
        if (radix == 0) return Outcome::no_game;
        std::uint32_t offered = resignation == game::Resignation::offered ? 1 : 0;
        std::uint32_t index = number_.next(radix + offered);
        if (index > radix) {  // the resignation, which changes nothing and is the last
            bool may_resign = number_.done() && chess::has_legal_move(position);
            return may_resign ? Outcome::not_found : Outcome::no_game;
        }
        auto move = chess::select<numbering>(position, index);
        if (!move || (numbering != chess::Numbering::legal && !chess::is_safe(position, *move))) {
            return Outcome::no_game;
        }
        position.play(*move);
    }
}

Outcome Seeker::seek(const chess::Position& start, std::span<const std::byte> number,
                     convert::NumberingScheme numbering) {
    number_.start(number);
    return numbering.moves == chess::Numbering::legal
               ? replay<chess::Numbering::legal>(start, numbering.resignation)
               : replay<chess::Numbering::pseudo_legal>(start, numbering.resignation);
}

std::int64_t Seeker::least_plies(const chess::Position& start) const {
    std::uint32_t pieces = start.occupied().count();
    std::uint32_t fewest = pieces;
    if (position_) fewest = std::min(fewest, position_->piece_count());
    if (material_) fewest = std::min(fewest, material_->first.piece_count());
    return pieces - fewest;
}

}  // namespace ign::search
