"""The history of a file follows its renames: `git log --follow` reaches the name before (tools/renames.txt)."""

import collections
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = 4  # renames that are followed: each takes up to a second


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout


def has_history() -> bool:
    """Return whether commits are there: an unpacked archive and a shallow clone have none before the first."""
    return (
        int(git("rev-list", "--count", "HEAD") or 0) > 1
        and git("rev-parse", "--is-shallow-repository") == "false\n"
    )


def renames() -> list[tuple[str, str]]:
    """Return (path before, path today) of the modules that moved without being joined with others."""
    table = (ROOT / "tools/renames.txt").read_text().split("# joined later")[0]
    rows = re.findall(r"(?m)^([\w.]+) -> ([\w.]+)(?: *#.*)?$", table)
    counts = collections.Counter(new for _, new in rows)
    rows = [(old, new) for old, new in rows if counts[new] == 1]
    paths = [tuple(f"gelenk/{name.replace('.', '/')}.py" for name in row) for row in rows]
    return [(old, new) for old, new in paths if (ROOT / new).is_file() and not (ROOT / old).is_file()]


def test_git_follows_files_over_their_renames():
    if not has_history():
        pytest.skip("there is no git history")
    found = renames()
    assert len(found) > 140
    for old, new in found[:: -(-len(found) // SAMPLES)]:
        log = git("log", "--follow", "--name-status", "--format=", "--", new)
        # the commit that renames the file, and an older one that changes the file under its old name
        assert re.search(rf"(?ms)^R\d+\t{old}\t.*^(A|M|R\d+)\t(\S+\t)?{old}$", log), (
            f"{new} is cut off from {old}"
        )
