#pragma once

#include <cstdint>
#include <string>

namespace ign::app {

/// 1234567 as `1,234,567`.
std::string grouped(std::uint64_t value);

/// With so many digits after the point.
std::string fixed(double value, int digits);

/// Seconds as `41 s`, `5 min 10 s` or `2 h 5 min`.
std::string duration(double seconds);

}  // namespace ign::app
