#include "ign/wthor/replay.hpp"

#include "ign/game/game.hpp"

namespace ign::wthor {

namespace {

using game::Othello;

std::optional<Othello::Move> square_of(std::uint8_t byte) {
    int column = byte % 10 - 1;
    int row = byte / 10 - 1;
    if (column < 0 || column > 7 || row < 0 || row > 7) return std::nullopt;
    return static_cast<Othello::Move>(row * 8 + column);
}

std::uint8_t byte_of(Othello::Move square) {
    return static_cast<std::uint8_t>((square / 8 + 1) * 10 + square % 8 + 1);
}

}  // namespace

Result<std::vector<Othello::Move>, Stopped> replay(const Moves& moves, codec::Fold& fold) {
    Othello position;
    std::vector<Othello::Move> played;
    fold.clear();
    auto play = [&](Othello::Move move, codec::Digit digit) {
        fold.push(digit);
        position.play(move);
        played.push_back(move);
    };
    bool ended = false;
    for (std::uint8_t byte : moves) {
        auto stop = [&](MoveFault fault) { return fail(Stopped{fault, played.size() + 1, byte}); };
        if (byte == 0) {
            ended = true;
            continue;
        }
        if (ended) return stop(MoveFault::behind_end);
        auto square = square_of(byte);
        if (!square) return stop(MoveFault::no_square);
        if (auto pass = position.silent_move()) play(*pass, *game::ordinal(position, *pass));
        auto digit = game::ordinal(position, *square);
        if (!digit) return stop(MoveFault::illegal);
        play(*square, *digit);
    }
    return played;
}

std::optional<Moves> moves_of(std::span<const std::byte> number) {
    auto played = game::decode(Othello(), number);
    if (!played || (!played->empty() && played->back() == Othello::pass)) return std::nullopt;
    Moves moves{};
    std::size_t count = 0;
    for (Othello::Move move : *played) {
        if (move != Othello::pass) moves[count++] = byte_of(move);
    }
    return moves;
}

}  // namespace ign::wthor
