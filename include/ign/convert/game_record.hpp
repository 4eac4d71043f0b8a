#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "ign/codec/fold.hpp"
#include "ign/columnar/row_batch.hpp"
#include "ign/convert/glyphs.hpp"
#include "ign/convert/layout_style.hpp"
#include "ign/convert/reject.hpp"
#include "ign/pgn/tokenizer.hpp"

namespace ign::convert {

/// Marks a half-move without a clock or an evaluation.
inline constexpr std::int32_t no_note = std::numeric_limits<std::int32_t>::min();

enum class MoveSpelling : std::uint8_t { canonical, other };

/// A move as it stands in the text, with its check sign.
struct MoveSpan {
    const char* begin;
    const char* end;
    MoveSpelling spelling;
};

/// What the fast path has found out about a game in the layout of the Lichess dumps.
struct DumpStyle {
    bool is_known = false;
    BlackNumbers black_numbers = BlackNumbers::after_comment;
    GlyphMarks glyphs;
};

enum class Start : std::uint8_t { standard, set_up };

/// All that is known of one game while it is read; made once and reused from game to game. The text
/// it points into must outlive its use.
struct GameRecord {
    std::string_view text;      ///< the whole span of the game
    std::string_view movetext;  ///< from the first token after the tags to the last token
    std::string_view result;    ///< the termination marker, empty if there is none
    columnar::Buffer<pgn::TagPair> tags;
    columnar::Buffer<pgn::Token> tag_tokens;  ///< of the same tags
    columnar::Buffer<MoveSpan> moves;         ///< left empty by the fast path
    DumpStyle dump;

    Start start = Start::standard;
    std::string_view fen;  ///< the FEN tag's value where the game has its own start
    bool started = false;  ///< the tags are read and the start position stands
    bool black_begins = false;

    codec::Fold number;                     ///< a digit for each half-move
    columnar::Buffer<std::int32_t> clocks;  ///< milliseconds after each half-move, or no_note
    columnar::Buffer<std::int32_t> evals;   ///< as in the column `eval`, or no_note
    int clock_digits = 0;                   ///< most digits after the point in any clock
    int fewest_clock_digits = 3;
    std::uint32_t first_number = 1;  ///< of the first move
    bool has_clocks = false;
    bool has_evals = false;

    RejectReason reason = RejectReason::none;
    std::string detail;  ///< what follows the reason in the column `error`

    void clear();

    /// The value of the column `Result`: the Result tag where it states one, else the terminator in
    /// the tag's spelling (half signs and a bare 1/2 mean a draw), else nothing.
    [[nodiscard]] std::string_view result_value() const;
    void reject(RejectReason why, std::string what);
};

/// One of the four results that the PGN standard knows.
bool is_result(std::string_view text);

}  // namespace ign::convert
