"""Valid and invalid values for arguments, and the outcomes of calls with them.

Documents: design / The border
"""

import array
import copy
import pickle

import numpy as np

import gelenk

MODEL = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <geom name="wall" type="box" pos="1 0 1" size=".1 1 1"/>
    <camera pos="0 0 2"/><camera pos="0 0 3"/>
    <body mocap="true" pos="0 3 1"><geom size=".1" contype="0" conaffinity="0"/></body>
    <body pos="0 1 .1"><freejoint/><geom type="box" size=".1 .2 .1"/><site name="low" pos="0 0 .1"/></body>
    <body pos="0 0 1">
      <joint name="hinge" axis="0 1 0" limited="true" range="-90 10" damping=".1"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="middle" pos=".1 0 0"/>
      <body name="arm" pos=".3 0 0">
        <joint type="ball"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="end" pos=".3 0 0"/>
      </body>
    </body>
  </worldbody>
  <tendon><spatial><site site="low"/><site site="end"/></spatial></tendon>
  <actuator><motor joint="hinge" gear="2"/></actuator>
  <sensor><accelerometer site="middle"/><framepos objtype="body" objname="arm"/></sensor>
  <keyframe><key time="1"/><key time="2" qpos="0 1 .1 1 0 0 0 .1 1 0 0 0"/></keyframe>
</mujoco>
"""
OTHER = "<mujoco><worldbody><body><joint/><geom size='0.1'/></body></worldbody></mujoco>"


class Index:
    def __index__(self):
        return 1


class Raises:
    def __index__(self):
        raise KeyError("own")

    __float__ = __index__


class Half:
    def __float__(self):
        return 0.5


class Sub(np.ndarray):
    pass


class SubModel(gelenk.MjModel):
    pass


class SubData(gelenk.MjData):
    pass


INTEGERS = [
    0,
    1,
    5,
    True,
    -1,
    10**6,
    2**63,
    -(2**63),
    2**70,
    1.0,
    1.5,
    np.int32(1),
    np.uint8(2),
    np.float64(2),
]
INTEGERS += [np.array(1), np.array([1]), "a", None, np.bool_(1), gelenk.mjtObj.mjOBJ_BODY, float("nan")]
FLOATS = [
    0.0,
    0.1,
    -1.0,
    1,
    True,
    np.float32(0.5),
    np.array(0.5),
    "0.5",
    "x",
    None,
    10**400,
    float("nan"),
    1j,
]

TEXTS = [
    *(
        "",
        "x",
        "xy",
        "xyzx",
        "XyZ",
        "ZXX",
        "zya",
        "[yz",
        "xy\0",
        "xy\xe9",
        "xy\u017c",
        "\ud800yz",
        "x\U0001f600z",
    ),
    *(np.str_("zyx"), b"zyX", b"xy", b"\xffyz", bytearray(b"xyz"), ["x", "y", "z"], None, 3, 2.5),
]


def world():
    """Return a model with all kinds of objects, in a state with contacts and a limit."""
    m = gelenk.MjModel.from_xml_string(MODEL)
    d = gelenk.MjData(m)
    d.joint("hinge").qpos[:] = 0.3  # beyond its limit
    gelenk.mj_step(m, d, 3)
    gelenk.mj_forward(m, d)
    assert d.ncon > 1 and d.nefc > 4 * d.ncon
    return m, d


def arrays(value, written):
    """Yield replacements of an array: other types, orders, shapes, strides, and non-arrays."""
    a = value
    yield a.tolist()
    yield tuple(a.ravel().tolist())
    for dtype in ("f4", "i4", "i8", ">f8", "c16", "u1", "?", object):
        yield a.astype(dtype)
    yield a.reshape(-1, 1)
    yield a.reshape(1, -1)
    yield a.reshape(1, *a.shape)
    yield a.ravel()[:-1]
    yield np.append(a, 1.0)
    yield np.repeat(a, 2, axis=-1)[..., ::2]
    yield a[::-1]
    yield a.T
    yield np.asfortranarray(a)
    yield np.concatenate([a, a])
    frozen = a.copy()
    frozen.flags.writeable = False
    yield frozen
    yield a.view(Sub)
    yield np.frombuffer(bytearray(a.nbytes + 1), np.uint8)[1:].view(a.dtype).reshape(a.shape)  # not aligned
    yield a.astype(np.dtype(a.dtype, metadata={"a": 1}))
    yield pickle.loads(pickle.dumps(a))
    yield memoryview(a)
    yield array.array("d", a.ravel().tolist())
    yield from (None, "text", 3, 2.5, np.array(3.0), np.empty(0), np.zeros((0, 3)), [None], np.array(["x"]))


def stand_ins(argument, value, stage):
    """Return replacements of one argument."""
    m, d, other, other_data, twin = stage
    if argument.kind == "m":
        return [
            m,
            twin,
            other,
            d,
            None,
            3,
            object.__new__(SubModel),
            object.__new__(gelenk.MjModel),
            gelenk.MjModel,
        ]
    if argument.kind == "d":
        return [
            other_data,
            m,
            None,
            3,
            object.__new__(SubData),
            object.__new__(gelenk.MjData),
            gelenk.MjData(twin),
        ]
    if argument.kind == "i":
        return [*INTEGERS, Index(), Raises()]
    if argument.kind == "f":
        return [*FLOATS, Index(), Half(), Raises()]
    if argument.kind == "s":
        return TEXTS
    if argument.kind == "MjContact":
        bare = object.__new__(gelenk.MjContact)
        return [d.contact[0], copy.copy(d.contact[0]), gelenk.MjContact(), bare, gelenk.MjContact, d, None, 3]
    if argument.kind == "MjLROpt":
        bare = object.__new__(gelenk.MjLROpt)
        return [gelenk.MjLROpt(), gelenk.MjOption(), bare, gelenk.MjLROpt, d, None, 3]
    return list(arrays(value, argument.kind == "W"))


def outcome(function, args, kwargs):
    try:
        result = function(*args, **kwargs)
    except Exception as error:
        return type(error), str(error)
    return type(result), np.float64(result).tobytes() if isinstance(result, float) else result
