"""Published node counts of ../shared/perft, through the program: a sample here, all of it and deep with ./dev perft."""

import concurrent.futures
import os
import re

import pytest

import support

DEEP = os.environ.get("IGN_PERFT") == "deep"
MOST_NODES = 5_000_000 if DEEP else 100_000
FILES = {"tricky.epd": 1, "chess960.epd": 1 if DEEP else 16, "random.epd": 1 if DEEP else 64}  # every n-th line


def deepest(line, most):
    """(FEN, depth, nodes) of the deepest count that is small enough; the program goes to depth 20."""
    fen, *counts = line.split(";")
    depths = [(int(depth), int(nodes)) for depth, nodes in re.findall(r"D(\d+) (\d+)", ";".join(counts))]
    return (fen.strip(), *max((pair for pair in depths if pair[1] <= most and pair[0] <= 20), default=depths[0]))


def count(job):
    fen, depth, chess960 = job
    options = ["--chess960"] if chess960 else []
    return int(support.run("perft", *options, "--fen", fen, depth, timeout=600).stdout.split()[-1])


@pytest.mark.parametrize("name", FILES)
def test_published_counts(name, shared):
    lines = (shared / "perft" / name).read_text(encoding="utf-8").splitlines()[:: FILES[name]]
    wanted = [deepest(line, MOST_NODES) for line in lines if ";D" in line]
    jobs = [(fen, depth, name == "chess960.epd") for fen, depth, _ in wanted]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(count, jobs))
    wrong = [f"{fen} depth {depth}: {got}, published {nodes}"
             for (fen, depth, nodes), got in zip(wanted, found) if got != nodes]
    assert wanted and not wrong, "\n".join(wrong[:10])
