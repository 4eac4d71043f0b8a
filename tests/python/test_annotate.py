"""`ign annotate`: evaluations by an engine in PGN and Parquet; python-chess and its own engine client judge."""

import io
import os
import pathlib
import re

import chess
import chess.engine
import chess.pgn
import pytest

import support
from support import run

STOCKFISH = pathlib.Path("/usr/games/stockfish")
# An engine whose score, from the side to move's view, is ten times the number of moves played.
FAKE = """#!/bin/sh
while read -r line; do
    case $line in
    uci) echo id name Fake; echo 'option name Hash type spin default 1 min 1 max 9'; echo uciok ;;
    isready) echo readyok ;;
    position*) moves=${line#*moves}; [ "$moves" = "$line" ] && moves= ; set -- $moves ;;
    go*) echo "info depth 1 score cp $((10 * $#))"; echo bestmove 0000 ;;
    quit) exit ;;
    esac
done
"""


def engine_script(folder, text):
    path = folder / "engine"
    path.write_text(text, encoding="ascii")
    path.chmod(0o755)
    return path


@pytest.fixture
def fake(tmp_path):
    return engine_script(tmp_path, FAKE)


def annotate(engine, source, out, *options, **keywords):
    return run("annotate", "--engine", engine, "--nodes", "1", source, "-o", out, "--progress=off", *options,
               **keywords)


def annotated(engine, text, *options):
    return annotate(engine, "-", "-", *options, input=text).stdout


def fake_eval(ply):
    """What the fake engine says after so many half-moves from the start, White's view, as the dumps spell it."""
    pawns = ply / 10 * (1 if ply % 2 == 0 else -1)
    return f"[%eval {pawns:.1f}]"


def test_comments_as_in_the_dumps(fake):
    text = "1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:02:59] } 2. Nf3 { [%clk 0:02:58] } 2... Nc6 1-0\n\n"
    want = ("1. e4 { [%eval -0.1] [%clk 0:03:00] } 1... e5 { [%eval 0.2] [%clk 0:02:59] } "
            "2. Nf3 { [%eval -0.3] [%clk 0:02:58] } 2... Nc6 { [%eval 0.4] } 1-0\n\n")
    assert annotated(fake, text) == want
    assert annotated(fake, "1. e4 e5 2. Nf3 *\n") == (
        "1. e4 { [%eval -0.1] } 1... e5 { [%eval 0.2] } 2. Nf3 { [%eval -0.3] } *\n")


@pytest.mark.parametrize("text, want", [
    ("1.e4! $1 {best (of all)} e5 (1...c5 {[%eval 9.9]} 2.Nf3) 2.Nf3 ; so\n2...Nc6 *\n",
     "1.e4! $1 { [%eval -0.1] } {best (of all)} 1... e5 { [%eval 0.2] } (1...c5 {[%eval 9.9]} 2.Nf3) 2.Nf3 "
     "{ [%eval -0.3] } ; so\n2...Nc6 { [%eval 0.4] } *\n"),
    ("1. e4 { White offers draw } { [%clk 0:00:09] } 1... e5 *",
     "1. e4 { White offers draw } { [%eval -0.1] [%clk 0:00:09] } 1... e5 { [%eval 0.2] } *"),
    ('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7... Kd7 8. e4 Kd6 *\n',
     '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7... Kd7 { [%eval 0.1] } 8. e4 { [%eval -0.2] } '
     '8... Kd6 { [%eval 0.3] } *\n'),
    # Mate has no evaluation, stalemate is 0.
    ("1. f3 e5 2. g4 Qh4# 0-1\n",
     "1. f3 { [%eval -0.1] } 1... e5 { [%eval 0.2] } 2. g4 { [%eval -0.3] } 2... Qh4# 0-1\n"),
    ('[FEN "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1"]\n\n1. Qc7 1/2-1/2\n',
     '[FEN "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1"]\n\n1. Qc7 { [%eval 0.0] } 1/2-1/2\n'),
])
def test_comments_beside_everything_else(fake, text, want):
    assert annotated(fake, text) == want


LEFT = ("preamble\n\n1. e4 { [%eval 0.5] } 1... e5 *\n\n", '[Event "no moves"]\n\n*\n\n',
        '[Event "bad"]\n\n1. e4 e5 2. Ke3 *\n\n', '[Variant "Atomic"]\n\n1. e4 e5 *\n\n')


def test_what_stays_as_it_is(fake):
    text = "".join(LEFT) + "after the last game"
    done = annotate(fake, "-", "-", input=text)
    assert done.stdout == text
    assert "4 games, 0 annotated, 1 with evaluations before, 1 without moves, 2 rejected" in done.stderr
    assert annotated(fake, "no game at all\n") == "no game at all\n"
    assert annotated(fake, "") == ""


def test_replacing(fake):
    text = "1. e4 { [%eval 0.5,20] [%clk 0:01:00] } 1... e5 { text [%eval #3] } 2. Nf3 *\n"
    assert annotated(fake, text) == text
    assert annotated(fake, text, "--replace") == (
        "1. e4 { [%eval -0.1] [%clk 0:01:00] } 1... e5 { text [%eval 0.2] } 2. Nf3 { [%eval -0.3] } *\n")


def test_a_file_of_the_dumps_in_parquet_and_pgn(fake, tmp_path):
    """Everything but the evaluations is what it was, and the Parquet gives back the annotated PGN."""
    sample = tmp_path / "sample.pgn"
    text = support.read_bytes(support.DATASETS / "sample.pgn.zst").decode().split("\n\n[Event ")[:60]
    sample.write_text("\n\n[Event ".join(text) + "\n\n", encoding="utf-8")
    old = support.convert(sample, tmp_path / "old.parquet")
    new = tmp_path / "new.parquet"
    annotate(fake, old, new, "--threads", "2")
    pgn = tmp_path / "new.pgn"
    annotate(fake, sample, pgn, "--threads", "1")
    assert run("export", new).stdout == pgn.read_text(encoding="utf-8")
    assert support.rows(support.convert(pgn, tmp_path / "again.parquet")) == support.rows(new)
    changed = {"eval", "layout", "rest", "raw"}
    count = 0
    for before, after in zip(support.rows(old), support.rows(new), strict=True):
        assert {k: v for k, v in before.items() if k not in changed} == {
            k: v for k, v in after.items() if k not in changed}
        if before["eval"] is None and before["plies"]:
            count += 1
            evals = [(10 * (k + 1)) * (-1 if k % 2 == 0 else 1) for k in range(before["plies"])]
            assert after["eval"][:-1] == evals[:-1] and after["eval"][-1] in (evals[-1], None, 0)
        else:
            assert after["eval"] == before["eval"]
    assert count > 20
    metadata = support.pyarrow.parquet.ParquetFile(new).metadata.metadata
    assert metadata[b"ign.annotated.engine"] == b"Fake" and metadata[b"ign.annotated.limits"] == b"nodes 1"
    assert metadata[b"ign.source.name"] == b"sample.pgn"


@pytest.mark.parametrize("options", [["--clocks", "remaining", "--numbering", "legal"], ["--resign", "--movetext"]])
def test_parquet_keeps_its_kind(fake, tmp_path, options):
    one, two = tmp_path / "one.pgn", tmp_path / "two.pgn"
    one.write_text('[Result "1-0"]\n\n1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 1-0\n\n', encoding="ascii")
    two.write_text("1. d4 d5 2. c4 *\n\nprose\n", encoding="ascii")
    old = support.convert([one, two], tmp_path / "old.parquet", *options)
    new = tmp_path / "new.parquet"
    annotate(fake, old, new)
    before, after = support.rows(old), support.rows(new)
    changed = {"eval", "layout", "rest", "raw", "movetext"}
    assert [row.keys() for row in before] == [row.keys() for row in after]
    for left, right in zip(before, after):
        assert {k: v for k, v in left.items() if k not in changed} == {
            k: v for k, v in right.items() if k not in changed}
    assert [row["eval"] for row in after] == [[-10, 20], [-10, 20, -30]]
    assert run("export", new).stdout == "".join(annotated(fake, path.read_text()) for path in (one, two))


def test_threads_and_output_names_change_nothing(fake, tmp_path):
    source = support.DATASETS / "famous.pgn"
    for threads in ("1", "3"):
        annotate(fake, source, tmp_path / f"{threads}.parquet", "--threads", threads)
    assert (tmp_path / "1.parquet").read_bytes() == (tmp_path / "3.parquet").read_bytes()
    annotate(fake, source, tmp_path / "out.pgn.zst")
    assert support.read_bytes(tmp_path / "out.pgn.zst").decode() == annotate(fake, source, "-").stdout
    again = annotate(fake, source, tmp_path / "1.parquet", check=False)
    assert again.returncode == 2 and "--force" in again.stderr
    annotate(fake, source, tmp_path / "1.parquet", "--force")


@pytest.mark.parametrize("script, options, reason", [
    ("exit 3", [], "exit code 3"),
    ("read -r a; echo uciok; while read -r a; do [ \"$a\" = isready ] && echo readyok; done", ["--timeout", "0"],
     "no 'bestmove'"),
    (FAKE.replace("go*)", "go*) [ $# = 3 ] && kill -9 $$;"), [], "signal 9: Killed"),
    (FAKE.replace("echo \"info depth", ": \"info depth"), [], "no score"),
    (FAKE, ["--option", "Hash=99"], "option 'Hash'"),
    (FAKE, ["--option", "Nonsense=1"], "no option 'Nonsense'"),
])
def test_engines_that_fail_leave_nothing(tmp_path, script, options, reason):
    out = tmp_path / "out"
    out.mkdir()
    engine = engine_script(tmp_path, script if script.startswith("#!") else "#!/bin/sh\n" + script + "\n")
    for name in ("out.parquet", "out.pgn"):
        done = annotate(engine, support.DATASETS / "famous.pgn", out / name, *options, check=False)
        assert done.returncode == 2 and reason in done.stderr and str(engine) in done.stderr, done.stderr
        assert os.listdir(out) == []


@pytest.mark.parametrize("arguments, reason", [
    (["games.pgn", "-o", "x.pgn"], "--engine"), (["-e", "no-such-engine", "games.pgn", "-o", "x.pgn"], "no-such-engine"),
    (["-e", "x", "-o", "x.pgn"], "one input"), (["-e", "x", "games.pgn"], "-o"),
    (["-e", "x", "games.pgn", "-o", "games.pgn"], "input and output"), (["-e", "x", "missing.pgn", "-o", "y"], "missing.pgn"),
    (["-e", "x", "--nodes", "0", "games.pgn", "-o", "y"], "--nodes"), (["-e", "x", "--option", "a", "games.pgn", "-o", "y"], "NAME=VALUE")])
def test_bad_usage(tmp_path, arguments, reason):
    (tmp_path / "games.pgn").write_text("1. e4 *\n", encoding="ascii")
    done = run("annotate", *arguments, check=False, cwd=tmp_path)
    assert done.returncode == 2 and reason in done.stderr and done.stdout == ""
    assert sorted(os.listdir(tmp_path)) == ["games.pgn"]


@pytest.mark.skipif(not STOCKFISH.exists(), reason="Stockfish is missing (package stockfish)")
def test_stockfish_says_the_same_to_python_chess(tmp_path):
    source = (support.DATASETS / "famous.pgn").read_text(encoding="utf-8").split("\n\n[Event ")
    chess960 = ('[FEN "nqrnbbkr/pppppppp/8/8/8/8/PPPPPPPP/NQRNBBKR w KQkq - 0 1"]\n[Variant "Chess960"]\n\n'
                "1. d3 d6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *\n")
    text = source[0] + "\n\n" + chess960
    out = tmp_path / "out.pgn"
    run("annotate", "--engine", "stockfish", "--nodes", "3000", "-", "-o", out, input=text)
    found = [re.findall(r"\[%eval (\S+)\]", part) for part in out.read_text(encoding="utf-8").split("[FEN")]
    with chess.engine.SimpleEngine.popen_uci(str(STOCKFISH)) as engine:
        handle = io.StringIO(text)
        for evals in found:
            game = chess.pgn.read_game(handle)
            want = []
            for node in game.mainline():
                if node.board().is_checkmate():
                    continue
                with engine.analysis(node.board(), chess.engine.Limit(nodes=3000), game=game) as analysis:
                    scores = [info["score"] for info in analysis  # the last one that is no bound
                              if "score" in info and not info.keys() & {"lowerbound", "upperbound"}]
                score = scores[-1].white()
                want.append(f"#{score.mate()}" if score.is_mate() else str(score.score() / 100))
            assert evals == want
            assert any(value.startswith("#") for value in evals) == (game.headers["Result"] != "*")
