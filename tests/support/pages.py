"""Run the code of a page in an empty folder: ``python -m tests.support.pages PAGE``.

    python    runs, all blocks of a page in one namespace
    xml       is a model, and loads
    cells     of notebooks run too, if called by hand: in tests the build of the site runs notebooks
    console   lines that begin with $ are commands: those of gelenk run; of others, the files that they name must exist

A block whose first line is a comment with a file name, ``# springs.py`` or ``<!-- arm.xml -->``, is written to that
file before later blocks run, and is not run.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w+|\{code-cell\} python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CELL = "{code-cell} python"
FILE = re.compile(r"(?:# |<!-- )(\w+\.\w+)(?: -->)?\n")
PROGRAMS = {"pip", "git"}  # commands that are not run, since they change the installation


class Block(NamedTuple):
    """A block of code: its language, its text, and the line at which it begins."""

    language: str
    text: str
    line: int

    @property
    def file(self) -> str | None:
        """Return the file name in the first line of the block, if there is one."""
        found = FILE.match(self.text)
        return found.group(1) if found else None


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page that run."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        if match.group(1) in ("python", "xml", "console", CELL):
            found.append(Block(match.group(1), match.group(2), text.count("\n", 0, match.start()) + 2))
    return found


def is_notebook(page: Path) -> bool:
    """Return whether the build of the site runs the page as a notebook."""
    return any(block.language == CELL for block in blocks(page))


def command(words: list[str]) -> None:
    """Run a command line, or check that its program and files exist."""
    given = dict(word.split("=", 1) for word in words if re.match(r"[A-Z_]+=", word))
    program, *rest = words[len(given) :]
    if program in PROGRAMS:
        return
    if program.startswith("bin/"):
        assert (ROOT / program).is_file(), program
        return
    assert program in ("gelenk", "python"), f"nobody knows the command {program}"
    if program == "python" and rest[0] != "-c" and not Path(rest[0]).is_file():
        assert (ROOT / rest[0]).is_file() or rest[0] == "-m", rest[
            0
        ]  # tools and benchmarks: they take minutes
        return
    start = ["-m", "gelenk.cli.main"] if program == "gelenk" else []
    given = {"GELENK_VIEWER": "off"} | given  # without a page in a browser, the command `view` would not end
    done = subprocess.run(
        [sys.executable, *start, *rest], env=os.environ | given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{shlex.join(words)}\n{done.stdout}{done.stderr}"


def run(page: Path) -> None:
    """Run every block of a page in the current folder."""
    import gelenk

    scope: dict = {"__name__": "__main__"}
    sys.path.insert(0, os.getcwd())
    for block in blocks(page):
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
        if block.language == "xml":
            if block.file:
                gelenk.MjModel.from_xml_path(block.file)
            else:
                gelenk.MjModel.from_xml_string(block.text)
        elif block.language == "console":
            for line in block.text.splitlines():
                if line.startswith("$ "):
                    command(shlex.split(line[2:], comments=True))
        elif not block.file:
            padding = "\n" * (block.line - 1)  # tracebacks name the line of the page
            exec(compile(padding + block.text, str(page), "exec"), scope)  # noqa: S102


if __name__ == "__main__":
    asked = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="gelenk-page-") as folder:
        os.chdir(folder)
        run(asked)
