"""Models compile to the same bytes whatever kernels numpy and its BLAS choose for the processor."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gelenk
import scenes
from gelenk.toolchain import struct_layout
from tests.support import mutate

ROOT = Path(__file__).resolve().parents[2]
# each stands for a processor: a BLAS without fused products, one with AVX2, numpy without any of its dispatch
DISPATCHES = {
    "old": {"OPENBLAS_CORETYPE": "Prescott"},
    "avx2": {"OPENBLAS_CORETYPE": "Haswell"},
    "plain": {
        "OPENBLAS_CORETYPE": "Nehalem",
        "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR",
    },
}
SHAPES = (
    "sphere 2",
    "hemisphere 3",
    "cone 5 .3",
    "supersphere 9 .7 1.3",
    "supertorus 9 .3 .8 1.2",
    "wedge 4 5 9 8 .3",
)
MESH = '<mesh name="m{}" builtin="{}" params="{}" scale=".1 .2 .15" refquat="1 .2 .3 .4"/>'
GEOM = '<body pos="{} 0 1"><freejoint/><geom type="{}" mesh="m{}"/></body>'
FLEX = """<flexcomp name="s{0}" type="box" dim="3" count="3 3 3" spacing=".1 .1 .1" pos="0 {0} 2" euler="10 20 30"
mass="1"><contact selfcollide="none"/><elasticity young="1e4" poisson=".3"/></flexcomp>
<flexcomp name="c{0}" type="circle" dim="1" count="9 1 1" spacing=".1 .1 .1" pos="0 {0} 3"/>"""


def of_shapes():
    """A model of builtin meshes, some of them as octrees, and of flexes."""
    split = [shape.split(" ", 1) for shape in SHAPES]
    meshes = "".join(MESH.format(i, kind, params) for i, (kind, params) in enumerate(split))
    kinds = ["mesh", "mesh", "sdf", "mesh", "sdf"]
    geoms = "".join(GEOM.format(i, kind, i) for i, kind in enumerate(kinds))
    return f"<mujoco><asset>{meshes}</asset><worldbody>{geoms}{FLEX.format(1)}</worldbody></mujoco>"


def models():
    """Name -> a function that compiles it."""
    texts = {"shapes": of_shapes()} | {kind: text.strip() for kind, text in mutate.TEXTS.items()}
    made = {name: lambda text=text: gelenk.MjModel.from_xml_string(text) for name, text in texts.items()}
    return made | {
        name: lambda name=name: gelenk.MjModel.from_xml_path(str(scenes.path(name)))
        for name in scenes.names()
    }


def digests():
    """{model: {field: digest of its bytes}}"""
    out = {}
    for name, compile in models().items():
        m = compile()
        fields = {
            field: getattr(m, "_a_" + field) for field in struct_layout.MODEL.arrays if field != "stage_table"
        }
        out[name] = {field: hashlib.sha256(a.tobytes()).hexdigest() for field, a in fields.items()}
        out[name]["stat"] = repr(
            (m.stat.meaninertia, m.stat.meanmass, m.stat.meansize, m.stat.extent, m.stat.center)
        )
    return out


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the names of the dispatches are those of x86-64")
def test_models_have_the_same_bytes_on_every_processor():
    found = {}
    for name, own in ({"here": {}} | DISPATCHES).items():
        command = [sys.executable, "-W", "ignore", __file__]
        env = os.environ | {"PYTHONPATH": str(ROOT)} | own
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-4000:]
        found[name] = json.loads(done.stdout.splitlines()[-1])
    for name in DISPATCHES:
        for model, fields in found["here"].items():
            differ = [field for field, digest in fields.items() if found[name][model][field] != digest]
            assert not differ, f"{model} under {name}: {differ}"


if __name__ == "__main__":
    print(json.dumps(digests()))
