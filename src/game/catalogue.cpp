#include "ign/game/catalogue.hpp"

#include <array>

#include "ign/game/connect_four.hpp"
#include "ign/game/othello.hpp"
#include "ign/game/tic_tac_toe.hpp"

namespace ign::game {

namespace {

template <class... Games>
std::span<const CatalogueEntry> entries(Resignation resignation) {
    static constexpr std::array plain = {make_entry<Games>()...};
    static constexpr std::array resigning = {make_entry<NotatedWithResignation<Games>>()...};
    return resignation == Resignation::offered ? resigning : plain;
}

}  // namespace

std::span<const CatalogueEntry> catalogue(Resignation resignation) {
    return entries<ConnectFour, Othello, TicTacToe>(resignation);
}

const CatalogueEntry* find_game(std::string_view name, Resignation resignation) {
    for (const CatalogueEntry& entry : catalogue(resignation)) {
        if (entry.name == name || entry.alias == name) return &entry;
    }
    return nullptr;
}

}  // namespace ign::game
