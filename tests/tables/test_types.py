"""What checkers and editors learn of the public names: types of all attributes, arguments and results."""

import importlib
import inspect
import pkgutil
import re
import subprocess
import sys

import pytest

from gelenk.compat.aliases import ALIASES
from tools.pages.api import public
from tools.render import PAGES, ROOT

pytest.importorskip("mypy")

PROGRAM = """
import numpy as np

import gelenk
import gelenk.models
import gelenk.rollout
from gelenk import batch, gl_context, minimize, renderer, rollout, sysid, viewer
from gelenk.batch.rollout import Rollout


def build() -> gelenk.MjModel:
    spec = gelenk.MjSpec()
    spec.option.timestep = 0.01
    spec.add_material(name="red", rgba=[1, 0, 0, 1])
    arm = spec.worldbody.add_body(name="arm", pos=(0, 0, 1), euler=np.zeros(3))
    joint = arm.add_joint(type=gelenk.mjtJoint.mjJNT_HINGE, axis=[0, 1, 0], range=[-1, 1], name="elbow")
    geom = arm.add_geom(size=[0.1, 0.2, 0.3], type=gelenk.mjtGeom.mjGEOM_BOX, mass=2, material=None)
    geom.size[0] += 0.1
    geom.pos = [0, 0, 0.1]
    geom.type = 6
    geom.friction = np.ones(3)
    motor = spec.add_actuator(name="motor", target=joint.name, trntype=gelenk.mjtTrn.mjTRN_JOINT)
    motor.set_to_position(kp=10, kv=1)
    for inner in arm.find_all("geom"):
        inner.rgba[3] = 0.5
    first = arm.first_geom()
    assert first is not None and first.parent is arm
    spec.body("arm").gravcomp = 1.0
    spec.default.geom.density = 500
    return spec.compile()


class Drag(gelenk.Plugin):
    name = "test.drag"
    capabilities = gelenk.PluginTask.PASSIVE

    def compute(self, m: gelenk.MjModel, d: gelenk.MjData, instance: int, task: int) -> None:
        d.qfrc_passive -= d.qvel


def run(m: gelenk.MjModel) -> float:
    d = gelenk.MjData(m)
    jacp, jacr = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    gelenk.mj_step(m, d)
    gelenk.mj_step(m, d, nstep=10)
    gelenk.mj_jacBody(m, d, jacp, None, m.body("arm").id)
    gelenk.mj_jac(m, d, jacp, jacr, [0, 0, 1], 1)
    m.opt.timestep *= 0.5
    m.geom_rgba[:, 3] = 1
    scene, camera = gelenk.MjvScene(m, maxgeom=100), gelenk.MjvCamera()
    camera.type = gelenk.mjtCamera.mjCAMERA_FREE
    camera.lookat[:] = d.body("arm").xpos
    option, pull = gelenk.MjvOption(), gelenk.MjvPerturb()
    gelenk.mjv_updateScene(m, d, option, pull, camera, gelenk.mjtCatBit.mjCAT_ALL, scene)
    size: float = scene.geoms[0].size[0].item()
    context, viewport = gelenk.MjrContext(m, gelenk.mjtFontScale.mjFONTSCALE_150), gelenk.MjrRect(0, 0, 64, 48)
    context.fogRGBA = [1, 1, 1, 1]
    viewport.width = context.offWidth // 2
    gelenk.mjr_render(viewport, scene, context)
    with gelenk.Renderer(m, height=48, width=64) as drawing:
        drawing.update_scene(d, camera="side", scene_option=option)
        drawing.scene.flags[0] = 0
        picture = np.flipud(drawing.render())
    gelenk.set_mjcb_control(lambda m, d: d.ctrl.fill(1.0))
    gelenk.register_plugin(Drag)
    with renderer.Renderer(m) as other, Rollout(nthread=2) as pool:
        states, sensordata = pool.rollout(m, [d, gelenk.MjData(m)], np.zeros((4, 1 + m.nq + m.nv)), nstep=3)
        states, sensordata = gelenk.rollout.rollout(m, d, states[:, -1])
        rollout.rollout(m, d, initial_state=np.zeros(1 + m.nq + m.nv), nstep=2)
        other.update_scene(d)
    gl_context.GLContext(64, 48).free()
    found, trace = minimize.least_squares(np.zeros(2), lambda x: x - 1.0)
    mass = sysid.Parameter("mass", 1.0, 0.1, 2.0, modifier=lambda spec, p: None)
    size += found.max() + trace[-1].objective + mass.value[0] + sensordata.max()
    assert viewer.__name__ and batch.__name__
    return size + float(picture.max()) + d.time + d.contact[0].dist + gelenk.mju_norm3([1, 2, 3])
"""
# uses of public submodules that need no import of their own, and of the others
SUBMODULES = """
import gelenk
import gelenk.envs
from gelenk.introspect import mjxmacro
from pathlib import Path


def use(m: gelenk.MjModel, d: gelenk.MjData) -> float:
    pictures = gelenk.render.pictures(m, d, [-1], better=gelenk.render.RenderOptions())
    xyz, rgb = gelenk.render.points(m, d, "side", width=64)
    matrix = gelenk.render.intrinsics(m, d) @ gelenk.render.extrinsics(m, d)[:3] - gelenk.render.camera_matrix(m, d)
    worlds = gelenk.batch.Batch(m, 3)
    worlds.step(2)
    names: tuple[str, ...] = gelenk.models.names()
    context = gelenk.egl.GLContext(64, 48)
    env = gelenk.envs.make_vec("Ant-v5", 2, render_mode="rgb_array")
    frames = env.render() or ()
    convert = gelenk.msh2obj.msh_to_obj
    assert mjxmacro and context and names
    with gelenk.viewer.launch_passive(m, d) as page, gelenk.rollout.Rollout(nthread=1):
        page.sync()
    length = len(convert(Path("old.msh")))
    return float(length + pictures.mean() + xyz.max() + rgb.max() + matrix.max() + worlds.qpos.max() + frames[0].max())
"""
# lines that are wrong -> what mypy calls it
WRONG = {
    "spec.worldbody.add_geom(sizes=[1, 1, 1])": "call-arg",
    "spec.worldbody.add_geom(size='large')": "arg-type",
    "spec.worldbody.add_geom(type='box')": "arg-type",
    "spec.worldbody.add_body(mass=[1])": "arg-type",
    "spec.add_mesh(uservert='0 0 0')": "arg-type",
    "spec.add_mush()": "attr-defined",
    "geom.sise": "attr-defined",
    "geom.set_frame(geom)": "arg-type",
    "geom.mass.shape": "attr-defined",
    "spec.option.timestep.tolist()": "attr-defined",
    "spec.body(3)": "arg-type",
    "geom.sise = 1": "attr-defined",
    "geom.size = 'large'": "assignment",
    "spec.modelnme = 'arm'": "attr-defined",
    "m.opt.timestp = 0.1": "attr-defined",
    "m.body('arm').masss = 1": "attr-defined",
    "d.qposs = 1": "attr-defined",
    "scene.geoms[0].colour = 1": "attr-defined",
    "m.nqq": "attr-defined",
    "m.body('arm').masss": "attr-defined",
    "d.qpos.name": "attr-defined",
    "scene.geoms[0].colour": "attr-defined",
    "gelenk.MjvCamera().looksat": "attr-defined",
    "gelenk.MjvScene(m, 'many')": "arg-type",
    "gelenk.MjrContext(m).offWide": "attr-defined",
    "gelenk.MjrContext(m).lineWidth = 'wide'": "assignment",
    "gelenk.MjrRect(0, 0, 1, 1).wide": "attr-defined",
    "gelenk.MjrRect(0, 0, 1, 1).width = 0.5": "assignment",
    "gelenk.Renderer(d)": "arg-type",
    "gelenk.Renderer(m).update_scene(m)": "arg-type",
    "gelenk.Renderer(m).scene.ngeoms": "attr-defined",
    "gelenk.mjtGeom.mjGEOM_BALL": "attr-defined",
    "gelenk.mj_stp(m, d)": "attr-defined",
    "gelenk.mj_step(d, m)": "arg-type",
    "gelenk.mj_jacBody(m, d, [0.0], None, 1)": "arg-type",
    "gelenk.mju_norm3('abc')": "arg-type",
    "gelenk.set_mjcb_control(3)": "arg-type",
    "gelenk.mju_round(1.5).imag.shape": "attr-defined",
    "gelenk.rollout.rollaut(m, d)": "attr-defined",
    "gelenk.rollout.rollout(d, m, [0.0])": "arg-type",
    "gelenk.renderer.Rendrer(m)": "attr-defined",
    "gelenk.minimize.least_square(m)": "attr-defined",
    "gelenk.sysid.Parameter(3, 1.0, 0.1, 2.0)": "arg-type",
    "gelenk.viewer.lunch(m)": "attr-defined",
}
CONTEXT = """
import gelenk
import gelenk.minimize
import gelenk.renderer
import gelenk.rollout
import gelenk.sysid
import gelenk.viewer

def wrong(
    spec: gelenk.MjSpec, geom: gelenk.MjsGeom, m: gelenk.MjModel, d: gelenk.MjData, scene: gelenk.MjvScene
) -> None:
"""
# where a type may be anything, and why
ANY = {
    r"Error\.args|\w+Error\.args": "what Python's own exceptions say",
    r"MjsTendonPath\.sort": "what Python's own lists say",
    r"kernel": "kernels take what they take",
    r"Renderer\.render": "bytes, distances or integers, as the renderer has been told",
    r"MjSpec\.\w+": "finders: None where there is no such element, which few programs ask",
}


def checked(folder, text):
    """(Line, kind, message) of what mypy says of a program."""
    program = folder / "program.py"
    program.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary", str(program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^(.*):(\d+): (error|note): (.*)$", done.stdout, re.MULTILINE)
    assert found or not done.stdout, done.stdout + done.stderr
    return [(int(line), kind, text) for path, line, kind, text in found if path.endswith("program.py")]


def test_a_typed_program_is_right(tmp_path):
    assert not checked(tmp_path, PROGRAM)


def public_submodules():
    """Modules and packages directly below gelenk, aliases, and modules on the path of the package."""
    found = {module.name for module in pkgutil.iter_modules([str(ROOT / "gelenk")])}
    stubs = {file.stem for file in (ROOT / "gelenk").glob("*.pyi")}
    aliases = {name for name in ALIASES if "." not in name}  # not those of packages in gelenk
    return sorted(name for name in found | stubs | aliases if name[0] != "_")


def test_checkers_know_every_public_submodule(tmp_path):
    names = public_submodules()
    assert {"rollout", "envs", "render", "egl", "msh2obj", "usd", "viewer"} <= set(names)
    for name in names:
        if name not in ("usd", "envs"):  # of extras that may be missing
            importlib.import_module(f"gelenk.{name}")
    imports = "".join(f"import gelenk.{name}\n" for name in names)
    assert not checked(tmp_path, imports + SUBMODULES)


def test_wrong_names_and_types_are_reported(tmp_path):
    text = CONTEXT + "".join(f"    {line}\n" for line in WRONG)
    first = CONTEXT.count("\n") + 1
    said = {line: text for line, kind, text in checked(tmp_path, text) if kind == "error"}
    for i, (line, code) in enumerate(WRONG.items()):
        assert said.get(first + i, "").endswith(f"[{code}]"), f"{line}: {said.get(first + i)}"


def attributes(thing):
    """Names of the public attributes of a class."""
    return [name for name in dir(thing) if name[0] != "_" and name.isidentifier() and name != "global"]


def test_every_attribute_and_function_has_a_type(tmp_path):
    """Of arrays the type of their numbers is known, their shape stands in the docstring."""
    lines, asked = ["import gelenk"], {}
    for name, thing in public().items():
        if inspect.isroutine(thing):
            lines.append(f"reveal_type(gelenk.{name})")
            asked[len(lines)] = name
        elif isinstance(thing, type) and not hasattr(thing, "__members__"):
            lines += [f"def ask_{name}(x: gelenk.{name}) -> None:", "    pass"]
            for attribute in attributes(thing):
                lines.append(f"    reveal_type(x.{attribute})")
                asked[len(lines)] = f"{name}.{attribute}"
    told = {line: (kind, text) for line, kind, text in checked(tmp_path, "\n".join(lines) + "\n")}
    assert len(asked) > 2000
    for line, name in asked.items():
        kind, text = told[line]
        assert kind == "note", f"{name}: {text}"
        plain = text.replace("numpy.ndarray[tuple[Any, ...], ", "numpy.ndarray[")
        argued = any(re.fullmatch(pattern, name) for pattern in ANY)
        assert "Any" not in plain or argued, f"{name}: {text}"


def test_the_stub_of_the_package_leaves_nothing_open():
    text = (ROOT / PAGES["stubs"].path).read_text(encoding="utf-8")
    assert not re.search(r"\bAny\b", text)


@pytest.mark.parametrize("name", ["specs", "world", "scenes", "contexts", "enums"])
def test_stubs_of_attributes_leave_open_what_is_argued(name):
    text = (ROOT / PAGES[name].path).read_text(encoding="utf-8")
    for line in text.splitlines():
        if re.search(r"\bAny\b", line) and "import" not in line:
            assert re.fullmatch(r"    def \w+\(self, name: str\) -> Mjs\w+ \| Any:", line), line


def test_editors_show_what_an_element_takes():
    """The docstring of add_geom in the stub tells each keyword that it has, with unit and default."""
    text = (ROOT / PAGES["specs"].path).read_text(encoding="utf-8")
    head, _, doc = text[text.index("def add_geom") :].partition('"""')
    told = doc.partition('"""')[0]
    for name in re.findall(r"(\w+): [^,]*= \.\.\.", head.partition("*, ")[2]):
        assert re.search(rf"^ +{name} ", told, re.MULTILINE), name
    assert re.search(r"^ +mass +.*\[kg\]", told, re.MULTILINE)
    assert re.search(r"^ +density +.*default 1000$", told, re.MULTILINE)
