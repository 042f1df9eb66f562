"""`gelenk train` learns, shows what it learns, and writes policy, curve and film."""

import numpy as np
import pytest
from typer.testing import CliRunner

import gelenk
from gelenk.cli import arguments, main, train
from gelenk.envs import TASKS
from gelenk.envs.random_search import SETTINGS, Policy, RandomSearch, Settings
from gelenk.tables.enums import mjtObj
from tests.viewer.page import Page, until

SMALL = Settings(4, 2, 0.02, 0.025)


def run(*arguments):
    return CliRunner().invoke(main.app, ["train", *map(str, arguments)])


def test_a_search_finds_better_policies_and_equal_seeds_give_equal_policies():
    def searched(threads):
        search = RandomSearch("InvertedPendulum-v5", SMALL, seed=3, nthread=threads)
        rounds = [search.round() for _ in range(12)]
        return rounds, search.best

    rounds, best = searched(1)
    assert best.mean_return > rounds[0].policy + 20
    assert best.mean_return == max(r.policy for r in rounds)
    again, same = searched(2)
    assert again == rounds and np.array_equal(same.matrix, best.matrix)


def test_the_bonus_for_staying_alive_is_not_what_directions_are_compared_by():
    search = RandomSearch("Hopper-v5", SMALL, max_episode_steps=20)
    assert search.bonus == search.env.given["healthy_reward"] == 1.0
    before = search.policy.matrix
    total, length = search._run_episodes(np.zeros((12, 3, 11)), list(range(12)))
    assert (total - length < total).all() and (length <= 20).all()
    search.round()
    assert not np.array_equal(search.policy.matrix, before)


def test_settings_are_of_tasks_that_exist():
    assert {*SETTINGS} <= {*TASKS}


def test_the_command_writes_a_policy_that_plays_as_well_as_it_says(tmp_path):
    done = run("Reacher-v5", "--rounds", "3", "--no-view", "-o", tmp_path / "pole")
    assert done.exit_code == 0, done.output
    assert "round    3" in done.output and "steps/s" in done.output
    policy = Policy.load(tmp_path / "pole.npz")
    assert policy.task == "Reacher-v5" and policy.matrix.shape == (2, 10)
    assert (tmp_path / "pole.png").stat().st_size > 5000
    films = [p for p in tmp_path.iterdir() if p.suffix in (".mp4", ".gif")]
    assert len(films) == 1 and films[0].stat().st_size > 1000
    player = train.PolicyPlayer(policy.task)
    while not player.over:
        player.step(policy)
    assert player.steps == 50 and player.d.time == pytest.approx(player.steps * player.env.dt)
    more = run("--policy", tmp_path / "pole.npz", "--rounds", "1", "--no-view", "-o", tmp_path / "on")
    assert more.exit_code == 0 and Policy.load(tmp_path / "on.npz").mean_return >= policy.mean_return


def test_help_lists_the_environments_and_an_unknown_one_gets_a_hint(tmp_path):
    assert all(task in run("--help").output for task in TASKS)
    done = run("Hoper-v5")
    assert done.exit_code == 1 and "did you mean 'Hopper-v5'" in done.output
    assert "name an environment" in run().output
    assert "add --policy" in run("Hopper-v5", "--show").output
    assert "no folder" in run("Hopper-v5", "-o", tmp_path / "nowhere" / "x").output
    (tmp_path / "no.npz").write_bytes(b"nothing")
    assert "is not a policy" in run("--policy", tmp_path / "no.npz").output


@pytest.mark.parametrize("task", sorted(TASKS))
def test_the_camera_of_a_film_is_near_enough_to_see_how_a_body_moves(task):
    m = train.BatchEnv(task, 1).batch.get_model(0)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    numbers = gelenk.render.pictures(m, d, train.following_camera(m), 160, 120, "segmentation")[0, 0]
    shown = (numbers[..., 1] == int(mjtObj.mjOBJ_GEOM)) & (numbers[..., 0] >= 0)
    rows, columns = np.nonzero(shown & (m.body_weldid[m.geom_bodyid] != 0)[numbers[..., 0]])
    assert 0.25 < max(np.ptp(rows) / 120, np.ptp(columns) / 160) < 0.95


def test_what_is_missing_is_told_before_the_work(monkeypatch, tmp_path):
    found = arguments.find_spec
    gone = {"imageio"}
    monkeypatch.setattr(arguments, "find_spec", lambda name: None if name in gone else found(name))
    files, missing = train.output_paths(tmp_path / "x")
    assert files["film"].suffix == ".gif" and "gelenk[video]" in missing[0]
    gone |= {"PIL", "matplotlib"}
    files, missing = train.output_paths(tmp_path / "x")
    assert [*files] == ["policy"] and len(missing) == 2


def test_ctrl_c_keeps_the_best_policy(monkeypatch, tmp_path):
    done, plain = [], RandomSearch.round

    def interrupted(self):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(plain(self))
        return done[-1]

    monkeypatch.setattr(RandomSearch, "round", interrupted)
    files = {"policy": tmp_path / "p.npz"}
    monkeypatch.setattr(train, "output_paths", lambda stem: (files, []))
    search_return = run("InvertedPendulum-v5", "--no-view", "-o", tmp_path / "p")
    assert search_return.exit_code == 0, search_return.output
    assert Policy.load(files["policy"]).mean_return == max(r.policy for r in done)


def test_a_page_sees_the_newest_policy_play_and_may_push_it(monkeypatch):
    monkeypatch.setenv("GELENK_VIEWER", "print")
    nothing = Policy("Hopper-v5", np.zeros((3, 11)), np.zeros(11), np.ones(11), 0.0)
    with train.live_page(nothing, True, port=0) as live, Page(live.handle.address) as page:
        page.wait(lambda p: p.scene.head["time"] > 0.02)
        newest = nothing._replace(matrix=np.ones((3, 11)))
        live.set_policy(train.CurvePoint(1.0, 1000, 5.0, 6.0), newest)
        until(lambda: page.pump(seconds=0.02) or live._playing is newest)
        page.wait(lambda p: "best policy" in p.overlays["texts"][0]["texts"][0]["left"])
        live.player.d.xfrc_applied[1, 0] = 5.0
        time = live.player.d.time
        until(lambda: page.pump(seconds=0.02) or live.player.d.time != time)
    assert not live.handle.is_running()
