"""The text of a spec, with what only the compiled model knows.

Documents: XML reference / compiler / saveinertial; API / mj_saveXML
"""

from __future__ import annotations

from typing import Any

from gelenk.compiler.compile import compile_build
from gelenk.errors import Error
from gelenk.mjcf.read import from_string
from gelenk.mjcf.text import number
from gelenk.mjcf.write import to_xml


def text_of(spec: Any, files: Any = None) -> str:
    """Canonical MJCF of a spec; with `compiler saveinertial` the inertia of every body that has mass.

    files    what files are called, if not as in the spec: see mjcf/files.py
    Errors   gelenk.Error where the spec does not compile, or holds what MJCF cannot say
    """
    text = to_xml(spec, inertias(spec), files)
    try:
        from_string(text)
    except Error as error:  # a program may say more than a text can
        problem = error.problems[0]
        raise Error(f"what the spec says has no form in MJCF: {problem.message}", hint=problem.hint) from None
    return text


def inertias(spec: Any) -> dict[int, dict[str, str]]:
    """id(body) -> attributes of the inertial element that the compiled body has, where the spec alone does not say.

    These are all bodies with mass if `saveinertial` asks for them, else those of which a program has set mass or
    inertia, but not explicitinertial.
    """
    every = spec.compiler.saveinertial
    wanted = {id(el) for el in spec.bodies if every or (not el.explicitinertial and has_numbers(el))}
    if not wanted:
        return {}
    model: Any
    model, build = compile_build(spec)
    found = {}
    for i, el in enumerate(build.bodies):
        if i and id(el) in wanted and (model.body_mass[i] > 0 or not every):
            found[id(el)] = {
                "pos": " ".join(map(number, model.body_ipos[i])),
                "quat": " ".join(map(number, model.body_iquat[i])),
                "mass": number(model.body_mass[i]),
                "diaginertia": " ".join(map(number, model.body_inertia[i])),
            }
    return found


def has_numbers(body: Any) -> bool:
    """Whether mass and inertia of a body come from numbers that a program has set, not from its geoms."""
    placed = body.ipos[0] == body.ipos[0] or body.fullinertia[0] == body.fullinertia[0]
    return placed or (not body.geoms and (body.mass != 0 or any(body.inertia)))
