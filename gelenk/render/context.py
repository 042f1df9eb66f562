"""MjrContext: textures, meshes, settings and buffers of a renderer, copied from a model.

Documents: API / MjrContext; Drop-in / Drawing; Programming / Visualization
"""

import functools
import math
import os
import threading
from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

import numpy as np
import numpy.typing as npt

from gelenk.errors import FatalError
from gelenk.render import builtin_shapes, current_context, fonts, texture_memory
from gelenk.render.texture_memory import with_pixels
from gelenk.render.workspace import check_context, read_scalar
from gelenk.runtime.block import Block, attach, describe
from gelenk.runtime.memory_plan import Image, Table
from gelenk.runtime.model import MjModel
from gelenk.scene.shapes import plane_step
from gelenk.tables import fields_context
from gelenk.tables.enums import mjtFramebuffer, mjtGeom, mjtTexture
from gelenk.tables.fields_context import GROWN, MATERIALS, PUBLIC, ROLES, TEXTURES
from gelenk.toolchain import struct_layout
from gelenk.toolchain.thread_start import new_lock

if TYPE_CHECKING:
    from gelenk.render.fields import ContextFields
    from gelenk.runtime.thread_pool import ThreadPool
else:
    ContextFields = object

MOST_SIDE_PIXELS = 16384  # pixels: largest side of a buffer
MOST_PIXELS = 1 << 27  # pixels of the largest buffer: 1 GB with depth


class Buffer:
    """A framebuffer of ``width`` x ``height`` pixels: colors and depth.

    rgb      (height, width, 3) uint8, bottom row first
    depth    (height, width) float32: 1 at the near plane, 0 at the far plane
    samples  samples per pixel while drawing; the buffer stores their mean
    """

    def __init__(self, width: int, height: int, samples: int = 0) -> None:
        check_size(width, height)
        self.width, self.height, self.samples = width, height, samples
        self.rgb = np.zeros((height, width, 3), np.uint8)
        self.depth = np.zeros((height, width), np.float32)


def check_size(width: int, height: int) -> None:
    """Raise ValueError unless a buffer can have this size."""
    if not (
        0 < width <= MOST_SIDE_PIXELS and 0 < height <= MOST_SIDE_PIXELS and width * height <= MOST_PIXELS
    ):
        raise ValueError(
            f"a buffer cannot have {width} x {height} pixels: sides must be in 1 .. {MOST_SIDE_PIXELS}, "
            f"pixels at most {MOST_PIXELS}"
        )


_PUBLIC = {f.name: f for rows in PUBLIC for f in rows}
RGB_FORMAT = 6407
CHARACTERS = 128
COARSE, BLOCK_OVERLAP = 5, 1e-5  # cells along a side of a coarse cell; overlap in block widths
PLANE_BLOCK_CELLS = 20  # cells along a side of a plane block, the unit of culling
USUAL_SLICES = 28  # default number of slices (visual/quality)
ROUND_CELLS, MOST_CELLS = 3, 2000  # smallest and largest number of slices, stacks or cells of a shape
VECTOR_HANDLES = ("skinvertVBO", "skinnormalVBO", "skintexcoordVBO", "skinfaceVBO")


@describe(
    struct_layout.CONTEXT, public=_PUBLIC.__contains__, meanings={n: f.meaning for n, f in _PUBLIC.items()}
)
class MjrContext(Block, ContextFields):
    """Rendering context: ``con = MjrContext(m, fontscale)``; ``MjrContext()`` draws nothing.

    The context holds a copy of the textures, meshes, height fields and settings of the model at construction.
    mjr_uploadTexture, mjr_uploadMesh, mjr_uploadHField bring textures and shapes up to date. (API / MjrContext)
    """

    _viewport: tuple[int, ...]  # of the last drawing, see tests/support/internal_members.py

    def __init__(self, model: MjModel | None = None, fontscale: SupportsIndex | None = None) -> None:
        if model is not None and not isinstance(model, MjModel):
            raise TypeError(f"MjrContext: model must be an MjModel, not {type(model).__name__}")
        if model is not None:
            model._check_indices()
        made = [field for name, field in self._layout.arrays.items() if name not in GROWN]
        self._allocate(Image.of(self._nslot, {"": Table(made, self._layout.offset).plan({})}))
        self._shapes: list[builtin_shapes.Shape] = []
        self._levels: list[list[np.ndarray]] = []
        self._window: Buffer | None = None
        self._offscreen: Buffer | None = None
        self._aux: list[Buffer | None] = [None] * fields_context.AUX
        self._current: Buffer | None = None
        self._thread_pool: ThreadPool | None = None  # created on first use of several threads
        self._lock, self._process = new_lock(threading.RLock), os.getpid()
        for name in VECTOR_HANDLES:
            self.__dict__["_" + name] = ()
        for name in GROWN:
            field = struct_layout.CONTEXT.arrays[name]
            inner = tuple(n for n in field.shape[1:])
            self._set_array(name, np.zeros((0, *inner), struct_layout.NUMPY[field.dtype]))
        if model is not None:
            self._copy_model(model, fonts.nearest_scale(150 if fontscale is None else fontscale))

    def _copy_model(self, m: MjModel, fontscale: int) -> None:
        """Copy textures, shapes and settings of a model, and make the buffers."""
        if m.nmat > MATERIALS or m.ntex > TEXTURES:
            raise FatalError(
                f"a context holds {MATERIALS} materials and {TEXTURES} textures; the model has {m.nmat} and {m.ntex}"
            )
        self._copy_settings(m)
        self._set_int("glInitialized", 1)
        fonts.set_scale(self, fontscale)
        self._copy_materials(m)
        texel, self._levels = texture_memory.all_levels(with_pixels(m))
        self._pack_textures(texel)
        self._shapes = self._make_shapes(m)
        self._pack_shapes()
        self._offscreen = Buffer(self.offWidth, self.offHeight, self.offSamples)
        self._window = Buffer(*current_context.window_size((self.offWidth, self.offHeight)))
        for name in ("offFBO", "offFBO_r", "offColor", "offColor_r", "offDepthStencil", "offDepthStencil_r"):
            setattr(self, name, 1)
        self.shadowFBO = self.shadowTex = int(self.shadowSize > 0)
        self.windowAvailable = 1
        self.currentBuffer = int(mjtFramebuffer.mjFB_WINDOW)
        self._current = self._window
        self.readPixelFormat, self.rangeFont = RGB_FORMAT, CHARACTERS

    def _copy_settings_and_materials(self, m: MjModel) -> None:
        """Copy settings and materials again; textures, shapes and buffer sizes stay."""
        size = self.offWidth, self.offHeight
        self._copy_settings(m)
        self._copy_materials(m)
        self.offWidth, self.offHeight = size

    def _copy_settings(self, m: MjModel) -> None:
        """Copy the settings of a model: lines, shadows, fog, haze, map, sizes."""
        extent, vis = float(m.stat.extent), m.vis
        self.lineWidth = vis.global_.linewidth
        self.shadowClip, self.shadowScale = vis.map.shadowclip * extent, vis.map.shadowscale
        self.fogStart, self.fogEnd = vis.map.fogstart * extent, vis.map.fogend * extent
        self.fogRGBA[:] = vis.rgba.fog
        self.shadowSize = min(max(0, int(vis.quality.shadowsize)), SHADOW_MOST)
        self.offWidth, self.offHeight = int(vis.global_.offwidth), int(vis.global_.offheight)
        self.offSamples = max(0, int(vis.quality.offsamples))
        self._floats[struct_layout.CONTEXT.offset["haze_part"] // 8] = float(vis.map.haze)
        self._floats[struct_layout.CONTEXT.offset["haze_reach"] // 8] = (
            HAZE_REACH * float(vis.map.zfar) * extent
        )
        self._floats[struct_layout.CONTEXT.offset["map_near"] // 8] = max(0.0, float(vis.map.znear) * extent)
        self._floats[struct_layout.CONTEXT.offset["map_far"] // 8] = max(0.0, float(vis.map.zfar) * extent)
        self._floats[struct_layout.CONTEXT.offset["sky_reach"] // 8] = (
            SKY_REACH * float(vis.map.zfar) * extent
        )
        slices, stacks, _ = shape_cells(m)
        # the outline of a polygon deviates from the circle by the square of the angle of a slice
        for name, around in (("few_slices", slices), ("few_stacks", 2 * stacks)):
            self._floats[struct_layout.CONTEXT.offset[name] // 8] = min(1.0, (around / USUAL_SLICES) ** 2)
        self._a_haze_rgba[:] = vis.rgba.haze
        self._set_int("most_lights", GL_LIGHTS)
        self._set_int("sky_sides", slices)

    def _copy_materials(self, m: MjModel) -> None:
        self.mat_texid[:] = -1
        self.mat_texid[: m.nmat * ROLES] = m._a_mat_texid.reshape(-1)
        self.mat_texuniform[: m.nmat] = m._a_mat_texuniform
        self.mat_texrepeat[: 2 * m.nmat] = m._a_mat_texrepeat.reshape(-1)
        self.ntexture = m.ntex
        self.textureType[: m.ntex] = m._a_tex_type
        self.texture[: m.ntex] = np.arange(1, m.ntex + 1)
        sky = np.flatnonzero(m._a_tex_type == int(mjtTexture.mjTEXTURE_SKYBOX))
        self._set_int("skybox", int(sky[0]) if len(sky) else -1)

    def _set_int(self, name: str, value: int) -> None:
        """Set an internal integer field."""
        self._ints[struct_layout.CONTEXT.offset[name] // 8] = value

    # ---- textures and shapes

    def _pack_textures(self, texel: np.ndarray | None = None) -> None:
        """Concatenate the mipmap levels of all textures; ``texel``: the result, if known.

        Levels that textures share are stored once.
        """
        flat = [level for found in self._levels for level in found]
        own = {id(level): level for level in flat}
        sizes = np.array([level.size for level in own.values()], np.int64)
        starts_of = dict(zip(own, (np.cumsum(sizes) - sizes).tolist(), strict=True))
        counts = [len(found) for found in self._levels]
        faces = [
            1 if k == mjtTexture.mjTEXTURE_2D else texture_memory.FACES
            for k in self.textureType[: len(counts)]
        ]
        columns: dict[str, npt.ArrayLike] = {
            "tex_kind": self.textureType[: len(counts)],
            "tex_level": np.cumsum([0, *counts])[:-1],
            "tex_nlevel": counts,
            "level_width": [level.shape[1] for level in flat],
            "level_height": [
                level.shape[0] // n for n, found in zip(faces, self._levels, strict=True) for level in found
            ],
            "level_adr": [starts_of[id(level)] for level in flat],
            "texel": np.concatenate([level.reshape(-1) for level in own.values()])
            if texel is None
            else texel,
        }
        kinds = np.repeat(self.textureType[: len(counts)], counts)
        even = [
            texture_memory.uniform_blocks(level)
            if kind == mjtTexture.mjTEXTURE_2D
            else np.zeros(0, np.uint32)
            for kind, level in zip(kinds, flat, strict=True)
        ]
        starts = np.cumsum([0, *map(len, even)])
        columns["level_block"] = np.where(np.diff(starts) > 0, starts[:-1], -1)
        columns["block"] = np.concatenate(even) if even else []
        self._attach_arrays(columns)
        self._set_sizes(ntex=len(counts), nlevel=len(flat), ntexel=int(sizes.sum()), ntexmodel=len(counts))
        self._set_sizes(nblock=int(starts[-1]))

    def _attach_arrays(self, columns: Mapping[str, npt.ArrayLike]) -> None:
        """Attach arrays, converted to the types of their fields."""
        for name, values in columns.items():
            field = struct_layout.CONTEXT.arrays[name]
            shape = (-1, *field.shape[1:])
            self._set_array(
                name, np.ascontiguousarray(values, struct_layout.NUMPY[field.dtype]).reshape(shape)
            )

    def _set_sizes(self, **sizes: int) -> None:
        for name, value in sizes.items():
            self._set_int(name, value)

    def _make_shapes(self, m: MjModel) -> list[builtin_shapes.Shape]:
        """Return all shapes in order: built-in, planes, meshes with hulls, height fields, skins."""
        shapes = built_in(m)
        self.baseBuiltin, self.rangeBuiltin = 0, len(shapes)
        self.basePlane = len(shapes)
        blocks = []
        for g in np.flatnonzero(m._a_geom_type == int(mjtGeom.mjGEOM_PLANE)):
            made = plane_blocks(*map(float, m._a_geom_size[g]), plane_reach(m, int(m._a_geom_matid[g])))
            blocks.append((len(shapes), len(made) // 2, len(shapes) + len(made) - 1))
            shapes += made
        self._set_array("plane_block", np.array(blocks, np.int32).reshape(-1, 3))
        self.rangePlane = len(blocks)
        self.baseMesh, self.rangeMesh = len(shapes), 2 * m.nmesh
        for i in range(m.nmesh):
            shapes += mesh_and_hull(m, i)
        self.baseHField, self.rangeHField = len(shapes), m.nhfield
        shapes += [builtin_shapes.hfield(m, i) for i in range(m.nhfield)]
        self._set_sizes(base_skin=len(shapes), box_face=len(shapes[builtin_shapes.BOX].pos) // 6)
        self._set_sizes(nplane=len(blocks), nmesh=m.nmesh, nhfield=m.nhfield)
        shapes += [builtin_shapes.skin(m, i) for i in range(m.nskin)]
        self.nskin = m.nskin
        for name in VECTOR_HANDLES:
            self.__dict__["_" + name] = tuple(range(1, m.nskin + 1))
        return shapes

    def _pack_shapes(self) -> None:
        """Concatenate the arrays of all shapes."""
        vertices = np.array([len(s.pos) for s in self._shapes], np.int64)
        pos = np.concatenate([s.pos for s in self._shapes])
        faces = np.array([len(s.face) for s in self._shapes], np.int64)
        self._attach_arrays(
            {
                "shape_vertadr": np.cumsum(vertices) - vertices,
                "shape_vertnum": vertices,
                "shape_faceadr": np.cumsum(faces) - faces,
                "shape_facenum": faces,
                "shape_sphere": _spheres_around(pos, vertices),
                "shape_pos": pos,
                "shape_normal": np.concatenate([s.normal for s in self._shapes]),
                "shape_uv": np.concatenate([s.uv for s in self._shapes]),
                "shape_face": np.concatenate([s.face for s in self._shapes]),
            }
        )
        self._set_sizes(nshape=len(self._shapes), nshapevert=int(vertices.sum()), nshapeface=int(faces.sum()))

    def _upload_texture(self, m: MjModel, i: int) -> None:
        """Copy texture ``i`` of a model again (mjr_uploadTexture)."""
        with self._drawing_lock():
            self._check_upload("texture", i, len(self._levels))
            self._levels[i] = texture_memory.mipmap_levels(with_pixels(m, again=i), i)
            self._pack_textures()

    def _upload_mesh(self, m: MjModel, i: int) -> None:
        """Copy mesh ``i`` of a model and its hull again (mjr_uploadMesh)."""
        with self._drawing_lock():
            self._check_upload("mesh", i, read_scalar(self, "nmesh"))
            self._shapes[self.baseMesh + 2 * i : self.baseMesh + 2 * i + 2] = mesh_and_hull(m, i)
            self._pack_shapes()

    def _upload_hfield(self, m: MjModel, i: int) -> None:
        """Copy height field ``i`` of a model again (mjr_uploadHField)."""
        with self._drawing_lock():
            self._check_upload("height field", i, read_scalar(self, "nhfield"))
            self._shapes[self.baseHField + i] = builtin_shapes.hfield(m, i)
            self._pack_shapes()

    def _check_upload(self, kind: str, i: int, count: int) -> None:
        self._check_alive()
        check_context(self)
        if not 0 <= i < count:
            raise FatalError(f"there is no {kind} {i}: the context has {count}")

    # ---- use

    def _drawing_lock(self) -> threading.RLock:
        """Return the lock that one thread holds while it draws from the arrays or replaces them."""
        if self._process != os.getpid():  # a forked child has none of the threads that may hold the lock
            self._lock, self._process = new_lock(threading.RLock), os.getpid()
        return self._lock

    def _check_alive(self) -> None:
        """Raise FatalError after free(), or if the context was made without a model."""
        if not self.glInitialized:
            raise FatalError(
                "the context has no resources to draw with: it was freed, or made without a model"
            )

    def free(self) -> None:
        """Release all memory; the context cannot be used afterwards.

        Source   API / mjr_freeContext
        """
        with self._drawing_lock():  # waits for drawing in progress
            self.glInitialized = 0
            self._shapes, self._levels = [], []
            self._window = self._offscreen = self._current = None
            self._aux = [None] * fields_context.AUX
            for name in GROWN:
                array = getattr(self, "_a_" + name)
                self._set_array(name, np.zeros((0, *array.shape[1:]), array.dtype))
            self._set_sizes(**{f.name: 0 for f in fields_context.SIZES})


def _handle_property(name: str) -> property:
    return property(
        attrgetter("_" + name), doc="numbers of the skins, from 1 on: there are no buffers of OpenGL"
    )


attach(MjrContext, **{name: _handle_property(name) for name in VECTOR_HANDLES})


GL_LIGHTS = 8  # lights that the OpenGL renderer of 3.5.0 can use
PLANE_REACH = 1.05  # half size of infinite planes, as a share of the far plane's distance, plus half a step
SKY_REACH = 0.7  # distance of the sky, as a share of the far plane's distance
HAZE_REACH = 0.7  # distance at which haze hides the plane, as a share of the far plane's distance
SHADOW_MOST = 16384  # texels along the side of a shadow map


def _clamp_cells(n: SupportsIndex) -> int:
    """Clamp a number of slices, stacks or cells."""
    return min(max(ROUND_CELLS, int(n)), MOST_CELLS)


@functools.lru_cache(maxsize=8)
def _sphere_and_halves(slices: int, half: int) -> list[builtin_shapes.Shape]:
    """Return the unit sphere and its halves, with ``half`` stacks per half."""
    top, bottom = (
        builtin_shapes.sphere(slices, half, 0.0, 0.5),
        builtin_shapes.sphere(slices, half, -0.5, 0.0),
    )
    return [builtin_shapes.sphere(slices, 2 * half), top, bottom]


def _round_shapes(slices: int, stacks: int, half: int) -> list[builtin_shapes.Shape]:
    """Return the round shapes (those before BOX in builtin_shapes.py).

    stacks  of tubes and cones
    half    stacks of half a sphere
    As in 3.5.0, caps of cylinders have a ring per two stacks, the disc under a cone one per stack.
    """
    rings = max(1, stacks // 2)
    return [
        *_sphere_and_halves(slices, half),
        builtin_shapes.tube(slices, stacks),
        builtin_shapes.disc(slices, rings, 1.0),
        builtin_shapes.disc(slices, rings, -1.0, up=False),
        builtin_shapes.cone(slices, stacks),
        builtin_shapes.disc(slices, stacks, up=False),
    ]


def plane_reach(m: MjModel, material: int = -1) -> tuple[float, float]:
    """Return the half sizes along x and y of infinite planes of a material [m]."""
    far = float(m.vis.map.zfar) * float(m.stat.extent)
    x, y = (max(1e-3, PLANE_REACH * far + 0.5 * plane_step(cast(Any, m), material, k, far)) for k in range(2))
    return x, y


def shape_cells(m: MjModel) -> tuple[int, int, int]:
    """Return the numbers of slices, stacks and quads of built-in shapes."""
    quality = m.vis.quality
    quads = min(max(1, int(quality.numquads)), MOST_CELLS)
    return _clamp_cells(quality.numslices), _clamp_cells(quality.numstacks), quads


def built_in(m: MjModel) -> list[builtin_shapes.Shape]:
    """Return the built-in shapes in the order of builtin_shapes.py."""
    return list(_built_in(*shape_cells(m)))


@functools.lru_cache(maxsize=4)
def _built_in(slices: int, stacks: int, quads: int) -> tuple[builtin_shapes.Shape, ...]:
    """Return the built-in shapes for these numbers of cells; cached, read-only."""
    half, slim = max(1, stacks // 2), max(3, math.ceil(builtin_shapes.SLIM_PART * slices))
    line = np.linspace(-1, 1, quads + 1)
    triangle = builtin_shapes.make_shape(
        [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 1]] * 3, [[0, 1, 2, builtin_shapes.ALL_EDGES]]
    )
    shapes = [
        *_round_shapes(slices, stacks, half),
        builtin_shapes.box(quads),
        builtin_shapes.grid(line, line),
        builtin_shapes.grid([-1, 1], [-1, 1]),
        triangle,
        builtin_shapes.tube(slices, 1),
        *_round_shapes(max(3, slices // 2), 1, max(1, half // 2)),
        *_round_shapes(slices, 1, half),
        builtin_shapes.box(1),
        builtin_shapes.tube(slices, min(stacks, builtin_shapes.FEW_STACKS)),
        builtin_shapes.tube(max(3, slices // 2), min(stacks, builtin_shapes.FEW_STACKS)),
        *_sphere_and_halves(
            math.ceil(builtin_shapes.MEDIUM_PART * slices), math.ceil(builtin_shapes.MEDIUM_PART * half)
        ),
        *_sphere_and_halves(slim, math.ceil(builtin_shapes.SLIM_PART * half)),
        builtin_shapes.tube(slim, 1),
    ]
    assert len(shapes) == builtin_shapes.SHAPE_COUNT
    return tuple(shapes)


@functools.lru_cache(maxsize=8)
def plane_blocks(
    x: float, y: float, spacing: float, reach: tuple[float, float]
) -> tuple[builtin_shapes.Shape, ...]:
    """Split a plane geom into fine blocks, coarse versions of these blocks, and one quad.

    Coarse blocks overlap their neighbors a little, so that no gap shows between coarse and fine blocks.

    reach  half sizes at which infinite planes are drawn [m]
    """
    xs, ys = builtin_shapes.plane_lines(x, y, spacing, reach)
    columns, rows = (
        [v[i : i + PLANE_BLOCK_CELLS + 1] for i in range(0, len(v) - 1, PLANE_BLOCK_CELLS)] for v in (xs, ys)
    )
    few_columns, few_rows = [_coarse_lines(v) for v in columns], [_coarse_lines(v) for v in rows]
    fine, coarse = (
        builtin_shapes.plane_grids(columns, rows),
        builtin_shapes.plane_grids(few_columns, few_rows),
    )
    return (*fine, *coarse, builtin_shapes.grid(xs[[0, -1]], ys[[0, -1]]))


def _coarse_lines(lines: np.ndarray) -> np.ndarray:
    """Return every COARSE-th grid line, with the outer lines moved outwards by BLOCK_OVERLAP."""
    kept = lines[[*range(0, len(lines) - 1, COARSE), -1]].astype(np.float64)
    margin = BLOCK_OVERLAP * (kept[-1] - kept[0])
    kept[0] -= margin
    kept[-1] += margin
    return kept


def mesh_and_hull(m: MjModel, i: int) -> list[builtin_shapes.Shape]:
    """Return mesh ``i`` and its convex hull, or the mesh twice if it has no hull."""
    own = builtin_shapes.mesh(m, i)
    return [own, builtin_shapes.hull(m, i) or own]


def _spheres_around(pos: np.ndarray, count: np.ndarray) -> np.ndarray:
    """Return bounding spheres (n, 4) of shapes with ``count`` vertices each, zero if empty."""
    spheres, some = np.zeros((len(count), 4)), count > 0
    if some.any():
        starts = (np.cumsum(count) - count)[some]
        low, high = (f.reduceat(pos, starts, axis=0) for f in (np.minimum, np.maximum))
        spheres[some, :3] = 0.5 * (low + high).astype(np.float64)
        away = np.repeat(spheres[:, :3], count, axis=0)
        np.subtract(pos, away, out=away)  # in place, since fresh memory costs page faults
        spheres[some, 3] = np.sqrt(np.maximum.reduceat(np.einsum("ij,ij->i", away, away), starts))
    return spheres
