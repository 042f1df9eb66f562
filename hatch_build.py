"""Build hook: compiles all stages for the platform's usual processors, so that the wheel needs no compiler."""

import os
import sys
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    """Puts one library of all stages and its list into gelenk/_lib, and names the platform that they run on.

    Everything is compiled anew in a folder of this build alone: no library of a cache gets into a wheel.
    """

    def initialize(self, version, build_data):
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, self.root)
        from gelenk.jit import manifest, platforms

        try:
            row = platforms.here()
        except RuntimeError as error:  # plain Python runs there
            self.app.display_warning(str(error))
            return
        os.environ.setdefault("GELENK_CPU", row.level)
        from gelenk.jit import build

        self.folder = tempfile.TemporaryDirectory(prefix="gelenk-wheel-")
        versions = build.carry(Path(self.folder.name))
        for file in Path(self.folder.name).iterdir():
            file.chmod(0o644)
            build_data["force_include"][str(file)] = f"gelenk/{manifest.FOLDER}/{file.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platforms.tag(versions)}"

    def finalize(self, version, build_data, artifact_path):
        if hasattr(self, "folder"):
            self.folder.cleanup()
