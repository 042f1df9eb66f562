"""Flexes against 3.5.0, field by field: kinematics, elastic forces, equality constraints.

Inputs are the reference's own (mirrored), so each stage is compared alone. Formulas are the same up to the order of
additions, hence a few hundred epsilons of the largest number; rotations of interpolated flexes are found by iteration,
which the reference ends at 1e-9.
"""

import mujoco
import numpy as np
import pytest

from gelenk.engine import stages
from tests.support.mirror import mirror_data, mirror_model

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
    stages.call("flex", m, d)
    stages.call("flex_velocity", m, d)
    for field in KINEMATICS:
        assert_close(field, getattr(d, field), getattr(ref, field), 1e-13)


@pytest.mark.parametrize("flag", [None, "mjDSBL_SPRING", "mjDSBL_DAMPER"])
@pytest.mark.parametrize("name", MODELS)
def test_elastic_forces_agree_with_and_without_springs_or_dampers(name, flag):
    _, ref, m, d = moved(MODELS[name], int(getattr(mujoco.mjtDisableBit, flag)) if flag else 0)
    for stage in ("flex", "fwd_velocity_smooth", "flex_velocity", "passive"):
        stages.call(stage, m, d)
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
    stages.call("make_constraint", m, d)
    assert d.ne == ref.ne > 0
    for field in ROWS:
        assert_close(
            field, np.ravel(getattr(d, field))[: np.size(getattr(ref, field))], getattr(ref, field), 1e-12
        )
