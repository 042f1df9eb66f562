"""Whole models: which pairs collide, in which order, with which parameters; buffers, grid, libraries."""

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.engine.collision import broadphase, dispatch
from gelenk.tables.stages import INDEX
from gelenk.toolchain import library
from tests.support.contacts import collide, difference, random_quat, reference
from tests.support.mirror import mirror_data, mirror_model
from tests.support.tolerance import tol


def numbers(values):
    return " ".join(f"{x:.3f}" for x in values)


class RandomModel:
    """A model of spheres and capsules that uses every attribute which decides about contacts."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.ngeom, self.bodies = 0, []

    def geom(self, static):
        rng = self.rng
        kind = "plane" if static and rng.random() < 0.2 else ("sphere", "capsule")[rng.integers(2)]
        size, pos, euler = rng.uniform(0.1, 0.4, 3), rng.uniform(-0.4, 0.4, 3), rng.uniform(-90, 90, 3)
        text = f'name="g{self.ngeom}" type="{kind}" size="{numbers(size)}"'
        text += f' pos="{numbers(pos)}" euler="{numbers(euler)}"'
        self.ngeom += 1
        direct = "-100 -2" if rng.random() < 0.3 else numbers(rng.uniform(0.01, 0.1, 2))
        choices = {
            "contype": rng.integers(4),
            "conaffinity": rng.integers(4),
            "condim": rng.choice([1, 3, 4, 6]),
            "priority": rng.integers(3),
            "solmix": rng.integers(3),
            "margin": rng.uniform(0, 0.3),
            "gap": rng.uniform(0, 0.3),
            "friction": numbers(rng.uniform(0, 1, 3)),
            "solref": direct,
            "solimp": f".8 .9 .{rng.integers(1, 9)}",
        }
        text += "".join(f' {name}="{value}"' for name, value in choices.items() if rng.random() < 0.25)
        return f"<geom {text}/>"

    def body(self, depth):
        rng = self.rng
        self.bodies.append(f"b{len(self.bodies)}")
        head = f'<body name="{self.bodies[-1]}" pos="{numbers(rng.uniform(-0.4, 0.4, 3))}"'
        mocap = depth == 0 and rng.random() < 0.15
        joints = ["", '<joint type="hinge"/>', '<joint type="slide"/>', "<freejoint/>" if depth == 0 else ""]
        inner = "" if mocap else joints[rng.integers(4)]
        inner += '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
        inner += "".join(self.geom(False) for _ in range(rng.integers(4)))
        if depth < 3:
            inner += "".join(self.body(depth + 1) for _ in range(rng.integers(3)))
        return head + (' mocap="true">' if mocap else ">") + inner + "</body>"

    def two(self, items):
        return [items[k] for k in self.rng.choice(len(items), 2, replace=False)]

    def xml(self):
        rng = self.rng
        world = "".join(self.geom(True) for _ in range(rng.integers(5)))
        world += "".join(self.body(0) for _ in range(rng.integers(2, 6)))
        pairs, excludes = {}, {}
        for _ in range(rng.integers(6) if self.ngeom > 1 else 0):
            a, b = self.two(range(self.ngeom))
            rest = 'gap=".1" friction="0 .3 .1" condim="4" solreffriction=".1 1"'
            rest += f' margin="{rng.uniform(0, 0.5):.3f}"'
            pairs[frozenset((a, b))] = (
                f'<pair geom1="g{a}" geom2="g{b}" {rest if rng.random() < 0.5 else ""}/>'
            )
        for _ in range(rng.integers(4)):
            a, b = self.two(self.bodies) if len(self.bodies) > 1 else ("", "")
            excludes[frozenset((a, b))] = f'<exclude body1="{a}" body2="{b}"/>' if a else ""
        flags = {"midphase": "disable", "filterparent": "disable", "override": "enable"}
        flags = " ".join(f'{name}="{value}"' for name, value in flags.items() if rng.random() < 0.3)
        contact = "".join([*pairs.values(), *excludes.values()])
        return (
            f'<mujoco><option o_margin=".2" o_friction="0 .1 .2 .3 .4"><flag {flags}/></option>'
            f"<worldbody>{world}</worldbody><contact>{contact}</contact></mujoco>"
        )


def random_scene(seed):
    """The reference's model of ``seed`` and its data after collision, away from qpos0."""
    m = mujoco.MjModel.from_xml_string(RandomModel(seed).xml())
    d = mujoco.MjData(m)
    mujoco.mj_integratePos(m, d.qpos, np.random.default_rng(seed).normal(size=m.nv) * 0.2, 1.0)
    return m, reference(m, d.qpos)


def test_contacts_of_random_models_are_the_reference_in_order_and_in_every_field():
    total = 0
    for seed in range(60):
        m, ref = random_scene(seed)
        worst = difference(ref, collide(mirror_model(m), m, ref))
        assert worst[0] < tol(1e-9), (seed, worst)
        total += ref.ncon
    assert total > 1000


def test_bodies_of_many_geoms_of_mixed_types_keep_the_order_of_the_reference():
    rng = np.random.default_rng(2)
    for flag in ("", 'midphase="disable"'):
        bodies = ""
        for _ in range(5):
            geoms = "".join(
                f'<geom type="{rng.choice(["sphere", "capsule", "box"])}" size=".3 .2 .25" '
                f'pos="{numbers(rng.uniform(-0.2, 0.2, 3))}" quat="{numbers(random_quat(rng, 0))}"/>'
                for _ in range(4)
            )
            bodies += f'<body pos="{numbers(rng.uniform(-0.3, 0.3, 3))}"><freejoint/>{geoms}</body>'
        m = mujoco.MjModel.from_xml_string(
            f"<mujoco><option><flag {flag}/></option><worldbody>"
            f'<geom type="plane" size="1 1 1"/>{bodies}</worldbody></mujoco>'
        )
        ref = reference(m, m.qpos0)
        assert difference(ref, collide(mirror_model(m), m, ref))[0] < tol(1e-7)


def pile(n, seed=0):
    rng = np.random.default_rng(seed)
    bodies = "".join(
        f'<body pos="{numbers(rng.uniform(-0.5, 0.5, 3))}"><freejoint/>'
        f'<geom size="{rng.choice([0.08, 0.1, 0.6])}"/></body>'
        for _ in range(n)
    )
    return f'<mujoco><worldbody><geom type="plane" size="1 1 1"/>{bodies}</worldbody></mujoco>'


def test_the_grid_finds_what_comparing_all_bodies_finds(monkeypatch):
    m = mujoco.MjModel.from_xml_string(pile(40))
    ref = reference(m, m.qpos0)
    mirrored = mirror_model(m)
    for least in (1, 1000):
        monkeypatch.setattr(broadphase, "GRID_MIN", least)
        d = mirror_data(m, ref, mirrored)
        d._resize(nconmax=ref.ncon + 10, nefcmax=8, nJmax=8, nAmax=8)
        dispatch.collision(mirrored._view, d._view)  # plain Python
        assert difference(ref, d)[0] < tol(1e-12)


class AbovePlane:
    """Bodies at a plane that is the only geom of its body, or has another one out of the way beside it."""

    def __init__(self, quat, margin, bodies, option=""):
        self.head = (
            f'<mujoco>{option}<worldbody><body pos=".1 .2 -.1" quat="{" ".join(map(repr, quat.tolist()))}">'
        )
        self.head += f'<geom type="plane" size="1 1 1" margin="{margin}"/>'
        self.rest = f"</body>{bodies}</worldbody></mujoco>"

    def contacts(self, more):
        """Bodies (n, 2), distances and positions of the contacts."""
        beside = '<geom size=".1" pos="0 0 -100" contype="0" conaffinity="0"/>' if more else ""
        m = gelenk.MjModel.from_xml_string(self.head + beside + self.rest)
        d = gelenk.MjData(m)
        gelenk.mj_forward(m, d)
        return m.geom_bodyid[d.contact.geom], d.contact.dist.copy(), d.contact.pos.copy()

    def with_plane(self):
        """How many contacts there are with the plane, after it was seen that both ways they are the same."""
        alone, beside = self.contacts(False), self.contacts(True)
        assert all(np.array_equal(a, b) for a, b in zip(alone, beside, strict=True))
        return (alone[0] == 1).any(axis=1).sum()


def random_body(rng):
    kinds = ("sphere", "capsule", "box", "ellipsoid", "cylinder")
    geoms = "".join(
        f'<geom type="{rng.choice(kinds)}" size=".1 .15 .08" pos="{numbers(rng.normal(0, 0.2, 3))}"'
        f' margin="{rng.choice([0, 0.05, -0.02])}"/>'
        for _ in range(rng.integers(1, 4))
    )
    return f'<body pos="{numbers(rng.normal(0, 0.4, 3))}"><freejoint/>{geoms}</body>'


def test_bodies_touch_a_plane_alike_whether_they_are_compared_with_the_plane_or_with_all_of_its_body():
    rng, seen = np.random.default_rng(0), 0
    for k in range(20):
        option = '<option o_margin=".1"><flag override="enable"/></option>' if k % 2 else ""
        bodies = "".join(random_body(rng) for _ in range(12))
        seen += AbovePlane(random_quat(rng, 0), 0.03 * (k % 3), bodies, option).with_plane()
    assert seen > 100


def test_spheres_that_just_touch_a_plane_are_left_to_their_own_function():
    rng, seen = np.random.default_rng(0), 0
    for _ in range(40):
        quat, turn = random_quat(rng, 0), np.zeros(9)
        mujoco.mju_quat2Mat(turn, quat)
        heights = 0.1 + 1e-16 * rng.integers(-8, 9, 10)  # above and below by rounding
        across = rng.normal(0, 1, (10, 2)) * 10.0 ** rng.integers(0, 4)
        places = (np.column_stack([across, heights]) @ turn.reshape(3, 3).T + [0.1, 0.2, -0.1]).tolist()
        bodies = "".join(
            f'<body pos="{x!r} {y!r} {z!r}"><freejoint/><geom size=".1"/></body>' for x, y, z in places
        )
        seen += AbovePlane(quat, 0.0, bodies).with_plane()
    assert 0 < seen < 400


def test_a_pile_of_many_spheres_is_the_reference_also_far_from_the_others():
    m = mujoco.MjModel.from_xml_string(pile(150))
    qpos = m.qpos0.copy()
    qpos[:3] = 1e6, -1e6, 1e5  # outliers belong to the border cells
    qpos[7:10] = 1e6, -1e6, 1e5
    ref = reference(m, qpos)
    assert difference(ref, collide(mirror_model(m), m, ref))[0] < tol(1e-9)


def test_too_small_a_buffer_reports_its_need_and_keeps_what_fits():
    m = mujoco.MjModel.from_xml_string(pile(30))
    ref = reference(m, m.qpos0)
    d = collide(mirror_model(m), m, ref, capacity=7)
    assert d._scalar("need_con") == ref.ncon
    assert 0 < d.ncon <= 7
    full = collide(mirror_model(m), m, ref, capacity=ref.ncon)
    assert full._scalar("need_con") == 0
    assert difference(ref, full)[0] < tol(1e-12)


def test_same_poses_give_the_same_bits():
    m, ref = random_scene(3)
    first, second = (collide(mirror_model(m), m, ref) for _ in range(2))
    for name in ("dist", "pos", "frame", "friction"):
        assert np.array_equal(getattr(first.contact, name), getattr(second.contact, name))


@pytest.mark.parametrize("flag", ["contact", "constraint"])
def test_disabled_contacts_are_none(flag):
    xml = pile(5).replace("<worldbody>", f'<option><flag {flag}="disable"/></option><worldbody>', 1)
    m = mujoco.MjModel.from_xml_string(xml)
    ref = reference(m, m.qpos0)
    assert collide(mirror_model(m), m, ref).ncon == ref.ncon == 0


def test_a_collision_function_that_is_not_loaded_stops_the_stage(monkeypatch):
    box = '<geom type="box" size="1 1 1"/>'
    m = mujoco.MjModel.from_xml_string(
        f"<mujoco><worldbody>{box}<body><freejoint/>{box}</body></worldbody></mujoco>"
    )
    ref = reference(m, m.qpos0)
    mirrored = mirror_model(m)
    library.load(["collision", "boxes"])
    kept = library.TABLE[INDEX["box_box"]]
    try:
        library.TABLE[INDEX["box_box"]] = 0
        d = mirror_data(m, ref, mirrored)
        library.call("collision", mirrored, d)
    finally:
        library.TABLE[INDEX["box_box"]] = kept
    if library.JIT:
        assert (d._scalar("status"), d._scalar("need_stage")) == (2, INDEX["box_box"])


def blocks(rng, n, plane, flag):
    """A world of ``n`` geoms, one of them large, and bodies of 1, 3 or 40 spheres among them."""

    def place():
        return f'pos="{numbers(rng.random(3) * [4, 3, 1])}"'

    kinds = rng.choice(["box", "sphere", "capsule"], n)
    geoms = [
        f'<geom type="{k}" size=".1 .1 .1" {place()} quat="{numbers(rng.normal(size=4))}"/>' for k in kinds
    ]
    geoms.insert(n // 2, '<geom type="box" size="2 2 .05" pos="2 2 .3"/>')
    if plane:
        geoms.append('<geom type="plane" size="9 9 1"/>')
    bodies = []
    for count in (1, 3, 40, 1, 3, 1, 40, 3):
        balls = [f'<geom size=".1" pos="{numbers(rng.normal(size=3) * 0.2)}"/>' for _ in range(count)]
        bodies.append(f"<body {place()}><freejoint/>{''.join(balls)}</body>")
    world = "".join([*geoms, *bodies])
    return f'<mujoco><option><flag midphase="{flag}"/></option><worldbody>{world}</worldbody></mujoco>'


@pytest.mark.parametrize("plane", [False, True])
@pytest.mark.parametrize("flag", ["enable", "disable"])
def test_a_world_of_many_geoms_is_the_reference_in_order(plane, flag):
    rng = np.random.default_rng(8)
    for n in (40, 150):
        ref = mujoco.MjModel.from_xml_string(blocks(rng, n, plane, flag))
        mirrored, total = mirror_model(ref), 0
        for _ in range(3):
            ref_data = reference(ref, ref.qpos0 + rng.normal(size=ref.nq) * 0.2)
            error, field = difference(ref_data, collide(mirrored, ref, ref_data))
            assert error < tol(1e-7), field
            total += ref_data.ncon
        assert total > 60


def test_geoms_of_a_body_stay_sorted_as_they_move():
    """The order of the step before, wherever it is from, does not change what is found."""
    rng = np.random.default_rng(9)
    ref = mujoco.MjModel.from_xml_string(blocks(rng, 60, True, "enable"))
    mirrored = mirror_model(ref)
    kept = None
    for _ in range(4):
        ref_data = reference(ref, ref.qpos0 + rng.normal(size=ref.nq))
        fresh = collide(mirrored, ref, ref_data)
        used = mirror_data(ref, ref_data, mirrored)
        used._resize(nconmax=ref_data.ncon + 100)
        used._set_scalar("ncon", 0)
        if kept is not None:
            used._a_sweep_order[:] = kept
        library.call("collision", mirrored, used)
        kept = used._a_sweep_order.copy()
        np.testing.assert_array_equal(fresh.contact.geom, used.contact.geom)
        np.testing.assert_array_equal(fresh.contact.dist, used.contact.dist)
