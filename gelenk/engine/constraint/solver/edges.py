"""Edges: rows of equalities over two points of three dofs each, as those of flexes, and products with them.

Documents: Computation / Constraint solver; XML reference / flexcomp / edge (equality)

A row j = (p, q) of point i and point k takes part in the Hessian of the cost with D j' j. Edges of one point i follow
each other (islands.py), which is a run: x at i is loaded once for all of them, and what they add to i is summed
before it is stored. A number that is stored and loaded again at once would take ten times as long as an addition.
"""

from gelenk.algebra.vec import Vec3
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, View


@kernel
def is_edge(d: Data, b: int) -> bool:
    """Whether block b is one row over two runs of three dofs."""
    if d.jblock[b, 1] != 1 or d.jblock[b, 4] != 6:
        return False
    col = d.jblock[b, 3]
    return d.jcol[col + 2] == d.jcol[col] + 2 and d.jcol[col + 5] == d.jcol[col + 3] + 2  # columns ascend


@kernel
def mark_edges(d: Data, first: int, end: int) -> None:
    """jrun of the blocks ``first`` .. ``end`` - 1: how many edges of one point begin there; 0: none."""
    run = 0
    point = -1
    for b in range(end - 1, first - 1, -1):
        if is_edge(d, b):
            same = d.jcol[d.jblock[b, 3]] == point
            run = run + 1 if same else 1
            point = d.jcol[d.jblock[b, 3]]
        else:
            run = 0
            point = -1
        d.jrun[b] = run


@kernel
def at_point(x: View, i: int) -> Vec3:
    """Three numbers of x."""
    return x[i], x[i + 1], x[i + 2]


@kernel
def add_at_point(x: View, i: int, add: Vec3) -> None:
    """Add to three numbers of x."""
    x0, x1, x2 = x[i], x[i + 1], x[i + 2]
    x[i] = x0 + add[0]
    x[i + 1] = x1 + add[1]
    x[i + 2] = x2 + add[2]


@kernel
def add_run(d: Data, b: int, run: int, f: View, out: View) -> None:
    """out (dofs) += J' f of ``run`` edges of one point from block b on."""
    jval, jcol = d.jval, d.jcol
    jblock, row, a = d.jblock, d.jblock[b, 0], d.jblock[b, 2]
    y0, y1, y2 = 0.0, 0.0, 0.0
    for e in range(run):
        fr = f[row + e]
        y0 += fr * jval[a]
        y1 += fr * jval[a + 1]
        y2 += fr * jval[a + 2]
        add_at_point(out, jcol[jblock[b + e, 3] + 3], (fr * jval[a + 3], fr * jval[a + 4], fr * jval[a + 5]))
        a += 6
    add_at_point(out, jcol[jblock[b, 3]], (y0, y1, y2))


@kernel
def add_run_stiffness(d: Data, b: int, run: int, x: View, out: View) -> None:
    """out (dofs) += J' D J x of ``run`` edges of one point from block b on."""
    jval, jcol, weight = d.jval, d.jcol, d.row_D
    jblock, row, a = d.jblock, d.jblock[b, 0], d.jblock[b, 2]
    x0, x1, x2 = at_point(x, jcol[jblock[b, 3]])
    y0, y1, y2 = 0.0, 0.0, 0.0
    for e in range(run):
        k = jcol[jblock[b + e, 3] + 3]
        p0, p1, p2 = jval[a], jval[a + 1], jval[a + 2]
        q0, q1, q2 = jval[a + 3], jval[a + 4], jval[a + 5]
        f = weight[row + e] * ((p0 * x0 + p1 * x1 + p2 * x2) + (q0 * x[k] + q1 * x[k + 1] + q2 * x[k + 2]))
        y0 += f * p0
        y1 += f * p1
        y2 += f * p2
        add_at_point(out, k, (f * q0, f * q1, f * q2))
        a += 6
    add_at_point(out, jcol[jblock[b, 3]], (y0, y1, y2))
