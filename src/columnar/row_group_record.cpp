#include "ign/columnar/row_group_record.hpp"

#include <limits>
#include <utility>

#include "column_chunk.hpp"
#include "ign/base/record.hpp"

namespace ign::columnar {
namespace {

using parquet::EncodedStatistics;
using parquet::SizeStatistics;

void put_statistics(const EncodedStatistics& statistics, RecordWriter& out) {
    auto put_truth = [&](bool value) { out.put_truth(value); };
    out.put(statistics.min());
    out.put(statistics.max());
    out.put_truth(statistics.is_signed());
    out.put_optional(statistics.is_min_value_exact, put_truth);
    out.put_optional(statistics.is_max_value_exact, put_truth);
    out.put_signed(statistics.null_count);
    out.put_signed(statistics.distinct_count);
    out.put_truth(statistics.has_min);
    out.put_truth(statistics.has_max);
    out.put_truth(statistics.has_null_count);
    out.put_truth(statistics.has_distinct_count);
    out.put_truth(statistics.all_null_value);
}

EncodedStatistics get_statistics(RecordReader& in) {
    auto get_truth = [&] { return in.get_truth(); };
    EncodedStatistics statistics;
    statistics.set_min(std::string(in.get_text()));
    statistics.set_max(std::string(in.get_text()));
    statistics.set_is_signed(in.get_truth());
    statistics.is_min_value_exact = in.get_optional<bool>(get_truth);
    statistics.is_max_value_exact = in.get_optional<bool>(get_truth);
    statistics.null_count = in.get_signed();
    statistics.distinct_count = in.get_signed();
    statistics.has_min = in.get_truth();
    statistics.has_max = in.get_truth();
    statistics.has_null_count = in.get_truth();
    statistics.has_distinct_count = in.get_truth();
    statistics.all_null_value = in.get_truth();
    return statistics;
}

void put_sizes(const SizeStatistics& sizes, RecordWriter& out) {
    auto put_number = [&](std::int64_t value) { out.put_signed(value); };
    out.put_list(sizes.definition_level_histogram, put_number);
    out.put_list(sizes.repetition_level_histogram, put_number);
    out.put_optional(sizes.unencoded_byte_array_data_bytes, put_number);
}

SizeStatistics get_sizes(RecordReader& in) {
    SizeStatistics sizes;
    in.get_list([&] { sizes.definition_level_histogram.push_back(in.get_signed()); });
    in.get_list([&] { sizes.repetition_level_histogram.push_back(in.get_signed()); });
    sizes.unencoded_byte_array_data_bytes =
        in.get_optional<std::int64_t>([&] { return in.get_signed(); });
    return sizes;
}

std::int32_t get_int32(RecordReader& in) {
    std::int64_t value = in.get_signed();
    if (!std::in_range<std::int32_t>(value)) throw RecordError("a number is too large");
    return static_cast<std::int32_t>(value);
}

void put_page(const Page& page, RecordWriter& out) {
    out.put_signed(page.offset);
    out.put_signed(page.size);
    out.put_signed(page.first_row);
    put_statistics(page.statistics, out);
    put_sizes(page.sizes, out);
}

Page get_page(RecordReader& in) {
    Page page{};
    page.offset = in.get_signed();
    page.size = get_int32(in);
    page.first_row = in.get_signed();
    page.statistics = get_statistics(in);
    page.sizes = get_sizes(in);
    return page;
}

void put_counts(const ColumnChunk::PageCounts& counts, RecordWriter& out) {
    out.put_list(counts, [&](const auto& pair) {
        out.put_signed(pair.first);
        out.put_signed(pair.second);
    });
}

ColumnChunk::PageCounts get_counts(RecordReader& in) {
    ColumnChunk::PageCounts counts;
    in.get_list([&] {
        std::int32_t encoding = get_int32(in);
        // Ascending, as the map gives them.
        if (encoding < 0 || encoding >= parquet::Encoding::UNKNOWN ||
            (!counts.empty() && counts.rbegin()->first >= encoding)) {
            throw RecordError("there is no such encoding");
        }
        counts[static_cast<parquet::Encoding::type>(encoding)] = get_int32(in);
    });
    return counts;
}

void put_chunk(const ColumnChunk& chunk, RecordWriter& out) {
    out.put_list(chunk.pages, [&](const Page& page) { put_page(page, out); });
    out.put_signed(chunk.slots);
    out.put_signed(chunk.data_offset);
    out.put_signed(chunk.size);
    out.put_signed(chunk.uncompressed_size);
    out.put_truth(chunk.has_dictionary);
    out.put_truth(chunk.fell_back);
    put_counts(chunk.dictionary_pages, out);
    put_counts(chunk.data_pages, out);
    put_statistics(chunk.statistics, out);
    put_sizes(chunk.sizes, out);
}

ColumnChunk get_chunk(RecordReader& in) {
    ColumnChunk chunk;
    in.get_list([&] { chunk.pages.push_back(get_page(in)); });
    chunk.slots = in.get_signed();
    chunk.data_offset = in.get_signed();
    chunk.size = in.get_signed();
    chunk.uncompressed_size = in.get_signed();
    chunk.has_dictionary = in.get_truth();
    chunk.fell_back = in.get_truth();
    chunk.dictionary_pages = get_counts(in);
    chunk.data_pages = get_counts(in);
    chunk.statistics = get_statistics(in);
    chunk.sizes = get_sizes(in);
    if (chunk.size < 0) throw RecordError("a size is negative");
    return chunk;
}

}  // namespace

std::string save_row_group(const EncodedRowGroup& group) {
    RecordWriter out;
    out.put(std::uint64_t{group.rows()});
    out.put_list(group.chunks().columns, [&](const ColumnChunk& chunk) { put_chunk(chunk, out); });
    return out.take();
}

EncodedRowGroup load_row_group(std::string_view record) {
    RecordReader in(record);
    auto chunks = std::make_unique<EncodedRowGroup::Chunks>();
    chunks->rows = in.get();
    in.get_list([&] {
        chunks->columns.push_back(get_chunk(in));
        chunks->bytes += static_cast<std::uint64_t>(chunks->columns.back().size);
    });
    in.finish();
    return EncodedRowGroup(std::move(chunks));
}

}  // namespace ign::columnar
