#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ign/base/result.hpp"
#include "ign/search/where.hpp"

namespace ign::search {

enum class WordKind : std::uint8_t { name, number, text, sign, end };

/// A word of a condition. `text` is a name or number as written, a text without its quotes, or the
/// sign: one of ( ) , = == != <> < <= > >=.
struct Word {
    WordKind kind;
    std::string text;
    std::size_t offset;
};

/// All words, an `end` last.
[[nodiscard]] Result<std::vector<Word>, WhereError> split_where(std::string_view text);

/// Is the word this keyword (given in capitals), in any case?
[[nodiscard]] bool is_keyword(const Word& word, std::string_view keyword);

/// Any of the keywords, which are no names of columns.
[[nodiscard]] bool is_any_keyword(const Word& word);

}  // namespace ign::search
