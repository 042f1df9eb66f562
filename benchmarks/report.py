"""Report: the tables and the figure of docs/performance.md.

Documents: design / Testing
"""

import platform
from importlib import metadata
from pathlib import Path

from timing import SMOOTH, geometric_mean

ROOT = Path(__file__).resolve().parents[1]


def table(head, rows) -> str:
    """Return a Markdown table; all columns except the first are right-aligned."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def _ratio(pair):
    return pair[1] / pair[0]


def steps(results) -> str:
    """Return the table of whole steps: one step per call, and ten steps per call."""
    head = ("model", "nv", "contacts", "rows", "gelenk µs", "mujoco µs", "faster", "10 in a call")
    rows = []
    for r in results:
        numbers = (str(r.nv), f"{r.ncon:.0f}", f"{r.nefc:.0f}", f"{r.step[0]:.1f}", f"{r.step[1]:.1f}")
        rows.append((r.scene, *numbers, f"**{_ratio(r.step):.2f}x**", f"{_ratio(r.batch):.2f}x"))
    means = [geometric_mean(_ratio(getattr(r, kind)) for r in results) for kind in ("step", "batch")]
    rows.append(("geometric mean", "", "", "", "", "", *(f"**{mean:.2f}x**" for mean in means)))
    return table(head, rows)


def stages(results) -> str:
    """Return the table of stages: times of gelenk [µs] and speedups."""
    labels = list(dict.fromkeys(label for r in results for label in r.parts))
    rows = []
    for label in labels:
        pairs = [r.parts.get(label) for r in results]
        cells = [f"{p[0]:.2f} ({_ratio(p):.1f}x)" if p else "" for p in pairs]
        rows.append((label, *cells, f"{geometric_mean(_ratio(p) for p in pairs if p):.2f}x"))
    smooth = [r.smooth for r in results]
    cells = [f"{p[0]:.2f} ({_ratio(p):.1f}x)" for p in smooth]
    rows.append(("**smooth dynamics**", *cells, f"**{geometric_mean(map(_ratio, smooth)):.2f}x**"))
    return table(("stage", *(r.scene for r in results), "mean"), rows)


def later(release, results, refused) -> str:
    """Return the tables of steps beside another release: known models, then what is new."""
    text = []
    for new in (False, True):
        chosen = [r for r in results if bool(r.since) == new]
        rows = [
            (r.scene, *([r.since] if new else []), f"{r.ours:.1f}", f"{r.theirs:.1f}", f"**{r.ratio:.2f}x**")
            for r in chosen
        ]
        mean = geometric_mean(r.ratio for r in chosen)
        rows.append(("geometric mean", *([""] if new else []), "", "", f"**{mean:.2f}x**"))
        text.append(
            table(("model", *(["since"] if new else []), "gelenk µs", f"{release} µs", "faster"), rows)
        )
    known, fresh = text
    for name, reason in refused:
        reason = reason.strip().splitlines()[0].rpartition(": ")[2]
        known += f"\n\n{release} refuses {name}: {reason}."
    return f"""
## Beside {release}
Models are read at that release by both, which take turns in two processes of which one works at a time.

{known}

What releases after 3.5 brought, in models that use it:

{fresh}
"""


def startup(rows, cold, entry) -> str:
    """Return the table of import, first step and call overhead."""
    shown = [
        (f"process: {name} [s]", f"{ours:.2f}", f"{theirs:.2f}") for name, (ours, theirs, _) in rows.items()
    ]
    bare = next(iter(rows.values()))[2]
    shown.append(("process: import numpy alone [s]", f"{bare:.2f}", f"{bare:.2f}"))
    if cold is not None:
        shown.append(("humanoid's first step, source checkout, empty cache [s]", f"{cold:.0f}", ""))
    shown.append(("entering mj_step from Python [µs]", f"{entry[0]:.2f}", f"{entry[1]:.2f}"))
    return table(("", "gelenk", "mujoco"), shown)


def compiling(seconds, wall) -> str:
    """Return the table of the compile time of each library."""
    ordered = sorted(seconds.items(), key=lambda item: -item[1])
    rows = [(name, f"{spent:.1f}") for name, spent in ordered]
    rows.append(("**all, side by side**", f"**{wall:.0f}**"))
    return table(("library", "seconds"), rows)


def memory(rows) -> str:
    """Return the table of peak memory."""
    shown = [(name, f"{ours:.0f}", f"{theirs:.0f}") for name, (ours, theirs) in rows.items()]
    return table(("model", "gelenk MB", "mujoco MB"), shown)


def machine() -> str:
    """Return CPU and versions in one line."""
    from gelenk.toolchain.platforms import processor

    versions = [f"{name} {metadata.version(name)}" for name in ("mujoco", "numpy", "numba")]
    return f"{processor()}; Python {platform.python_version()}, {', '.join(versions)}"


def page(sections, empty, command) -> str:
    """Return the whole page."""
    smooth = ", ".join(SMOOTH)
    empty = f"{1e3 * empty[0]:.0f} ns for gelenk and {1e3 * empty[1]:.0f} ns for mujoco"
    text = f"""# Performance

Made by `{command}` on: {machine()}.

Both libraries are timed in turns in one process, one thread each: every turn starts both from the same state,
reached by random controls, and gives both the same controls for the same number of steps. Turns repeat the
same work, and of every piece of it, ten steps or one stage of one step, the best time counts. "Faster" is the
time of mujoco divided by that of gelenk. For a model of your own, run `gelenk testspeed MODEL`.

## Steps
{sections["steps"]}

![how many times faster](images/speed.png)

## Stages
Microseconds of gelenk (and how many times faster than mujoco). Each stage is called by itself from Python,
along the trajectory; the time of an empty call, {empty}, is taken off.
Smooth dynamics is the sum of {smooth}.

{sections["stages"]}

{sections.get("later", "")}
## Starting
{sections["startup"]}

More of this: loading of models, first and again, in [loading](loading.md); calls from Python and accesses, one by one,
in [calls](calls.md); rollouts in [their guide](guide/rollouts.md), batches in [theirs](guide/batches.md). They are
measured by `benchmarks/loading.py`, `calls.py`, `rollouts.py` and `batch.py`.
"""
    if "compiling" in sections:
        text += f"""
## Compiling
Done once for a source checkout, never for a wheel, which carries the libraries.

{sections["compiling"]}
"""
    return (
        text
        + f"""
## Memory
Peak of a process that loads the model and takes 1000 steps.

{sections["memory"]}
"""
    )


def plot(results, path):
    """Plot the speedups of whole steps and of the smooth dynamics as bars."""
    from matplotlib.figure import Figure

    fig = Figure(figsize=(7.5, 0.42 * len(results) + 1.3), layout="constrained")
    ax = fig.add_subplot()
    ordered = list(reversed(results))
    for shift, kind, color, label in (
        (0.2, "step", "tab:blue", "mj_step"),
        (-0.2, "smooth", "0.75", "smooth dynamics"),
    ):
        ratios = [_ratio(getattr(r, kind)) for r in ordered]
        bars = ax.barh([k + shift for k in range(len(ordered))], ratios, 0.38, color=color, label=label)
        ax.bar_label(bars, fmt="%.1fx", padding=3, fontsize=7)
    ax.set_yticks(range(len(ordered)), [r.scene for r in ordered], fontsize=9)
    ax.axvline(1.0, color="0.3", linewidth=1)
    ax.set_xlabel("times faster than mujoco 3.5.0, one thread", fontsize=9)
    ax.tick_params(axis="x", labelsize=8)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, fontsize=8, loc="best")
    fig.savefig(path, dpi=130)
