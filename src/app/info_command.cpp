#include <algorithm>
#include <array>
#include <iomanip>
#include <iostream>

#include "command.hpp"
#include "ign/columnar/memory.hpp"
#include "ign/columnar/parquet_reader.hpp"
#include "ign/io/errors.hpp"
#include "ign/io/inputs.hpp"
#include "text_format.hpp"

namespace ign::app {
namespace {

constexpr const char* about =
    "Shows what Parquet files made by ign hold: rows, where they came from, and the bytes of every "
    "column.";

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

void print_metadata(const columnar::FileReader& file) {
    for (const auto& [key, value] : file.metadata()) {
        if (!key.starts_with("ign.")) continue;
        constexpr std::size_t longest = 100;
        bool cut = value.size() > longest;
        std::cout << "  " << std::left << std::setw(24) << key << value.substr(0, longest)
                  << (cut ? "…" : "") << '\n';
    }
}

void print_columns(const columnar::FileReader& file) {
    auto rows = static_cast<double>(std::max<std::uint64_t>(file.num_rows(), 1));
    std::cout << "\n  " << std::left << std::setw(28) << "column" << std::right << std::setw(14)
              << "bytes" << std::setw(11) << "a game" << std::setw(8) << "%"
              << "  encodings\n";
    std::uint64_t total = 0;
    for (const columnar::ColumnInfo& column : file.columns()) total += column.compressed_bytes;
    for (const columnar::ColumnInfo& column : file.columns()) {
        auto bytes = static_cast<double>(column.compressed_bytes);
        double share = total == 0 ? 0 : 100 * bytes / static_cast<double>(total);
        std::cout << "  " << std::left << std::setw(28) << column.path << std::right
                  << std::setw(14) << grouped(column.compressed_bytes) << std::setw(11)
                  << fixed(bytes / rows, 2) << std::setw(8) << fixed(share, 1) << "  "
                  << joined(column.encodings) << ' ' << column.codec << '\n';
    }
    std::cout << "  " << std::left << std::setw(28) << "all columns" << std::right << std::setw(14)
              << grouped(total) << std::setw(11) << fixed(static_cast<double>(total) / rows, 2)
              << '\n';
}

// How many games were rejected, and how many needed what to give back their text.
void print_games(columnar::FileReader& file) {
    using columnar::Field;
    constexpr std::array fields = {Field::error, Field::layout, Field::rest, Field::raw};
    std::uint64_t counts[fields.size()] = {};
    for (int group = 0; group < file.row_groups(); ++group) {
        columnar::RowBatch batch = file.read_row_group(group, fields);
        for (std::size_t i = 0; i < fields.size(); ++i) counts[i] += batch[fields[i]].ends.size();
    }
    std::cout << "  " << std::left << std::setw(24) << "rejected games" << grouped(counts[0])
              << '\n'
              << "  " << std::setw(24) << "text from"
              << "columns and layout " << grouped(counts[1] - counts[2]) << ", with rest "
              << grouped(counts[2]) << ", kept as raw text " << grouped(counts[3]) << '\n';
}

void print_file(const std::string& name) {
    columnar::FileReader file{std::filesystem::path(name)};
    std::cout << name << '\n'
              << "  " << std::left << std::setw(24) << "games" << grouped(file.num_rows()) << '\n'
              << "  " << std::setw(24) << "row groups" << file.row_groups() << '\n'
              << "  " << std::setw(24) << "file bytes" << grouped(file.file_bytes()) << '\n'
              << "  " << std::setw(24) << "written by" << file.created_by() << '\n';
    print_metadata(file);
    print_games(file);
    print_columns(file);
}

}  // namespace

ExitCode run_info(std::span<const std::string> arguments) {
    CommandLine line("info FILE...", about, "  ign info 2025-01.parquet\n");
    line.positional("file");
    if (!line.parse(arguments)) return ExitCode::done;
    columnar::use_heap();
    std::vector<std::string> files = line.words("file");
    if (files.empty()) throw UsageError("no file; give the Parquet files to look at");
    for (const auto& file : io::expand_inputs(files, io::FileKind::parquet))
        print_file(file.string());
    return ExitCode::done;
}

}  // namespace ign::app
