"""A pool of contexts, scenes and threads that calls of ``pictures`` reuse.

Documents: Programming / Visualization

Contexts are reused while the textures and shapes of the model have the same bits; all other settings are copied from
the model at each call.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.render import current_context, targets
from gelenk.render.context import MjrContext, plane_reach, shape_cells
from gelenk.render.options import RenderOptions, set_options
from gelenk.runtime.model import MjModel
from gelenk.runtime.thread_pool import ThreadPool
from gelenk.scene.scene import MjvScene
from gelenk.tables.enums import mjtFramebuffer

# largest images whose contexts are kept [pixel]: drawing larger ones takes longer than making a context
MOST_KEPT_PIXELS = 640 * 480
# prefixes of the model fields that textures and shapes depend on
MADE_OF = (
    "tex_",
    "mesh_",
    "hfield_",
    "skin_",
    "geom_type",
    "geom_size",
    "geom_matid",
    "mat_texrepeat",
)
FONT = 150
MOST_GEOMS = 10_000  # largest scenes that are kept: some MB


class _ContextPool:
    """The idle contexts, scenes and thread pools of one model, and a copy of its assets."""

    def __init__(self, m: MjModel) -> None:
        arrays = {name: getattr(m, "_a_" + name) for name in _asset_fields(m)}
        self.arrays = {name: array.copy() for name, array in arrays.items() if array.size}
        self.numbers = _sizes_of(m)
        self.free: dict[tuple[int, int], list[tuple[Any, Any]]] = {}
        self.crews: list[ThreadPool] = []

    def has_same_assets(self, m: MjModel) -> bool:
        """Return whether the model has the textures and shapes of the copy."""
        if self.numbers != _sizes_of(m):
            return False
        return all(_has_same_bits(array, getattr(m, "_a_" + name)) for name, array in self.arrays.items())


def _has_same_bits(a: np.ndarray, b: np.ndarray) -> bool:
    """Return whether two arrays of equal size have the same bits."""
    whole = np.uint64 if a.nbytes % 8 == 0 else np.uint8
    return bool((a.reshape(-1).view(whole) == b.reshape(-1).view(whole)).all())


def _asset_fields(m: MjModel) -> list[str]:
    return [name for name in m._layout.arrays if name.startswith(MADE_OF)]


def _sizes_of(m: MjModel) -> tuple[float, ...]:
    return *shape_cells(m), *plane_reach(m)


def pool_of(m: MjModel) -> _ContextPool:
    """Return the pool of a model, replaced if textures or shapes have changed."""
    found = m.__dict__.get("_pictures")
    if found is None or not found.has_same_assets(m):
        found = m.__dict__["_pictures"] = _ContextPool(m)
    return found


def run_on_threads(
    kept: _ContextPool, count: int, work: Callable[[int], object], stop: Callable[[], object]
) -> None:
    """Run work(i) on ``count`` threads of a pool that no other call uses meanwhile.

    The calling thread runs one share of the work.

    stop  called when the calling thread is interrupted, to end the others early
    """
    try:
        crew = kept.crews.pop()
    except IndexError:
        crew = ThreadPool("gelenk-picture")
    current_context.run_and_restore(lambda: crew.run(count, work, interrupted=stop))
    kept.crews.append(crew)


def check_out(
    m: MjModel, kept: _ContextPool, width: int, height: int, max_geom: int, better: RenderOptions | None
) -> tuple[Any, Any]:
    """Check out a context with an offscreen buffer of this size, and a scene."""
    scn: Any = None
    try:
        con, scn = kept.free[width, height].pop()
        con._copy_settings_and_materials(m)
    except LookupError:
        con = MjrContext(m, FONT)
        targets.set_buffer(con, int(mjtFramebuffer.mjFB_OFFSCREEN))
        if (con.offWidth, con.offHeight) != (width, height):
            targets.resize_offscreen(con, width, height)
    set_options(con, RenderOptions() if better is None else better)
    if scn is None or scn.maxgeom != max_geom:
        scn = MjvScene(m, max_geom)
    return con, scn


def check_in(con: Any, scn: Any, kept: _ContextPool) -> None:
    """Return a context and a scene to the pool, which keeps those of the latest size only."""
    size = con.offWidth, con.offHeight
    if size[0] * size[1] > MOST_KEPT_PIXELS:
        con.free()
        return
    if size not in kept.free:
        kept.free = {size: []}
    kept.free[size].append((con, scn if scn.maxgeom <= MOST_GEOMS else None))
