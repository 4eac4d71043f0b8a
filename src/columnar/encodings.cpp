#include "encodings.hpp"

#include <parquet/parquet_version.h>

#include <array>
#include <string>

#include "ign/columnar/parquet_writer.hpp"
#include "slot_pool.hpp"

namespace ign::columnar {
namespace {

using parquet::Encoding;

enum class Values : std::uint8_t {
    dictionary,           // PLAIN from where the dictionary outgrows its limit
    dictionary_or_split,  // the latter with more different values than a byte has
    plain,
    split,          // BYTE_STREAM_SPLIT
    delta,          // DELTA_BINARY_PACKED
    delta_length,   // DELTA_LENGTH_BYTE_ARRAY: lengths first, then the bytes
    delta_strings,  // DELTA_BYTE_ARRAY: without the prefix shared with the value before
};

enum class Codec : std::uint8_t { zstd, none };
enum class Statistics : std::uint8_t { write, leave_out };

struct ColumnEncoding {
    Values values;
    Statistics statistics = Statistics::write;
    Codec codec = Codec::zstd;
};

// The choices, with bytes a game at zstd 3 / zstd 19 and time at zstd 3, first of what was taken,
// then of what was not. Measured on 1,937 games of Lichess dumps with clocks, a quarter of them
// with evals, and, where it says 2013, on 10,000 games of that year's dumps. All columns together:
// 154.0 / 149.4 bytes, and 1.8 us a row for 77,000 rows at zstd 3 on one thread. Statistics are
// left out where no query could skip a page by them (ids, numbers, elements of lists, free text):
// comparing costs time, and they would add to the footer. Every encoding here is read by DuckDB,
// Polars, pyarrow and Spark 4.
// NOLINTNEXTLINE(readability-function-size): a table with a remark to every line
constexpr ColumnEncoding encoding_of(Field field) {
    using enum Values;
    constexpr auto none = Statistics::leave_out;
    switch (field) {
        // A common prefix, then 8 random characters: 6.23 / 6.24, 0.03 µs; PLAIN 6.50 / 6.09,
        // 0.06 µs, and fifteen times slower at zstd 19.
        case Field::site:
            return {delta_strings, none};
        // Of a dump's players few play twice in a row group: 7.58 / 7.47, 0.04 µs; dictionary 9.74
        // / 9.34, 0.07 µs; PLAIN 8.37 / 7.96. 2013, with its few players: 3.19 / 2.93;
        // dictionary 3.04 / 2.90.
        case Field::white:
        case Field::black:
            return {delta_length, none};
        // The upper bytes apart from the lower ones: Elo 1.60 / 1.51; PLAIN 2.08 / 1.93, dictionary
        // 2.61, DELTA_BINARY_PACKED 1.58 / 1.56. Plies 0.95 / 0.95; dictionary 1.11 / 1.05.
        case Field::white_elo:
        case Field::black_elo:
        case Field::plies:
            return {split};
        // Rows in order of time: 0.59 / 0.54 (0.23 in 46,000 rows); PLAIN 0.49 / 0.46 (0.40).
        case Field::utc_date:
        case Field::utc_date_time:
            return {delta};
        // No byte to be gained by compression, for it is dense: 42.1; zstd 42.1 at twice the time.
        // PLAIN with its lengths between 44.1 / 43.5.
        case Field::ign:
            return {delta_length, none, Codec::none};
        // Openings repeat: 2013 4.06 / 3.94; dictionary 4.62, BYTE_STREAM_SPLIT 4.88 / 4.77.
        case Field::ign8:
            return {plain, none};
        // Differences are small and of either sign. Up to 256 different ones, in a few thousand
        // games, an index is a byte, which suits zstd best: 20.3 / 20.2; BYTE_STREAM_SPLIT 26.9 /
        // 22.6. Beyond, indices of more bits hide from zstd what repeats: of 60,000 games 32.1 /
        // 27.8, 1.2 us; BYTE_STREAM_SPLIT 33.2 / 21.0, 0.8 us; DELTA_BINARY_PACKED 76.8 / 64.7.
        case Field::spent_white:
        case Field::spent_black:
            return {dictionary_or_split, none};
        // Slow changes: 30.0 / 26.6; dictionary 34.3 / 32.6, DELTA_BINARY_PACKED 36.2 / 34.4, PLAIN
        // 38.3 / 28.4.
        case Field::clock_white:
        case Field::clock_black:
        case Field::eval:
            return {split, none};
        // Values of any length that hardly repeat.
        case Field::movetext:
        case Field::rest:
        case Field::raw:
            return {plain, none};
        case Field::tags_key:
        case Field::tags_value:
        case Field::layout:
            return {dictionary, none};
        // Few different values: Event 0.91, ECO 1.12, Opening 4.60, Result 0.24, Termination 0.23,
        // TimeControl 0.55; the best of the others 1.41, 1.41, 5.79, 0.58, 0.64, 0.82. Rating
        // differences 0.90 / 0.86; BYTE_STREAM_SPLIT 1.05 / 0.85, in 2013 0.75 against 1.15.
        default:
            return {dictionary};
    }
}

constexpr Encoding::type encoding_id(Values values) {
    switch (values) {
        case Values::dictionary:
        case Values::dictionary_or_split:
        case Values::plain:
            break;
        case Values::split:
            return Encoding::BYTE_STREAM_SPLIT;
        case Values::delta:
            return Encoding::DELTA_BINARY_PACKED;
        case Values::delta_length:
            return Encoding::DELTA_LENGTH_BYTE_ARRAY;
        case Values::delta_strings:
            return Encoding::DELTA_BYTE_ARRAY;
    }
    return Encoding::PLAIN;
}

constexpr std::int64_t page_bytes = 1 << 20;
constexpr std::int64_t page_rows = 1 << 17;
constexpr std::int64_t dictionary_bytes = 1 << 20;
// Longer bounds are left out, not cut: a reader may take them for values that occur.
constexpr std::size_t statistics_bytes = 256;

}  // namespace

// The form that readers parse to know the writers whose statistics were wrong once.
std::string program_name() {
    return std::string("ign version " IGN_VERSION " (build parquet-cpp-") +
           std::to_string(PARQUET_VERSION_MAJOR) + "." + std::to_string(PARQUET_VERSION_MINOR) +
           "." + std::to_string(PARQUET_VERSION_PATCH) + ")";
}

bool depends_on_variety(Field field) {
    return encoding_of(field).values == Values::dictionary_or_split;
}

std::shared_ptr<parquet::WriterProperties> writer_properties(const FileSchema& schema,
                                                             int zstd_level, Variety variety) {
    parquet::WriterProperties::Builder builder;
    // Not Arrow's own pool, which takes its memory in huge pages, of which the growing buffers of
    // many columns fill a part only, and keeps what has been freed: half as much again in all, and
    // now and then a tenth of a second in the system to clear it.
    builder.memory_pool(&encoding_memory())
        ->created_by(program_name())
        ->data_pagesize(page_bytes)
        ->max_rows_per_page(page_rows)
        ->dictionary_pagesize_limit(dictionary_bytes)
        ->max_statistics_size(statistics_bytes)
        // Blocks come in the size they are to be written in.
        ->write_batch_size(1 << 20)
        ->set_size_statistics_level(parquet::SizeStatisticsLevel::None);
    for (std::size_t i = 0; i < schema.leaves.size(); ++i) {
        auto path = schema.descriptor.Column(static_cast<int>(i))->path();
        ColumnEncoding column = encoding_of(schema.leaves[i]);
        if (column.values == Values::dictionary_or_split) {
            column.values = variety == Variety::few ? Values::dictionary : Values::split;
        }
        builder.encoding(path, encoding_id(column.values));
        if (column.values == Values::dictionary) {
            builder.enable_dictionary(path);
        } else {
            builder.disable_dictionary(path);
        }
        if (column.statistics == Statistics::leave_out) builder.disable_statistics(path);
        if (column.codec == Codec::zstd) {
            builder.compression(path, parquet::Compression::ZSTD);
            builder.compression_level(path, zstd_level);
        }
    }
    return builder.build();
}

}  // namespace ign::columnar
