"""Flexes against 3.5.0, field by field: kinematics, elastic forces, equality constraints.

Inputs are the reference's own (mirrored), so each stage is compared alone. Formulas are the same up to the order of
additions, hence a few hundred epsilons of the largest number; rotations of interpolated flexes are found by iteration,
which the reference ends at 1e-9.
"""

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.runtime import pipeline
from gelenk.runtime.data import MjData
from tests.support.mirror import mirror_data, mirror_model
from tests.support.tolerance import tol

GRID = '<flexcomp name="f" type="grid" radius=".01" mass=".3" {}>{}</flexcomp>'
SOLID = '<elasticity young="3000" poisson=".2" damping=".003"/>'
SHELL = '<elasticity young="9000" poisson=".1" damping=".004" thickness=".02" elastic2d="{}"/>'
QUIET = '<contact selfcollide="none" internal="false"/>'
CURVED = (
    '<flexcomp name="f" radius=".01" mass=".3" type="direct" dim="2" euler="9 20 30" '
    'point="0 0 0 .2 .03 0 -.04 .2 .02 .2 .2 .15 .3 .1 .1" element="0 1 2 1 3 2 1 4 3">{}</flexcomp>'
)
BODIES = """
  <body name="a" pos="0 0 .5"><freejoint/><geom size=".02"/>
    <body name="b" pos=".1 0 0"><joint axis="0 1 0"/><geom size=".02"/>
      <body name="c" pos=".1 0 0"><joint type="ball"/><geom size=".02"/></body></body></body>
  <body name="e" pos="0 .2 .5"><freejoint/><geom size=".02"/></body>"""
FLEXES = """
  <flex name="f" dim="2" body="a e b c" vertex=".01 .02 .03 .02 0 .01 0 .03 .1 .03 .02 .1" element="0 1 2 1 3 2"
    radius=".01"><edge damping=".3"/>
    <elasticity young="400" poisson=".1" damping=".02" thickness=".01" elastic2d="stretch"/></flex>
  <flex name="g" dim="1" body="b world e" vertex=".01 .02 .3 -.1 -.1 .2 .02 0 .1" element="0 1 1 2" radius=".01">
    <edge damping=".3" stiffness="10"/></flex>"""


def flexcomp(attributes, children=""):
    inside = GRID.format(attributes, children) if "type=" not in attributes else attributes
    return f'<mujoco><worldbody><body name="B" pos="0 0 .5">{inside}</body></worldbody></mujoco>'


MODELS = {
    "string": flexcomp(
        'euler="9 20 30" dim="1" count="6 1 1" spacing=".1 .1 .1"',
        '<edge stiffness="20" damping=".1"/><pin id="0"/>',
    ),
    "cloth by edges": flexcomp(
        'euler="9 20 30" dim="2" count="4 3 1" spacing=".1 .1 .1"',
        '<edge equality="true" damping=".1"/><pin id="0 1"/>',
    ),
    "cloth by vertices": flexcomp('dim="2" count="4 4 1" spacing=".1 .1 .1"', '<edge equality="vert"/>'),
    "membrane": flexcomp('euler="9 20 30" dim="2" count="4 3 1" spacing=".1 .1 .1"', SHELL.format("stretch")),
    "plate": flexcomp('euler="9 20 30" dim="2" count="4 3 1" spacing=".1 .1 .1"', SHELL.format("bend")),
    "curved shell": flexcomp(CURVED.format(SHELL.format("both")) + "<!-- type= -->"),
    "solid": flexcomp('euler="9 20 30" dim="3" count="3 3 3" spacing=".1 .1 .1"', SOLID),
    "trilinear": flexcomp('dim="3" dof="trilinear" count="4 4 4" spacing=".05 .06 .07"', QUIET + SOLID),
    "quadratic": flexcomp('dim="3" dof="quadratic" count="5 6 5" spacing=".05 .06 .07"', QUIET + SOLID),
    "rigid": flexcomp('euler="9 20 30" dim="3" count="2 2 2" spacing=".1 .1 .1" rigid="true"'),
    "on any bodies": f"<mujoco><worldbody>{BODIES}</worldbody><deformable>{FLEXES}</deformable></mujoco>",
}
KINEMATICS = (
    "flexvert_xpos",
    "flexelem_aabb",
    "bvh_aabb_dyn",
    "flexedge_length",
    "flexedge_J",
    "flexedge_velocity",
    "flexvert_length",
    "flexvert_J",
)
ROWS = ("efc_pos", "efc_diagApprox", "efc_R", "efc_KBIP", "efc_J", "efc_type", "efc_id")


def moved(text, flags=0):
    """The reference's model and data, and ours with the same numbers, in a deformed and moving state."""
    ref = mujoco.MjModel.from_xml_string(text)
    ref.opt.disableflags |= flags | int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    ref_data = mujoco.MjData(ref)
    rng = np.random.default_rng(7)
    mujoco.mj_integratePos(ref, ref_data.qpos, 0.02 * rng.normal(size=ref.nv), 1)
    ref_data.qvel[:] = 0.3 * rng.normal(size=ref.nv)
    mujoco.mj_forward(ref, ref_data)
    m = mirror_model(ref)
    return ref, ref_data, m, mirror_data(ref, ref_data, m)


def assert_close(name, ours, theirs, tolerance):
    ours, theirs = np.asarray(ours, float).ravel(), np.asarray(theirs, float).ravel()
    assert ours.shape == theirs.shape, name
    if ours.size:
        assert np.abs(ours - theirs).max() <= tolerance * max(1.0, np.abs(theirs).max()), name


@pytest.mark.parametrize("name", MODELS)
def test_vertices_boxes_and_edges_are_where_the_reference_has_them(name):
    _, ref, m, d = moved(MODELS[name])
    for field in KINEMATICS:
        getattr(d, field)[...] = 0.0
    pipeline.run_stage("flex", m, d)
    pipeline.run_stage("flex_velocity", m, d)
    for field in KINEMATICS:
        assert_close(field, getattr(d, field), getattr(ref, field), 1e-13)


@pytest.mark.parametrize("flag", [None, "mjDSBL_SPRING", "mjDSBL_DAMPER"])
@pytest.mark.parametrize("name", MODELS)
def test_elastic_forces_agree_with_and_without_springs_or_dampers(name, flag):
    _, ref, m, d = moved(MODELS[name], int(getattr(mujoco.mjtDisableBit, flag)) if flag else 0)
    for stage in ("flex", "fwd_velocity_smooth", "flex_velocity", "passive"):
        pipeline.run_stage(stage, m, d)
    tolerance = 2e-9 if m.flex_interp[0] else 1e-12
    assert_close("qfrc_spring", d.qfrc_spring, ref.qfrc_spring, tolerance)
    assert_close("qfrc_damper", d.qfrc_damper, ref.qfrc_damper, tolerance)
    assert_close("qfrc_passive", d.qfrc_passive, ref.qfrc_passive, tolerance)


@pytest.mark.parametrize("jacobian", ["mjJAC_DENSE", "mjJAC_SPARSE"])
@pytest.mark.parametrize("name", ["cloth by edges", "cloth by vertices"])
def test_rows_of_equality_constraints_agree(name, jacobian):
    ref_model, ref, _, _ = moved(MODELS[name])
    ref_model.opt.jacobian = int(getattr(mujoco.mjtJacobian, jacobian))
    mujoco.mj_forward(ref_model, ref)
    m = mirror_model(ref_model)
    d = mirror_data(ref_model, ref, m)
    d.efc_J[:] = 0.0
    pipeline.run_stage("make_constraint", m, d)
    assert d.ne == ref.ne > 0
    for field in ROWS:
        assert_close(
            field, np.ravel(getattr(d, field))[: np.size(getattr(ref, field))], getattr(ref, field), 1e-12
        )


# Contacts

SHAPES = {
    "plane": 'type="plane" size="1 1 1" pos="0 0 .1"',
    "sphere": 'size=".1" pos=".02 .03 0"',
    "capsule": 'type="capsule" size=".05 .1" pos=".02 .03 .05" euler="90 10 0"',
    "box": 'type="box" size=".07 .08 .1" pos=".01 .02 0"',
    "hfield": 'type="hfield" hfield="h" pos="0 0 0"',
}
FIELD = '<asset><hfield name="h" nrow="3" ncol="3" size=".5 .5 .1 .1" elevation="0 0 0 0 1 0 0 0 0"/></asset>'
TOUCHING = (
    "<mujoco>"
    + FIELD
    + '<option cone="elliptic"/><worldbody><body name="b">{}</body><body>{}<geom {}/></body>'
    "</worldbody></mujoco>"
)
FALLING = (
    '<flexcomp name="f" type="grid" dim="{}" dof="{}" count="{}" spacing=".1 .1 .1" radius=".01" mass=".3"'
    ' pos="0 0 {}"><contact selfcollide="none" margin=".002" gap=".001" condim="3" solmix="2"{}/>{}</flexcomp>'
)


def touching(dim, shape, dof="full", extra=""):
    n = 4 if dof == "trilinear" else 3 if dim < 3 else 2
    count = f"{n} {n if dim > 1 else 1} {n if dim > 2 else 1}"
    height = 0.105 + (0.05 * (n - 1) if dim == 3 else 0) - (0.01 if shape == "hfield" else 0)
    flex = FALLING.format(dim, dof, count, height, extra, SOLID if dof == "trilinear" else "")
    free = "" if shape in ("plane", "hfield") else "<freejoint/>"
    return TOUCHING.format(flex, free, SHAPES[shape])


def both_forward(text, move=lambda qpos: None):
    ref = mujoco.MjModel.from_xml_string(text)
    ref_data = mujoco.MjData(ref)
    move(ref_data.qpos)
    mujoco.mj_forward(ref, ref_data)
    m = mirror_model(ref)
    d = MjData(m)
    d.qpos[:] = ref_data.qpos
    gelenk.mj_forward(m, d)
    return ref_data, d


def sides(c):
    return tuple(int(i) for pair in (c.geom, c.flex, c.elem, c.vert) for i in pair)


def by_sides(data):
    """Contacts in an order that does not depend on how they were found."""
    return sorted(data.contact[:], key=lambda c: (sides(c), *np.round(c.pos, 5)))


EXACT = [
    (1, "plane"),
    (1, "sphere"),
    (1, "capsule"),
    (1, "box"),
    (2, "sphere"),
    (2, "capsule"),
    (2, "box"),
    (3, "plane"),
]


@pytest.mark.parametrize("dim, shape", EXACT)
def test_contacts_with_closed_forms_agree_with_their_rows(dim, shape):
    ref, d = both_forward(touching(dim, shape))
    assert d.ncon == ref.ncon > 0
    for ours, theirs in zip(by_sides(d), by_sides(ref), strict=True):
        assert sides(ours) == sides(theirs)
        for field in (
            "dist",
            "pos",
            "frame",
            "includemargin",
            "friction",
            "solref",
            "solimp",
            "dim",
            "exclude",
        ):
            assert_close(field, getattr(ours, field), getattr(theirs, field), 1e-12)
    for field in ("efc_J", "efc_pos", "efc_diagApprox", "efc_R", "efc_KBIP"):
        assert_close(
            field, np.ravel(getattr(d, field))[: np.size(getattr(ref, field))], getattr(ref, field), 1e-11
        )


@pytest.mark.parametrize("dim, shape, dof", [(3, "sphere", "full"), (3, "sphere", "trilinear")])
def test_contacts_of_the_convex_collider_agree_up_to_its_tolerance(dim, shape, dof):
    """3.5.0 ends its search at ccd_tolerance 1e-6; distances then agree to that, points less well."""
    ref, d = both_forward(touching(dim, shape, dof))
    assert d.ncon == ref.ncon > 0
    for ours, theirs in zip(by_sides(d), by_sides(ref), strict=True):
        assert sides(ours) == sides(theirs)
        assert ours.dist == pytest.approx(theirs.dist, abs=tol(2e-6))
        assert_close("pos", ours.pos, theirs.pos, 1e-4)


@pytest.mark.parametrize("shape", ["plane", "sphere"])
def test_passive_contacts_push_without_constraints(shape):
    ref, d = both_forward(touching(2, shape, extra=' passive="true"'))
    assert d.ncon == ref.ncon > 0
    assert d.nefc == ref.nefc == 0
    assert np.abs(ref.qfrc_spring).max() > 1
    assert_close("qfrc_spring", d.qfrc_spring, ref.qfrc_spring, 1e-11)


def folded(*moves):
    def move(qpos):
        for v, x in moves:
            qpos[3 * v : 3 * v + 3] += x

    return move


WITHIN = (
    '<mujoco><worldbody><flexcomp name="f" type="grid" dim="{}" count="{}" spacing=".1 .1 .1" radius="{}"'
)
WITHIN += " mass='.3'><contact condim='4' margin='.002' {}/></flexcomp></worldbody></mujoco>"
FOLDED = {
    "string self": (
        WITHIN.format(1, "5 1 1", 0.01, 'selfcollide="{}"'),
        ((4, (-0.28, 0.015, 0)), (3, (-0.15, 0.1, 0))),
    ),
    "string internal": (
        WITHIN.format(1, "5 1 1", 0.01, 'internal="true" selfcollide="none"'),
        ((2, (-0.09, 0.015, 0)),),
    ),
    "inverted solid": (
        WITHIN.format(3, "2 2 2", 0.005, 'internal="true" selfcollide="none"'),
        ((0, (0.097, 0.097, 0.05)),),
    ),
}


@pytest.mark.parametrize("strategy", ["narrow", "bvh", "sap", "auto"])
@pytest.mark.parametrize("name", FOLDED)
def test_contacts_within_a_flex_agree_whatever_the_strategy(name, strategy):
    text, moves = FOLDED[name]
    ref, d = both_forward(text.replace("{}", strategy), folded(*moves))
    assert d.ncon == ref.ncon > 0
    for ours, theirs in zip(by_sides(d), by_sides(ref), strict=True):
        assert sides(ours) == sides(theirs)
        for field in ("dist", "pos", "frame", "includemargin", "dim"):
            assert_close(field, getattr(ours, field), getattr(theirs, field), 1e-12)
    assert_close("qacc", d.qacc, ref.qacc, 1e-8)


@pytest.mark.parametrize("layers", [1, 2])
def test_elements_of_active_layers_alone_touch_each_other(layers):
    text = WITHIN.format(3, "4 4 4", 0.005, f'activelayers="{layers}" selfcollide="bvh"')
    ref, d = both_forward(text, folded((0, (0.17, 0.16, 0.12))))
    assert d.ncon == ref.ncon > 0
    assert [sides(c) for c in by_sides(d)] == [sides(c) for c in by_sides(ref)]


def test_two_flexes_touch_element_by_element():
    text = """<mujoco><worldbody>
      <flexcomp name="a" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01" mass=".3"/>
      <flexcomp name="b" type="grid" dim="3" count="2 2 2" spacing=".1 .1 .1" radius=".01" mass=".3" pos=".02 .03 .06"
        euler="10 5 30"/></worldbody></mujoco>"""
    ref, d = both_forward(text)
    assert d.ncon == ref.ncon > 0
    assert [sides(c) for c in by_sides(d)] == [sides(c) for c in by_sides(ref)]


def test_solids_touch_height_fields_element_by_element():
    ref, d = both_forward(touching(3, "hfield"))
    assert d.ncon == ref.ncon > 0
    assert [sides(c) for c in by_sides(d)] == [sides(c) for c in by_sides(ref)]


# Bending of hinges whose matrix has zeros

RIGHT_ANGLES = """<mujoco><option gravity="0 0 0"/><worldbody>
<flexcomp name="f" type="direct" dim="2" mass="1" radius=".001"
  point="{}" element="0 1 2  0 3 1">
  <elasticity young="1e5" poisson="0" thickness="1e-2" damping="1" elastic2d="bend"/>
  <contact selfcollide="none" internal="false"/></flexcomp></worldbody></mujoco>"""
HINGES = {
    "first row": "1 0 0  0 0 0  0 1 0  0 -1 0",  # right angles at the second vertex of the edge
    "square crease": "0 0 0  1 0 0  .3 1 0  .3 0 1",  # only the last number is not zero
}


@pytest.mark.parametrize("name", HINGES)
def test_hinges_bend_also_where_most_of_their_matrix_is_zero(name):
    ref_model = mujoco.MjModel.from_xml_string(RIGHT_ANGLES.format(HINGES[name]))
    m = gelenk.MjModel.from_xml_string(RIGHT_ANGLES.format(HINGES[name]))
    ref, d = mujoco.MjData(ref_model), gelenk.MjData(m)
    rng = np.random.default_rng(0)
    d.qpos[:] = ref.qpos[:] = 0.1 * rng.normal(size=m.nq)
    d.qvel[:] = ref.qvel[:] = rng.normal(size=m.nv)
    mujoco.mj_forward(ref_model, ref)
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(m.flex_bending, ref_model.flex_bending, atol=tol(1e-15))
    hinge = m.flex_bending[m.flex_edgeflap.min(axis=1) >= 0]
    assert (hinge[:, :4] == 0).all()
    assert (hinge[:, 16] != 0).any() == (name == "square crease")
    assert np.abs(ref.qfrc_spring).max() > 1e-5
    assert_close("qfrc_spring", d.qfrc_spring, ref.qfrc_spring, 1e-12)
    assert_close("qfrc_damper", d.qfrc_damper, ref.qfrc_damper, 1e-12)


# Steps

INTEGRATED = {
    "edge damping": '<flexcomp name="f" type="grid" dim="2" count="3 3 1" {}><edge damping="2"/></flexcomp>',
    "plate": '<flexcomp name="f" type="grid" dim="2" count="3 3 1" {}>'
    + SHELL.format("bend")
    + "</flexcomp>",
    "trilinear": '<flexcomp name="f" type="grid" dim="3" dof="trilinear" count="4 4 4" {}>'
    + QUIET
    + SOLID
    + "</flexcomp>",
}


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "implicit"])
@pytest.mark.parametrize("name", INTEGRATED)
def test_a_step_with_any_integrator_agrees(name, integrator):
    inside = INTEGRATED[name].format('spacing=".1 .1 .1" radius=".01" mass=".3"')
    inside = f'<body name="b">{inside}</body>'
    text = f'<mujoco><option integrator="{integrator}"/><worldbody>{inside}</worldbody></mujoco>'
    ref_model = mujoco.MjModel.from_xml_string(text)
    ref_model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    ref = mujoco.MjData(ref_model)
    rng = np.random.default_rng(5)
    ref.qvel[:] = 0.3 * rng.normal(size=ref_model.nv)
    mujoco.mj_integratePos(ref_model, ref.qpos, 0.02 * rng.normal(size=ref_model.nv), 1)
    m = mirror_model(ref_model)
    d = MjData(m)
    d.qpos[:], d.qvel[:] = ref.qpos, ref.qvel
    for _ in range(3):
        mujoco.mj_step(ref_model, ref)
        gelenk.mj_step(m, d)
    assert_close("qvel", d.qvel, ref.qvel, 1e-8)  # rotations of interpolated flexes: 1e-9
