"""Jacobians and rays on a device are those of the processor, and leave nothing behind."""

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch
from gelenk.toolchain.gpu.variant import Variant
from tests.support import fake_cuda
from tests.support.many import load
from tests.support.tolerance import tol

pytestmark = fake_cuda.needs_cc
NSIM = 35
EXACT, SINGLE = Variant(exact=True), Variant(single=True, narrow=True)

# everything that a ray can meet, on a body that moves, one that is a mocap body, and the world; without contacts, whose
# programs would have to be compiled
TEXT = """<mujoco><option><flag contact="disable" sleep="{sleep}"/></option>
<asset><mesh name="rock" vertex="0 0 0  .2 0 0  0 .2 0  0 0 .2  .15 .15 .15"/>
<hfield name="ground" nrow="3" ncol="3" size="1 1 .1 .1" elevation="0 0 0 0 1 0 0 0 0"/></asset>
<worldbody><geom type="plane" size="9 9 .1"/><geom type="hfield" hfield="ground" pos="3 0 .5" group="2"/>
<body name="target" mocap="true" pos="0 0 2"><geom type="box" size=".2 .2 .1"/></body>
<body name="arm" pos="0 0 1"><joint axis="0 1 0"/><geom type="capsule" size=".05 .2" pos=".3 0 0" euler="0 90 0"/>
<body name="hand" pos=".6 0 0"><joint type="ball"/><geom name="rock" type="mesh" mesh="rock"/></body></body>
<body name="free" pos="1 1 1"><freejoint/><geom type="ellipsoid" size=".2 .1 .1"/></body>
</worldbody></mujoco>"""


CURVED = (3, 5)  # of its geoms


def made(text, variant, monkeypatch):
    """The same worlds on the device and on the processor, in states that differ."""
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    m = gelenk.MjModel.from_xml_string(text)
    there = Batch(m, NSIM, device="cuda:0", precision=variant, load=fake_cuda.load)
    here = Batch(m, NSIM, persistent="enable" in text)
    random = np.random.default_rng(0)
    for name in ("qpos", "mocap_pos"):
        shape = (NSIM, *there.get(name).shape[1:])
        values = (there.get(name) + random.uniform(-0.2, 0.2, shape)).astype(np.float32)
        there.set(name, values)
        here.__getattr__(name)[:] = values
    return m, there, here


@pytest.fixture(scope="module")
def common():
    """One pair for questions that are refused."""
    with pytest.MonkeyPatch.context() as patch:
        yield made(TEXT.format(sleep="disable"), EXACT, patch)[1:]


def rays(random):
    """Rays to where geoms are, from above, and one that meets nothing."""
    to = np.array([[0, 0, 2], [0.3, 0, 1], [0.65, 0.05, 1.05], [1, 1, 1], [3, 0, 0.5], [5, 5, 0]] * 2)
    origin = to + random.uniform([-0.5, -0.5, 0.5], [0.5, 0.5, 1], (12, 3))
    along = to - origin
    along[0] = 0, 0, 1
    return origin, along


def same(found, wanted, digits):
    """Whether answers agree."""
    for x, y in zip(found, wanted, strict=True):
        assert x.shape == y.shape and x.dtype == y.dtype
        if x.dtype == np.int32 or not x.size:
            assert (x == y).all()
        else:
            assert np.abs(x - y).max() <= tol(digits) * max(1.0, np.abs(y).max())


def normals_fit(found, wanted, along, digits):
    """Whether normals are as near as the points that they are at let them."""
    eps = np.finfo(np.float32 if digits > 1e-8 else float).eps / 2
    # along a ray its point is off by what was found of its length, and across by the rounding of coordinates, which
    # are 5 m at most and take ten operations. A normal turns by that over the radius of curvature, of which the
    # least is 0.05 m, of the capsule and the ends of the ellipsoid, and is rounded. That of flat geoms is only rounded
    point = np.abs(found[0] - wanted[0]) * np.linalg.norm(along, axis=1) + 10 * eps * 5
    bound = np.where(np.isin(wanted[1], CURVED), point / 0.05, 0) + 10 * eps
    assert (np.abs(found[2] - wanted[2]).max(axis=2) <= bound).all()


@pytest.mark.parametrize(
    ("variant", "digits"), [(EXACT, 1e-12), pytest.param(SINGLE, 1e-5, marks=pytest.mark.release)]
)
def test_answers_are_those_of_the_processor_and_change_nothing(variant, digits, monkeypatch):
    m, there, here = made(TEXT.format(sleep="disable"), variant, monkeypatch)
    random = np.random.default_rng(1)
    before = {name: there.get(name) for name in ("xpos", "cdof", "geom_xpos", "qpos")}
    bodies, points = random.integers(0, m.nbody, NSIM), random.uniform(-1, 1, (NSIM, 3))
    same(there.jac(bodies, points), here.jac(bodies, points), digits)
    hand = m.body("hand").id
    same(there.jac(hand, [1, 2, 3], [4, 34]), here.jac(hand, [1, 2, 3], [4, 34]), digits)
    origin, along = rays(random)
    wanted = here.ray(origin, along, normal=True)
    assert len(np.unique(wanted[1])) >= 6  # nothing, and most of the geoms
    found = there.ray(origin, along, normal=True)
    same(found[:2], wanted[:2], digits)
    normals_fit(found, wanted, along, digits)
    more = {"geomgroup": [0, 0, 1, 0, 0, 0], "ids": [0, 33]}
    same(there.ray(origin, along, **more), here.ray(origin, along, **more), digits)
    more = {"flg_static": False, "bodyexclude": [[hand] * 12] * NSIM}
    same(there.ray(origin, along, **more), here.ray(origin, along, **more), digits)
    same(there.ray(origin, along, ids=[]), here.ray(origin, along, ids=[]), digits)
    for name, values in before.items():
        assert (there.get(name) == values).all()


def test_fields_that_worlds_have_for_themselves_count(monkeypatch):
    _, there, here = made(TEXT.format(sleep="disable"), EXACT, monkeypatch)
    origin, along = rays(np.random.default_rng(1))
    same(there.jac(3, [0, 0, 1]), here.jac(3, [0, 0, 1]), 1e-12)
    for batch in (there, here):
        batch.expand("body_pos")[:, 2, 2] = np.linspace(1, 2, NSIM)
        batch.expand("geom_size")[:, 3, 0] = np.linspace(0.05, 0.2, NSIM)
    same(there.jac(3, [0, 0, 1]), here.jac(3, [0, 0, 1]), 1e-12)
    same(there.ray(origin, along), here.ray(origin, along), 1e-12)
    qpos = there.bind("qpos")  # what is bound is the state of the next call
    qpos[:, 0] = 1.5
    here.qpos[:, 0] = 1.5
    same(there.ray(origin, along), here.ray(origin, along), 1e-12)


def test_sleepers_are_where_they_are(monkeypatch):
    _, there, here = made(TEXT.format(sleep="enable"), EXACT, monkeypatch)
    origin, along = rays(np.random.default_rng(1))
    same(there.ray(origin, along, normal=True), here.ray(origin, along, normal=True), 1e-12)
    same(there.jac(3, [0, 0, 1]), here.jac(3, [0, 0, 1]), 1e-12)


def test_worlds_of_several_lanes_are_asked_in_worlds_of_one(monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    m = load("humanoid")
    there = Batch(m, 3, device="cuda:0", precision=EXACT, load=fake_cuda.load, lanes=4)
    here = Batch(m, 3)
    for batch in (there, here):
        batch.reset(keyframe=0)
    assert there.lanes == 4
    same(there.jac(m.body("head").id, [0, 0, 1]), here.jac(m.body("head").id, [0, 0, 1]), 1e-12)
    same(there.ray([0, 0, 5], [0, 0, -1], normal=True), here.ray([0, 0, 5], [0, 0, -1], normal=True), 1e-12)


SHEET = """<mujoco><option><flag contact="disable"/></option><worldbody><geom size=".15" pos="-.1 0 .3"/>
<flexcomp name="sheet" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1" radius=".01" mass=".4" pos="0 0 1"/>
</worldbody></mujoco>"""


def test_flexes_are_in_the_program_of_their_models(monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    m = gelenk.MjModel.from_xml_string(SHEET)
    there, here = Batch(m, 2, device="cuda:0", precision=EXACT, load=fake_cuda.load), Batch(m, 2)
    found, wanted = (batch.ray([0, 0, 5], [0, 0, -1], normal=True) for batch in (there, here))
    same(found, wanted, 1e-12)
    assert (wanted[1] == 0).all()  # of the ball: rays of batches meet geoms alone


def test_too_little_memory_for_an_answer_leaves_the_batch_as_it_was(monkeypatch):
    _, there, here = made(TEXT.format(sleep="disable"), EXACT, monkeypatch)
    limit = fake_cuda.Fake()
    limit.limit(limit.in_use + 64)
    try:
        with pytest.raises(MemoryError, match="are free"):
            there.jac(1, [0, 0, 0])
    finally:
        limit.limit(1 << 34)
    same(there.jac(1, [0, 0, 0]), here.jac(1, [0, 0, 0]), 1e-12)
    there.close()
    with pytest.raises(RuntimeError, match="closed"):
        there.jac(1, [0, 0, 0])


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda b: b.jac(99, [0, 0, 0]), ValueError, "body"),
        (lambda b: b.jac(1, [0, 0]), ValueError, "point"),
        (lambda b: b.ray([0, 0, 1], [0, 0, 0]), ValueError, "vec must not be zero"),
        (lambda b: b.ray([0, 0, 1], [0, 0, 1], geomgroup=[1]), ValueError, "geomgroup"),
        (lambda b: b.ray([0, 0, 1], [0, 0, 1], bodyexclude=-2), ValueError, "bodyexclude"),
        (lambda b: b.ray([0, 0, 1], [0, 0, 1], ids=[NSIM]), ValueError, "ids"),
    ],
)
def test_wrong_questions_are_refused_as_by_the_processor(call, error, words, common):
    for batch in common:
        with pytest.raises(error, match=words):
            call(batch)
