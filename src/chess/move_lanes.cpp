#include "ign/chess/move_lanes.hpp"

namespace ign::chess {

#if defined(__x86_64__)

namespace detail {

const LaneConstants lane_constants = {1, std::uint64_t{1} << 63, each_byte};

}  // namespace detail

#endif

}  // namespace ign::chess
