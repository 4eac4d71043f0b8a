#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ign/convert/game_reader.hpp"
#include "ign/pgn/annotation.hpp"
#include "ign/uci/position_command.hpp"

namespace ign::convert {

/// What becomes of games that have evaluations already.
enum class ExistingEvals : std::uint8_t { keep, replace };

/// What became of a game.
enum class Annotated : std::uint8_t {
    yes,       ///< every half-move has an evaluation now, but for the one that mates
    has_some,  ///< left as it was: it has evaluations
    no_moves,  ///< left as it was
    rejected   ///< left as it was: it cannot be replayed, or comments would make another game of it
};

/// Puts evaluations into the PGN text of games, spelled as in the Lichess dumps: `[%eval 0.17]`,
/// `[%eval #-3]`, White's view, of the position after the move. Beside a clock it goes into the
/// clock's comment, before it; elsewhere into a comment of its own behind the move and its glyphs,
/// and Black's next move gets its number. All other bytes stay.
class GameAnnotator {
  public:
    /// The value of the position a game has come to, nothing if it has none. It is asked of no
    /// position without moves: mate has no evaluation, and stalemate is 0.
    using Evaluate = std::function<std::optional<pgn::EvalValue>(const uci::PlayedGame& game)>;

    /// `evaluate` is asked for the evaluations of each game that gets some.
    GameAnnotator(Evaluate evaluate, ExistingEvals existing);

    /// Appends the text of one game, which is the span of a pgn::Tokenizer, with its evaluations.
    Annotated annotate(std::string_view game, std::string& out);

    /// Positions that were evaluated so far.
    [[nodiscard]] std::uint64_t positions() const { return positions_; }

  private:
    /// A half-move of the main line in the text.
    struct PlyText {
        const char* begin = nullptr;  ///< of the move
        const char* end = nullptr;    ///< behind it and the glyphs that follow
        const char* clock = nullptr;  ///< of the first clock command in its comments
        const char* eval = nullptr;   ///< of the first evaluation, and its end
        const char* eval_end = nullptr;
        bool has_number = false;  ///< stands right before it
    };

    [[nodiscard]] bool is_same_game(std::string_view text);
    bool read_moves();
    void read_texts(std::string_view game);
    void note_comment(std::string_view comment);
    std::optional<pgn::EvalValue> evaluate(const uci::PlayedGame& game);
    void copy_to(const char* to, std::string& out);
    void write_ply(const PlyText& ply, const std::optional<pgn::EvalValue>& eval, std::string& out);

    Evaluate evaluate_;
    ExistingEvals existing_;
    std::unique_ptr<GameReader> reader_;
    GameRecord record_;
    std::vector<std::byte> number_;  // of the game as it was
    std::size_t bytes_behind_ = 0;   // of the text that are no part of it
    uci::PlayedGame game_;
    std::vector<chess::Move> moves_;
    std::vector<PlyText> plies_;
    const char* copied_ = nullptr;  // all before it is in `out`
    std::uint64_t positions_ = 0;
};

}  // namespace ign::convert
