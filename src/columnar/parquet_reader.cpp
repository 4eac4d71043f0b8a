#include "ign/columnar/parquet_reader.hpp"

#include <arrow/io/file.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/reader.h>
#include <parquet/exception.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "column_bounds.hpp"
#include "column_info.hpp"
#include "leaf_conversion.hpp"
#include "leaf_reader.hpp"

namespace ign::columnar {
namespace {

bool is_map(Field field) {
    return info(field).type == FieldType::map_key || info(field).type == FieldType::map_value;
}

std::size_t value_bytes(const Leaf& leaf) {
    return leaf.ints.size() * 4 + leaf.longs.size() * 8 + leaf.bytes.size() + leaf.ends.size() * 4;
}

}  // namespace

class FileReader::State {
  public:
    /// With metadata that a reader of the same file has, the footer is not read again.
    explicit State(std::string name, std::shared_ptr<parquet::FileMetaData> metadata = nullptr)
        : name_(std::move(name)) {
        guard([&] {
            std::shared_ptr<::arrow::io::ReadableFile> file;
            PARQUET_ASSIGN_OR_THROW(file, ::arrow::io::ReadableFile::Open(name_));
            PARQUET_ASSIGN_OR_THROW(file_bytes_, file->GetSize());
            if (!metadata) expect_parquet(*file);
            file_ = parquet::ParquetFileReader::Open(
                std::move(file), parquet::default_reader_properties(), std::move(metadata));
            metadata_ = file_->metadata();
        });
        if (metadata_->num_rows() < 0) fail("says that it has a negative number of rows");
        if (const auto& pairs = metadata_->key_value_metadata()) {
            for (std::int64_t i = 0; i < pairs->size(); ++i) {
                key_values_.emplace_back(pairs->key(i), pairs->value(i));
            }
        }
    }

    [[nodiscard]] std::unique_ptr<State> clone() const {
        return std::make_unique<State>(name_, metadata_);
    }

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const parquet::FileMetaData& metadata() const { return *metadata_; }
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& key_values() const {
        return key_values_;
    }
    [[nodiscard]] std::uint64_t file_bytes() const {
        return static_cast<std::uint64_t>(file_bytes_);
    }

    [[nodiscard]] std::uint64_t row_group_rows(int group) const {
        std::int64_t rows = 0;
        guard([&] { rows = metadata_->RowGroup(group)->num_rows(); });
        if (rows < 0) fail("says that a row group has a negative number of rows");
        return static_cast<std::uint64_t>(rows);
    }

    [[nodiscard]] bool has(Field field) const { return column_of(field) >= 0; }

    [[nodiscard]] std::vector<ColumnInfo> columns() const {
        std::vector<ColumnInfo> columns;
        guard([&] { columns = column_infos(*metadata_); });
        return columns;
    }

    [[nodiscard]] ColumnBounds bounds(int group, Field field) const {
        ColumnBounds bounds;
        guard([&] {
            int column = flat_leaf_of(field);
            if (column < 0) return;
            auto statistics = metadata_->RowGroup(group)->ColumnChunk(column)->statistics();
            if (statistics) {
                bounds = bounds_of(*statistics, *metadata_->schema()->Column(column), field);
            }
        });
        return bounds;
    }

    RowBatch read_row_group(int group, std::span<const Field> wanted) {
        RowBatch batch;
        std::uint64_t rows = row_group_rows(group);
        bool has_map = false;
        for (Field field : wanted) {
            if (is_map(field) && std::exchange(has_map, true)) continue;
            if (int column = column_of(field); column >= 0) {
                read_column(group, column, field, rows, batch);
            }
        }
        end_rows(rows, batch);
        return batch;
    }

    void open_row_group(int group, std::span<const Field> wanted, std::size_t rows_at_a_time) {
        opened_ = {group, row_group_rows(group), 0, rows_at_a_time, {}, nullptr};
        guard([&] {
            if (open_leaves(wanted)) return;
            std::vector<int> leaves;
            for (Field field : wanted) {
                if (column_of(field) >= 0) add_leaves(info(field).name, leaves);
            }
            std::ranges::sort(leaves);
            leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
            parquet::arrow::FileReader& reader = arrow_reader();
            reader.set_batch_size(static_cast<std::int64_t>(rows_at_a_time));
            PARQUET_ASSIGN_OR_THROW(opened_.pieces, reader.GetRecordBatchReader({group}, leaves));
        });
    }

    bool read_rows(RowBatch& batch) {
        std::size_t rows = 0;
        guard([&] {
            if (!opened_.leaves.empty()) {
                rows = read_leaves(opened_.leaves, opened_.rows_at_a_time, batch);
                count_rows(rows);
            } else if (opened_.pieces) {
                rows = read_piece(batch);
            }
        });
        end_rows(rows, batch);
        return rows != 0;
    }

  private:
    // Closes rows that have been appended but for that, to a batch that had none.
    static void end_rows(std::uint64_t rows, RowBatch& batch) {
        std::size_t bytes = 0;
        for (std::size_t i = 0; i < field_count; ++i) {
            bytes += value_bytes(batch[static_cast<Field>(i)]);
        }
        if (rows == 0) return;
        batch.end_rows(rows, static_cast<std::uint32_t>(std::min<std::size_t>(
                                 bytes / rows, std::numeric_limits<std::uint32_t>::max())));
    }

    // Adds readers that do without Arrow, two for a map; false if the column needs Arrow.
    bool add_leaf_readers(int group, Field field, LeafReaders& readers) {
        constexpr std::array entries = {Field::tags_key, Field::tags_value};
        auto leaves = is_map(field) ? std::span<const Field>(entries) : std::span(&field, 1);
        for (Field leaf : leaves) {
            int place = own_leaf_of(leaf);
            if (place < 0) return false;
            readers.emplace_back(leaf, LeafReader(*parquet_file().RowGroup(group), place, leaf));
        }
        return true;
    }

    // Such readers of all the columns there are; false if one needs Arrow.
    bool open_leaves(std::span<const Field> wanted) {
        bool has_map = false;
        for (Field field : wanted) {
            if (is_map(field) && std::exchange(has_map, true)) continue;
            if (column_of(field) < 0) continue;
            if (std::ranges::count(wanted, field) != 1 ||
                !add_leaf_readers(opened_.group, field, opened_.leaves)) {
                opened_.leaves.clear();
                return false;
            }
        }
        return !opened_.leaves.empty();
    }

    // The next rows of opened_.pieces; returns how many.
    std::size_t read_piece(RowBatch& batch) {
        std::shared_ptr<::arrow::RecordBatch> piece;
        PARQUET_THROW_NOT_OK(opened_.pieces->ReadNext(&piece));
        // See read_column.
        if (piece) PARQUET_THROW_NOT_OK(piece->ValidateFull());
        std::size_t rows = piece ? static_cast<std::size_t>(piece->num_rows()) : 0;
        count_rows(rows);
        if (!piece) return 0;
        for (int i = 0; i < piece->num_columns(); ++i) {
            append_array(*field_named(piece->column_name(i)), *piece->column(i), batch);
        }
        return rows;
    }

    // Rows have been read from the opened row group, or none as it has ended.
    void count_rows(std::size_t rows) {
        opened_.rows_read += rows;
        bool is_right =
            rows != 0 ? opened_.rows_read <= opened_.rows : opened_.rows_read == opened_.rows;
        if (!is_right) fail_rows();
    }

    [[noreturn]] void fail_rows() const {
        throw ParquetError("row group " + std::to_string(opened_.group) + " has not the " +
                           std::to_string(opened_.rows) + " rows that the file says");
    }

    parquet::ParquetFileReader& parquet_file() {
        return reader_ ? *reader_->parquet_reader() : *file_;
    }

    // Made when first asked for: Arrow's schema is not needed for footers and flat columns.
    parquet::arrow::FileReader& arrow_reader() {
        if (!reader_) {
            // Reading ahead would start a thread for what a local file answers at once.
            parquet::ArrowReaderProperties properties;
            properties.set_pre_buffer(false);
            PARQUET_ASSIGN_OR_THROW(reader_,
                                    parquet::arrow::FileReader::Make(::arrow::default_memory_pool(),
                                                                     std::move(file_), properties));
        }
        return *reader_;
    }

    // The leaves of a column.
    void add_leaves(std::string_view name, std::vector<int>& leaves) const {
        const parquet::SchemaDescriptor& schema = *metadata_->schema();
        for (int i = 0; i < schema.num_columns(); ++i) {
            if (schema.Column(i)->path()->ToDotVector().front() == name) leaves.push_back(i);
        }
    }

    // The first field with the name: of the two of a map the one that both are read with.
    static std::optional<Field> field_named(std::string_view name) {
        for (std::size_t i = 0; i < field_count; ++i) {
            if (info(static_cast<Field>(i)).name == name) return static_cast<Field>(i);
        }
        return std::nullopt;
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw ParquetError(name_ + ": " + what);
    }

    static void expect_parquet(::arrow::io::ReadableFile& file) {
        constexpr std::string_view magic = "PAR1";
        std::array<char, magic.size()> first{};
        std::int64_t size = 0;
        PARQUET_ASSIGN_OR_THROW(size, file.ReadAt(0, first.size(), first.data()));
        if (std::string_view(first.data(), static_cast<std::size_t>(size)) == magic) return;
        throw ParquetError("is no Parquet file; 'ign convert' makes one of PGN");
    }

    // Whatever Arrow, or memory promised by a damaged file, has to say comes out as ParquetError.
    template <class Action>
    void guard(Action action) const {
        try {
            action();
        } catch (const ParquetError& error) {
            fail(error.what());
        } catch (const parquet::ParquetException& error) {
            fail(std::string("is a damaged Parquet file: ") + error.what());
        } catch (const std::bad_alloc&) {
            fail("needs more memory than there is, or is damaged");
        } catch (const std::length_error&) {
            fail("holds sizes that cannot be, so it is damaged");
        }
    }

    [[nodiscard]] int column_of(Field field) const {
        int found = -1;
        const parquet::schema::GroupNode& columns = *metadata_->schema()->group_node();
        for (int i = 0; i < columns.field_count(); ++i) {
            if (columns.field(i)->name() != info(field).name) continue;
            if (found >= 0) fail("has two columns " + columns.field(i)->name());
            found = i;
        }
        return found;
    }

    // The first leaf of the field's column that is as wanted, -1 if there is none.
    template <class Predicate>
    [[nodiscard]] int find_leaf(Field field, Predicate is_wanted) const {
        if (column_of(field) < 0) return -1;
        const parquet::SchemaDescriptor& leaves = *metadata_->schema();
        for (int i = 0; i < leaves.num_columns(); ++i) {
            bool is_of_column = leaves.GetColumnRoot(i)->name() == info(field).name;
            if (is_of_column && is_wanted(*leaves.Column(i))) return i;
        }
        return -1;
    }

    // The leaf of a flat column, whatever its type.
    [[nodiscard]] int flat_leaf_of(Field field) const {
        return find_leaf(field, [](const parquet::ColumnDescriptor& leaf) {
            return leaf.path()->ToDotVector().size() == 1;
        });
    }

    // The leaf that a LeafReader can read as the field.
    [[nodiscard]] int own_leaf_of(Field field) const {
        return find_leaf(field, [field](const parquet::ColumnDescriptor& leaf) {
            return LeafReader::can_read(leaf, field);
        });
    }

    void read_column(int group, int column, Field field, std::uint64_t rows, RowBatch& batch) {
        guard([&] {
            std::uint64_t read = 0;
            if (LeafReaders leaves; add_leaf_readers(group, field, leaves)) {
                read = read_leaves(leaves, rows, batch);
                read += read_leaves(leaves, 1, batch);
            } else {
                std::shared_ptr<::arrow::ChunkedArray> values;
                PARQUET_THROW_NOT_OK(arrow_reader().RowGroup(group)->Column(column)->Read(&values));
                // Offsets and indices of a damaged file are checked before anything relies on them.
                PARQUET_THROW_NOT_OK(values->ValidateFull());
                read = static_cast<std::uint64_t>(values->length());
                for (const auto& chunk : values->chunks()) append_array(field, *chunk, batch);
            }
            if (read == rows) return;
            throw ParquetError("the column " + std::string(info(field).name) + " has " +
                               std::to_string(read) + " rows in row group " +
                               std::to_string(group) + " of " + std::to_string(rows));
        });
    }

    std::string name_;
    std::int64_t file_bytes_ = 0;
    std::shared_ptr<parquet::FileMetaData> metadata_;
    std::unique_ptr<parquet::ParquetFileReader> file_;    // until reader_ has it
    std::unique_ptr<parquet::arrow::FileReader> reader_;  // see arrow_reader
    std::vector<std::pair<std::string, std::string>> key_values_;

    // What read_rows reads.
    struct OpenedGroup {
        int group = 0;
        std::uint64_t rows = 0;
        std::uint64_t rows_read = 0;
        std::size_t rows_at_a_time = 0;
        LeafReaders leaves;
        std::unique_ptr<::arrow::RecordBatchReader> pieces;
    };
    OpenedGroup opened_;
};

FileReader::FileReader(const std::filesystem::path& path)
    : state_(std::make_unique<State>(path.string())) {}
FileReader::FileReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
FileReader::FileReader(FileReader&&) noexcept = default;
FileReader& FileReader::operator=(FileReader&&) noexcept = default;
FileReader::~FileReader() = default;

FileReader FileReader::clone() const { return FileReader(state_->clone()); }
const std::string& FileReader::name() const { return state_->name(); }
std::uint64_t FileReader::num_rows() const {
    return static_cast<std::uint64_t>(state_->metadata().num_rows());
}
int FileReader::row_groups() const { return state_->metadata().num_row_groups(); }
std::uint64_t FileReader::row_group_rows(int group) const { return state_->row_group_rows(group); }
std::uint64_t FileReader::file_bytes() const { return state_->file_bytes(); }
const std::string& FileReader::created_by() const { return state_->metadata().created_by(); }

const std::vector<std::pair<std::string, std::string>>& FileReader::metadata() const {
    return state_->key_values();
}

std::optional<std::string> FileReader::metadata(std::string_view key) const {
    for (const auto& [name, value] : state_->key_values()) {
        if (name == key) return value;
    }
    return std::nullopt;
}

bool FileReader::has(Field field) const { return state_->has(field); }
std::vector<ColumnInfo> FileReader::columns() const { return state_->columns(); }
ColumnBounds FileReader::bounds(int group, Field field) const {
    return state_->bounds(group, field);
}

void FileReader::open_row_group(int group, std::span<const Field> wanted,
                                std::size_t rows_at_a_time) {
    state_->open_row_group(group, wanted, rows_at_a_time);
}

bool FileReader::read_rows(RowBatch& batch) { return state_->read_rows(batch); }

RowBatch FileReader::read_row_group(int group, std::span<const Field> wanted) {
    return state_->read_row_group(group, wanted);
}

}  // namespace ign::columnar
