"""Which games ign search finds by lines, positions and material, judged by python-chess."""

import collections
import csv
import io
import json
import random

import chess
import pytest

import support
from search_corpus import Reached, count, material_of, positions_of, same_position, search, sites, sites_of, sql_of
from support import run


# --- lines

def notations(start, moves):
    """A line in SAN, UCI, and as PGN."""
    board = start.copy(stack=False)
    san = []
    for move in moves:
        san.append(board.san(move))
        board.push(move)
    yield " ".join(san)
    yield " ".join(move.uci() for move in moves)
    if moves:
        yield start.variation_san(moves)


def test_lines_of_every_length_find_the_games_that_python_chess_finds(corpus):
    """The games' own beginnings, so that each is found at least once; their text is the PGN's."""
    dice = random.Random(1)
    start = chess.Board()
    lengths = collections.Counter()
    for plies in [*range(13), 20, 40]:
        for i in dice.sample(corpus.rows(), 2):
            moves = corpus.moves[i][:plies]
            expected = corpus.beginning_with(start, moves)
            for line in notations(start, moves):
                assert search(line, corpus.path)[1] == corpus.text_of(expected), line
            lengths[len(moves)] += len(expected)
    assert lengths[0] == 2 * len(corpus.rows()) and lengths[9] and lengths[40]


def test_a_game_of_exactly_the_line_is_found_and_one_move_less_is_not(tmp_path):
    (tmp_path / "a.pgn").write_text('[Event "a"]\n\n1. e4 c5 *\n\n[Event "b"]\n\n1. e4 *\n\n[Event "c"]\n\n*\n\n')
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet")
    assert [count(line, out) for line in ("", "e4", "e4 c5", "e4 c5 Nf3", "d4")] == [3, 2, 1, 0, 0]


def test_lines_from_a_fen(chess960):
    """Only the games from there; castling in either notation of UCI; the standard start is none of them."""
    castled = 0
    for i in random.Random(2).sample(chess960.rows(), 8):
        start, moves = chess960.starts[i], chess960.moves[i]
        castles = next((n + 1 for n, move in enumerate(moves[:40]) if is_castling(start, moves, n)), 6)
        castled += castles != 6
        for plies in (0, 4, castles):
            expected = chess960.beginning_with(start, moves[:plies])
            for line in notations(start, moves[:plies]):
                found = search(line, "--fen", start.fen(), "--chess960", chess960.path)[1]
                assert found == chess960.text_of(expected), (start.fen(), line)
    assert castled >= 2
    standard = chess960.beginning_with(chess.Board(), [])
    assert search("", chess960.path)[1] == chess960.text_of(standard)


def is_castling(start, moves, n):
    board = start.copy(stack=False)
    for move in moves[:n]:
        board.push(move)
    return board.is_castling(moves[n])


def test_spellings_of_one_start_are_one(tmp_path):
    """Counters, Shredder-FEN and an en passant square that nobody can use make no other start."""
    spellings = ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 3 9",
                 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQ - 0 1"]
    text = "".join(f'[Event "{i}"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1... c5 2. Nf3 *\n\n'
                   for i, fen in enumerate(spellings))
    (tmp_path / "a.pgn").write_text(text)
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet")
    for fen in spellings[:3]:
        assert count("c5 Nf3", "--fen", fen, out) == 3
    assert count("c5", "--fen", spellings[3], out) == 1
    assert count("Nf3", out) == 0


def test_a_start_without_a_line_finds_all_games_from_there(chess960):
    start = chess960.starts[0]
    found = search("--fen", start.shredder_fen(), chess960.path)[1]
    assert found == chess960.text_of(chess960.beginning_with(start, []))


def test_a_line_may_be_several_arguments(sample):
    expected = search("e4 c5 Nf3", sample)
    assert expected[0] == 0
    for words in (["e4", "c5", "Nf3"], ["1. e4", "c5", "2. Nf3"], ["e2e4", "c7c5 g1f3"]):
        assert search(*words, sample) == expected
        assert search(*words, sample, "--where", "plies > 0") == expected


@pytest.mark.parametrize("line, offset", [("e4 c5 Nf9", 6), ("e4 e4", 3), ("1. e4 (d4)", 6), ("e4 -- Nf3", 3),
                                          ("e4 {x} e5", 3), ("e4 1-0", 3), ("[A \"x\"] e4", 0)])
def test_a_bad_line_is_pointed_at(sample, line, offset):
    done = run("search", line, sample, check=False)
    assert done.returncode == 2 and done.stdout == ""
    shown, pointer = done.stderr.splitlines()[-2:]
    assert shown == "  " + line and pointer == "  " + " " * offset + "^"


# --- positions and material

def test_positions_reached_at_any_ply(corpus):
    dice = random.Random(3)
    most = 0
    for plies in (0, 1, 2, 3, 4, 5, 6, 8, 30, 60):
        board = positions_of(corpus, dice, plies)
        expected = corpus.reaching_position(board)
        for fen in (board.fen(), board.epd()):
            assert search("--position", fen, corpus.path)[1] == corpus.text_of(expected), fen
        most = max(most, len(expected))
    assert most > 10


def test_positions_by_transposition_and_their_rights(tmp_path):
    games = ["1. e4 e5 2. Nf3 Nc6", "1. Nf3 Nc6 2. e4 e5", "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Nf3 Nc6",
             "1. e3 e6 2. Nf3 Nc6 3. e4 e5", "1. e4 a6 2. e5 d5 3. h3", "1. e4 d6 2. e5 d5 3. h3"]
    (tmp_path / "a.pgn").write_text("".join(f'[Event "{i}"]\n\n{game} *\n\n' for i, game in enumerate(games)))
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet")

    def found(fen):
        return [row["Event"] for row in csv.DictReader(io.StringIO(
            search("--position", fen, "--columns", "Event", out)[1].decode()))]

    board = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w"
    assert found(board + " KQkq - 2 3") == ["0", "1", "3"]
    assert found(board + " KQkq e6 0 9") == ["0", "1", "3"], "no pawn could capture there"
    assert found(board + " - -") == ["2"]
    # After 2... d5 White may capture en passant, in the game where the pawn came in one step it may not.
    assert found("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6") == ["4"]
    assert found("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq -") == []
    assert found("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq -") == ["5"]


def test_material_reached_at_any_ply(corpus):
    dice = random.Random(4)
    hits = 0
    for plies in (0, 10, 50, 80, 100, 110):
        white, black = material_of(positions_of(corpus, dice, plies))
        one_way = corpus.reaching_material((white, black))
        either = corpus.reaching_material((white, black), (black, white))
        shuffled = white[0] + "".join(dice.sample(white[1:], len(white) - 1))
        assert search("--material", f"{white}v{black}", corpus.path)[1] == corpus.text_of(either)
        assert search("--material", f"{black}v{white}", corpus.path)[1] == corpus.text_of(either)
        assert search("--material", shuffled + black.lower(), corpus.path)[1] == corpus.text_of(one_way)
        hits += len(either)
    assert hits > 10


def test_rook_endings_and_promotions(corpus):
    """Pieces that only promotion brings, and an ending of the textbooks."""
    for text, wanted in {"KRPvKR": ("KRP", "KR"), "KQvK": ("KQ", "K"), "KQQvKQ": ("KQQ", "KQ"),
                         "KvK": ("K", "K")}.items():
        expected = corpus.reaching_material(wanted, wanted[::-1])
        assert search("--material", text, corpus.path)[1] == corpus.text_of(expected)


def test_positions_and_material_of_chess960(chess960):
    dice = random.Random(5)
    for plies in (0, 3, 12, 25):
        board = positions_of(chess960, dice, plies)
        expected = chess960.reaching_position(board)
        assert search("--position", board.shredder_fen() if dice.random() < 0.5 else board.fen(),
                      chess960.path)[1] == chess960.text_of(expected)


@pytest.mark.parametrize("text", ["", "K", "KvQ", "KRPxKR", "RKvK", "KRPvKRv", "KRPK", "kvk", "KKvK"])
def test_bad_material_is_refused(sample, text):
    done = run("search", "--material", text, sample, check=False)
    assert done.returncode == 2 and "KRPvKR" in done.stderr


# --- real games

def real_files(shared):
    """A few files of each kind of corpus, small ones, so that the test is over in seconds."""
    folders = [folder for folder in sorted((shared / "corpora").iterdir()) if folder.is_dir()]
    for folder in folders:
        files = [path for path in folder.rglob("*") if path.name.endswith((".pgn", ".pgn.zst"))]
        yield from sorted(files, key=lambda path: (path.stat().st_size, path))[:2]


def test_real_games_of_every_corpus(shared, tmp_path):
    """Whatever the files hold: python-chess's games that begin with a line or reach a position or material."""
    compared = 0
    for number, path in enumerate(real_files(shared)):
        text = support.read_bytes(path)
        if len(text) > 400_000:
            continue
        out = support.convert(path, tmp_path / f"{number}.parquet")
        rows = support.rows(out)
        games = list(support.read_games(support.decode_text(text)))
        if len(games) != len(rows):
            continue  # text between games, which python-chess reads in a way of its own
        good = [i for i, (row, game) in enumerate(zip(rows, games)) if row["error"] is None and not game.errors]
        names = [f"{row['White']} {row['Black']} {row['Site']} {row['plies']}" for row in rows]
        reached = {i: Reached(games[i].board(), list(games[i].mainline_moves())) for i in good}
        dice = random.Random(number)

        def check(expected, *arguments):
            lines = search(*arguments, "--json", "--columns", "White,Black,Site,plies,error", out)[1].decode().splitlines()
            found = collections.Counter("{White} {Black} {Site} {plies}".format(**json.loads(line)) for line in lines)
            wanted = collections.Counter(names[i] for i in expected)
            assert not wanted - found, (path, arguments)
            surplus = sum((found - wanted).values())
            assert surplus <= len(rows) - len(good), (path, arguments)

        for i in dice.sample(good, min(len(good), 4)):
            start, moves = games[i].board(), list(games[i].mainline_moves())
            moves = moves[:dice.choice((1, 2, 4, 8, 11))]
            line = " ".join(move.uci() for move in moves)
            check([j for j in good if same_position(games[j].board(), start)
                   and list(games[j].mainline_moves())[:len(moves)] == moves], line, "--fen", start.fen())
            board = start.copy()
            for move in list(games[i].mainline_moves())[:dice.randrange(60)]:
                board.push(move)
            check([j for j in good if board._transposition_key() in reached[j].positions], "--position", board.fen())
            white, black = material_of(board)
            check([j for j in good if reached[j].materials & {(white, black), (black, white)}],
                  "--material", f"{white}v{black}")
            compared += 1
    assert compared > 20


def test_numbers_with_the_resign_option(corpus, tmp_path):
    """Resignations are digits of the number, but no moves of a line, and no positions."""
    (tmp_path / "a.pgn").write_bytes(corpus.text_of(range(len(corpus.games))))
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet", "--numbering", corpus.name, "--resign")
    assert {row["numbering"] for row in support.rows(out)} == {corpus.name + "+resign"}
    dice = random.Random(8)
    for plies in (0, 1, 4, 8, 9, 200):
        moves = corpus.moves[dice.choice(corpus.rows())][:plies]
        line = " ".join(move.uci() for move in moves)
        expected = corpus.text_of(corpus.beginning_with(chess.Board(), moves))
        assert search(line, out)[1] == expected
        board = positions_of(corpus, dice, min(plies, 70))
        assert search("--position", board.fen(), out)[1] == corpus.text_of(corpus.reaching_position(board))
    assert search("--material", "KRPvKR", out)[1] == corpus.text_of(
        corpus.reaching_material(("KRP", "KR"), ("KR", "KRP")))
    predicate, _ = sql_of("e4 c5", out)
    assert sites(out, [predicate])[0] == sites_of(corpus, corpus.beginning_with(
        chess.Board(), [chess.Move.from_uci("e2e4"), chess.Move.from_uci("c7c5")]))
