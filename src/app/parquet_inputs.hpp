#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ign::app {

/// Parquet files as arguments: a file stands for itself, a folder for the *.parquet files in it,
/// sorted. Throws io::InputError for a folder without any.
std::vector<std::filesystem::path> expand_parquet_inputs(std::span<const std::string> arguments);

}  // namespace ign::app
