#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ign/base/result.hpp"

/// The language of `--where`, a part of SQL's conditions:
///
///     condition  = conjunction { OR conjunction }
///     conjunction = factor { AND factor }
///     factor     = NOT factor | '(' condition ')' | test
///     test       = operand ( = | == | != | <> | < | <= | > | >= ) operand
///                | column [NOT] IN '(' constant { ',' constant } ')'
///                | column [NOT] BETWEEN constant AND constant
///                | column [NOT] LIKE text
///                | column IS [NOT] NULL
///     operand    = column | constant
///     constant   = number | text in 'single' or "double" quotes
///
/// A doubled quote within such a text is the quote itself. Keywords in any case. Nothing here knows
/// which columns there are.
namespace ign::search {

/// What is wrong and where: the byte of the text that it begins at.
struct WhereError {
    std::string what;
    std::size_t offset;
};

/// What stands on a side of a comparison.
enum class OperandKind : std::uint8_t { column, number, text };

/// One side of a comparison, and where it stands in the text, in bytes.
struct Operand {
    OperandKind kind;
    std::string text;  ///< a column's name, a number as it is written, or text without its quotes
    std::size_t offset;
};

/// `=`, `<>`, `<`, `<=`, `>`, `>=`.
enum class Comparison : std::uint8_t { equal, unequal, less, at_most, greater, at_least };

/// What a condition is made of.
enum class ConditionKind : std::uint8_t {
    all,         ///< AND of `parts`
    any,         ///< OR of `parts`
    negation,    ///< NOT of the one part
    comparison,  ///< operands[0] `comparison` operands[1]
    in,          ///< operands[0] IN the others
    like,        ///< operands[0] LIKE operands[1]
    is_null      ///< operands[0] IS NULL
};

/// A condition as a tree.
struct Condition {
    ConditionKind kind;
    std::vector<Condition> parts;
    std::vector<Operand> operands;
    Comparison comparison = Comparison::equal;
};

/// Reads a whole condition. NOT IN and the like are a negation, BETWEEN two comparisons.
[[nodiscard]] Result<Condition, WhereError> parse_where(std::string_view text);

/// How a text constant is written.
using Quote = std::string (*)(std::string_view text);

/// In single quotes, a single quote doubled.
[[nodiscard]] std::string quoted(std::string_view text);

/// The condition as text that parse_where reads to the same.
[[nodiscard]] std::string to_text(const Condition& condition, Quote quote = quoted);

}  // namespace ign::search
