"""Height fields (hfields): elevations, normalized to [0, 1], and their geoms.

Documents: Modeling / XML reference / asset / hfield

size = (x, y, z, base): the terrain covers [-x, x] by [-y, y], its surface lies between 0 and z, and the ground below it
ends at -base. Rows start at -y, so the top row of an image is the last one.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gelenk.algebra.vec import Vec3
from gelenk.errors import Error
from gelenk.modeling.assets import pictures
from gelenk.modeling.assets.pictures import read_counts
from gelenk.modeling.compiler.build import Build, Part
from gelenk.modeling.compiler.spec_columns import MAX_NUMBERS, column, media_type
from gelenk.modeling.spec.element import name_after_files
from gelenk.tables.enums import mjtObj

PNG, CUSTOM = "image/png", "image/vnd.mujoco.hfield"


def compile_hfields(build: Build) -> None:
    """Fill hfield_*: elevations row by row, one height field after the other."""
    name_after_files(build.spec.hfields)
    hfields = build.register(mjtObj.mjOBJ_HFIELD, build.spec.hfields)
    if not hfields:
        return
    tables = [normalized(build, el, elevations(build, el)) for el in hfields]
    sizes = np.array([table.size for table in tables], np.int64)
    build.set_fields(
        hfield_size=column(hfields, "size", 4),
        hfield_nrow=[table.shape[0] for table in tables],
        hfield_ncol=[table.shape[1] for table in tables],
        hfield_adr=np.cumsum(sizes) - sizes,
        hfield_data=np.concatenate([table.ravel() for table in tables])
        if tables
        else np.zeros(0, np.float32),
    )
    build.sizes.update(nhfield=len(hfields), nhfielddata=int(sizes.sum()))


def elevations(build: Build, el: Any) -> np.ndarray:
    """Return the given elevations (nrow, ncol), zero if only nrow and ncol are given."""
    if not all(float(number) > 0.0 for number in el.size):
        build.fail(
            el, "size parameter is not positive in hfield", "size", "x, y, elevation and base, all positive"
        )
    if not el.name:
        build.fail(el, "empty name in hfield", "name")
    if el.file:
        return file_elevations(build, el)
    rows, columns = int(el.nrow), int(el.ncol)
    if rows < 1 or columns < 1:
        build.fail(el, "hfield not specified", "nrow", "give a file, or nrow and ncol of at least 1")
    check_numbers(build, el, rows, columns)
    if not len(el.userdata):
        return np.zeros((rows, columns), np.float32)
    if len(el.userdata) != rows * columns:
        there = f"there are {len(el.userdata)} numbers for {rows} * {columns}"
        build.fail(el, "elevation data length must match nrow*ncol", "elevation", there)
    return np.array(el.userdata, np.float32).reshape(rows, columns)


def check_numbers(build: Build, el: Any, rows: int, columns: int) -> None:
    """Fail on sizes beyond MAX_NUMBERS before anything is allocated."""
    if rows * columns > MAX_NUMBERS:
        build.fail(el, f"could not allocate {rows} x {columns} elevations in hfield", "nrow")


def file_elevations(build: Build, el: Any) -> np.ndarray:
    """Return the elevations of an image (gray or red channel) or of the custom format.

    The custom format is nrow and ncol (int32), then nrow * ncol values (float32).
    """
    content = build.read_file(el, el.file)
    kind = media_type(el, el.file)
    if not content:
        build.fail(el, f"hfield file is empty: '{el.file}'", "file")
    size = read_counts(content, 4)
    if kind == CUSTOM or (kind == "" and size is not None):
        return custom_elevations(build, el, content, size)
    found = pictures.format_of(content)
    if kind not in (PNG, "", *pictures.MEDIA_TYPES):
        build.fail(el, f"unsupported content type: '{kind}'", "content_type", f"{PNG} or {CUSTOM}")
    if not found and not kind:
        return custom_elevations(build, el, content, size)
    try:
        decode = pictures.decode_png if kind == PNG and not found else pictures.decode
        image, _ = decode(content, 1)
    except Error as error:
        problem = error.problems[0]
        message = f"error decoding {found or kind} file '{el.file}': {problem.message}"
        build.fail(el, message, "file", problem.hint)
    check_numbers(build, el, *image.shape[:2])
    return image[::-1, :, 0].astype(np.float32)


def custom_elevations(build: Build, el: Any, content: bytes, size: tuple[int, int] | None) -> np.ndarray:
    """Return the elevations of the custom format; messages reveal no content of the file."""
    hint = "int32 nrow, int32 ncol, then nrow * ncol float32; or save a picture as PNG"
    if len(content) < 8:
        build.fail(el, f"hfield file '{el.file}' has no header", "file", hint)
    if size is None:
        if min(np.frombuffer(content, "<i4", 2)) < 1:
            build.fail(el, f"non-positive hfield dimensions in file '{el.file}'", "file", hint)
        message = f"unexpected size of hfield file '{el.file}': it has no room for what its header says"
        build.fail(el, message, "file", hint)
    check_numbers(build, el, *size)
    return np.frombuffer(content, "<f4", size[0] * size[1], 8).reshape(size)


def normalized(build: Build, el: Any, table: np.ndarray) -> np.ndarray:
    """Return elevations scaled to [0, 1]; a flat field is 0."""
    low, high = table.min(), table.max()
    if not (np.isfinite(low) and np.isfinite(high) and np.isfinite(high - low)):
        build.fail(el, "elevations of hfield are not finite", "file" if el.file else "elevation")
    return (table - low) / (high - low) if high > low else np.zeros_like(table)


# ---- geoms


def hfield_bounds(size: Any) -> tuple[Vec3, tuple, float]:
    """Return size, box and bounding radius of a geom with a height field of size (4)."""
    x, y, z, base = map(float, size)
    box = (0.0, 0.0, 0.5 * (z - base), x, y, 0.5 * (z + base))
    return (x, y, 0.25 * z + 0.5 * base), box, math.sqrt(x * x + y * y + max(z * z, base * base))


def shape_hfield(build: Build, part: Part) -> None:
    """Set id, size and bounds of a height field geom.

    Volume and inertia are those of a box of half height z / 4 + base / 2 about its own center: the ground and half of
    the terrain. The geom's own size is ignored.
    """
    el = part.el
    if not el.hfieldname:
        build.fail(
            el,
            "geom of type hfield must have a valid hfield",
            "hfield",
            build.suggest(mjtObj.mjOBJ_HFIELD, ""),
        )
    part.dataid = build.lookup(mjtObj.mjOBJ_HFIELD, el.hfieldname, el, "hfield")
    part.size, part.aabb, part.rbound = hfield_bounds(
        build.elements[int(mjtObj.mjOBJ_HFIELD)][part.dataid].size
    )
