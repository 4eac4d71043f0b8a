"""Getting the peers into build/peers, with cargo and npm alone; nothing is done twice."""

import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PEERS = ROOT / "build" / "peers"
REFERENCE_SOURCE = ROOT / ".." / "shared" / "tools" / "replay-reference"
AIX_VERSION = "0.1.1"
DUCKDB_PACKAGE = "@duckdb/node-bindings-linux-x64@1.4.4-r.3"  # the version that pgn-to-aix locks


def run(command, **options):
    subprocess.run([str(word) for word in command], check=True, **options)


def reference():
    """`shak`, the fastest known legal replay; None where it cannot be had."""
    program = PEERS / "reference" / "release" / "shak"
    if not program.exists():
        if not shutil.which("cargo") or not REFERENCE_SOURCE.is_dir():
            return None
        run(["cargo", "build", "--release", "--locked", "--manifest-path", REFERENCE_SOURCE / "Cargo.toml",
             "--target-dir", PEERS / "reference"])
    return program


def crate_source(name, version):
    """The unpacked source of a published crate: cargo fetches it to tell about it."""
    run(["cargo", "info", "--quiet", f"{name}@{version}"], stdout=subprocess.DEVNULL)
    home = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo"))
    return next((home / "registry" / "src").glob(f"*/{name}-{version}"))


def prebuilt_duckdb():
    """The folder of a ready-made libduckdb.so; compiling the bundled one takes the better part of an hour."""
    folder = PEERS / "duckdb"
    if not (folder / "package" / "libduckdb.so").exists():
        folder.mkdir(parents=True, exist_ok=True)
        run(["npm", "pack", "--silent", DUCKDB_PACKAGE], cwd=folder, stdout=subprocess.DEVNULL)
        (archive,) = folder.glob("*.tgz")
        run(["tar", "xzf", archive.name], cwd=folder)
        archive.unlink()
    return folder / "package"


def pgn_to_aix(jobs=1):
    """The command of `pgn-to-aix`, built against the ready-made DuckDB; None where it cannot be had."""
    source = PEERS / "pgn-to-aix"
    program = source / "target" / "release" / "pgn-to-aix"
    command = ["env", f"LD_LIBRARY_PATH={PEERS / 'duckdb' / 'package'}", program]
    if program.exists():
        return command
    if not shutil.which("cargo") or not shutil.which("npm"):
        return None
    library = prebuilt_duckdb()
    if source.exists():
        shutil.rmtree(source)
    shutil.copytree(crate_source("pgn-to-aix", AIX_VERSION), source)
    manifest = source / "Cargo.toml"
    text = manifest.read_text(encoding="utf-8")
    assert 'features = ["bundled"]' in text
    manifest.write_text(text.replace('features = ["bundled"]', "features = []") + "\n[workspace]\n",
                        encoding="utf-8")
    environment = {**os.environ, "DUCKDB_LIB_DIR": str(library), "DUCKDB_INCLUDE_DIR": str(library)}
    run(["nice", "-n", "19", "cargo", "build", "--release", "-j", str(jobs)], cwd=source,
        env=environment)
    return command
