"""Rendering of vector environments: images of all worlds, or the page of the viewer.

Documents: design / Batches; Programming / Visualization
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.batch import Batch
from gelenk.errors import Error, with_hint
from gelenk.render.batch_render import pictures
from gelenk.render.context import check_size
from gelenk.runtime.arguments import integer
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.classes import MjvCamera
from gelenk.tables.enums import mjtCamera

if TYPE_CHECKING:
    from gelenk.viewer.handle import Handle

MODES = ("human", "rgb_array")
MOST_SHOWN = 64  # worlds that the page shows
LATEST = 0.5  # longest wait per image of the page [s]
TRACK = "track"  # camera of gymnasium's models that follows the body


def check_mode(mode: Any) -> str | None:
    """Return a render mode after a check."""
    if mode is not None and mode not in MODES:
        message = f"render_mode must be one of {', '.join(MODES)}, or None, not {mode!r}"
        raise ValueError(with_hint(message, str(mode), MODES))
    return mode


class EnvRenderer:
    """Renderer of the worlds, with arguments as in gymnasium's MuJoCo environments.

    width, height   of the images [pixel]
    camera_id       number of a camera of the model, -1 for the free one
    camera_name     name of a camera; by default "track" if the model has such a camera, else the free one
    default_camera_config   attributes of the free camera, such as distance; with trackbodyid it follows a body
    """

    def __init__(
        self,
        m: MjModel,
        batch: Batch,
        width: int = 480,
        height: int = 480,
        camera_id: int | None = None,
        camera_name: str | None = None,
        default_camera_config: dict[str, Any] | None = None,
    ) -> None:
        if camera_id is not None and camera_name is not None:
            raise ValueError("camera_id and camera_name cannot be given at the same time")
        self.size = integer("make_vec", "width", width), integer("make_vec", "height", height)
        check_size(*self.size)
        self.batch, self._config = batch, default_camera_config
        has_track = self._config is None and any(m.cam(i).name == TRACK for i in range(m.ncam))
        self._which: Any = camera_name if camera_id is None else integer("make_vec", "camera_id", camera_id)
        if self._which is None:
            self._which = TRACK if has_track else -1
        elif isinstance(self._which, str) or self._which >= 0:
            m.cam(self._which)  # raises for unknown cameras
        self._camera: Any = None
        self._datas: list[MjData] = []
        self._page: Handle | None = None
        self._start: tuple[float, float] | None = None

    def _current_datas(self, count: int) -> list[MjData]:
        """Return the current states of the first worlds."""
        if not self._datas:
            self._datas = [self.batch.get_data(i) for i in range(count)]
        else:
            for i, d in enumerate(self._datas):
                self.batch.get_data(i, d)
        return self._datas

    def _find_camera(self, d: MjData) -> Any:
        """Return the camera; the free one looks at the median of the geoms, as in gymnasium."""
        if self._which != -1:
            return self._which
        if self._camera is None:
            camera: Any = MjvCamera()
            camera.lookat[:] = np.median(d.geom_xpos, axis=0) if d.model.ngeom else 0.0
            camera.distance = d.model.stat.extent
            for name, value in (self._config or {}).items():
                if name == "lookat":
                    camera.lookat[:] = value
                else:
                    setattr(camera, name, value)
            if camera.trackbodyid >= 0 and self._config and "trackbodyid" in self._config:
                camera.type = int(mjtCamera.mjCAMERA_TRACKING)
            self._camera = camera
        return self._camera

    def render_worlds(self) -> tuple[np.ndarray, ...]:
        """Return an image (height, width, 3) uint8 of each world."""
        datas = self._current_datas(self.batch.nsim)
        return tuple(pictures(datas[0].model, datas, [self._find_camera(datas[0])], *self.size)[:, 0])

    def show_page(self) -> None:
        """Show the worlds in the page of the viewer in real time; the first call opens the page."""
        datas = self._current_datas(min(self.batch.nsim, MOST_SHOWN))
        if self._page is None:
            self._open_page(datas)
        if self._page is not None:
            self._page.sync()
            self._wait_for_clock(float(datas[0].time))

    def _open_page(self, datas: list[MjData]) -> None:
        from gelenk.viewer import server
        from gelenk.viewer.handle import launch_passive

        if problem := server.page_problem():
            raise Error("render_mode='human' needs the page of the viewer", hint=problem)
        m = datas[0].model
        self._page = launch_passive(m, datas)
        place, camera = self._find_camera(datas[0]), self._page.cam
        with self._page.lock():
            if isinstance(place, MjvCamera):
                for name in ("type", "trackbodyid", "distance", "azimuth", "elevation"):
                    setattr(camera, name, getattr(place, name))
                camera.lookat[:] = place.lookat
            else:
                camera.type = int(mjtCamera.mjCAMERA_FIXED)
                camera.fixedcamid = m.cam(place).id

    def _wait_for_clock(self, simulated: float) -> None:
        """Wait until the wall clock reaches the simulated time, if a page is connected."""
        now = time.perf_counter()
        if self._start is None or simulated < self._start[1]:
            self._start = (now, simulated)
        ahead = simulated - self._start[1] - (now - self._start[0])
        if not -LATEST < ahead < LATEST:
            self._start = (now, simulated)
        elif ahead > 0 and self._page is not None and self._page.has_pages:
            time.sleep(ahead)

    def close(self) -> None:
        """Close the page."""
        if self._page is not None:
            self._page.close()
            self._page = None
