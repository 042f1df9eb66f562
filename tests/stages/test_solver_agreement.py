"""Every solver, cone and Jacobian layout gives the accelerations and forces of 3.5.0."""

import numpy as np
import pytest

from tests.support.solver_scenes import SCENES, SOLVERS, solved_pair


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
    tol = 1e-4 if solver == "cg" else 1e-7
    for seed in range(3):
        ref, _, d = solved_pair(
            scene, seed, solver=SOLVERS[solver], cone=cone, jacobian=sparse, noslip_iterations=noslip
        )
        assert ref.nefc > 10
        assert scaled(d.efc_b, ref.efc_b) < 1e-12
        assert scaled(d.qacc, ref.qacc) < tol
        assert scaled(d.efc_force, ref.efc_force) < 10 * tol
        assert scaled(d.qfrc_constraint, ref.qfrc_constraint) < 10 * tol


@pytest.mark.parametrize("scene", SCENES)
def test_inverse_inertia_in_constraint_space_is_that_of_the_reference(scene):
    ref, _, d = solved_pair(scene, 1, solver=SOLVERS["pgs"], jacobian=0)
    assert scaled(d.efc_AR, ref.efc_AR) < 1e-12


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_same_inputs_give_the_same_bits(solver):
    first = solved_pair("pile", 2, solver=SOLVERS[solver], cone=1)[2]
    again = solved_pair("pile", 2, solver=SOLVERS[solver], cone=1)[2]
    assert first.qacc.tobytes() == again.qacc.tobytes()
    assert first.efc_force.tobytes() == again.efc_force.tobytes()
