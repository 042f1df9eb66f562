"""Judges the records of one file: what 3.5.0 made of it and what Gelenk did.

Fields agree within 1e-6 of their largest element (1e-5 where they are kept as float32). The frame of a mesh and of an
inertia is a choice where principal moments are equal, so that poses which follow from it are not compared; the inertia
tensor in the body's frame is.
Positions agree within TOLERANCES, scaled by 1 + the largest element: without constraints rounding alone differs;
solvers end at a relative cost of 1e-8, which is some 1e-4 of a force, and penetration of convex shapes is found to 1e-6
of their size. Where the reference itself, its positions pushed by 1e-8, is CHAOTIC or more off after some steps,
neither those nor later steps say anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from tests.corpus.probe import ONE_CONTACT
from tests.support.tolerance import tol

SINGLE, DOUBLE = 1e-5, 1e-6
CHAOTIC = 1e-4
TOLERANCES = {  # (up to step 10, later)
    "smooth": (1e-6, 1e-5),
    "constrained": (1e-4, 1e-3),
    "contacts": (1e-3, 1e-2),
}
# memory, hulls, bounding volumes: choices of an implementation, as are mesh arrays (probe.PRIVATE); paths of files
SIZES = re.compile(
    r"nbvh|nbuffer|narena|npaths|nmeshpoly|nmeshgraph|npluginstate|noct|nJmom|nmeshdegmax|npolygonmax"
)
FRAMES = ("body_iquat", "geom_quat", "geom_pos", "geom_size", "geom_aabb", "geom_rbound")
ARRAYS = re.compile(r".*(sameframe|bvh|oct|mesh|path)")
MESHES = re.compile(r"(nmesh(vert|face|normal|texcoord|facenum)? \d+ != \d+(, )?)+")  # sizes of meshes alone
MIMIC = ("neq", "nemax", "nnames", "nnames_map")  # equalities of mimic joints, which 3.5.0 does not read
MESH = 7


@dataclass
class Verdict:
    """How a file came out: kind is one of KINDS, reason what there is to say."""

    kind: str
    reason: str = ""
    chaotic: bool = False
    warnings: list[str] = field(default_factory=list)


KINDS = ("agrees", "differs", "refused here", "refused by 3.5.0", "refused by both")


def judge(theirs: dict, ours: dict, urdf: bool) -> Verdict:
    """Compare two records of one file."""
    if "error" in theirs and "error" in ours:
        return Verdict("refused by both", _line(theirs["error"]))
    if "error" in theirs:
        return Verdict("refused by 3.5.0", _line(theirs["error"]), warnings=ours["warnings"])
    if "error" in ours:
        return Verdict("refused here", _line(ours["error"]))
    chaotic, found = False, _sizes(theirs, ours, urdf)
    if not found or MESHES.fullmatch(
        found
    ):  # where a mesh has other faces the rest may agree, which is judged too
        rest = _fields(theirs["arrays"], ours["arrays"], urdf)
        if not rest:
            chaotic, rest = trajectories(theirs, ours)
        found = ", ".join(filter(None, [found, rest]))
    return Verdict("differs" if found else "agrees", found, chaotic, ours["warnings"])


def _line(text: str) -> str:
    return " ".join(text.split())


def _sizes(theirs: dict, ours: dict, urdf: bool) -> str:
    left_out = MIMIC if urdf else ()
    pairs = [(n, v, ours["sizes"].get(n)) for n, v in theirs["sizes"].items() if not SIZES.match(n)]
    differing = [f"{n} {v} != {w}" for n, v, w in pairs if v != w and n not in left_out]
    if not differing and theirs["names"] != ours["names"] and not (urdf and ours["sizes"]["neq"]):
        return "names"
    return ", ".join(differing)


def tensors(arrays: dict) -> np.ndarray:
    """Inertia of each body about its center of mass in its own axes (nbody, 3, 3)."""
    w, x, y, z = arrays["body_iquat"].T
    R = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    ).transpose(2, 0, 1)
    return np.einsum("bij,bj,bkj->bik", R, arrays["body_inertia"], R)


def _off(a, b) -> float:
    """The largest difference in units of what is allowed."""
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return np.inf
    if not a.size or a.tobytes() == b.tobytes():
        return 0.0
    allowed = tol(SINGLE if a.dtype == np.float32 else DOUBLE)
    x, y = a.astype(float), b.astype(float)
    both = np.isfinite(x) & np.isfinite(y)
    if not np.array_equal(x[~both], y[~both], equal_nan=True):
        return np.inf
    scale = max(np.abs(x[both]).max(initial=0.0), 1e-9)
    return float(np.abs(x - y)[both].max(initial=0.0) / scale / allowed) if allowed else np.inf


def _fields(theirs: dict, ours: dict, urdf: bool) -> str:
    """Names of the fields that differ, with the element that is farthest off in the first."""
    pairs = {n: (a, ours[n]) for n, a in theirs.items() if n in ours and not ARRAYS.match(n)}
    if urdf:
        pairs = {n: pair for n, pair in pairs.items() if not n.startswith("eq_")}
    frames = [n for n in pairs if n.startswith(FRAMES)]
    primitive = np.asarray(theirs["geom_type"]) != MESH
    for name in frames:
        a, b = pairs.pop(name)
        if name.startswith("geom_") and a.shape == b.shape:
            pairs[name] = a[primitive], b[primitive]
    pairs["inertia"] = tensors(theirs), tensors(ours)
    flags = "opt.disableflags"
    # a bit of our own at level 3.5.0, which later releases have for something else
    pairs[flags] = theirs[flags] & ~ONE_CONTACT, ours[flags] & ~ONE_CONTACT
    off = {n: _off(*pair) for n, pair in pairs.items()}
    differing = [n for n, x in off.items() if x > 1]
    if not differing:
        return ""
    a, b = (np.asarray(x) for x in pairs[differing[0]])
    where = ""
    if a.shape == b.shape:
        i = np.unravel_index(int(np.abs(np.nan_to_num(a.astype(float) - b)).argmax()), a.shape)
        where = f" ({differing[0]}{[int(k) for k in i]} {a[i]:.7g} != {b[i]:.7g})"
    return "fields " + ", ".join(differing) + where


def trajectories(theirs: dict, ours: dict) -> tuple[bool, str]:
    """(whether the reference is chaotic before the end, what differs before that)."""
    stopped = [r.get("stopped", "") for r in (theirs, ours)]
    if any(stopped):
        return False, "" if all(
            stopped
        ) else f"stepping stopped: {stopped[0] or 'no'} != {stopped[1] or 'no'}"
    run, pushed = theirs["run"], theirs["pushed"]
    kind = "contacts" if run["contacts"] else "constrained" if run["rows"] else "smooth"
    triples = zip(run["states"], pushed["states"], ours["run"]["states"], strict=False)  # as far as all came
    for i, (q, q1, q2) in enumerate(triples):
        if not q.size:
            return False, ""
        if not np.isfinite(q).all() or np.abs(q - q1).max() > CHAOTIC:
            return True, ""
        allowed, scale = tol(TOLERANCES[kind][i > 1]), 1 + np.abs(q).max()
        off = np.abs(q - q2).max() / scale
        if not off <= allowed:
            return False, f"qpos off by {off:.1e} after {(1, 10, 50, 200)[i]} steps ({kind})"
    return False, ""
