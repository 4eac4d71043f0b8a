"""Games just under, at and over each limit of the README: what is over is rejected, nothing is lost, and
no game takes more memory than is allowed.

The limits are written out here once more: they are promises of the README, not of the program.
"""

import math
import os
import re
import subprocess
import time

import pyarrow.parquet
import pytest

import support

# MB, as the system counts it; a sanitizer's own memory is not promised to anybody.
MOST_MEMORY = math.inf if support.SANITIZED else 512
MOST_SECONDS = 60 if support.SANITIZED else 20  # of one core
MIB = 1 << 20
NEXT = b'[Event "next"]\n\n1. d4 d5 1-0\n\n'


def game(tags=b"", moves=b"1. e4 e5"):
    return b'[Event "limit"]\n' + tags + b"\n" + moves + b" *\n\n"


def game_of_bytes(size):
    """Up to the result; the blank line behind it is not counted."""
    filling = size + 2 - len(game(moves=b"1. e4 {} e5 {}"))
    half = filling // 2
    return game(moves=b"1. e4 {" + b"x" * half + b"} e5 {" + b"y" * (filling - half) + b"}")


def game_of_plies(plies, numbered):
    moves, line = ("Nf3", "Nf6", "Ng1", "Ng8"), []
    for ply in range(plies):
        if numbered and ply % 2 == 0:
            line.append(f"{ply // 2 + 1}.")
        line.append(moves[ply % 4])
    return game(moves=" ".join(line).encode())


def tag_of_bytes(size):
    return game(tags=b'[A "' + b"x" * (size - len(b'[A ""]')) + b'"]\n')


def comment_of_bytes(size):
    return game(moves=b"1. e4 {" + b"x" * (size - 2) + b"} e5")


def tags_of_count(count):
    """The Event tag is one of them."""
    return game(tags=b"".join(b'[T%d "v"]\n' % i for i in range(count - 1)))


def nested(depth):
    return game(moves=b"1. e4 " + b"(1. d4 " * depth + b")" * depth + b" e5")


def measured(*arguments):
    """Exit code, what was said, and the peak memory in MB of a run of the program. It is `time` that starts it, for the
    system counts what a process was before it became another program: here, all that pytest holds."""
    done = subprocess.run(["time", "--quiet", "--format", "%M", support.IGN, *map(str, arguments)],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    said, _, kilobytes = done.stderr.rstrip("\n").rpartition("\n")
    return done.returncode, said, int(kilobytes) / 1024


# What, a game of so much of it, the limit, and the words of the reason.
LIMITS = {
    "text": (game_of_bytes, 80 * MIB, "game over the length limit"),
    "half-moves": (lambda plies: game_of_plies(plies, False), MIB, "more than 1048576 half-moves"),
    "half-moves with numbers": (lambda plies: game_of_plies(plies, True), MIB, "more than 1048576 half-moves"),
    "tag": (tag_of_bytes, 16 * MIB, "tag over the length limit"),
    "tags": (tags_of_count, 100_000, "more tags than the limit"),
    "comment": (comment_of_bytes, 72 * MIB, "comment over the length limit"),
    "variations": (nested, 1000, "variations nested over the limit"),
}


@pytest.mark.parametrize("distance", [-1, 0, 1], ids=["under", "at", "over"])
@pytest.mark.parametrize("what", LIMITS)
def test_limit(what, distance, tmp_path):
    make, limit, reason = LIMITS[what]
    source, out = tmp_path / "in.pgn", tmp_path / "out.parquet"
    source.write_bytes(make(limit + distance) + NEXT)
    code, said, memory = measured("convert", source, "-o", out, "--progress=off")
    assert code == 0 and memory < MOST_MEMORY
    code, compared, memory = measured("verify", source, out)
    assert code == 0 and memory < MOST_MEMORY, compared
    rows = pyarrow.parquet.read_table(out, columns=["plies", "error"]).to_pylist()
    if distance <= 0:
        assert "1 rejected" not in said
        assert [row["error"] for row in rows] == [None, None]
        assert rows[0]["plies"] == (limit + distance if "half-moves" in what else 2)
    else:
        assert "1 rejected" in said or "2 rejected" in said
        assert rows[0]["plies"] is None
        assert rows[0]["error"] == "over a limit: " + reason
    assert rows[-1]["plies"] == 2 and rows[-1]["error"] is None


def test_readme_states_the_limits():
    text = (support.ROOT / "README.md").read_text(encoding="utf-8")
    section = text[text.index("## Limits"):]
    section = section[:section.index("\n## ", 1)]
    for row in ("text of a game | 80 MiB", "a tag pair | 16 MiB", "tag pairs of a game | 100,000", "a comment | 72 MiB", "variations in each other | 1,000",
                "half-moves of a game | 1,048,576"):
        assert re.search(re.escape(row), section), row


@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize("make", [lambda: comment_of_bytes(64 * MIB), lambda: game_of_plies(1_000_000, True)],
                         ids=["comment", "plies"])
def test_memory_of_huge_games(make, threads, tmp_path):
    """To Parquet and back, far from any limit."""
    source, out = tmp_path / "in.pgn", tmp_path / "out.parquet"
    source.write_bytes(make())
    for arguments in (("convert", source, "-o", out, "--progress=off"), ("export", out, "-o", tmp_path / "back.pgn"),
                      ("verify", source, out)):
        code, said, memory = measured(*arguments, "-T", threads)
        assert code == 0 and memory < MOST_MEMORY, (arguments[0], said, memory)


def test_huge_games_do_not_pile_up_before_a_slow_reader(tmp_path):
    """Export waits with reading where nobody takes what it has."""
    source, out = tmp_path / "in.pgn", tmp_path / "out.parquet"
    source.write_bytes(comment_of_bytes(64 * MIB) * 6)
    support.convert(source, out)
    process = subprocess.Popen(["time", "--quiet", "--format", "%M", support.IGN, "export", out, "-T", "8"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1)
    exported, kilobytes = process.communicate()
    assert exported == source.read_bytes()
    assert process.returncode == 0 and int(kilobytes) / 1024 < MOST_MEMORY, kilobytes


def only_braces():
    """Each of them opens a comment that never ends, or is text before a game: both must not cost a search."""
    return game(moves=b"1. e4 " + b"{" * (20 * MIB) + b"e5") + b"{" * (20 * MIB) + b"\n\n"


@pytest.mark.parametrize("make", [lambda: tag_of_bytes(64 * MIB), lambda: tags_of_count(1_500_000),
                                  lambda: b'[Event "x"]\n' * (2 * MIB), lambda: b"\0" * (64 * MIB),
                                  lambda: game(moves=b"1. e4 " + b"(" * (64 * MIB)), only_braces,
                                  lambda: 3 * comment_of_bytes(64 * MIB)],
                         ids=["one tag", "tags", "events", "zero bytes", "parentheses", "braces", "huge games"])
def test_memory_and_time_of_huge_texts(make, tmp_path):
    """Far over a limit, so a reject or text beside the next game, or one huge game after another: in seconds and
    without much more memory."""
    source, out = tmp_path / "in.pgn", tmp_path / "out.parquet"
    source.write_bytes(make() + b"\n\n" + NEXT)
    began = os.times().children_user
    for arguments in (("convert", source, "-o", out, "--progress=off", "--verify"), ("verify", source, out)):
        code, said, memory = measured(*arguments, "-T", 2)
        assert code == 0 and memory < MOST_MEMORY, (arguments[0], said, memory)
    assert os.times().children_user - began < MOST_SECONDS
    assert pyarrow.parquet.read_table(out, columns=["plies"]).column(0).to_pylist()[-1] == 2
