"""Bodies, shapes, inertias, frames, cameras and lights compile as the reference does, or neither compiles."""

import re

import numpy as np
import pytest

from gelenk.errors import Error
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.compile import build_columns
from gelenk.modeling.compiler.spec_columns import name_columns
from gelenk.modeling.mjcf.read import from_string
from gelenk.tables.field_rows import FIRST
from gelenk.tables.fields_model import MODEL
from tests.support.tables import with_tables
from tests.support.tolerance import tol

mujoco = pytest.importorskip("mujoco")

PREFIXES = re.compile(r"(body|bvh|jnt|dof|tree|geom|site|cam|light|M|B|D|name|names)_|mapM2|mapD2|qpos")
FROM_QPOS0 = re.compile(r".*(invweight0|_M0|subtreemass|pos0|poscom0|mat0|dir0|_length)$")
FROM_SPRINGDAMPER = ("jnt_stiffness", "dof_damping")  # set after mj_setConst
FIELDS = [
    f.name for f in MODEL if PREFIXES.match(f.name) and not FROM_QPOS0.match(f.name) and f.since == FIRST
]
SIZES = ("nq", "nv", "nbody", "njnt", "ngeom", "nsite", "ncam", "nlight", "ntree", "nmocap", "ngravcomp")
SIZES += ("nM", "nB", "nC", "nD", "nnames", "nuser_geom", "nbvh")


def compile_both(text):
    """(our Build, reference model), or None if the reference refuses and so do we."""
    try:
        reference = mujoco.MjModel.from_xml_string(text)
    except ValueError as error:
        with pytest.raises(Error) as caught:
            build_columns(Build(from_string(text)))
        line = re.search(r"line (\d+)", str(error))
        assert line and f":{line.group(1)}:" in str(caught.value)
        return None
    build = Build(from_string(text))
    build_columns(build)
    assert name_columns(build) == reference.names
    return with_tables(build), reference


def agree(text, trees=True):
    """``trees``: whether the trees of boxes agree too; 3.5.0 leaves some of those of fused bodies behind."""
    both = compile_both(text)
    if both is None:
        return
    build, reference = both
    for name in SIZES:
        assert build.sizes[name] == getattr(reference, name) or (name == "nbvh" and not trees), name
    for name in FIELDS:
        if "bvh" in name and not trees:
            continue
        if name in FROM_SPRINGDAMPER and "springdamper" in text:
            continue
        expected = np.asarray(getattr(reference, name))
        ours = np.asarray(build.arrays[name], expected.dtype).reshape(expected.shape)
        # float32 fields hold rounded numbers
        close = tol(1e-6) if expected.dtype == np.float32 else tol(1e-10)
        if name == "bvh_aabb":  # turned by body_iquat: angles are twice its errors, times a meter
            close *= 10.0
        np.testing.assert_allclose(ours, expected, close, close, err_msg=name)


def model(world, settings=""):
    return f"<mujoco>\n{settings}\n<worldbody>\n{world}\n</worldbody>\n</mujoco>"


class Writer:
    """Random MJCF: every kind of joint, geom, orientation and frame, in trees of a few bodies."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def pick(self, *items):
        return items[self.rng.integers(len(items))]

    def numbers(self, n, low=-1.0, high=1.0):
        return " ".join(f"{x:.4g}" for x in self.rng.uniform(low, high, n))

    def turned(self):
        return self.pick(
            "",
            f'quat="{self.numbers(4)}"',
            f'axisangle="{self.numbers(3)} {self.numbers(1, -170, 170)}"',
            f'euler="{self.numbers(3, -90, 90)}"',
            f'xyaxes="{self.numbers(6)}"',
            f'zaxis="{self.numbers(3)}"',
        )

    def placed(self):
        return f'pos="{self.numbers(3)}" {self.turned()}'

    def geom(self, static):
        kinds = ("sphere", "capsule", "ellipsoid", "cylinder", "box", *(("plane",) if static else ()))
        kind = self.pick(*kinds)
        place = self.placed()
        if kind in ("capsule", "cylinder", "box", "ellipsoid") and self.pick(True, False):
            place = f'fromto="{self.numbers(6)}"'
        weight = self.pick("", f'mass="{self.numbers(1, 0, 2)}"', f'density="{self.numbers(1, 10, 2000)}"')
        shell = self.pick("", 'shellinertia="true"') if kind != "plane" else ""
        fluid = self.pick("", "", 'fluidshape="ellipsoid"')
        group = self.rng.integers(6)
        return (
            f'<geom type="{kind}" size="{self.numbers(3, 0.05, 0.5)}" {place} {weight} {shell} {fluid} '
            f'group="{group}" margin="{self.numbers(1, 0, 0.1)}" contype="{self.rng.integers(4)}"/>'
        )

    def joints(self, top):
        choice = self.pick("none", "free" if top else "none", "ball", "hinge", "hinges", "slides")
        if choice == "none":
            return ""
        if choice == "free":
            return self.pick("<freejoint/>", '<freejoint align="true"/>', '<joint type="free"/>')
        axis = self.pick('axis="1 0 0"', 'axis="0 -2 0"', f'axis="{self.numbers(3)}"')
        place = self.pick("", f'pos="{self.numbers(3)}"')
        extra = self.pick(
            "", f'range="-30 {self.numbers(1, 0, 90)}"', f'ref="{self.numbers(1)}" armature="0.1"'
        )
        if choice == "ball":
            return f'<joint type="ball" {place} damping="0.3"/>'
        if choice == "slides":
            return '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1" ref="0.3"/>'
        return f"<joint {axis} {place} {extra}/>" + (f"<joint {place}/>" if choice == "hinges" else "")

    def body(self, depth, top, static):
        joints = self.joints(top)
        static = static and not joints
        inside = [joints, f'<geom size="0.1" mass="0.5" pos="{self.numbers(3)}"/>' if joints else ""]
        inside += [self.geom(static) for _ in range(self.rng.integers(3))]
        inside += [self.pick("", f'<site {self.placed()} size="0.1 0.2 0.3" type="box"/>')]
        inside += [self.pick("", f"<camera {self.placed()}/>")]
        inside += [self.pick("", f'<light pos="{self.numbers(3)}" dir="{self.numbers(3)}"/>')]
        if self.pick(True, False, False):
            content = f"{self.geom(static)}<site/>{self.body(depth - 1, False, static) if depth > 0 else ''}"
            inside.append(f"<frame {self.placed()}><frame {self.placed()}>{content}</frame></frame>")
        if depth > 0:
            inside += [self.body(depth - 1, False, static) for _ in range(self.rng.integers(3))]
        inertial = self.pick("", "", f'<inertial {self.placed()} mass="1" diaginertia="0.3 0.4 0.5"/>')
        return f"<body {self.placed()}>{inertial}{' '.join(inside)}</body>"

    def settings(self):
        return self.pick(
            "",
            '<compiler angle="radian" eulerseq="ZyX"/>',
            '<compiler inertiafromgeom="true" inertiagrouprange="0 3"/>',
            '<compiler boundmass="0.7" boundinertia="0.01" settotalmass="10"/>',
            '<compiler alignfree="true" balanceinertia="true"/>',
            '<compiler discardvisual="true"/>',
        )  # not fusestatic, under which the reference often crashes


@pytest.mark.parametrize("seed", range(60))
def test_random_trees_have_the_columns_of_the_reference(seed):
    writer = Writer(seed)
    bodies = "\n".join(writer.body(2, True, True) for _ in range(3))
    agree(model(bodies, writer.settings()))


FUSED = """
<body><joint/><geom size=".1"/>
  <body pos="0 1 0" euler="10 20 30"><geom type="box" size=".1 .2 .3" pos=".1 .2 .3" euler="5 6 7"/>
    <body name="a" pos="1 0 0"><joint/><geom size=".1"/></body><body><geom name="ab" size=".1"/></body></body>
  <body name="b"><joint/><geom size=".1"/></body>
  <body name="c"><geom name="c" size=".1"/><site name="cs"/></body>
  <geom name="z" size=".1"/><site name="zs"/></body>
"""


def test_static_bodies_are_fused_as_the_reference_fuses_them():
    agree(model(FUSED, '<compiler fusestatic="true"/>'), trees=False)


CASES = [
    '<body><freejoint/><inertial pos="1 0 0" mass="1" fullinertia="1 2 2.5 .1 .2 .3"/></body>',
    '<body><joint type="ball" range="0 30"/><geom size=".1"/></body>',
    '<body><joint range="-30 30" limited="false"/><geom size=".1"/></body>',
    '<body><joint axis="1e-8 0 0"/><geom size=".1"/></body>',
    '<body><joint type="ball"/>\n<joint/><geom size=".1"/></body>',
    '<body sleep="never"><joint/><geom size=".1"/></body>',
    '<body><joint/><geom size=".1"/>\n<body sleep="never"><geom size=".1"/></body></body>',
    '<body mocap="true" pos="1 2 3"><body><joint/><geom size=".1"/></body></body><body mocap="true"/>',
    '<body><joint/>\n<body><joint/><geom size=".1"/></body></body>',
    '<body><joint/><body><geom size=".1"/></body></body>',
    '<body><geom size=".1" mass="-1"/></body>',
    '<geom size=".1" mass="-1"/>',
    '<geom type="box" size="1 0 1"/>',
    '<geom type="capsule" size=".1" fromto="0 0 0 1 0 0" pos="1 0 0"/>',
    '<geom size=".1" condim="2"/>',
    '<geom size=".1" user="1 2"/><geom size=".1" user="3"/>',
    '<site type="plane"/>',
    '<camera focal="2 3" sensorsize="1 2"/><camera resolution="10 20"/>',
    '<camera focalpixel="200 300" sensorsize="1 2" resolution="100 200" principalpixel="3 4"/>',
    '<camera fovy="180"/>',
    '<camera focal="1 1"/>',
    '<camera target="nope"/>',
    '<light dir="0 0 1e-8"/>',
    '<light target="nope"/>',
    '<body name="ü"/><body name="a b"/><body name="c"/>',
]


@pytest.mark.parametrize("world", CASES)
def test_what_the_reference_accepts_is_compiled_alike_and_what_it_refuses_is_refused(world):
    agree(model(world))
