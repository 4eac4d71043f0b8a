"""The cases of ../shared/cases, by their own checker; what may fail is listed in tests/cases/exceptions.tsv."""

import re
import subprocess
import sys

import pytest

import support

EXCEPTIONS = support.ROOT / "tests" / "cases" / "exceptions.tsv"


def exceptions():
    """{id: reason} of the cases that do not pass yet."""
    lines = EXCEPTIONS.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if line and not line.startswith("#"))


@pytest.fixture(scope="session")
def outcomes(shared):
    """{id: what the checker says, 'ok' where it passes}."""
    done = subprocess.run(
        [sys.executable, shared / "tools" / "check_cases.py", "--ign", support.IGN, "--cases",
         shared / "cases", "-v"], capture_output=True, text=True, timeout=1200)
    found = dict(re.findall(r"^(\d{3}) [\w-]+ +(.*)$", done.stdout, re.M))
    assert re.search(r"^\d+ passed, \d+ failed$", done.stdout, re.M), done.stdout[-500:] + done.stderr[-500:]
    return found


def case_ids():
    table = support.SHARED / "cases" / "cases.tsv"
    if not table.exists():
        return [pytest.param("", marks=pytest.mark.skip("../shared is missing"))]
    return [line.split("\t")[0] for line in table.read_text(encoding="utf-8").splitlines()[1:] if line]


@pytest.mark.parametrize("case", case_ids())
def test_case(case, outcomes):
    listed = exceptions().get(case)
    if support.SANITIZED and re.fullmatch(r"used \d+ MB, more than \d+", outcomes[case]):
        pytest.skip("a sanitizer needs memory of its own")
    if listed is None:
        assert outcomes[case] == "ok"
    else:
        assert outcomes[case] != "ok", f"passes now: take it off {EXCEPTIONS.name} ({listed})"


def test_exceptions_are_few_and_exist(shared):
    ids = set(case_ids())
    assert set(exceptions()) <= ids
    assert all(exceptions().values()), "an exception needs its reason"
    assert len(ids) - len(exceptions()) >= 160
