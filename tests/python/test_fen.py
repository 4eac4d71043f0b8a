"""`ign fen`: FEN, X-FEN, Shredder-FEN, EPD and start numbers, judged by python-chess."""

import random

import chess
import pytest

import support
from support import run

STANDARD = chess.STARTING_FEN
# python-chess calls these faults, but its own fen() mends them, and so does ign.
MENDED = chess.STATUS_BAD_CASTLING_RIGHTS | chess.STATUS_INVALID_EP_SQUARE


def fen(lines, *options):
    """The answers to a list of lines, the line numbers on stderr, and the exit code."""
    done = run("fen", *options, input="".join(line + "\n" for line in lines), check=False)
    assert done.returncode in (0, 1), done.stderr
    assert done.stdout.endswith("\n") or not lines
    answers = done.stdout.split("\n")[:-1]
    assert len(answers) == len(lines)
    refused = [int(line.split(": line ")[1].split(":")[0]) for line in done.stderr.splitlines()]
    return answers, refused, done.returncode


def one(text, *options):
    return run("fen", text, *options).stdout.rstrip("\n")


def castling_in_order(text):
    """python-chess wants White's letters first; ign takes them in any order."""
    fields = text.split()
    if len(fields) > 2:
        fields[2] = "".join(sorted(fields[2], key=str.islower))
    return " ".join(fields)


def judged(text, shredder=False):
    """What python-chess makes of a FEN: the normalised text, or '' for a refusal."""
    if len(text.split()) < 2:
        return ""  # python-chess takes White for a missing side to move
    try:
        board = chess.Board(castling_in_order(text), chess960=True)
    except ValueError:
        return ""
    status = board.status()
    if status & ~MENDED:
        return ""
    if status & chess.STATUS_INVALID_EP_SQUARE:
        board.ep_square = None  # fen() would keep some that no double step has left
    return board.shredder_fen(en_passant="legal") if shredder else board.fen(en_passant="legal")


def random_positions(seed, count):
    """Positions of random games, half of them of Chess960, with every kind of move among theirs."""
    random_numbers = random.Random(seed)
    found = []
    while len(found) < count:
        if random_numbers.random() < 0.5:
            board = chess.Board.from_chess960_pos(random_numbers.randrange(960))
        else:
            board = chess.Board()
        for _ in range(random_numbers.randrange(1, 120)):
            moves = list(board.legal_moves)
            if not moves:
                break
            special = [m for m in moves if m.promotion or board.is_castling(m) or board.is_en_passant(m)]
            board.push(random_numbers.choice(special or moves))
            found.append(board.copy(stack=False))
    random_numbers.shuffle(found)
    return found[:count]


def mutated(text, random_numbers):
    """The text with some small thing changed, which may or may not spoil it."""
    fields = text.split(" ")
    which = random_numbers.randrange(9)
    letters = list(text)
    at = random_numbers.randrange(len(letters))
    if which == 0:
        letters[at] = random_numbers.choice("pnbrqkPNBRQK12345678/ -wbKQkqAHah09x")
    elif which == 1:
        del letters[at]
    elif which == 2:
        letters.insert(at, random_numbers.choice("pnbrqkPNBRQK12345678/ -wb"))
    elif which == 3:
        fields = fields[: random_numbers.randrange(1, 7)]
    elif which == 4:
        fields[1] = random_numbers.choice("wb")
    elif which == 5:
        fields[2] = "".join(random_numbers.choices("KQkqABCDEFGHabcdefgh", k=random_numbers.randrange(1, 5)))
    elif which == 6:
        fields[3] = random_numbers.choice("abcdefgh") + random_numbers.choice("12345678")
    elif which == 7:
        fields[random_numbers.choice((4, 5))] = random_numbers.choice(("-1", "0", "100", "5949", "x", "-", "1.5"))
    else:
        squares = random_numbers.sample(range(64), 2)
        board = chess.Board(text, chess960=True)
        for square in squares:
            piece = chess.Piece(random_numbers.choice(chess.PIECE_TYPES[:-1]), random_numbers.random() < 0.5)
            board.set_piece_at(square, piece)
        return board.fen(en_passant="fen")
    return "".join(letters) if which < 3 else " ".join(fields)


@pytest.mark.parametrize("shredder", [False, True])
def test_positions_of_games_as_python_chess_writes_them(shredder):
    boards = random_positions(7, 1500)
    lines = [board.fen(en_passant="fen", shredder=bool(k % 2)) for k, board in enumerate(boards)]
    answers, refused, code = fen(lines, "--to", "shredder" if shredder else "xfen")
    want = [board.fen(en_passant="legal", shredder=shredder) for board in boards]
    assert answers == want
    assert refused == [] and code == 0


@pytest.mark.parametrize("shredder", [False, True])
def test_spoilt_lines_are_refused_where_python_chess_finds_fault(shredder):
    random_numbers = random.Random(11)
    lines = []
    for board in random_positions(11, 3000):
        text = board.fen(en_passant="fen", shredder=random_numbers.random() < 0.5)
        for _ in range(random_numbers.randrange(1, 3)):
            try:
                text = mutated(text, random_numbers)
            except (ValueError, IndexError):
                break  # spoilt already
        lines.append(text)
    answers, refused, code = fen(lines, "--to", "shredder" if shredder else "xfen")
    want = [judged(line, shredder) for line in lines]
    assert 500 < want.count("") < 2500
    wrong = [(line, answer, good) for line, answer, good in zip(lines, answers, want) if answer != good]
    assert not wrong, wrong[:5]
    blank = {number for number, line in enumerate(lines, 1) if not line.strip()}
    assert set(refused) == {number for number, good in enumerate(want, 1) if not good} - blank
    assert code == 1


@pytest.mark.parametrize("text", [
    "4k3/8/8/8/8/8/4K3/4K3 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/3kK3/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2P w - - 0 1", "4k3/44/8/8/8/8/8/4K3 w - - 0 1", "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 W - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "4k3/8/8/8/8/8/8/4K3 w KQKQ - 0 1", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "4k3/8/8/8/8/8/8/4K3 w - - a b",
    "4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", "4k3/8/8/8/8/8/8/4Ｋ3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3\u200bw - - 0 1",
    "4k3/8/8/8/1b6/5n2/8/4K2r w - - 0 1", "4k3/4r3/8/8/8/8/8/r3K2r w - - 0 1", "r3K2r/8/8/8/8/8/8/4k3 w - - 0 1",
    "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "nnnnknnn/8/nnnnnnnn/nn6/8/8/8/4K3 w - - 0 1", "hello", "0"])
def test_what_is_no_position(text):
    answers, refused, code = fen([STANDARD, text, STANDARD])
    assert answers == [STANDARD, "", STANDARD]
    assert refused == [2] and code == 1
    assert judged(text) == ""


def test_plain_fen_says_where_it_cannot_say_it():
    inner = "3k4/8/8/8/8/8/8/3K2RR w G - 0 1"
    assert one(inner, "--to", "xfen") == inner
    done = run("fen", "--to", "fen", inner, check=False)
    assert done.returncode == 1 and done.stdout == "\n" and "inner rook" in done.stderr
    assert one("1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", "--to", "fen").split()[2] == "KQkq"


def test_lines_as_they_come(tmp_path):
    two = "4k3/8/8/8/8/8/4P3/4K3 w - -"
    good = two + " 0 1"
    text = f"\ufeff{STANDARD}\r\n  {two}\u00a0\r\n\r\n{two}  7\r\nbad\r\n{two}"
    path = tmp_path / "lines.fen"
    path.write_bytes(text.encode())
    done = run("fen", path, check=False)
    assert done.stdout == f"{STANDARD}\n{good}\n\n{two} 7 1\n\n{good}\n"
    assert done.returncode == 1 and f"{path}: line 5: " in done.stderr and len(done.stderr.splitlines()) == 1


def test_files_standard_input_and_arguments_in_turn(tmp_path):
    path = tmp_path / "a file.fen"
    path.write_text("4k3/8/8/8/8/8/4P3/4K3 w - - 3 4\n", encoding="ascii")
    done = run("fen", STANDARD, path, "-", input="4k3/8/8/8/8/8/4P3/4K3 b - - 5 6")
    assert done.stdout.splitlines() == [
        STANDARD, "4k3/8/8/8/8/8/4P3/4K3 w - - 3 4", "4k3/8/8/8/8/8/4P3/4K3 b - - 5 6"]
    missing = run("fen", tmp_path / "missing.fen", check=False)
    assert missing.returncode == 2 and "missing.fen" in missing.stderr
    refused = run("fen", STANDARD, "8/8/8/8/8/8/8/8 w", check=False)
    assert refused.returncode == 1 and "argument 2" in refused.stderr
    refused = run("fen", "8/8/8 w - -", check=False)
    assert refused.returncode == 1 and refused.stdout == "\n" and "eight ranks" in refused.stderr


def test_a_line_without_end_does_no_harm():
    done = run("fen", input="k" * 40_000_000 + "\n" + STANDARD + "\n", check=False)
    assert done.stdout == f"\n{STANDARD}\n"
    assert done.returncode == 1 and len(done.stderr) < 500


# --- start numbers

def test_all_start_numbers_both_ways():
    boards = [chess.Board.from_chess960_pos(number) for number in range(960)]
    for options, lines in (((), [board.fen() for board in boards]),
                           (("--to", "shredder"), [board.shredder_fen() for board in boards])):
        answers, refused, code = fen([board.fen() for board in boards], *options)
        assert answers == lines and not refused and code == 0
    for lines in ([board.fen() for board in boards], [board.shredder_fen() for board in boards]):
        answers, refused, _ = fen(lines, "--to", "start")
        assert answers == [str(number) for number in range(960)] and not refused
    for number in (0, 1, 95, 96, 517, 518, 959):
        assert run("fen", "--start", str(number)).stdout == boards[number].fen() + "\n"


@pytest.mark.parametrize("text", [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1"])
def test_what_is_no_start_position(text):
    answers, refused, code = fen([text], "--to", "start")
    assert answers == [""] and refused == [1] and code == 1
    assert chess.Board(text, chess960=True).chess960_pos() is None


@pytest.mark.parametrize("number", ["960", "-1", "x", ""])
def test_start_numbers_that_are_none(number):
    done = run("fen", f"--start={number}", check=False)
    assert done.returncode == 2 and done.stdout == "" and "--start" in done.stderr


# --- EPD

def random_operations(board, random_numbers):
    """Operations as python-chess takes them; am and bm in its own order."""
    moves = list(board.legal_moves)
    chosen = sorted(random_numbers.sample(moves, min(2, len(moves))), key=board.san)
    line, after = [], board.copy(stack=False)
    for _ in range(random_numbers.randrange(4)):
        if not list(after.legal_moves):
            break
        line.append(random_numbers.choice(list(after.legal_moves)))
        after.push(line[-1])
    all_of_them = {
        "acd": random_numbers.randrange(60), "acn": random_numbers.randrange(10**12),
        "acs": random_numbers.randrange(1000), "am": chosen, "bm": chosen[:1],
        "c0": random_numbers.choice(['say "hi"', "back\\slash", "", "a;b", "é"]), "c9": "last",
        "ce": random_numbers.randrange(-32767, 32767), "dm": random_numbers.randrange(-5, 5),
        "draw_offer": None, "eco": "C20", "fmvn": random_numbers.randrange(1, 300),
        "hmvc": random_numbers.randrange(100), "id": "suite.001", "nic": "KP 1", "noop": None, "pm": chosen[0],
        "pv": line, "rc": 2, "resign": None, "sm": chosen[-1], "tcgs": 1, "v0": "Main", "my_own": "text"}
    names = random_numbers.sample(sorted(all_of_them), random_numbers.randrange(8))
    return {name: all_of_them[name] for name in names}


def test_epd_comes_back_as_python_chess_writes_it():
    random_numbers = random.Random(5)
    lines, boards = [], []
    for board in random_positions(5, 1000):
        if not list(board.legal_moves):
            continue
        operations = random_operations(board, random_numbers)
        board.halfmove_clock = operations.get("hmvc", 0)
        board.fullmove_number = operations.get("fmvn", 1)
        lines.append(board.epd(**operations))
        boards.append(board)
    answers, refused, code = fen(lines, "--to", "epd")
    assert answers == lines and not refused and code == 0
    answers, refused, _ = fen(lines)
    assert answers == [board.fen() for board in boards] and not refused
    # And the other way: what ign writes is read alike.
    for line, board in list(zip(lines, boards))[:200]:
        again = chess.Board(chess960=True)
        again.set_epd(line)
        assert again.fen() == board.fen()


def test_epd_in_its_usual_spellings():
    position = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -"
    assert one(position + ' bm  Qg6 ;id "WAC.001";', "--to", "epd") == position + ' bm Qg6; id "WAC.001";'
    assert one(position + " 0 1 bm g3g6; eco C20;", "--to", "epd") == position + " bm Qg6; eco C20;"
    assert one(position + " hmvc 3; fmvn 20;") == position + " 3 20"
    assert one(position + " 3 20", "--to", "epd") == position + " hmvc 3; fmvn 20;"
    assert one(position + ' tcri "a@b" "Ann"; tcsi x y; noop 1 2 "3";', "--to", "epd") == (
        position + ' tcri "a@b" "Ann"; tcsi x y; noop 1 2 "3";')
    assert one(position + " pv Qg6 fxg6 Nxg6+;", "--to", "epd") == position + " pv Qg6 fxg6 Nxg6#;"


def test_operations_behind_a_semicolon_as_in_perft_suites(shared):
    """The semicolon before each operation, or one more behind the counters."""
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    for text, want in {" 0 1 ;D1 20 ;D2 400": " D1 20; D2 400;", " ;D1 20": " D1 20;", ";D1 20; D2 400;": " D1 20; D2 400;",
                       " 3 7;pv e2e4 e5;": " pv e4 e5; hmvc 3; fmvn 7;", " 0 1; bm e4": " bm e4;"}.items():
        assert one(start + text, "--to", "epd") == start + want
    suites = [path for path in (shared / "corpora/other").rglob("*.epd") if path.name not in (
        "perftsuite2.epd", "terminal_bench.epd", "ccr_one_hour_test.epd", "3fold.epd")]
    assert len(suites) > 5
    for path in suites:
        text = path.read_text()
        lines = [line for line in text.splitlines() if line and not line.startswith("\x1a")]
        answers, refused, _ = fen(lines, "--to", "shredder")
        fields = [line.split(";")[0].split(" bm ")[0].split(" am ")[0] for line in lines]
        assert answers == [judged(" ".join(text.split()[:6]), shredder=True) for text in fields], path
        assert len(refused) <= 1, path  # two bishops on one diagonal give check


@pytest.mark.parametrize("operations, reason", [
    ("bm Qb8;", "illegal move in 'bm': Qb8"), ("am;", "one or more moves"), ("bm Qg6", "semicolon"),
    ("pv Qg6 Qg6;", "illegal move in 'pv': Qg6"), ("bm 0000;", "null move"), ("bm xx;", "not a move"),
    ("pm Qg6 Qh4;", "one move"), ("ce x;", "number"), ("ce 1.5;", "number"), ("acd -1;", "number from 0"),
    ("fmvn 0;", "number from 1"), ("id;", "one text"), ("id a b;", "one text"), ('id "x;', "does not end"),
    ("draw_offer 1;", "no operand"), ("id x; id y;", "twice"), ("tcri x;", "two texts"), ("x! 1;", "no opcode"),
    (";", "no operation"), ("; ;", "no opcode"), ("0 1 x", "semicolon"), ("; bm Qb8", "illegal move"), ("3 20 hmvc 4;", "differs"), ("bm Nxe6;", "illegal")])
def test_bad_operations_are_refused_with_the_reason(operations, reason):
    position = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - "
    done = run("fen", input=STANDARD + "\n" + position + operations + "\n", check=False)
    assert done.returncode == 1 and done.stdout == STANDARD + "\n\n"
    assert "line 2: " in done.stderr and reason in done.stderr, done.stderr


def test_the_number_comes_from_the_fen_as_tagged():
    """`ign fen` drops an en passant square without a legal capture, but the number counts it."""
    tagged = "8/8/8/8/R2Pp2k/8/8/4K3 b - d3 0 1"
    if support.ign_ref is None:
        pytest.skip("../shared is missing")
    number = support.ign_ref.encode(chess.Board(tagged), [chess.Move.from_uci("h4g4")])
    assert run("encode", "--fen", tagged, "h4g4").stdout.strip() == str(number)
    assert one(tagged).split()[3] == "-"
