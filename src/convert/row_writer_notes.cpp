// The columns of lists: the clocks of both sides, and the evaluations.

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <utility>

#include "ign/convert/row_writer.hpp"
#include "row_levels.hpp"

namespace ign::convert {
namespace {

using columnar::Field;
using columnar::Leaf;
using columnar::RowBatch;

// A list whose elements are written to `leaf.ints` where they exist.
class ListWriter {
  public:
    ListWriter(Leaf& leaf, std::size_t most_elements)
        : leaf_(leaf),
          definition_(leaf.definition.reserve(most_elements + 1)),
          repetition_(leaf.repetition.reserve(most_elements + 1)),
          values_(leaf.ints.reserve(most_elements)) {}

    /// Room for the values, to be followed by `finish`.
    [[nodiscard]] std::int32_t* values() { return values_; }
    /// The list has so many values and no NULL.
    void finish(std::size_t count) {
        std::fill_n(definition_, count, element);
        commit(count, count);
    }
    /// The list has these elements, no_note = NULL.
    void finish(std::span<const std::int32_t> elements) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < elements.size(); ++i) {
            bool is_value = elements[i] != no_note;
            definition_[i] = is_value ? element : null_element;
            values_[count] = elements[i];
            count += is_value;
        }
        commit(elements.size(), count);
    }

  private:
    void commit(std::size_t slots, std::size_t values) {
        std::fill_n(repetition_, slots, columnar::Level{1});
        repetition_[0] = 0;
        if (slots == 0) definition_[0] = empty_list;
        std::size_t levels = std::max<std::size_t>(slots, 1);
        leaf_.definition.commit(levels);
        leaf_.repetition.commit(levels);
        leaf_.ints.commit(values);
    }

    Leaf& leaf_;
    columnar::Level* definition_;
    columnar::Level* repetition_;
    std::int32_t* values_;
};

// Four clocks, or what is left of them: as unsigned numbers, which may wrap.
using Four = std::uint32_t __attribute__((vector_size(16)));

Four load_four(const std::int32_t* values) {
    Four four;
    std::memcpy(&four, values, sizeof four);
    return four;
}

// So many milliseconds, to divide multiples of them, without a remainder: by two, by a shift, and
// by what is odd, by its inverse modulo 2^32.
class ClockUnit {
  public:
    explicit constexpr ClockUnit(std::uint32_t milliseconds)
        : milliseconds_(milliseconds), shift_(std::countr_zero(milliseconds)) {
        std::uint32_t odd = milliseconds >> shift_;
        for (int i = 0; i < 5; ++i) inverse_ *= 2 - odd * inverse_;
    }

    [[nodiscard]] std::int32_t milliseconds() const {
        return static_cast<std::int32_t>(milliseconds_);
    }
    // Of a number with a sign, or of four.
    [[nodiscard]] std::int32_t count_in(std::uint32_t multiple) const {
        auto halved = static_cast<std::uint32_t>(static_cast<std::int32_t>(multiple) >> shift_);
        return static_cast<std::int32_t>(halved * inverse_);
    }
    [[nodiscard]] Four count_in(Four multiples) const {
        using Signed = std::int32_t __attribute__((vector_size(16)));
        return reinterpret_cast<Four>(reinterpret_cast<Signed>(multiples) >> shift_) * inverse_;
    }

  private:
    std::uint32_t milliseconds_;
    int shift_;
    std::uint32_t inverse_ = 1;
};

// By the most digits after the point in any clock of a game.
constexpr std::array clock_units = {ClockUnit(1000), ClockUnit(100), ClockUnit(10), ClockUnit(1)};

// The clocks of the even and the odd half-moves of a game, if none is missing: eight at a time.
template <ClockColumns columns>
class ClockTaker {
  public:
    ClockTaker(std::span<const std::int32_t> clocks, ClockUnit unit)
        : clocks_(clocks), unit_(unit) {}

    // False if a clock is missing.
    bool take(std::int32_t* even, std::int32_t* odd) {
        std::size_t pairs = clocks_.size() / 2;
        std::size_t pair = 0;
        if (pairs > 4) {
            take_pair(0, even, odd);
            for (pair = 1; pair + 4 <= pairs; pair += 4) take_four_pairs(pair, even, odd);
            // The last ones once more, with those before them.
            if (pair != pairs) take_four_pairs(pairs - 4, even, odd);
        } else {
            for (; pair != pairs; ++pair) take_pair(pair, even, odd);
        }
        if (clocks_.size() % 2 != 0) even[pairs] = take_one(2 * pairs);
        Four missing = missing_;
        return (missing[0] | missing[1] | missing[2] | missing[3]) == 0;
    }

  private:
    std::int32_t take_one(std::size_t ply) {
        auto clock = static_cast<std::uint32_t>(clocks_[ply]);
        missing_[0] |= clocks_[ply] == no_note;
        if (columns == ClockColumns::remaining || ply < 2) return unit_.count_in(clock);
        return unit_.count_in(static_cast<std::uint32_t>(clocks_[ply - 2]) - clock);
    }
    void take_pair(std::size_t pair, std::int32_t* even, std::int32_t* odd) {
        even[pair] = take_one(2 * pair);
        odd[pair] = take_one(2 * pair + 1);
    }
    Four take_four(std::size_t ply) {
        Four clock = load_four(&clocks_[ply]);
        missing_ |= static_cast<Four>(clock == static_cast<std::uint32_t>(no_note));
        if (columns == ClockColumns::remaining) return unit_.count_in(clock);
        return unit_.count_in(load_four(&clocks_[ply - 2]) - clock);
    }
    void take_four_pairs(std::size_t pair, std::int32_t* even, std::int32_t* odd) {
        Four low = take_four(2 * pair);
        Four high = take_four(2 * pair + 4);
        Four evens = __builtin_shufflevector(low, high, 0, 2, 4, 6);
        Four odds = __builtin_shufflevector(low, high, 1, 3, 5, 7);
        std::memcpy(even + pair, &evens, sizeof evens);
        std::memcpy(odd + pair, &odds, sizeof odds);
    }

    std::span<const std::int32_t> clocks_;
    ClockUnit unit_;
    Four missing_{};
};

template <ClockColumns columns>
bool take_clocks(std::span<const std::int32_t> clocks, ClockUnit unit, std::int32_t* even,
                 std::int32_t* odd) {
    return ClockTaker<columns>(clocks, unit).take(even, odd);
}

// The same for every second half-move from `first` on, with no_note where a clock is missing.
void take_clocks_with_gaps(std::span<const std::int32_t> clocks, std::size_t first, ClockUnit unit,
                           ClockColumns columns, columnar::Buffer<std::int32_t>& taken) {
    taken.clear();
    std::int32_t before = no_note;
    for (std::size_t ply = first; ply < clocks.size(); ply += 2) {
        std::int32_t clock = clocks[ply];
        if (clock == no_note) {
            taken.push_back(no_note);
            continue;
        }
        bool is_spent = columns == ClockColumns::spent && before != no_note;
        taken.push_back((is_spent ? before - clock : clock) / unit.milliseconds());
        before = clock;
    }
}

}  // namespace

// The clock after the side's first move that has one, then the difference to the clock before; or
// the clock after each move. Both in 1/scale seconds, a NULL element for a move without a clock.
void RowWriter::append_clocks(const GameRecord& game, RowBatch& batch) {
    bool spent = options_.clocks == ClockColumns::spent;
    std::array sides = {spent ? Field::spent_white : Field::clock_white,
                        spent ? Field::spent_black : Field::clock_black};
    if (!game.has_clocks || game.reason != RejectReason::none) {
        for (Field side : sides) append_empty_row_level(batch[side], null_list);
        if (game.reason == RejectReason::none) batch[Field::clock_scale].append_null();
        return;
    }
    if (game.black_begins) std::swap(sides[0], sides[1]);
    ClockUnit unit = clock_units[static_cast<std::size_t>(game.clock_digits)];
    std::span<const std::int32_t> clocks = game.clocks.span();
    ListWriter even(batch[sides[0]], (clocks.size() + 1) / 2);
    ListWriter odd(batch[sides[1]], clocks.size() / 2);
    auto take = spent ? take_clocks<ClockColumns::spent> : take_clocks<ClockColumns::remaining>;
    if (take(clocks, unit, even.values(), odd.values())) {
        even.finish((clocks.size() + 1) / 2);
        odd.finish(clocks.size() / 2);
    } else {
        take_clocks_with_gaps(clocks, 0, unit, options_.clocks, clocks_);
        even.finish(clocks_.span());
        take_clocks_with_gaps(clocks, 1, unit, options_.clocks, clocks_);
        odd.finish(clocks_.span());
    }
    batch[Field::clock_scale].append_int(1000 / unit.milliseconds());
    row_bytes_ += clocks.size() * 4;
}

void RowWriter::append_evals(const GameRecord& game, Leaf& leaf) {
    if (!game.has_evals || game.reason != RejectReason::none) {
        append_empty_row_level(leaf, null_list);
        return;
    }
    ListWriter list(leaf, game.evals.size());
    list.finish(game.evals.span());
    row_bytes_ += game.evals.size() * 2;
}

}  // namespace ign::convert
