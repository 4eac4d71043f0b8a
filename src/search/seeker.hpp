#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ign/chess/playback.hpp"
#include "ign/codec/unfold.hpp"
#include "ign/convert/numbering_scheme.hpp"
#include "ign/search/query.hpp"

namespace ign::search {

enum class Outcome : std::uint8_t {
    found,
    not_found,
    no_game  ///< a move is illegal or not possible; only seen as far as the game has been replayed
};

/// Replays games from their numbers until a position and a material have been reached, or cannot be
/// reached any more. One for each thread.
class Seeker {
  public:
    /// At least one of the two is asked for.
    explicit Seeker(const Query& query) : position_(query.position), material_(query.material) {}

    /// `number` is little-endian, numbered from `start`. With the number of its half-moves a game
    /// is left as soon as there are too few of them for the captures that are missing.
    [[nodiscard]] Outcome seek(const chess::Position& start, std::span<const std::byte> number,
                               convert::NumberingScheme numbering,
                               std::optional<std::int32_t> plies);

  private:
    struct Progress {
        bool has_position;
        bool has_material;
        std::uint32_t judged_pieces = 0;
    };
    enum class Verdict : std::uint8_t { found, hopeless, open };

    template <class Visitor>
    bool replay_with_resignation(chess::Position position, std::span<const std::byte> number,
                                 chess::Numbering numbering, Visitor& visit);
    [[nodiscard]] Verdict judge(const chess::Position& position, std::int32_t plies_left,
                                Progress& progress) const;

    std::optional<PositionTarget> position_;
    std::optional<MaterialQuery> material_;
    chess::NumberPlayer player_;
    codec::Unfold number_;
};

}  // namespace ign::search
