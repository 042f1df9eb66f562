"""Signals of a model by name: their columns in sensordata, state or control.

Documents: Modeling / Sensors; Computation / State and control

State columns are those of mjSTATE_FULLPHYSICS without its first element, the time. The signals of a joint are NAME_qpos
and NAME_qvel, with the name of the body for a free joint; those of an actuator are NAME_act and NAME_ctrl.
"""

import enum
from collections.abc import Iterable

import numpy as np

from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.model import MjModel
from gelenk.runtime.named_access import names_of
from gelenk.tables.enums import mjtJoint, mjtObj
from gelenk.tables.object_types import JOINT_NQ, JOINT_NV


class SignalType(enum.Enum):
    """Origin of a signal."""

    MjSensor = 0
    CustomObs = 1
    MjStateQPos = 2
    MjStateQVel = 3
    MjStateAct = 4
    MjCtrl = 5


Signal = tuple[SignalType, np.ndarray]  # type and columns
Mapping = dict[str, Signal]

SUFFIX = {
    SignalType.MjStateQPos: "_qpos",
    SignalType.MjStateQVel: "_qvel",
    SignalType.MjStateAct: "_act",
    SignalType.MjCtrl: "_ctrl",
}
STATES = (SignalType.MjStateQPos, SignalType.MjStateQVel, SignalType.MjStateAct)


@checked
def sensors(model: MjModel) -> Mapping:
    """Return name -> (type, columns of sensordata) for all sensors.

    model     MjModel
    Returns   dictionary: name -> (SignalType, columns)
    Source    drop-in / mujoco.sysid
    """
    names = names_of(model, mjtObj.mjOBJ_SENSOR)
    rows = zip(names, model.sensor_adr.tolist(), model.sensor_dim.tolist(), strict=True)
    return {
        name or f"sensor{i}": (SignalType.MjSensor, np.arange(adr, adr + dim))
        for i, (name, adr, dim) in enumerate(rows)
    }


@checked
def controls(model: MjModel) -> Mapping:
    """Return name -> (type, column of ctrl) for all actuators.

    model     MjModel
    Returns   dictionary: name -> (SignalType, column)
    Source    drop-in / mujoco.sysid
    """
    names = names_of(model, mjtObj.mjOBJ_ACTUATOR)
    return {
        f"{name or f'actuator{i}'}_ctrl": (SignalType.MjCtrl, np.array([i])) for i, name in enumerate(names)
    }


@checked
def states(model: MjModel) -> tuple[Mapping, Mapping, Mapping]:
    """Return name -> (type, columns of the state) for qpos, qvel and act."""
    qpos: Mapping = {}
    qvel: Mapping = {}
    act: Mapping = {}
    for i, kind in enumerate(model.jnt_type.tolist()):
        name = joint_name(model, i)
        start = int(model.jnt_qposadr[i])
        qpos[f"{name}_qpos"] = (SignalType.MjStateQPos, np.arange(start, start + JOINT_NQ[kind]))
        start = model.nq + int(model.jnt_dofadr[i])
        qvel[f"{name}_qvel"] = (SignalType.MjStateQVel, np.arange(start, start + JOINT_NV[kind]))
    for i, name in enumerate(names_of(model, mjtObj.mjOBJ_ACTUATOR)):
        if model.actuator_actnum[i] > 0:
            start = model.nq + model.nv + int(model.actuator_actadr[i])
            columns = np.arange(start, start + int(model.actuator_actnum[i]))
            act[f"{name or f'actuator{i}'}_act"] = (SignalType.MjStateAct, columns)
    return qpos, qvel, act


@checked
def joint_name(model: MjModel, i: int) -> str:
    """Return the name of a joint in signals: the body name for free joints, else its own."""
    name = names_of(model, mjtObj.mjOBJ_JOINT)[i]
    body = names_of(model, mjtObj.mjOBJ_BODY)[int(model.jnt_bodyid[i])]
    return (body or name if model.jnt_type[i] == mjtJoint.mjJNT_FREE else name) or f"joint{i}"


@checked
def signals_by_type(model: MjModel) -> dict[SignalType, Mapping]:
    """Return type -> (name -> (type, columns)) for all signals of a model."""
    qpos, qvel, act = states(model)
    found = dict(zip(STATES, (qpos, qvel, act), strict=True))
    free = [i for i, kind in enumerate(model.jnt_type.tolist()) if kind == mjtJoint.mjJNT_FREE]
    # the name of a free joint is accepted as well
    for i in free:
        joint, body = names_of(model, mjtObj.mjOBJ_JOINT)[i], joint_name(model, i)
        if joint and joint != body:
            qpos[f"{joint}_qpos"], qvel[f"{joint}_qvel"] = qpos[f"{body}_qpos"], qvel[f"{body}_qvel"]
    return {SignalType.MjSensor: sensors(model), **found, SignalType.MjCtrl: controls(model)}


@checked
def resolve(
    model: MjModel, names: Iterable[str | tuple[str, SignalType | None]], allowed: set[SignalType]
) -> Mapping:
    """Return name -> (type, columns) of data that concatenates these signals.

    names     texts, with or without suffix, or (text, SignalType) where the text is ambiguous
    allowed   signal types that are accepted

    Errors   ValueError for unknown names and for types that are not allowed
    """
    known = signals_by_type(model)
    mapping: Mapping = {}
    start = 0
    for given in names:
        name, hint = given if isinstance(given, tuple) and len(given) == 2 else (given, None)
        if not isinstance(name, str) or not isinstance(hint, SignalType | None):
            raise TypeError(
                f"names must be strings, or pairs (string, SignalType), not {type(given).__name__}"
            )
        if hint is not None and hint not in allowed:
            raise ValueError(
                f"signal '{name}': {hint.name} is not allowed here; allowed: {_list_names(allowed)}"
            )
        found = _find_signal(
            known, name, [hint] if hint is not None else [kind for kind in known if kind in allowed]
        )
        if found is None:
            raise ValueError(f"Could not resolve signal '{name}' with allowed types {_list_names(allowed)}.")
        full, (kind, columns) = found
        mapping[full] = (kind, np.arange(start, start + len(columns)))
        start += len(columns)
    return mapping


def _find_signal(
    known: dict[SignalType, Mapping], name: str, kinds: Iterable[SignalType]
) -> tuple[str, Signal] | None:
    for kind in kinds:
        for full in (name, name + SUFFIX.get(kind, "")):
            if full in known.get(kind, ()):
                return full, known[kind][full]
    return None


def _list_names(kinds: Iterable[SignalType]) -> list[str]:
    return [kind.name for kind in sorted(kinds, key=lambda kind: kind.value)]
