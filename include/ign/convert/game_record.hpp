#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "ign/chess/san.hpp"
#include "ign/codec/fold.hpp"
#include "ign/columnar/row_batch.hpp"
#include "ign/convert/glyphs.hpp"
#include "ign/convert/layout_style.hpp"
#include "ign/convert/reject.hpp"
#include "ign/convert/tag_fields.hpp"
#include "ign/pgn/tokenizer.hpp"

namespace ign::convert {

/// Marks a half-move without a clock or an evaluation.
inline constexpr std::int32_t no_note = std::numeric_limits<std::int32_t>::min();

/// Half-moves of one game. With the 75-move rule no game has more than some 11,800, but texts can;
/// the number's cost grows with the square of its length, and at this one it is still less than a
/// second to fold.
inline constexpr std::size_t plies_limit = std::size_t{1} << 20;

/// Is a move spelled as write_san would?
enum class MoveSpelling : std::uint8_t { canonical, other };

/// A move as it stands in the text, with its check sign.
struct MoveSpan {
    const char* begin;
    const char* end;
    MoveSpelling spelling;
};

/// A tag pair as it stands in the text.
struct GameTag {
    pgn::TagPair pair;
    const char* begin;
    const char* end;
    int field;     ///< place in tag_fields, or -1
    bool is_last;  ///< of its name in this game: the one that counts
};

/// What the fast path has found out about a game in the layout of the Lichess dumps.
struct DumpStyle {
    bool is_known = false;
    BlackNumbers black_numbers = BlackNumbers::after_comment;
    GlyphMarks glyphs;
};

/// Where a game starts.
enum class Start : std::uint8_t { standard, set_up };

/// All that is known of one game while it is read; made once and reused from game to game. The text
/// it points into must outlive its use.
struct GameRecord {
    std::string_view text;      ///< the whole span of the game
    std::string_view movetext;  ///< from the first token after the tags to the last token
    std::string_view result;    ///< the termination marker, empty if there is none
    columnar::Buffer<GameTag> tags;
    MateSign mate_sign = MateSign::hash;
    columnar::Buffer<MoveSpan> moves;          ///< left empty by the fast path
    columnar::Buffer<chess::SanToken> tokens;  ///< of the fast path
    DumpStyle dump;

    Start start = Start::standard;
    std::string_view fen;        ///< the FEN tag's value where the game has its own start
    bool tags_are_ascii = true;  ///< no value needs a look at its encoding
    bool started = false;        ///< the tags are read and the start position stands
    bool black_begins = false;

    codec::Fold number;                     ///< a digit for each half-move (and the resignation)
    columnar::Buffer<std::int32_t> clocks;  ///< milliseconds after each half-move, or no_note
    columnar::Buffer<std::int32_t> evals;   ///< as in the column `eval`, or no_note
    int clock_digits = 0;                   ///< most digits after the point in any clock
    int fewest_clock_digits = 3;
    std::uint32_t first_number = 1;  ///< of the first move
    bool has_clocks = false;
    bool has_evals = false;

    RejectReason reason = RejectReason::none;
    std::string detail;  ///< what follows the reason in the column `error`

    /// Forgets the game; the memory stays.
    void clear();

    /// The value of the column `Result`: the Result tag where it states one, else the terminator in
    /// the tag's spelling (half signs and a bare 1/2 mean a draw), else nothing.
    [[nodiscard]] std::string_view result_value() const;
    /// Appends a tag pair that stands at [begin, end) of the text.
    void add_tag(const pgn::TagPair& pair, const char* begin, const char* end);
    /// The same for a tag of which it is known whether tag_fields has it (its place, or -1); the
    /// caller sees to `tags_are_ascii`.
    void add_tag(const pgn::TagPair& pair, int field, const char* begin, const char* end) {
        GameTag& tag = *tags.reserve(1);
        auto place = static_cast<std::uint32_t>(tags.size());
        if (field < 0) {
            auto [known, is_first] = other_tags_.try_emplace(pair.name, place);
            if (!is_first) tags[std::exchange(known->second, place)].is_last = false;
        } else {
            auto known = static_cast<std::size_t>(field);
            if (has_tag(known)) tags[places_[known]].is_last = false;
            known_tags_ |= std::uint32_t{1} << known;
            places_[known] = place;
        }
        // One by one: a tag put together elsewhere and copied waits until all of it is written.
        tag.pair.name = pair.name;
        tag.pair.value = pair.value;
        tag.pair.form = pair.form;
        tag.begin = begin;
        tag.end = end;
        tag.field = field;
        tag.is_last = true;
        tags.commit(1);
    }
    /// The last tag of a field of tag_fields, or nullptr.
    [[nodiscard]] const GameTag* known_tag(std::size_t field) const {
        return has_tag(field) ? &tags[places_[field]] : nullptr;
    }
    /// Makes the game a reject, if it is none yet: the first reason stands.
    void reject(RejectReason why, std::string what);

  private:
    [[nodiscard]] bool has_tag(std::size_t field) const { return (known_tags_ >> field & 1) != 0; }

    // Places in `tags` of the last tag of each field, where known_tags_ has the field's bit, and of
    // each name without a column.
    static_assert(tag_fields.size() <= 32);
    std::uint32_t known_tags_ = 0;
    std::array<std::uint32_t, tag_fields.size()> places_{};
    std::unordered_map<std::string_view, std::uint32_t> other_tags_;
};

/// One of the four results that the PGN standard knows.
bool is_result(std::string_view text);

}  // namespace ign::convert
