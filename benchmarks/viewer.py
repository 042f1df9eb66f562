"""Cost of the viewer beside the physics: frame rate, CPU time, first frame, input latency.

    python benchmarks/viewer.py [--seconds 3] [--turns 3] [--only 22] [--no-browser | --pictures | --exported]

A separate process stands in for the page: it receives messages and acknowledges each frame at once, so that all work
except drawing is done. CPU time is that of the simulating process, with and without a page in alternating turns; the
difference is the cost of the viewer. In the middle of a turn a switch is pressed, and the time until the frame that
shows the change is measured. In a last turn a second page takes two frames per second, which must not slow the first.

With Chromium and chromedriver, a second table measures the page itself, without its draw calls: frame rate, time from
the request to the first frame, which is drawn in full, and from a click that selects a body to the frame that shows the
selection. The whole run takes about three minutes.

--pictures measures `gelenk view` of each shipped model, moved by its controller, in a page without a graphics card,
which shows the program's own pictures: pictures a second at 1280x737 where the browser has no WebGL and where software
draws its WebGL, and the time from the request to the first picture.

--exported measures pages of `gelenk export`, which simulate in the browser: size, seconds simulated a second, and
pictures a second of a page at 560x340 without its draw calls, as with a graphics card, and with WebGL by software.
"""

import argparse
import json
import multiprocessing
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(1, str(ROOT))

import gelenk  # noqa: E402
from gelenk.viewer import endpoint, handle  # noqa: E402

SCREEN = (1280, 737)  # of the page [pixel]


def boxes(count):
    """Return MJCF of boxes that move without touching."""
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
    """Return name -> function that returns model and data."""

    def load(m, stir=0.0):
        d = gelenk.MjData(m)
        d.qvel[:] = stir * np.random.default_rng(0).normal(size=m.nv)
        return m, d

    from gelenk import models

    return {
        "1 humanoid": lambda: load(gelenk.MjModel.from_xml_path(str(models.path("humanoid")))),
        "22 humanoids": lambda: load(gelenk.MjModel.from_xml_path(str(models.path("humanoids22")))),
        "2,000 moving geoms": lambda: load(gelenk.MjModel.from_xml_string(boxes(2000)), 0.5),
    }


def page(address, orders, answers, pause=0.0):
    """Stand in for a page: on request, receive frames for some seconds and report statistics.

    pause   time per frame [s]
    """
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
                time.sleep(pause)
                socket.send(json.dumps({"kind": "ack", "number": head["number"]}))
                if sent and delay is None and "scene" in head:
                    delay = now - sent
                if not pause and sent is None and now - start > seconds / 2:
                    socket.send(json.dumps({"kind": "set", "id": "rendering/rnd/wireframe", "value": True}))
                    sent = now
            if not pause:
                socket.send(json.dumps({"kind": "set", "id": "rendering/rnd/wireframe", "value": False}))
        answers.put((first, frames / (seconds - first), size / seconds / 1e3, delay))


def measure(name, load, seconds, turns):
    """Measure one row of the table."""
    m, d = load()
    context = multiprocessing.get_context("spawn")
    orders, answers = context.Queue(), context.Queue()
    ready = threading.Event()
    box = {}

    def say(address):
        box["address"] = address
        ready.set()

    loop = threading.Thread(
        target=handle.run_view, args=((m, d), None, endpoint.Settings()), kwargs={"say": say}, daemon=True
    )
    loop.start()
    ready.wait()
    child = context.Process(target=page, args=(box["address"], orders, answers), daemon=True)
    slow_orders, slow_answers = context.Queue(), context.Queue()
    slow = context.Process(target=page, args=(box["address"], slow_orders, slow_answers, 0.5), daemon=True)
    child.start()
    slow.start()
    alone, shown, seen = [], [], []
    orders.put(1.0)
    answers.get()  # compile and allocate outside of the measurement
    for _ in range(turns):
        alone.append(spent(lambda: time.sleep(seconds)))
        shown.append(spent(lambda: (orders.put(seconds), seen.append(answers.get()))))
    orders.put(seconds)
    slow_orders.put(seconds)
    together, slowly = answers.get()[1], slow_answers.get()[1]
    for process, line in ((child, orders), (slow, slow_orders)):
        line.put(None)
        process.join(10)
    row(name, alone, shown, seen, together, slowly)


def row(name, alone, shown, seen, together, slowly):
    """Print a row: medians of the turns."""
    middle = statistics.median
    first, rate, size, delay = (middle([turn[k] for turn in seen if turn[k] is not None]) for k in range(4))
    before, after = middle(alone), middle(shown)
    print(
        f"| {name} | {rate:.0f} | {100 * before:.0f} -> {100 * after:.0f} | {100 * (after - before):.1f} | {size:,.0f} "
        f"| {first:.2f} | {1e3 * delay:.0f} | {together:.0f} ({slowly:.1f}) |"
    )
    sys.stdout.flush()


# selects the body of a row, or none, several times: time from the message to the frame that shows it [ms]
CLICKS = """
const [count, row, done] = arguments, found = [], canvas = document.getElementById('view').getBoundingClientRect();
const place = () => {
  const at = gelenk.project(gelenk.position(row));
  return {x: at.x / canvas.width, y: 1 - at.y / canvas.height, aspect: canvas.width / canvas.height};
};
const frame = () => new Promise(requestAnimationFrame);
(async () => {
  for (let k = 0; k < count; k++) {
    const on = k % 2 === 0, start = performance.now(), till = start + 2000;
    gelenk.send({kind: 'select', ...place(), ...(on ? {} : {x: 0.001, y: 0.999})});
    while ((gelenk.state().selected > 0) !== on && performance.now() < till) await frame();
    found.push(performance.now() - start);
    for (let n = 0; n < 5; n++) await frame();
  }
  done(found);
})();
"""
FIRST = """
const done = arguments[0], look = () => window.gelenk?.state().frames && gelenk.state().ngeom ? done(performance.now())
  : requestAnimationFrame(look);
look();
"""


def in_browser(driver, name, load, seconds, turns):
    """Print a row of the table of the page itself: medians of the turns."""
    from tests.support import browser

    m, d = load()
    found = []
    with browser.Program(m, d) as program:
        for _ in range(turns):
            opened = browser.Page(driver, program.address, "&embed=1&shadow=0&aa=0&webgl=1", (1280, 720))
            first = driver.execute_async_script(FIRST)
            opened.js("gelenk.stub(true)")
            opened.drawn()
            before, start = opened.state["frames"], time.perf_counter()
            time.sleep(seconds)
            rate = (opened.state["frames"] - before) / (time.perf_counter() - start)
            clicks = driver.execute_async_script(CLICKS, 20, opened.state["ngeom"] // 2)
            found.append((rate, first / 1e3, *np.percentile(clicks, (50, 90))))
    rate, first, typical, slow = np.median(found, axis=0)
    print(f"| {name} | {rate:.0f} | {first:.2f} | {typical:.0f} | {slow:.0f} |")
    sys.stdout.flush()


PICTURE = """
const done = arguments[0], look = () => window.gelenk?.state().images ? done(performance.now())
  : requestAnimationFrame(look);
look();
"""


def in_program(driver, name, seconds, turns):
    """Return pictures a second and the time of the first one, medians of the turns."""
    from tests.support import browser

    command = [sys.executable, "-m", "gelenk", "view", name, "--port", "0", "--no-browser"]
    found = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as program:
        try:
            address = next(
                word for line in program.stdout for word in line.split() if word.startswith("http")
            )
            for _ in range(turns):
                opened = browser.Page(driver, address, "", SCREEN)
                first = driver.execute_async_script(PICTURE)
                opened.wait("gelenk.state().time > 0.2")
                before, start = opened.state["images"], time.perf_counter()
                time.sleep(seconds)
                rate = (opened.state["images"] - before) / (time.perf_counter() - start)
                found.append((rate, first / 1e3))
        finally:
            program.terminate()
    return np.median(found, axis=0)


def picture_table(only, seconds, turns):
    """Print the table of pictures that the program draws, if Chromium is found."""
    from gelenk import models
    from tests.support import browser

    if reason := browser.missing():
        print(f"No table: {reason}")
        return
    print("| `gelenk view` | pictures/s without WebGL | with WebGL of software | first picture [s] |")
    print("|---|---|---|---|")
    drivers = [browser.start(webgl, logged=False) for webgl in (False, True)]
    try:
        for name in models.names():
            if only in name:
                (bare, first), (drawn, later) = (
                    in_program(driver, name, seconds, turns) for driver in drivers
                )
                print(f"| {name} | {bare:.0f} | {drawn:.0f} | {max(first, later):.2f} |", flush=True)
    finally:
        for driver in drivers:
            driver.quit()


def in_page(driver, path, seconds, turns):
    """Return seconds simulated a second and pictures a second, without and with draw calls; medians of the turns."""
    from tests.support import browser

    found = []
    for _ in range(turns):
        opened = browser.Page(driver, f"file://{path}", "?" + browser.QUICK).shown()
        row = []
        for stub in (True, False):
            opened.js("gelenk.stub(arguments[0])", stub)
            time.sleep(1)
            before, start = opened.state, time.perf_counter()
            time.sleep(seconds)
            after, spent = opened.state, time.perf_counter() - start
            row += [(after[name] - before[name]) / spent for name in ("time", "number", "frames")]
        found.append(row)
    return np.median(found, axis=0)


def exported_table(only, seconds, turns):
    """Print the table of exported pages, if Chromium is found."""
    from gelenk import models
    from gelenk.viewer import export
    from tests.support import browser

    if reason := browser.missing():
        print(f"No table: {reason}")
        return
    print(
        "| `gelenk export` | MB | not drawn: s/s | states/s | pictures/s | by software: s/s | states/s | pictures/s |"
    )
    print("|---|---|---|---|---|---|---|---|")
    driver = browser.start(logged=False)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name in models.names():
                if only in name:
                    path = Path(folder) / "page.html"
                    export.export(models.load(name), path)
                    row = in_page(driver, path, seconds, turns)
                    rates = " | ".join(f"{x:.2f}" if k % 3 == 0 else f"{x:.0f}" for k, x in enumerate(row))
                    print(f"| {name} | {path.stat().st_size / 1e6:.2f} | {rates} |", flush=True)
    finally:
        driver.quit()


def browser_table(wanted, seconds, turns):
    """Print the table of the page itself, if Chromium is found."""
    from tests.support import browser

    if reason := browser.missing():
        print(f"\nNo table of the page itself: {reason}")
        return
    driver = browser.start()
    print(
        "\n| in Chromium, not drawn | pictures/s | first picture [s] | click to picture [ms] | 90 % under [ms] |"
    )
    print("|---|---|---|---|---|")
    try:
        for name, load in wanted.items():
            in_browser(driver, name, load, seconds, turns)
    finally:
        driver.quit()


def spent(work):
    """Return the CPU time of this process during ``work``, in cores."""
    clock, cpu = time.perf_counter(), time.process_time()
    work()
    return (time.process_time() - cpu) / (time.perf_counter() - clock)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", default="")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--exported", action="store_true")
    options = parser.parse_args()
    if options.exported:
        exported_table(options.only, options.seconds, options.turns)
        return
    if options.pictures:
        picture_table(options.only, options.seconds, options.turns)
        return
    wanted = {name: load for name, load in scenes().items() if options.only in name}
    print(
        "| scene | pictures/s | CPU alone -> shown [% of a core] | viewer [%] | kB/s | first picture [s] "
        "| pointer to picture [ms] | pictures/s beside a slow page (its own) |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for name, load in wanted.items():
        measure(name, load, options.seconds, options.turns)
    if not options.no_browser:
        browser_table(wanted, options.seconds, options.turns)


if __name__ == "__main__":
    main()
