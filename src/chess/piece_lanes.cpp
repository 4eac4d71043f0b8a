#include "ign/chess/piece_lanes.hpp"

#include "ign/chess/attacks.hpp"

namespace ign::chess {

#if defined(__x86_64__)

namespace detail {
namespace {

constexpr bool is_any_of(PieceType type, std::initializer_list<PieceType> types) {
    for (PieceType other : types) {
        if (type == other) return true;
    }
    return false;
}

constexpr LaneWays ways_of(PieceType type, std::size_t at) {
    bool is_diagonal = is_any_of(type, {PieceType::bishop, PieceType::queen, PieceType::king});
    bool is_orthogonal = is_any_of(type, {PieceType::rook, PieceType::queen, PieceType::king});
    LaneWays ways;
    ways.bit = std::uint64_t{1} << at;
    for (std::size_t other = 0; other < 64; ++other) {
        if (other == at) continue;
        std::uint64_t bit = std::uint64_t{1} << other;
        bool is_rising = at / 8 + other % 8 == other / 8 + at % 8;
        bool is_falling = at / 8 + at % 8 == other / 8 + other % 8;
        if (is_diagonal && is_rising) ways.rising |= bit;
        if (is_diagonal && is_falling) ways.falling |= bit;
        if (is_orthogonal && at % 8 == other % 8) ways.vertical |= bit;
        if (is_orthogonal && at / 8 == other / 8) ways.level |= bit;
    }
    if (type == PieceType::knight) ways.near = knight_attacks[at].bits;
    if (type == PieceType::king) ways.near = king_attacks[at].bits;
    return ways;
}

}  // namespace

const std::array<std::array<LaneWays, 64>, 6> lane_ways = [] {
    std::array<std::array<LaneWays, 64>, 6> all{};
    for (std::size_t type = static_cast<std::size_t>(PieceType::knight); type < 6; ++type) {
        for (std::size_t at = 0; at < 64; ++at) {
            all[type][at] = ways_of(static_cast<PieceType>(type), at);
        }
    }
    return all;
}();

}  // namespace detail

void PieceLanes::start(const Position& position, Color color) {
    Bitboard all = position.pieces(color);
    Bitboard king = all & position.kings();
    Bitboard pieces = all & ~position.pawns();
    alive.fill(0);
    bit.fill(0);
    bit[0] = king.bits;
    is_crowded = pieces.count() > most_pieces || all.count() > lane_of.size();
    if (is_crowded) return;

    lane_at.fill(pawn_byte);
    type.fill(PieceType::pawn);
    std::uint8_t lane = 0;
    auto add = [&](Square square) {
        type[lane] = position.type_on(square);
        put(lane, square);
        lane_at[static_cast<std::size_t>(square)] = lane++;
    };
    add(king.first());
    for (Bitboard rest = pieces & ~king; rest;) add(rest.pop());
    alike.fill(0);
    for (std::size_t i = 0; i < lane; ++i) {
        for (std::size_t j = 0; j < lane; ++j) {
            if (i != j && type[i] == type[j]) alike[i] |= static_cast<std::uint8_t>(1U << j);
        }
    }
    lane_of.fill(pawn_byte);
    std::size_t place = 0;
    for (Bitboard rest = all; rest;) {
        lane_of[place++] = lane_at[static_cast<std::size_t>(rest.pop())];
    }
    own = all;
}

std::array<PieceLanes, 2> PieceLanes::of(const Position& position) {
    std::array<PieceLanes, 2> lanes;
    for (Color color : {Color::white, Color::black}) {
        lanes[static_cast<std::size_t>(color)].start(position, color);
    }
    return lanes;
}

#endif

}  // namespace ign::chess
