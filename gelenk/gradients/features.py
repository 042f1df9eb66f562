"""Features of a model that exact derivatives have no rule for, refused by name.

Documents: design / Tangents of kernels
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gelenk.runtime.required_libraries import Parts
from gelenk.tables.api_enums import mjtGeom
from gelenk.tables.enums import mjtDisableBit, mjtEnableBit, mjtIntegrator, mjtSensor

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

FALL_BACK = "mjd_transitionFD differentiates a step of this model by finite differences"
_PRIMITIVES = (mjtGeom.mjGEOM_SPHERE, mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_BOX)
# pairs of geom types, ascending, with a closed form; all other pairs use the convex collider
CLOSED_FORMS = (
    {(int(mjtGeom.mjGEOM_PLANE), int(kind)) for kind in mjtGeom.__members__.values()}
    | {(int(a), int(b)) for a in _PRIMITIVES for b in _PRIMITIVES if a <= b}
    | {(int(mjtGeom.mjGEOM_SPHERE), int(mjtGeom.mjGEOM_CYLINDER))}
)
# sensors of stages without tangents
_WITHOUT_SENSORS = {
    mjtSensor.mjSENS_PLUGIN: "plugins",
}


class Unsupported(ValueError):
    """A model or state with a feature that exact derivatives have no rule for."""


def refuse_model(m: MjModel, caller: str) -> None:
    """Raise Unsupported, with the feature's name, if a model has one without a rule."""
    for feature in _features(m):
        raise Unsupported(f"{caller}: {feature} no exact derivative yet; {FALL_BACK}")


def stage_options(m: MjModel) -> tuple[int, ...]:
    """Return the options on which the choice of stages and rules depends."""
    o = m.opt
    further = int(o.noslip_iterations > 0), int(o.density != 0), int(o.viscosity != 0)
    return o.integrator, o.solver, o.cone, o.disableflags, o.enableflags, *further


def _features(m: MjModel) -> list[str]:
    """Return the features of a model without a rule, each followed by the verb has or have."""
    has = Parts(m)
    implicit = has.integrator(mjtIntegrator.mjINT_IMPLICIT, mjtIntegrator.mjINT_IMPLICITFAST)
    found = [
        (has.elastic_nodes and implicit, "elastic flexes with an implicit integrator have"),
        (m.nplugin > 0, "plugins have"),
        (has.enabled(mjtEnableBit.mjENBL_SLEEP), "sleeping trees (the flag sleep) have"),
        (has.enabled(mjtEnableBit.mjENBL_SPECULATIVE), "speculative contacts have"),
        (has.integrator(mjtIntegrator.mjINT_DISCRETE), "the integrator discrete has"),
    ]
    return [what for present, what in found if present]


def sensors_without_rule(m: MjModel) -> list[str]:
    """Return the kinds of the sensors of a model that have no tangents."""
    if m.opt.disableflags & int(mjtDisableBit.mjDSBL_SENSOR):
        return []
    kinds = set(m.sensor_type.tolist())
    return sorted({what for kind, what in _WITHOUT_SENSORS.items() if int(kind) in kinds})


def refuse_contacts(m: MjModel, d: MjData, caller: str) -> None:
    """Raise Unsupported if a contact is of a pair of geom types without tangents."""
    if not m.opt.disableflags & int(mjtDisableBit.mjDSBL_NATIVECCD):
        return
    for pair in d.contact.geom[: d.ncon].tolist():
        kinds = tuple(sorted(int(m.geom_type[g]) for g in pair))
        if min(pair) < 0 or kinds in CLOSED_FORMS or mjtGeom.mjGEOM_SDF in kinds:
            continue
        names = " and ".join(repr(m.geom(g).name or g) for g in pair)
        types = " and ".join(mjtGeom(kind).name.removeprefix("mjGEOM_").lower() for kind in kinds)
        raise Unsupported(
            f"{caller}: geoms {names} touch, and contacts of {types} have no exact derivative yet with "
            f'nativeccd="disable"; {FALL_BACK}'
        )
