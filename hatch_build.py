"""Build hook: compiles all stages for x86-64-v3, so that the wheel takes its first step without a compiler."""

import os
import shutil
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    """Fills gelenk/_lib with one shared library per stage library, and marks the wheel as platform-dependent."""

    def initialize(self, version, build_data):
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        os.environ.setdefault("GELENK_CPU", "x86-64-v3")
        from gelenk.jit import build, library, sources

        folder = root / "gelenk" / "_lib"
        folder.mkdir(exist_ok=True)
        wanted = {sources.library_name(name, rows) for name, rows in library.LIBRARIES.items()}
        for old in folder.iterdir():
            if old.name not in wanted:
                old.unlink()
        missing = []
        for one, rows in library.LIBRARIES.items():
            name = sources.library_name(one, rows)
            if (library.cache_folder() / name).is_file():  # its name is a hash of all that it depends on
                shutil.copyfile(library.cache_folder() / name, folder / name)
            elif not (folder / name).is_file():
                missing.append(one)
        if missing:
            build.compile_libraries(missing, folder)
        for lock in folder.glob("*.lock"):
            lock.unlink()
        for name in wanted:
            build_data["force_include"][str(folder / name)] = f"gelenk/_lib/{name}"
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-linux_x86_64"
