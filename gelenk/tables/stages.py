"""The stages: compile units of the engine, each with the library it lives in.

Documents: design / Kernels

A stage is a function of ``gelenk.engine``; stages of one library are compiled together and share helpers. ``kinds`` has
one letter per argument: m model, d data, F float64 array, I int32 array, i integer, f float. The position of a row is
its index in the stage table that compiled code calls through.
"""

from typing import NamedTuple


class Stage(NamedTuple):
    """One compile unit: ``function`` of ``module``, kept in ``library``."""

    name: str
    module: str
    library: str
    kinds: str = "md"


STAGES = (
    Stage("collision", "gelenk.engine.collision.dispatch", "collision"),
    Stage("box_box", "gelenk.engine.collision.boxes", "boxes", "mdii"),
    Stage("convex_pair", "gelenk.engine.collision.convex", "convex", "mdii"),
    Stage("step", "gelenk.engine.step", "step", "mdi"),
    Stage("forward", "gelenk.engine.step", "step"),
    Stage("kinematics", "gelenk.engine.kinematics", "position"),
    Stage("com_pos", "gelenk.engine.kinematics", "position"),
    Stage("camlight", "gelenk.engine.kinematics", "position"),
)

INDEX = {stage.name: i for i, stage in enumerate(STAGES)}
