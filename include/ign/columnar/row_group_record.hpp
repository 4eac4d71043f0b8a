#pragma once

#include <string>
#include <string_view>

#include "ign/columnar/parquet_writer.hpp"

namespace ign::columnar {

/// All that a FileWriter needs to know of a row group whose bytes stand in the file already: sizes,
/// places and statistics of its chunks and pages, but not the pages. For runs that go on where
/// another one was ended.
[[nodiscard]] std::string save_row_group(const EncodedRowGroup& group);

/// The inverse, without the pages: for FileWriter::skip. Throws RecordError (ign/base/record.hpp)
/// for bytes that save_row_group did not make.
[[nodiscard]] EncodedRowGroup load_row_group(std::string_view record);

}  // namespace ign::columnar
