#include "seeker.hpp"

namespace ign::search {

Outcome Seeker::seek(const chess::Position& start, std::span<const std::byte> number,
                     convert::NumberingScheme numbering, std::optional<std::int32_t> plies) {
    Progress progress = quest_.start();
    Verdict verdict = Verdict::open;
    std::int32_t all_plies = plies.value_or(never);
    auto visit = [&](const chess::Position& position, std::size_t played) {
        std::int32_t left = all_plies - static_cast<std::int32_t>(played);
        verdict = left < quest_.plies_needed(position, progress) ? Verdict::hopeless
                                                                 : quest_.judge(position, progress);
        return verdict == Verdict::open ? chess::Visit::go_on : chess::Visit::stop;
    };
    chess::NumberEnd end =
        player_.play(start, number, numbering.moves, visit, numbering.resignation);
    if (end == chess::NumberEnd::no_move || end == chess::NumberEnd::illegal_move) {
        return Outcome::no_game;
    }
    return verdict == Verdict::found ? Outcome::found : Outcome::not_found;
}

}  // namespace ign::search
