"""Report of the simulator: the costs of each kernel in one step of the worlds of a scene.

Worlds start in the first keyframe with different random velocities and settle under random controls, on the CPU. Every
run has the same worlds, since the engine is deterministic.
"""

import re
from pathlib import Path
from typing import NamedTuple

import numpy as np

import gelenk
import scenes
from gelenk.batch.device.gpu_worlds import DeviceBatch
from gelenk.tables import gpu_stages
from gelenk.toolchain.gpu.variant import Variant
from gelenk.toolchain.struct_layout import KERNEL
from tools.warps import costs, driver
from tools.warps.execution import LaunchCount

PAGE = Path(__file__).resolve().parents[2] / "docs" / "gpu.md"
WORLDS, SETTLE, HOLD = 32, 300, 20  # worlds of a report; steps before it, and between changes of controls
STATE = ("qpos", "qvel", "act", "ctrl", "qacc_warmstart", "mocap_pos", "mocap_quat")
# nconmax and njmax of the measurements in docs/gpu.md; other scenes have ROOM
ROOMS, ROOM = {"humanoid": (24, 96)}, (64, None)
SHOWN = [("cartpole", 1), *((name, lanes) for name in ("humanoid", "arm7", "hand") for lanes in (1, 4))]
PINNED = 0.03  # relative growth of a count of the table up to which a test passes
# measured on an H200 at 8192 worlds with eight lanes [us]; a wait of about 10 us after each kernel is included
MEASURED = {
    "position": 110, "inertia": 100, "collision": 340, "rows": 100, "velocity": 190, "acceleration": 80,
    "solver": 1230, "end": 310,
}  # fmt: skip


def settled(m: gelenk.MjModel, worlds: int, hardest_of: int = 0) -> list[gelenk.MjData]:
    """Return worlds that have settled under random controls.

    hardest_of   number of worlds from which those with the largest rows x solver iterations are chosen; 0: no choice
    """
    rng = np.random.default_rng(0)
    found = []
    for _ in range(max(worlds, hardest_of)):
        d = gelenk.MjData(m)
        if m.nkey:
            gelenk.mj_resetDataKeyframe(m, d, 0)
        d.qvel[:] += rng.normal(0.0, 0.1, m.nv)
        for step in range(SETTLE):
            if step % HOLD == 0:
                d.ctrl[:] = 0.3 * rng.normal(0.0, 1.0, m.nu)
            gelenk.mj_step(m, d)
        found.append(d)
    if hardest_of:
        found.sort(key=lambda d: -d.nefc * (1 + int(d.solver_niter[0])))
    return found[:worlds]


def simulated_batch(
    m: gelenk.MjModel, worlds: list[gelenk.MjData], variant: Variant, room: tuple
) -> DeviceBatch:
    """Return a batch on the simulator whose worlds have these states."""
    b = DeviceBatch(
        m, len(worlds), device=driver.simulated(), precision=variant, load=driver.load, lanes=variant.lanes,
        nconmax=room[0], njmax=room[1],
    )  # fmt: skip
    for name in STATE:
        if name in b.plan.arrays and getattr(worlds[0], name).size:
            b.set(name, np.array([getattr(d, name) for d in worlds]))
    counts(b).clear()
    return b


def counts(b: DeviceBatch) -> list[LaunchCount]:
    """Return the counts of a batch's launches."""
    found: list[LaunchCount] = b.device.driver.counts
    return found


def measure(scene: str, lanes: int, worlds: int = WORLDS, hardest_of: int = 0) -> list[LaunchCount]:
    """Return the counts of the kernels of one step."""
    m = gelenk.MjModel.from_xml_path(str(scenes.path(scene)))
    variant = Variant(single=True, narrow=True, lanes=lanes)
    b = simulated_batch(m, settled(m, worlds, hardest_of), variant, ROOMS.get(scene, ROOM))
    b.step()
    made = [c for c in counts(b) if c.kernel.startswith(KERNEL)]
    b.check()
    return made


class Row(NamedTuple):
    """Counts of one kernel, or of a step; `chain` and `kcycles` are those of the longest warp."""

    instructions: int
    slots: int
    active: float
    accesses: int
    sectors: float
    kilobytes: float
    chain: int
    kcycles: float
    barriers: int
    code: float

    @classmethod
    def of(cls, every: list[LaunchCount]) -> "Row":
        """Return the sum of launches."""
        instructions = sum(c.total("instructions") for c in every)
        accesses = sum(c.total("loads") + c.total("stores") for c in every)
        return cls(
            instructions,
            sum(c.total("slots") for c in every),
            sum(c.total("lane_instructions") for c in every) / instructions,
            accesses,
            sum(c.total("sectors") for c in every) / accesses,
            sum(c.l2_bytes for c in every) / 1000,
            sum(c.chain for c in every),
            sum(c.cycles for c in every) / 1000,
            sum(c.barriers for c in every),
            sum(c.code_bytes for c in every) / 1000,
        )

    def cells(self) -> str:
        """Return the counts as cells of a Markdown table."""
        return " | ".join(
            f"{v:.1f}" if k in ("active", "sectors") else f"{v:,.0f}" for k, v in self._asdict().items()
        )


HEAD = (
    "instructions | slots | active lanes | accesses | sectors of each | kB to L2 | chain of loads | 1000 cycles | "
    "barriers | kB of code"
)


def short(kernel: str) -> str:
    """Return the name of a kernel without the common prefix."""
    return kernel.removeprefix(KERNEL).removeprefix("batch_")


def kernels_table(every: list[LaunchCount]) -> str:
    """Return a table with the counts of each kernel."""
    rows = [f"| {short(c.kernel)} | {Row.of([c]).cells()} |" for c in every]
    return _table(f"kernel | {HEAD}", [*rows, f"| step | {Row.of(every).cells()} |"])


def functions_table(every: list[LaunchCount], most: int) -> str:
    """Return a table of the functions with the most issue slots."""
    found = [(f.slots, short(c.kernel), name, f) for c in every for name, f in c.functions.items()]
    rows = []
    for slots, kernel, name, f in sorted(found, key=lambda row: -row[0])[:most]:
        active = f.lane_instructions / f.instructions
        accesses = f.tally.loads + f.tally.stores
        rows.append(
            f"| {kernel} | {readable(name)} | {f.instructions:,} | {slots:,} | {active:.1f} | {accesses:,} | "
            f"{f.tally.sectors / max(accesses, 1):.1f} | {f.tally.local_requests:,} | {f.tally.conflicts:,} |"
        )
    head = "kernel | function | instructions | slots | active lanes | accesses | sectors of each | stack | conflicts"
    return _table(head, rows)


def readable(name: str) -> str:
    """Return a function's name without the encoding of types."""
    word, rest = "", name.removeprefix("_ZN") if name.startswith("_ZN") else ""
    while size := re.match(r"\d+", rest):  # words are preceded by their lengths
        end = len(size[0]) + int(size[0])
        word, rest = rest[len(size[0]) : end], rest[end:]
    return word or name.removeprefix("gelenk_")


def compared_table(typical: list[LaunchCount], hardest: list[LaunchCount], worlds: int, lanes: int) -> str:
    """Return predicted and measured times of kernels [us].

    typical   worlds for slots and bytes; hardest: worlds for the chain, since the slowest warp ends a launch
    """
    rows, sums = [], np.zeros(6)
    for t, h in zip(typical, hardest, strict=True):
        p = costs.predict(worlds * lanes / 32, t.total("slots") / t.warps, h.cycles, t.memory_bytes / t.warps)
        name = short(t.kernel)
        both = p.issue + p.chain
        here = [1e6 * v for v in (p.issue, p.chain, p.moved, p.time, both)] + [float(MEASURED[name])]
        sums += here
        rows.append(f"| {name} | " + " | ".join(f"{v:.0f}" for v in here) + f" | {here[5] / here[4]:.1f} |")
    rows.append("| step | " + " | ".join(f"{v:,.0f}" for v in sums) + f" | {sums[5] / sums[4]:.1f} |")
    return _table(
        "kernel | issue | chain | bytes | largest | issue + chain | measured | its ratio to the sum", rows
    )


def write_totals(names: list[str]) -> None:
    """Write the rows of some scenes to docs/gpu.md, each as soon as it is measured."""
    for scene, lanes in SHOWN:
        if scene in names:
            row = f"| {scene} | {lanes} | {Row.of(measure(scene, lanes)).cells()} |"
            rows = {tuple(line.split(" | ")[:2]): line for line in _part("warps").split("\n")[2:] if line}
            rows[f"| {scene}", str(lanes)] = row
            order = [(f"| {name}", str(n)) for name, n in SHOWN]
            write("warps", _table(f"scene | lanes | {HEAD}", [rows[key] for key in order if key in rows]))


def pinned(scene: str, lanes: int) -> Row:
    """Return the totals of a scene in docs/gpu.md.

    Errors   KeyError: the page has no such row
    """
    found = re.search(rf"^\| {scene} \| {lanes} \| (.*) \|$", _part("warps"), re.MULTILINE)
    if found is None:
        raise KeyError(
            f"{PAGE.name} has no counts of {scene} with {lanes} lanes: python -m tools.warps --write"
        )
    return Row(*(float(v.replace(",", "")) for v in found[1].split(" | ")))


def _part(mark: str) -> str:
    found = re.search(
        rf"<!-- {mark} -->\n(.*)<!-- {mark} end -->", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    return found[1] if found else ""


def write(mark: str, table: str) -> None:
    """Replace a table of docs/gpu.md."""
    text = PAGE.read_text(encoding="utf-8")
    written = f"<!-- {mark} -->\n{table}<!-- {mark} end -->"
    PAGE.write_text(
        re.sub(rf"<!-- {mark} -->\n.*<!-- {mark} end -->", lambda _: written, text, flags=re.DOTALL),
        encoding="utf-8",
    )


def _table(head: str, rows: list[str]) -> str:
    return "\n".join([f"| {head} |", "|---" * (head.count("|") + 1) + "|", *rows]) + "\n"


assert set(MEASURED) == {short(KERNEL + name) for name in gpu_stages.CHAIN}
