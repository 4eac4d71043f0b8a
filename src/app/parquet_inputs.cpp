#include "parquet_inputs.hpp"

#include <algorithm>

#include "ign/io/errors.hpp"

namespace ign::app {

std::vector<std::filesystem::path> expand_parquet_inputs(std::span<const std::string> arguments) {
    std::vector<std::filesystem::path> files;
    for (const std::string& argument : arguments) {
        if (!std::filesystem::is_directory(argument)) {
            files.emplace_back(argument);
            continue;
        }
        std::size_t before = files.size();
        for (const auto& entry : std::filesystem::recursive_directory_iterator(argument)) {
            if (entry.path().extension() == ".parquet") files.push_back(entry.path());
        }
        if (files.size() == before) {
            throw io::InputError(argument, "there is no .parquet file in this folder");
        }
        std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
    }
    return files;
}

}  // namespace ign::app
