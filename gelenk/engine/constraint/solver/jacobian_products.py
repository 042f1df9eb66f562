"""Products with the constraint Jacobian, block by block.

Documents: Computation / Constraint solver

Blocks are those of jacobian_blocks.py: n rows over nc dofs, values stored by dof, n contiguous values each.
"""

from gelenk.algebra.factor import Weights
from gelenk.algebra.vec import Vec3
from gelenk.engine.constraint.solver.islands import Island, equalities
from gelenk.engine.constraint.solver.jacobian_blocks import add_at_point, add_run, add_run_stiffness
from gelenk.toolchain.kernel import kernel, lane_count, spread
from gelenk.toolchain.kernel_types import Data, View


@kernel
def block_rows4(d: Data, val: int, n: int, col: int, nc: int, x: View) -> Weights:
    """Return four rows of a block times x; ``val`` is the address of the first."""
    y0 = 0.0
    y1 = 0.0
    y2 = 0.0
    y3 = 0.0
    for k in range(nc):
        v = x[d.jcol[col + k]]
        a = val + k * n
        y0 += d.jval[a] * v
        y1 += d.jval[a + 1] * v
        y2 += d.jval[a + 2] * v
        y3 += d.jval[a + 3] * v
    return y0, y1, y2, y3


@kernel
def block_rows3(d: Data, val: int, n: int, col: int, nc: int, x: View) -> Vec3:
    """Return three rows of a block times x."""
    y0 = 0.0
    y1 = 0.0
    y2 = 0.0
    for k in range(nc):
        v = x[d.jcol[col + k]]
        a = val + k * n
        y0 += d.jval[a] * v
        y1 += d.jval[a + 1] * v
        y2 += d.jval[a + 2] * v
    return y0, y1, y2


@kernel
def block_row(d: Data, a: int, n: int, col: int, nc: int, x: View) -> float:
    """Return one row of a block times x; its values are at ``a`` with stride ``n``."""
    jval, jcol = d.jval, d.jcol
    y = 0.0
    for k in range(nc):
        y += jval[a + k * n] * x[jcol[col + k]]
    return y


@kernel
def single_row(d: Data, a: int, col: int, nc: int, x: View) -> float:
    """Return the row of a one-row block times x.

    Rows over six dofs, two points or a free body, need no loop.
    """
    jval, jcol = d.jval, d.jcol
    if nc != 6:
        return block_row(d, a, 1, col, nc, x)
    i, k = jcol[col], jcol[col + 3]
    if jcol[col + 2] == i + 2 and jcol[col + 5] == k + 2:  # columns ascend
        return (jval[a] * x[i] + jval[a + 1] * x[i + 1] + jval[a + 2] * x[i + 2]) + (
            jval[a + 3] * x[k] + jval[a + 4] * x[k + 1] + jval[a + 5] * x[k + 2]
        )
    return block_row(d, a, 1, col, 6, x)


@kernel
def block_rows(d: Data, row: int, n: int, val: int, col: int, nc: int, x: View, out: View) -> None:
    """out (rows) = a block of several rows times x"""
    r = 0
    while r < n:
        if n - r >= 4:
            y0, y1, y2, y3 = block_rows4(d, val + r, n, col, nc, x)
            out[row + r] = y0
            out[row + r + 1] = y1
            out[row + r + 2] = y2
            out[row + r + 3] = y3
            r += 4
        elif n - r == 3:
            y0, y1, y2 = block_rows3(d, val + r, n, col, nc, x)
            out[row + r] = y0
            out[row + r + 1] = y1
            out[row + r + 2] = y2
            r += 3
        else:
            out[row + r] = block_row(d, val + r, n, col, nc, x)
            r += 1


@kernel
def mul_block(d: Data, b: int, x: View, out: View) -> None:
    """out = J x in the rows of block b"""
    jblock = d.jblock
    row, n, val, col, nc = jblock[b, 0], jblock[b, 1], jblock[b, 2], jblock[b, 3], jblock[b, 4]
    if n == 1:
        out[row] = single_row(d, val, col, nc, x)
    else:
        block_rows(d, row, n, val, col, nc, x, out)


@kernel
def mul_j(d: Data, isl: Island, x: View, out: View) -> None:
    """out (rows) = J x"""
    for b in spread(d, isl.block0, isl.block1):
        mul_block(d, b, x, out)


@kernel
def add_row(d: Data, a: int, n: int, col: int, nc: int, f: float, out: View) -> None:
    """out (dofs) += f times one row of a block, whose values are at ``a`` with stride ``n``."""
    jval, jcol = d.jval, d.jcol
    for k in spread(d, 0, nc):
        out[jcol[col + k]] += jval[a + k * n] * f


@kernel
def add_single_row(d: Data, a: int, col: int, nc: int, f: float, out: View) -> None:
    """out (dofs) += f times the row of a one-row block"""
    jval, jcol = d.jval, d.jcol
    if nc == 6 and jcol[col + 2] == jcol[col] + 2 and jcol[col + 5] == jcol[col + 3] + 2:
        add_at_point(out, jcol[col], (f * jval[a], f * jval[a + 1], f * jval[a + 2]))
        add_at_point(out, jcol[col + 3], (f * jval[a + 3], f * jval[a + 4], f * jval[a + 5]))
    else:
        add_row(d, a, 1, col, nc, f, out)


@kernel
def column_times4(d: Data, a: int, f: Weights) -> float:
    """Return four values of a block's column, from ``a`` on, times f."""
    return (d.jval[a] * f[0] + d.jval[a + 1] * f[1]) + (d.jval[a + 2] * f[2] + d.jval[a + 3] * f[3])


@kernel
def add_rows4(d: Data, val: int, n: int, col: int, nc: int, f: Weights, out: View) -> None:
    """out (dofs) += f times four rows of a block; ``val`` is the address of the first."""
    jcol = d.jcol
    threes = nc // 3
    for t in spread(d, 0, threes):
        c = col + 3 * t
        a = val + 3 * t * n
        i, last = jcol[c], jcol[c + 2]
        x, y, z = column_times4(d, a, f), column_times4(d, a + n, f), column_times4(d, a + 2 * n, f)
        if last == i + 2:
            add_at_point(out, i, (x, y, z))
        else:
            out[i] += x
            out[jcol[c + 1]] += y
            out[last] += z
    for k in spread(d, 3 * threes, nc):
        out[jcol[col + k]] += column_times4(d, val + k * n, f)


@kernel
def add_rows(d: Data, row: int, n: int, val: int, col: int, nc: int, f: View, out: View) -> None:
    """out (dofs) += f (rows) times a block of several rows"""
    r = 0
    while r < n:
        if n - r >= 4:
            f0, f1, f2, f3 = f[row + r], f[row + r + 1], f[row + r + 2], f[row + r + 3]
            if f0 != 0.0 or f1 != 0.0 or f2 != 0.0 or f3 != 0.0:
                add_rows4(d, val + r, n, col, nc, (f0, f1, f2, f3), out)
            r += 4
        else:
            if f[row + r] != 0.0:
                add_row(d, val + r, n, col, nc, f[row + r], out)
            r += 1


@kernel
def add_block(d: Data, b: int, f: View, out: View) -> None:
    """out (dofs) += J' f (rows) of block b."""
    jblock = d.jblock
    row, n, val, col, nc = jblock[b, 0], jblock[b, 1], jblock[b, 2], jblock[b, 3], jblock[b, 4]
    if n > 1:
        add_rows(d, row, n, val, col, nc, f, out)
    elif f[row] != 0.0:
        add_single_row(d, val, col, nc, f[row], out)


@kernel
def add_jt(d: Data, isl: Island, f: View, out: View) -> None:
    """out (dofs) += J' f (rows)"""
    b = isl.block0
    while b < isl.block1:
        run = d.jrun[b] if b < isl.block_eq else 0
        if run > 0:
            add_run(d, b, run, f, out)
            b += run
        else:
            add_block(d, b, f, out)
            b += 1


@kernel
def share_stiffness(d: Data, isl: Island, x: View, out: View) -> None:
    """Run add_stiffness with lanes sharing the forces D J x.

    The forces are then added to dofs in their order.
    """
    for b in spread(d, isl.block0, isl.block_eq):
        mul_block(d, b, x, d.row_jv)
        for r in range(d.jblock[b, 0], d.jblock[b, 0] + d.jblock[b, 1]):
            d.row_jv[r] *= d.row_D[r]
    add_jt(d, equalities(isl), d.row_jv, out)


@kernel
def add_stiffness(d: Data, isl: Island, x: View, out: View) -> None:
    """out (dofs) += J' D J x of the equalities; uses row_jv."""
    if lane_count(d) > 1:
        share_stiffness(d, isl, x, out)
        return
    b = isl.block0
    while b < isl.block_eq:
        run = d.jrun[b]
        if run > 0:
            add_run_stiffness(d, b, run, x, out)
            b += run
        else:
            mul_block(d, b, x, d.row_jv)
            for r in range(d.jblock[b, 0], d.jblock[b, 0] + d.jblock[b, 1]):
                d.row_jv[r] *= d.row_D[r]
            add_block(d, b, d.row_jv, out)
            b += 1
