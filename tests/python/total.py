#!/usr/bin/env python3
"""Add up JUnit reports: the last line is `N passed, N failed, N skipped`, kept in total.txt beside them.

A report that is missing or holds no test counts as a failure: a runner that died must not pass.
"""

import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def counts(path):
    """(passed, failed, skipped) of one report."""
    try:
        cases = list(ElementTree.parse(path).iter("testcase"))
    except (OSError, ElementTree.ParseError) as error:
        print(f"{path}: no test report ({error})")
        return 0, 1, 0
    if not cases:
        print(f"{path}: no test ran")
        return 0, 1, 0
    failed = sum(
        1 for case in cases if case.find("failure") is not None or case.find("error") is not None
    )
    skipped = sum(1 for case in cases if case.find("skipped") is not None)
    return len(cases) - failed - skipped, failed, skipped


def main():
    reports = [pathlib.Path(argument) for argument in sys.argv[1:]]
    passed, failed, skipped = (sum(column) for column in zip(*map(counts, reports)))
    line = f"{passed} passed, {failed} failed, {skipped} skipped"
    (reports[0].parent / "total.txt").write_text(line + "\n", encoding="utf-8")
    print(line)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
