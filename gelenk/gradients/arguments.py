"""Arguments of derivatives: names and shapes, softening options, unsupported features.

Documents: design / Tangents of kernels

Names of results and inputs: their checks, shapes, and the stages that they affect.

Softening: checks of the derivative options smooth and reach, and the features that do not support these options.

If exact derivatives have no rule for a feature of a model, an error names the feature.
"""

from __future__ import annotations

import difflib
import functools
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gelenk.runtime.required_libraries import Parts
from gelenk.tables.api_enums import mjtGeom
from gelenk.tables.enums import mjtDisableBit, mjtEnableBit, mjtIntegrator, mjtStage, mjtTrn
from gelenk.tables.fields_data import CONTACT_PREFIX
from gelenk.tables.gradients import CARRIED, HELD, RULES
from gelenk.tables.releases import R3_9
from gelenk.tables.stage_writes import PUBLIC, written
from gelenk.toolchain.struct_layout import DATA
from gelenk.toolchain.tangents.rules import model_fields

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


class Unsupported(ValueError):
    """Raised if a model or state has a feature without a rule for exact derivatives."""


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
        (bool((m.geom_plugin >= 0).any()), "distance fields of plugins have"),
        (has.enabled(mjtEnableBit.mjENBL_SLEEP), "sleeping trees (the flag sleep) have"),
        (has.enabled(mjtEnableBit.mjENBL_SPECULATIVE), "speculative contacts have"),
        (has.integrator(mjtIntegrator.mjINT_DISCRETE), "the integrator discrete has"),
    ]
    return [what for present, what in found if present]


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


# Names of results and inputs

STATE, SENSORS = "state", "sensordata"
INVERSE = "qfrc_inverse"  # result of inverse dynamics
# input of data -> last stage whose results stay valid when the input changes
INPUTS = {
    "ctrl": mjtStage.mjSTAGE_VEL,
    "act": mjtStage.mjSTAGE_VEL,
    "qfrc_applied": mjtStage.mjSTAGE_VEL,
    "xfrc_applied": mjtStage.mjSTAGE_VEL,
    "qacc": mjtStage.mjSTAGE_VEL,
    "qvel": mjtStage.mjSTAGE_POS,
    "qpos": mjtStage.mjSTAGE_NONE,
    "mocap_pos": mjtStage.mjSTAGE_NONE,
    "mocap_quat": mjtStage.mjSTAGE_NONE,
}
STATE_PARTS = ("qpos", "qvel", "act")
# stages with tangents that run after forward dynamics, or only where a sensor needs them
_NOT_IN_FORWARD = {
    *("euler", "implicit", "runge_kutta", "fluid_vel", "inverse_part"),
    *("rne_post_constraint", "subtree_vel", "energy_pos", "energy_vel"),
}


@functools.cache
def parameters() -> dict[str, str]:
    """Return the parameters of a model by their public names, "opt.gravity" -> "opt.gravity"."""
    found = (name.replace("option.", "opt.").removeprefix("model.") for name in sorted(model_fields()))
    return {name: name for name in found}


@functools.cache
def results() -> frozenset[str]:
    """Return the fields of data that stages with tangents compute."""
    carried = {row.name for rows in CARRIED.values() for row in rows} | RULES.keys() | {"constraint_forces"}
    names = {name for stage in carried - _NOT_IN_FORWARD for name in written(stage)}
    real = {name for name in names if name in DATA.arrays and DATA.arrays[name].dtype == "float64"}
    contacts = {name for name in real if name.startswith(CONTACT_PREFIX)}
    return frozenset(real - contacts - HELD.keys() - {*STATE_PARTS, "efc_b"} | {INVERSE})


def as_names(what: Any, argument: str, caller: str) -> tuple[str, ...]:
    """Return one name or several as a tuple."""
    several = isinstance(what, list | tuple | set | frozenset)
    names = (what,) if isinstance(what, str) else tuple(what) if several else ()
    if not names or not all(isinstance(name, str) for name in names):
        raise TypeError(f"{caller}: {argument} must be a name or a sequence of names, got {what!r}")
    if INVERSE in names and len(names) > 1 and argument == "of":
        raise ValueError(
            f"{caller}: of {INVERSE!r}: must be the only result, since it is of inverse dynamics"
        )
    if len(set(names)) < len(names):
        raise ValueError(f"{caller}: {argument} has a name twice: {', '.join(names)}")
    return names


def check_input(m: MjModel, name: str, results: tuple[str, ...], caller: str) -> None:
    """Raise ValueError unless ``results`` can be differentiated with respect to ``name``."""
    if name == "qacc" and INVERSE not in results:
        raise ValueError(f"{caller}: by 'qacc': an input of inverse dynamics only; use of=\"{INVERSE}\"")
    if name in ("body_ipos", "body_iquat"):
        _refuse_simple(m, name, caller)
    if name == STATE or name in INPUTS or name in parameters():
        return
    known = [STATE, *INPUTS, *parameters()]
    if name in DATA.arrays or name in DATA.scalars:
        raise ValueError(
            f"{caller}: by {name!r}: the field is a result of the pipeline; inputs are "
            f"{', '.join([STATE, *INPUTS])}, and float fields of the model"
        )
    raise ValueError(
        f"{caller}: by {name!r}: not an input and not a float field of the model{_guess(name, known)}"
    )


def _refuse_simple(m: MjModel, name: str, caller: str) -> None:
    """Raise ValueError if a body is simple: M stores no products of its inertia."""
    simple = np.flatnonzero((m.body_simple > 0) & (m.body_dofnum > 0))
    if len(simple):
        body = m.body(simple[0]).name or int(simple[0])
        raise ValueError(
            f"{caller}: by {name!r}: body {body!r} is simple (body_simple), so M stores no products of its "
            "inertia; compile the model with another body_ipos, such as 1e-9"
        )


def check_result(m: MjModel, name: str, caller: str) -> None:
    """Raise ValueError unless ``name`` is a result with tangents."""
    if name in (STATE, SENSORS) or name in results():
        return
    if name in STATE_PARTS:
        raise ValueError(f'{caller}: of {name!r}: an input; of="{STATE}" is the state after the step')
    if name in HELD:
        raise ValueError(f"{caller}: of {name!r}: the field has no derivative, since {HELD[name]}")
    if name in PUBLIC:
        kind = DATA.arrays[name].dtype if name in DATA.arrays else DATA.scalars.get(name, "")
        why = "it has integers" if "int" in kind else "no stage with tangents computes it"
        raise ValueError(f"{caller}: of {name!r}: the field has no exact derivative, since {why}")
    raise ValueError(f"{caller}: of {name!r}: not a field of data{_guess(name, [STATE, *sorted(results())])}")


def _guess(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, 1, 0.7)
    return f": did you mean {near[0]!r}?" if near else ""


def skipped(name: str) -> int:
    """Return the last stage whose results do not depend on an input (mjtStage)."""
    return int(INPUTS.get(name, mjtStage.mjSTAGE_NONE))


def field(m: MjModel, d: MjData, name: str) -> np.ndarray:
    """Return the array of an input; for a scalar option, an array without dimensions."""
    if name in INPUTS:
        return getattr(d, name)
    owner, _, last = name.rpartition(".")
    return np.asarray(getattr(m.opt if owner else m, last))


def input_shape(m: MjModel, d: MjData, name: str) -> tuple[int, ...]:
    """Return the shape of an input; that of qpos is the shape of its tangent space."""
    if name == STATE:
        return (2 * m.nv + m.na,)
    return (m.nv,) if name == "qpos" else field(m, d, name).shape


def numbers(what: str, value: Any, shape: tuple[int, ...] | None = None) -> np.ndarray:
    """Return a copy of numbers as a float64 array; raise unless all are finite.

    what    names the value in messages
    shape   required shape, unless None
    Errors   TypeError: not numbers; ValueError: a wrong shape, NaN or infinity
    """
    try:
        found = np.array(value, np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{what} must have numbers, got {value!r}") from None
    if shape is not None and found.shape != shape:
        raise ValueError(f"{what} must have the shape {shape}, got {found.shape}")
    if not np.isfinite(found).all():
        raise ValueError(f"{what} must be finite")
    return found


UNIT_VECTORS = ("body_quat", "body_iquat", "geom_quat", "site_quat", "cam_quat", "mocap_quat", "jnt_axis")


def tangent_to_units(m: MjModel, d: MjData, name: str, seed: np.ndarray) -> np.ndarray:
    """Return directions (elements, columns) projected onto the tangent spaces of unit vectors."""
    units = field(m, d, name)
    units = units / np.maximum(np.linalg.norm(units, axis=1, keepdims=True), 1e-15)
    parts = seed.reshape(*units.shape, -1)
    return (parts - units[:, :, None] * (units[:, :, None] * parts).sum(1, keepdims=True)).reshape(seed.shape)


def result_shape(m: MjModel, d: MjData, name: str) -> tuple[int, ...]:
    """Return the shape of a result."""
    return (2 * m.nv + m.na,) if name == STATE else getattr(d, name).shape


# Softening


class Softening(NamedTuple):
    """Options that change derivatives but not values.

    smooth   width of softened zones of rows [m/s^2, rad/s^2]; 0: off
    reach    distance up to which contacts count [m]; 0: off
    """

    smooth: float = 0.0
    reach: float = 0.0


EXACT = Softening()


def as_softening(smooth: float, reach: float, caller: str) -> Softening:
    """Return the options, checked."""
    for name, value, unit in (("smooth", smooth, "m/s^2, rad/s^2"), ("reach", reach, "m")):
        if not (math.isfinite(value) and value >= 0):
            raise ValueError(f"{caller}: {name} must be finite and >= 0 [{unit}], got {value!r}")
    if reach > 0 and not smooth > 0:
        raise ValueError(
            f"{caller}: reach {reach!r} needs smooth > 0: contacts from a distance have softened derivatives only"
        )
    return Softening(float(smooth), float(reach))


def places_of(softening: Softening) -> tuple[str, ...]:
    """Return the stages that the rules of these options replace (SOFT_RULES)."""
    rows = ("make_constraint",) if softening.reach > 0 else ()
    return ("fwd_constraint", *rows) if softening.smooth > 0 else ()


def refuse_softening(m: MjModel, softening: Softening, results: Iterable[str], caller: str) -> None:
    """Raise an error if a model or results do not support the options.

    Errors   ValueError: unsupported results; Unsupported: unsupported features of the model
    """
    if softening == EXACT:
        return
    for name in results:
        if name == INVERSE:
            raise ValueError(f"{caller}: of {name!r}: smooth and reach must be 0 for inverse dynamics")
        if softening.reach > 0 and name.startswith(("efc_", CONTACT_PREFIX)):
            raise ValueError(
                f"{caller}: of {name!r}: reach must be 0, since it adds rows that d does not have"
            )
    if m.opt.noslip_iterations > 0:
        raise Unsupported(
            f"{caller}: smooth: the noslip solver cannot be softened; set noslip_iterations to 0"
        )
    if softening.reach > 0:
        found = [
            (m.opt.integrator == mjtIntegrator.mjINT_RK4, "the integrator RK4 reads"),
            (int(mjtTrn.mjTRN_BODY) in m.actuator_trntype.tolist(), "actuators of bodies (adhesion) read"),
            (bool(m.flg_adhesion), "geoms that adhere read"),
        ]
        for present, what in found:
            if present:
                raise Unsupported(f"{caller}: reach: {what} contacts that exist in derivatives only")


def widen_gaps(m: MjModel, reach: float) -> None:
    """Widen gaps by ``reach``, so that geoms within that distance have contacts without force."""
    m.geom_gap[:] += 0.5 * reach
    m.pair_gap[:] += reach
    if m._a_release[0] < R3_9:  # up to 3.8.0 the gap is part of the margin
        m.geom_margin[:] += 0.5 * reach
        m.pair_margin[:] += reach
        m.opt.o_margin += reach


# Assembled Jacobians

AT_ONCE = frozenset({STATE, *STATE_PARTS, "ctrl"})  # inputs of an assembled Jacobian
WHOLE = (STATE, "ctrl")  # inputs whose columns are A and B


def inputs_at_once(by: Sequence[str] | str) -> tuple[str, ...]:
    """Return the names of inputs if each has closed forms and is named once; else ()."""
    wanted = (by,) if isinstance(by, str) else by
    if wanted is WHOLE:
        return WHOLE
    try:
        if type(wanted) is not tuple or not AT_ONCE.issuperset(wanted):
            return ()
    except TypeError:  # the elements are not hashable, so they are not names
        return ()
    return wanted if len(set(wanted)) == len(wanted) else ()


def by_input(m: MjModel, by_state: np.ndarray, by_ctrl: np.ndarray) -> dict[str, np.ndarray]:
    """Return the columns of a Jacobian, or the elements of a gradient, by inputs."""
    nv = m.nv
    return {
        STATE: by_state,
        "qpos": by_state[..., :nv],
        "qvel": by_state[..., nv : 2 * nv],
        "act": by_state[..., 2 * nv :],
        "ctrl": by_ctrl,
    }
