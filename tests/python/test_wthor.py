"""WTHOR files of Othello games to Parquet and back. Records are made here, by the description of the format;
numbers are those of board_games."""

import functools
import random
import struct

import chess
import pytest

import board_games
import support
from support import run

WTHOR = support.SHARED / "corpora" / "other" / "othello" / "wthor"


def header(records, year=1994, board=8, kind=0, names=0):
    return struct.pack("<4BIHHBBBB", 20, 21, 3, 14, records, names, year, board, kind, 24, 0)


def record(line, tournament=1, black=2, white=3, score=40, theoretical=36):
    moves = bytes(int(move[1]) * 10 + ord(move[0]) - ord("a") + 1 for move in line if move != "pass")
    return struct.pack("<HHHBB", tournament, black, white, score, theoretical) + moves.ljust(60, b"\0")


def name_file(names, size):
    return header(0, names=len(names)) + b"".join(name.encode("cp1252").ljust(size, b"\0") for name in names)


@functools.lru_cache
def games():
    source = random.Random("wthor")
    lines = [board_games.random_line(board_games.Othello(), source, length) for length in (0, 1, 10, 60, 60, 200)]
    assert any("pass" in line for line in lines)
    # No record tells of a pass at the end.
    return [line[:-1] if line[-1:] == ["pass"] else line for line in lines]


def number_bytes(line):
    number = board_games.number(board_games.Othello(), line)
    return number.to_bytes((number.bit_length() + 7) // 8, "little")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "WTH_1994.wtb"
    path.write_bytes(header(len(games())) + b"".join(
        record(line, black=2 * i, white=2 * i + 1, score=30 + i, tournament=i) for i, line in enumerate(games())))
    return path


def convert(path, *options, check=True):
    out = path.parent / "out.parquet"
    return out, run("convert", path, "-o", out, "--force", "--progress=off", *options, check=check)


def test_rows_of_records(file):
    (file.parent / "Wthor.jou").write_bytes(name_file([f"Player {i} é" for i in range(11)], 20))
    (file.parent / "WTHOR.TRN").write_bytes(name_file(["Paris", "Tokyo"], 26))
    out, done = convert(file, "--movetext", "--game", "othello")
    assert "6 games, 0 rejected" in done.stderr
    rows = support.rows(out)
    for i, (row, line) in enumerate(zip(rows, games())):
        assert row["ign"] == number_bytes(line)
        assert row["ign8"] == board_games.number(board_games.Othello(), line[:8])
        assert row["plies"] == len(line) and row["movetext"] == " ".join(line)
        assert (row["tournament"], row["black_number"], row["white_number"]) == (i, 2 * i, 2 * i + 1)
        assert (row["black_score"], row["theoretical_score"], row["year"]) == (30 + i, 36, 1994)
        assert row["Black"] == f"Player {2 * i} é" and row["White"] == (f"Player {2 * i + 1} é" if i < 5 else None)
        assert row["Event"] == {0: "Paris", 1: "Tokyo"}.get(i)
        assert row["Result"] == ("1-0" if i < 2 else "1/2-1/2" if i == 2 else "0-1")
        assert row["numbering"] == "othello" and row["error"] is None and row["raw"] is None
        decoded = run("decode", "--game", "othello", int.from_bytes(row["ign"], "little")).stdout.split()
        assert decoded == line
    assert len(rows) == 6


def test_export_gives_the_file_back(file):
    out, _ = convert(file)  # told by its content
    assert run("export", out, text=False).stdout == file.read_bytes()
    run("verify", file, out)
    assert "othello" in run("info", out).stdout


def test_bad_games_are_rows(tmp_path):
    good = record(games()[3])
    bad = {
        "illegal move at ply 3: a1": record(["f5", "d6", "a1"]),
        "illegal move at ply 1: c3": record(["c3"]),
        "unreadable move at ply 2: byte 99": record(["f5"])[:9] + b"\x63" + bytes(58),
        "unexpected text at ply 2: byte 64 behind the end of the moves": record(["f5"])[:9] + b"\0\x40" + bytes(57),
    }
    path = tmp_path / "bad.wtb"
    path.write_bytes(header(2 + len(bad)) + good + b"".join(bad.values()) + good)
    out, done = convert(path, "--strict", check=False)
    assert done.returncode == 1 and "6 games, 4 rejected" in done.stderr
    assert "game 2 at byte 84: illegal move at ply 3: a1" in done.stderr
    rows = support.rows(out)
    assert [row["error"] for row in rows] == [None, *bad, None]
    assert [row["raw"] for row in rows] == [None, *bad.values(), None]
    assert rows[1]["ign"] is None and rows[1]["plies"] is None and rows[1]["black_number"] == 2
    assert run("export", out, text=False).stdout == path.read_bytes()


def test_a_bad_first_game_keeps_the_header(tmp_path):
    path = tmp_path / "bad.wtb"
    path.write_bytes(header(1) + record(["a1"]))
    out, _ = convert(path)
    assert run("export", out, text=False).stdout == path.read_bytes()


def test_fewer_games_than_the_header_says_is_a_cut_file(file):
    whole = file.read_bytes()
    for cut in (len(whole) - 1, len(whole) - 68, 16 + 68 + 30, 16, 20):
        file.write_bytes(whole[:cut])
        out, done = convert(file, check=False)
        assert done.returncode == 2 and "truncated" in done.stderr and "WTH_1994.wtb" in done.stderr
        assert not out.exists()
        out, done = convert(file, "--keep-going", check=False)
        assert done.returncode == 1
        assert len(support.rows(out)) == (cut - 16) // 68
        assert run("export", out, text=False).stdout == whole[:cut]
        out.unlink()


def test_more_games_than_the_header_says_are_kept_with_a_warning(file):
    data = header(2) + file.read_bytes()[16:] + b"\x1a"
    file.write_bytes(data)
    out, done = convert(file)
    assert "warning" in done.stderr and "2 games" in done.stderr
    assert len(support.rows(out)) == len(games())
    assert run("export", out, text=False).stdout == data


@pytest.mark.parametrize("data,words", [
    (header(1, board=10) + bytes(104), "10x10"), (header(1, board=7) + record([]), "7x7"),
    (header(1, kind=1) + record([]), "solitaires"), (b'[Event "chess"]\n\n1. e4 *\n', "no WTHOR"), (b"", "no WTHOR")])
def test_other_files_are_refused(tmp_path, data, words):
    path = tmp_path / "other.wtb"
    path.write_bytes(data)
    out, done = convert(path, "--game", "othello", check=False)
    assert done.returncode == 2 and words in done.stderr and "other.wtb" in done.stderr
    assert not out.exists()


def test_a_file_without_games(tmp_path):
    path = tmp_path / "empty.wtb"
    path.write_bytes(header(0))
    out, done = convert(path)
    assert "0 games" in done.stderr and "holds no game" in done.stderr
    assert support.rows(out) == []
    assert run("export", out, text=False).stdout == path.read_bytes()


def test_a_game_without_moves(tmp_path):
    path = tmp_path / "forfeit.wtb"
    path.write_bytes(header(1) + record([], score=64))
    out, _ = convert(path)
    row, = support.rows(out)
    assert (row["ign"], row["ign8"], row["plies"], row["Result"]) == (b"", 0, 0, "0-1")
    assert run("export", out, text=False).stdout == path.read_bytes()


def test_several_inputs_folders_and_limits(tmp_path):
    texts = []
    for i, lines in enumerate((games()[:2], [], games()[2:])):
        texts.append(header(len(lines), year=1990 + i) + b"".join(record(line) for line in lines))
        (tmp_path / f"WTH_{1990 + i}.WTB").write_bytes(texts[-1])
    out = tmp_path / "out.parquet"
    run("convert", "--game", "othello", tmp_path, "-o", out)
    assert [row["year"] for row in support.rows(out)] == [1990] * 2 + [1992] * 4
    assert support.rows(out)[0]["source"].endswith("WTH_1990.WTB")
    assert run("export", out, text=False).stdout == b"".join(texts)
    run("convert", "--game", "othello", tmp_path, "-o", out, "--limit", 2, "--force")
    assert len(support.rows(out)) == 2
    assert run("export", out, text=False).stdout == texts[0]


def test_standard_input_and_compression(file):
    import gzip
    out = file.parent / "stdin.parquet"
    run("convert", "--game", "othello", "-", "-o", out, input=gzip.compress(file.read_bytes()), text=False)
    assert run("export", out, text=False).stdout == file.read_bytes()


def test_options_of_chess_are_refused(file):
    for option in (["--resign"], ["--numbering", "legal"], ["--clocks", "remaining"], ["--resume"]):
        _, done = convert(file, *option, check=False)
        assert done.returncode == 2 and option[0] in done.stderr and "leave it out" in done.stderr


def test_verification(file, tmp_path):
    """Of files, of standard input, up to a limit, and of a cut file."""
    data = file.read_bytes()
    out = tmp_path / "out.parquet"
    done = run("convert", file, "-o", out, "--verify")
    assert f"verified: all {len(data):,} bytes of {len(games())} games" in done.stderr
    done = run("convert", "--game", "othello", "-", "-o", out, "--verify", "--force", input=data, text=False)
    assert b"verified: all" in done.stderr and run("export", out, text=False).stdout == data
    done = run("convert", file, "-o", out, "--verify", "--force", "--limit", 2, "--threads", 2)
    assert "of 2 games" in done.stderr
    (tmp_path / "cut.wtb").write_bytes(data[:-30])
    done = run("convert", tmp_path / "cut.wtb", "-o", out, "--verify", "--force", "--keep-going", check=False)
    assert done.returncode == 1 and f"verified: all {len(data) - 30:,} bytes" in done.stderr


def test_games_of_othello_among_pgn_are_refused(file, tmp_path):
    (tmp_path / "a.pgn").write_text("1. e4 e5 *\n")
    out = tmp_path / "out.parquet"
    for inputs in ([tmp_path / "a.pgn", file], [file, tmp_path / "a.pgn"]):
        done = run("convert", *inputs, "-o", out, check=False)
        assert done.returncode == 2 and "Othello" in done.stderr and not out.exists()


def test_search_asks_columns_of_othello_and_says_so(file, tmp_path):
    import pyarrow.parquet
    out, _ = convert(file)
    plain = tmp_path / "plain.parquet"
    pyarrow.parquet.write_table(pyarrow.parquet.read_table(out).replace_schema_metadata(None), plain)
    expected = sum(row["plies"] > 10 for row in support.rows(out))
    for path in (out, plain):
        assert run("search", "--where", "plies > 10", "--count", path).stdout == f"{expected}\n"
        for arguments in (["e4"], ["--material", "KvK"], ["--position", chess.STARTING_FEN]):
            done = run("search", *arguments, "--count", path, check=False)
            assert done.returncode == 2 and "Othello" in done.stderr and "--where" in done.stderr
        done = run("search", "--where", "plies > 10", path, check=False)
        assert done.returncode == 2 and done.stdout == "" and "--columns" in done.stderr
    assert run("search", "--where", "plies > 10", "--sql", out).stdout == "(plies > 10)\n"


def test_rows_rewritten_by_others_still_export(file, tmp_path):
    import pyarrow.parquet
    out, _ = convert(file)
    table = pyarrow.parquet.read_table(out)
    pyarrow.parquet.write_table(table.replace_schema_metadata(None), tmp_path / "again.parquet")
    assert run("export", tmp_path / "again.parquet", text=False).stdout == file.read_bytes()
    pyarrow.parquet.write_table(table.drop_columns(["white_number"]), tmp_path / "less.parquet")
    done = run("export", tmp_path / "less.parquet", check=False)
    assert done.returncode == 2 and "column" in done.stderr


@pytest.mark.skipif(not WTHOR.is_dir(), reason="../shared is missing")
def test_the_published_database(tmp_path):
    files = sorted(WTHOR.glob("*.wtb"))
    run("convert", *files, "-o", tmp_path / "all.parquet")
    rows = support.rows(tmp_path / "all.parquet")
    assert len(rows) == sum((path.stat().st_size - 16) // 68 for path in files)
    assert not any(row["error"] for row in rows)
    assert all(row["Black"] and row["White"] and row["Event"] for row in rows[:1000])
    assert run("export", tmp_path / "all.parquet", text=False).stdout == b"".join(p.read_bytes() for p in files)
    for row in random.Random(5).sample(rows, 20):
        line = run("decode", "--game", "othello", int.from_bytes(row["ign"], "little")).stdout.split()
        assert number_bytes(line) == row["ign"]
        end = board_games.Othello()
        for move in line:
            end = end.play(move)
        if not end.moves():  # the empty squares count for the winner
            black, white = (sum(disc == side for disc in end.board.values()) for side in ("black", "white"))
            expected = 32 if black == white else 64 - white if black > white else black
            assert row["black_score"] == expected


def test_annotate_refuses_games_of_othello(tmp_path):
    path = tmp_path / "one.wtb"
    path.write_bytes(header(1) + record(["f5", "d6"]))
    out, _ = convert(path)
    new = tmp_path / "new.parquet"
    done = run("annotate", "--engine", "none", out, "-o", new, check=False)
    assert done.returncode == 2 and "Othello" in done.stderr and not new.exists()
