"""Migrate a model: rewrite its text so that another release moves it as before.

Documents: drop-in / Versions

    found = migrate("robot.xml", to="4.0.0")
    print(found.text)

The text is read with both meanings, each rule states what differs, and both are simulated side by side: the old text at
the old release, the old text at the new one, and the new text at the new one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from gelenk.errors import Error
from gelenk.migration.actuator_rules import actuators
from gelenk.migration.corrections import corrections
from gelenk.migration.flex_rules import elasticity
from gelenk.migration.motion import DURATION, Difference, difference, simulate
from gelenk.migration.names import names
from gelenk.migration.reading import read
from gelenk.migration.rules import defaults, margins, several_contacts, tendon_limits
from gelenk.migration.side_sites import side_sites
from gelenk.migration.sides import Change, Remark, Sides
from gelenk.migration.source_text import SourceText
from gelenk.tables.levels import release_number

RULES: tuple[Callable[[Sides], Any], ...] = (
    margins,
    actuators,
    tendon_limits,
    several_contacts,
    elasticity,
    defaults,
    names,
)


class Migration(NamedTuple):
    """A model rewritten for another release.

    text      the new text
    encoding  of the file it came from
    source    number of the release whose meaning the model had; target is that of the new one
    changes   attributes that were rewritten
    remarks   what the attributes of the new release cannot say
    moves     rule -> how far the new text moves differently without the changes of the rule
    before    difference of the motions of the old text at both releases
    after     difference of the old text at the old release and the new text at the new one
    """

    text: str
    encoding: str
    source: int
    target: int
    changes: tuple[Change, ...]
    remarks: tuple[Remark, ...]
    moves: dict[str, Difference]
    before: Difference
    after: Difference


def migrate(
    filename: str | os.PathLike[str],
    to: str = "4.0.0",
    from_: str = "3.5.0",
    *,
    within: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None = None,
    duration: float = DURATION,
    keyframe: int = -1,
    advance: Callable[[], object] | None = None,
) -> Migration:
    """Rewrite a model so that it moves at another release as it does at its own.

    filename  path of the model in MJCF
    to        release whose meaning the new text has
    from_     release whose meaning the model has
    within    folders outside of which no file is read; None: no restriction
    duration  simulated time of the comparisons [s]
    keyframe  index of the keyframe at which they start; -1: qpos0
    advance   function that is called after each of the simulations

    Returns   the new text, its changes, and how far the motions differ
    Errors    TypeError, ValueError: a release that no level has
              gelenk.Error: the model cannot be read at one of the releases, or is URDF
    Source    drop-in / Versions
    """
    source, target = checked_release("from_", from_), checked_release("to", to)
    if source == target:
        raise Error(f"the model has the meaning of {from_} already: nothing to rewrite")
    texts = SourceText(filename, within)
    text = texts.texts[texts.file]
    sides = Sides(read(texts, text, from_, quiet=False), read_at(texts, text, to))
    found = [one for rule in RULES for one in rule(sides)]
    changes = [one for one in found if isinstance(one, Change)]
    remarks = [one for one in found if isinstance(one, Remark)]
    rewritten = texts.edited([one.edit for one in changes])
    reading = read_at(texts, rewritten, to) if changes else sides.new

    def run(m: Any) -> Any:
        motion = simulate(m, duration, keyframe)
        if advance:
            advance()
        return motion

    old, plain = run(sides.old.model), run(sides.new.model)
    new = run(reading.model) if changes else plain
    moves = {}
    for rule in dict.fromkeys(change.rule for change in changes):
        others = [change.edit for change in changes if change.rule != rule]
        moves[rule] = difference(
            new, run(read_at(texts, texts.edited(others), to).model) if others else plain
        )
    remarks += [*side_sites(sides, old), *corrections(sides, reading.model)]
    before, after = difference(old, plain), difference(old, new)
    return Migration(
        rewritten, texts.encoding, source, target, tuple(changes), tuple(remarks), moves, before, after
    )


def read_at(texts: SourceText, text: str, release: str) -> Any:
    """Read a text at a release; errors name the release."""
    try:
        return read(texts, text, release)
    except Error as error:
        for problem in error.problems:
            problem.message += f" (at release {release})"
        raise Error(problems=error.problems) from None


def checked_release(name: str, release: object) -> int:
    """Return the number of a release.

    Errors   TypeError: it is not text; ValueError: no level has it
    """
    if not isinstance(release, str):
        raise TypeError(f"migrate: {name} must be text, not {type(release).__name__}")
    if not release:
        raise ValueError(f"migrate: {name} must name a release, such as 4.0.0, got an empty text")
    try:
        return release_number(release)
    except ValueError as error:
        raise Error(f"{name.rstrip('_')}: {error}") from None
