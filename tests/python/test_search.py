"""ign search, judged by python-chess (which games), by the PGN itself (their text) and by DuckDB (columns)."""

import collections
import csv
import datetime
import io
import json
import random
import re

import chess
import chess.pgn
import duckdb
import pyarrow.parquet
import pytest

import support
from support import run


def search(*arguments, check=True):
    """(exit code, standard output as bytes)."""
    done = run("search", *arguments, check=False, text=False)
    assert not check or done.returncode in (0, 1), done.stderr.decode()
    return done.returncode, done.stdout


def count(*arguments):
    code, out = search(*arguments, "--count")
    found = int(out)
    assert code == (0 if found else 1)
    return found


def split_games(text):
    """The games of a dump, each with the blank line behind it."""
    return re.split(rb"(?m)^(?=\[Event )", text)[1:]


class Corpus:
    """Games as python-chess reads them, their text, and their Parquet file."""

    def __init__(self, name, text, path):
        self.name, self.path = name, path
        self.texts = split_games(text)
        self.games = list(support.read_games(text.decode()))
        assert len(self.games) == len(self.texts)
        self.starts = [game.board() for game in self.games]
        self.moves = [list(game.mainline_moves()) for game in self.games]
        self.reached = [Reached(start, moves) for start, moves in zip(self.starts, self.moves)]

    def rows(self):
        """The games that are not rejected, by their number."""
        return [i for i, game in enumerate(self.games) if not game.errors]

    def beginning_with(self, start, moves):
        return [i for i in self.rows()
                if same_position(self.starts[i], start) and self.moves[i][:len(moves)] == moves]

    def reaching_position(self, board):
        return [i for i in self.rows() if board._transposition_key() in self.reached[i].positions]

    def reaching_material(self, *sides):
        return [i for i in self.rows() if self.reached[i].materials & set(sides)]

    def text_of(self, rows):
        return b"".join(self.texts[i] for i in rows)


class Reached:
    """What a game goes through: positions by python-chess's own notion of repetition, and materials."""

    def __init__(self, start, moves):
        board = start.copy(stack=False)
        self.positions, self.materials = {board._transposition_key()}, {material_of(board)}
        for move in moves:
            board.push(move)
            self.positions.add(board._transposition_key())
            self.materials.add(material_of(board))


def material_of(board):
    """(`KRP`, `KR`): the pieces of White and of Black."""
    by_type = ((board.kings, "K"), (board.queens, "Q"), (board.rooks, "R"), (board.bishops, "B"),
               (board.knights, "N"), (board.pawns, "P"))
    return tuple("".join(letter * (squares & own).bit_count() for squares, letter in by_type)
                 for own in (board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]))


def same_position(left, right):
    return left._transposition_key() == right._transposition_key()


@pytest.fixture(scope="module", params=["pseudo-legal", "legal"])
def corpus(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("search")
    text = support.read_bytes(support.DATASETS / "sample.pgn.zst")
    source = folder / "sample.pgn"
    source.write_bytes(b"".join(split_games(text)[:500]))
    out = support.convert(source, folder / "sample.parquet", "--numbering", request.param,
                          "--row-group-size", "30k")
    assert pyarrow.parquet.ParquetFile(out).num_row_groups > 3
    return Corpus(request.param, source.read_bytes(), out)


@pytest.fixture(scope="module")
def chess960(tmp_path_factory):
    text = support.read_bytes(support.DATASETS / "chess960.pgn.zst")
    out = support.convert(support.DATASETS / "chess960.pgn.zst", tmp_path_factory.mktemp("960") / "960.parquet")
    return Corpus("chess960", text, out)


# --- lines

def notations(start, moves):
    """A line in SAN, UCI, and as PGN."""
    board = start.copy(stack=False)
    san = []
    for move in moves:
        san.append(board.san(move))
        board.push(move)
    yield " ".join(san)
    yield " ".join(move.uci() for move in moves)
    if moves:
        yield start.variation_san(moves)


def test_lines_of_every_length_find_the_games_that_python_chess_finds(corpus):
    """The games' own beginnings, so that each is found at least once; their text is the PGN's."""
    dice = random.Random(1)
    start = chess.Board()
    lengths = collections.Counter()
    for plies in [*range(13), 20, 40]:
        for i in dice.sample(corpus.rows(), 2):
            moves = corpus.moves[i][:plies]
            expected = corpus.beginning_with(start, moves)
            for line in notations(start, moves):
                assert search(line, corpus.path)[1] == corpus.text_of(expected), line
            lengths[len(moves)] += len(expected)
    assert lengths[0] == 2 * len(corpus.rows()) and lengths[9] and lengths[40]


def test_a_game_of_exactly_the_line_is_found_and_one_move_less_is_not(tmp_path):
    (tmp_path / "a.pgn").write_text('[Event "a"]\n\n1. e4 c5 *\n\n[Event "b"]\n\n1. e4 *\n\n[Event "c"]\n\n*\n\n')
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet")
    assert [count(line, out) for line in ("", "e4", "e4 c5", "e4 c5 Nf3", "d4")] == [3, 2, 1, 0, 0]


def test_lines_from_a_fen(chess960):
    """Only the games from there; castling in either notation of UCI; the standard start is none of them."""
    castled = 0
    for i in random.Random(2).sample(chess960.rows(), 8):
        start, moves = chess960.starts[i], chess960.moves[i]
        castles = next((n + 1 for n, move in enumerate(moves[:40]) if is_castling(start, moves, n)), 6)
        castled += castles != 6
        for plies in (0, 4, castles):
            expected = chess960.beginning_with(start, moves[:plies])
            for line in notations(start, moves[:plies]):
                found = search(line, "--fen", start.fen(), "--chess960", chess960.path)[1]
                assert found == chess960.text_of(expected), (start.fen(), line)
    assert castled >= 2
    standard = chess960.beginning_with(chess.Board(), [])
    assert search("", chess960.path)[1] == chess960.text_of(standard)


def is_castling(start, moves, n):
    board = start.copy(stack=False)
    for move in moves[:n]:
        board.push(move)
    return board.is_castling(moves[n])


def test_spellings_of_one_start_are_one(tmp_path):
    """Counters, Shredder-FEN and an en passant square that nobody can use make no other start."""
    spellings = ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 3 9",
                 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQ - 0 1"]
    text = "".join(f'[Event "{i}"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1... c5 2. Nf3 *\n\n'
                   for i, fen in enumerate(spellings))
    (tmp_path / "a.pgn").write_text(text)
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet")
    for fen in spellings[:3]:
        assert count("c5 Nf3", "--fen", fen, out) == 3
    assert count("c5", "--fen", spellings[3], out) == 1
    assert count("Nf3", out) == 0


def test_a_start_without_a_line_finds_all_games_from_there(chess960):
    start = chess960.starts[0]
    found = search("--fen", start.shredder_fen(), chess960.path)[1]
    assert found == chess960.text_of(chess960.beginning_with(start, []))


def test_a_line_may_be_several_arguments(sample):
    expected = search("e4 c5 Nf3", sample)
    assert expected[0] == 0
    for words in (["e4", "c5", "Nf3"], ["1. e4", "c5", "2. Nf3"], ["e2e4", "c7c5 g1f3"]):
        assert search(*words, sample) == expected
        assert search(*words, sample, "--where", "plies > 0") == expected


@pytest.mark.parametrize("line, offset", [("e4 c5 Nf9", 6), ("e4 e4", 3), ("1. e4 (d4)", 6), ("e4 -- Nf3", 3),
                                          ("e4 {x} e5", 3), ("e4 1-0", 3), ("[A \"x\"] e4", 0)])
def test_a_bad_line_is_pointed_at(sample, line, offset):
    done = run("search", line, sample, check=False)
    assert done.returncode == 2 and done.stdout == ""
    shown, pointer = done.stderr.splitlines()[-2:]
    assert shown == "  " + line and pointer == "  " + " " * offset + "^"


# --- positions and material

def positions_of(corpus, dice, plies):
    """A position that a game reaches after so many half-moves."""
    while True:
        i = dice.choice(corpus.rows())
        if len(corpus.moves[i]) >= plies:
            board = corpus.starts[i].copy(stack=False)
            for move in corpus.moves[i][:plies]:
                board.push(move)
            return board


def test_positions_reached_at_any_ply(corpus):
    dice = random.Random(3)
    most = 0
    for plies in (0, 1, 2, 3, 4, 5, 6, 8, 30, 60):
        board = positions_of(corpus, dice, plies)
        expected = corpus.reaching_position(board)
        for fen in (board.fen(), board.epd()):
            assert search("--position", fen, corpus.path)[1] == corpus.text_of(expected), fen
        most = max(most, len(expected))
    assert most > 10


def test_positions_by_transposition_and_their_rights(tmp_path):
    games = ["1. e4 e5 2. Nf3 Nc6", "1. Nf3 Nc6 2. e4 e5", "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Nf3 Nc6",
             "1. e3 e6 2. Nf3 Nc6 3. e4 e5", "1. e4 a6 2. e5 d5 3. h3", "1. e4 d6 2. e5 d5 3. h3"]
    (tmp_path / "a.pgn").write_text("".join(f'[Event "{i}"]\n\n{game} *\n\n' for i, game in enumerate(games)))
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet")

    def found(fen):
        return [row["Event"] for row in csv.DictReader(io.StringIO(
            search("--position", fen, "--columns", "Event", out)[1].decode()))]

    board = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w"
    assert found(board + " KQkq - 2 3") == ["0", "1", "3"]
    assert found(board + " KQkq e6 0 9") == ["0", "1", "3"], "no pawn could capture there"
    assert found(board + " - -") == ["2"]
    # After 2... d5 White may capture en passant, in the game where the pawn came in one step it may not.
    assert found("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6") == ["4"]
    assert found("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq -") == []
    assert found("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq -") == ["5"]


def test_material_reached_at_any_ply(corpus):
    dice = random.Random(4)
    hits = 0
    for plies in (0, 10, 50, 80, 100, 110):
        white, black = material_of(positions_of(corpus, dice, plies))
        one_way = corpus.reaching_material((white, black))
        either = corpus.reaching_material((white, black), (black, white))
        shuffled = white[0] + "".join(dice.sample(white[1:], len(white) - 1))
        assert search("--material", f"{white}v{black}", corpus.path)[1] == corpus.text_of(either)
        assert search("--material", f"{black}v{white}", corpus.path)[1] == corpus.text_of(either)
        assert search("--material", shuffled + black.lower(), corpus.path)[1] == corpus.text_of(one_way)
        hits += len(either)
    assert hits > 10


def test_rook_endings_and_promotions(corpus):
    """Pieces that only promotion brings, and an ending of the textbooks."""
    for text, wanted in {"KRPvKR": ("KRP", "KR"), "KQvK": ("KQ", "K"), "KQQvKQ": ("KQQ", "KQ"),
                         "KvK": ("K", "K")}.items():
        expected = corpus.reaching_material(wanted, wanted[::-1])
        assert search("--material", text, corpus.path)[1] == corpus.text_of(expected)


def test_positions_and_material_of_chess960(chess960):
    dice = random.Random(5)
    for plies in (0, 3, 12, 25):
        board = positions_of(chess960, dice, plies)
        expected = chess960.reaching_position(board)
        assert search("--position", board.shredder_fen() if dice.random() < 0.5 else board.fen(),
                      chess960.path)[1] == chess960.text_of(expected)


@pytest.mark.parametrize("text", ["", "K", "KvQ", "KRPxKR", "RKvK", "KRPvKRv", "KRPK", "kvk", "KKvK"])
def test_bad_material_is_refused(sample, text):
    done = run("search", "--material", text, sample, check=False)
    assert done.returncode == 2 and "KRPvKR" in done.stderr


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

def sql_of(*arguments):
    """(the predicate, whether it is said to be a prefilter)."""
    *comments, predicate = run("search", *arguments, "--sql").stdout.splitlines()
    assert all(comment.startswith("-- a prefilter") for comment in comments)
    return predicate, bool(comments)


def sites(path, predicates, spark=None):
    """For each predicate the Site of each row that it selects, which must be the same for DuckDB and Spark."""
    columns = ", ".join(f"({predicate}) AS c{i}" for i, predicate in enumerate(predicates))
    query = f"SELECT Site, {columns} FROM {{}}"
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone='UTC'")
        rows = connection.sql(query.format(f"'{path}'")).fetchall()
    found = [sorted(row[0] for row in rows if row[i + 1]) for i in range(len(predicates))]
    if spark:
        spark.read.parquet(str(path)).createOrReplaceTempView("games")
        rows = [tuple(row) for row in spark.sql(query.format("games")).collect()]
        for i, predicate in enumerate(predicates):
            assert sorted(row[0] for row in rows if row[i + 1]) == found[i], predicate
    return found


def sites_of(corpus, rows):
    return sorted(corpus.games[i].headers["Site"] for i in rows)


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


# --- real games

def real_files(shared):
    """A few files of each kind of corpus, small ones, so that the test is over in seconds."""
    folders = [folder for folder in sorted((shared / "corpora").iterdir()) if folder.is_dir()]
    for folder in folders:
        files = [path for path in folder.rglob("*") if path.name.endswith((".pgn", ".pgn.zst"))]
        yield from sorted(files, key=lambda path: (path.stat().st_size, path))[:2]


def test_real_games_of_every_corpus(shared, tmp_path):
    """Whatever the files hold: python-chess's games that begin with a line or reach a position or material."""
    compared = 0
    for number, path in enumerate(real_files(shared)):
        text = support.read_bytes(path)
        if len(text) > 400_000:
            continue
        out = support.convert(path, tmp_path / f"{number}.parquet")
        rows = support.rows(out)
        games = list(support.read_games(support.decode_text(text)))
        if len(games) != len(rows):
            continue  # text between games, which python-chess reads in a way of its own
        good = [i for i, (row, game) in enumerate(zip(rows, games)) if row["error"] is None and not game.errors]
        names = [f"{row['White']} {row['Black']} {row['Site']} {row['plies']}" for row in rows]
        reached = {i: Reached(games[i].board(), list(games[i].mainline_moves())) for i in good}
        dice = random.Random(number)

        def check(expected, *arguments):
            lines = search(*arguments, "--json", "--columns", "White,Black,Site,plies,error", out)[1].decode().splitlines()
            found = collections.Counter("{White} {Black} {Site} {plies}".format(**json.loads(line)) for line in lines)
            wanted = collections.Counter(names[i] for i in expected)
            assert not wanted - found, (path, arguments)
            surplus = sum((found - wanted).values())
            assert surplus <= len(rows) - len(good), (path, arguments)

        for i in dice.sample(good, min(len(good), 4)):
            start, moves = games[i].board(), list(games[i].mainline_moves())
            moves = moves[:dice.choice((1, 2, 4, 8, 11))]
            line = " ".join(move.uci() for move in moves)
            check([j for j in good if same_position(games[j].board(), start)
                   and list(games[j].mainline_moves())[:len(moves)] == moves], line, "--fen", start.fen())
            board = start.copy()
            for move in list(games[i].mainline_moves())[:dice.randrange(60)]:
                board.push(move)
            check([j for j in good if board._transposition_key() in reached[j].positions], "--position", board.fen())
            white, black = material_of(board)
            check([j for j in good if reached[j].materials & {(white, black), (black, white)}],
                  "--material", f"{white}v{black}")
            compared += 1
    assert compared > 20


def test_numbers_with_the_resign_option(corpus, tmp_path):
    """Resignations are digits of the number, but no moves of a line, and no positions."""
    (tmp_path / "a.pgn").write_bytes(corpus.text_of(range(len(corpus.games))))
    out = support.convert(tmp_path / "a.pgn", tmp_path / "a.parquet", "--numbering", corpus.name, "--resign")
    assert {row["numbering"] for row in support.rows(out)} == {corpus.name + "+resign"}
    dice = random.Random(8)
    for plies in (0, 1, 4, 8, 9, 200):
        moves = corpus.moves[dice.choice(corpus.rows())][:plies]
        line = " ".join(move.uci() for move in moves)
        expected = corpus.text_of(corpus.beginning_with(chess.Board(), moves))
        assert search(line, out)[1] == expected
        board = positions_of(corpus, dice, min(plies, 70))
        assert search("--position", board.fen(), out)[1] == corpus.text_of(corpus.reaching_position(board))
    assert search("--material", "KRPvKR", out)[1] == corpus.text_of(
        corpus.reaching_material(("KRP", "KR"), ("KR", "KRP")))
    predicate, _ = sql_of("e4 c5", out)
    assert sites(out, [predicate])[0] == sites_of(corpus, corpus.beginning_with(
        chess.Board(), [chess.Move.from_uci("e2e4"), chess.Move.from_uci("c7c5")]))
