"""What the viewer costs beside the physics: pictures a second, processor time, first picture, from pointer to picture.

    python benchmarks/viewer.py [--seconds 4] [--turns 3] [--only 22]

A process of its own stands in for the page: it takes what it is sent and acknowledges each picture at once, so that
all of the work but drawing is done. Processor time is that of the whole process that simulates, with a page and
without one in turns: what it is more with a page is the viewer's. In the middle of a turn a switch is pressed, and the
time until the picture that shows it is measured.
"""

import argparse
import json
import multiprocessing
import statistics
import sys
import threading
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(1, str(ROOT))

import gelenk  # noqa: E402
from gelenk.viewer import handle, place  # noqa: E402

SCENES = ROOT / "scenes"


def boxes(count):
    """Boxes that move without touching."""
    alone = "contype='0' conaffinity='0'"
    bodies = "".join(
        f"<body pos='{i % 50} {i // 50} 1'><freejoint/><geom type='box' size='.2 .2 .2' {alone}/></body>"
        for i in range(count)
    )
    plane = "<geom type='plane' size='0 0 1'/>"
    return (
        f"<mujoco><option gravity='0 0 0' timestep='0.016'/><worldbody>{plane}{bodies}</worldbody></mujoco>"
    )


def scenes():
    """Name -> model and data."""

    def load(m, stir=0.0):
        d = gelenk.MjData(m)
        d.qvel[:] = stir * np.random.default_rng(0).normal(size=m.nv)
        return m, d

    from gelenk import models

    return {
        "1 humanoid": lambda: load(gelenk.MjModel.from_xml_path(str(models.path("humanoid")))),
        "22 humanoids": lambda: load(gelenk.MjModel.from_xml_path(str(SCENES / "humanoids22.xml"))),
        "2,000 moving geoms": lambda: load(gelenk.MjModel.from_xml_string(boxes(2000)), 0.5),
    }


def page(address, orders, answers):
    """The stand-in for a page: on order, looks for some seconds and says what it saw."""
    from websockets.sync.client import connect

    url = address.replace("http", "ws", 1).replace("/?", "/socket?", 1)
    while (seconds := orders.get()) is not None:
        start = time.perf_counter()
        first, frames, size, delay, sent = None, 0, 0, None, None
        with connect(url, max_size=None, compression=None, legacy=True) as socket:
            socket.send(json.dumps({"kind": "size", "width": 1280, "height": 720}))
            while time.perf_counter() - start < seconds:
                raw = socket.recv(timeout=30)
                n = int.from_bytes(raw[:4], "little")
                head = json.loads(raw[4 : 4 + n])
                size += len(raw)
                if head["kind"] != "frame":
                    continue
                now = time.perf_counter()
                first = first or now - start
                frames += 1
                socket.send(json.dumps({"kind": "ack", "number": head["number"]}))
                if sent and delay is None and "scene" in head:
                    delay = now - sent
                if sent is None and now - start > seconds / 2:
                    socket.send(json.dumps({"kind": "set", "id": "rendering/rnd/wireframe", "value": True}))
                    sent = now
            socket.send(json.dumps({"kind": "set", "id": "rendering/rnd/wireframe", "value": False}))
        answers.put((first, frames / (seconds - first), size / seconds / 1e3, delay))


def measure(name, load, seconds, turns):
    """One row of the table."""
    m, d = load()
    context = multiprocessing.get_context("spawn")
    orders, answers = context.Queue(), context.Queue()
    ready = threading.Event()
    box = {}

    def say(address):
        box["address"] = address
        ready.set()

    loop = threading.Thread(
        target=handle.run, args=((m, d), None, place.Settings()), kwargs={"say": say}, daemon=True
    )
    loop.start()
    ready.wait()
    child = context.Process(target=page, args=(box["address"], orders, answers), daemon=True)
    child.start()
    alone, shown, seen = [], [], []
    orders.put(1.0)
    answers.get()  # what is compiled and made once
    for _ in range(turns):
        alone.append(spent(lambda: time.sleep(seconds)))
        shown.append(spent(lambda: (orders.put(seconds), seen.append(answers.get()))))
    orders.put(None)
    child.join(10)
    middle = statistics.median
    first, rate, size, delay = (middle([row[k] for row in seen if row[k] is not None]) for k in range(4))
    before, after = middle(alone), middle(shown)
    print(
        f"| {name} | {rate:.0f} | {100 * before:.0f} -> {100 * after:.0f} | {100 * (after - before):.1f} | {size:,.0f} "
        f"| {first:.2f} | {1e3 * delay:.0f} |"
    )
    sys.stdout.flush()


def spent(work):
    """Processor time of this process while ``work`` is done, in cores."""
    clock, cpu = time.perf_counter(), time.process_time()
    work()
    return (time.process_time() - cpu) / (time.perf_counter() - clock)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print(
        "| scene | pictures/s | CPU alone -> shown [%] | viewer [%] | kB/s | first picture [s] | to picture [ms] |"
    )
    print("|---|---|---|---|---|---|---|")
    for name, load in scenes().items():
        if options.only in name:
            measure(name, load, options.seconds, options.turns)


if __name__ == "__main__":
    main()
