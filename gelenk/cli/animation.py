"""Moving pictures of a trajectory: .gif files, seen from the side.

Documents: Computation / Simulation pipeline
"""

import numpy as np

import gelenk
from gelenk.cli import drawing
from gelenk.tables.enums import mjtGeom

RATE = 25.0  # pictures a second
MOST = 1000  # pictures of a file
PIXELS = 480, 300  # widest and highest picture
DPI = 80


def frames(times) -> np.ndarray:
    """Indices of the recorded states that are shown, RATE a second, at most MOST of them."""
    times = np.asarray(times)
    count = min(MOST, max(1, 1 + round(RATE * float(times[-1] - times[0]))))
    return np.searchsorted(times, np.linspace(times[0], times[-1], count) - 1e-9)


def window(states, floor: bool) -> tuple[float, float, float, float]:
    """Left, right, bottom, top of what all pictures show, with a border [m]."""
    sides = np.array([drawing.extent(shapes) for shapes in states])
    left, right = np.percentile(sides[:, 0], 2), np.percentile(sides[:, 1], 98)
    bottom, top = np.percentile(sides[:, 2], 2), np.percentile(sides[:, 3], 98)
    bottom = min(bottom, 0.0) if floor else bottom
    border = 0.06 * max(right - left, top - bottom, 1e-6)
    return left - border, right + border, bottom - border, top + border


def figure(sides):
    """Figure and axes of the size of the window."""
    from matplotlib.figure import Figure

    left, right, bottom, top = sides
    scale = min(PIXELS[0] / (right - left), PIXELS[1] / (top - bottom))
    width, height = (max(64.0, scale * length) / DPI for length in (right - left, top - bottom))
    fig = Figure(figsize=(width, height), dpi=DPI)
    ax = fig.add_axes((0, 0, 1, 1))
    return fig, ax


def rendered(m, times, states, advance) -> list:
    """The pictures, as Pillow's images with a common palette."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    floor = bool(np.any(m.geom_type == mjtGeom.mjGEOM_PLANE))
    sides = window(states, floor)
    fig, ax = figure(sides)
    canvas = FigureCanvasAgg(fig)
    pictures: list[Image.Image] = []
    for time, shapes in zip(times, states, strict=True):
        ax.clear()
        ax.set_xlim(sides[0], sides[1])
        ax.set_ylim(sides[2], sides[3])
        ax.axis("off")
        if floor:
            ax.axhline(0.0, color="0.6", linewidth=1, zorder=0)
        drawing.draw(ax, shapes)
        ax.text(0.01, 0.98, f"{time:.2f} s", transform=ax.transAxes, va="top", fontsize=8, color="0.4")
        canvas.draw()
        image = Image.fromarray(np.asarray(canvas.buffer_rgba())[:, :, :3].copy())
        pictures.append(image.quantize(64, palette=pictures[0]) if pictures else image.quantize(64))
        advance()
    return pictures


def save(path, m, times, qpos, advance=lambda: None):
    """Write the trajectory ``qpos`` (n, nq) at ``times`` (n,) [s] as a .gif in real time; advance() after each."""
    d = gelenk.MjData(m)
    chosen = frames(times)
    states = []
    for i in chosen:
        drawing.place(m, d, qpos[i])
        states.append(drawing.outlines(m, d))
    shown = [float(times[i]) for i in chosen]
    pictures = rendered(m, shown, states, advance)
    span = shown[-1] - shown[0]
    duration = max(20, 10 * round(100.0 * span / max(1, len(shown) - 1)))  # whole hundredths of a second
    pictures[0].save(
        path, save_all=True, append_images=pictures[1:], duration=duration, loop=0, optimize=True
    )
