"""The README's examples give what it shows: commands of the shell and SQL, in its order, in a folder like a fresh clone.

Times and sizes in bytes are left out of the comparison: they are those of a machine and of a version.
"""

import os
import re
import subprocess

import duckdb

import support

# Too slow here, or of another folder; tests of their own have them.
SKIPPED = ("ign annotate", "awk -v RS= '/White \"Legal/ { getline; print }' build/evals.pgn", "ign bench", "build/examples")
BOX = "┌│├└"


def blocks(text):
    """The indented parts of the page, each a list of lines."""
    for part in re.findall(r"(?:^(?:    .*)?\n)+", text, re.MULTILINE):
        lines = [line[4:] for line in part.rstrip().splitlines()]
        while lines and not lines[0]:
            lines.pop(0)
        if lines:
            yield lines


def examples(lines):
    """(kind, source, output) of each example of a block; the kinds are `sh`, `sql` and `py`."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append(("sh", [line[2:]], []))
        elif line.startswith("duckdb.sql("):
            found.append(("py", [line], []))
        elif re.match("SELECT |CREATE ", line) and not (found and found[-1][0] == "sql" and not found[-1][2]):
            found.append(("sql", [line], []))
        elif found:
            kind, source, output = found[-1]
            goes_on = source[-1].endswith("\\") if kind == "sh" else kind == "sql" and line[:1] not in BOX and not output
            (source if goes_on else output).append(line)
    return [(kind, "\n".join(source), "\n".join(output).strip("\n")) for kind, source, output in found]


def settled(text):
    text = re.sub(r"[\d.]+ s, [\d,]+ games/s", "TIME", text)
    text = re.sub(r'(?m)^\{"games":.*\n(?=\{"games":)', "", text)  # a line a second
    text = re.sub(r'"(seconds\w*|input_bytes\w*)":[\d.]+', r'"\1":N', text)
    text = re.sub(r"\S+: [\d,]+ bytes, [\d.]+ a game", "SIZE", text)
    text = re.sub(r"(?m)^(  \S.{14,24}\s)[\d,.\s]{20,}", r"\1 N ", text)  # the columns of `ign info`
    text = re.sub(r"resumed: [\d,]+ games", "resumed: N games", text)
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def test_examples_give_what_the_readme_shows(tmp_path, monkeypatch):
    (tmp_path / "build").mkdir()
    (tmp_path / "datasets").symlink_to(support.DATASETS)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/ign").symlink_to(support.IGN)
    monkeypatch.chdir(tmp_path)  # DuckDB's paths are relative too
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    connection = duckdb.connect()
    wrong, seen = [], 0
    for kind, source, output in (example for lines in blocks((support.ROOT / "README.md").read_text(encoding="utf-8"))
                                 for example in examples(lines)):
        if source.startswith(SKIPPED):
            continue
        seen += 1
        if kind == "py":
            eval(source, {"duckdb": connection})  # our own page
            continue
        if kind == "sql":
            statements = [s for s in re.split(r";\n", source) if s.strip()]
            for statement in statements[:-1]:
                connection.sql(statement)
            got = str(connection.sql(statements[-1]))
        else:
            got = subprocess.run(["bash", "-c", source], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 text=True, timeout=120, check=False).stdout
        if settled(got) != settled(output):
            wrong.append((source, settled(got), settled(output)))
    assert not wrong, wrong
    assert seen > 45
