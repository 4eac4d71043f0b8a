#include "where_lexer.hpp"

#include <algorithm>
#include <array>

#include "ign/base/ascii.hpp"

namespace ign::search {
namespace {

bool begins_name(char c) { return is_letter(c) || c == '_'; }

class Lexer {
  public:
    explicit Lexer(std::string_view text) : text_(text) {}

    Result<std::vector<Word>, WhereError> split() {
        std::vector<Word> words;
        while (true) {
            while (at_ < text_.size() && is_space(text_[at_])) ++at_;
            auto word = next();
            if (!word) return fail(word.error());
            words.push_back(*word);
            if (words.back().kind == WordKind::end) return words;
        }
    }

  private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    Result<Word, WhereError> next() {
        if (at_ == text_.size()) return Word{WordKind::end, "", at_};
        char c = peek();
        if (begins_name(c))
            return run(WordKind::name, [](char d) { return begins_name(d) || is_digit(d); });
        bool is_signed = (c == '-' || c == '+') && (is_digit(peek(1)) || peek(1) == '.');
        if (is_digit(c) || is_signed || (c == '.' && is_digit(peek(1)))) return number();
        if (c == '\'' || c == '"') return quoted_text(c);
        return sign();
    }

    template <class Belongs>
    Word run(WordKind kind, Belongs belongs) {
        std::size_t begin = at_;
        while (at_ < text_.size() && belongs(text_[at_])) ++at_;
        return {kind, std::string(text_.substr(begin, at_ - begin)), begin};
    }

    Result<Word, WhereError> number() {
        std::size_t begin = at_++;
        while (is_digit(peek()) || begins_name(peek()) || peek() == '.') ++at_;
        std::string_view word = text_.substr(begin, at_ - begin);
        std::string_view digits = word.substr(word[0] == '-' || word[0] == '+' ? 1 : 0);
        bool is_good =
            std::ranges::all_of(digits, [](char c) { return is_digit(c) || c == '.'; }) &&
            std::ranges::count(digits, '.') <= 1 && digits != ".";
        if (!is_good) return fail(WhereError{"this is no number: " + std::string(word), begin});
        return Word{WordKind::number, std::string(word), begin};
    }

    Result<Word, WhereError> quoted_text(char quote) {
        std::size_t begin = at_++;
        std::string value;
        while (true) {
            std::size_t end = text_.find(quote, at_);
            if (end == std::string_view::npos) {
                return fail(WhereError{"the text that begins here has no closing quote", begin});
            }
            value += text_.substr(at_, end - at_);
            at_ = end + 1;
            if (peek() != quote) return Word{WordKind::text, value, begin};
            value += quote;
            ++at_;
        }
    }

    Result<Word, WhereError> sign() {
        constexpr std::array<std::string_view, 11> signs = {"==", "!=", "<>", "<=", ">=", "=",
                                                            "<",  ">",  "(",  ")",  ","};
        for (std::string_view sign : signs) {
            if (!text_.substr(at_).starts_with(sign)) continue;
            at_ += sign.size();
            return Word{WordKind::sign, std::string(sign), at_ - sign.size()};
        }
        return fail(WhereError{"unexpected character", at_});
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<Word>, WhereError> split_where(std::string_view text) {
    return Lexer(text).split();
}

bool is_keyword(const Word& word, std::string_view keyword) {
    return word.kind == WordKind::name && same_word(word.text, keyword);
}

bool is_any_keyword(const Word& word) {
    constexpr std::array<std::string_view, 8> keywords = {"AND", "OR",      "NOT",  "IN",
                                                          "IS",  "BETWEEN", "LIKE", "NULL"};
    return std::ranges::any_of(keywords,
                               [&word](std::string_view name) { return is_keyword(word, name); });
}

}  // namespace ign::search
