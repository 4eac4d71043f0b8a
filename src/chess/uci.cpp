#include "ign/chess/uci.hpp"

#include "ign/chess/san.hpp"

namespace ign::chess {

namespace {

constexpr std::string_view promotion_letters = " bnqr";

void append_square(Square square, std::string& out) {
    out += static_cast<char>('a' + file_of(square));
    out += static_cast<char>('1' + rank_of(square));
}

}  // namespace

std::optional<Move> parse_uci(const Position& position, std::string_view text) {
    if (text.size() != 4 && text.size() != 5) return std::nullopt;
    if (text.size() == 5 && promotion_letters.find(text[4], 1) == std::string_view::npos) {
        return std::nullopt;
    }
    // These are SAN's coordinates, which read castling in both ways.
    SanToken token;
    const char* end = text.data() + text.size();
    if (scan_san(text.data(), end, token) != end || token.kind != SanKind::coordinates) {
        return std::nullopt;
    }
    Move move;
    if (resolve(position, token, move) != SanStatus::ok) return std::nullopt;
    return move;
}

std::string to_uci(const Position& position, Move move, UciCastling castling) {
    bool steps = castling == UciCastling::king_step && position.is_castling(move);
    std::string out;
    append_square(move.from, out);
    append_square(steps ? castling_targets(move.from, move.to).king : move.to, out);
    if (move.promotion != Promotion::none) {
        out += promotion_letters[static_cast<std::size_t>(move.promotion)];
    }
    return out;
}

}  // namespace ign::chess
