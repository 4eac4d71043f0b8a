// Laws of the tokenizer over any bytes: the spans of the games are the text, tokens lie in order
// within their span, and a text cut anywhere gives the tokens of the whole or asks for more.

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "ign/pgn/annotation.hpp"
#include "ign/pgn/boundary.hpp"
#include "ign/pgn/tokenizer.hpp"

namespace {

using ign::pgn::GameEnd;
using ign::pgn::TextEnd;
using ign::pgn::Token;
using ign::pgn::Tokenizer;
using ign::pgn::TokenKind;

struct Game {
    std::vector<Token> tokens;
    const char* end = nullptr;
    GameEnd state = GameEnd::open;
};

Game read_game(const char* begin, const char* end, TextEnd text_end) {
    Tokenizer tokenizer(begin, end, text_end);
    Game game;
    const char* at = begin;
    for (Token token = tokenizer.next(); token.kind != TokenKind::end; token = tokenizer.next()) {
        IGN_CHECK(at <= token.begin && token.begin < token.end && token.end <= end);
        at = token.end;
        game.tokens.push_back(token);
    }
    game.state = tokenizer.state();
    IGN_CHECK(game.state != GameEnd::open);
    if (game.state != GameEnd::need_more) {
        game.end = tokenizer.game_end();
        IGN_CHECK(game.end > begin && game.end <= end);
    }
    return game;
}

void use(const Token& token, std::string& scratch) {
    if (token.kind == TokenKind::tag) {
        auto pair = ign::pgn::read_tag(token);
        static_cast<void>(ign::pgn::unescape(pair.value, scratch));
    } else if (token.kind == TokenKind::comment) {
        auto notes = ign::pgn::scan_annotations(token.text());
        if (notes.clock) {
            IGN_CHECK(token.begin <= notes.clock->begin && notes.clock->end <= token.end);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    // The first byte says where to cut; the rest is copied to its own end, so that no read passes
    // it.
    std::size_t length = size - 1;
    std::unique_ptr<char[]> text(new char[length]);
    std::memcpy(text.get(), data + 1, length);
    const char* begin = text.get();
    const char* end = begin + length;
    const char* cut = begin + length * data[0] / 256;

    std::string scratch;
    const char* at = begin;
    while (at != end) {
        Game whole = read_game(at, end, TextEnd::at_eof);
        IGN_CHECK(whole.state != GameEnd::need_more);
        for (const Token& token : whole.tokens) use(token, scratch);
        if (cut >= at) {
            std::unique_ptr<char[]> prefix(new char[static_cast<std::size_t>(cut - at)]);
            std::memcpy(prefix.get(), at, static_cast<std::size_t>(cut - at));
            Game part = read_game(prefix.get(), prefix.get() + (cut - at), TextEnd::more);
            IGN_CHECK(part.tokens.size() <= whole.tokens.size());
            if (part.state != GameEnd::need_more) {
                IGN_CHECK(part.tokens.size() == whole.tokens.size());
                IGN_CHECK(part.end - prefix.get() == whole.end - at);
            }
        }
        at = whole.end;
    }
    if (length >= 4) static_cast<void>(ign::pgn::detect_encoding({begin, 4}));
    const char* boundary = ign::pgn::find_game_boundary(begin, end);
    IGN_CHECK((boundary == nullptr) == (ign::pgn::find_last_game_boundary(begin, end) == nullptr));
    return 0;
}
