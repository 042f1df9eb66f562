"""Implementation of `gelenk train`: learn a task by random search, shown live.

Documents: design / Batches; Programming / Visualization
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import gelenk
from gelenk.cli import animation, arguments
from gelenk.errors import nearest_of_all
from gelenk.tables.enums import mjtCamera, mjtFont, mjtGridPos, mjtState
from gelenk.toolchain.thread_start import start_thread
from gelenk.viewer import launch_passive

try:
    from gelenk.envs.random_search import Policy, RandomSearch
    from gelenk.envs.tasks import TASKS
    from gelenk.envs.vector import BatchEnv
except ImportError as error:
    raise gelenk.Error(f"gelenk train needs {error.name}: pip install 'gelenk[envs]'") from None

REPORT = 2.0  # interval between reports [s]
FILM_SECONDS = 10.0  # longest film [s]
Say = Callable[[str], None]


class CurvePoint(NamedTuple):
    """A round of the learning curve: seconds, steps, returns of the trials and of the policy."""

    seconds: float
    steps: int
    tried: float
    policy: float


def environment_names() -> list[str]:
    """Return the names of the environments."""
    return sorted(TASKS)


def check_environment(task: str) -> str:
    """Return the name of an environment; raise Error with a hint if it is unknown."""
    if task in TASKS:
        return task
    hint = nearest_of_all(task, environment_names(), "environments are")
    raise gelenk.Error(f"there is no environment '{task}'", hint=hint)


def output_paths(stem: Path) -> tuple[dict[str, Path], list[str]]:
    """Return the files that will be written, by kind, and notes on unavailable outputs."""
    found, missing = {"policy": stem.with_name(stem.name + ".npz")}, []
    arguments.check_writable(found["policy"])
    if arguments.find_spec("matplotlib") is not None:
        found["curve"] = stem.with_name(stem.name + ".png")
    else:
        missing.append("no plot of the learning curve: it needs matplotlib, pip install 'gelenk[cli]'")
    problem = arguments.video_problem()
    if not problem:
        found["film"] = stem.with_name(stem.name + ".mp4")
    elif arguments.find_spec("PIL") is not None:
        found["film"] = stem.with_name(stem.name + ".gif")
        missing.append(f"the film will be a .gif: {problem}")
    else:
        missing.append(f"no film: {problem}")
    return found, missing


# ---- learning


def learn(
    search: RandomSearch, seconds: float, rounds: int, say: Say, told: Callable[[CurvePoint], None]
) -> list[CurvePoint]:
    """Search until time or rounds are over, or Ctrl-C; return the learning curve."""
    curve: list[CurvePoint] = []
    start = reported = time.perf_counter()
    steps = 0
    with contextlib.suppress(KeyboardInterrupt):
        while not (rounds and len(curve) >= rounds):
            found = search.round()
            now = time.perf_counter()
            steps += found.steps
            curve.append(CurvePoint(now - start, steps, found.tried, found.policy))
            told(curve[-1])
            over = now - start >= seconds if not rounds else len(curve) >= rounds
            if now - reported >= REPORT or over or len(curve) == 1:
                reported = now
                say(progress_line(len(curve), curve[-1], search.best.mean_return))
            if over:
                break
    return curve


def progress_line(number: int, point: CurvePoint, best: float) -> str:
    """Return a line of progress."""
    speed = point.steps / max(point.seconds, 1e-9)
    return (
        f"{point.seconds:5.0f} s   round {number:4d}   return {point.policy:7.1f}   best {best:7.1f}   "
        f"{speed:9,.0f} steps/s"
    )


# ---- playing


class PolicyPlayer:
    """One world that plays a policy, and its MjData."""

    def __init__(self, task: str, seed: int = 0) -> None:
        self.env = BatchEnv(task, 1, nthread=1)
        self.m = self.env.batch.get_model(0)
        self.d = gelenk.MjData(self.m)
        actions: Any = self.env.single_action_space  # a Box
        self.low, self.high = actions.low, actions.high
        self.seed, self.total, self.steps, self.over = seed, 0.0, 0, False
        self.reset()

    def reset(self) -> None:
        """Start an episode."""
        self.seen = self.env.reset(seed=self.seed)[0]
        self.seed, self.total, self.steps, self.over = self.seed + 1, 0.0, 0, False
        gelenk.mj_setState(self.m, self.d, self.env.batch.state[0], mjtState.mjSTATE_INTEGRATION)
        gelenk.mj_forward(self.m, self.d)

    def step(self, policy: Policy) -> None:
        """Make a step of the task, from the state and mouse forces in the MjData."""
        gelenk.mj_getState(self.m, self.d, self.env.batch.state[0], mjtState.mjSTATE_INTEGRATION)
        action = np.clip(policy(self.seen), self.low, self.high)
        self.seen, reward, ended, cut, _ = self.env.step(action)
        self.total += float(reward[0])
        self.steps += 1
        self.over = bool(ended[0] or cut[0])
        gelenk.mj_setState(self.m, self.d, self.env.batch.state[0], mjtState.mjSTATE_INTEGRATION)
        gelenk.mj_forward(self.m, self.d)


def write_film(policy: Policy, path: Path, tries: int = 5) -> None:
    """Write a film of the best of some episodes of a policy, its first seconds."""
    best: tuple[float, np.ndarray] = (-np.inf, np.zeros(0))
    player = PolicyPlayer(policy.task, seed=1000)
    for _ in range(tries):
        player.reset()
        states = [player.d.qpos.copy()]
        while not player.over:
            player.step(policy)
            states.append(player.d.qpos.copy())
        if player.total > best[0]:
            best = player.total, np.array(states)
    qpos = best[1][: 1 + round(FILM_SECONDS / player.env.dt)]
    times = player.env.dt * np.arange(len(qpos))
    animation.save_film(path, player.m, times, qpos, following_camera(player.m))


def following_camera(m: Any) -> Any:
    """Return a camera that follows the first moving body, from the side or from above."""
    cam = gelenk.MjvCamera()
    gelenk.mjv_defaultFreeCamera(m, cam)
    moving = np.flatnonzero(m.body_weldid != 0)
    if len(moving):
        d = gelenk.MjData(m)
        gelenk.mj_forward(m, d)
        length, width, height = np.ptp(animation.bounds_of_scene(m, d), axis=1)
        flat = height < 0.3 * max(length, width)
        cam.type, cam.trackbodyid = int(mjtCamera.mjCAMERA_TRACKING), int(moving[0])
        cam.azimuth, cam.elevation = 90.0, -45.0 if flat else -12.0
        cam.distance = 2.2 * max(height, 0.65 * length, 0.65 * width)
    return cam


def plot_curve(curve: list[CurvePoint], task: str, path: Path) -> None:
    """Draw the learning curve."""
    from matplotlib.figure import Figure

    values = np.array(curve, float)
    fig = Figure(figsize=(6.5, 3.6), layout="constrained")
    ax = fig.subplots()
    ax.plot(values[:, 0], values[:, 2], color="0.6", linewidth=1.0, label="policies tried (mean)")
    ax.plot(values[:, 0], values[:, 3], color="tab:blue", linewidth=1.2, label="the policy")
    ax.plot(
        values[:, 0], np.maximum.accumulate(values[:, 3]), color="tab:orange", linewidth=1.6, label="the best"
    )
    ax.set_title(f"{task}: random search of a linear policy, {values[-1, 1]:,.0f} steps", fontsize=10)
    ax.set_xlabel("time [s]", fontsize=9)
    ax.set_ylabel("return", fontsize=9)
    ax.tick_params(labelsize=8)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, fontsize=8)
    fig.savefig(path, dpi=150)


# ---- the page


class LivePage:
    """A viewer in which a thread plays the newest policy in real time.

    The thread waits while no page is connected.

    settings   of launch_passive: port, host, browser
    """

    def __init__(self, task: str, policy: Policy, **settings: Any) -> None:
        self.player, self.policy = PolicyPlayer(task), policy
        self.curve: list[CurvePoint] = []
        self._playing = policy
        self._stopped = False
        self.handle = launch_passive(
            self.player.m, self.player.d, show_left_ui=False, show_right_ui=False, **settings
        )
        with self.handle.lock():
            cam, own = self.handle.cam, following_camera(self.player.m)
            for name in ("type", "trackbodyid", "azimuth", "elevation", "distance"):
                setattr(cam, name, getattr(own, name))
        self._running = start_thread(self._play, "gelenk-train-page")

    def set_policy(self, point: CurvePoint, policy: Policy) -> None:
        """Take the newest policy, which the next episode plays."""
        self.curve.append(point)
        self.policy = policy

    def _play(self) -> None:
        due = time.perf_counter()
        while not self._stopped and self.handle.is_running():
            if not self.handle.has_pages:
                time.sleep(0.1)
                due = time.perf_counter()
                continue
            if self.player.over:
                time.sleep(0.4)
                self.player.reset()
                self._playing = self.policy
                due = time.perf_counter()
            if self.player.steps % 25 == 0:
                self._write_texts()
            self.player.step(self._playing)
            self.handle.sync()
            due = max(due + self.player.env.dt, time.perf_counter() - 0.1)
            time.sleep(max(0.0, due - time.perf_counter()))

    def _write_texts(self) -> None:
        last = self.curve[-1] if self.curve else None
        rows = [("return of this episode", f"{self.player.total:.0f}")]
        if last is not None:
            best = max(point.policy for point in self.curve)
            rows += [("best policy", f"{best:.0f}"), ("round", f"{len(self.curve)}")]
            rows += [("learning", f"{last.seconds:.0f} s, {last.steps:,} steps")]
        left, right = zip(*rows, strict=True)
        grid = int(mjtGridPos.mjGRID_TOPLEFT)
        self.handle.set_texts((int(mjtFont.mjFONT_NORMAL), grid, "\n".join(left), "\n".join(right)))

    def wait(self) -> None:
        """Wait until the page is closed, or Ctrl-C."""
        with contextlib.suppress(KeyboardInterrupt):
            while self.handle.is_running():
                time.sleep(0.1)

    def close(self) -> None:
        """Stop playing, and close the page."""
        self._stopped = True
        if self._running.acquire(timeout=2.0):
            self._running.release()
        self.handle.close()


@contextlib.contextmanager
def live_page(policy: Policy, wanted: bool, **settings: Any) -> Iterator[LivePage | None]:
    """Show a policy while the context lasts, if it is wanted; yields the page or None."""
    page = LivePage(policy.task, policy, **settings) if wanted else None
    try:
        yield page
    finally:
        if page is not None:
            page.close()


# ---- the command


def show_policy(policy: Policy, **settings: Any) -> None:
    """Play a stored policy in a page until it is closed, or Ctrl-C."""
    with live_page(policy, True, **settings) as page:
        assert page is not None
        page.wait()


def run_training(
    task: str,
    stem: Path,
    seconds: float,
    rounds: int,
    seed: int,
    start: Policy | None,
    view: bool,
    say: Callable[[str, str], None],
    **settings: Any,
) -> None:
    """Learn a task, show the policy meanwhile, and write policy, curve and film.

    say        prints a line: a label and a text
    settings   of launch_passive: port, host, browser
    """
    files, missing = output_paths(stem)
    for text in missing:
        say("note", text)
    search = RandomSearch(task, None, seed, start)
    n, best, step, noise = search.settings
    how = f"{rounds} rounds" if rounds else f"{seconds:g} s"
    say(
        "learning",
        f"{task} for {how}: {n} directions, {best} used, step {step:g}, noise {noise:g}, seed {seed}",
    )
    say("", "Ctrl-C stops and keeps the best policy")
    with live_page(search.best, view, **settings) as page:

        def told(point: CurvePoint) -> None:
            if page is not None:
                page.set_policy(point, search.best)

        curve = learn(search, seconds, rounds, lambda text: say("", text), told)
        if not curve:
            raise gelenk.Error("stopped before the end of the first round: nothing was learned")
        search.env.close()
        with contextlib.suppress(KeyboardInterrupt):
            write_results(search.best, curve, files, say)
            if page is not None and page.handle.has_pages:
                say("showing", "the best policy, until the page is closed or Ctrl-C")
                page.wait()


def write_results(
    policy: Policy, curve: list[CurvePoint], files: dict[str, Path], say: Callable[[str, str], None]
) -> None:
    """Write the results, the policy first."""
    policy.save(files["policy"])
    say(
        "policy",
        f"{files['policy']}   return {policy.mean_return:.0f}; gelenk train --policy FILE --show plays it",
    )
    if "curve" in files:
        plot_curve(curve, policy.task, files["curve"])
        say("curve", str(files["curve"]))
    if "film" in files:
        write_film(policy, files["film"])
        say("film", str(files["film"]))
