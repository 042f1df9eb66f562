"""The figures of the home page and the README, read from the pages that the benchmarks write.

A figure is written once, on the page of its measurement. docs/conf.py hands figures to docs/index.md as substitutions;
the benchmarks and `python tools/render.py readme` write them into the README.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
# sentences of the README, with the names of their figures
IN_README = (
    "1/{faster_step} of the C engine's time",
    "{faster_step} times faster steps",
    "{faster_call} times faster calls",
    "320x240 in {picture} ms",
    "{robots} of {robots_reference} robot models** of {packages} packages",
    "{memory} of the memory",
)


class Figure(NamedTuple):
    """A number of the home page, and where it is measured."""

    page: str  # path below docs
    pattern: str  # regular expression of its line, with one or two groups
    shown: Callable[..., str]
    command: str


def _times(number: str) -> str:
    return f"{float(number):.1f}"


def _inverse(number: str) -> str:
    return f"{1 / float(number):.1f}"


FIGURES = {
    "faster_step": Figure(
        "performance.md", r"\| geometric mean \|.*?\*\*([\d.]+)x\*\*", _times, "python benchmarks/run.py"
    ),
    "faster_call": Figure(
        "calls.md",
        r"Geometric mean of all \d+ ratios: \*\*([\d.]+)\*\*",
        _inverse,
        "python benchmarks/calls.py",
    ),
    "calls": Figure("calls.md", r"Geometric mean of all (\d+) ratios", str, "python benchmarks/calls.py"),
    "memory": Figure("loading.md", r"memory\s+\*\*([\d.]+)\*\*", str, "python benchmarks/loading.py"),
    "picture": Figure(
        "guide/pictures.md",
        r"with shadows \| 64x64[^\n]*\n\| \| 320x240 \| ([\d.]+) ",
        str,
        "python benchmarks/rendering.py",
    ),
    "picture_reference": Figure(
        "guide/pictures.md",
        r"with shadows \| 64x64[^\n]*\n\| \| 320x240 \|[^|]*\|[^|]*\| ([\d.]+) ",
        str,
        "python benchmarks/rendering.py",
    ),
    "robots": Figure(
        "status.md",
        r"\*\*\d+ packages\*\* \| \*\*\d+\*\* \| \*\*\d+\*\* \| \*\*(\d+)\*\*",
        str,
        "python -m tests.corpus.run",
    ),
    "robots_reference": Figure(
        "status.md",
        r"\*\*\d+ packages\*\* \| \*\*\d+\*\* \| \*\*(\d+)\*\*",
        str,
        "python -m tests.corpus.run",
    ),
    "packages": Figure("status.md", r"\*\*(\d+) packages\*\*", str, "python -m tests.corpus.run"),
}


def read(figure: Figure) -> str:
    """Return a figure as the home page shows it."""
    found = re.search(figure.pattern, (DOCS / figure.page).read_text(encoding="utf-8"))
    if found is None:
        raise LookupError(f"docs/{figure.page} has no line that matches {figure.pattern}")
    return figure.shown(found.group(1))


def shown() -> dict[str, str]:
    """Return name -> number, for all figures."""
    return {name: read(figure) for name, figure in FIGURES.items()}


def write_between(page: Path, begin: str, end: str, lines: list[str]) -> None:
    """Put lines between two marks of a page."""
    before, rest = page.read_text(encoding="utf-8").split(begin)
    text = "\n".join([begin, *lines, end])
    page.write_text(before + text + rest.split(end)[1], encoding="utf-8")


def readme() -> str:
    """Return the README with the figures of the pages.

    Errors   LookupError: a sentence of IN_README is missing
    """
    text, numbers = (ROOT / "README.md").read_text(encoding="utf-8"), shown()
    for sentence in IN_README:
        parts = re.split(r"\{\w+\}", sentence)
        pattern, new = r"[\d.]+".join(map(re.escape, parts)), sentence.format(**numbers)
        text, count = re.subn(pattern, new, text)
        if not count:
            raise LookupError(f"README.md has no sentence like '{new}'")
    return text


def write_readme() -> None:
    """Write the figures of the pages into the README; benchmarks end with this."""
    (ROOT / "README.md").write_text(readme(), encoding="utf-8")
