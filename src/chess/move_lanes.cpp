#include "ign/chess/move_lanes.hpp"

namespace ign::chess {

#if defined(__x86_64__)

namespace detail {

const LaneConstants lane_constants = [] {
    LaneConstants result{};
    for (std::size_t i = 0; i < 64; ++i) {
        std::uint64_t bit = std::uint64_t{1} << i;
        result.squares[i] = static_cast<std::uint8_t>(i);
        result.rising[(i / 8 - i % 8) % 16] |= bit;
        result.falling[i / 8 + i % 8] |= bit;
    }
    for (std::size_t i = 0; i < result.lane.size(); ++i) result.lane[i].fill(i);
    result.one = 1;
    result.seven = 7;
    result.top = std::uint64_t{1} << 63;
    result.a_file = file_squares(0).bits;
    result.not_a = ~file_squares(0).bits;
    result.not_h = ~file_squares(7).bits;
    result.not_ab = ~(file_squares(0) | file_squares(1)).bits;
    result.not_gh = ~(file_squares(6) | file_squares(7)).bits;
    result.rank_1 = rank_squares(0).bits;
    result.home_rank = {rank_squares(0).bits, rank_squares(7).bits};
    result.each_byte = each_byte;
    return result;
}();

}  // namespace detail

#endif

}  // namespace ign::chess
