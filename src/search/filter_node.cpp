#include "filter_node.hpp"

#include <algorithm>

namespace ign::search {
namespace {

using columnar::ColumnBounds;
using columnar::Field;
using columnar::Leaf;
using Node = Filter::Node;
using Kind = Node::Kind;

// Calls `use(row, value index)` for each row whose value is not NULL.
template <class Use>
void for_each_value(const Leaf& leaf, Use use) {
    std::size_t value = 0;
    for (std::size_t row = 0; row < leaf.definition.size(); ++row) {
        if (leaf.definition[row] != 0) use(row, value++);
    }
}

bool has_longs(Field field) {
    columnar::FieldType type = columnar::info(field).type;
    return type == columnar::FieldType::int64 || type == columnar::FieldType::timestamp;
}

std::int64_t number_at(const Leaf& leaf, bool is_long, std::size_t value) {
    return is_long ? leaf.longs[value] : leaf.ints[value];
}

bool is_in(std::int64_t value, const std::vector<NumberRange>& ranges) {
    return std::ranges::any_of(ranges, [value](NumberRange range) {
        return value >= range.least && value <= range.greatest;
    });
}

void ask_numbers(const Node& node, const Leaf& leaf, RowMask& mask) {
    bool is_long = has_longs(node.field);
    if (node.ranges.size() == 1) {  // as of most conditions, and without a branch
        const NumberRange range = node.ranges.front();
        for_each_value(leaf, [&](std::size_t row, std::size_t value) {
            std::int64_t number = number_at(leaf, is_long, value);
            mask[row] = (number >= range.least) & (number <= range.greatest);
        });
        return;
    }
    for_each_value(leaf, [&](std::size_t row, std::size_t value) {
        mask[row] = is_in(number_at(leaf, is_long, value), node.ranges);
    });
}

bool is_text_wanted(const Node& node, std::string_view text) {
    bool is_plain = node.sense == Sense::plain;
    switch (node.kind) {
        case Kind::text:
            if (node.comparison == Comparison::equal) return text == node.texts[0];
            return agrees(node.comparison, text <=> std::string_view(node.texts[0]));
        case Kind::text_in:
            return std::ranges::binary_search(node.texts, text) == is_plain;
        default:
            return is_like(text, node.texts[0]) == is_plain;
    }
}

void ask_columns(const Node& node, const columnar::RowBatch& batch, RowMask& mask) {
    const Leaf& left = batch[node.field];
    const Leaf& right = batch[node.other];
    bool is_text = columnar::info(node.field).type == columnar::FieldType::text;
    std::size_t i = 0;
    std::size_t j = 0;
    std::size_t rows = std::min(left.definition.size(), right.definition.size());
    for (std::size_t row = 0; row < rows; ++row) {
        bool has_left = left.definition[row] != 0;
        bool has_right = right.definition[row] != 0;
        if (has_left && has_right) {
            std::strong_ordering order = is_text ? left.bytes_at(i) <=> right.bytes_at(j)
                                                 : number_at(left, has_longs(node.field), i) <=>
                                                       number_at(right, has_longs(node.other), j);
            mask[row] = agrees(node.comparison, order);
        }
        i += has_left;
        j += has_right;
    }
}

// Lists have several slots a row.
void ask_null(const Node& node, const Leaf& leaf, RowMask& mask) {
    bool is_plain = node.sense == Sense::plain;
    bool is_repeated = leaf.repetition.size() != 0;
    std::size_t row = 0;
    for (std::size_t slot = 0; slot < leaf.definition.size(); ++slot) {
        if (is_repeated && leaf.repetition[slot] != 0) continue;
        mask[row++] = (leaf.definition[slot] == 0) == is_plain;
    }
}

void ask_parts(const Node& node, const columnar::RowBatch& batch, RowMask& mask) {
    bool is_all = node.kind == Kind::all;
    std::ranges::fill(mask, is_all ? 1 : 0);
    for (const Node& part : node.parts) {
        RowMask wanted = matches(part, batch);
        for (std::size_t i = 0; i < mask.size(); ++i) {
            mask[i] = is_all ? mask[i] & wanted[i] : mask[i] | wanted[i];
        }
    }
}

bool may_be_text(const Node& node, const ColumnBounds& bounds) {
    if (!bounds.least_text || !bounds.greatest_text) return true;
    const std::string& least = *bounds.least_text;
    const std::string& greatest = *bounds.greatest_text;
    auto may_equal = [&](const std::string& text) { return least <= text && text <= greatest; };
    if (node.kind == Kind::text) {
        const std::string& text = node.texts[0];
        switch (node.comparison) {
            case Comparison::equal:
                return may_equal(text);
            case Comparison::unequal:
                return least != text || greatest != text;
            case Comparison::less:
            case Comparison::at_most:
                return agrees(node.comparison, least <=> text);
            case Comparison::greater:
            case Comparison::at_least:
                return agrees(node.comparison, greatest <=> text);
        }
    }
    if (node.sense == Sense::negated) return true;
    if (node.kind == Kind::text_in) return std::ranges::any_of(node.texts, may_equal);
    std::string prefix = node.texts[0].substr(0, node.texts[0].find_first_of("%_"));
    return least.compare(0, prefix.size(), prefix) <= 0 && greatest >= prefix;
}

bool may_be_number(const Node& node, const ColumnBounds& bounds) {
    if (!bounds.least || !bounds.greatest) return true;
    return std::ranges::any_of(node.ranges, [&bounds](NumberRange range) {
        return range.least <= *bounds.greatest && range.greatest >= *bounds.least;
    });
}

}  // namespace

bool is_like(std::string_view text, std::string_view pattern) {
    auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; };
    std::size_t at = 0;
    std::size_t in_pattern = 0;
    // Where the last % stands, and how much of the text it has taken: the only choice to be taken
    // back.
    std::size_t last_any = std::string_view::npos;
    std::size_t taken = 0;
    while (at < text.size()) {
        char want = in_pattern < pattern.size() ? pattern[in_pattern] : '\0';
        bool has_more = in_pattern < pattern.size();
        if (has_more && want == '%') {
            last_any = in_pattern++;
            taken = at;
        } else if (has_more && want == '_') {
            ++in_pattern;
            do ++at;
            while (at < text.size() && is_continuation(text[at]));
        } else if (has_more && want == text[at]) {
            ++in_pattern;
            ++at;
        } else if (last_any != std::string_view::npos) {
            in_pattern = last_any + 1;
            // A % takes whole characters, so that _ never begins inside one.
            do ++taken;
            while (taken < text.size() && is_continuation(text[taken]));
            at = taken;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('%', in_pattern) == std::string_view::npos;
}

RowMask matches(const Node& node, const columnar::RowBatch& batch) {
    RowMask mask(batch.rows(), 0);
    const Leaf& leaf = batch[node.field];
    switch (node.kind) {
        case Kind::all:
        case Kind::any:
            ask_parts(node, batch, mask);
            break;
        case Kind::number:
            ask_numbers(node, leaf, mask);
            break;
        case Kind::columns:
            ask_columns(node, batch, mask);
            break;
        case Kind::null:
            ask_null(node, leaf, mask);
            break;
        default:
            for_each_value(leaf, [&](std::size_t row, std::size_t value) {
                mask[row] = is_text_wanted(node, leaf.bytes_at(value));
            });
            break;
    }
    return mask;
}

bool may_match(const Node& node, const Filter::BoundsOf& bounds_of, std::uint64_t rows) {
    auto part_may = [&](const Node& part) { return may_match(part, bounds_of, rows); };
    if (node.kind == Kind::all) return std::ranges::all_of(node.parts, part_may);
    if (node.kind == Kind::any) return std::ranges::any_of(node.parts, part_may);
    ColumnBounds bounds = bounds_of(node.field);
    if (node.kind == Kind::null) {
        return !bounds.nulls ||
               (node.sense == Sense::plain ? *bounds.nulls != 0 : *bounds.nulls < rows);
    }
    if (bounds.nulls && *bounds.nulls >= rows) return false;
    if (node.kind == Kind::columns) return true;
    return node.kind == Kind::number ? may_be_number(node, bounds) : may_be_text(node, bounds);
}

}  // namespace ign::search
