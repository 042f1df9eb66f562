"""Tendons: fixed (joints with coefficients) and spatial (sites, wrapping geoms, pulleys).

Documents: Modeling / XML reference / tendon; Computation / General framework / Tendon
"""

from __future__ import annotations

from typing import Any, NamedTuple, NoReturn

import numpy as np

from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.element_frames import floats
from gelenk.modeling.compiler.geoms import visual_id
from gelenk.modeling.compiler.spec_columns import (
    column,
    elements_of,
    is_limited,
    polynomial_columns,
    user_columns,
)
from gelenk.tables.enums import mjtGeom, mjtObj, mjtWrap

WRAP_OF_GEOM = {
    int(mjtGeom.mjGEOM_SPHERE): int(mjtWrap.mjWRAP_SPHERE),
    int(mjtGeom.mjGEOM_CYLINDER): int(mjtWrap.mjWRAP_CYLINDER),
}

# model field -> (spec attribute, columns, dtype) of attributes that are copied unchanged
COPIED = {
    "tendon_group": ("group", 0, np.int32),
    "tendon_width": ("width", 0, np.float64),
    "tendon_rgba": ("rgba", 4, np.float32),
    "tendon_solref_lim": ("solref_limit", 2, np.float64),
    "tendon_solimp_lim": ("solimp_limit", 5, np.float64),
    "tendon_solref_fri": ("solref_friction", 2, np.float64),
    "tendon_solimp_fri": ("solimp_friction", 5, np.float64),
    "tendon_range": ("range", 2, np.float64),
    "tendon_actfrcrange": ("actfrcrange", 2, np.float64),
    "tendon_margin": ("margin", 0, np.float64),
    "tendon_armature": ("armature", 0, np.float64),
    "tendon_frictionloss": ("frictionloss", 0, np.float64),
    "tendon_lengthspring": ("springlength", 2, np.float64),
}


def compile_tendons(build: Build) -> None:
    """Fill tendon_* and wrap_*; set_const adds lengths and weights that depend on qpos0.

    A springlength of -1 stays -1 in tendon_lengthspring and stands for the length at qpos_spring.
    """
    tendons = elements_of(build, mjtObj.mjOBJ_TENDON, build.spec.tendons)
    user = user_columns(build, mjtObj.mjOBJ_TENDON, tendons, "nuser_tendon")
    if not tendons:
        return
    limited, actfrclimited, material = [], [], []
    for el in tendons:
        limited.append(is_limited(build, mjtObj.mjOBJ_TENDON, el, "limited", "range"))
        actfrclimited.append(is_limited(build, mjtObj.mjOBJ_TENDON, el, "actfrclimited", "actfrcrange"))
        low, high = floats(el.__dict__["springlength"])
        if low > high:
            build.fail(
                el, f"invalid springlength in tendon: {low:g} > {high:g}", "springlength", "lower end first"
            )
        if not el.width > 0:
            build.fail(el, f"tendon '{el.name}' must have positive width", "width", "a radius in meters")
        material.append(visual_id(build, mjtObj.mjOBJ_MATERIAL, el.material, el, "material"))
    compile_paths(build, tendons)
    build.set_fields(
        **{field: column(tendons, *spec) for field, spec in COPIED.items()},
        **polynomial_columns("tendon_stiffness", "tendon_stiffnesspoly", column(tendons, "stiffness")),
        **polynomial_columns("tendon_damping", "tendon_dampingpoly", column(tendons, "damping")),
        tendon_limited=limited,
        tendon_actfrclimited=actfrclimited,
        tendon_matid=material,
        tendon_user=user,
    )
    build.sizes["ntendon"] = len(tendons)
    yield_columns(build, tendons)


def yield_columns(build: Build, tendons: list) -> None:
    """Fill tendon_springyield and tendon_plasticadr, after those of joints.

    Errors   a negative threshold
    """
    total, addresses = build.sizes["nplastic"], []
    for el in tendons:
        if not el.springyield >= 0:
            build.fail(el, "springyield cannot be negative in tendon", "springyield", "a length in meters")
        addresses.append(total if el.springyield else -1)
        total += 2 if el.springyield else 0
    build.set_fields(tendon_springyield=column(tendons, "springyield"), tendon_plasticadr=addresses)
    build.sizes["nplastic"] = total


def compile_paths(build: Build, tendons: list) -> None:
    """Fill tendon_adr, tendon_num, wrap_* and the trees of each tendon (at most two)."""
    rows: list[Wrap] = []
    adr: list[int] = []
    trees = build.tendon_trees = []
    for el in tendons:
        path = [wrap_row(build, el, w, wrap) for w, wrap in enumerate(el.path)]
        if not path:
            build.fail(el, f"tendon '{el.name}': path cannot be empty", None, "add sites, or joints to a sum")
        if path[0].type != mjtWrap.mjWRAP_JOINT:
            check_path(build, el, path)
        adr.append(len(rows))
        rows += path
        trees.append(path_trees(build, path))
    build.set_fields(
        tendon_adr=adr,
        tendon_num=[len(el.path) for el in tendons],
        wrap_type=[row.type for row in rows],
        wrap_objid=[row.objid for row in rows],
        wrap_prm=[row.prm for row in rows],
        tendon_treenum=[len(met) for met in trees],
        tendon_treeid=[(*met, -1, -1)[:2] for met in trees],
    )
    build.sizes["nwrap"] = len(rows)


class Wrap(NamedTuple):
    """A wrap object of a tendon path, as the model stores it."""

    type: int
    objid: int
    prm: float


def wrap_row(build: Build, el: Any, w: int, wrap: Any) -> Wrap:
    """Return object `w` of a path with its parameter: coefficient, side site id, or divisor."""
    kind = int(wrap.type)
    if (kind == mjtWrap.mjWRAP_JOINT) != (el.path[0].type == mjtWrap.mjWRAP_JOINT):
        build.fail(el, f"tendon '{el.name}': path mixes joints with places", None, "make two tendons of it")
    if kind == mjtWrap.mjWRAP_SITE:
        return Wrap(kind, build.lookup(mjtObj.mjOBJ_SITE, wrap.name, wrap, "site"), 0.0)
    if kind == mjtWrap.mjWRAP_JOINT:
        return Wrap(kind, build.lookup(mjtObj.mjOBJ_JOINT, wrap.name, wrap, "joint"), float(wrap.coef))
    if kind == mjtWrap.mjWRAP_PULLEY:
        divisor = float(wrap.divisor)
        if not divisor >= 0:
            what = f"pulley has negative divisor in tendon '{el.name}', wrap {w}"
            build.fail(wrap, what, "divisor", "2 for each of two branches")
        return Wrap(kind, -1, divisor)
    geom = build.lookup(mjtObj.mjOBJ_GEOM, wrap.name, wrap, "geom")
    kind = WRAP_OF_GEOM.get(int(build.arrays["geom_type"][geom]), 0)
    if not kind:
        what = f"geom '{wrap.name}' in tendon '{el.name}', wrap {w} is not sphere or cylinder"
        build.fail(wrap, what, "geom", "name a sphere or a cylinder")
    wrap.__dict__["type"] = mjtWrap(kind)  # write the resolved geom type back to the spec
    return Wrap(
        kind, geom, build.lookup(mjtObj.mjOBJ_SITE, wrap.sidename, wrap, "sidesite") if wrap.sidename else -1
    )


def check_path(build: Build, el: Any, path: list[Wrap]) -> None:
    """Fail unless branches go from site to site, with at most one geom between two sites.

    Tendons with armature must not have geoms.
    """

    def fail(message: str, hint: str) -> NoReturn:
        build.fail(el, f"tendon '{el.name}': {message}", None, hint)

    if len(path) < 2:
        fail("spatial path must contain at least two objects", "add a second <site>")
    if el.armature < 0:
        fail("armature cannot be negative", "0 or more")
    # a pulley separates branches, so both ends of the path are treated as pulleys
    types = [mjtWrap.mjWRAP_PULLEY, *(row.type for row in path), mjtWrap.mjWRAP_PULLEY]
    for w, row in enumerate(path):
        before, after = types[w], types[w + 2]
        if row.type == mjtWrap.mjWRAP_PULLEY:
            if w + 1 == len(path):
                fail("path ends with pulley", "add the sites of its branch")
            if w > 0 and before == mjtWrap.mjWRAP_PULLEY:
                fail(f"consecutive pulleys (pos {w})", "each starts a branch of sites")
        elif row.type == mjtWrap.mjWRAP_SITE:
            if before == mjtWrap.mjWRAP_PULLEY and after == mjtWrap.mjWRAP_PULLEY:
                fail(f"site {w} needs a neighbor that is not a pulley", "a branch needs two sites")
            if before == mjtWrap.mjWRAP_SITE and path[w - 1].objid == row.objid:
                fail(f"site '{el.path[w].name}' is repeated (pos {w})", "leave it out")
        else:
            if before != mjtWrap.mjWRAP_SITE or after != mjtWrap.mjWRAP_SITE:
                fail(f"geom at pos {w} not bracketed by sites", "put a <site> before and behind it")
            if el.armature > 0:
                fail("geom wrapping not supported by tendon armature", "leave out the armature or the geom")


def path_trees(build: Build, path: list[Wrap]) -> list[int]:
    """Return the trees of the joints, sites and geoms of a path, in path order."""
    arrays = build.arrays
    of_geom, trees = arrays["geom_bodyid"], arrays["body_treeid"]
    body: dict[int, list[int]] = {
        mjtWrap.mjWRAP_JOINT: arrays["jnt_bodyid"],
        mjtWrap.mjWRAP_SITE: arrays["site_bodyid"],
    }
    met: list[int] = []
    for kind, obj, _ in path:
        if kind != mjtWrap.mjWRAP_PULLEY:
            tree = trees[body.get(kind, of_geom)[obj]]
            if tree >= 0 and tree not in met:
                met.append(tree)
    return met


def bodies_with_armature(build: Build) -> set[int]:
    """Return the bodies of sites of tendons with armature; their M is not diagonal.

    The armature may be that of actuators of the tendon.
    """
    tendons = list(build.spec.tendons)
    driven = {el.target for el in build.spec.actuators if el.armature} if tendons else set()
    names = (
        w.name
        for el in tendons
        if el.armature or el.name in driven
        for w in el.path
        if w.type == mjtWrap.mjWRAP_SITE
    )
    sites = {build.find(mjtObj.mjOBJ_SITE, name) for name in names} - {-1}
    return {int(build.arrays["site_bodyid"][site]) for site in sites}
