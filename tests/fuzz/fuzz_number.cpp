// Any bytes as a number: it is a game and its encoding gives the same bytes, or it is refused.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "check.hpp"
#include "ign/chess/chess_game.hpp"
#include "ign/codec/natural.hpp"
#include "ign/game/connect_four.hpp"
#include "ign/game/game.hpp"
#include "ign/game/othello.hpp"
#include "ign/game/resignation.hpp"
#include "ign/game/tic_tac_toe.hpp"

namespace {

template <class Game>
void check(const Game& start, std::span<const std::byte> number) {
    auto moves = ign::game::decode(start, number);
    if (!moves) return;
    ign::codec::Fold fold;
    IGN_CHECK(ign::game::encode(start, std::span<const typename Game::Move>(*moves), fold));
    IGN_CHECK(std::ranges::equal(fold.finish(), number));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::span bytes(reinterpret_cast<const std::byte*>(data), size);
    while (!bytes.empty() && bytes.back() == std::byte{0}) bytes = bytes.first(bytes.size() - 1);
    check(ign::chess::ChessGame<ign::chess::Numbering::pseudo_legal>(), bytes);
    check(ign::chess::ChessGame<ign::chess::Numbering::legal>(), bytes);
    check(ign::game::TicTacToe(), bytes);
    check(ign::game::ConnectFour(), bytes);
    check(ign::game::Othello(), bytes);
    check(ign::game::WithResignation<ign::game::Othello>(), bytes);
    auto decimal = ign::codec::from_decimal(ign::codec::to_decimal(bytes));
    IGN_CHECK(decimal && std::ranges::equal(*decimal, bytes));
    auto hex = ign::codec::from_hex(ign::codec::to_hex(bytes));
    IGN_CHECK(hex && std::ranges::equal(*hex, bytes));
    return 0;
}
