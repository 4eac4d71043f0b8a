"""Faults of inputs, outputs and disks as a user meets them: a message that says what and where, nothing
under the output's name, the games before a fault with --keep-going."""

import bz2
import gzip
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import time

import pytest
import zstandard

import support
from support import run

GAME = b'[Event "%d"]\n[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 {a comment, %d} 1-0\n\n'


def games(first, count):
    return b"".join(GAME % (number, number * 7919 % 1000) for number in range(first, first + count))


def names(count):
    return [str(number) for number in range(count)]


def zstd(text):
    return zstandard.ZstdCompressor(write_checksum=True).compress(text)


PACK = {"zstd": zstd, "gzip": lambda text: gzip.compress(text, mtime=0), "bzip2": bz2.compress}


def convert(data, folder, *options):
    """Converts the bytes: (exit code, standard error, Event of each game or None without a file)."""
    source, out = folder / "in", folder / "out.parquet"
    source.write_bytes(data)
    out.unlink(missing_ok=True)
    done = run("convert", source, "-o", out, "--progress=off", *options, check=False)
    rows = [row["Event"] for row in support.rows(out)] if out.exists() else None
    assert sorted(os.listdir(folder)) == (["in", "out.parquet"] if rows is not None else ["in"])
    return done.returncode, done.stderr, rows


# Places in an archive. Those for the sanitizer, where a run takes long, are all in tests/io/damage_test.cpp.
PLACES = 20 if support.SANITIZED else 60


def places(size, dice):
    """Some places of an archive, the ends always."""
    return sorted({1, 2, 3, 5, 8, size - 1, size - 2, size - 5, size - 9, *dice.sample(range(1, size), PLACES - 9)})


@pytest.mark.parametrize("name", PACK)
def test_cut_at_any_byte(name, tmp_path):
    """Two frames of 20 games each."""
    first, second = PACK[name](games(0, 20)), PACK[name](games(20, 20))
    whole = first + second
    for size in places(len(whole), random.Random(name)):
        code, message, rows = convert(whole[:size], tmp_path)
        if size == len(first):
            assert code == 0 and rows == names(20)
            continue
        if size < 4 and code == 0:  # too short to be known as an archive
            assert rows == []
            continue
        assert code == 2 and rows is None, (size, message)
        assert f"truncated {name}" in message and f"at byte {size}:" in message and "--keep-going" in message
        code, message, rows = convert(whole[:size], tmp_path, "--keep-going")
        assert code == 1 and f"at byte {size}:" in message, (size, message)
        least = 20 if size > len(first) else 0
        assert rows == names(len(rows)) and len(rows) >= least, (size, rows)


@pytest.mark.parametrize("name", PACK)
def test_bits_that_have_flipped(name, tmp_path):
    """An error that names the byte, or the same games: some bits of the headers do not matter."""
    first, second = PACK[name](games(0, 20)), PACK[name](games(20, 20))
    whole = first + second
    errors = 0
    dice = random.Random(name)
    for at in places(len(whole), dice):
        changed = bytearray(whole)
        changed[at] ^= 1 << dice.randrange(8)
        code, message, rows = convert(bytes(changed), tmp_path)
        if code == 0:
            assert rows == names(40) or at < 4, at
            continue
        errors += 1
        assert code == 2 and rows is None and re.search(r"in: \S.* at byte \d+: ", message), (at, message)
        code, message, rows = convert(bytes(changed), tmp_path, "--keep-going")
        assert code == 1 and "are kept" in message, (at, message)
        # Of a damaged frame some games may come out before its checksum is reached, but no frame is lost.
        if at >= len(first):
            assert rows[:20] == names(20), at
    assert errors > PLACES * 2 // 3


@pytest.mark.parametrize("name, at", [("zstd", -1), ("gzip", -5), ("gzip", -1), ("bzip2", 12)])
def test_wrong_checksums(name, at, tmp_path):
    packed = bytearray(PACK[name](games(0, 20)))
    packed[at] ^= 1
    code, message, rows = convert(bytes(packed), tmp_path)
    assert code == 2 and rows is None and f"corrupt {name}" in message and " at byte " in message, message
    # The checksum comes last: all of the frame may be wrong, the ones before it are not.
    both = bytes(PACK[name](games(0, 20))) + bytes(packed)
    _, message, _ = convert(both, tmp_path)
    assert f"from byte {len(packed)} on may be wrong" in message, message


@pytest.mark.parametrize("name", PACK)
@pytest.mark.parametrize("garbage", [b"x", b"\0", b"\0" * 512, b"\n", b"[Event \"30\"]\n\n1. e4 *\n"])
def test_garbage_after_the_last_frame(name, garbage, tmp_path):
    packed = PACK[name](games(0, 20))
    code, message, rows = convert(packed + garbage, tmp_path)
    assert code == 2 and rows is None
    assert f"garbage after the last {name}" in message and f"at byte {len(packed)}:" in message
    code, message, rows = convert(packed + garbage, tmp_path, "--keep-going")
    assert code == 1 and rows == names(20) and f"at byte {len(packed)}:" in message


@pytest.mark.parametrize("data", [b"", b"\n\n", b"no game\n", *(pack(b"") for pack in PACK.values())])
def test_no_games_are_no_fault(data, tmp_path):
    code, message, rows = convert(data, tmp_path)
    assert code == 0 and rows == [] and "warning" in message and "holds no game" in message


@pytest.mark.parametrize("command", ["verify"])
def test_verify_names_the_fault_too(command, tmp_path):
    (tmp_path / "in.zst").write_bytes(zstd(games(0, 20)))
    out = support.convert(tmp_path / "in.zst", tmp_path / "out.parquet")
    (tmp_path / "in.zst").write_bytes(zstd(games(0, 20))[:-30])
    done = run(command, tmp_path / "in.zst", out, check=False)
    assert done.returncode == 2 and "truncated zstd" in done.stderr


# --- inputs that change while they are read


def position_in(process, path):
    """How far a process has read in a file; 0 if it has not opened it."""
    try:
        files = pathlib.Path(f"/proc/{process.pid}/fd")
        at = [entry.name for entry in files.iterdir() if os.readlink(entry) == str(path)]
        text = pathlib.Path(f"/proc/{process.pid}/fdinfo/{at[0]}").read_text(encoding="ascii") if at else "pos: 0"
        return int(text.split()[1])
    except FileNotFoundError:
        return 0


def stopped_within(source, size, *arguments):
    """A process stopped in the middle of reading a file. Its first bytes are read before, to tell what it is, by a whole
    buffer: so the middle begins behind that. A busy machine may miss it, then another process is begun."""
    begin = 1_200_000
    for _ in range(20):
        process = subprocess.Popen([support.IGN, *arguments], stderr=subprocess.PIPE, text=True)
        while process.poll() is None and position_in(process, source) < begin:
            time.sleep(0.0002)
        os.kill(process.pid, signal.SIGSTOP)
        if process.poll() is None and begin <= position_in(process, source) < size // 2 - begin // 8:
            return process
        process.kill()
        process.communicate()
        for leftover in source.parent.iterdir():
            if leftover != source:
                leftover.unlink()
    pytest.fail("the program was never met in the middle of its input")


@pytest.mark.parametrize("change, word", [(4_000_000, "longer"), (-3_000_000, "shorter")])
def test_an_input_that_grows_or_shrinks(change, word, tmp_path):
    """The file is changed while the program is stopped in the middle of it."""
    source = tmp_path / "in.pgn"
    size = source.write_bytes(games(0, 60_000))
    process = stopped_within(source, size, "convert", source, "-o", tmp_path / "out.parquet", "-T", "1", "--progress=off")
    os.truncate(source, size + change) if change < 0 else source.open("ab").write(b"\n" * change)
    os.kill(process.pid, signal.SIGCONT)
    message = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 2, message
    assert f"became {word} while it was read" in message and "in.pgn" in message
    assert os.listdir(tmp_path) == ["in.pgn"]


# --- outputs


def same(kind, source, folder):
    """Another name of `source`."""
    other = folder / "other.pgn"
    if kind == "itself":
        return source
    if kind == "hard link":
        os.link(source, other)
    elif kind == "link":
        other.symlink_to(source)
    elif kind == "link to a folder":
        (folder / "folder").symlink_to(folder)
        return folder / "folder" / source.name
    return other


@pytest.mark.parametrize("kind", ["itself", "hard link", "link", "link to a folder"])
def test_output_that_is_an_input(kind, tmp_path):
    sources = [tmp_path / f"{number}.pgn" for number in range(3)]
    for source in sources:
        source.write_bytes(games(0, 2))
    out = same(kind, sources[1], tmp_path)
    done = run("convert", *sources, "-o", out, "--force", check=False)
    assert done.returncode == 2 and "input and output at once" in done.stderr and "1.pgn" in done.stderr
    assert sources[1].read_bytes() == games(0, 2)


def test_output_that_is_standard_input(tmp_path):
    source = tmp_path / "in.pgn"
    source.write_bytes(games(0, 2))
    with open(source, "rb") as stream:
        done = run("convert", "-", "-o", source, "--force", check=False, stdin=stream)
    assert done.returncode == 2 and "input and output at once" in done.stderr
    assert source.read_bytes() == games(0, 2)


@pytest.mark.parametrize("kind", ["itself", "hard link", "link"])
def test_export_over_its_own_input(kind, tmp_path):
    (tmp_path / "in.pgn").write_bytes(games(0, 2))
    parquet = support.convert(tmp_path / "in.pgn", tmp_path / "in.parquet")
    before = parquet.read_bytes()
    out = same(kind, parquet, tmp_path)
    done = run("export", parquet, "-o", out, "--force", check=False)
    assert done.returncode == 2 and "input and output at once" in done.stderr
    assert parquet.read_bytes() == before


def test_a_small_disk_that_is_full(tmp_path):
    """A file system of 256 KiB, where the rights to mount one are given."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", disk], capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip("no right to mount a file system")
    try:
        for arguments in (["convert", support.DATASETS / "sample.pgn.zst", "-o", disk / "a.parquet", "--movetext"],
                          ["convert", support.DATASETS / "sample.pgn.zst", "-o", f"{disk}/parts/", "--movetext",
                           "--row-group-size", "100k"]):
            done = run(*arguments, check=False)
            assert done.returncode == 2 and "No space left on device" in done.stderr
            assert "free some space" in done.stderr and str(disk) in done.stderr
            assert os.listdir(disk) == []
        done = run(*arguments, "--resume", check=False)
        assert done.returncode == 2 and os.listdir(disk) == ["parts.partial"]
        subprocess.run(["mount", "-o", "remount,size=8m", disk], check=True)
        assert "resumed" in run(*arguments, "--resume").stderr
        assert os.listdir(disk) == ["parts"]
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_limit_on_file_sizes(tmp_path):
    done = subprocess.run([support.IGN, "convert", support.DATASETS / "sample.pgn.zst", "-o", tmp_path / "a.parquet"],
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "File too large" in done.stderr and "ulimit -f" in done.stderr
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["/proc/a.parquet", "/dev/null", "{tmp}/file/a.parquet", "{tmp}/none/a.parquet",
                                  "{tmp}", "/proc/parts/", "{tmp}/file/", "{tmp}/" + "x" * 256])
def test_outputs_that_cannot_be_written(name, tmp_path):
    (tmp_path / "file").write_bytes(b"precious")
    (tmp_path / "in.pgn").write_bytes(games(0, 2))
    name = name.format(tmp=tmp_path)
    for options in ([], ["--force"], ["--resume"]):
        done = run("convert", tmp_path / "in.pgn", "-o", name, *options, check=False)
        if name == str(tmp_path):
            assert done.returncode == 2 and "--force" in done.stderr
        assert done.returncode == 2 and done.stderr.startswith(f"ign: {name.rstrip('/')}"), done.stderr
        assert sorted(os.listdir(tmp_path)) == ["file", "in.pgn"]
    assert (tmp_path / "file").read_bytes() == b"precious"


def test_names_that_are_no_text(tmp_path):
    """Latin-1 names, blanks and line ends: bytes go through as they are."""
    source = os.fsencode(tmp_path) + b"/caf\xe9 \n.pgn"
    out = os.fsencode(tmp_path) + b"/\xff out.parquet"
    with open(source, "wb") as file:
        file.write(games(0, 2))
    for options in ([], ["--force", "--verify"], ["--force", "--resume"]):
        done = subprocess.run([support.IGN, "convert", source, "-o", out, *options], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
    assert sorted(os.listdir(os.fsencode(tmp_path))) == sorted([os.path.basename(source), os.path.basename(out)])


def test_the_longest_names(tmp_path):
    (tmp_path / "in.pgn").write_bytes(games(0, 2))
    for name in ("x" * 255, "y" * 255 + "/"):
        run("convert", tmp_path / "in.pgn", "-o", tmp_path / name if name[0] == "x" else f"{tmp_path}/{name}")
    # OUT.partial has a longer name, which the file system refuses.
    done = run("convert", tmp_path / "in.pgn", "-o", tmp_path / ("z" * 250), "--resume", check=False)
    assert done.returncode == 2 and "File name too long" in done.stderr and "shorter" in done.stderr
    assert len(os.listdir(tmp_path)) == 3


def test_a_linked_output_is_replaced_behind_its_link(tmp_path):
    (tmp_path / "in.pgn").write_bytes(games(0, 2))
    (tmp_path / "disk").mkdir()
    target = tmp_path / "disk" / "a.parquet"
    target.write_bytes(b"old")
    link = tmp_path / "link.parquet"
    link.symlink_to(target)
    for options in (["--force"], ["--force", "--resume"]):
        target.write_bytes(b"old")
        run("convert", tmp_path / "in.pgn", "-o", link, *options)
        assert link.is_symlink() and len(support.rows(target)) == 2
        assert os.listdir(tmp_path / "disk") == ["a.parquet"]
    parts = tmp_path / "disk" / "parts"
    parts.mkdir()
    (tmp_path / "link").symlink_to(parts)
    run("convert", tmp_path / "in.pgn", "-o", f"{tmp_path}/link/")
    assert (tmp_path / "link").is_symlink() and os.listdir(parts) == ["part-00000.parquet"]


@pytest.mark.parametrize("name", ["out.parquet", "out/"])
def test_a_pipe_whose_reader_left_does_not_stop_a_conversion(name, tmp_path):
    """Messages go to a closed pipe."""
    (tmp_path / "in.pgn").write_bytes(games(0, 20))
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([support.IGN, "convert", tmp_path / "in.pgn", "-o", f"{tmp_path}/{name}"], stderr=writer,
                          check=False)
    os.close(writer)
    assert done.returncode == 0 and (tmp_path / name.rstrip("/")).exists()


@pytest.mark.parametrize("arguments", [["export", "{sample}"], ["info", "{sample}"], ["decode", "143395"],
                                       ["perft", "3"], ["--help"]])
def test_head_is_no_fault(arguments, sample):
    """As `| head -n 1`, with the exit code of the program itself."""
    command = [support.IGN, *(word.format(sample=sample) for word in arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.read(1)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


# --- convert --verify


@pytest.mark.parametrize("options", [[], ["--numbering", "legal"], ["--limit", "1000"], ["--resume"], ["-T", "1"]])
@pytest.mark.parametrize("name", ["out.parquet", "out/"])
def test_verify_while_converting(name, options, tmp_path):
    text = support.read_bytes(support.DATASETS / "sample.pgn.zst")
    done = run("convert", support.DATASETS / "sample.pgn.zst", "-o", f"{tmp_path}/{name}", "--verify", *options)
    if "--limit" in options:
        text = b"[Event ".join(text.split(b"[Event ")[:1001])
    assert f"verified: all {len(text):,} bytes" in done.stderr


def test_verify_of_a_stream_and_of_several_inputs(tmp_path):
    sample = support.DATASETS / "sample.pgn.zst"
    (tmp_path / "none.pgn").write_bytes(b"no game\n")
    size = 2 * len(support.read_bytes(sample)) + len((support.DATASETS / "famous.pgn").read_bytes()) + 8
    done = run("convert", support.DATASETS / "famous.pgn", "-", tmp_path / "none.pgn", sample, "-o",
               tmp_path / "a.parquet", "--verify", input=sample.read_bytes(), text=False)
    assert f"verified: all {size:,} bytes".encode() in done.stderr


def test_verify_with_keep_going(tmp_path):
    whole = zstd(games(0, 20)) + zstd(games(20, 20))
    code, message, rows = convert(whole[:-20], tmp_path, "--keep-going", "--verify")
    assert code == 1 and "verified: all" in message and len(rows) >= 20


def test_verify_of_an_input_without_games(tmp_path):
    code, message, rows = convert(b"no game\n", tmp_path, "--verify")
    assert code == 0 and rows == [] and "verified: all 8 bytes of 0 games" in message
