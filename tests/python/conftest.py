"""Fixtures of the Python tests."""

import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import support  # noqa: E402
from search_corpus import chess960, corpus  # noqa: E402, F401


def pytest_configure(config):
    if not support.IGN.exists():
        raise pytest.UsageError(f"{support.IGN} is missing: run ./dev build, or name another in IGN")
    if support.SANITIZED:
        # Its library would rather be loaded first, but comes after the shim of write faults, and into C programs
        # together with libign.so.
        os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"


@pytest.fixture(scope="session")
def shared():
    """The folder of real games and cases; tests that want it are skipped where it is missing."""
    if not support.SHARED.is_dir():
        pytest.skip("../shared is missing")
    return support.SHARED


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    """The converted sample of datasets/."""
    out = tmp_path_factory.mktemp("sample") / "sample.parquet"
    return support.convert(support.DATASETS / "sample.pgn.zst", out)


@pytest.fixture(scope="session")
def spark():
    os.environ["TZ"] = "UTC"
    from pyspark import sql  # here, since it is slow to load

    session = (sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
               .config("spark.sql.session.timeZone", "UTC").config("spark.driver.memory", "1g")
               .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
               .getOrCreate())
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
