"""``python -m gelenk.viewer [--mjcf=FILE]``: main program of the viewer.

Documents: Programming / Visualization
"""

import argparse
import contextlib

from gelenk.viewer import launch, launch_from_path


def main() -> None:
    """Parse the arguments, and run until the page is closed or Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m gelenk.viewer", description="Look at a model.")
    parser.add_argument("--mjcf", default="", help="a model file")
    path = parser.parse_args().mjcf
    with contextlib.suppress(KeyboardInterrupt):
        if path:
            launch_from_path(path)
        else:
            launch()


if __name__ == "__main__":
    main()
