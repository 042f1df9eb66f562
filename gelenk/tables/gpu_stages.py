"""Stages that only batches on a device have: parts of a step, resets, noise.

Documents: design / Many worlds on GPUs

They are no part of the table of addresses, and no wheel for processors carries them.
"""

from gelenk.tables.fields_scratch import SCALARS, SCRATCH
from gelenk.tables.libraries import LIBRARIES as NEEDED
from gelenk.tables.stages import LIBRARIES, NAMED, Stage, parts

LIBRARY, ASKING = "many", "asking"
_CHAIN, _WORLDS, _ASKING = (f"gelenk.engine.batch.{name}" for name in ("gpu_step", "reset", "queries"))
# the parts of a step in their order: what is launched for each
CHAIN = (
    *("many_position", "many_inertia", "many_collision", "many_rows"),
    *("many_velocity", "many_acceleration", "many_solver", "many_end"),
)
STAGES = (
    *(Stage(name, _CHAIN, LIBRARY) for name in (*CHAIN, "many_forward")),
    Stage("many_step", _CHAIN, LIBRARY, "mdi"),
    Stage("many_reset", _WORLDS, LIBRARY, "mdi"),
    Stage("many_stop", _WORLDS, LIBRARY),
    Stage("many_noise", _WORLDS, LIBRARY, "mdii"),
    Stage("many_scatter", _WORLDS, LIBRARY, "mdii"),
    Stage("many_jac", _ASKING, ASKING, "mdi"),
    Stage("many_rays", _ASKING, ASKING, "mdii"),
)
KINDS = ("md", "mdi", "mdii")  # of stages that can be part of a program

# What one lane may run by itself: contacts of a pair of geoms. Lanes do several pairs at once, so the fields that these
# stages compute in are each lane's own
PAIRS = ("box_box", "plane_mesh", "convex_pair", "hfield_pair", "sdf_pair")
BY_A_LANE = frozenset({*PAIRS, *(part for name in PAIRS for part in parts(name))})
PAIR_WORK = frozenset(
    f.name
    for f in (*SCALARS, *SCRATCH)
    if f.name.startswith("near_") or not BY_A_LANE.isdisjoint(s.rstrip("?+") for s in f.stage.split())
)
# Of it the simplex, the polytope, prisms and the like take kilobytes, and only pairs that are searched for need them
# (collision/dispatch.py, is_searched): as many lanes have them as `ncollider` says, and search for the others too
COLLIDER_WORK = frozenset(
    f.name for f in (*SCALARS, *SCRATCH) if f.name in PAIR_WORK and "collision" not in f.stage.split()
)


def rows(library: str) -> tuple[Stage, ...]:
    """The stages of a library that programs for many worlds can have."""
    return kernels(library) or tuple(stage for stage in LIBRARIES[library] if stage.kinds in KINDS)


def kernels(library: str) -> tuple[Stage, ...]:
    """The stages of a library that threads run: those that only batches have."""
    return tuple(stage for stage in STAGES if stage.library == library)


def libraries(lanes: int = 1) -> list[str]:
    """All libraries with such stages that a step may reach, in the order of the pipeline, and those of batches.

    lanes   of a world: worlds that answer what is asked have one
    """
    found = [*(row.name for row in NEEDED if row.when is not None and rows(row.name)), LIBRARY]
    return [*found, ASKING] if lanes == 1 else found


def named(name: str) -> Stage:
    """A stage of either table."""
    return NAMED.get(name) or next(stage for stage in STAGES if stage.name == name)
