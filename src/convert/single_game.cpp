#include "ign/convert/single_game.hpp"

#include "ign/chess/fen.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/san.hpp"
#include "ign/chess/uci.hpp"
#include "ign/codec/unfold.hpp"
#include "ign/convert/game_record.hpp"
#include "ign/convert/tag_fields.hpp"
#include "ign/pgn/tokenizer.hpp"

namespace ign::convert {

namespace {

struct GameText {
    std::vector<std::string_view> moves;
    std::string_view fen;
    std::string_view variant;
};

constexpr const char* resign_hint =
    " (it is the last move of a game, and one under the resign option alone)";

// The moves of the main line of the one game that the text holds.
Result<GameText, std::string> read_game(std::string_view text) {
    GameText game;
    bool begun = false;
    pgn::Tokenizer tokens(text.data(), text.data() + text.size(), pgn::TextEnd::at_eof);
    for (pgn::Token token = tokens.next(); token.kind != pgn::TokenKind::end;
         token = tokens.next()) {
        switch (token.kind) {
            case pgn::TokenKind::tag: {
                pgn::TagPair tag = pgn::read_tag(token);
                if (tag.name == "FEN") game.fen = tag.value;
                if (tag.name == "Variant") game.variant = tag.value;
                begun = true;
                break;
            }
            case pgn::TokenKind::move:
                game.moves.push_back(token.text());
                begun = true;
                break;
            case pgn::TokenKind::variation_open:
                tokens.skip_variation();
                break;
            case pgn::TokenKind::junk:   // which is none, and the error says which place it has
            case pgn::TokenKind::prose:  // before the game it may say anything
                if (begun) game.moves.push_back(token.text());
                break;
            default:
                break;
        }
    }
    if (tokens.problem() != pgn::Problem::none) {
        return fail(std::string(describe(tokens.problem())));
    }
    // Behind a result of the game's own stands the one that was added.
    const char* end = text.data() + text.size();
    std::string_view after(tokens.game_end(), static_cast<std::size_t>(end - tokens.game_end()));
    if (after.find_first_not_of(" *\r\n") != std::string_view::npos) {
        return fail(std::string("there is text after the first game; encode takes one game"));
    }
    return game;
}

Result<chess::Position, std::string> start_of(const GameText& game,
                                              const std::optional<chess::Position>& start) {
    if (start) return *start;
    if (game.fen.empty()) return chess::Position::standard();
    auto position = chess::parse_fen(game.fen);
    if (!position) return fail("bad FEN tag: " + std::string(chess::to_text(position.error())));
    return *position;
}

// Does a line begin a tag pair?
bool has_tags(std::string_view text) {
    bool line_starts = true;
    for (char c : text) {
        if (c == '[' && line_starts) return true;
        line_starts = c == '\n' || c == '\r' || (line_starts && (c == ' ' || c == '\t'));
    }
    return false;
}

// Takes the word `resign` off the end of the moves, where a result may follow it.
bool take_resignation(std::string& text) {
    std::size_t end = text.find_last_not_of(" \t\r\n");
    std::size_t result = end == std::string::npos ? end : text.find_last_of(" \t\r\n", end);
    if (result != std::string::npos && is_result(text.substr(result + 1, end - result))) {
        end = text.find_last_not_of(" \t\r\n", result);
    }
    if (end == std::string::npos) return false;
    std::size_t begin = text.find_last_of(" \t\r\n", end);
    begin = begin == std::string::npos ? 0 : begin + 1;
    if (text.substr(begin, end + 1 - begin) != resign_word) return false;
    text.erase(begin, resign_word.size());
    return true;
}

}  // namespace

bool push_resignation(const chess::Position& position, chess::Numbering numbering,
                      codec::Fold& fold) {
    if (!chess::has_legal_move(position)) return false;
    std::uint32_t last = chess::radix(position, numbering) + 1;
    fold.push({last, last});
    return true;
}

Result<std::vector<std::byte>, std::string> encode_game(std::string_view moves,
                                                        const std::optional<chess::Position>& start,
                                                        NumberingScheme numbering) {
    std::string text(moves);
    bool may_resign = numbering.resignation == game::Resignation::offered;
    bool resigns = may_resign && take_resignation(text);
    GameText game;
    if (text.find_first_not_of(" \t\r\n") != std::string::npos) {
        // Bare words might be prose; behind a tag and before a result they are a game.
        if (!has_tags(text)) text.insert(0, "[Event \"\"]\n\n");
        text += " *";
        auto read = read_game(text);
        if (!read) return fail(read.error());
        game = std::move(*read);
    }
    if (parse_variant(game.variant) == Ruleset::unsupported) {
        return fail("unsupported variant: " + std::string(game.variant));
    }
    auto position = start_of(game, start);
    if (!position) return fail(position.error());
    codec::Fold fold;
    for (std::string_view word : game.moves) {
        auto move = chess::read_move(*position, word);
        if (!move) {
            return fail(std::string(chess::to_text(move.error())) + " at ply " +
                        std::to_string(fold.size() + 1) + ": " + std::string(word) +
                        (word == resign_word ? resign_hint : ""));
        }
        fold.push(chess::ordinal(*position, *move, numbering.moves));
        position->play(*move);
    }
    if (may_resign) fold.raise_radices();
    if (resigns && !push_resignation(*position, numbering.moves, fold)) {
        return fail("illegal move at ply " + std::to_string(fold.size() + 1) +
                    ": resign (the game is over)");
    }
    auto number = fold.finish();
    return std::vector<std::byte>(number.begin(), number.end());
}

Result<DecodedGame, std::string> decode_game(std::span<const std::byte> number,
                                             const chess::Position& start,
                                             NumberingScheme numbering) {
    DecodedGame game{start, {}, false};
    chess::Position position = start;
    codec::Unfold digits;
    digits.start(number);
    while (!digits.done()) {
        std::string at = " at ply " + std::to_string(game.moves.size() + 1);
        std::uint32_t radix = chess::radix(position, numbering.moves);
        bool may_resign = numbering.resignation == game::Resignation::offered;
        if (may_resign && chess::has_legal_move(position)) ++radix;
        if (radix == 0 || game.resigns) {
            return fail("no game has this number: no move is possible" + at);
        }
        auto move = chess::select(position, digits.next(radix), numbering.moves);
        if (!move) {
            game.resigns = true;
            continue;
        }
        if (!chess::is_safe(position, *move)) {
            return fail("no game has this number: illegal move" + at + ": " +
                        chess::to_uci(position, *move, chess::UciCastling::takes_rook));
        }
        game.moves.push_back(*move);
        position.play(*move);
    }
    return game;
}

std::string write_words(const DecodedGame& game, MoveWords words) {
    chess::Position position = game.start;
    bool takes_rook = words == MoveWords::uci_takes_rook || chess::needs_chess960(game.start);
    auto castling = takes_rook ? chess::UciCastling::takes_rook : chess::UciCastling::king_step;
    std::string text;
    for (chess::Move move : game.moves) {
        if (!text.empty()) text += ' ';
        text += words == MoveWords::san ? chess::to_san(position, move)
                                        : chess::to_uci(position, move, castling);
        position.play(move);
    }
    if (game.resigns) {
        if (!text.empty()) text += ' ';
        text += resign_word;
    }
    return text;
}

}  // namespace ign::convert
