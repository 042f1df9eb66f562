"""Files that one process of a test run makes while the other processes wait."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from gelenk.toolchain import platforms


def run_folder(tmp_path_factory) -> Path:
    """Return the temporary folder of all processes of this run."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


def once(path: Path, make: Callable[[Path], None]) -> Path:
    """Return ``path``; if missing, create it by ``make(unfinished)`` and rename it."""
    with platforms.locked(f"{path}.lock"):
        if not path.exists():
            unfinished = path.with_name(f"{path.name}.unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)
            make(unfinished)
            unfinished.rename(path)
    return path
