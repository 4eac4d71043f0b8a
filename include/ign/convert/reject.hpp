#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ign::convert {

/// Why a game became a row without a number.
enum class RejectReason : std::uint8_t {
    none,
    illegal_move,
    ambiguous_move,
    null_move,
    bad_move,
    bad_token,
    bad_fen,
    unsupported_variant,
    unterminated_comment,
    unterminated_variation,
    over_limit,
};

inline constexpr std::size_t reject_reason_count =
    static_cast<std::size_t>(RejectReason::over_limit) + 1;

/// The reason in words, as it begins the column `error` and stands in the summary.
constexpr std::string_view to_text(RejectReason reason) {
    constexpr std::array<std::string_view, reject_reason_count> texts = {
        "",
        "illegal move",
        "ambiguous move",
        "null move",
        "unreadable move",
        "unexpected text",
        "bad FEN",
        "unsupported variant",
        "unterminated comment",
        "unterminated variation",
        "over a limit",
    };
    return texts[static_cast<std::size_t>(reason)];
}

/// One rejected game, for the report.
struct Reject {
    std::uint64_t game = 0;    ///< counted from 1 within its input
    std::uint64_t offset = 0;  ///< of the game's first byte in the decompressed text, from 0
    RejectReason reason = RejectReason::none;
    std::string error;  ///< as in the column `error`
};

}  // namespace ign::convert
