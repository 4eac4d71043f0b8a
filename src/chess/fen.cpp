#include "ign/chess/fen.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "ign/base/ascii.hpp"
#include "ign/chess/movegen.hpp"

namespace ign::chess {

namespace {

constexpr std::string_view piece_letters = "pnbrqk";

Bitboard rooks_of(const Position& position, Color color) {
    return position.pieces(PieceType::rook) & position.pieces(color) &
           rank_squares(home_rank(color));
}

/// The rook farthest from the king on that side, or none.
Bitboard outermost(Bitboard rooks, Square king, bool is_kingside) {
    rooks &= is_kingside ? ~below(king) : below(king);
    if (!rooks) return no_squares;
    if (!is_kingside) return Bitboard(rooks.first());
    while (rooks.has_many()) rooks.pop();
    return rooks;
}

}  // namespace

/// Reads the fields one after another; each step may find what is wrong.
class FenReader {
  public:
    explicit FenReader(std::string_view text) : rest_(text) {}

    Result<Position, FenError> read() {
        if (!read_board(next_field())) return fail(FenError::board);
        if (!has_kings()) return fail(FenError::kings);
        if (position_.pawns() & (rank_squares(0) | rank_squares(7))) {
            return fail(FenError::pawn_on_last_rank);
        }
        if (!read_turn(next_field())) return fail(FenError::turn);
        if (!read_castling(next_field())) return fail(FenError::castling);
        if (!read_ep(next_field())) return fail(FenError::ep);
        if (!read_counter(next_field(), position_.halfmove_clock_) ||
            !read_counter(next_field(), position_.fullmove_number_)) {
            return fail(FenError::counters);
        }
        if (position_.fullmove_number_ == 0) position_.fullmove_number_ = 1;
        if (!next_field().empty()) return fail(FenError::extra_text);
        if (opponent_is_in_check()) return fail(FenError::opponent_in_check);
        return position_;
    }

  private:
    std::string_view next_field() { return next_fen_field(rest_); }

    bool read_board(std::string_view field) {
        int file = 0;
        int rank = 7;
        char before = '/';
        for (char c : field) {
            bool follows_digit = is_digit(std::exchange(before, c));
            if (c == '/') {
                if (file != 8 || rank == 0) return false;
                file = 0;
                --rank;
                continue;
            }
            if (is_digit(c)) {
                if (c == '0' || follows_digit) return false;
                file += c - '0';
            } else {
                std::size_t type = piece_letters.find(to_lower(c));
                if (type == std::string_view::npos || file > 7) return false;
                position_.put(is_upper(c) ? Color::white : Color::black,
                              static_cast<PieceType>(type), make_square(file, rank));
                ++file;
            }
            if (file > 8) return false;
        }
        return file == 8 && rank == 0;
    }

    bool has_kings() const {
        return (position_.kings() & position_.pieces(Color::white)).count() == 1 &&
               (position_.kings() & position_.pieces(Color::black)).count() == 1;
    }

    bool read_turn(std::string_view field) {
        if (field != "w" && field != "b") return false;
        position_.turn_ = field == "w" ? Color::white : Color::black;
        return true;
    }

    bool read_castling(std::string_view field) {
        if (field == "-") return true;
        std::array<int, 2> claims{};
        for (char c : field) {
            Color color = is_upper(c) ? Color::white : Color::black;
            char letter = to_upper(c);
            if (letter != 'K' && letter != 'Q' && (letter < 'A' || letter > 'H')) return false;
            if (++claims[static_cast<std::size_t>(color)] > 2) return false;
            position_.sets_[Position::castling_set] |= rook_with_right(color, letter);
        }
        for (Color color : {Color::white, Color::black}) keep_outermost_rights(color);
        return true;
    }

    /// Only one rook a side has a right: of two claims the outer one stands.
    void keep_outermost_rights(Color color) {
        Bitboard rooks = position_.castling_rooks() & rank_squares(home_rank(color));
        Square king = position_.king(color);
        position_.sets_[Position::castling_set] &= ~rooks;
        position_.sets_[Position::castling_set] |=
            outermost(rooks, king, true) | outermost(rooks, king, false);
    }

    /// None if the king is not at home or there is no such rook.
    Bitboard rook_with_right(Color color, char letter) const {
        Square king = position_.king(color);
        Bitboard rooks = rooks_of(position_, color);
        if (rank_of(king) != home_rank(color)) return no_squares;
        if (letter == 'K' || letter == 'Q') return outermost(rooks, king, letter == 'K');
        return rooks & file_squares(letter - 'A');
    }

    bool read_ep(std::string_view field) {
        if (field.empty() || field == "-") return true;
        if (field.size() != 2 || field[0] < 'a' || field[0] > 'h' || field[1] < '1' ||
            field[1] > '8') {
            return false;
        }
        Bitboard ep(make_square(field[0] - 'a', field[1] - '1'));
        if (can_be_left(ep)) position_.ep_ = ep;
        return true;
    }

    /// The pawn stands ahead of the square, and the square and the one behind it are empty.
    bool can_be_left(Bitboard ep) const {
        bool white_moved = position_.turn_ == Color::black;
        Bitboard pawn = white_moved ? ep << 8 : ep >> 8;
        Bitboard start = white_moved ? ep >> 8 : ep << 8;
        Bitboard them = position_.pieces(white_moved ? Color::white : Color::black);
        return (ep & rank_squares(white_moved ? 2 : 5)) && (pawn & position_.pawns() & them) &&
               !((ep | start) & position_.occupied());
    }

    static bool read_counter(std::string_view field, std::uint32_t& counter) {
        if (field.empty()) return true;
        const char* end = field.data() + field.size();
        auto [stop, fault] = std::from_chars(field.data(), end, counter);
        if (stop != end || fault == std::errc::invalid_argument) return false;
        if (fault == std::errc::result_out_of_range) {
            counter = std::numeric_limits<std::uint32_t>::max();
        }
        return true;
    }

    bool opponent_is_in_check() const {
        Position other = position_;
        other.turn_ = !position_.turn_;
        return static_cast<bool>(checkers(other));
    }

    std::string_view rest_;
    Position position_;
};

namespace {

void write_board(const Position& position, std::string& out) {
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            Square square = make_square(file, rank);
            std::optional<PieceType> piece = position.piece_on(square);
            if (!piece) {
                ++empty;
                continue;
            }
            if (empty > 0) out += static_cast<char>('0' + empty);
            empty = 0;
            char letter = piece_letters[static_cast<std::size_t>(*piece)];
            out += position.pieces(Color::white).has(square) ? to_upper(letter) : letter;
        }
        if (empty > 0) out += static_cast<char>('0' + empty);
        if (rank > 0) out += '/';
    }
}

void write_right(const Position& position, Color color, Square rook, FenStyle style,
                 std::string& out) {
    Square king = position.king(color);
    bool is_kingside = rook > king;
    bool is_outermost = outermost(rooks_of(position, color), king, is_kingside) == Bitboard(rook);
    char letter = is_kingside ? 'K' : 'Q';
    if (style == FenStyle::shredder || !is_outermost) {
        letter = static_cast<char>('A' + file_of(rook));
    }
    out += color == Color::white ? letter : to_lower(letter);
}

/// White first, from the h-file to the a-file.
void write_castling(const Position& position, FenStyle style, std::string& out) {
    if (!position.castling_rooks()) out += '-';
    for (Color color : {Color::white, Color::black}) {
        for (int file = 7; file >= 0; --file) {
            Square square = make_square(file, home_rank(color));
            if (position.castling_rooks().has(square)) {
                write_right(position, color, square, style, out);
            }
        }
    }
}

bool has_legal_ep(const Position& position) {
    if (!position.ep()) return false;
    Color us = position.turn();
    Square to = position.ep().first();
    Bitboard capturers =
        pawn_attacks[static_cast<int>(!us)][index(to)] & position.pawns() & position.pieces(us);
    while (capturers) {
        if (is_safe(position, {capturers.pop(), to})) return true;
    }
    return false;
}

}  // namespace

std::string_view to_text(FenError error) {
    switch (error) {
        case FenError::board:
            return "the board is not eight ranks of eight squares";
        case FenError::kings:
            return "there is not exactly one king of each colour";
        case FenError::pawn_on_last_rank:
            return "a pawn stands on the first or eighth rank";
        case FenError::turn:
            return "the side to move is neither w nor b";
        case FenError::castling:
            return "the castling rights are neither '-' nor letters KQkq or A-H";
        case FenError::ep:
            return "the en passant field is neither '-' nor a square";
        case FenError::counters:
            return "a move counter is not a number";
        case FenError::extra_text:
            return "there is text after the sixth field";
        case FenError::opponent_in_check:
            return "the side that has just moved is in check";
    }
    return "";
}

std::string_view next_fen_field(std::string_view& text) {
    constexpr std::string_view space = " \t\r\n\v\f";
    text.remove_prefix(std::min(text.find_first_not_of(space), text.size()));
    std::string_view field = text.substr(0, text.find_first_of(space));
    text.remove_prefix(field.size());
    return field;
}

Result<Position, FenError> parse_fen(std::string_view text) { return FenReader(text).read(); }

std::string to_epd_fields(const Position& position, FenStyle style) {
    std::string out;
    write_board(position, out);
    out += position.turn() == Color::white ? " w " : " b ";
    write_castling(position, style, out);
    out += ' ';
    if (has_legal_ep(position)) {
        Square square = position.ep().first();
        out += static_cast<char>('a' + file_of(square));
        out += static_cast<char>('1' + rank_of(square));
    } else {
        out += '-';
    }
    return out;
}

std::string to_fen(const Position& position, FenStyle style) {
    return to_epd_fields(position, style) + ' ' + std::to_string(position.halfmove_clock()) + ' ' +
           std::to_string(position.fullmove_number());
}

bool needs_file_letters(const Position& position) {
    for (Bitboard rights = position.castling_rooks(); rights;) {
        Square rook = rights.pop();
        Color color = position.pieces(Color::white).has(rook) ? Color::white : Color::black;
        Square king = position.king(color);
        if (outermost(rooks_of(position, color), king, rook > king) != Bitboard(rook)) return true;
    }
    return false;
}

bool needs_chess960(const Position& position) {
    for (Color color : {Color::white, Color::black}) {
        Bitboard rooks = position.castling_rooks() & rank_squares(home_rank(color));
        if (!rooks) continue;
        if (file_of(position.king(color)) != 4) return true;
        if (rooks & ~(file_squares(0) | file_squares(7))) return true;
    }
    return false;
}

}  // namespace ign::chess
