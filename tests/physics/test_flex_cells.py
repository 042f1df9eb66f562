"""Cells of interpolated flexes of release 4.0: forces, metric, strain constraints, plasticity, contacts, refusals.

Numbers are measured on mujoco 4.0.0 where a test says so, to about 1e-9 of them: the search for rotations ends there.
"""

import pickle

import numpy as np
import pytest

import gelenk
from gelenk.batch.device.arguments import unsupported_parts
from gelenk.runtime import index_checks
from tests.support.tolerance import tol

TEXT = """<mujoco><option integrator="{option}" timestep=".002"/><worldbody>{world}
<body name="b" pos="0 0 1"><flexcomp name="f" type="{kind}" dim="3" mass="1" radius=".002" {shape} dof="{dof}"
cellcount="{cells}">{inside}<contact selfcollide="{selfcollide}"/></flexcomp></body></worldbody></mujoco>"""
GRID = 'count="5 5 5" spacing=".05 .07 .03"'
TETRAHEDRA = 'point="0 0 0 1 .2 0 .1 1.1 .05 .3 .4 1.3 1.2 1 .9" element="0 1 2 3 1 2 3 4"'
SOLID = '<elasticity young="1000" poisson=".2" damping=".01"/>'
SHELL = '<elasticity young="1000" poisson=".2" damping=".01" elastic2d="stretch" thickness=".01"/>'
STRAIN = '<edge equality="strain"/>'
PINNED = SOLID + '<pin id="0 1 2 3"/>'
CLOSE = 1e-7  # of the numbers of 4.0.0, which follow from rotations to 1e-9 and up to 10 steps


def text(dof, cells, inside=SOLID, option="discrete", kind="grid", shape=GRID, world="", selfcollide="none"):
    return TEXT.format(
        option=option,
        world=world,
        kind=kind,
        shape=shape,
        dof=dof,
        cells=cells,
        inside=inside,
        selfcollide=selfcollide,
    )


def load(*arguments, release="4.0", **more):
    return gelenk.MjModel.from_xml_string(text(*arguments, **more), release=release)


def wave(n, phase=0.0):
    return np.sin(np.arange(n) * 1.3 + phase)


def moved(m, amplitude=0.01):
    d = gelenk.MjData(m)
    d.qpos[:], d.qvel[:] = amplitude * wave(m.nq), 0.1 * wave(m.nv, 1.0)
    return d


def stiffness(m):
    """Return the matrices of the cells (n, k, k)."""
    adr, order = m.flex_modeadr[0], m.flex_interp[0]
    nodes = (order + 1) ** 3 if order > 0 else (1 - order) ** 2
    rank = 3 * nodes - 6 if order > 0 else 2 * nodes - 3
    end = m.ncellmode if order > 0 else m.ncellmode - 1
    modes = m.cell_mode[adr:end].reshape(-1, rank, 3 * nodes)
    return np.einsum("prk,prl->pkl", modes, modes)


# Forces and steps

MEASURED = {
    ("trilinear", "1 1 1", SOLID, "discrete"): (-5.793504347, -0.4036440482, -49.01147832, 0.1226213161),
    ("trilinear", "2 1 3", SOLID, "discrete"): (-42.19080406, -2.757506468, -1061.28979, 0.2254390441),
    ("trilinear", "2 1 3", SOLID, "Euler"): (-42.19080406, -2.757506468, -1142.194775, 0.2117705954),
    ("quadratic", "2 1 2", SOLID, "discrete"): (-331.9755071, -18.00117972, -19484.16211, 0.1454464828),
    ("trilinear", "2 1 3", SHELL, "discrete"): (-9.567885733, -0.7285417227, -243.4090851, 0.3479041018),
    ("quadratic", "2 2 2", SHELL, "Euler"): (-45.8008064, -2.57673907, -7667.19062, 0.796611448),
    ("trilinear", "2 1 1", PINNED, "discrete"): (-8.562635064, -0.5762697742, -70.97410702, 0.1181345279),
}


@pytest.mark.parametrize("case", MEASURED, ids=lambda case: " ".join(case[:2]) + " " + case[3])
def test_forces_and_steps_are_those_measured(case):
    m = load(*case)
    d = moved(m)
    gelenk.mj_forward(m, d)
    found = [wave(m.nv) @ part for part in (d.qfrc_spring, d.qfrc_damper, d.qacc)]
    gelenk.mj_step(m, d, nstep=10)
    np.testing.assert_allclose([*found, wave(m.nv) @ d.qpos], MEASURED[case], rtol=tol(CLOSE))


@pytest.mark.parametrize("solver", ["CG", "Newton"])
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_solvers_agree_on_cells_on_the_floor(solver, jacobian):
    # a box that presses .5 mm into the floor; 1e-5: solver tolerance over the stiffness of contacts
    floor = '<geom type="plane" size="1 1 .1" pos="0 0 .9385"/>'
    accelerations = []
    for options in (f'discrete" solver="{solver}" jacobian="{jacobian}" tolerance="1e-12', "discrete"):
        m = load("trilinear", "2 1 1", SOLID, options, world=floor)
        d = gelenk.MjData(m)
        gelenk.mj_step(m, d, nstep=3)
        accelerations.append(d.qacc.copy())
    assert d.ncon
    scale = np.abs(accelerations[1]).max()
    np.testing.assert_allclose(*accelerations, atol=tol(1e-5 * scale))


def test_inverse_dynamics_inverts_the_step_of_cells():
    m = load("trilinear", "2 1 2")
    d = moved(m)
    gelenk.mj_forward(m, d)
    gelenk.mj_inverse(m, d)
    # the forces are differences of numbers of the size of the elastic forces; CG stops at 1e-8 of them
    np.testing.assert_allclose(d.qfrc_inverse, 0.0, atol=tol(1e-5 * np.abs(d.qfrc_spring).max()))


@pytest.mark.parametrize("inside", [SOLID, SHELL], ids=["solid", "shell"])
@pytest.mark.parametrize("dof", ["trilinear", "quadratic"])
def test_cells_at_rest_and_turned_ones_have_no_force(dof, inside):
    m = load(dof, "2 1 2", inside)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    turn = np.zeros(9)
    gelenk.mju_quat2Mat(turn, np.array([0.9, 0.3, -0.2, 0.245]) / np.sqrt(1.000025))
    x = m.flex_node0.reshape(-1, 3)
    shift = (x @ turn.reshape(3, 3).T - x) @ np.eye(3)
    bodies = m.flex_nodebodyid
    for node, b in enumerate(bodies):
        if m.body_dofnum[b]:
            d.qpos[m.body_dofadr[b] : m.body_dofadr[b] + 3] = shift[node]
    size = np.abs(stiffness(m)).max()
    for _ in range(2):
        # the rotation is found to 1e-9
        np.testing.assert_allclose(d.qfrc_spring, 0.0, atol=tol(1e-8 * size))
        gelenk.mj_forward(m, d)


def test_a_stiff_solid_of_cells_is_stable_at_large_steps():
    m = load("trilinear", "2 2 2", SOLID.replace("1000", "1e8"), 'discrete" gravity="0 0 0')
    m.opt.timestep = 0.02
    d = moved(m, 1e-4)
    gelenk.mj_step(m, d, nstep=50)
    assert np.isfinite(d.qvel).all() and np.abs(d.qvel).max() < 0.2


# Constants


def test_masses_and_stiffness_follow_the_mesh_as_measured():
    m = load("trilinear", "2 1 2", kind="direct", shape=TETRAHEDRA)
    masses = m.body_mass[m.flex_nodebodyid]
    np.testing.assert_allclose(
        masses[:6],
        (0.0637769376, 0.0668756244, 0.007848454991, 0.05524979336, 0.06051057726, 0.006045619205),
        rtol=tol(1e-9),
    )
    assert masses.sum() == pytest.approx(1.0)
    m = load("quadratic", "1 1 1", kind="direct", shape=TETRAHEDRA)
    np.testing.assert_allclose(
        m.body_mass[2:6],
        (0.007840586744, 0.01927856688, 0.001974765105, 0.0331917763),
        rtol=tol(1e-9),
    )


def test_nodes_of_empty_cells_stay_in_the_body_around():
    corner = 'point="0 0 0 1 0 0 0 1 0 0 0 1" element="0 1 2 3"'
    m = load("trilinear", "2 2 2", kind="direct", shape=corner)
    empty = [not matrix.any() for matrix in stiffness(m)]
    assert empty == [False, False, False, True, False, True, True, True]
    still = m.flex_nodebodyid == 1
    assert still.sum() == 7 and m.nv == 3 * (27 - 7)
    np.testing.assert_allclose(m.flex_node[still][-1], (1.0, 1.0, 1.0))


@pytest.mark.parametrize("order", [1, 2])
def test_a_homogeneous_strain_of_a_cell_stores_the_energy_of_the_continuum(order):
    m = load(("trilinear", "quadratic")[order - 1], "2 1 1")
    lam, mu = 1000 * 0.2 / (1.2 * 0.6), 1000 / 2.4
    strain = np.array([[0.02, 0.01, 0.0], [0.01, -0.03, 0.005], [0.0, 0.005, 0.01]])
    x = m.flex_node0.reshape(2 * order + 1, order + 1, order + 1, 3)[: order + 1].reshape(-1, 3)
    u = (x @ strain).reshape(-1)
    volume = 0.1 * 0.28 * 0.12
    energy = volume * (mu * (strain**2).sum() + lam / 2 * np.trace(strain) ** 2)
    # 1e-12: sums of some hundred products
    np.testing.assert_allclose(0.5 * u @ stiffness(m)[0] @ u, energy, rtol=tol(1e-12))


def test_nodes_inside_of_a_shell_follow_the_faces():
    """In a motion that is linear in the place, all vertices move with it."""
    m = load("trilinear", "2 2 2", SHELL)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    before = d.flexvert_xpos.copy()
    slope = np.array([[0.1, 0.02, 0.0], [0.0, -0.1, 0.03], [0.04, 0.0, 0.05]])
    for b in range(2, m.nbody):
        d.qpos[m.body_dofadr[b] : m.body_dofadr[b] + 3] = slope @ (d.xpos[b] - before.mean(axis=0))
    assert m.nv == 3 * 26
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(
        d.flexvert_xpos, before + (before - before.mean(axis=0)) @ slope.T, atol=tol(1e-14)
    )


def test_cells_of_vertices_are_told():
    m = load("trilinear", "2 1 3")
    place = np.minimum((m.flex_vert0 * (2, 1, 3)).astype(int), (1, 0, 2))
    assert m.flex_cellnum.tolist() == [[2, 1, 3]]
    assert (m.flex_vertcell == 3 * place[:, 0] + place[:, 2]).all()


# Strain constraints


@pytest.mark.parametrize(
    ("dof", "cells", "option", "rows", "expected"),
    [
        ("trilinear", "2 1 2", "Euler", 72, (0.06200725631, 18, -805.6003979, 0.2428158328)),
        ("trilinear", "2 1 2", "discrete", 72, (0.06200725631, 14.74137931, -673.1356912, 0.2477202787)),
        ("trilinear", "2 1 2", "RK4", 72, (0.06200725631, 18, -805.6003979, 0.2501354512)),
        ("quadratic", "1 1 1", "Euler", 75, (0.07094048319, 91.125, -1130.366233, 0.3690312212)),
    ],
)
def test_rows_of_strain_constraints_are_those_measured(dof, cells, option, rows, expected):
    m = load(dof, cells, STRAIN, option)
    d = moved(m)
    gelenk.mj_forward(m, d)
    found = [np.linalg.norm(d.efc_pos), d.efc_diagApprox[0], wave(m.nv) @ d.qacc]
    assert d.nefc == d.ne == rows
    gelenk.mj_step(m, d, nstep=5)
    np.testing.assert_allclose([*found, wave(m.nv) @ d.qpos], expected, rtol=tol(CLOSE))


def test_rows_of_strain_are_the_slopes_of_their_residuals_at_rest():
    m = load("trilinear", "1 1 2", STRAIN, "Euler")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    step, jacobian = 1e-6, np.zeros((d.nefc, m.nv))
    rows = d.efc_J.reshape(d.nefc, m.nv).copy()
    for i in range(m.nv):
        for sign in (1, -1):
            d.qpos[:] = 0
            d.qpos[i] = sign * step
            gelenk.mj_forward(m, d)
            jacobian[:, i] += sign * d.efc_pos / (2 * step)
    # of second order in the step, whose rotation is found to 1e-9
    np.testing.assert_allclose(rows, jacobian, atol=tol(1e-5))


def test_one_cell_can_be_held_by_an_equality_of_its_own():
    body = text("trilinear", "2 1 1", "", "Euler")
    held = body.replace(
        "</worldbody>", '</worldbody><equality><flexstrain flex="f" cell="1 0 0"/></equality>'
    )
    m = gelenk.MjModel.from_xml_string(held, release="4.0")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    assert d.nefc == 18 and m.flex_edgeequality[0] == 3
    assert m.eq_data[0, :3].tolist() == [1, 0, 0]
    wrong = held.replace('cell="1 0 0"', 'cell="2 0 0"')
    with pytest.raises(gelenk.Error, match=r"flex strain cell index out of range.*2 1 1 cells"):
        gelenk.MjModel.from_xml_string(wrong, release="4.0")


# Plasticity


@pytest.mark.parametrize(
    ("dof", "cells", "inside", "number", "expected"),
    [
        ("trilinear", "2 1 1", SOLID, 12, PLASTIC_SOLID := (0.0295321863, -0.0197203079, -0.0098118784)),
        ("quadratic", "1 1 1", SHELL, 18, (0.0904427086, -0.0904427086, 0.0395255282)),
    ],
)
def test_plastic_strains_of_cells_are_those_measured(dof, cells, inside, number, expected):
    m = load(dof, cells, inside.replace("/>", ' yield=".01"/>'))
    d = moved(m, 0.02)
    gelenk.mj_step(m, d, nstep=3)
    assert m.nplastic == number and m.flex_plasticmode[0] == 2
    np.testing.assert_allclose(d.plastic[:3], expected, atol=tol(1e-8))
    if inside == SOLID:
        assert abs(sum(PLASTIC_SOLID)) < 1e-9  # they keep the volume


def test_plastic_strains_are_counted_by_cells_not_by_elements():
    """Otherwise a valid model with few cells could not be unpickled."""
    m = load(
        "trilinear",
        "1 1 1",
        SOLID.replace("/>", ' yield=".01"/>'),
        shape='count="5 5 5" spacing=".05 .05 .05"',
    )
    again = pickle.loads(pickle.dumps(m))
    assert again.nplastic == 6 and m.nflexelem > 6
    with pytest.raises(IndexError, match="flex_plasticadr"):
        m._a_flex_plasticadr[0] = 1
        index_checks.check(m)


def test_a_yielded_cell_is_at_rest_where_its_strain_is_plastic():
    m = load("trilinear", "1 1 1", SOLID.replace("/>", ' yield=".01"/>'))
    d = gelenk.MjData(m)
    d.plastic[:3] = 0.1, -0.05, -0.05
    x = m.flex_node0 - m.flex_node0.mean(axis=0)
    d.qpos[:] = (x * d.plastic[:3]).reshape(-1)
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.qfrc_spring, 0.0, atol=tol(1e-8 * np.abs(stiffness(m)).max()))


# Contacts


def test_elements_touch_each_other_with_a_cell_between_them_only():
    """As in 4.0.0, vertices between cells count as in both."""
    cube = 'count="7 7 7" spacing=".05 .05 .05"'
    m = load("trilinear", "3 1 1", shape=cube, selfcollide="auto")
    d = gelenk.MjData(m)
    x = m.flex_node0[:, 0]
    for planes, touch in (((0, 0.3, 0, 0.3), True), ((0, 0.3, 0.1, 0.35), False)):
        d.qpos[::3] = np.repeat(planes, 4) - x
        gelenk.mj_fwdPosition(m, d)
        assert (d.ncon > 0) == touch
    m = load("trilinear", "2 1 1", shape=cube, selfcollide="auto")
    d = gelenk.MjData(m)
    d.qpos[::3] = np.repeat((0, 0.3, 0), 4) - m.flex_node0[:, 0]
    gelenk.mj_fwdPosition(m, d)
    assert d.ncon == 0


@pytest.mark.parametrize(
    ("dof", "cells", "shares"),
    [
        ("trilinear", "3 2 1", (0.017087153, 0.046989671, 0.32465591, 0.89280375)),
        ("quadratic", "1 1 1", (0.035883022, 0.098678309, 0.31098619, 0.85521202)),
    ],
)
def test_contacts_are_shared_by_the_nodes_of_one_cell_as_measured(dof, cells, shares):
    m = load(dof, cells, world='<geom size=".06" pos=".03 .02 1.115"/>')
    d = gelenk.MjData(m)
    gelenk.mj_fwdPosition(m, d)
    rows = np.zeros((d.nefc, m.nv))
    if gelenk.mj_isSparse(m):
        gelenk.mju_sparse2dense(rows, d.efc_J.ravel(), d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind)
    else:
        rows[:] = d.efc_J.reshape(d.nefc, m.nv)
    normal = np.abs(rows[:2].sum(axis=0)) / 2
    assert d.ncon == 7 and d.contact[0].dist == pytest.approx(-0.003476500446, rel=tol(1e-9))
    np.testing.assert_allclose(normal[normal > 1e-9][:4], shares, rtol=tol(1e-7))


def test_shares_of_quadratic_nodes_count_with_their_sign_in_the_diagonal_as_measured():
    m = load("quadratic", "1 1 1", world='<geom type="plane" size="1 1 .1" pos="0 0 .94"/>')
    d = gelenk.MjData(m)
    d.qvel[:] = 0.1 * wave(m.nv, 1.0)
    gelenk.mj_forward(m, d)
    assert d.nefc == 100
    # diagonals of pyramids: 2 mu^2 (1 + mu^2) of those of the normals
    np.testing.assert_allclose(d.efc_diagApprox[[4, 24]], (309.56896552, 135.43642241), rtol=tol(1e-9))
    np.testing.assert_allclose(wave(m.nv) @ d.qacc, -122.5000887, rtol=tol(CLOSE))


# Texts and refusals


def test_saved_texts_of_cells_give_the_same_model():
    for inside in (SOLID + '<pin id="0 1"/>', SHELL, STRAIN):
        spec = gelenk.MjSpec.from_string(text("quadratic", "2 1 1", inside), release="4.0")
        m = spec.compile()
        again = gelenk.MjModel.from_xml_string(spec.to_xml(), release="4.0")
        for name in ("flex_cellnum", "flex_interp", "flex_nodebodyid", "eq_data", "flex_edgeequality"):
            np.testing.assert_array_equal(getattr(again, name), getattr(m, name), name)
        # texts have six digits
        np.testing.assert_allclose(again.flex_node, m.flex_node, atol=tol(1e-6))
        np.testing.assert_allclose(again.body_mass, m.body_mass, rtol=tol(1e-5))


@pytest.mark.parametrize("inside", [SHELL, STRAIN], ids=["shell", "strain"])
def test_files_of_models_keep_cells(tmp_path, inside):
    m = load("trilinear", "2 1 1", inside)
    assert pickle.loads(pickle.dumps(m)).ncellmode == m.ncellmode
    gelenk.mj_saveModel(m, str(tmp_path / "m.mjb"))
    again = gelenk.MjModel.from_binary_path(str(tmp_path / "m.mjb"))
    d, e = moved(m), moved(again)
    for model, data in ((m, d), (again, e)):
        gelenk.mj_step(model, data, nstep=3)
    np.testing.assert_array_equal(d.qpos, e.qpos)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cells": "0 1 1"}, "cellcount must be positive, got 0 1 1"),
        ({"cells": "-2 1 1"}, "cellcount must be positive"),
        ({"cells": "1000000 1000000 1000000"}, "bodies are more than"),
        ({"cells": "1.5 1 1"}, "cellcount"),
        ({"inside": STRAIN + SOLID}, "elasticity .young. cannot both be present"),
        (
            {"inside": STRAIN + '<elasticity elastic2d="bend" thickness=".01"/>'},
            "strain constraints of shells",
        ),
        ({"inside": STRAIN, "dof": "full"}, "equality strain needs a flex with dof"),
        ({"inside": SOLID.replace("/>", ' elastic2d="stretch"/>')}, "requires positive thickness"),
        ({"inside": SOLID + '<pin id="99"/>'}, "pin id 99 is out of range"),
        ({"inside": SOLID + '<pin gridrange="0 0 0 3 0 0"/>'}, "pin gridrange 3 0 0 is out of range"),
        ({"inside": SOLID.replace("/>", ' yield=".01 .02"/>')}, "bending yields"),
        ({"option": "implicit"}, "no longer integrated implicitly"),
        ({"option": 'discrete" solver="PGS'}, "PGS and noslip not yet supported"),
        ({"shape": 'count="5 5 1" spacing=".05 .07 .03"', "dim": 2}, "extent along all three axes"),
        ({"release": "3.5"}, "cellcount .* flexes require release 4.0"),
    ],
)
def test_cells_that_do_not_fit_are_refused(change, message):
    change = dict(change)
    release, dim = change.pop("release", "4.0"), change.pop("dim", 3)
    arguments = {"dof": "trilinear", "cells": "2 1 1", **change}
    with pytest.raises(gelenk.Error, match=message):
        gelenk.MjModel.from_xml_string(text(**arguments).replace('dim="3"', f'dim="{dim}"'), release=release)


def test_open_surfaces_with_cells_are_refused():
    shape = 'count="5 5 5" spacing=".05 .07 .03"'
    for kind in ("box", "ellipsoid"):
        changed = text("trilinear", "2 1 1", kind=kind, shape=shape).replace('dim="3"', 'dim="2"')
        if kind == "box":
            assert gelenk.MjModel.from_xml_string(changed, release="4.0").ncellmode
            continue
        with pytest.raises(gelenk.Error, match="give elements of dim 3"):
            gelenk.MjModel.from_xml_string(changed, release="4.0")


def test_specs_of_wrong_cells_are_refused():
    spec = gelenk.MjSpec.from_string(text("trilinear", "2 1 1"), release="4.0")
    flex = spec.flexes[0]
    assert (flex.order, flex.cellcount.tolist(), flex.elastic3d) == (1, [2, 1, 1], 0)
    flex.cellcount = [3, 1, 1]
    with pytest.raises(gelenk.Error, match=r"nodes must form a grid, got 12.*16 bodies"):
        spec.compile()
    flex.cellcount, flex.elastic3d = [2, 1, 1], 1
    with pytest.raises(gelenk.Error, match="elastic3d 1"):
        spec.compile()


@pytest.mark.parametrize(
    ("name", "value"),
    [("flex_modeadr", 10), ("flex_cellnum", 5), ("flex_interp", 3), ("flex_cellnum", 0)],
)
def test_damaged_cells_are_refused(name, value):
    m = load("trilinear", "2 1 1")
    getattr(m, f"_a_{name}").reshape(-1)[0] = value
    with pytest.raises(IndexError, match=r"m\.(flex_nodenum|flex_modeadr|flex_cellnum|flex_interp)\["):
        index_checks.check(m)


def test_devices_refuse_elastic_cells_by_name():
    m = load("trilinear", "2 1 1", option="Euler")
    assert unsupported_parts(m) == ["elastic cells of flexes (trilinear and quadratic dofs of release 4.0)"]
    assert not unsupported_parts(load("trilinear", "2 1 1", "", "Euler"))
