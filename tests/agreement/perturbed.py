"""Compares models of which one number is another with 3.5.0: python -m tests.agreement.perturbed --inputs 2000

Documents: design / Testing

A number of a scene, or of a robot of the corpus without files, becomes a special one (0, 1, -1, 90, ...) or is moved by
1e-3 to 1e-14. Both libraries load the text, or refuse it; fields of the model agree, and so does what the forward
dynamics finds in a random state. What is printed wants a look: ties of contacts and chaotic motion are among it.
"""

import argparse
import logging
import os
import random
import re
from collections import Counter
from pathlib import Path

import mujoco
import numpy as np

import gelenk
import scenes
from tests.corpus.probe import ONE_CONTACT
from tests.support.tolerance import tol

ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r'(?<=[\s"])-?\d*\.?\d+(?:e-?\d+)?(?=[\s"])')
SPECIAL = (0.0, 1.0, -1.0, 90.0, -90.0, 180.0, 45.0, 1e-3, 0.5, 2.0, 3.0, 10.0, 360.0)
LARGEST_TEXT, MOST_DOFS = 15_000, 120
# choices of an implementation: memory, hulls, bounding volumes; poses that follow from the frame of a mesh
PRIVATE = re.compile(r"bvh_|nbvh|mesh_|nmeshpoly|hfield|narena|nbuffer|signature|names_map|geom_aabb|paths")
MODEL, EXACT, SOLVED = 1e-7, 1e-8, 1e-3  # largest relative differences
SMOOTH = ("xpos", "geom_xpos", "qfrc_bias", "qfrc_passive", "qfrc_actuator", "qacc_smooth", "ten_length")
CONSTRAINED = ("qacc", "sensordata")


def texts(folder: Path | None) -> dict[str, str]:
    """Return name -> text of models without files that 3.5.0 loads."""
    paths = [Path(scenes.path(name)) for name in scenes.names()]
    paths += sorted(folder.rglob("*.xml")) if folder else []
    found = {}
    for path in paths:
        text = path.read_bytes().decode("utf-8", "replace")
        if len(text) > LARGEST_TEXT or "file=" in text or "<mujoco" not in text:
            continue
        try:
            mujoco.MjModel.from_xml_string(text)
        except ValueError:
            continue
        found[str(path)] = text
    return found


def changed(text: str, rng: random.Random) -> tuple[str, str]:
    """Return a text with another number, and what was changed, for a message."""
    place = rng.choice(list(NUMBER.finditer(text)))
    old = float(place[0])
    if rng.random() < 0.5:
        new = f"{rng.choice((old, -old, 2 * old, *SPECIAL)):g}"
    else:
        new = repr(rng.choice((old, old, 0.0, 1.0)) + rng.choice((1, -1)) * 10 ** -rng.uniform(3, 14))
    around = " ".join(text[max(0, place.start() - 60) : place.start()].split())
    return text[: place.start()] + new + text[place.end() :], f"{around} [{place[0]} -> {new}]"


def fields(m) -> dict[str, np.ndarray]:
    """Return the numbers of a model, options and statistics."""
    found = {}
    for owner, prefix in ((m, ""), (m.opt, "opt."), (m.stat, "stat.")):
        for name in dir(owner):
            value = None if name.startswith("_") or PRIVATE.match(name) else getattr(owner, name)
            if isinstance(value, int | float | np.ndarray):
                found[prefix + name] = np.atleast_1d(value)
    return found


def differs(theirs: np.ndarray, ours: np.ndarray, allowed: float) -> bool:
    """Return whether arrays differ by more than a share of their largest element."""
    if theirs.shape != ours.shape or theirs.dtype.kind in "iub":
        return not np.array_equal(theirs, ours)
    finite = np.isfinite(theirs)
    if not np.array_equal(finite, np.isfinite(ours)):
        return True
    scale = max(np.abs(theirs[finite]).max(initial=0.0), 1e-9)
    allowed = tol(allowed)
    return bool(
        np.abs(theirs - ours)[finite].max(initial=0.0)
        > (10 if theirs.dtype == np.float32 else 1) * allowed * scale
    )


def forward(library, m, seed: int):
    """Return data of a random state after mj_forward."""
    rng, d = np.random.default_rng(seed), library.MjData(m)
    if m.nkey:
        library.mj_resetDataKeyframe(m, d, 0)
    library.mj_integratePos(m, d.qpos, 0.1 * rng.normal(size=m.nv), 1.0)
    d.qvel[:], d.ctrl[:] = 0.1 * rng.normal(size=m.nv), 0.1 * rng.normal(size=m.nu)
    library.mj_forward(m, d)
    return d


def verdict(text: str, seed: int) -> str:
    """Return what differs between 3.5.0 and Gelenk, or ""."""
    models, errors = {}, {}
    for library in (mujoco, gelenk):
        try:
            models[library] = library.MjModel.from_xml_string(text)
        except ValueError as error:
            errors[library] = " ".join(str(error).split())[:100]
    if errors:
        return "" if len(errors) == 2 else f"loads: {errors}"
    theirs, ours = fields(models[mujoco]), fields(models[gelenk])
    bad = [name for name, value in theirs.items() if name in ours and differs(value, ours[name], MODEL)]
    if bad or models[mujoco].nv > MOST_DOFS:
        return " ".join(bad[:6])
    models[gelenk].opt.disableflags |= ONE_CONTACT
    a, b = (forward(library, models[library], seed) for library in (mujoco, gelenk))
    if (a.ncon, a.nefc) != (b.ncon, b.nefc):
        return f"contacts and rows {a.ncon} {a.nefc} != {b.ncon} {b.nefc}"
    exact = [name for name in SMOOTH if differs(getattr(a, name), getattr(b, name), EXACT)]
    return " ".join(
        exact or [name for name in CONSTRAINED if differs(getattr(a, name), getattr(b, name), SOLVED)]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=1000, help="how many")
    parser.add_argument("--seed", type=int, default=0, help="other inputs for each")
    parser.add_argument(
        "--folder", type=Path, default=os.environ.get("GELENK_CORPUS"), help="with more models"
    )
    said = parser.parse_args()
    logging.disable(logging.CRITICAL)
    known, rng, kinds = texts(said.folder and Path(said.folder)), random.Random(said.seed), Counter()
    for number in range(said.inputs):
        name = rng.choice(list(known))
        text, what = changed(known[name], rng)
        if found := verdict(text, number):
            kinds[found.split()[0]] += 1
            print(f"{Path(name).name}: {what}: {found}", flush=True)
    print(f"{said.inputs} inputs, {kinds.total()} differ: {dict(kinds)}")


if __name__ == "__main__":
    main()
