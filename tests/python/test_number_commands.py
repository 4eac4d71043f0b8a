"""encode, decode and perft, by published numbers and python-chess."""

import io

import chess.pgn
import pytest

from support import run


def test_published_numbers():
    assert run("encode", "f3", "e5", "g4", "Qh4#").stdout == "143395\n"
    assert run("decode", "143395").stdout.split() == ["f3", "e5", "g4", "Qh4#"]


def test_encode_reads_stdin_as_pgn_san_or_uci():
    for text in ("1. f3 e5 2. g4 Qh4# 0-1", "f3 e5 g4 Qh4", "f2f3 e7e5 g2g4 d8h4"):
        assert run("encode", input=text).stdout == "143395\n", text


def test_a_dash_is_standard_input():
    assert run("encode", "-", input="f3 e5 g4 Qh4").stdout == "143395\n"
    assert run("encode", "--game", "othello", "-", input="f5d6c3d3c4").stdout == "803\n"
    for arguments in (("decode", "-"), ("decode",)):
        assert run(*arguments, input=" 143395\n").stdout.split() == ["f3", "e5", "g4", "Qh4#"]
    for text in ("", "1 2"):
        assert run("decode", "-", input=text, check=False).returncode == 2


def test_a_file_is_named_as_such(tmp_path):
    for command, text in (("encode", "f3 e5"), ("decode", "143395")):
        (tmp_path / "game.txt").write_text(text)
        done = run(command, "game.txt", check=False, cwd=tmp_path)
        assert done.returncode == 2 and done.stdout == ""
        assert done.stderr == "ign: game.txt is a file; give it on standard input: < game.txt\n"


def test_encode_and_decode_hold_for_other_starts():
    fen = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"
    for numbering in ("pseudo-legal", "legal"):
        number = run("encode", "--fen", fen, "--numbering", numbering, "O-O", "Ke7", "a8=N").stdout.strip()
        back = run("decode", "--fen", fen, "--numbering", numbering, "--to", "uci", number).stdout.split()
        assert back == ["e1g1", "e8e7", "a7a8n"]


def test_decode_names_chess960_in_pgn_where_castling_needs_it():
    fen = "5k1r/pppppppp/8/8/8/8/PPPPPPPP/5K1R w Kk - 0 1"
    text = run("decode", "--fen", fen, "--to", "pgn", run("encode", "--fen", fen, "O-O", "b5").stdout.strip()).stdout
    game = chess.pgn.read_game(io.StringIO(text))
    assert [move.uci() for move in game.mainline_moves()] == ["f1h1", "b7b5"] and not game.errors


def test_hexadecimal_both_ways():
    number = run("encode", "--hex", "f3", "e5", "g4", "Qh4#").stdout.strip()
    assert int(number, 16) == 143395
    assert run("decode", "--hex", number).stdout.split() == ["f3", "e5", "g4", "Qh4#"]


def test_encode_refuses_an_illegal_move_with_its_ply():
    done = run("encode", "e4", "e5", "Ke3", check=False)
    assert done.returncode == 2 and done.stdout == ""
    assert "Ke3" in done.stderr and "3" in done.stderr


def test_encode_says_at_which_ply_a_word_is_no_move():
    for text, words in (("hello world", "at ply 1: hello"), ("e4 xyzzy", "at ply 2: xyzzy"),
                        ("e4 e5 ?! world", "at ply 3"), ("e4 resign", "at ply 2: resign (it is the last move")):
        done = run("encode", input=text, check=False)
        assert done.returncode == 2 and words in done.stderr, done.stderr
    assert run("encode", input='Round 1, board 3\n\n[White "Ann"]\n\n1. e4 *\n').stdout == "14\n"


@pytest.mark.parametrize("number", ["-1", "12x", ""])
def test_decode_refuses_what_is_no_number(number):
    assert run("decode", "--", number, check=False).returncode == 2


def test_decode_refuses_a_number_of_no_game():
    """143395 is checkmate, so a longer number that goes through it has no move to give."""
    beyond = 143395 + 20 * 20 * 19 * 30
    done = run("decode", str(beyond), check=False)
    assert done.returncode == 2 and "ply" in done.stderr


def test_perft():
    assert run("perft", "4").stdout.split()[-1] == "197281"
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert run("perft", "--fen", kiwipete, "3").stdout.split()[-1] == "97862"
