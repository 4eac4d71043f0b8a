"""UCI in and out, `ign uci` as an engine, and engines driven by ign: judged by python-chess."""

import random

import chess
import pytest

import support
from support import run


def random_game(random_numbers, plies=60):
    """(the board it started from, its moves) of a random game, every other one of Chess960."""
    if random_numbers.random() < 0.5:
        start = chess.Board.from_chess960_pos(random_numbers.randrange(960))
    else:
        start = chess.Board()
    board, moves = start.copy(), []
    for _ in range(random_numbers.randrange(1, plies)):
        choices = list(board.legal_moves)
        if not choices:
            break
        special = [m for m in choices if m.promotion or board.is_castling(m)]
        moves.append(random_numbers.choice(special or choices))
        board.push(moves[-1])
    return start, moves


@pytest.mark.parametrize("numbering", ["pseudo-legal", "legal"])
def test_numbers_of_position_lines(shared, numbering):
    random_numbers = random.Random(3)
    games = [random_game(random_numbers) for _ in range(60)]
    lines = []
    for start, moves in games:
        where = "startpos" if start.fen() == chess.STARTING_FEN else "fen " + start.shredder_fen()
        lines.append(f"position {where} moves " + " ".join(move.uci() for move in moves))
    done = run("encode", "--uci", "--numbering", numbering, input="\n".join(lines))
    want = [str(support.ign_ref.encode(start, moves, numbering)) for start, moves in games]
    assert done.stdout.split() == want
    for (start, moves), number in list(zip(games, want))[:10]:
        back = run("decode", "--to", "uci", "--numbering", numbering, "--fen", start.fen(),
                   *["--chess960"] * start.chess960, number)
        assert back.stdout.split() == [move.uci() for move in moves]
        again = run("encode", "--uci", "--numbering", numbering, "--fen", start.fen(), input=back.stdout)
        assert again.stdout.strip() == number


def test_bad_position_lines(tmp_path):
    path = tmp_path / "lines.uci"
    path.write_text("position startpos moves e2e4 0000\nposition startpos moves e2e4\n\nposition fen x moves e2e4\n"
                    "position startpos moves e2e4 e7e5 e1g1\ngo infinite\nposition startpos\r\n", encoding="ascii")
    done = run("encode", "--uci", path, check=False)
    assert done.returncode == 1
    assert done.stdout.split("\n") == ["", "14", "", "", "", "", "0", ""]
    faults = done.stderr.splitlines()
    assert [fault.split(": line ")[1].split(":")[0] for fault in faults] == ["1", "4", "5", "6"]
    assert "null move" in faults[0] and "ply 2" in faults[0]
    assert "bad FEN" in faults[1] and "illegal move at ply 3: e1g1" in faults[2]


def test_hexadecimal_and_other_games():
    line = "position startpos moves f2f3 e7e5 g2g4 d8h4"
    assert run("encode", "--uci", "--hex", line).stdout == "23023\n"
    done = run("encode", "--uci", "--game", "othello", line, check=False)
    assert done.returncode == 2 and "--uci" in done.stderr
