"""Fuzz models and files of every format with random edits, which a seed determines.

    python -m tests.support.mutate SEED COUNT [KIND ...]

loads COUNT of them in this process, with limits of memory and time for each, and prints as JSON the numbers of models
and of errors, and all other outcomes. The caller guards process, memory and time:
see tests/properties/test_hostile_files.py.
"""

import faulthandler
import io
import json
import random
import re
import resource
import struct
import sys
import time
import zipfile
import zlib

import numpy as np

import gelenk
import scenes
from gelenk.errors import Error
from gelenk.runtime import binary_model
from tests.support.files import PNG_KINDS, SIGNATURE, hfield_file, noise, skn, texture_file
from tests.support.gmsh import gmsh_22, gmsh_41
from tests.support.mesh_files import ply

MOST_MEMORY = 2 << 30  # limit of memory above that at start [bytes]
MOST_SECONDS = 30
MOST_DOFS = 200

# ---- text

VALUES = ["", "0", "-1", "1e308", "-1e308", "nan", "inf", "1e-320", "999999999999", "true", "x", "0 0 0",
          "1 2 3 4 5 6 7",
          "world", "b", "\u00e9", "a" * 300, "0x10", "1,2", "--", "1 nan", "10K", "1e9T", "never", "init"]  # fmt: skip


def mutate(text, rng):
    """Return a text with one random edit: of a value, an attribute, an element or characters."""
    kind = rng.randrange(8)
    values = list(re.finditer(r'(\w+)="([^"]*)"', text))
    tags = list(re.finditer(r"<(\w+)([^<>]*)/>", text))
    if not values or not tags:
        kind = 7
    if kind <= 2:
        v = rng.choice(values)
        return text[: v.start(2)] + rng.choice(VALUES) + text[v.end(2) :]
    if kind == 3:
        v, w = rng.choice(values), rng.choice(values)
        return text[: v.start(2)] + w.group(2) + text[v.end(2) :]
    if kind == 4:
        v = rng.choice(values)
        return text[: v.start()] + text[v.end() :]
    if kind == 5:
        t, u = rng.choice(tags), rng.choice(tags)
        return text[: t.start()] + u.group(0) + rng.choice(["", t.group(0)]) + text[t.end() :]
    if kind == 6:
        t = rng.choice(tags)
        return text[: t.start()] + text[t.end() :]
    i = rng.randrange(len(text) + 1)
    return (
        text[:i]
        + rng.choice(["", "<", ">", "/", '"', "&", "&#0;", " ", "\x00", "<!-- ", "]]>"])
        + text[i + rng.randrange(9) :]
    )


# ---- bytes

INTS = (0, 1, -1, 2, 3, 255, 1 << 16, 1 << 20, 1 << 30, (1 << 31) - 1, -(1 << 31))
FLOATS = (0.0, -1.0, 1e-45, 1e30, -3e38, float("inf"), float("-inf"), float("nan"))
TOKENS = (
    b"0",
    b"-1",
    b"1e999",
    b"nan",
    b"inf",
    b"1/2/3",
    b"-9/-9/-9",
    b"99999999999999999999",
    b"x",
    b"f",
    b"v",
    b"\0",
)


def mutate_bytes(content, rng):
    """Return bytes with one random edit: of bits, bytes, numbers, tokens or sections."""
    kind = rng.randrange(9)
    out = bytearray(content)
    i = rng.randrange(len(out) + 1)
    if kind == 0 and i < len(out):
        out[i] ^= 1 << rng.randrange(8)
    elif kind == 1 and i < len(out):
        out[i] = rng.randrange(256)
    elif kind == 2:
        del out[i : i + rng.choice([1, 1, 4, 12, 100])]
    elif kind == 3:
        out[i:i] = rng.randbytes(rng.choice([1, 4, 12]))
    elif kind == 4:
        out[i:i] = out[i : i + rng.choice([1, 4, 50])]
    elif kind == 5:
        del out[i:]
    elif kind == 6:
        i -= i % 4
        out[i : i + 4] = struct.pack("<i", rng.choice(INTS))
    elif kind == 7:
        i -= i % 4
        out[i : i + 4] = struct.pack("<f", rng.choice(FLOATS))
    else:
        tokens = list(re.finditer(rb"[^\s<>]+", bytes(out[:100_000])))
        if tokens:
            t = rng.choice(tokens)
            out[t.start() : t.end()] = rng.choice(TOKENS)
    return bytes(out)


def with_checksums(content):
    """Return a PNG with recomputed checksums, so that readers examine its content."""
    if not content.startswith(SIGNATURE):
        return content
    out, i = content[:8], 8
    while i + 12 <= len(content):
        length = int.from_bytes(content[i : i + 4], "big")
        if i + 12 + length > len(content):
            break
        body = content[i + 4 : i + 8 + length]
        out += content[i : i + 4] + body + zlib.crc32(body).to_bytes(4, "big")
        i += 12 + length
    return out + content[i:]


# ---- inputs

CUBE = [(x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)]
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
TRIANGLES = [t for a, b, c, d in QUADS for t in ((a, b, c), (a, c, d))]
OBJ = "".join(f"v {x} {y} {z}\n" for x, y, z in CUBE) + "vt 0 0\nvn 0 0 1\n" + "".join(
    "f " + " ".join(f"{i + 1}/1/1" for i in quad) + "\n" for quad in QUADS
)  # fmt: skip
STL = bytes(80) + struct.pack("<I", len(TRIANGLES)) + b"".join(
    struct.pack("<12fH", 0, 0, 1, *(x for i in t for x in CUBE[i]), 0) for t in TRIANGLES
)  # fmt: skip
MSH = (
    struct.pack("<iiii", 8, 0, 8, len(TRIANGLES))
    + np.array(CUBE, "<f4").tobytes()
    + np.zeros(16, "<f4").tobytes()
    + np.array(TRIANGLES, "<i4").tobytes()
)
BONES = [
    ("b", (0, 0, 0.5), (1, 0, 0, 2), [0, 1, 2], [1, 2, 3]),
    ("world", (0, 1, 0), (1, 0, 0, 0), [3, 0], [0.3, 1]),
]
URDF = """<robot name="r"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0"
iyz="0"/></inertial><collision><origin xyz="0 0 1" rpy="0 1 0"/><geometry><box size="1 1 1"/></geometry></collision>
</link><link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><sphere radius="1"/></geometry></collision></link><joint name="j" type="revolute"><parent
link="a"/><child link="b"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="3"/></joint>
</robot>"""
MACROS = """<mujoco><default><default class="c"><geom size="0.1"/></default></default><asset><hfield name="h" nrow="2"
ncol="3" size="1 1 1 1" elevation="1 2 3 4 5 6"/><texture name="t" builtin="checker" width="8" height="8"/><mesh
name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody><geom type="hfield" hfield="h"/><replicate count="3"
offset="1 0 0" euler="0 0 10"><body name="b"><joint name="j"/><geom class="c"/></body></replicate><body><freejoint/>
<geom type="mesh" mesh="m"/></body></worldbody><deformable><skin vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"><bone body="b0"
bindpos="0 0 .5" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 2 3"/></skin></deformable></mujoco>"""

FLEXES = """<mujoco><option timestep="0.001"/><worldbody><flexcomp name="a" type="grid" count="3 3 1" dim="2"
radius="0.01" spacing="0.1 0.1 0.1" pos="0 0 1"><edge equality="true" damping="0.1"/><pin id="0 2"/><contact
selfcollide="none"/><elasticity young="1e4" poisson="0.1"/></flexcomp><flexcomp name="b" type="box" count="2
2 2" dim="3" radius="0.01" spacing="0.1 0.1 0.1" dof="trilinear" mass="2"><contact selfcollide="none"/><pin
gridrange="0 0 0 0 0 1"/></flexcomp><flexcomp name="c" type="direct" dim="2" point="0 0 0 1 0 0 0 1 0 1 1 0"
element="0 1 2 1 3 2" radius="0.1" rigid="true"/><body name="x" pos="0 0 3"><freejoint/><geom
size="0.1"/></body><body name="y"><geom size="0.1"/></body></worldbody><deformable><flex name="d" dim="1"
body="x y world" vertex="0 0 0 0 1 0 0 0 1" element="0 1 1 2" radius="0.1"><edge
stiffness="3"/></flex></deformable><equality><flex flex="b"/></equality></mujoco>"""
CABLES = """<mujoco><extension><plugin plugin="mujoco.elasticity.cable"/></extension><worldbody><composite prefix="s"
type="cable" curve="s cos(s) sin(s)" count="6 1 1" size="1 0.1 1" offset="0 0 1" initial="none"><plugin
plugin="mujoco.elasticity.cable"><config key="twist" value="1e4"/><config key="bend"
value="1e4"/></plugin><joint kind="main" damping="0.1"/><geom type="box" size="0.01 0.02 0.03"/><site
size="0.01"/><skin texcoord="true" subgrid="2" inflate="0.01"/></composite><composite prefix="t"
type="cable" vertex="0 0 0 1 0 0 2 1 0 3 1 1" initial="ball"><geom type="capsule"
size="0.02"/></composite></worldbody></mujoco>"""
SENSED = """<mujoco><size nuserdata="3" nuser_sensor="2"/><worldbody><camera name="c" resolution="3 2" pos="0 0
3"/><geom name="floor" type="plane" size="1 1 1"/><body name="b"><freejoint/><geom name="g"
size="0.1"/><site name="s"/><body name="d" pos="1 0 0"><joint name="j" range="-1 1" limited="true"/><joint
name="k" type="slide"/><geom name="h" size="0.1 0.1 0.1" type="box"/><site name="q" type="box" size="1 1
1"/></body></body><body name="m" mocap="true"/></worldbody><equality><weld body1="b" body2="m"/><joint
joint1="j" joint2="k" polycoef="0 1 0 0 0"/></equality><tendon><spatial name="t" range="0 1"><site
site="s"/><geom geom="g"/><site site="q"/></spatial></tendon><actuator><position name="a" joint="j" kp="3"
nsample="3" delay="0.005"/><general tendon="t" dyntype="filter" dynprm="0.1"/><muscle joint="k"
lengthrange="0 1"/></actuator><sensor><rangefinder camera="c" data="dist normal"/><contact body1="b" num="2"
data="found force pos"/><contact subtree1="b" geom2="floor" reduce="netforce"/><distance geom1="g"
geom2="h"/><gyro site="s" nsample="2" delay="0.01" interp="linear"/><framepos objtype="site" objname="s"
reftype="body" refname="d"/><insidesite site="q" objtype="body" objname="b"/><camprojection site="s"
camera="c"/><user dim="2"/><jointpos joint="j"/><touch site="q"/></sensor><keyframe><key name="z" qpos="0 0
1 1 0 0 0 0.1 0" ctrl="1 0 0"/></keyframe><custom><numeric name="n" size="3" data="1 2"/><text name="x"
data="y"/><tuple name="u"><element objtype="body" objname="b"/></tuple></custom></mujoco>"""


SLEEPING = """<mujoco><size memory="300K" nkey="2" nuserdata="2"/><option sleep_tolerance="0.01" solver="CG"
jacobian="sparse"><flag sleep="enable" island="enable"/></option><worldbody><geom type="plane" size="3 3 0.1"/><body
name="a" sleep="allowed" pos="0 0 0.1"><freejoint/><geom size="0.1"/></body><body name="b" sleep="init" pos="0.3 0
0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/><body name="c" pos="0 0 0.3"><joint name="j"/><geom size="0.05"/>
</body></body><body name="d" sleep="never" pos="0.6 0 1"><joint name="k" type="slide"/><geom size="0.1"/></body><body
name="e" sleep="auto" pos="1 0 1"><joint name="l" type="ball"/><geom type="capsule" size="0.1 0.2"/></body><replicate
count="5" offset="0.25 0 0"><body pos="0 1 0.1"><freejoint/><geom size="0.1"/></body></replicate></worldbody><actuator>
<motor joint="k"/></actuator><equality><connect body1="e" anchor="0 0 0.1"/></equality><sensor><framelinacc
objtype="body" objname="a"/></sensor></mujoco>"""


TOUCHING = """<mujoco><option ccd_iterations="30" ccd_tolerance="1e-6"><flag nativeccd="disable" multiccd="enable"/>
</option><asset><hfield name="h" nrow="2" ncol="3" size="1 1 0.3 0.1" elevation="1 2 3 4 5 6"/><mesh name="m"
vertex="0 0 0 .3 0 0 0 .3 0 0 0 .3"/></asset><worldbody><geom name="field" type="hfield" hfield="h" margin="0.01"/>
<body name="a" pos="0 0 0.3"><freejoint/><geom name="e" type="ellipsoid" size="0.1 0.2 0.1"/></body><body name="b"
pos="0 0 0.45"><freejoint/><geom name="c" type="cylinder" size="0.1 0.1"/></body><body name="d" pos="0 0 0.6"
quat="1 0.1 0 0"><freejoint/><geom type="mesh" mesh="m" margin="0.02" gap="0.01"/></body><body name="f"
pos="0.1 0 0.75"><freejoint/><geom name="g" type="capsule" size="0.1 0.2" euler="20 30 40"/></body></worldbody><contact>
<pair geom1="e" geom2="c" margin="0.1"/></contact><sensor><distance geom1="e" geom2="c" cutoff="1"/><fromto geom1="g"
geom2="c" cutoff="2"/></sensor></mujoco>"""


def holder(asset, use=""):
    """Return a model that refers to a file."""
    body = f'<body name="b"><freejoint/>{use}<geom size="1"/></body>'
    return f"<mujoco><asset>{asset}</asset><worldbody>{body}</worldbody></mujoco>"


def soft(file):
    """Return a model whose flex is in a file."""
    flex = f'<flexcomp name="f" type="gmsh" dim="3" radius="0.1" file="{file}"/>'
    return f"<mujoco><worldbody>{flex}</worldbody></mujoco>"


SOLID = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 1.0, 1.0)]
TETRAHEDRA = [(0, 1, 2, 3), (1, 2, 3, 4)]
MESH_USE = '<geom type="mesh" mesh="m"/>'
FILES = {  # kind -> name of the file, model that names it, contents to begin with
    "obj": ("m.obj", holder('<mesh name="m" file="m.obj"/>', MESH_USE), [OBJ.encode()]),
    "stl": ("m.stl", holder('<mesh name="m" file="m.stl"/>', MESH_USE), [STL]),
    "ply": ("m.ply", holder('<mesh name="m" file="m.ply"/>', MESH_USE),
            [ply((np.array(CUBE), np.array(TRIANGLES)), order, extra=extra) for order in ("", "<", ">")
             for extra in (False, True)]),
    "msh": ("m.msh", holder('<mesh name="m" file="m.msh"/>', MESH_USE), [MSH]),
    "png": ("a.png", holder('<texture type="2d" file="a.png"/>'), list(PNG_KINDS.values())),
    "texture": ("a.bin", holder('<texture type="2d" file="a.bin"/>'), [texture_file(noise(3, 4))]),
    "hfield": ("h.bin", holder('<hfield name="h" file="h.bin" size="1 1 1 1"/>', '<geom type="hfield" hfield="h"/>'),
               [hfield_file([[1, 2, 3], [4, 5, 7]])]),
    "hfield png": ("h.png", holder('<hfield name="h" file="h.png" size="1 1 1 1"/>'), list(PNG_KINDS.values())),
    "skin": ("s.skn", holder('<skin file="s.skn"/>'), [skn(range(12), range(8), [0, 1, 2, 1, 3, 2], BONES)]),
    "attached": ("o.xml", '<mujoco><asset><model name="o" file="o.xml"/></asset><worldbody><attach model="o" body="b" '
                 'prefix="p"/></worldbody></mujoco>', [SENSED.encode()]),
    "included": ("o.xml", '<mujoco><include file="o.xml"/></mujoco>', [SENSED.encode(), CABLES.encode()]),
    "gmsh": ("f.msh", soft("f.msh"), [made(SOLID, TETRAHEDRA, binary) for made in (gmsh_22, gmsh_41)
                                      for binary in (False, True)]),
}  # fmt: skip
TEXTS = {
    "mjcf arm": scenes.text("arm"),
    "mjcf loops": scenes.text("loops"),
    "mjcf macros": MACROS,
    "mjcf flexes": FLEXES,
    "mjcf cables": CABLES,
    "mjcf sensors": SENSED,
    "mjcf asleep": SLEEPING,
    "mjcf touching": TOUCHING,
    "urdf": URDF,
}
KINDS = (*TEXTS, *FILES, "zip", "mjb")


def archive():
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("t/a.png", PNG_KINDS["color"])
        made.writestr("m.xml", holder('<texture type="2d" file="t/a.png"/>'))
    return content.getvalue()


ARCHIVE = archive()


def binaries():
    """Return models with many kinds of indices in binary form."""
    return [binary_model.to_bytes(gelenk.MjModel.from_xml_string(TEXTS[kind].strip())) for kind in TEXTS]


def with_right_head(content):
    """Return a binary model with recomputed length and checksum, so that readers examine it."""
    if len(content) < binary_model.HEADER.size:
        return content
    magic, version, _, digest, _ = binary_model.HEADER.unpack_from(content)
    body = content[binary_model.HEADER.size :]
    try:
        checksum = binary_model._checksum(memoryview(body), binary_model._parts(memoryview(body)))
    except Error:  # a body without valid parts has no checksum
        return content
    return binary_model.HEADER.pack(magic, version, checksum, digest, len(body)) + body


BINARIES = binaries()


def make(kind, rng):
    """Return a mutated input: (text of the model, assets), or (None, bytes of an archive)."""
    edits = rng.choice([1, 1, 1, 1, 2, 5])
    if kind in TEXTS:
        text = TEXTS[kind].strip()
        for _ in range(edits):
            text = mutate(text, rng)
        return text, {}
    if kind == "mjb":
        content = rng.choice(BINARIES)
        for _ in range(edits):
            content = mutate_bytes(content, rng)
        return None, with_right_head(content) if rng.random() < 0.9 else content
    name, text, contents = FILES.get(kind, ("", None, [ARCHIVE]))
    content = rng.choice(contents)
    for _ in range(edits):
        if name.endswith(".xml"):
            content = mutate(content.decode(), rng).encode(errors="surrogatepass")
        else:
            content = mutate_bytes(content, rng)
    if "png" in kind and rng.random() < 0.7:
        content = with_checksums(content)
    return (text, {name: content}) if text else (None, content)


def load(text, assets):
    """Load the model of an input; small models take two steps."""
    if text is not None:
        m = gelenk.MjModel.from_xml_string(text, assets)
        if m.nv < MOST_DOFS and m.ngeom < MOST_DOFS:
            gelenk.mj_step(m, gelenk.MjData(m), 2)
        return m
    if assets.startswith(binary_model.MAGIC[:6]):
        m = gelenk.MjModel.from_binary_path("m.mjb", {"m.mjb": assets})
        try:
            d = gelenk.MjData(m)
        except ValueError as error:  # a plugin rejects its configuration
            raise gelenk.Error(str(error)) from None
        gelenk.mj_step(m, d, 2)
        return m
    from gelenk.modeling.compiler.compile import compile
    from gelenk.modeling.mjcf.read import from_zip

    return compile(from_zip(io.BytesIO(assets)))


def run(seed, count, kinds=KINDS, first=0, at=lambda i: None, programs=None):
    """Load mutated inputs from number ``first`` on; return (counts, list of failures).

    at        called with the number of each input before it is loaded
    programs  kind -> function that makes and loads an input
    """
    counts, wrong = {"model": 0, "error": 0}, []
    for i in range(first, first + count):
        at(i)
        rng = random.Random(f"{seed}/{i}")
        kind = kinds[i % len(kinds)]
        program = (programs or {}).get(kind)
        text, assets = (None, None) if program else make(kind, rng)
        faulthandler.dump_traceback_later(2 * MOST_SECONDS, exit=True)
        start = time.perf_counter()
        try:
            made = program(rng) if program else load(text, assets)
            counts["model" if made else "error"] += 1
        except gelenk.Error as error:
            counts["error"] += 1
            if not str(error).strip():
                wrong.append([kind, i, "an error without a message"])
        except BaseException as error:
            wrong.append([kind, i, f"{type(error).__name__}: {error}"])
        seconds = time.perf_counter() - start
        faulthandler.cancel_dump_traceback_later()
        if seconds > MOST_SECONDS:
            wrong.append([kind, i, f"took {seconds:.1f} s"])
    return counts, wrong


def warm_up():
    """Load all inputs unchanged, so that compiling and imports are not timed later."""
    for text in TEXTS.values():
        load(text.strip(), {})
    for content in (*BINARIES, ARCHIVE):
        load(None, content)


def bound_memory():
    """Limit the memory of this process to MOST_MEMORY above its present size."""
    with open("/proc/self/statm") as file:
        has = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (has + MOST_MEMORY, has + MOST_MEMORY))


def main(arguments):
    seed, count, *kinds = arguments
    warm_up()
    bound_memory()
    faulthandler.enable(sys.stderr)
    counts, wrong = run(int(seed), int(count), kinds or KINDS)
    print(json.dumps({"counts": counts, "wrong": wrong}))


if __name__ == "__main__":
    main(sys.argv[1:])
