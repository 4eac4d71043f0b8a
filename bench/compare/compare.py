#!/usr/bin/env python3
"""The whole conversion beside its peers: one run, round robin, medians and ratios.

    compare.py [--ign build/release/ign] [--rounds 5] [--games 60000] [--without aix,memory]

Reads the distinct real games that ../shared/tools/make_bench_dump.py makes of ../shared/corpora (written once, to
build/bench). Prints a table and writes build/bench/compare.csv with every single run. Wall time tells
little on a busy machine: compare CPU seconds, and ratios within one run rather than figures of two.
"""

import argparse
import csv
import dataclasses
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import peers

ROOT = peers.ROOT
BENCH = ROOT / "build" / "bench"
SHARED = ROOT / ".." / "shared"
AIX_GAMES = 20000
COPIES = 10


@dataclasses.dataclass
class Contender:
    name: str
    command: list
    games: int
    out: pathlib.Path | None = None
    good: tuple = (0,)
    runs: list = dataclasses.field(default_factory=list)

    def median(self, field):
        return statistics.median(run[field] for run in self.runs)

    def best(self, field):
        return min(run[field] for run in self.runs)


def make_inputs(games):
    """The bench dump, its first AIX_GAMES games and COPIES copies of it, each made once."""
    BENCH.mkdir(parents=True, exist_ok=True)
    prefix = BENCH / f"bench-{games}"
    plain, packed = pathlib.Path(f"{prefix}.pgn"), pathlib.Path(f"{prefix}.pgn.zst")
    if not packed.exists():
        subprocess.run([sys.executable, SHARED / "tools" / "make_bench_dump.py", SHARED / "corpora", prefix,
                        "--games", str(games)], check=True)
    first = BENCH / f"bench-{games}-first.pgn"
    if not first.exists():
        with open(plain, "rb") as source, open(first, "wb") as file:
            starts = 0
            for line in source:
                starts += line.startswith(b"[Event ")
                if starts > AIX_GAMES:
                    break
                file.write(line)
    return plain, packed, first


def count_games(path):
    """Line by line: what this process has ever held in memory counts as its children's peak."""
    with open(path, "rb") as file:
        return sum(line.startswith(b"[Event ") for line in file)


def measure(contender):
    """One run: wall and CPU seconds, peak memory in MB, size of what it wrote."""
    if contender.out:
        for path in contender.out.parent.iterdir():
            path.unlink()
    with open(os.devnull, "wb") as sink, tempfile.TemporaryFile() as errors:
        started = time.perf_counter()
        process = subprocess.Popen([str(word) for word in contender.command], stdout=sink, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in contender.good:
            errors.seek(0)
            sys.exit(f"{contender.name} failed ({process.returncode}):\n{errors.read().decode(errors='replace')}")
    written = contender.out.stat().st_size if contender.out and contender.out.exists() else 0
    return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "rss": usage.ru_maxrss / 1024, "bytes": written}


def output_of(command):
    return subprocess.run([str(word) for word in command], capture_output=True, check=True, text=True).stdout


def round_robin(contenders, rounds):
    for round_number in range(rounds):
        for contender in contenders:
            contender.runs.append(measure(contender))
        print(f"round {round_number + 1} of {rounds}", file=sys.stderr)


def print_table(contenders, base):
    print(f"\n| {'what':44} | wall s | CPU s | games/s (CPU) | x {base.name.split()[0].rstrip(':')}, CPU | peak MB | bytes/game |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    base_speed = base.games / base.median("cpu")
    for contender in contenders:
        speed = contender.games / contender.median("cpu")
        size = contender.median("bytes") / contender.games
        print(f"| {contender.name:44} | {contender.median('wall'):.2f} | {contender.median('cpu'):.2f} | "
              f"{speed:,.0f} | {speed / base_speed:.2f} | {max(r['rss'] for r in contender.runs):.0f} | "
              f"{f'{size:.1f}' if size else ''} |")


def print_threads(one, two):
    speedups = [a["wall"] / b["wall"] for a, b in zip(one.runs, two.runs)]
    print(f"\nTwo threads over one, wall time, {len(speedups)} pairs: best {max(speedups):.2f}, "
          f"median {statistics.median(speedups):.2f}")


def write_csv(groups):
    path = BENCH / "compare.csv"
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["what", "round", "games", "wall_s", "cpu_s", "peak_mb", "bytes"])
        for contender in (c for group in groups for c in group):
            for number, run in enumerate(contender.runs, 1):
                writer.writerow([contender.name, number, contender.games, f"{run['wall']:.4f}",
                                 f"{run['cpu']:.4f}", f"{run['rss']:.1f}", run["bytes"]])
    print(f"\nEvery run: {path.relative_to(ROOT)}")


def compare_replay(options, plain, packed, out):
    games = count_games(plain)
    convert = [options.ign, "convert", packed, "-o", out, "--force", "--progress=off", "--zstd-level", "3"]
    one = Contender("ign convert .pgn.zst, 1 thread", [*convert, "--threads", 1], games, out)
    two = Contender("ign convert .pgn.zst, 2 threads", [*convert, "--threads", 2], games, out)
    contenders = [one, two]
    shak = peers.reference()
    if shak:
        contenders.insert(0, Contender("reference: shak play .pgn, writes nothing", [shak, "play", plain], games))
    round_robin(contenders, options.rounds)
    print_table(contenders, contenders[0])
    print_threads(one, two)
    return contenders


def compare_aix(options, first, out):
    aix = peers.pgn_to_aix()
    if not aix:
        print("\npgn-to-aix: not compared, since cargo or npm is missing")
        return []
    games = count_games(first)
    contenders = [
        Contender("pgn-to-aix high, Parquet zstd 3", [*aix, "-i", first, "-o", out.with_suffix(""), "-c", "high", "--lichess",
                                                     "--parquet-compression-level", "3"], games, out),
        Contender("ign convert .pgn, 1 thread", [options.ign, "convert", first, "-o", out, "--force",
                                                 "--progress=off", "--zstd-level", "3", "--threads", 1], games, out),
    ]
    round_robin(contenders, min(3, options.rounds))
    print_table(contenders, contenders[0])
    return contenders


def compare_memory(options, packed, plain, out):
    """Peak memory must not grow with the input: the dump, and COPIES of it end to end."""
    copies = BENCH / f"{packed.name.removesuffix('.pgn.zst')}-x{COPIES}.pgn.zst"
    if not copies.exists():
        with open(copies, "wb") as file:
            for _ in range(COPIES):
                with open(packed, "rb") as source:
                    shutil.copyfileobj(source, file)
    games = count_games(plain)
    contenders = [
        Contender(f"ign convert, 2 threads, {'the dump' if n == 1 else f'{n} copies of it'}",
                  [options.ign, "convert", path, "-o", out, "--force", "--progress=off", "--threads", 2],
                  n * games, out) for n, path in ((1, packed), (COPIES, copies))]
    round_robin(contenders, 1)
    print_table(contenders, contenders[0])
    return contenders


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ign", type=pathlib.Path, default=ROOT / "build" / "release" / "ign")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=60000)
    parser.add_argument("--without", default="", help="parts to leave out, by comma: aix, memory")
    options = parser.parse_args()
    options.ign = options.ign.resolve()
    if not (SHARED / "corpora").is_dir():
        sys.exit("compare.py: ../shared/corpora is missing, so there are no games to measure on")
    plain, packed, first = make_inputs(options.games)
    without = set(options.without.split(","))
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        out = pathlib.Path(folder) / "out.parquet"
        groups = [compare_replay(options, plain, packed, out)]
        if "aix" not in without:
            groups.append(compare_aix(options, first, out))
        if "memory" not in without:
            groups.append(compare_memory(options, packed, plain, out))
    write_csv(groups)


if __name__ == "__main__":
    main()
