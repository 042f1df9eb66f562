"""The text of a spec, with what only the compiled model knows.

Documents: XML reference / compiler / saveinertial; API / mj_saveXML
"""

from __future__ import annotations

from typing import Any

from gelenk.compiler.compile import compile_build
from gelenk.mjcf.text import number
from gelenk.mjcf.write import to_xml


def text_of(spec: Any, files: Any = None) -> str:
    """Canonical MJCF of a spec; with `compiler saveinertial` the inertia of every body that has mass.

    files    what files are called, if not as in the spec: see mjcf/files.py
    Errors   gelenk.Error where the spec does not compile, or holds what MJCF cannot say
    """
    return to_xml(spec, inertias(spec) if spec.compiler.saveinertial else None, files)


def inertias(spec: Any) -> dict[int, dict[str, str]]:
    """id(body) -> attributes of the inertial element that the compiled body has."""
    model: Any
    model, build = compile_build(spec)
    found = {}
    for i, el in enumerate(build.bodies):
        if i and model.body_mass[i] > 0:
            found[id(el)] = {
                "pos": " ".join(map(number, model.body_ipos[i])),
                "quat": " ".join(map(number, model.body_iquat[i])),
                "mass": number(model.body_mass[i]),
                "diaginertia": " ".join(map(number, model.body_inertia[i])),
            }
    return found
