"""Where views are: one server for a process, its address told or opened in a browser.

Documents: design / HTTP; design / Threads

GELENK_VIEWER says what becomes of views: ``off`` (nothing listens, calls work: for CI), ``print`` (the address is
printed, no browser opened), ``browser`` (one is opened even over ssh). GELENK_VIEWER_PORT is the port unless one is
given by the call.

The page in a notebook: an element that shows it where the notebook is.

A notebook on this machine shows the address as it is. On a hub, jupyter-server-proxy passes requests to ports of the
kernel's machine below ``proxy/PORT/``, so the element asks for that below the folder of the notebook server; Colab has
addresses of its own for ports, which its script gives. The element's script finds out which it is.
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
from gelenk.viewer.channel import Channel
from gelenk.viewer.server import Server, is_local

FIRST_PORT, PORTS = 8712, 100


@dataclass(frozen=True)
class Settings:
    """Where and how a view is served.

    port        None: GELENK_VIEWER_PORT, or the first one that is free from 8712 on
    host        interface
    browser     whether a browser is opened; None: where there is a display, and no ssh
    allow_host  names by which proxies reach the server
    share       whether all pages may steer
    """

    port: int | None = None
    host: str = "127.0.0.1"
    browser: bool | None = None
    allow_host: tuple[str, ...] = ()
    share: bool = False


class Place:
    """One view that pages may come to.

    server   None where nothing listens
    opened   whether a browser was opened for it
    """

    def __init__(self, settings: Settings, name: str = "") -> None:
        self.channel = Channel(name, settings.share)
        self.server: Server | None = None
        self.opened = False
        if os.environ.get("GELENK_VIEWER") != "off":
            self.server = server(settings)
            self.channel.name = name or self._free_name()
            self.server.open(self.channel)

    def _free_name(self) -> str:
        taken = self.server.channels if self.server is not None else {}
        return next(str(i) for i in range(1, len(taken) + 2) if str(i) not in taken)

    @property
    def address(self) -> str:
        """The address of the view; "" where nothing listens."""
        return self.server.address(self.channel.name) if self.server is not None else ""

    def announce(self, settings: Settings, say: Callable[[str], None] | None = None) -> None:
        """Tell the address by ``say``, or as usual, and open a browser."""
        if say is None:
            self.tell(settings)
        else:
            say(self.address)
            self.open_browser(settings)

    def tell(self, settings: Settings) -> None:
        """Print the address, and open a browser if there is one to be seen."""
        if self.server is None:
            return
        line = f"gelenk.viewer: {self.address}"
        if _remote() and is_local(self.server.host):  # others have been told when they began to listen
            line += f"   (from elsewhere first: {_tunnel(self.server)})"
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
        self.open_browser(settings)

    def open_browser(self, settings: Settings) -> None:
        """Open a browser, if there is one to be seen."""
        wanted = settings.browser if settings.browser is not None else _has_display()
        if wanted and os.environ.get("GELENK_VIEWER") != "print":
            self.opened = True
            threading.Thread(target=_browse, args=(self.address,), daemon=True).start()

    def close(self) -> None:
        """Nobody can come any more."""
        if self.server is not None:
            self.server.close(self.channel)
        self.channel.closed = True


_servers: dict[
    tuple[int, str, int, tuple[str, ...]], Server
] = {}  # by process, host, port that was asked for, names
_lock = threading.Lock()


def server(settings: Settings) -> Server:
    """The server of this process for such settings; a child that was forked gets its own."""
    wanted = settings.port if settings.port is not None else _port_of_environment()
    key = (os.getpid(), settings.host, wanted, settings.allow_host)
    with _lock:
        if key not in _servers:
            _servers[key] = _listen(settings.host, wanted, settings.allow_host)
            if not is_local(settings.host):
                _warn_of_plain_http(_servers[key])
        return _servers[key]


def _warn_of_plain_http(found: Server) -> None:
    """Say once for a server that others can listen in, and how to come without that."""
    sys.stderr.write(
        f"gelenk.viewer: {found.host} is served by plain HTTP: who reads the network sees the token, and who has the "
        f"token can steer this program.\n"
        f"  Encrypted instead, from the machine with the browser: {_tunnel(found)}, then open "
        f"http://127.0.0.1:{found.port}/ with the token (and leave out --host)\n"
    )


def _tunnel(found: Server) -> str:
    """The command by which another machine reaches a server through ssh."""
    host = found.host if found.host not in ("0.0.0.0", "::", "localhost") else "127.0.0.1"
    host = f"[{host}]" if ":" in host else host
    return f"ssh -L {found.port}:{host}:{found.port} {_own_name()}"


def _port_of_environment() -> int:
    text = os.environ.get("GELENK_VIEWER_PORT", "")
    return int(text) if text.isdecimal() and int(text) < 65536 else -1


def _listen(host: str, port: int, names: tuple[str, ...]) -> Server:
    """A server on a port; -1: the first that is free."""
    for number in range(FIRST_PORT, FIRST_PORT + PORTS) if port < 0 else ():
        with contextlib.suppress(OSError, UnicodeError):
            return Server(host, number, names)
    try:
        return Server(host, max(port, 0), names)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "this is not the name of a host"
        raise OSError(
            getattr(error, "errno", None) or errno.EADDRNOTAVAIL,
            f"the viewer cannot listen there: {reason}",
            f"{short(host, 100)}:{max(port, 0)}",
        ) from None


@atexit.register
def _farewell() -> None:
    for key, found in list(_servers.items()):
        if key[0] == os.getpid():
            for channel in list(found.channels.values()):
                found.close(channel, "The program has ended.")
            found.wait_until_said()


def _remote() -> bool:
    return "SSH_CONNECTION" in os.environ


def _own_name() -> str:
    user = os.environ.get("USER", "")
    return f"{user}@{socket.gethostname()}" if user else socket.gethostname()


def _has_display() -> bool:
    """Whether a browser that is opened here would be seen."""
    if os.environ.get("GELENK_VIEWER") == "browser":
        return True
    if _remote():
        return False
    if platforms.always_has_desktop():
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _browse(address: str) -> None:
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


WIDTH, HEIGHT = "100%", 480


def frame(place: Any, width: str = WIDTH, height: int = HEIGHT) -> str:
    """HTML that shows the page of a view; a line of text where nothing listens."""
    if place.server is None:
        return "<p>gelenk.viewer: nothing listens (GELENK_VIEWER=off)</p>"
    address, port = place.address, place.server.port
    query = address.partition("?")[2] + "&embed=1"
    style = f"width:{width};height:{height}px;border:0"
    if "google.colab" in sys.modules:
        place.server.allow_any_host()
        return _colab(port, query, style)
    if prefix := os.environ.get("JUPYTERHUB_SERVICE_PREFIX"):
        place.server.allow_any_host()
        source = f"{prefix}proxy/{port}/?{query}"
    else:
        source = f"{address}&embed=1"
    return (
        f'<iframe src="{html.escape(source)}" style="{style}" allow="fullscreen; clipboard-write"></iframe>'
    )


def _colab(port: int, query: str, style: str) -> str:
    name = f"gelenk-{port}"
    script = (
        f"google.colab.kernel.proxyPort({port}).then(url => {{"
        f" const frame = document.createElement('iframe');"
        f" frame.src = new URL({json.dumps('./?' + query)}, url); frame.style = {json.dumps(style)};"
        f" document.getElementById({json.dumps(name)}).append(frame); }});"
    )
    return f'<div id="{name}"></div><script>{script}</script>'


def replay(path: str, width: str = WIDTH, height: int = HEIGHT) -> str:
    """HTML that shows a recorded file without a kernel."""
    with open(path, encoding="utf-8") as file:
        content = html.escape(file.read())
    return f'<iframe srcdoc="{content}" style="width:{width};height:{height}px;border:0"></iframe>'
