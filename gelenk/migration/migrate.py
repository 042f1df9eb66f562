"""Migrate a model to another release, so that it moves as before; side sites of tendons.

Documents: drop-in / Versions; XML reference / tendon / spatial

The text of a model is rewritten so that another release moves the model as before:

    found = migrate("robot.xml", to="4.0.0")
    print(found.text)

The text is read at both releases, and each rule yields the differences. Three models are simulated and compared: the
old text at the old release, the old text at the new release, and the new text at the new release.

Side sites are moved if a tendon takes another path around a geom at the other release. Before 4.0 a half-plane decides
on which side of a geom the path runs; from 4.0 on the path winds around the geom like the polyline through the side
site. Lengths at both releases are compared in the states of the old motion. A side site is moved to the middle of the
arcs of the old paths on its geom, if all its tendons then have their old lengths.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gelenk.api.mju_pose import mju_quat2Mat
from gelenk.api.simulate import mj_fwdPosition
from gelenk.errors import Error
from gelenk.migration.level_check import DURATION, SEEN, Difference, Motion, difference, simulate
from gelenk.migration.reading import Change, Reading, Record, Remark, Rule, Sides, names, nodes, numbers, read
from gelenk.migration.rules import (
    MULTICCD,
    actuators,
    corrections,
    defaults,
    elasticity,
    margins,
    several_contacts,
    tendon_limits,
)
from gelenk.migration.source_text import SourceText
from gelenk.runtime.data import MjData
from gelenk.tables.enums import mjtWrap
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R4_0

if TYPE_CHECKING:
    from gelenk.migration.level_check import Motion
    from gelenk.runtime.model import MjModel

RULE = Rule("side sites", R4_0, "a tendon goes around a geom as the path through its side site does")
MOST_STATES = 200  # every n-th state is measured, so that there are fewer than 2 * MOST_STATES
SAME_LENGTH = 1e-9  # difference of lengths that counts as rounding [m]
OUTSIDE = 1.5  # least distance of a moved side site from the axis or center of its geom, in radii


class Wrap(NamedTuple):
    """A geom of a tendon's path: ids of tendon, geom and side site."""

    tendon: int
    geom: int
    site: int


def side_sites(sides: Sides, motion: Motion) -> Iterator[Change | Remark]:
    """Yield the side sites that move, and a remark for each tendon whose length still differs."""
    wraps = wraps_of(sides.old.model)
    if not wraps or not sides.crosses(R4_0):
        return
    stride = max(1, len(motion.qpos) // MOST_STATES)
    states = np.vstack([sides.old.model.qpos0[None], motion.qpos[::stride]])
    times = np.concatenate([[0.0], motion.time[::stride]])
    old = lengths(sides.old.model, states)
    differing = {w for w in wraps if not is_same(old, lengths(sides.new.model, states), w.tendon)}
    moved = copy.copy(sides.new.model)
    changes = {}
    for site in sorted({w.site for w in differing}):
        changes[site] = list(moves(sides, moved, states, wraps, site))
    new = lengths(moved, states)
    for site, found in changes.items():  # a site moves only if all its tendons then have their old lengths
        if all(is_same(old, new, w.tendon) for w in wraps if w.site == site):
            yield from found
    yield from remarks(sides, old, new, times)


def is_same(old: np.ndarray, new: np.ndarray, tendon: int) -> bool:
    """Return whether a tendon has equal lengths in all states."""
    return bool(np.nanmax(np.abs(old[:, tendon] - new[:, tendon]), initial=0.0) <= SAME_LENGTH)


def wraps_of(m: Any) -> list[Wrap]:
    """Return the wrapped geoms of a model that have a side site."""
    found = []
    for t in range(m.ntendon):
        for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]):
            if m.wrap_type[w] in (mjtWrap.mjWRAP_SPHERE, mjtWrap.mjWRAP_CYLINDER) and m.wrap_prm[w] >= 0:
                found.append(Wrap(t, int(m.wrap_objid[w]), int(m.wrap_prm[w])))
    return found


def remarks(sides: Sides, old: np.ndarray, new: np.ndarray, times: np.ndarray) -> Iterator[Remark]:
    """Yield a remark for each spatial tendon whose length differs in a state."""
    index = {id(element): i for i, element in enumerate(sides.old.spec.tendons)}
    for record, _ in sides.records("spatial"):
        i = index.get(id(record.element), -1)
        if i < 0 or is_same(old, new, i):
            continue
        worst = int(np.nanargmax(np.abs(old[:, i] - new[:, i])))
        what = f"the length is {new[worst, i]:.6g} m instead of {old[worst, i]:.6g} m at {times[worst]:g} s"
        names = " and ".join(f"'{p.sidename}'" for p in record.element.path if p.sidename)
        remedy = f"move the side site {names} to the middle of the arc on the geom, outside of it"
        yield sides.remark(RULE, record, what, remedy)


def lengths(m: Any, states: np.ndarray) -> np.ndarray:
    """Return the lengths of all tendons (n, ntendon) in n states [m]."""
    d = MjData(m)
    found = np.full((len(states), m.ntendon), np.nan)
    for row, qpos in zip(found, states, strict=True):
        if np.isfinite(qpos).all():
            d.qpos[:] = qpos
            mj_fwdPosition(m, d)
            row[:] = d.ten_length
    return found


def moves(sides: Sides, moved: Any, states: np.ndarray, wraps: list[Wrap], site: int) -> Iterator[Change]:
    """Yield the change that moves a side site, and move the site of the model ``moved``.

    Sites in frames, and sites with another use in the text, are not moved.
    """
    m, element = sides.old.model, sides.old.spec.sites[site]
    users = [w for w in wraps if w.site == site]
    record = next((r for r, _ in sides.records("site") if r.element is element), None)
    bodies = {int(m.geom_bodyid[w.geom]) for w in users}
    stated = record is not None and np.array_equal(np.asarray(element.pos), m.site_pos[site])
    if record is None or not stated or bodies != {int(m.site_bodyid[site])} or is_used(sides, record):
        return
    geom = users[0].geom
    direction = arc_direction(m, states, users)
    if direction is None or len({w.geom for w in users}) > 1:
        return
    matrix = np.zeros(9)
    mju_quat2Mat(matrix, m.geom_quat[geom])
    rotation = matrix.reshape(3, 3)
    before = rotation.T @ (m.site_pos[site] - m.geom_pos[geom])
    distance = max(np.linalg.norm(before), OUTSIDE * m.geom_size[geom, 0])
    place = np.round(m.geom_pos[geom] + rotation @ (distance * direction), 6) + 0.0
    if np.array_equal(place, m.site_pos[site]):
        return
    moved.site_pos[site], moved.site_sameframe[site] = place, 0
    yield sides.change(RULE, record, "pos", numbers(place))


def is_used(sides: Sides, record: Record) -> bool:
    """Return whether a text names a site other than as a side site."""
    name = record.node.attrs.get("name", "")
    return any(
        value == name and attribute != "sidesite"
        for node in nodes(sides.old.root)
        for attribute, value in node.attrs.items()
        if node is not record.node
    )


def arc_direction(m: Any, states: np.ndarray, users: list[Wrap]) -> np.ndarray | None:
    """Return the mean direction (3) of the middles of arcs in the frame of their geom."""
    d, total = MjData(m), np.zeros(3)
    for qpos in states:
        if not np.isfinite(qpos).all():
            continue
        d.qpos[:] = qpos
        mj_fwdPosition(m, d)
        points, objects = d.wrap_xpos.reshape(-1, 3), d.wrap_obj.reshape(-1)
        for tendon, geom, _ in users:
            start = int(d.ten_wrapadr[tendon])
            on = [k for k in range(start, start + int(d.ten_wrapnum[tendon])) if objects[k] == geom]
            if len(on) == 2:
                local = (points[on] - d.geom_xpos[geom]) @ d.geom_xmat[geom].reshape(3, 3)
                total += middle(local, m.geom_size[geom, 0])
    norm = np.linalg.norm(total)
    return total / norm if norm > 0 else None


def middle(points: np.ndarray, radius: float) -> np.ndarray:
    """Return the direction (3) of the middle of the shorter arc between two points (2, 3).

    Points of a cylinder are at distance ``radius`` from its axis z, at any height.
    """
    flat = points * (1, 1, 0)
    around = np.linalg.norm(flat, axis=1)
    both = (flat if np.allclose(around, radius) else points).sum(axis=0)
    norm = np.linalg.norm(both)
    return both / norm if norm > 0 else np.zeros(3)


# Migration

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
    source    number of the release that the model was written for; target is the number of the new release
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
    to        release that the new text is written for
    from_     release that the model was written for
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
        raise Error(f"from_ and to are both release {from_}: nothing to rewrite")
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
        """Return the changes to keep, and the motion of the text with these changes.

        The flag multiccd is left out if the motion is nearer to the old one without it, as several contacts with the
        depths of later releases may be nearer to the motion of 3.5.0 than one contact.
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
        raise ValueError(f"migrate: {name} must name a release, such as 4.0.0, got an empty string")
    try:
        return release_number(release)
    except ValueError as error:
        raise Error(f"{name.rstrip('_')}: {error}") from None
