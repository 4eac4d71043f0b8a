#include "ign/chess/san.hpp"

#include <algorithm>
#include <array>

#include "ign/chess/movegen.hpp"

namespace ign::chess {

namespace {

constexpr std::string_view piece_letters = "PNBRQK";
constexpr std::string_view promotion_letters = " BNQR";

bool is_san_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '=' || c == '@' || c == '+' || c == '#';
}

bool is_file(char c) { return c >= 'a' && c <= 'h'; }
bool is_rank(char c) { return c >= '1' && c <= '8'; }

/// A cursor over the text of one move, signs taken off.
class Reader {
  public:
    Reader(std::string_view text, SanToken& token) : text_(text), token_(token) {}

    /// The token is complete but for its signs.
    bool read() {
        if (read_castling()) return true;
        bool has_letter = read_piece();
        read_promotion();
        return read_squares(has_letter);
    }

  private:
    bool read_castling() {
        std::string plain(text_.substr(0, 6));
        for (char& c : plain) {
            if (c == '0' || c == 'o') c = 'O';
        }
        if (plain != "O-O" && plain != "O-O-O") return false;
        token_.kind = plain.size() == 3 ? SanKind::castle_short : SanKind::castle_long;
        token_.piece = PieceType::king;
        if (text_ != plain) token_.form |= san_form::lenient;
        return true;
    }

    bool read_piece() {
        std::size_t letter = text_.empty() ? std::string_view::npos : piece_letters.find(text_[0]);
        if (letter == std::string_view::npos) return false;
        token_.piece = static_cast<PieceType>(letter);
        if (token_.piece == PieceType::pawn) token_.form |= san_form::lenient;
        text_.remove_prefix(1);
        return true;
    }

    /// A letter at the end, behind `=` or right behind the target's rank.
    void read_promotion() {
        if (text_.size() < 3) return;
        char letter = text_.back();
        bool has_sign = text_[text_.size() - 2] == '=';
        char capital = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32) : letter;
        std::size_t place = promotion_letters.find(capital);
        if (place == std::string_view::npos || place == 0) return;
        if (!has_sign && !is_rank(text_[text_.size() - 2])) return;
        token_.promotion = static_cast<Promotion>(place);
        if (!has_sign || letter != capital) token_.form |= san_form::lenient;
        text_.remove_suffix(has_sign ? 2 : 1);
    }

    bool read_squares(bool has_letter) {
        if (text_.size() < 2) return false;
        std::string_view target = text_.substr(text_.size() - 2);
        if (!is_file(target[0]) || !is_rank(target[1])) return false;
        token_.to = make_square(target[0] - 'a', target[1] - '1');
        text_.remove_suffix(2);
        if (!text_.empty() && (text_.back() == 'x' || text_.back() == '-')) {
            token_.form |= text_.back() == 'x' ? san_form::capture : san_form::lenient;
            text_.remove_suffix(1);
        }
        read_origin();
        if (!text_.empty()) return false;
        bool has_both = (token_.form & san_form::file) && (token_.form & san_form::rank);
        if (token_.piece == PieceType::pawn) {
            if (has_both) token_.form |= san_form::lenient;
            if (has_both && !has_letter) token_.kind = SanKind::coordinates;
            // A pawn comes from another file only if that file is named.
            if (!(token_.form & san_form::file)) token_.origins &= file_squares(file_of(token_.to));
        }
        return true;
    }

    void read_origin() {
        token_.origins = all_squares;
        if (!text_.empty() && is_file(text_.front())) {
            token_.form |= san_form::file;
            token_.origins &= file_squares(text_.front() - 'a');
            text_.remove_prefix(1);
        }
        if (!text_.empty() && is_rank(text_.front())) {
            token_.form |= san_form::rank;
            token_.origins &= rank_squares(text_.front() - '1');
            text_.remove_prefix(1);
        }
    }

    std::string_view text_;
    SanToken& token_;
};

/// Takes the check and mate signs off the end.
void read_signs(std::string_view& text, SanToken& token) {
    std::size_t body = text.find_last_not_of("+#");
    std::string_view signs = text.substr(body == std::string_view::npos ? 0 : body + 1);
    text.remove_suffix(signs.size());
    if (signs == "+") {
        token.form |= san_form::check;
    } else if (signs == "#") {
        token.form |= san_form::mate;
    } else if (!signs.empty()) {
        token.form |= san_form::lenient;
    }
}

SanStatus status_of_text(std::string_view text, SanToken& token) {
    if (text == "--" || text == "Z0" || text == "0000") return SanStatus::null_move;
    if (text.find('@') != std::string_view::npos) return SanStatus::drop;
    read_signs(text, token);
    return Reader(text, token).read() ? SanStatus::ok : SanStatus::malformed;
}

Bitboard pawn_origins(const Position& position, Square to) {
    Color us = position.turn();
    Bitboard target(to);
    Bitboard own = position.pawns() & position.pieces(us);
    if ((position.pieces(!us) | position.ep()) & target) {
        return pawn_attacks[static_cast<int>(!us)][index(to)] & own;
    }
    if (position.occupied().has(to)) return no_squares;
    bool is_white = us == Color::white;
    Bitboard behind = is_white ? target >> 8 : target << 8;
    if (behind & own) return behind;
    if (behind & position.occupied()) return no_squares;
    Bitboard start = rank_squares(is_white ? 1 : 6);
    return (is_white ? target >> 16 : target << 16) & own & start;
}

bool is_last_rank(Square square) { return rank_of(square) == 0 || rank_of(square) == 7; }

SanStatus resolve_pawn(const Position& position, const SanToken& token, Move& move) {
    if (is_last_rank(token.to) != (token.promotion != Promotion::none)) return SanStatus::illegal;
    Bitboard origins = pawn_origins(position, token.to);
    origins &= token.origins;
    SanStatus status = SanStatus::illegal;
    while (origins) {
        Move candidate{origins.pop(), token.to, token.promotion};
        if (!is_safe(position, candidate)) continue;
        if (status == SanStatus::ok) return SanStatus::ambiguous;
        status = SanStatus::ok;
        move = candidate;
    }
    return status;
}

SanStatus resolve_piece(const Position& position, const SanToken& token, Move& move) {
    if (token.promotion != Promotion::none) return SanStatus::illegal;
    Bitboard origins = legal_origins(position, token.piece, token.to) & token.origins;
    if (!origins) return SanStatus::illegal;
    if (origins.has_many()) return SanStatus::ambiguous;
    move = {origins.first(), token.to};
    return SanStatus::ok;
}

SanStatus resolve_castling(const Position& position, SanKind side, Move& move) {
    Color us = position.turn();
    Square king = position.king(us);
    Bitboard rooks = us == Color::white ? castling_moves<MagicSliders, Color::white>(position)
                                        : castling_moves<MagicSliders, Color::black>(position);
    rooks &= side == SanKind::castle_short ? ~below(king) : below(king);
    if (!rooks) return SanStatus::illegal;
    move = {king, rooks.first()};
    return SanStatus::ok;
}

/// Two squares: castling if the king goes onto its rook, or from its place on the e-file to the c-
/// or g-file of its rank.
SanStatus resolve_coordinates(const Position& position, const SanToken& token, Move& move) {
    Square from = token.origins.first();
    Color us = position.turn();
    if (!position.pieces(us).has(from)) return SanStatus::illegal;
    PieceType type = position.type_on(from);
    if (type == PieceType::king) {
        Move as_written{from, token.to};
        int files = file_of(token.to) - file_of(from);
        bool is_leap =
            file_of(from) == 4 && rank_of(from) == rank_of(token.to) && (files == 2 || files == -2);
        if (position.is_castling(as_written) || is_leap) {
            if (token.promotion != Promotion::none) return SanStatus::illegal;
            return resolve_castling(position,
                                    files > 0 ? SanKind::castle_short : SanKind::castle_long, move);
        }
    }
    SanToken plain = token;
    plain.piece = type;
    return type == PieceType::pawn ? resolve_pawn(position, plain, move)
                                   : resolve_piece(position, plain, move);
}

}  // namespace

std::string_view to_text(SanStatus status) {
    switch (status) {
        case SanStatus::ok:
            return "a legal move";
        case SanStatus::malformed:
            return "not a move";
        case SanStatus::illegal:
            return "illegal move";
        case SanStatus::ambiguous:
            return "ambiguous move";
        case SanStatus::null_move:
            return "null move";
        case SanStatus::drop:
            return "a piece drop, which is no move of chess";
    }
    return "";
}

const char* scan_san(const char* begin, const char* end, SanToken& token) {
    const char* stop = std::find_if_not(begin, end, is_san_character);
    if (stop - begin > 1 && end - stop >= 2 && stop[-1] == 'e' && stop[0] == '.' &&
        stop[1] == 'p') {
        --stop;
    }
    token = SanToken{};
    token.status = status_of_text({begin, static_cast<std::size_t>(stop - begin)}, token);
    return stop;
}

SanStatus resolve(const Position& position, const SanToken& token, Move& move) {
    if (token.status != SanStatus::ok) return token.status;
    switch (token.kind) {
        case SanKind::piece:
            return token.piece == PieceType::pawn ? resolve_pawn(position, token, move)
                                                  : resolve_piece(position, token, move);
        case SanKind::coordinates:
            return resolve_coordinates(position, token, move);
        case SanKind::castle_short:
        case SanKind::castle_long:
            return resolve_castling(position, token.kind, move);
    }
    return SanStatus::malformed;
}

Result<Move, SanStatus> read_move(const Position& position, std::string_view text) {
    SanToken token;
    Move move;
    const char* end = text.data() + text.size();
    bool is_whole = scan_san(text.data(), end, token) == end;
    SanStatus status = is_whole ? resolve(position, token, move) : SanStatus::malformed;
    if (status != SanStatus::ok) return fail(status);
    return move;
}

std::uint8_t disambiguation(const Position& position, PieceType type, Move move) {
    if (type == PieceType::pawn) {
        return file_of(move.from) != file_of(move.to) ? san_form::file : 0;
    }
    if (type == PieceType::king) return 0;
    Bitboard rivals = legal_origins(position, type, move.to) & ~Bitboard(move.from);
    if (!rivals) return 0;
    if (!(rivals & file_squares(file_of(move.from)))) return san_form::file;
    if (!(rivals & rank_squares(rank_of(move.from)))) return san_form::rank;
    return san_form::file | san_form::rank;
}

char* detail::write_castling(Move move, char* out) {
    std::string_view text = move.to > move.from ? "O-O" : "O-O-O";
    return std::copy(text.begin(), text.end(), out);
}

char* write_san(const Position& position, Move move, char* out) {
    SpelledMove spelled{move, position.type_on(move.from), position.is_castling(move)};
    if (!spelled.castles) {
        bool is_pawn = spelled.type == PieceType::pawn;
        bool captures =
            position.occupied().has(move.to) || (is_pawn && file_of(move.from) != file_of(move.to));
        spelled.form = disambiguation(position, spelled.type, move);
        if (captures) spelled.form |= san_form::capture;
    }
    Position after = position;
    after.play(move);
    if (checkers(after)) spelled.form |= has_legal_move(after) ? san_form::check : san_form::mate;
    return write_san(spelled, out);
}

std::string to_san(const Position& position, Move move) {
    std::array<char, max_san_length> text;
    return {text.data(), write_san(position, move, text.data())};
}

}  // namespace ign::chess
