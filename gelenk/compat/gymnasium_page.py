"""Page viewer of gymnasium for render_mode "human", in place of a GLFW window.

Documents: drop-in / Drawing; Programming / Visualization

With gelenk installed as mujoco, `gymnasium.envs.mujoco.mujoco_rendering` uses this class as its WindowViewer
(compat/install.py). Markers are user geoms and overlays are texts. While a page is connected, rendering is paced by the
simulated time; without a page it does not wait.
"""

import time
from types import ModuleType
from typing import Any

from gelenk.scene.model_frame import init_row
from gelenk.tables.enums import mjtGeom
from gelenk.viewer.handle import launch_passive

LATEST = 0.5  # longest wait per image; if clocks differ by more, pacing restarts [s]


class PageViewer:
    """A window of gymnasium (camera, options, markers, overlays) shown in a page."""

    def __init__(
        self,
        model: Any,
        data: Any,
        width: int | None = None,
        height: int | None = None,
        max_geom: int = 1000,
        visual_options: dict[int, bool] | None = None,
    ) -> None:
        self.model, self.data = model, data
        self._handle = launch_passive(model, data)
        self.cam, self.vopt = self._handle.cam, self._handle.opt
        self.scn, self.pert = self._handle.user_scn, self._handle.perturb
        self.viewport = self._handle.viewport
        self._markers: list[dict[str, Any]] = []
        self._overlays: dict[int, list[str]] = {}
        self._start: tuple[float, float] | None = None
        for flag, value in (visual_options or {}).items():
            self.vopt.flags[flag] = value

    def make_context_current(self) -> None:
        """Do nothing, since there is no context.

        Source   gymnasium.envs.mujoco.mujoco_rendering
        """

    def add_overlay(self, gridpos: int, text1: str, text2: str) -> None:
        """Add two columns of text at a grid position of the next image.

        gridpos   mjtGridPos
        text1     a line of the left column
        text2     a line of the right column
        Source    gymnasium.envs.mujoco.mujoco_rendering
        """
        left, right = self._overlays.get(gridpos, ["", ""])
        self._overlays[gridpos] = [f"{left}{text1}\n", f"{right}{text2}\n"]

    def add_marker(self, **marker: Any) -> None:
        """Add a geom to the next image: type, size, pos, mat, rgba, label.

        marker   fields of the geom, by name
        Source   gymnasium.envs.mujoco.mujoco_rendering
        """
        self._markers.append(marker)

    def render(self) -> None:
        """Show the current state of the model.

        Source   gymnasium.envs.mujoco.mujoco_rendering
        """
        self._handle.user_scn.ngeom = 0
        for marker in self._markers[: self._handle.user_scn.maxgeom]:
            self._add_geom(marker)
        self._handle.set_texts(
            [(None, place, a.rstrip("\n"), b.rstrip("\n")) for place, (a, b) in self._overlays.items()]
        )
        self._markers.clear()
        self._overlays.clear()
        self._handle.sync()
        self._wait_for_clock()

    def _add_geom(self, marker: dict[str, Any]) -> None:
        scn = self._handle.user_scn
        geom = scn.geoms[scn.ngeom]
        init_row(
            geom,
            int(marker.get("type", mjtGeom.mjGEOM_SPHERE)),
            marker.get("size", (0.01, 0.01, 0.01)),
            marker.get("pos", (0.0, 0.0, 0.0)),
            marker.get("mat", (1.0, 0, 0, 0, 1, 0, 0, 0, 1)),
            marker.get("rgba", (1.0, 1.0, 1.0, 1.0)),
        )
        geom.label = str(marker.get("label", ""))
        scn.ngeom += 1

    def _wait_for_clock(self) -> None:
        """Wait until the wall clock reaches the simulated time, if a page is connected."""
        now, simulated = time.perf_counter(), float(self.data.time)
        if self._start is None or simulated < self._start[1]:
            self._start = (now, simulated)
        ahead = simulated - self._start[1] - (now - self._start[0])
        if not -LATEST < ahead < LATEST:
            self._start = (now, simulated)
        elif ahead > 0 and self._handle.has_pages:
            time.sleep(ahead)

    def close(self) -> None:
        """Close the page.

        Source   gymnasium.envs.mujoco.mujoco_rendering
        """
        self._handle.close()

    free = close


def take_over(module: ModuleType) -> None:
    """Replace the window viewer of gymnasium's module by the page.

    module   gymnasium's rendering module, which is modified
    Source   gymnasium.envs.mujoco.mujoco_rendering
    """
    module.WindowViewer = PageViewer  # type: ignore[attr-defined]
