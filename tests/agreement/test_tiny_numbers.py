"""Numbers next to special ones: directions that are nearly vertical, geoms of nearly no volume, fractions of counts."""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

BODY = '<mujoco><worldbody><body><freejoint/><geom size=".1" density="1"/>{}</body></worldbody></mujoco>'


def both(text):
    return [library.MjModel.from_xml_string(text) for library in (gelenk, mujoco)]


@pytest.mark.parametrize("end", ["-1", "1", "100", "-100"])
@pytest.mark.parametrize("offset", [0, 1e-12, 1e-9, 9.9e-8, 1.1e-7, 1e-6, 1e-5, 1e-3])
def test_nearly_vertical_segments_have_the_frames_of_3_5_0(offset, end):
    """Below a sine of 1e-7 a direction counts as vertical; beyond, half a turn is about an axis that offset gives."""
    for fromto in (f"0 0 0 {offset} 0 {end}", f"0 0 0 0 -{offset} {end}", f"{offset} {offset} 0 0 0 {end}"):
        ours, theirs = both(
            BODY.format(f'<geom type="capsule" fromto="{fromto}" size=".05" density="1000"/>')
        )
        assert np.abs(ours.geom_quat - theirs.geom_quat).max() < 1e-12
    ours, theirs = both(
        BODY.format(f'<geom type="box" zaxis="{offset} 0 {end}" size=".1 .2 .3" density="1000"/>')
    )
    assert np.abs(ours.geom_quat - theirs.geom_quat).max() < 1e-12


@pytest.mark.parametrize("given", ['mass="1"', 'density="1e15"'])
@pytest.mark.parametrize("shell", ["", 'shellinertia="true"'])
@pytest.mark.parametrize(
    "shape",
    [
        *(f'size="{size}"' for size in ("1e-8", "2.5e-8", "3e-8", "1e-5", "1.3e-5", "1.4e-5", "1e-3")),
        *(f'type="box" size="{size} .1 .1"' for size in ("1e-13", "1.2e-13", "1.3e-13", "1e-9")),
        *(f'type="cylinder" size="{size} .1"' for size in ("1e-9", "1.2e-7", "1.3e-7", "1e-5")),
    ],
)
def test_a_stated_mass_counts_where_it_does_in_3_5_0(shape, shell, given):
    """A geom of less than 1e-14 m^3, or m^2 if it is a shell, has no mass unless that follows from its density."""
    ours, theirs = both(BODY.format(f"<geom {shape} {given} {shell}/>"))
    assert ours.body_mass[1] == pytest.approx(theirs.body_mass[1], rel=tol(1e-12))
    assert np.allclose(ours.body_inertia[1], theirs.body_inertia[1], rtol=tol(1e-9), atol=0)


@pytest.mark.parametrize("mass", [9.9e-15, 1.1e-14, 1e-12])
def test_a_geom_counts_from_the_mass_on_that_it_has_in_3_5_0(mass):
    ours, theirs = both(BODY.format(f'<geom size=".1" pos="5 0 0" mass="{mass}"/>'))
    assert ours.body_mass[1] == theirs.body_mass[1]
    assert ours.body_ipos[1] == pytest.approx(theirs.body_ipos[1], rel=tol(1e-9), abs=0)


@pytest.mark.parametrize(
    ("kind", "params"),
    [("sphere", "1.7"), ("sphere", "0.99"), ("supersphere", "12.9 1 1"), ("supertorus", "8.2 .5 1 1"),
     ("cone", "5.9 .2"), ("wedge", "4.9 4 60 40 0"), ("sphere", "2.0000001")],
)  # fmt: skip
def test_fractions_of_counts_of_builtin_meshes_do_not_count(kind, params):
    text = f'<mujoco><asset><mesh name="m" builtin="{kind}" params="{params}"/></asset>'
    ours, theirs = both(text + '<worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>')
    assert (ours.nmeshvert, ours.nmeshface) == (theirs.nmeshvert, theirs.nmeshface)
