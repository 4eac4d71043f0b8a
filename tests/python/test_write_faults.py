"""A fault of every call that changes files, one after another, in the whole program.

tests/faults/write_faults.cpp makes the calls fail. Whatever fails: under the name of the output is nothing,
or all of it; the exit code is 2 with a message that names the output; nothing else stays. Under --resume the
same command then makes the same bytes.
"""

import itertools
import os
import shutil
import signal
import subprocess

import pytest

import support

SHIM = support.IGN.parent / "tests" / "faults" / "libign_write_faults.so"
FAULTS = ["ENOSPC", "EIO", "FULL", "EINTR", "SHORT"]
# Every game and part more has calls that fail like those before; under a sanitizer a run takes five times as long.
GAMES = 150 if support.SANITIZED else 300


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Some games, and of them a Parquet file."""
    folder = tmp_path_factory.mktemp("faults")
    text = support.read_bytes(support.DATASETS / "sample.pgn.zst")
    text = b"[Event " + b"[Event ".join(text.split(b"[Event ")[1:GAMES + 1])
    (folder / "in.pgn").write_bytes(text)
    support.convert(folder / "in.pgn", folder / "in.parquet", "--row-group-size", "40k")
    return folder


# name: (the arguments, the output's name)
KINDS = {
    "file": (["convert", "in.pgn", "--row-group-size", "80k", "-T", "1"], "out.parquet"),
    "folder": (["convert", "in.pgn", "--row-group-size", "20k", "-T", "1"], "out/"),
    "verified": (["convert", "in.pgn", "--verify", "-T", "1"], "out.parquet"),
    "export": (["export", "in.parquet", "-T", "1"], "out.pgn"),
    "export zst": (["export", "in.parquet", "-T", "1"], "out.pgn.zst"),
    "export gz": (["export", "in.parquet", "-T", "1"], "out.pgn.gz"),
}


class Place:
    """A folder in which one command is run again and again."""

    def __init__(self, kind, source, path, *options, old=None):
        arguments, self.name = KINDS[kind]
        self.path = path
        for entry in source.iterdir():
            os.link(entry, path / entry.name)
        self.inputs = {entry.name for entry in source.iterdir()}
        self.command = [support.IGN, *arguments, "-o", self.name, *options]
        self.out = path / self.name.rstrip("/")
        self.partial = path / (self.name.rstrip("/") + ".partial")
        self.old = None
        assert self.run().returncode == 0
        self.expected = self.content()
        self.clear()
        if old is not None:
            self.old = old
            self.make_old()
        log = path.parent / (path.name + ".log")
        assert self.run(IGN_FAULT_LOG=str(log)).returncode == 0
        self.calls = log.read_text(encoding="ascii").split()
        assert self.content() == self.expected, "the log has changed what is written"
        self.clear()

    def run(self, **environment):
        return subprocess.run(self.command, cwd=self.path, capture_output=True, text=True, timeout=60, check=False,
                              env={**os.environ, "LD_PRELOAD": str(SHIM), **environment})

    def content(self):
        if self.out.is_dir():
            return {entry.name: entry.read_bytes() for entry in self.out.iterdir()}
        return self.out.read_bytes() if self.out.exists() else None

    def others(self):
        return set(os.listdir(self.path)) - self.inputs - {self.out.name}

    def make_old(self):
        if self.name.endswith("/"):
            self.out.mkdir()
            for name, data in self.old.items():
                (self.out / name).write_bytes(data)
        else:
            self.out.write_bytes(self.old)

    def clear(self):
        for path in (self.out, self.partial):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        for name in self.others():
            path = self.path / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if self.old is not None:
            self.make_old()

    def judge(self, done, what):
        """The law for a run that was not killed."""
        if done.returncode == 0:
            assert self.content() == self.expected, what
        else:
            assert done.returncode == 2, (what, done.stderr)
            assert done.stderr.startswith("ign: ") and "out" in done.stderr, (what, done.stderr)
            assert self.content() in (self.old, self.expected), what


def test_the_shim_is_there():
    assert SHIM.exists(), "build everything: ./dev test does"


@pytest.mark.parametrize("kind", KINDS)
def test_every_call_that_fails(kind, source, tmp_path):
    place = Place(kind, source, tmp_path)
    assert len(place.calls) > 4, place.calls
    for fault in FAULTS:
        failed = 0
        for call, name in enumerate(place.calls, 1):
            done = place.run(IGN_FAULT=fault, IGN_FAULT_CALL=str(call))
            what = f"{fault} at call {call} ({name}) of {len(place.calls)}"
            place.judge(done, what)
            assert place.others() == set(), what
            if name == "write" and fault in ("ENOSPC", "EIO", "FULL"):
                assert done.returncode == 2, what
                assert ("No space left" if fault != "EIO" else "Input/output error") in done.stderr, done.stderr
            if name == "write" and fault in ("SHORT", "EINTR"):
                assert done.returncode == 0, (what, done.stderr)
            failed += done.returncode == 2
            place.clear()
        assert failed > 2 or fault in ("SHORT", "EINTR")


@pytest.mark.parametrize("kind, old", [("file", b"precious"), ("folder", {"part-00000.parquet": b"precious"})])
def test_what_is_replaced_stays_until_the_end(kind, old, source, tmp_path):
    place = Place(kind, source, tmp_path, "--force", old=old)
    for fault in ("ENOSPC", "TERM", "KILL"):
        for call, name in enumerate(place.calls, 1):
            done = place.run(IGN_FAULT=fault, IGN_FAULT_CALL=str(call))
            what = f"{fault} at call {call} ({name})"
            if fault == "ENOSPC":
                place.judge(done, what)
            assert place.content() in (old, place.expected), what
            place.clear()


@pytest.mark.parametrize("kind", ["file", "folder", "export zst"])
def test_ctrl_c_at_every_call_leaves_nothing(kind, source, tmp_path):
    place = Place(kind, source, tmp_path)
    for call, name in enumerate(place.calls, 1):
        done = place.run(IGN_FAULT="TERM", IGN_FAULT_CALL=str(call))
        assert done.returncode == -signal.SIGTERM, (call, name)
        assert place.content() in (None, place.expected), (call, name)
        assert place.others() == set(), (call, name)
        place.clear()


@pytest.mark.parametrize("kind, fault", [("file", "KILL"), ("folder", "KILL"), ("verified", "KILL"), ("file", "TERM"),
                                         ("file", "ENOSPC"), ("folder", "FULL"), ("folder", "EIO")])
def test_resumed_after_every_call(kind, fault, source, tmp_path):
    place = Place(kind, source, tmp_path, "--resume")
    for call, name in enumerate(place.calls, 1):
        done = place.run(IGN_FAULT=fault, IGN_FAULT_CALL=str(call))
        what = f"{fault} at call {call} ({name}) of {len(place.calls)}"
        if fault in ("KILL", "TERM"):
            assert done.returncode == -getattr(signal, "SIG" + fault), what
            assert place.content() in (None, place.expected), what
        else:
            place.judge(done, what)
        assert place.others() <= {place.partial.name}, what
        if done.returncode == 0:  # there is nothing to do again
            place.clear()
            continue
        again = place.run()
        assert again.returncode == 0, (what, again.stderr)
        assert place.content() == place.expected, what
        assert place.others() == set(), what
        place.clear()


def test_a_bit_that_the_disk_changes_is_found_by_verify(source, tmp_path):
    """A file that does not give back its input is not given its name."""
    place = Place("verified", source, tmp_path)
    text = (source / "in.pgn").read_bytes()
    found = 0
    writes = [call for call, name in enumerate(place.calls, 1) if name == "write"]
    for call, percent in itertools.product(writes, range(5, 100, 10)):
        done = place.run(IGN_FAULT="FLIP", IGN_FAULT_CALL=str(call), IGN_FAULT_PLACE=str(percent))
        assert done.returncode in (0, 1, 2), done.stderr
        if done.returncode == 0:  # of a column that repeats another one
            assert support.run("export", place.out, text=False).stdout == text
        else:
            found += 1
            assert done.stderr.startswith("ign: ") and place.content() is None, done.stderr
            if done.returncode == 1:
                assert "differs at byte" in done.stderr and "was not written" in done.stderr
        assert place.others() == set()
        place.clear()
    assert found > 0


@pytest.mark.parametrize("arguments", [["export", "in.parquet"], ["info", "in.parquet"], ["decode", "143395"],
                                       ["encode", "e4"], ["perft", "2"], ["convert", "--help"], ["--help"],
                                       ["--version"]])
def test_standard_output_that_fails(arguments, source):
    """Every write of it, a full device, one that is closed, and one whose reader has left."""
    log = source / "stdout.log"
    log.unlink(missing_ok=True)
    command = [support.IGN, *arguments]

    def run(stdout, **environment):
        return subprocess.run(command, cwd=source, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False,
                              timeout=60, env={**os.environ, "LD_PRELOAD": str(SHIM), **environment})

    run(subprocess.DEVNULL, IGN_FAULT_LOG=str(log))
    calls = log.read_text(encoding="ascii").split()
    log.unlink()
    assert "write" in calls
    for call, name in enumerate(calls, 1):
        done = run(subprocess.DEVNULL, IGN_FAULT="EIO", IGN_FAULT_CALL=str(call))
        assert name != "write" or (done.returncode == 2 and "stdout: cannot write" in done.stderr), (name, done)
    with open("/dev/full", "w", encoding="ascii") as full:
        done = run(full)
    assert done.returncode == 2 and "No space left" in done.stderr
    closed = subprocess.run(["/bin/sh", "-c", 'exec "$0" "$@" >&-', *command], cwd=source, capture_output=True,
                            text=True, check=False)
    assert closed.returncode == 2 and "stdout: cannot write" in closed.stderr
    reader, writer = os.pipe()
    os.close(reader)
    done = run(writer)
    os.close(writer)
    assert done.returncode == 0 and done.stderr == ""


def test_a_closed_standard_error_is_not_taken_for_the_output(source, tmp_path):
    """Messages must not be written into the file that got the descriptor of standard error."""
    expected = support.convert(source / "in.pgn", tmp_path / "expected.parquet").read_bytes()
    for closing in ("2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
        out = tmp_path / "out.parquet"
        subprocess.run(["/bin/sh", "-c", f'exec "$0" "$@" {closing}', support.IGN, "convert", source / "in.pgn", "-o", out],
                       check=True)
        assert out.read_bytes() == expected, closing
        out.unlink()
