#!/usr/bin/env python3
"""Write a dump of made-up games in the exact layout of the monthly Lichess files.

    make_dump.py OUT.pgn[.zst] [--games 2000] [--seed 1] [--period 2021|...|mixed] [--variant chess960]

The games are played by weighted chance (captures, the centre and checks preferred, a mate at hand
mostly taken), so they look odd but are legal to the last ply; players, dates, clocks and evals are
made up. The same options give the same bytes. A .zst is written as pzstd does: frames of --frame
bytes of text, each after a skippable frame that holds its compressed size.

Layout by the date of export (what each period changes is listed in PERIODS):
    one line of moves a game; a number before each white move, and before a black one after a comment;
    eval and clock in one comment; a glyph after the move by the drop in the eval.
"""

import argparse
import dataclasses
import datetime
import random
import struct

import chess
import zstandard

SKIPPABLE_MAGIC = 0x184D2A50


@dataclasses.dataclass(frozen=True)
class Period:
    """How an exporter of its time wrote a game."""

    year: int
    month: int
    clocks: bool = True
    date_and_round: bool = True
    lichess_id: bool = False
    number_after_clock: bool = True  # before: only an eval comment forces a black move number
    space_without_moves: bool = True  # a game without moves is ` 1-0`, else `1-0`
    rapid: bool = True
    swiss: bool = False
    insufficient_material: bool = False
    draw_offers: bool = False


PERIODS = {
    "2013": Period(2013, 1, clocks=False, date_and_round=False, number_after_clock=False, rapid=False),
    "2017": Period(2017, 9, date_and_round=False, number_after_clock=False, rapid=False),
    "2018-03": Period(2018, 3, date_and_round=False, lichess_id=True, number_after_clock=False, rapid=False),
    "2019": Period(2019, 6, number_after_clock=False),
    "2021": Period(2021, 3),
    "2022": Period(2022, 5, space_without_moves=False),
    "2024": Period(2024, 8, swiss=True),
    "2026": Period(2026, 7, swiss=True, insufficient_material=True, draw_offers=True),
}

# Longest match of the moves gives the tags ECO and Opening.
OPENINGS = [
    ("", "?", "?"),
    ("e4", "B00", "King's Pawn Game"),
    ("d4", "A40", "Queen's Pawn Game"),
    ("c4", "A10", "English Opening"),
    ("Nf3", "A04", "Zukertort Opening"),
    ("f4", "A02", "Bird Opening"),
    ("b3", "A01", "Nimzo-Larsen Attack"),
    ("g4", "A00", "Grob Opening"),
    ("e4 e5", "C20", "King's Pawn Game"),
    ("e4 e5 Nf3 Nc6 Bb5", "C60", "Ruy Lopez"),
    ("e4 e5 Nf3 Nc6 Bb5 a6", "C70", "Ruy Lopez: Morphy Defense"),
    ("e4 e5 Nf3 Nc6 Bc4", "C50", "Italian Game"),
    ("e4 e5 Nf3 Nc6 Bc4 Nf6", "C55", "Italian Game: Two Knights Defense"),
    ("e4 e5 Nf3 Nf6", "C42", "Petrov's Defense"),
    ("e4 e5 Nf3 d6", "C41", "Philidor Defense"),
    ("e4 e5 f4", "C30", "King's Gambit"),
    ("e4 e5 Nc3", "C25", "Vienna Game"),
    ("e4 c5", "B20", "Sicilian Defense"),
    ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90", "Sicilian Defense: Najdorf Variation"),
    ("e4 e6", "C00", "French Defense"),
    ("e4 e6 d4 d5 e5", "C02", "French Defense: Advance Variation"),
    ("e4 c6", "B10", "Caro-Kann Defense"),
    ("e4 d5", "B01", "Scandinavian Defense"),
    ("e4 Nf6", "B02", "Alekhine Defense"),
    ("d4 d5 c4", "D06", "Queen's Gambit"),
    ("d4 d5 c4 e6", "D30", "Queen's Gambit Declined"),
    ("d4 d5 c4 c6", "D10", "Slav Defense"),
    ("d4 Nf6 c4 g6", "E60", "King's Indian Defense"),
    ("d4 Nf6 c4 e6 Nc3 Bb4", "E20", "Nimzo-Indian Defense"),
    ("d4 f5", "A80", "Dutch Defense"),
    ("d4 d5 Bf4", "D00", "Queen's Pawn Game: Accelerated London System"),
]

TIME_CONTROLS = ["15+0", "30+0", "60+0", "60+1", "120+1", "180+0", "180+2", "300+0", "300+3", "600+0",
                 "600+5", "900+10", "1800+0", "1800+20", "-"]
TITLES = ["GM", "WGM", "IM", "WIM", "FM", "WFM", "CM", "NM", "LM", "BOT"]
FIRST = ["quiet", "sharp", "iron", "blue", "late", "royal", "tiny", "grand", "lucky", "old", "swift", "Zug", "Frau_"]
LAST = ["knight", "bishop", "rook", "pawn", "gambit", "tempo", "file", "zwang", "Fianchetto", "fork", "-skewer"]
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
VALUE = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
CENTRE = chess.BB_CENTER


def material(board):
    """White's material less Black's, in pawns."""
    return sum(
        value * (len(board.pieces(piece, chess.WHITE)) - len(board.pieces(piece, chess.BLACK)))
        for piece, value in VALUE.items()
    )


def is_mate(board, move):
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate


def pick_move(rnd, board):
    """A legal move by weighted chance."""
    legal = list(board.legal_moves)
    weights = []
    for move in legal:
        weight = 1.0
        victim = board.piece_type_at(move.to_square)
        mover = board.piece_type_at(move.from_square)
        if victim and not board.is_castling(move):
            weight += 4 * VALUE[victim] / max(1, VALUE[mover])
        if chess.BB_SQUARES[move.to_square] & CENTRE:
            weight += 1
        if board.is_castling(move):
            weight += 8
        if move.promotion == chess.QUEEN:
            weight += 20
        if mover == chess.KING:
            weight *= 0.3
        if board.gives_check(move):
            if rnd.random() < 0.9 and is_mate(board, move):
                return move
            weight += 2
        weights.append(weight)
    return rnd.choices(legal, weights)[0]


def play(rnd, board, book):
    """SAN of each ply, White's material balance after each, and the final position."""
    wanted = max(4, int(rnd.gauss(66, 30)))
    san, balance = [], []
    for text in book:
        if rnd.random() < 0.05:
            break
        board.push_san(text)
        san.append(text)
        balance.append(material(board))
    while len(san) < wanted and not board.is_game_over() and not board.can_claim_threefold_repetition():
        move = pick_move(rnd, board)
        san.append(board.san(move))
        board.push(move)
        balance.append(material(board))
    return san, balance


def make_evals(rnd, san, balance):
    """Per ply ('cp', hundredths of a pawn) or ('mate', n), White's view; None where a ply has none."""
    evals, drift = [], 20
    mated = san[-1].endswith("#")
    for ply in range(len(san)):
        pawns = balance[min(ply + 1, len(san) - 1)]  # an engine sees the reply
        drift += rnd.randint(-25, 25)
        left = len(san) - 1 - ply
        white_wins = len(san) % 2 == 1
        if mated and left == 0:
            evals.append(None)
        elif mated and left <= rnd.choice((1, 3, 5, 9)):
            moves = (left + 1) // 2
            evals.append(("mate", moves if white_wins else -moves))
        elif rnd.random() < 0.004:
            evals.append(None)
        else:
            evals.append(("cp", max(-15265, min(15265, 100 * pawns + drift))))
    return evals


def glyph(before, after, white):
    """The exporter's judgement of a move by the eval before and after it, both White's view."""
    if before is None or after is None:
        return ""
    sign = 1 if white else -1
    (kind_before, was), (kind_after, now) = before, after
    was, now = sign * was, sign * now
    if kind_before == "cp" and kind_after == "cp":
        loss = max(-1000, min(1000, was)) - max(-1000, min(1000, now))
        return "??" if loss >= 300 else "?" if loss >= 100 else "?!" if loss >= 50 else ""
    if kind_before == "cp":
        return "" if now > 0 else "?!" if was < -999 else "?" if was < -700 else "??"
    if was > 0 and kind_after == "cp":
        return "?!" if now > 999 else "?" if now > 700 else "??"
    if was > 0 and now < 0:
        return "??"
    return "?!" if 0 < was <= 5 and now >= was else ""


def make_clocks(rnd, plies, control):
    """Seconds on the mover's clock after each ply; fewer where a side ran out of time, which is said."""
    base, increment = map(int, control.split("+"))
    left, clocks = [float(base), float(base)], []
    for ply in range(plies):
        side = ply % 2
        if ply >= 2:
            left[side] -= min(left[side], rnd.expovariate(1 / max(0.4, base / 45)))
            left[side] += increment
        if left[side] < 1:
            return clocks, True
        clocks.append(int(left[side]))
    return clocks, False


def comment(eval_, clock, offer):
    """The comments of a ply as the exporter joins them, with their leading space."""
    parts = []
    if offer:
        parts.append(f"{offer} offers draw")
    if eval_:
        kind, value = eval_
        parts.append(f"[%eval {value / 100 if kind == 'cp' else f'#{value}'}]")
    if clock is not None:
        parts.append(f"[%clk {clock // 3600}:{clock // 60 % 60:02}:{clock % 60:02}]")
    return "".join(f" {{ {part} }}" for part in parts).replace("] } { [", "] [")


def movetext(rnd, period, san, evals, clocks, result):
    """The one line of moves."""
    words, forced, before = [], False, ("cp", 15)
    for ply, text in enumerate(san):
        white = ply % 2 == 0
        eval_ = evals[ply] if evals else None
        clock = clocks[ply] if clocks and ply < len(clocks) else None
        mark = glyph(before, eval_, white) if evals else ""
        if mark and rnd.random() < 0.03:
            mark = ""  # the exporter marks a move only where a better line was stored
        offer = ("White" if white else "Black") if period.draw_offers and rnd.random() < 0.002 else ""
        number = f"{ply // 2 + 1}. " if white else f"{ply // 2 + 1}... " if forced else ""
        note = comment(eval_, clock, offer)
        words.append(number + text + mark + note)
        forced = bool(note if period.number_after_clock else eval_)
        before = eval_
    if not words:
        return (" " if period.space_without_moves else "") + result
    return " ".join(words) + " " + result


def speed_name(control, period):
    if control == "-":
        return "Correspondence"
    base, increment = map(int, control.split("+"))
    seconds = base + 40 * increment
    for limit, name in ((30, "UltraBullet"), (180, "Bullet"), (480, "Blitz"), (1500, "Rapid")):
        if seconds < limit:
            return name if period.rapid or name != "Rapid" else "Classical"
    return "Classical"


def outcome(rnd, board, balance, timeout, period):
    """(Result, Termination) of a game that ended with this position."""
    if board.is_checkmate():
        return ("0-1" if board.turn == chess.WHITE else "1-0"), "Normal"
    if board.is_insufficient_material():
        return "1/2-1/2", "Insufficient material" if period.insufficient_material else "Normal"
    if board.is_stalemate() or board.can_claim_draw():
        return "1/2-1/2", "Normal"
    chance = rnd.random()
    if not balance:
        return ("*", "Unterminated") if chance < 0.3 else (rnd.choice(("1-0", "0-1")), "Abandoned")
    if timeout or chance < 0.2:
        return ("1-0" if (len(balance) % 2 == 1) else "0-1"), "Time forfeit"
    if chance < 0.23:
        return "*", "Unterminated"
    if chance < 0.235:
        return rnd.choice(("1-0", "0-1")), "Rules infraction"
    if balance[-1] == 0:
        return "1/2-1/2", "Normal"
    return ("1-0" if balance[-1] > 0 else "0-1"), "Normal"


def event(rnd, perf, period):
    ident = "".join(rnd.choices(BASE62, k=8))
    chance = rnd.random()
    if chance < 0.15:
        return f"Rated {perf} tournament https://lichess.org/tournament/{ident}"
    if chance < 0.17 and period.swiss:
        return f"{perf} swiss https://lichess.org/swiss/{ident}"
    if chance < 0.175:
        return f"{perf} simul https://lichess.org/simul/{ident}"
    return f"Rated {perf} game"


def player(rnd):
    if rnd.random() < 0.004:
        return "?", "?", None
    name = rnd.choice(FIRST) + rnd.choice(LAST) + (str(rnd.randint(1, 999)) if rnd.random() < 0.6 else "")
    rating = max(600, min(3200, int(rnd.gauss(1600, 320))))
    return name, str(rating), rnd.choice(TITLES) if rnd.random() < 0.02 else None


def opening(san):
    line = " ".join(san) + " "
    return max((row for row in OPENINGS if line.startswith(row[0] + " ") or not row[0]), key=lambda row: len(row[0]))


def make_game(rnd, options, when):
    """The text of one game, tags and moves, with the empty line after it."""
    period = PERIODS[options.period if options.period != "mixed" else rnd.choice(list(PERIODS))]
    when = when.replace(year=period.year, month=period.month)
    board = chess.Board.from_chess960_pos(rnd.randrange(960)) if options.variant else chess.Board()
    start_fen = board.fen()
    book = [] if options.variant else rnd.choice(OPENINGS)[0].split()
    control = rnd.choice(TIME_CONTROLS)
    san, balance = ([], []) if rnd.random() < options.no_moves else play(rnd, board, book)
    clocks, timeout = None, False
    if period.clocks and control != "-" and san:
        clocks, timeout = make_clocks(rnd, len(san), control)
        if timeout:
            san, balance = san[: len(clocks)], balance[: len(clocks)]
            board = chess.Board(start_fen, chess960=bool(options.variant))
            for text in san:
                board.push_san(text)
        elif rnd.random() < 0.01:
            clocks = clocks[: rnd.randrange(len(clocks))]
    evals = make_evals(rnd, san, balance) if san and rnd.random() < options.evals else None
    result, termination = outcome(rnd, board, balance, timeout, period)

    (white, white_elo, white_title), (black, black_elo, black_title) = player(rnd), player(rnd)
    ident = "".join(rnd.choices(BASE62, k=8))
    tags = [("Event", event(rnd, options.variant or speed_name(control, period), period)),
            ("Site", f"https://lichess.org/{ident}")]
    if period.date_and_round:
        tags += [("Date", f"{when:%Y.%m.%d}"), ("Round", "-")]
    tags += [("White", white), ("Black", black), ("Result", result),
             ("UTCDate", f"{when:%Y.%m.%d}"), ("UTCTime", f"{when:%H:%M:%S}"),
             ("WhiteElo", white_elo), ("BlackElo", black_elo)]
    if result != "*" and "?" not in (white, black):
        gain = rnd.randint(0, 14) * {"1-0": 1, "0-1": -1}.get(result, 0)
        tags += [("WhiteRatingDiff", f"{gain:+d}"), ("BlackRatingDiff", f"{-gain:+d}")]
    tags += [(name, title) for name, title in (("WhiteTitle", white_title), ("BlackTitle", black_title)) if title]
    if not options.variant:
        _, eco, name = opening(san)
        tags += [("ECO", eco), ("Opening", name)]
    tags += [("TimeControl", control), ("Termination", termination)]
    if options.variant:
        tags += [("FEN", start_fen), ("SetUp", "1"), ("Variant", options.variant)]
    if period.lichess_id:
        tags += [("LichessId", ident)]
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags)
    return f"{head}\n{movetext(rnd, period, san, evals, clocks, result)}\n\n"


def write(path, text, frame, level):
    data = text.encode()
    with open(path, "wb") as file:
        if not path.endswith(".zst"):
            file.write(data)
            return
        compressor = zstandard.ZstdCompressor(level=level)
        for at in range(0, len(data), frame):
            block = compressor.compress(data[at : at + frame])
            file.write(struct.pack("<III", SKIPPABLE_MAGIC, 4, len(block)) + block)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--period", choices=[*PERIODS, "mixed"], default="2021")
    parser.add_argument("--variant", choices=["Chess960"], help="another start position each game")
    parser.add_argument("--evals", type=float, default=0.08, help="share of games with evals")
    parser.add_argument("--no-moves", type=float, default=0.01, help="share of games without a move")
    parser.add_argument("--frame", type=int, default=32 << 20, help="bytes of text in a zstd frame")
    parser.add_argument("--level", type=int, default=19)
    options = parser.parse_args()
    rnd = random.Random(options.seed)
    when = datetime.datetime(2021, 1, 1)
    games = []
    for _ in range(options.games):
        when += datetime.timedelta(seconds=rnd.randint(0, 30))
        games.append(make_game(rnd, options, when))
    for at in range(0, len(games), 64):  # the exporter's parallel stages mix each 64 games
        block = games[at : at + 64]
        rnd.shuffle(block)
        games[at : at + 64] = block
    write(options.out, "".join(games), options.frame, options.level)


if __name__ == "__main__":
    main()
