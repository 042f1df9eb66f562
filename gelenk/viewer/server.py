"""HTTP server of a process: one port for all viewers, websockets or long-polls for pages.

Documents: design / HTTP; design / Threads

A daemon thread runs the event loop. Owners of views give it an `Offer`, and take messages from the inbox of their
`Channel`; the server sends bytes, and knows neither models nor scenes. A request without the token gets no data.
"""

import asyncio
import contextlib
import http
import ipaddress
import json
import logging
import re
import secrets
import sys
import time
import urllib.parse
from functools import partial
from typing import Any, cast

from gelenk.runtime.exclusive_use import BinarySemaphore
from gelenk.toolchain.thread_start import start_thread
from gelenk.viewer import channel, messages, page_bundle
from gelenk.viewer.channel import ByteQuota, Channel, Page

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "connect-src 'self' ws: wss:",
        "font-src 'self' data:",
        "media-src blob:",
        "worker-src 'self' blob:",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
FRAMES = "; frame-ancestors 'self' http://localhost:* http://127.0.0.1:* https://localhost:* vscode-webview:"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
BUILT = page_bundle.BUILT
BUNDLING = (
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Gelenk</title>'
    '<p style="font: 15px system-ui; margin: 3em">The page is being bundled, once for these sources.</p>'
)
NO_PAGE = (
    "This installation of gelenk has no page for the viewer: it was built where there was no node.\n"
    "Install a wheel, or node and then gelenk again; in a checkout: python -m gelenk.viewer.page_bundle\n"
)
WAIT, GONE = 20.0, 40.0  # longest wait of a poll [s], time without polls after which a page is gone [s]
CLIENT = re.compile(r"[A-Za-z0-9]{16,64}")
MOST_PAGES = 64
ABNORMAL = 1006  # close code of a socket that ended without a closing handshake
LOCAL = ("127.0.0.1", "localhost", "[::1]")


def page_problem() -> str:
    """Return why pages cannot be shown, with the remedy; "" if the page is installed."""
    return "" if (BUILT / "page.html").is_file() else " ".join(NO_PAGE.split())


class Server:
    """A server that listens on one address.

    host         interface
    port         0: any free port
    allow_host   names by which proxies reach the server, such as "hub.example.org" or "hub.example.org:443"

    Errors       OSError: the port is taken
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 0, allow_host: tuple[str, ...] = ()) -> None:
        self.host, self.port, self.token = host, port, secrets.token_urlsafe(24)
        self.channels: dict[str, Channel] = {}
        self._allowed = set(allow_host)
        self._polls: dict[str, tuple[Channel, Page]] = {}
        self._ready = BinarySemaphore()
        self._problem: BaseException | None = None
        self._any = False
        self._busy = 0  # number of open sockets
        self._load = ByteQuota(messages.PENDING_MOST)
        self._has_lost = False  # whether the loss of a page has been reported
        running = start_thread(self._run, "gelenk-viewer-server")
        while not self._ready.wait(1.0):
            if not running.locked():
                raise MemoryError("no memory for the thread of the viewer's server")
        if self._problem is not None:
            raise self._problem

    # ---- for owners, in any thread

    def address(self, name: str = "") -> str:
        """Return the address of a view, with the token."""
        host = self.host if self.host not in ("0.0.0.0", "::") else "127.0.0.1"
        host = f"[{host}]" if ":" in host else host
        view = f"&view={urllib.parse.quote(name)}" if name and next(iter(self.channels), name) != name else ""
        return f"http://{host}:{self.port}/?token={self.token}{view}"

    def open(self, made: Channel) -> None:
        """Accept pages for a view."""
        with contextlib.suppress(KeyError):
            del self.channels[made.name]
        made.loop = self.loop
        self.channels[made.name] = made

    def close(self, made: Channel, text: str = "The viewer was closed.") -> None:
        """Send a final message to all pages of a view, and remove the view."""
        if self.channels.get(made.name) is made:
            del self.channels[made.name]
        with contextlib.suppress(RuntimeError):  # the event loop has ended with the process
            self.loop.call_soon_threadsafe(made.say_goodbye, text)

    def allow_any_host(self) -> None:
        """Accept any host name, for notebook hubs whose proxy names are unknown.

        Access then depends only on the token.
        """
        self._any = True

    def wait_until_sent(self, seconds: float = 0.2) -> None:
        """Wait for at most ``seconds`` until the final messages are sent."""
        until = time.monotonic() + seconds
        while self._busy and time.monotonic() < until:
            time.sleep(0.005)

    # ---- the thread of the event loop

    def _run(self) -> None:
        try:
            asyncio.run(self._main())
        except BaseException as error:
            self._problem = error
            self._ready.set()

    async def _main(self) -> None:
        from websockets.asyncio.server import serve

        from gelenk.viewer.channel import Connection

        self.loop = asyncio.get_running_loop()
        options: dict[str, Any] = {
            "compression": None,
            "max_size": messages.FILES_MOST,
            "open_timeout": WAIT + 10,
        }
        async with serve(
            self._serve_socket,
            self.host,
            self.port,
            process_request=self._handle_request,
            server_header=None,
            create_connection=cast(Any, partial(Connection, self._load)),
            logger=_silent_logger(),
            **options,
        ) as found:
            self.port = next(iter(found.sockets)).getsockname()[1]
            self._ready.set()
            while True:
                await asyncio.sleep(GONE / 4)
                self._remove_silent_pages()

    def _remove_silent_pages(self) -> None:
        """Remove pages that have stopped polling."""
        now = self.loop.time()
        for name, (there, page) in list(self._polls.items()):
            if now - page.seen > GONE or there.closed:
                del self._polls[name]
                there.remove_page(page)

    def _allowed_hosts(self) -> set[str]:
        own = {*LOCAL, self.host, f"[{self.host}]"}
        return {*self._allowed, *own, *(f"{name}:{self.port}" for name in {*own, *self._allowed})}

    def _refusal_reason(self, request: Any) -> str:
        """Return why a request is refused by its Host or Origin header; "" if it is not."""
        hosts, origins = request.headers.get_all("Host"), request.headers.get_all("Origin")
        if self._any:
            return ""
        allowed = self._allowed_hosts()
        if len(hosts) != 1 or hosts[0].lower() not in allowed:
            return "This name is not one that the viewer was given; see allow_host.\n"
        if len(origins) > 1 or any(urllib.parse.urlsplit(o).netloc.lower() not in allowed for o in origins):
            return "Pages of others have nothing to say here.\n"
        return ""

    def _find_channel(self, query: dict[str, list[str]]) -> Channel | None:
        name = query.get("view", [""])[0]
        return self.channels.get(name) if name else next(iter(self.channels.values()), None)

    def _has_token(self, query: dict[str, list[str]]) -> bool:
        token = query.get("token", [""])[0].encode(errors="replace")
        return secrets.compare_digest(token, self.token.encode())

    async def _handle_request(self, connection: Any, request: Any) -> Any:
        """Handle any request; None lets the websocket handshake continue."""
        url = urllib.parse.urlsplit(request.path)
        query = urllib.parse.parse_qs(url.query, keep_blank_values=True)
        if refusal := self._refusal_reason(request):
            return _response(http.HTTPStatus.FORBIDDEN, refusal.encode())
        path = url.path.lstrip("/")
        if path not in ("socket", "poll"):
            return _file_response(path, self._any)
        if not self._has_token(query):
            return _response(
                http.HTTPStatus.FORBIDDEN, b"Open the address that the program printed, with its token.\n"
            )
        there = self._find_channel(query)
        if there is None or len(there.pages) >= MOST_PAGES:
            return _response(http.HTTPStatus.NOT_FOUND, b"There is no such view, or too many look at it.\n")
        if path == "poll":
            return await self._answer_poll(there, query)
        connection.gelenk_channel = there
        return None

    async def _serve_socket(self, socket: Any) -> None:
        """Handle one page on a socket."""
        from websockets.exceptions import ConnectionClosed

        there: Channel = socket.gelenk_channel
        page = there.add_page()
        sender = asyncio.create_task(_send_messages(socket, page))
        self._busy += 1
        try:
            async for data in socket:
                there.handle_message(page, messages.parse_message(data))
                socket.is_done_with(data)
        except ConnectionClosed:
            pass
        except messages.Refused as error:
            await socket.close(1008, str(error)[:100])
        finally:
            sender.cancel()
            there.remove_page(page)
            self._busy -= 1
            if socket.close_code in (None, ABNORMAL):
                self._report_lost_page()

    def _report_lost_page(self) -> None:
        """Report the first lost page on stderr, and no later ones."""
        if not self._has_lost:
            self._has_lost = True
            sys.stderr.write(
                "gelenk.viewer: a page was lost without a close; further ones are not reported\n"
            )

    async def _answer_poll(self, there: Channel, query: dict[str, list[str]]) -> Any:
        """Handle a request of a polling page: receive its messages, wait for its next ones."""
        name = query.get("client", [""])[0]
        if not CLIENT.fullmatch(name):
            return _response(http.HTTPStatus.BAD_REQUEST, b"A page that polls has a name of its own.\n")
        known = self._polls.get(name)
        page = known[1] if known is not None and known[0] is there else there.add_page()
        self._polls[name] = (there, page)
        page.seen = self.loop.time()
        try:
            for message in messages.parse_messages(query["say"][0]) if "say" in query else ():
                there.handle_message(page, message)
        except messages.Refused as error:
            self._polls.pop(name, None)
            there.remove_page(page)
            return _response(http.HTTPStatus.BAD_REQUEST, f"{error}\n".encode())
        waits = query.get("wait", ["1"])[0] != "0"
        # messages go to the waiting request only, so that they stay in order
        if "say" in query and not waits:
            return _response(http.HTTPStatus.OK, b"", "application/octet-stream")
        parts = page.next_messages(channel.POLL_MOST)
        if not parts and waits:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(page.wake.wait(), WAIT)
            parts = page.next_messages(channel.POLL_MOST)
        page.seen = self.loop.time()
        body = b"".join(len(part).to_bytes(4, "little") + part for part in parts)
        return _response(http.HTTPStatus.OK, body, "application/octet-stream")


async def _send_messages(socket: Any, page: Page) -> None:
    """Send messages as they become available, as long as the socket is open."""
    from websockets.exceptions import ConnectionClosed

    with contextlib.suppress(ConnectionClosed):
        while True:
            await page.wake.wait()
            page.wake.clear()
            while (message := page.outbox.next_message()) is not None:
                if socket.transport.is_closing():  # a write failed, and asyncio warns of each later one
                    return
                await socket.send(message)
            if page.leaving:
                await socket.close(1001, "closed")
                return


def _silent_logger() -> logging.Logger:
    """Return a logger for websockets without output, to hide connection errors of others."""
    logger = logging.getLogger("gelenk.viewer.websockets")
    logger.propagate = False
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    return logger


def _response(
    status: http.HTTPStatus, body: bytes, kind: str = KINDS[".txt"], everywhere: bool = False
) -> Any:
    """Return a response; ``everywhere``: other hosts may show it in a frame."""
    from websockets.datastructures import Headers
    from websockets.http11 import Response

    headers = Headers(
        {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Content-Security-Policy": POLICY + FRAMES + (" https:" if everywhere else ""),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, body)


def _file_response(path: str, everywhere: bool) -> Any:
    """Return a file of the page by its name."""
    name = path or "page.html"
    if name == "page.html" and page_bundle.at_work():
        return _response(http.HTTPStatus.OK, BUNDLING.encode(), KINDS[".html"], everywhere)
    there = {entry.name: entry for entry in BUILT.iterdir() if entry.is_file()} if BUILT.is_dir() else {}
    if name in there and there[name].suffix in KINDS:
        return _response(http.HTTPStatus.OK, there[name].read_bytes(), KINDS[there[name].suffix], everywhere)
    if name == "page.html":
        return _response(http.HTTPStatus.SERVICE_UNAVAILABLE, NO_PAGE.encode())
    return _response(http.HTTPStatus.NOT_FOUND, b"no such page\n")


def is_local(host: str) -> bool:
    """Return whether only this computer reaches an interface."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def as_json(message: dict[str, Any]) -> str:
    """Return a message to Python in the format of pages, for tests."""
    return json.dumps(message)
