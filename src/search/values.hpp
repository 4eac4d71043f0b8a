#pragma once

#include <string>
#include <string_view>

#include "ign/columnar/schema.hpp"
#include "ign/convert/row_cursor.hpp"

namespace ign::search {

/// Appends a value as CSV has it, in quotes where it must be.
void append_csv(const convert::RowCursor& row, columnar::Field field, std::string& out);

/// Appends a value as JSON has it.
void append_json(const convert::RowCursor& row, columnar::Field field, std::string& out);

/// Appends text as a JSON string, in quotes. Text that is not UTF-8 is read as windows-1252.
void append_json_string(std::string_view text, std::string& out);

}  // namespace ign::search
