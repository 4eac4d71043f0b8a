"""Byte for byte: export(convert(x)) == x, whatever x is and whoever has rewritten the Parquet between.

What is expected is always the text itself, or python-chess's reading of it. IGN_ROUNDTRIP=all takes
every file of ../shared instead of a sample, with both numberings and with one and two threads.
"""

import hashlib
import os
import re
import subprocess
import sys

import duckdb
import polars
import pyarrow
import pyarrow.compute
import pyarrow.parquet
import pytest

import support

EVERYTHING = os.environ.get("IGN_ROUNDTRIP") == "all"
PERIODS = ["2013", "2017", "2018-03", "2019", "2021", "2022", "2024", "2026"]
LARGEST_IN_SAMPLE = 300_000  # bytes


def export(*files, check=True):
    """The text of Parquet files, and what was said on standard error."""
    done = support.run("export", *files, check=check, text=False)
    return done.stdout, done.stderr.decode()


def assert_same(found, expected, name):
    """As `==`, but with a short message."""
    if found == expected:
        return
    at = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b), min(len(found), len(expected)))
    pytest.fail(f"{name}: from byte {at} on {found[at:at + 60]!r}, not {expected[at:at + 60]!r}")


def round_trip(text, folder, *options):
    """Converts and exports `text`; the Parquet file's path."""
    source, out = folder / "in.pgn", folder / "out.parquet"
    source.write_bytes(text)
    support.convert(source, out, "-f", *options)
    assert_same(export(out)[0], text, "export")
    return out


def make_dump(path, period, games=60, seed=7, *options):
    subprocess.run([sys.executable, support.DATASETS / "make_dump.py", path, "--period", period,
                    "--games", str(games), "--seed", str(seed), "--evals", "0.5", "--no-moves", "0.1",
                    *options], check=True)
    return path


def split_games(text):
    """The games of a dump, each with the blank line behind it."""
    return re.split(rb"(?m)^(?=\[Event )", text)[1:]


@pytest.fixture(scope="module")
def dump(tmp_path_factory):
    """(text, Parquet) of dump games with every kind of column filled."""
    folder = tmp_path_factory.mktemp("dump")
    text = make_dump(folder / "dump.pgn", "mixed", 160).read_bytes()
    text += b'[Event "x"]\n[Annotator "a\\"b"]\n[Annotator "twice"]\n\n1.e4 {hm} e5?! (1... c5) 2. Nf3 1-0\n\n'
    text += b'[Event "bad"]\n[WhiteElo "1500?"]\n\n1. e4 e4 1-0\n\n'
    text += '[Event "Zürich"]\n[WhiteElo "?"]\n\n1. d4 { [%clk 0:01:00.5] } *\n\n'.encode("latin-1")
    (folder / "dump.pgn").write_bytes(text)
    return text, support.convert(folder / "dump.pgn", folder / "dump.parquet")


# Files


def real_files():
    if not support.SHARED.is_dir():
        return []
    folders = [p for p in sorted((support.SHARED / "corpora").iterdir()) if p.is_dir() and p.name != "other"]
    files = [p for folder in folders for p in sorted(folder.rglob("*")) if p.is_file()]
    files += [p for p in sorted((support.SHARED / "cases").iterdir()) if ".pgn" in p.name]
    if EVERYTHING:
        return files
    # Some of the small ones, the same ones in every run.
    return [p for p in files
            if p.stat().st_size <= LARGEST_IN_SAMPLE and hashlib.sha256(p.name.encode()).digest()[0] % 8 == 0]


@pytest.mark.parametrize("path", real_files(), ids=lambda p: str(p.relative_to(support.SHARED)))
def test_real_file(path, tmp_path):
    digests = set()
    choices = [(n, t) for n in ("pseudo-legal", "legal") for t in (1, 2)]
    for numbering, threads in choices if EVERYTHING else choices[1:3]:
        out = tmp_path / f"{numbering}{threads}.parquet"
        done = support.run("convert", path, "-o", out, "--numbering", numbering, "-T", threads,
                           "--progress=off", check=False)
        if done.returncode != 0:
            # A damaged archive or UTF-16, which are refused as a whole.
            assert done.returncode == 2 and re.search(r"truncated|UTF-16|damaged|corrupt|checksum", done.stderr)
            continue
        support.run("verify", path, out, "-T", threads)
        digests.add((numbering, hashlib.sha256(out.read_bytes()).digest()))
    assert not EVERYTHING or len(digests) in (0, 2), "the bytes depend on the number of threads"


@pytest.mark.parametrize("name", ["sample.pgn.zst", "chess960.pgn.zst", "famous.pgn"])
@pytest.mark.parametrize("numbering", ["pseudo-legal", "legal"])
@pytest.mark.parametrize("clocks", ["spent", "remaining"])
def test_own_sample(name, numbering, clocks, tmp_path):
    out = support.convert(support.DATASETS / name, tmp_path / "x.parquet", "--numbering", numbering,
                          "--clocks", clocks)
    assert_same(export(out)[0], support.read_bytes(support.DATASETS / name), name)


# How compact


def layout_bytes(path):
    """Compressed bytes of the columns layout and rest, by pyarrow."""
    metadata = pyarrow.parquet.ParquetFile(path).metadata
    chunks = [metadata.row_group(g).column(c) for g in range(metadata.num_row_groups)
              for c in range(metadata.num_columns)]
    return sum(c.total_compressed_size for c in chunks if c.path_in_schema in ("layout", "rest"))


@pytest.mark.parametrize("word", ["kdave_2021", "shakmaty_bench", "arkid"])
def test_dumps_need_no_text(word, shared, tmp_path):
    files = [p for p in (shared / "corpora" / "lichess").iterdir() if word in p.name]
    assert files
    out = support.convert(files, tmp_path / "x.parquet", "--zstd-level", "19")
    rows = support.rows(out)
    assert sum(row["raw"] is not None for row in rows) == 0
    assert layout_bytes(out) <= 4 * len(rows)


@pytest.mark.parametrize("period", PERIODS)
def test_every_period_needs_a_layout_only(period, tmp_path):
    text = make_dump(tmp_path / "dump.pgn", period).read_bytes()
    out = round_trip(text, tmp_path)
    rows = support.rows(out)
    assert len(rows) == len(split_games(text)) == 60
    assert all(row["raw"] is None and row["error"] is None for row in rows)
    # What is left for `rest`: glyphs that no rule foretells, the blank of a game without moves, draw offers.
    assert all(not row["rest"] or b"offers draw" in row["rest"]
               for row in rows if row["eval"] is None and row["plies"])


TOKENS = re.compile(rb"\{[^}]*\}|\S+|\s+")
MOVE = re.compile(rb"([KQRBNOa-h][^\s?!]*)(\?\?|\?!|\?|)")


def with_carried_glyphs(game):
    """The exports from 2023-12 to 2024-06: a glyph stands behind all moves up to the next judged one."""
    head, moves = game.split(b"\n\n", 1)
    carried, tokens = b"", []
    for token in TOKENS.findall(moves):
        if match := MOVE.fullmatch(token):
            carried = match[2] or carried
            token = match[1] + carried
        tokens.append(token)
    return head + b"\n\n" + b"".join(tokens)


def with_last_glyph_carried(game):
    """The same, read as: that of the last judged move stands behind all moves after it."""
    head, moves = game.split(b"\n\n", 1)
    tokens = TOKENS.findall(moves)
    places = [i for i, token in enumerate(tokens) if MOVE.fullmatch(token)]
    judged = [i for i in places if MOVE.fullmatch(tokens[i])[2]]
    for i in places:
        if judged and i > judged[-1]:
            tokens[i] += MOVE.fullmatch(tokens[judged[-1]])[2]
    return head + b"\n\n" + b"".join(tokens)


def with_early_numbers(game):
    """The exports of 2024-10: `0... e4 1. c5`, and a number before what is taken for Black's after a comment."""
    head, moves = game.split(b"\n\n", 1)
    words, half_move, after_comment = [], 1, True
    for token in TOKENS.findall(moves):
        if token.isspace() or re.fullmatch(rb"\d+\.+", token):
            continue
        if MOVE.fullmatch(token):
            if half_move % 2 == 0 or after_comment:
                words.append(b"%d%s" % (half_move // 2, b"..." if half_move % 2 else b"."))
            half_move += 1
        after_comment = token.startswith(b"{")
        words.append(token)
    return head + b"\n\n" + b" ".join(words) + b"\n\n"


def with_draw_offers(game):
    return re.sub(rb"\b(\d*[05]\.) (\S+)", rb"\1 \2 { White offers draw }", game)


@pytest.mark.parametrize("change", [lambda game: game, with_carried_glyphs, with_last_glyph_carried, with_early_numbers,
                                    with_draw_offers],
                         ids=["as it is", "carried glyphs", "last glyph carried", "early numbers", "draw offers"])
def test_layout_takes_few_bytes_in_every_period(change, tmp_path):
    games = split_games(support.read_bytes(support.DATASETS / "sample.pgn.zst"))[:1000]
    changed = [change(game) if b"\n\n1. " in game else game for game in games]
    out = round_trip(b"".join(changed), tmp_path)
    rows = support.rows(out)
    assert len(rows) == len(games)
    assert sum(row["error"] is not None for row in rows) == 0
    assert sum(row["raw"] is not None for row in rows) == 0
    # Offers are some bytes each, and one game in a few hundred has one.
    assert layout_bytes(out) <= (4 if change is not with_draw_offers else 60) * len(rows)


# Shapes

GAME = b'[Event "a"]\n[Site "?"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n'
OTHER = b'[Event "b"]\n[Result "*"]\n\n1. d4 *\n\n'
CLOCKS = (b'[Event "a"]\n\n1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:02:59] } 2. Nf3 { [%clk 0:02:58] } 1-0\n\n')
EVALS = (b'[Event "a"]\n\n1. e4?? { [%eval -9.17] [%clk 0:03:00] } 1... e5 { [%eval #3] } 2. Nf3 { [%eval #-12] } 1-0\n\n')
OFFER = b'[Event "a"]\n\n1. e4 { White offers draw } { [%eval 0.1] [%clk 0:01:02] } 1... e5 { [%clk 0:01:00] } *\n\n'

SHAPES = {
    "empty": b"",
    "one line end": b"\n",
    "only prose": b"There is no game here.\n\nNone.\n",
    "only a byte order mark": b"\xef\xbb\xbf",
    "no final line end": GAME + b'[Event "b"]\n\n1. d4 d5 *',
    "no final line end, no result": b'[Event "b"]\n\n1. d4 d5',
    "many blank lines": b"\n\n\n" + GAME + b"\n\n\n" + OTHER + b"\n\n",
    "text before": b"Games of the week\n=================\n\n" + GAME + OTHER,
    "text between": GAME + b"% a line\n; another\nwords\n\n" + OTHER,
    "text after": GAME + OTHER + b"\nThat was all.\n{ really }\n",
    "text after that begins like a tag": GAME + b"[Ev6 3. xx *\n",
    "text after that begins like a tag of a dump": CLOCKS + b'[Eve "',
    "text after a single game": GAME + b"; bye",
    "byte order mark": b"\xef\xbb\xbf" + GAME + OTHER,
    "byte order mark before each game": b"\xef\xbb\xbf" + GAME + b"\xef\xbb\xbf" + OTHER,
    "CR LF": (GAME + OTHER + CLOCKS).replace(b"\n", b"\r\n"),
    "CR": (GAME + OTHER + CLOCKS).replace(b"\n", b"\r"),
    "mixed line ends": GAME + OTHER.replace(b"\n", b"\r\n") + GAME.replace(b"\n", b"\r"),
    "Latin-1": '[Event "Zürich"]\n[White "Müller"]\n\n1. e4 {schön} e5 *\n\n'.encode("latin-1"),
    "UTF-8 and Latin-1": '[Event "Zürich"]\n\n1. e4 *\n\n'.encode() + '[Event "Zürich"]\n\n1. e4 *\n\n'.encode("latin-1"),
    "Latin-1 that is UTF-8 as well": b'[Event "\xc3\xbc"]\n[Site "\xfc"]\n\n1. e4 *\n\n',
    "bytes windows-1252 has not": b'[Event "\x81\x8d\x8f\x90\x9d"]\n\n1. e4 *\n\n',
    "control bytes": b'[Event "a"]\n\n1. e4 {\x00\x01\x1f\x7f} e5\x0b2. Nf3\x1a *\n\n\x1a',
    "duplicate tags": b'[Event "a"]\n[Event "b"]\n[Foo "1"]\n[White "x"]\n[Foo "2"]\n[White "y"]\n\n1. e4 *\n\n',
    "escapes in tags": b'[Event "a \\"b\\" \\\\ c"]\n[Site "C:\\dir"]\n[White ""]\n\n1. e4 *\n\n',
    "tags with spaces": b'[ Event  "a" ]\n [Site "b"]\n\n1. e4 *\n\n',
    "odd tag names": b'[Event "a"]\n[a-b "1"]\n[A.b "2"]\n[e "3"]\n[! "4"]\n\n1. e4 *\n\n',
    "numbers written oddly": b'[Event "a"]\n[WhiteElo "01500"]\n[BlackElo "+5"]\n[WhiteRatingDiff "5"]\n'
                             b'[BlackRatingDiff "-0"]\n[UTCDate "2021.2.3"]\n[UTCTime "24:00:00"]\n\n1. e4 *\n\n',
    "numbers too large": b'[Event "a"]\n[WhiteElo "99999"]\n[BlackElo "-32769"]\n[UTCDate "2021.02.30"]\n\n1. e4 *\n\n',
    "time without a date": b'[Event "a"]\n[UTCTime "10:11:12"]\n\n1. e4 *\n\n',
    "time before the date": b'[Event "a"]\n[UTCTime "10:11:12"]\n[UTCDate "1969.12.31"]\n\n1. e4 *\n\n',
    "another result than the tag": b'[Event "a"]\n[Result "1-0"]\n\n1. e4 0-1\n\n' + GAME,
    "half signs": b'[Event "a"]\n[Result "1/2"]\n\n1. e4 1/2\n\n[Event "b"]\n\n1. e4 \xc2\xbd-\xc2\xbd\n\n',
    "no moves": b'[Event "a"]\n[Result "1-0"]\n\n1-0\n\n' + GAME,
    "no moves, leading space": b'[Event "a"]\n[Result "*"]\n\n *\n\n' + GAME,
    "no moves, no result": b'[Event "a"]\n[Result "*"]\n\n' + GAME,
    "tags only": b'[Event "a"]\n\n[Event "b"]\n\n\n[Event "c"]',
    "no tags": b"1. e4 e5 1-0\n\n1. d4 d5 0-1\n",
    "no blank line": b'[Event "a"]\n[Result "*"]\n1. e4 e5 *\n[Event "b"]\n1. d4 *\n',
    "result on its own line": b'[Event "a"]\n\n1. e4 e5\n1/2-1/2\n\n' + GAME,
    "wrapped": b'[Event "a"]\n\n1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Ba4 Nf6\n5. O-O Be7 *\n\n',
    "wrapped anywhere": b'[Event "a"]\n\n1.\ne4\te5 2. Nf3\n\nNc6  3. Bb5 a6 *\n\n',
    "tight numbers": b'[Event "a"]\n\n1.e4 e5 2.Nf3 Nc6 *\n\n',
    "all numbers": b'[Event "a"]\n\n1. e4 1... e5 2. Nf3 2... Nc6 *\n\n',
    "wrong and missing numbers": b'[Event "a"]\n\n7. e4 e5 Nf3 3... Nc6 12.Bb5 *\n\n',
    "spellings of moves": b'[Event "a"]\n\n1. e2-e4 e7e5 2. Ngf3 Nc6! 3. Bb5?! a6?? 4. 0-0 Nf6+ *\n\n',
    "mates written with a plus": b'[Event "a"]\n\n1. f3 e5 2. g4 Qh4+ 0-1\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. f3 e5 2. g4 Qh4 0-1\n\n',
    "comments and variations": b'[Event "a"]\n\n{first} 1. e4 $1 {one} (1. d4 (1. c4) d5) e5 ; rest\n2. Nf3 *\n\n',
    "clocks": CLOCKS + GAME,
    "clocks tight": CLOCKS.replace(b"{ ", b"{").replace(b" }", b"}"),
    "clocks with tenths": CLOCKS.replace(b":59]", b":59.3]").replace(b":58]", b":58.25]"),
    "clocks spelled otherwise": CLOCKS.replace(b"0:03:00", b"00:03:00").replace(b"0:02:58", b"0:2:58"),
    "huge clocks": CLOCKS.replace(b"0:03:00", b"99999999:59:59").replace(b"0:02:58", b"600:00:00"),
    "evaluations": EVALS + GAME,
    "evaluations spelled otherwise": EVALS.replace(b"-9.17", b"-9.170").replace(b"#3", b"#+3").replace(b"#-12", b"-0.0"),
    "a draw offer": OFFER + GAME,
    "first ply off by one": b'[Event "a"]\n\n0... e4 { [%clk 0:03:00] } 1. c5 { [%clk 0:03:00] } 1... Nf3 *\n\n',
    "glyphs on later moves": EVALS.replace(b"e5 {", b"e5?? {").replace(b"Nf3 {", b"Nf3?? {"),
    "start position": b'[Event "a"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 17"]\n[SetUp "1"]\n\n17... Kd7 18. e4 *\n\n',
    "standard start as FEN": b'[Event "a"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 *\n\n',
    "a variant": b'[Event "a"]\n[Variant "Crazyhouse"]\n\n1. e4 N@f3 *\n\n',
    "bad games": b'[Event "a"]\n\n1. e4 e4 *\n\n[Event "b"]\n\n1. e4 {open\n\n[Event "c"]\n\n1. d4 *\n\n',
    "a trap in a comment": b'[Event "a"]\n\n1. e4 {see\n\n[Event "no"]\n\n1. d4 *\n\n} e5 *\n\n' + GAME,
}


@pytest.mark.parametrize("name", SHAPES)
def test_shape(name, tmp_path):
    round_trip(SHAPES[name], tmp_path, "-T", "1")


def test_all_shapes_in_one_file(tmp_path):
    # A comment that is never closed takes all that follows, so that one is last.
    text = b"".join(shape for name, shape in SHAPES.items() if name != "bad games") + SHAPES["bad games"]
    round_trip(text, tmp_path)
    round_trip(text, tmp_path, "--numbering", "legal", "--clocks", "remaining", "--movetext")


def test_several_inputs_come_one_after_another(tmp_path):
    for name, text in {"a.pgn": GAME + b"after a\n", "b.pgn": b"before b\n\n" + OTHER, "c.pgn": CLOCKS}.items():
        (tmp_path / name).write_bytes(text)
    out = support.convert([tmp_path / n for n in ("a.pgn", "b.pgn", "c.pgn")], tmp_path / "x.parquet")
    assert_same(export(out)[0], GAME + b"after a\nbefore b\n\n" + OTHER + CLOCKS, "three files")


GAMELESS = [b"Nothing.\n", b"{open e5", b" e5\n\n", b"[Eve", b""]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("numbering", ["pseudo-legal", "legal"])
def test_text_of_inputs_without_games_stands_between_the_others(numbering, threads, tmp_path):
    """Read together with its neighbours some of that text would be a part of a game: it must not be."""
    bad = b"1. e4 e4 {x} 1-0"
    orders = [[GAMELESS[1], GAME, bad, GAMELESS[0], GAMELESS[1], OTHER + b"after {", GAMELESS[3], GAMELESS[4]],
              [GAMELESS[0], GAMELESS[3], b"1. d4 d5", GAMELESS[1], CLOCKS + EVALS], [GAMELESS[0], GAMELESS[1], OFFER],
              [OFFER, GAMELESS[2], GAMELESS[0]], [GAMELESS[0], bad, GAMELESS[1]], GAMELESS]
    for i, texts in enumerate(orders):
        files = [tmp_path / f"{i}-{k}.pgn" for k in range(len(texts))]
        for path, text in zip(files, texts):
            path.write_bytes(text)
        out = support.convert(files, tmp_path / f"{i}.parquet", "--numbering", numbering, "-T", threads)
        assert_same(export(out)[0], b"".join(texts), f"order {i}")
        rows = support.rows(out)
        games = [k for k, text in enumerate(texts) if text not in GAMELESS for _ in range(max(1, text.count(b"[Event")))]
        assert [row["source"] for row in rows] == [str(files[k]) for k in games]
        assert all(row["plies"] for row in rows if row["error"] is None)
        if rows:
            # All of it is in the rows: without our metadata it is the same.
            by_pyarrow(out, tmp_path / f"{i}-again.parquet")
            assert_same(export(tmp_path / f"{i}-again.parquet")[0], b"".join(texts), f"order {i}, rewritten")


def test_a_file_without_games_has_its_text_among_other_files(tmp_path):
    texts = [GAMELESS[0], GAME, GAMELESS[1], b"", OTHER, GAMELESS[2]]
    files = []
    for i, text in enumerate(texts):
        (tmp_path / f"{i}.pgn").write_bytes(text)
        files.append(support.convert(tmp_path / f"{i}.pgn", tmp_path / f"{i}.parquet"))
    assert_same(export(*files)[0], b"".join(texts), "six files")
    (tmp_path / "all.pgn").write_bytes(b"".join(texts))
    support.run("verify", tmp_path / "all.pgn", *files)


# Rewritten by other programs


def by_pyarrow(source, target):
    table = pyarrow.parquet.read_table(source).replace_schema_metadata(None)
    table = table.select(table.column_names[::-1])
    pyarrow.parquet.write_table(table, target, compression="gzip", row_group_size=17, version="1.0",
                                data_page_version="2.0", use_dictionary=False, store_schema=False)


def by_pyarrow_with_large_types(source, target):
    table = pyarrow.parquet.read_table(source)
    fields = []
    for field in table.schema:
        if pyarrow.types.is_string(field.type):
            field = field.with_type(pyarrow.large_string())
        elif pyarrow.types.is_binary(field.type):
            field = field.with_type(pyarrow.large_binary())
        fields.append(field)
    pyarrow.parquet.write_table(table.cast(pyarrow.schema(fields)), target, compression="lz4")


def by_duckdb(source, target):
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT * FROM '{source}') TO '{target}' "
                           "(FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 2048)")


def by_duckdb_v2(source, target):
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone='Asia/Kathmandu'")
        connection.execute(f"COPY (SELECT layout, raw, rest, * EXCLUDE (layout, raw, rest) FROM '{source}') "
                           f"TO '{target}' (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2)")


def by_polars(source, target):
    polars.read_parquet(source).write_parquet(target, compression="zstd", row_group_size=100)


REWRITERS = [by_pyarrow, by_pyarrow_with_large_types, by_duckdb, by_duckdb_v2, by_polars]


@pytest.mark.parametrize("rewrite", REWRITERS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("numbering", ["pseudo-legal", "legal"])
def test_rewritten(rewrite, numbering, dump, tmp_path):
    text, parquet = dump
    if numbering == "legal":
        (tmp_path / "in.pgn").write_bytes(text)
        parquet = support.convert(tmp_path / "in.pgn", tmp_path / "in.parquet", "--numbering", "legal")
    rewrite(parquet, tmp_path / "x.parquet")
    assert_same(export(tmp_path / "x.parquet")[0], text, rewrite.__name__)


@pytest.fixture(scope="module")
def plain_dump(tmp_path_factory):
    """(games, Parquet) of a dump where the games are easily told apart."""
    folder = tmp_path_factory.mktemp("plain")
    text = make_dump(folder / "dump.pgn", "mixed", 160, 11).read_bytes()
    return split_games(text), support.convert(folder / "dump.pgn", folder / "dump.parquet")


def filter_by_pyarrow(source, target):
    table = pyarrow.parquet.read_table(source)
    pyarrow.parquet.write_table(table.filter(pyarrow.compute.equal(table["Result"], "1-0")), target)


def filter_by_duckdb(source, target):
    with duckdb.connect() as connection:
        connection.execute("SET preserve_insertion_order = true")
        connection.execute(f"COPY (SELECT * FROM '{source}' WHERE Result = '1-0') TO '{target}' (FORMAT parquet)")


def filter_by_polars(source, target):
    polars.scan_parquet(source).filter(polars.col("Result") == "1-0").collect().write_parquet(target)


@pytest.mark.parametrize("keep", [filter_by_pyarrow, filter_by_duckdb, filter_by_polars], ids=lambda f: f.__name__)
def test_filtered_rows(keep, plain_dump, tmp_path):
    games, parquet = plain_dump
    keep(parquet, tmp_path / "x.parquet")
    expected = [game for game in games if b'[Result "1-0"]' in game]
    assert 10 < len(expected) < len(games)
    assert_same(export(tmp_path / "x.parquet")[0], b"".join(expected), keep.__name__)


# Columns missing


def read_all(text):
    return list(support.read_games(support.decode_text(text)))


def moves_of(game):
    return [node.move for node in game.mainline()]


def without(parquet, target, *columns):
    table = pyarrow.parquet.read_table(parquet)
    pyarrow.parquet.write_table(table.drop_columns(list(columns)), target)
    return target


@pytest.mark.parametrize("columns", [("layout",), ("rest", "layout", "raw"), ("layout", "rest", "movetext")],
                         ids="+".join)
def test_without_layout_the_games_are_right(columns, plain_dump, tmp_path):
    games, parquet = plain_dump
    if "movetext" in columns:
        columns = columns[:-1]
    text, said = export(without(parquet, tmp_path / "x.parquet", *columns))
    assert re.search(r"layout", said), said
    expected, found = read_all(b"".join(games)), read_all(text)
    assert len(found) == len(expected)
    for want, game in zip(expected, found):
        assert not game.errors
        assert moves_of(game) == moves_of(want)
        headers = dict(want.headers)
        assert {name: game.headers[name] for name in headers} == headers
        assert [node.clock() for node in game.mainline()] == [node.clock() for node in want.mainline()]
        assert [node.eval() for node in game.mainline()] == [node.eval() for node in want.mainline()]


@pytest.mark.parametrize("columns", [("spent_white", "spent_black", "clock_scale"), ("eval",), ("rest",),
                                     ("White",), ("tags",), ("WhiteElo", "UTCDate", "UTCDateTime")],
                         ids="+".join)
def test_without_columns_there_is_a_warning_or_the_game(columns, plain_dump, tmp_path):
    games, parquet = plain_dump
    done = support.run("export", without(parquet, tmp_path / "x.parquet", *columns), check=False, text=False)
    expected, found = read_all(b"".join(games)), read_all(done.stdout)
    assert done.stderr
    assert len(found) == len(expected)
    assert [moves_of(game) for game in found] == [moves_of(game) for game in expected]


def test_without_rest_no_row_is_left_out(tmp_path):
    """Rows whose layout refers to `rest`: tags that are kept as text, glyphs and changed moves."""
    text = (b'[Event "a"]\n [White  "W"]\n\n1. e4 {x} e5 (1... c5) 2. Nf3 *\n\n'
            b'[Event "b"]\n\n[White "V"]\n\n1. d4 d5 *\n\n' + EVALS)
    out = round_trip(text, tmp_path)
    assert any(row["rest"] for row in support.rows(out))
    found, said = export(without(out, tmp_path / "x.parquet", "rest"))
    assert "not byte for byte" in said
    games = read_all(found)
    assert [game.board().variation_san(moves_of(game)) for game in games] == [
        "1. e4 e5 2. Nf3", "1. d4 d5", "1. e4 e5 2. Nf3"]
    assert [game.headers["White"] for game in games] == ["W", "V", "?"]


FEN = b'[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n'


@pytest.mark.parametrize("header", [b'[Event "a"]\n' + FEN, b'[Event "a"]\n' + FEN + FEN, b'[Event "a"]\n\n' + FEN,
                                    b'[Event "a"]\n [FEN  "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n'],
                         ids=["named", "twice", "after a blank line", "spaced"])
@pytest.mark.parametrize("columns", [("FEN",), ("FEN", "ign8"), ("FEN", "layout"), ("FEN", "ign8", "layout")],
                         ids="+".join)
def test_without_start_positions_no_other_moves_come_out(header, columns, tmp_path):
    """The number of e4 from that position is another first move from the standard one."""
    out = round_trip(header + b"\n1. e4 *\n\n" + GAME, tmp_path)
    done = support.run("export", without(out, tmp_path / "x.parquet", *columns), check=False, text=False)
    assert done.returncode == 2 and b"row 1" in done.stderr and b"column FEN" in done.stderr
    # The other game is given where the row tells that it starts from the standard position.
    known = "ign8" not in columns or "layout" not in columns
    assert (len(read_all(done.stdout)) == 1) == known
    assert not known or moves_of(read_all(done.stdout)[0]) == moves_of(read_all(GAME)[0])


@pytest.mark.parametrize("numbering", ["legal", "pseudo-legal"])
def test_without_the_numbering_no_other_moves_come_out(numbering, tmp_path):
    """A number of one numbering is another game, or none, in the other."""
    source = tmp_path / "in.pgn"
    source.write_bytes(GAME)
    out = support.convert(source, tmp_path / "out.parquet", "--numbering", numbering)
    # The metadata of the file say it too.
    kept = support.run("export", without(out, tmp_path / "kept.parquet", "numbering"), text=False)
    assert kept.stdout == GAME
    table = pyarrow.parquet.read_table(out).replace_schema_metadata(None)
    bare = tmp_path / "bare.parquet"
    pyarrow.parquet.write_table(table, bare)
    assert support.run("export", bare, text=False).stdout == GAME
    pyarrow.parquet.write_table(table.drop_columns(["numbering"]), bare)
    done = support.run("export", bare, check=False, text=False)
    assert done.returncode == 2 and b"row 1" in done.stderr and b"column numbering" in done.stderr
    assert not read_all(done.stdout)


def test_without_the_number_the_row_is_told(plain_dump, tmp_path):
    _, parquet = plain_dump
    done = support.run("export", without(parquet, tmp_path / "x.parquet", "ign"), check=False, text=False)
    assert done.returncode != 0 and b"row 1" in done.stderr


def test_verify_tells_where_it_differs(plain_dump, tmp_path):
    games, parquet = plain_dump
    text = b"".join(games)
    at = text.index(b"1. ", len(text) // 2)
    (tmp_path / "changed.pgn").write_bytes(text[:at] + b"7" + text[at + 1:])
    done = support.run("verify", tmp_path / "changed.pgn", parquet, check=False)
    assert done.returncode == 1 and f"byte {at}" in done.stderr.replace(",", "")
