"""Viewer application of dm_control: `dm_control.viewer.launch` opens the page.

Documents: drop-in / Drawing; Programming / Visualization

With gelenk installed as mujoco, this module replaces `dm_control.viewer.application` (compat/install.py), which opens
GLFW windows. A step is a step of the environment with the action of the policy, or zeros without a policy; an
environment whose episode has ended is reset. Reset and Reload of the panel restart the environment.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.viewer.endpoint import Endpoint, Settings
from gelenk.viewer.loop import Loop
from gelenk.viewer.session import Session
from gelenk.viewer.stepping import PageClosed


class Episode:
    """An environment and its current episode."""

    def __init__(self, load: Callable[[], Any], policy: Any) -> None:
        self._load, self._policy = load, policy
        self.start()

    def start(self) -> None:
        """Load the environment and start the first episode.

        Source   dm_control.viewer
        """
        self.environment = self._load()
        self.time_step = self.environment.reset()
        if hasattr(self._policy, "reset"):
            self._policy.reset()

    @property
    def model_and_data(self) -> tuple[Any, Any]:
        """Current model and data, which some environments recreate with each episode."""
        physics = self.environment.physics
        return physics.model.ptr, physics.data.ptr

    def step(self) -> None:
        """Step the environment, or start the next episode.

        Source   dm_control.viewer
        """
        if self.time_step is None or self.time_step.last():
            self.time_step = self.environment.reset()
            return
        self.time_step = self.environment.step(self._next_action())

    def _next_action(self) -> np.ndarray:
        if self._policy is not None:
            return self._policy(self.time_step)
        spec = self.environment.action_spec()
        return np.clip(np.zeros(spec.shape, spec.dtype), spec.minimum, spec.maximum).astype(spec.dtype)


class EnvironmentLoop(Loop):
    """Viewer loop that steps an environment."""

    def __init__(self, session: Session, episode: Episode, over: Callable[[], bool]) -> None:
        super().__init__(session, over=over)
        self.episode = episode
        self.pacer.step = self._step_episode

    def _step_episode(self, m: Any, d: Any) -> None:
        self.episode.step()
        if self.episode.model_and_data != (self.session.ui.m, self.session.ui.d):
            self._show_new()

    def _show_new(self) -> None:
        self.session.use_model(*self.episode.model_and_data, keep_camera=True)
        self._bind_reset_rows()

    def _bind_reset_rows(self) -> None:
        """Let the buttons Reset and Reload restart the environment."""

        def again(ui: Any, value: bool) -> None:
            ui.reload = True

        self.session.rows["simulation/reset"].setter = again

    def _load_changed(self) -> None:
        ui = self.session.ui
        if ui.reload:
            ui.reload = False
            self.episode.start()
            self._show_new()

    def run(self) -> None:
        """Run until the page is closed.

        Source   dm_control.viewer
        """
        self._bind_reset_rows()
        super().run()


class Application:
    """The application that `dm_control.viewer.launch` creates; the page ignores its sizes."""

    def __init__(self, title: str = "Explorer", width: int = 1024, height: int = 768) -> None:
        self._title = title

    def launch(self, environment_loader: Any, policy: Any = None) -> None:
        """Show an environment until the page is closed or Ctrl-C.

        environment_loader   an environment of dm_control, or a function that returns one
        policy               time step -> action; None: zero, clipped to the bounds
        Errors               ValueError: environment_loader is None
        Source               dm_control.viewer
        """
        if environment_loader is None:
            raise ValueError('"environment_loader" argument is required.')
        load = environment_loader if callable(environment_loader) else lambda: environment_loader
        episode, place = Episode(load, policy), Endpoint(Settings())
        if place.server is None:
            return
        session = Session(*episode.model_and_data, place.channel, passive=False, title=self._title)
        place.print_address(Settings())
        try:
            EnvironmentLoop(session, episode, PageClosed(place)).run()
        finally:
            session.painter.close()
            place.close()
