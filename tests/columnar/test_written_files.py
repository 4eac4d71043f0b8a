"""Files of the writer, read by pyarrow, DuckDB and Polars; files they rewrote, read by our reader."""

import datetime
import json
import os
import subprocess

import duckdb
import polars
import pyarrow
import pyarrow.parquet
import pytest

TOOL = os.environ.get("IGN_COLUMNAR_ROWS")
pytestmark = pytest.mark.skipif(not TOOL, reason="IGN_COLUMNAR_ROWS names no program; run by ctest")

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
ROWS, GROUPS = 2500, 2


def rows_of(*arguments):
    done = subprocess.run([TOOL, *map(str, arguments)], check=True, capture_output=True)
    return [json.loads(line) for line in done.stdout.decode().split("\n")[:-1]]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    path = tmp_path_factory.mktemp("columnar") / "rows.parquet"
    return path, rows_of("write", path, ROWS, GROUPS)


def plain(value):
    """A value of any reader in the form of the tool's JSON."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    if isinstance(value, datetime.datetime):
        return (value - EPOCH) // datetime.timedelta(milliseconds=1)
    if isinstance(value, datetime.date):
        return (value - EPOCH.date()).days
    return value


def pairs(tags):
    if tags is None:
        return None
    if isinstance(tags, dict):
        return [list(pair) for pair in tags.items()]
    return [[pair["key"], pair["value"]] if isinstance(pair, dict) else list(pair) for pair in tags]


def normal(rows):
    return [{name: pairs(value) if name == "tags" else plain(value) for name, value in row.items()}
            for row in rows]


def read_duckdb(path):
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone='America/St_Johns'")
        return connection.sql(f"SELECT * FROM '{path}'").to_arrow_table().to_pylist()


@pytest.mark.parametrize("read", [lambda path: pyarrow.parquet.read_table(path).to_pylist(),
                                  read_duckdb,
                                  lambda path: polars.read_parquet(path).to_dicts()],
                         ids=["pyarrow", "duckdb", "polars"])
def test_other_readers_find_the_values(written, read):
    path, expected = written
    assert normal(read(path)) == expected


def least_and_greatest(values, binary):
    values = [value for value in values if value is not None]
    key = (lambda text: text.encode()) if binary else None
    return min(values, key=key), max(values, key=key)


def test_statistics_are_the_true_bounds(written):
    path, expected = written
    metadata = pyarrow.parquet.ParquetFile(path).metadata
    judged = set()
    for group in range(GROUPS):
        rows = expected[group * ROWS:(group + 1) * ROWS]
        for k in range(metadata.num_columns):
            column = metadata.row_group(group).column(k)
            statistics, name = column.statistics, column.path_in_schema
            if statistics is None:
                continue
            values = [row[name] for row in rows]
            assert statistics.null_count == values.count(None), name
            if statistics.has_min_max:
                text = column.physical_type == "BYTE_ARRAY"
                assert (plain(statistics.min), plain(statistics.max)) == least_and_greatest(values, text), name
                judged.add(name)
    assert {"Event", "Result", "WhiteElo", "UTCDate", "UTCDateTime", "plies", "clock_scale"} <= judged


def test_page_index_is_there(written):
    metadata = pyarrow.parquet.ParquetFile(written[0]).metadata
    for k in range(metadata.num_columns):
        column = metadata.row_group(0).column(k)
        assert column.has_offset_index, column.path_in_schema
        assert column.has_column_index == (column.statistics is not None), column.path_in_schema


def test_filters_find_each_row(written):
    path, expected = written
    for name in ("Event", "WhiteElo", "UTCDate"):
        value = next(row[name] for row in expected if row[name])
        literal = f"DATE '1970-01-01' + {value}" if name == "UTCDate" else value
        literal = "'" + literal.replace("'", "''") + "'" if name == "Event" else literal
        ((count,),) = duckdb.sql(f"SELECT count(*) FROM '{path}' WHERE {name} = {literal}").fetchall()
        assert count == sum(row[name] == value for row in expected), name


def test_an_empty_file_is_read(tmp_path):
    path = tmp_path / "empty.parquet"
    assert rows_of("write", path, 0, 0) == []
    table = pyarrow.parquet.read_table(path)
    assert table.num_rows == 0 and "tags" in table.column_names
    assert duckdb.sql(f"SELECT count(*) FROM '{path}'").fetchall() == [(0,)]
    assert polars.read_parquet(path).height == 0


def by_duckdb(path, out):
    duckdb.sql(f"COPY (SELECT * FROM '{path}') TO '{out}' (FORMAT parquet, ROW_GROUP_SIZE 2048)")


def by_polars(path, out):
    polars.read_parquet(path).write_parquet(out, compression="lz4", row_group_size=700)


def by_pyarrow(path, out):
    """Other order, widths, units, string types and list element names; dictionaries for text."""
    table = pyarrow.parquet.read_table(path)
    columns = {}
    for name in reversed(table.column_names):
        column = table[name].combine_chunks()
        if column.type == pyarrow.int16():
            column = column.cast(pyarrow.int64())
        elif name in ("Event", "ECO"):
            column = column.dictionary_encode()
        elif column.type == pyarrow.string():
            column = column.cast(pyarrow.large_string())
        elif column.type == pyarrow.binary():
            column = column.cast(pyarrow.binary_view())
        elif name == "UTCDateTime":
            column = column.cast(pyarrow.timestamp("us", "UTC"))
        elif name == "UTCDate":
            column = column.cast(pyarrow.date64())
        elif name.startswith("spent"):
            column = column.cast(pyarrow.large_list(pyarrow.field("item", pyarrow.int64())))
        columns[name] = column
    columns["another"] = pyarrow.array(range(table.num_rows))
    pyarrow.parquet.write_table(pyarrow.table(columns), out, compression="gzip", row_group_size=999,
                                data_page_version="2.0", use_compliant_nested_type=False)


def by_pandas_habits(path, out):
    """Missing integers as NaN, without any schema of Arrow's."""
    table = pyarrow.parquet.read_table(path)
    for name in ("WhiteElo", "plies"):
        k = table.column_names.index(name)
        table = table.set_column(k, name, table[name].cast(pyarrow.float64()).fill_null(float("nan")))
    pyarrow.parquet.write_table(table, out, store_schema=False, compression="none", version="1.0")


@pytest.mark.parametrize("rewrite", [by_duckdb, by_polars, by_pyarrow, by_pandas_habits])
def test_rewritten_files_are_read(written, rewrite, tmp_path):
    path, expected = written
    out = tmp_path / "rewritten.parquet"
    rewrite(path, out)
    assert rows_of("read", out) == expected


def test_missing_columns_are_null(written, tmp_path):
    path, expected = written
    out = tmp_path / "few.parquet"
    pyarrow.parquet.write_table(pyarrow.parquet.read_table(path, columns=["White", "plies"]), out)
    for row, want in zip(rows_of("read", out), expected, strict=True):
        assert {name for name, value in row.items() if value is not None} <= {"White", "plies"}
        assert (row["White"], row["plies"]) == (want["White"], want["plies"])


@pytest.mark.parametrize("name, values, what", [
    ("WhiteElo", ["1500"], "has the type string where an integer is expected"),
    ("WhiteElo", [40000], "holds 40000, which is out of its range"),
    ("plies", [1.5], "which is no integer"),
    ("White", [17], "has the type int64 where text or binary is expected"),
    ("eval", [17], "has the type int64 where a list or a map is expected"),
    ("tags", [[1, 2]], "where a map of text to text is expected"),
    ("UTCDate", ["2024.01.01"], "where a date or a timestamp is expected"),
])
def test_wrong_columns_are_named(name, values, what, tmp_path):
    path = tmp_path / "wrong.parquet"
    pyarrow.parquet.write_table(pyarrow.table({name: values}), path)
    done = subprocess.run([TOOL, "read", str(path)], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith(f"{path}: the column {name} ")
    assert what in done.stderr
