"""`cmake --install` into a fresh prefix, and the examples built against what is there."""

import subprocess

import pytest

import board_games
import support

BUILD = support.IGN.parent


def quietly(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    if not (BUILD / "cmake_install.cmake").exists():
        pytest.skip(f"{support.IGN} is not in a build folder")
    prefix = tmp_path_factory.mktemp("prefix")
    quietly("cmake", "--install", BUILD, "--prefix", prefix)
    return prefix


@pytest.fixture(scope="module")
def examples(prefix, tmp_path_factory):
    build = tmp_path_factory.mktemp("examples")
    # As far as the search goes only what is installed and the system: not this clone.
    quietly("cmake", "-S", support.ROOT / "examples", "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
            "-DCMAKE_BUILD_TYPE=Debug")
    quietly("cmake", "--build", build)
    return build


def test_the_installed_program_runs(prefix):
    assert quietly(prefix / "bin" / "ign", "encode", "f3", "e5", "g4", "Qh4") == "143395\n"


def test_only_headers_of_the_interface_are_installed(prefix):
    headers = sorted(path.relative_to(prefix / "include") for path in (prefix / "include").rglob("*.h*"))
    ours = sorted(path.relative_to(support.ROOT / "include") for path in (support.ROOT / "include").rglob("*.h*"))
    assert headers == ours


def test_the_package_does_not_name_the_clone(prefix):
    for path in prefix.rglob("*.cmake"):
        text = path.read_text(encoding="utf-8").replace(str(support.ROOT / ".venv"), "")
        assert str(support.ROOT) not in text, path


def test_cpp_example(examples, tmp_path):
    out = quietly(examples / "openings", support.DATASETS / "famous.pgn", tmp_path / "famous.parquet", "e4", "e5", "f4")
    text = (support.DATASETS / "famous.pgn").read_text(encoding="utf-8")
    games = [[node.move.uci() for node in game.mainline()][:3] for game in support.read_games(text)]
    count = games.count(["e2e4", "e7e5", "f2f4"])
    assert count > 0
    assert out == f"{len(games)} games, 0 rejected\n{count} begin with e4 e5 f4 \n"


def test_c_example(examples):
    assert quietly(examples / "numbers", "e2e4", "c7c5", "g1f3") == "5714 is e4 c5 Nf3\n"


class Nim:
    def __init__(self, heaps=(3, 4, 5)):
        self.heaps = heaps

    def moves(self):
        return ["abc"[heap] + str(taken + 1) for heap in range(3) for taken in range(self.heaps[heap])]

    def play(self, move):
        heaps = list(self.heaps)
        heaps["abc".index(move[0])] -= int(move[1])
        return Nim(tuple(heaps))


def test_game_of_ones_own(examples):
    line = ["b4", "c5", "a2", "a1"]
    expected = f"{board_games.number(Nim(), line)} is {' '.join(line)}; {board_games.perft(Nim(), 3)} lines of three moves\n"
    assert quietly(examples / "nim", *line) == expected
    done = subprocess.run([examples / "nim", "b4", "b1"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "illegal move at ply 2: b1" in done.stderr


def test_the_page_shows_the_example():
    """The code of docs/add-a-game.md is examples/nim.cpp, word for word."""
    page = (support.ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    code = (support.ROOT / "examples" / "nim.cpp").read_text(encoding="utf-8")
    blocks = [block.split("\n```")[0] for block in page.split("```cpp\n")[1:]]
    assert blocks
    for block in blocks:
        assert block in code, block
    game = code[code.index("/// Nim with"):code.index("// That is all of the game")]
    assert game.strip() in page and game.count("\n") < 60


def test_pkg_config(prefix, tmp_path):
    text = (prefix / "lib" / "pkgconfig" / "ign.pc")
    if not text.exists():
        text = next(prefix.rglob("ign.pc"))
    flags = dict(line.split(": ", 1) for line in text.read_text(encoding="utf-8").splitlines() if ": " in line)
    assert flags["Libs"] == "-L${libdir} -lign"
    library = next(prefix.rglob("libign.so"))
    quietly("cc", "-std=c99", "-I", prefix / "include", support.ROOT / "examples" / "numbers.c", "-L", library.parent,
            "-lign", f"-Wl,-rpath,{library.parent}", "-o", tmp_path / "numbers")
    assert quietly(tmp_path / "numbers", "f3", "e5", "g4", "Qh4") == "143395 is f3 e5 g4 Qh4#\n"
