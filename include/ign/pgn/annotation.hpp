#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

/// Clock and evaluation commands inside comments: `[%clk 0:03:00]`, `[%eval -0.17]`.
/// Source: the PGN clock extension as Lichess, chess.com and the engine interfaces write it, and
/// the Lichess exporter's printing of evaluations (../shared/lichess-layout.md, D3).
namespace ign::pgn {

/// Is a command spelled as the writers below spell it?
enum class Spelling : std::uint8_t {
    canonical,  ///< write_clock or write_eval of the value gives the same bytes
    other
};

/// What a clock shows.
struct ClockValue {
    std::int64_t milliseconds;     ///< at least 0
    std::uint8_t fraction_digits;  ///< 0..3 decimals in the text

    friend bool operator==(const ClockValue&, const ClockValue&) = default;
};

/// What an evaluation is measured in.
enum class EvalKind : std::uint8_t { centipawns, mate };

/// An evaluation.
struct EvalValue {
    EvalKind kind;
    std::int32_t value;  ///< centipawns, or moves to mate; White's view; mate: `#-3` is -3
    std::int32_t depth;  ///< search depth of the form `0.17,20`, or -1 if there is none

    friend bool operator==(const EvalValue&, const EvalValue&) = default;
};

/// A command as it stands in the comment, from `[` to `]`.
template <class Value>
struct Annotation {
    Value value;
    Spelling spelling;
    const char* begin;
    const char* end;
};

/// The commands of one comment.
struct Annotations {
    std::optional<Annotation<ClockValue>> clock;
    std::optional<Annotation<EvalValue>> eval;
};

/// The first well-formed command of each kind; all other text is passed over.
[[nodiscard]] Annotations scan_annotations(std::string_view comment);

/// Enough for whatever the two writers write.
inline constexpr int annotation_bytes = 48;

/// `[%clk h:mm:ss]` with as many decimals as told; hours without padding. Returns the new end.
char* write_clock(ClockValue clock, char* out);

/// `[%eval 0.17]`, at least one decimal and at most two, no zero at the end but the first;
/// `[%eval #-3]`; with `,depth` where there is one. Returns the new end.
char* write_eval(EvalValue eval, char* out);

}  // namespace ign::pgn
