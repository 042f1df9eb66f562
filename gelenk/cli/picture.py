"""Pictures of a trajectory: silhouettes of the geoms side by side, energies, contacts, joint angles.

Documents: Computation / Simulation pipeline

The outline of a convex shape, seen along a direction, is the curve of its support points in the plane across.
"""

import math

import numpy as np

import gelenk
from gelenk.tables.enums import mjtGeom, mjtJoint

RIGHT, UP, INWARD = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
_DRAWN = {
    mjtGeom.mjGEOM_SPHERE,
    mjtGeom.mjGEOM_CAPSULE,
    mjtGeom.mjGEOM_ELLIPSOID,
    mjtGeom.mjGEOM_CYLINDER,
    mjtGeom.mjGEOM_BOX,
}


def support(kind, size, u):
    """Points (n, 3) of the shape farthest along the directions u (n, 3), in its own frame [m]."""
    if kind == mjtGeom.mjGEOM_SPHERE:
        return size[0] * u
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return size[0] * u + np.sign(u[:, 2:]) * np.array([0.0, 0.0, size[1]])
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        return size * size * u / np.linalg.norm(size * u, axis=1, keepdims=True)
    if kind == mjtGeom.mjGEOM_CYLINDER:
        radial = u[:, :2] / np.maximum(np.linalg.norm(u[:, :2], axis=1, keepdims=True), 1e-12)
        return np.column_stack((size[0] * radial, size[1] * np.sign(u[:, 2])))
    return size * np.sign(u)


def silhouette(m, d, geom: int, n: int = 60) -> np.ndarray:
    """Outline (n, 2) of a geom seen from -y: x to the right, z up [m]."""
    angle = np.arange(n) * (2 * math.pi / n) + 1e-3  # off the axes, where boxes have edges
    across = np.outer(np.cos(angle), RIGHT) + np.outer(np.sin(angle), UP)
    rotation = d.geom_xmat[geom].reshape(3, 3)
    points = support(m.geom_type[geom], m.geom_size[geom], across @ rotation) @ rotation.T + d.geom_xpos[geom]
    return np.column_stack((points @ RIGHT, points @ UP))


def color(m, geom: int):
    """Colour of a geom: of its material, else its own."""
    material = m.geom_matid[geom]
    own = m.geom_rgba[geom]
    return m.mat_rgba[material] if material >= 0 and np.all(own == (0.5, 0.5, 0.5, 1)) else own


def draw(ax, m, d, offset: float = 0.0):
    """Draw the geoms of ``d``, far ones first, moved by ``offset`` to the right."""
    from matplotlib.patches import Polygon

    seen = [g for g in range(m.ngeom) if m.geom_type[g] in _DRAWN and m.geom_group[g] < 3]
    for g in sorted(seen, key=lambda g: -float(d.geom_xpos[g] @ INWARD)):
        r, green, b, a = (float(c) for c in color(m, g))
        outline = silhouette(m, d, g) + (offset, 0.0)
        edge = (0.35 * r, 0.35 * green, 0.35 * b)
        ax.add_patch(Polygon(outline, facecolor=(r, green, b, a), edgecolor=edge, linewidth=0.5))


def extent(m, d) -> tuple[float, float, float, float]:
    """Left, right, bottom and top of what ``draw`` draws [m]."""
    seen = [g for g in range(m.ngeom) if m.geom_type[g] in _DRAWN and m.geom_group[g] < 3]
    points = np.vstack([silhouette(m, d, g) for g in seen]) if seen else np.zeros((1, 2))
    return (*np.array([points[:, 0].min(), points[:, 0].max()]), points[:, 1].min(), points[:, 1].max())


def strip(ax, m, times, qpos, wanted: int = 8, gap: float = 0.35) -> float:
    """Draw ``wanted`` states at equal times from left to right, each above its time; the floor is a line.

    Returns width / height of what it drew.
    """
    d = gelenk.MjData(m)
    chosen = np.unique(np.linspace(0, len(times) - 1, wanted).round().astype(int))
    cursor, low, high, labels = 0.0, math.inf, -math.inf, []
    for i in chosen:
        d.qpos[:] = qpos[i]
        gelenk.mj_kinematics(m, d)
        left, right, bottom, top = extent(m, d)
        draw(ax, m, d, cursor - left)
        labels.append((cursor + (right - left) / 2, f"{times[i]:.2f} s"))
        cursor += right - left + gap * (top - bottom)
        low, high = min(low, bottom), max(high, top)
    floor = np.any(m.geom_type == mjtGeom.mjGEOM_PLANE)
    low = min(low, 0.0) if floor else low
    for x, text in labels:
        ax.text(x, low - 0.05 * (high - low), text, ha="center", va="top", fontsize=8, color="0.3")
    if floor:
        ax.axhline(0.0, color="0.6", linewidth=1, zorder=0)
    low, high = low - 0.2 * (high - low), high + 0.03 * (high - low)
    ax.set_xlim(-0.1, cursor)
    ax.set_ylim(low, high)
    ax.set_aspect("equal")
    ax.axis("off")
    return (cursor + 0.1) / (high - low)


def joint_columns(m):
    """Columns of qpos that are positions of hinges (shown in degrees) and of slides (in metres)."""
    hinges = [j for j in range(m.njnt) if m.jnt_type[j] == mjtJoint.mjJNT_HINGE]
    slides = [j for j in range(m.njnt) if m.jnt_type[j] == mjtJoint.mjJNT_SLIDE]
    return [m.jnt_qposadr[j] for j in hinges], [m.jnt_qposadr[j] for j in slides]


def _energy(ax, times, energy):
    total = energy.sum(axis=1)
    ax.plot(times, energy[:, 0], label="potential")
    ax.plot(times, energy[:, 1], label="kinetic")
    ax.plot(times, total, label="total", color="0.2", linewidth=1)
    ax.set_title("energy [J]")
    ax.legend(frameon=False, fontsize=7)


def _joints(ax, m, times, qpos):
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


def figure(m, arrays, title: str):
    """The figure of a trajectory: a strip of states above energies, contacts and joint positions."""
    from matplotlib.figure import Figure

    fig = Figure(figsize=(10, 5.5), layout="constrained")
    grid = fig.add_gridspec(2, 3)
    fig.suptitle(title, fontsize=11)
    times = arrays["time"]
    aspect = strip(fig.add_subplot(grid[0, :]), m, times, arrays["qpos"])
    height = min(4.0, max(1.0, 10 / aspect))
    grid.set_height_ratios((height, 2.4))
    fig.set_figheight(height + 2.9)
    axes = [fig.add_subplot(grid[1, k]) for k in range(3)]
    _energy(axes[0], times, arrays["energy"])
    axes[1].step(times, arrays["ncon"], where="post", color="tab:red", linewidth=0.9)
    axes[1].set_title("contacts")
    axes[1].set_ylim(bottom=0)
    _joints(axes[2], m, times, arrays["qpos"])
    for ax in axes:
        ax.title.set_fontsize(9)
        ax.tick_params(labelsize=7)
        ax.set_xlabel("time [s]", fontsize=8)
        ax.spines[["top", "right"]].set_visible(False)
    return fig
