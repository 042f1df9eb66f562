"""mj_setConst: constants at qpos0, against 3.5.0 and against their definitions."""

import ast
from pathlib import Path

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.engine import coefficients, constants
from gelenk.engine.position import object_frames
from gelenk.runtime import pipeline
from gelenk.runtime.data import MjData
from gelenk.tables.field_rows import FIRST
from gelenk.tables.stage_writes import CONSTANTS
from gelenk.toolchain import library, struct_layout
from tests.support.mirror import mirror_model
from tests.support.smooth import SCENES, full_mass, moments
from tests.support.tolerance import relative, tol

_FLEX = ("flexedge_length0", "flexedge_invweight0")  # these scenes have no flexes
KEPT = tuple(
    name for name, row in CONSTANTS.items() if row.stage.endswith("?")
)  # set only where they ask for it
STATISTIC = tuple(name.removeprefix("stat.") for name in CONSTANTS if name.startswith("stat."))
ARRAYS = tuple(
    name
    for name, row in CONSTANTS.items()
    if "." not in name and name not in (*KEPT, *_FLEX) and row.since == FIRST
)
ROUNDING = tol(1e-11)  # inverses of an inertia matrix with condition up to a thousand


def both(xml, change=lambda m: None):
    """The reference's model after its mj_setConst, and ours after set_constants on the same numbers, poisoned."""
    ref = mujoco.MjModel.from_xml_string(xml)
    change(ref)
    m = mirror_model(ref)
    mujoco.mj_setConst(ref, mujoco.MjData(ref))
    for name in ARRAYS:
        getattr(m, name)[...] = np.nan
    for name in STATISTIC:
        setattr(m.stat, name, np.nan)
    d = MjData(m)
    pipeline.run_stage("set_constants", m, d)
    return ref, m, d


def assert_same(ref, m):
    for name in (*ARRAYS, *KEPT):
        expected = getattr(ref, name)
        assert relative(getattr(m, name).reshape(expected.shape), expected) < ROUNDING, name
    for name in STATISTIC:
        assert relative(getattr(m.stat, name), getattr(ref.stat, name)) < ROUNDING, name


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("scene", SCENES)
def test_constants_as_the_reference(scene, plain, monkeypatch):
    monkeypatch.setattr(library, "JIT", not plain)
    ref, m, _ = both(SCENES[scene])
    assert_same(ref, m)


def test_servo_damping_ratio_anchors_and_spring_lengths_are_resolved():
    def ask(m):
        m.actuator_biasprm[10, 2] = 0.7
        m.eq_data[:, 3:6] = 9.0
        m.eq_data[1, 6:10] = 0.0
        m.tendon_lengthspring[:] = -1.0
        m.qpos_spring[:] += 0.3  # springs rest there, not at qpos0

    ref, m, _ = both(SCENES["tree"], ask)
    assert_same(ref, m)
    assert m.actuator_biasprm[10, 2] < 0.0
    assert (m.tendon_lengthspring[:, 0] != m.tendon_length0).all()


def body(content):
    return f'<mujoco><worldbody><body pos="1 0 0">{content}</body></worldbody></mujoco>'


@pytest.mark.parametrize(
    "xml",
    [
        "<mujoco/>",
        '<mujoco><worldbody><geom size=".5" pos="1 0 0"/></worldbody></mujoco>',
        '<mujoco><worldbody><geom type="plane" size="2 3 1"/><geom size=".2"/></worldbody></mujoco>',
        '<mujoco><worldbody><geom type="plane" size="0 0 1"/><geom size=".2"/></worldbody></mujoco>',
        body('<joint type="slide" armature="3"/><joint type="slide" axis="1 0 0"/><geom size=".1"/>'),
        body('<joint type="slide" axis="1 2 3"/><geom size=".1"/>'),
        body('<joint/><geom size=".1"/>'),
        body('<joint pos="0 4 0"/><inertial pos="0 0 2" mass="1" diaginertia="1 1 1"/>'),
        body('<geom type="plane" size="2 3 1" pos="3 0 0"/>'),
    ],
)
def test_degenerate_models_as_the_reference(xml):
    ref, m, _ = both(xml)
    assert_same(ref, m)


def test_inverse_weights_are_diagonals_of_the_inverse_inertia():
    _, m, d = both(SCENES["tree"])
    inverse = np.linalg.inv(full_mass(m, d))
    swing = m.nv - 3
    np.testing.assert_allclose(m.dof_invweight0[swing], inverse[swing, swing], rtol=tol(1e-10))
    np.testing.assert_allclose(m.dof_invweight0[:3], np.diag(inverse)[:3].mean(), rtol=tol(1e-10))
    np.testing.assert_allclose(m.dof_invweight0[3:6], np.diag(inverse)[3:6].mean(), rtol=tol(1e-10))
    acceleration = np.linalg.norm(moments(m, d) @ inverse, axis=1)
    np.testing.assert_allclose(m.actuator_acc0, acceleration, rtol=tol(1e-10))


STORES = ("store3", "store9", "average")  # functions that write to the array that is their first argument


def written_by_code():
    """Stage -> fields of the model that its functions store to, from the syntax of engine/constants."""
    files = [
        *(Path(constants.__file__).with_name(f"{name}.py") for name in ("set_const", "flex")),
        Path(coefficients.__file__),
        Path(object_frames.__file__),
    ]
    functions = {
        f.name: f
        for file in files
        for f in ast.parse(file.read_text()).body
        if isinstance(f, ast.FunctionDef)
    }

    def field(node):
        """ "dof_M0" for m.dof_M0[i], "stat.extent" for m.stat.extent, None for anything else."""
        while isinstance(node, ast.Subscript):
            node = node.value
        text = ast.unparse(node)
        return text.removeprefix("m.") if text.startswith("m.") else None

    def stores(name, seen):
        found = set()
        for node in ast.walk(functions[name]):
            targets = getattr(node, "targets", [getattr(node, "target", None)])
            if isinstance(node, ast.Assign | ast.AugAssign):
                found |= {field(t) for t in targets if isinstance(t, ast.Subscript | ast.Attribute)}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                called = node.func.id
                found |= {field(node.args[0])} if called in STORES else set()
                if called in functions and called not in seen:
                    found |= stores(called, seen | {called})
        return found - {None}

    stages = {row.stage.rstrip("?") for row in CONSTANTS.values()}
    return {stage: stores(stage, {stage}) for stage in stages}


def test_the_table_names_what_each_stage_writes():
    table = {}
    for name, row in CONSTANTS.items():
        table.setdefault(row.stage.rstrip("?"), set()).add(name)
    assert written_by_code() == table


@pytest.mark.parametrize("scene", [*SCENES, "flex"])
def test_no_other_field_of_the_model_changes(scene):
    flex = """<mujoco><worldbody><flexcomp name="f" type="grid" count="4 4 1" spacing=".1 .1 .1" mass="1">
    <edge equality="true"/></flexcomp></worldbody></mujoco>"""
    m = mirror_model(mujoco.MjModel.from_xml_string(SCENES.get(scene, flex)))
    m.body_pos[:] *= 1.1
    before = {f.name: getattr(m, f"_a_{f.name}").copy() for f in struct_layout.MODEL_ARRAYS}
    statistic = m.stat.extent, m.stat.meansize
    pipeline.run_stage("set_constants", m, MjData(m))
    changed = {name for name, array in before.items() if not np.array_equal(array, getattr(m, f"_a_{name}"))}
    assert changed <= {name for name in CONSTANTS if "." not in name}
    assert changed or statistic != (m.stat.extent, m.stat.meansize)


WITH_PLANE = """<mujoco><worldbody><geom type="plane" size="{size} .05" pos="{pos}"/>
  <body pos="0 0 1"><freejoint/><geom size=".2"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize(
    ("size", "pos", "release", "extent", "center"),
    [  # as in 3.9 and 3.10
        ("0 0", "0 0 0", "3.5", 2.2, (0, 0, 0.1)),
        ("0 0", "0 0 0", "3.11", 1.21, (0, 0, 0.595)),
        ("0 0", "7 0 -3", "3.5", 8.2, (3.9, 0, -1.4)),
        ("0 0", "7 0 -3", "4.0", 7.21, (3.405, 0, -0.905)),
        ("5 0", "0 0 0", "3.5", 1.7, (0, 0, 0.35)),
        ("5 0", "0 0 0", "4.0", 1.7, (0, 0, 0.35)),
    ],
)
def test_an_infinite_plane_counts_as_a_centimeter_from_3_10_on(size, pos, release, extent, center):
    m = gelenk.MjModel.from_xml_string(WITH_PLANE.format(size=size, pos=pos), release=release)
    assert m.stat.extent == pytest.approx(extent, rel=tol(1e-12))
    assert m.stat.center == pytest.approx(center, rel=tol(1e-12))
