#include "workload.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "ign/chess/fen.hpp"
#include "ign/chess/movegen.hpp"
#include "ign/chess/ordinal.hpp"
#include "ign/chess/san.hpp"
#include "ign/convert/glyphs.hpp"
#include "ign/pgn/writer.hpp"

namespace ign::app {
namespace {

using chess::Color;
using chess::Numbering;

// Castling, en passant pins, promotions on all sides, Black to move, counters that are not 0 and 1.
constexpr std::array<std::string_view, 8> set_up_positions = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 30",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 7 24",
    "4k3/1P4p1/8/2Q5/5q2/8/1p4P1/4K3 w - - 12 40",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 31",
    "rnbqkbnr/pppppppp/8/8/8/8/8/4K2R w K - 0 1",
};

struct Opening {
    std::string_view eco;
    std::string_view name;
};
constexpr std::array<Opening, 12> openings = {{
    {"A00", "Van't Kruijs Opening"},
    {"A04", "Zukertort Opening"},
    {"A40", "Queen's Pawn Game"},
    {"B00", "King's Pawn Game"},
    {"B01", "Scandinavian Defense: Mieses-Kotrc Variation"},
    {"B20", "Sicilian Defense"},
    {"B90", "Sicilian Defense: Najdorf Variation"},
    {"C20", "King's Pawn Game: Leonardis Variation"},
    {"C41", "Philidor Defense"},
    {"C50", "Italian Game: Giuoco Pianissimo"},
    {"D30", "Queen's Gambit Declined"},
    {"E60", "King's Indian Defense"},
}};

struct TimeControl {
    std::uint32_t seconds;
    std::uint32_t increment;
    std::string_view speed;
};
constexpr std::array<TimeControl, 8> time_controls = {{
    {15, 0, "UltraBullet"},
    {60, 0, "Bullet"},
    {120, 1, "Bullet"},
    {180, 0, "Blitz"},
    {180, 2, "Blitz"},
    {300, 3, "Blitz"},
    {600, 0, "Rapid"},
    {1800, 20, "Classical"},
}};

constexpr std::array<std::string_view, 6> titles = {"GM", "IM", "FM", "WFM", "CM", "BOT"};
constexpr std::string_view base62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

template <class... Values>
std::string format(const char* pattern, Values... values) {
    char buffer[64];
    int length = std::snprintf(buffer, sizeof buffer, pattern, values...);
    return {buffer, static_cast<std::size_t>(length)};
}

// As Java prints the pawns: one decimal at least, no zero after it; mates as #n.
std::string eval_text(std::int32_t eval) {
    if (eval > pgn::most_centipawns) return format("#%d", pgn::mate_base - eval);
    if (eval < -pgn::most_centipawns) return format("#-%d", eval + pgn::mate_base + 1);
    std::string text =
        format("%s%d.%02d", eval < 0 ? "-" : "", std::abs(eval) / 100, std::abs(eval) % 100);
    if (text.back() == '0') text.pop_back();
    return text;
}

std::string_view glyph_text(convert::Glyph glyph) {
    constexpr std::array<std::string_view, 4> texts = {"", "?!", "?", "??"};
    return texts[static_cast<std::size_t>(glyph)];
}

// 0 for a king's step, 1 for a quiet move, 2 for a capture, a castling or a promotion to a queen.
int liveliness(const chess::Position& position, chess::Move move) {
    if (position.is_castling(move) || move.promotion == chess::Promotion::queen) return 2;
    bool is_pawn = position.pawns().has(move.from);
    bool captures =
        position.pieces(!position.turn()).has(move.to) || (is_pawn && position.ep().has(move.to));
    if (captures) return 2;
    return position.kings().has(move.from) ? 0 : 1;
}

}  // namespace

struct Workload::Game {
    Flaw flaw = Flaw::none;
    std::string fen;  // of a game that does not start from the standard position
    std::string_view variant;
    std::uint32_t most_plies = 0;
    bool has_evals = false;

    const TimeControl* time_control = nullptr;  // none for a correspondence game
    std::array<std::uint32_t, 2> clocks{};
    std::string event;
    std::array<std::string, 2> names;

    chess::Position position = chess::Position::standard();
    std::string movetext;
    std::string_view result;
    std::int32_t eval = convert::eval_before_first_move;
    bool needs_number = true;  // before a move of Black
    bool is_mate = false;
};

void Workload::append_game(std::string& out) {
    Game game;
    choose_kind(game);
    choose_players(game);
    play(game);
    write_tags(game, out);
    out += '\n';
    if (game.movetext.empty()) out += ' ';  // as the dumps have it
    out += game.movetext;
    out += game.result;
    out += "\n\n";
    ++games_;
}

void Workload::choose_kind(Game& game) {
    constexpr std::uint64_t period = 40;
    std::uint64_t round = games_ / period;
    switch (games_ % period) {
        case 7:
            game.fen = chess960_start();
            game.variant = "Chess960";
            break;
        case 13:
            game.flaw = static_cast<Flaw>(1 + round % static_cast<std::uint64_t>(Flaw::fen));
            break;
        case 31:
            game.fen = set_up_positions[round % set_up_positions.size()];
            break;
        default:
            break;
    }
    if (!game.fen.empty()) game.position = *chess::parse_fen(game.fen);
    game.has_evals = random_.one_in(10);
    // Three draws: a mean of 67 half-moves with a spread of 23, and a few long games.
    for (int i = 0; i < 3; ++i) game.most_plies += random_.below(46);
    if (random_.one_in(64)) game.most_plies += random_.below(200);
    if (random_.one_in(100)) game.most_plies = 0;
    if (game.flaw == Flaw::variant) game.variant = "Atomic";
    if (game.flaw == Flaw::fen) {
        game.fen = "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    }
}

void Workload::choose_players(Game& game) {
    std::string_view speed = "Correspondence";
    if (!random_.one_in(40)) {
        game.time_control =
            &time_controls[random_.below(static_cast<std::uint32_t>(time_controls.size()))];
        game.clocks.fill(game.time_control->seconds);
        speed = game.time_control->speed;
    }
    game.event = "Rated " + std::string(game.variant.empty() ? speed : game.variant);
    if (random_.one_in(4)) {
        game.event += " tournament https://lichess.org/tournament/" + random_word(base62, 8);
    } else {
        game.event += " game";
    }
    for (std::string& name : game.names) name = random_name();
}

std::string Workload::random_word(std::string_view letters, std::size_t length) {
    std::string word;
    while (word.size() < length) {
        word += letters[random_.below(static_cast<std::uint32_t>(letters.size()))];
    }
    return word;
}

std::string Workload::random_name() {
    std::string name;
    for (std::uint32_t i = 0, count = 2 + random_.below(3); i < count; ++i) {
        name += random_word("bcdfghjklmnprstvwz", 1) + random_word("aeiou", 1);
    }
    if (random_.one_in(3)) name += std::to_string(random_.below(2000));
    return name;
}

// Bishops on squares of both colours, the king between the rooks, all else anywhere.
std::string Workload::chess960_start() {
    std::string rank(8, '.');
    auto put_on_free = [&rank](std::uint32_t place, char piece) {
        std::size_t file = rank.find('.');
        for (; place > 0; --place) file = rank.find('.', file + 1);
        rank[file] = piece;
    };
    rank[2 * random_.below(4)] = 'B';
    rank[2 * random_.below(4) + 1] = 'B';
    put_on_free(random_.below(6), 'Q');
    put_on_free(random_.below(5), 'N');
    put_on_free(random_.below(4), 'N');
    for (char piece : {'R', 'K', 'R'}) put_on_free(0, piece);
    std::string black = rank;
    for (char& piece : black) piece = static_cast<char>(piece - 'A' + 'a');
    return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + rank + " w KQkq - 0 1";
}

chess::Move Workload::choose_move(const chess::Position& position, std::uint32_t count) {
    chess::Move best = *chess::select(position, 1 + random_.below(count), Numbering::legal);
    chess::Move other = *chess::select(position, 1 + random_.below(count), Numbering::legal);
    return liveliness(position, other) > liveliness(position, best) ? other : best;
}

void Workload::play(Game& game) {
    constexpr std::array<std::string_view, 3> results = {"1-0", "0-1", "1/2-1/2"};
    game.result = results[random_.below(random_.one_in(8) ? 3 : 2)];
    for (std::uint32_t ply = 0; ply < game.most_plies; ++ply) {
        std::uint32_t count = chess::radix(game.position, Numbering::legal);
        if (count == 0) break;
        append_ply(game, choose_move(game.position, count));
    }
    if (chess::radix(game.position, Numbering::legal) == 0) {
        game.is_mate = static_cast<bool>(chess::checkers(game.position));
        std::string_view winner = game.position.turn() == Color::white ? "0-1" : "1-0";
        game.result = game.is_mate ? winner : "1/2-1/2";
    }
    append_flaw(game);
}

void Workload::append_ply(Game& game, chess::Move move) {
    bool white = game.position.turn() == Color::white;
    std::string number = std::to_string(game.position.fullmove_number());
    if (white) {
        game.movetext += number + ". ";
    } else if (game.needs_number) {
        game.movetext += number + "... ";
    }
    game.movetext += chess::to_san(game.position, move);
    game.position.play(move);
    game.needs_number = false;
    append_notes(game);
    game.movetext += ' ';
    ++plies_;
}

// Glyph, evaluation and clock of the move just played.
void Workload::append_notes(Game& game) {
    bool white = game.position.turn() == Color::black;
    bool is_over = !chess::has_legal_move(game.position);
    std::string notes;
    if (game.has_evals && !is_over) {
        std::int32_t before = game.eval;
        std::int32_t centipawns = std::clamp(before, -1500, 1500);
        centipawns += static_cast<std::int32_t>(random_.below(61)) - 30;
        if (random_.one_in(12)) {
            auto loss = static_cast<std::int32_t>(random_.below(500));
            centipawns += white ? -loss : loss;
        }
        game.eval = centipawns;
        if (std::abs(centipawns) > 1000 && random_.one_in(3)) {
            auto mate_in = static_cast<std::int32_t>(1 + random_.below(12));
            game.eval = centipawns > 0 ? pgn::mate_base - mate_in : mate_in - pgn::mate_base - 1;
        }
        convert::Mover mover = white ? convert::Mover::white : convert::Mover::black;
        game.movetext += glyph_text(convert::predict_glyph(before, game.eval, mover));
        notes = "[%eval " + eval_text(game.eval) + ']';
    }
    if (game.time_control != nullptr) {
        std::uint32_t& clock = game.clocks[white ? 0 : 1];
        clock -= std::min(clock, random_.below(2 + game.time_control->seconds / 20));
        clock += game.time_control->increment;
        if (!notes.empty()) notes += ' ';
        notes += format("[%%clk %u:%02u:%02u]", clock / 3600, clock / 60 % 60, clock % 60);
    }
    if (notes.empty()) return;
    game.movetext += " { " + notes + " }";
    game.needs_number = true;
}

// What makes a game a reject, if its tags do not: a last move that is none.
void Workload::append_flaw(Game& game) {
    std::string word;
    if (game.flaw == Flaw::illegal_move) {
        // A knight on the square of its own king.
        chess::Square king = game.position.king(game.position.turn());
        word = {'N', static_cast<char>('a' + chess::file_of(king)),
                static_cast<char>('1' + chess::rank_of(king))};
    } else if (game.flaw == Flaw::null_move) {
        word = "--";
    } else if (game.flaw == Flaw::drop) {
        word = "P@e4";
    } else {
        return;
    }
    bool white = game.position.turn() == Color::white;
    game.movetext +=
        std::to_string(game.position.fullmove_number()) + (white ? ". " : "... ") + word + ' ';
}

void Workload::write_tags(const Game& game, std::string& out) {
    auto tag = [&out](std::string_view name, std::string_view value) {
        pgn::write_tag(name, value, out);
        out += '\n';
    };
    auto second = static_cast<std::uint32_t>(games_ * 7);
    std::string date = format("2024.06.%02u", 1 + second / 86400 % 30);
    std::string time = format("%02u:%02u:%02u", second / 3600 % 24, second / 60 % 60, second % 60);
    tag("Event", game.event);
    tag("Site", "https://lichess.org/" + random_word(base62, 8));
    tag("Date", date);
    tag("Round", "-");
    tag("White", game.names[0]);
    tag("Black", game.names[1]);
    tag("Result", game.result);
    tag("UTCDate", date);
    tag("UTCTime", time);
    std::uint32_t rating = 800 + random_.below(800) + random_.below(800);
    tag("WhiteElo", std::to_string(rating));
    tag("BlackElo", std::to_string(rating - 100 + random_.below(200)));
    tag("WhiteRatingDiff", format("%+d", static_cast<int>(random_.below(25)) - 12));
    tag("BlackRatingDiff", format("%+d", static_cast<int>(random_.below(25)) - 12));
    if (random_.one_in(50)) {
        tag("WhiteTitle", titles[random_.below(static_cast<std::uint32_t>(titles.size()))]);
    }
    if (game.fen.empty()) {
        const Opening& opening =
            openings[random_.below(static_cast<std::uint32_t>(openings.size()))];
        tag("ECO", opening.eco);
        tag("Opening", opening.name);
    }
    tag("TimeControl", game.time_control == nullptr ? "-"
                                                    : format("%u+%u", game.time_control->seconds,
                                                             game.time_control->increment));
    tag("Termination", game.is_mate || random_.one_in(2) ? "Normal" : "Time forfeit");
    if (!game.fen.empty()) {
        tag("FEN", game.fen);
        tag("SetUp", "1");
    }
    if (!game.variant.empty()) tag("Variant", game.variant);
}

}  // namespace ign::app
