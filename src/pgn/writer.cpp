#include "ign/pgn/writer.hpp"

namespace ign::pgn {

void write_tag(std::string_view name, std::string_view value, std::string& out) {
    out += '[';
    out += name;
    out += " \"";
    for (std::size_t copied = 0;;) {
        const std::size_t special = value.find_first_of("\"\\", copied);
        out.append(value, copied, special == std::string_view::npos ? special : special - copied);
        if (special == std::string_view::npos) break;
        out += '\\';
        out += value[special];
        copied = special + 1;
    }
    out += "\"]";
}

}  // namespace ign::pgn
