"""Connections of the page in a real browser: cut, shared, hidden, in a frame, without sockets, never to elsewhere."""

import functools
import http.server
import json
import sys
import threading
import types
import urllib.parse

import gelenk
from gelenk import models, viewer
from gelenk.viewer import endpoint
from tests.support import browser
from tests.support.proxy import Proxy
from tests.viewer.test_browser_hands import drop, wait


def pendulum():
    m = models.load("pendulum")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return m, d


def test_a_page_comes_back_after_its_connection_was_cut(chromium):
    m, d = pendulum()
    line = browser.Forward()
    try:
        names = (f"127.0.0.1:{line.port}",)
        with viewer.launch_passive(m, d, port=0, browser=False, allow_host=names) as handle:
            line.to = urllib.parse.urlsplit(handle.address).port
            page = browser.Page(chromium, handle.address.replace(f":{line.to}/", f":{line.port}/")).shown()
            line.cut()
            page.wait("!gelenk.state().connected && document.querySelector('.banner.wire')")
            line.open = True
            page.wait("gelenk.state().connected && !document.querySelector('.banner.wire')")
            d.qpos[:] += 0.5
            gelenk.mj_forward(m, d)
            handle.sync()
            page.drawn()
            assert page.state["role"] == "control"
    finally:
        line.close()


def test_the_second_page_watches_until_the_first_one_gives_control(chromium):
    m, d = pendulum()
    with browser.Program(m, d) as program:
        one = browser.Page(chromium, program.address).shown()
        chromium.switch_to.new_window("window")
        two = browser.Page(chromium, program.address).shown()
        two.wait("gelenk.state().role === 'watch'")
        two.js("gelenk.send({kind: 'set', id: 'simulation/run', value: false})")
        two.js("gelenk.send({kind: 'role', want: 'control'})")
        chromium.switch_to.window(one.window)
        one.wait("document.querySelector('.role').textContent.includes('Give control')")
        assert one.state["run"] is True
        one.js("document.querySelector('.role').click()")
        one.wait("gelenk.state().role === 'watch'")
        chromium.switch_to.window(two.window)
        two.wait("gelenk.state().role === 'control'")
        two.js("gelenk.set('simulation/run', false)")
        two.wait("!gelenk.state().run")


def test_a_hidden_tab_costs_nothing_and_goes_on_when_it_is_seen(chromium):
    m, d = pendulum()
    with browser.Program(m, d) as program:
        page = browser.Page(chromium, program.address).shown()
        chromium.switch_to.new_window("tab")
        from gelenk.viewer import endpoint

        channel = next(
            c for server in endpoint._servers.values() for c in server.channels.values() if c.pages
        )
        box = next(iter(channel.pages.values())).outbox
        wait(lambda: box.in_flight >= 2)
        sent, time = box.frame, d.time
        wait(lambda: d.time > time + 1)
        assert box.frame <= sent + 3  # a page that draws nothing acknowledges nothing
        chromium.switch_to.window(page.window)
        page.wait(f"gelenk.state().number > {sent + 5}")


def in_frame(chromium, address):
    """The viewer in the frame of a page, whose script may put it there later."""
    chromium.get(address)
    wait(lambda: chromium.find_elements("css selector", "iframe"))
    chromium.switch_to.frame(chromium.find_element("css selector", "iframe"))
    found = object.__new__(browser.Page)
    found.driver = chromium
    return found.shown()


def test_a_notebook_shows_the_page_in_a_frame(chromium, tmp_path):
    m, d = pendulum()
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        (tmp_path / "book.html").write_text(f"<!doctype html><body>{handle._repr_html_()}</body>")
        files = functools.partial(_Quiet, directory=str(tmp_path))
        book = http.server.ThreadingHTTPServer(("127.0.0.1", 0), files)
        threading.Thread(target=book.serve_forever, daemon=True).start()
        try:
            in_frame(chromium, f"http://127.0.0.1:{book.server_port}/book.html")
        finally:
            chromium.switch_to.default_content()
            book.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_a_hub_shows_the_page_through_its_proxy(chromium, monkeypatch):
    m, d = pendulum()
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", "/user/me/")
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        monkeypatch.setattr(
            handle._viewer.endpoint.server, "_any", False
        )  # what a hub changes ends with this test
        port = urllib.parse.urlsplit(handle.address).port
        with Proxy(f"/user/me/proxy/{port}/") as hub:
            hub.to = port
            hub.pages["/user/me/lab"] = f"<!doctype html><body>{handle._repr_html_()}</body>"
            try:
                page = in_frame(chromium, f"{hub.address}/user/me/lab")
                assert any("/socket?" in path for path in hub.asked)
                d.time = 7
                handle.sync()
                page.wait("gelenk.state().time === 7")
            finally:
                chromium.switch_to.default_content()
            # nothing was asked for beside the notebook and what lies below the prefix
            beside = {path for path in hub.asked if not path.startswith(hub.prefix)}
            assert beside <= {"/user/me/lab", "/favicon.ico"}


KERNEL = "<script>google = {{colab: {{kernel: {{proxyPort: async port => '{}/'}}}}}}</script>"


def test_colab_shows_the_page_where_no_socket_passes(chromium, monkeypatch):
    m, d = pendulum()
    monkeypatch.setitem(sys.modules, "google.colab", sys)
    with browser.Program(m, d) as program, Proxy(sockets=False) as colab, Proxy("/none/") as book:
        monkeypatch.setattr(program.server, "_any", False)
        colab.leads_to(program.address)
        place = types.SimpleNamespace(server=program.server, address=program.address)
        text = KERNEL.format(colab.address) + endpoint.frame_html(place)
        book.pages["/book"] = f"<!doctype html><body>{text}</body>"
        try:
            page = in_frame(chromium, f"{book.address}/book")
            page.wait("gelenk.state().time > 0.1")
            page.js("gelenk.set('simulation/run', false)")
            page.wait("!gelenk.state().run")
            # a model of many requests, with a mesh beside it
            mesh = "".join(f"v {x} {y} {x * y % 3}\n" for x in range(40) for y in range(40))
            model = (
                "<mujoco model='hill'><asset><mesh name='a' file='a.obj'/></asset>"
                "<worldbody><geom type='mesh' mesh='a'/></worldbody></mujoco>"
            )
            drop(page, ("hill.xml", model), ("a.obj", mesh + "f 1 2 41\nf 2 42 41\n" * 500))
            page.wait("gelenk.rows().length && document.title === 'hill'")
            assert sum("part" in path for path in colab.asked) > 3
        finally:
            chromium.switch_to.default_content()


def test_the_token_leaves_the_address_and_a_wrong_one_is_refused(chromium):
    m, d = pendulum()
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        token = urllib.parse.parse_qs(urllib.parse.urlsplit(handle.address).query)["token"][0]
        assert token not in chromium.current_url and "embed=1" in chromium.current_url
        chromium.refresh()  # the tab remembers it
        page.shown()
        browser.Page(chromium, handle.address.replace(token, "wrong"))
        page.wait("document.querySelector('.banner.wire')?.textContent.includes('token')")
        assert page.state["number"] == 0


def test_no_request_leaves_this_machine(chromium):
    m, d = pendulum()
    with browser.Program(m, d) as program:
        page = browser.Page(chromium, program.address, "&shadow=0&webgl=1").shown()
        page.js("gelenk.set('option/info', true); gelenk.set('option/help', true)")
        page.drawn()
        hosts = set()
        for entry in chromium.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            address = message.get("params", {}).get("request", {}).get("url") or message.get(
                "params", {}
            ).get("url", "")
            if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                url = urllib.parse.urlsplit(address)
                hosts |= {url.hostname} if url.scheme in ("http", "https", "ws", "wss") else set()
        assert hosts == {"127.0.0.1"}
        assert not page.errors()
