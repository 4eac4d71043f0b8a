#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "ign/search/query.hpp"

namespace ign::search {

enum class Verdict : std::uint8_t { found, hopeless, open };

/// What a game has reached so far.
struct Progress {
    bool has_position = false;
    bool has_material = false;
    std::uint32_t judged_pieces = 0;  // how many there were when their kinds were last judged
};

/// The position and the material that are sought, as asked of every position of a game: small
/// functions for the replay kernels (see ign/chess/isa.hpp), cheap questions first.
class Quest {
  public:
    /// At least one of the two is asked for.
    explicit Quest(const Query& query) : position_(query.position), material_(query.material) {}

    [[nodiscard]] Progress start() const { return {!position_, !material_}; }

    /// Takes note of what is reached here. Hopeless is a game in which it cannot be reached any
    /// more however long it is.
    [[nodiscard]] IGN_INLINE Verdict judge(const chess::Position& position,
                                           Progress& progress) const {
        if (!progress.has_position) {
            progress.has_position = position_->matches(position);
            if (!progress.has_position && position_->is_out_of_reach(position)) {
                return Verdict::hopeless;
            }
        }
        if (!progress.has_material) {
            const auto& [first, second] = *material_;
            progress.has_material = first.matches(position) || second.matches(position);
            // Promotions bring nothing into reach.
            std::uint32_t pieces = position.occupied().count();
            if (!progress.has_material && pieces != progress.judged_pieces) {
                progress.judged_pieces = pieces;
                if (first.is_out_of_reach(position) && second.is_out_of_reach(position)) {
                    return Verdict::hopeless;
                }
            }
        }
        return progress.has_position && progress.has_material ? Verdict::found : Verdict::open;
    }

    /// Fewer half-moves than these cannot lead from here to what is missing.
    [[nodiscard]] IGN_INLINE std::int32_t plies_needed(const chess::Position& position,
                                                       const Progress& progress) const {
        std::int32_t plies = 0;
        if (!progress.has_position) {
            plies = std::max(plies, least_plies(position, position_->totals()));
        }
        if (!progress.has_material) {
            plies = std::max(plies, std::min(least_plies(position, material_->first.totals()),
                                             least_plies(position, material_->second.totals())));
        }
        return plies;
    }

  private:
    std::optional<PositionTarget> position_;
    std::optional<MaterialQuery> material_;
};

}  // namespace ign::search
