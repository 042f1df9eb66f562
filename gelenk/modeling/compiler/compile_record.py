"""The record of a spec's last compilation, for recompiling and for saving XML.

Documents: API / MjSpec
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gelenk.modeling.spec.spec_snapshot import COMPILED, Snapshot
from gelenk.runtime.copy_pickle import Contents
from gelenk.tables.enums import mjtObj

INERTIAL = ("body_pos", "body_quat", "body_ipos", "body_iquat", "body_mass", "body_inertia")


class CompileRecord(NamedTuple):
    """The record of one compilation.

    signature   of the model
    bodies, joints, actuators   elements in the order of the model
    inertial    the columns of INERTIAL that the model was made from
    state       snapshot of the spec; None where none was taken
    text        XML of that snapshot, once it has been written
    contents    of the model, once it has been compared (runtime/copy_pickle.py)
    """

    signature: int
    bodies: list[Any]
    joints: list[Any]
    actuators: list[Any]
    inertial: dict[str, Any]
    state: Snapshot | None
    text: str | None = None
    contents: Contents | None = None


def make_record(spec: Any, model: Any, build: Any, noted: bool = True) -> CompileRecord:
    """Return the record of a compilation just done; `noted` adds a snapshot of the spec."""
    columns = {name: build.arrays[name] for name in INERTIAL}
    actuators = build.elements[int(mjtObj.mjOBJ_ACTUATOR)]
    lists = list(build.bodies), list(build.joints), list(actuators)
    return CompileRecord(model.signature, *lists, columns, Snapshot(spec) if noted else None)


def find_valid_record(spec: Any) -> CompileRecord | None:
    """Return the record of the spec's compilation, or None if the spec was edited since."""
    kept: CompileRecord | None = spec.__dict__.get(COMPILED)
    if kept is None or kept.state is None or not kept.state.same(Snapshot(spec)):
        return None
    return kept
