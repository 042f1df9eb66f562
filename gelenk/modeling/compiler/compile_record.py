"""What a spec keeps of the last time that it was compiled: for recompiling, and so that writing need not compile again.

Documents: API / MjSpec
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gelenk.modeling.spec.spec_snapshot import COMPILED, State
from gelenk.runtime.copy_pickle import Contents
from gelenk.tables.enums import mjtObj

INERTIAL = ("body_pos", "body_quat", "body_ipos", "body_iquat", "body_mass", "body_inertia")


class Kept(NamedTuple):
    """What is kept of a compilation.

    signature   of the model
    bodies, joints, actuators   elements in the order of the model
    inertial    columns of INERTIAL, from which those of the model were made
    state       the spec as it was; None where that has not been noted
    text        of the spec as it was, once it has been written
    contents    of the model, once it has been compared (runtime/copy_pickle.py)
    """

    signature: int
    bodies: list[Any]
    joints: list[Any]
    actuators: list[Any]
    inertial: dict[str, Any]
    state: State | None
    text: str | None = None
    contents: Contents | None = None


def kept_from(spec: Any, model: Any, build: Any, noted: bool = True) -> Kept:
    """What to keep of a spec that has just been compiled to a model, with its state if that is to be noted."""
    columns = {name: build.arrays[name] for name in INERTIAL}
    actuators = build.elements[int(mjtObj.mjOBJ_ACTUATOR)]
    lists = list(build.bodies), list(build.joints), list(actuators)
    return Kept(model.signature, *lists, columns, State(spec) if noted else None)


def kept_of(spec: Any) -> Kept | None:
    """What was kept, if the spec is now as it was when it was compiled."""
    kept: Kept | None = spec.__dict__.get(COMPILED)
    if kept is None or kept.state is None or not kept.state.same(State(spec)):
        return None
    return kept
