"""Writes WTHOR files of made-up Othello games: random moves, played to the end; the same bytes every time.

    .venv/bin/python datasets/make_othello.py datasets/othello
"""

import pathlib
import random
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "python"))
import board_games  # noqa: E402

PLAYERS = ["?", "Amberdisc Nora", "Cornerlake Paul", "Edgewood Mia", "Flipstone Karl", "Parity Jane", "Wedge Olaf"]
TOURNAMENTS = ["?", "Made-up Open", "Sample Cup"]


def header(records=0, names=0, year=2001):
    return struct.pack("<4BIHHBBBB", 20, 1, 1, 1, records, names, year, 8, 0, 0, 0)


def name_file(names, size):
    return header(names=len(names)) + b"".join(name.encode("cp1252").ljust(size, b"\0") for name in names)


def record(dice):
    line = board_games.random_line(board_games.Othello(), dice, 120)
    game = board_games.Othello()
    for move in line:
        game = game.play(move)
    score = list(game.board.values()).count("black")
    moves = bytes(int(move[1]) * 10 + ord(move[0]) - ord("a") + 1 for move in line if move != "pass")
    black, white = dice.sample(range(1, len(PLAYERS)), 2)
    return struct.pack("<HHHBB", dice.randrange(1, len(TOURNAMENTS)), black, white, score, score) + moves.ljust(60, b"\0")


def main(folder):
    dice = random.Random("othello")
    folder.mkdir(exist_ok=True)
    records = [record(dice) for _ in range(100)]
    (folder / "WTH_2001.wtb").write_bytes(header(records=len(records)) + b"".join(records))
    (folder / "WTHOR.JOU").write_bytes(name_file(PLAYERS, 20))
    (folder / "WTHOR.TRN").write_bytes(name_file(TOURNAMENTS, 26))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
