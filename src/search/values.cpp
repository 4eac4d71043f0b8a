#include "values.hpp"

#include <chrono>
#include <cstdio>
#include <optional>
#include <span>

#include "ign/base/text.hpp"
#include "ign/codec/natural.hpp"

namespace ign::search {
namespace {

using columnar::Field;
using columnar::FieldType;
using convert::RowCursor;

constexpr char hexadecimal[] = "0123456789ABCDEF";

std::string date_text(std::int64_t days) {
    std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%04d-%02u-%02u", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    return buffer;
}

// Years far from ours would overflow the calendar.
constexpr std::int64_t most_days = 10'000 * std::int64_t{366};

std::string day_or_number(std::int64_t days) {
    return days > most_days || days < -most_days ? std::to_string(days) : date_text(days);
}

std::string time_text(std::int64_t milliseconds) {
    constexpr std::int64_t day = 86'400'000;
    std::int64_t rest = (milliseconds % day + day) % day;
    std::int64_t seconds = rest / 1000;
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, " %02d:%02d:%02d", static_cast<int>(seconds / 3600),
                  static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
    std::string text = day_or_number((milliseconds - rest) / day) + buffer;
    if (rest % 1000 != 0) {
        std::snprintf(buffer, sizeof buffer, ".%03d", static_cast<int>(rest % 1000));
        text += buffer;
    }
    return text + "+00";
}

std::string blob_text(std::string_view bytes) {
    std::string text;
    for (char c : bytes) {
        auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F && c != '\\' && c != '\'' && c != '"') {
            text += c;
        } else {
            text.append("\\x").append({hexadecimal[byte >> 4], hexadecimal[byte & 15]});
        }
    }
    return text;
}

// A value that is one text: of any type but lists and maps. Nothing for NULL.
std::optional<std::string> scalar_text(const RowCursor& row, Field field) {
    switch (columnar::info(field).type) {
        case FieldType::text: {
            auto text = row.bytes(field);
            if (!text) return std::nullopt;
            return std::string(*text);
        }
        case FieldType::binary: {
            auto bytes = row.bytes(field);
            if (!bytes) return std::nullopt;
            if (field != Field::ign) return blob_text(*bytes);
            return codec::to_decimal(std::as_bytes(std::span(bytes->data(), bytes->size())));
        }
        case FieldType::timestamp:
        case FieldType::int64: {
            auto value = row.long_number(field);
            if (!value) return std::nullopt;
            bool is_time = columnar::info(field).type == FieldType::timestamp;
            return is_time ? time_text(*value) : std::to_string(*value);
        }
        default: {
            auto value = row.number(field);
            if (!value) return std::nullopt;
            bool is_date = columnar::info(field).type == FieldType::date;
            return is_date ? day_or_number(*value) : std::to_string(*value);
        }
    }
}

bool is_list(Field field) {
    FieldType type = columnar::info(field).type;
    return type == FieldType::int16_list || type == FieldType::int32_list;
}

bool is_map(Field field) {
    FieldType type = columnar::info(field).type;
    return type == FieldType::map_key || type == FieldType::map_value;
}

void append_list(const RowCursor::List& list, std::string_view separator, std::string_view null,
                 std::string& out) {
    out += '[';
    std::size_t value = 0;
    for (std::size_t i = 0; i < list.definition.size(); ++i) {
        if (i != 0) out += separator;
        if (list.definition[i] == 3) {
            out += std::to_string(list.values[value++]);
        } else {
            out += null;
        }
    }
    out += ']';
}

void append_csv_text(std::string_view text, std::string& out) {
    if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (char c : text) {
        if (c == '"') out += c;
        out += c;
    }
    out += '"';
}

bool is_number(Field field) {
    FieldType type = columnar::info(field).type;
    return type == FieldType::int16 || type == FieldType::int32 || type == FieldType::int64;
}

}  // namespace

void append_csv(const RowCursor& row, Field field, std::string& out) {
    std::string text;
    if (is_list(field)) {
        if (row.is_null(field)) return;
        append_list(row.list(field), ", ", "NULL", text);
    } else if (is_map(field)) {
        if (row.is_null(field)) return;
        text += '{';
        for (std::size_t i = 0; i < row.tag_count(); ++i) {
            if (i != 0) text += ", ";
            text.append(row.tag_name(i)).append("=").append(row.tag_value(i));
        }
        text += '}';
    } else if (auto value = scalar_text(row, field)) {
        text = std::move(*value);
    } else {
        return;
    }
    append_csv_text(text, out);
}

void append_json_string(std::string_view text, std::string& out) {
    std::string scratch;
    out += '"';
    for (char c : to_utf8(text, scratch)) {
        auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out.append({'\\', c});
        } else if (byte >= 0x20) {
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else {
            out.append("\\u00").append({hexadecimal[byte >> 4], hexadecimal[byte & 15]});
        }
    }
    out += '"';
}

void append_json(const RowCursor& row, Field field, std::string& out) {
    if (row.is_null(field)) {
        out += "null";
    } else if (is_list(field)) {
        append_list(row.list(field), ",", "null", out);
    } else if (is_map(field)) {
        out += '{';
        for (std::size_t i = 0; i < row.tag_count(); ++i) {
            if (i != 0) out += ',';
            append_json_string(row.tag_name(i), out);
            out += ':';
            append_json_string(row.tag_value(i), out);
        }
        out += '}';
    } else {
        std::string text = scalar_text(row, field).value();
        if (is_number(field)) {
            out += text;
        } else {
            append_json_string(text, out);
        }
    }
}

}  // namespace ign::search
