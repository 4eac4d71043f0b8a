#include "column_info.hpp"

#include <arrow/util/compression.h>

#include <set>
#include <string>

namespace ign::columnar {
namespace {

std::string encoding_name(parquet::Encoding::type encoding) {
    // Format version 1 gave the dictionary's indices the name of the dictionary's page.
    if (encoding == parquet::Encoding::PLAIN_DICTIONARY) return "RLE_DICTIONARY";
    return parquet::EncodingToString(encoding);
}

void add_encodings(const parquet::ColumnChunkMetaData& chunk, std::set<std::string>& names) {
    for (const parquet::PageEncodingStats& pages : chunk.encoding_stats()) {
        if (pages.page_type == parquet::PageType::DICTIONARY_PAGE) continue;
        names.insert(encoding_name(pages.encoding));
    }
    if (!chunk.encoding_stats().empty()) return;
    // Without counts: levels are RLE or BIT_PACKED, and a dictionary's own values are PLAIN.
    for (parquet::Encoding::type encoding : chunk.encodings()) {
        if (encoding == parquet::Encoding::RLE || encoding == parquet::Encoding::BIT_PACKED)
            continue;
        if (encoding == parquet::Encoding::PLAIN && chunk.has_dictionary_page()) continue;
        names.insert(encoding_name(encoding));
    }
}

std::string type_name(const parquet::ColumnDescriptor& column) {
    std::string name = parquet::TypeToString(column.physical_type());
    const auto& logical = column.logical_type();
    if (logical && !logical->is_none()) name.append(" ").append(logical->ToString());
    return name;
}

std::string codec_name(parquet::Compression::type codec) {
    std::string name = ::arrow::util::Codec::GetCodecAsString(codec);
    for (char& c : name) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return name;
}

std::optional<Field> field_of(const parquet::ColumnDescriptor& descriptor) {
    std::vector<std::string> path = descriptor.path()->ToDotVector();
    for (std::size_t i = 0; i < field_count; ++i) {
        auto field = static_cast<Field>(i);
        if (info(field).name != path.front()) continue;
        if (info(field).type != FieldType::map_key) return field;
        return path.back() == "key" ? Field::tags_key : Field::tags_value;
    }
    return std::nullopt;
}

ColumnInfo column_info(const parquet::FileMetaData& metadata, int i) {
    const parquet::ColumnDescriptor& descriptor = *metadata.schema()->Column(i);
    ColumnInfo column;
    column.path = descriptor.path()->ToDotString();
    column.field = field_of(descriptor);
    column.type = type_name(descriptor);
    std::set<std::string> encodings;
    for (int group = 0; group < metadata.num_row_groups(); ++group) {
        auto row_group = metadata.RowGroup(group);
        auto chunk = row_group->ColumnChunk(i);
        if (group == 0) column.codec = codec_name(chunk->compression());
        column.values += static_cast<std::uint64_t>(chunk->num_values());
        column.compressed_bytes += static_cast<std::uint64_t>(chunk->total_compressed_size());
        column.uncompressed_bytes += static_cast<std::uint64_t>(chunk->total_uncompressed_size());
        add_encodings(*chunk, encodings);
    }
    column.encodings.assign(encodings.begin(), encodings.end());
    return column;
}

}  // namespace

std::vector<ColumnInfo> column_infos(const parquet::FileMetaData& metadata) {
    std::vector<ColumnInfo> columns;
    columns.reserve(static_cast<std::size_t>(metadata.num_columns()));
    for (int i = 0; i < metadata.num_columns(); ++i) columns.push_back(column_info(metadata, i));
    return columns;
}

}  // namespace ign::columnar
