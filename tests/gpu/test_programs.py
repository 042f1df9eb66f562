"""The text that GPUs get, compiled for the processor, computes what the engine computes.

Without leave to reorder sums every bit is that of the kernels in plain Python. With it, and in single precision, one
step from the same state stays within the bounds below. Programs of two models are compiled in every run, those of all
others where slow tests run.
"""

from collections import Counter

import numpy as np
import pytest

import gelenk
import scenes
from gelenk.batch.device.arguments import unsupported_parts
from gelenk.engine.collision.dispatch import collision
from gelenk.tables.field_groups import ON_DEVICES
from gelenk.tables.precision import Limits
from gelenk.tables.status import DONE
from gelenk.toolchain.gpu.variant import Variant
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
    size,
)
from tests.support.tolerance import tol

pytestmark = fake_cuda.needs_cc
QUICK = ("cartpole", "humanoid")
SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in scenes.names() if name not in QUICK]
RELEASE = [pytest.param(name, marks=pytest.mark.release) for name in scenes.names() if name not in QUICK]
EXACT, FAST, SINGLE = Variant(exact=True), Variant(), Variant(single=True, narrow=True)

# What a field may differ by, in units of its size and of the rounding error of a number. Poses are products along
# chains of ten bodies, each of which adds a rounding error; the inertia is a sum of products of these; forces of
# gravity, springs and velocities cancel each other to a thousandth or less.
ROUNDINGS = {
    "xpos": 50,
    "xquat": 50,
    "cdof": 50,
    "M": 100,
    "qfrc_bias": 1e4,
    "qfrc_passive": 2e4,
    "qpos": 200,
}
# What is solved for has the condition of the inertia in it too: a tenth of it in the factors, all of it in
# accelerations.
SOLVED = {"qLD": (4e3, 0.1), "qacc_smooth": (1e5, 1.0)}
# The solver ends where the improvement is below its tolerance, 1e-8, and 1e-6 in single precision: it may do so an
# iteration earlier, and forces are the root of what improves, times ten where stiff loops close.
ENDS = {np.dtype(np.float64): 1e-7, np.dtype(np.float32): 3e-2}


def bounds(m, d, dtype):
    """Field -> what it may differ by from the engine."""
    eps = float(np.finfo(dtype).eps) / 2
    inertia = np.zeros((m.nv, m.nv))
    gelenk.mj_fullM(m, inertia, d.qM)
    eigenvalues = np.linalg.eigvalsh(inertia)
    condition = eigenvalues[-1] / eigenvalues[0]
    found = dict.fromkeys(FIELDS, ENDS[dtype])
    found |= {name: eps * count for name, count in ROUNDINGS.items()}
    found |= {name: eps * (count + share * condition) for name, (count, share) in SOLVED.items()}
    found |= {name: found[name] + found["qacc_smooth"] for name in ("qacc", "qvel", "sensordata")}
    found["qpos"] += found["qvel"] * m.opt.timestep * size(d, "qvel") / size(d, "qpos")
    return found


# contacts that the scenes of many bodies have in the worlds' steps; the others have fewer than 64
CONTACTS = {"cube": 512, "humanoids22": 512, "cards": 512, "boxes50": 512, "pile": 512}


def model(name):
    m = load(name)
    why = unsupported_parts(m)
    if why:
        pytest.skip(f"a device refuses {', '.join(why)}")
    return m


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_exact_code_for_gpus_gives_the_bits_of_plain_python(name):
    m = model(name)
    b = batch(m, 2, EXACT, nconmax=CONTACTS.get(name, 64))
    for d in side_by_side(m, b, 2, plain_step):
        b.check()
        assert counts(b, d)
        for field in FIELDS:
            if field in b.plan.arrays:
                for world in b.get(field):
                    np.testing.assert_array_equal(world, getattr(d, field), err_msg=field)


@pytest.mark.parametrize("name", [*QUICK, *RELEASE])
def test_models_of_their_own_that_say_the_same_give_the_same_bits(name):
    m = model(name)
    b = batch(m, 2, EXACT, nconmax=CONTACTS.get(name, 64))
    for field in ON_DEVICES:
        b.expand(field)
    assert b.variant.own
    for d in side_by_side(m, b, 2, plain_step):
        b.check()
        assert counts(b, d)
        for field in FIELDS:
            if field in b.plan.arrays:
                for world in b.get(field):
                    np.testing.assert_array_equal(world, getattr(d, field), err_msg=field)


def beyond(found, allowed):
    """The fields that are beyond their bounds."""
    return {name: error for name, error in found.items() if not error <= tol(allowed[name])}


def compare(name, variant):
    """Ten steps beside the engine, each from the same state.

    A contact may be on either side of its margin: in most steps there are as many, or their number is right to a
    tenth where there are dozens, and what no contact touches is compared always.
    """
    m = model(name)
    b = batch(m, 2, variant, nconmax=CONTACTS.get(name, 64))
    same = 0
    for d in side_by_side(m, b, 10, native_step, every=5):
        b.check()
        assert not any(lost.any() for name, lost in b.overflow.items() if name.startswith("lost"))
        allowed = bounds(m, d, b.plan.columns["time"].dtype)
        found = errors(b, d)
        if counts(b, d):
            same += 1
        else:
            assert np.abs(column(b, "ncon") - d.ncon).max() <= max(2, d.ncon // 10)
            found = {key: found[key] for key in (*ROUNDINGS, *SOLVED) if key in found and key != "qpos"}
        assert not beyond(found, allowed)
    assert same >= 8 or d.ncon > 50


@pytest.mark.parametrize("name", [*QUICK, *RELEASE])
def test_code_for_gpus_agrees_with_the_engine_to_rounding(name):
    compare(name, FAST)


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) for n in scenes.names()])
def test_single_precision_stays_within_its_bounds(name):
    compare(name, SINGLE)


@pytest.mark.slow
def test_aligned_boxes_have_other_contacts_since_single_precision_cannot_tell_an_edge_from_a_face(
    monkeypatch,
):
    """Where an edge is better than a face by less than EDGE_GAIN of single precision, the face is taken.

    The same kernels in double precision, but with that number, find the contacts of single precision, pair by pair.
    """
    m = model("cube")
    b = batch(m, 2, SINGLE, nconmax=CONTACTS["cube"])
    rows = Limits.rows()
    differ = 0
    started: list[np.ndarray] = []

    def step(m, d):
        started[:] = [d.qpos.copy()]
        native_step(m, d)

    for d in side_by_side(m, b, 4, step, every=5):
        n = column(b, "ncon")[0]
        found = Counter(map(tuple, b._read_field(b.plan.arrays["contact_geom"])[0][:n].tolist()))
        e = gelenk.MjData(m)
        e.qpos[:] = started[0]
        gelenk.mj_forward(m, e)
        with monkeypatch.context() as patch:
            patch.setitem(rows, "EDGE_GAIN", rows["EDGE_GAIN"]._replace(double=rows["EDGE_GAIN"].single))
            e._set_scalar("status", DONE)
            collision(m._view, e._view)
            while e._grow():
                e._set_scalar("status", DONE)
                collision(m._view, e._view)
        wanted = Counter(map(tuple, np.array(e.contact.geom).tolist()))
        assert (found - wanted).total() + (wanted - found).total() <= 2  # on either side of the margin
        differ += n != d.ncon
    assert differ
