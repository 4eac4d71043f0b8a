#include "ign/search/where.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "where_lexer.hpp"

namespace ign::search {
namespace {

// Deeper ones are no conditions of people, and nothing may overflow the stack. What is written may
// nest deeper than what it means, for parentheses need not mean anything; to_text writes at most
// two levels for one.
constexpr int deepest_meaning = 100;
constexpr int deepest_writing = 2 * deepest_meaning + 10;

constexpr std::array<std::pair<std::string_view, Comparison>, 8> comparison_signs = {{
    {"=", Comparison::equal},
    {"<>", Comparison::unequal},
    {"<", Comparison::less},
    {"<=", Comparison::at_most},
    {">", Comparison::greater},
    {">=", Comparison::at_least},
    {"==", Comparison::equal},
    {"!=", Comparison::unequal},
}};

using Parsed = Result<Condition, WhereError>;

Condition make_test(ConditionKind kind, std::vector<Operand> operands,
                    Comparison comparison = Comparison::equal) {
    return {kind, {}, std::move(operands), comparison};
}

Condition make_group(ConditionKind kind, std::vector<Condition> parts) {
    return {kind, std::move(parts), {}, Comparison::equal};
}

int depth_of(const Condition& condition) {
    int deepest = 0;
    for (const Condition& part : condition.parts) deepest = std::max(deepest, depth_of(part));
    return deepest + 1;
}

WhereError too_deep(std::size_t offset) { return {"the condition is nested too deeply", offset}; }

class Parser {
  public:
    explicit Parser(std::vector<Word> words) : words_(std::move(words)) {}

    Parsed parse() {
        Parsed condition = disjunction();
        if (condition && word().kind != WordKind::end) return wrong("expected AND, OR or the end");
        if (condition && depth_of(*condition) > deepest_meaning) return fail(too_deep(0));
        return condition;
    }

  private:
    [[nodiscard]] const Word& word() const { return words_[at_]; }

    [[nodiscard]] Failure<WhereError> wrong(const std::string& what) const {
        std::string found = word().kind == WordKind::end    ? ", but the text ends"
                            : word().kind == WordKind::text ? ", not a text"
                                                            : ", not " + word().text;
        return fail(WhereError{what + found, word().offset});
    }

    bool take_keyword(std::string_view keyword) {
        if (!is_keyword(word(), keyword)) return false;
        ++at_;
        return true;
    }
    bool take_sign(std::string_view sign) {
        if (word().kind != WordKind::sign || word().text != sign) return false;
        ++at_;
        return true;
    }

    Parsed disjunction() { return group(ConditionKind::any, "OR", &Parser::conjunction); }
    Parsed conjunction() { return group(ConditionKind::all, "AND", &Parser::factor); }

    Parsed group(ConditionKind kind, std::string_view keyword, Parsed (Parser::*part)()) {
        std::vector<Condition> parts;
        do {
            Parsed next = (this->*part)();
            if (!next) return next;
            parts.push_back(*next);
        } while (take_keyword(keyword));
        if (parts.size() == 1) return std::move(parts.front());
        return make_group(kind, std::move(parts));
    }

    Parsed factor() {
        if (depth_ == deepest_writing) return fail(too_deep(word().offset));
        ++depth_;
        Parsed condition = deeper_factor();
        --depth_;
        return condition;
    }

    Parsed deeper_factor() {
        if (take_keyword("NOT")) {
            Parsed inner = factor();
            if (!inner) return inner;
            return make_group(ConditionKind::negation, {*inner});
        }
        if (take_sign("(")) {
            Parsed inner = disjunction();
            if (inner && !take_sign(")")) return wrong("expected )");
            return inner;
        }
        return test();
    }

    Result<Operand, WhereError> operand(const char* expected) {
        OperandKind kind = OperandKind::column;
        if (word().kind == WordKind::number) kind = OperandKind::number;
        if (word().kind == WordKind::text) kind = OperandKind::text;
        bool is_name = word().kind == WordKind::name && !is_any_keyword(word());
        if (is_keyword(word(), "NULL")) {
            return fail(WhereError{"nothing equals NULL; write IS NULL", word().offset});
        }
        if (kind == OperandKind::column && !is_name) return wrong(expected);
        Operand operand{kind, word().text, word().offset};
        ++at_;
        return operand;
    }

    Result<Operand, WhereError> constant() {
        auto value = operand("expected a number or a text");
        if (value && value->kind == OperandKind::column) {
            return fail(WhereError{
                "expected a number or a text; texts stand in quotes: '" + value->text + "'",
                value->offset});
        }
        return value;
    }

    Parsed test() {
        auto left = operand("expected a column or a constant");
        if (!left) return fail(left.error());
        for (const auto& [sign, comparison] : comparison_signs) {
            if (!take_sign(sign)) continue;
            auto right = operand("expected a column or a constant");
            if (!right) return fail(right.error());
            return make_test(ConditionKind::comparison, {*left, *right}, comparison);
        }
        if (take_keyword("IS")) {
            bool is_negated = take_keyword("NOT");
            if (!take_keyword("NULL")) return wrong("expected NULL");
            return negated_if(is_negated, make_test(ConditionKind::is_null, {*left}));
        }
        bool is_negated = take_keyword("NOT");
        Parsed condition = word_test(*left);
        if (!condition) return condition;
        return negated_if(is_negated, *condition);
    }

    static Parsed negated_if(bool is_negated, Condition condition) {
        if (!is_negated) return condition;
        return make_group(ConditionKind::negation, {std::move(condition)});
    }

    Parsed word_test(const Operand& left) {
        if (take_keyword("IN")) return in(left);
        if (take_keyword("LIKE")) {
            auto pattern = constant();
            if (!pattern) return fail(pattern.error());
            return make_test(ConditionKind::like, {left, *pattern});
        }
        if (!take_keyword("BETWEEN")) {
            return wrong("expected a comparison, IN, BETWEEN, LIKE or IS NULL");
        }
        auto least = constant();
        if (!least) return fail(least.error());
        if (!take_keyword("AND")) return wrong("expected AND");
        auto greatest = constant();
        if (!greatest) return fail(greatest.error());
        return make_group(
            ConditionKind::all,
            {make_test(ConditionKind::comparison, {left, *least}, Comparison::at_least),
             make_test(ConditionKind::comparison, {left, *greatest}, Comparison::at_most)});
    }

    Parsed in(const Operand& left) {
        if (!take_sign("(")) return wrong("expected (");
        std::vector<Operand> operands = {left};
        do {
            auto value = constant();
            if (!value) return fail(value.error());
            operands.push_back(*value);
        } while (take_sign(","));
        if (!take_sign(")")) return wrong("expected , or )");
        return make_test(ConditionKind::in, std::move(operands));
    }

    std::vector<Word> words_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

std::string to_text(const Operand& operand, Quote quote) {
    return operand.kind == OperandKind::text ? quote(operand.text) : operand.text;
}

std::string group_text(const Condition& condition, std::string_view separator, Quote quote) {
    std::string text;
    for (const Condition& part : condition.parts) {
        if (!text.empty()) text += separator;
        bool is_group = part.kind == ConditionKind::all || part.kind == ConditionKind::any;
        std::string inner = to_text(part, quote);
        text += is_group ? "(" + inner + ")" : inner;
    }
    return text;
}

}  // namespace

Result<Condition, WhereError> parse_where(std::string_view text) {
    auto words = split_where(text);
    if (!words) return fail(words.error());
    return Parser(*words).parse();
}

std::string quoted(std::string_view text) {
    std::string out = "'";
    for (char c : text) {
        if (c == '\'') out += c;
        out += c;
    }
    return out + "'";
}

std::string to_text(const Condition& condition, Quote quote) {
    auto operand = [&](std::size_t i) { return to_text(condition.operands[i], quote); };
    switch (condition.kind) {
        case ConditionKind::all:
            return group_text(condition, " AND ", quote);
        case ConditionKind::any:
            return group_text(condition, " OR ", quote);
        case ConditionKind::negation:
            return "NOT (" + to_text(condition.parts.front(), quote) + ")";
        case ConditionKind::like:
            return operand(0) + " LIKE " + operand(1);
        case ConditionKind::is_null:
            return operand(0) + " IS NULL";
        case ConditionKind::in: {
            std::string text = operand(0) + " IN (" + operand(1);
            for (std::size_t i = 2; i < condition.operands.size(); ++i) text += ", " + operand(i);
            return text + ")";
        }
        case ConditionKind::comparison:
            break;
    }
    std::string_view sign;
    for (const auto& [name, comparison] : comparison_signs) {
        if (sign.empty() && comparison == condition.comparison) sign = name;
    }
    return operand(0) + " " + std::string(sign) + " " + operand(1);
}

}  // namespace ign::search
