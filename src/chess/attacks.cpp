#include "ign/chess/attacks.hpp"

#include <bit>
#include <utility>

namespace ign::chess {

namespace detail {

namespace {

// Found by trying random numbers with few bits set until no two occupancies with different attacks
// fall on the same place.
constexpr std::array<std::uint64_t, 64> bishop_magics = {
    0x4810020204040c10, 0x8030920240420400, 0x80510400820461d0, 0x4204404082062008,
    0x0025114000030000, 0x0411100805045200, 0x0004411410400412, 0x0404420201014008,
    0x0000104242241401, 0x1100200111220080, 0x0001100112102004, 0x4012022082100800,
    0x50404202104033e8, 0x2008010108400000, 0x2008820890880861, 0x0020020094044200,
    0x9010000810010810, 0x7011006214480086, 0x0010844109020200, 0x0002010440150008,
    0x0004012a00940484, 0x3280402208024000, 0x0a0c0a0104020200, 0x2001100024110400,
    0x40204901a0083108, 0x2004820810220800, 0x2040410008080100, 0x2062100808008020,
    0x0082040022008200, 0x4250004001882800, 0x0000c88c04040411, 0x4b00410040440200,
    0x0a484840004a0210, 0x9400a22000100400, 0x0080105001080088, 0x1000401008020208,
    0x0c40008020020020, 0x0a02008204010800, 0x2002040100004840, 0x2842084100004400,
    0x0042501008400400, 0x0200840120210800, 0x0080120088411000, 0x1000005148000400,
    0x402e084100400400, 0x0440012060808100, 0x0004418801100200, 0x080440821200d040,
    0x0080909010120001, 0x0800504808082003, 0x0280050401040108, 0x4000200020880001,
    0x8100040861010402, 0x0600842004410008, 0x4810200801005610, 0x00100400842840f2,
    0x0020104310301019, 0xa000244068080822, 0x0104000c440c0410, 0x0804000004208800,
    0x102a2b2050821202, 0x4400401002502442, 0x1104901216040412, 0x0202420808050448,
};
constexpr std::array<std::uint64_t, 64> rook_magics = {
    0x0080002010804000, 0x4440004820001000, 0x0480200010008009, 0x0880080080041000,
    0x0200040820020010, 0x4180098002000400, 0x420008020010a114, 0x8100108040220100,
    0x0800800080204000, 0x8401804000200080, 0x1008808020001000, 0x0004801000800800,
    0x10020010200a0004, 0x2016002408020010, 0x0911000402000100, 0x0020800041000080,
    0x0420288000400082, 0x2090124002200240, 0x0020008010008020, 0x8001828008001000,
    0x1020110008010004, 0x4008808002000400, 0x0002010100040200, 0x4000420001008044,
    0x8100810200220041, 0x0020208200420101, 0x0820008080201000, 0x2080100080800800,
    0x0258040080080280, 0x011c000202000810, 0x0002000200014488, 0x0201d9020000a044,
    0x0140008000802044, 0x0000802001804000, 0x11a0010041002012, 0x1010080081801000,
    0x60b2080101000510, 0x0000201088010440, 0x0060820804001061, 0x0203804102000084,
    0x0120804000208010, 0x2010004020044000, 0x8011004820010012, 0x0080090410010020,
    0x008800040080800a, 0x8054000200048080, 0x8000884102040010, 0x0000004089020014,
    0x0360208010410100, 0x02a1102080400100, 0x00108c1000200080, 0x2010040008004040,
    0x0140080191000500, 0x4022000204008080, 0x004801a802100400, 0x8800108844010200,
    0x0210800501d44221, 0x0000802100401a02, 0x0020021020084101, 0x8801d00120450009,
    0x0001001004020801, 0x4212001004088102, 0x0004009802300904, 0x0481008039004402,
};

/// The squares from `square` on in one direction, to the border.
constexpr Bitboard ray(Square square, Step step) {
    Bitboard squares;
    int file = file_of(square) + step.file;
    int rank = rank_of(square) + step.rank;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += step.file, rank += step.rank) {
        squares |= Bitboard(make_square(file, rank));
    }
    return squares;
}

using Directions = std::array<Step, 4>;
constexpr Directions bishop_directions = {{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
constexpr Directions rook_directions = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

/// The attacks on an empty board.
constexpr Bitboard reach_of(const Directions& directions, Square square) {
    Bitboard reach;
    for (Step step : directions) reach |= ray(square, step);
    return reach;
}

/// A blocker on the border changes nothing, unless the ray runs along that border.
constexpr Bitboard relevant_squares(const Directions& directions, Square square) {
    Bitboard ranks = (rank_squares(0) | rank_squares(7)) & ~rank_squares(rank_of(square));
    Bitboard files = (file_squares(0) | file_squares(7)) & ~file_squares(file_of(square));
    return reach_of(directions, square) & ~ranks & ~files;
}

/// What of a reach a blocker does not hide: all but the squares behind it.
constexpr Bitboard left_by(const Directions& directions, Square square, Square blocker) {
    for (Step step : directions) {
        if (ray(square, step).has(blocker)) return ~ray(blocker, step);
    }
    return all_squares;
}

/// Bit extraction, as the instruction has it.
constexpr std::uint16_t extract(Bitboard squares, Bitboard mask) {
    std::uint32_t extracted = 0;
    for (std::uint32_t i = 0; mask; ++i) {
        if (squares.has(mask.pop())) extracted |= 1U << i;
    }
    return static_cast<std::uint16_t>(extracted);
}

/// One slider on one square.
template <const Directions& directions, std::size_t number>
struct Slider {
    static constexpr auto square = static_cast<Square>(number);
    static constexpr Bitboard reach = reach_of(directions, square);
    static constexpr Bitboard mask = relevant_squares(directions, square);
    static constexpr std::size_t occupancies = std::size_t{1} << mask.count();

    /// The attacks for each occupancy of the mask, in the order of pext's values: those without the
    /// lowest blocker, less what that one hides. `express` makes a Set of squares.
    template <class Set>
    static constexpr std::array<Set, occupancies> sets(auto express) {
        std::array<Set, 12> left{};  // [i]: what the i-th square of the mask leaves, if occupied
        Bitboard rest = mask;
        for (std::size_t i = 0; rest; ++i) {
            left[i] = express(reach & left_by(directions, square, rest.pop()));
        }
        std::array<Set, occupancies> sets{};
        sets[0] = express(reach);
        for (std::size_t i = 1; i < occupancies; ++i) {
            sets[i] = static_cast<Set>(sets[i & (i - 1)] & left[std::countr_zero(i)]);
        }
        return sets;
    }

    static constexpr std::array<std::uint16_t, occupancies> by_pext =
        sets<std::uint16_t>([](Bitboard squares) { return extract(squares, reach); });

    /// The same at the places that a magic number gives. Adding one to the bits of a mask counts
    /// through its subsets.
    template <std::uint64_t magic>
    static constexpr std::array<Bitboard, occupancies> by_magic = [] {
        std::array<Bitboard, occupancies> placed{};
        std::uint64_t subset = 0;
        for (Bitboard set : sets<Bitboard>([](Bitboard squares) { return squares; })) {
            placed[(subset * magic) >> (64 - mask.count())] = set;
            subset = (subset - mask.bits) & mask.bits;
        }
        return placed;
    }();
};

#if defined(__x86_64__)
template <const Directions& directions, std::size_t... squares>
constexpr std::array<PextEntry, 64> pext_entries(std::index_sequence<squares...> /*all*/) {
    return {PextEntry{Slider<directions, squares>::mask.bits,
                      Slider<directions, squares>::reach.bits,
                      Slider<directions, squares>::by_pext.data()}...};
}
#endif

template <const Directions& directions, const std::array<std::uint64_t, 64>& magics,
          std::size_t... squares>
constexpr std::array<MagicEntry, 64> magic_entries(std::index_sequence<squares...> /*all*/) {
    return {MagicEntry{Slider<directions, squares>::mask.bits, magics[squares],
                       Slider<directions, squares>::template by_magic<magics[squares]>.data(),
                       64 - Slider<directions, squares>::mask.count()}...};
}

constexpr void add_lines(SquarePairs& pairs, Square from, Step step) {
    Bitboard whole = ray(from, step) | ray(from, {-step.file, -step.rank}) | Bitboard(from);
    for (Bitboard rest = ray(from, step); rest;) {
        Square to = rest.pop();
        pairs.line[index(from)][index(to)] = whole;
        pairs.between[index(from)][index(to)] = ray(from, step) & ~ray(to, step) & ~Bitboard(to);
    }
}

constexpr SquarePairs make_square_pairs() {
    SquarePairs pairs{};
    for (int i = 0; i < 64; ++i) {
        auto square = static_cast<Square>(i);
        for (Step step : bishop_directions) add_lines(pairs, square, step);
        for (Step step : rook_directions) add_lines(pairs, square, step);
    }
    return pairs;
}

constexpr auto all_squares_sequence = std::make_index_sequence<64>();

}  // namespace

// Made by the compiler: a program that plays no move does not pay for them, and one that does
// shares them with all others that run.
#if defined(__x86_64__)
constinit const std::array<PextEntry, 64> pext_bishops =
    pext_entries<bishop_directions>(all_squares_sequence);
constinit const std::array<PextEntry, 64> pext_rooks =
    pext_entries<rook_directions>(all_squares_sequence);
#endif
constinit const std::array<MagicEntry, 64> magic_bishops =
    magic_entries<bishop_directions, bishop_magics>(all_squares_sequence);
constinit const std::array<MagicEntry, 64> magic_rooks =
    magic_entries<rook_directions, rook_magics>(all_squares_sequence);
constinit const SquarePairs square_pairs = make_square_pairs();

}  // namespace detail

#if defined(__x86_64__)
bool cpu_has_pext() {
    __builtin_cpu_init();
    bool has_all = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                   __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2");
    return has_all && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}
bool cpu_has_lanes() {
    return cpu_has_pext() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq");
}
#else
bool cpu_has_pext() { return false; }
bool cpu_has_lanes() { return false; }
#endif

}  // namespace ign::chess
