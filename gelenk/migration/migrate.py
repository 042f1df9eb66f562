"""Migrate a model: rewrite its text so that another release moves it as before.

Documents: drop-in / Versions

    found = migrate("robot.xml", to="4.0.0")
    print(found.text)

The text is read at both releases, and each rule yields the differences. Three models are simulated and compared: the
old text at the old release, the old text at the new release, and the new text at the new release.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from gelenk.errors import Error
from gelenk.migration.corrections import corrections
from gelenk.migration.flex_rules import elasticity
from gelenk.migration.motion import DURATION, SEEN, Difference, Motion, difference, simulate
from gelenk.migration.names import names
from gelenk.migration.reading import Reading, read
from gelenk.migration.rules import MULTICCD, actuators, defaults, margins, several_contacts, tendon_limits
from gelenk.migration.side_sites import side_sites
from gelenk.migration.sides import Change, Remark, Sides
from gelenk.migration.source_text import SourceText
from gelenk.tables.levels import release_number

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

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
    encoding  encoding of the file
    source    number of the release whose meaning the model had; target is the number of the new release
    changes   attributes that were rewritten
    remarks   differences that attributes of the new release cannot remove
    moves     rule -> difference of the motion if the changes of the rule are left out
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
    keyframe  index of the initial keyframe; -1: qpos0
    advance   callback, called after each simulation

    Returns   the new text, its changes, and how far the motions differ
    Errors    TypeError, ValueError: a release that no level has
              gelenk.Error: the model cannot be read at one of the releases, or is URDF
    Source    drop-in / Versions
    """
    source, target = checked_release("from_", from_), checked_release("to", to)
    if source == target:
        raise Error(f"the model has the meaning of {from_} already: nothing to rewrite")
    texts = SourceText(filename, within)
    trial = Trial(texts, to, duration, keyframe, advance)
    text = texts.texts[texts.file]
    sides = Sides(read(texts, text, from_, quiet=False), trial.read(text))
    old, plain = trial.simulate(sides.old.model), trial.simulate(sides.new.model)
    found = [*(one for rule in RULES for one in rule(sides)), *side_sites(sides, old)]
    remarks = [one for one in found if isinstance(one, Remark)]
    changes, new = trial.keep_what_helps([one for one in found if isinstance(one, Change)], old, plain)
    moves = {}
    for rule in dict.fromkeys(change.rule for change in changes):
        others = [change for change in changes if change.rule != rule]
        moves[rule] = difference(new, trial.motion(others) if others else plain)
    rewritten = texts.edited([one.edit for one in changes])
    before, after = difference(old, plain), difference(old, new)
    remarks += corrections(sides, trial.read(rewritten).model, not after.qpos <= SEEN)
    if not remarks and not after.qpos <= SEEN:
        what = (
            "a later release corrects something that this model uses; gelenk check shows which fields differ"
        )
        remarks.append(Remark("model", "", to, what))
    return Migration(
        rewritten, texts.encoding, source, target, tuple(changes), tuple(remarks), moves, before, after
    )


class Trial:
    """Readings and motions of a text with some of its changes, at the new release."""

    def __init__(
        self,
        texts: SourceText,
        to: str,
        duration: float,
        keyframe: int,
        advance: Callable[[], object] | None,
    ) -> None:
        self.texts, self.to = texts, to
        self.duration, self.keyframe, self.advance = duration, keyframe, advance

    def read(self, text: str) -> Reading:
        """Read a text at the new release; errors name the release."""
        try:
            return read(self.texts, text, self.to)
        except Error as error:
            for problem in error.problems:
                problem.message += f" (at release {self.to})"
            raise Error(problems=error.problems) from None

    def simulate(self, m: MjModel) -> Motion:
        """Return the motion of a model."""
        motion = simulate(m, self.duration, self.keyframe)
        if self.advance:
            self.advance()
        return motion

    def motion(self, changes: list[Change]) -> Motion:
        """Return the motion of the text with some changes."""
        return self.simulate(self.read(self.texts.edited([one.edit for one in changes])).model)

    def keep_what_helps(
        self, changes: list[Change], old: Motion, plain: Motion
    ) -> tuple[list[Change], Motion]:
        """Return the changes that bring the motion nearer to the old one, and the motion.

        A change may be worse than none: several contacts with the depths of later releases may be nearer to the motion
        of 3.5.0 than one contact.
        """
        new = self.motion(changes) if changes else plain
        others = [one for one in changes if one.rule != MULTICCD.name]
        if len(others) < len(changes) and difference(old, new).qpos > 0:
            without = self.motion(others) if others else plain
            if difference(old, without).qpos < difference(old, new).qpos:
                return others, without
        return changes, new


def checked_release(name: str, release: object) -> int:
    """Return the number of a release.

    Errors   TypeError: not a text; ValueError: not a release of a level
    """
    if not isinstance(release, str):
        raise TypeError(f"migrate: {name} must be text, not {type(release).__name__}")
    if not release:
        raise ValueError(f"migrate: {name} must name a release, such as 4.0.0, got an empty text")
    try:
        return release_number(release)
    except ValueError as error:
        raise Error(f"{name.rstrip('_')}: {error}") from None
