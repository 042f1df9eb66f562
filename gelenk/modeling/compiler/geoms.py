"""Geoms and sites: shape, volume, mass, inertia, bounds and added mass in a fluid.

Documents: Modeling / XML reference / geom, site; Computation / Fluid forces / Ellipsoid model

Half sizes a, b, c along the geom's axes; r radius, h half length of the straight part along z. Inertias are about the
center, along the geom's axes, and proportional to mass, so each function takes mass 1 and the caller scales.
"""

from __future__ import annotations

import math
from typing import Any

from gelenk.algebra.orientation import segment_shape
from gelenk.algebra.vec import Quat, Vec3, scale
from gelenk.modeling.compiler.build import ORIGIN, Body, Build, Part
from gelenk.modeling.compiler.element_frames import OrientationError, floats, pose_of
from gelenk.modeling.compiler.plugins import instance_of
from gelenk.modeling.compiler.spec_columns import Copied, user_columns
from gelenk.runtime.plugin_registry import Task
from gelenk.tables.enums import mjMINVAL, mjtGeom, mjtGeomInertia, mjtObj
from gelenk.tables.releases import R3_17

# number of size parameters of each type
SIZES: dict[int, int] = {
    mjtGeom.mjGEOM_PLANE: 3,
    mjtGeom.mjGEOM_SPHERE: 1,
    mjtGeom.mjGEOM_CAPSULE: 2,
    mjtGeom.mjGEOM_ELLIPSOID: 3,
    mjtGeom.mjGEOM_CYLINDER: 2,
    mjtGeom.mjGEOM_BOX: 3,
}
TYPE_NAME: dict[int, str] = {
    mjtGeom.mjGEOM_PLANE: "plane",
    mjtGeom.mjGEOM_HFIELD: "hfield",
    mjtGeom.mjGEOM_SPHERE: "sphere",
    mjtGeom.mjGEOM_CAPSULE: "capsule",
    mjtGeom.mjGEOM_ELLIPSOID: "ellipsoid",
    mjtGeom.mjGEOM_CYLINDER: "cylinder",
    mjtGeom.mjGEOM_BOX: "box",
    mjtGeom.mjGEOM_MESH: "mesh",
    mjtGeom.mjGEOM_SDF: "sdf",
}
# types with a mesh or height field; before 3.17, also primitives that are fitted to a mesh
HAS_DATA = (mjtGeom.mjGEOM_HFIELD, mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF)
# types that support fromto
FROMTO_TYPES = (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER, mjtGeom.mjGEOM_BOX, mjtGeom.mjGEOM_ELLIPSOID)
LEAST_CONTENT = (
    1e-14  # volume or area of a geom below which its mass does not count, as in 3.5.0 [m^3 or m^2]
)
PLANE_HALF_WIDTH = 1e10  # half width of the box around an infinite plane [m]


def shape_part(build: Build, el: Any, body: Body) -> Part:
    """Return the part of a geom or site: pose before element frames, and size."""
    state = el.__dict__
    kind, size, fromto = int(state["type"]), floats(state["size"]), floats(state["fromto"])
    if fromto[0] != fromto[0]:
        pos, quat = pose_of(build, el)
    else:
        pos, quat, size = fromto_shape(build, el, kind, size, fromto)
    part = Part(el, body, pos, quat)
    part.type = kind
    part.size = size
    return part


def fromto_shape(build: Build, el: Any, kind: int, size: tuple, fromto: tuple) -> tuple[Vec3, Quat, Vec3]:
    """Return middle, rotation and size of a geom or site with fromto."""
    if kind not in FROMTO_TYPES:
        build.fail(el, "fromto requires capsule, cylinder, box or ellipsoid in geom", "fromto")
    if floats(el.__dict__["pos"]) != ORIGIN:
        build.fail(
            el,
            "both pos and fromto defined in geom",
            "fromto",
            "fromto gives position and orientation; drop pos",
        )
    try:
        return segment_shape(size, fromto, kind in (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER))
    except OrientationError:
        build.fail(el, "fromto points too close in geom", "fromto", "the two points must differ")


def check_geom(build: Build, part: Part) -> None:
    """Fail on an invalid type or size of a geom."""
    el, kind, size = part.el, part.type, part.size
    if size[0] != size[0] or size[1] != size[1] or size[2] != size[2]:
        build.fail(el, "nan size in geom", "size")
    if el.hfieldname and kind != mjtGeom.mjGEOM_HFIELD:
        build.fail(el, "only a geom of type hfield can have an hfield", "hfield")
    if kind not in SIZES and kind != mjtGeom.mjGEOM_HFIELD and part.mesh is None:
        build.fail(el, f"invalid type {kind} in geom", "type")
    if el.condim not in (1, 3, 4, 6):
        build.fail(el, f"invalid condim {int(el.condim)} in geom", "condim", "it is 1, 3, 4 or 6")
    if kind == mjtGeom.mjGEOM_PLANE:
        if not size[2] > 0.0:
            build.fail(
                el, "plane size(3) must be positive", "size", "size is x half-size, y half-size, grid spacing"
            )
        if body_moves(part.body):
            build.fail(el, "plane only allowed in static bodies", "type", "use a box on a body that moves")
    elif kind == mjtGeom.mjGEOM_HFIELD:
        from gelenk.modeling.compiler.hfields import shape_hfield  # rarely needed

        shape_hfield(build, part)
    elif part.mesh is None:
        check_size(build, part)


def check_site(build: Build, part: Part) -> None:
    """Fail unless a site is a mesh, a primitive with a volume, or an SDF (as in 3.5.0)."""
    if part.type == mjtGeom.mjGEOM_SDF or part.mesh is not None:
        return
    if part.type not in SIZES or part.type == mjtGeom.mjGEOM_PLANE:
        build.fail(part.el, "hfields and planes not allowed in site", "type")
    check_size(build, part)


def check_size(build: Build, part: Part) -> None:
    n = SIZES[part.type]
    for i in range(n):
        if not part.size[i] > 0.0:
            build.fail(
                part.el,
                f"size {i} must be positive in geom",
                "size",
                f"a {TYPE_NAME[part.type]} needs {n} positive size{'s' if n > 1 else ''}",
            )


def body_moves(body: Body | None) -> bool:
    """Return whether the body or one of its ancestors has a joint."""
    while body is not None:
        if body.joints:
            return True
        body = body.body
    return False


# ---- volume and inertia of each shape


def volume(kind: int, size: Vec3) -> float:
    a, b, c = size
    if kind == mjtGeom.mjGEOM_SPHERE:
        return 4.0 / 3.0 * math.pi * a**3
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return math.pi * (4.0 / 3.0 * a**3 + 2.0 * a * a * b)
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        return 4.0 / 3.0 * math.pi * a * b * c
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return 2.0 * math.pi * a * a * b
    return 8.0 * a * b * c if kind == mjtGeom.mjGEOM_BOX else 0.0


def area(kind: int, size: Vec3) -> float:
    """Return the surface area; that of an ellipsoid by Thomsen's formula (error below 1.1 %)."""
    a, b, c = size
    if kind == mjtGeom.mjGEOM_SPHERE:
        return 4.0 * math.pi * a * a
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return 4.0 * math.pi * (a * a + a * b)
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        p = 1.6075
        return 4.0 * math.pi * (((a * b) ** p + (b * c) ** p + (c * a) ** p) / 3.0) ** (1.0 / p)
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return 2.0 * math.pi * (a * a + 2.0 * a * b)
    return 8.0 * (a * b + b * c + c * a) if kind == mjtGeom.mjGEOM_BOX else 0.0


def solid_inertia(kind: int, size: Vec3) -> Vec3:
    """Return the principal inertia of the solid shape of mass 1."""
    a, b, c = size
    if kind == mjtGeom.mjGEOM_SPHERE:
        return (0.4 * a * a,) * 3
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        return ((b * b + c * c) / 5.0, (a * a + c * c) / 5.0, (a * a + b * b) / 5.0)
    if kind == mjtGeom.mjGEOM_BOX:
        return ((b * b + c * c) / 3.0, (a * a + c * c) / 3.0, (a * a + b * b) / 3.0)
    side = a * a / 4.0 + b * b / 3.0
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return (side, side, 0.5 * a * a)
    # capsule: the centers of mass of the half balls are 3/8 r beyond the ends of the cylinder
    ball = (4.0 / 3.0 * a) / (4.0 / 3.0 * a + 2.0 * b)
    across = ball * (0.4 * a * a + b * b + 0.75 * a * b) + (1.0 - ball) * side
    return (across, across, ball * 0.4 * a * a + (1.0 - ball) * 0.5 * a * a)


def shell_inertia(kind: int, size: Vec3) -> Vec3:
    """Return the principal inertia of the surface of the shape, with mass 1 spread evenly."""
    a, b, c = size
    if kind == mjtGeom.mjGEOM_SPHERE:
        return (2.0 / 3.0 * a * a,) * 3
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        return ellipsoid_shell(a, b, c)
    if kind == mjtGeom.mjGEOM_BOX:
        total = a * b + b * c + c * a
        fx, fy, fz = b * c / total, c * a / total, a * b / total  # share of the faces across x, y, z
        xx = a * a * (fx + (fy + fz) / 3.0)  # mean square of x over the surface
        yy = b * b * (fy + (fz + fx) / 3.0)
        zz = c * c * (fz + (fx + fy) / 3.0)
        return (yy + zz, zz + xx, xx + yy)
    if kind == mjtGeom.mjGEOM_CYLINDER:
        ends = a / (a + 2.0 * b)
        across = ends * (0.25 * a * a + b * b) + (1.0 - ends) * (0.5 * a * a + b * b / 3.0)
        return (across, across, (1.0 - 0.5 * ends) * a * a)
    # capsule: the centers of mass of the half spheres are r / 2 beyond the ends of the cylinder
    ball = a / (a + b)
    across = ball * (2.0 / 3.0 * a * a + b * b + a * b) + (1.0 - ball) * (0.5 * a * a + b * b / 3.0)
    return (across, across, (ball * 2.0 / 3.0 + 1.0 - ball) * a * a)


LAYER = 1e-6  # thickness of the layer that approximates the surface of an ellipsoid [m]


def ellipsoid_shell(a: float, b: float, c: float) -> Vec3:
    """Return the inertia of a shell of mass 1: an ellipsoid grown by LAYER, less the original.

    Per density: V = 4/3 pi abc, V <x^2> = V a^2 / 5. The limit of zero thickness would not depend on the unit of
    length, but it differs from 3.5.0 by 1e-6 where an axis is 1 m long.
    """
    outer = (a + LAYER, b + LAYER, c + LAYER)
    bulk, filled = outer[0] * outer[1] * outer[2], a * b * c
    xx, yy, zz = (
        (bulk * o * o - filled * i * i) / (5.0 * (bulk - filled))
        for o, i in zip(outer, (a, b, c), strict=True)
    )
    return (yy + zz, zz + xx, xx + yy)


def set_mass_and_inertia(build: Build, part: Part) -> None:
    """Set mass (stated, or density times volume or area), inertia and added mass."""
    el, kind = part.el, mjtGeom.mjGEOM_BOX if part.type == mjtGeom.mjGEOM_HFIELD else part.type
    shell = int(el.typeinertia) == mjtGeomInertia.mjINERTIA_SHELL
    try:
        part.fluid = ellipsoid_fluid_model(part)
        if kind == mjtGeom.mjGEOM_PLANE:
            part.mass, part.inertia = 0.0, ORIGIN
            return
        mass, content = float(el.mass), part.mesh and part.mesh.volume
        if content is None:
            content = (area if shell else volume)(kind, part.size)
        if mass != mass:
            mass = float(el.density) * content
        elif content < LEAST_CONTENT and part.mesh is None:
            mass = 0.0
        part.mass = mass
        if part.mesh is not None:
            part.inertia = scale(part.mesh.inertia, mass / part.mesh.volume)
        else:
            part.inertia = scale((shell_inertia if shell else solid_inertia)(kind, part.size), mass)
    except (OverflowError, ZeroDivisionError):
        build.fail(el, "size out of range in geom", "size", "sizes are in meters")


# ---- bounds and fluid


def rbound(kind: int, size: Vec3) -> float:
    """Return the radius of the bounding sphere; 0 for a plane, which is unbounded."""
    a, b, c = size
    if kind == mjtGeom.mjGEOM_SPHERE:
        return a
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return a + b
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        return max(a, b, c)
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return math.sqrt(a * a + b * b)
    return (
        math.sqrt(a * a + b * b + c * c)
        if kind in (mjtGeom.mjGEOM_BOX, mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF)
        else 0.0
    )


def aabb(kind: int, size: Vec3) -> tuple:
    """Return the axis-aligned box around the geom in its own frame: center, half sizes."""
    a, b, _ = size
    if kind == mjtGeom.mjGEOM_PLANE:
        return (0.0, 0.0, -0.5 * PLANE_HALF_WIDTH, PLANE_HALF_WIDTH, PLANE_HALF_WIDTH, 0.5 * PLANE_HALF_WIDTH)
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return (0.0, 0.0, 0.0, a, a, a + b)
    if kind == mjtGeom.mjGEOM_SPHERE:
        return (0.0, 0.0, 0.0, a, a, a)
    return (0.0, 0.0, 0.0, a, a, b) if kind == mjtGeom.mjGEOM_CYLINDER else (0.0, 0.0, 0.0, *size)


def semi_axes(kind: int, size: Vec3) -> Vec3:
    """Return the semi-axes of the ellipsoid that replaces the geom in the fluid model."""
    a, b, _ = size
    if kind == mjtGeom.mjGEOM_SPHERE:
        return (a, a, a)
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return (a, a, a + b)
    return (a, a, b) if kind == mjtGeom.mjGEOM_CYLINDER else size


NO_FLUID = (0.0,) * 12


def ellipsoid_fluid_model(part: Part) -> tuple:
    """Return the fluid model: switch, coefficients (5), virtual mass (3), virtual inertia (3)."""
    el = part.el
    if not el.fluid_ellipsoid > 0.0:
        return NO_FLUID
    added = added_mass(part.type, part.size)
    return (float(el.fluid_ellipsoid), *floats(el.__dict__["fluid_coefs"]), *added)


def added_mass(kind: int, size: Vec3) -> tuple[float, ...]:
    """Return virtual mass (3) and virtual inertia (3) of a geom in the ellipsoid fluid model.

    virtual mass_x = V kappa_x / (2 - kappa_x)
    virtual inertia_x = V/5 (b^2-c^2)^2 |kappa_z-kappa_y| / |2 (b^2-c^2) + (b^2+c^2) (kappa_y-kappa_z)|
    and likewise for y and z; per density of the medium.
    Source   Lamb 1932, Hydrodynamics, sections 114 and 115
    """
    axes = semi_axes(kind, size)
    if not min(axes) > 0.0:  # an infinite plane
        return (0.0,) * 6
    kappa = [added_mass_kappa(axes[i], axes[(i + 1) % 3], axes[(i + 2) % 3]) for i in range(3)]
    vol = volume(mjtGeom.mjGEOM_ELLIPSOID, axes)
    virtual_mass = [vol * k / max(mjMINVAL, 2.0 - k) for k in kappa]
    virtual_inertia = []
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        d = axes[j] ** 2 - axes[k] ** 2
        gap = kappa[k] - kappa[j]
        below = abs(2.0 * d - (axes[j] ** 2 + axes[k] ** 2) * gap)
        virtual_inertia.append(vol / 5.0 * d * d * abs(gap) / max(mjMINVAL, below))
    return (*virtual_mass, *virtual_inertia)


# Gauss-Kronrod rule of 15 points on (-1, 1): the nonnegative nodes, and their weights
NODES = (
    0.991455371120812640,
    0.949107912342758525,
    0.864864423359769073,
    0.741531185599394440,
    0.586087235467691130,
    0.405845151377397167,
    0.207784955007898468,
    0.0,
)
WEIGHTS = (
    0.022935322010529225,
    0.063092092629978553,
    0.104790010322250184,
    0.140653259715525919,
    0.169004726639267903,
    0.190350578064785410,
    0.204432940075298892,
    0.209482141084727828,
)


def half_line_rule() -> tuple[tuple[float, float], ...]:
    """Return (node, weight) pairs for integrals from 0 to infinity, by l = u^3 / (1 - u)^2.

    Nodes and weights on (0, 1) are rounded to eight decimals, as in 3.5.0.
    """
    points = {}
    for node, weight in zip(NODES, WEIGHTS, strict=True):
        weight = round(0.5 * weight, 8)
        for u in {round(0.5 * (1.0 - node), 8), round(0.5 * (1.0 + node), 8)}:
            points[u] = (u**3 / (1.0 - u) ** 2, weight * u * u * (3.0 - u) / (1.0 - u) ** 3)
    return tuple(points[u] for u in sorted(points))


HALF_LINE = half_line_rule()


def added_mass_kappa(a: float, b: float, c: float) -> float:
    """abc * integral over l > 0 of dl / sqrt((a^2 + l)^3 (b^2 + l) (c^2 + l)), along axis a.

    The error of the quadrature (6e-7 for a sphere, where kappa is 2/3) is part of the result of 3.5.0, so this function
    reproduces it.
    """
    unit_l = (a**3 * b * c) ** 0.4  # the squared length at which the integrand falls off
    total = 0.0
    for node, weight in HALF_LINE:
        x = node * unit_l
        total += weight / math.sqrt((a * a + x) ** 3 * (b * b + x) * (c * c + x))
    return a * b * c * unit_l * total


# ---- columns of the model

GEOM_COPIED = Copied(
    {
        f"geom_{name}": name
        for name in (
            *("contype", "conaffinity", "condim", "group", "priority", "solmix", "solref", "solimp"),
            *("friction", "margin", "gap", "rgba", "adhesion", "castshadow"),
        )
    }
)
SITE_COPIED = Copied({"site_group": "group", "site_rgba": "rgba"})


def geom_columns(build: Build) -> None:
    """Fill all geom fields (geom_*), from the parts in model order."""
    parts = build.geom_parts
    els = build.geoms
    build.set_fields(
        geom_type=[p.type for p in parts],
        geom_bodyid=[p.body.id for p in parts],
        geom_dataid=[p.dataid if p.type in HAS_DATA or build.release < R3_17 else -1 for p in parts],
        geom_matid=[
            visual_id(build, mjtObj.mjOBJ_MATERIAL, name, el, "material")
            if (name := el.material or (el.meshname and mesh_material(build, el)))
            else -1
            for el in els
        ],
        geom_plugin=[instance_of(build, el, Task.SDF) for el in els],
        geom_size=[p.size for p in parts],
        geom_aabb=[p.aabb for p in parts],
        geom_rbound=[p.rbound for p in parts],
        geom_pos=[p.pos for p in parts],
        geom_quat=[p.quat for p in parts],
        geom_fluid=[p.fluid for p in parts],
        geom_user=user_columns(build, mjtObj.mjOBJ_GEOM, els, "nuser_geom"),
    )
    build.arrays.update(GEOM_COPIED.columns(els))
    build.sizes["ngeom"] = len(parts)
    moving = [p.surfacevel or floats(p.el.__dict__["surfacevel"]) for p in parts]
    if any(map(any, moving)):
        build.set_fields(geom_surfacevel=moving)


def mesh_material(build: Build, el: Any) -> str:
    """Return the material of the mesh of a geom or site without a material of its own."""
    mesh = build.find(mjtObj.mjOBJ_MESH, el.meshname) if el.meshname else -1
    return build.elements[int(mjtObj.mjOBJ_MESH)][mesh].material if mesh >= 0 else ""


def site_columns(build: Build) -> None:
    """Fill all site fields (site_*), from the parts in model order."""
    parts = build.site_parts
    els = build.sites
    user = user_columns(build, mjtObj.mjOBJ_SITE, els, "nuser_site")
    if not parts:
        return
    build.set_fields(
        site_type=[p.type for p in parts],
        site_bodyid=[p.body.id for p in parts],
        site_dataid=[p.dataid for p in parts],
        site_matid=[
            visual_id(build, mjtObj.mjOBJ_MATERIAL, name, el, "material")
            if (name := el.material or (el.meshname and mesh_material(build, el)))
            else -1
            for el in els
        ],
        site_size=[p.size for p in parts],
        site_pos=[p.pos for p in parts],
        site_quat=[p.quat for p in parts],
        site_user=user,
    )
    build.arrays.update(SITE_COPIED.columns(els))
    build.sizes["nsite"] = len(parts)


def visual_id(build: Build, obj: int, name: str, el: Any, attribute: str) -> int:
    """Return the id of a named material or texture, or -1 if unnamed or visuals are discarded."""
    if not name or build.discards:
        return -1
    return build.lookup(obj, name, el, attribute)
