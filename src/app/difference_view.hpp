#pragma once

#include <string>

#include "ign/convert/comparison.hpp"

namespace ign::app {

/// Says on standard error where the text of the input `name` and that of the Parquet part.
void print_difference(const std::string& name, const convert::Difference& difference);

}  // namespace ign::app
