"""Viewers of a program end when they should: closed by either side, in children, with the program, or never begun.

Documents: Programming / Visualization; API / Python bindings
"""

import multiprocessing
import os
import subprocess
import sys
import time

import pytest

import gelenk
from gelenk import viewer
from gelenk.viewer import stepping
from tests.viewer.launched import XML, launched
from tests.viewer.page import Page, until

pytestmark = pytest.mark.usefixtures("no_browser")


def test_it_runs_until_it_is_closed():
    with launched() as (handle, page):
        assert handle.is_running()
        handle.close()
        handle.close()
        assert not handle.is_running()
        page.wait(lambda p: p.bye)
        handle.sync()
        handle.set_texts((None, None, "a", "b"))
        handle.update_texture(0)
        handle.clear_images()


def test_the_page_can_end_it():
    with launched() as (handle, page):
        page.key("KeyQ", mods=2)
        page.wait(lambda p: p.scene.number)
        until(lambda: not handle.is_running())


def test_leaving_ends_it_only_where_a_browser_was_opened(monkeypatch):
    with launched() as (handle, page):
        page.close()
        until(lambda: not handle._viewer.endpoint.channel.page_count)
        monkeypatch.setattr(stepping, "GONE", 0.0)
        time.sleep(0.1)
        assert handle.is_running()
        handle._viewer.endpoint.opened = True
        monkeypatch.setattr(stepping, "GONE", 3600.0)
        with Page(handle.address) as again:
            again.wait(lambda p: p.scene.number)
            assert handle.is_running()
        until(lambda: not handle._viewer.endpoint.channel.page_count)
        assert handle.is_running()  # a page that is loaded again is away for a moment
        monkeypatch.setattr(stepping, "GONE", 0.1)
        until(lambda: not handle.is_running())


def test_nothing_listens_where_it_is_switched_off(monkeypatch):
    monkeypatch.setenv("GELENK_VIEWER", "off")
    m = gelenk.MjModel.from_xml_string(XML)
    d = gelenk.MjData(m)
    with viewer.launch_passive(m, d) as handle:
        for _ in range(3):
            gelenk.mj_step(m, d)
            handle.sync()
        assert handle.is_running() and handle.address == "" and handle.viewport.width == 0
        handle.set_texts((None, None, "a", "b"))
    assert not handle.is_running()
    viewer.launch(m, d)  # returns, for nobody could end it


def _child(queue):
    os.environ["GELENK_VIEWER"] = "print"
    m = gelenk.MjModel.from_xml_string(XML)
    with viewer.launch_passive(m, gelenk.MjData(m)) as handle:
        queue.put(handle.address)
        queue.get(timeout=300)


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_children_have_viewers_of_their_own(method):
    with launched() as (handle, _):
        context = multiprocessing.get_context(method)
        queue = context.Queue()
        child = context.Process(target=_child, args=(queue,))
        child.start()
        address = queue.get(timeout=120)
        assert address.split("/")[2] != handle.address.split("/")[2]
        with Page(address) as page:
            page.wait(lambda p: p.scene.number)
        queue.put("done")
        child.join(60)
        assert child.exitcode == 0


def test_a_program_ends_without_being_asked_to_close(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(
        "import gelenk, gelenk.viewer, sys\n"
        f"m = gelenk.MjModel.from_xml_string('''{XML}''')\n"
        "h = gelenk.viewer.launch_passive(m, gelenk.MjData(m))\n"
        "print(h.address, flush=True)\n"
        "sys.stdin.readline()\n"
    )
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    program = subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": root},
    )
    with Page(program.stdout.readline().strip()) as page:
        page.wait(lambda p: p.scene.number)
        _, errors = program.communicate("\n", timeout=60)
        page.wait(lambda p: p.bye)
    assert program.returncode == 0 and errors.count("\n") == 1 and "gelenk.viewer: http" in errors
