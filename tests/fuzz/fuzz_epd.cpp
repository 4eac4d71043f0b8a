// Any line: what is read as EPD is written, read as the same operations, and written the same
// again; its moves are legal ones.

#include <cstdint>
#include <string>
#include <string_view>

#include "check.hpp"
#include "ign/chess/epd.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/start_number.hpp"
#include "ign/chess/validity.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ign::chess;
    auto epd = parse_epd({reinterpret_cast<const char*>(data), size});
    if (!epd) {
        IGN_CHECK(!epd.error().reason.empty());
        return 0;
    }
    for (FenStyle style : {FenStyle::x_fen, FenStyle::shredder}) {
        std::string text = to_epd(*epd, style);
        auto back = parse_epd(text);
        IGN_CHECK(back);
        IGN_CHECK(to_epd(*back, style) == text);
        IGN_CHECK(to_fen(back->position) == to_fen(epd->position));
        // Only counters may have been added.
        IGN_CHECK(back->operations.size() >= epd->operations.size());
        for (std::size_t i = 0; i < epd->operations.size(); ++i) {
            IGN_CHECK(back->operations[i] == epd->operations[i]);
        }
    }
    auto fault = find_fault(epd->position);
    auto number = start_number(epd->position);
    IGN_CHECK(!number ||
              (!fault && to_epd_fields(start_position(*number)) == to_epd_fields(epd->position)));
    return 0;
}
