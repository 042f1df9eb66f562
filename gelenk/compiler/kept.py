"""What a spec keeps of the last time that it was compiled: for recompiling, and so that writing need not compile again.

Documents: API / MjSpec
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gelenk.spec.unchanged import COMPILED, State
from gelenk.tables.enums import mjtObj

INERTIAL = ("body_pos", "body_quat", "body_ipos", "body_iquat", "body_mass", "body_inertia")


class Kept(NamedTuple):
    """What is kept of a compilation.

    signature   of the model
    bodies, joints, actuators   elements in the order of the model
    inertial    the model's columns of INERTIAL, which nobody changes
    state       the spec as it was
    text        of the spec as it was, once it has been written
    contents    of the model, once it has been compared (world/copying.py)
    """

    signature: int
    bodies: list[Any]
    joints: list[Any]
    actuators: list[Any]
    inertial: dict[str, np.ndarray]
    state: State
    text: str | None = None
    contents: tuple | None = None


def kept_from(spec: Any, model: Any, build: Any) -> Kept:
    """What to keep of a spec that has just been compiled to a model."""
    columns = {name: getattr(model, f"_a_{name}").copy() for name in INERTIAL}
    actuators = build.elements[int(mjtObj.mjOBJ_ACTUATOR)]
    lists = list(build.bodies), list(build.joints), list(actuators)
    return Kept(model.signature, *lists, columns, State(spec))


def kept_of(spec: Any) -> Kept | None:
    """What was kept, if the spec is now as it was when it was compiled."""
    kept: Kept | None = spec.__dict__.get(COMPILED)
    return kept if kept is not None and kept.state.same(State(spec)) else None
