"""Rows of tendons stand where those of 3.5.0 stand, also of tendons that nothing can move.

Documents: Computation / General framework / Constraints
"""

import itertools

import mujoco
import pytest

import gelenk

STILL, MOVING, LEVEL = ("w0", "w1"), ("w1", "a1"), ("w0", "a0")  # sites; the last is level at rest: no slope
KINDS = (
    "",
    'frictionloss="1"',
    'limited="true" range="-1 9"',
    'limited="true" range="3 9" frictionloss="1"',
    'limited="true" range="3 3.1" margin="5"',
)
EQUALITIES = (
    "",
    '<tendon tendon1="t0"/>',
    '<tendon tendon1="t0" active="false"/><tendon tendon1="t1" tendon2="t0"/>',
    '<joint joint1="c"/><tendon tendon1="t0" tendon2="t1"/><tendon tendon1="t1"/>',
)
MODEL = """<mujoco><option jacobian="{jacobian}"/><worldbody>
<site name="w0"/><site name="w1" pos="1 0 0"/>
<body pos="0 0 2"><joint type="slide" axis="1 0 0"/><geom size=".1" contype="0"/>
<site name="a0"/><site name="a1" pos="0 0 1"/></body>
<body pos="0 9 0"><joint name="c" type="slide" frictionloss="1"/><geom size=".1" contype="0"/></body></worldbody>
<tendon>
<spatial name="t0" {kind}><site site="{first[0]}"/><site site="{first[1]}"/></spatial>
<spatial name="t1" limited="true" range="0 .1"><site site="{second[0]}"/><site site="{second[1]}"/></spatial></tendon>
<equality>{equality}</equality></mujoco>"""


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("first, second", [*itertools.permutations((STILL, MOVING, LEVEL), 2)])
def test_the_row_of_a_tendon_is_the_number_that_the_reference_gives(first, second, jacobian):
    seen = set()
    for kind, equality in itertools.product(KINDS, EQUALITIES):
        text = MODEL.format(jacobian=jacobian, kind=kind, equality=equality, first=first, second=second)
        found = []
        for module in (mujoco, gelenk):
            m = module.MjModel.from_xml_string(text)
            d = module.MjData(m)
            module.mj_step(m, d, 2)
            module.mj_forward(m, d)
            found.append((d.tendon_efcadr.tolist(), d.ne, d.nf, d.nl, d.efc_type.tolist(), d.efc_id.tolist()))
        assert found[0] == found[1], text
        seen.add(tuple(found[0][0]))
    assert len(seen) >= 3
