"""Slow and plain board games, written apart from the program: what its numbers and counts are judged by.

A game is a class with `moves()` (the texts of the possible moves, in the stated order) and `play(text)`,
which gives the next position.
"""


class TicTacToe:
    name = "tic-tac-toe"
    LINES = ("012", "345", "678", "036", "147", "258", "048", "246")

    def __init__(self, board="." * 9, player="x"):
        self.board, self.player = board, player

    def moves(self):
        for line in self.LINES:
            if len({self.board[int(i)] for i in line} | {"."}) == 2 and "." not in (self.board[int(i)] for i in line):
                return []
        return [str(i + 1) for i in range(9) if self.board[i] == "."]

    def play(self, move):
        i = int(move) - 1
        return TicTacToe(self.board[:i] + self.player + self.board[i + 1:], "o" if self.player == "x" else "x")


class ConnectFour:
    name = "connect-four"

    def __init__(self, columns=("",) * 7, player="x"):
        self.columns, self.player = columns, player

    def disc(self, column, row):
        return self.columns[column][row] if 0 <= column < 7 and 0 <= row < len(self.columns[column]) else None

    def is_won(self):
        for column in range(7):
            for row in range(6):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    four = {self.disc(column + k * dx, row + k * dy) for k in range(4)}
                    if len(four) == 1 and None not in four:
                        return True
        return False

    def moves(self):
        return [] if self.is_won() else [str(i + 1) for i in range(7) if len(self.columns[i]) < 6]

    def play(self, move):
        columns = list(self.columns)
        columns[int(move) - 1] += self.player
        return ConnectFour(tuple(columns), "o" if self.player == "x" else "x")


class Othello:
    name = "othello"
    STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    START = {"d4": "white", "e5": "white", "d5": "black", "e4": "black"}

    def __init__(self, board=None, player="black"):
        self.board = dict(self.START) if board is None else board
        self.player = player

    @staticmethod
    def opponent(player):
        return "white" if player == "black" else "black"

    def taken(self, square, player):
        taken = []
        if square in self.board:
            return taken
        for dx, dy in self.STEPS:
            x, y, line = ord(square[0]) + dx, ord(square[1]) + dy, []
            while self.board.get(chr(x) + chr(y)) == self.opponent(player):
                line.append(chr(x) + chr(y))
                x, y = x + dx, y + dy
            if self.board.get(chr(x) + chr(y)) == player:
                taken += line
        return taken

    def placements(self, player):
        return [file + rank for rank in "12345678" for file in "abcdefgh" if self.taken(file + rank, player)]

    def moves(self):
        own = self.placements(self.player)
        return own or (["pass"] if self.placements(self.opponent(self.player)) else [])

    def play(self, move):
        board = dict(self.board)
        if move != "pass":
            board[move] = self.player
            for square in self.taken(move, self.player):
                board[square] = self.player
        return Othello(board, self.opponent(self.player))


GAMES = [TicTacToe, ConnectFour, Othello]


def number(game, line, resign=False):
    """The number of a line of move texts (a last one may be `resign`), by the definition."""
    digits = []
    for move in line:
        moves = game.moves() + ["resign"] * (resign and bool(game.moves()))
        digits.append((moves.index(move) + 1, len(moves)))
        if move != "resign":
            game = game.play(move)
    value = 0
    for place, count in reversed(digits):
        value = value * count + place
    return value


def perft(game, depth):
    moves = game.moves()
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(perft(game.play(move), depth - 1) for move in moves)


def random_line(game, random, length):
    line = []
    while len(line) < length and game.moves():
        line.append(random.choice(game.moves()))
        game = game.play(line[-1])
    return line
