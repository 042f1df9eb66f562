"""mj_loadPluginLibrary and mj_loadAllPluginLibraries import Python modules that register plugins."""

import logging
import subprocess
import sys

import pytest

import gelenk

MODULE = """
import gelenk

class Push(gelenk.Plugin):
    name = "{name}"
    attributes = ("force",)
    capabilities = gelenk.PluginTask.PASSIVE

    def compute(self, m, d, instance, task):
        d.qfrc_passive[0] += float(gelenk.plugin_config(m, instance)["force"])

gelenk.register_plugin(Push)
"""
MODEL = """
<mujoco>
  <extension><plugin plugin="{name}"><instance name="i"><config key="force" value="3"/></instance></plugin></extension>
  <option gravity="0 0 0"/>
  <worldbody><body><joint type="slide"/><geom size=".1" mass="2"/><plugin instance="i"/></body></worldbody>
</mujoco>
"""


def acceleration(name):
    m = gelenk.MjModel.from_xml_string(MODEL.format(name=name))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return d.qacc[0]


def test_a_module_is_loaded_and_its_plugin_used(tmp_path):
    file = tmp_path / "push_one.py"
    file.write_text(MODULE.format(name="test.push.one"))
    gelenk.mj_loadPluginLibrary(str(file))
    gelenk.mj_loadPluginLibrary(str(file))
    assert acceleration("test.push.one") == 1.5


def test_all_modules_of_a_folder_are_loaded(tmp_path, caplog):
    (tmp_path / "push_two.py").write_text(MODULE.format(name="test.push.two"))
    (tmp_path / "_not_this.py").write_text("raise SystemError")
    (tmp_path / "libsensor.so").write_bytes(b"")
    (tmp_path / "libother.so").write_bytes(b"")
    with caplog.at_level(logging.WARNING, logger="gelenk"):
        gelenk.mj_loadAllPluginLibraries(str(tmp_path))
        gelenk.mj_loadAllPluginLibraries(str(tmp_path / "nowhere"))
    assert acceleration("test.push.two") == 1.5
    assert [record.message.count("libother.so") for record in caplog.records] == [1, 0]
    assert "nowhere" in caplog.records[1].message


def test_a_native_library_is_refused_with_the_way_out(tmp_path):
    with pytest.raises(gelenk.Error, match=r"native library.*gelenk\.register_plugin"):
        gelenk.mj_loadPluginLibrary("/opt/plugins/libwind.so")
    gelenk.mj_loadPluginLibrary("/opt/plugins/libelasticity.so")  # built in
    for bad in ("nothing.py", "", str(tmp_path)):
        with pytest.raises(gelenk.Error, match="there is no Python module"):
            gelenk.mj_loadPluginLibrary(bad)
    broken = tmp_path / "push_broken.py"
    broken.write_text("1 / 0")
    with pytest.raises(gelenk.Error, match="ZeroDivisionError"):
        gelenk.mj_loadPluginLibrary(str(broken))


def test_a_name_that_is_taken_is_refused(tmp_path):
    for name in ("json", "colorsys"):  # one imported already, one that the standard library hides
        (tmp_path / f"{name}.py").write_text("")
        with pytest.raises(gelenk.Error, match="rename it"):
            gelenk.mj_loadPluginLibrary(str(tmp_path / f"{name}.py"))


KERNEL = """
import gelenk

@gelenk.kernel
def push(m, d, instance, task):
    if task == 4:
        d.qfrc_passive[0] += 3.0

class Push(gelenk.Plugin):
    name, capabilities, kernel = "test.push.kernel", gelenk.PluginTask.PASSIVE, push

gelenk.register_plugin(Push)
"""


def test_kernels_of_loaded_modules_are_compiled(tmp_path):
    """The process that compiles finds the module, though its folder is on no search path."""
    (tmp_path / "push_kernel.py").write_text(KERNEL)
    model = MODEL.format(name="test.push.kernel").replace('<config key="force" value="3"/>', "")
    code = f"""
import gelenk
gelenk.mj_loadPluginLibrary({str(tmp_path / "push_kernel.py")!r})
m = gelenk.MjModel.from_xml_string({model!r})
d = gelenk.MjData(m)
gelenk.mj_forward(m, d)
print(d.qacc[0])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=120)
    assert done.stdout.strip() == "1.5", done.stderr[-2000:]
