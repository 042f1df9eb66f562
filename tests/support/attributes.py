"""Two models for each MJCF attribute: its element with and without the attribute.

The models are made from schema rows: each kind of attribute has a value, and some attributes require others
(attribute_needs.py).
"""

import functools
import io

import numpy as np

from gelenk.modeling.mjcf.values import quoted, text_of
from gelenk.tables.schema import DEFAULT, ROOT, elements
from tests.support.attribute_needs import BESIDE, ELSEWHERE, NAMES, NEEDS, NEVER_ALONE, PARENT, VALUES

WORLD = """
<default><default class="K"><geom rgba="0.1 0.2 0.3 1"/><joint damping="3"/><site rgba="1 0 0 1"/><mesh scale="2 2 2"/>
  <camera fovy="30"/><light cutoff="20"/><pair margin="0.25"/><equality solref="0.1 1"/><tendon damping="2"/>
  <general user="5"/><material shininess="0.25"/></default></default>
<asset><texture name="tex" type="2d" builtin="checker" width="4" height="4"/><material name="mat"/>
  </asset>
<worldbody>
  <geom name="floor" type="plane" size="1 1 1"/>
  <body name="B" pos="0 0 1"><joint name="J" axis="0 1 0" range="-30 60" limited="true"/>
    <joint name="slide" type="slide" axis="1 0 0" range="-1 1" limited="true"/>
    <geom name="G" type="capsule" size="0.1 0.2"/>
    <site name="S" pos="0.3 0 0"/><site name="S2" pos="0.1 0.2 0.3"/><camera name="C" pos="0 0 2"/>
    <body name="B2" pos="0.5 0 0"><joint name="ball" type="ball" range="0 50" limited="true"/>
      <geom name="G2" type="sphere" size="0.1"/><site name="S3" size="0.1"/></body></body>
  <body name="free" pos="2 0 1"><freejoint/><geom name="G3" type="box" size="0.1 0.1 0.1"/></body>
  <body name="moved" mocap="true"/>
</worldbody>
<tendon><fixed name="T" range="-1 1" limited="true"><joint joint="J" coef="1"/></fixed>
  <fixed name="T2"><joint joint="slide" coef="1"/></fixed></tendon>
<actuator><motor name="A" joint="J"/>
  <general name="I" joint="slide" dyntype="integrator"/></actuator>"""

# assets that take time to compile: only in models that refer to them
ASSETS = {
    "mesh0": '<mesh name="mesh0" vertex="0 0 0 1 0 0 0 1.5 0 0 0 2.25"/>',
    "faces": '<mesh name="faces" vertex="0 0 0 1 0 0 0 1.5 0 0 0 2.25" face="0 2 1 0 1 3 0 3 2 1 2 3"/>',
    "hf": '<hfield name="hf" nrow="2" ncol="2" size="1 1 1 1" elevation="0 1 2 3"/>',
    "other": '<model name="other" file="other.xml"/>',
}
CONFIGS = {
    "mujoco.elasticity.cable": {"twist": "1"},
    "mujoco.pid": {"kp": "2", "ki": "3"},
    "mujoco.sensor.touch_grid": {"size": "2 3", "fov": "10 20", "gamma": "0", "nchannel": "1"},
    "mujoco.sdf.torus": {"radius1": "0.3", "radius2": "0.2"},
}


def configured(plugin):
    """Return the <config> elements of a plugin."""
    return "".join(f'<config key="{key}" value="{value}"/>' for key, value in CONFIGS[plugin].items())


def extension(text):
    """Return the <extension> element with the plugins and instances that a text refers to."""
    said = ""
    for plugin in CONFIGS:
        name = plugin.split(".")[-1]
        shared = (
            f'<instance name="{name}">{configured(plugin)}</instance>' if f'instance="{name}"' in text else ""
        )
        if shared or f'"{plugin}"' in text:
            said += f'<plugin plugin="{plugin}">{shared}</plugin>'
    return f"<extension>{said}</extension>"


# places of an element whose meaning depends on the place
PLACES = [("worldbody", *place, "plugin") for place in (("body",), ("geom",), ("composite",), ("flexcomp",))]


def paths():
    """Yield the schema rows from the root to each element, for most elements in one place."""
    for tags in (*(tags[1:] for _, tags in elements()), *PLACES):
        path = [ROOT]
        for tag in tags:
            path.append(path[-1].by_tag[tag])
        yield tuple(path)


def name_of(path):
    """Return the path of an element as text: "asset/texture"."""
    return "/".join(row.tag for row in path[1:])


def lookup(table, key, attr=""):
    """Return a table's entry for an element or attribute: by path, suffix, section or name."""
    tags = key.split("/")
    suffixes = ["/".join(tags[i:]) for i in range(len(tags))]
    keys = [*suffixes, tags[0]]
    if attr:
        keys = [*(f"{one}:{attr}" for one in keys), attr]
    return next((table[one] for one in keys if one in table), {})


def value_for(row, attr):
    """Return a value of an attribute that differs from its default."""
    kind = attr.kind
    if attr.refers:
        return NAMES[attr.refers]
    if attr.name in VALUES:
        words = VALUES[attr.name].split() if kind.base in ("real", "int") else None
        return VALUES[attr.name] if words is None else " ".join(words[: kind.most])
    if kind.base == "keyword":
        others = [word for word, meant in kind.keys.items() if meant != attr.default and word != attr.default]
        return others[-1]
    if kind.base in ("string", "strings"):
        return "text"
    count = max(1, kind.least) if kind.most > 100 else kind.most
    if kind.base == "int":
        return " ".join(str(2 + i) for i in range(count))
    return " ".join(str(0.25 + 0.125 * i) for i in range(count))


def element(path, said, parent=None):
    """Return the text of an element within its parents; `parent`: attributes of its parent."""
    inner = ""
    row = path[-1]
    for depth in range(len(path) - 1, 0, -1):
        row = path[depth]
        key = name_of(path[: depth + 1])
        attributes = said if depth == len(path) - 1 else lookup(NEEDS, key)
        if depth == len(path) - 2 and parent:
            attributes = {**attributes, **parent}
        if row is DEFAULT:
            inner = f'<default><default class="D">{inner}</default></default>'
            continue
        head = "".join(
            f" {n}={quoted(v)}" for n, v in attributes.items() if v is not None and n in row.by_name
        )
        own = lookup(CONTENT, key) or ""
        if name_of(path) in INSTEAD or (row.tag == "skin" and attributes.get("file")):
            own = ""
        if row.tag in ("instance", "config") or attributes.get("instance"):
            own = ""
        if row.tag == "body" and "sleep" in attributes:
            own += "<joint/>"
        after = '<site site="S"/><site site="S3"/>' if row.tag == "spatial" and inner else ""
        inner = f"<{row.tag}{head}>{own}{inner}{after}</{row.tag}>"
    return inner


CONTENT = {
    "spatial": '<site site="S"/><site site="S3"/>',
    "fixed": '<joint joint="slide" coef="1"/>',
    "worldbody/body": '<geom type="sphere" size="0.05"/>',
    "replicate": '<geom name="copied" size="0.05"/>',
    "tuple": '<element objtype="body" objname="B"/>',
    "asset/skin": '<bone body="B" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>',
    "worldbody/composite": '<geom type="box" size="0.02 0.01 0.01"/>',
    "worldbody/flexcomp": '<contact selfcollide="none"/>',
    "deformable/flex": '<contact selfcollide="none"/>',
    "actuator/plugin": configured("mujoco.pid"),
    "sensor/plugin": configured("mujoco.sensor.touch_grid"),
}
# elements that replace the required content (CONTENT) of their parent
INSTEAD = (
    "asset/skin/bone",
    "custom/tuple/element",
    "worldbody/composite/geom",
    "worldbody/flexcomp/contact",
    "deformable/flex/contact",
)
# element of class D that makes a defaults class effective, at its usual place
USERS = {
    "mesh": ("asset/mesh", "mesh"),
    "texture": ("asset/texture", "texture"),
    "material": ("asset/material", "material"),
    "joint": ("worldbody/body/joint", "joint"),
    "geom": ("worldbody/geom", "geom"),
    "site": ("worldbody/site", "site"),
    "camera": ("worldbody/camera", "camera"),
    "light": ("worldbody/light", "light"),
    "pair": ("contact/pair", "pair"),
    "equality": ("equality/connect", "connect"),
    "tendon": ("tendon/spatial", "spatial"),
}


@functools.cache
def rows():
    """Return path -> schema rows, for all elements."""
    return {name_of(path): path for path in paths()}


def with_user(path, text, said):
    """Append an element that uses class D, if the path is in a defaults class."""
    if path[1:2] != (DEFAULT,) or len(path) < 3:
        return text
    tag = path[2].tag
    key = USERS[tag][0] if tag in USERS else f"actuator/{tag}"
    needs = {n: v for n, v in lookup(NEEDS, key).items() if n not in said}
    return text + element(rows()[key], {**needs, "class": "D"})


def needs_of(path):
    """Return the attributes that an element requires; none in a defaults class."""
    key = name_of(path)
    if path[1:2] == (DEFAULT,) and path[-1].tag != "layer":
        return NEEDS.get(key, {})
    found = dict(lookup(NEEDS, key))
    for name in path[-1].required:
        found.setdefault(name, value_for(path[-1], path[-1].by_name[name]))
    return found


def model(path, said, parent=None, elsewhere=""):
    """Return a model whose element has exactly these attributes."""
    text = with_user(path, element(path, said, parent) if len(path) > 1 else "", said)
    deform = ""
    if path[1:2] == (ROOT.by_tag["equality"],) and "flex" in path[-1].tag:
        deform = element(rows()["worldbody/flexcomp"], {**NEEDS["worldbody/flexcomp"], "name": "F"})
    if path[-1] is rows()["asset/model"][-1]:  # effective only if a part of the model is attached
        text += f'<worldbody><attach model="{said.get("name", "given")}" body="part" prefix="q"/></worldbody>'
    head = f" model={quoted(said['model'])}" if len(path) == 1 and "model" in said else ""
    plugins = extension(text) if "plugin" in name_of(path) else ""
    named = "".join(asset for name, asset in ASSETS.items() if f'"{name}"' in text)
    return f"<mujoco{head}>{WORLD}<asset>{named}</asset>{plugins}{deform}{elsewhere}{text}</mujoco>"


def cases(path):
    """Yield (attribute, model without it, model with it) for each attribute of an element."""
    needs = needs_of(path)
    key = name_of(path)
    for name, attr in path[-1].by_name.items():
        beside = lookup(BESIDE, key, name)
        said = {
            n: v for n, v in {**needs, name: None, **beside}.items() if n in path[-1].by_name or v is None
        }
        if said.get(name) is None:
            said[name] = value_for(path[-1], attr)
        for n, kind in ((n, path[-1].by_name[n].kind) for n in said if n in path[-1].by_name):
            if said[n] in ("QPOS", "QVEL"):
                said[n] = " ".join(text_of(x, kind) for x in np.arange(13 if n == "qpos" else 11)[:, None])
        if (key, name) in NEVER_ALONE:
            continue
        without = {n: v for n, v in said.items() if n != name}
        parent = PARENT.get(f"{key}:{name}")
        elsewhere = ELSEWHERE.get(f"{key}:{name}", "")
        yield name, model(path, without, parent, elsewhere), model(path, said, parent, elsewhere)


# ---- files


def png(width, height):
    """Return a small PNG with fixed pixels."""
    from PIL import Image

    numbers = np.arange(width * height * 3, dtype=np.uint8).reshape(height, width, 3) * 7
    out = io.BytesIO()
    Image.fromarray(numbers).save(out, "png")
    return out.getvalue()


CUBE = b"v 0 0 0\nv 1 0 0\nv 0 1.5 0\nv 0 0 2.25\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def skin_file():
    """Return an SKN file of a square with two bones: counts, vertices, uv, faces, bones."""
    head = np.array([4, 0, 2, 2], "<i4").tobytes()
    vertices = np.array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], "<f4").tobytes()
    faces = np.array([0, 1, 2, 1, 3, 2], "<i4").tobytes()
    bones = b""
    for name in ("B", "B2"):
        bones += name.encode().ljust(40, b"\0") + np.array([0, 0, 0, 1, 0, 0, 0], "<f4").tobytes()
        bones += np.array([4], "<i4").tobytes() + np.array([0, 1, 2, 3], "<i4").tobytes()
        bones += np.array([0.5] * 4, "<f4").tobytes()
    return head + vertices + faces + bones


@functools.cache
def assets():
    """Return the files that the models refer to."""
    part = '<body name="part"><geom name="pg" size="0.1"/></body>'
    other = f'<mujoco model="other"><worldbody>{part}<frame name="place"/></worldbody></mujoco>'
    return {
        "other.xml": other.encode(),
        "other.bin": other.encode(),
        "another.xml": other.replace("0.1", "0.2").encode(),
        "cube.obj": CUBE,
        "cube.bin": CUBE,
        "hf.png": png(4, 4),
        "hf.bin": png(4, 4),
        "grid.png": png(16, 12),
        "sheet.obj": CUBE,
        "s.skn": skin_file(),
    }
