"""``mjpython``: a launcher of the Python interpreter, as 3.5.0 has on macOS.

Documents: drop-in / Drawing

Viewers of 3.5.0 need the launcher on macOS; the page of gelenk runs in any thread. The distribution gelenk-mujoco
installs the command, so that instructions that use it work.
"""

import os
import sys
from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Replace this process by the Python interpreter with the given arguments.

    Errors   OSError: the interpreter cannot be started
    Source   Python / Interactive viewer
    """
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])


if __name__ == "__main__":
    main()
