#include "ign/search/row_printer.hpp"

#include "ign/convert/exporter.hpp"
#include "values.hpp"
#include "where_constants.hpp"

namespace ign::search {

using columnar::Field;

Result<std::vector<Field>, std::string> parse_columns(std::string_view names) {
    std::vector<Field> columns;
    while (true) {
        std::size_t comma = std::min(names.find(','), names.size());
        std::string_view name = names.substr(0, comma);
        while (name.starts_with(' ')) name.remove_prefix(1);
        while (name.ends_with(' ')) name.remove_suffix(1);
        auto field = find_column(name);
        if (!field) return fail(std::string(name));
        columns.push_back(*field);
        if (comma == names.size()) return columns;
        names.remove_prefix(comma + 1);
    }
}

std::vector<Field> RowPrinter::fields(const PrintOptions& options) {
    if (options.format == RowFormat::none) return {};
    if (options.format == RowFormat::pgn) {
        auto fields = convert::export_fields();
        return {fields.begin(), fields.end()};
    }
    return options.columns;
}

std::string RowPrinter::header(const PrintOptions& options) {
    std::string text;
    if (options.format != RowFormat::csv) return text;
    for (Field field : options.columns) {
        if (!text.empty()) text += ',';
        text += columnar::info(field).name;
    }
    return text + '\n';
}

convert::Exactness RowPrinter::print(const convert::RowCursor& row, std::string& out) {
    switch (options_.format) {
        case RowFormat::pgn:
            return pgn_.write(row, out);
        case RowFormat::csv:
            print_csv(row, out);
            break;
        case RowFormat::json:
            print_json(row, out);
            break;
        case RowFormat::none:
            break;
    }
    return convert::Exactness::exact;
}

void RowPrinter::print_csv(const convert::RowCursor& row, std::string& out) {
    for (std::size_t i = 0; i < options_.columns.size(); ++i) {
        if (i != 0) out += ',';
        append_csv(row, options_.columns[i], out);
    }
    out += '\n';
}

void RowPrinter::print_json(const convert::RowCursor& row, std::string& out) {
    for (std::size_t i = 0; i < options_.columns.size(); ++i) {
        out += i == 0 ? '{' : ',';
        append_json_string(columnar::info(options_.columns[i]).name, out);
        out += ':';
        append_json(row, options_.columns[i], out);
    }
    out += "}\n";
}

}  // namespace ign::search
