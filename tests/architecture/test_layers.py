"""The layers are one-way, as the #include lines show, and every source file is built.

    base <- codec <- game <- chess <- uci;  base <- pgn;  base <- io;  base <- tasks <- columnar;  convert joins;
    search on top of it; app above all
"""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)
ABOVE = {  # module -> the modules it may include
    "base": set(),
    "tasks": {"base"},
    "codec": {"base"},
    "game": {"base", "codec"},
    "chess": {"base", "codec", "game"},
    "uci": {"base", "codec", "game", "chess"},
    "wthor": {"base", "codec", "game"},
    "pgn": {"base"},
    "io": {"base"},
    "columnar": {"base", "tasks"},
    "convert": {"base", "codec", "game", "chess", "uci", "wthor", "pgn", "io", "columnar",
                "tasks"},
    "search": {"base", "tasks", "codec", "game", "chess", "pgn", "columnar", "convert"},
    "capi": {"base", "codec", "game", "chess", "io", "columnar", "convert"},
    "app": {"base", "codec", "game", "chess", "uci", "pgn", "io", "columnar", "convert", "search"},
}
LIBRARIES = {  # header prefix -> the only modules that may know it
    "arrow/": {"columnar"},
    "parquet/": {"columnar"},
    "zstd.h": {"io"},
    "boost/iostreams": {"io"},
    "boost/program_options": {"app"},
    "barkeep/": {"app"},
    "tbb/": {"tasks", "convert", "search"},  # thread-local state and task groups in the latter two
    "boost/multiprecision": {"codec", "app"},
}
PURE = {"base", "codec", "game", "wthor", "chess", "pgn"}  # no files, no terminal
STREAMS = {"iostream", "fstream", "cstdio", "stdio.h", "unistd.h", "fcntl.h", "filesystem"}


def module_files(module):
    folders = (ROOT / "include" / "ign" / module, ROOT / "src" / module)
    return sorted(path for folder in folders for path in folder.rglob("*.[ch]pp"))


def includes(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def included_module(path, name):
    """The module that a header belongs to, None if it is not ours."""
    if name.startswith("ign/"):
        return name.split("/")[1]
    target = (path.parent / name).resolve()
    for top in (ROOT / "src", ROOT / "include" / "ign"):
        if target.is_relative_to(top):
            return target.relative_to(top).parts[0] if target.exists() else None
    return None


@pytest.mark.parametrize("module", ABOVE)
def test_includes_point_one_way(module):
    files = module_files(module)
    assert files, f"module {module} has no files"
    wrong = []
    for path in files:
        for name in includes(path):
            target = included_module(path, name)
            if target not in {None, module, *ABOVE[module]}:
                wrong.append(f"{path.relative_to(ROOT)} includes {name}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("prefix", LIBRARIES)
def test_libraries_stay_in_their_module(prefix):
    wrong = [f"{path.relative_to(ROOT)} includes {name}"
             for module in ABOVE if module not in LIBRARIES[prefix]
             for path in module_files(module) for name in includes(path) if name.startswith(prefix)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("module", sorted(PURE))
def test_pure_modules_do_no_input_or_output(module):
    wrong = [f"{path.relative_to(ROOT)} includes {name}"
             for path in module_files(module) for name in includes(path) if name in STREAMS]
    assert not wrong, "\n".join(wrong)


def test_the_links_say_the_same():
    """DEPENDS in each module's CMakeLists names no module that its includes may not."""
    for module, allowed in ABOVE.items():
        text = (ROOT / "src" / module / "CMakeLists.txt").read_text(encoding="utf-8")
        linked = set(re.findall(r"\bign_([a-z]+)\b", text)) & set(ABOVE) - {module}
        assert linked <= allowed, f"{module} links {linked - allowed}"


@pytest.mark.parametrize("top", ["src", "tests", "bench"])
def test_every_source_file_is_built(top):
    """A file that no CMakeLists names is dead; a header that nobody includes is, too."""
    for path in sorted((ROOT / top).rglob("*.cpp")):
        folder = path.parent
        while not (folder / "CMakeLists.txt").exists():
            folder = folder.parent
        name = str(path.relative_to(folder))
        listed = re.findall(r"[\w./-]+\.cpp", (folder / "CMakeLists.txt").read_text(encoding="utf-8"))
        shared = re.findall(r"[\w./-]+\.cpp", (ROOT / "cmake" / "IgnModule.cmake").read_text(encoding="utf-8"))
        assert name in listed or f"/{path.relative_to(ROOT)}" in "".join(shared), f"{path} is not built"


def test_every_header_is_used():
    used = set()
    sources = [path for top in ("src", "include", "tests", "bench") for path in (ROOT / top).rglob("*.[ch]pp")]
    for path in sources:
        for name in includes(path):
            used.add((ROOT / "include" / name).resolve())
            used.add((path.parent / name).resolve())
    unused = [str(path.relative_to(ROOT)) for path in sources
              if path.suffix == ".hpp" and path.resolve() not in used]
    assert not unused, unused
