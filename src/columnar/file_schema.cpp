#include "file_schema.hpp"

#include <algorithm>
#include <string>

namespace ign::columnar {
namespace {

using parquet::LogicalType;
using parquet::Repetition;
using parquet::Type;
using parquet::schema::GroupNode;
using parquet::schema::NodePtr;
using parquet::schema::PrimitiveNode;

NodePtr text(const std::string& name, Repetition::type repetition) {
    return PrimitiveNode::Make(name, repetition, LogicalType::String(), Type::BYTE_ARRAY);
}

NodePtr integer(const std::string& name, int bits) {
    return PrimitiveNode::Make(name, Repetition::OPTIONAL, LogicalType::Int(bits, true),
                               bits == 64 ? Type::INT64 : Type::INT32);
}

NodePtr list(const std::string& name, int bits) {
    NodePtr element = integer("element", bits);
    NodePtr repeated = GroupNode::Make("list", Repetition::REPEATED, {element});
    return GroupNode::Make(name, Repetition::OPTIONAL, {repeated}, LogicalType::List());
}

NodePtr map(const std::string& name) {
    NodePtr repeated =
        GroupNode::Make("key_value", Repetition::REPEATED,
                        {text("key", Repetition::REQUIRED), text("value", Repetition::REQUIRED)});
    return GroupNode::Make(name, Repetition::OPTIONAL, {repeated}, LogicalType::Map());
}

// Of a map, its first leaf makes the whole node; its second none.
NodePtr node(Field field) {
    std::string name(info(field).name);
    switch (info(field).type) {
        case FieldType::text:
            return text(name, Repetition::OPTIONAL);
        case FieldType::binary:
            return PrimitiveNode::Make(name, Repetition::OPTIONAL, Type::BYTE_ARRAY);
        case FieldType::int16:
            return integer(name, 16);
        case FieldType::int32:
            return integer(name, 32);
        case FieldType::int64:
            return integer(name, 64);
        case FieldType::date:
            return PrimitiveNode::Make(name, Repetition::OPTIONAL, LogicalType::Date(),
                                       Type::INT32);
        case FieldType::timestamp:
            return PrimitiveNode::Make(name, Repetition::OPTIONAL,
                                       LogicalType::Timestamp(true, LogicalType::TimeUnit::MILLIS),
                                       Type::INT64);
        case FieldType::int16_list:
            return list(name, 16);
        case FieldType::int32_list:
            return list(name, 32);
        case FieldType::map_key:
            return map(name);
        case FieldType::map_value:
            break;
    }
    return nullptr;
}

}  // namespace

FileSchema::FileSchema(const std::vector<Field>& absent) {
    auto is_absent = [&absent](Field field) {
        return std::any_of(absent.begin(), absent.end(),
                           [field](Field other) { return info(other).name == info(field).name; });
    };
    parquet::schema::NodeVector nodes;
    for (std::size_t i = 0; i < field_count; ++i) {
        auto field = static_cast<Field>(i);
        if (is_absent(field)) continue;
        leaves.push_back(field);
        if (NodePtr column = node(field)) nodes.push_back(std::move(column));
    }
    descriptor.Init(GroupNode::Make("schema", Repetition::REQUIRED, nodes));
}

}  // namespace ign::columnar
