#pragma once

#include <stdexcept>

namespace ign::columnar {

/// A Parquet file that is damaged, or is none, or whose columns are not what their names promise;
/// or rows that do not fit the format. The text says which file and column, and what to do.
class ParquetError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace ign::columnar
