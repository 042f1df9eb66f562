"""The text that GPUs get, compiled for the processor, computes what the engine computes.

Without leave to reorder sums every bit is that of the kernels in plain Python. With it, and in single precision, one
step from the same state stays within the bounds below. Programs of two models are compiled in every run, those of all
others where slow tests run.
"""

import numpy as np
import pytest

import gelenk
import scenes
from gelenk.batch.device.support import reasons
from gelenk.jit.targets.variant import Variant
from gelenk.tables.precision import Limits
from tests.support import fake_cuda
from tests.support.many import (
    FIELDS,
    batch,
    column,
    counts,
    errors,
    load,
    native_step,
    plain_step,
    side_by_side,
)
from tests.support.tolerance import tol

pytestmark = fake_cuda.needs_cc
QUICK = ("cartpole", "humanoid")
SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in scenes.names() if name not in QUICK]
EXACT, FAST, SINGLE = Variant(exact=True), Variant(), Variant(single=True, narrow=True)

# What a field may differ by, in units of its largest number (tests/support/many.py). Poses are products along chains of
# ten bodies, each of which adds a rounding error; forces and the inertia are sums of products of these. Factors and
# accelerations have the conditioning of the inertia, constraint forces that of the Hessian of the solver: where these
# are worse than what the numbers below allow for, it is they that bound (`bounds`). The solver ends where what it gains
# is below its tolerance, 1e-6 in single precision, whose root, 1e-3, is what forces may still change by, and
# accelerations by the move that improves so little; in double precision Newton goes on until it improves no more. Forces of soft bodies are differences of squared lengths, of which a
# strain of 1e-4 leaves four digits less.
SMOOTH = ("xpos", "xquat", "M", "cdof", "qLD", "qfrc_bias", "qfrc_passive")
DOUBLE_BOUND = {name: 1e-13 if name in SMOOTH else 1e-11 for name in FIELDS}
SINGLE_BOUND = dict.fromkeys(FIELDS, 5e-3) | {
    "xpos": 2e-6,
    "xquat": 2e-6,
    "cdof": 2e-6,
    "M": 5e-6,
    "qLD": 2e-4,
    "qfrc_bias": 2e-4,
    "qfrc_passive": 2e-4,
    "qpos": 1e-5,
    "qvel": 1e-3,
    "act": 1e-5,
}


ROOM = {"cube": 400, "cards": 320, "humanoids22": 176}  # contacts; 64 in others
# boxes that lie on each other face to face: rounding decides which corners touch, so that single precision has some
# contacts more or less, and other forces in each; what does not depend on contacts is the same all the same
FACE_TO_FACE = {"cube", "cards"}
SOLVED = ("qacc", "qvel", "qpos", "qfrc_constraint", "sensordata")


def model(name):
    m = load(name)
    why = reasons(m)
    if why:
        pytest.skip(f"a device refuses {', '.join(why)}")
    return m


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_exact_code_for_gpus_gives_the_bits_of_plain_python(name):
    m = model(name)
    b = batch(m, 2, EXACT, nconmax=64)
    for d in side_by_side(m, b, 2, plain_step):
        b.check()
        assert counts(b, d)
        for field in FIELDS:
            if field in b.plan.arrays:
                for world in b.get(field):
                    np.testing.assert_array_equal(world, getattr(d, field), err_msg=field)


def bounds(m, d, table, epsilon):
    """The table, widened by how well the inertia and the solver's Hessian are conditioned in this state."""
    inertia, rows = np.zeros((m.nv, m.nv)), np.zeros((d.nefc, m.nv))
    gelenk.mj_fullM(m, inertia, d.qM)
    if d.nefc and m.opt.jacobian != gelenk.mjtJacobian.mjJAC_DENSE and gelenk.mj_isSparse(m):
        gelenk.mju_sparse2dense(rows, d.efc_J, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind)
    elif d.nefc:
        rows = d.efc_J.reshape(d.nefc, m.nv)
    hessian = inertia + rows.T @ (d.efc_D[:, None] * rows)
    smooth, solved = (4 * epsilon * np.linalg.cond(matrix) for matrix in (inertia, hessian))
    found = {name: max(size, solved if name in SOLVED else 0) for name, size in table.items()}
    if table is SINGLE_BOUND and d.nefc:  # half of a move, squared by the Hessian, is what it improves
        least = np.linalg.eigvalsh(hessian)[0]
        move = np.sqrt(2 * Limits.rows()["SOLVER"].single * m.stat.meaninertia * m.nv / least)
        found["qacc"] = max(found["qacc"], move / np.abs([d.qacc, d.qacc_smooth]).max())
    for name in ("qLD", "qacc_smooth"):
        found[name] = max(found[name], smooth)
    if m.nflex:
        for name in ("qfrc_passive", "qacc_smooth"):
            found[name] = max(found[name], 1e5 * epsilon)
    return found


def within(found, bounds):
    """The fields that are beyond their bounds."""
    return {name: size for name, size in found.items() if not size <= tol(bounds[name])}


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) for n in scenes.names()])
def test_code_for_gpus_agrees_with_the_engine_to_rounding(name):
    m = model(name)
    if m.opt.solver == gelenk.mjtSolver.mjSOL_NEWTON:
        m.opt.tolerance = 0
    b = batch(m, 2, FAST, nconmax=ROOM.get(name, 64))
    for d in side_by_side(m, b, 10, native_step, every=5):
        b.check()
        assert counts(b, d)
        assert not within(errors(b, d), bounds(m, d, DOUBLE_BOUND, np.finfo(np.float64).eps))


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) for n in scenes.names()])
def test_single_precision_stays_within_its_bounds(name):
    m = model(name)
    b = batch(m, 2, SINGLE, nconmax=ROOM.get(name, 64))
    same = 0
    for d in side_by_side(m, b, 10, native_step, every=5):
        b.check()
        if not counts(b, d):  # a contact may be on either side of its margin
            assert abs(column(b, "ncon") - d.ncon).max() <= max(1, 0.1 * d.ncon)
            limits = bounds(m, d, SINGLE_BOUND, np.finfo(np.float32).eps) | dict.fromkeys(SOLVED, 1.0)
            assert not within(errors(b, d), limits)
        else:
            same += 1
            assert not within(errors(b, d), bounds(m, d, SINGLE_BOUND, np.finfo(np.float32).eps))
    assert same >= 8 or name in FACE_TO_FACE
