"""Loads files and steps them, in a process of its own: python probe.py LIBRARY JOBS OUTPUT FIRST PUSH

Needs numpy and the library alone, so that any release can run it. JOBS is a JSON list of files: [path, text], where
text is null for what the file says. The record of a file goes to OUTPUT/NUMBER.pickle. PUSH numbers the push.
"""

import importlib
import json
import pickle
import sys
import time
import warnings
import zlib
from pathlib import Path

import numpy as np

STEPS = (1, 10, 50, 200)  # after which the state is recorded
# of disableflags of Gelenk: faces that rest on each other have the one contact of 3.5.0
ONE_CONTACT = 1 << 19
LEVEL_OF_ONE_CONTACT = "3.5.0"  # later releases have several, too
PUSH = 1e-8  # of each dof, up or down, to tell what a small error becomes [rad, m]
SECONDS = 20.0  # of the processor for one trajectory; what comes later is left out
# of whoever made them, not of the model: memory, layout, what hulls and pictures are made into
PRIVATE = ("mesh_", "skin_", "tex_data", "hfield_data", "bvh_", "oct_", "flex_", "name", "paths", "text_data")


def load(library, path, text):
    """The model, and the warnings of loading it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        m = library.MjModel.from_xml_path(path) if text is None else library.MjModel.from_xml_string(text)
    return m, [str(w.message) for w in caught]


def fields(m):
    """Counts, settings and arrays of a model, by name."""
    sizes, arrays = {}, {}
    for owner, prefix in ((m, ""), (m.opt, "opt."), (m.stat, "stat.")):
        for name in dir(owner):
            if name.startswith(("_", *PRIVATE)) or name == "signature":
                continue
            value = getattr(owner, name)
            if isinstance(value, np.ndarray):
                arrays[prefix + name] = value.copy()
            elif isinstance(value, (int, float)):
                (sizes if name.startswith("n") and not prefix else arrays)[prefix + name] = value
    return sizes, arrays


def controls(m, seed, key):
    """A control that stays: that of the keyframe, else a little off the middle of its range."""
    rng = np.random.default_rng(seed)
    push = rng.uniform(-0.1, 0.1, m.nu)
    if key:
        return m.key_ctrl[0].copy()
    low = np.where(m.actuator_ctrllimited, m.actuator_ctrlrange[:, 0], -1.0)
    high = np.where(m.actuator_ctrllimited, m.actuator_ctrlrange[:, 1], 1.0)
    return (low + high) / 2 + push * (high - low) / 2


def trajectory(library, m, seed, urdf, push=None):
    """Positions after STEPS, from the first keyframe if there is one; the most rows of constraints, and contacts."""
    if library.__name__ != "mujoco" and library.__version__ == LEVEL_OF_ONE_CONTACT:
        m.opt.disableflags |= ONE_CONTACT
    d = library.MjData(m)
    if urdf:  # the equalities of mimic joints, which 3.5.0 does not read
        d.eq_active[:] = 0
    key = m.nkey > 0
    if key:
        library.mj_resetDataKeyframe(m, d, 0)
    d.ctrl[:] = controls(m, seed, key)
    if push is not None and m.nv:
        # signs at random: a push that is the same for all legs keeps the symmetry of a robot, and with it all ties
        signs = np.random.default_rng(seed + push).choice((-1.0, 1.0), m.nv)
        library.mj_integratePos(m, d.qpos, PUSH * signs, 1.0)
    end, rows, contacts, states = time.process_time() + SECONDS, 0, 0, []
    for step in range(1, STEPS[-1] + 1):
        library.mj_step(m, d)
        rows, contacts = max(rows, int(d.nefc)), max(contacts, int(d.ncon))
        if step in STEPS:
            states.append(d.qpos.copy())
        if time.process_time() > end:
            break
    return {"states": states, "rows": rows, "contacts": contacts}


def probe(library, path, text, push=None):
    """The record of one file: {"error"} or counts, arrays, names and trajectories."""
    try:
        m, said = load(library, path, text)
    except Exception as error:  # what a library raises is what is recorded
        return {"error": f"{type(error).__name__}: {error}"}
    sizes, arrays = fields(m)
    urdf = path.lower().endswith(".urdf")
    seed = zlib.crc32(Path(path).name.encode())
    record = {"warnings": said, "sizes": sizes, "arrays": arrays}
    record["names"] = bytes(m.names)
    try:
        record["run"] = trajectory(library, m, seed, urdf)
        if push is not None:
            record["pushed"] = trajectory(library, m, seed, urdf, push)
    except Exception as error:
        record["stopped"] = f"{type(error).__name__}: {error}"
    return record


def main(library, jobs, output, first, push):
    """Probe the files from number `first` on."""
    module = importlib.import_module(library)
    number_of_push = int(push) if library == "mujoco" else None
    for number, (path, text) in list(enumerate(json.loads(Path(jobs).read_text())))[int(first) :]:
        record = probe(module, path, text, number_of_push)
        temporary = Path(output) / f"{number}.part"
        temporary.write_bytes(pickle.dumps(record))
        temporary.rename(temporary.with_suffix(".pickle"))


if __name__ == "__main__":
    main(*sys.argv[1:])
