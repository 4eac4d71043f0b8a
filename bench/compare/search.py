#!/usr/bin/env python3
"""Searches beside the conversion that made the file: same games, same threads, in pairs, medians and ratios.

    search.py [--ign build/release/ign] [--rounds 7] [--threads 1] [--pgn FILE.pgn.zst]

Without --pgn it takes the games of compare.py. Speed is that of the CPU time, of whole processes, their start
included; wall time stands beside it.
"""

import argparse
import pathlib
import statistics
import tempfile

import compare
import peers

SEARCHES = {
    "opening, 1. e4 c5 2. Nf3": ["e4 c5 Nf3"],
    "opening, 10 half-moves": ["e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"],
    "opening, rating and result": ["e4 c5", "--where", "WhiteElo > 2400 and Result = '1-0'"],
    "position after 8 half-moves": ["--position", "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq -"],
    "position, bare kings opposed": ["--position", "8/8/4k3/8/4K3/8/8/8 w - -"],
    "material, KRPvKR": ["--material", "KRPvKR"],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ign", type=pathlib.Path, default=peers.ROOT / "build" / "release" / "ign")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--pgn", type=pathlib.Path)
    options = parser.parse_args()
    ign = options.ign.resolve()
    packed = options.pgn or compare.make_inputs(60000)[1]
    with tempfile.TemporaryDirectory(dir="/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None) as folder:
        parquet = pathlib.Path(folder) / "games.parquet"
        convert = [ign, "convert", packed, "--progress=off", "--force", "--threads", options.threads, "-o"]
        compare.measure(compare.Contender("", [*convert, parquet], 0))
        games = int(compare.output_of([ign, "search", "--where", "plies >= 0 or plies is null", "--count", parquet]))
        again = pathlib.Path(folder) / "out" / "again.parquet"
        again.parent.mkdir()
        base = compare.Contender("ign convert", [*convert, again], games, again)
        contenders = [base] + [
            compare.Contender(name, [ign, "search", "--count", "--threads", options.threads, *words, parquet], games,
                             good=(0, 1)) for name, words in SEARCHES.items()]
        compare.round_robin(contenders, options.rounds)
    print(f"\n{games:,} games, {options.threads} thread{'s' if options.threads > 1 else ''}, medians of "
          f"{options.rounds} rounds\n\n| what | CPU ms | wall ms | games/s (CPU) | x conversion, CPU | pairs |\n"
          "|---|--:|--:|--:|--:|---|")
    for contender in contenders:
        ratios = [a["cpu"] / b["cpu"] for a, b in zip(base.runs, contender.runs)]
        print(f"| {contender.name:30} | {1000 * contender.median('cpu'):.1f} | {1000 * contender.median('wall'):.1f} | "
              f"{games / contender.median('cpu'):,.0f} | {statistics.median(ratios):.1f} | "
              f"{min(ratios):.1f} to {max(ratios):.1f} |")


if __name__ == "__main__":
    main()
