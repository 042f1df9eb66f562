"""Newton's method with full matrices, which lanes of a GPU share, finds what the solver of islands finds."""

import numpy as np
import pytest

import gelenk
import scenes
from gelenk.engine.constraint.solver import newton_dense
from tests.support.tolerance import tol


def settled(name, steps, warm=True):
    """A scene in use: random controls, then everything up to the acceleration."""
    m = gelenk.MjModel.from_xml_path(str(scenes.path(name)))
    m.opt.cone = gelenk.mjtCone.mjCONE_PYRAMIDAL
    m.opt.tolerance = 1e-12  # so that both are at the minimum, not on the way there
    d = gelenk.MjData(m)
    if m.nkey:
        gelenk.mj_resetDataKeyframe(m, d, 0)
    rng = np.random.default_rng(3)
    for _ in range(steps):
        d.ctrl[:] = rng.uniform(-0.3, 0.3, m.nu)
        gelenk.mj_step(m, d)
    if not warm:
        m.opt.disableflags |= gelenk.mjtDisableBit.mjDSBL_WARMSTART
    gelenk.mj_forward(m, d)
    return m, d


@pytest.mark.parametrize("name, steps", [("humanoid", 300), ("arm7", 200), ("loops", 50), ("hand", 100)])
@pytest.mark.parametrize("warm", [True, False], ids=["warm", "cold"])
def test_the_acceleration_is_that_of_the_solver_of_islands(name, steps, warm):
    m, d = settled(name, steps, warm)
    assert d.nefc
    expected = {f: getattr(d, f).copy() for f in ("qacc", "qfrc_constraint", "efc_force", "efc_b")}
    state = d.efc_state.copy()
    d.qacc[:] = d.qfrc_constraint[:] = 0.0
    assert newton_dense.full_newton(m._view, d._view)
    for field, wanted in expected.items():
        # the minimum is known to the root of the tolerance of its cost, in units of the largest number
        error = np.abs(getattr(d, field) - wanted).max()
        assert error <= tol(1e-6) * max(1.0, np.abs(wanted).max(initial=0.0)), field
    np.testing.assert_array_equal(d.efc_state, state)


def test_the_gradient_vanishes_there():
    m, d = settled("arm7", 200)
    newton_dense.full_newton(m._view, d._view)
    force = np.zeros(m.nv)
    gelenk.mj_mulM(m, d, force, d.qacc)
    gradient = force - d.qfrc_smooth - d.qfrc_constraint
    assert np.abs(gradient).max() <= tol(1e-8) * np.abs(d.qfrc_smooth).max()


def test_numbers_that_are_none_make_no_forces():
    m, d = settled("humanoid", 100)
    d.efc_aref[0] = np.nan
    assert not newton_dense.full_newton(m._view, d._view)
