#include "ign/chess/perft.hpp"

#include "ign/chess/movegen.hpp"
#include "ign/chess/ordinal.hpp"

namespace ign::chess {

std::uint64_t perft(const Position& position, int depth, Numbering numbering) {
    if (depth == 0) return 1;
    std::uint32_t count = radix(position, numbering);
    if (depth == 1) return count;
    std::uint64_t nodes = 0;
    for (std::uint32_t index = 1; index <= count; ++index) {
        Move move = *select(position, index, numbering);
        if (numbering == Numbering::pseudo_legal && !is_safe(position, move)) continue;
        Position next = position;
        next.play(move);
        nodes += perft(next, depth - 1, numbering);
    }
    return nodes;
}

}  // namespace ign::chess
