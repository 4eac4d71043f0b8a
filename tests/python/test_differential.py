"""Every PGN file of ../shared/corpora: number, plies and final position equal python-chess's.

The number decides the final position, so equal numbers are equal games. A file is compared game by
game where python-chess splits it into the games that MANIFEST.tsv counts; where it does not (it cuts
a game at a blank line in the moves, among others) only the conversion itself is checked, and the file
is named in the summary. Games in which the two differ for a reason are listed in
differential_known.tsv; a listed one that agrees is a failure too.

IGN_DIFFERENTIAL=all (./dev differential) compares every game; else the first GAMES of each file.
"""

import csv
import os

import chess
import chess.pgn
import pyarrow.parquet
import pytest

import support

GAMES = None if os.environ.get("IGN_DIFFERENTIAL") == "all" else 120
CORPORA = support.SHARED / "corpora"
KNOWN_FILE = support.ROOT / "tests" / "python" / "differential_known.tsv"
COLUMNS = ["ign", "plies", "error", "White", "Black"]


def corpus_files():
    if not CORPORA.is_dir():
        return []
    files = (path for path in CORPORA.rglob("*") if path.name.removesuffix(".zst").lower().endswith(".pgn"))
    return sorted(str(path.relative_to(CORPORA)) for path in files if path.relative_to(CORPORA).parts[0] != "other")


def manifest():
    with open(CORPORA / "MANIFEST.tsv", encoding="utf-8", newline="") as file:
        return {row["file"]: int(row["games"]) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def known_differences():
    """{(file, game): reason}; game `*` stands for every game of the file."""
    lines = KNOWN_FILE.read_text(encoding="utf-8").splitlines()
    return {tuple(line.split("\t")[:2]): line.split("\t")[2] for line in lines if line and line[0] != "#"}


def judge(game):
    """('ok', plies, number) or ('reject',) as python-chess reads the game, its errors aside."""
    try:
        board = game.board()
    except ValueError:
        return ("reject",)
    if board.uci_variant != "chess":
        return ("reject",)  # read by python-chess as another variant, which is never replayed here
    moves = [node.move for node in game.mainline()]
    if not all(moves):
        return ("reject",)  # a null move is no move of chess
    return ("ok", len(moves), support.ign_ref.encode(board, moves))


def found(row):
    if row["error"] is not None:
        return ("reject",)
    return ("ok", row["plies"], int.from_bytes(row["ign"], "little"))


def same_players(game, row):
    """False where python-chess, having cut an earlier game in two, is at another game by now."""
    def letters(text):
        return [c for c in text or "" if c.isascii() and c.isalnum()]
    return all(letters(game.headers.get(name)) == letters(row[name]) for name in ("White", "Black"))


@pytest.fixture(scope="session")
def summary():
    """Collects what was compared, and says so at the end."""
    counts = {"games": 0, "split otherwise": []}
    yield counts
    print(f"\n{counts['games']} games compared; split otherwise by python-chess, so not compared: "
          f"{len(counts['split otherwise'])} files")
    for line in counts["split otherwise"]:
        print("   ", line)


@pytest.mark.parametrize("name", corpus_files() or [pytest.param("", marks=pytest.mark.skip("../shared is missing"))])
def test_file(name, tmp_path, summary):
    out = support.convert(CORPORA / name, tmp_path / "out.parquet")
    rows = pyarrow.parquet.read_table(out, columns=COLUMNS).to_pylist()
    text = support.decode_text(support.read_bytes(CORPORA / name))
    try:
        games = list(support.read_games(text, GAMES))
    except (IndexError, ValueError) as error:
        summary["split otherwise"].append(f"{name}: python-chess stops with {type(error).__name__}")
        return
    whole = GAMES is None or len(games) < GAMES
    known = known_differences()
    if len(rows) != (len(games) if whole else manifest().get(name)):
        summary["split otherwise"].append(f"{name}: {len(rows)} rows, python-chess {len(games)}")
        return
    wrong = []
    for ordinal, (row, game) in enumerate(zip(rows, games), 1):
        ahead = zip(games[ordinal - 1 : ordinal + 1], rows[ordinal - 1 : ordinal + 1])
        if not all(same_players(*pair) for pair in ahead):
            summary["split otherwise"].append(f"{name}: from game {ordinal} on")
            break
        want, got = judge(game), found(row)
        if game.errors and want != got:
            want = ("reject",)  # its errors may lie in a variation; else its moves end too early
        listed = known.get((name, str(ordinal)), known.get((name, "*")))
        summary["games"] += 1
        if want != got and not listed:
            wrong.append(f"game {ordinal}: python-chess {want[:2]} {game.errors[:1]}, "
                         f"here {got[:2]} {row['error']}")
        if want == got and (name, str(ordinal)) in known:
            wrong.append(f"game {ordinal}: listed in {KNOWN_FILE.name}, but both agree")
    assert not wrong, "\n".join(wrong[:20])


def test_enough_was_compared(summary, shared):
    """The comparison is no empty promise: run after the files, it counts what they compared."""
    if summary["games"] == 0:
        pytest.skip("no file was compared in this run")
    files = len(corpus_files())
    assert len(summary["split otherwise"]) < files / 4
