#include "ign/convert/game_reader.hpp"

#include <algorithm>
#include <array>

#include "dump_reader.hpp"
#include "ign/chess/attacks.hpp"
#include "ign/chess/fen.hpp"
#include "ign/chess/isa.hpp"
#include "ign/chess/lane_replay.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/replay.hpp"
#include "ign/chess/san.hpp"
#include "ign/convert/tag_fields.hpp"
#include "ign/pgn/annotation.hpp"
#include "ign/pgn/dump_notes.hpp"

namespace ign::convert {
namespace {

using chess::Numbering;
using pgn::TokenKind;

// A token as it is quoted in an error: short, and whole characters only.
std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 24;
    if (text.size() <= longest) return std::string(text);
    std::size_t cut = longest;
    while (cut != 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
    return std::string(text.substr(0, cut)) + "...";
}

std::string at_ply(std::size_t ply, std::string_view token) {
    return " at ply " + std::to_string(ply) + ": " + quoted(token);
}

RejectReason reason_of(chess::SanStatus status) {
    switch (status) {
        case chess::SanStatus::ambiguous:
            return RejectReason::ambiguous_move;
        case chess::SanStatus::null_move:
            return RejectReason::null_move;
        case chess::SanStatus::illegal:
            return RejectReason::illegal_move;
        default:
            return RejectReason::bad_move;
    }
}

RejectReason reason_of(pgn::Problem problem) {
    switch (problem) {
        case pgn::Problem::none:
            return RejectReason::none;
        case pgn::Problem::unterminated_comment:
            return RejectReason::unterminated_comment;
        case pgn::Problem::unterminated_variation:
            return RejectReason::unterminated_variation;
        default:
            return RejectReason::over_limit;
    }
}

// Signs of a variant in a FEN: pockets, promoted marks, a ninth rank for the pocket, check
// counters.
bool fen_of_a_variant(std::string_view fen) {
    std::string_view board = fen.substr(0, fen.find(' '));
    return board.find_first_of("[]~") != std::string_view::npos ||
           std::ranges::count(board, '/') == 8 || fen.find(" +") != std::string_view::npos ||
           std::ranges::count(fen.substr(board.size()), '+') == 1;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blank = " \t\r\n";
    std::size_t first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::int32_t eval_code(const pgn::EvalValue& eval) {
    if (eval.kind == pgn::EvalKind::centipawns) {
        bool fits = eval.value >= -pgn::most_centipawns && eval.value <= pgn::most_centipawns;
        return fits ? eval.value : no_note;
    }
    if (eval.value == 0 || eval.value < -pgn::most_mate_moves ||
        eval.value > pgn::most_mate_moves) {
        return no_note;
    }
    return eval.value > 0 ? pgn::mate_base - eval.value : -eval.value - pgn::mate_base - 1;
}

template <class Replay>
IGN_INLINE chess::SanStatus scan_and_play(std::string_view text, Replay& replay,
                                          codec::Digit& digit, bool& canonical) {
    const char* end = text.data() + text.size();
    chess::SanToken san;
    if (chess::scan_san(text.data(), end, san) != end) return chess::SanStatus::malformed;
    return replay.play(san, digit, canonical);
}

// The kernels, once for each instruction set: these are the callers that isa.hpp asks for.
template <Numbering numbering>
IGN_TARGET_V3 chess::SanStatus play_move(std::string_view text,
                                         chess::Replay<chess::PextSliders, numbering>& replay,
                                         codec::Digit& digit, bool& canonical) {
    return scan_and_play(text, replay, digit, canonical);
}
template <Numbering numbering>
IGN_TARGET_ANY chess::SanStatus play_move(std::string_view text,
                                          chess::Replay<chess::MagicSliders, numbering>& replay,
                                          codec::Digit& digit, bool& canonical) {
    return scan_and_play(text, replay, digit, canonical);
}
template <Numbering numbering>
IGN_TARGET_V3 const char* read_dump_moves(const char* begin, const dump::DumpText& text,
                                          dump::MoveTexts& known,
                                          chess::Replay<chess::PextSliders, numbering>& replay,
                                          GameRecord& game) {
    return dump::read_moves(begin, text, known, replay, game);
}
template <Numbering numbering>
IGN_TARGET_ANY const char* read_dump_moves(const char* begin, const dump::DumpText& text,
                                           dump::MoveTexts& known,
                                           chess::Replay<chess::MagicSliders, numbering>& replay,
                                           GameRecord& game) {
    return dump::read_moves(begin, text, known, replay, game);
}
#if defined(__x86_64__)
IGN_TARGET_V4 chess::SanStatus play_move(std::string_view text, chess::LaneReplay& replay,
                                         codec::Digit& digit, bool& canonical) {
    return scan_and_play(text, replay, digit, canonical);
}
IGN_TARGET_V4 const char* read_dump_moves(const char* begin, const dump::DumpText& text,
                                          dump::MoveTexts& known, chess::LaneReplay& replay,
                                          GameRecord& game) {
    return dump::read_moves(begin, text, known, replay, game);
}
#endif

template <class Replay>
class KernelGameReader : public GameReader {
  public:
    explicit KernelGameReader(game::Resignation resignation) : resignation_(resignation) {}

    using GameReader::read;
    pgn::GameEnd read(const char* begin, const char* end, pgn::TextEnd text_end,
                      std::size_t padding, GameRecord& game) override;

  private:
    static void read_tag(const pgn::Token& token, GameRecord& game);
    void start_moves(GameRecord& game);
    void read_move(std::string_view text, GameRecord& game);
    void read_comment(std::string_view text, GameRecord& game);
    void note_problem(const pgn::Tokenizer& tokens, GameRecord& game);
    void add_resignation(GameRecord& game);
    const char* read_dump(const char* begin, const dump::DumpText& text, GameRecord& game);

    chess::Position standard_ = chess::Position::standard();
    Replay replay_;
    dump::TagForecast forecast_;
    dump::MoveTexts known_moves_;
    game::Resignation resignation_;
};

template <class Replay>
pgn::GameEnd KernelGameReader<Replay>::read(const char* begin, const char* end,
                                            pgn::TextEnd text_end, std::size_t padding,
                                            GameRecord& game) {
    game.clear();
    if (read_dump(begin, {end, end + padding, text_end}, game) != nullptr) {
        add_resignation(game);
        return pgn::GameEnd::complete;
    }
    game.clear();
    pgn::Tokenizer tokens(begin, end, text_end);
    const char* movetext = nullptr;
    const char* last = begin;
    for (pgn::Token token = tokens.next(); token.kind != TokenKind::end; token = tokens.next()) {
        if (token.kind == TokenKind::tag) {
            read_tag(token, game);
            movetext = nullptr;
            continue;
        }
        if (token.kind == TokenKind::prose) continue;
        if (movetext == nullptr) movetext = token.begin;
        last = token.end;
        switch (token.kind) {
            case TokenKind::move:
                read_move(token.text(), game);
                break;
            case TokenKind::comment:
            case TokenKind::line_comment:
                read_comment(token.text(), game);
                break;
            case TokenKind::variation_open:
                last = tokens.skip_variation().end;
                break;
            case TokenKind::result:
                game.result = token.text();
                break;
            case TokenKind::junk:
                start_moves(game);
                game.reject(RejectReason::bad_token, at_ply(game.number.size() + 1, token.text()));
                break;
            default:
                break;
        }
    }
    if (tokens.state() != pgn::GameEnd::complete) return tokens.state();
    start_moves(game);
    note_problem(tokens, game);
    if (game.moves.size() != 0 && !replay_.ends_canonically()) game.mate_sign = MateSign::plus;
    game.text = {begin, static_cast<std::size_t>(tokens.game_end() - begin)};
    if (movetext != nullptr) game.movetext = {movetext, static_cast<std::size_t>(last - movetext)};
    add_resignation(game);
    return pgn::GameEnd::complete;
}

template <class Replay>
void KernelGameReader<Replay>::add_resignation(GameRecord& game) {
    if (resignation_ == game::Resignation::none || game.reason != RejectReason::none) return;
    game.number.raise_radices();
    std::string_view result = game.result_value();
    bool is_lost = result == "1-0" || result == "0-1";
    if (!is_lost || !chess::has_legal_move(replay_.position())) return;
    std::uint32_t last = chess::radix<Replay::counted>(replay_.position()) + 1;
    game.number.push({last, last});
}

// What is over a limit takes its text's room alone: the tokenizer has told that it rejects the
// game.
template <class Replay>
void KernelGameReader<Replay>::read_tag(const pgn::Token& token, GameRecord& game) {
    if (game.tags.size() == pgn::tags_limit || token.text().size() > pgn::tag_bytes_limit) return;
    game.add_tag(pgn::read_tag(token), token.begin, token.end);
}

// Sets the start position once the tags are read. Called before the first move and at the end of
// the game.
template <class Replay>
void KernelGameReader<Replay>::start_moves(GameRecord& game) {
    if (game.started) return;
    game.started = true;
    constexpr std::size_t variant_field = 19;
    constexpr std::size_t fen_field = 20;
    static_assert(tag_fields[variant_field].name == "Variant" &&
                  tag_fields[fen_field].name == "FEN");
    std::string_view fen;
    std::string_view variant;
    if (const GameTag* tag = game.known_tag(fen_field)) fen = trimmed(tag->pair.value);
    if (const GameTag* tag = game.known_tag(variant_field)) variant = tag->pair.value;
    if (!variant.empty() && parse_variant(variant) == Ruleset::unsupported) {
        game.reject(RejectReason::unsupported_variant, ": " + quoted(variant));
    } else if (fen_of_a_variant(fen)) {
        game.reject(RejectReason::unsupported_variant, ": FEN " + quoted(fen));
    }
    if (fen.empty()) {
        replay_.start(standard_);
        return;
    }
    game.fen = fen;
    auto position = chess::parse_fen(fen);
    if (!position) {
        game.reject(RejectReason::bad_fen, ": " + std::string(chess::to_text(position.error())));
        game.start = Start::set_up;
        return;
    }
    game.black_begins = position->turn() == chess::Color::black;
    // The standard position with other counters keeps its FEN, but its numbers are those of any
    // game.
    bool standard = position->same_but_for_counters(standard_);
    game.start = standard ? Start::standard : Start::set_up;
    if (standard && position->halfmove_clock() == 0 && position->fullmove_number() == 1)
        game.fen = {};
    game.first_number = position->fullmove_number();
    replay_.start(*position);
}

template <class Replay>
void KernelGameReader<Replay>::read_move(std::string_view text, GameRecord& game) {
    start_moves(game);
    if (game.reason != RejectReason::none) return;
    if (game.number.size() == plies_limit) {
        game.reject(RejectReason::over_limit,
                    ": more than " + std::to_string(plies_limit) + " half-moves");
        return;
    }
    codec::Digit digit;
    bool canonical = false;
    chess::SanStatus status = play_move(text, replay_, digit, canonical);
    if (status != chess::SanStatus::ok) {
        game.reject(reason_of(status), at_ply(game.number.size() + 1, text));
        return;
    }
    game.number.push(digit);
    game.moves.push_back({text.data(), text.data() + text.size(),
                          canonical ? MoveSpelling::canonical : MoveSpelling::other});
    game.clocks.push_back(no_note);
    game.evals.push_back(no_note);
}

// A comment's clock and evaluation belong to the move before it; of two of a kind the first one
// counts.
template <class Replay>
void KernelGameReader<Replay>::read_comment(std::string_view text, GameRecord& game) {
    if (game.number.size() == 0 || game.reason != RejectReason::none) return;
    pgn::Annotations notes = pgn::scan_annotations(text);
    std::size_t ply = game.number.size() - 1;
    if (notes.clock && game.clocks[ply] == no_note) {
        std::int64_t clock = notes.clock->value.milliseconds;
        if (clock <= std::numeric_limits<std::int32_t>::max()) {
            game.clocks[ply] = static_cast<std::int32_t>(clock);
            game.clock_digits =
                std::max<int>(game.clock_digits, notes.clock->value.fraction_digits);
            game.fewest_clock_digits =
                std::min<int>(game.fewest_clock_digits, notes.clock->value.fraction_digits);
            game.has_clocks = true;
        }
    }
    if (notes.eval && game.evals[ply] == no_note) {
        game.evals[ply] = eval_code(notes.eval->value);
        game.has_evals |= game.evals[ply] != no_note;
    }
}

template <class Replay>
void KernelGameReader<Replay>::note_problem(const pgn::Tokenizer& tokens, GameRecord& game) {
    if (tokens.problem() == pgn::Problem::none) return;
    RejectReason reason = reason_of(tokens.problem());
    std::string detail = " after ply " + std::to_string(game.number.size());
    if (reason == RejectReason::over_limit) detail = ": " + std::string(describe(tokens.problem()));
    game.reject(reason, detail);
}

template <class Replay>
const char* KernelGameReader<Replay>::read_dump(const char* begin, const dump::DumpText& text,
                                                GameRecord& game) {
    const char* moves = dump::read_tags(begin, text.end, text.readable_end, forecast_, game);
    if (moves == nullptr || game.tags.size() == 0) return nullptr;
    start_moves(game);
    if (game.reason != RejectReason::none) return nullptr;
    const char* next = read_dump_moves(moves, text, known_moves_, replay_, game);
    if (next == nullptr || game.result != game.result_value()) return nullptr;
    game.text = {begin, static_cast<std::size_t>(next - begin)};
    game.movetext = {moves,
                     static_cast<std::size_t>(game.result.data() - moves) + game.result.size()};
    return next;
}

template <class Replay>
std::unique_ptr<GameReader> make_reader(game::Resignation resignation) {
    return std::make_unique<KernelGameReader<Replay>>(resignation);
}

template <Numbering numbering>
std::unique_ptr<GameReader> make_reader_for(game::Resignation resignation) {
    using chess::Replay;
    if (chess::cpu_has_pext()) {
        return make_reader<Replay<chess::PextSliders, numbering>>(resignation);
    }
    return make_reader<Replay<chess::MagicSliders, numbering>>(resignation);
}

}  // namespace

std::unique_ptr<GameReader> make_game_reader(Numbering numbering, game::Resignation resignation) {
    if (numbering == Numbering::legal) return make_reader_for<Numbering::legal>(resignation);
#if defined(__x86_64__)
    if (chess::cpu_has_lanes()) return make_reader<chess::LaneReplay>(resignation);
#endif
    return make_reader_for<Numbering::pseudo_legal>(resignation);
}

}  // namespace ign::convert
