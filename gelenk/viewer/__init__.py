"""The viewer: watch, drag and control a running model in the browser.

Documents: Programming / Visualization; design / The viewer

    with gelenk.viewer.launch_passive(m, d) as viewer:
        while viewer.is_running():
            gelenk.mj_step(m, d)
            viewer.sync()
"""

from gelenk.viewer.handle import Handle, launch, launch_from_path, launch_passive
from gelenk.viewer.replay import replay

__all__ = ["Handle", "launch", "launch_from_path", "launch_passive", "replay"]
