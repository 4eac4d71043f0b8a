// For test_written_files.py:
//     columnar_rows write FILE ROWS GROUPS    writes a file and prints its rows as JSON lines
//     columnar_rows read FILE                 prints the rows that our reader finds

#include <cstdlib>
#include <iostream>

#include "files.hpp"

using namespace ign::columnar;

namespace {

void write(const std::string& path, std::size_t count, std::size_t group_count) {
    std::vector<std::vector<RowSlice>> groups;
    for (std::size_t i = 0; i < group_count; ++i) {
        std::vector<Row> rows = make_rows(count, static_cast<unsigned>(i));
        groups.push_back(slices_of(rows, 350));
        for (const Row& row : rows) print_json(row, std::cout);
    }
    std::string bytes = parquet_of(groups);
    std::ofstream(path, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<std::string> words(arguments + 1, arguments + count);
    try {
        if (words.size() == 4 && words[0] == "write") {
            write(words[1], std::stoul(words[2]), std::stoul(words[3]));
        } else if (words.size() == 2 && words[0] == "read") {
            for (const Row& row : read_rows(words[1])) print_json(row, std::cout);
        } else {
            return 2;
        }
    } catch (const ParquetError& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
