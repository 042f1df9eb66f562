"""A run as one HTML file: the page, and all that it would have been sent, with times.

Documents: design / Recordings

The file needs nothing but a browser. Pictures are those that a page would have got at 30 a second; every ten seconds
one is whole, so that the page can go there.
"""

import atexit
import base64
import errno
import gzip
import os
import re
import struct
import tempfile
import threading
import time
import traceback
from typing import Any

from gelenk.errors import Error, short
from gelenk.runtime.assignment import file_name
from gelenk.runtime.locks import new_lock
from gelenk.viewer.page import build
from gelenk.viewer.page_cameras import RECORDED
from gelenk.viewer.page_state import Offer, Outbox
from gelenk.viewer.server import BUILT, NO_PAGE

MAGIC, PLACE = b"GELENKR1", "gelenk-recording"
RATE, WHOLE = 30.0, 10.0


class Stream:
    """The records of a run in a file that is kept until they are written out.

    rate    pictures a second at most
    """

    def __init__(self, rate: float = RATE) -> None:
        self.rate = rate
        self._box = Outbox(RECORDED, flow=False)
        self._file = tempfile.TemporaryFile(prefix="gelenk-recording-")  # noqa: SIM115 (kept)
        self._packed = gzip.GzipFile(fileobj=self._file, mode="wb", compresslevel=6, mtime=0)
        self._packed.write(MAGIC)
        self._start: float | None = None
        self._last = self._whole = -1e9
        self.count = 0

    def take(self, offer: Offer, now: float | None = None, last: bool = False) -> None:
        """Record what is new in an offer, at a time [s] of any clock; the ``last`` one however soon it comes."""
        now = time.perf_counter() if now is None else now
        same = self._box.offer is not None and offer.serial == self._box.offer.serial
        if same and not last and now - self._last < 1 / self.rate:
            return
        self._start = now if self._start is None else self._start
        self._last, self._box.offer = now, offer
        if now - self._whole > WHOLE:
            self._whole = now
            self._box.whole()
        while (message := self._box.next()) is not None:
            self._packed.write(struct.pack("<dI", now - self._start, len(message)) + message)
            self.count += 1

    def bytes(self) -> bytes:
        """All records, compressed; nothing can be added afterwards."""
        self._packed.close()
        self._file.seek(0)
        return self._file.read()


def html(packed: bytes) -> str:
    """The page with a recording in it, as one file.

    Errors   gelenk.Error: there is no page in this installation
    """
    page = BUILT / "page.html"
    if not page.is_file():
        raise Error(NO_PAGE.strip())
    text = page.read_text(encoding="utf-8")
    text = re.sub(r'<link[^>]*rel="?stylesheet"?[^>]*href="\./([\w.-]+)"[^>]*>', _style, text)
    found = re.findall(r'<script[^>]*src="\./([\w.-]+)"[^>]*></script>', text)
    text = re.sub(r'<script[^>]*src="\./[\w.-]+"[^>]*></script>', "", text)
    data = f'<script type="text/plain" id="{PLACE}">{base64.b64encode(packed).decode()}</script>'
    # scripts that are modules run when the page is there, and so come last
    scripts = "".join(f'<script type="module">{_script(name)}</script>' for name in found)
    head, end, tail = text.rpartition("</body>")
    if not end:
        head, tail = text, ""
    return head + data + scripts + end + tail


def _style(match: "re.Match[str]") -> str:
    return f"<style>{(BUILT / match.group(1)).read_text(encoding='utf-8')}</style>"


def _script(name: str) -> str:
    # the only text that would end the element early
    return (BUILT / name).read_text(encoding="utf-8").replace("</script", "<\\/script")


class Recorder:
    """Writes a run to an HTML file; closed with the program at the latest.

    path   the file
    rate   pictures a second at most
    """

    def __init__(self, path: str | os.PathLike[str], rate: float = RATE) -> None:
        self.path = file_name("path", path)
        try:
            folder = os.path.dirname(os.path.abspath(self.path))
        except FileNotFoundError:
            raise Error(f"record: the working folder of {short(self.path, 300)!r} has been deleted") from None
        if not os.path.isdir(folder):
            raise FileNotFoundError(errno.ENOENT, "record: there is no folder", folder)
        if not (BUILT / "page.html").is_file():
            build.ready()
        html(b"")  # says now, not at the end, that there is no page
        self.stream = Stream(rate)
        self._session: Any = None
        self._lock: Any = new_lock(threading.RLock)

    def attach(self, session: Any, lock: Any = None) -> "Recorder":
        """Record what a session offers; ``lock`` guards it."""
        self._session, self._lock = session, lock or self._lock
        session.recorders.append(self.stream.take)
        atexit.register(self.close)
        return self

    def close(self) -> None:
        """Write the file."""
        with self._lock:
            session, self._session = self._session, None
            if session is None:
                return
            try:
                session.show()  # how it ended
                self.stream.take(session.offer, last=True)
            except Exception:  # of a scene that the program has made: what came before it is kept
                traceback.print_exc()
            session.recorders.remove(self.stream.take)
        atexit.unregister(self.close)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(html(self.stream.bytes()))
