"""Contacts with flexes as they are written: who touches, where, with which parameters.

Documents: Modeling / Deformable objects; Modeling / Contact parameters

Contacts of a flex with ``passive`` leave their forces to passive.py.
"""

from gelenk.engine.collision.dispatch import write_frame
from gelenk.engine.flex.parameters import write_flex_parameters
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model

PASSIVE = 4  # contact.exclude: a passive force takes the place of the constraint


@kernel
def write_sides(
    d: Data, i: int, geom: int, flex1: int, elem1: int, vert1: int, flex2: int, elem2: int, vert2: int
) -> None:
    """Who touches in contact ``i``: a geom, or an element or vertex of flex1, and one of flex2; -1 for none."""
    d.contact_geom[i, 0] = geom
    d.contact_geom[i, 1] = -1
    d.contact_flex[i, 0] = flex1
    d.contact_flex[i, 1] = flex2
    d.contact_elem[i, 0] = elem1
    d.contact_elem[i, 1] = elem2
    d.contact_vert[i, 0] = vert1
    d.contact_vert[i, 1] = vert2


@kernel
def write_candidate(m: Model, d: Data, i: int, k: int, includemargin: float, passive: bool) -> None:
    """Geometry of contact ``i`` from candidate ``k``, and what starts empty."""
    d.contact_dist[i] = d.near_dist[k]
    for j in range(3):
        d.contact_pos[i, j] = d.near_pos[k, j]
    write_frame(d, i, k)
    d.contact_includemargin[i] = includemargin
    d.contact_exclude[i] = PASSIVE if passive else 1 if d.near_dist[k] >= includemargin else 0
    d.contact_efc_address[i] = -1
    d.contact_mu[i] = 0.0
    for j in range(36):
        d.contact_H[i, j] = 0.0


@kernel
def append(
    m: Model,
    d: Data,
    includemargin: float,
    geom: int,
    flex1: int,
    elem1: int,
    vert1: int,
    flex2: int,
    elem2: int,
    vert2: int,
) -> int:
    """Append the candidates to the contacts, with their parameters; what does not fit is counted in need_con.

    Returns the first of them, -1 if there are none or they do not fit.
    """
    first, n = d.ncon, d.near_count
    if n == 0:
        return -1
    if d.need_con > 0 or first + n > d.nconmax:
        d.need_con = n + (d.need_con if d.need_con > 0 else first)
        return -1
    passive = m.flex_passive[flex2] != 0 or (flex1 >= 0 and m.flex_passive[flex1] != 0)
    for k in range(n):
        write_candidate(m, d, first + k, k, includemargin, passive)
        write_sides(d, first + k, geom, flex1, elem1, vert1, flex2, elem2, vert2)
        write_flex_parameters(m, d, first + k, geom, flex1, flex2)
    d.ncon = first + n
    return first
