"""Edge damper of flexes: its derivative by velocity, for releases before 4.0.

Documents: XML reference / flexcomp / edge (damping); Computation / General framework / Numerical integration

The derivative is -c j' j, j the row of flexedge_J. If the bodies at the ends slide independently, their dofs share no
path, so qDeriv has only the two diagonal blocks, which are first in the rows of the dofs.
"""

from gelenk.engine.constraint.solver.jacobian_blocks import add_at_point
from gelenk.engine.flex.kinematics import ends_slide_apart
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def damp_end(m: Model, d: Data, first: int, n: int, adr: int, weight: float) -> None:
    """qDeriv += weight j' j over the ``n`` dofs from ``first`` on of one end of an edge.

    The values of j in flexedge_J begin at ``adr``.
    """
    j, derivative = d.flexedge_J, d.qDeriv
    if n == 3:
        x, y, z = j[adr], j[adr + 1], j[adr + 2]
        add_at_point(derivative, m.D_rowadr[first], (weight * x * x, weight * x * y, weight * x * z))
        add_at_point(derivative, m.D_rowadr[first + 1], (weight * y * x, weight * y * y, weight * y * z))
        add_at_point(derivative, m.D_rowadr[first + 2], (weight * z * x, weight * z * y, weight * z * z))
        return
    for k in range(n):
        row = m.D_rowadr[first + k]
        scaled = weight * j[adr + k]
        for i in range(n):
            derivative[row + i] += scaled * j[adr + i]


@kernel
def damp_edge(m: Model, d: Data, f: int, e: int, weight: float) -> bool:
    """qDeriv += weight j' j of edge ``e`` of flex ``f``; return False if this does not apply.

    Applies if the bodies at the ends slide independently; otherwise qDeriv is unchanged.
    """
    vert = m.flex_vertadr[f]
    b1 = m.flex_vertbodyid[vert + m.flex_edge[e, 0]]
    b2 = m.flex_vertbodyid[vert + m.flex_edge[e, 1]]
    if not ends_slide_apart(m, e, b1, b2):
        return False
    if m.body_dofadr[b1] > m.body_dofadr[b2]:  # columns ascend
        b1, b2 = b2, b1
    adr, n1, n2 = m.flexedge_J_rowadr[e], m.body_dofnum[b1], m.body_dofnum[b2]
    damp_end(m, d, m.body_dofadr[b1], n1, adr, weight)
    damp_end(m, d, m.body_dofadr[b2], n2, adr + n1, weight)
    return True
