"""Derivatives of all worlds of a batch are those of each world."""

import numpy as np
import pytest

import gelenk
from gelenk import gradients, models
from gelenk.batch import Batch
from tests.batch.worlds import INTEGRATION
from tests.support.tolerance import tol

N = 5


@pytest.fixture(scope="module")
def m():
    return models.load("humanoid")


def moved(m, nthread=2, persistent=False):
    batch = Batch(m, N, nthread=nthread, persistent=persistent)
    batch.bind("ctrl")[:] = np.random.default_rng(0).normal(size=(N, m.nu)) * 0.2
    batch.step(nstep=100)
    return batch


def world(m, batch, i):
    d = gelenk.MjData(m)
    gelenk.mj_setState(m, d, batch.state[i], INTEGRATION)
    return d


@pytest.mark.parametrize("nthread, persistent", [(1, False), (3, False), (2, True)])
def test_derivatives_are_those_of_each_world(m, nthread, persistent):
    batch = moved(m, nthread, persistent)
    before = batch.state.copy()
    rng = np.random.default_rng(1)
    v, w = rng.normal(size=(N, m.nv)), rng.normal(size=2 * m.nv)
    J = batch.jacobian(of=("state", "xipos"), by=("state", "ctrl", "body_mass"))
    y = batch.jvp({"qvel": v}, of=("state", "qacc"))
    g = batch.vjp({"state": w}, by=("ctrl", "body_mass"))
    np.testing.assert_array_equal(batch.state, before)
    assert J.A.shape == (N, 2 * m.nv, 2 * m.nv) and J["xipos", "body_mass"].shape == (N, m.nbody, 3, m.nbody)
    assert J.kinks.shape == (N,)
    for i in range(N):
        d = world(m, batch, i)
        expected = gradients.jacobian(m, d, of=("state", "xipos"), by=("state", "ctrl", "body_mass"))
        for pair, block in expected.items():
            np.testing.assert_array_equal(J[pair][i], block)
        assert J.kinks[i] == expected.kinks
        for name, value in gradients.jvp(m, d, {"qvel": v[i]}, of=("state", "qacc")).items():
            np.testing.assert_array_equal(y[name][i], value)
        for name, value in gradients.vjp(m, d, {"state": w}, by=("ctrl", "body_mass")).items():
            np.testing.assert_allclose(g[name][i], value, atol=tol(1e-13) * np.abs(value).max())
    batch.step()
    assert not batch.status.any()


def test_some_worlds_are_those_of_ids(m):
    batch = moved(m)
    J, some = batch.jacobian(), batch.jacobian(ids=[1, 3])
    np.testing.assert_array_equal(some.A, J.A[[1, 3]])
    np.testing.assert_array_equal(some.kinks, J.kinks[[1, 3]])
    assert batch.jacobian(ids=[]).A.shape == (0, 2 * m.nv, 2 * m.nv)
    assert batch.jvp({"qvel": np.ones(m.nv)}, "state", ids=[2])["state"].shape == (1, 2 * m.nv)


def test_worlds_have_their_own_parameters(m):
    batch = moved(m)
    mass = batch.expand("body_mass")
    mass *= np.linspace(1, 2, N)[:, None]
    J = batch.jacobian(of="state", by=("ctrl", "body_mass"))
    own = models.load("humanoid")
    for i in (0, 4):
        own.body_mass[:] = mass[i]
        expected = gradients.jacobian(own, world(own, batch, i), of="state", by=("ctrl", "body_mass"))
        np.testing.assert_array_equal(J["state", "ctrl"][i], expected["state", "ctrl"])
        np.testing.assert_array_equal(J["state", "body_mass"][i], expected["state", "body_mass"])


def test_worlds_have_their_own_models(m):
    batch, other = moved(m), models.load("humanoid")
    other.dof_damping *= 3
    batch.set_models([m, other] * 2 + [m])
    A = batch.jacobian(of="state").A
    np.testing.assert_array_equal(A[1], gradients.jacobian(other, world(m, batch, 1), of="state").A)
    np.testing.assert_array_equal(A[2], gradients.jacobian(m, world(m, batch, 2), of="state").A)


def test_worlds_that_fail_are_named_and_the_others_run_on(m):
    batch = moved(m)
    batch.bind("qvel")[3, 2] = np.nan
    with pytest.raises(
        gelenk.batch.SimulationError, match=r"1 of 5 worlds failed \(3\).*d.qvel\[2\] must be finite"
    ):
        batch.jacobian()
    assert batch.status.tolist() == [0, 0, 0, 1, 0] and "qvel" in batch.error(3)
    assert np.isfinite(batch.jacobian(ids=[0, 1, 2, 4]).A).all()


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda b: b.jacobian(of="qaccc"), ValueError, "did you mean 'qacc'"),
        (lambda b: b.jacobian(by=3), TypeError, "by must be a name"),
        (lambda b: b.jacobian(of="qfrc_inverse", by="qvel"), ValueError, "worlds of a batch do not keep"),
        (lambda b: b.jacobian(ids=[7]), ValueError, "ids must be in"),
        (lambda b: b.jvp({}), ValueError, "at least one direction"),
        (
            lambda b: b.jvp({"qvel": np.ones(3)}),
            ValueError,
            r"must have the shape \(27,\), or \(5, 27\) for one in each",
        ),
        (lambda b: b.jvp({"qvel": "a"}), TypeError, "must have numbers"),
        (lambda b: b.jvp(["qvel"]), TypeError, "tangents must be a mapping"),
        (lambda b: b.vjp(["state"]), TypeError, "weights must be a mapping"),
        (lambda b: b.vjp({}), ValueError, "at least one result"),
        (lambda b: b.vjp({"state": np.full(54, np.nan)}), ValueError, "must be finite"),
    ],
)
def test_wrong_arguments_are_told(m, call, error, words):
    batch = moved(m)
    with pytest.raises(error, match=words):
        call(batch)
    assert not batch.status.any()


def test_features_of_the_model_without_a_rule_are_refused_by_name():
    m = gelenk.MjModel.from_xml_string('<mujoco><option integrator="discrete"/></mujoco>')
    with pytest.raises(gradients.Unsupported, match="discrete"):
        Batch(m, 2).jacobian()


def test_batches_on_gpus_refuse():
    from gelenk.batch.device.gpu_batch import GpuBatch

    class There(GpuBatch):
        """A batch on a GPU, without one."""

        device = "cuda:0"

        def __init__(self):
            pass

    there = object.__new__(There)
    for call in (there.jacobian, lambda: there.jvp({"qvel": [1]}), lambda: there.vjp({"state": [1]})):
        with pytest.raises(ValueError, match="batches on cuda:0 have no exact derivatives; use device='cpu'"):
            call()


def test_a_closed_batch_refuses(m):
    batch = moved(m)
    batch.close()
    with pytest.raises(RuntimeError, match="closed"):
        batch.jacobian()
