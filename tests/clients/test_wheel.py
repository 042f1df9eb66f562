"""A built wheel takes its first step at once: no compiler, no Numba, no home, no cache, from a read-only folder."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk.toolchain import digests, library, platforms, targets, wasm
from gelenk.toolchain.elf.image import needs
from tests.support.once import once, run_folder

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow
# this environment has Numba for the other tests; users of a wheel have not
WITHOUT_NUMBA = "import sys\nsys.modules['numba'] = sys.modules['llvmlite'] = None\n"
FIRST_STEP = WITHOUT_NUMBA + (
    "import gelenk\n"
    "m = gelenk.models.load('humanoid')\n"
    "d = gelenk.MjData(m)\n"
    "gelenk.mj_step(m, d)\n"
    "print(gelenk.__file__)\n"
    "print(float(abs(d.qvel).max()))\n"
)


def as_processor(name, flags):
    """Code after which /proc/cpuinfo tells of another processor."""
    return (
        "import builtins, io\nreal = builtins.open\n"
        f"told = 'model name\\t: {name}\\nflags\\t\\t: {flags}\\n'\n"
        "builtins.open = lambda file, *a, **k: io.StringIO(told) if file == '/proc/cpuinfo' else real(file, *a, **k)\n"
    )


TOUCH = WITHOUT_NUMBA + "from gelenk.toolchain import library\nlibrary.load(['{}'])\nprint('loaded')\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel, unpacked into a folder that nothing may write, once for all processes that run tests of this run."""
    folder = once(run_folder(tmp_path_factory) / "wheel", build)
    (wheel,) = folder.glob("*.whl")
    return wheel, folder / "site"


def build(fresh):
    """Make the wheel and unpack it; what is as in the last run is not compiled anew."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(fresh), str(ROOT)]
    # the folder of tools for other platforms has a linker for WebAssembly
    paths = os.pathsep.join(filter(None, [os.environ.get("GELENK_PLATFORMS"), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"GELENK_QUIET": "1", "PYTHONPATH": paths}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (wheel,) = fresh.glob("*.whl")
    site = fresh / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    for path in [site, *site.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)


@pytest.fixture
def copied(installed, tmp_path):
    """The unpacked wheel, to be changed."""
    site = tmp_path / "site"
    shutil.copytree(installed[1], site)
    for path in [site, *site.rglob("*")]:
        path.chmod(0o755)
    return site


def run(code, site, folder, **further):
    """Run ``code`` without home, cache and compiler; only numpy and its neighbours come from this environment."""
    environment = {
        "PATH": "/nonexistent",
        "PYTHONPATH": os.pathsep.join([str(site), str(Path(np.__file__).parents[1])]),
        "HOME": "/nonexistent",
    }
    command = [sys.executable, "-c", code]
    pipes = {"capture_output": True, "text": True, "check": False}
    return subprocess.run(command, env=environment | further, cwd=folder, **pipes)


def test_the_first_step_from_a_wheel_compiles_nothing(installed, tmp_path):
    _, site = installed
    done = run(FIRST_STEP, site, tmp_path)
    assert done.returncode == 0, done.stderr
    assert str(site) in done.stdout.splitlines()[0]
    assert not done.stderr


def test_an_installed_package_hashes_no_source(installed, tmp_path):
    spy = "from gelenk.toolchain import digests\ndigests.source_hash = None\n"
    done = run(spy + FIRST_STEP, installed[1], tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_wheel_carries_every_stage_in_one_library_and_stays_small(installed):
    wheel, site = installed
    made = json.loads((site / "gelenk/_lib/manifest.json").read_text())
    pages = {"wasm"} & made["libraries"].keys()  # where a linker for WebAssembly was installed
    assert made["libraries"].keys() == library.LIBRARIES.keys() | {"border", "tangents", *pages}
    assert list(made["files"]) == sorted(level.name for level in platforms.here().levels)
    files = {name for level in made["files"].values() for name in level.values()}
    best = platforms.here().levels[0].name
    files.add(f"tangents.{best}{platforms.here().suffix}")
    assert {path.name for path in (site / "gelenk/_lib").iterdir()} == {"manifest.json", *files} | (
        {wasm.NAME} if pages else set()
    )
    stages = {library.symbol(stage) for rows in library.LIBRARIES.values() for stage in rows}
    for level in made["files"].values():
        assert needs((site / "gelenk/_lib" / level["stages"]).read_bytes()).exports == stages
    assert wheel.stat().st_size < 8e6  # 2 MB of exact derivatives


def test_a_wheel_with_webassembly_exports_pages_without_numba_and_linker(installed, tmp_path):
    """Where a linker was installed when the wheel was made (GELENK_PLATFORMS)."""
    if not (installed[1] / "gelenk/_lib" / wasm.NAME).exists():
        pytest.skip("the wheel was made without a linker for WebAssembly: pip install 'gelenk[build]'")
    program = """
import sys
sys.modules["numba"] = sys.modules["ziglang"] = None
import gelenk
from gelenk.viewer import export
text = export.page_html(gelenk.models.load("cartpole"))
print(len(text) < 2e6, 'id="gelenk-world"' in text, "gelenk-worker" in text)
"""
    done = run(program, installed[1], tmp_path)
    assert done.returncode == 0 and done.stdout == "True True True\n", done.stderr


def test_the_tag_of_the_wheel_is_what_its_symbols_need(installed):
    wheel, site = installed
    for path in (site / "gelenk/_lib").glob("*.so"):
        found = needs(path.read_bytes())
        assert found.imports <= targets.MATH | targets.MEMORY | platforms.here().calls
        assert set(found.libraries) <= {"libm.so.6", "libc.so.6"}
        assert wheel.name.endswith(f"-py3-none-{platforms.here().tag(found.versions.values())}.whl")
    if sys.platform == "linux":
        assert "manylinux_2_17" in wheel.name, "no function is asked for in a version of later than 2012"
        assert "musllinux_1_1" in wheel.name
    (metadata,) = site.glob("gelenk-*.dist-info/WHEEL")
    told = message_from_string(metadata.read_text()).get_all("Tag")
    assert set(told) == {f"py3-none-{tag}" for tag in wheel.stem.rpartition("-")[2].split(".")}


def test_the_wheel_requires_no_compiler(installed):
    _, site = installed
    (metadata,) = site.glob("gelenk-*.dist-info/METADATA")
    required = message_from_string(metadata.read_text()).get_all("Requires-Dist")
    plain = {re.match(r"[\w-]+", row)[0] for row in required if "extra ==" not in row}
    assert plain == {"numpy", "scipy", "pillow", "websockets"}
    compilers = [row for row in required if "numba" in row]
    assert any("extra == 'compile'" in row for row in compilers)
    assert all("extra ==" in row and "<" in row for row in compilers)


def test_an_edited_module_is_noticed_and_others_stay_compiled(copied, tmp_path):
    kernel = copied / "gelenk/engine/sensor/contacts.py"
    kernel.write_text(kernel.read_text() + "\n# changed\n")
    done = run(TOUCH.format("energy"), copied, tmp_path, GELENK_CACHE=str(tmp_path / "cache"))
    assert done.stdout == "loaded\n", done.stderr
    done = run(TOUCH.format("touch"), copied, tmp_path, GELENK_CACHE=str(tmp_path / "cache"))
    assert done.returncode == 1
    assert "since modules of gelenk have changed since it was installed" in done.stderr
    assert "pip install 'gelenk[compile]'" in done.stderr


def test_an_edited_table_is_noticed(copied, tmp_path):
    table = copied / "gelenk/tables/fields_data.py"
    text = table.read_text()
    table.write_text(text.replace('"qpos"', '"qpos" ', 1))
    done = run(TOUCH.format("touch"), copied, tmp_path, GELENK_CACHE=str(tmp_path / "cache"))
    assert done.stdout == "loaded\n", done.stderr  # hashed, and found to mean the same


def test_the_wheel_carries_the_entry_points_of_python(installed, copied, tmp_path):
    show = "import gelenk\nfrom gelenk.toolchain.extension import load\nprint(load.module and load.module.__file__)\n"
    done = run(WITHOUT_NUMBA + show, installed[1], tmp_path, GELENK_CACHE=str(tmp_path / "cache"))
    assert Path(done.stdout.strip()).parent == installed[1] / "gelenk/_lib", done.stderr
    for path in (copied / "gelenk/_lib").glob("border*.so"):
        found = needs(path.read_bytes())
        assert "PyInit__border" in found.exports
        path.write_bytes(path.read_bytes()[:5000])
    done = run(WITHOUT_NUMBA + show, copied, tmp_path, GELENK_CACHE=str(tmp_path / "cache"))
    assert done.stdout == "None\n", done.stderr  # functions stay in Python


def test_a_carried_library_that_cannot_be_loaded_is_compiled_where_numba_is(copied, tmp_path):
    for path in (copied / "gelenk/_lib").glob("stages*.so"):
        path.write_bytes(b"no library")
    code = TOUCH.format("plugin_bowl").removeprefix(WITHOUT_NUMBA)
    done = run(code, copied, tmp_path, GELENK_CACHE=str(tmp_path / "cache"))
    assert done.stdout == "loaded\n", done.stderr
    made = [file.name.split("-")[0] for file in (tmp_path / "cache").iterdir() if file.suffix == ".so"]
    assert made == ["plugin_bowl"]


def test_exact_derivatives_need_no_compiler(installed, tmp_path):
    code = WITHOUT_NUMBA + (
        "import gelenk, numpy as np\nfrom gelenk import gradients\n"
        "m = gelenk.models.load('humanoid')\nd = gelenk.MjData(m)\ngelenk.mj_step(m, d, 300)\n"
        "w = np.ones(2 * m.nv)\nJ = gradients.jacobian(m, d, of=('state', 'qacc'))\n"
        "S = gradients.jacobian(m, d, of='state', by=('state', 'body_mass'))\n"
        "g = gradients.vjp(m, d, {'state': w})\n"
        "print(d.ncon > 0, np.allclose(g['state'], J.A.T @ w), S['state', 'body_mass'].any())\n"
    )
    done = run(code, installed[1], tmp_path, GELENK_CACHE=str(tmp_path / "cache"))
    assert done.stdout == "True True True\n", done.stdout + done.stderr
    assert not [*tmp_path.rglob("*.so")]


@pytest.mark.parametrize(
    ("level", "flags"),
    [
        ("x86-64-v3", "cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3 avx avx2 fma bmi1 bmi2 f16c movbe abm"),
        ("x86-64-v2", "cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3 avx"),
    ],
)
def test_the_best_library_that_the_processor_supports_is_loaded(installed, tmp_path, level, flags):
    if "avx2" not in platforms._cpu_facts().get("flags", "") and level == "x86-64-v3":
        pytest.skip("this processor has no AVX2")
    show = "import re\nprint(sorted(set(re.findall(r'_lib/([\\w.-]+)', open('/proc/self/maps').read()))))\n"
    code = as_processor("Some CPU", flags) + FIRST_STEP + show
    done = run(code, installed[1], tmp_path)
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert done.stdout.splitlines()[2] == str([f"border.{level}.so", f"stages.{level}.so"])


def test_a_processor_that_the_wheel_has_no_code_for_is_refused_at_import(installed, tmp_path):
    code = WITHOUT_NUMBA + as_processor("Antique 3000", "fpu sse2 ssse3") + "import gelenk"
    done = run(code, installed[1], tmp_path)
    assert done.returncode == 1
    assert re.search(
        r"ImportError: gelenk cannot run here, since .*came with code for x86-64-v2 and x86-64-v3, "
        r"and Antique 3000 lacks .*popcnt.*sse4_2, which x86-64-v2 requires\. pip install 'gelenk\[compile\]'",
        done.stderr,
    ), done.stderr


def test_a_kernel_of_ones_own_names_the_extra(installed, tmp_path):
    (tmp_path / "mine.py").write_text(
        "import gelenk\nfrom gelenk.toolchain.kernel import kernel\n\n\n"
        "@kernel\ndef push(m, d, instance, task):\n    d.qfrc_passive[0] += 1.0\n\n\n"
        "class Push(gelenk.Plugin):\n"
        "    name, capabilities, kernel = 'push', gelenk.PluginTask.PASSIVE, staticmethod(push)\n"
    )
    code = WITHOUT_NUMBA + "import gelenk, mine\ngelenk.register_plugin(mine.Push)\n"
    done = run(code, installed[1], tmp_path, GELENK_CACHE=str(tmp_path / "cache"))
    assert done.returncode == 1
    assert "since push of mine is no part of gelenk" in done.stderr, done.stderr
    assert "pip install 'gelenk[compile]'" in done.stderr


def test_what_a_build_imports_is_there_when_one_is_made_in_isolation():
    """Where pip builds, there are numpy, numba and hatchling, and no other package that gelenk uses."""
    code = f"""
import importlib, sys

class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("PIL", "scipy", "rich"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Wall())
sys.path.insert(0, {str(ROOT)!r})
import hatch_build

hatch_build.stand_in({str(ROOT)!r})
from gelenk.toolchain import build, wheel_manifest
from gelenk.tables.stages import LIBRARIES

rows = [row for parts in (LIBRARIES, build.extension_stages()) for several in parts.values() for row in several]
for module in sorted({{row.module for row in rows}}):
    importlib.import_module(module)
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert {"gelenk", "numba"} <= set(done.stdout.split())
    assert not {"PIL", "scipy", "rich"} & set(done.stdout.split())


def test_builds_of_equal_sources_give_equal_bytes_from_nothing_and_from_kept_objects(tmp_path):
    """Of some stages, for one level of processors: all of them would take minutes more."""
    code = (
        "import sys\nfrom pathlib import Path\nfrom gelenk.tables.stages import LIBRARIES\n"
        "for name in set(LIBRARIES) - {'touch', 'energy', 'plugin_nut'}: del LIBRARIES[name]\n"
        "from gelenk.toolchain import build\nbuild.build_wheel_libraries(Path(sys.argv[1]))\n"
    )
    found, objects, dates = [], tmp_path / "objects", []
    for seed, kept in (("1", None), ("2", objects), ("3", objects)):
        folder = tmp_path / seed
        folder.mkdir()
        environment = os.environ | {"PYTHONHASHSEED": seed, "GELENK_QUIET": "1"}
        environment |= {"GELENK_CPU": digests.cpu_level()}
        environment.pop("GELENK_OBJECTS", None)
        if kept:
            environment["GELENK_OBJECTS"] = str(kept)
        if seed == "2":  # a library that is needed is linked of objects that the wheel takes too
            use = environment | {"GELENK_CACHE": str(tmp_path / "cache")}
            load = "from gelenk.toolchain import library\nlibrary.load(['energy'])"
            subprocess.run([sys.executable, "-c", load], check=True, cwd=ROOT, env=use)
            loaded = {path.name: path.stat().st_mtime_ns for path in objects.glob("energy-*.o")}
        subprocess.run([sys.executable, "-c", code, str(folder)], check=True, cwd=ROOT, env=environment)
        found.append({path.name: path.read_bytes() for path in folder.iterdir()})
        dates.append({path.name: path.stat().st_mtime_ns for path in objects.glob("*.o")})
        if seed == "2":  # one that is incomplete is made anew
            one = min(path for path in objects.glob("touch-*.o"))
            one.unlink()
            del dates[1][one.name]
    assert len(found[0]) == 3 and found[0] == found[1] == found[2]
    assert loaded and loaded.items() <= dates[1].items()
    assert not dates[0] and dates[1].items() < dates[2].items() and len(dates[2]) == len(dates[1]) + 1


def test_the_package_mujoco_asks_for_the_gelenk_that_has_its_names():
    project = tomllib.loads((ROOT / "distributions/gelenk-mujoco/pyproject.toml").read_text())["project"]
    major, minor, _ = gelenk.version.split(".")
    assert project["dependencies"] == [f"gelenk>={major}.{minor}.0,<{major}.{int(minor) + 1}"]
    (metadata,) = (ROOT / "distributions/gelenk-mujoco").glob("mujoco-*.egg-info/PKG-INFO")
    assert message_from_string(metadata.read_text())["Version"] == gelenk.__version__


def test_the_wheel_carries_the_licenses_and_the_bill_of_all_that_is_in_it(installed):
    site = installed[1]
    (folder,) = site.glob("gelenk-*.dist-info")
    texts = {path.relative_to(folder / "licenses").as_posix() for path in folder.glob("licenses/**/*.txt")}
    assert texts == {
        "gelenk/render/fonts/LICENSE.txt",
        "gelenk/render/fonts/LPPL-1.3c.txt",
        "page/three.LICENSE.txt",
    }
    assert (folder / "licenses" / "LICENSE").is_file()
    found = json.loads((folder / "sboms" / "sbom.cdx.json").read_text())
    has_page = (site / "gelenk/viewer/page/page.js").is_file()
    assert any(row["name"] == "three" for row in found["components"]) == has_page
    assert found["metadata"]["component"]["version"] == gelenk.version
