"""What the Python tests share: running the program, and python-chess's reading of a PGN.

Expected values come from python-chess, from the text by regular expressions of this file's own, and
from the reference of the number in ../shared/tools, never from the program.
"""

import datetime
import io
import os
import pathlib
import re
import subprocess
import sys

import chess
import chess.pgn
import pyarrow.parquet
import zstandard

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = (ROOT / ".." / "shared").resolve()
DATASETS = ROOT / "datasets"
IGN = (ROOT / os.environ.get("IGN", "build/release/ign")).resolve()
# Is the program watched by a sanitizer? It needs memory of its own, and several times as long.
SANITIZED = bool(os.environ.get("IGN_SANITIZED"))

if (SHARED / "tools" / "ign_ref.py").exists():
    sys.path.insert(0, str(SHARED / "tools"))
    import ign_ref  # the slow, independent reference
else:
    ign_ref = None

TEXT_COLUMNS = ("Event", "Site", "Date", "Round", "White", "Black", "WhiteTitle", "BlackTitle", "ECO",
                "Opening", "Termination", "TimeControl", "Variant")
NUMBER_COLUMNS = ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")
CLOCK = re.compile(r"\[%clk\s+(\d+):(\d+):(\d+)(?:\.(\d+))?\]")
EVAL = re.compile(r"\[%eval\s+(?:#(-?\d+)|(-?\d+(?:\.\d+)?))(?:,\d+)?\]")


def run(*arguments, check=True, timeout=300, **options):
    """Run the program; text in and out unless told otherwise. `check` demands exit code 0."""
    options.setdefault("text", True)
    done = subprocess.run([str(IGN), *map(str, arguments)], capture_output=True, timeout=timeout, **options)
    assert not check or done.returncode == 0, f"exit {done.returncode}: {done.stderr}"
    return done


def convert(inputs, out, *options, **keywords):
    """Convert quietly and return the output's path."""
    inputs = inputs if isinstance(inputs, (list, tuple)) else [inputs]
    run("convert", *inputs, "-o", out, "--progress=off", *options, **keywords)
    return out


def rows(path):
    """The rows as dicts; `tags` is a list of pairs as in the file."""
    return pyarrow.parquet.read_table(path).to_pylist()


def read_bytes(path):
    """A file's text as bytes, decompressed where it is zstd."""
    data = pathlib.Path(path).read_bytes()
    if str(path).endswith(".zst"):
        reader = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True)
        return reader.read()
    return data


def decode_text(data):
    """UTF-8 where it is, else windows-1252 with what that leaves undefined kept."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


class BareGame(chess.pgn.Game):
    """A game whose headers are those of the text alone, without the roster filled in."""

    def __init__(self, headers=None):
        super().__init__(headers or {})


class Builder(chess.pgn.GameBuilder):
    """As python-chess reads a game, but quiet: errors are kept in the game, not logged."""

    def __init__(self):
        super().__init__(Game=BareGame)

    def handle_error(self, error):
        self.game.errors.append(error)


def read_games(text, limit=None):
    """python-chess's games of a text, one after another."""
    handle = io.StringIO(text)
    count = 0
    while limit is None or count < limit:
        game = chess.pgn.read_game(handle, Visitor=Builder)
        if game is None:
            return
        count += 1
        yield game


def int16_or_none(text):
    """A rating or a rating difference, None for what is no whole number that fits."""
    if text is None or not re.fullmatch(r"[+-]?\d+", text) or abs(int(text)) > 32767:
        return None
    return int(text)


def date_or_none(text):
    try:
        return datetime.datetime.strptime(text or "", "%Y.%m.%d").date()
    except ValueError:
        return None


def moment_or_none(date, time):
    try:
        return datetime.datetime.strptime(f"{date} {time}", "%Y.%m.%d %H:%M:%S").replace(
            tzinfo=datetime.timezone.utc)
    except ValueError:
        return None


def clock_columns(comments, black_begins=False):
    """(clock_scale, spent_white, spent_black) by the comments of each ply."""
    found = [CLOCK.search(comment) for comment in comments]
    if not any(found):
        return None, None, None
    digits = max(len(match[4] or "") for match in found if match)
    scale = 10**digits
    sides = []
    for side in (0, 1):
        spent, before = [], None
        for match in found[side ^ black_begins :: 2]:
            if not match:
                spent.append(None)
                continue
            hours, minutes, seconds = (int(match[k]) for k in (1, 2, 3))
            clock = (hours * 3600 + minutes * 60 + seconds) * scale
            clock += int((match[4] or "").ljust(digits, "0") or 0)
            spent.append(clock if before is None else before - clock)
            before = clock
        sides.append(spent)
    return scale, sides[0], sides[1]


def eval_column(comments):
    """Centipawns, White's view; mates as 32768 - n and -32769 + n; None for a ply without."""
    found = [EVAL.search(comment) for comment in comments]
    if not any(found):
        return None
    values = []
    for match in found:
        if not match:
            values.append(None)
        elif match[1]:
            mate = int(match[1])
            values.append(32768 - mate if mate > 0 else -32769 - mate)
        else:
            sign = -1 if match[2].startswith("-") else 1
            whole, _, part = match[2].lstrip("-").partition(".")
            values.append(sign * (int(whole) * 100 + int(part.ljust(2, "0")[:2])))
    return values


def start_board(game):
    return game.board()


def expected_row(game, numbering="pseudo-legal"):
    """The row that a well-formed game of the dumps must become, by column; extra tags as a dict."""
    tags = dict(game.headers)
    line = list(game.mainline())
    board = start_board(game)
    standard = board.fen() == chess.STARTING_FEN
    moves = [node.move for node in line]
    comments = [node.comment for node in line]
    number = ign_ref.encode(board, moves, numbering) if ign_ref else None
    row = {name: tags.get(name) for name in TEXT_COLUMNS}
    row |= {name: int16_or_none(tags.get(name)) for name in NUMBER_COLUMNS}
    row["Result"] = tags.get("Result")
    row["UTCDate"] = date_or_none(tags.get("UTCDate"))
    row["UTCDateTime"] = moment_or_none(tags.get("UTCDate"), tags.get("UTCTime"))
    row["FEN"] = None if standard else tags.get("FEN")
    row["plies"] = len(moves)
    if number is not None:
        row["ign"] = number.to_bytes((number.bit_length() + 7) // 8, "little")
        row["ign8"] = ign_ref.encode(board, moves[:8], numbering) if standard else None
    row["clock_scale"], row["spent_white"], row["spent_black"] = clock_columns(
        comments, board.turn == chess.BLACK)
    row["eval"] = eval_column(comments)
    row["numbering"] = numbering
    row["error"] = None
    known = {*TEXT_COLUMNS, "Result", "UTCDate", "UTCTime", "FEN", *NUMBER_COLUMNS}
    extra = {name: value for name, value in tags.items() if name not in known}
    extra |= {name: tags[name] for name in NUMBER_COLUMNS if name in tags and row[name] is None}
    if "UTCDate" in tags and row["UTCDate"] is None:
        extra["UTCDate"] = tags["UTCDate"]
    if "UTCTime" in tags and row["UTCDateTime"] is None:
        extra["UTCTime"] = tags["UTCTime"]
    row["tags"] = extra
    return row
