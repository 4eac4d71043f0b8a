"""What the tests of `ign search` share: games as python-chess, the PGN and DuckDB see them."""

import re

import chess
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


def positions_of(corpus, dice, plies):
    """A position that a game reaches after so many half-moves."""
    while True:
        i = dice.choice(corpus.rows())
        if len(corpus.moves[i]) >= plies:
            board = corpus.starts[i].copy(stack=False)
            for move in corpus.moves[i][:plies]:
                board.push(move)
            return board


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


@pytest.fixture(scope="session", params=["pseudo-legal", "legal"])
def corpus(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("search")
    text = support.read_bytes(support.DATASETS / "sample.pgn.zst")
    source = folder / "sample.pgn"
    source.write_bytes(b"".join(split_games(text)[:500]))
    out = support.convert(source, folder / "sample.parquet", "--numbering", request.param,
                          "--row-group-size", "30k")
    assert pyarrow.parquet.ParquetFile(out).num_row_groups > 3
    return Corpus(request.param, source.read_bytes(), out)


@pytest.fixture(scope="session")
def chess960(tmp_path_factory):
    text = support.read_bytes(support.DATASETS / "chess960.pgn.zst")
    out = support.convert(support.DATASETS / "chess960.pgn.zst", tmp_path_factory.mktemp("960") / "960.parquet")
    return Corpus("chess960", text, out)
