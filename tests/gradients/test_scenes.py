"""All scenes, stage by stage: forward against reverse mode, and central differences whose error falls as eps^2.

All scenes whose code is shared by most models run in every suite; with GELENK_ALL_WORLDS=1 soft bodies and more
integrators, too. What is differentiated are the next state and each field that forward dynamics computes, along one
direction of state, controls and forces.
"""

import itertools
import os

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients, models
from gelenk.gradients import arguments
from gelenk.tables.stage_writes import PUBLIC, stage_marks
from tests.support.derivatives import converge
from tests.support.tolerance import tol

ALL = os.environ.get("GELENK_ALL_WORLDS") == "1"
BY = ("state", "ctrl", "qfrc_applied", "xfrc_applied")
EPSILONS = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
# R imp / (1 - imp) of contacts and limits is constant: its tangents are what rounding leaves of two terms that cancel
CANCELS = {"efc_diagApprox"}
STEPS = 60  # before the state
SCENES = (
    "scenes/arm",
    "scenes/loops",
    "scenes/pair_of_arms",
    "scenes/pile",
    "arm7",
    "boxes50",
    "car",
    "cards",
)
SCENES += ("cartpole", "chain100", "cube", "drone", "gripper", "hand", "humanoid", "humanoids22", "kitchen")
SCENES += ("muscle_arm", "pendulum", "quadruped", "rope", "tendon_arm")
SOFT = ("cloth", "softbody", "soft_trilinear", "terrain")  # whose code others do not need
# floors of differences above 1e-7 of the largest derivative
FLOOR = {
    # normals of the ellipsoid and of the cylinder on the plane are those of support points that ccd_tolerance finds
    "scenes/loops": 1e-4,
    # it takes an eps of 1e-7 or 1e-8 to cross no border, and moments of cards about far points are rounded
    "cards": 1e-4,
    "cloth": 1e-6,  # 1,121 rows
    "soft_trilinear": 1e-6,  # moments about far points
}
EULER, RK4, IMPLICIT, FAST = 0, 1, 2, 3


def scene(name, integrator=None):
    """A scene with solvers and colliders that go on to rounding."""
    m = mujoco.MjModel.from_xml_path(f"{name}.xml") if name.startswith("scenes/") else models.load(name)
    converge(m)
    m.opt.ccd_tolerance, m.opt.ccd_iterations = min(m.opt.ccd_tolerance, 1e-10), 200
    if m.nflex and m.opt.integrator in (IMPLICIT, FAST):
        m.opt.integrator = EULER
    if integrator is not None:
        m.opt.integrator = integrator
    return m


def after(m):
    """Data after some steps from a state with motion, so that symmetric poses, which are kinks, are left."""
    d, rng = mujoco.MjData(m), np.random.default_rng(1)
    d.qvel[:] = 0.1 * rng.normal(size=m.nv)
    for _ in range(STEPS):
        d.ctrl[:] = rng.uniform(-0.3, 0.3, m.nu)
        mujoco.mj_step(m, d)
    mujoco.mj_forward(m, d)
    return d


def fields_of(m, d):
    """The fields of forward dynamics that are not empty."""
    left_out = {arguments.INVERSE} | CANCELS
    return [name for name in sorted(arguments.results() - left_out) if np.size(getattr(d, name))]


def stages(name):
    """The stages that write a field, for messages."""
    return "step" if name == arguments.STATE else ", ".join(stage_marks(PUBLIC[name]))


def directions(m, d):
    """A direction of all inputs."""
    rng = np.random.default_rng(7)
    return {name: rng.normal(size=arguments.input_shape(m, d, name)) for name in BY}


def size_of(d, name):
    """The size of a field, relative to which its derivatives are rounded: a thousandth of its largest element."""
    return 0.0 if name == arguments.STATE else 1e-3 * np.abs(getattr(d, name)).max()


def disagreement(m, d, v, name, y):
    """|w'(J v) - (J'w) v|, relative to the sums of absolute products."""
    w = np.random.default_rng(3).normal(size=y.shape)
    g = gradients.vjp(m, d, {name: w}, BY)
    forward, reverse = w * y, np.concatenate([(g[key] * v[key]).ravel() for key in BY])
    size = np.abs(forward).sum() + np.abs(reverse).sum() + size_of(d, name)
    return abs(forward.sum() - reverse.sum()) / max(size, 1e-30)


def moved(m, start, v, eps, fields):
    """Fields and next state from a state that is moved along a direction, and which rows push there."""
    d, nv = mujoco.MjData(m), m.nv
    mujoco.mj_copyData(d, m, start)
    mujoco.mj_integratePos(m, d.qpos, v["state"][:nv].copy(), eps)
    d.qvel += eps * v["state"][nv : 2 * nv]
    d.act += eps * v["state"][2 * nv :]
    for name in BY[1:]:
        getattr(d, name)[...] += eps * v[name]
    mujoco.mj_forward(m, d)
    found = {name: np.array(getattr(d, name)) for name in fields}
    zones = d.ncon, d.efc_state.tobytes(), d.contact.geom.tobytes()
    mujoco.mj_step(m, d)
    return found, (d.qpos.copy(), np.concatenate([d.qvel, d.act])), zones


def errors_of(m, d, v, y):
    """Name -> errors of central differences relative to the largest derivative, for the eps that cross no border."""
    found, fields = {name: [] for name in y}, [name for name in y if name != arguments.STATE]
    for eps in EPSILONS:
        above, below = (moved(m, d, v, sign * eps, fields) for sign in (1, -1))
        if above[2] != below[2]:
            continue
        dq = np.zeros(m.nv)
        mujoco.mj_differentiatePos(m, dq, 2 * eps, below[1][0], above[1][0])
        slopes = {name: (above[0][name] - below[0][name]) / (2 * eps) for name in fields}
        slopes[arguments.STATE] = np.concatenate([dq, (above[1][1] - below[1][1]) / (2 * eps)])
        for name, slope in slopes.items():
            size = max(np.abs(slope).max(), size_of(d, name), 1e-6)
            found[name].append(np.abs(slope - y[name]).max() / size)
    return found


def vanish(errors, floor, smooth):
    """Whether errors at eps, eps / 10, .. fall below a floor, and as eps^2 until there.

    smooth   whether no contact has features that change within eps; else only the last tenth must fall so
    """
    below = next((i for i, error in enumerate(errors) if error < floor), None)
    if below is None:
        return False
    pairs = list(itertools.pairwise(errors[: below + 1]))
    return all(b < 0.05 * a or b < floor for a, b in (pairs if smooth else pairs[-1:]))


def check(m, d, floor):
    """Check all fields of a scene."""
    v = directions(m, d)
    y = gradients.jvp(m, d, v, (arguments.STATE, *fields_of(m, d)))
    for name, slope in y.items():
        # both modes add the same products; sums are longer with many dofs
        assert disagreement(m, d, v, name, slope) < tol(1e-12) * max(1, m.nv / 100), (name, stages(name))
    for name, errors in errors_of(m, d, v, y).items():
        assert vanish(errors, floor, d.nefc == 0), (name, stages(name), errors)


@pytest.fixture(autouse=True)
def tapes(monkeypatch):
    """Tapes for small models, too."""
    monkeypatch.setattr(arguments, "AT_ONCE", frozenset())


@pytest.mark.parametrize("name", [*SCENES, *(SOFT if ALL else ())])
def test_each_field_of_a_scene(name):
    m = scene(name)
    check(m, after(m), tol(FLOOR.get(name, 1e-7)))


ROLLING = [("humanoid", RK4), ("humanoid", IMPLICIT), ("gripper", FAST), ("scenes/pile", EULER)]
UNSTABLE = ("rope", RK4)
if ALL:
    ROLLING = [(name, k) for name in SCENES for k in (EULER, RK4, IMPLICIT, FAST) if (name, k) != UNSTABLE]


@pytest.mark.parametrize("name, integrator", ROLLING)
def test_each_field_with_other_integrators(name, integrator):
    m = scene(name, integrator)
    check(m, after(m), tol(FLOOR.get(name, 1e-7)))


def test_all_scenes_of_the_repository_are_here():
    files = {f"scenes/{file[:-4]}" for file in os.listdir("scenes") if file.endswith(".xml")}
    assert {*SCENES, *SOFT} == {*models.names(), *files}


def test_a_wrong_derivative_is_noticed():
    """Negative control: a thousandth of one element."""
    m = scene("humanoid")
    d = after(m)
    v = directions(m, d)
    y = gradients.jvp(m, d, v)
    wrong = {arguments.STATE: y[arguments.STATE].copy()}
    wrong[arguments.STATE][np.abs(wrong[arguments.STATE]).argmax()] *= 1.001
    assert disagreement(m, d, v, arguments.STATE, wrong[arguments.STATE]) > 1e-6
    assert not vanish(errors_of(m, d, v, wrong)[arguments.STATE], 1e-7, False)
