#include "ign/search/filter.hpp"

#include <algorithm>
#include <utility>

#include "filter_node.hpp"
#include "where_constants.hpp"

namespace ign::search {
namespace {

using columnar::Field;
using columnar::FieldType;
using Node = Filter::Node;
using Kind = Node::Kind;
using Compiled = Result<Node, WhereError>;

Comparison opposite(Comparison comparison) {
    constexpr Comparison opposites[] = {Comparison::unequal,  Comparison::equal,
                                        Comparison::at_least, Comparison::greater,
                                        Comparison::at_most,  Comparison::less};
    return opposites[static_cast<int>(comparison)];
}

// The comparison with left and right exchanged.
Comparison mirrored(Comparison comparison) {
    constexpr Comparison mirrors[] = {Comparison::equal,   Comparison::unequal,
                                      Comparison::greater, Comparison::at_least,
                                      Comparison::less,    Comparison::at_most};
    return mirrors[static_cast<int>(comparison)];
}

bool is_flat(FieldType type) {
    return type != FieldType::binary && type != FieldType::int16_list &&
           type != FieldType::int32_list && type != FieldType::map_key &&
           type != FieldType::map_value;
}

// What values can be compared with each other.
enum class Kin : std::uint8_t { number, date, time, text };
Kin kin_of(Field field) {
    switch (columnar::info(field).type) {
        case FieldType::text:
            return Kin::text;
        case FieldType::date:
            return Kin::date;
        case FieldType::timestamp:
            return Kin::time;
        default:
            return Kin::number;
    }
}

std::string name_of(Field field) { return std::string(columnar::info(field).name); }

Node make_node(Kind kind, Field field) {
    Node node;
    node.kind = kind;
    node.field = field;
    return node;
}

// What the value, or its negation, may be where it compares so with a constant.
std::vector<NumberRange> ranges_of(Comparison comparison, const NumberConstant& constant) {
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
    std::int64_t floor = constant.floor;
    std::vector<NumberRange> below;  // less than the constant
    std::vector<NumberRange> above;
    if (constant.has_fraction) {
        below.push_back({least, floor});
    } else if (floor != least) {
        below.push_back({least, floor - 1});
    }
    if (floor != greatest) above.push_back({floor + 1, greatest});
    std::vector<NumberRange> ranges;
    auto add = [&ranges](const auto& more) {
        ranges.insert(ranges.end(), more.begin(), more.end());
    };
    if (agrees(comparison, std::strong_ordering::less)) add(below);
    if (agrees(comparison, std::strong_ordering::equal) && !constant.has_fraction) {
        ranges.push_back({floor, floor});
    }
    if (agrees(comparison, std::strong_ordering::greater)) add(above);
    return ranges;
}

class Compiler {
  public:
    // Compiles the condition or its negation, and gives its columns their own names.
    Compiled compile(Condition& condition, Sense sense) {
        bool is_negated = sense == Sense::negated;
        switch (condition.kind) {
            case ConditionKind::all:
                return group(condition, is_negated ? Kind::any : Kind::all, sense);
            case ConditionKind::any:
                return group(condition, is_negated ? Kind::all : Kind::any, sense);
            case ConditionKind::negation:
                return compile(condition.parts.front(), is_negated ? Sense::plain : Sense::negated);
            case ConditionKind::comparison:
                return comparison(
                    condition, is_negated ? opposite(condition.comparison) : condition.comparison);
            case ConditionKind::in:
                return in(condition, sense);
            case ConditionKind::like:
                return like(condition, sense);
            case ConditionKind::is_null:
                break;
        }
        auto field = column(condition.operands[0]);
        if (!field) return fail(field.error());
        Node node = make_node(Kind::null, *field);
        node.sense = sense;
        return node;
    }

  private:
    Compiled group(Condition& condition, Kind kind, Sense sense) {
        Node node = make_node(kind, {});
        for (Condition& part : condition.parts) {
            Compiled compiled = compile(part, sense);
            if (!compiled) return compiled;
            node.parts.push_back(*compiled);
        }
        return node;
    }

    static Result<Field, WhereError> column(Operand& operand) {
        if (operand.kind != OperandKind::column) {
            return fail(WhereError{"expected a column here", operand.offset});
        }
        auto field = find_column(operand.text);
        if (!field) {
            return fail(WhereError{"there is no column " + operand.text +
                                       "; a text stands in quotes, and the columns are " +
                                       comparable_columns(),
                                   operand.offset});
        }
        operand.text = name_of(*field);
        return *field;
    }

    static Result<Field, WhereError> comparable_column(Operand& operand) {
        auto field = column(operand);
        if (!field || is_flat(columnar::info(*field).type)) return field;
        return fail(WhereError{
            "the column " + name_of(*field) + " cannot be compared; it can only be asked IS NULL",
            operand.offset});
    }

    static Result<NumberConstant, WhereError> number(Field field, const Operand& operand) {
        std::optional<NumberConstant> value;
        std::string what = name_of(field);
        if (kin_of(field) == Kin::number) {
            if (operand.kind == OperandKind::text) {
                return fail(WhereError{what + " is a number, but this is a text", operand.offset});
            }
            value = parse_number(operand.text);
            what = "this number is too large";
        } else {
            if (operand.kind == OperandKind::text) value = parse_moment(operand.text);
            bool is_date = kin_of(field) == Kin::date;
            what += is_date ? " is a date, such as '2017-04-01'"
                            : " is a time, such as '2017-04-01 12:30:15'";
            if (is_date && value) value = to_days(*value);
        }
        if (!value) return fail(WhereError{what, operand.offset});
        return *value;
    }

    static Result<std::string, WhereError> text(Field field, const Operand& operand) {
        if (operand.kind == OperandKind::text) return operand.text;
        return fail(WhereError{name_of(field) + " is a text; write '" + operand.text + "'",
                               operand.offset});
    }

    Compiled comparison(Condition& condition, Comparison comparison) {
        Operand* left = &condition.operands[0];
        Operand* right = &condition.operands[1];
        if (left->kind != OperandKind::column && right->kind != OperandKind::column) {
            return fail(
                WhereError{"two constants are compared; one side must be a column, without quotes",
                           left->offset});
        }
        if (left->kind != OperandKind::column) {
            std::swap(left, right);
            comparison = mirrored(comparison);
        }
        auto field = comparable_column(*left);
        if (!field) return fail(field.error());
        if (right->kind == OperandKind::column) return columns(*field, comparison, *right);
        Node node = make_node(Kind::number, *field);
        node.comparison = comparison;
        if (kin_of(*field) == Kin::text) {
            node.kind = Kind::text;
            auto value = text(*field, *right);
            if (!value) return fail(value.error());
            node.texts.push_back(*value);
        } else {
            auto value = number(*field, *right);
            if (!value) return fail(value.error());
            node.ranges = ranges_of(comparison, *value);
        }
        return node;
    }

    static Compiled columns(Field field, Comparison comparison, Operand& right) {
        auto other = comparable_column(right);
        if (!other) return fail(other.error());
        if (kin_of(field) != kin_of(*other)) {
            return fail(WhereError{name_of(field) + " and " + name_of(*other) +
                                       " are of different types and cannot be compared",
                                   right.offset});
        }
        Node node = make_node(Kind::columns, field);
        node.other = *other;
        node.comparison = comparison;
        return node;
    }

    Compiled in(Condition& condition, Sense sense) {
        auto field = comparable_column(condition.operands[0]);
        if (!field) return fail(field.error());
        bool is_text = kin_of(*field) == Kin::text;
        Node node = make_node(is_text ? Kind::text_in : Kind::number, *field);
        node.sense = sense;
        std::vector<NumberConstant> numbers;
        for (std::size_t i = 1; i < condition.operands.size(); ++i) {
            if (is_text) {
                auto value = text(*field, condition.operands[i]);
                if (!value) return fail(value.error());
                node.texts.push_back(*value);
            } else {
                auto value = number(*field, condition.operands[i]);
                if (!value) return fail(value.error());
                if (!value->has_fraction) numbers.push_back(*value);
            }
        }
        std::ranges::sort(node.texts);
        if (!is_text) node.ranges = ranges_of_set(numbers, sense);
        return node;
    }

    static std::vector<NumberRange> ranges_of_set(std::vector<NumberConstant>& numbers,
                                                  Sense sense) {
        std::ranges::sort(numbers, {}, &NumberConstant::floor);
        std::vector<NumberRange> ranges;
        NumberRange rest;  // what is above the numbers seen
        bool has_rest = true;
        for (const NumberConstant& number : numbers) {
            if (sense == Sense::plain) {
                ranges.push_back({number.floor, number.floor});
                continue;
            }
            if (!has_rest || number.floor < rest.least) continue;  // given twice
            if (number.floor > rest.least) ranges.push_back({rest.least, number.floor - 1});
            has_rest = number.floor != rest.greatest;
            if (has_rest) rest.least = number.floor + 1;
        }
        if (sense == Sense::negated && has_rest) ranges.push_back(rest);
        return ranges;
    }

    Compiled like(Condition& condition, Sense sense) {
        auto field = comparable_column(condition.operands[0]);
        if (!field) return fail(field.error());
        if (kin_of(*field) != Kin::text) {
            return fail(WhereError{name_of(*field) + " is no text; LIKE takes a text",
                                   condition.operands[0].offset});
        }
        auto pattern = text(*field, condition.operands[1]);
        if (!pattern) return fail(pattern.error());
        Node node = make_node(Kind::like, *field);
        node.sense = sense;
        node.texts.push_back(*pattern);
        return node;
    }

    // The names that can be compared, for messages.
    static std::string comparable_columns() {
        std::string names;
        for (const columnar::FieldInfo& field : columnar::fields) {
            if (!is_flat(field.type)) continue;
            if (!names.empty()) names += ", ";
            names += field.name;
        }
        return names;
    }
};

void collect_fields(const Node& node, std::vector<Field>& fields) {
    auto add = [&fields](Field field) {
        if (std::ranges::find(fields, field) == fields.end()) fields.push_back(field);
    };
    for (const Node& part : node.parts) collect_fields(part, fields);
    if (node.kind == Kind::all || node.kind == Kind::any) return;
    add(node.field);
    if (node.kind == Kind::columns) add(node.other);
}

}  // namespace

Filter::Filter(Condition condition, std::unique_ptr<const Node> root)
    : condition_(std::move(condition)), root_(std::move(root)) {
    collect_fields(*root_, fields_);
}
Filter::Filter(Filter&&) noexcept = default;
Filter& Filter::operator=(Filter&&) noexcept = default;
Filter::~Filter() = default;

Result<Filter, WhereError> Filter::compile(const Condition& condition) {
    Condition named = condition;
    Compiled root = Compiler().compile(named, Sense::plain);
    if (!root) return fail(root.error());
    return Filter(std::move(named), std::make_unique<const Node>(*std::move(root)));
}

bool Filter::may_match(const BoundsOf& bounds_of, std::uint64_t rows) const {
    return search::may_match(*root_, bounds_of, rows);
}

void Filter::apply(const columnar::RowBatch& batch, std::span<std::uint8_t> mask) const {
    RowMask wanted = matches(*root_, batch);
    for (std::size_t i = 0; i < mask.size(); ++i) mask[i] &= wanted[i];
}

std::string Filter::to_sql(Quote quote) const { return to_text(condition_, quote); }

}  // namespace ign::search
