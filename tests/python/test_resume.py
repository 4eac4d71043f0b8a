"""A conversion that is killed at any moment and started again makes the bytes of one that was not.

What is expected are the bytes of a run without --resume, which other tests judge.
"""

import gzip
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import time

import pytest

import support

KILLS = int(os.environ.get("IGN_KILLS", "6"))  # at least so many for each kind of output


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Some 10,000 games: good ones, bad ones, and text that looks like the start of a game."""
    path = tmp_path_factory.mktemp("resume") / "games.pgn"
    text = support.read_bytes(support.DATASETS / "sample.pgn.zst")
    bad = b'[Event "bad"]\n\n1. e4 e5 2. Ke3 *\n\n'
    trap = b'[Event "trap"]\n\n1. e4 {\n\n[Event "inside"]\n\n1. d4 *\n\n} e5 *\n\n'
    path.write_bytes(b"Prose.\n\n" + (text + bad + trap) * 5 + b"The end.\n")
    return path


@pytest.fixture(scope="module")
def packed(games):
    """The same as many gzip members, in which a run goes on from the start of a member."""
    path = games.with_suffix(".pgn.gz")
    text = games.read_bytes()
    path.write_bytes(b"".join(gzip.compress(text[at:at + 700_000], 1) for at in range(0, len(text), 700_000)))
    return path


def content(path):
    """Bytes of a file, or of a folder's files by name."""
    if path.is_dir():
        return {entry.name: entry.read_bytes() for entry in sorted(path.iterdir())}
    return path.read_bytes()


def remove(path):
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def killed_until_done(command, out, full_time, dice):
    """Starts the command, kills it, starts it again …; the messages of the last run, and how often it was killed."""
    kills = 0
    while True:
        process = subprocess.Popen([*command, "-T", dice.choice("128")], stderr=subprocess.PIPE)
        time.sleep(dice.random() * full_time)
        process.kill()
        message = process.stderr.read().decode()
        if process.wait() != -signal.SIGKILL:
            assert process.returncode == 0, message
            return message, kills
        kills += 1
        assert kills < 500, "no progress"


@pytest.mark.parametrize("source", ["games", "packed"])
@pytest.mark.parametrize("name, options", [
    ("a.parquet", ["--row-group-size", "300k"]), ("parts/", ["--row-group-size", "200k"]),
    ("a.parquet", ["--row-group-size", "200k", "--limit", "9000", "--movetext", "--numbering", "legal"])])
def test_killed_at_random_times(source, name, options, tmp_path, request):
    source = request.getfixturevalue(source)
    plain = [support.IGN, "convert", source, "--progress=off", *options]
    began = time.monotonic()
    subprocess.run([*plain, "-o", f"{tmp_path}/whole-{name}"], check=True, capture_output=True)
    full_time = time.monotonic() - began
    expected = content(tmp_path / f"whole-{name}")
    dice = random.Random(name + str(options))
    kills = resumed = 0
    while kills < KILLS or not resumed:
        message, more = killed_until_done([*plain, "-o", f"{tmp_path}/{name}", "--resume"], tmp_path / name,
                                          full_time, dice)
        kills += more
        resumed += "finished by an earlier run" in message
        assert content(tmp_path / name) == expected
        assert sorted(os.listdir(tmp_path)) == sorted([name.strip("/"), f"whole-{name}".strip("/")])
        remove(tmp_path / name)


def test_finished_parts_are_not_made_again(games, tmp_path):
    """What is read and written after a kill is what was missing."""
    command = [support.IGN, "convert", games, "-o", f"{tmp_path}/parts/", "--progress=off", "--row-group-size", "100k",
               "--resume", "-T", "1"]
    partial = tmp_path / "parts.partial"
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not (partial / "parts" / "part-00002.parquet").exists() and time.monotonic() < deadline:
        time.sleep(0.002)
    process.kill()
    process.wait()
    process.stderr.close()
    before = {entry.name: (entry.stat().st_ino, entry.stat().st_mtime_ns) for entry in (partial / "parts").iterdir()}
    assert len(before) >= 3
    message = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    (resumed,) = re.findall(r"resumed: ([\d,]+) games", message)
    in_parts = sum(len(support.rows(tmp_path / "parts" / name)) for name in before)
    assert int(resumed.replace(",", "")) >= in_parts > 0
    for name, identity in before.items():
        status = (tmp_path / "parts" / name).stat()
        assert (status.st_ino, status.st_mtime_ns) == identity, f"{name} was made again"


def begin(command, partial):
    """Kills a run once it has finished something."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if (partial / "journal").stat().st_size > 0:
                break
        except FileNotFoundError:
            time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    process.stderr.close()
    assert process.wait() == -signal.SIGINT


@pytest.fixture
def begun(games, tmp_path):
    """A command that was ended by Ctrl-C, and where it has left its parts."""
    source = tmp_path / "in.pgn"
    source.write_bytes(games.read_bytes())
    command = [support.IGN, "convert", source, "-o", tmp_path / "a.parquet", "--progress=off", "--row-group-size", "100k",
               "--resume"]
    begin(command, tmp_path / "a.parquet.partial")
    return command, tmp_path / "a.parquet.partial"


@pytest.mark.parametrize("change", [["--numbering", "legal"], ["--zstd-level", "4"], ["--movetext"], ["--limit", "7"],
                                    ["--clocks", "remaining"], ["--keep-going"]])
def test_another_command_is_refused(begun, change):
    command, partial = begun
    before = sorted(os.listdir(partial))
    done = subprocess.run([*command, *change], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "another command" in done.stderr and change[0].strip("-") in done.stderr and "delete" in done.stderr
    assert sorted(os.listdir(partial)) == before
    subprocess.run(command, check=True, capture_output=True)


@pytest.mark.parametrize("change", ["size", "time", "other"])
def test_another_input_is_refused(begun, change, tmp_path):
    command, _ = begun
    source = tmp_path / "in.pgn"
    if change == "size":
        source.write_bytes(source.read_bytes() + b"\n")
    elif change == "time":
        os.utime(source, (1, 1))
    else:
        command[2] = tmp_path / "other.pgn"
        command[2].write_bytes(source.read_bytes())
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "another command" in done.stderr and "input" in done.stderr


def test_threads_progress_force_and_strict_may_differ(begun, tmp_path):
    command, _ = begun
    command.remove("--progress=off")
    done = subprocess.run([*command, "--threads", "1", "--force", "--strict"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 1 and "resumed" in done.stderr and "rejected" in done.stderr
    assert not (tmp_path / "a.parquet.partial").exists()


def test_two_at_once_are_refused(games, tmp_path):
    """The second says so, the first goes on."""
    fifo_free = [support.IGN, "convert", games, "-o", tmp_path / "a.parquet", "--progress=off", "--resume",
                 "--row-group-size", "50k", "-T", "1"]
    first = subprocess.Popen(fifo_free, stderr=subprocess.PIPE)
    while not (tmp_path / "a.parquet.partial" / "journal").exists() and first.poll() is None:
        time.sleep(0.001)
    first.send_signal(signal.SIGSTOP)
    second = subprocess.run(fifo_free, capture_output=True, text=True, check=False)
    first.send_signal(signal.SIGCONT)
    assert second.returncode == 2 and "another run" in second.stderr
    first.stderr.read()
    first.stderr.close()
    assert first.wait() == 0


def test_standard_input_is_refused(games, tmp_path):
    done = support.run("convert", "-", "-o", tmp_path / "a.parquet", "--resume", input="", check=False)
    assert done.returncode == 2 and "--resume" in done.stderr and "stdin" in done.stderr
    assert os.listdir(tmp_path) == []


def test_without_resume_an_interrupted_run_keeps_nothing_nor_takes_up_anything(begun, tmp_path):
    command, partial = begun
    subprocess.run([part for part in command if part != "--resume"], check=True, capture_output=True)
    assert (tmp_path / "a.parquet").exists() and partial.exists(), "what --resume has kept stays for it"


def test_damaged_leftovers_are_named(begun):
    command, partial = begun
    data = partial / "data"
    data.write_bytes(data.read_bytes()[:100])
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and str(data) in done.stderr and "delete the folder" in done.stderr
    shutil.rmtree(partial)
    subprocess.run(command, check=True, capture_output=True)


def test_faulty_input_keeps_the_good_parts(games, tmp_path):
    """A cut archive fails with and without parts; fetched again, it is another input."""
    whole = gzip.compress(games.read_bytes(), 1)
    source = tmp_path / "in.pgn.gz"
    source.write_bytes(whole[: len(whole) * 3 // 4])
    command = ["convert", source, "-o", tmp_path / "a.parquet", "--row-group-size", "100k", "--resume"]
    for _ in range(2):
        done = support.run(*command, check=False)
        assert done.returncode == 2 and "truncated gzip member at byte" in done.stderr
        assert sorted(os.listdir(tmp_path)) == ["a.parquet.partial", "in.pgn.gz"]
    shutil.rmtree(tmp_path / "a.parquet.partial")
    expected = support.run(*command[:-1], "--keep-going", check=False)
    assert expected.returncode == 1
    reference = pathlib.Path(tmp_path / "a.parquet").read_bytes()
    (tmp_path / "a.parquet").unlink()
    done = support.run(*command, "--keep-going", check=False)
    assert done.returncode == 1 and "truncated" in done.stderr
    assert (tmp_path / "a.parquet").read_bytes() == reference
