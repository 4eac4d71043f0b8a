"""Makes numbers.tsv: games of every kind and their numbers, by python-chess and by the slow games of
tests/python/board_games.py, never by the program.

    .venv/bin/python tests/golden/make_golden.py >tests/golden/numbers.tsv

The file is frozen: a number once in it stays what it is. This script is kept to show where they come from.
"""

import pathlib
import random
import sys

import chess
import chess.pgn

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "python"))
import board_games  # noqa: E402

PROMOTIONS = [None, chess.BISHOP, chess.KNIGHT, chess.QUEEN, chess.ROOK]  # in the order of the number
HEADER = ["kind", "game", "fen", "moves", "ends", "numbering", "number"]
POSITIONS = {
    "promotion": ["8/PPPPPPP1/8/2k5/5K2/8/1ppppppp/8 w - - 0 1", "rn1qkb1r/P5PP/8/8/8/8/p5pp/RN1QKB1R b KQkq - 3 40"],
    "en passant": ["4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
                   "8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 2", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"],
    "pins and checks": ["4r1k1/8/8/b7/8/2N5/3QB3/r1N1K2R w K - 0 1", "3rk3/8/8/8/1b2q2b/8/3PPP2/R3KB1R w KQ - 4 9"],
    "castling": ["r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1", "r3k2r/8/8/4b3/8/8/8/R3K2R w Kq - 1 1"],
    "counters": ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 31"],
}


def order(move):
    return move.from_square, move.to_square, PROMOTIONS.index(move.promotion)


def digits_of(board, line, numbering, resigns, offered):
    board, digits = board.copy(), []
    for move in [*line, *[None] * resigns]:
        moves = sorted(board.legal_moves if numbering == "legal" else board.pseudo_legal_moves, key=order)
        count = len(moves) + offered
        digits.append((count if move is None else moves.index(move) + 1, count))
        if move is not None:
            board.push(move)
    return digits


def value(digits):
    number = 0
    for place, count in reversed(digits):
        number = number * count + place
    return number


def random_moves(board, source, plies):
    board, line = board.copy(), []
    while len(line) < plies and any(board.legal_moves):
        moves = sorted(board.legal_moves, key=order)
        special = [move for move in moves if move.promotion or board.is_en_passant(move) or board.is_castling(move)]
        line.append(source.choice(special if special and source.random() < 0.7 else moves))
        board.push(line[-1])
    return line


def chess_lines(kind, board, line):
    end = board.copy()
    for move in line:
        end.push(move)
    words = " ".join(board.uci(move) if not board.chess960 else move.uci() for move, board in walk(board, line))
    endings = ["", "resign"] if any(end.legal_moves) else [""]
    name = "chess960" if board.chess960 else "chess"
    fen = board.fen(en_passant="fen")
    fen = "" if fen == chess.STARTING_FEN else fen
    for numbering in ("pseudo-legal", "legal"):
        yield kind, name, fen, words, "", numbering, value(digits_of(board, line, numbering, False, 0))
        for ending in endings:
            digits = digits_of(board, line, numbering, bool(ending), 1)
            yield kind, name, fen, words, ending, numbering + "+resign", value(digits)


def walk(board, line):
    board = board.copy()
    for move in line:
        yield move, board
        board.push(move)


def rows():
    source = random.Random("golden numbers")
    with open(ROOT / "datasets" / "famous.pgn", encoding="utf-8") as text:
        while (game := chess.pgn.read_game(text)) is not None:
            yield from chess_lines("famous", game.board(), [node.move for node in game.mainline()])
    yield from chess_lines("empty", chess.Board(), [])
    for plies in (1, 2, 8, 9, 33, 80, 120, 240):
        yield from chess_lines("random", chess.Board(), random_moves(chess.Board(), source, plies))
    knights = [chess.Move.from_uci(word) for word in ("g1f3", "g8f6", "f3g1", "f6g8")]
    yield from chess_lines("long", chess.Board(), knights * 300)
    for kind, fens in POSITIONS.items():
        for fen in fens:
            for plies in (3, 25):
                board = chess.Board(fen)
                yield from chess_lines(kind, board, random_moves(board, source, plies))
    for start in (0, 18, 356, 518, 692, 959):
        board = chess.Board.from_chess960_pos(start)
        board.chess960 = True
        yield from chess_lines("chess960", board, random_moves(board, source, 60))
    for game in board_games.GAMES:
        for length in (0, 1, 9, 30, 200):
            line = board_games.random_line(game(), source, length)
            words = " ".join(line)
            end = game()
            for move in line:
                end = end.play(move)
            yield "board game", game.name, "", words, "", "", board_games.number(game(), line)
            for ending in ([], ["resign"]) if end.moves() else ([],):
                number = board_games.number(game(), line + ending, resign=True)
                yield "board game", game.name, "", words, " ".join(ending), "+resign", number


if __name__ == "__main__":
    print("\t".join(HEADER))
    for row in rows():
        print("\t".join(map(str, row)))
