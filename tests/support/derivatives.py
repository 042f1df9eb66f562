"""Central differences of a step, and scenes for them: converged solvers, states in motion.

The error of a central difference falls as eps^2 until rounding, 1e-16 / eps, exceeds it. So a derivative is correct if
its difference from the central one falls by nearly 100 from eps to eps / 10, or is below the floor already.
"""

import itertools
import os
import subprocess
import sys

import numpy as np

import gelenk as mujoco
from gelenk import gradients
from tests.support.tolerance import tol

# tolerance relative to the largest element: rounding, amplified by stiff contacts, at eps 1e-6
FLOOR = tol(2e-7)
RK4 = int(mujoco.mjtIntegrator.mjINT_RK4)

# eps of central differences; smaller where a larger one changes the set of contacts
SMOOTH, STIFF = (1e-4, 1e-5, 1e-6), (1e-5, 1e-6, 1e-7)

# three spheres on a plane: free joint, contacts, a limit, friction loss
SPHERES = """<mujoco><option timestep="0.002" cone="{cone}" integrator="{integrator}"/><worldbody>
  <geom type="plane" size="5 5 .1"/>
  <body pos="0 0 0.098"><freejoint/><geom type="sphere" size="0.1" mass="1"/>
    <body pos="0.3 0 0"><joint type="hinge" axis="0 1 0" damping="0.1"/><geom type="sphere" size="0.1" mass="0.5"/>
      <body pos="0.3 0 0"><joint axis="0 1 0.2" range="-10 10" limited="true" frictionloss="0.05"/>
        <geom type="sphere" size="0.1" mass="0.5"/></body></body></body>
</worldbody></mujoco>"""


def converge(m):
    """Let solvers converge to rounding, so that their tolerance adds no error to differences."""
    m.opt.tolerance, m.opt.ls_tolerance, m.opt.iterations, m.opt.ls_iterations = 0, 1e-10, 200, 100
    if m.opt.integrator == RK4:
        m.opt.integrator = 0
    return m


def moving(m, steps, seed=1):
    """Return data after some steps with random controls."""
    d, rng = mujoco.MjData(m), np.random.default_rng(seed)
    for _ in range(steps):
        d.ctrl[:] = rng.uniform(-0.3, 0.3, m.nu)
        mujoco.mj_step(m, d)
    mujoco.mj_forward(m, d)
    return d


def transition(m, d, eps):
    """Return A, B, C, D of a step by central differences."""
    n = 2 * m.nv + m.na
    found = (
        np.zeros((n, n)),
        np.zeros((n, m.nu)),
        np.zeros((m.nsensordata, n)),
        np.zeros((m.nsensordata, m.nu)),
    )
    mujoco.mjd_transitionFD(m, d, eps, True, *found)
    return found


def by_steps(m, start, eps):
    """Return A of mj_step by central differences, for all integrators."""
    columns, unit = [], np.eye(2 * m.nv + m.na)
    for direction in unit:
        found = []
        for sign in (1, -1):
            d = mujoco.MjData(m)
            mujoco.mj_copyData(d, m, start)
            mujoco.mj_integratePos(m, d.qpos, direction[: m.nv].copy(), sign * eps)
            d.qvel += sign * eps * direction[m.nv : 2 * m.nv]
            d.act += sign * eps * direction[2 * m.nv :]
            mujoco.mj_step(m, d)
            found.append((d.qpos.copy(), np.concatenate([d.qvel, d.act])))
        dq = np.zeros(m.nv)
        mujoco.mj_differentiatePos(m, dq, 2 * eps, found[1][0], found[0][0])
        columns.append(np.concatenate([dq, (found[0][1] - found[1][1]) / (2 * eps)]))
    return np.array(columns).T


def off(value, expected):
    """Return the largest difference, relative to the largest element."""
    return np.abs(value - expected).max(initial=0) / max(np.abs(expected).max(initial=0), 1e-3)


def falls_as_square(errors, floor=FLOOR):
    """Return whether errors at eps, eps / 10, eps / 100 fall as eps^2, down to a floor."""
    return min(errors) < floor and all(
        b < 0.05 * a or b < floor for a, b in itertools.pairwise(errors) if a < 1e-2
    )


def next_state(m, d, start):
    """Return the state after a step from a copied state: qpos, (qvel, act)."""
    mujoco.mj_copyData(d, m, start)
    mujoco.mj_forward(m, d)
    implicit = m.opt.integrator in (2, 3)
    (mujoco.mj_implicit if implicit else mujoco.mj_Euler)(m, d)
    return d.qpos.copy(), np.concatenate([d.qvel, d.act])


def by_parameter(m, start, array, place, eps, unit=False):
    """Return the central difference of the next state by an element of a model field."""
    d, kept, found = mujoco.MjData(m), array.copy(), []
    for sign in (1, -1):
        array[place] = kept[place] + sign * eps
        if unit:
            array /= np.linalg.norm(array, axis=1, keepdims=True)
        found.append(next_state(m, d, start))
        array[:] = kept
    dq = np.zeros(m.nv)
    mujoco.mj_differentiatePos(m, dq, 2 * eps, found[1][0], found[0][0])
    return np.concatenate([dq, (found[0][1] - found[1][1]) / (2 * eps)])


def by_position(m, start, fields, eps):
    """Return central differences of mj_forward's fields by dofs; None where ncon changes."""
    columns = {name: [] for name in fields}
    for motion in np.eye(m.nv):
        sides = []
        for sign in (1, -1):
            d = mujoco.MjData(m)
            mujoco.mj_copyData(d, m, start)
            mujoco.mj_integratePos(m, d.qpos, motion, sign * eps)
            mujoco.mj_forward(m, d)
            sides.append(d)
        if any(d.ncon != start.ncon or d.nefc != start.nefc for d in sides):
            return None
        for name, column in columns.items():
            above, below = (np.array(getattr(d, name)).ravel() for d in sides)
            column.append((above - below) / (2 * eps))
    return {name: np.array(column).T for name, column in columns.items()}


def position_errors(m, d, fields, epsilons):
    """Return errors of exact derivatives by position for each eps; ncon must not change."""
    J = gradients.jacobian(m, d, of=fields, by="qpos")
    errors = []
    for eps in epsilons:
        found = by_position(m, d, fields, eps)
        assert found is not None, f"contacts change within eps {eps}"
        errors.append(max(off(J[name, "qpos"].reshape(-1, m.nv), found[name]) for name in fields))
    return errors


def check_step(m, d, epsilons=SMOOTH):
    """Check all derivatives of a step against central differences; return them."""
    J = gradients.jacobian(m, d)
    exact = [J.A, J.B, J.C, J.D] if ("sensordata", "state") in J else [J.A, J.B]
    errors = []
    for eps in epsilons:
        found = transition(m, d, eps)
        errors.append(max(off(a, b) for a, b in zip(exact, found, strict=False)))
    assert falls_as_square(errors), errors
    return J


def check_checked_kernels(tmp_path, expression):
    """Check that index checks (GELENK_CHECK=1) do not change derivatives of a pendulum."""
    code = (
        "import numpy as np, gelenk as mujoco\n"
        "from gelenk import gradients\n"
        "m = mujoco.MjModel.from_xml_string('<mujoco><worldbody><body><joint damping=\".1\"/>'\n"
        '    \'<geom size=".1" pos=".3 0 0"/></body></worldbody></mujoco>\')\n'
        "d = mujoco.MjData(m)\n"
        "d.qvel[0] = 2\n"
        f"np.save('found.npy', {expression})\n"
    )
    found = []
    for check in ("0", "1"):
        environment = os.environ | {"GELENK_CHECK": check, "GELENK_QUIET": "1"}
        subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True)
        found.append(np.load(tmp_path / "found.npy"))
    np.testing.assert_allclose(*found, atol=tol(1e-13))
