"""Save a spec as XML, including inertias that only the compiled model has.

Documents: XML reference / compiler / saveinertial; API / mj_saveXML
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.compile import CompileRecord, compile_build, make_record
from gelenk.modeling.compiler.element_frames import IDENTITY, ORIGIN, compose, frame_pose, pose_of, relative
from gelenk.modeling.compiler.scaling.scaled import scaled
from gelenk.modeling.mjcf.read import from_string
from gelenk.modeling.mjcf.values import number
from gelenk.modeling.mjcf.write import OF_INERTIA, written
from gelenk.modeling.spec.spec import release
from gelenk.modeling.spec.spec_snapshot import COMPILED, Snapshot
from gelenk.tables import enums
from gelenk.tables.api_enums import mjtEnableBit, public_bits
from gelenk.tables.enums import mjtDisableBit, mjtJoint
from gelenk.tables.enums.options import ONE_CONTACT

# enable bits, with the numbers of kernels
ENABLE_BITS = [int(bit) for name, bit in enums.mjtEnableBit.__members__.items() if name.startswith("mjENBL_")]


def text_of(spec: Any, files: Any = None, kept: CompileRecord | None = None) -> str:
    """Return the canonical MJCF of a spec; with saveinertial all inertias are explicit.

    files    file names to write in place of those of the spec, see modeling/mjcf/element_files.py
    kept     compilation record of the unedited spec, if there is one; it caches the text
    Errors   gelenk.Error where the spec does not compile, or holds what MJCF cannot express
    """
    if kept is not None and kept.text is not None and files is None:
        return kept.text
    check_bits(spec)
    settled = has_mixed_settings(spec)
    text, sure = written(spec, inertias(spec, settled, kept), files, settled)
    try:
        if not sure:
            release(from_string(text))
    except Error as error:  # a program may set values that MJCF cannot express
        problem = error.problems[0]
        raise Error(f"the spec cannot be written as MJCF: {problem.message}", hint=problem.hint) from None
    if kept is not None and files is None:
        # writing turns tuples of the spec into arrays, which is not an edit, so the snapshot is taken again
        spec.__dict__[COMPILED] = kept._replace(state=Snapshot(spec), text=text)
    return text


def check_bits(spec: Any) -> None:
    """Fail on option bits without a keyword in MJCF; disableactuator has 31 groups.

    MJCF cannot express both states of the flag multiccd at once either.
    """
    both = spec.option.enableflags & mjtEnableBit.mjENBL_MULTICCD and spec.option.disableflags & ONE_CONTACT
    known = {
        "disableflags": (1 << mjtDisableBit.mjNDISABLE) - 1 | (0 if both else ONE_CONTACT),
        "enableflags": public_bits(sum(ENABLE_BITS)),
        "disableactuator": (1 << 31) - 1,
    }
    for name, bits in known.items():
        if int(getattr(spec.option, name)) & ~bits:
            raise Error(f"'{name}' is {int(getattr(spec.option, name))}, for which MJCF has no form")


def has_mixed_settings(spec: Any) -> bool:
    """Return whether attached bodies compute inertias by other settings than the spec."""
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


def inertias(
    spec: Any, settled: bool = False, kept: CompileRecord | None = None
) -> dict[int, dict[str, str]]:
    """Return id(body) -> inertial attributes, for bodies whose spec does not state them fully.

    These are all bodies with `settled`, all with mass with `saveinertial`, else those for which a program set mass or
    inertia without explicitinertial.
    """
    every = settled or spec.compiler.saveinertial
    wanted = {id(el) for el in spec.bodies if every or (not el.explicitinertial and has_numbers(el))}
    if not wanted:
        return {}
    if kept is None:
        kept = make_record(spec, *compile_build(spec))
    count = len(kept.bodies)
    columns = {
        name: np.reshape(np.asarray(column, np.float64), (count, -1)).tolist()
        for name, column in kept.inertial.items()
    }
    mass = [one for (one,) in columns["body_mass"]]
    build = Build(spec)
    found = {}
    with scaled(build):
        for i, el in enumerate(kept.bodies):
            if i and id(el) in wanted and (mass[i] > 0 or settled or not every):
                pos, quat = inertial_pose(build, columns, i, el)
                inertial: Any = (mass[i], pos, quat, tuple(columns["body_inertia"][i]))
                if build.places is not None:
                    from gelenk.modeling.compiler.scaling.tree import unscaled_inertial

                    inertial = unscaled_inertial(build.places.within(el), *inertial)
                found[id(el)] = {
                    "pos": " ".join(map(number, inertial[1])),
                    "quat": " ".join(map(number, inertial[2])),
                    "mass": number(inertial[0]),
                    "diaginertia": " ".join(map(number, inertial[3])),
                }
    return found


def inertial_pose(build: Build, columns: dict[str, Any], i: int, el: Any) -> tuple:
    """Return the inertial frame of a body in its stated frame, undoing `alignfree`."""
    pose = tuple(columns["body_ipos"][i]), tuple(columns["body_iquat"][i])
    joints = el._children["joint"]
    if len(joints) != 1 or joints[0].type != mjtJoint.mjJNT_FREE:
        return pose
    around = frame_pose(build, el.frame, {}) if el.frame is not None else (ORIGIN, IDENTITY)
    stated = compose(*around, *pose_of(build, el))
    compiled = tuple(columns["body_pos"][i]), tuple(columns["body_quat"][i])
    return pose if compiled == stated else relative(*stated, *compose(*compiled, *pose))


def has_numbers(body: Any) -> bool:
    """Return whether a program set the body's mass and inertia directly, without geoms."""
    state = body.__dict__  # raw tuples: attribute access would make an array for every body
    x, first = state["ipos"][0], state["fullinertia"][0]
    if x == x or first == first:
        return True
    return not state["_children"]["geom"] and (state["mass"] != 0 or any(state["inertia"]))
