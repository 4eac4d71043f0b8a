"""The golden numbers through `ign convert` and back; and the golden file against python-chess."""

import hashlib
import sys

import chess
import chess.pgn
import pytest

import support

GOLDEN = support.ROOT / "tests" / "golden"
sys.path.insert(0, str(GOLDEN))
import make_golden  # noqa: E402

NUMBERINGS = ["pseudo-legal", "legal", "pseudo-legal+resign", "legal+resign"]
# Lines are added to the file, never changed: this is the hash of those it began with.
FIRST_LINES = 313
HASH = "9ced669ba95d119a28aaf4f5dea0cfbb976563cef7e08434a439cb68c12a08d8"


def golden():
    lines = (GOLDEN / "numbers.tsv").read_text(encoding="utf-8").splitlines()
    return [dict(zip(make_golden.HEADER, line.split("\t"))) for line in lines[1:]]


def board_of(row):
    return chess.Board(row["fen"] or chess.STARTING_FEN, chess960=row["game"] == "chess960")


def test_no_line_has_changed():
    lines = (GOLDEN / "numbers.tsv").read_bytes().splitlines(keepends=True)
    assert hashlib.sha256(b"".join(lines[:FIRST_LINES])).hexdigest() == HASH


def test_the_file_is_what_python_chess_says():
    for row in [row for row in golden() if row["game"].startswith("chess")][::17]:
        line = [chess.Move.from_uci(word) for word in row["moves"].split()]
        if row["game"] == "chess":
            line = [chess.Board.parse_uci(board, word) for word, (_, board) in
                    zip(row["moves"].split(), make_golden.walk(board_of(row), line))]
        numbering, _, option = row["numbering"].partition("+")
        digits = make_golden.digits_of(board_of(row), line, numbering, bool(row["ends"]), int(bool(option)))
        assert str(make_golden.value(digits)) == row["number"]


@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_golden_games_convert_to_their_numbers(numbering, tmp_path):
    rows = [row for row in golden() if row["numbering"] == numbering]
    text = ""
    for row in rows:
        game = chess.pgn.Game()
        if row["fen"]:
            game.setup(board_of(row))
            game.headers["FEN"] = row["fen"]
        if row["game"] == "chess960":
            game.headers["Variant"] = "Chess960"
        game.headers["Result"] = "0-1" if row["ends"] else "*"
        node, board = game, board_of(row)
        for word in row["moves"].split():
            node = node.add_variation(board.parse_uci(word))
            board.push(node.move)
        text += str(game) + "\n\n"
    (tmp_path / "golden.pgn").write_text(text, encoding="utf-8")
    name, _, option = numbering.partition("+")
    out = support.convert(tmp_path / "golden.pgn", tmp_path / "golden.parquet", "--numbering", name,
                          *["--resign"] * bool(option))
    numbers = [int.from_bytes(row["ign"], "little") for row in support.rows(out)]
    assert numbers == [int(row["number"]) for row in rows] and len(numbers) > 40
    assert support.run("export", out).stdout == text
