"""A Chromium browser for tests of the viewer's page, and programs that serve models to it.

Tests that need a browser are skipped if there is none; GELENK_BROWSER=1 makes its absence an error (.ci/run).
"""

import base64
import contextlib
import io
import os
import queue
import shutil
import socket
import threading
import time
import urllib.parse

import numpy as np
import pytest

REQUIRED = os.environ.get("GELENK_BROWSER") == "1"
WIDTH, HEIGHT = 560, 340  # of the page [CSS pixel]
QUICK = "&embed=1&shadow=0&aa=0&webgl=1&look=0"  # settings for a browser without a graphics card
SOFTWARE_WEBGL = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")
NO_WEBGL = ("--disable-gpu", "--disable-software-rasterizer")  # as without a graphics card
FLAGS = (
    *("--headless=new", "--no-sandbox"),
    *(
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--window-size=900,700",
        "--disable-background-networking",
    ),
    *("--disable-component-update", "--no-first-run", "--disable-renderer-backgrounding"),
)
PATIENCE = 60.0  # [s]: many processes may share two cores


def missing() -> str:
    """Return why tests cannot use a browser, "" if they can."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "selenium is not installed"
    if not shutil.which("chromedriver") or not _chromium():
        return "no chromium with its chromedriver here (Debian: apt install chromium chromium-driver)"
    from gelenk.viewer import page_bundle

    return "" if page_bundle.ready() is not None else page_bundle.WANTED


def _chromium():
    return next(
        (
            found
            for name in ("chromium", "chromium-browser", "google-chrome")
            if (found := shutil.which(name))
        ),
        None,
    )


def start(webgl=True, logged=True):
    """Return a browser that selenium drives.

    webgl    whether it draws WebGL, by software
    logged   whether it logs what pages send and receive, which takes time
    """
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    for flag in (*FLAGS, *(SOFTWARE_WEBGL if webgl else NO_WEBGL)):
        options.add_argument(flag)
    options.binary_location = _chromium()
    if logged:
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    made.set_script_timeout(PATIENCE)
    return made


def or_skip():
    """Skip this test if there is no browser, or fail if browsers are required."""
    reason = missing()
    if reason and REQUIRED:
        pytest.fail(f"GELENK_BROWSER=1, but {reason}")
    if reason:
        pytest.skip(reason)


class Page:
    """One tab that shows the viewer."""

    def __init__(self, driver, address, more=QUICK, size=(WIDTH, HEIGHT)):
        self.driver, self.address = driver, address
        self.resize(*size)
        driver.get(address + more)
        self.window = driver.current_window_handle

    def resize(self, width=WIDTH, height=HEIGHT):
        sizes = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", sizes)

    def js(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    @property
    def state(self):
        return self.js("return gelenk.state()")

    def wait(self, text, patience=PATIENCE):
        """Wait until a JavaScript expression is true, and return its value."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            with contextlib.suppress(Exception):
                if found := self.js(f"return window.gelenk && ({text})"):
                    return found
            time.sleep(0.1)
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        raise AssertionError(
            f"not within {patience} s: {text}; {self.js('return window.gelenk && gelenk.state()')}; {said[-5:]}"
        )

    def shown(self):
        """Wait until the screen shows a picture; return the page."""
        self.wait("gelenk.state().connected && gelenk.state().frames > 1 && gelenk.state().number > 0")
        return self

    def drawn(self):
        """Wait until the program's last change is drawn: none is pending, or three are newer."""
        first = self.state["number"]
        while True:
            self.wait(f"gelenk.state().settled || gelenk.state().number > {first + 3}")
            before = self.state["number"]
            self.echo()
            self.echo()  # the picture of the first answer has arrived before the second answer
            now = self.state["number"]
            if now > first + 3 or (now == before and self.state["settled"]):
                return

    def echo(self):
        """Wait until the program has received and answered all earlier messages of the page."""
        self.echoes = getattr(self, "echoes", 0) + 1
        self.js("gelenk.send({kind: 'set', id: 'watch/index', value: arguments[0]})", str(self.echoes))
        self.wait(f"gelenk.rows().find(row => row.id === 'watch/index').value === '{self.echoes}'")

    def picture(self):
        """Return the canvas as an array (height, width, 3)."""
        from PIL import Image

        text = self.driver.execute_async_script(
            "const done = arguments[0]; gelenk.screenshot().then(blob => { const r = new FileReader();"
            "r.onload = () => done(r.result.split(',')[1]); r.readAsDataURL(blob); });"
        )
        return np.asarray(Image.open(io.BytesIO(base64.b64decode(text))).convert("RGB"))

    def hand(self):
        """Return selenium actions without delays; keys and pointers act one after the other."""
        from selenium.webdriver import ActionChains

        return ActionChains(self.driver, 0)

    def hold(self, key, down=True):
        """Press a key without releasing it, or release it."""
        hand = self.hand()
        (hand.key_down if down else hand.key_up)(key)
        hand.perform()

    def press(self, button, down=True):
        """Press a mouse button without releasing it, or release it."""
        hand = self.hand()
        pointer = hand.w3c_actions.pointer_action
        (pointer.pointer_down if down else pointer.pointer_up)(button=button)
        hand.w3c_actions.perform()

    def go(self, *points):
        """Move the pointer to points in CSS pixels, with one event for each."""
        hand = self.hand()
        for x, y in points:
            hand.w3c_actions.pointer_action.move_to_location(round(x), round(y))
        hand.w3c_actions.perform()

    def double_click(self, x, y):
        self.go((x, y))
        self.hand().double_click().perform()

    def project(self, point):
        found = self.js("return gelenk.project(arguments[0])", [float(x) for x in point])
        return found["x"], found["y"]

    def errors(self):
        """Return the errors in the console of the page."""
        said = [e["message"] for e in self.driver.get_log("browser") if e["level"] == "SEVERE"]
        return [text for text in said if "favicon" not in text]


class Program:
    """`launch` in a separate thread: steps a model until it is told to quit."""

    def __init__(self, m, d, loader=None, **settings):
        from gelenk.viewer.endpoint import Settings
        from gelenk.viewer.handle import run_view

        self.m, self.d = m, d
        said = queue.SimpleQueue()
        chosen = Settings(**{"port": 0, "browser": False, **settings})
        arguments = ((m, d), loader, chosen)
        self.thread = threading.Thread(target=run_view, args=arguments, kwargs={"say": said.put}, daemon=True)
        self.thread.start()
        self.address = said.get(timeout=PATIENCE)

    @property
    def server(self):
        """Return the server of the viewer."""
        from gelenk.viewer import endpoint

        port = urllib.parse.urlsplit(self.address).port
        return next(server for server in endpoint._servers.values() if server.port == port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        from gelenk.viewer import endpoint

        for server in list(endpoint._servers.values()):
            for channel in list(server.channels.values()):
                channel._queue_message(channel.control, {"kind": "set", "id": "file/quit", "value": True})
        self.thread.join(PATIENCE)


class Forward:
    """A port that forwards to another port, and whose connections can be cut."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port, self.to, self.pairs, self.open = self.listener.getsockname()[1], 0, [], True
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if not self.open:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.to))
            self.pairs += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(1 << 16):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self):
        """Close all open connections, and refuse new ones."""
        self.open = False
        for end in self.pairs:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.pairs = []

    def close(self):
        self.cut()
        self.listener.close()
