"""What calls of ``pictures`` leave for the next one: contexts, scenes and threads, as these take long to make.

Documents: Programming / Visualization

Contexts are used again as long as the model's textures and shapes are what they were, number by number; all else is
taken from the model anew.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.render import current_context, targets
from gelenk.render.context import MjrContext, plane_reach, shape_cells
from gelenk.render.options import Better, choose
from gelenk.runtime.model import MjModel
from gelenk.runtime.thread_pool import Crew
from gelenk.scene.scene import MjvScene
from gelenk.tables.enums import mjtFramebuffer

PIXELS = (
    640 * 480
)  # of the largest pictures whose contexts are kept: those of larger ones are made soon enough
MADE_OF = (
    "tex_",
    "mesh_",
    "hfield_",
    "skin_",
    "geom_type",
    "geom_size",
    "geom_matid",
    "mat_texrepeat",
)  # fields that textures, shapes are made of
FONT = 150
MOST_GEOMS = 10_000  # of scenes that are kept: some MB


class _Kept:
    """Contexts with their scenes and crews of one model, and what the contexts were made of."""

    def __init__(self, m: MjModel) -> None:
        arrays = {name: getattr(m, "_a_" + name) for name in _fields(m)}
        self.arrays = {name: array.copy() for name, array in arrays.items() if array.size}
        self.numbers = _numbers(m)
        self.free: dict[tuple[int, int], list[tuple[Any, Any]]] = {}
        self.crews: list[Crew] = []

    def fits(self, m: MjModel) -> bool:
        """Whether the model still has the textures and shapes that it had."""
        if self.numbers != _numbers(m):
            return False
        return all(_same(array, getattr(m, "_a_" + name)) for name, array in self.arrays.items())


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two arrays of one size have the same bits."""
    whole = np.uint64 if a.nbytes % 8 == 0 else np.uint8
    return bool((a.reshape(-1).view(whole) == b.reshape(-1).view(whole)).all())


def _fields(m: MjModel) -> list[str]:
    return [name for name in m._layout.arrays if name.startswith(MADE_OF)]


def _numbers(m: MjModel) -> tuple[float, ...]:
    return *shape_cells(m), *plane_reach(m)


def of(m: MjModel) -> _Kept:
    """The contexts that there are for a model as it is."""
    found = m.__dict__.get("_pictures")
    if found is None or not found.fits(m):
        found = m.__dict__["_pictures"] = _Kept(m)
    return found


def share(kept: _Kept, count: int, work: Callable[[int], object], stop: Callable[[], object]) -> None:
    """work(i) on each of ``count`` threads, this one among them, which nobody else has meanwhile.

    stop  is called when this thread is interrupted, for the others to end sooner
    """
    try:
        crew = kept.crews.pop()
    except IndexError:
        crew = Crew("gelenk-picture")
    current_context.aside(lambda: crew.run(count, work, interrupted=stop))
    kept.crews.append(crew)


def take(
    m: MjModel, kept: _Kept, width: int, height: int, max_geom: int, better: Better | None
) -> tuple[Any, Any]:
    """A context with an offscreen buffer of this size, and a scene; nobody else has them until they are given back."""
    scn: Any = None
    try:
        con, scn = kept.free[width, height].pop()
        con._renew(m)
    except LookupError:
        con = MjrContext(m, FONT)
        targets.set_buffer(con, int(mjtFramebuffer.mjFB_OFFSCREEN))
        if (con.offWidth, con.offHeight) != (width, height):
            targets.resize_offscreen(con, width, height)
    choose(con, Better() if better is None else better)
    if scn is None or scn.maxgeom != max_geom:
        scn = MjvScene(m, max_geom)
    return con, scn


def give_back(con: Any, scn: Any, kept: _Kept) -> None:
    """Leave a context and a scene for others; those of other sizes than the last are let go of."""
    size = con.offWidth, con.offHeight
    if size[0] * size[1] > PIXELS:
        con.free()
        return
    if size not in kept.free:
        kept.free = {size: []}
    kept.free[size].append((con, scn if scn.maxgeom <= MOST_GEOMS else None))
