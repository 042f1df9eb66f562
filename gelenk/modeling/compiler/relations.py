"""Relations between elements: contact pairs, excludes, equality constraints, tendons.

Documents: Modeling / XML reference / contact; equality; Computation / Constraint model / Equality; Modeling / XML
reference / tendon; Computation / General framework / Tendon

Contact pairs and excludes are sorted by their signature, which combines both body ids.

Tendons are fixed (joints with coefficients) or spatial (sites, wrapping geoms, pulleys).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, NoReturn

import numpy as np

from gelenk.modeling.compiler.build import KIND_NAME, Build
from gelenk.modeling.compiler.element_frames import floats
from gelenk.modeling.compiler.geoms import visual_id
from gelenk.modeling.compiler.spec_columns import (
    column,
    elements_of,
    is_limited,
    polynomial_columns,
    user_columns,
)
from gelenk.tables.api_enums import mjtEq
from gelenk.tables.enums import mjMINVAL, mjtGeom, mjtJoint, mjtObj, mjtWrap
from gelenk.tables.releases import R3_17, R4_0

ONE_KIND: dict[int, int] = {
    mjtEq.mjEQ_JOINT: mjtObj.mjOBJ_JOINT,
    mjtEq.mjEQ_TENDON: mjtObj.mjOBJ_TENDON,
    mjtEq.mjEQ_FLEX: mjtObj.mjOBJ_FLEX,
    mjtEq.mjEQ_FLEXVERT: mjtObj.mjOBJ_FLEX,
    mjtEq.mjEQ_FLEXSTRAIN: mjtObj.mjOBJ_FLEX,
}
SCALAR_JOINTS = (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE)
CONDIMS = (1, 3, 4, 6)


# ---- contact pairs and excludes


def compile_pairs(build: Build) -> None:
    """Fill pair_*, sorted by signature (body1 << 16) + body2 with the smaller body first."""
    rows = []
    for el in build.spec.pairs:
        geom1 = build.lookup(mjtObj.mjOBJ_GEOM, el.geomname1, el, "geom1")
        geom2 = build.lookup(mjtObj.mjOBJ_GEOM, el.geomname2, el, "geom2")
        if int(el.condim) not in CONDIMS:
            build.fail(el, f"invalid condim {int(el.condim)} in contact pair", "condim", "1, 3, 4 or 6")
        geom_body = build.arrays["geom_bodyid"]
        body1, body2 = int(geom_body[geom1]), int(geom_body[geom2])
        if body1 > body2:
            geom1, geom2, body1, body2 = geom2, geom1, body2, body1
        rows.append(((body1 << 16) + body2, geom1, geom2, el))
    rows.sort(key=lambda row: row[0])
    pairs = build.register(mjtObj.mjOBJ_PAIR, [row[3] for row in rows])
    if not pairs:
        return
    build.set_fields(
        pair_signature=signatures(rows),
        pair_geom1=np.array([row[1] for row in rows], np.int32),
        pair_geom2=np.array([row[2] for row in rows], np.int32),
        pair_dim=column(pairs, "condim", 0, np.int32),
        pair_solreffriction=column(pairs, "solreffriction", 2),
        pair_adhesion=column(pairs, "adhesion"),
    )
    mixed = [mixed_pair(build, *row[1:]) for row in rows]
    for field, width in (("margin", 0), ("gap", 0), ("friction", 5), ("solref", 2), ("solimp", 5)):
        shape = (len(rows), width) if width else (len(rows),)
        build.arrays["pair_" + field] = np.array([mix[field] for mix in mixed], np.float64).reshape(shape)
    build.sizes["npair"] = len(pairs)


def signatures(rows: list) -> list[int]:
    """Return the first column of the rows as 32-bit values; body ids above 32767 wrap around."""
    return [(row[0] + 2**31) % 2**32 - 2**31 for row in rows]


def mixed_pair(build: Build, geom1: int, geom2: int, el: Any) -> dict:
    """Return the contact parameters of a pair; NaN ones are combined from both geoms.

    The geom of higher priority decides; otherwise friction is the maximum, solref the minimum, and solimp the average
    by the weights solmix; from 4.0 on, solref is averaged as well if both are positive. Margin and gap are the maxima
    of both geoms in any case.
    """
    geom = {
        name: build.arrays["geom_" + name]
        for name in ("margin", "gap", "friction", "solref", "solimp", "solmix", "priority")
    }
    out = {name: getattr(el, name) for name in ("margin", "gap", "friction", "solref", "solimp")}
    for name in ("margin", "gap"):
        if math.isnan(out[name]):
            out[name] = max(geom[name][geom1], geom[name][geom2])
    wanted = [name for name in ("friction", "solref", "solimp") if math.isnan(out[name][0])]
    if not wanted:
        return out
    priority1, priority2 = int(geom["priority"][geom1]), int(geom["priority"][geom2])
    if priority1 != priority2:
        chief = geom1 if priority1 > priority2 else geom2
        values = {name: geom[name][chief] for name in wanted}
    else:
        weight = mixing_weight(float(geom["solmix"][geom1]), float(geom["solmix"][geom2]))
        solimp1, solimp2 = np.array(geom["solimp"][geom1]), np.array(geom["solimp"][geom2])
        solref1, solref2 = np.array(geom["solref"][geom1]), np.array(geom["solref"][geom2])
        values = {
            "friction": np.maximum(geom["friction"][geom1], geom["friction"][geom2]),
            "solref": np.minimum(solref1, solref2),
            "solimp": weight * solimp1 + (1 - weight) * solimp2,
        }
        if build.release >= R4_0 and solref1[0] > 0 and solref2[0] > 0:
            values["solref"] = weight * solref1 + (1 - weight) * solref2
    for name in wanted:
        out[name] = values[name]
    if "friction" in wanted:
        slide, spin, roll = values["friction"]
        out["friction"] = (slide, slide, spin, roll, roll)
    return out


def mixing_weight(solmix1: float, solmix2: float) -> float:
    """Return the weight of the first geom in the average of solver parameters."""
    if solmix1 >= mjMINVAL and solmix2 >= mjMINVAL:
        return solmix1 / (solmix1 + solmix2)
    if solmix1 < mjMINVAL and solmix2 < mjMINVAL:
        return 0.5
    return 0.0 if solmix1 < mjMINVAL else 1.0


def compile_excludes(build: Build) -> None:
    """Fill exclude_signature, sorted: (body1 << 16) + body2 with the smaller body first."""
    rows = []
    for el in build.spec.excludes:
        body1 = build.lookup(mjtObj.mjOBJ_BODY, el.bodyname1, el, "body1")
        body2 = build.lookup(mjtObj.mjOBJ_BODY, el.bodyname2, el, "body2")
        rows.append(((min(body1, body2) << 16) + max(body1, body2), el))
    rows.sort(key=lambda row: row[0])
    build.register(mjtObj.mjOBJ_EXCLUDE, [row[1] for row in rows])
    build.set_fields(exclude_signature=signatures(rows))
    build.sizes["nexclude"] = len(rows)


# ---- equality constraints


def compile_equalities(build: Build) -> None:
    """Fill eq_*; set_const completes the entries of eq_data that depend on qpos0.

    connect   anchor in body1 (3), anchor in body2 (3, computed at qpos0)
    weld      anchor in body2 (3), pose of body2 in body1: position (3), quaternion (4), computed at qpos0
              when the quaternion is zero; torquescale (1); 1 if the pose is computed, from 3.17 on (1)
    joint, tendon    polynomial coefficients (5)
    flex, flexvert   nothing
    flexstrain       indices of the cell (3)
    """
    equalities = elements_of(build, mjtObj.mjOBJ_EQUALITY, build.spec.equalities)
    if not equalities:
        return
    obj1, obj2, data = [], [], []
    for el in equalities:
        kind = int(el.type)
        if kind not in (
            mjtEq.mjEQ_CONNECT,
            mjtEq.mjEQ_WELD,
            mjtEq.mjEQ_JOINT,
            mjtEq.mjEQ_TENDON,
            mjtEq.mjEQ_FLEX,
            mjtEq.mjEQ_FLEXVERT,
        ) and not (kind == mjtEq.mjEQ_FLEXSTRAIN and build.release >= R4_0):
            build.fail(el, f"equality constraints of type {mjtEq(kind).name} are no longer supported", "type")
        obj = object_type(build, el, kind)
        id1 = equality_object(build, obj, el, el.name1, 1)
        # without a second object, a body is fixed to the world body and a joint to a constant
        id2 = (
            equality_object(build, obj, el, el.name2, 2)
            if el.name2
            else (0 if obj == mjtObj.mjOBJ_BODY else -1)
        )
        if id1 == id2:
            build.fail(
                el,
                f"element '{el.name1}' is repeated in equality constraint",
                None,
                "name two different objects",
            )
        obj1.append(id1)
        obj2.append(id2)
        data.append(equality_data(build, el, kind, obj)[: build.sizes["neqdata"]])
    build.set_fields(
        eq_type=column(equalities, "type", 0, np.int32),
        eq_obj1id=np.array(obj1, np.int32),
        eq_obj2id=np.array(obj2, np.int32),
        eq_objtype=column(equalities, "objtype", 0, np.int32),
        eq_active0=column(equalities, "active", 0, np.uint8),
        eq_solref=column(equalities, "solref", 2),
        eq_solimp=column(equalities, "solimp", 5),
        eq_data=np.array(data, np.float64).reshape(len(data), -1),
    )
    build.sizes["neq"] = len(equalities)


def object_type(build: Build, el: Any, kind: int) -> int:
    """Return the object type that the names of a constraint refer to."""
    if kind in ONE_KIND:
        return ONE_KIND[kind]
    obj = int(el.objtype)
    if obj not in (int(mjtObj.mjOBJ_BODY), int(mjtObj.mjOBJ_SITE)):
        name = "connect" if kind == mjtEq.mjEQ_CONNECT else "weld"
        build.fail(el, f"{name} constraint supports only sites and bodies", None, "name bodies or sites")
    return mjtObj.mjOBJ_BODY if obj == int(mjtObj.mjOBJ_BODY) else mjtObj.mjOBJ_SITE


def equality_object(build: Build, obj: int, el: Any, name: str, which: int) -> int:
    """Return the id of one of the two objects; fail for joints with more than one dof."""
    found = build.find(obj, name)
    attribute = f"{KIND_NAME[mjtObj(obj)]}{which}"
    if found < 0:
        build.fail(
            el, f"unknown element '{name}' in equality constraint", attribute, build.suggest(obj, name)
        )
    if obj == mjtObj.mjOBJ_JOINT and int(build.arrays["jnt_type"][found]) not in SCALAR_JOINTS:
        build.fail(el, f"joint '{name}' must be hinge or slide in an equality constraint", attribute)
    return found


def equality_data(build: Build, el: Any, kind: int, obj: int) -> list[float]:
    """Return 12 values of a constraint with unit quaternions; zeros for a connect of sites."""
    data = [*map(float, el.data[:11]), 0.0]
    if kind == mjtEq.mjEQ_CONNECT and obj == mjtObj.mjOBJ_SITE:
        return [0.0] * 12
    if kind == mjtEq.mjEQ_WELD and obj == mjtObj.mjOBJ_BODY:
        norm = math.sqrt(sum(x * x for x in data[6:10]))
        if norm > 0:
            data[6:10] = [x / norm for x in data[6:10]]
        data[11] = float(build.release >= R3_17 and norm == 0)
    if kind == mjtEq.mjEQ_FLEXSTRAIN:
        check_cell(build, el, data[:3])
    return data


def check_cell(build: Build, el: Any, cell: list[float]) -> None:
    """Fail if the flex of a strain constraint has no such cell."""
    count = build.arrays["flex_cellnum"][build.find(mjtObj.mjOBJ_FLEX, el.name1)].tolist()
    if any(not (0 <= c < most and c == int(c)) for c, most in zip(cell, count, strict=True)):
        build.fail(
            el,
            f"flex strain cell index out of range in equality constraint: {' '.join(f'{c:g}' for c in cell)}",
            "cell",
            f"the flex has {' '.join(map(str, count))} cells",
        )


# Tendons

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
    """Fill tendon_springyield and tendon_plasticadr; addresses follow those of joints.

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
    """Fill tendon_adr, tendon_num, wrap_*, tendon_treenum and tendon_treeid (first two)."""
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
    """Fail unless branches begin and end at sites, with at most one geom between two sites.

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
    """Return the bodies with a site of a tendon with armature; their M is not diagonal.

    The armature of an actuator counts as that of its tendon.
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
