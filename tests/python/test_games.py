"""Other games than chess, and the resign option, on the command line; judged by board_games and python-chess."""

import random

import chess
import pytest

import board_games
import support
from support import run

RANDOM_LINES = 12


def lines_of(game, seed):
    source = random.Random(f"{game.name} {seed}")
    return [board_games.random_line(game(), source, source.choice([1, 5, 20, 200])) for _ in range(RANDOM_LINES)]


@pytest.mark.parametrize("game", board_games.GAMES)
def test_numbers_of_random_games(game):
    for line in lines_of(game, 1):
        number = board_games.number(game(), line)
        assert run("encode", "--game", game.name, *line).stdout.strip() == str(number)
        assert run("encode", "--game", game.name, "--hex", input="".join(line)).stdout.strip() == f"{number:x}"
        assert run("decode", "--game", game.name, number).stdout.split() == line


@pytest.mark.parametrize("game", board_games.GAMES)
def test_numbers_with_resignation(game):
    for line in lines_of(game, 2)[:6]:
        end = game()
        for move in line:
            end = end.play(move)
        for ending in ([], ["resign"]) if end.moves() else ([],):
            number = board_games.number(game(), line + ending, resign=True)
            options = ("--game", game.name, "--resign")
            assert run("encode", *options, *line, *ending).stdout.strip() == str(number)
            assert run("decode", *options, number).stdout.split() == line + ending


def test_a_pass_may_be_left_out():
    source = random.Random(3)
    lines = []
    while len(lines) < 4:
        line = board_games.random_line(board_games.Othello(), source, 200)
        if "pass" in line:
            lines.append(line)
    for line in lines:
        bare = "".join(move for move in line if move != "pass")
        assert run("encode", "--game", "reversi", bare.upper()).stdout == \
            run("encode", "--game", "othello", *line).stdout
        assert run("encode", "--game", "othello", *line).stdout.strip() == \
            str(board_games.number(board_games.Othello(), line))


@pytest.mark.parametrize("game,depth", [(board_games.TicTacToe, 5), (board_games.ConnectFour, 4),
                                        (board_games.Othello, 5)])
def test_perft_is_that_of_the_slow_games(game, depth):
    for plies in range(depth + 1):
        assert int(run("perft", "--game", game.name, plies).stdout) == board_games.perft(game(), plies)


@pytest.mark.parametrize("game,depth,count", [  # published tables
    ("othello", 9, 3005288), ("connect-four", 7, 823536), ("tic-tac-toe", 9, 127872)])
def test_perft_against_published_counts(game, depth, count):
    assert int(run("perft", "--game", game, depth).stdout) == count


def test_table_of_tic_tac_toe():
    assert run("perft", "--game", "tictactoe", "--table", 9).stdout.splitlines()[-1].split() == \
        ["all", "549946", "255168"]


def test_table_of_chess():
    # Published: 8 mates among the sequences of four moves, none before.
    rows = [line.split() for line in run("perft", "--table", 4).stdout.splitlines()[1:]]
    assert rows == [["0", "1", "0"], ["1", "20", "0"], ["2", "400", "0"], ["3", "8902", "0"],
                    ["4", "197281", "8"], ["all", "206604", "8"]]


@pytest.mark.parametrize("arguments,words", [
    (["encode", "--game", "othello", "f5 d6 a1"], "illegal move at ply 3: a1"),
    (["encode", "--game", "othello", "f5 d9"], "ply 2: d9"),
    (["encode", "--game", "tic-tac-toe", "5 5"], "illegal move at ply 2: 5"),
    (["encode", "--game", "tic-tac-toe", "1 4 2 5 3 6"], "the game is over"),
    (["encode", "--game", "connect-four", "1111111"], "illegal move at ply 7: 1"),
    (["encode", "--game", "connect-four", "8"], "columns"),
    (["encode", "--game", "othello", "f5 resign"], "ply 2: resign"),
    (["encode", "--game", "othello", "--resign", "resign f5"], "the game is over"),
    (["encode", "--game", "checkers", "1"], "othello"),
    (["encode", "--game", "othello", "--fen", "x", "f5"], "--fen"),
    (["encode", "--game", "othello", "--numbering", "legal", "f5"], "--numbering"),
    (["decode", "--game", "othello", "--to", "uci", "1"], "--to"),
    (["decode", "--game", "tic-tac-toe", str(10**9)], "no move is possible at ply"),
    (["encode", "--resign", "resign e4"], "resign"),
    (["encode", "--resign", "f3 e5 g4 Qh4 resign"], "the game is over"),
    (["encode", "e4 resign"], "resign")])
def test_what_cannot_be_is_said(arguments, words):
    done = run(*arguments, check=False)
    assert done.returncode == 2 and words in done.stderr and done.stdout == ""


# --- the resign option of chess

def chess_number(board, line, numbering, resigns):
    digits = [(place, count + 1) for place, count in support.ign_ref.digits(board, line, numbering)]
    if resigns:
        for move in line:
            board.push(move)
        digits.append((len(support.ign_ref.moves(board, numbering)) + 1,) * 2)
    return support.ign_ref.value(digits)


@pytest.mark.skipif(support.ign_ref is None, reason="../shared is missing")
@pytest.mark.parametrize("numbering", ["pseudo-legal", "legal"])
def test_resignation_in_chess(numbering):
    source = random.Random(4)
    for _ in range(6):
        board, line, words = chess.Board(), [], []
        for _ in range(source.choice([0, 1, 30, 120])):
            moves = list(board.legal_moves)
            if not moves:
                break
            line.append(source.choice(moves))
            words.append(board.san(line[-1]))
            board.push(line[-1])
        for resigns in ([False, True] if any(board.legal_moves) else [False]):
            number = chess_number(chess.Board(), line, numbering, resigns)
            options = ("--resign", "--numbering", numbering)
            text = " ".join([*words, *["resign"] * resigns])
            assert run("encode", *options, input=text).stdout.strip() == str(number)
            assert run("decode", *options, number).stdout.split() == text.split()


def test_resignation_in_pgn_text():
    number = run("encode", "--resign", input='[White "Ann"]\n\n1. f3 e5 2. g4 resign 0-1\n').stdout
    assert number == run("encode", "--resign", "f3", "e5", "g4", "resign").stdout
    assert run("decode", "--resign", "--to", "pgn", number.strip()).stdout.endswith("1. f3 e5 2. g4 1-0\n\n")


def test_the_resign_option_counts_resignations():
    # 20 moves and the resignation; after each of the 20 moves 20 moves and the resignation.
    assert [int(run("perft", "--resign", depth).stdout) for depth in (0, 1, 2, 3)] == [1, 21, 420, 8902 + 400]


# --- convert --resign

LOST = """[Event "mate"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "resigned"]
[Result "0-1"]

1. e4 e5 0-1

[Event "drawn"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2

[Event "the terminator alone"]

1. d4 { thinks } 1-0

[Event "no move"]
[Result "1-0"]

1-0

[Event "stalemate, and yet a result"]
[Result "1-0"]
[SetUp "1"]
[FEN "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1"]

1. Qf7 1-0

[Event "from a position"]
[Result "0-1"]
[SetUp "1"]
[FEN "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1"]

1. Qf6+ Kg8 0-1

[Event "unfinished"]
[Result "*"]

1. e4 *

[Event "bad"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0

"""


def resigned_row(game, numbering):
    """(ign, ign8, plies) of a game as `convert --resign` must have it."""
    board, line = game.board(), [node.move for node in game.mainline()]
    standard = board.fen() == chess.STARTING_FEN
    end = game.end().board()
    resigns = game.headers.get("Result") in ("1-0", "0-1") and any(end.legal_moves)
    digits = [(place, count + 1) for place, count in support.ign_ref.digits(board, line, numbering)]
    if resigns:
        digits.append((len(support.ign_ref.moves(end, numbering)) + 1,) * 2)
    number = support.ign_ref.value(digits)
    first = support.ign_ref.value(digits[:8]) if standard else None
    return number.to_bytes((number.bit_length() + 7) // 8, "little"), first, len(line)


@pytest.mark.skipif(support.ign_ref is None, reason="../shared is missing")
@pytest.mark.parametrize("numbering", ["pseudo-legal", "legal"])
def test_convert_with_resignations(numbering, tmp_path):
    sample = support.read_bytes(support.DATASETS / "sample.pgn.zst").decode()
    sample = "\n\n[Event ".join(sample.split("\n\n[Event ")[:150]) + "\n\n"  # the layout of the dumps
    text = LOST + sample + (support.DATASETS / "famous.pgn").read_text(encoding="utf-8")
    (tmp_path / "in.pgn").write_text(text, encoding="utf-8")
    out = support.convert(tmp_path / "in.pgn", tmp_path / "out.parquet", "--resign", "--numbering", numbering)
    rows = support.rows(out)
    games = list(support.read_games(text))
    assert len(rows) == len(games)
    games[3].headers["Result"] = "1-0"  # as the terminator says
    resigned = 0
    for row, game in zip(rows, games):
        assert row["numbering"] == numbering + "+resign"
        assert (row["raw"] is None) == (row["error"] is None), "the number gives back the moves"
        if row["Event"] == "bad":
            assert row["ign"] is None and row["error"]
            continue
        assert (row["ign"], row["ign8"], row["plies"]) == resigned_row(game, numbering), row["Event"]
        moves = run("decode", "--resign", "--numbering", numbering, int.from_bytes(row["ign"], "little"),
                    *(["--fen", row["FEN"]] if row["FEN"] else [])).stdout.split() if resigned < 20 else []
        resigned += moves[-1:] == ["resign"]
    assert resigned >= 10
    assert run("export", out).stdout == text
    run("verify", tmp_path / "in.pgn", out)
    assert ["ign.numbering", numbering + "+resign"] in [line.split() for line in run("info", out).stdout.splitlines()]
