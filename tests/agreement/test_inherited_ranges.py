"""inheritrange in a class of defaults counts for the servos of the class, and for no other actuator."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

mujoco = pytest.importorskip("mujoco")

POSITION = '<position inheritrange="1"/>'
SERVO = 'gainprm="3" biasprm="0 -3" biastype="affine"'


def text(default, actuator):
    return f"""<mujoco><default>{default}</default>
      <worldbody><body><joint name="j" range="-10 20"/><geom size=".1"/></body></worldbody>
      <actuator><{actuator.replace(" ", ' joint="j" ', 1)}/></actuator></mujoco>"""


@pytest.mark.parametrize(
    ("default", "actuator", "inherits"),
    [
        (POSITION + '<motor ctrllimited="true" ctrlrange="-50 50"/>', "motor ", False),
        (POSITION, 'motor ctrlrange="0 2"', False),
        (POSITION, "velocity ", False),
        (POSITION, 'damper kv="1" ctrlrange="0 2"', False),
        (POSITION, "muscle ", False),
        (POSITION, 'general gainprm="3" biasprm="0 -2" biastype="affine"', False),
        (POSITION, f'general gaintype="affine" {SERVO}', False),
        (POSITION + '<motor gear="2"/>', "motor ", False),
        (POSITION, "position ", True),
        (POSITION, 'position timeconst=".1"', True),
        (POSITION, "intvelocity ", True),
        (POSITION, f'general {SERVO} ctrlrange="-2 2"', True),
        (POSITION, f'general {SERVO} dyntype="integrator" ctrlrange="-2 2"', True),
    ],
)
def test_ranges_are_inherited_by_servos_alone(default, actuator, inherits):
    theirs, ours = (lib.MjModel.from_xml_string(text(default, actuator)) for lib in (mujoco, gelenk))
    for name in ("ctrlrange", "actrange", "ctrllimited", "actlimited"):
        np.testing.assert_allclose(
            getattr(ours, f"actuator_{name}"), getattr(theirs, f"actuator_{name}"), err_msg=name
        )
    middle = np.deg2rad(5)
    assert (
        bool(np.isclose([ours.actuator_ctrlrange[0].mean(), ours.actuator_actrange[0].mean()], middle).any())
        == inherits
    )


@pytest.mark.parametrize("dynamics", ["filter", "muscle", "user"])
def test_a_servo_with_other_dynamics_cannot_inherit(dynamics):
    for library in (mujoco, gelenk):
        with pytest.raises(
            ValueError, match="inheritrange only available for position and intvelocity actuators"
        ):
            library.MjModel.from_xml_string(text(POSITION, f'general {SERVO} dyntype="{dynamics}"'))


SERVOS = """
<mujoco>
  <default>{}</default>
  <worldbody><body><joint name="j" range="-40 70"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
  <actuator><position joint="j"/><intvelocity joint="j"/></actuator>
</mujoco>
"""


@pytest.mark.parametrize(
    "default, control, activation",
    [
        ('<position inheritrange="1"/>', (-0.6981, 1.2217), (0, 0)),
        ('<position inheritrange="1"/><intvelocity inheritrange=".8"/>', (0, 0), (-0.5061, 1.0297)),
        ('<position inheritrange="1"/><motor gear="2"/>', (0, 0), (0, 0)),
        ('<position inheritrange="1"/><general gear="2"/>', (-0.6981, 1.2217), (-0.6981, 1.2217)),
    ],
)
def test_ranges_are_inherited_from_defaults_of_the_same_shortcut_from_3_16_on(default, control, activation):
    """Numbers are of 4.0.0. The last element of a class decides which shortcut it is a default of."""
    m = gelenk.MjModel.from_xml_string(SERVOS.format(default), release="4.0")
    assert m.actuator_ctrlrange[0] == pytest.approx(control, abs=tol(1e-4))  # four digits
    assert m.actuator_actrange[1] == pytest.approx(activation, abs=tol(1e-4))
