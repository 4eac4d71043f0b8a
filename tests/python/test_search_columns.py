"""ign search by columns, judged by DuckDB, and the SQL that it writes, run by DuckDB and Spark."""

import random
import re

import chess
import duckdb
import pyarrow.parquet
import pytest

import support
from search_corpus import positions_of, search, sites, sites_of, split_games, sql_of
from support import run


# --- columns

CONDITIONS = [
    "WhiteElo > 1500", "WhiteElo >= 1500 and BlackElo < 1200.5", "Result = '1-0' OR Result = '0-1'",
    "not WhiteElo > 1500", "WhiteElo = BlackElo", "WhiteElo < BlackElo AND NOT (Result IN ('1-0', '*'))",
    "Result NOT IN ('1-0')", "WhiteElo in (1500, 1501, 1502, 1503)", "WhiteElo NOT IN (1500, 1501)",
    "WhiteTitle IS NOT NULL", "WhiteTitle is null AND BlackTitle IS NULL", "Opening LIKE 'Sicilian%'",
    "Opening NOT LIKE '%Defen_e%'", "ECO BETWEEN 'B20' AND 'B99'", "ECO NOT BETWEEN 'B20' AND 'B99'",
    "NOT (ECO > 'C' OR WhiteElo IS NULL)", "UTCDate >= '2017-01-01'", "UTCDate BETWEEN '2013-01-01' AND '2018-12-31'",
    "UTCDateTime < '2019-06-01 00:10:00'", "plies = 0", "plies <> 0 and plies < 20", "2000 < WhiteElo",
    "White < Black", "ign8 % 2 = 0", "eval IS NOT NULL", "spent_white IS NULL AND clock_scale IS NULL",
    "WhiteRatingDiff > BlackRatingDiff", "WhiteElo > -5 and WhiteElo != 1500", "Event LIKE '%tournament%'",
    "(WhiteElo > 1800 or BlackElo > 1800) and not (Result = '1/2-1/2' or plies < 30)", "error IS NOT NULL",
]


@pytest.mark.parametrize("condition", [c for c in CONDITIONS if "%" not in c.split("'")[0]])
def test_conditions_select_what_duckdb_selects(corpus, condition):
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone='UTC'")
        sites = connection.sql(f"SELECT Site FROM '{corpus.path}' WHERE {condition}").fetchall()
    expected = [site for site, in sites]
    for text in (condition, condition.replace("'", '"')):
        lines = search("--where", text, "--columns", "site", corpus.path)[1].decode().splitlines()
        assert lines == ["Site", *expected]


def test_criteria_compose(corpus):
    moves = [chess.Move.from_uci("e2e4")]
    expected = [i for i in corpus.beginning_with(chess.Board(), moves)
                if int(corpus.games[i].headers.get("WhiteElo", "0").strip("?") or 0) > 1500]
    assert 0 < len(expected) < len(corpus.beginning_with(chess.Board(), moves))
    assert search("e4", "--where", "WhiteElo > 1500", corpus.path)[1] == corpus.text_of(expected)
    assert search("--line", "e4", "--where", "WhiteElo > 1500", corpus.path)[1] == corpus.text_of(expected)
    others = sorted(set(range(len(corpus.games))) - set(expected))
    assert search("e4", "--where", "WhiteElo > 1500", "-v", corpus.path)[1] == corpus.text_of(others)
    position = chess.Board()
    position.push_san("e4")
    assert search("--position", position.fen(), "--where", "WhiteElo > 1500", corpus.path)[1] == corpus.text_of(expected)


@pytest.mark.parametrize("condition, offset, word", [
    ("Whit > 3", 0, "Whit"), ("WhiteElo > 'x'", 11, "number"), ("White = 3", 8, "text"), ("WhiteElo >", 10, "ends"),
    ("WhiteElo > 3 and", 16, "ends"), ("(WhiteElo > 3", 13, ")"), ("WhiteElo = NULL", 11, "IS NULL"),
    ("White LIKE 3", 11, "text"), ("eval > 3", 0, "eval"), ("WhiteElo > 99999999999999999999", 11, "large"),
    ("White = 'a", 8, "quote"), ("White = White2", 8, "White2"), ("WhiteElo = White", 11, "types"), ("1 = 1", 0, "column"),
    ("UTCDate > '2017-02-30'", 10, "date"), ("White ~ 'x'", 6, "character"), ("White IN ()", 10, "number or a text"),
    ("WhiteElo > 12x", 11, "12x"), ("a" * 3 + " IS", 6, "NULL"), ("", 0, "ends")])
def test_a_bad_condition_is_pointed_at(sample, condition, offset, word):
    done = run("search", "--where", condition, sample, check=False)
    assert done.returncode == 2 and done.stdout == ""
    message, shown, pointer = done.stderr.split("\n")[:3]
    assert word in message
    assert shown == "  " + condition and pointer == "  " + " " * offset + "^"


def test_row_groups_are_skipped_by_their_statistics(tmp_path):
    """The sample's games by date: a condition on it reads the row groups it must, and finds the same."""
    text = split_games(support.read_bytes(support.DATASETS / "sample.pgn.zst"))
    text.sort(key=lambda game: re.search(rb'UTCDate "(.*?)"', game)[1] if b"UTCDate" in game else b"")
    (tmp_path / "a.pgn").write_bytes(b"".join(text))
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet", "--row-group-size", "100k")
    groups = pyarrow.parquet.ParquetFile(out).num_row_groups
    assert groups >= 8
    rows = support.rows(out)

    def read_groups(condition, expected):
        done = run("search", "--where", condition, out, "--count", "--explain", check=False)
        assert int(done.stdout) == sum(map(expected, rows))
        read, of = re.search(r"read ([\d,]+) of ([\d,]+) row groups", done.stderr).groups()
        assert int(of) == groups
        return int(read)

    last = max(row["UTCDate"] for row in rows if row["UTCDate"])
    assert read_groups(f"UTCDate = '{last}'", lambda row: row["UTCDate"] == last) < groups / 2
    assert read_groups("WhiteElo > 30000", lambda row: False) == 0
    assert read_groups("NOT WhiteElo < 30000", lambda row: False) == 0
    assert read_groups("Result = 'none'", lambda row: False) == 0
    assert read_groups("ECO LIKE 'Z%'", lambda row: False) == 0
    assert read_groups("plies >= 0", lambda row: row["plies"] is not None) == groups


# --- SQL

def test_the_sql_of_a_line_selects_the_same_in_duckdb_and_spark(corpus, spark):
    """To 8 half-moves exactly; beyond, at least the games sought, and it says so."""
    dice = random.Random(6)
    predicates, expected = [], []
    everything = sites_of(corpus, range(len(corpus.games)))
    for plies in (0, 1, 2, 3, 5, 7, 8, 9, 12):
        moves = corpus.moves[dice.choice([i for i in corpus.rows() if len(corpus.moves[i]) >= plies])][:plies]
        line = " ".join(move.uci() for move in moves)
        wanted = sites_of(corpus, corpus.beginning_with(chess.Board(), moves))
        for arguments in ((line, corpus.path), (line, "--numbering", corpus.name)):
            predicate, is_prefilter = sql_of(*arguments)
            assert is_prefilter == (plies > 8)
            predicates.append(predicate)
            expected.append((wanted, is_prefilter))
        if plies <= 8:
            predicates.append(sql_of(line, corpus.path, "--invert")[0])
            expected.append((sorted(set(everything) - set(wanted)), False))
    for predicate, found, (wanted, is_prefilter) in zip(
            predicates, sites(corpus.path, predicates, spark), expected):
        assert set(found) >= set(wanted) if is_prefilter else found == wanted, predicate


def test_the_sql_of_conditions_selects_the_same_in_duckdb_and_spark(corpus, spark):
    conditions = [c for c in CONDITIONS if "%" not in c.split("'")[0]]
    predicates = [sql_of("e4", "--where", condition, corpus.path)[0] for condition in conditions]
    for condition, found in zip(conditions, sites(corpus.path, predicates, spark)):
        lines = search("e4", "--where", condition, "--columns", "Site", corpus.path)[1].decode().splitlines()
        assert found == sorted(lines[1:]), condition


def test_the_sql_of_awkward_texts_is_the_same_in_duckdb_and_spark(tmp_path, spark):
    names = ["it's", "back\\slash", 'say "hi"', "percent%", "under_score", "plain", "x\\'y"]
    text = "".join('[Event "{}"]\n[Site "{}"]\n\n1. e4 *\n\n'.format(name.replace("\\", "\\\\").replace('"', '\\"'), i)
                   for i, name in enumerate(names))
    (tmp_path / "a.pgn").write_text(text)
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet")
    assert [row["Event"] for row in support.rows(out)] == names
    constants = ["'" + name.replace("'", "''") + "'" for name in names]
    for form in ("Event = {}", "Event IN ({}, 'none')"):
        conditions = [form.format(constant) for constant in constants]
        predicates = [sql_of("--where", condition, out)[0] for condition in conditions]
        for i, (condition, found) in enumerate(zip(conditions, sites(out, predicates, spark))):
            assert found == [str(i)], condition
            assert search("--where", condition, "--columns", "Site", out)[1].decode() == f"Site\n{i}\n"


def test_the_sql_of_what_only_a_replay_tells_is_a_prefilter(corpus, chess960):
    board = positions_of(corpus, random.Random(7), 20)
    for arguments in (["--position", board.fen()], ["--material", "KRPvKR"], ["e4", "--material", "KvK"]):
        predicate, is_prefilter = sql_of(*arguments, corpus.path)
        assert is_prefilter
        lines = search(*arguments, "--columns", "Site", corpus.path)[1].decode().splitlines()
        assert set(sites(corpus.path, [predicate])[0]) >= set(lines[1:])
        assert run("search", *arguments, "--invert", "--sql", corpus.path, check=False).returncode == 2
    start = chess960.starts[0]
    predicate, is_prefilter = sql_of("", "--fen", start.fen(), chess960.path)
    assert is_prefilter and set(sites(chess960.path, [predicate])[0]) >= set(
        sites_of(chess960, chess960.beginning_with(start, [])))


def test_the_sql_of_files_numbered_in_several_ways(tmp_path):
    (tmp_path / "a.pgn").write_text('[Event "a"]\n\n1. e4 e5 2. Ke2 Nf6 3. d4 *\n\n[Event "b"]\n\n1. d4 d5 *\n\n')
    paths = [support.convert(tmp_path / "a.pgn", tmp_path / f"{i}.parquet", *options) for i, options in enumerate(
        [["--numbering", "legal"], ["--numbering", "pseudo-legal"], ["--numbering", "legal", "--resign"]])]
    predicate, _ = sql_of("e4 e5 Ke2 Nf6 d4", *paths)
    for path in paths:
        assert duckdb.sql(f"SELECT Event FROM '{path}' WHERE {predicate}").fetchall() == [("a",)]
        assert search("e4 e5 Ke2 Nf6 d4", "--columns", "Event", path)[1] == b"Event\na\n"
