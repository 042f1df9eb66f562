"""The tables of the corpus, as text: totals by package, the files that say something else here."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from tests.corpus.compare import Verdict
from tests.corpus.files import Robot
from tests.corpus.packages import KNOWN

Results = list[tuple[Robot, Verdict]]

# causes of a refusal by its message, in the order in which they are tried
CAUSES = (
    (
        "has meshes in a format that 3.5.0 does not read",
        r"\.(dae|glb|gltf|stp|step)'|decoder|unknown mesh|mesh file extension",
    ),
    ("names a file that the package does not have", r"opening file|not found: '|resource not found"),
    (
        "has an element or attribute that 3.5.0 does not know",
        r"unrecognized (element|attribute)|invalid keyword",
    ),
    ("names an element that is not there", r"unrecognized name|unknown .* name|not found"),
    ("has a moving body without mass", r"mass and inertia of moving bodies"),
    ("lacks an element or attribute that 3.5.0 requires", r"missing (element|attribute)|required"),
)
INTRODUCTION = """\
Written by `python -m tests.corpus.run --write`: every MJCF and URDF file of these packages, loaded and stepped 200
times by 3.5.0 and by Gelenk. Counts, names, masses, inertias, the settings of joints, geoms, tendons, actuators and
sensors, and positions after 1, 10, 50 and 200 steps are compared; `tests/corpus/compare.py` has the tolerances. A file
is chaotic where 3.5.0 itself, its positions pushed by 1e-8, ends 1e-4 away: it is judged up to there; four more pushes
are tried before its positions count as different. A URDF with meshes is loaded once more without them, since 3.5.0
finds few by `package://`. Gelenk has one contact for resting faces here, as 3.5.0 (bit 1 << 19 of `disableflags`)."""
LOADING = "How long files of five of these packages take to load and to step is in [Model files](corpus.md)."
NEWER = "loads in a later release only"
PART = "is a part of another file"


def cause(robot: Robot, verdict: Verdict, parts: set[str], newer: set[str]) -> str:
    """Why 3.5.0 refuses a file, in the words of the table."""
    if robot.name in newer:
        return NEWER
    if robot.path in parts:
        return PART
    return next((words for words, form in CAUSES if re.search(form, verdict.reason)), "has another error")


def totals(results: dict[str, Results], versions: dict[str, str]) -> list[str]:
    """The table of packages."""
    lines = [
        "| package | loads | 3.5.0 loads | Gelenk loads them | agree | chaotic before step 200 | only Gelenk loads |",
        "|---|---|---|---|---|---|---|",
    ]
    sums = np.zeros(6, int)
    for name, found in results.items():
        kinds = Counter(verdict.kind for _, verdict in found)
        both = kinds["agrees"] + kinds["differs"]
        chaotic = sum(verdict.chaotic for _, verdict in found)
        row = [
            len(found),
            both + kinds["refused here"],
            both,
            kinds["agrees"],
            chaotic,
            kinds["refused by 3.5.0"],
        ]
        sums += row
        lines.append(f"| {name} {versions[name]} | " + " | ".join(map(str, row)) + " |")
    return [*lines, f"| **{len(results)} packages** | " + " | ".join(f"**{n}**" for n in sums) + " |"]


def known(robot: Robot, verdict: Verdict) -> str:
    """Why a file comes out differently, as far as a reason is on record; a refusal has no excuse."""
    return KNOWN.get(robot.name, "") if verdict.kind == "differs" else ""


def different(results: dict[str, Results]) -> list[str]:
    """A line for each file that 3.5.0 loads, and that does not load here or comes out differently."""
    return [
        f"- {robot.name} {verdict.kind}: {known(robot, verdict) or verdict.reason}"
        for found in results.values()
        for robot, verdict in found
        if verdict.kind in ("differs", "refused here")
    ]


def unexplained(results: dict[str, Results]) -> list[str]:
    """The files that come out differently without a reason on record."""
    bad = ("differs", "refused here")
    return [r.name for found in results.values() for r, v in found if v.kind in bad and not known(r, v)]


def refused(results: dict[str, Results], parts: dict[str, set[str]], newer: set[str]) -> list[str]:
    """How many loads 3.5.0 refuses, by cause."""
    causes = Counter(
        cause(robot, verdict, parts[name], newer)
        for name, found in results.items()
        for robot, verdict in found
        if verdict.kind.startswith("refused by")
    )
    return [f"- {count}: the file {words}" for words, count in causes.most_common()]


def page(results, versions, parts, newer, newest: str) -> list[str]:
    """The section of docs/status.md."""
    shown = different(results)
    return [
        *INTRODUCTION.splitlines(),
        "",
        *totals(results, versions),
        "",
        *(["Different, and why:", "", *shown] if shown else ["No file differs."]),
        "",
        "Refused by 3.5.0" + (f" ({newest} was tried as well)" if newest else "") + ":",
        "",
        *refused(results, parts, newer),
        "",
        LOADING,
    ]
