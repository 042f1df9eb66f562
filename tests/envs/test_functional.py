"""Tasks as functions of states: pure, gymnasium's numbers, and no copies between libraries."""

import importlib
import sys

import gymnasium
import numpy as np
import pytest

from gelenk.envs import TASKS, get_environment
from tests.envs.gymnasium_here import gelenk_under_gymnasium  # noqa: F401  a fixture of this module
from tests.support.tolerance import tol

NUM = 3


def actions(env, count, seed=0):
    box = env._env.single_action_space
    random = np.random.default_rng(seed)
    return random.uniform(box.low, box.high, (count, env.num_envs, env.action_size)).astype(np.float32)


def equal(a, b):
    """Whether two states are the same to the last bit."""
    parts = [(a.obs, b.obs), (a.reward, b.reward), (a.done, b.done), *zip(a[0], b[0], strict=True)]
    parts += [(a.metrics[k], b.metrics[k]) for k in a.metrics] + [(a.info[k], b.info[k]) for k in a.info]
    return all(np.array_equal(x, y, equal_nan=True) for x, y in parts)


@pytest.mark.parametrize("id", sorted(TASKS))
def test_every_task_gives_the_numbers_of_gymnasium_from_the_same_state(id):
    env = get_environment(id, NUM, nthread=1)
    theirs = gymnasium.make(id)
    theirs.reset(seed=0)
    state = env.reset(seed=3)
    qpos, qvel = env._env.batch.qpos[1].copy(), env._env.batch.qvel[1].copy()
    theirs.unwrapped.set_state(qpos, qvel)
    for t, action in enumerate(actions(env, 20)):
        seen, reward, over, cut, info = theirs.step(action[1])
        state = env.step(state, action)
        where = f"{id}, step {t}"
        close = {"rtol": tol(1e-6), "atol": tol(1e-6)}  # actions are squared and summed in float32
        assert np.allclose(state.info["final_obs"][1], seen, rtol=tol(1e-9), atol=tol(1e-9)), where
        assert np.isclose(state.reward[1], reward, **close) and state.done[1] == (over or cut), where
        assert {k for k in state.metrics if k in info} == set(info), where
        assert all(np.allclose(state.metrics[k][1], info[k], **close) for k in info), where
        if over or cut:
            break
    env.close()


@pytest.mark.parametrize("id", ["Ant-v5", "Hopper-v5", "Humanoid-v5"])
def test_a_step_is_a_function_of_state_and_action(id):
    env, other = get_environment(id, NUM, nthread=2), get_environment(id, NUM, nthread=1)
    tried = actions(env, 60)
    states = [env.reset(seed=5)]
    for action in tried:
        states.append(env.step(states[-1], action))
    assert any(state.done.any() for state in states) or id == "Ant-v5"
    for t in (40, 3, 59, 0):  # in any order, and by another environment
        again = env.step(states[t], tried[t])
        assert equal(again, states[t + 1])
        assert equal(other.step(states[t], tried[t]), again)
    assert equal(other.reset(seed=5), states[0])
    assert not np.array_equal(env.reset(seed=6).obs, states[0].obs)


def test_episodes_end_are_cut_and_start_anew():
    env = get_environment("Hopper-v5", 4, max_episode_steps=30)
    state = env.reset(seed=1)
    ended = cut = 0
    for action in actions(env, 70):
        before, state = state, env.step(state, action)
        done = state.done == 1
        assert np.array_equal(state.info["steps"], np.where(done, 0, before.info["steps"] + 1))
        assert np.array_equal((state.obs != state.info["final_obs"]).any(axis=1), done)
        assert np.array_equal(state.pipeline_state.episodes - before.pipeline_state.episodes, done)
        ended, cut = ended + int(done.sum()), cut + int(state.info["truncation"].sum())
    assert ended > cut >= 1
    still = get_environment("Reacher-v5", 2, max_episode_steps=2, auto_reset=False)
    state = still.reset()
    for _ in range(3):
        state = still.step(state, np.zeros((2, 2)))
    assert state.done.all() and (state.info["steps"] == 3).all()


class Foreign:
    """An array of a library that has nothing but DLPack."""

    def __init__(self, array):
        self.array, self.taken = array, 0

    def __dlpack__(self, **more):
        self.taken += 1
        return self.array.__dlpack__(**more)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class OnDevice(Foreign):
    def __dlpack_device__(self):
        return 2, 0


def test_arrays_change_hands_without_a_copy():
    given = []

    def library(array):
        given.append(array)
        return Foreign(array)

    env = get_environment("InvertedPendulum-v5", 2, library=library)
    state = env.reset()
    action = Foreign(np.full((2, 1), 0.5))
    taken = env._import_actions(action)
    assert np.shares_memory(taken, action.array)
    new = env.step(state, action)
    assert isinstance(new.obs, Foreign) and np.shares_memory(np.from_dlpack(new.obs), new.obs.array)
    assert len({id(array) for array in given}) == len(given)  # each state has arrays of its own
    assert not np.shares_memory(state.obs.array, new.obs.array)
    with pytest.raises(ValueError, match="on a GPU"):
        env.step(state, OnDevice(action.array))


def test_arrays_of_torch_are_the_memory_of_numpy():
    torch = pytest.importorskip("torch", reason="needs torch: pip install 'gelenk[learn]'")
    env = get_environment("InvertedPendulum-v5", 2, library="torch", dtype="float32")
    plain = get_environment("InvertedPendulum-v5", 2, dtype="float32")
    a, b = env.reset(seed=2), plain.reset(seed=2)
    for _ in range(5):
        action = (-a.obs[:, 1:2]).contiguous()
        assert env._import_actions(action).ctypes.data == action.data_ptr()
        a, b = env.step(a, action), plain.step(b, -b.obs[:, 1:2])
        assert isinstance(a.obs, torch.Tensor) and a.obs.dtype == torch.float32
        assert np.array_equal(a.obs.numpy(), b.obs) and np.array_equal(a.reward.numpy(), b.reward)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: get_environment("Ant-v4"), ValueError, "Ant-v5"),
        (
            lambda: get_environment("Ant-v5", library="tensorflow"),
            ValueError,
            "library must be one of numpy, torch",
        ),
        (lambda: get_environment("Ant-v5", dtype="int32"), ValueError, "float32 or float64"),
        (lambda: _small().step(_small().reset(), np.zeros((3, 8))), ValueError, "actions must be of shape"),
        (
            lambda: _small().step(get_environment("Reacher-v5", 5).reset(), np.zeros((2, 2))),
            ValueError,
            "has shape",
        ),
    ],
)
def test_wrong_arguments_are_named(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_without_jax_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "jax", None)
    monkeypatch.delitem(sys.modules, "gelenk.envs.jitted", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'gelenk\[jax\]'"):
        importlib.import_module("gelenk.envs.jitted")


def _small():
    return get_environment("Reacher-v5", 2)
