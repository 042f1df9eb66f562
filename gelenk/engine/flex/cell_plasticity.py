"""Plasticity of the cells of interpolated flexes: return mapping of strains (yield).

Documents: XML reference / flex/elasticity (yield, of 4.0.0); Computation / State and control

d.plastic holds a plastic strain P of each patch: xx, yy, zz, xy, xz, yz of a cell, aa, bb, ab of a face in its plane;
shear strains are doubled. At the end of a step, with the new positions, the gradient F in the middle of the patch and
its rotation R, the elastic strain is E = sym(R'F) - I - P, and its von Mises strain sqrt(2/3 D:D) at most a threshold:

    cell     D is the deviator of E, and scaled
    face     tr E > 0: all of E is scaled, with the D of plane stress, -nu / (1 - nu) tr E across; else the deviator in
             the plane is scaled
Source   Simo, Hughes 1998, Computational Inelasticity (radial return); numbers of 4.0.0
"""

import math

from gelenk.algebra.vec import Mat3, dot, load3, mat_t_vec, pick, store3
from gelenk.engine.flex.cell_grid import (
    face_of,
    has_modes,
    list_nodes,
    patch_gradient,
    patch_number,
    patch_size,
)
from gelenk.engine.flex.plasticity import moved_point
from gelenk.engine.flex.rotations import rotation_of
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def stretch_of(m: Model, d: Data, f: int, patch: int) -> Mat3:
    """Return R'F of a patch at the end of the step, by rows."""
    g1, g2, g3 = patch_gradient(m, d, f, patch, d.flexnode_work)
    r = rotation_of(g1, g2, g3)
    a, b, c = mat_t_vec(r, g1), mat_t_vec(r, g2), mat_t_vec(r, g3)
    return a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]


@kernel
def lost_share(square: float, threshold: float) -> float:
    """Return the share of a strain beyond the threshold; ``square`` = D:D of its deviator D."""
    mises = math.sqrt(2.0 / 3.0 * max(0.0, square))
    return 1.0 - threshold / mises if mises > threshold else 0.0


@kernel
def yield_cell(m: Model, d: Data, f: int, patch: int) -> None:
    """Update the plastic strain of a cell of flex ``f``."""
    at, u = m.flex_plasticadr[f] + 6 * patch, stretch_of(m, d, f, patch)
    xx, yy, zz = u[0] - 1.0 - d.plastic[at], u[4] - 1.0 - d.plastic[at + 1], u[8] - 1.0 - d.plastic[at + 2]
    xy, xz, yz = (
        u[1] + u[3] - d.plastic[at + 3],
        u[2] + u[6] - d.plastic[at + 4],
        u[5] + u[7] - d.plastic[at + 5],
    )
    mean = (xx + yy + zz) / 3.0
    deviator = (xx - mean, yy - mean, zz - mean)
    square = dot(deviator, deviator) + 0.5 * (xy * xy + xz * xz + yz * yz)
    lost = lost_share(square, max(0.0, m.flex_yield[f, 0]))
    for i in range(3):
        d.plastic[at + i] += lost * pick(deviator, i)
        d.plastic[at + 3 + i] += lost * pick((xy, xz, yz), i)


@kernel
def yield_face(m: Model, d: Data, f: int, patch: int, poisson: float) -> None:
    """Update the plastic strain of a face of a shell."""
    at, u, normal = m.flex_plasticadr[f] + 3 * patch, stretch_of(m, d, f, patch), face_of(m, f, patch)[0]
    a, b = (normal + 1) % 3, (normal + 2) % 3
    aa = u[4 * a] - 1.0 - d.plastic[at]
    bb = u[4 * b] - 1.0 - d.plastic[at + 1]
    ab = u[3 * a + b] + u[3 * b + a] - d.plastic[at + 2]
    trace = aa + bb
    square = aa * aa + bb * bb + 0.5 * ab * ab
    if trace > 0.0:
        across = -poisson / (1.0 - poisson) * trace
        square += across * across - (trace + across) * (trace + across) / 3.0
    else:
        square -= 0.5 * trace * trace
        aa -= 0.5 * trace
        bb -= 0.5 * trace
    lost = lost_share(square, max(0.0, m.flex_yield[f, 0]))
    d.plastic[at] += lost * aa
    d.plastic[at + 1] += lost * bb
    d.plastic[at + 2] += lost * ab


@kernel
def yield_cells(m: Model, d: Data, f: int, unused: int) -> None:
    """Update the plastic strains of flex ``f`` (part of yield_flexes).

    Reads   flexnode_xpos, cdof (of the step), rk_vel (nv): the velocity that moved qpos
    Writes  plastic (nplastic); work space flexnode_work, cell_node
    """
    for node in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
        x = load3(d.flexnode_xpos, node)
        store3(d.flexnode_work, node, moved_point(m, d, m.flex_nodebodyid[node], x, load3(m.flex_node, node)))
    nodes, modes = patch_size(m, f)
    size = modes * 3 * nodes
    end = m.flex_modeadr[f] + patch_number(m, f) * size
    for patch in range(patch_number(m, f)):
        if not has_modes(m, m.flex_modeadr[f] + patch * size, 3 * nodes):
            continue
        list_nodes(m, d, f, patch)
        if m.flex_interp[f] > 0:
            yield_cell(m, d, f, patch)
        else:
            yield_face(
                m, d, f, patch, m.cell_mode[end]
            )  # the compiler stores Poisson's ratio at this address
