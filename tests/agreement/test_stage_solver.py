"""Every solver, cone and Jacobian layout gives the accelerations and forces of 3.5.0."""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.solver_scenes import SCENES, SOLVERS, solved_pair
from tests.support.tolerance import tol


def scaled(a, b):
    return np.abs(a - b).max() / max(1.0, np.abs(b).max())


@pytest.mark.parametrize("noslip", [0, 3])
@pytest.mark.parametrize("sparse", [0, 1])
@pytest.mark.parametrize("cone", [0, 1])
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("scene", SCENES)
def test_the_solution_is_that_of_the_reference(scene, solver, cone, sparse, noslip):
    # both stop at the same iteration; what is left are rounding errors, amplified by the condition of the
    # problem,
    # and in tens of iterations of conjugate gradients also by each other, up to the solver's own tolerance
    close = tol(1e-4) if solver == "cg" else tol(1e-7)
    for seed in range(3):
        ref, _, d = solved_pair(
            scene, seed, solver=SOLVERS[solver], cone=cone, jacobian=sparse, noslip_iterations=noslip
        )
        assert ref.nefc > 10
        assert scaled(d.efc_b, ref.efc_b) < tol(1e-12)
        assert scaled(d.qacc, ref.qacc) < close
        assert scaled(d.efc_force, ref.efc_force) < 10 * close
        assert scaled(d.qfrc_constraint, ref.qfrc_constraint) < 10 * close


@pytest.mark.parametrize("scene", SCENES)
def test_inverse_inertia_in_constraint_space_is_that_of_the_reference(scene):
    ref, _, d = solved_pair(scene, 1, solver=SOLVERS["pgs"], jacobian=0)
    assert scaled(d.efc_AR, ref.efc_AR) < tol(1e-12)


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_same_inputs_give_the_same_bits(solver):
    first = solved_pair("pile", 2, solver=SOLVERS[solver], cone=1)[2]
    again = solved_pair("pile", 2, solver=SOLVERS[solver], cone=1)[2]
    assert first.qacc.tobytes() == again.qacc.tobytes()
    assert first.efc_force.tobytes() == again.efc_force.tobytes()


SLIDES = "".join(
    f'<body pos="{0.19 * k} 0 0"><joint name="s{k}" type="slide" axis="1 0 0"/><joint type="hinge" axis="0 1 0"/>'
    f'<geom size=".1" condim="{(1, 3)[k % 2]}"/></body>'
    for k in range(6)
)
ACROSS = f"""<mujoco><option solver="PGS" jacobian="{{}}"/><worldbody>
<body name="static" pos="0 0 5"><geom name="still" size=".1"/></body>{SLIDES}
<body pos="5 0 0"><joint name="far" frictionloss="1"/><geom size=".1"/></body></worldbody>
<tendon><fixed limited="true" range="-1 -.5">
<joint joint="s0" coef="1"/><joint joint="s4" coef="2"/><joint joint="s2" coef="-1"/></fixed></tendon>
<equality><joint joint1="s5" joint2="far" polycoef="0 1 0 0 0"/><joint joint1="s1" polycoef=".1 1 0 0 0"/></equality>
</mujoco>"""


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_the_dual_matrix_is_what_it_is_defined_to_be(jacobian):
    """efc_AR = J inv(M) J' + R, with rows that move one, two and three trees; and it is the reference's."""
    text = ACROSS.format(jacobian)
    m, reference = gelenk.MjModel.from_xml_string(text), mujoco.MjModel.from_xml_string(text)
    d, reference_data = gelenk.MjData(m), mujoco.MjData(reference)
    gelenk.mj_forward(m, d)
    mujoco.mj_forward(reference, reference_data)
    assert d.nefc == reference_data.nefc and d.ne > 0 and d.nf > 0 and d.nl > 0 and d.ncon > 3

    def dense(values, nnz, adr, col, columns):
        if jacobian == "dense":
            return np.array(values).reshape(-1, columns)
        full = np.zeros((d.nefc, columns))
        gelenk.mju_sparse2dense(full, values, nnz, adr, col)
        return full

    rows = dense(d.efc_J, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, m.nv)
    ours = dense(d.efc_AR, d.efc_AR_rownnz, d.efc_AR_rowadr, d.efc_AR_colind, d.nefc)
    inertia = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(reference, inertia, reference_data.qM)
    expected = rows @ np.linalg.solve(inertia, rows.T) + np.diag(d.efc_R)
    np.testing.assert_allclose(ours, expected, rtol=tol(1e-10), atol=tol(1e-12))
    np.testing.assert_allclose(
        np.ravel(d.efc_AR), np.ravel(reference_data.efc_AR), rtol=tol(1e-9), atol=tol(1e-11)
    )
