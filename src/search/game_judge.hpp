#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "ign/codec/unfold.hpp"
#include "ign/convert/numbering_scheme.hpp"
#include "ign/search/query.hpp"
#include "scheme_index.hpp"
#include "seeker.hpp"

namespace ign::search {

/// A start position, and what the query's line is from there.
struct Start {
    std::optional<chess::Position> position;        ///< nothing for a bad FEN
    bool begins_line = false;                       ///< true without a line
    std::array<LinePrefix, scheme_count> prefixes;  ///< by index_of, if it begins the line
};

[[nodiscard]] Start make_start(const chess::Position& position, const Query& query);

/// A row's game as its columns give it.
struct GameRow {
    std::uint32_t row;
    std::span<const std::byte> number;
    std::string_view fen;  ///< empty for the standard position
    std::optional<std::int32_t> plies;
    convert::NumberingScheme numbering;
};

/// Tells of one game after another whether it begins with the query's line and reaches what is
/// sought. One for each thread; the query must outlive it.
class GameJudge {
  public:
    explicit GameJudge(const Query& query);

    [[nodiscard]] Outcome judge(const GameRow& game);

  private:
    const Start& start_of(std::string_view fen);

    const Query& query_;
    Start standard_;
    std::unordered_map<std::string, Start> set_up_;  // by FEN as tagged
    std::optional<Seeker> seeker_;
    codec::Unfold unfold_;
};

}  // namespace ign::search
