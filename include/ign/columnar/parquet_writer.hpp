#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ign/columnar/row_batch.hpp"
#include "ign/columnar/schema.hpp"

namespace ign::columnar {

/// What decides about the bytes of a file beside its rows.
struct WriterOptions {
    int zstd_level = 3;  ///< 1 to 22
    /// Fields the file has no column for. A map leaves with either of its leaves.
    std::vector<Field> absent = {Field::clock_white, Field::clock_black,       Field::year,
                                 Field::tournament,  Field::black_number,      Field::white_number,
                                 Field::black_score, Field::theoretical_score, Field::movetext,
                                 Field::source};
    std::string numbering;  ///< the value of the column `numbering` in every row
    /// Key-value metadata of the file, after the writer's own `ign.version`, `ign.schema` and
    /// `ign.numbering`.
    std::vector<std::pair<std::string, std::string>> metadata;
};

/// `ign version 0.1.0 (build parquet-cpp-26.0.1)`, as it stands in every file.
[[nodiscard]] std::string program_name();

/// Rows as finished column chunks: page headers and compressed pages, ready to be copied into a
/// file made with the same options.
class EncodedRowGroup {
  public:
    struct Chunks;

    /// Made by RowGroupEncoder.
    explicit EncodedRowGroup(std::unique_ptr<Chunks> chunks);
    EncodedRowGroup(EncodedRowGroup&&) noexcept;
    EncodedRowGroup& operator=(EncodedRowGroup&&) noexcept;
    ~EncodedRowGroup();

    [[nodiscard]] std::size_t rows() const;
    [[nodiscard]] std::uint64_t bytes() const;  ///< as they will stand in the file
    [[nodiscard]] const Chunks& chunks() const { return *chunks_; }

  private:
    std::unique_ptr<Chunks> chunks_;
};

/// Turns rows into an encoded row group. One encoder may be used by any number of threads at once;
/// it spreads the columns over the task arena it is called in. The bytes depend on the rows and the
/// options alone, not on the threads nor on how the rows are cut into slices.
class RowGroupEncoder {
  public:
    /// For files with these options.
    explicit RowGroupEncoder(const WriterOptions& options);
    RowGroupEncoder(RowGroupEncoder&&) noexcept;
    RowGroupEncoder& operator=(RowGroupEncoder&&) noexcept;
    ~RowGroupEncoder();

    /// A field whose leaf has no levels in a batch is NULL in all of the batch's rows. Text must be
    /// valid UTF-8 (see ign/base/text.hpp). Throws ParquetError if a value or a chunk is too large
    /// for the format (2 GiB).
    [[nodiscard]] EncodedRowGroup encode(std::span<const RowSlice> rows) const;

  private:
    friend class GrowingRowGroup;
    struct Layout;
    std::unique_ptr<const Layout> layout_;
};

/// A row group that is encoded while its rows come, so that they need not be kept: the same bytes
/// as RowGroupEncoder::encode makes of all at once.
class GrowingRowGroup {
  public:
    /// The encoder must outlive the group.
    explicit GrowingRowGroup(const RowGroupEncoder& encoder);
    GrowingRowGroup(GrowingRowGroup&&) noexcept;
    GrowingRowGroup& operator=(GrowingRowGroup&&) noexcept;
    ~GrowingRowGroup();

    /// The next rows. What is thrown is as in RowGroupEncoder::encode.
    void add(std::span<const RowSlice> rows);
    [[nodiscard]] std::size_t rows() const;  ///< added so far
    /// To be called once.
    [[nodiscard]] EncodedRowGroup finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Writes row groups, in the order given, as one Parquet file. What the sink throws comes out of
/// `append` and `finish` unchanged; afterwards the writer may only be destroyed. Without `finish`
/// the bytes are no Parquet file.
class FileWriter {
  public:
    /// Takes the next bytes of the file.
    using Write = std::function<void(std::span<const std::byte>)>;

    /// Begins a file: its first bytes are written at once.
    FileWriter(Write write, const WriterOptions& options);

    /// Writes to anything with `write(std::span<const std::byte>)`, such as an io::Sink, which must
    /// outlive the writer.
    template <class Sink>
    requires requires(Sink& sink, std::span<const std::byte> bytes) { sink.write(bytes); }
    FileWriter(Sink& sink, const WriterOptions& options)
        : FileWriter([&sink](std::span<const std::byte> bytes) { sink.write(bytes); }, options) {}

    FileWriter(FileWriter&&) noexcept;
    FileWriter& operator=(FileWriter&&) noexcept;
    ~FileWriter();

    /// Writes a row group that was encoded with the same options.
    void append(EncodedRowGroup&& group);

    /// Counts in a row group whose bytes stand in the file already, written by another run; see
    /// row_group_record.hpp. To be called before the first `append`. Throws ParquetError if its
    /// columns are others.
    void skip(const EncodedRowGroup& group);

    /// Writes the page index and the footer. `metadata` is added to that of the options.
    void finish(const std::vector<std::pair<std::string, std::string>>& metadata = {});

    [[nodiscard]] std::uint64_t position() const;  ///< bytes written so far
    [[nodiscard]] std::uint64_t rows() const;      ///< rows appended so far

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace ign::columnar
