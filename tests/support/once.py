"""Things that one process of a run of tests makes, and the others wait for."""

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
    """Return a file or folder, which ``make(unfinished)`` makes under another name unless it is there."""
    with platforms.locked(f"{path}.lock"):
        if not path.exists():
            unfinished = path.with_name(f"{path.name}.unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)
            make(unfinished)
            unfinished.rename(path)
    return path
