"""The statements under "parquet" in ../shared/cases/cases.tsv, judged by DuckDB and pyarrow (and Polars)."""

import datetime
import json

import duckdb
import polars
import pyarrow
import pyarrow.compute
import pyarrow.parquet
import pytest

import support

STATEMENTS = {  # the statement's beginning in cases.tsv -> the test below that judges it
    ("281", "every text column has logical type STRING"): "test_text_columns_are_annotated",
    ("281", "a binary column (if any) has neither"): "test_binary_columns_are_not",
    ("283", "'?', '', '1500.5', '0x10' give null"): "test_ratings_that_are_no_integers_are_null",
    ("283", "out-of-range values give null"): "test_ratings_out_of_range_are_never_wrapped",
    ("284", "all STRING values are valid UTF-8"): "test_text_is_valid_utf8",
    ("284", "a strict reader"): "test_strict_readers_open_the_file",
    ("286", "any list column"): "test_lists_of_games_without_moves",
    ("286", "list columns use the three-level form"): "test_lists_have_three_levels",
    ("286", "row count 3"): "test_row_count_in_every_reader",
    ("288", "output is a valid file"): "test_no_game_gives_an_empty_file",
    ("289", "timestamp columns are INT64"): "test_timestamps_are_utc_milliseconds",
    ("289", "value 2024-02-29T23:59:59Z"): "test_timestamp_value_in_any_session_zone",
    ("291", "equality filter on Event"): "test_equality_filter_on_long_values",
    ("291", "MIN/MAX of Event"): "test_minimum_and_maximum_of_long_values",
    ("293", "no page above a stated size"): "test_pages_are_bounded",
    ("293", "row groups bounded by bytes"): "test_row_groups_are_bounded_by_bytes",
    ("295", "3004 rows"): "test_small_rows_then_large_ones",
}
LISTS = ("spent_white", "spent_black", "eval")
MOST_GROUP_BYTES = 96 << 20  # 32 MiB asked for; a row group may overrun by the batch in hand
MOST_PAGE_BYTES = 16 << 20


@pytest.fixture(scope="session")
def case(shared, tmp_path_factory):
    """The converted file of a case, each converted once."""
    folder, made = tmp_path_factory.mktemp("parquet_cases"), {}

    def converted(number):
        if number not in made:
            (source,) = (shared / "cases").glob(f"{number}-*")
            made[number] = support.convert(source, folder / f"{number}.parquet")
        return made[number]

    return converted


def leaves(path):
    schema = pyarrow.parquet.ParquetFile(path).schema
    return [schema.column(k) for k in range(len(schema.names))]


def sql(query, path):
    return duckdb.sql(query.replace("FILE", f"'{path}'")).fetchall()


def test_every_statement_has_its_test(shared):
    """A statement added to the cases fails here until it is judged."""
    for line in (shared / "cases" / "cases.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        fields = line.split("\t")
        for statement in json.loads(fields[3]).get("parquet", []):
            judges = [test for (number, begin), test in STATEMENTS.items()
                      if number == fields[0] and statement.startswith(begin)]
            assert len(judges) == 1 and judges[0] in globals(), (fields[0], statement)


def test_text_columns_are_annotated(case):
    path = case("281")
    texts = {field.name for field in pyarrow.parquet.read_schema(path) if field.type == pyarrow.string()}
    assert {"Event", "White", "error", "FEN"} <= texts
    for leaf in leaves(path):
        if leaf.path in texts or leaf.path.startswith("tags."):
            assert leaf.logical_type.type == "STRING" and leaf.converted_type == "UTF8", leaf.path
    rows = sql("SELECT name, converted_type, logical_type FROM parquet_schema(FILE) "
               "WHERE type = 'BYTE_ARRAY' AND converted_type IS NOT NULL", path)
    assert rows and all(kind == "UTF8" and "String" in logical for _, kind, logical in rows)


def test_binary_columns_are_not(case):
    path = case("281")
    binaries = {field.name for field in pyarrow.parquet.read_schema(path) if field.type == pyarrow.binary()}
    assert "ign" in binaries
    for leaf in leaves(path):
        if leaf.path in binaries:
            assert leaf.logical_type.type == "NONE" and leaf.converted_type == "NONE", leaf.path
    described = dict(row[:2] for row in sql("DESCRIBE SELECT * FROM FILE", path))
    assert {name for name, kind in described.items() if kind == "BLOB"} == binaries


@pytest.mark.parametrize("query", ["SELECT WhiteElo, BlackElo FROM FILE"])
def test_ratings_that_are_no_integers_are_null(query, case):
    path = case("283")
    rows = support.rows(path)
    assert [(row["WhiteElo"], row["BlackElo"]) for row in rows] == sql(query, path)
    assert rows[0]["WhiteElo"] == 2800 and rows[0]["BlackElo"] is None  # ?
    assert rows[2]["WhiteElo"] is None and rows[2]["BlackElo"] is None  # '' and 1500.5
    assert rows[3]["BlackElo"] is None  # 0x10
    assert dict(rows[0]["tags"])["BlackElo"] == "?"
    assert dict(rows[2]["tags"]) == {"WhiteElo": "", "BlackElo": "1500.5"}
    assert dict(rows[3]["tags"])["BlackElo"] == "0x10"


def test_ratings_out_of_range_are_never_wrapped(case):
    path = case("283")
    rows = support.rows(path)
    assert rows[1]["BlackElo"] is None and dict(rows[1]["tags"])["BlackElo"] == "99999"
    assert rows[3]["WhiteElo"] is None and dict(rows[3]["tags"])["WhiteElo"] == "2147483648"
    assert sql("SELECT max(WhiteElo), max(BlackElo) FROM FILE", path) == [(2800, None)]


def test_text_is_valid_utf8(case):
    for column in pyarrow.parquet.read_table(case("284")).columns:
        column.validate(full=True)
    assert sql("SELECT White FROM FILE", case("284"))[0][0].startswith("he")


def test_strict_readers_open_the_file(case):
    (row,) = support.rows(case("284"))
    raw = next(line for line in (support.SHARED / "cases").glob("284-*")).read_bytes()
    want = raw.split(b'[White "', 1)[1].split(b'"]', 1)[0].decode("cp1252")
    assert row["White"] == want == polars.read_parquet(case("284"))["White"][0]
    assert sql("SELECT White FROM FILE", case("284")) == [(want,)]


def test_lists_of_games_without_moves(case):
    """The written rule: NULL where a game has no clocks or evals; the same in every reader."""
    path = case("286")
    for name in LISTS:
        want = [row[name] for row in support.rows(path)]
        assert want == [None, None, None]
        assert [row[0] for row in sql(f"SELECT {name} FROM FILE", path)] == want
        assert polars.read_parquet(path)[name].to_list() == want
    assert [row["plies"] for row in support.rows(path)] == [0, 3, 0]
    assert [row["tags"] for row in support.rows(path)] == [[], [], []]
    assert sql("SELECT cardinality(tags) FROM FILE", path) == [(0,), (0,), (0,)]


def test_lists_have_three_levels(case):
    paths = {leaf.path for leaf in leaves(case("286"))}
    for name in LISTS:
        assert f"{name}.list.element" in paths
    assert {"tags.key_value.key", "tags.key_value.value"} <= paths
    rows = sql("SELECT name, repetition_type, converted_type FROM parquet_schema(FILE)", case("286"))
    assert ("spent_white", "OPTIONAL", "LIST") in rows and ("list", "REPEATED", None) in rows


def test_row_count_in_every_reader(case):
    path = case("286")
    assert pyarrow.parquet.read_metadata(path).num_rows == 3
    assert sql("SELECT count(*) FROM FILE", path) == [(3,)]
    assert polars.read_parquet(path).height == 3


def test_no_game_gives_an_empty_file(case, sample):
    path = case("288")
    table = pyarrow.parquet.read_table(path)
    names = [name for name in pyarrow.parquet.read_schema(sample).names if name != "source"]
    assert table.num_rows == 0 and [name for name in table.column_names if name != "source"] == names
    assert sql("SELECT count(*) FROM FILE", path) == [(0,)]
    assert polars.read_parquet(path).height == 0


def test_timestamps_are_utc_milliseconds(case):
    (leaf,) = [leaf for leaf in leaves(case("289")) if leaf.path == "UTCDateTime"]
    assert leaf.physical_type == "INT64"
    logical = json.loads(leaf.logical_type.to_json())
    assert logical["isAdjustedToUTC"] is True and logical["timeUnit"] == "milliseconds"
    assert not [leaf.path for leaf in leaves(case("289")) if leaf.logical_type.type == "TIME"]


@pytest.mark.parametrize("zone", ["UTC", "America/Los_Angeles", "Asia/Kathmandu"])
def test_timestamp_value_in_any_session_zone(zone, case):
    want = datetime.datetime(2024, 2, 29, 23, 59, 59, tzinfo=datetime.timezone.utc)
    with duckdb.connect() as connection:
        connection.execute(f"SET TimeZone='{zone}'")
        ((found,),) = connection.sql(f"SELECT epoch_ms(UTCDateTime) FROM '{case('289')}'").fetchall()
    assert found == int(want.timestamp() * 1000)
    assert support.rows(case("289"))[0]["UTCDateTime"] == want
    assert support.rows(case("289"))[0]["UTCDate"] == want.date()


def test_equality_filter_on_long_values(case):
    path = case("291")
    first, second = (row["Event"] for row in support.rows(path))
    assert first != second and first[:-1] == second[:-1]
    for wanted in (first, second):
        assert pyarrow.parquet.read_table(path, filters=[("Event", "=", wanted)]).num_rows == 1
        unfiltered = pyarrow.parquet.read_table(path, columns=["Event"])
        assert pyarrow.compute.sum(pyarrow.compute.equal(unfiltered["Event"], wanted)).as_py() == 1
        assert duckdb.execute(f"SELECT count(*) FROM '{path}' WHERE Event = ?", [wanted]).fetchall() == [(1,)]
        assert polars.scan_parquet(path).filter(polars.col("Event") == wanted).collect().height == 1
        assert polars.scan_parquet(path, use_statistics=False).filter(
            polars.col("Event") == wanted).collect().height == 1


def test_minimum_and_maximum_of_long_values(case):
    path = case("291")
    events = sorted(row["Event"] for row in support.rows(path))
    assert sql("SELECT min(Event), max(Event) FROM FILE", path) == [(events[0], events[-1])]
    frame = polars.scan_parquet(path).select(
        low=polars.col("Event").min(), high=polars.col("Event").max()).collect()
    assert frame.row(0) == (events[0], events[-1])


def test_pages_are_bounded(case):
    """Pages are not listed by these readers; a column chunk bounds all of its pages."""
    metadata = pyarrow.parquet.read_metadata(case("293"))
    for group in range(metadata.num_row_groups):
        for column in range(metadata.num_columns):
            assert metadata.row_group(group).column(column).total_uncompressed_size < 2**31 - 1
    assert metadata.num_rows == 48
    values = {name: len(value) for row in support.rows(case("293"))[:1] for name, value in dict(row["tags"]).items()}
    assert max([*values.values(), *(len(row["Event"] or "") for row in support.rows(case("293")))]) >= 1 << 20


def test_row_groups_are_bounded_by_bytes(shared, tmp_path):
    (source,) = (shared / "cases").glob("293-*")
    out = support.convert(source, tmp_path / "small.parquet", "--row-group-size", "8M")
    metadata = pyarrow.parquet.read_metadata(out)
    sizes = [metadata.row_group(k).num_rows for k in range(metadata.num_row_groups)]
    assert sum(sizes) == 48
    assert metadata.num_row_groups >= 4 and max(sizes) <= 12, "48 rows of 1 MiB each, 8 MiB a group"


def test_small_rows_then_large_ones(case):
    path = case("295")
    rows = support.rows(path)
    assert len(rows) == 3004
    longest = sql("SELECT max(len(v)) FROM (SELECT unnest(list_concat(map_values(tags), [Event, White, Black, Site])) "
                  "AS v, row_number() OVER () FROM FILE)", path)
    assert longest == [(2_000_000,)]
    for row in rows[-4:]:
        values = [value for value in [*dict(row["tags"]).values(), *row.values()] if isinstance(value, str)]
        assert max(map(len, values)) == 2_000_000
