"""``mjpython``: Python itself. Viewers of 3.5.0 need a launcher of that name on macOS; pages run in any thread.

Documents: drop-in / Drawing

The distribution gelenk-mujoco installs the command, so that instructions which begin with it work.
"""

import os
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Become the Python interpreter, with the arguments as they are.

    Errors   OSError: the interpreter cannot be started
    Source   Python / Interactive viewer
    """
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])


if __name__ == "__main__":
    main()
