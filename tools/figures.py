"""The figures of the home page and the README, read from the pages that the benchmarks write.

A figure is written once, on the page of its measurement; docs/conf.py hands them to docs/index.md as substitutions, and
tests/pages/test_answers.py compares those of the README.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).resolve().parents[1] / "docs"


class Figure(NamedTuple):
    """A number of the home page, and where it is measured."""

    page: str  # below docs
    pattern: str  # of its line, with one or two groups
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
