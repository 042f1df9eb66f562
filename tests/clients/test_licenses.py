"""Wheels carry the licenses of all that is in them, and a bill of materials (CycloneDX, PEP 770), with equal bytes."""

import hashlib
import importlib.util
import json
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

import gelenk

ROOT = Path(__file__).resolve().parents[2]
WHEELS = {
    "gelenk": ROOT,
    "gelenk-mujoco": ROOT / "distributions/gelenk-mujoco",
    "gelenk-cuda": ROOT / "distributions/gelenk-cuda",
}
PAGE = ROOT / "page"


def bill(name):
    return json.loads((WHEELS[name] / "sbom.cdx.json").read_text())


def loaded(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", WHEELS)
def test_a_bill_names_this_version_and_nothing_that_changes_from_run_to_run(name):
    found = bill(name)
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
    own = found["metadata"]["component"]
    assert (own["name"], own["version"]) == (name, gelenk.version)
    assert own["purl"] == f"pkg:pypi/{name}@{gelenk.version}"
    assert "serialNumber" not in found and "timestamp" not in found["metadata"]
    parts = {row["bom-ref"] for row in found.get("components", ())}
    (depends,) = [row.get("dependsOn", []) for row in found["dependencies"] if row["ref"] == name]
    assert set(depends) == parts
    assert all(row["licenses"] for row in found.get("components", ()))


def test_the_bill_has_the_packages_that_the_page_is_bundled_of():
    lock = json.loads((PAGE / "package-lock.json").read_text())["packages"]
    bundled = {
        path.removeprefix("node_modules/"): row for path, row in lock.items() if path and not row.get("dev")
    }
    rows = {
        row["name"]: row for row in bill("gelenk")["components"] if row.get("purl", "").startswith("pkg:npm/")
    }
    assert rows.keys() == bundled.keys()
    for name, row in bundled.items():
        assert rows[name]["version"] == row["version"]
        assert rows[name]["licenses"] == [{"license": {"id": row["license"]}}]


def test_the_bill_has_the_fonts_that_letters_are_of():
    text = (ROOT / "gelenk/render/fonts/LICENSE.txt").read_text()
    fonts = [row for row in bill("gelenk")["components"] if row["type"] == "data"]
    assert len(fonts) == 7
    for row in fonts:
        assert f"{row['name']} {row['version']}" in text, row["name"]


def test_the_license_of_the_wheel_is_that_of_its_parts():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    parts = {row["license"]["id"] for part in bill("gelenk")["components"] for row in part["licenses"]}
    assert set(project["license"].split(" AND ")) == parts | {"Apache-2.0"}


def test_bills_are_those_that_the_tool_writes():
    pytest.importorskip("cyclonedx")
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    tool = loaded(ROOT / "tools" / "sbom.py", "tools_sbom")
    for path, text in tool.bills().items():
        assert path.read_text() == text, f"{path.name} is stale: python tools/sbom.py"
        try:
            wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
        except ImportError:  # the extra of the library that validates
            continue
        assert wrong is None


def test_a_wheel_without_the_page_does_not_list_what_is_in_it(tmp_path):
    cls = loaded(ROOT / "hatch_build.py", "tools_hatch_build").CustomBuildHook
    made = cls(str(ROOT), {}, None, None, str(tmp_path), "wheel")
    assert Path(made.sbom(True)) == ROOT / "sbom.cdx.json"
    found = json.loads(Path(made.sbom(False)).read_text())
    names = {row["name"] for row in found["components"]}
    assert "three" not in names and "Roboto" in names
    assert not any(
        "three" in row.get("dependsOn", ()) or row["ref"] == "three" for row in found["dependencies"]
    )
    made.finalize("", {}, "")


def test_the_license_of_three_is_that_of_the_bundle():
    built = PAGE / "built" / "three.txt"
    if not built.is_file():
        pytest.skip("the page is not bundled here")
    assert built.read_bytes() == (PAGE / "three.LICENSE.txt").read_bytes()


@pytest.mark.parametrize("name", ["gelenk-mujoco", "gelenk-cuda"])
def test_small_wheels_carry_licenses_and_bill_with_equal_bytes(name, tmp_path):
    digests = set()
    for run in "ab":
        command = [
            sys.executable,
            "-m",
            "build",
            "--wheel",
            "--no-isolation",
            "--outdir",
            str(tmp_path / run),
        ]
        done = subprocess.run([*command, str(WHEELS[name])], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        (wheel,) = (tmp_path / run).glob("*.whl")
        digests.add(hashlib.sha256(wheel.read_bytes()).hexdigest())
    assert len(digests) == 1
    check(wheel, name)


def check(wheel, name):
    """The parts of a wheel that tell of licenses."""
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = [n for n in archive.namelist() if n.endswith(".dist-info/METADATA")]
        head, folder = message_from_bytes(archive.read(metadata)), metadata.rpartition("/")[0]
        files = head.get_all("License-File")
        assert files and "LICENSE" in files
        for file in files:
            assert archive.read(f"{folder}/licenses/{file}") == (WHEELS[name] / file).read_bytes()
        assert json.loads(archive.read(f"{folder}/sboms/sbom.cdx.json")) == bill(name)
        assert f"{folder}/sboms/sbom.cdx.json," in archive.read(f"{folder}/RECORD").decode()
