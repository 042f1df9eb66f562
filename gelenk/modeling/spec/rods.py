"""Twist joints of rods: hinges that carry the twist of the edges of a flex.

Documents: XML reference / body/flexcomp (1D, of 4.0.0); Modeling / Deformable objects (Rods)

An open chain of n >= 2 elastic edges has n hinges NAME_twist_0, NAME_twist_1, ..., NAME_twist in bodies of the same
names under the world. Their polar inertia is that of the edges: m r^2 / 2 of a circle, m (a^2 + b^2) / 3 of a box with
half sides a and b, m the mass of the flexcomp over n. Edges that are clamped have none: the first if both its points
are pinned, and the last of three or more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.algebra.orientation import ORIGIN
from gelenk.modeling.spec.element_classes import MjsJoint
from gelenk.tables.enums import mjtJoint
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R4_0

BOX = 1  # section
BODY_MASS = 1e-9  # mass of a twist body, which must not be zero [kg]


def twist_names(name: str, n: int) -> list[str]:
    """Return the names of the twist joints of a rod with n edges."""
    return [f"{name}_twist_{j}" if j < n - 1 else f"{name}_twist" for j in range(n)]


def chain_of(elem: np.ndarray) -> list[int]:
    """Return the vertices of an open chain of two or more line elements; [] if it is none.

    The chain starts at the end that the first element with an end has.
    """
    pairs = np.asarray(elem, int).reshape(-1, 2).tolist()
    around: dict[int, list[int]] = {}
    for a, b in pairs:
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    ends = [v for pair in pairs for v in pair if len(around[v]) == 1]
    if len(pairs) < 2 or len(ends) != 2 or any(len(o) > 2 for o in around.values()):
        return []
    chain = [ends[0], around[ends[0]][0]]
    while len(around[chain[-1]]) == 2:
        a, b = around[chain[-1]]
        chain.append(b if a == chain[-2] else a)
    return chain if len(chain) == len(around) else []


def check_section(flex: Any) -> None:
    """Check that the section of a rod has an area.

    Errors   ValueError: a size is not positive
    """
    if int(flex.section) == BOX and not min(flex.sectionsize) > 0.0:
        raise ValueError("1D flex elasticity with box section requires positive sectionsize")
    if int(flex.section) != BOX and not flex.radius > 0.0:
        raise ValueError("1D flex elasticity with circle section requires positive radius")


def add_twists(body: Any, flex: Any, elements: np.ndarray, pinned: np.ndarray, settings: Any) -> None:
    """Add the twist bodies and joints of a rod to the world body.

    body        MjsBody around the flexcomp
    elements    (n, 2) points of the elements
    pinned      which points are pinned
    Errors      ValueError: a section without area
    """
    if int(flex.dim) != 1 or not flex.young > 0.0 or settings.dof != 0 or settings.rigid or pinned.all():
        return
    spec = body.spec
    chain = chain_of(elements)
    if not chain or release_number(spec.release) < R4_0:
        return
    check_section(flex)
    n = len(chain) - 1
    a, b = (float(x) for x in flex.sectionsize)
    square = (a * a + b * b) / 3.0 if int(flex.section) == BOX else 0.5 * float(flex.radius) ** 2
    inertia = settings.mass / n * square
    for j, name in enumerate(twist_names(settings.name, n)):
        clamped = bool(pinned[chain[j]] and pinned[chain[j + 1]])
        if clamped and (j == 0 or (j == n - 1 and n > 2)):
            continue
        child = spec.worldbody.add_body()
        child.__dict__.update(
            name=name,
            pos=ORIGIN,
            mass=BODY_MASS,
            ipos=ORIGIN,
            inertia=(inertia, inertia, inertia),
            explicitinertial=1,
            _position=settings.place,
        )
        joint = child._place(MjsJoint, child, spec.default, {})
        joint.__dict__.update(
            name=name, type=mjtJoint.mjJNT_HINGE, pos=ORIGIN, axis=(1.0, 0.0, 0.0), _position=settings.place
        )
