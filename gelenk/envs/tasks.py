"""Tasks: observations, rewards, terminations and initial states, for all worlds at once.

Documents: design / Batches

The formulas and the names of arguments are those that gymnasium documents for its environments of version 5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gelenk.batch import Batch

Array = np.ndarray
Draw = Callable[[Any, np.random.Generator], tuple[Array, Array]]


class StepContext(NamedTuple):
    """A batch after its steps, the ids of the worlds, their actions, and the values of `keep`."""

    batch: Batch
    ids: Array
    action: Array
    kept: Array
    dt: float
    given: dict[str, Any]

    def field_rows(self, name: str) -> Array:
        """Return the rows of a field for these worlds."""
        return self.batch.bind(name)[self.ids]


class Scores(NamedTuple):
    """Rewards (n), terminations (n), and parts of the rewards by name."""

    reward: Array
    terminated: Array
    info: dict[str, Array]


class Task(NamedTuple):
    """A task: a model, and functions of all worlds at once.

    observe   (batch, worlds, arguments) -> observations (n, k)
    score     StepContext -> Scores
    draw      (environment, random generator of a world) -> initial qpos, qvel
    keep      (batch, worlds) -> values before the steps that score needs
    position_info   (environment, worlds) -> infos about positions, after steps and after resets
    forces    whether forces between bodies are observed, which requires mj_rnePostConstraint
    """

    model: str
    frame_skip: int
    steps: int
    given: dict[str, Any]
    observe: Callable[[Batch, Array, dict[str, Any]], Array]
    score: Callable[[StepContext], Scores]
    draw: Draw
    keep: Callable[[Batch, Array], Array] = lambda batch, ids: batch.qpos[ids, 0]
    position_info: Callable[[Any, Array], dict[str, Array]] = lambda env, ids: {}
    forces: bool = False


# ---- initial states


def draw_near_initial(normal: bool) -> Draw:
    """Return a function that draws a state near the initial one.

    Positions are uniform, velocities normal or uniform.
    """

    def draw(env: Any, random: np.random.Generator) -> tuple[Array, Array]:
        noise = env.given["reset_noise_scale"]
        qpos = env.qpos + random.uniform(low=-noise, high=noise, size=env.qpos.size)
        if normal:
            return qpos, env.qvel + noise * random.standard_normal(env.qvel.size)
        return qpos, env.qvel + random.uniform(low=-noise, high=noise, size=env.qvel.size)

    return draw


def _draw_reacher(env: Any, random: np.random.Generator) -> tuple[Array, Array]:
    qpos = random.uniform(low=-0.1, high=0.1, size=env.qpos.size) + env.qpos
    while True:
        goal = random.uniform(low=-0.2, high=0.2, size=2)
        if np.linalg.norm(goal) < 0.2:
            break
    qpos[-2:] = goal
    qvel = env.qvel + random.uniform(low=-0.005, high=0.005, size=env.qvel.size)
    qvel[-2:] = 0
    return qpos, qvel


def _draw_pusher(env: Any, random: np.random.Generator) -> tuple[Array, Array]:
    qpos = env.qpos.copy()
    while True:
        place = np.concatenate(
            [random.uniform(low=-0.3, high=0, size=1), random.uniform(low=-0.2, high=0.2, size=1)]
        )
        if np.linalg.norm(place) > 0.17:
            break
    qpos[-4:-2], qpos[-2:] = place, 0
    qvel = env.qvel + random.uniform(low=-0.005, high=0.005, size=env.qvel.size)
    qvel[-4:] = 0
    return qpos, qvel


# ---- infos about positions


def _x_position(env: Any, ids: Array) -> dict[str, Array]:
    return {"x_position": env.batch.qpos[ids, 0]}


def _height_above(axis: int) -> Callable[[Any, Array], dict[str, Array]]:
    def told(env: Any, ids: Array) -> dict[str, Array]:
        return {"z_distance_from_origin": env.batch.qpos[ids, axis] - env.qpos[axis]}

    return told


def _distance_from_origin(env: Any, ids: Array) -> dict[str, Array]:
    at = env.batch.qpos[ids, :2]
    return {"y_position": at[:, 1], "distance_from_origin": np.linalg.norm(at, axis=1)}


def _tendon_info(env: Any, ids: Array) -> dict[str, Array]:
    return {f"tendon_{name}": env.batch.bind(f"ten_{name}")[ids] for name in ("length", "velocity")}


def _y_position(env: Any, ids: Array) -> dict[str, Array]:
    return {"y_position": env.batch.qpos[ids, 1]}


def _combine_infos(
    *parts: Callable[[Any, Array], dict[str, Array]],
) -> Callable[[Any, Array], dict[str, Array]]:
    """Combine several functions of infos into one."""

    def told(env: Any, ids: Array) -> dict[str, Array]:
        return {name: value for part in parts for name, value in part(env, ids).items()}

    return told


# ---- planar runners: half cheetah, swimmer, hopper, walker


def _observe_runner(skip: int) -> Callable[[Batch, Array, dict[str, Any]], Array]:
    def observe(batch: Batch, ids: Array, given: dict[str, Any]) -> Array:
        first = skip if given["exclude_current_positions_from_observation"] else 0
        return np.concatenate([batch.qpos[ids, first:], batch.qvel[ids]], axis=1)

    return observe


def _observe_walker(batch: Batch, ids: Array, given: dict[str, Any]) -> Array:
    first = 1 if given["exclude_current_positions_from_observation"] else 0
    return np.concatenate([batch.qpos[ids, first:], np.clip(batch.qvel[ids], -10, 10)], axis=1)


def _control_cost(now: StepContext) -> Array:
    return np.asarray(now.given["ctrl_cost_weight"] * np.sum(np.square(now.action), axis=1), np.float64)


def _score_runner(now: StepContext) -> Scores:
    speed = (now.field_rows("qpos")[:, 0] - now.kept) / now.dt
    forward, effort = now.given["forward_reward_weight"] * speed, _control_cost(now)
    info = {"x_velocity": speed, "reward_forward": forward, "reward_ctrl": -effort}
    return Scores(forward - effort, np.zeros(len(speed), bool), info)


def _score_swimmer(now: StepContext) -> Scores:
    speed = (now.field_rows("qpos")[:, :2] - now.kept) / now.dt
    forward, effort = now.given["forward_reward_weight"] * speed[:, 0], _control_cost(now)
    info = {"x_velocity": speed[:, 0], "y_velocity": speed[:, 1]}
    info |= {"reward_forward": forward, "reward_ctrl": -effort}
    return Scores(forward - effort, np.zeros(len(speed), bool), info)


def _is_healthy(now: StepContext) -> Array:
    qpos, given = now.field_rows("qpos"), now.given
    low, high = given["healthy_z_range"]
    least, most = given["healthy_angle_range"]
    good = (low < qpos[:, 1]) & (qpos[:, 1] < high) & (least < qpos[:, 2]) & (qpos[:, 2] < most)
    if "healthy_state_range" in given:
        state = np.concatenate([qpos, now.field_rows("qvel")], axis=1)[:, 2:]
        least, most = given["healthy_state_range"]
        good &= ((least < state) & (state < most)).all(axis=1)
    return good


def _score_walker(now: StepContext) -> Scores:
    speed = (now.field_rows("qpos")[:, 0] - now.kept) / now.dt
    good = _is_healthy(now)
    forward, effort = now.given["forward_reward_weight"] * speed, _control_cost(now)
    survive = good * now.given["healthy_reward"]
    ended = ~good & now.given["terminate_when_unhealthy"]
    info = {"x_velocity": speed, "reward_forward": forward, "reward_ctrl": -effort, "reward_survive": survive}
    return Scores(forward + survive - effort, ended, info)


# ---- ant and humanoid


def _keep_main(batch: Batch, ids: Array) -> Array:
    return batch.bind("xpos")[ids, 1, :2].copy()


def _contact_forces(now: Batch, ids: Array, given: dict[str, Any]) -> Array:
    return np.clip(now.bind("cfrc_ext")[ids], *given["contact_force_range"])


def _observe_ant(batch: Batch, ids: Array, given: dict[str, Any]) -> Array:
    first = 2 if given["exclude_current_positions_from_observation"] else 0
    parts = [batch.qpos[ids, first:], batch.qvel[ids]]
    if given["include_cfrc_ext_in_observation"]:
        parts.append(_contact_forces(batch, ids, given)[:, 1:].reshape(len(ids), -1))
    return np.concatenate(parts, axis=1)


def _score_ant(now: StepContext) -> Scores:
    given = now.given
    speed = (_keep_main(now.batch, now.ids) - now.kept) / now.dt
    state = np.concatenate([now.field_rows("qpos"), now.field_rows("qvel")], axis=1)
    low, high = given["healthy_z_range"]
    good = np.isfinite(state).all(axis=1) & (low <= state[:, 2]) & (state[:, 2] <= high)
    forward, survive = speed[:, 0] * given["forward_reward_weight"], good * given["healthy_reward"]
    touch = given["contact_cost_weight"] * np.square(_contact_forces(now.batch, now.ids, given)).sum(
        axis=(1, 2)
    )
    effort = _control_cost(now)
    info = {"x_velocity": speed[:, 0], "y_velocity": speed[:, 1], "reward_forward": forward}
    info |= {"reward_ctrl": -effort, "reward_contact": -touch, "reward_survive": survive}
    return Scores(forward + survive - (effort + touch), ~good & given["terminate_when_unhealthy"], info)


def _center_of_mass(batch: Batch, ids: Array) -> Array:
    mass = batch.model.body_mass[:, None]
    return (np.sum(mass * batch.bind("xipos")[ids], axis=1) / mass.sum())[:, :2]


def _observe_humanoid(batch: Batch, ids: Array, given: dict[str, Any]) -> Array:
    first = 2 if given["exclude_current_positions_from_observation"] else 0
    n = len(ids)
    parts = [batch.qpos[ids, first:], batch.qvel[ids]]
    for name, included in (("cinert", "cinert"), ("cvel", "cvel")):
        if given[f"include_{included}_in_observation"]:
            parts.append(batch.bind(name)[ids, 1:].reshape(n, -1))
    if given["include_qfrc_actuator_in_observation"]:
        parts.append(batch.bind("qfrc_actuator")[ids, 6:])
    if given["include_cfrc_ext_in_observation"]:
        parts.append(batch.bind("cfrc_ext")[ids, 1:].reshape(n, -1))
    return np.concatenate(parts, axis=1)


def _impact_cost(now: StepContext, weight: str, bounds: str) -> Array:
    forces = np.square(now.field_rows("cfrc_ext")).sum(axis=(1, 2))
    return np.clip(now.given[weight] * forces, *now.given[bounds])


def _score_humanoid(now: StepContext) -> Scores:
    given = now.given
    speed = (_center_of_mass(now.batch, now.ids) - now.kept) / now.dt
    low, high = given["healthy_z_range"]
    height = now.field_rows("qpos")[:, 2]
    good = (low < height) & (height < high)
    forward, survive = given["forward_reward_weight"] * speed[:, 0], good * given["healthy_reward"]
    effort, touch = _control_cost(now), _impact_cost(now, "contact_cost_weight", "contact_cost_range")
    info = {"x_velocity": speed[:, 0], "y_velocity": speed[:, 1], "reward_forward": forward}
    info |= {"reward_ctrl": -effort, "reward_contact": -touch, "reward_survive": survive}
    return Scores(forward + survive - (effort + touch), ~good & given["terminate_when_unhealthy"], info)


def _score_standup(now: StepContext) -> Scores:
    up = now.given["uph_cost_weight"] * now.field_rows("qpos")[:, 2] / now.batch.model.opt.timestep
    effort, touch = _control_cost(now), _impact_cost(now, "impact_cost_weight", "impact_cost_range")
    info = {"reward_linup": up, "reward_quadctrl": -effort, "reward_impact": -touch}
    return Scores(up - effort - touch + 1, np.zeros(len(up), bool), info)


# ---- pendulums


def _observe_pendulum(batch: Batch, ids: Array, given: dict[str, Any]) -> Array:
    return np.concatenate([batch.qpos[ids], batch.qvel[ids]], axis=1)


def _score_pendulum(now: StepContext) -> Scores:
    seen = _observe_pendulum(now.batch, now.ids, now.given)
    ended = ~np.isfinite(seen).all(axis=1) | (np.abs(seen[:, 1]) > 0.2)
    reward = (~ended).astype(np.int64)  # the dtype that gymnasium returns
    return Scores(reward.astype(np.float64), ended, {"reward_survive": reward})


def _observe_double(batch: Batch, ids: Array, given: dict[str, Any]) -> Array:
    qpos = batch.qpos[ids]
    held = np.clip(batch.bind("qfrc_constraint")[ids], -10, 10)[:, :1]
    speed = np.clip(batch.qvel[ids], -10, 10)
    return np.concatenate([qpos[:, :1], np.sin(qpos[:, 1:]), np.cos(qpos[:, 1:]), speed, held], axis=1)


def _score_double(now: StepContext) -> Scores:
    tip, speed = now.field_rows("site_xpos")[:, 0], now.field_rows("qvel")
    ended = tip[:, 2] <= 1
    away = 0.01 * tip[:, 0] ** 2 + (tip[:, 2] - 2) ** 2
    fast = 1e-3 * speed[:, 1] ** 2 + 5e-3 * speed[:, 2] ** 2
    alive = now.given["healthy_reward"] * (~ended)
    info = {"reward_survive": alive, "distance_penalty": -away, "velocity_penalty": -fast}
    return Scores(alive - away - fast, ended, info)


# ---- arms


def _body_position(batch: Batch, ids: Array, name: str) -> Array:
    return batch.bind("xpos")[ids, batch._own_model.body(name).id]


def _observe_reacher(batch: Batch, ids: Array, given: dict[str, Any]) -> Array:
    angles = batch.qpos[ids, :2]
    to = (_body_position(batch, ids, "fingertip") - _body_position(batch, ids, "target"))[:, :2]
    return np.concatenate(
        [np.cos(angles), np.sin(angles), batch.qpos[ids, 2:], batch.qvel[ids, :2], to], axis=1
    )


def _arm_control_cost(now: StepContext) -> Array:
    return np.asarray(now.given["reward_control_weight"] * np.square(now.action).sum(axis=1), np.float64)


def _score_reacher(now: StepContext) -> Scores:
    apart = np.linalg.norm(
        _body_position(now.batch, now.ids, "fingertip") - _body_position(now.batch, now.ids, "target"), axis=1
    )
    near_by, effort = -apart * now.given["reward_dist_weight"], _arm_control_cost(now)
    info = {"reward_dist": near_by, "reward_ctrl": -effort}
    return Scores(near_by - effort, np.zeros(len(apart), bool), info)


def _observe_pusher(batch: Batch, ids: Array, given: dict[str, Any]) -> Array:
    bodies = [_body_position(batch, ids, name) for name in ("tips_arm", "object", "goal")]
    return np.concatenate([batch.qpos[ids, :7], batch.qvel[ids, :7], *bodies], axis=1)


def _score_pusher(now: StepContext) -> Scores:
    given = now.given
    tip, thing, goal = (_body_position(now.batch, now.ids, name) for name in ("tips_arm", "object", "goal"))
    by = -np.linalg.norm(thing - tip, axis=1) * given["reward_near_weight"]
    there = -np.linalg.norm(thing - goal, axis=1) * given["reward_dist_weight"]
    effort = _arm_control_cost(now)
    info = {"reward_dist": there, "reward_ctrl": -effort, "reward_near": by}
    return Scores(there - effort + by, np.zeros(len(by), bool), info)


# ---- pusher on a table

_SEEN = {"exclude_current_positions_from_observation": True}
_RUN = {"forward_reward_weight": 1.0, **_SEEN}
_WALK = {
    "healthy_reward": 1.0,
    "terminate_when_unhealthy": True,
    "ctrl_cost_weight": 1e-3,
    "reset_noise_scale": 5e-3,
}
_BODY = {f"include_{name}_in_observation": True for name in ("cinert", "cvel", "qfrc_actuator", "cfrc_ext")}
_INF = float("inf")
TASKS = {
    "HalfCheetah-v5": Task(
        *("half_cheetah.xml", 5, 1000, _RUN | {"ctrl_cost_weight": 0.1, "reset_noise_scale": 0.1}),
        *(_observe_runner(1), _score_runner, draw_near_initial(True)),
        position_info=_x_position,
    ),
    "Swimmer-v5": Task(
        *("swimmer.xml", 4, 1000, _RUN | {"ctrl_cost_weight": 1e-4, "reset_noise_scale": 0.1}),
        *(_observe_runner(2), _score_swimmer, draw_near_initial(False)),
        keep=lambda batch, ids: batch.qpos[ids, :2],
        position_info=_combine_infos(_x_position, _distance_from_origin),
    ),
    "Hopper-v5": Task(
        *("hopper.xml", 4, 1000),
        _RUN
        | _WALK
        | {
            "healthy_state_range": (-100.0, 100.0),
            "healthy_z_range": (0.7, _INF),
            "healthy_angle_range": (-0.2, 0.2),
        },
        *(_observe_walker, _score_walker, draw_near_initial(False)),
        position_info=_combine_infos(_x_position, _height_above(1)),
    ),
    "Walker2d-v5": Task(
        *("walker2d_v5.xml", 4, 1000),
        _RUN | _WALK | {"healthy_z_range": (0.8, 2.0), "healthy_angle_range": (-1.0, 1.0)},
        *(_observe_walker, _score_walker, draw_near_initial(False)),
        position_info=_combine_infos(_x_position, _height_above(1)),
    ),
    "Ant-v5": Task(
        *("ant.xml", 5, 1000),
        _RUN
        | {
            "ctrl_cost_weight": 0.5,
            "contact_cost_weight": 5e-4,
            "healthy_reward": 1.0,
            "reset_noise_scale": 0.1,
        }
        | {
            "terminate_when_unhealthy": True,
            "healthy_z_range": (0.2, 1.0),
            "contact_force_range": (-1.0, 1.0),
        }
        | {"include_cfrc_ext_in_observation": True},
        *(_observe_ant, _score_ant, draw_near_initial(True)),
        keep=_keep_main,
        position_info=_combine_infos(_x_position, _distance_from_origin),
        forces=True,
    ),
    "Humanoid-v5": Task(
        *("humanoid.xml", 5, 1000),
        _RUN
        | {
            "forward_reward_weight": 1.25,
            "ctrl_cost_weight": 0.1,
            "contact_cost_weight": 5e-7,
            "healthy_reward": 5.0,
        }
        | {
            "contact_cost_range": (-_INF, 10.0),
            "terminate_when_unhealthy": True,
            "healthy_z_range": (1.0, 2.0),
        }
        | {"reset_noise_scale": 1e-2}
        | _BODY,
        *(_observe_humanoid, _score_humanoid, draw_near_initial(False)),
        keep=_center_of_mass,
        position_info=_combine_infos(_x_position, _distance_from_origin, _tendon_info),
        forces=True,
    ),
    "HumanoidStandup-v5": Task(
        *("humanoidstandup.xml", 5, 1000),
        _SEEN
        | {
            "uph_cost_weight": 1.0,
            "ctrl_cost_weight": 0.1,
            "impact_cost_weight": 0.5e-6,
            "reset_noise_scale": 1e-2,
        }
        | {"impact_cost_range": (-_INF, 10.0)}
        | _BODY,
        *(_observe_humanoid, _score_standup, draw_near_initial(False)),
        position_info=_combine_infos(_x_position, _y_position, _height_above(2), _tendon_info),
        forces=True,
    ),
    "InvertedPendulum-v5": Task(
        *("inverted_pendulum.xml", 2, 1000, {"reset_noise_scale": 0.01}),
        *(_observe_pendulum, _score_pendulum, draw_near_initial(False)),
    ),
    "InvertedDoublePendulum-v5": Task(
        *("inverted_double_pendulum.xml", 5, 1000, {"healthy_reward": 10.0, "reset_noise_scale": 0.1}),
        *(_observe_double, _score_double, draw_near_initial(True)),
    ),
    "Reacher-v5": Task(
        *("reacher.xml", 2, 50, {"reward_dist_weight": 1.0, "reward_control_weight": 1.0}),
        *(_observe_reacher, _score_reacher, _draw_reacher),
    ),
    "Pusher-v5": Task(
        *("pusher_v5.xml", 5, 100),
        {"reward_near_weight": 0.5, "reward_dist_weight": 1.0, "reward_control_weight": 0.1},
        *(_observe_pusher, _score_pusher, _draw_pusher),
    ),
}
