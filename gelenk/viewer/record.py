"""Recorder of a run as one HTML file: the page, and its messages with times.

Documents: design / Recordings

The file only needs a browser. Pictures are recorded at 30 per second; every ten seconds one is full, so that the page
can seek to it.
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
from gelenk.toolchain.thread_start import new_lock
from gelenk.viewer import page_bundle
from gelenk.viewer.page_state import RECORDED, Offer, Outbox
from gelenk.viewer.server import BUILT, NO_PAGE

MAGIC, PLACE = b"GELENKR1", "gelenk-recording"
RATE, WHOLE = 30.0, 10.0


class Stream:
    """The records of a run in a temporary file.

    rate    maximum number of pictures per second
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

    def record(self, offer: Offer, now: float | None = None, last: bool = False) -> None:
        """Record the changes of an offer at time ``now`` [s]; the ``last`` one always.

        now   of any clock; None: of time.perf_counter
        """
        now = time.perf_counter() if now is None else now
        same = self._box.offer is not None and offer.serial == self._box.offer.serial
        if same and not last and now - self._last < 1 / self.rate:
            return
        self._start = now if self._start is None else self._start
        self._last, self._box.offer = now, offer
        if now - self._whole > WHOLE:
            self._whole = now
            self._box.request_full_picture()
        while (message := self._box.next_message()) is not None:
            self._packed.write(struct.pack("<dI", now - self._start, len(message)) + message)
            self.count += 1

    def finish(self) -> bytes:
        """Return all compressed records; afterwards none can be added."""
        self._packed.close()
        self._file.seek(0)
        return self._file.read()


def recording_html(packed: bytes) -> str:
    """Return the page with a recording as one HTML file.

    Errors   gelenk.Error: this installation has no page
    """
    return page_with(f'<script type="text/plain" id="{PLACE}">{base64.b64encode(packed).decode()}</script>')


def page_with(elements: str) -> str:
    """Return the page as one HTML file, with further elements before its script.

    Errors   gelenk.Error: this installation has no page
    """
    page = BUILT / "page.html"
    if not page.is_file():
        raise Error(NO_PAGE.strip())
    text = page.read_text(encoding="utf-8")
    text = re.sub(r'<link[^>]*rel="?stylesheet"?[^>]*href="\./([\w.-]+)"[^>]*>', _inline_style, text)
    found = re.findall(r'<script[^>]*src="\./([\w.-]+)"[^>]*></script>', text)
    text = re.sub(r'<script[^>]*src="\./[\w.-]+"[^>]*></script>', "", text)
    # module scripts run after the page has loaded, so they come last
    scripts = "".join(f'<script type="module">{inline_script(name)}</script>' for name in found)
    head, end, tail = text.rpartition("</body>")
    if not end:
        head, tail = text, ""
    return head + elements + scripts + end + tail


def _inline_style(match: "re.Match[str]") -> str:
    return f"<style>{(BUILT / match.group(1)).read_text(encoding='utf-8')}</style>"


def inline_script(name: str) -> str:
    """Return the text of a script of the bundle, for an element."""
    # in a script element only this text could end the element early
    return (BUILT / name).read_text(encoding="utf-8").replace("</script", "<\\/script")


class Recorder:
    """A recorder that writes a run to an HTML file, at the latest when the program ends.

    path   the file
    rate   maximum number of pictures per second
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
            page_bundle.ready()
        recording_html(b"")  # raises now, not at the end, if there is no page
        self.stream = Stream(rate)
        self._session: Any = None
        self._lock: Any = new_lock(threading.RLock)

    def attach(self, session: Any, lock: Any = None) -> "Recorder":
        """Record the offers of a session; ``lock`` guards it."""
        self._session, self._lock = session, lock or self._lock
        session.recorders.append(self.stream.record)
        atexit.register(self.close)
        return self

    def close(self) -> None:
        """Write the file."""
        with self._lock:
            session, self._session = self._session, None
            if session is None:
                return
            try:
                session.show()  # the final state
                self.stream.record(session.offer, last=True)
            except Exception:  # an error of the program's scene: keep everything recorded before
                traceback.print_exc()
            session.recorders.remove(self.stream.record)
        atexit.unregister(self.close)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(recording_html(self.stream.finish()))
