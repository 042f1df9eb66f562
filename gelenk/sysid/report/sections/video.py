"""VideoPlayer: a film in the page.

Documents: drop-in / mujoco.sysid
"""

import base64
from html import escape
from pathlib import Path

from gelenk.sysid.report.sections.base import ReportSection


class VideoPlayer(ReportSection):
    """A film, kept in the page itself."""

    def __init__(
        self,
        title: str,
        video_filepath: str | Path,
        anchor: str = "",
        width: int = 800,
        height: int = 450,
        autoplay: bool = False,
        controls: bool = True,
        muted: bool = False,
        loop: bool = True,
        caption: str = "",
        collapsible: bool = True,
    ) -> None:
        super().__init__(title, anchor, collapsible)
        self.path, self.width, self.height, self.caption = Path(video_filepath), width, height, caption
        flags = {"autoplay": autoplay, "controls": controls, "muted": muted, "loop": loop}
        self.flags = " ".join(name for name, on in flags.items() if on)

    def content(self) -> str:
        """The film, or a picture that moves."""
        kind = self.path.suffix.removeprefix(".").lower()
        text = base64.b64encode(self.path.read_bytes()).decode()
        size = f'width="{self.width}"' + (f' height="{self.height}"' if self.height else "")
        if kind == "gif":
            film = f'<img {size} src="data:image/gif;base64,{text}">'
        else:
            film = f'<video {size} {self.flags} src="data:video/{kind};base64,{text}"></video>'
        return film + (f"<p>{escape(self.caption)}</p>" if self.caption else "")
