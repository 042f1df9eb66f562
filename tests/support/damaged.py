"""Pickles with a valid checksum in which a number, a type or the structure is wrong.

Documents: promises / Restored models
"""

import copy
import pickle

import numpy as np

import gelenk
from gelenk.batch import Batch
from gelenk.runtime import copy_pickle
from tests.support import mutate

NUMBERS = (
    *(
        0,
        -1,
        "one more",
        "one less",
        "twice",
        10**6,
        2**31 - 1,
        2**31,
        2**62,
        2**63 - 1,
        -(2**63),
        2**64,
        1.0,
    ),
    *(float("nan"), float("inf"), None, "1", True, b"", [], 4607182418800017408, 0x7FF8000000000000),
)
JUNK = [
    *(None, 0, -1, 1.5, "x", b"", b"abc", [], (), {}, [1, 2], np.zeros(3), object, True, 10**30),
    *(float("nan"), {"a": 1}, gelenk.MjModel, len),
]
OURS = (ValueError, IndexError, TypeError, gelenk.FatalError)
STAGES = (
    "mj_fwdConstraint",
    "mj_fwdAcceleration",
    "mj_fwdActuation",
    "mj_sensorPos",
    "mj_sensorAcc",
    "mj_island",
)
STAGES += (
    "mj_projectConstraint",
    "mj_energyPos",
    "mj_collision",
    "mj_makeConstraint",
    "mj_fwdVelocity",
    "mj_inverse",
)


def worlds():
    """Return name -> (model, data in motion), for models with all kinds of counts."""
    found = {}
    for kind in ("mjcf arm", "mjcf sensors", "mjcf asleep", "mjcf touching", "mjcf flexes", "mjcf cables"):
        found[kind] = gelenk.MjModel.from_xml_string(mutate.TEXTS[kind].strip())
    for name, settings in {"dual": {"solver": 0, "cone": 1}, "sparse": {"jacobian": 1}}.items():
        m = found[name] = copy.copy(found["mjcf touching"])
        for key, value in settings.items():
            setattr(m.opt, key, value)
    datas = {name: gelenk.MjData(m) for name, m in found.items()}
    for name, d in datas.items():
        gelenk.mj_step(found[name], d, 30)
    return {name: (found[name], datas[name]) for name in found}


def changed(value, to):
    """Return the value that replaces a number."""
    return (
        {"one more": value + 1, "one less": value - 1, "twice": 2 * value + 3}.get(to, to)
        if isinstance(to, str)
        else to
    )


def sealed(values):
    """Return the arguments of a pickle of a model or data, with a valid checksum."""
    values = list(values)
    state = values[2:] if values[0] is True else values[3:]
    values[1] = copy_pickle._digest(tuple(state))
    return values


def cases(found):
    """Yield (world, model or data, part, name of the number, replacement) for all numbers."""
    for name, (m, d) in found.items():
        for part in (3, 4):
            for key in d.__reduce__()[1][part]:
                yield from ((name, "data", part, key, to) for to in NUMBERS)
        for key in m.__reduce__()[1][2]:
            yield from ((name, "model", 2, key, to) for to in NUMBERS)


def restored(found, case):
    """Return model and data of a changed pickle; raise what unpickling raises."""
    name, what, part, key, to = case
    m, d = found[name]
    make, values = (d if what == "data" else m).__reduce__()
    values = list(values)
    values[part] = {**values[part], key: changed(values[part][key], to)}
    made = make(*sealed(values))
    return (m, made) if what == "data" else (made, gelenk.MjData(made))


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except OURS as error:
        assert str(error)


def use(m, d, folder):
    """Read, print, copy, save, draw and step; errors are allowed, crashes are not."""
    for name in dir(type(d)):
        if not name.startswith("_"):
            attempt(
                lambda name=name: (
                    np.copy(getattr(d, name)) if isinstance(getattr(d, name), np.ndarray) else None
                )
            )
    for contact in d.contact:
        assert contact.dist is not None and contact.frame.size == 9
    assert [w.number for w in d.warning] and [s.gradient for s in d.solver]
    for function in (repr, copy.copy, copy.deepcopy, pickle.dumps):
        attempt(function, d)
    attempt(gelenk.mj_printData, m, d, f"{folder}/data.txt")
    for name in STAGES:
        attempt(lambda name=name: getattr(gelenk, name)(m, copy.copy(d)))
    attempt(gelenk.mj_mulJacVec, m, d, np.zeros(max(0, min(d.nefc, 10**6))), np.zeros(m.nv))
    every = gelenk.mjtState.mjSTATE_INTEGRATION
    state = np.zeros(gelenk.mj_stateSize(m, every))
    gelenk.mj_getState(m, d, state, every)
    gelenk.mj_setState(m, d, state, every)
    scene, look = gelenk.MjvScene(m, 200), (gelenk.MjvOption(), gelenk.MjvPerturb(), gelenk.MjvCamera())
    attempt(gelenk.mjv_updateScene, m, d, *look, 7, scene)
    attempt(gelenk.mj_copyData, gelenk.MjData(m), m, d)
    for function in (gelenk.mj_forward, gelenk.mj_step, gelenk.mj_resetData, gelenk.mj_step):
        attempt(function, m, d)


def edit(value, rng, depth=0):
    """Return the value with one random change of its structure, or another value."""
    if rng.random() < 0.25 or depth > 4:
        return rng.choice(JUNK)
    if isinstance(value, tuple | list) and value:
        entries, at = list(value), rng.randrange(len(value))
        how = rng.random()
        if how < 0.1:
            del entries[at]
        elif how < 0.2:
            entries.insert(at, rng.choice(JUNK))
        else:
            entries[at] = (entries[at],) if how < 0.25 else edit(entries[at], rng, depth + 1)
        return list(entries) if type(value) is list else tuple(entries)
    if isinstance(value, dict) and value:
        entries, key = dict(value), rng.choice(list(value))
        how = rng.random()
        if how < 0.15:
            del entries[key]
        elif how < 0.25:
            entries[rng.choice(["x", 5, None])] = 1
        else:
            entries[key] = edit(entries[key], rng, depth + 1)
        return entries
    if isinstance(value, bytes | bytearray):
        return rng.choice([value[:-1], value + b"0", value[: len(value) // 2], bytearray(value), value.hex()])
    if isinstance(value, np.ndarray):
        return rng.choice(
            [value[:-1], value.astype("f4"), value.tolist(), np.zeros((2, 2, 2)), value.astype(object)]
        )
    return rng.choice(JUNK)


def objects():
    """Return public objects whose pickles call functions of gelenk."""
    m = gelenk.MjModel.from_xml_string(mutate.TEXTS["mjcf touching"].strip())
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 30)
    batch = Batch(m, 2)
    batch.step()
    found = {"model": m, "data": d, "batch": batch, "option": m.opt, "statistic": m.stat, "map": m.vis.map}
    found |= {"visual": m.vis, "contact": d.contact[0], "contacts": d.contact, "some": d.contact[:2]}
    found["spec"] = gelenk.MjSpec.from_string(mutate.TEXTS["mjcf arm"].strip())
    return found | {"warnings": d.warning, "warning": d.warning[0]}


def rebuilt(thing, rng):
    """Return the object of an edited pickle; raise what unpickling raises."""
    make, values = thing.__reduce__()
    values = edit(values, rng)
    values = list(values) if isinstance(values, tuple | list) else [values]
    if make is copy_pickle._unseal and len(values) > 2 and rng.random() < 0.95:
        values = sealed(values)
    return make(*values)
