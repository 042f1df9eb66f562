"""A page without a browser: speaks the protocol over a socket, and rebuilds scenes from what it is sent."""

import contextlib
import json
import time

import numpy as np
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from gelenk.viewer import messages

BINARY = {"max_size": None, "compression": None, "legacy": True, "max_queue": None, "close_timeout": 2}


PATIENCE = 60.0  # seconds: two cores may be shared by many


def until(condition, seconds=PATIENCE):
    """Wait until something holds in this process."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.005)


def socket_address(address):
    """The address of the socket of a page."""
    return address.replace("http", "ws", 1).replace("/?", "/socket?", 1)


class Rebuilt:
    """The rows of a scene as a page keeps them."""

    def __init__(self):
        self.look_i, self.look_f = np.zeros((0, 12), np.int32), np.zeros((0, 13), np.float32)
        self.pose, self.labels = np.zeros((0, 7), np.float32), {}
        self.soft, self.head, self.lights, self.number = {}, {"time": -1.0}, (), 0

    def take(self, head, arrays):
        """Apply a frame."""
        if head.get("full"):
            self.__init__()
        n = head["ngeom"]
        for name, width in (("look_i", 12), ("look_f", 13), ("pose", 7)):
            old = getattr(self, name)
            new = np.zeros((n, width), old.dtype)
            new[: min(n, len(old))] = old[:n]
            setattr(self, name, new)
        if "look_at" in arrays:
            self.look_i[arrays["look_at"]] = arrays["look_i"]
            self.look_f[arrays["look_at"]] = arrays["look_f"]
        if "moved" in arrays:
            self.pose[arrays["moved"]] = arrays["pose"]
        self.labels = {i: t for i, t in self.labels.items() if i < n}
        self.labels |= dict(map(tuple, head.get("labels", ())))
        if "light_i" in arrays:
            self.lights = arrays["light_i"], arrays["light_f"]
        self.soft |= {k: v for k, v in arrays.items() if k.startswith(("flex", "skin"))}
        self.head |= {k: v for k, v in head.items() if k not in ("arrays", "full", "labels")}
        self.number = head["number"]

    def same(self, picture):
        """Whether it is a picture, number for number."""
        labels = {}
        if picture.label is not None:
            labels = {i: t.decode() for i, t in enumerate(picture.label) if t}
        return (
            np.array_equal(self.look_i, picture.look_i)
            and np.array_equal(self.look_f, picture.look_f)
            and np.array_equal(self.pose, picture.pose)
            and {i: t for i, t in self.labels.items() if t} == labels
            and np.array_equal(self.lights[0], picture.light_i)
            and np.array_equal(self.lights[1], picture.light_f)
            and all(np.array_equal(self.soft[name], values) for name, values in picture.soft.items())
            and self.head["scene"] == dict(picture.scene)
            and self.head["time"] == picture.time
        )


class Page:
    """A page on a socket: ``pump`` reads what comes, ``say`` sends a message."""

    def __init__(self, address, acknowledge=True):
        self.socket = connect(socket_address(address), **BINARY)
        self.acknowledge = acknowledge
        self.scene, self.model, self.rows, self.values = Rebuilt(), None, {}, {}
        self.assets, self.overlays, self.role, self.errors = {}, {}, {}, []
        self.downloads, self.copies, self.pictures, self.frames = {}, [], [], []
        self.bye = self.camera = None
        self.echoes = 0

    def say(self, kind, **message):
        """Send a message."""
        self.socket.send(json.dumps({"kind": kind} | message))

    def set(self, name, value):
        """Set a row."""
        self.say("set", id=name, value=value)

    def key(self, code, mods=0, **more):
        """Press a key."""
        self.say("key", code=code, mods=mods, down=True, **more)

    def hear(self, raw):
        """Take a message over."""
        head, arrays = messages.unpack(raw)
        kind = head["kind"]
        if kind == "model":
            self.model, self.scene = head, Rebuilt()
            self.assets = {}
            self.rows = {row["id"]: row for row in head["panel"]}
            self.values = {row["id"]: row.get("value") for row in head["panel"]}
        elif kind == "panel":
            self.values |= head["values"]
            self.rows |= {row["id"]: row for row in head.get("rows", ())}
        elif kind == "asset":
            self.assets[head["asset"], head["id"]] = head, arrays
        elif kind == "frame":
            self.scene.take(head, arrays)
            self.frames.append(head)
            self.camera = head.get("camera", self.camera)
        elif kind == "overlay":
            self.overlays[head["group"]] = head, arrays
        elif kind == "role":
            self.role = head
        elif kind == "error":
            self.errors.append(head)
        elif kind == "download":
            self.downloads[head["name"]] = arrays["data"].tobytes()
        elif kind == "copy":
            self.copies.append(head["text"])
        elif kind == "picture" and "data" in arrays:
            self.pictures.append((head, arrays["data"].tobytes()))
        elif kind == "bye":
            self.bye = head["text"]
        if kind in ("frame", "picture") and self.acknowledge:
            with contextlib.suppress(ConnectionClosed):  # a good-bye may be on its way
                self.say("ack", number=head["number"])
        return head

    def pump(self, until=lambda page: False, seconds=10.0):
        """Read until something is true; AssertionError when it is not in time. Without: what comes in that time."""
        end = time.monotonic() + seconds
        while not until(self):
            left = end - time.monotonic()
            if left <= 0:
                return False
            try:
                self.hear(self.socket.recv(timeout=left))
            except TimeoutError:
                return until(self)
        return True

    def wait(self, until, seconds=PATIENCE, what=""):
        """Read until something is true."""
        assert self.pump(until, seconds), f"it did not come: {what or until}"

    def settle(self):
        """Read until all that was said and given before has been treated, and its pictures have come."""
        for _ in range(2):  # the picture of the first answer came before the second one
            self.echoes += 1
            self.set("watch/index", str(self.echoes))
            self.wait(lambda p, said=str(self.echoes): p.values.get("watch/index") == said)

    def close(self):
        """Leave."""
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
