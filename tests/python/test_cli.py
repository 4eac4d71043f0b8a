"""The command line as people and scripts meet it."""

import bz2
import gzip
import json
import os
import pathlib
import pty
import signal
import subprocess
import time

import pyarrow.parquet
import pytest

import support
from support import run

COMMANDS = ["convert", "search", "info", "encode", "decode", "fen", "uci", "annotate", "perft", "bench"]
GOOD = '[Event "good"]\n\n1. e4 e5 2. Nf3 *\n\n'
BAD = '[Event "bad"]\n\n1. e4 e5 2. Ke3 *\n\n'


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "good.pgn"
    path.write_text(GOOD, encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.pgn"
    path.write_text(GOOD + BAD + GOOD, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def big(tmp_path_factory):
    """Some 40,000 games, long enough to be interrupted."""
    path = tmp_path_factory.mktemp("big") / "big.pgn"
    text = support.read_bytes(support.DATASETS / "sample.pgn.zst")
    path.write_bytes(text * 20)
    return path


def leftovers(folder, *expected):
    return sorted(set(os.listdir(folder)) - set(expected))


# --- help and usage

@pytest.mark.parametrize("option", [
    ("convert", "in.pgn", "-o", "out.parquet", "--limit", "-5"), ("search", "e4", "in.parquet", "-n", "-1"),
    ("search", "e4", "in.parquet", "--limit=-1"), ("bench", "--games", "-1"),
    *[("annotate", "--engine", "none", "in.pgn", "-o", "out.pgn", name, "-1")
      for name in ("--nodes", "--depth", "--movetime", "--timeout")]])
def test_counts_are_not_negative(option, tmp_path):
    done = run(*option, check=False, cwd=tmp_path)
    assert done.returncode == 2 and "is not negative" in done.stderr, done.stderr
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("value, complaint", [
    ("x", "takes a whole number, not 'x'"), ("1.5", "takes a whole number, not '1.5'"),
    ("", "takes a whole number, not ''"), ("9" * 30, "takes a number that is not so large")])
@pytest.mark.parametrize("option", ["--threads", "--limit", "--zstd-level"])
def test_counts_are_whole_numbers(option, value, complaint, tmp_path):
    done = run("convert", "in.pgn", "-o", "out.parquet", option, value, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"ign: {option} {complaint}\n"


@pytest.mark.parametrize("option", [["--count"], ["--columns", "Site"], ["--json"], ["--limit", "1"], ["--explain"]])
def test_what_prints_games_does_not_go_with_sql(option):
    done = run("search", "e4", "--sql", *option, check=False)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == f"ign: --sql searches nothing; leave out {option[0]}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_both_ways(command):
    assert run("help", command).stdout == run(command, "--help").stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples_and_goes_to_stdout(command):
    done = run(command, "--help")
    assert "Usage: ign " + command in done.stdout
    assert "Example" in done.stdout and f"ign {command}" in done.stdout.split("Example", 1)[1]
    assert done.stderr == ""


def test_no_library_is_taken_from_the_current_folder(tmp_path):
    """A library path with an empty entry makes the dynamic linker look there first."""
    (tmp_path / "libtbb.so.12").write_bytes(b"no library")
    assert run("--version", cwd=tmp_path).returncode == 0


def test_overall_help_lists_the_commands():
    done = run("--help")
    for command in COMMANDS:
        assert command in done.stdout


@pytest.mark.parametrize("arguments", [
    [], ["nonsense"], ["convert"], ["convert", "x.pgn"], ["convert", "--nonsense"],
    ["convert", "x.pgn", "-o", "y.parquet", "--threads", "0"],
    ["convert", "x.pgn", "-o", "y.parquet", "--numbering", "nonsense"],
    ["convert", "x.pgn", "-o", "y.parquet", "--zstd-level", "99"], ["perft", "-1"], ["info"]])
def test_bad_usage_exits_2_and_says_why(arguments, tmp_path):
    done = run(*arguments, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.strip() and done.stdout == ""
    assert leftovers(tmp_path) == []


# --- exit codes

def test_rejects_exit_0_and_strict_1(bad, tmp_path):
    done = run("convert", bad, "-o", tmp_path / "a.parquet")
    assert "1 rejected" in done.stderr and "illegal move" in done.stderr
    done = run("convert", bad, "-o", tmp_path / "b.parquet", "--strict", check=False)
    assert done.returncode == 1
    assert len(support.rows(tmp_path / "b.parquet")) == 3, "strict still writes the file"


def test_strict_without_rejects_exits_0(good, tmp_path):
    run("convert", good, "-o", tmp_path / "a.parquet", "--strict")


def test_missing_input_exits_2(tmp_path):
    done = run("convert", tmp_path / "missing.pgn", "-o", tmp_path / "a.parquet", check=False)
    assert done.returncode == 2 and "missing.pgn" in done.stderr
    assert leftovers(tmp_path) == []


def test_damaged_input_exits_2_and_leaves_nothing(tmp_path):
    data = (support.DATASETS / "sample.pgn.zst").read_bytes()
    (tmp_path / "cut.pgn.zst").write_bytes(data[: len(data) // 2])
    done = run("convert", tmp_path / "cut.pgn.zst", "-o", tmp_path / "a.parquet", check=False)
    assert done.returncode == 2 and "cut.pgn.zst" in done.stderr
    assert leftovers(tmp_path) == ["cut.pgn.zst"]


def test_unwritable_output_exits_2(good, tmp_path):
    done = run("convert", good, "-o", tmp_path / "no" / "such" / "folder" / "a.parquet", check=False)
    assert done.returncode == 2 and done.stderr.strip()


# --- inputs

def test_stdin(tmp_path):
    data = (support.DATASETS / "famous.pgn").read_bytes()
    run("convert", "-", "-o", tmp_path / "a.parquet", input=data, text=False)
    assert len(support.rows(tmp_path / "a.parquet")) == 12


def test_stdin_compressed(tmp_path):
    data = (support.DATASETS / "chess960.pgn.zst").read_bytes()
    run("convert", "-", "-o", tmp_path / "a.parquet", input=data, text=False)
    assert len(support.rows(tmp_path / "a.parquet")) == 100


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress], ids=["plain", "gzip", "bzip2"])
@pytest.mark.parametrize("name", ["x.pgn", "x.pgn.zst", "x.pgn.gz", "x.pgn.bz2", "x"])
def test_format_is_told_by_the_first_bytes(pack, name, tmp_path):
    source = tmp_path / name
    source.write_bytes(pack(GOOD.encode()))
    (row,) = support.rows(support.convert(source, tmp_path / "out.parquet"))
    assert row["plies"] == 3


def test_members_one_after_another(tmp_path):
    for name, pack in (("x.gz", gzip.compress), ("x.bz2", bz2.compress)):
        (tmp_path / name).write_bytes(pack(GOOD.encode()) + pack(GOOD.encode()))
        assert len(support.rows(support.convert(tmp_path / name, tmp_path / f"{name}.parquet"))) == 2


def test_several_inputs_in_order_with_their_source(good, bad, tmp_path):
    rows = support.rows(support.convert([bad, good], tmp_path / "a.parquet"))
    assert [row["Event"] for row in rows] == ["good", "bad", "good", "good"]
    assert [pathlib.Path(row["source"]).name for row in rows] == ["bad.pgn"] * 3 + ["good.pgn"]


def test_globs_and_folders(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("b.pgn", "a.pgn", "c.pgn"):
        (folder / name).write_text(GOOD.replace("good", name), encoding="utf-8")
    for ordinal, wanted in enumerate((folder, folder / "*.pgn")):
        rows = support.rows(support.convert(wanted, tmp_path / f"{ordinal}.parquet"))
        assert [row["Event"] for row in rows] == ["a.pgn", "b.pgn", "c.pgn"]


def test_glob_without_match_exits_2(tmp_path):
    done = run("convert", tmp_path / "*.pgn", "-o", tmp_path / "a.parquet", check=False)
    assert done.returncode == 2


def test_empty_input_gives_a_valid_empty_file(tmp_path):
    (tmp_path / "empty.pgn").write_bytes(b"")
    out = support.convert(tmp_path / "empty.pgn", tmp_path / "a.parquet")
    table = pyarrow.parquet.read_table(out)
    assert table.num_rows == 0 and "ign" in table.column_names


# --- outputs

def test_existing_output_is_refused_without_force(good, tmp_path):
    out = tmp_path / "a.parquet"
    out.write_bytes(b"precious")
    done = run("convert", good, "-o", out, check=False)
    assert done.returncode == 2 and "--force" in done.stderr
    assert out.read_bytes() == b"precious"
    run("convert", good, "-o", out, "--force")
    assert len(support.rows(out)) == 1


def test_failed_run_with_force_keeps_the_old_file(tmp_path):
    out = tmp_path / "a.parquet"
    out.write_bytes(b"precious")
    done = run("convert", tmp_path / "missing.pgn", "-o", out, "--force", check=False)
    assert done.returncode == 2
    assert out.read_bytes() == b"precious"


def test_folder_of_parts_holds_the_same_rows(sample, tmp_path):
    out = tmp_path / "parts"
    support.convert(support.DATASETS / "sample.pgn.zst", f"{out}/", "--row-group-size", "64k")
    parts = sorted(out.glob("*.parquet"))
    assert len(parts) > 1
    rows = [row for part in parts for row in support.rows(part)]
    assert rows == support.rows(sample)


def test_limit(tmp_path, sample):
    out = support.convert(support.DATASETS / "sample.pgn.zst", tmp_path / "a.parquet", "--limit", "17")
    assert support.rows(out) == support.rows(sample)[:17]


@pytest.mark.parametrize("source", ["sample.pgn.zst", "chess960.pgn.zst", "famous.pgn"])
def test_same_bytes_at_any_number_of_threads(source, tmp_path):
    outs = [support.convert(support.DATASETS / source, tmp_path / f"{threads}.parquet", "--threads", threads,
                            "--row-group-size", "256k").read_bytes() for threads in (1, 2, 8)]
    assert outs[0] == outs[1] == outs[2]


def test_movetext_column(tmp_path):
    out = support.convert(support.DATASETS / "famous.pgn", tmp_path / "a.parquet", "--movetext")
    assert all(row["movetext"].startswith("1. ") for row in support.rows(out))


# --- progress

def test_progress_off_is_quiet_but_for_the_summary(good, tmp_path):
    done = run("convert", good, "-o", tmp_path / "a.parquet", "--progress=off")
    assert done.stdout == ""
    assert "\r" not in done.stderr and "\x1b" not in done.stderr
    assert "1 game" in done.stderr


def test_progress_plain_has_no_control_characters(good, tmp_path):
    done = run("convert", good, "-o", tmp_path / "a.parquet", "--progress=plain")
    assert "\r" not in done.stderr and "\x1b" not in done.stderr


def test_progress_json_is_lines_of_json(tmp_path):
    done = run("convert", support.DATASETS / "sample.pgn.zst", "-o", tmp_path / "a.parquet", "--progress=json")
    objects = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    assert objects and objects[-1]["games"] == 2000 and objects[-1]["rejected"] == 0


def test_bar_on_a_terminal(big, tmp_path):
    """On a terminal the default is the bar, redrawn in place."""
    reader, writer = pty.openpty()
    process = subprocess.Popen([support.IGN, "convert", big, "-o", tmp_path / "a.parquet"], stderr=writer)
    os.close(writer)
    seen = b""
    while True:
        try:
            chunk = os.read(reader, 65536)
        except OSError:  # the terminal's other side is gone
            break
        if not chunk:
            break
        seen += chunk
    os.close(reader)
    assert process.wait(timeout=60) == 0
    assert b"\r" in seen and b"games/s" in seen and b"%" in seen


def test_unknown_progress_exits_2(good, tmp_path):
    assert run("convert", good, "-o", tmp_path / "a.parquet", "--progress=x", check=False).returncode == 2


# --- signals

@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("target", ["a.parquet", "parts/"])
def test_interruption_leaves_nothing(number, target, big, tmp_path):
    """Input that never ends is interrupted once rows have been written."""
    process = subprocess.Popen(
        [support.IGN, "convert", "-", "-o", f"{tmp_path}/{target}", "--progress=off", "--row-group-size", "1M"],
        stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(big.read_bytes())
    process.stdin.flush()
    time.sleep(0.3)
    assert process.poll() is None
    process.send_signal(number)
    process.stdin.close()
    code = process.wait(timeout=20)
    assert code in (-number, 128 + number)
    assert leftovers(tmp_path) == []


def test_interruption_keeps_an_existing_file(big, tmp_path):
    out = tmp_path / "a.parquet"
    out.write_bytes(b"precious")
    process = subprocess.Popen([support.IGN, "convert", "-", "-o", out, "--force", "--progress=off"],
                               stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(big.read_bytes()[:1_000_000])
    process.stdin.flush()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    process.stdin.close()
    process.wait(timeout=20)
    assert leftovers(tmp_path) == ["a.parquet"] and out.read_bytes() == b"precious"


# --- Parquet files

def test_parquet_on_standard_input_is_refused(sample, tmp_path):
    pgn = tmp_path / "in.pgn"
    pgn.write_text(GOOD, encoding="utf-8")
    out = tmp_path / "out.pgn"
    for arguments in (("export", "-"), ("info", "-"), ("search", "e4", "-"), ("verify", pgn, "-"),
                      ("annotate", "--engine", "none", "-", "-o", out)):
        with open(sample, "rb") as parquet:
            done = run(*arguments, check=False, stdin=parquet)
        assert done.returncode == 2 and "stdin: a Parquet file is read from its end" in done.stderr, arguments
        assert done.stdout == "" and not out.exists()


def test_info(sample):
    done = run("info", sample)
    assert "2,000" in done.stdout or "2000" in done.stdout
    assert "pseudo-legal" in done.stdout and "WhiteElo" in done.stdout


def test_what_is_no_parquet_is_told_from_a_damaged_one(good, sample, tmp_path):
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(sample.read_bytes()[:-100])
    (tmp_path / "empty.parquet").write_bytes(b"")
    for command in (["info"], ["export"], ["search", "e4"]):
        for path in (good, tmp_path / "empty.parquet"):
            done = run(*command, path, check=False)
            assert done.returncode == 2 and f"{path}: is no Parquet file; 'ign convert'" in done.stderr
        done = run(*command, cut, check=False)
        assert done.returncode == 2 and f"{cut}: is a damaged Parquet file: " in done.stderr


def test_info_refuses_what_is_no_parquet(good):
    done = run("info", good, check=False)
    assert done.returncode == 2 and "good.pgn" in done.stderr


def test_closed_pipe_is_no_fault(sample):
    done = subprocess.run(f"{support.IGN} info {sample} | head -n 1", shell=True, capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""
