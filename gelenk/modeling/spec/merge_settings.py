"""Merge the settings of a spec into those of the spec that it is attached to.

Documents: Modeling / Model editing (Attribute Merging); XML reference / compiler (conflict)

A setting is authored if the text states it or if it differs from its default. Settings conflict if both specs author
different values. The parent keeps its values, unless the policy is to merge.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gelenk.errors import Error, warn
from gelenk.modeling.spec.defaults import set_release
from gelenk.modeling.spec.spec import MjSpec
from gelenk.tables.enums import mjtConflict
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_10

LEAST, MOST, REFUSED = "taking the minimum", "taking the maximum", ""


class Setting(NamedTuple):
    """A setting: place in the spec, element of the text, field, treatment of a conflict."""

    place: str
    element: str
    field: str
    rule: str

    def value(self, spec: MjSpec) -> Any:
        """Return the value of the setting in a spec."""
        return getattr(self.holder(spec), self.field)

    def holder(self, spec: MjSpec) -> Any:
        """Return the struct of a spec that has the setting."""
        for name in filter(None, self.place.split(".")):
            spec = getattr(spec, name)
        return spec

    def is_authored(self, spec: MjSpec, fresh: MjSpec) -> bool:
        """Return whether a spec authors the setting; `fresh` is a new spec of the same release."""
        stated = f"{self.element}.{self.field}" in spec._written
        return stated or not equal(self.value(spec), self.value(fresh))


def rows(place: str, element: str, rule: str, fields: str) -> list[Setting]:
    """Return one `Setting` for each name in `fields`, which are separated by blanks."""
    return [Setting(place, element, field, rule) for field in fields.split()]


SETTINGS = (
    *rows("option", "option", LEAST, "timestep tolerance ls_tolerance noslip_tolerance ccd_tolerance"),
    *rows("option", "option", LEAST, "sleep_tolerance"),
    *rows("visual.map", "map", LEAST, "znear"),
    *rows("visual.global_", "global", LEAST, "realtime"),
    *rows("option", "option", MOST, "iterations ls_iterations noslip_iterations ccd_iterations"),
    *rows("option", "option", MOST, "sdf_iterations sdf_initpoints"),
    *rows("", "size", MOST, "memory nkey nuserdata nuser_body nuser_jnt nuser_geom nuser_site nuser_cam"),
    *rows("", "size", MOST, "nuser_tendon nuser_actuator nuser_sensor"),
    *rows("visual.map", "map", MOST, "zfar"),
    *rows("option", "option", REFUSED, "integrator cone jacobian solver impratio density viscosity o_margin"),
    *rows("option", "option", REFUSED, "gravity wind magnetic o_solref o_solimp o_friction"),
)
UNITED = ("disableflags", "enableflags", "disableactuator")  # bits of the option that both specs contribute


def equal(a: Any, b: Any) -> bool:
    """Return whether two values of a setting are equal."""
    return bool(np.array_equal(a, b))


def shown(value: Any) -> str:
    """Return a value as in the text."""
    return " ".join(f"{number:g}" for number in np.ravel(value).tolist())


def merge_settings(parent: MjSpec, child: MjSpec) -> None:
    """Resolve conflicts of settings with an attached spec by the policy of the parent.

    Errors   gelenk.Error: settings conflict, and the policy or the setting allows no merging
    """
    policy = parent.compiler.conflict
    quiet = policy == mjtConflict.mjCONFLICT_WARNING and release_number(parent.release) < R3_10
    merging = policy == mjtConflict.mjCONFLICT_MERGE
    if quiet:  # earlier releases ignore the settings of the child
        return
    name = policy.name.removeprefix("mjCONFLICT_").lower()
    head = f"Attach conflict when attaching '{child.modelname}', policy is '{name}'"
    refused, told = [], []
    taken: list[tuple[Setting, Any]] = []
    for row, both in conflicts(parent, child):
        mine, other = row.value(parent), row.value(child)
        text = (
            f"{row.field}: parent has {shown(mine)}{'' if both else ' (default)'}, child has {shown(other)}"
        )
        if both and (policy == mjtConflict.mjCONFLICT_ERROR or (merging and row.rule == REFUSED)):
            refused.append(text)
            continue
        if merging and both:
            taken.append((row, (min if row.rule == LEAST else max)(mine, other)))
        elif merging:
            taken.append((row, other))
        how = (row.rule if both else "adopting child value") if merging else "keeping parent value"
        told.append(f"{text}, {how}")
    if refused:
        raise Error("\n".join([head, *refused]))
    for row, value in taken:
        setattr(row.holder(parent), row.field, value)
    if merging:
        for field in UNITED:
            bits = getattr(parent.option, field) | getattr(child.option, field)
            if bits != getattr(parent.option, field):
                setattr(parent.option, field, bits)
                told.append(f"{field}: bits added from child")
    if told:
        warn("\n".join([head, *told]))


def conflicts(parent: MjSpec, child: MjSpec) -> list[tuple[Setting, bool]]:
    """Return differing settings that the child authors, and whether the parent authors each."""
    differing = [row for row in SETTINGS if not equal(row.value(parent), row.value(child))]
    if not differing:
        return []
    fresh = {}
    for spec in (parent, child):
        fresh[id(spec)] = MjSpec()
        set_release(fresh[id(spec)], spec.release)
    return [
        (row, row.is_authored(parent, fresh[id(parent)]))
        for row in differing
        if row.is_authored(child, fresh[id(child)])
    ]
