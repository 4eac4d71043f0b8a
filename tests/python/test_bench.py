"""The signature of `ign bench`, worked out anew by python-chess and the slow reference.

IGN_DIFFERENTIAL=all takes all games of the default run, so that bench/signature.txt itself is judged.
"""

import io
import os
import re

import chess
import pytest

import support
from support import run

ALL_GAMES = 4000
# So many that every kind of game, start position and fault is among them, and the text is cut once.
GAMES = ALL_GAMES if os.environ.get("IGN_DIFFERENTIAL") == "all" else 600

pytestmark = pytest.mark.skipif(support.ign_ref is None, reason="../shared/tools is missing")


@pytest.fixture(scope="module")
def workload(tmp_path_factory):
    """The games of `ign bench` as a PGN file, and as python-chess reads them."""
    path = tmp_path_factory.mktemp("bench") / "games.pgn"
    run("bench", "--games", GAMES, "--write", path)
    games = list(support.read_games(path.read_text(encoding="ascii")))
    assert len(games) == GAMES
    return path, games


def start_and_moves(game):
    """None for a game that chess cannot replay."""
    if game.errors:
        return None
    board = game.board()
    moves = [node.move for node in game.mainline()]
    if board.uci_variant != "chess" or not all(moves):
        return None
    return board, moves


def number(game, numbering):
    """The integer's bytes, lowest first; None for a game that chess cannot replay."""
    good = start_and_moves(game)
    if good is None:
        return None
    value = support.ign_ref.encode(*good, numbering)
    return value.to_bytes((value.bit_length() + 7) // 8, "little")


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def signature(numbers):
    out = io.BytesIO()
    for value in numbers:
        out.write(b"\xff\xff\xff\xff" if value is None else len(value).to_bytes(4, "little") + value)
    return fnv1a(out.getvalue())


def printed_signature(*options):
    last = run("bench", *options).stdout.splitlines()[-1]
    return int(re.fullmatch(r"Signature: (\d+)", last)[1])


def test_hash_is_fnv1a():
    """Published test values of FNV-1a with 64 bits."""
    assert fnv1a(b"") == 0xCBF29CE484222325
    assert fnv1a(b"a") == 0xAF63DC4C8601EC8C
    assert fnv1a(b"foobar") == 0x85944171F73967E8


@pytest.mark.parametrize("numbering", ["pseudo-legal", "legal"])
def test_signature_is_that_of_the_reference(numbering, workload):
    _, games = workload
    want = signature(number(game, numbering) for game in games)
    if GAMES == ALL_GAMES:
        lines = (support.ROOT / "bench" / "signature.txt").read_text(encoding="ascii").splitlines()
        assert f"{numbering} {want}" in lines
    for threads in (1, 3):
        assert printed_signature("--games", GAMES, "--numbering", numbering, "--threads", threads) == want


def test_the_games_are_many_sided(workload):
    """What a signature over them is worth: each rule of chess that has a place of its own occurs."""
    _, games = workload
    good = [pair for pair in map(start_and_moves, games) if pair]
    assert 0 < len(games) - len(good) < GAMES / 20
    found = dict.fromkeys(["short castling", "long castling", "en passant", "Chess960", "set-up position",
                           "black begins", "no move", "mate", *"nbrq"], 0)
    for start, moves in good:
        found["Chess960"] += start.chess960
        found["set-up position"] += not start.chess960 and start.fen() != chess.STARTING_FEN
        found["black begins"] += start.turn == chess.BLACK
        found["no move"] += not moves
        board = start.copy()
        for move in moves:
            found["short castling"] += board.is_kingside_castling(move)
            found["long castling"] += board.is_queenside_castling(move)
            found["en passant"] += board.is_en_passant(move)
            if move.promotion:
                found[chess.piece_symbol(move.promotion)] += 1
            board.push(move)
        found["mate"] += board.is_checkmate()
    assert all(found.values()), found
    lines = {(start.fen(), tuple(moves)) for start, moves in good if moves}
    assert len(lines) == sum(bool(moves) for _, moves in good), "two games are the same"


def test_workload_is_the_same_however_long(workload, tmp_path):
    path, _ = workload
    run("bench", "--games", 40, "--write", tmp_path / "few.pgn")
    assert path.read_bytes().startswith((tmp_path / "few.pgn").read_bytes())


def test_write_does_not_replace_a_file_unasked(workload):
    path, _ = workload
    assert run("bench", "--games", 1, "--write", path, check=False).returncode == 2
    assert len(path.read_bytes()) > 100_000
