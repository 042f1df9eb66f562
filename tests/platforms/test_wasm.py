"""The stages of exported pages as WebAssembly: which they are, where the module comes from, what is said without it."""

import importlib.util
import shutil

import pytest

from gelenk.tables.stages import LIBRARIES, NAMED, PIPELINE, STAGES
from gelenk.toolchain import build, cache, digests, wasm, wheel_manifest

NO_LINKER = r"no linker was found: install LLVM's lld, or the Python package ziglang \(pip install 'gelenk\[build\]'\)"


def test_the_module_has_all_that_steps_and_pictures_call():
    names = {stage.name for stage in wasm.stages()}
    called = {name for name in PIPELINE if NAMED[name].library in LIBRARIES}
    assert called <= names and "step" in names
    assert {stage.name for stage in STAGES if stage.library.startswith("scene")} <= names
    assert {"scene_perturb", "scene_select", "move_perturb", "apply_perturb_force"} <= names
    assert not {"render_run", "batch", "transition"} & names, "what a page does not need"
    for stage in wasm.stages():
        assert not set(stage.kinds) - set("mdsFIif")


@pytest.fixture
def no_linker(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ziglang" else find(name))


def test_without_a_linker_the_message_says_what_to_install(no_linker, monkeypatch, tmp_path):
    monkeypatch.setattr(cache, "find", lambda name: None)
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    with pytest.raises(RuntimeError, match=NO_LINKER):
        wasm.module()


def test_a_wheel_is_made_without_a_linker_and_says_what_it_lacks(no_linker, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("GELENK_QUIET", "0")
    assert wasm.add_to_wheel(tmp_path, str(tmp_path)) == {} and not list(tmp_path.iterdir())
    assert "the wheel has no stages.wasm, and cannot export pages" in capsys.readouterr().err


def test_an_installed_package_takes_the_module_of_its_wheel(no_linker, monkeypatch, tmp_path):
    """It needs no linker, unless its modules were edited."""
    cache.write_sealed(tmp_path / wasm.NAME, b"\0asm")
    files = {level: wheel_manifest.Files("stages", "border") for level in [digests.cpu_level()]}
    made = wheel_manifest.make(files, {"touch": LIBRARIES["touch"]}, {digests.WASM: wasm.source_hash()})
    wheel_manifest.write(made, tmp_path)
    monkeypatch.setattr(wheel_manifest, "place", lambda: tmp_path)
    for function in (wheel_manifest.carried, wheel_manifest.untouched):
        function.cache_clear()
    try:
        assert wasm.module() == b"\0asm"
        monkeypatch.setattr(wheel_manifest, "untouched", lambda: False)
        monkeypatch.setattr(wasm, "source_hash", lambda: "edited")
        monkeypatch.setattr(cache, "find", lambda name: None)
        monkeypatch.setattr(cache, "folder", lambda: tmp_path)
        with pytest.raises(RuntimeError, match=NO_LINKER):
            wasm.module()
    finally:
        monkeypatch.undo()
        for function in (wheel_manifest.carried, wheel_manifest.untouched):
            function.cache_clear()


def test_objects_are_webassembly_with_the_types_of_calls_of_their_definitions(tmp_path):
    rows = LIBRARIES["energy"]
    target = wasm.target()
    (parts,) = build.objects([build.library_work("energy", target)], "a test wants it", target, str(tmp_path))
    assert len(parts) == len(rows) and all(part.startswith(b"\0asm\1\0\0\0") for part in parts)
    # a stage that calls another by the table has the type (i64, i64) -> i64, and none with addresses of 32 bits
    assert all(bytes([0x60, 2, 0x7E, 0x7E, 1, 0x7E]) in part for part in parts)
    assert not any(bytes([0x60, 2, 0x7F, 0x7F, 1, 0x7E]) in part for part in parts)
