#!/usr/bin/env python3
"""Bytes per game by column, on games that never change: bench/sizes.csv.

    .venv/bin/python bench/sizes.py            # measures anew and writes bench/sizes.csv
    .venv/bin/python bench/sizes.py --compare  # measures and prints what differs from it

The sets:

    workload  the games that `ign bench` makes, at the default level
    dumps     the files in dump format of ../shared/corpora that have clocks, as one, at level 19
    otb       that folder of ../shared/corpora, at level 19
    engine    likewise

A column's bytes are those of its compressed pages with their headers, by pyarrow's reading of the
metadata; the file's footer is left out. Two rows of a set are no columns: `(text)`, and `(zstd -19)`, what
the text takes as one frame of that level.
"""

import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile

import pyarrow.parquet
import zstandard

ROOT = pathlib.Path(__file__).resolve().parents[1]
CORPORA = (ROOT / ".." / "shared" / "corpora").resolve()
RECORD = ROOT / "bench" / "sizes.csv"
HEADER = ("set", "column", "bytes_per_game")
LEVELS = {"workload": 3, "dumps": 19, "otb": 19, "engine": 19}
TEXT, ZSTD_19 = "(text)", "(zstd -19)"


def read(path):
    data = path.read_bytes()
    if path.suffix == ".zst":
        return zstandard.ZstdDecompressor().decompressobj(read_across_frames=True).decompress(data)
    return data


def dumps():
    """The games of Lichess dumps with clocks; the last game of one file is cut off and left out."""
    def file(word):
        path, = (CORPORA / "lichess").glob(f"*{word}*")
        return read(path)
    bench = file("shakmaty_bench")
    return file("kdave_2021") + bench[:bench.rindex(b"[Event ")] + file("arkid_2026-06")


def text_of(name, ign):
    """The PGN of a set, or None where ../shared is missing."""
    if name == "workload":
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "games.pgn")
            subprocess.run([ign, "bench", "--write", path], check=True, capture_output=True)
            return path.read_bytes()
    if not CORPORA.is_dir():
        return None
    if name == "dumps":
        return dumps()
    return b"".join(read(path) for path in sorted((CORPORA / name).rglob("*")) if path.is_file())


def zstd_19(text):
    return len(zstandard.ZstdCompressor(level=19).compress(text))


def column_bytes(parquet):
    """(games, {column: bytes}) of a file; the leaves of a list or a map are one column."""
    metadata = pyarrow.parquet.ParquetFile(parquet).metadata
    sizes = {}
    for group in range(metadata.num_row_groups):
        for i in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(i)
            column = chunk.path_in_schema.split(".")[0]
            sizes[column] = sizes.get(column, 0) + chunk.total_compressed_size
    return metadata.num_rows, sizes


def measure(name, text, ign):
    """(games, {column: bytes}) of a set's games in Parquet."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = pathlib.Path(folder, "in.pgn"), pathlib.Path(folder, "out.parquet")
        source.write_bytes(text)
        subprocess.run([ign, "convert", source, "-o", out, "--zstd-level", str(LEVELS[name]), "--progress=off"],
                       check=True, capture_output=True)
        return column_bytes(out)


def recorded():
    """{set: {column: bytes per game}} of bench/sizes.csv."""
    sets = {}
    with RECORD.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            sets.setdefault(row["set"], {})[row["column"]] = float(row["bytes_per_game"])
    return sets


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--ign", default=ROOT / "build" / "release" / "ign")
    parser.add_argument("--compare", action="store_true", help="write nothing, print the differences")
    options = parser.parse_args()
    before = recorded() if RECORD.exists() else {}
    lines = []
    for name in LEVELS:
        text = text_of(name, options.ign)
        if text is None:
            sys.exit(f"{CORPORA} is missing: the sets from there cannot be measured")
        games, sizes = measure(name, text, options.ign)
        sizes |= {TEXT: len(text)}
        old_zstd = before.get(name, {}).get(ZSTD_19)
        # It takes minutes and does not change as long as the text does not.
        unchanged = old_zstd is not None and abs(before[name][TEXT] - len(text) / games) < 0.001
        sizes |= {ZSTD_19: old_zstd * games if unchanged else zstd_19(text)}
        for column, size in sizes.items():
            line = (name, column, f"{size / games:.3f}")
            lines.append(line)
            old = before.get(name, {}).get(column)
            if options.compare and (old is None or abs(old - size / games) > 0.001):
                print(f"{name:9} {column:16} {'new' if old is None else format(old, '10.3f')} {line[2]:>10}")
    if not options.compare:
        with RECORD.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([HEADER, *lines])


if __name__ == "__main__":
    main()
