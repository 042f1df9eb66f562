"""A stub of the proxies of notebook hubs, which forward requests below a prefix to a port.

Proxies of hubs forward Host and Origin unchanged, and WebSockets (jupyter-server-proxy); Colab's proxy forwards only
plain requests of a bounded length.
"""

import contextlib
import socket
import threading
from urllib.parse import urlsplit

LONGEST = 8000  # longest request head that a proxy without WebSockets forwards [bytes]


class Proxy:
    """A proxy at ``address``: forwards ``prefix`` to port ``to``, else serves ``pages``."""

    def __init__(self, prefix="/", sockets=True):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.prefix, self.sockets, self.to, self.pages, self.asked = prefix, sockets, 0, {}, []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def leads_to(self, address):
        """Forward to a viewer; return the viewer's address through the proxy."""
        url = urlsplit(address)
        self.to = url.port
        return f"{self.address}{self.prefix}?{url.query}"

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near):
        with contextlib.suppress(OSError), near:
            head = b""
            while b"\r\n\r\n" not in head and (more := near.recv(1 << 16)):
                head += more
            if head:
                self._answer(near, head)

    def _answer(self, near, head):
        method, path, rest = head.split(b" ", 2)
        at = path.decode()
        self.asked.append(at)
        upgrade = b"upgrade: websocket" in head.lower()
        if not at.startswith(self.prefix) or at.partition("?")[0] in self.pages:
            self._page(near, at)
        elif not self.sockets and (upgrade or len(head) > LONGEST):
            _say(near, "400 Bad Request", "no such request passes here")
        else:
            with socket.create_connection(("127.0.0.1", self.to)) as far:
                far.sendall(b" ".join((method, b"/" + at.removeprefix(self.prefix).encode(), rest)))
                back = threading.Thread(target=_pass, args=(far, near), daemon=True)
                back.start()
                _pass(near, far)
                back.join()

    def _page(self, near, at):
        found = self.pages.get(at.partition("?")[0])
        _say(near, "200 OK" if found else "404 Not Found", found or "no such page")

    def close(self):
        self.listener.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _say(near, status, text):
    body = text.encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}"
    near.sendall(f"{head}\r\nConnection: close\r\n\r\n".encode() + body)


def _pass(one, other):
    with contextlib.suppress(OSError):
        while data := one.recv(1 << 16):
            other.sendall(data)
    with contextlib.suppress(OSError):
        other.shutdown(socket.SHUT_WR)
