"""Plot of a trajectory: a strip of states, energies, contacts, joint positions.

Documents: Computation / Simulation pipeline
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import gelenk
from gelenk.cli import animation
from gelenk.tables.enums import mjtJoint

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
