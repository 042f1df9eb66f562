"""Implementation of `gelenk simulate`: control noise, recording, result files, plots.

Documents: Computation / Simulation pipeline

A simulation is recorded at equal time intervals, with control noise or a controller, and its results are written to
files.

The plot of a trajectory is a strip of states, energies, contacts and joint positions.
"""

from __future__ import annotations

import csv
import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import gelenk
from gelenk.cli import animation
from gelenk.cli.progress import announce_if_slow, console, print_result
from gelenk.tables.api_enums import mjtWarning
from gelenk.tables.enums import mjtJoint

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel


class Noise:
    """Random controls around the initial ones: an Ornstein-Uhlenbeck process.

    ctrl = start + noise * half * x, with x of unit variance and half the half control range (1 if there is no range)
    """

    correlation = 0.2  # correlation time [s]

    def __init__(self, m: MjModel, d: MjData, noise: float, seed: int) -> None:
        self.center = d.ctrl.copy()
        limited = m.actuator_ctrllimited.astype(bool)
        self.low = np.where(limited, m.actuator_ctrlrange[:, 0], -np.inf)
        self.high = np.where(limited, m.actuator_ctrlrange[:, 1], np.inf)
        self.scale = noise * np.where(limited, np.ptp(m.actuator_ctrlrange, axis=1) / 2, 1.0)
        self.random = np.random.default_rng(seed)
        self.x = np.zeros(m.nu)

    def advance_controls(self, d: MjData, dt: float) -> None:
        """Advance the controls of ``d`` by ``dt`` seconds."""
        keep = math.exp(-dt / self.correlation)
        self.x = keep * self.x + math.sqrt(1 - keep * keep) * self.random.standard_normal(self.x.size)
        d.ctrl[:] = np.clip(self.center + self.scale * self.x, self.low, self.high)

    def add_noise(self, d: MjData) -> None:
        """Add the noise to controls that a controller has set."""
        d.ctrl[:] = np.clip(d.ctrl + self.scale * self.x, self.low, self.high)


class Recording:
    """States, energies, contacts and sensors at equal time intervals.

    Energies are computed for the recorded state in a separate MjData, so that recording does not affect the simulation.
    """

    columns = ("time", "qpos", "qvel", "ctrl", "energy", "ncon", "sensordata")

    def __init__(self, m: MjModel) -> None:
        self.m, self.probe = m, gelenk.MjData(m)
        self.rows: dict[str, list] = {name: [] for name in self.columns}
        self.stopped = False  # whether Ctrl-C ended the simulation

    def add(self, d: MjData) -> None:
        """Append the current state of ``d``."""
        self.rows["energy"].append(self.energy(d))
        for name in self.columns:
            if name != "energy":
                self.rows[name].append(np.copy(getattr(d, name)))

    def energy(self, d: MjData) -> np.ndarray:
        """Return potential and kinetic energy of the state of ``d`` [J]."""
        m, probe = self.m, self.probe
        for name in ("qpos", "qvel", "mocap_pos", "mocap_quat"):
            getattr(probe, name)[:] = getattr(d, name)
        gelenk.mj_fwdKinematics(m, probe)
        gelenk.mj_makeM(m, probe)
        gelenk.mj_energyPos(m, probe)
        gelenk.mj_energyVel(m, probe)
        return probe.energy.copy()

    def stop(self) -> None:
        """Mark the recording as ended by Ctrl-C, and drop a row that is not complete."""
        self.stopped = True
        count = min(len(rows) for rows in self.rows.values())
        for rows in self.rows.values():
            del rows[count:]

    def arrays(self) -> dict[str, np.ndarray]:
        """Return column -> array with one row per recorded time."""
        return {name: np.array(values) for name, values in self.rows.items()}


def record_intervals(m: MjModel, duration: float, rate: float) -> tuple[int, int]:
    """Return the number of recorded intervals, and the number of steps in each.

    duration   simulated time [s]
    rate       records per second
    """
    inside = max(1, round(1 / (rate * m.opt.timestep))) if rate > 0 else 1
    return max(1, math.ceil(duration / (inside * m.opt.timestep) - 1e-9)), inside


def step_with_controller(m: MjModel, d: MjData, count: int, controller: Any) -> None:
    """Make ``count`` steps, and call ``controller``, unless None, before each."""
    if controller is None:
        gelenk.mj_step(m, d, nstep=count)
        return
    for _ in range(count):
        controller(m, d)
        gelenk.mj_step(m, d)


def record_run(
    m: MjModel, d: MjData, count: int, inside: int, noise: Noise | None, advance: Any, controller: Any = None
) -> tuple[Recording, float]:
    """Simulate ``count`` intervals of ``inside`` steps.

    Returns the recording, and the seconds spent in steps. Ctrl-C ends the simulation early, and the recording
    contains the intervals until then.

    ``advance()`` is called after each interval, ``controller(m, d)`` before each step.
    """
    recording = Recording(m)
    recording.add(d)
    spent = 0.0

    def shaken(m: MjModel, d: MjData) -> None:
        controller(m, d)
        if noise is not None:
            noise.add_noise(d)

    try:
        for _ in range(count):
            if noise is not None:
                noise.advance_controls(d, inside * m.opt.timestep)
            begin = time.perf_counter()
            step_with_controller(
                m, d, inside, shaken if noise is not None and controller is not None else controller
            )
            spent += time.perf_counter() - begin
            recording.add(d)
            advance()
    except KeyboardInterrupt:
        recording.stop()
    return recording, spent


def count_warnings(d: MjData) -> dict[str, int]:
    """Return warning -> count, for nonzero counts."""
    return {mjtWarning(w).name.removeprefix("mjWARN_"): int(n) for w, n in enumerate(d.warning.number) if n}


def save_trajectory(path: Path, arrays: dict[str, np.ndarray]) -> None:
    """Write a trajectory: .npz with one array per column, .csv with one line per time."""
    if path.suffix == ".npz":
        np.savez_compressed(path, allow_pickle=False, **arrays)
    elif path.suffix == ".csv":
        _save_csv(path, arrays)
    else:
        raise gelenk.Error(f"a trajectory is saved as .npz or .csv, not as '{path.suffix}'")


def _save_csv(path: Path, arrays: dict[str, np.ndarray]) -> None:
    names, blocks = [], []
    for name, values in arrays.items():
        block = values.reshape(len(values), -1)
        names += [name] if values.ndim == 1 else [f"{name}[{i}]" for i in range(block.shape[1])]
        blocks.append(block)
    with open(path, "w", newline="", encoding="utf-8") as f:
        writer = csv.writer(f)
        writer.writerow(names)
        writer.writerows(np.hstack(blocks).tolist())


# ---- results


def print_report(m: MjModel, d: MjData, arrays: dict[str, np.ndarray], steps: int, spent: float) -> None:
    """Print speed, energies, contacts and warnings of a simulation."""
    from gelenk.cli import info

    table = info.new_table("", "", ">value", "")
    table.show_header = False
    table.add_row("steps", f"{steps:,}", f"of {m.opt.timestep:g} s, {steps * m.opt.timestep:g} s in all")
    speed = steps / max(spent, 1e-9)
    table.add_row("speed", f"{speed:,.0f}", f"steps per second, {speed * m.opt.timestep:,.0f} x real time")
    for label, (potential, kinetic) in (("start", arrays["energy"][0]), ("end", arrays["energy"][-1])):
        parts = f"J ({potential:,.2f} potential, {kinetic:,.2f} kinetic)"
        table.add_row(f"energy at {label}", f"{potential + kinetic:,.2f}", parts)
    ncon = arrays["ncon"]
    table.add_row(
        "contacts", f"{ncon[-1]}", f"at the end, {ncon.max()} at most, {ncon.mean():.1f} on average"
    )
    for name, number in count_warnings(d).items():
        table.add_row("[yellow]warning[/]", f"{number}", name)
    console.print(table)


def write_results(
    m: MjModel, arrays: dict[str, np.ndarray], model: str, output: Any, plots: Any, view: Any
) -> None:
    """Write the trajectory and the plots, and print where they are."""
    if output is not None:
        save_trajectory(output, arrays)
        print_result("trajectory", str(output))
    for plot in plots:
        with announce_if_slow(f"drawing {plot.name}"):
            draw_plot(m, arrays, model, plot, view)
        print_result("plot", str(plot))


def draw_plot(m: MjModel, arrays: dict[str, np.ndarray], model: str, plot: Path, view: Any) -> None:
    """Write the plot of a trajectory, an animation if it is a .gif."""
    if plot.suffix == ".gif":
        write_film(m, arrays, plot, view, said=False)
        return

    title = f"{Path(model).stem}, {arrays['time'][-1]:.3g} s"
    plot_trajectory(m, arrays, title).savefig(plot, dpi=150)


def write_film(m: MjModel, arrays: dict[str, np.ndarray], path: Path, view: Any, said: bool = True) -> bool:
    """Write a trajectory as an animation; return False if Ctrl-C ended it early."""
    from gelenk.cli import animation

    count, total = animation.save_film(path, m, arrays["time"], arrays["qpos"], view)
    part = "" if count == total else f"   (stopped by Ctrl-C: {count} of {total} frames)"
    if said or part:
        print_result("film", f"{path}{part}")
    return count == total


# Plot of a trajectory

PLOT_HEIGHT = 240  # height of the images of states [pixel]

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from gelenk.runtime.model import MjModel


def draw_strip(ax: Any, m: MjModel, times: np.ndarray, qpos: np.ndarray, wanted: int = 8) -> float:
    """Draw ``wanted`` states at equal time intervals side by side, with their times.

    Returns width / height of the strip.
    """
    chosen = np.unique(np.linspace(0, len(times) - 1, wanted).round().astype(int))
    d = gelenk.MjData(m)
    sizes = []
    for i in chosen:
        animation.set_pose(m, d, qpos[i])
        sizes.append(np.ptp(animation.bounds_of_scene(m, d), axis=1))
    wide, _, high = np.max(sizes, axis=0)
    aspect = float(np.clip(wide / max(high, 1e-6), 0.4, 2.5))
    width = round(PLOT_HEIGHT * aspect)
    for k, i in enumerate(chosen):
        animation.set_pose(m, d, qpos[i])
        camera = animation.side_camera(m, animation.bounds_of_scene(m, d), aspect)
        picture = animation.StateRenderer(m, (width, PLOT_HEIGHT), camera)(d)
        left = k * width
        ax.imshow(picture, extent=(left, left + width, 0, PLOT_HEIGHT), interpolation="bilinear")
        middle = left + width / 2
        ax.text(
            middle, -0.05 * PLOT_HEIGHT, f"{times[i]:.2f} s", ha="center", va="top", fontsize=8, color="0.3"
        )
    right = len(chosen) * width
    ax.set_xlim(0, right)
    ax.set_ylim(-0.2 * PLOT_HEIGHT, PLOT_HEIGHT)
    ax.set_aspect("equal")
    ax.axis("off")
    return right / (1.2 * PLOT_HEIGHT)


def joint_columns(m: MjModel) -> tuple[list[int], list[int]]:
    """Return the qpos columns of hinges (plotted in degrees) and of slides (in meters)."""
    hinges = [j for j in range(m.njnt) if m.jnt_type[j] == mjtJoint.mjJNT_HINGE]
    slides = [j for j in range(m.njnt) if m.jnt_type[j] == mjtJoint.mjJNT_SLIDE]
    return [m.jnt_qposadr[j] for j in hinges], [m.jnt_qposadr[j] for j in slides]


def _draw_energy(ax: Any, times: np.ndarray, energy: np.ndarray) -> None:
    total = energy.sum(axis=1)
    ax.plot(times, energy[:, 0], label="potential")
    ax.plot(times, energy[:, 1], label="kinetic")
    ax.plot(times, total, label="total", color="0.2", linewidth=1)
    ax.set_title("energy [J]")
    ax.legend(frameon=False, fontsize=7)


def _draw_joints(ax: Any, m: MjModel, times: np.ndarray, qpos: np.ndarray) -> None:
    hinges, slides = joint_columns(m)
    if hinges:
        ax.plot(times, np.degrees(qpos[:, hinges]), linewidth=0.8)
        ax.set_title("hinge angles [degrees]")
    elif slides:
        ax.plot(times, qpos[:, slides], linewidth=0.8)
        ax.set_title("slide positions [m]")
    else:
        ax.plot(times, qpos[:, 2::7], linewidth=0.8)
        ax.set_title("heights of free bodies [m]")


def plot_trajectory(m: MjModel, arrays: dict[str, np.ndarray], title: str) -> Figure:
    """Return the figure of a trajectory: states, energies, contacts, joint positions."""
    from matplotlib.figure import Figure

    fig = Figure(figsize=(10, 5.5), layout="constrained")
    grid = fig.add_gridspec(2, 3)
    fig.suptitle(title, fontsize=11)
    times = arrays["time"]
    aspect = draw_strip(fig.add_subplot(grid[0, :]), m, times, arrays["qpos"])
    height = min(4.0, max(1.0, 10 / aspect))
    grid.set_height_ratios((height, 2.4))
    fig.set_figheight(height + 2.9)
    axes = [fig.add_subplot(grid[1, k]) for k in range(3)]
    _draw_energy(axes[0], times, arrays["energy"])
    axes[1].step(times, arrays["ncon"], where="post", color="tab:red", linewidth=0.9)
    axes[1].set_title("contacts")
    axes[1].set_ylim(bottom=0)
    _draw_joints(axes[2], m, times, arrays["qpos"])
    for ax in axes:
        ax.title.set_fontsize(9)
        ax.tick_params(labelsize=7)
        ax.set_xlabel("time [s]", fontsize=8)
        ax.spines[["top", "right"]].set_visible(False)
    return fig
