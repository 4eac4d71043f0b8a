#include "ign/uci/position_command.hpp"

#include <algorithm>

#include "ign/chess/fen.hpp"
#include "ign/chess/uci.hpp"

namespace ign::uci {

namespace {

constexpr std::size_t longest_shown = 40;

std::string at_ply(std::string_view what, std::size_t ply, std::string_view word) {
    std::string text(what);
    text += " at ply ";
    text += std::to_string(ply);
    text += ": ";
    text += word.substr(0, longest_shown);
    return text;
}

std::string_view reason_of(std::string_view word) {
    if (word == "0000") return "null move, which no game has,";
    return has_move_form(word) ? "illegal move" : "not a move in UCI notation";
}

/// What lies before the word `moves`, and what behind it.
struct Parts {
    std::string_view before;
    std::string_view moves;
};

Parts split_at_moves(std::string_view text) {
    std::vector<std::string_view> words = words_of(text);
    auto found = std::ranges::find(words, "moves");
    if (found == words.end()) return {text, {}};
    auto before = static_cast<std::size_t>(found->data() - text.data());
    return {text.substr(0, before), text.substr(before + found->size())};
}

}  // namespace

bool has_move_form(std::string_view word) {
    constexpr std::string_view promotions = "bnqr";
    auto is_square = [word](std::size_t at) {
        return word[at] >= 'a' && word[at] <= 'h' && word[at + 1] >= '1' && word[at + 1] <= '8';
    };
    bool has_length = word.size() == 4 ||
                      (word.size() == 5 && promotions.find(word[4]) != std::string_view::npos);
    return has_length && is_square(0) && is_square(2);
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    // A FEN's fields are separated by the same white space as the words here.
    for (std::string_view word = chess::next_fen_field(line); !word.empty();
         word = chess::next_fen_field(line)) {
        words.push_back(word);
    }
    return words;
}

Result<PlayedGame, std::string> play_moves(const chess::Position& start, std::string_view moves) {
    PlayedGame game{start, {}, start};
    for (std::string_view word : words_of(moves)) {
        auto move = chess::parse_uci(game.end, word);
        if (!move) return fail(at_ply(reason_of(word), game.moves.size() + 1, word));
        game.moves.push_back(*move);
        game.end.play(*move);
    }
    return game;
}

Result<PlayedGame, std::string> read_position(std::string_view arguments) {
    Parts parts = split_at_moves(arguments);
    std::string_view kind = chess::next_fen_field(parts.before);
    if (kind == "startpos") {
        if (!words_of(parts.before).empty()) {
            return fail(std::string("behind startpos stands neither the end nor 'moves'"));
        }
        return play_moves(chess::Position::standard(), parts.moves);
    }
    if (kind != "fen") return fail(std::string("neither startpos nor fen follows 'position'"));
    auto start = chess::parse_fen(parts.before);
    if (!start) return fail("bad FEN: " + std::string(chess::to_text(start.error())));
    return play_moves(*start, parts.moves);
}

}  // namespace ign::uci
