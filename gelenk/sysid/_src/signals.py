"""Signals of a model by name: which columns of sensordata, state or control they are.

Documents: Modeling / Sensors; Computation / State and control

Columns of states are counted in mjSTATE_FULLPHYSICS without its first number, the time. A signal of a joint is called
NAME_qpos or NAME_qvel, of a free joint by its body; of an actuator NAME_act or NAME_ctrl.
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
    """Where a signal is from."""

    MjSensor = 0
    CustomObs = 1
    MjStateQPos = 2
    MjStateQVel = 3
    MjStateAct = 4
    MjCtrl = 5


Signal = tuple[SignalType, np.ndarray]  # what it is, and its columns
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
    """Name -> (type, columns of sensordata), for all sensors.

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
    """Name -> (type, column of ctrl), for all actuators.

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
    """The same for qpos, qvel and act."""
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
    """What the signals of a joint are called: by its name, or that of its body, which free joints go by."""
    name = names_of(model, mjtObj.mjOBJ_JOINT)[i]
    body = names_of(model, mjtObj.mjOBJ_BODY)[int(model.jnt_bodyid[i])]
    return (body or name if model.jnt_type[i] == mjtJoint.mjJNT_FREE else name) or f"joint{i}"


@checked
def all_of(model: MjModel) -> dict[SignalType, Mapping]:
    """Type -> (name -> (type, columns)), for everything that a model has."""
    qpos, qvel, act = states(model)
    found = dict(zip(STATES, (qpos, qvel, act), strict=True))
    free = [i for i, kind in enumerate(model.jnt_type.tolist()) if kind == mjtJoint.mjJNT_FREE]
    for i in free:  # by the name of the joint too
        joint, body = names_of(model, mjtObj.mjOBJ_JOINT)[i], joint_name(model, i)
        if joint and joint != body:
            qpos[f"{joint}_qpos"], qvel[f"{joint}_qvel"] = qpos[f"{body}_qpos"], qvel[f"{body}_qvel"]
    return {SignalType.MjSensor: sensors(model), **found, SignalType.MjCtrl: controls(model)}


@checked
def resolve(
    model: MjModel, names: Iterable[str | tuple[str, SignalType | None]], allowed: set[SignalType]
) -> Mapping:
    """Name -> (type, columns of data that has these signals one after the other).

    names     texts, with or without suffix, or (text, SignalType) where a text says too little
    allowed   types that count

    Errors   ValueError for names that the model does not have, and for types that are not allowed
    """
    known = all_of(model)
    mapping: Mapping = {}
    start = 0
    for given in names:
        name, hint = given if isinstance(given, tuple) and len(given) == 2 else (given, None)
        if not isinstance(name, str) or not isinstance(hint, SignalType | None):
            raise TypeError(f"names must be texts, or (text, SignalType), not {type(given).__name__}")
        if hint is not None and hint not in allowed:
            raise ValueError(f"signal '{name}': {hint.name} is not allowed here, but {_listed(allowed)}")
        found = _find(
            known, name, [hint] if hint is not None else [kind for kind in known if kind in allowed]
        )
        if found is None:
            raise ValueError(f"Could not resolve signal '{name}' with allowed types {_listed(allowed)}.")
        full, (kind, columns) = found
        mapping[full] = (kind, np.arange(start, start + len(columns)))
        start += len(columns)
    return mapping


def _find(
    known: dict[SignalType, Mapping], name: str, kinds: Iterable[SignalType]
) -> tuple[str, Signal] | None:
    for kind in kinds:
        for full in (name, name + SUFFIX.get(kind, "")):
            if full in known.get(kind, ()):
                return full, known[kind][full]
    return None


def _listed(kinds: Iterable[SignalType]) -> list[str]:
    return [kind.name for kind in sorted(kinds, key=lambda kind: kind.value)]
