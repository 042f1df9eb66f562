"""Stages that exist only for GPU batches: parts of a step, resets, noise.

Documents: design / Many worlds on GPUs

These stages are not in the stage table, and CPU wheels do not contain them.
"""

from gelenk.tables.fields_scratch import SCALARS, SCRATCH
from gelenk.tables.libraries import LIBRARIES as NEEDED
from gelenk.tables.stages import LIBRARIES, NAMED, Stage, parts

LIBRARY, QUERY_LIBRARY = "gpu_batch", "gpu_queries"
_CHAIN, _WORLDS, _QUERIES = (f"gelenk.engine.batch.{name}" for name in ("gpu_step", "reset", "queries"))
# parts of a step, in the order of their launches
CHAIN = (
    *("batch_position", "batch_inertia", "batch_collision", "batch_rows"),
    *("batch_velocity", "batch_acceleration", "batch_solver", "batch_end"),
)
STAGES = (
    *(Stage(name, _CHAIN, LIBRARY) for name in (*CHAIN, "batch_forward")),
    Stage("batch_step", _CHAIN, LIBRARY, "mdi"),
    Stage("batch_reset", _WORLDS, LIBRARY, "mdi"),
    Stage("batch_stop", _WORLDS, LIBRARY),
    Stage("batch_noise", _WORLDS, LIBRARY, "mdii"),
    Stage("batch_scatter", _WORLDS, LIBRARY, "mdii"),
    Stage("batch_jac", _QUERIES, QUERY_LIBRARY, "mdi"),
    Stage("batch_rays", _QUERIES, QUERY_LIBRARY, "mdii"),
)
KINDS = ("md", "mdi", "mdii")  # signatures of stages that can be part of a GPU program

UNSUPPORTED = (
    "speculative",
    "cells",
    "cell_rows",
    "cell_plastic",
)  # libraries of stages that GPU programs leave out (batch/device/arguments.py)

# Stages that find the contacts of a pair of geoms and run on a single lane. Lanes process different pairs at once, so
# each lane has its own copy of the fields that these stages write.
PAIRS = ("box_box", "box_clip", "plane_mesh", "plane_hull", "convex_pair", "hfield_pair", "sdf_pair")
BY_A_LANE = frozenset({*PAIRS, *(part for name in PAIRS for part in parts(name))})
PAIR_WORK = frozenset(
    f.name
    for f in (*SCALARS, *SCRATCH)
    if f.name.startswith("near_") or not BY_A_LANE.isdisjoint(s.rstrip("?+") for s in f.stage.split())
)
# The simplex, the polytope, prisms and similar fields take kilobytes and are needed only for pairs that need a search
# (is_searched in collision/dispatch.py). `ncollider` lanes have these fields and also search on behalf of the others.
COLLIDER_WORK = frozenset(
    f.name for f in (*SCALARS, *SCRATCH) if f.name in PAIR_WORK and "collision" not in f.stage.split()
)


def rows(library: str) -> tuple[Stage, ...]:
    """Return the stages of a library that GPU programs can contain."""
    return kernels(library) or tuple(stage for stage in LIBRARIES[library] if stage.kinds in KINDS)


def kernels(library: str) -> tuple[Stage, ...]:
    """Return the stages of a library that exist only for GPU batches."""
    return tuple(stage for stage in STAGES if stage.library == library)


def libraries(lanes: int = 1) -> list[str]:
    """Return the libraries that GPU programs can contain, in pipeline order.

    The libraries of GPU batches follow those of the pipeline.

    lanes   lanes per world; only programs with one lane per world answer queries
    """
    found = [row.name for row in NEEDED if row.when is not None and rows(row.name)]
    found = [*(name for name in found if name not in UNSUPPORTED), LIBRARY]
    return [*found, QUERY_LIBRARY] if lanes == 1 else found


def find_stage(name: str) -> Stage:
    """Return the stage of a name from either table."""
    return NAMED.get(name) or next(stage for stage in STAGES if stage.name == name)
