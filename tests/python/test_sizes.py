"""No column takes more bytes than bench/sizes.csv says, and the files are as small as is promised.

`bench/sizes.py` writes that file anew, which belongs into a change that makes something smaller, or
larger for a good reason.
"""

import sys

import pytest

import support

sys.path.insert(0, str(support.ROOT / "bench"))
import sizes  # noqa: E402

# Of a column: a little more is no reason to stop, as long as the whole does not grow.
COLUMN_TOLERANCE, WHOLE_TOLERANCE, ROUNDING = 1.02, 1.003, 0.05


@pytest.fixture(scope="module")
def measured():
    """name -> (text, games, {column: bytes}), each measured once."""
    done = {}

    def measure(name):
        if support.SANITIZED and sizes.LEVELS[name] > 3:
            pytest.skip("level 19 takes minutes, within zstd; test_differential converts these games")
        if name not in done:
            text = sizes.text_of(name, support.IGN)
            if text is None:
                pytest.skip("../shared is missing")
            done[name] = text, *sizes.measure(name, text, support.IGN)
        return done[name]

    return measure


def whole(columns):
    return sum(size for column, size in columns.items() if not column.startswith("("))


@pytest.mark.parametrize("name", sizes.LEVELS)
def test_nothing_grows(name, measured):
    text, games, columns = measured(name)
    recorded = sizes.recorded()[name]
    assert abs(len(text) / games - recorded[sizes.TEXT]) < 0.01, "other games: run bench/sizes.py"
    per_game = {column: size / games for column, size in columns.items()}
    grown = {column: (recorded.get(column), round(size, 3)) for column, size in per_game.items()
             if size > recorded.get(column, 0) * COLUMN_TOLERANCE + ROUNDING}
    assert not grown, "more bytes per game than in bench/sizes.csv: {column: (before, now)}"
    assert whole(per_game) <= whole(recorded) * WHOLE_TOLERANCE


def test_dumps_take_less_than_half_of_zstd(measured):
    text, games, columns = measured("dumps")
    compressed = sizes.zstd_19(text)
    assert whole(columns) <= 0.45 * compressed
    assert columns["layout"] + columns["rest"] <= 4 * games
    # Of the other sets, where zstd takes minutes, the figure is recorded.
    assert abs(compressed / games - sizes.recorded()["dumps"][sizes.ZSTD_19]) < 1


@pytest.mark.parametrize("name", ["otb", "engine"])
def test_annotated_games_take_less_than_zstd(name, measured):
    _, games, columns = measured(name)
    assert whole(columns) + 10_000 <= sizes.recorded()[name][sizes.ZSTD_19] * games  # with a footer

