"""The written files, read by DuckDB, pyarrow, Polars and PySpark, against python-chess's reading."""

import datetime

import chess
import duckdb
import polars
import pyarrow
import pyarrow.parquet
import pytest

import support

INT16, INT32, INT64 = pyarrow.int16(), pyarrow.int32(), pyarrow.int64()
ARROW_TYPES = {
    **{name: pyarrow.string() for name in (*support.TEXT_COLUMNS, "Result", "FEN", "numbering", "error")},
    **{name: INT16 for name in (*support.NUMBER_COLUMNS, "clock_scale")},
    "UTCDate": pyarrow.date32(),
    "UTCDateTime": pyarrow.timestamp("ms", "UTC"),
    "ign": pyarrow.binary(),
    "ign8": INT64,
    "plies": INT32,
    "raw": pyarrow.binary(),
}
DUCKDB_TYPES = {
    **{name: "VARCHAR" for name in (*support.TEXT_COLUMNS, "Result", "FEN", "numbering", "error")},
    **{name: "SMALLINT" for name in (*support.NUMBER_COLUMNS, "clock_scale")},
    "UTCDate": "DATE", "UTCDateTime": "TIMESTAMP WITH TIME ZONE",
    "ign": "BLOB", "ign8": "BIGINT", "plies": "INTEGER", "raw": "BLOB",
    "spent_white": "INTEGER[]", "spent_black": "INTEGER[]", "eval": "SMALLINT[]",
    "tags": "MAP(VARCHAR, VARCHAR)",
}


def plain(value):
    """A value in the one form in which all readers are compared."""
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc)
    return value


def pairs_to_dict(value):
    """A map as a dict, whatever form the reader gives it."""
    if value is None or isinstance(value, dict) and set(value) != {"key", "value"}:
        return value
    return {(p["key"] if isinstance(p, dict) else p[0]): (p["value"] if isinstance(p, dict) else p[1])
            for p in value}


def normal(rows):
    return [{name: pairs_to_dict(value) if name == "tags" else plain(value) for name, value in row.items()}
            for row in rows]


def read_duckdb(path):
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone='Asia/Kathmandu'")  # UTC must come out all the same
        table = connection.sql(f"SELECT * FROM '{path}'").to_arrow_table()
        return normal(table.to_pylist())


def read_polars(path):
    return normal(polars.read_parquet(path).to_dicts())


@pytest.fixture(scope="session")
def sample_games():
    text = support.read_bytes(support.DATASETS / "sample.pgn.zst").decode()
    return list(support.read_games(text))


def assert_rows_equal(rows, expected, columns=None):
    assert len(rows) == len(expected)
    for ordinal, (row, want) in enumerate(zip(rows, expected), 1):
        for name in columns or want:
            assert row[name] == want[name], f"row {ordinal}, column {name}"


def test_sample_equals_python_chess(sample, sample_games):
    """Every column of every game: tags, moment, number, plies, clocks, evals, extra tags."""
    rows = normal(support.rows(sample))
    assert not [game for game in sample_games if game.errors]
    assert_rows_equal(rows, [support.expected_row(game) for game in sample_games])


def test_sample_covers_the_columns(sample_games):
    """The comparison above is worth something: each column has values and gaps to compare."""
    expected = [support.expected_row(game) for game in sample_games]
    for name in ("WhiteTitle", "WhiteElo", "WhiteRatingDiff", "eval", "spent_white", "clock_scale", "Date"):
        filled = sum(row[name] is not None for row in expected)
        assert 0 < filled < len(expected), name
    assert any(row["plies"] == 0 for row in expected)
    assert any(None in row["spent_white"] for row in expected if row["spent_white"])
    assert any(abs(value) > 32000 for row in expected for value in row["eval"] or [] if value is not None)
    assert any(row["tags"] for row in expected)


def test_duckdb_reads_the_same(sample):
    assert read_duckdb(sample) == normal(support.rows(sample))


def test_polars_reads_the_same(sample):
    assert read_polars(sample) == normal(support.rows(sample))


def test_spark_infers_the_schema_and_reads_the_same(sample, spark):
    frame = spark.read.parquet(str(sample))
    rows = normal([row.asDict() for row in frame.collect()])
    want = normal(support.rows(sample))
    for row in rows:  # Spark's datetimes are naive, in the zone of this process
        if row["UTCDateTime"] is not None:
            row["UTCDateTime"] = row["UTCDateTime"].replace(tzinfo=datetime.timezone.utc)
    assert_rows_equal(rows, want)
    kinds = {field.name: field.dataType.simpleString() for field in frame.schema.fields}
    assert kinds["ign"] == "binary" and kinds["ign8"] == "bigint" and kinds["plies"] == "int"
    assert kinds["WhiteElo"] == "smallint" and kinds["UTCDate"] == "date"
    assert kinds["UTCDateTime"] == "timestamp" and kinds["spent_white"] == "array<int>"
    assert kinds["eval"] == "array<smallint>" and kinds["tags"] == "map<string,string>"


def test_types_in_pyarrow(sample):
    schema = pyarrow.parquet.read_schema(sample)
    for name, kind in ARROW_TYPES.items():
        assert schema.field(name).type == kind, name
    assert schema.field("spent_white").type.value_type == INT32
    assert schema.field("eval").type.value_type == INT16
    assert pyarrow.types.is_map(schema.field("tags").type)


def test_types_in_duckdb(sample):
    described = dict(row[:2] for row in duckdb.sql(f"DESCRIBE SELECT * FROM '{sample}'").fetchall())
    assert {name: described[name] for name in DUCKDB_TYPES} == DUCKDB_TYPES


def test_file_metadata(sample):
    metadata = pyarrow.parquet.read_metadata(sample).metadata
    assert metadata[b"ign.numbering"] == b"pseudo-legal"
    assert b"ign.version" in metadata
    assert any(key.startswith(b"ign.source") for key in metadata)


def test_opening_search_by_ign8(sample, sample_games):
    """The plain SQL of the documentation finds the games that begin 1. e4 c5, and no others."""
    moves = [chess.Move.from_uci("e2e4"), chess.Move.from_uci("c7c5")]
    if support.ign_ref is None:
        pytest.skip("../shared is missing")
    digits = support.ign_ref.digits(chess.Board(), moves, "pseudo-legal")
    value, product = support.ign_ref.value(digits), digits[0][1] * digits[1][1]
    found = duckdb.sql(
        f"SELECT count(*) FROM '{sample}' WHERE ign8 >= {value} AND ign8 % {product} = {value}").fetchall()[0][0]
    want = sum([node.move for node in list(game.mainline())[:2]] == moves for game in sample_games)
    assert found == want > 0


def test_legal_numbering(tmp_path, sample_games):
    out = support.convert(support.DATASETS / "sample.pgn.zst", tmp_path / "legal.parquet",
                          "--numbering", "legal", "--limit", "200")
    rows = normal(support.rows(out))
    assert_rows_equal(rows, [support.expected_row(game, "legal") for game in sample_games[:200]])
    assert pyarrow.parquet.read_metadata(out).metadata[b"ign.numbering"] == b"legal"


def test_chess960(tmp_path):
    source = support.DATASETS / "chess960.pgn.zst"
    games = list(support.read_games(support.read_bytes(source).decode()))
    rows = normal(support.rows(support.convert(source, tmp_path / "chess960.parquet")))
    assert_rows_equal(rows, [support.expected_row(game) for game in games])
    assert {row["Variant"] for row in rows} == {"Chess960"}
    assert any(row["FEN"] for row in rows)


def test_famous_games(tmp_path):
    source = support.DATASETS / "famous.pgn"
    games = list(support.read_games(source.read_text(encoding="utf-8")))
    rows = normal(support.rows(support.convert(source, tmp_path / "famous.parquet")))
    assert_rows_equal(rows, [support.expected_row(game) for game in games])


def test_remaining_clocks(tmp_path, sample, sample_games):
    """--clocks remaining holds the running sum that the default's differences were made of."""
    out = support.convert(support.DATASETS / "sample.pgn.zst", tmp_path / "remaining.parquet",
                          "--clocks", "remaining")
    rows = support.rows(out)
    filled = 0
    for row, game in zip(rows, sample_games, strict=True):
        clocks = [support.CLOCK.search(node.comment) for node in game.mainline()]
        seconds = [int(c[1]) * 3600 + int(c[2]) * 60 + int(c[3]) if c else None for c in clocks]
        if not any(clocks):
            assert row["clock_white"] is None and row["clock_black"] is None
            continue
        filled += 1
        assert row["clock_white"] == seconds[0::2] and row["clock_black"] == seconds[1::2]
        assert row["clock_scale"] == 1
    assert filled


def test_rejects_keep_tags_text_and_reason(tmp_path):
    text = ('[Event "good"]\n\n1. e4 e5 *\n\n[Event "bad"]\n[White "Somebody"]\n[WhiteElo "1500"]\n\n'
            "1. e4 e5 2. Ke3 { [%clk 0:01:00] } *\n\n[Event \"after\"]\n\n1. d4 *\n")
    source = tmp_path / "bad.pgn"
    source.write_text(text, encoding="utf-8")
    out = support.convert(source, tmp_path / "bad.parquet")
    for rows in (normal(support.rows(out)), read_duckdb(out), read_polars(out)):
        good, bad, after = rows
        assert (good["plies"], good["error"], good["raw"]) == (2, None, None)
        assert (after["plies"], after["error"]) == (1, None)
        assert (bad["Event"], bad["White"], bad["WhiteElo"]) == ("bad", "Somebody", 1500)
        for name in ("ign", "ign8", "plies", "spent_white", "spent_black", "clock_scale", "eval"):
            assert bad[name] is None, name
        assert bad["error"] == "illegal move at ply 3: Ke3"
        assert b"2. Ke3 { [%clk 0:01:00] }" in bad["raw"]


CLOCKS_AND_EVALS = """[Event "tenths"]

1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:09:59.9] } 2. Nf3 { [%clk 0:03:02.5] } 2... Nc6 3. Bb5 { [%eval 2.35] }
3... a6 { [%eval #-3] [%clk 0:09:00] } 4. Ba4 { [%eval #12] } 4... Nf6 { [%eval -0.07] } *
"""


def test_clocks_and_evals_exact(tmp_path):
    source = tmp_path / "exact.pgn"
    source.write_text(CLOCKS_AND_EVALS, encoding="utf-8")
    (row,) = support.rows(support.convert(source, tmp_path / "exact.parquet"))
    assert row["clock_scale"] == 10
    assert row["spent_white"] == [1800, -25, None, None]
    assert row["spent_black"] == [5999, None, 599, None]
    assert row["eval"] == [None, None, None, None, 235, -32766, 32756, -7]


CORPORA = ["lichess", "chesscom", "broadcast", "positions", "studies"]


@pytest.mark.parametrize("folder", CORPORA)
def test_readers_agree_on_real_games(folder, shared, tmp_path):
    """Real files: tags equal python-chess's where it splits the games alike; all readers agree."""
    files = sorted((shared / "corpora" / folder).rglob("*.pgn*"), key=lambda path: path.stat().st_size)
    checked = 0
    for path in files[:3]:
        out = support.convert(path, tmp_path / f"{checked}-{path.name}.parquet")
        rows = normal(support.rows(out))
        assert read_duckdb(out) == rows
        assert read_polars(out) == rows
        games = list(support.read_games(support.decode_text(support.read_bytes(path))))
        if len(games) != len(rows):
            continue
        for row, game in zip(rows, games):
            for name in ("Event", "White", "Black", "ECO", "TimeControl"):
                assert row[name] == game.headers.get(name), (path.name, name)
            for name in support.NUMBER_COLUMNS:
                assert row[name] == support.int16_or_none(game.headers.get(name)), (path.name, name)
            checked += 1
    assert checked


@pytest.mark.parametrize("different, encoding", [(256, "RLE_DICTIONARY"), (257, "BYTE_STREAM_SPLIT")])
def test_times_spent_are_read_in_either_encoding(different, encoding, tmp_path):
    # White's list of game k: the first clock, 3600, then k seconds spent.
    clock = "{{ [%clk {}:{:02}:{:02}] }}"
    text = ""
    for k in range(different - 1):
        left = clock.format((3600 - k) // 3600, (3600 - k) // 60 % 60, (3600 - k) % 60)
        text += f'[Event "e"]\n\n1. e4 {clock.format(1, 0, 0)} 1... e5 2. Nf3 {left} *\n\n'
    source = tmp_path / "games.pgn"
    source.write_text(text)
    out = support.convert(source, tmp_path / "games.parquet")
    expected = [[3600, k] for k in range(different - 1)]
    assert pyarrow.parquet.read_table(out)["spent_white"].to_pylist() == expected
    assert polars.read_parquet(out)["spent_white"].to_list() == expected
    assert [row[0] for row in duckdb.sql(f"SELECT spent_white FROM '{out}'").fetchall()] == expected
    group = pyarrow.parquet.ParquetFile(out).metadata.row_group(0)
    columns = {group.column(i).path_in_schema.split(".")[0]: group.column(i) for i in range(group.num_columns)}
    assert encoding in columns["spent_white"].encodings
