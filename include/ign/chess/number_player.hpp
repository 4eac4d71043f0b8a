#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ign/chess/lane_playback.hpp"
#include "ign/chess/playback.hpp"
#include "ign/codec/unfold.hpp"
#include "ign/game/resignation.hpp"

namespace ign::chess {

/// May a visit of a position be followed by others?
enum class Visit : std::uint8_t { go_on, stop };

/// Plays numbers, one after another, for whoever wants to see the positions: no text is made and
/// nothing is allocated in the long run. Not thread-safe: one for each thread.
class NumberPlayer {
  public:
    /// Plays the game that `number` (little-endian, as in the column `ign`) stands for from its
    /// start position under the numbering, and calls
    ///
    ///     Visit visit(const Position& position, std::size_t plies)
    ///
    /// for the start position (plies = 0) and after every half-move, until it returns Visit::stop
    /// or the number is used up. The position is only valid during the call; `plies()` tells how
    /// many half-moves were played when it is over. Of a number that is no game, all positions
    /// before its fault have been visited: the fault is at ply plies() + 1.
    template <class Visitor>
    NumberEnd play(const Position& start, std::span<const std::byte> number, Numbering numbering,
                   Visitor&& visit, game::Resignation resignation = game::Resignation::none) {
        number_.start(number);
        bool is_legal = numbering == Numbering::legal;
        if (!is_legal && cpu_has_lanes()) return play_v4(start, resignation, visit);
        if (cpu_has_pext()) {
            return is_legal ? play_v3<Numbering::legal>(start, resignation, visit)
                            : play_v3<Numbering::pseudo_legal>(start, resignation, visit);
        }
        return is_legal ? play_any<Numbering::legal>(start, resignation, visit)
                        : play_any<Numbering::pseudo_legal>(start, resignation, visit);
    }

    [[nodiscard]] std::size_t plies() const { return plies_; }

  private:
#if defined(__x86_64__)
    template <class Visitor>
    IGN_TARGET_V4 NumberEnd play_v4(const Position& start, game::Resignation resignation,
                                    Visitor& visit) {
        return play_with<LanePlayback<Spelling::no>>(start, resignation, visit);
    }
#else
    template <class Visitor>
    NumberEnd play_v4(const Position& start, game::Resignation resignation, Visitor& visit) {
        return play_any<Numbering::pseudo_legal>(start, resignation, visit);
    }
#endif
    template <Numbering numbering, class Visitor>
    IGN_TARGET_V3 NumberEnd play_v3(const Position& start, game::Resignation resignation,
                                    Visitor& visit) {
        return play_with<Playback<PextSliders, numbering, Spelling::no>>(start, resignation, visit);
    }
    template <Numbering numbering, class Visitor>
    IGN_TARGET_ANY NumberEnd play_any(const Position& start, game::Resignation resignation,
                                      Visitor& visit) {
        return play_with<Playback<MagicSliders, numbering, Spelling::no>>(start, resignation,
                                                                          visit);
    }

    template <class Playback, class Visitor>
    IGN_INLINE NumberEnd play_with(const Position& start, game::Resignation resignation,
                                   Visitor& visit) {
        Playback playback;
        playback.start(start, resignation);
        typename Playback::Digits digits(number_);
        plies_ = 0;
        while (visit(playback.position(), plies_) == Visit::go_on) {
            if (digits.done()) return NumberEnd::whole;
            SpelledMove played;
            NumberEnd end = playback.play(digits, played);
            if (end != NumberEnd::whole) return end;
            ++plies_;
        }
        return NumberEnd::stopped;
    }

    codec::Unfold number_;
    std::size_t plies_ = 0;
};

}  // namespace ign::chess
