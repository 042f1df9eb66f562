"""Implicit integration of interpolated flexes, which couple dofs of different trees.

Documents: Computation / General framework / Numerical integration; XML reference / flexcomp / dof

With K the derivative of the elastic forces by position, kd the damping of a flex and P = inv(M - h D) of implicit.py,
    (M - h D - h (h + kd) K) a_new = qfrc_smooth + qfrc_constraint + h K v
which is (1 - h (h + kd) P K) a_new = P (...), solved by the stabilized biconjugate gradient method (BiCGSTAB).
Source  van der Vorst 1992; the equation is the one that 3.5.0 solves
"""

import math

from gelenk.algebra.linalg import copy, dot_dense, last_dof, zero
from gelenk.algebra.vec import Vec3, add_scaled, load3, mat_t_vec, mat_vec, scale
from gelenk.engine.flex.cell_grid import rotation_of
from gelenk.engine.flex.passive import gradient_columns, has_solid, node_force, push_body
from gelenk.engine.integrate.implicit import solve_lu
from gelenk.engine.position.inertia import solve_ld
from gelenk.engine.position.object_frames import dof_velocity
from gelenk.engine.sleep.awake_lists import DOF, DOF_END
from gelenk.tables.enums import mjtIntegrator
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

ITERATIONS = 500
R, R0, P, V, T, X, IMAGE = 0, 1, 2, 3, 4, 5, 6  # rows of flex_krylov


@kernel
def node_motion(m: Model, d: Data, b: int, point: Vec3, vector: View) -> Vec3:
    """Return the velocity of a point of body ``b`` when the dofs move as ``vector``."""
    total = (0.0, 0.0, 0.0)
    i = last_dof(m, b)
    while i >= 0:
        total = add_scaled(total, dof_velocity(m, d, i, b, point), vector[i])
        i = m.dof_parentid[i]
    return total


@kernel
def add_stiffness(m: Model, d: Data, result: View, vector: View, by_damping: bool) -> None:
    """result += h K vector, or h (h + kd) K vector, over all elastic interpolated flexes."""
    h = m.opt.timestep
    for f in range(m.nflex):
        if not has_solid(m, f):
            continue
        g1, g2, g3 = gradient_columns(m, d, f)
        r = rotation_of(g1, g2, g3)
        first, count = m.flex_nodeadr[f], m.flex_nodenum[f]
        for k in range(first, first + count):
            motion = node_motion(m, d, m.flex_nodebodyid[k], load3(d.flexnode_xpos, k), vector)
            turned = mat_t_vec(r, motion)
            for i in range(3):
                d.flexnode_work[k, i] = turned[i]
        weight = h * (h + m.flex_damping[f]) if by_damping else h
        for k in range(count):
            force = scale(mat_vec(r, node_force(m, d, f, k, 0)), weight)
            push_body(m, d, m.flex_nodebodyid[first + k], load3(d.flexnode_xpos, first + k), force, result)


@kernel
def apply(m: Model, d: Data, result: View, vector: View) -> None:
    """result = vector - h (h + kd) P K vector"""
    image = d.flex_krylov[IMAGE]
    zero(image, m.nv)
    add_stiffness(m, d, image, vector, True)
    if m.opt.integrator == mjtIntegrator.mjINT_IMPLICIT:
        for r in range(d.nrun):
            solve_lu(m, d.qLU, image, d.run[r, DOF], d.run[r, DOF_END])
    else:
        solve_ld(m, d.qH, d.qHDiagInv, image)
    for i in range(m.nv):
        result[i] = vector[i] - image[i]


@kernel
def flex_rate(m: Model, d: Data) -> None:
    """qacc_new += h K v, the change of the elastic forces in a step; runs before flex_implicit"""
    add_stiffness(m, d, d.qacc_new, d.qvel, False)


@kernel
def flex_implicit(m: Model, d: Data) -> None:
    """Solve (1 - h (h + kd) P K) x = qacc_new for x, which replaces qacc_new.

    Reads   qacc_new, qLU or qH, flexnode_xpos        Writes  qacc_new; work space flex_krylov, flexnode_work
    """
    n = m.nv
    r, r0, p, v, t, x = (
        d.flex_krylov[R],
        d.flex_krylov[R0],
        d.flex_krylov[P],
        d.flex_krylov[V],
        d.flex_krylov[T],
        d.flex_krylov[X],
    )
    zero(x, n)
    copy(r, d.qacc_new, n)
    copy(r0, r, n)
    copy(p, r, n)
    rho = dot_dense(r0, r, n)
    goal = Limits.RESIDUAL * math.sqrt(rho)
    for _ in range(ITERATIONS):
        if not math.sqrt(dot_dense(r, r, n)) > goal or rho == 0.0:
            break
        apply(m, d, v, p)
        alpha = rho / dot_dense(r0, v, n)
        for i in range(n):
            r[i] -= alpha * v[i]
            x[i] += alpha * p[i]
        apply(m, d, t, r)
        square = dot_dense(t, t, n)
        omega = dot_dense(t, r, n) / square if square > 0.0 else 0.0
        for i in range(n):
            x[i] += omega * r[i]
            r[i] -= omega * t[i]
        if omega == 0.0:
            break
        last = rho
        rho = dot_dense(r0, r, n)
        beta = rho / last * alpha / omega
        for i in range(n):
            p[i] = r[i] + beta * (p[i] - omega * v[i])
    copy(d.qacc_new, x, n)
