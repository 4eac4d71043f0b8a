// Any bytes as PGN: the rows give back the text byte for byte in both numberings and clock columns,
// a game gets the same row from the reader's fast path and from its general one, and the same rows
// come out wherever the text is cut.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>

#include "laws.hpp"

namespace {

using namespace ign;

void require(std::string_view law, const std::string& broken) {
    if (broken.empty()) return;
    std::cerr << law << ": " << broken << '\n';
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    // Options and cuts follow from the text, so that any PGN file is an input.
    std::size_t choice = std::hash<std::string_view>()(text);
    convert::RowOptions options;
    if ((choice & 1) != 0) options.numbering = chess::Numbering::legal;
    if ((choice & 2) != 0) options.clocks = convert::ClockColumns::remaining;
    if ((choice & 4) != 0) options.movetext = convert::Movetext::keep;
    if ((choice & 8) != 0) options.resignation = game::Resignation::offered;
    require("round trip", convert::laws::round_trip(text, options));
    require("fast path", convert::laws::fast_path(text));
    std::size_t first = (choice >> 8) % (size + 1);
    std::array cuts = {first, first + (choice >> 32) % (size + 1 - first)};
    require("cuts", convert::laws::cuts(text, cuts));
    return 0;
}
