"""The text of a spec, with what only the compiled model knows.

Documents: XML reference / compiler / saveinertial; API / mj_saveXML
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.compile import compile_build
from gelenk.modeling.compiler.compile_record import Kept, kept_from
from gelenk.modeling.compiler.element_frames import IDENTITY, ORIGIN, compose, frame_pose, pose_of, relative
from gelenk.modeling.mjcf.read import from_string
from gelenk.modeling.mjcf.text import number
from gelenk.modeling.mjcf.write import OF_INERTIA, written
from gelenk.modeling.spec.spec import release
from gelenk.modeling.spec.spec_snapshot import COMPILED, State
from gelenk.tables.enums import mjtDisableBit, mjtEnableBit, mjtJoint
from gelenk.tables.own_flags import ONE_CONTACT


def text_of(spec: Any, files: Any = None, kept: Kept | None = None) -> str:
    """Canonical MJCF of a spec; with `compiler saveinertial` the inertia of every body that has mass.

    files    what files are called, if not as in the spec: see modeling/mjcf/element_files.py
    kept     of the model of the spec as it is, where there is one; it keeps the text, too
    Errors   gelenk.Error where the spec does not compile, or holds what MJCF cannot say
    """
    if kept is not None and kept.text is not None and files is None:
        return kept.text
    check_bits(spec)
    settled = has_mixed_settings(spec)
    text, sure = written(spec, inertias(spec, settled, kept), files, settled)
    try:
        if not sure:
            release(from_string(text))
    except Error as error:  # a program may say more than a text can
        problem = error.problems[0]
        raise Error(f"what the spec says has no form in MJCF: {problem.message}", hint=problem.hint) from None
    if kept is not None and files is None:
        # arrays of which tuples were before somebody looked at them, here the writer, are no change
        spec.__dict__[COMPILED] = kept._replace(state=State(spec), text=text)
    return text


def check_bits(spec: Any) -> None:
    """Bits of the options that mean nothing have no keyword; groups of actuators go to 30.

    Nor has a text two words for the flag multiccd.
    """
    both = spec.option.enableflags & mjtEnableBit.mjENBL_MULTICCD and spec.option.disableflags & ONE_CONTACT
    known = {
        "disableflags": (1 << mjtDisableBit.mjNDISABLE) - 1 | (0 if both else ONE_CONTACT),
        "enableflags": (1 << mjtEnableBit.mjNENABLE) - 1,
        "disableactuator": (1 << 31) - 1,
    }
    for name, bits in known.items():
        if int(getattr(spec.option, name)) & ~bits:
            raise Error(f"'{name}' is {int(getattr(spec.option, name))}, for which MJCF has no form")


def has_mixed_settings(spec: Any) -> bool:
    """Whether bodies were attached from models that compute inertias by other settings than the whole."""
    origins = {
        id(origin): origin for body in spec.bodies if (origin := body.__dict__.get("_origin")) is not None
    }
    if not origins:
        return False
    settings = {
        str([np.ravel(one.compiler.__dict__[name]).tolist() for name in OF_INERTIA])
        for one in (spec, *origins.values())
    }
    return len(settings) > 1


def inertias(spec: Any, settled: bool = False, kept: Kept | None = None) -> dict[int, dict[str, str]]:
    """id(body) -> attributes of the inertial element that the compiled body has, where the spec alone does not say.

    These are all bodies if `settled` asks for them, all with mass if `saveinertial` does, else those of which a program
    has set mass or inertia, but not explicitinertial.
    """
    every = settled or spec.compiler.saveinertial
    wanted = {id(el) for el in spec.bodies if every or (not el.explicitinertial and has_numbers(el))}
    if not wanted:
        return {}
    if kept is None:
        kept = kept_from(spec, *compile_build(spec))
    count = len(kept.bodies)
    columns = {
        name: np.reshape(np.asarray(column, np.float64), (count, -1)).tolist()
        for name, column in kept.inertial.items()
    }
    mass = [one for (one,) in columns["body_mass"]]
    build = Build(spec)
    found = {}
    for i, el in enumerate(kept.bodies):
        if i and id(el) in wanted and (mass[i] > 0 or settled or not every):
            pos, quat = inertial_pose(build, columns, i, el)
            found[id(el)] = {
                "pos": " ".join(map(number, pos)),
                "quat": " ".join(map(number, quat)),
                "mass": number(mass[i]),
                "diaginertia": " ".join(map(number, columns["body_inertia"][i])),
            }
    return found


def inertial_pose(build: Build, columns: dict[str, Any], i: int, el: Any) -> tuple:
    """The inertial frame of a body in the frame that the spec gives it, from which `alignfree` may move a free body."""
    pose = tuple(columns["body_ipos"][i]), tuple(columns["body_iquat"][i])
    joints = el._children["joint"]
    if len(joints) != 1 or joints[0].type != mjtJoint.mjJNT_FREE:
        return pose
    around = frame_pose(build, el.frame, {}) if el.frame is not None else (ORIGIN, IDENTITY)
    stated = compose(*around, *pose_of(build, el))
    compiled = tuple(columns["body_pos"][i]), tuple(columns["body_quat"][i])
    return pose if compiled == stated else relative(*stated, *compose(*compiled, *pose))


def has_numbers(body: Any) -> bool:
    """Whether mass and inertia of a body come from numbers that a program has set, not from its geoms."""
    state = body.__dict__  # arrays, of which few are, are not made of tuples here
    x, first = state["ipos"][0], state["fullinertia"][0]
    if x == x or first == first:
        return True
    return not state["_children"]["geom"] and (state["mass"] != 0 or any(state["inertia"]))
