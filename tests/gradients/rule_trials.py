"""Trials of the rules that stand for stages: differences of a rule, what it holds held, beside those of its stage.

A rule has the tangents of its stage, while fields without tangents (tables/gradients.py) keep their values. So at two
states beside a base, with what is held taken from the base, the rule run as plain Python differs as the stage does. No
code with tangents is compiled, so that mutants of a rule cost milliseconds (tests/gradients/mutations.py).
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

import gelenk as mujoco
from gelenk import gradients
from gelenk.engine.collision.convex.support import EXACTLY, load_side, support
from gelenk.engine.derivatives import solver_rules, step_jacobian
from gelenk.gradients.passes import Workspace
from gelenk.tables.gradients import COLUMNS, HELD, HOLD, STATE
from gelenk.toolchain import library
from gelenk.toolchain.tangents import load
from tests.support.derivatives import SPHERES, converge, moving

assembly_of = importlib.import_module("gelenk.gradients.jacobian").assembly_of
EPS = 1e-7
FULL = (
    "qacc_warmstart",
    "hess",
    "hess_inv",
    "qLD",
    "qLDiagInv",
    "qH",
    "qHDiagInv",
    "sol_mgrad",
    "sol_old",
    "row_held",
)
assert set(FULL) <= HELD.keys()


class Trial(NamedTuple):
    """A rule at a state.

    module   of gelenk.engine.derivatives that may be mutated
    name     of the rule
    differ   (module) -> values of the rule and of its stage at the base, differences of both, flat
    """

    module: str
    name: str
    differ: Callable


def flat(*arrays):
    return np.concatenate([np.ravel(a) for a in arrays])


def plain(m, d):
    """The structs as plain Python kernels take them."""
    return library.to_plain_python(m, "m"), library.to_plain_python(d, "d")


def copied(m, d):
    mujoco.mj_copyData(e := mujoco.MjData(m), m, d)
    return e


@functools.cache
def beside(key, seed=0):
    """The base of a scene, with solutions held, and data at both sides of it along a direction."""
    m, d = SCENES[key]()
    rng = np.random.default_rng(seed)
    v, u = rng.normal(size=2 * m.nv + m.na), rng.normal(size=m.nu)
    found = []
    for sign in (0, 1, -1):
        e = copied(m, d)
        mujoco.mj_integratePos(m, e.qpos, v[: m.nv].copy(), sign * EPS)
        e.qvel += sign * EPS * v[m.nv : 2 * m.nv]
        e.act += sign * EPS * v[2 * m.nv :]
        e.ctrl += sign * EPS * u
        mujoco.mj_forward(m, e)
        found.append(e)
    assert len({(e.nefc, e.efc_state.tobytes()) for e in found}) == 1
    return m, found


def held(m, d, base=None):
    """A copy of data with solutions held: its own, or those of the base."""
    e = copied(m, d)
    load.plain_rule(HOLD)(m, e)
    if base is not None:
        for name in FULL:
            size = min(len(getattr(e, f"_a_{name}")), len(getattr(base, f"_a_{name}")))
            getattr(e, f"_a_{name}").reshape(-1)[:size] = getattr(base, f"_a_{name}").reshape(-1)[:size]
    return e


def differences(values, eps=EPS):
    """Values at the base and central differences, of values at the base and at both sides."""
    return values[0], (values[1] - values[2]) / (2 * eps)


def by_fields(key, fields, rule, stage=None, before=None):
    """Compare fields that a rule writes with those of its stage (None: mj_forward); ``before`` precedes the rule."""

    def differ(module):
        m, data = beside(key)
        base = held(m, data[0])
        own, expected = [], []
        for i, d in enumerate(data):
            e = held(m, d, base if i else None)
            if before is not None:
                before(m, e)
            getattr(module, rule)(*plain(m, e))
            own.append(flat(*(getattr(e, name) for name in fields)))
            e = copied(m, d)
            if stage is not None:
                stage(m, e)
            expected.append(flat(*(getattr(e, name) for name in fields)))
        return *differences(own), *differences(expected)

    return differ


# scenes


def spheres(cone="elliptic", option="", ball=None):
    text = SPHERES.format(cone=cone, integrator="Euler").replace("<option ", f"<option {option} ")
    m = mujoco.MjModel.from_xml_string(text.replace('size="0.1" mass="1"', ball or 'size="0.1" mass="1"'))
    d = moving(converge(m), 60)
    d.qvel[:] += 0.2 * np.random.default_rng(1).normal(size=m.nv)
    mujoco.mj_forward(m, d)
    return m, d


def arm(integrator="Euler", flags="", damping=20):
    m = mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep=".004" integrator="{integrator}">{flags}</option><worldbody><body>'
        '<joint name="j" axis="0 1 0" damping=".3" frictionloss=".1"/><geom size=".1" pos=".3 0 0"/><body pos=".5 0 0">'
        '<joint name="k" type="ball" damping=".2"/><geom type="box" size=".1 .05 .02" pos=".3 0 .1"/>'
        '<site name="s" pos=".4 .1 0"/></body></body>'
        f'</worldbody><actuator><general site="s" gear="1 .2 .3 0 0 .1" biastype="affine" biasprm="0 -1 -{damping}"/>'
        '<position joint="j" kp="3" kv="2"/><general joint="j" dyntype="filter" dynprm=".1"/>'
        "</actuator></mujoco>",
        **({"release": "4.0"} if flags else {}),
    )
    d = mujoco.MjData(converge(m))
    d.qvel[:], d.ctrl[:] = np.arange(1, 5), 0.5
    d.qfrc_applied[:] = 0.3
    mujoco.mj_step(m, d, nstep=20)
    mujoco.mj_forward(m, d)
    return m, d


def exact_diagonals():
    text = SPHERES.format(cone="pyramidal", integrator="Euler")
    text = text.replace("/><worldbody>", '><flag diagexact="enable"/></option><worldbody>', 1)
    m = converge(mujoco.MjModel.from_xml_string(text, release="4.0"))
    return m, moving(m, 60)


ROUGH = 'size=".1" mass="1" condim="6" friction=".4 .02 .01"'
SCENES = {
    "cones": spheres,
    "pyramids": functools.partial(spheres, "pyramidal"),
    "noslip": functools.partial(spheres, "elliptic", 'noslip_iterations="3" noslip_tolerance="0"', ROUGH),
    "sparse noslip": functools.partial(
        spheres, "pyramidal", 'noslip_iterations="3" noslip_tolerance="0" jacobian="sparse"', ROUGH
    ),
    "exact diagonal": exact_diagonals,
    "euler": arm,
    "implicitfast": functools.partial(arm, "implicitfast"),
    "diagonal implicitfast": functools.partial(arm, "implicitfast", damping=0),
    "implicit": functools.partial(arm, "implicit"),
    "discrete euler": functools.partial(arm, "Euler", '<flag invdiscrete="enable"/>'),
    "discrete implicitfast": functools.partial(arm, "implicitfast", '<flag invdiscrete="enable"/>'),
}


# stages and what precedes rules


def run(stage):
    """A compiled stage of m and d."""
    return lambda m, d: library.native(stage)(m._address, d._address)


def at_minimum(m, d):
    """The minimum, from which the noslip solver begins."""
    m.opt.noslip_iterations, kept = 0, m.opt.noslip_iterations
    solver_rules.minimum_rule(*plain(m, d))
    m.opt.noslip_iterations = kept


FORCES = ("qacc", "qfrc_constraint", "efc_force")
NEXT = ("qpos", "qvel", "act")
DIAGONALS = ("efc_R", "efc_D", "efc_diagApprox")


# distances of convex geoms

SHAPES = {
    "box": 'type="box" size=".08 .12 .1"',
    "ellipsoid": 'type="ellipsoid" size=".08 .12 .1"',
    "capsule": 'type="capsule" size=".06 .1"',
    "cylinder": 'type="cylinder" size=".09 .1"',
    "mesh": 'type="mesh" mesh="lump"',
    "sphere": 'size=".09"',
}
# (shapes, angles of the second) with vertices, edges, faces and curved parts on both sides
PAIRS = [
    *(
        ("box", "box", "90 0 0"),
        ("box", "box", "20 10 5"),
        ("box", "mesh", "90 0 0"),
        ("box", "mesh", "45 35 50"),
    ),
    *(
        ("ellipsoid", "box", "45 35 50"),
        ("ellipsoid", "box", "20 10 5"),
        ("ellipsoid", "ellipsoid", "45 35 50"),
    ),
    *(
        ("capsule", "capsule", "45 35 50"),
        ("capsule", "capsule", "20 10 5"),
        ("capsule", "cylinder", "90 0 0"),
    ),
    *(
        ("ellipsoid", "capsule", "45 35 50"),
        ("ellipsoid", "capsule", "90 0 0"),
        ("cylinder", "capsule", "90 0 0"),
    ),
    *(("mesh", "capsule", "20 10 5"), ("sphere", "mesh", "45 35 50"), ("cylinder", "ellipsoid", "20 10 5")),
    *(("capsule", "box", "45 35 50"), ("sphere", "cylinder", "90 0 0"), ("sphere", "capsule", "20 10 5")),
]
WORLD = """<mujoco><option gravity="0 0 0" ccd_tolerance="1e-12" ccd_iterations="200"/><asset>
<mesh name="lump" vertex="-.1 -.1 -.1 .12 -.1 -.1 0 .13 -.1 .01 .02 .15 .05 .09 -.12"/></asset><worldbody>
<body euler="7 -5 15"><freejoint/><geom {} margin=".05" mass="1"/></body>
<body pos="0 0 .22" euler="{}"><freejoint/><geom {} margin=".05" mass="1"/></body></worldbody></mujoco>"""


@functools.cache
def geoms_beside(pair):
    first, second, angles = pair
    m = mujoco.MjModel.from_xml_string(WORLD.format(SHAPES[first], angles, SHAPES[second]))
    d, v = mujoco.MjData(m), np.random.default_rng(2).normal(size=m.nv)
    for _ in range(80):  # until they nearly touch
        mujoco.mj_forward(m, d)
        near = mujoco.mj_geomDistance(m, d, 0, 1, 1.0, None)
        if near < 0.03:
            break
        d.qpos[9] -= 0.5 * (near - 0.02)
    found = []
    for sign in (0, 1, -1):
        e = mujoco.MjData(m)
        mujoco.mj_copyData(e, m, d)
        mujoco.mj_integratePos(m, e.qpos, v, sign * EPS)
        mujoco.mj_forward(m, e)
        found.append(e)
    return m, found


class Replay:
    """Stands for `held`: at the base keeps numbers in the order of calls, beside it gives them back."""

    def __init__(self):
        self.values, self.at, self.is_base = [], 0, True

    def __call__(self, d, k, x):
        if self.is_base:
            self.values.append(x)
        else:
            x = self.values[self.at]
            self.at += 1
        d.face_plane[k, 0] = x
        return x


class Corners(Replay):
    """Stands for `support`: corners of meshes, which edges and faces do not decide, are those of the base, too."""

    def __call__(self, m, d, side, n, mask):
        if d.ccd_type[side] != mujoco.mjtGeom.mjGEOM_MESH:
            return support(m, d, side, n, mask)
        turn = d.ccd_xmat[side].reshape(3, 3)
        if self.is_base:
            self.values.append(turn.T @ support(m, d, side, n, mask))
            return tuple(turn @ self.values[-1])
        self.at += 1
        return tuple(turn @ self.values[self.at - 1])


def sides(pair, rule):
    """Compare distance, normal and midpoint of two convex geoms."""

    def result(d):
        if rule == "sides_rule":
            return flat(d._view.ccd_result[2:9])
        return flat(d._view.near_dist[:1], d._view.near_pos[0], d._view.near_frame[0])

    def differ(module):
        m, data = geoms_beside(pair)
        own, expected, replay, corners = [], [], Replay(), Corners()
        module.held, module.support = replay, corners
        stage = {"sides_rule": "solve_sides", "touch_rule": "touch_sides"}[rule]
        for i, source in enumerate(data):
            replay.is_base = corners.is_base = i == 0
            replay.at = corners.at = 0
            for values, call in ((own, None), (expected, library.native(stage))):
                d = copied(m, source)
                M, D = plain(m, d)
                load_side(M, D, 0, 0)
                load_side(M, D, 1, 1)
                D.ccd_result[0], D.ccd_result[1], D.near_margin, D.near_count = 0.05, EXACTLY, 0.05, 0
                if call is None:
                    at = m._address, d._address, 0, 0
                    module.call_pair = lambda *_, at=at: library.native("solve_sides")(*at)
                    getattr(module, rule)(M, D, 0, 0)
                else:
                    call(m._address, d._address, 0, 0)
                values.append(result(d))
        return *differences(own), *differences(expected)

    return differ


# softened zones


def softened(cone, width, reach=0.0):
    """Compare qacc of the softened rule with `jvp`, whose code with tangents is proved in test_smooth."""

    def differ(module):
        key = {"elliptic": "cones", "pyramidal": "pyramids"}[cone]
        m, data = beside(key)
        expected = _softened_slope(key, width)
        base = held(m, data[0])
        M, D = plain(m, base)
        module.soften(M, D, width, reach)
        own, replay = [], Replay()
        module.held = replay
        for i, d in enumerate(data):
            replay.is_base, replay.at = i == 0, 0
            e = held(m, d, base)
            module.softened_rule(*plain(m, e))
            own.append(flat(e.qacc))
        return *differences(own), flat(data[0].qacc), expected

    return differ


@functools.cache
def _softened_slope(key, width):
    m, data = beside(key)
    v = np.random.default_rng(0).normal(size=2 * m.nv + m.na)
    return gradients.jvp(m, data[0], {"state": v}, of="qacc", smooth=width)["qacc"]


# closed forms

TREE = importlib.import_module("tests.gradients.test_assembled").TREE


@functools.cache
def tree():
    m = mujoco.MjModel.from_xml_string(TREE)
    d = moving(m, 80)
    rng = np.random.default_rng(0)
    d.qacc[:] = rng.normal(size=m.nv)
    return m, d, rng.normal(size=m.nv)


def inverse(m, d, dq, dv, acc, bias=True):
    """M acc + qfrc_bias at a state beside that of d, or M acc."""
    e = mujoco.MjData(m)
    e.qpos[:], e.qvel[:] = d.qpos, d.qvel + dv
    mujoco.mj_integratePos(m, e.qpos, dq, 1)
    mujoco.mj_forward(m, e)
    e.qacc[:] = acc
    whole, alone = np.zeros(m.nv), np.zeros(m.nv)
    mujoco.mj_rne(m, e, 1, whole)
    mujoco.mj_rne(m, e, 0, alone)
    return whole if bias else whole - alone


@functools.cache
def bias_slopes():
    m, d, y = tree()
    zero, acc = np.zeros(m.nv), d.qacc.copy()
    functions = (
        lambda v: inverse(m, d, v, zero, acc),
        lambda v: inverse(m, d, zero, v, acc),
        lambda v: inverse(m, d, v, zero, y, False),
    )
    return flat(
        *(np.array([(f(EPS * e) - f(-EPS * e)) / (2 * EPS) for e in np.eye(m.nv)]).T for f in functions)
    )


def bias(module):
    """Derivatives of M a + qfrc_bias and of M y by closed forms, and by differences."""
    m, d, y = tree()
    mujoco.mj_forward(m, e := copied(m, d))
    e.qacc[:] = d.qacc
    blocks = [np.zeros(-(-m.nv // COLUMNS) * COLUMNS * m.nv) for _ in range(3)]
    work = np.zeros(module.BODY_SIZE * m.nbody + module.DOF_SIZE * m.nv)
    module.derive_bias(*plain(m, e), work, y, *blocks)
    found = [np.hstack(list(block.reshape(-1, m.nv, COLUMNS)))[:, : m.nv] for block in blocks]
    return np.zeros(1), flat(*found), np.zeros(1), bias_slopes()


MOVED = (
    "xpos",
    "xipos",
    "xmat",
    "xquat",
    "geom_xpos",
    "geom_xmat",
    "site_xpos",
    "site_xmat",
    "cdof",
    "subtree_com",
)


@functools.cache
def frames_read():
    """Whether an element is moved: those that no stage reads stay."""
    moved = _moved(importlib.import_module("gelenk.engine.derivatives.smooth_dynamics"))
    assert (moved != 0).sum() > 100
    return moved != 0


def frames(module):
    """What `move_frames` adds along a motion of the dofs, and differences; it is linear in the motion."""
    m, d, v = tree()
    sides = []
    for sign in (1, -1):
        e = copied(m, d)
        mujoco.mj_integratePos(m, e.qpos, v, sign * EPS)
        mujoco.mj_forward(m, e)
        sides.append(flat(*(getattr(e, name) for name in MOVED)))
    slopes = np.where(frames_read(), (sides[0] - sides[1]) / (2 * EPS), 0.0)
    return np.zeros(1), _moved(module), np.zeros(1), slopes


def _moved(module):
    m, d, v = tree()
    mujoco.mj_forward(m, e := copied(m, d))
    before = flat(*(getattr(e, name) for name in MOVED))
    M, D = plain(m, e)
    D.sol_Ma[: m.nv] = v
    module.move_frames(M, D)
    return flat(*(getattr(e, name) for name in MOVED)) - before


# bodies of one tree and of two that touch each other and the floor, with each kind of joint and each condim
TOUCHING = """<mujoco><option cone="{cone}" gravity="0 0 -9.81"/><worldbody><geom type="plane" size="5 5 1"/>
<body pos="0 0 .17" euler="10 20 0"><freejoint/><geom type="box" size=".2 .15 .1" condim="4" friction="1 .2 .01"/>
  <body pos=".25 .02 .05"><joint type="ball"/><geom size=".11" condim="6" friction=".8 .3 .1"/></body>
  <body pos=".25 .2 .06" euler="5 10 20"><joint axis="1 .2 .3"/><joint type="slide" axis="0 1 .2"/>
    <geom type="capsule" size=".1 .1" condim="3" friction=".6"/></body></body>
<body pos=".02 .05 .4" euler="70 5 10"><freejoint/><geom type="capsule" size=".1 .2" condim="3" friction=".7"/></body>
<body pos="-.25 0 .21" euler="5 20 40"><freejoint/><geom type="box" size=".1 .1 .1" friction=".5 .1 .1"/></body>
</worldbody></mujoco>"""


@functools.cache
def touching(cone):
    """A model in contact, a workspace that holds its state, and the slopes of contact forces at held qacc."""
    m = mujoco.MjModel.from_xml_string(TOUCHING.format(cone=cone))
    d = mujoco.MjData(m)
    d.qvel[:] = 0.3 * np.random.default_rng(1).normal(size=m.nv)
    d.qvel[-12:-10] += 1.0, 0.5  # the capsule slides
    mujoco.mj_forward(m, d)
    pairs = {tuple(m.geom_bodyid[pair].tolist()) for pair in d.contact.geom}
    assert pairs == {(0, 1), (0, 3), (4, 1), (2, 3), (1, 5)}
    work = Workspace(m, STATE)
    work.begin(d, ["qpos"], ["state"], "trial")
    assert assembly_of(work).run("trial") is not None

    def force(dq, dv):
        e = copied(m, d)
        mujoco.mj_integratePos(m, e.qpos, dq, 1)
        e.qvel += dv
        mujoco.mj_forward(m, e)
        assert e.efc_type.tolist() == d.efc_type.tolist()
        e.qacc[:] = work.d.qacc_warmstart
        mujoco.mj_inverse(m, e)
        return e.qfrc_constraint.copy()

    none = np.zeros(m.nv)
    functions = (lambda v: force(v, none)), (lambda v: force(none, v))
    slopes = [np.array([(f(EPS * v) - f(-EPS * v)) / (2 * EPS) for v in np.eye(m.nv)]).T for f in functions]
    return m, work, force(none, none), flat(*slopes)


def contacts(cone):
    """Derivatives of contact forces in closed form, and differences."""

    def differ(module):
        m, work, _, slopes = touching(cone)
        table = int(assembly_of(work)._words[step_jacobian.CONTACTS])
        blocks = [np.zeros(-(-m.nv // COLUMNS) * COLUMNS * m.nv) for _ in range(2)]
        M, D = plain(m, work.d)
        module.subtract_contacts(M, D, table, work.d.qacc_warmstart.copy(), *blocks)
        found = [-np.hstack(list(block.reshape(-1, m.nv, COLUMNS)))[:, : m.nv] for block in blocks]
        return np.zeros(1), flat(*found), np.zeros(1), slopes

    return differ


def _trials():
    yield from (
        Trial("solver_rules", "minimum_rule", by_fields(k, FORCES, "minimum_rule"))
        for k in ("cones", "pyramids")
    )
    yield Trial(
        "solver_rules",
        "acceleration_rule",
        by_fields("implicitfast", ("qfrc_smooth", "qacc_smooth"), "acceleration_rule"),
    )
    yield Trial("solver_rules", "euler_rule", by_fields("euler", NEXT, "euler_rule", run("euler")))
    for key in ("implicitfast", "diagonal implicitfast", "implicit"):
        yield Trial("solver_rules", "implicit_rule", by_fields(key, NEXT, "implicit_rule", run("implicit")))
    for key in ("discrete euler", "discrete implicitfast"):
        rule = by_fields(key, ("qacc",), "continuous_rule", run("continuous_acc"))
        yield Trial("solver_rules", "continuous_rule", rule)
    yield Trial(
        "solver_rules", "exact_diagonal_rule", by_fields("exact diagonal", DIAGONALS, "exact_diagonal_rule")
    )
    for key in ("noslip", "sparse noslip"):
        yield Trial("solver_rules", "noslip_rule", by_fields(key, FORCES, "noslip_rule", before=at_minimum))
    for pair in PAIRS:
        yield Trial("witness_points", "sides_rule", sides(pair, "sides_rule"))
    yield Trial("witness_points", "touch_rule", sides(("capsule", "box", "45 35 50"), "touch_rule"))
    for cone in ("elliptic", "pyramidal"):
        for width in (1.0, 20.0):
            yield Trial("softened", "softened_rule", softened(cone, width))
    yield Trial("smooth_dynamics", "derive_bias", bias)
    yield Trial("smooth_dynamics", "move_frames", frames)
    for cone in ("elliptic", "pyramidal"):
        yield Trial("contact_columns", "subtract_contacts", contacts(cone))


TRIALS = list(_trials())


def error(trial, module):
    """The error of a rule, relative to the largest derivative and to the largest value."""
    with np.errstate(all="ignore"):
        value, slope, expected, expected_slope = trial.differ(module)
        sizes = max(np.abs(expected).max(), 1e-3), max(np.abs(expected_slope).max(), 1e-3)
        found = max(
            np.abs(value - expected).max() / sizes[0], np.abs(slope - expected_slope).max() / sizes[1]
        )
    return np.inf if np.isnan(found) else float(found)
