#include "ign/search/line.hpp"

#include <algorithm>
#include <optional>

#include "ign/chess/san.hpp"
#include "ign/chess/uci.hpp"
#include "ign/pgn/tokenizer.hpp"

namespace ign::search {
namespace {

constexpr std::size_t short_plies = 8;  // that ign8 holds

// Calls `use(word, offset)` for every move until it returns false. Returns the place of what is no
// part of a line.
template <class Use>
std::optional<std::size_t> for_each_move(std::string_view line, Use use) {
    if (line.find_first_not_of(" \t\r\n") == std::string_view::npos) return std::nullopt;
    // The result makes a game even of a single move, which alone might be prose.
    std::string text(line);
    text += " *";
    const char* result = text.data() + line.size() + 1;
    pgn::Tokenizer tokens(text.data(), text.data() + text.size(), pgn::TextEnd::at_eof);
    while (true) {
        pgn::Token token = tokens.next();
        auto offset = static_cast<std::size_t>(token.begin - text.data());
        switch (token.kind) {
            case pgn::TokenKind::move:
                if (!use(token.text(), offset)) return std::nullopt;
                break;
            case pgn::TokenKind::move_number:
            case pgn::TokenKind::glyph:
                break;
            case pgn::TokenKind::result:
                if (token.begin == result) return std::nullopt;
                return offset;
            default:
                return std::min(offset, line.size());
        }
    }
}

bool may_be_move(std::string_view word) {
    bool is_number = word.find_first_not_of("0123456789.") == std::string_view::npos;
    chess::SanToken san;
    const char* end = word.data() + word.size();
    bool is_whole = chess::scan_san(word.data(), end, san) == end;
    return is_number || (is_whole && san.status == chess::SanStatus::ok);
}

// Is it castling, written in UCI as the king's own step and not as the taking of its rook?
bool is_king_step(const chess::Position& position, chess::Move move, std::string_view word) {
    using chess::UciCastling;
    return position.is_castling(move) &&
           word == chess::to_uci(position, move, UciCastling::king_step) &&
           word != chess::to_uci(position, move, UciCastling::takes_rook);
}

// One word that is no move makes prose of all words beside it, so it is looked for among them.
LineError no_part_of_a_line(std::string_view text, std::size_t offset) {
    constexpr std::string_view blanks = " \t\r\n";
    while (true) {
        offset = std::min(text.find_first_not_of(blanks, offset), text.size());
        if (offset == text.size()) return {"the line is not complete", offset};
        std::size_t end = std::min(text.find_first_of(blanks, offset), text.size());
        std::string_view word = text.substr(offset, end - offset);
        if (!may_be_move(word)) return {"this is no move: " + std::string(word), offset};
        offset = end;
    }
}

}  // namespace

Result<Line, LineError> parse_line(std::string_view text, const chess::Position& start,
                                   CastlingWords castling) {
    Line line{start, {}};
    chess::Position position = start;
    std::optional<LineError> error;
    auto refuse = [&](std::string_view what, std::string_view word, std::size_t offset) {
        error = LineError{std::string(what) + " at ply " + std::to_string(line.moves.size() + 1) +
                              ": " + std::string(word),
                          offset};
        return false;
    };
    auto stop = for_each_move(text, [&](std::string_view word, std::size_t offset) {
        auto move = chess::read_move(position, word);
        if (!move) return refuse(chess::to_text(move.error()), word, offset);
        if (castling == CastlingWords::takes_rook && is_king_step(position, *move, word)) {
            return refuse("castling not written as the king taking its rook", word, offset);
        }
        line.moves.push_back(*move);
        position.play(*move);
        return true;
    });
    if (error) return fail(*error);
    if (stop) return fail(no_part_of_a_line(text, *stop));
    return line;
}

bool looks_like_line(std::string_view text) {
    return !for_each_move(text, [](std::string_view, std::size_t) { return true; });
}

std::string to_text(const Line& line) {
    std::string text;
    chess::Position position = line.start;
    for (chess::Move move : line.moves) {
        bool is_white = position.turn() == chess::Color::white;
        if (!text.empty()) text += ' ';
        if (is_white || text.empty()) {
            text += std::to_string(position.fullmove_number());
            text += is_white ? ". " : "... ";
        }
        text += chess::to_san(position, move);
        position.play(move);
    }
    return text;
}

LinePrefix prefix_of(const chess::Position& start, std::span<const chess::Move> moves,
                     convert::NumberingScheme numbering) {
    LinePrefix prefix;
    chess::Position position = start;
    // Unsigned, as odd positions may have more moves than eight of them fit into 63 bits.
    std::uint64_t value = 0;
    std::uint64_t product = 1;
    for (chess::Move move : moves) {
        codec::Digit digit = chess::ordinal(position, move, numbering.moves);
        digit.radix += numbering.resignation == game::Resignation::offered;
        prefix.digits.push_back(digit);
        if (prefix.digits.size() <= short_plies) {
            value += product * digit.index;
            product *= digit.radix;
        }
        position.play(move);
    }
    prefix.first8.value = static_cast<std::int64_t>(value);
    prefix.first8.product = static_cast<std::int64_t>(product);
    // 0 modulo 2^64 only from odd positions, whose games have no short numbers.
    if (product != 0) prefix.first8.is_multiple = codec::MultipleTest(product);
    return prefix;
}

bool begins_with(std::span<const std::byte> number, const LinePrefix& prefix,
                 codec::Unfold& unfold) {
    unfold.start(number);
    return std::ranges::all_of(prefix.digits, [&unfold](codec::Digit digit) {
        return !unfold.done() && unfold.next(digit.radix) == digit.index;
    });
}

}  // namespace ign::search
