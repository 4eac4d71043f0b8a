#include "laws.hpp"

#include <algorithm>
#include <memory>

#include "ign/pgn/boundary.hpp"
#include "ign/pgn/writer.hpp"

namespace ign::pgn::laws {

namespace {

std::string at(std::string_view what, std::size_t offset) {
    return std::string(what) + " at byte " + std::to_string(offset);
}

Walk walk_range(const char* begin, const char* end, TextEnd text_end, Variations variations) {
    Tokenizer tokenizer(begin, end, text_end);
    Walk walk{};
    for (Token token = tokenizer.next(); token.kind != TokenKind::end;) {
        walk.tokens.push_back({token.kind, static_cast<std::size_t>(token.begin - begin),
                               static_cast<std::size_t>(token.end - begin)});
        const bool skips =
            variations == Variations::skipped && token.kind == TokenKind::variation_open;
        token = skips ? tokenizer.skip_variation() : tokenizer.next();
    }
    walk.state = tokenizer.state();
    walk.problem = tokenizer.problem();
    if (walk.state != GameEnd::need_more) {
        walk.game_end = static_cast<std::size_t>(tokenizer.game_end() - begin);
    }
    return walk;
}

}  // namespace

Walk walk_game(std::string_view text, TextEnd text_end, Variations variations) {
    const auto copy = std::make_unique<char[]>(text.size());
    std::copy(text.begin(), text.end(), copy.get());
    return walk_range(copy.get(), copy.get() + text.size(), text_end, variations);
}

std::vector<std::size_t> span_begins(std::string_view text) {
    std::vector<std::size_t> begins;
    const char* end = text.data() + text.size();
    for (std::size_t begin = 0; begin < text.size();) {
        begins.push_back(begin);
        const Walk walk =
            walk_range(text.data() + begin, end, TextEnd::at_eof, Variations::skipped);
        if (walk.game_end == 0) break;
        begin += walk.game_end;
    }
    return begins;
}

std::string partition(std::string_view text) {
    const char* end = text.data() + text.size();
    for (std::size_t begin = 0; begin < text.size();) {
        const Walk walk = walk_range(text.data() + begin, end, TextEnd::at_eof, Variations::walked);
        if (walk.state != GameEnd::complete && walk.state != GameEnd::no_game) {
            return at("a game neither complete nor none", begin);
        }
        if (walk.game_end == 0) return at("an empty span", begin);
        if (walk.state == GameEnd::no_game && begin + walk.game_end != text.size()) {
            return at("no game before the end of the text", begin);
        }
        std::size_t last = 0;
        for (const TokenAt& token : walk.tokens) {
            if (token.begin < last || token.end <= token.begin || token.end > walk.game_end) {
                return at("a token outside of its place", begin + token.begin);
            }
            last = token.end;
        }
        begin += walk.game_end;
        if (begin > text.size()) return at("a span past the text", begin);
    }
    return {};
}

std::string cut(std::string_view text, const Walk& whole, std::size_t cut, TextEnd text_end) {
    const Walk part = walk_game(text.substr(0, cut), text_end);
    if (part.state == GameEnd::no_game) return at("no game claimed without eof, cut", cut);
    const std::size_t shared = std::min(part.tokens.size(), whole.tokens.size());
    if (shared != part.tokens.size() ||
        !std::equal(part.tokens.begin(), part.tokens.end(), whole.tokens.begin())) {
        return at("other tokens, cut", cut);
    }
    if (part.state == GameEnd::need_more) return {};
    const bool same = part.tokens.size() == whole.tokens.size() &&
                      part.game_end == whole.game_end && part.state == whole.state &&
                      part.problem == whole.problem;
    return same ? std::string() : at("another game, cut", cut);
}

std::string skipped_variations(std::string_view text) {
    const Walk whole = walk_game(text, TextEnd::at_eof);
    const Walk skipped = walk_game(text, TextEnd::at_eof, Variations::skipped);
    std::vector<TokenAt> outer;
    std::size_t depth = 0;
    for (const TokenAt& token : whole.tokens) {
        if (token.kind == TokenKind::variation_close) --depth;
        if (depth == 0) outer.push_back(token);
        if (token.kind == TokenKind::variation_open) ++depth;
    }
    const bool same = outer == skipped.tokens && whole.game_end == skipped.game_end &&
                      whole.state == skipped.state && whole.problem == skipped.problem;
    return same ? std::string() : "skipping variations changes the game";
}

std::string tags(std::string_view text) {
    Tokenizer tokenizer(text.data(), text.data() + text.size(), TextEnd::at_eof);
    std::string scratch;
    std::string written;
    for (Token token = tokenizer.next(); token.kind != TokenKind::end; token = tokenizer.next()) {
        if (token.kind != TokenKind::tag) continue;
        const TagPair pair = read_tag(token);
        const std::size_t offset = static_cast<std::size_t>(token.begin - text.data());
        for (const std::string_view part : {pair.name, pair.value}) {
            if (part.empty()) continue;
            if (part.data() < token.begin || part.data() + part.size() > token.end) {
                return at("a tag's part outside of the tag", offset);
            }
        }
        written.clear();
        write_tag(pair.name, unescape(pair.value, scratch), written);
        const bool same = written == token.text();
        const bool is_canonical = pair.form == TagForm::canonical;
        if (is_canonical != (same && pair.form != TagForm::malformed)) {
            return at("a tag's form does not tell its printing", offset);
        }
    }
    return {};
}

std::string all(std::string_view text, std::size_t stride) {
    if (std::string broken = partition(text); !broken.empty()) return broken;
    std::vector<std::size_t> begins = span_begins(text);
    begins.push_back(text.size());
    for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
        // The laws hold for any text, so a part of it is a text as well; enough follows the game
        // here to see where it ends.
        const std::size_t begin = begins[i];
        const std::string_view rest = text.substr(begin, begins[i + 1] - begin + 300);
        const char* end = rest.data() + rest.size();
        const std::string where = ", game at byte " + std::to_string(begin);
        const Walk whole = walk_game(rest, TextEnd::at_eof);
        const std::string_view game = rest.substr(0, whole.game_end);
        if (std::string broken = skipped_variations(rest); !broken.empty()) return broken + where;
        if (std::string broken = tags(rest); !broken.empty()) return broken + where;
        for (std::size_t length = 0; length <= game.size(); length += stride) {
            const std::string broken = cut(rest, whole, length, TextEnd::more);
            if (!broken.empty()) return broken + where;
        }
        for (const char* boundary = find_game_boundary(rest.data(), end);
             boundary != nullptr && boundary <= game.data() + game.size();
             boundary = find_game_boundary(boundary + 1, end)) {
            const auto length = static_cast<std::size_t>(boundary - rest.data());
            const std::string broken = cut(rest, whole, length, TextEnd::at_game_start);
            if (!broken.empty()) return broken + where;
        }
    }
    return {};
}

}  // namespace ign::pgn::laws
