"""Tasks on a batch are gymnasium's: same spaces, seeds, observations, rewards and ends, step by step."""

import gymnasium
import numpy as np
import pytest

from gelenk.envs import TASKS, make_vec
from tests.envs.gymnasium_here import gelenk_under_gymnasium  # noqa: F401  a fixture of this module
from tests.support.tolerance import tol

NUM = 3
CLOSE = 1e-9  # sums of squares and of masses are added up in another order, in float32 for actions: see below


def reference(id, mode="NextStep", **options):
    """gymnasium's own vector of the task."""
    mode = gymnasium.vector.AutoresetMode(mode)
    return gymnasium.make_vec(
        id, NUM, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **options
    )


def same_infos(theirs, ours, where=""):
    """The same names, of the same worlds, with the same numbers; what is told of no world may be there or not."""

    def told(infos):
        masks = {
            name[1:]: mask for name, mask in infos.items() if name[0] == "_" and not name.startswith("_final")
        }
        return {name: (infos[name][mask], mask) for name, mask in masks.items() if mask.any()}

    a, b = told(theirs), told(ours)
    assert a.keys() == b.keys(), where
    for name, (values, mask) in a.items():
        assert np.array_equal(mask, b[name][1]), f"{where}: {name}"
        # costs of actions are squared and summed in float32
        assert np.allclose(np.stack(list(values)), b[name][0], rtol=tol(1e-6), atol=tol(1e-6)), (
            f"{where}: {name}"
        )


@pytest.mark.parametrize("id", sorted(TASKS))
def test_every_task_is_that_of_gymnasium_step_by_step(id):
    theirs, ours = reference(id), make_vec(id, NUM, nthread=2)
    assert ours.single_action_space == theirs.single_action_space
    assert ours.single_observation_space.shape == theirs.single_observation_space.shape
    assert ours.single_observation_space.dtype == theirs.single_observation_space.dtype
    a, b = theirs.reset(seed=7), ours.reset(seed=7)
    assert np.array_equal(a[0], b[0])
    same_infos(a[1], b[1], f"{id}, reset")
    random = np.random.default_rng(0)
    low, high = ours.single_action_space.low, ours.single_action_space.high
    for t in range(120):
        action = random.uniform(low, high, (NUM, *low.shape)).astype(np.float32)
        a, b = theirs.step(action), ours.step(action)
        where = f"{id}, step {t}"
        assert np.allclose(a[0], b[0], rtol=tol(CLOSE), atol=tol(CLOSE)), where
        # rewards have costs of actions that are squared and summed in float32
        assert np.allclose(a[1], b[1], rtol=tol(1e-6), atol=tol(1e-6)), where
        assert np.array_equal(a[2], b[2]) and np.array_equal(a[3], b[3]), where
        same_infos(a[4], b[4], where)
    theirs.close()
    ours.close()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_episodes_end_and_begin_as_gymnasium_does(mode):
    theirs, ours = reference("Hopper-v5", mode), make_vec("Hopper-v5", NUM, autoreset_mode=mode)
    theirs.reset(seed=[3, 5, 8])
    ours.reset(seed=[3, 5, 8])
    random, ended = np.random.default_rng(1), 0
    for _ in range(150):
        action = random.uniform(-1, 1, (NUM, 3)).astype(np.float32)
        a, b = theirs.step(action), ours.step(action)
        assert np.allclose(a[0], b[0], rtol=tol(CLOSE), atol=tol(CLOSE))
        assert np.allclose(a[1], b[1], rtol=tol(1e-6), atol=tol(1e-6))
        assert np.array_equal(a[2], b[2]) and np.array_equal(a[3], b[3])
        ended += a[2].sum()
        same_infos(a[4], b[4])
        if "final_info" in a[4]:
            same_infos(a[4]["final_info"], b[4]["final_info"])
        for i in np.flatnonzero(a[4].get("_final_obs", [])):
            assert np.allclose(a[4]["final_obs"][i], b[4]["final_obs"][i], rtol=tol(CLOSE), atol=tol(CLOSE))
    assert ended > 3
    theirs.close()
    ours.close()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_whether_a_pendulum_survives_is_told_in_whole_numbers_as_gymnasium_does(mode):
    id = "InvertedPendulum-v5"
    theirs, ours = reference(id, mode), make_vec(id, NUM, autoreset_mode=mode)
    theirs.reset(seed=1)
    ours.reset(seed=1)
    kinds = set()
    for _ in range(30):
        action = np.full((NUM, 1), 3, np.float32)
        a, b = theirs.step(action)[4], ours.step(action)[4]
        for x, y in ((a, b), (a.get("final_info", {}), b.get("final_info", {}))):
            if "reward_survive" in x:
                assert x["reward_survive"].dtype == y["reward_survive"].dtype
                kinds.add(y["reward_survive"].dtype.kind)
    assert kinds == {"i"}
    theirs.close()
    ours.close()


def test_episodes_are_cut_at_their_limit_and_by_hand_where_nothing_is_reset():
    env = make_vec("Reacher-v5", 4, max_episode_steps=3, autoreset_mode="Disabled")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros((4, 2)))
    env.reset(seed=0)
    for t in range(3):
        cut = env.step(np.zeros((4, 2)))[3]
        assert cut.all() == (t == 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros((4, 2)))
    env.reset(options={"reset_mask": np.ones(4, bool)})
    assert not env.step(np.zeros((4, 2)))[3].any()


def test_wrong_arguments_are_named():
    with pytest.raises(ValueError, match="Ant-v5"):
        make_vec("Ant-v4")
    with pytest.raises(TypeError, match="ctrl_cost_weight"):
        make_vec("Ant-v5", 2, ctrl_cost_wieght=1)
    env = make_vec("Ant-v5", 2)
    with pytest.raises(ValueError, match="seeds"):
        env.reset(seed=[1])
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions"):
        env.step(np.zeros((3, 8)))
