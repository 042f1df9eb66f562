"""What mj_printModel and mj_printData write is the text of 3.5.0: of its own models and states to the byte.

Two questions are asked apart. The first is the form: our printers are given the model and state of the reference, whose
fields have the same names, so that no number can hide a difference. The second is what users see: both libraries
compile, step and print, and line by line the texts differ in numbers only, and in those by rounding.
"""

import re

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.api import printing
from gelenk.api.printing import models as model_printing
from gelenk.api.printing import states
from gelenk.runtime import binary_model
from gelenk.tables import fields_model
from gelenk.tables.field_rows import FIRST
from tests.support import models

STRUCT = 162968  # bytes of an MjData of 3.5.0 without arrays and arena
EVERY_KIND = """<mujoco model="all &#228; kinds"><size nuserdata="3"/>
<option><flag energy="enable" fwdinv="enable"/></option>
<extension><plugin plugin="mujoco.elasticity.cable"><instance name="cable"/></plugin></extension>
<asset>
  <hfield name="h" nrow="4" ncol="5" size="1 1 .1 .1"/>
  <texture name="t" type="2d" builtin="checker" width="8" height="8" rgb1="1 1 1"/>
  <texture name="sky" type="skybox" builtin="gradient" width="8" height="8"/>
  <material name="m" texture="t"/>
  <mesh name="c" vertex="0 0 0 1 0 0 0 .8 0 0 0 .6"/><mesh name="d" vertex="0 0 0 1 0 0 0 .8 0 0 0 .6" maxhullvert="8"/>
  <skin name="s" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
    <bone body="world" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin>
</asset>
<worldbody>
  <geom name="f" type="plane" size="3 3 1" user="1 2 3"/><geom type="hfield" hfield="h" pos="5 5 0"/>
  <geom type="mesh" mesh="c" pos="5 0 0" material="m"/><geom type="mesh" mesh="d" pos="8 0 0"/>
  <light/><camera/><camera name="cc" user="1"/>
  <body mocap="true" name="mc" pos="0 0 3" user="4 5"/>
  <body name="b1" pos="0 0 .09"><freejoint/><geom name="g&#228;" size=".1"/><site name="s1"/>
    <body pos=".3 0 0">
      <joint name="j" limited="true" range="-1 1" damping="1" frictionloss=".1" stiffness="1" user="7 8"/>
      <geom size=".05"/><site name="s2"/>
      <body pos=".3 0 0"><joint name="jb" type="ball"/><geom size=".05"/></body></body></body>
  <body name="k" pos="1 1 .09"><joint name="k" type="slide" axis="0 0 1"/><geom size=".1" condim="6"/></body>
  <body pos="1 -1 1"><joint name="l" type="slide" axis="0 0 1"/><geom size=".1"/></body>
  <flexcomp name="sheet" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" pos="-1 0 .005" mass="1" radius=".01">
    <edge equality="true"/></flexcomp>
</worldbody>
<contact><pair geom1="f" geom2="g&#228;" condim="1"/><exclude body1="b1" body2="mc"/></contact>
<equality><joint joint1="j" joint2="k" active="false"/><joint joint1="l" polycoef=".1 0 0 0 0"/></equality>
<tendon>
  <spatial name="sp" user="1" limited="true" range="0 .2"><site site="s1"/><site site="s2"/></spatial>
  <fixed><joint joint="j" coef="1"/><joint joint="k" coef="-2"/></fixed>
</tendon>
<actuator>
  <motor joint="j" user="1"/><position joint="k" kp="10" kv="1"/><motor tendon="sp"/>
  <intvelocity joint="l" kp="1" actrange="-1 1"/><motor name="dl" joint="l" delay=".004" nsample="4"/>
</actuator>
<sensor>
  <jointpos joint="j" user="2"/><clock name="cl"/><framepos objtype="body" objname="k" delay=".01" nsample="3"/>
</sensor>
<custom>
  <numeric name="nn" size="3" data="1 2"/><text name="tt" data="some %d text"/>
  <tuple name="uu"><element objtype="body" objname="b1" prm="2"/><element objtype="tendon" objname="sp"/></tuple>
</custom>
<keyframe><key/><key name="named"/><key name="k1" time="2.5" ctrl="1 2 3 4 5"/>
  <key mpos="1 2 3" mquat="0 1 0 0" act="3"/></keyframe></mujoco>"""
FLAT = "<mujoco><worldbody><geom type='plane' size='9 9 1'/>{}</worldbody></mujoco>"
BOX = "<body pos='{} {} .099'><joint type='slide' axis='0 0 1'/><geom size='.1'/></body>"
SHEET = """<flexcomp name="{}" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1" pos="0 0 {}" mass="1" radius=".01">
    <contact selfcollide="none" internal="false"/></flexcomp>"""
TEXTS = {
    "every kind": EVERY_KIND,
    "empty": "<mujoco/>",
    "more islands than digits": FLAT.format("".join(BOX.format(i % 4, i // 4) for i in range(12))),
    "302 dofs": FLAT.format("".join(BOX.format(i % 20, i // 20) for i in range(302))),
    "octree": """<mujoco><asset><mesh name="m" vertex="0 0 0 1 .1 .05 .2 1.1 .1 .3 .2 .9"/></asset><worldbody>
        <geom type="sdf" mesh="m" contype="0" conaffinity="0"/></worldbody></mujoco>""",
    "sheets": FLAT.format(SHEET.format("a", 0.009) + SHEET.format("b", 0.025)),
}
SCENES = (
    "arm",
    "loops",
    "humanoid",
    "pendulum",
    "cartpole",
    "muscle_arm",
    "tendon_arm",
    "rope",
    "terrain",
    "boxes50",
)
# sizes that are 0 in "every kind": of octrees and interpolated flexes, which are not shown, and of rare user numbers
NONE_OF = (
    "noct",
    "nflexnode",
    "nflextexcoord",
    "nmeshtexcoord",
    "nskintexvert",
    "nuser_site",
    "ngravcomp",
    "npluginstate",
)
NAMES = (*TEXTS, *SCENES)
FORMATS = ("% -9.2g", "%.17g", "%-12.3e", "%8.1f")
STATES = {
    "forward": {},
    "dense": {"steps": 3, "jacobian": 0},
    "sparse": {"steps": 3, "jacobian": 1},
    "dual, sparse": {"steps": 3, "jacobian": 1, "solver": 0},
    "dual, dense": {"steps": 3, "jacobian": 0, "solver": 0, "noslip_iterations": 2},
    "no islands": {"steps": 2, "jacobian": 1, "disableflags": int(mujoco.mjtDisableBit.mjDSBL_ISLAND)},
    "implicit": {"steps": 3, "integrator": 2, "enableflags": int(mujoco.mjtEnableBit.mjENBL_ENERGY)},
    "asleep": {"steps": 300, "enableflags": int(mujoco.mjtEnableBit.mjENBL_SLEEP)},
}


def load(name, module):
    if name in TEXTS:
        return module.MjModel.from_xml_string(TEXTS[name])
    return models.load(name, module)


def state(m, module, steps=0, **options):
    d = module.MjData(m)
    for name, value in options.items():
        setattr(m.opt, name, value)
    module.mj_forward(m, d)
    for _ in range(steps):
        module.mj_step(m, d)
    return d


@pytest.fixture
def as_reference(monkeypatch):
    """The printers for objects of the reference: what they ask the engine for is asked of it."""
    monkeypatch.setattr(binary_model, "byte_count", mujoco.mj_sizeModel)
    monkeypatch.setattr(states, "mj_contactForce", mujoco.mj_contactForce)
    monkeypatch.setattr(states, "mj_isSparse", mujoco.mj_isSparse)
    monkeypatch.setattr(states, "_memory_sizes", lambda d: (STRUCT, d.nbuffer, d.narena))
    kinds = [
        kind._replace(
            size="nu" if kind.size == "nactuator" else kind.size,  # which 3.5.0 has no name for
            rows=[f for f in kind.rows if f.since == FIRST],
        )
        for kind in model_printing._object_kinds()
    ]
    monkeypatch.setattr(model_printing, "_object_kinds", lambda: kinds)


def written(path, write, *what):
    write(*what[:-1], str(path), *what[-1:])
    return path.read_bytes()


# ---- the form


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", NAMES)
def test_a_model_of_the_reference_has_its_text(name, form, tmp_path, as_reference):
    m = load(name, mujoco)
    assert printing.model_text(m, form) == written(tmp_path / "m", mujoco.mj_printFormattedModel, m, form)


def test_any_number_of_a_model_has_the_text_of_the_reference(tmp_path, as_reference):
    m = load("every kind", mujoco)
    rng = np.random.default_rng(1)
    for name in (
        "qpos0",
        "body_mass",
        "geom_size",
        "geom_rgba",
        "key_qpos",
        "key_qvel",
        "numeric_data",
        "wrap_prm",
    ):
        values = getattr(m, name).reshape(-1)
        values[:] = rng.standard_normal(values.size) * 10.0 ** rng.integers(-20, 20, values.size)
        values[:4] = (np.nan, np.inf, -np.inf, -0.0)[: values.size]
    m.body_pos[:] = 7  # of which keyframes differ then
    for form in FORMATS:
        assert printing.model_text(m, form) == written(tmp_path / "m", mujoco.mj_printFormattedModel, m, form)


# where 3.5.0 raises when trees fall asleep: flexes, and a tree that an island has
AWAKE = ("every kind", "sheets", "rope", "loops")


@pytest.mark.parametrize(
    "name, case", [(name, case) for name in NAMES for case in STATES if case != "asleep" or name not in AWAKE]
)
def test_a_state_of_the_reference_has_its_text(name, case, tmp_path, as_reference):
    m = load(name, mujoco)
    d = state(m, mujoco, **STATES[case])
    form = FORMATS[len(name + case) % len(FORMATS)]
    assert printing.data_text(m, d, form) == written(tmp_path / "d", mujoco.mj_printFormattedData, m, d, form)


def test_warnings_and_counters_have_the_text_of_the_reference(tmp_path, as_reference):
    m = load("every kind", mujoco)
    d = state(m, mujoco, steps=1)
    d.warning[3].number, d.warning[3].lastinfo = 2, 17
    d.warning[5].lastinfo = 4  # of one that was not raised
    d.timer[1].number = 70000
    for _ in range(2):
        assert printing.data_text(m, d, "%g") == written(
            tmp_path / "d", mujoco.mj_printFormattedData, m, d, "%g"
        )
        for timer in d.timer:
            timer.duration = 0


def test_the_cases_have_what_there_is_to_print():
    found = set()
    for name in ("every kind", "more islands than digits"):
        for case in STATES:
            if case == "asleep" and name in AWAKE:
                continue
            d = state(load(name, mujoco), mujoco, **STATES[case])
            has = {
                "contacts": d.ncon,
                "islands": d.nisland > 10,
                "asleep": (d.tree_asleep >= 0).any(),
                "dual": d.nA,
            }
            has |= {
                "energy": d.energy[0],
                "implicit": d.qLU.any(),
                "factor": d.qHDiagInv.any(),
                "history": d.history.any(),
            }
            found |= {what for what, there in has.items() if there}
    assert len(found) == len(has), found
    m = load("every kind", mujoco)
    empty = [f.name for f in fields_model.SIZES if f.since == FIRST and not getattr(m, f.name)]
    assert set(empty) <= set(NONE_OF)


# ---- what users see

# sections that each library has numbers of its own for: memory, the time that parts take, the hash of a spec; how the
# solver came to its solution: it counts factors, nonzeros and evaluations of its own; and the region of the cost that
# rows are in, of which those without force are on the border
OWN = ("MEMORY", "TIMER", "SIGNATURE", "SOLVER STAT", "EFC_STATE")
# sizes that say how much memory there is, and how much was used
OWN_SIZES = ("narena", "nbuffer", "maxuse_stack", "maxuse_arena")
NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[-+]\d+)?|nan|inf)")
NOISE = 2e-8  # what is 0 but for rounding; -0 is 0
DIGIT = 0.11  # of two digits, the last


def sections(text):
    """(title, its lines) in their order."""
    found = []
    for line in text.decode("latin-1").split("\n"):
        title = re.match(r"[A-Za-z].*", line)
        if title or not found:
            # what stands behind a title is part of its lines
            found.append((re.split(r"  | =", line)[0], []))
        found[-1][1].append(line)
    return [(title, lines) for title, lines in found if title not in OWN]


def same(ours, theirs):
    """Whether two lines differ in nothing, or in the last of two digits, or in what is 0 but for rounding."""
    if ours == theirs or set(ours.split()[:1]) & set(theirs.split()[:1]) & set(OWN_SIZES):
        return True
    if NUMBER.sub("#", ours).split() != NUMBER.sub("#", theirs).split():
        return False
    pairs = zip(NUMBER.findall(ours), NUMBER.findall(theirs), strict=True)
    return all(a == b or abs(float(a) - float(b)) <= max(NOISE, DIGIT * abs(float(b))) for a, b in pairs)


def differences(ours, theirs):
    """Titles that differ, else the first lines of each section that do."""
    ours, theirs = sections(ours), sections(theirs)
    titles = [[title for title, _ in side] for side in (ours, theirs)]
    if titles[0] != titles[1]:
        return [(title,) for title in set(titles[0]) ^ set(titles[1])] or titles
    found = []
    for (title, a), (_, b) in zip(ours, theirs, strict=True):
        differ = [(title, x, y) for x, y in zip(a, b, strict=False) if not same(x, y)]
        found += differ[:1] or [(title, len(a), len(b))] * (len(a) != len(b))
    return found


@pytest.mark.parametrize("name", [name for name in NAMES if name != "every kind"])
def test_a_model_of_ours_has_the_text_of_the_reference(name, tmp_path):
    texts = [
        written(tmp_path / "m", module.mj_printFormattedModel, load(name, module), FORMATS[0])
        for module in (gelenk, mujoco)
    ]
    assert differences(*texts) == []


# states whose rounding is seen: spheres that touch by 1e-17 m, moments that are 0 or 1e-19, sheets whose many equal
# contacts the solver may share its forces between as it likes; and what no library but the other's has compiled
SEEN = ("loops", "muscle_arm", "tendon_arm", "sheets", "every kind")


@pytest.mark.parametrize("case", ["forward", "dense", "sparse", "implicit"])
@pytest.mark.parametrize("name", [name for name in NAMES if name not in SEEN])
def test_a_state_of_ours_has_the_text_of_the_reference(name, case, tmp_path):
    texts = []
    for module in (gelenk, mujoco):
        m = load(name, module)
        d = state(m, module, **{**STATES[case], "steps": min(STATES[case].get("steps", 0), 1)})
        texts.append(written(tmp_path / "d", module.mj_printFormattedData, m, d, FORMATS[0]))
    assert differences(*texts) == []
