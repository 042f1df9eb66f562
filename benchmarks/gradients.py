"""Compare exact derivatives of a step with finite differences, time and error: python benchmarks/gradients.py

Columns: time of one step; then, in multiples of a step, mjd_transitionFD one-sided and centered, gradients.jacobian of
the state (assembled), of state and qacc (by passes), jvp, vjp by state and ctrl, the native part of vjp, and
gradients.rollout of a loss over 50 steps by ctrl (per step); the number of edges on the tape of vjp; the largest
difference from central differences at eps 1e-6, relative to the largest element. With --growth: 10 to 1,000 hinges.
"""

import argparse
import time

import numpy as np

import gelenk as mujoco
from gelenk import gradients, models
from gelenk.gradients.adjoint import TapeWorkspace, product_of
from gelenk.gradients.arguments import STATE_PARTS

SPHERES = """<mujoco><option timestep="0.002" cone="elliptic"/><worldbody><geom type="plane" size="5 5 .1"/>
  <body pos="0 0 0.098"><freejoint/><geom type="sphere" size="0.1" mass="1"/>
    <body pos="0.3 0 0"><joint axis="0 1 0" damping="0.1"/><geom type="sphere" size="0.1" mass="0.5"/>
      <body pos="0.3 0 0"><joint axis="0 1 0.2" range="-10 10" limited="true" frictionloss="0.05"/>
        <geom type="sphere" size="0.1" mass="0.5"/></body></body></body></worldbody></mujoco>"""
# name -> (model, steps before, whether geoms collide)
CASES = {
    "arm7": ("arm7", 40, False),
    "humanoid": ("humanoid", 40, False),
    "humanoid, floor": ("humanoid", 400, True),
    "spheres": (SPHERES, 60, True),
    "hand": ("hand", 100, True),
    "cube": ("cube", 100, True),
    "kitchen": ("kitchen", 100, True),
    "cloth": ("cloth", 100, True),
}
GROWTH = (10, 30, 100, 300, 1000)  # hinges
LINKS = 100  # limit of hinges in a chain
LONG = 3.0  # time limit of a measurement [s]
HORIZON = 50  # steps of a rollout


def best(function, repeats=40, inner=1):
    """Return the least time of a call in microseconds."""
    if repeats > 1:
        function()  # the first call may compile
    found, begin = [], time.perf_counter()
    for _ in range(repeats):
        if found and time.perf_counter() - begin > LONG:
            break
        start = time.perf_counter()
        for _ in range(inner):
            function()
        found.append((time.perf_counter() - start) / inner)
    return 1e6 * min(found)


def state_of(source, steps, contacts):
    """Return a model and its data after some steps."""
    m = mujoco.MjModel.from_xml_string(source) if source[0] == "<" else models.load(source)
    m.opt.integrator = 0
    if not contacts:
        m.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    d, rng = mujoco.MjData(m), np.random.default_rng(1)
    for _ in range(steps):
        d.ctrl[:] = rng.uniform(-0.3, 0.3, m.nu)
        mujoco.mj_step(m, d)
    return m, d


def measure(source, steps, contacts):
    """Return the columns of one case."""
    m, d = state_of(source, steps, contacts)
    kind = mujoco.mjtState.mjSTATE_INTEGRATION
    start = np.empty(mujoco.mj_stateSize(m, kind))
    mujoco.mj_getState(m, d, start, kind)

    def step():
        mujoco.mj_setState(m, d, start, kind)
        mujoco.mj_step(m, d, 20)

    one = best(step, 20) / 20
    mujoco.mj_setState(m, d, start, kind)
    mujoco.mj_forward(m, d)
    n = 2 * m.nv + m.na
    A, B = np.zeros((n, n)), np.zeros((n, m.nu))
    sided = best(lambda: mujoco.mjd_transitionFD(m, d, 1e-6, False, A, B, None, None))
    centered = best(lambda: mujoco.mjd_transitionFD(m, d, 1e-6, True, A, B, None, None))
    exact = best(lambda: gradients.jacobian(m, d, of="state"))
    v = np.ones(m.nv)
    along = best(lambda: gradients.jvp(m, d, {"qvel": v}, of="state"))
    back = best(lambda: gradients.vjp(m, d, {"state": np.ones(n)}))
    passes = best(lambda: gradients.jacobian(m, d, of=("state", "qacc")))
    reverse, edges = native_reverse(m, d)
    rolled = rollout(m, d) if m.nu else np.nan
    m.opt.tolerance, m.opt.ls_tolerance, m.opt.iterations, m.opt.ls_iterations = 0, 1e-10, 200, 100
    mujoco.mjd_transitionFD(m, d, 1e-6, True, A, B, None, None)
    error = np.abs(gradients.jacobian(m, d, of="state").A - A).max() / np.abs(A).max()
    times = sided, centered, exact, passes, along, back, reverse, rolled
    return one, *(time / one for time in times), edges, error


def rollout(m, d):
    """Return the time per step of the gradient of a loss over a rollout by its controls."""
    ctrl = np.zeros((HORIZON, m.nu))
    return (
        best(
            lambda: gradients.rollout(
                m, d, ctrl, lambda t, m, d: (0.5 * d.qvel @ d.qvel, {"qvel": d.qvel.copy()}), by="ctrl"
            ),
            5,
        )
        / HORIZON
    )


def chain(n):
    """Return n hinges that swing, in chains of LINKS at most."""
    geom = '<geom type="capsule" size=".01" fromto="0 0 0 0 0 -.05"/>'
    link = f'<body pos="0 0 -.05"><joint axis="0 1 0" damping=".01"/>{geom}'
    flag = '<option><flag contact="disable"/></option>'
    chains = "".join(link * k + "</body>" * k for k in [LINKS] * (n // LINKS) + [n % LINKS])
    m = mujoco.MjModel.from_xml_string(f"<mujoco>{flag}<worldbody>{chains}</worldbody></mujoco>")
    d = mujoco.MjData(m)
    d.qvel[:] = 0.1
    mujoco.mj_step(m, d, 10)
    return m, d


def grow():
    """Print a line for each chain length: step; differences, Jacobian and vjp in steps."""
    print("hinges | step, us | FD | jacobian | vjp")
    for n in GROWTH:
        m, d = chain(n)
        one = best(lambda m=m, d=d: mujoco.mj_step(m, d, 20), 20) / 20
        A = np.zeros((2 * n, 2 * n))
        w = np.ones(2 * n)
        times = [
            best(lambda m=m, d=d, A=A: mujoco.mjd_transitionFD(m, d, 1e-6, False, A, None, None, None)),
            best(lambda m=m, d=d: gradients.jacobian(m, d, of="state", by="state")),
            best(lambda m=m, d=d, w=w: gradients.vjp(m, d, {"state": w}, by="state")),
        ]
        print(" | ".join([str(n), f"{one:.2f}", *(f"{value / one:.1f}" for value in times)]))


def native_reverse(m, d):
    """Return the time of a vjp of a step in native code, and its edges.

    Both are NaN if the model has no closed forms.
    """
    work = TapeWorkspace(m, "state")
    work.begin(d, (*STATE_PARTS, "ctrl"), ("state",), "benchmark")
    product = product_of(work)
    if product.run(np.ones(2 * m.nv + m.na), "benchmark") is None:
        return np.nan, 0
    product.at(d, np.ones(2 * m.nv + m.na))
    return best(lambda: product._run(m, work.d, d, product._address), 15, 10), work.tape.edges


def main():
    """Print a line per case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="cases whose names contain this")
    parser.add_argument("--growth", action="store_true", help="chains of growing length instead")
    asked = parser.parse_args()
    only = asked.only
    if asked.growth:
        grow()
        return
    print(
        "case | step, us | FD | FD centered | jacobian | by passes | jvp | vjp | its code | rollout | edges | error"
    )
    for name, case in CASES.items():
        if only in name:
            one, *steps, edges, error = measure(*case)
            found = *(f"{value:.1f}" for value in steps), str(edges), f"{error:.0e}"
            print(" | ".join([name, f"{one:.2f}", *found]))


if __name__ == "__main__":
    main()
