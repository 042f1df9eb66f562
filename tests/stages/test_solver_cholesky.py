"""The factor of the solver's Hessian: its product, its updates, its solutions."""

import numpy as np
import pytest

import gelenk
from gelenk.engine.constraint.solver import cholesky, elimination_tree, islands, newton, primal
from tests.support.solver_scenes import SCENES, solved_pair
from tests.support.tolerance import tol


def dense_jacobian(m, d):
    j = np.zeros((d.nefc, m.nv))
    for r in range(d.nefc):
        j[r] = d.efc_J[r * m.nv : (r + 1) * m.nv]
    return j


def prepared(scene, cone=0):
    """A scene whose Hessian has been made for all islands at once, as plain Python."""
    ref, m, d = solved_pair(scene, 1, jacobian=0, cone=cone)
    v = d._view
    islands.arrange(m._view, v, islands.BANDED, islands.SEPARATELY)
    assert elimination_tree.shape_hessian(m._view, v)
    primal.load_vectors(m._view, v)
    assert primal.warm_cost(m._view, v, True) > 0
    newton.make_hessian(m._view, v, islands.all_trees(m._view, v), False)
    return ref, m, d, v


def lower(m, v):
    """Rows of hess as a dense lower triangular matrix, in the order of the Hessian."""
    full = np.zeros((m.nv, m.nv))
    for i in range(m.nv):
        full[i, i] = v.hess[v.hess_adr[i] + v.hess_depth[i]]
        for k in range(v.hess_first[i], v.hess_depth[i]):
            full[i, v.hess_node[v.hess_list[i] + k]] = v.hess[v.hess_adr[i] + k]
    return full


@pytest.mark.parametrize("scene", SCENES)
def test_blocks_hold_all_numbers_of_dense_rows(scene):
    _, m, d, v = prepared(scene)
    found = np.zeros((d.nefc, m.nv))
    for row, n, val, col, nc in v.jblock[: v.njblock]:
        for k in range(nc):
            found[v.row_efc[row : row + n], v.jcol[col + k]] = v.jval[val + k * n : val + (k + 1) * n]
        assert (np.diff(v.jcol[col : col + nc]) > 0).all()
    assert np.array_equal(found[:, v.dof_place], dense_jacobian(m, d))


def product(m, v):
    """L' D L of the factor."""
    full = lower(m, v)
    unit = full - np.diag(np.diag(full)) + np.eye(m.nv)
    return unit.T @ np.diag(np.diag(full)) @ unit


def expected(ref, m, d, v):
    """M + J' W J and the cones, in the order of the Hessian."""
    mass = np.zeros((m.nv, m.nv))
    for i in range(m.nv):
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            mass[i, m.M_colind[k]] = mass[m.M_colind[k], i] = d.M[k]
    j = dense_jacobian(m, d)
    weight = np.zeros(d.nefc)
    weight[v.row_efc[: d.nefc]] = v.row_weight[: d.nefc]
    full = mass + j.T @ np.diag(weight) @ j
    for c in range(d.ncon):
        row = d.contact.efc_address[c]
        if row >= 0 and v.row_cone[np.flatnonzero(v.row_efc[: d.nefc] == row)[0]] == c:
            state = v.row_state[np.flatnonzero(v.row_efc[: d.nefc] == row)[0]]
            if state == 4:
                n = d.contact.dim[c]
                s = j[row : row + n]
                full += s.T @ d.contact.H[c][: n * n].reshape(n, n) @ s
    place = v.dof_place
    out = np.zeros_like(full)
    out[np.ix_(place, place)] = full
    return out


@pytest.mark.parametrize("cone", [0, 1])
@pytest.mark.parametrize("scene", SCENES)
def test_hessian_is_inertia_plus_curvature_of_constraints(scene, cone):
    ref, m, d, v = prepared(scene, cone)
    full = lower(m, v)
    full = full + np.tril(full, -1).T
    want = expected(ref, m, d, v)
    assert np.abs(full - want).max() < tol(1e-13) * np.abs(want).max()


@pytest.mark.parametrize("scene", SCENES)
def test_factor_multiplies_to_the_hessian_and_solves_it(scene):
    ref, m, d, v = prepared(scene)
    want = expected(ref, m, d, v)
    everything = islands.all_trees(m._view, v)
    cholesky.factor_hessian(v, everything)
    assert np.abs(product(m, v) - want).max() < tol(1e-12) * np.abs(want).max()
    y = np.arange(1.0, m.nv + 1)
    cholesky.solve_hessian(v, everything, v.sol_search, y)
    assert np.abs(want @ v.sol_search + y).max() < tol(1e-9) * np.abs(want).max()


@pytest.mark.parametrize("scene", SCENES)
def test_the_elimination_tree_is_found_block_by_block_or_dof_by_dof(scene):
    _, m, _, v = prepared(scene)
    found = v.hess_parent.copy()
    elimination_tree.begin_tree(m._view, v)
    elimination_tree.merge_dofs(v)
    assert np.array_equal(v.hess_parent, found)


def branching(legs=3, hinges=5):
    """Plain Python data of a free body with legs of several hinges with friction, whose ancestors are not in line."""
    leg = "<body pos='.1 .2 .3'><joint axis='{} 1 0' frictionloss='.1'/><geom size='.1'/>" * hinges
    xml = "".join(leg.format(*range(k, k + hinges)) + "</body>" * hinges for k in range(legs))
    m = gelenk.MjModel.from_xml_string(
        f"<mujoco><worldbody><body><freejoint/><geom size='.1'/>{xml}</body></worldbody></mujoco>"
    )
    d = gelenk.MjData(m)
    d.qpos[7:] = np.linspace(-1.0, 1.0, m.nv - 6)
    gelenk.mj_forward(m, d)
    v = d._view
    islands.arrange(m._view, v, islands.BANDED, islands.SEPARATELY)
    assert elimination_tree.shape_hessian(m._view, v)
    primal.load_vectors(m._view, v)
    primal.warm_cost(m._view, v, True)
    newton.make_hessian(m._view, v, islands.all_trees(m._view, v), False)
    return m, d, v


def test_rows_of_chains_are_eliminated_solved_and_multiplied_together_where_trees_branch():
    m, d, v = branching()
    everything = islands.all_trees(m._view, v)
    full = lower(m, v)
    want = full + np.tril(full, -1).T
    cholesky.factor_hessian(v, everything)
    sizes = [cholesky.chain_end(v, i) for i in range(m.nv)]
    assert {1, 2, 4} <= set(sizes)
    assert not all(cholesky.in_line(v, i) for i in range(m.nv))
    assert np.abs(product(m, v) - want).max() < tol(1e-13) * np.abs(want).max()
    y = np.cos(np.arange(m.nv))
    cholesky.solve_hessian(v, everything, v.sol_search, y)
    assert np.abs(want @ v.sol_search + y).max() < tol(1e-11) * np.abs(want).max()
    dense = np.zeros((m.nv, m.nv))
    gelenk.mj_fullM(m, dense, d.qM)
    primal.mul_m_part(m._view, v, everything, v.sol_Ms, y)
    assert np.abs(dense @ y - v.sol_Ms[: m.nv]).max() < tol(1e-14) * np.abs(dense).max()


@pytest.mark.parametrize("scene", SCENES)
def test_rank_one_updates_equal_a_new_factor(scene):
    _, m, _, v = prepared(scene)
    everything = islands.all_trees(m._view, v)
    cholesky.factor_hessian(v, everything)
    for b in range(v.njblock):
        row = v.jblock[b, 0]
        for r in range(v.jblock[b, 1]):
            change = v.row_D[row + r] if v.row_weight[row + r] == 0.0 else -v.row_weight[row + r]
            if (row + r) % 3 == 0:
                assert cholesky.update_factor(v, everything, b, r, change)
                v.row_weight[row + r] += change
    updated = product(m, v)
    newton.make_hessian(m._view, v, everything, False)
    cholesky.factor_hessian(v, everything)
    anew = product(m, v)
    # a row that leaves takes D ~ 1e3 with it: what cancels is at most the largest element
    assert np.abs(updated - anew).max() < tol(1e-11) * np.abs(anew).max()


def test_an_update_that_would_leave_no_pivot_is_refused():
    _, m, _, v = prepared("pile")
    everything = islands.all_trees(m._view, v)
    cholesky.factor_hessian(v, everything)
    assert not cholesky.update_factor(v, everything, 0, 0, -1e9)
