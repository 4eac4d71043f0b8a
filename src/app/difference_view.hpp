#pragma once

#include <string>

#include "ign/convert/comparison.hpp"
#include "ign/convert/report.hpp"

namespace ign::app {

/// Says on standard error where an input and the Parquet made of it part.
void print_difference(const convert::InputDifference& difference);

/// Says on standard error where the text of the input `name` and that of the Parquet part.
void print_difference(const std::string& name, const convert::Difference& difference);

}  // namespace ign::app
