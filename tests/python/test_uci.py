"""UCI in and out, `ign uci` as an engine, and engines driven by ign: judged by python-chess."""

import random

import chess
import chess.engine
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


def test_lines_as_arguments():
    for arguments in (["f2f3 e7e5 g2g4 d8h4"], ["f2f3", "e7e5", "g2g4", "d8h4"],
                      ["position startpos moves f2f3 e7e5 g2g4 d8h4"]):
        assert run("encode", "--uci", *arguments).stdout == "143395\n"
    done = run("encode", "--uci", "e2e4 e7e5", "position startpos", "e7e5", check=False)
    assert done.stdout.split("\n") == [run("encode", "e4", "e5").stdout.strip(), "0", "", ""]
    assert done.returncode == 1 and "argument 3" in done.stderr
    assert run("encode", "--uci", "--resign", "f2f3", "e7e5", "g2g4", "resign").stdout == "280680\n"


def test_a_line_too_long_is_refused_and_not_cut():
    line = "position startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 900_000
    done = run("encode", "--uci", input=line + "\nposition startpos moves e2e4\n", check=False)
    assert done.stdout == "\n14\n" and done.returncode == 1 and "16 MiB" in done.stderr


def test_resignation_in_lines_of_uci():
    """What decode writes is read again; the numbers are those of test_games for moves in SAN."""
    lines = ["position startpos moves f2f3 e7e5 g2g4 resign", "f2f3 e7e5 g2g4 resign", "resign",
             "position startpos moves resign", "f2f3 e7e5 g2g4"]
    done = run("encode", "--uci", "--resign", input="\n".join(lines) + "\n")
    mate, first, moves = (run("encode", "--resign", text).stdout for text in
                          ("f3 e5 g4 resign", "resign", "f3 e5 g4"))
    assert int(first) == 21  # twenty moves before it
    assert done.stdout == mate + mate + first + first + moves
    back = run("decode", "--resign", "--to", "uci", mate.strip()).stdout
    assert run("encode", "--uci", "--resign", input=back).stdout == mate
    for line in ("f2f3 e7e5 g2g4 d8h4 resign", "resign e2e4", "e2e4 resign resign"):
        assert run("encode", "--uci", "--resign", input=line, check=False).returncode == 1, line
    assert run("encode", "--uci", input="e2e4 resign", check=False).returncode == 1


def test_hexadecimal_and_other_games():
    line = "position startpos moves f2f3 e7e5 g2g4 d8h4"
    assert run("encode", "--uci", "--hex", line).stdout == "23023\n"
    done = run("encode", "--uci", "--game", "othello", line, check=False)
    assert done.returncode == 2 and "--uci" in done.stderr


# --- ign uci, with python-chess as the GUI

@pytest.fixture
def engine():
    with chess.engine.SimpleEngine.popen_uci([str(support.IGN), "uci"]) as engine:
        yield engine


def play_through(engine, start, moves):
    """What the engine answers on every ply of the game, and after the last one."""
    board = start.copy()
    answers = []
    for move in [*moves, None]:
        answers.append(engine.play(board, chess.engine.Limit(time=5, nodes=1), info=chess.engine.INFO_ALL))
        if move is not None:
            board.push(move)
    return answers


@pytest.mark.parametrize("seed, numbering, chess960", [(1, "pseudo-legal", False), (2, "legal", True)])
def test_a_gui_replays_a_game(shared, engine, seed, numbering, chess960):
    random_numbers = random.Random(seed)
    start, moves = random_game(random_numbers, 90)
    while start.chess960 != chess960 or len(moves) < 20:
        start, moves = random_game(random_numbers, 90)
    number = support.ign_ref.encode(start, moves, numbering)
    assert engine.id["name"].startswith("ign ")
    engine.configure({"Start": start.fen(), "Numbering": numbering, "IGN": str(number)})
    answers = play_through(engine, start, moves)
    assert [answer.move for answer in answers[:-1]] == moves
    assert [answer.ponder for answer in answers[:-2]] == moves[1:]
    assert answers[0].info["pv"] == moves[:32]
    assert not answers[-1].move and "game ends" in answers[-1].info["string"]


def test_a_gui_replays_a_game_from_its_own_position_with_no_option_but_the_number(shared, engine):
    random_numbers = random.Random(4)
    for _ in range(3):
        start, moves = random_game(random_numbers, 40)
        while not start.chess960 or len(moves) < 10:
            start, moves = random_game(random_numbers, 40)
        engine.configure({"IGN": str(support.ign_ref.encode(start, moves, "pseudo-legal"))})
        assert [answer.move for answer in play_through(engine, start, moves)[:-1]] == moves


def test_a_gui_leaves_the_game_and_comes_back(engine):
    engine.configure({"IGN": "143395"})
    board = chess.Board()
    board.push_uci("e2e4")
    answer = engine.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
    assert not answer.move and "not one of the game" in answer.info["string"]
    board = chess.Board()
    assert engine.play(board, chess.engine.Limit(depth=3)).move.uci() == "f2f3"
    assert engine.play(board, chess.engine.Limit(depth=3), root_moves=[chess.Move.from_uci("f2f3")]).move.uci() == "f2f3"
    assert not engine.play(board, chess.engine.Limit(depth=3), root_moves=[chess.Move.from_uci("e2e4")]).move
    with engine.analysis(board) as analysis:  # go infinite, stop
        assert analysis.next()["pv"][0].uci() == "f2f3"
        analysis.stop()
        assert analysis.wait().move.uci() == "f2f3"
    assert engine.play(board, chess.engine.Limit(depth=3), ponder=True).ponder.uci() == "e7e5"
    board.push_uci("f2f3")
    board.push_uci("e7e5")
    assert engine.play(board, chess.engine.Limit(depth=3)).move.uci() == "g2g4"
    engine.ping()


def test_the_engine_ends_with_its_input():
    done = run("uci", input="uci\r\nisready\r\n")
    assert "uciok" in done.stdout and done.stdout.endswith("readyok\n")
    assert run("uci", input="quit\nisready\n").stdout == ""
