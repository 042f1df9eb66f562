"""What the table of functions says that a stage reads and writes is what it reads and writes.

All that a stage does not read is filled with NaN before it runs: its results must be the same as without, and what it
does not write must still be NaN.
"""

import functools

import numpy as np
import pytest

import gelenk
from gelenk.tables import fields_data
from gelenk.tables.docstrings import SIGNATURES
from tests.support import models

# what the shared models have not: spatial tendons, a flex, cameras and lights that follow, a medium
CLOTH = """
<mujoco><option timestep="0.002" density="1.2" viscosity="0.01"/><worldbody>
  <light pos="0 0 2" mode="targetbody" target="b"/><camera name="c" pos="0 -2 1" mode="trackcom"/>
  <geom name="floor" type="plane" size="2 2 1"/><site name="s0" pos="0.5 0 1" size="2"/>
  <geom name="w" size="0.07" pos="0.35 0.02 0.75" contype="0" conaffinity="0"/>
  <body name="b" pos="0.3 0 0.4"><joint name="j" axis="0 1 0" damping="0.2" stiffness="1" actuatorgravcomp="true"
      armature="1" limited="true" range="10 20" springyield="0.05"/>
    <camera name="eye" pos="0 0 0.1"/><geom name="g" type="box" size="0.05 0.04 0.1" pos="0 0 0.1"/>
    <site name="s1" pos="-0.2 0 0.1"/><geom name="e" type="ellipsoid" size="0.1 0.05 0.07" pos="0 0 0.2"
      fluidshape="ellipsoid"/></body>
  <body name="ball" pos="1 0 0.099" gravcomp="0.2"><freejoint/><geom name="ball" size="0.1" adhesion="0.1"/></body>
  <flexcomp name="f" type="grid" dim="2" count="4 4 1" spacing="0.1 0.1 0.1" radius="0.01" pos="-0.5 0 0.005"
    mass="0.2"><edge equality="true" damping="0.1"/></flexcomp>
  <flexcomp name="net" type="grid" dim="2" count="4 4 1" spacing="0.1 0.1 0.1" radius="0.01" pos="-0.5 0 0.02"
    mass="0.2"><edge equality="vert"/></flexcomp>
  <flexcomp name="rope" type="grid" dim="1" count="4 1 1" spacing="0.1 0.1 0.1" radius="0.01" pos="-0.5 1 0.5"
    ><edge stiffness="10"/></flexcomp>
</worldbody>
<tendon><spatial name="t" range="0 0.3" stiffness="2" limited="true"><site site="s0"/><geom geom="w"/>
  <site site="s1"/></spatial><spatial armature="0.1"><site site="s0"/><site site="s1"/></spatial></tendon>
<equality><connect site1="s1" site2="s0"/></equality>
<actuator><general name="a" tendon="t" dyntype="filter" dynprm="0.05"/><motor joint="j" delay="0.004" nsample="4"/>
  <motor site="s1" refsite="s0" gear="1 0 0 0 1 0"/><adhesion body="ball" ctrlrange="0 1" gain="3"/>
  <motor site="s1" gear="1 0 0 0 1 0"/></actuator>
<sensor><tendonpos tendon="t"/><tendonvel tendon="t"/><e_potential/><e_kinetic/><subtreelinvel body="b"/>
  <framepos objtype="camera" objname="eye"/><framequat objtype="camera" objname="eye"/><clock/>
  <framepos objtype="geom" objname="g"/><framequat objtype="geom" objname="g"/>
  <framezaxis objtype="geom" objname="g"/><subtreeangmom body="b"/><jointlimitpos joint="j" nsample="3"/>
  <framexaxis objtype="xbody" objname="b"/><framepos objtype="xbody" objname="b" reftype="xbody" refname="ball"/>
  <framexaxis objtype="body" objname="b"/><framepos objtype="body" objname="b"/><subtreecom body="b"/>
  <framequat objtype="xbody" objname="b"/><insidesite site="s0" objtype="geom" objname="ball"/>
  <actuatorpos actuator="a"/><actuatorvel actuator="a"/><actuatorfrc actuator="a"/><jointactuatorfrc joint="j"/>
  <jointlimitvel joint="j"/><framelinvel objtype="xbody" objname="b" reftype="xbody" refname="ball"/>
  <framelinacc objtype="xbody" objname="b"/><contact data="force pos" num="2"/><jointvel joint="j"/>
  <framelinvel objtype="body" objname="b"/><velocimeter site="s1"/><accelerometer site="s1"/><force site="s1"/>
  <camprojection site="s1" camera="c"/></sensor>
</mujoco>"""
SOLVERS = {"Newton": 2, "CG": 1, "PGS": 0}
SCENES = ["arm, Newton", "loops, Newton", "loops, CG", "loops, PGS", "humanoid, Newton", "cloth, Newton"]
STAGES = [
    name
    for name, row in SIGNATURES.items()
    if row.group.name == "stages" and row.writes and [a.kind for a in row.arguments] == ["m", "d"]
]
FLOATS = ["time", *(f.name for f in (*fields_data.DATA, *fields_data.ROWS) if f.dtype == "float64")]
COUNTERS = (
    "maxuse_arena",
    "maxuse_con",
    "maxuse_efc",
    "maxuse_stack",
    "parena",
)  # of memory: any stage may raise them
MARK = -77.125  # no number that a stage computes
INTEGERS = [f.name for f in (*fields_data.SCALARS, *fields_data.DATA, *fields_data.ROWS) if "int" in f.dtype]
COUNT = {f.name: f.shape[0] for f in fields_data.ROWS}  # a field of rows -> what counts them
CONTACT = [f.name for f in fields_data.CONTACT if f.dtype == "float64"]
# what sensors ask for when they are read, in a step, for a delay
LATER = {"cacc", "cfrc_ext", "cfrc_int", "subtree_linvel", "subtree_angmom"}
# what a stage writes only where something asks for it: these scenes need not have it
ASKED = {
    "mj_Euler": {"history", "qH", "qHDiagInv", "energy", "sensordata"} | LATER,
    "mj_implicit": {"history", "qH", "qHDiagInv", "qLU", "energy", "sensordata"} | LATER,
    "mj_sensorPos": {"energy"},
    "mj_sensorVel": {"subtree_linvel", "subtree_angmom"},
    "mj_sensorAcc": {"cacc", "cfrc_ext", "cfrc_int"},
    # only of a discrete inverse; qacc is put back, forces of rows are not kept
    "mj_compareFwdInv": {"qDeriv", "qacc", "efc_force"},
    # Hessians of elliptic cones; of the integrator discrete, derivatives and A for PGS
    "mj_fwdConstraint": {"contact", "qDeriv", "efc_AR"},
}


def columns(d, name):
    """Field -> array of all floating point fields; those of contacts as contact.field.

    Those of islands are made when they are read, so they belong to the stage that makes them alone.
    """
    found = {
        f: getattr(d, f)
        for f in FLOATS
        if f != "time" and (name == "mj_island" or f not in fields_data.ISLAND)
    }
    return found | {f"contact.{f}": getattr(d.contact, f) for f in CONTACT}


def values(d, name):
    return {f: array.copy() for f, array in columns(d, name).items()} | {"time": np.array(d.time)}


def integers(d, name):
    """Integer fields, those of contacts too."""
    chosen = [f for f in INTEGERS if name == "mj_island" or f not in fields_data.ISLAND]
    found = {f: np.array(getattr(d, f)) for f in chosen}
    return found | {f"contact.{f.name}": getattr(d.contact, f.name).copy() for f in fields_data.CONTACT}


def unchanged(before, after, field, writes):
    """Whether a field is as it was, as far as its rows are still there."""
    if COUNT.get(field) in writes or (field.startswith("contact.") and "ncon" in writes):
        return True
    return np.array_equal(before[field], after[field], equal_nan=before[field].dtype.kind == "f")


def fill(d, name, value, chosen):
    for field, array in columns(d, name).items():
        if chosen(field.partition(".")[0]):
            array[...] = value
    if chosen("time"):
        d.time = value


@functools.cache
def world(scene):
    """Model and data of a scene, after some steps and all that can be computed."""
    name, _, solver = scene.partition(", ")
    m = gelenk.MjModel.from_xml_string(CLOTH) if name == "cloth" else models.load(name)
    m.opt.solver = SOLVERS[solver]
    d = gelenk.MjData(m)
    rng = np.random.default_rng(7)
    d.qvel[:] = 0.1 * rng.standard_normal(m.nv)
    d.ctrl[:] = rng.uniform(-0.5, 0.5, m.nu)
    d.xfrc_applied[1:] = 0.1 * rng.standard_normal((m.nbody - 1, 6))
    for _ in range(20):
        gelenk.mj_step(m, d)
        d.ctrl *= 0.99
    gelenk.mj_forward(m, d)
    for name in (
        "mj_subtreeVel",
        "mj_rnePostConstraint",
        "mj_projectConstraint",
        "mj_energyPos",
        "mj_energyVel",
    ):
        getattr(gelenk, name)(m, d)
    return m, d


def after(name, m, d, value, chosen):
    """Fields after the stage, which started with the fields that are ``chosen`` filled with ``value``."""
    other = gelenk.MjData(m)
    gelenk.mj_copyData(other, m, d)
    fill(other, name, value, chosen)
    getattr(gelenk, name)(m, other)
    return values(other, name)


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("name", STAGES)
def test_a_stage_touches_nothing_beyond_its_row(name, scene):
    m, d = world(scene)
    row = SIGNATURES[name]
    reads, writes = {*row.reads}, {*row.writes}
    before = values(d, name)
    clean = after(name, m, d, 0.0, lambda field: False)
    marked = after(name, m, d, MARK, lambda field: field in writes - reads)
    poisoned = after(name, m, d, np.nan, lambda field: field not in reads)
    for field in before:
        owner = field.partition(".")[0]
        if owner not in writes:
            assert unchanged(before, clean, field, writes), f"{name} writes {field}"
        elif owner not in reads:
            written = marked[field] == clean[field]
            np.testing.assert_array_equal(
                poisoned[field][written], clean[field][written], err_msg=f"{name} reads more: {field} differs"
            )
        if owner not in reads | writes:
            assert np.isnan(poisoned[field]).all(), f"{name} writes {field}"


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_touches_all_of_its_row_in_one_scene_or_another(name):
    row = SIGNATURES[name]
    known = {*FLOATS, "contact"}
    unread = {*row.reads} & known - {*row.writes}
    unwritten = {*row.writes} & known - {*row.reads} - ASKED.get(name, set())
    for scene in SCENES:
        m, d = world(scene)
        clean = after(name, m, d, 0.0, lambda field: False)
        for field in sorted(unread):
            if any(differ(clean, after(name, m, d, bad, field.__eq__), field) for bad in (np.nan, 3.0)):
                unread.remove(field)
        if unwritten:
            marked = after(name, m, d, MARK, unwritten.__contains__)
            unwritten -= {f.partition(".")[0] for f, array in marked.items() if (array != MARK).any()}
    assert not unread and not unwritten


def differ(clean, other, field):
    """Whether any other field than ``field`` came out differently."""
    return any(
        not np.array_equal(clean[f], other[f], equal_nan=True) for f in clean if f.partition(".")[0] != field
    )


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("name", STAGES)
def test_a_stage_writes_no_integers_beyond_its_row(name, scene):
    m, d = world(scene)
    writes = {*SIGNATURES[name].writes, *COUNTERS}
    other = gelenk.MjData(m)
    gelenk.mj_copyData(other, m, d)
    before = integers(other, name)
    getattr(gelenk, name)(m, other)
    after = integers(other, name)
    for field in before:
        if field.partition(".")[0] not in writes:
            assert unchanged(before, after, field, writes), f"{name} writes {field}"
