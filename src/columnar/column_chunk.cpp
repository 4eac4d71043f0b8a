#include "column_chunk.hpp"

#include <parquet/metadata.h>

#include <string_view>
#include <utility>

#include "block_writer.hpp"
#include "page_recorder.hpp"
#include "split_list_pages.hpp"

namespace ign::columnar {
namespace {

constexpr bool is_bytes(FieldType type) {
    return type == FieldType::text || type == FieldType::binary || type == FieldType::map_key ||
           type == FieldType::map_value;
}

// Parquet's writer leaves its totals in the metadata builder alone, from where they are read back.
void read_totals(const parquet::ColumnChunkMetaDataBuilder& builder,
                 const parquet::ColumnDescriptor& column,
                 const parquet::WriterProperties& properties, ColumnChunk& chunk) {
    parquet::ApplicationVersion version(properties.created_by());
    auto metadata = parquet::ColumnChunkMetaData::Make(
        builder.contents(), &column, parquet::default_reader_properties(), &version);
    chunk.slots = metadata->num_values();
    chunk.data_offset = metadata->data_page_offset();
    chunk.size = metadata->total_compressed_size();
    chunk.uncompressed_size = metadata->total_uncompressed_size();
    for (const parquet::PageEncodingStats& pages : metadata->encoding_stats()) {
        bool is_dictionary = pages.page_type == parquet::PageType::DICTIONARY_PAGE;
        (is_dictionary ? chunk.dictionary_pages : chunk.data_pages)[pages.encoding] += pages.count;
    }
    if (auto statistics = metadata->encoded_statistics()) {
        chunk.statistics = *statistics;
        // Not kept in the metadata: whether the fields for signed values are written as well.
        chunk.statistics.set_is_signed(column.sort_order() == parquet::SortOrder::SIGNED);
    }
    if (auto sizes = metadata->size_statistics()) chunk.sizes = *sizes;
}

}  // namespace

ColumnEncoder::ColumnEncoder(Field field, const parquet::ColumnDescriptor& column,
                             std::shared_ptr<parquet::WriterProperties> properties,
                             std::string_view constant)
    : field_(field),
      column_(column),
      properties_(std::move(properties)),
      constant_(constant),
      metadata_(parquet::ColumnChunkMetaDataBuilder::Make(properties_, &column)) {
    auto pages = std::make_unique<PageRecorder>(column, properties_, metadata_.get(), chunk_);
    if (SplitListPages::suits(column, *properties_)) {
        blocks_ = std::make_unique<SplitListPages>(column, *properties_, std::move(pages));
        return;
    }
    auto writer = parquet::ColumnWriter::Make(metadata_.get(), std::move(pages), properties_.get());
    if (is_bytes(info(field).type)) {
        blocks_ = std::make_unique<BlockWriter<parquet::ByteArrayType>>(column, std::move(writer));
    } else if (column.physical_type() == parquet::Type::INT64) {
        blocks_ = std::make_unique<BlockWriter<parquet::Int64Type>>(column, std::move(writer));
    } else {
        blocks_ = std::make_unique<BlockWriter<parquet::Int32Type>>(column, std::move(writer));
    }
}

ColumnEncoder::~ColumnEncoder() = default;

void ColumnEncoder::add(std::span<const RowSlice> rows) {
    for (const RowSlice& slice : rows) {
        if (field_ == Field::numbering) {
            blocks_->add_constant(slice.count, constant_);
        } else {
            blocks_->add(slice, (*slice.batch)[field_]);
        }
    }
}

ColumnChunk ColumnEncoder::finish() {
    blocks_->finish();
    read_totals(*metadata_, column_, *properties_, chunk_);
    // The next column uses their memory.
    blocks_.reset();
    metadata_.reset();
    return std::move(chunk_);
}

}  // namespace ign::columnar
