"""What ign search prints, by the PGN itself and DuckDB, of our files, of those that others wrote, and of bad ones."""

import csv
import datetime
import io
import json

import chess
import duckdb
import pyarrow.parquet
import pytest

import support
from search_corpus import count, search
from support import run


# --- what is printed

def test_csv_has_the_values_as_duckdb_prints_them(corpus, tmp_path):
    names = [*support.TEXT_COLUMNS, "Result", "WhiteElo", "BlackRatingDiff", "UTCDate", "UTCDateTime", "ign8", "plies",
             "spent_white", "eval", "clock_scale", "tags"]
    (tmp_path / "a.csv").write_bytes(search("", "--columns", ",".join(names), corpus.path)[1])
    columns = ", ".join(f'"{name}"::VARCHAR' for name in names)
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone='UTC'")
        found = connection.sql(f"SELECT * FROM read_csv('{tmp_path}/a.csv', header=true, all_varchar=true, delim=',', "
                               "quote='\"', nullstr='', allow_quoted_nulls=false)").fetchall()
        expected = connection.sql(f"SELECT {columns} FROM '{corpus.path}' WHERE ign8 IS NOT NULL").fetchall()
    assert found == expected


def test_json_has_the_values_of_the_parquet(corpus):
    lines = search("", "--json", corpus.path)[1].decode().splitlines()
    rows = [row for row in support.rows(corpus.path) if row["ign8"] is not None]
    assert len(lines) == len(rows)
    for line, row in zip(lines, rows):
        found = json.loads(line)
        assert list(found) == [name for name in row if name not in ("layout", "rest", "raw")]
        for name, value in found.items():
            want = row[name]
            if name == "ign":
                want = str(int.from_bytes(want, "little"))
            elif name == "tags" and want is not None:
                want = dict(want)
            elif isinstance(want, datetime.datetime):
                want = want.strftime("%Y-%m-%d %H:%M:%S+00")
            elif isinstance(want, datetime.date):
                want = want.isoformat()
            assert value == want, name


def test_csv_and_json_of_awkward_text(tmp_path):
    values = ['a,b', 'say \\"hi\\"', "tab\there", "Zürich ♟", "", "back\\\\slash"]
    text = "".join(f'[Event "{value}"]\n\n1. e4 *\n\n' for value in values) + "[White \"x\"]\n\n1. e4 Ke3 *\n\n"
    (tmp_path / "a.pgn").write_text(text, encoding="utf-8")
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet")
    expected = [row["Event"] for row in support.rows(out)]
    assert expected == ["a,b", 'say "hi"', "tab\there", "Zürich ♟", "", "back\\slash", None]
    everything = ("--where", "plies IS NULL or plies >= 0")
    lines = search(*everything, "--json", "--columns", "Event,error", out)[1].decode().splitlines()
    assert [json.loads(line)["Event"] for line in lines] == expected
    table = search(*everything, "--columns", "Event,plies", out)[1].decode()
    assert [row["Event"] or None for row in csv.DictReader(io.StringIO(table))] == [v or None for v in expected]
    assert '\n"",1\n' in table and table.endswith("\n,\n"), "an empty text is not NULL"


def test_limit_and_order(corpus):
    rows = corpus.beginning_with(chess.Board(), [chess.Move.from_uci("e2e4")])
    for limit in (0, 1, 7, len(rows), len(rows) + 1):
        code, out = search("e4", corpus.path, "--limit", limit, "--threads", "2")
        assert out == corpus.text_of(rows[:limit]) and code == (0 if limit else 1)
    assert search("e4", corpus.path, "--limit", "3", "--count")[1] == b"3\n"


def test_several_inputs_folders_and_threads(corpus, tmp_path):
    (tmp_path / "parts" / "deep").mkdir(parents=True)
    for name in ("parts/b.parquet", "parts/deep/a.parquet", "c.parquet"):
        (tmp_path / name).write_bytes(corpus.path.read_bytes())
    rows = corpus.beginning_with(chess.Board(), [chess.Move.from_uci("d2d4")])
    for threads in (1, 2, 5):
        out = search("d4", tmp_path / "parts", tmp_path / "c.parquet", "--threads", threads)[1]
        assert out == 3 * corpus.text_of(rows)
    assert count("d4", f"{tmp_path}/*.parquet") == len(rows)


# --- files that others wrote, and bad ones

def test_files_rewritten_by_others(corpus, tmp_path):
    table = pyarrow.parquet.read_table(corpus.path)
    plain = tmp_path / "plain.parquet"
    pyarrow.parquet.write_table(table.select(table.column_names[::-1]).replace_schema_metadata(None), plain,
                                row_group_size=100, compression="gzip", write_statistics=False)
    other = tmp_path / "duckdb.parquet"
    duckdb.sql(f"COPY (SELECT * REPLACE (ign8::HUGEINT::BIGINT AS ign8, plies::TINYINT::INTEGER AS plies) "
               f"FROM (FROM '{corpus.path}' WHERE plies < 100)) TO '{other}' (ROW_GROUP_SIZE 2048)")
    line = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3"
    start, moves = chess.Board(), []
    for san in line.split():
        moves.append(start.push_san(san))
    expected = corpus.beginning_with(chess.Board(), moves)
    assert expected
    assert search(line, plain)[1] == corpus.text_of(expected)
    assert search("--position", start.fen(), plain)[1] == corpus.text_of(
        corpus.reaching_position(start))
    short = [i for i in expected if len(corpus.moves[i]) < 100]
    assert search(line, other)[1] == corpus.text_of(short)


@pytest.mark.parametrize("options", [
    {"use_dictionary": True, "data_page_version": "2.0"},
    {"use_dictionary": False, "data_page_size": 200, "write_batch_size": 16, "compression": "snappy"},
    {"use_dictionary": False, "column_encoding": {"ign8": "DELTA_BINARY_PACKED", "plies": "BYTE_STREAM_SPLIT",
                                                  "ign": "DELTA_BYTE_ARRAY", "WhiteElo": "DELTA_BINARY_PACKED"}},
    {"types": {"ign8": pyarrow.float64(), "WhiteElo": pyarrow.uint8(), "plies": pyarrow.int64()}},
    {"types": {"ign8": pyarrow.uint64(), "ign": pyarrow.large_binary(), "Result": pyarrow.large_string()}},
    {"required": ["ign8", "plies", "Result", "ign"]},
], ids=str)
def test_files_with_other_pages_and_types(corpus, options, tmp_path):
    options = dict(options)
    types, required = options.pop("types", {}), options.pop("required", [])
    columns = ["ign", "ign8", "plies", "FEN", "WhiteElo", "Result", "numbering"]
    table = pyarrow.parquet.read_table(corpus.path, columns=columns).replace_schema_metadata(None)
    rows = table.to_pylist()
    kept = [i for i, row in enumerate(rows) if row["ign8"] is not None and (row["WhiteElo"] or 9999) < 2000]
    table = table.take(kept)
    tens = 10 if types.get("WhiteElo") == pyarrow.uint8() else 1
    ratings = [rows[i]["WhiteElo"] // tens for i in kept]
    table = table.set_column(columns.index("WhiteElo"), "WhiteElo", [pyarrow.array(ratings, pyarrow.int16())])
    fields = [field.with_type(types.get(field.name, field.type)).with_nullable(field.name not in required)
              for field in table.schema]
    path = tmp_path / "other.parquet"
    pyarrow.parquet.write_table(table.cast(pyarrow.schema(fields)), path, row_group_size=150, **options)
    line = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3"
    moves = []
    board = chess.Board()
    for san in line.split():
        moves.append(board.push_san(san))
    for plies in (2, 9):
        expected = set(corpus.beginning_with(chess.Board(), moves[:plies])) & set(kept)
        assert expected
        assert count(" ".join(line.split()[:plies]), path) == len(expected)
    expected = sum(rows[i]["WhiteElo"] // tens > 1500 // tens and rows[i]["Result"] == "1-0" and rows[i]["plies"] < 80
                   for i in kept)
    assert expected > 0
    assert count("--where", f"WhiteElo > {1500 // tens} and Result = '1-0' and plies < 80", path) == expected


def test_text_that_is_no_utf8_is_refused(corpus, tmp_path):
    table = pyarrow.parquet.read_table(corpus.path).slice(0, 3)
    ends = pyarrow.py_buffer(b"".join(n.to_bytes(4, "little") for n in (0, 1, 3, 4)))
    bad = pyarrow.Array.from_buffers(pyarrow.string(), 3, [None, ends, pyarrow.py_buffer(b"a\xff\xfeb")])
    table = table.set_column(table.column_names.index("White"), "White", bad)
    path = tmp_path / "bad.parquet"
    pyarrow.parquet.write_table(table, path)
    done = run("search", "--where", "White = 'a'", path, "--count", check=False)
    assert done.returncode == 2 and "bad.parquet" in done.stderr and "UTF" in done.stderr, done.stderr


def test_missing_columns_are_done_without_or_named(corpus, tmp_path):
    table = pyarrow.parquet.read_table(corpus.path).replace_schema_metadata(None)

    def without(*names):
        path = tmp_path / ("no-" + "-".join(names) + ".parquet")
        pyarrow.parquet.write_table(table.drop_columns(list(names)), path)
        return path

    expected = count("e4 c5", corpus.path)
    assert count("e4 c5", without("ign8")) == expected
    assert count("e4 c5", without("ign", "FEN", "plies")) == expected
    assert count("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3", without("FEN", "plies")) == count(
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3", corpus.path)
    assert count("e4 c5", "--numbering", corpus.name, without("numbering")) == expected
    for arguments, missing, named in [
            (["e4 c5"], ["numbering"], "numbering"), (["e4 c5"], ["ign8", "FEN"], "FEN"),
            (["--material", "KvK"], ["ign"], "ign"), (["--where", "WhiteElo > 1"], ["WhiteElo"], "WhiteElo"),
            (["e4", "--columns", "White"], ["White"], "White")]:
        done = run("search", *arguments, without(*missing), check=False)
        assert done.returncode == 2 and named in done.stderr and str(tmp_path) in done.stderr
    done = run("search", "e4", without("layout", "rest"))
    assert "not byte for byte" in done.stderr and done.stdout.count("[Event ") == count("e4", corpus.path)


def test_rejected_games_match_only_their_columns(tmp_path):
    bad = '[Event "bad"]\n\n1. e4 e5 2. Ke3 *\n\n'
    (tmp_path / "a.pgn").write_text('[Event "good"]\n\n1. e4 e5 *\n\n' + bad)
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet")
    assert count("e4", out) == 1 and count("--position", chess.STARTING_FEN, out) == 1
    assert search("--where", "error LIKE 'illegal%'", out)[1].decode() == bad
    assert search("e4", "--invert", out)[1].decode() == bad


def test_numbers_that_are_no_games_are_reported(tmp_path):
    path = support.convert(support.DATASETS / "famous.pgn", tmp_path / "a.parquet")
    table = pyarrow.parquet.read_table(path)
    numbers = table["ign"].to_pylist()
    numbers[3] = b"\xff" * 40
    index = table.column_names.index("ign")
    pyarrow.parquet.write_table(table.set_column(index, "ign", [numbers]), path)
    done = run("search", "--material", "KvK", path, "--count", check=False)
    assert done.returncode == 2 and "row 4" in done.stderr


def test_usage(sample, tmp_path):
    for arguments in ([], [sample], ["e4"], ["e4", "--count", "--json", sample], ["e4", tmp_path / "none.parquet"],
                      ["--position", "x", sample], ["e4", "--columns", "Nonsense", sample], ["e4", "--fen", "x", sample]):
        done = run("search", *arguments, check=False)
        assert done.returncode == 2 and done.stderr.startswith("ign: ") and done.stdout == ""
    for arguments, words in ((["--count", sample], "nothing to search for in"), ([sample, "e4"], "before the files"),
                             ([], "nothing to search for")):
        assert words in run("search", *arguments, check=False).stderr
    help_text = run("search", "--help").stdout
    assert "Usage: ign search" in help_text and "ign search" in help_text.split("Examples")[1]
