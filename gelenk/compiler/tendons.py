"""Tendons: fixed tendons are linear combinations of joint positions, a path of joints with coefficients.

Documents: Modeling / XML reference / tendon; Computation / General framework / Tendon

    length = sum over path of coef * qpos[joint]
"""

from __future__ import annotations

import numpy as np

from gelenk.compiler.build import Build
from gelenk.compiler.columns import column, elements_of, is_limited, unsupported, user_columns
from gelenk.tables.enums import mjtObj, mjtWrap

TENDON = mjtObj.mjOBJ_TENDON
JOINT = mjtObj.mjOBJ_JOINT
WRAP_JOINT = int(mjtWrap.mjWRAP_JOINT)

# model field -> (spec attribute, columns); all numbers, copied as they are
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
    "tendon_stiffness": ("stiffness", 0, np.float64),
    "tendon_damping": ("damping", 0, np.float64),
    "tendon_armature": ("armature", 0, np.float64),
    "tendon_frictionloss": ("frictionloss", 0, np.float64),
    "tendon_lengthspring": ("springlength", 2, np.float64),
}


def compile_tendons(build: Build) -> None:
    """Fill tendon_* and wrap_*; lengths and weights that depend on qpos0 are left to the constants of qpos0.

    A springlength of -1 stays -1 in tendon_lengthspring: it stands for the length at qpos0 (qpos_spring).
    """
    tendons = elements_of(build, TENDON, build.spec.tendons)
    user = user_columns(build, TENDON, tendons, "nuser_tendon")
    count = len(tendons)
    limited = np.zeros(count, np.uint8)
    actfrclimited = np.zeros(count, np.uint8)
    material = np.full(count, -1, np.int32)
    for t, el in enumerate(tendons):
        limited[t] = is_limited(build, TENDON, el, "limited", "range")
        actfrclimited[t] = is_limited(build, TENDON, el, "actfrclimited", "actfrcrange")
        low, high = el.springlength
        if low > high:
            build.fail(
                el, f"invalid springlength in tendon: {low:g} > {high:g}", "springlength", "lower end first"
            )
        if el.material and not build.spec.compiler.discardvisual:
            material[t] = build.lookup(mjtObj.mjOBJ_MATERIAL, el.material, el, "material")
    compile_paths(build, tendons)
    build.put(**{field: column(tendons, *spec) for field, spec in COPIED.items()})
    build.put(
        tendon_limited=limited,
        tendon_actfrclimited=actfrclimited,
        tendon_matid=material,
        tendon_user=user,
        tendon_length0=np.zeros(count),
        tendon_invweight0=np.zeros(count),
    )
    build.sizes["ntendon"] = count


def compile_paths(build: Build, tendons: list) -> None:
    """Fill tendon_adr, tendon_num, wrap_* and the trees that each tendon acts on (at most two are listed)."""
    joint_body = build.arrays["jnt_bodyid"]
    body_tree = build.arrays["body_treeid"]
    adr: list[int] = []
    num: list[int] = []
    objid: list[int] = []
    prm: list[float] = []
    trees: list[list[int]] = []
    for el in tendons:
        path = list(el.path)
        if not path:
            build.fail(
                el, f"tendon '{el.name}': path cannot be empty", None, "add <joint joint=... coef=.../>"
            )
        adr.append(len(objid))
        num.append(len(path))
        met: list[int] = []
        for wrap in path:
            if int(wrap.type) != WRAP_JOINT:
                unsupported(build, el, "spatial tendon")
            joint = build.lookup(JOINT, wrap.name, wrap, "joint")
            objid.append(joint)
            prm.append(float(wrap.coef))
            tree = int(body_tree[joint_body[joint]])
            if tree not in met:
                met.append(tree)
        trees.append(met)
    build.put(
        tendon_adr=np.array(adr, np.int32),
        tendon_num=np.array(num, np.int32),
        wrap_type=np.full(len(objid), WRAP_JOINT, np.int32),
        wrap_objid=np.array(objid, np.int32),
        wrap_prm=np.array(prm, np.float64),
        tendon_treenum=np.array([len(met) for met in trees], np.int32),
        tendon_treeid=np.array([(*met, -1, -1)[:2] for met in trees], np.int32).reshape(len(trees), 2),
    )
    build.sizes["nwrap"] = len(objid)
