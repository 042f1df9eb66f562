"""Hostile inputs that are more than one text or file: malformed XML, images of all kinds, pickles, edits, arguments.

Documents: promises / Hostile input

A program takes a random generator and returns whether there was a model; errors of ours are raised or swallowed, and
anything else is a finding.
"""

import contextlib
import copy
import functools
import inspect
import io
import pickle
import warnings

import numpy as np
from PIL import Image

import gelenk
from gelenk.errors import Error
from tests.support import damaged, mutate, values

KEYED = """<mujoco><compiler autolimits="true"/><worldbody><replicate count="3" offset="1 0 0"><body name="b"><joint
name="j"/><geom size=".1"/></body></replicate><body name="m" mocap="true"/><frame name="f" pos="0 0 1"><body name="c">
<freejoint/><geom size=".1"/></body></frame></worldbody><actuator><motor joint="j0"/><position joint="j1" kp="3"/>
</actuator><keyframe><key name="k" time="1" qpos="1 2 3 0 0 1 1 0 0 0" qvel="1 2 3 4 5 6 7 8 9" ctrl="1 2"
mpos="1 2 3" mquat="1 0 0 0"/><key qpos="0 0 0 0 0 0 1 0 0 0"/></keyframe></mujoco>"""
PLAIN = KEYED.replace('<replicate count="3" offset="1 0 0">', "").replace("</replicate>", "")
PLAIN = PLAIN.replace("1 2 3 0 0 1 1 0 0 0", "1 2 3 4 1 0 0 0").replace("1 2 3 4 5 6 7 8 9", "1 2 3 4 5 6 7")
PLAIN = PLAIN.replace("j0", "j").replace("j1", "j").replace("0 0 0 0 0 0 1 0 0 0", "0 0 0 0 1 0 0 0")
ROBOT = """<robot name="r"><mujoco><compiler balanceinertia="true" strippath="true"/></mujoco><material name="m"><color
rgba="1 0 0 1"/></material><link name="a"><inertial><mass value="0"/><inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0"
iyz="0"/></inertial><visual><geometry><cylinder radius="1" length="2"/></geometry><material name="m"/></visual></link>
<link name="b"><collision><geometry><box size="1 1 1"/></geometry></collision></link><link name="c"/><joint name="j"
type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><mimic joint="k" multiplier="2" offset="1"/>
<dynamics damping="1" friction="2"/></joint><joint name="k" type="prismatic"><parent link="b"/><child link="c"/>
<limit lower="-1" upper="1" effort="0" velocity="1"/></joint></robot>"""
GROUPS = (
    "o one\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\ng two\nv 2 0 0\nv 3 0 0\nv 2 1 0\nv 2 0 1\n"
)
GROUPS += "f 5 6 7\nf 5/1 6/1 8/1\nf -1 -2 -3\nf -1//1 -2//1 -4//1\ns off\nusemtl x\n"


def stepped(m):
    """Whether the model takes two steps."""
    if m.nv < mutate.MOST_DOFS:
        gelenk.mj_step(m, gelenk.MjData(m), 2)
    return True


def text_of(text, rng):
    """A text with a few random edits."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        text = mutate.mutate(text, rng)
    return stepped(gelenk.MjModel.from_xml_string(text))


def malformed(rng):
    """XML whose blanks, quotes, ends or entities are wrong."""
    text = rng.choice([KEYED, PLAIN, ROBOT, mutate.TEXTS["mjcf arm"].strip()])
    for _ in range(rng.choice([1, 2, 3])):
        old, new = rng.choice([
            ('" ', '"'), ('"', "'"), ("/>", ">"), ("</body>", ""), ("=", "= "), ("=", ""), (">", " >"), ("<", "<<"),
            ('="', '="&'), ('="', '="<'), ('="', '="&lt;'), ("<body", "<BODY"), ("<", "<!-- x --><"), ("<", "<?x y?><"),
            ("</mujoco>", "</mujoco><x/>"), ("<mujoco>", "\ufeff<mujoco>"), (" ", "\t\r\n"), (" ", "\0"), (" ", "\v"),
        ])  # fmt: skip
        places = [i for i in range(len(text)) if text.startswith(old, i)]
        if places:
            at = rng.choice(places)
            text = text[:at] + new + text[at + len(old) :]
    return stepped(gelenk.MjModel.from_xml_string(text))


@functools.cache
def images():
    """Name -> content of images of all kinds that programs save."""
    found = {}
    for form in ("PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF", "PPM", "TGA", "ICO"):
        with contextlib.suppress(OSError, KeyError):
            content = io.BytesIO()
            Image.fromarray(np.arange(48, dtype=np.uint8).reshape(4, 4, 3) * 5).save(content, form)
            found[f"a.{form.lower()}"] = content.getvalue()
    return found


def image(rng):
    """A texture or height field of an image that has been damaged, or has the name of another kind."""
    name, content = rng.choice(sorted(images().items()))
    for _ in range(rng.choice([0, 1, 1, 3])):
        content = mutate.mutate_bytes(content, rng)
    name = rng.choice([name, "a.png", "a", "A.PNG"])
    kind = rng.choice([f'<texture type="2d" file="{name}"/>', f'<texture type="cube" file="{name}"/>',
                       f'<hfield name="h" file="{name}" size="1 1 1 1"/>'])  # fmt: skip
    return stepped(gelenk.MjModel.from_xml_string(mutate.holder(kind), {name: content}))


def groups(rng):
    """An OBJ file of several objects."""
    content = GROUPS.encode()
    for _ in range(rng.choice([1, 2, 5])):
        content = mutate.mutate_bytes(content, rng)
    holder = mutate.holder('<mesh name="m" file="m.obj"/>', mutate.MESH_USE)
    return stepped(gelenk.MjModel.from_xml_string(holder, {"m.obj": content}))


@functools.cache
def worlds():
    """What pickles are made of."""
    found = damaged.worlds()
    return found, list(damaged.cases(found)), damaged.objects()


def refused(error):
    """Raise gelenk.Error where an error of a damaged pickle is ours."""
    if "the pickle is damaged" in str(error) or str(error).startswith("m."):
        raise Error(str(error)) from None
    raise error


def counts(rng):
    """A pickle with a right checksum and one wrong number, used in all ways."""
    found, cases, _ = worlds()
    try:
        m, d = damaged.restored(found, rng.choice(cases))
    except (ValueError, IndexError) as error:
        refused(error)
    damaged.use(m, d, ".")
    return True


def structure(rng):
    """A pickle whose structure is edited."""
    _, _, things = worlds()
    try:
        damaged.rebuilt(things[rng.choice(sorted(things))], rng)
    except (ValueError, IndexError) as error:
        refused(error)
    return True


def edits(rng):
    """Specs that are edited, attached to each other and copied at random."""
    texts = [KEYED, PLAIN, mutate.TEXTS["mjcf arm"].strip(), mutate.SENSED]
    specs = [gelenk.MjSpec.from_string(rng.choice(texts)) for _ in range(rng.choice([1, 2, 3]))]
    for _ in range(rng.randrange(1, 12)):
        spec, other = rng.choice(specs), rng.choice(specs)
        bodies, way = spec.bodies, rng.randrange(10)
        body = rng.choice(bodies)
        with contextlib.suppress(Error, ValueError, TypeError):
            if way == 0:
                spec.copy_during_attach = rng.random() < 0.5
            elif way == 1:
                body.add_frame().attach_body(rng.choice(other.bodies), rng.choice(["p", "", "/"]), "")
            elif way == 2:
                spec.attach(other, frame=spec.worldbody.add_frame(), prefix=rng.choice(["p", "q", ""]))
            elif way == 3 and body is not spec.worldbody:
                spec.delete(body)
            elif way == 4:
                child = body.add_body(name=rng.choice(["n", "b", ""]))
                child.add_geom(size=[rng.choice([0.1, 0, -1, float("nan")])] * 3)
                child.add_freejoint()
            elif way == 5 and spec.frames:
                rng.choice(spec.frames).set_frame(rng.choice(spec.frames))
            elif way == 6:
                specs.append(
                    rng.choice(
                        [
                            spec.copy,
                            lambda s=spec: copy.deepcopy(s),
                            lambda s=spec: pickle.loads(pickle.dumps(s)),
                        ]
                    )()
                )
            elif way == 7:
                spec.add_key(qpos=[0.0] * rng.randrange(12), name=rng.choice(["k", "l"]))
            elif way == 8:
                spec.add_default(rng.choice(["x", "y", "main"]), spec.find_default(rng.choice(["x", "y"])))
            else:
                spec.compile()
    model = False
    for spec in specs:
        with contextlib.suppress(Error):
            spec.to_xml()
            model = stepped(spec.compile())
    return model


LEFT_OUT = ("to_file", "to_zip")  # what writes files


def arguments(rng):
    """Any values for public functions and for methods of specs."""
    from gelenk.tables.docstrings import SIGNATURES

    m = gelenk.MjModel.from_xml_string(values.SMALL)
    d = gelenk.MjData(m)
    everything = values.values()
    for _ in range(20):
        name = rng.choice([n for n in SIGNATURES if "mjcb" not in n and "user" not in n and "step" not in n])
        given = [
            m if a.kind == "m" else d if a.kind == "d" else rng.choice(everything)
            for a in SIGNATURES[name].arguments
        ]
        told(name, getattr(gelenk, name), *given)
    spec = gelenk.MjSpec.from_string(mutate.TEXTS["mjcf arm"].strip())
    for _ in range(20):
        thing = rng.choice(written(spec))
        name = rng.choice([n for n in dir(type(thing)) if not n.startswith("_") and n not in LEFT_OUT])
        method = inspect.getattr_static(type(thing), name)
        if inspect.isfunction(method) and rng.random() < 0.8:
            count = rng.randrange(len(inspect.signature(method).parameters))
            told(name, getattr(thing, name), *(rng.choice(everything) for _ in range(count)))
        elif rng.random() < 0.1:
            told(name, delattr, thing, name)
        else:
            told(name, setattr, thing, name, rng.choice([*everything, *written(spec)]))
    return True


def structures(rng):
    """Attributes that are the structure of a spec, and methods, written: refused, or the spec is whole."""
    spec = gelenk.MjSpec.from_string(
        rng.choice([KEYED, PLAIN, mutate.TEXTS["mjcf arm"].strip(), mutate.SENSED])
    )
    for _ in range(rng.randrange(1, 12)):
        things = written(spec)
        thing = rng.choice(things)
        names = [n for n in dir(type(thing)) if not n.startswith("_")]
        name = rng.choice([n for n in names if n in STRUCTURE] or names if rng.random() < 0.5 else names)
        if isinstance(thing, list):
            how = rng.choice(
                ["append", "extend", "insert", "pop", "remove", "clear", "__setitem__", "__iadd__"]
            )
            given = [0, rng.choice(things)][-1 if how in ("append", "extend", "remove", "__iadd__") else 0 :]
            told(how, getattr(thing, how), *given[: how not in ("pop", "clear") and 2])
        elif rng.random() < 0.1:
            told(name, delattr, thing, name)
        else:
            told(name, setattr, thing, name, rng.choice([*things, None, 0, "b", [], {}]))
    for use in (
        spec.copy,
        spec.to_xml,
        lambda: copy.deepcopy(spec),
        lambda: pickle.loads(pickle.dumps(spec)),
    ):
        told("use", use)
    with contextlib.suppress(Error):
        return stepped(spec.compile())
    return False


# attributes that say what belongs to what
STRUCTURE = (
    "parent",
    "frame",
    "path",
    "children",
    "id",
    "signature",
    "spec",
    "tendon",
    "worldbody",
    "default",
)
STRUCTURE += (
    "bodies",
    "geoms",
    "alt",
    "plugin",
    "classname",
    "tag",
    "row",
    "info",
    "childclass",
    "name",
    "where",
)


def written(spec):
    """What of a spec has attributes that programs may write."""
    found = [spec, *spec.bodies, *spec.frames, *spec.joints, *spec.geoms, *spec.sites, *spec.actuators]
    found += [*spec.tendons, *spec.keys, *spec.sensors, spec.default, spec.default.geom, spec.geoms[0].alt]
    found += [spec.option, spec.visual, spec.visual.map, spec.compiler, spec.stat, spec.geoms[0].plugin]
    for tendon in spec.tendons:
        found += [tendon.path, *tendon.path]
    return found


def told(name, function, *given):
    """Call; raise AssertionError where an error is not ours. Counts of arguments are Python's."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrong = values.judge(function, *given)
    assert not wrong or "positional argument" in wrong, f"{name}: {wrong}"


PROGRAMS = {
    "keyframes": lambda rng: text_of(rng.choice([KEYED, PLAIN]), rng),
    "robot": lambda rng: text_of(ROBOT, rng),
    "malformed": malformed,
    "image": image,
    "obj groups": groups,
    "pickle counts": counts,
    "pickle structure": structure,
    "spec edits": edits,
    "spec structure": structures,
    "arguments": arguments,
}
