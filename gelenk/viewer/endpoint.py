"""Endpoint of views: one server for a process, browsers, notebook cells.

Documents: design / HTTP; design / Threads

GELENK_VIEWER selects the mode: ``off`` (no server, all calls work: for CI), ``print`` (print the address, open no
browser), ``browser`` (open one even over ssh). GELENK_VIEWER_PORT is the port unless the call gives one.

A notebook shows the page in an HTML element. On this computer the element uses the address of the server. On a hub,
jupyter-server-proxy forwards ports of the kernel below ``proxy/PORT/`` of the notebook server; Colab has its own
addresses for ports, which its script returns. The script of the element finds out which case applies.
"""

import atexit
import contextlib
import errno
import html
import json
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gelenk.errors import short
from gelenk.toolchain import platforms
from gelenk.toolchain.thread_start import start_thread
from gelenk.viewer.channel import Channel
from gelenk.viewer.server import Server, is_local

FIRST_PORT, PORTS = 8712, 100


@dataclass(frozen=True)
class Settings:
    """Server settings of a viewer.

    port        TCP port; None: GELENK_VIEWER_PORT, or the first free port from 8712
    host        network interface
    browser     whether to open a browser; None: if a display exists and the session is not over ssh
    allow_host  host names of proxies that forward to the server
    share       whether all pages are in control
    """

    port: int | None = None
    host: str = "127.0.0.1"
    browser: bool | None = None
    allow_host: tuple[str, ...] = ()
    share: bool = False


class Endpoint:
    """The endpoint of one view.

    server   None if GELENK_VIEWER is off
    opened   whether a browser was opened for the view
    """

    def __init__(self, settings: Settings, name: str = "") -> None:
        self.channel = Channel(name, settings.share)
        self.server: Server | None = None
        self.opened = False
        self.more = ""  # further parameters of the address
        if os.environ.get("GELENK_VIEWER") != "off":
            self.server = get_server(settings)
            self.channel.name = name or self._free_name()
            self.server.open(self.channel)

    def _free_name(self) -> str:
        taken = self.server.channels if self.server is not None else {}
        return next(str(i) for i in range(1, len(taken) + 2) if str(i) not in taken)

    @property
    def address(self) -> str:
        """The address of the view; "" without a server."""
        return self.server.address(self.channel.name) + self.more if self.server is not None else ""

    def announce(self, settings: Settings, say: Callable[[str], None] | None = None) -> None:
        """Print the address by ``say``, or on stderr, and open a browser."""
        if say is None:
            self.print_address(settings)
        else:
            say(self.address)
            self.open_browser(settings)

    def print_address(self, settings: Settings) -> None:
        """Print the address on stderr, and open a browser if there is a display."""
        if self.server is None:
            return
        line = f"gelenk.viewer: {self.address}"
        # for other hosts the tunnel was printed when the server started
        if _is_ssh_session() and is_local(self.server.host):
            line += f"   (from elsewhere first: {_tunnel_command(self.server)})"
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
        self.open_browser(settings)

    def open_browser(self, settings: Settings) -> None:
        """Open a browser, if the settings ask for it or there is a display."""
        wanted = settings.browser if settings.browser is not None else _has_display()
        if wanted and os.environ.get("GELENK_VIEWER") != "print":
            self.opened = True
            start_thread(_open_in_browser, "gelenk-browser", self.address)

    def close(self) -> None:
        """Close the view, so that no page can connect."""
        if self.server is not None:
            self.server.close(self.channel)
        self.channel.closed = True


_servers: dict[tuple[int, str, int, tuple[str, ...]], Server] = {}  # by process, host, requested port, names
_lock = threading.Lock()


def get_server(settings: Settings) -> Server:
    """Return the server of this process for these settings; a forked child gets its own."""
    wanted = settings.port if settings.port is not None else _port_of_environment()
    key = (os.getpid(), settings.host, wanted, settings.allow_host)
    with _lock:
        if key not in _servers:
            _servers[key] = _start_server(settings.host, wanted, settings.allow_host)
            if not is_local(settings.host):
                _warn_of_plain_http(_servers[key])
        return _servers[key]


def _warn_of_plain_http(found: Server) -> None:
    """Warn once that a server uses plain HTTP, and print the command for an ssh tunnel."""
    sys.stderr.write(
        f"gelenk.viewer: {found.host} is served by plain HTTP: who reads the network sees the token, and who has the "
        f"token can steer this program.\n"
        f"  Encrypted instead, from the machine with the browser: {_tunnel_command(found)}, then open "
        f"http://127.0.0.1:{found.port}/ with the token (and leave out --host)\n"
    )


def _tunnel_command(found: Server) -> str:
    """Return the ssh command for a tunnel from another computer to the server."""
    host = found.host if found.host not in ("0.0.0.0", "::", "localhost") else "127.0.0.1"
    host = f"[{host}]" if ":" in host else host
    return f"ssh -L {found.port}:{host}:{found.port} {_ssh_target()}"


def _port_of_environment() -> int:
    text = os.environ.get("GELENK_VIEWER_PORT", "")
    return int(text) if text.isdecimal() and int(text) < 65536 else -1


def _start_server(host: str, port: int, names: tuple[str, ...]) -> Server:
    """Return a server on a port; -1: the first free one."""
    for number in range(FIRST_PORT, FIRST_PORT + PORTS) if port < 0 else ():
        with contextlib.suppress(OSError, UnicodeError):
            return Server(host, number, names)
    try:
        return Server(host, max(port, 0), names)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "this is not the name of a host"
        raise OSError(
            getattr(error, "errno", None) or errno.EADDRNOTAVAIL,
            f"the viewer cannot listen at this address: {reason}",
            f"{short(host, 100)}:{max(port, 0)}",
        ) from None


@atexit.register
def _close_servers() -> None:
    for key, found in list(_servers.items()):
        if key[0] == os.getpid():
            for channel in list(found.channels.values()):
                found.close(channel, "The program has ended.")
            found.wait_until_sent()


def _is_ssh_session() -> bool:
    return "SSH_CONNECTION" in os.environ


def _ssh_target() -> str:
    user = os.environ.get("USER", "")
    return f"{user}@{socket.gethostname()}" if user else socket.gethostname()


def _has_display() -> bool:
    """Return whether a browser opened here would be visible."""
    if os.environ.get("GELENK_VIEWER") == "browser":
        return True
    if _is_ssh_session():
        return False
    if platforms.always_has_desktop():
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_in_browser(address: str) -> None:
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


INLINE_WIDTH, INLINE_HEIGHT = "100%", 480


def frame_html(place: Any, width: str = INLINE_WIDTH, height: int = INLINE_HEIGHT) -> str:
    """Return HTML that shows the page of a view; without a server, a line of text."""
    if place.server is None:
        return "<p>gelenk.viewer: nothing listens (GELENK_VIEWER=off)</p>"
    address, port = place.address, place.server.port
    query = address.partition("?")[2] + "&embed=1"
    style = f"width:{width};height:{height}px;border:0"
    if "google.colab" in sys.modules:
        place.server.allow_any_host()
        return _colab_html(port, query, style)
    if prefix := os.environ.get("JUPYTERHUB_SERVICE_PREFIX"):
        place.server.allow_any_host()
        source = f"{prefix}proxy/{port}/?{query}"
    else:
        source = f"{address}&embed=1"
    return (
        f'<iframe src="{html.escape(source)}" style="{style}" allow="fullscreen; clipboard-write"></iframe>'
    )


def _colab_html(port: int, query: str, style: str) -> str:
    name = f"gelenk-{port}"
    script = (
        f"google.colab.kernel.proxyPort({port}).then(url => {{"
        f" const frame = document.createElement('iframe');"
        f" frame.src = new URL({json.dumps('./?' + query)}, url); frame.style = {json.dumps(style)};"
        f" document.getElementById({json.dumps(name)}).append(frame); }});"
    )
    return f'<div id="{name}"></div><script>{script}</script>'


def recording_frame_html(path: str, width: str = INLINE_WIDTH, height: int = INLINE_HEIGHT) -> str:
    """Return HTML that shows a recorded file without a kernel."""
    with open(path, encoding="utf-8") as file:
        content = html.escape(file.read())
    return f'<iframe srcdoc="{content}" style="width:{width};height:{height}px;border:0"></iframe>'
