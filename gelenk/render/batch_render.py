"""Render a batch of images (states x cameras) with a pool of rendering contexts.

Documents: Programming / Visualization

``pictures`` returns the images of all states and cameras as one array.

Calls of ``pictures`` share a pool of contexts, scenes and threads. A context is reused while the textures and shapes of
the model are bit-identical to its copy; all other settings are copied from the model at each call.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, SupportsIndex, TypeAlias

import numpy as np

from gelenk.render import capture, current_context, targets
from gelenk.render.context import MjrContext, check_size, plane_reach, shape_cells
from gelenk.render.options import RenderOptions, set_options
from gelenk.runtime.arguments import check_fit, check_struct, integer
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.thread_pool import ThreadPool
from gelenk.scene.cameras import update_camera
from gelenk.scene.classes import MjvCamera, MjvOption
from gelenk.scene.scene import MjvScene
from gelenk.scene.update import update_scene
from gelenk.tables.enums import mjtCatBit, mjtFramebuffer, mjtRndFlag
from gelenk.tables.fields_visual import RENDER_FLAGS_ON

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
        self.thread_pools: list[ThreadPool] = []

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
        thread_pool = kept.thread_pools.pop()
    except IndexError:
        thread_pool = ThreadPool("gelenk-picture")
    current_context.run_and_restore(lambda: thread_pool.run(count, work, interrupted=stop))
    kept.thread_pools.append(thread_pool)


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


# Batch rendering

Camera: TypeAlias = SupportsIndex | str | MjvCamera  # a name, an id, or an MjvCamera
MOST_IMAGE_BYTES = 1 << 34  # bytes of the array of all images (16 GiB)


def pictures(
    model: MjModel,
    datas: MjData | Iterable[MjData],
    cameras: Camera | Sequence[Camera] | np.ndarray = -1,
    width: int = 320,
    height: int = 240,
    kind: str = "rgb",
    *,
    threads: int | None = None,
    option: MjvOption | None = None,
    flags: dict[int, bool] | None = None,
    max_geom: int = 10000,
    better: RenderOptions | None = None,
) -> np.ndarray:
    """Render each state of a model from each camera.

    model     the MjModel; its current textures and meshes are used
    datas     one MjData or several (N), after mj_forward or a step
    cameras   one camera or several (ncam): a name, an id, -1 for the free camera, or an MjvCamera
    width     width of the images [pixel]
    height    height of the images [pixel]
    kind      "rgb": colors; "depth": distances along the view [m]; "segmentation": object id and mjtObj, -1 for none
    threads   number of images drawn concurrently; None: one per CPU. Images are bit-identical for any number
    option    the MjvOption that selects what is visualized; None: the defaults
    flags     rendering flags that differ from the defaults: mjtRndFlag -> on or off
    max_geom  maximum number of geoms in a scene
    better    RenderOptions, where images differ from those of 3.5.0; None: no difference

    Returns   an array (N, ncam, height, width, ...): uint8 with 3 colors, float32, or int32 with 2 values
    Errors    ValueError: no such camera, kind or flag, a size not positive or too large, an MjData of another model
              TypeError: an argument has the wrong type
    Source    Programming / Visualization
    """
    check_struct("pictures", "model", model, MjModel)
    states = _states(model, datas)
    _check_options(option, better)
    views = [capture.find_camera(model, c) for c in _as_list(cameras)]
    width, height = (integer("pictures", n, v) for n, v in (("width", width), ("height", height)))
    check_size(width, height)
    result = _allocate_images((len(states), len(views), height, width), kind)
    jobs = [(i, j) for i in range(len(states)) for j in range(len(views))]
    workers = max(1, min(len(jobs), _checked_count(threads)))
    shown, drawn = MjvOption() if option is None else option, _flags(flags)
    keep, left = pool_of(model), iter(jobs)

    def work(_: int) -> None:
        con, scn = None, None
        for i, j in left:  # each job goes to one thread, since next() of an iterator is atomic
            if con is None:
                con, scn = check_out(model, keep, width, height, max_geom, better)
                choose_flags(scn, drawn)
            _update_scene(model, states[i], shown, views[j], scn)
            capture.capture_image(con, width, height, scn, kind, out=result[i, j])
        if con is not None:
            check_in(con, scn, keep)

    run_on_threads(keep, workers, work, stop=lambda: list(left))
    return result


def _check_options(option: MjvOption | None, better: RenderOptions | None) -> None:
    """Raise TypeError unless option and better have their types or are None."""
    if option is not None:
        check_struct("pictures", "option", option, MjvOption)
    if better is not None:
        check_struct("pictures", "better", better, RenderOptions)


def _allocate_images(shape: tuple[int, ...], kind: str) -> np.ndarray:
    """Return an empty array (*shape, ...) for images of a kind."""
    if kind not in capture.KINDS:
        raise ValueError(f"pictures: kind must be one of {', '.join(capture.KINDS)}, not {kind!r}")
    inner, dtype = capture.KINDS[kind]
    shape = (*shape, *inner)
    if int(np.prod(shape, dtype=object)) * np.dtype(dtype).itemsize > MOST_IMAGE_BYTES:
        raise ValueError(f"pictures: {shape} are more than {MOST_IMAGE_BYTES >> 30} GB")
    return np.empty(shape, dtype)


def _states(model: MjModel, datas: Any) -> list[MjData]:
    """Return one MjData or several as a list, checked against the model."""
    try:
        states = [datas] if isinstance(datas, MjData) else list(datas)
    except TypeError:
        raise TypeError(f"pictures: datas must be an MjData or several, not {type(datas).__name__}") from None
    for d in states:
        check_struct("pictures", "datas", d, MjData)
        check_fit("pictures", model, d)
    return states


def _flags(flags: Any) -> dict[int, bool]:
    """Return the rendering flags as a dict from mjtRndFlag to on or off, checked."""
    if flags is None:
        return {}
    if not isinstance(flags, Mapping):
        raise TypeError(
            f"pictures: flags must be a dict, mjtRndFlag -> on or off, not {type(flags).__name__}"
        )
    found = {integer("pictures", "a key of flags", flag): bool(on) for flag, on in flags.items()}
    most = int(mjtRndFlag.mjNRNDFLAG)
    for flag in found:
        if not 0 <= flag < most:
            raise ValueError(f"pictures: flags must have keys in 0 .. {most - 1} (mjtRndFlag), not {flag}")
    return found


def _as_list(cameras: Any) -> Sequence[Camera]:
    return list(cameras) if isinstance(cameras, list | tuple | np.ndarray) else [cameras]


def _update_scene(model: MjModel, d: MjData, option: Any, view: Any, scn: Any) -> None:
    """Update the camera, then the scene, so that infinite planes follow this camera."""
    update_camera(model, d, view, scn)
    update_scene(model, d, option, None, view, int(mjtCatBit.mjCAT_ALL), scn)


def _checked_count(threads: int | None) -> int:
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = integer("pictures", "threads", threads)
    if count < 1:
        raise ValueError(f"pictures: threads must be at least 1, not {count}")
    return count


def make_context_and_scene(
    model: MjModel,
    width: int,
    height: int,
    max_geom: int = 10000,
    flags: dict[int, bool] | None = None,
    better: RenderOptions | None = None,
) -> tuple[Any, Any]:
    """Return a context with an offscreen buffer of this size, and a scene, for one thread."""
    con: Any = MjrContext(model, FONT)
    if better is not None:
        set_options(con, better)
    targets.set_buffer(con, int(mjtFramebuffer.mjFB_OFFSCREEN))
    if (con.offWidth, con.offHeight) != (width, height):
        targets.resize_offscreen(con, width, height)
    return con, scene(model, max_geom, flags)


def scene(model: MjModel, max_geom: int, flags: dict[int, bool] | None) -> Any:
    """Return a scene of a model with these rendering flags and the defaults of the others."""
    scn: Any = MjvScene(model, max_geom)
    choose_flags(scn, flags or {})
    return scn


def choose_flags(scn: Any, flags: dict[int, bool]) -> None:
    """Set the rendering flags of a scene; flags that are not listed get their defaults."""
    scn._a_flags[:] = 0
    scn._a_flags[list(RENDER_FLAGS_ON)] = 1
    for flag, on in flags.items():
        scn._a_flags[int(flag)] = on
