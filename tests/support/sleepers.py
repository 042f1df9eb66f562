"""Scenes whose trees sleep and wake: a text, a number of steps, and actions of a user.

The user of a scene is called as user(m, d, i) before each step i, with the structs of either engine.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

User = Callable[[Any, Any, int], None]
FLOOR = '<geom name="floor" type="plane" size="9 9 1" pos="0 0 -.1"/>'
MOCAP = '<body name="mo" mocap="true" pos="0 0 3"><geom size=".1"/></body>'


def text(bodies: str, extra: str = "", option: str = "", flag: str = "") -> str:
    """Return a model with sleep enabled."""
    return (
        f'<mujoco><option {option}><flag sleep="enable" energy="enable" {flag}/></option>'
        f"<worldbody>{bodies}</worldbody>{extra}</mujoco>"
    )


def ball(name: str, pos: str, policy: str = "", geom: str = "") -> str:
    sleep = f' sleep="{policy}"' if policy else ""
    return (
        f'<body name="{name}" pos="{pos}"{sleep}><freejoint/><geom name="{name}" size=".1" {geom}/>'
        f'<site name="{name}"/></body>'
    )


def box(name: str, pos: str) -> str:
    return (
        f'<body name="{name}" pos="{pos}"><freejoint/><geom name="{name}" type="box" size=".1 .1 .1"/></body>'
    )


def arm(name: str, x: float, policy: str = "", joint: str = "") -> str:
    sleep = f' sleep="{policy}"' if policy else ""
    return (
        f'<body name="{name}" pos="{x} 0 1"{sleep}><joint name="{name}" axis="0 1 0" damping="1" {joint}/>'
        f'<geom size=".05" pos="0 0 -.3"/><site name="{name}" pos="0 0 -.1"/></body>'
    )


def tendon(kind: str, settings: str) -> str:
    if kind == "fixed":
        path = '<joint joint="a" coef="1"/><joint joint="b" coef="1"/>'
    else:
        path = '<site site="a"/><site site="b"/>'
    return f'<tendon><{kind} name="t" {settings}>{path}</{kind}></tendon>'


MIXED = text(
    '<geom name="floor" type="plane" size="4 4 .1"/><light pos="0 0 3"/><camera name="wc" pos="0 0 3"/>'
    '<site name="ws" pos="0 0 1"/>'
    '<body name="a" pos="0 0 .0999" sleep="allowed"><freejoint/><geom name="a" type="box" size=".1 .1 .1"/>'
    '<site name="a" pos=".1 0 0"/><camera name="a"/><light name="a"/>'
    '<body name="a2" pos="0 0 .3"><joint name="a2" axis="0 1 0" damping="1" stiffness="1" limited="true"'
    ' range="-1 1" frictionloss=".1"/><geom name="a2" size=".05"/><site name="a2"/></body></body>'
    '<body name="b" pos="0 0 .52"><freejoint/><geom name="b" type="sphere" size=".07"/></body>'
    '<body name="c" pos="1 0 .0999"><freejoint/><geom name="c" type="box" size=".1 .1 .1"/><site name="c"/></body>'
    '<body name="d" pos="1 0 .2997"><freejoint/><geom name="d" type="box" size=".1 .1 .1"/><site name="d"/></body>'
    '<body name="p" pos="2 0 2"><joint name="p" axis="0 1 0"/><geom name="p" size=".05" pos="0 0 -.4"/>'
    '<site name="p" pos="0 0 -.3"/></body>'
    '<body name="st" pos="2 0 5"><geom name="st" size=".1"/><site name="st"/>'
    '<body name="q" pos="2 1 2" sleep="allowed"><joint name="q" axis="0 1 0" damping="1"/>'
    '<geom name="q" size=".05" pos="0 0 -.4"/><site name="q" pos="0 0 -.3"/></body></body>'
    '<body name="mo" mocap="true" pos="3 3 3"><geom name="mo" size=".1"/></body>',
    '<tendon><spatial name="t1"><site site="a"/><site site="a2"/></spatial>'
    '<fixed name="f1"><joint joint="p" coef="1"/></fixed><fixed name="f2"><joint joint="q" coef="2"/></fixed></tendon>'
    '<equality><joint joint1="a2" polycoef="0 0 0 0 0"/></equality>'
    '<actuator><motor name="m1" joint="a2"/><position name="q" joint="q" kp="1"/><motor joint="p" gear="0.01"/>'
    '<intvelocity joint="q" kp=".1" actrange="-1 1"/></actuator>'
    '<sensor><accelerometer site="a"/><gyro site="c"/><framepos objtype="body" objname="b"/>'
    '<framepos objtype="site" objname="a" reftype="site" refname="p"/><tendonpos tendon="t1"/><tendonvel tendon="t1"/>'
    '<jointpos joint="a2"/><actuatorfrc actuator="q"/><touch site="c"/><force site="a2"/><subtreecom body="a"/>'
    '<subtreelinvel body="a"/><e_potential/><e_kinetic/><framelinacc objtype="body" objname="c"/>'
    '<contact geom1="c" geom2="d" data="found force"/><clock/><rangefinder site="p"/><force site="st"/>'
    '<framelinvel objtype="body" objname="st" reftype="body" refname="q"/><subtreecom body="world"/></sensor>',
)


def swing(m: Any, d: Any, i: int) -> None:
    if i == 0:
        d.qpos[m.jnt_qposadr[m.joint("p").id]] = 1
    d.ctrl[:] = [0.1, 0.01, 1, 0.1]


def push(at: int, field: str, place: int, value: float, until: int = 10**9) -> User:
    """Return a user that sets field[place] to ``value`` at step ``at``, to 0 at ``until``."""

    def user(m: Any, d: Any, i: int) -> None:
        if i == at:
            getattr(d, field).flat[place] = value
        if i == until:
            getattr(d, field).flat[place] = 0

    return user


def nothing(m: Any, d: Any, i: int) -> None:
    pass


def key(at: int, number: int) -> User:
    def user(m: Any, d: Any, i: int) -> None:
        if i == at:
            reset_to(m, d, number)

    return user


def reset_to(m: Any, d: Any, number: int) -> None:
    """Call mj_resetDataKeyframe of the library to which the data belong."""
    import mujoco

    import gelenk

    library = mujoco if isinstance(d, mujoco.MjData) else gelenk
    library.mj_resetDataKeyframe(m, d, number)


class Scene(NamedTuple):
    text: str
    steps: int = 250
    user: User = nothing


TWO = FLOOR + ball("b0", "0 0 0") + ball("b1", ".5 0 0")
THREE = TWO + ball("b2", ".72 0 0")
FALLING = ball("f", ".1 0 .6")
GAP = 'margin=".05" gap=".05"'
IN_GAP = FLOOR + "".join(ball(f"g{i}", f"{0.22 * i} 0 0", geom=GAP) for i in range(3))
TOWER = "".join(box(f"x{i}", f"0 0 {0.2 * i}") for i in range(4))
HIT = '<body pos="1 0 .4"><joint type="slide" axis="1 0 0"/><geom size=".05"/></body>'
KEYS = (
    '<keyframe><key qvel="1 0 0 0 0 0 0 0 0 0 0 0"/><key/>'
    '<key qpos="0 0 1 1 0 0 0 0.5 0 0 1 0 0 0"/></keyframe>'
)
ARMS = arm("a", 0) + arm("b", 1)


def equality(kind: str, active: str = "true") -> str:
    anchor = 'anchor="0 0 0"' if kind == "connect" else ""
    return f'<equality><{kind} active="{active}" body1="b0" body2="b1" {anchor}/></equality>'


SCENES = {
    "mixed": Scene(MIXED, 250, swing),
    "mixed sparse": Scene(MIXED.replace("<option ", '<option jacobian="sparse" '), 150, swing),
    "mixed implicit": Scene(MIXED.replace("<option ", '<option integrator="implicit" '), 150, swing),
    "mixed implicitfast": Scene(MIXED.replace("<option ", '<option integrator="implicitfast" '), 150, swing),
    "mixed dual": Scene(
        MIXED.replace("<option ", '<option solver="PGS" tolerance="1e-14" iterations="500" '), 100, swing
    ),
    "mixed elliptic": Scene(MIXED.replace("<option ", '<option cone="elliptic" '), 150, swing),
    "fluid": Scene(text(ARMS, option='density="10" viscosity="1"'), 200, push(100, "qfrc_applied", 1, 1)),
    "gravcomp": Scene(
        text(ball("b0", "0 0 0").replace("<body ", '<body gravcomp="1" ') + arm("a", 1)),
        100,
        push(50, "xfrc_applied", 8, 1),
    ),
    "falling on two": Scene(text(FLOOR + ball("b0", "0 0 0") + ball("b1", ".3 0 0") + FALLING), 250),
    "falling into the gap": Scene(text(FLOOR + ball("g0", "0 0 0", geom=GAP) + ball("f", "0 0 .5")), 200),
    "tower": Scene(text(FLOOR + TOWER + HIT), 502, push(0, "qvel", 24, -0.85)),
    "explicit pair": Scene(
        text(
            FLOOR + ball("b0", "0 0 0", geom='contype="0"') + ball("f", "0 0 .5", geom='contype="0"'),
            '<contact><pair geom1="b0" geom2="f"/><pair geom1="b0" geom2="floor"/></contact>',
        ),
        200,
    ),
    "velocity": Scene(text(THREE), 120, push(80, "qvel", 0, 1e-12)),
    "force": Scene(text(THREE), 120, push(80, "qfrc_applied", 7, 1e-300, 90)),
    "wrench": Scene(text(THREE), 150, push(80, "xfrc_applied", 8, 1.0, 90)),
    "wrench on the world": Scene(text(THREE), 90, push(80, "xfrc_applied", 0, 1.0)),
    "position": Scene(text(THREE), 120, push(80, "qpos", 7, 0.6)),
    "rounding": Scene(text(THREE), 90, push(80, "qpos", 7, 0.5 + 2.0**-53)),
    "never": Scene(text(FLOOR + ball("b0", "0 0 0") + ball("b1", ".3 0 0", "never")), 90),
    "never, touching": Scene(text(FLOOR + ball("b0", "0 0 0") + ball("b1", ".1999 0 0", "never")), 150),
    "connect": Scene(text(TWO, equality("connect")), 250, push(200, "xfrc_applied", 12, 1.0)),
    "weld": Scene(text(TWO, equality("weld")), 250, push(200, "xfrc_applied", 12, 1.0)),
    "weld switched off": Scene(text(TWO, equality("weld")), 250, push(200, "eq_active", 0, 0)),
    "connect to the world": Scene(
        text(TWO, '<equality><connect body1="b0" anchor="0 0 0"/></equality>'),
        200,
        push(150, "xfrc_applied", 12, 1.0),
    ),
    "joint equality": Scene(
        text(ARMS, '<equality><joint joint1="a" joint2="b"/></equality>'), 120, push(80, "qfrc_applied", 1, 1)
    ),
    "joint held": Scene(
        text(ARMS, '<equality><joint joint1="a"/></equality>'), 120, push(80, "qfrc_applied", 1, 1)
    ),
    "tendon": Scene(text(ARMS, tendon("spatial", "")), 150, push(60, "qfrc_applied", 0, 2)),
    "tendon at its limit": Scene(
        text(ARMS, tendon("spatial", 'limited="true" range="0 1.02"')), 200, push(60, "qfrc_applied", 0, 2)
    ),
    "tendon near its limit": Scene(
        text(ARMS, tendon("fixed", 'limited="true" range="-.1 .1" margin=".05"')),
        150,
        push(60, "qfrc_applied", 0, 2),
    ),
    "tendon friction": Scene(
        text(ARMS, tendon("fixed", 'frictionloss=".1"')), 150, push(60, "qfrc_applied", 0, 2)
    ),
    "tendon armature": Scene(
        text(ARMS, tendon("fixed", 'armature="1"')), 150, push(60, "qfrc_applied", 0, 2)
    ),
    "control": Scene(
        text(arm("a", 0, "allowed") + arm("b", 1), '<actuator><position joint="a" kp="1"/></actuator>'),
        100,
        push(50, "ctrl", 0, 1),
    ),
    "tendon actuator": Scene(
        text(
            arm("a", 0, "allowed") + arm("b", 1, "never"),
            tendon("fixed", "") + '<actuator><position tendon="t" kp="1"/></actuator>',
        ),
        100,
        push(50, "ctrl", 0, 1),
    ),
    "mocap touches": Scene(text(FLOOR + ball("b0", "0 0 0") + MOCAP), 100, push(80, "mocap_pos", 2, 0.15)),
    "mocap carries": Scene(
        text(MOCAP.replace("</body>", arm("a", 0).replace("0 0 1", "0 0 -1") + "</body>")),
        100,
        push(50, "mocap_pos", 2, 3.1),
    ),
    "init": Scene(text(ball("b0", "0 0 0", "init") + ball("b1", "1 0 0") + FLOOR), 60),
    "init, touching": Scene(text(ball("b0", "0 0 0", "init") + ball("b1", ".1999 0 0", "init") + FLOOR), 60),
    "init, welded": Scene(
        text(ball("b0", "0 0 0", "init") + ball("b1", "1 0 0", "init"), equality("weld")),
        60,
        push(30, "xfrc_applied", 8, 1.0),
    ),
    "key with velocity": Scene(
        text(ball("b0", "0 0 0", "init") + ball("b1", "1 0 0") + FLOOR, KEYS), 60, key(20, 0)
    ),
    "key at rest": Scene(
        text(ball("b0", "0 0 0", "init") + ball("b1", "1 0 0") + FLOOR, KEYS), 60, key(20, 1)
    ),
    "key elsewhere": Scene(
        text(ball("b0", "0 0 0", "init") + ball("b1", "1 0 0") + FLOOR, KEYS), 60, key(20, 2)
    ),
    "no islands": Scene(text(TWO, flag='island="disable"'), 60),
    "no islands, no constraints": Scene(text(ARMS, flag='island="disable"'), 60),
    "no constraints": Scene(text(TWO + ARMS, flag='constraint="disable"'), 60),
    "tolerance": Scene(text(THREE, option='sleep_tolerance="1e-5"'), 200),
    "no tolerance": Scene(text(ARMS, option='sleep_tolerance="0"'), 30),
    "negative tolerance": Scene(text(ARMS, option='sleep_tolerance="-1"'), 30),
}
