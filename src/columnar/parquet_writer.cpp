// The file, in order:
//
//     "PAR1"
//     row groups        for each leaf column: dictionary page, data pages
//     column indexes    of all chunks: least and greatest value of each page
//     offset indexes    of all chunks: where each page begins, and its first row
//     footer            thrift FileMetaData: schema, chunks, key-value metadata
//     4 bytes           length of the footer, little-endian
//     "PAR1"

#include "ign/columnar/parquet_writer.hpp"

#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/metadata.h>
#include <parquet/page_index.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "column_chunk.hpp"
#include "encodings.hpp"
#include "file_schema.hpp"
#include "ign/columnar/errors.hpp"
#include "ign/tasks/for_each.hpp"

namespace ign::columnar {
namespace {

constexpr std::string_view magic = "PAR1";

// Of a growing row group, so many rows are encoded at a time: few enough to be in the cache still.
constexpr std::size_t part_rows = 8192;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

// Takes what Arrow serialises, which thereby never meets the exceptions of the real sink. Positions
// are those in the file.
class StringStream : public ::arrow::io::OutputStream {
  public:
    explicit StringStream(std::uint64_t position) : position_(position) {}

    ::arrow::Status Write(const void* data, int64_t size) override {
        text_.append(static_cast<const char*>(data), static_cast<std::size_t>(size));
        return ::arrow::Status::OK();
    }
    ::arrow::Status Close() override {
        closed_ = true;
        return ::arrow::Status::OK();
    }
    [[nodiscard]] bool closed() const override { return closed_; }
    [[nodiscard]] ::arrow::Result<int64_t> Tell() const override {
        return static_cast<int64_t>(position_ + text_.size());
    }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::uint64_t position_;
    std::string text_;
    bool closed_ = false;
};

}  // namespace

EncodedRowGroup::EncodedRowGroup(std::unique_ptr<Chunks> chunks) : chunks_(std::move(chunks)) {}
EncodedRowGroup::EncodedRowGroup(EncodedRowGroup&&) noexcept = default;
EncodedRowGroup& EncodedRowGroup::operator=(EncodedRowGroup&&) noexcept = default;
EncodedRowGroup::~EncodedRowGroup() = default;
std::size_t EncodedRowGroup::rows() const { return chunks_->rows; }
std::uint64_t EncodedRowGroup::bytes() const { return chunks_->bytes; }

struct RowGroupEncoder::Layout {
    explicit Layout(const WriterOptions& options)
        : schema(options.absent),
          of_few(writer_properties(schema, options.zstd_level, Variety::few)),
          of_many(writer_properties(schema, options.zstd_level, Variety::many)),
          numbering(options.numbering) {}

    [[nodiscard]] const std::shared_ptr<parquet::WriterProperties>& properties(
        Field field, std::span<const RowSlice> rows) const {
        bool is_many = depends_on_variety(field) && variety_of(field, rows) == Variety::many;
        return is_many ? of_many : of_few;
    }

    FileSchema schema;
    std::shared_ptr<parquet::WriterProperties> of_few;
    std::shared_ptr<parquet::WriterProperties> of_many;
    std::string numbering;
};

RowGroupEncoder::RowGroupEncoder(const WriterOptions& options)
    : layout_(std::make_unique<const Layout>(options)) {}
RowGroupEncoder::RowGroupEncoder(RowGroupEncoder&&) noexcept = default;
RowGroupEncoder& RowGroupEncoder::operator=(RowGroupEncoder&&) noexcept = default;
RowGroupEncoder::~RowGroupEncoder() = default;

EncodedRowGroup RowGroupEncoder::encode(std::span<const RowSlice> rows) const {
    GrowingRowGroup group(*this);
    group.add(rows);
    return group.finish();
}

// The rows of a chunk whose encoding depends on its values wait until enough of them are known.
struct GrowingRowGroup::State {
    explicit State(const RowGroupEncoder::Layout& of) : layout(of) {}

    void begin_columns() {
        const std::vector<Field>& leaves = layout.schema.leaves;
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            columns.push_back(std::make_unique<ColumnEncoder>(
                leaves[i], *layout.schema.descriptor.Column(static_cast<int>(i)),
                layout.properties(leaves[i], waiting), layout.numbering));
        }
    }

    void encode_waiting() {
        if (columns.empty()) begin_columns();
        in_columns([this](std::size_t i) { columns[i]->add(waiting); });
        keep_last_block();
    }

    // Their encoders may still hold rows of it.
    void keep_last_block() {
        kept.insert(kept.end(), std::make_move_iterator(waiting.begin()),
                    std::make_move_iterator(waiting.end()));
        waiting.clear();
        waiting_rows = 0;
        std::size_t last_rows = 0;
        auto first = kept.end();
        while (first != kept.begin() && last_rows < block_rows) last_rows += (--first)->count;
        kept.erase(kept.begin(), first);
    }

    template <class Encode>
    void in_columns(const Encode& encode) {
        try {
            tasks::for_each_index(columns.size(), encode);
        } catch (const parquet::ParquetException& error) {
            throw ParquetError(std::string("cannot encode a row group: ") + error.what() +
                               "; make the row groups smaller");
        }
    }

    const RowGroupEncoder::Layout& layout;
    std::size_t rows = 0;
    std::vector<RowSlice> waiting;
    std::size_t waiting_rows = 0;
    std::vector<RowSlice> kept;
    std::vector<std::unique_ptr<ColumnEncoder>> columns;
};

GrowingRowGroup::GrowingRowGroup(const RowGroupEncoder& encoder)
    : state_(std::make_unique<State>(*encoder.layout_)) {}
GrowingRowGroup::GrowingRowGroup(GrowingRowGroup&&) noexcept = default;
GrowingRowGroup& GrowingRowGroup::operator=(GrowingRowGroup&&) noexcept = default;
GrowingRowGroup::~GrowingRowGroup() = default;

void GrowingRowGroup::add(std::span<const RowSlice> rows) {
    for (const RowSlice& slice : rows) {
        state_->waiting.push_back(slice);
        state_->waiting_rows += slice.count;
        state_->rows += slice.count;
    }
    if (state_->waiting_rows >= (state_->columns.empty() ? variety_rows : part_rows))
        state_->encode_waiting();
}

std::size_t GrowingRowGroup::rows() const { return state_->rows; }

EncodedRowGroup GrowingRowGroup::finish() {
    state_->encode_waiting();
    auto group = std::make_unique<EncodedRowGroup::Chunks>();
    group->rows = state_->rows;
    group->columns.resize(state_->columns.size());
    state_->in_columns([&](std::size_t i) { group->columns[i] = state_->columns[i]->finish(); });
    for (const ColumnChunk& chunk : group->columns) {
        group->bytes += static_cast<std::uint64_t>(chunk.size);
    }
    return EncodedRowGroup(std::move(group));
}

class FileWriter::State {
  public:
    State(Write write, const WriterOptions& options)
        : write_(std::move(write)),
          schema_(options.absent),
          properties_(writer_properties(schema_, options.zstd_level, Variety::few)),
          metadata_(parquet::FileMetaDataBuilder::Make(&schema_.descriptor, properties_)),
          page_index_(parquet::PageIndexBuilder::Make(&schema_.descriptor)) {
        key_values_ = ::arrow::key_value_metadata({"ign.version", "ign.schema", "ign.numbering"},
                                                  {IGN_VERSION, "1", options.numbering});
        add_key_values(options.metadata);
    }

    void append(const EncodedRowGroup::Chunks& group) {
        if (position_ == 0) put(bytes_of(magic));
        note(group, [&](const ColumnChunk& chunk) {
            chunk.bytes.for_first(static_cast<std::uint64_t>(chunk.size),
                                  [this](std::span<const std::byte> bytes) { put(bytes); });
        });
    }

    void skip(const EncodedRowGroup::Chunks& group) {
        if (group.columns.size() != schema_.leaves.size()) {
            throw ParquetError("a row group has other columns than the file it stands in");
        }
        if (position_ == 0) position_ = magic.size();
        note(group, [&](const ColumnChunk& chunk) {
            position_ += static_cast<std::uint64_t>(chunk.size);
        });
    }

    void finish(const std::vector<std::pair<std::string, std::string>>& metadata) {
        if (position_ == 0) put(bytes_of(magic));
        add_key_values(metadata);
        page_index_->Finish();
        StringStream tail(position_);
        auto locations = page_index_->WriteTo(&tail);
        metadata_->SetIndexLocations(parquet::IndexKind::kColumnIndex,
                                     locations.column_index_locations);
        metadata_->SetIndexLocations(parquet::IndexKind::kOffsetIndex,
                                     locations.offset_index_locations);
        std::string footer = metadata_->Finish(key_values_)->SerializeToString();
        put(bytes_of(tail.text()));
        put(bytes_of(footer));
        auto length = static_cast<std::uint32_t>(footer.size());
        std::array<std::byte, 4> length_bytes;
        for (std::size_t i = 0; i < 4; ++i) length_bytes[i] = std::byte(length >> (8 * i));
        put(length_bytes);
        put(bytes_of(magic));
    }

    [[nodiscard]] std::uint64_t position() const { return position_; }
    [[nodiscard]] std::uint64_t rows() const { return rows_; }

  private:
    // Notes the chunks, each before `put_chunk` moves the position behind it.
    template <class Put>
    void note(const EncodedRowGroup::Chunks& group, Put put_chunk) {
        auto* metadata = metadata_->AppendRowGroup();
        metadata->set_num_rows(static_cast<std::int64_t>(group.rows));
        page_index_->AppendRowGroup();
        std::int64_t uncompressed = 0;
        for (std::size_t i = 0; i < group.columns.size(); ++i) {
            const ColumnChunk& chunk = group.columns[i];
            note_chunk(chunk, *metadata->NextColumnChunk());
            note_pages(chunk, static_cast<std::int32_t>(i));
            uncompressed += chunk.uncompressed_size;
            put_chunk(chunk);
        }
        metadata->Finish(uncompressed);
        rows_ += group.rows;
    }

    void add_key_values(const std::vector<std::pair<std::string, std::string>>& pairs) {
        for (const auto& [key, value] : pairs) key_values_->Append(key, value);
    }

    void put(std::span<const std::byte> bytes) {
        write_(bytes);
        position_ += bytes.size();
    }

    void note_chunk(const ColumnChunk& chunk, parquet::ColumnChunkMetaDataBuilder& metadata) {
        if (chunk.statistics.is_set()) metadata.SetStatistics(chunk.statistics);
        if (chunk.sizes.is_set()) metadata.SetSizeStatistics(chunk.sizes);
        auto begin = static_cast<std::int64_t>(position_);
        metadata.Finish(chunk.slots, chunk.has_dictionary ? begin : -1, -1,
                        begin + chunk.data_offset, chunk.size, chunk.uncompressed_size,
                        chunk.has_dictionary, chunk.fell_back, chunk.dictionary_pages,
                        chunk.data_pages);
    }

    void note_pages(const ColumnChunk& chunk, std::int32_t column) {
        auto* values = page_index_->GetColumnIndexBuilder(column);
        auto* offsets = page_index_->GetOffsetIndexBuilder(column);
        for (const Page& page : chunk.pages) {
            if (values != nullptr) values->AddPage(page.statistics, page.sizes);
            offsets->AddPage(static_cast<std::int64_t>(position_) + page.offset, page.size,
                             page.first_row, page.sizes.unencoded_byte_array_data_bytes);
        }
        if (values != nullptr) values->Finish();
        offsets->Finish(0);
    }

    Write write_;
    FileSchema schema_;
    std::shared_ptr<parquet::WriterProperties> properties_;
    std::unique_ptr<parquet::FileMetaDataBuilder> metadata_;
    std::unique_ptr<parquet::PageIndexBuilder> page_index_;
    std::shared_ptr<::arrow::KeyValueMetadata> key_values_;
    std::uint64_t position_ = 0;
    std::uint64_t rows_ = 0;
};

FileWriter::FileWriter(Write write, const WriterOptions& options)
    : state_(std::make_unique<State>(std::move(write), options)) {}
FileWriter::FileWriter(FileWriter&&) noexcept = default;
FileWriter& FileWriter::operator=(FileWriter&&) noexcept = default;
FileWriter::~FileWriter() = default;

void FileWriter::append(EncodedRowGroup&& group) {
    EncodedRowGroup written = std::move(group);
    state_->append(written.chunks());
}

void FileWriter::skip(const EncodedRowGroup& group) { state_->skip(group.chunks()); }

void FileWriter::finish(const std::vector<std::pair<std::string, std::string>>& metadata) {
    state_->finish(metadata);
}

std::uint64_t FileWriter::position() const { return state_->position(); }
std::uint64_t FileWriter::rows() const { return state_->rows(); }

}  // namespace ign::columnar
