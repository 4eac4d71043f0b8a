#include "difference_view.hpp"

#include <iostream>

namespace ign::app {
namespace {

std::string quoted(const std::string& text) {
    if (text.empty()) return "(the end)";
    std::string out("\"");
    for (char c : text) {
        if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else {
            out += c;
        }
    }
    return out + '"';
}

}  // namespace

void print_difference(const convert::InputDifference& found) {
    if (found.within == 0) return print_difference(found.input, found.difference);
    std::cerr << "ign: " << found.input << " differs within the " << found.within
              << " bytes from byte " << found.difference.offset
              << " on; give a file instead of a stream to see how\n";
}

void print_difference(const std::string& name, const convert::Difference& difference) {
    std::cerr << "ign: " << name << " differs at byte " << difference.offset
              << ":\n  in the PGN     " << quoted(difference.expected) << "\n  in the Parquet "
              << quoted(difference.found) << '\n';
}

}  // namespace ign::app
