"""The server tells nobody anything who has not got the token, and lets no slow page slow another.

Documents: design / HTTP; design / The wire
"""

import base64
import http.client
import json
import struct
import time
import urllib.parse

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import gelenk
from gelenk import viewer
from gelenk.viewer import messages as wire
from gelenk.viewer.endpoint import Settings
from gelenk.viewer.server import BUILT
from tests.viewer.page import BINARY, PATIENCE, Page, Rebuilt, socket_address

XML = "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='0.1'/></body></worldbody></mujoco>"


@pytest.fixture
def handle(monkeypatch):
    monkeypatch.setenv("GELENK_VIEWER", "print")
    m = gelenk.MjModel.from_xml_string(XML)
    with viewer.launch_passive(m, gelenk.MjData(m)) as made:
        yield made


def get(address, path="", host=None, origin=None):
    """Status, headers and body of a request."""
    url = urllib.parse.urlsplit(address)
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=PATIENCE)
    connection.putrequest("GET", f"/{path}", skip_host=host is not None)
    if host is not None:
        connection.putheader("Host", host)
    if origin is not None:
        connection.putheader("Origin", origin)
    connection.endheaders()
    answer = connection.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read()


def refused(address, **headers):
    """The status by which a socket is refused; 101 if it is not."""
    try:
        with connect(address, compression=None, **headers):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


def step(handle, count=1, pause=0.02):
    for _ in range(count):
        gelenk.mj_step(handle.m, handle.d)
        handle.sync()
        time.sleep(pause)


def test_only_this_machine_is_listened_to(handle):
    assert handle.address.startswith("http://127.0.0.1:")
    assert len(urllib.parse.parse_qs(urllib.parse.urlsplit(handle.address).query)["token"][0]) >= 32


def test_sockets_need_the_token(handle):
    right = socket_address(handle.address)
    assert refused(right) == 101
    for wrong in (right[:-1], right + "x", right.partition("?")[0], right.replace("token=", "token=&x=")):
        assert refused(wrong) == 403, wrong
    assert get(handle.address, "poll?token=no&client=" + "a" * 16)[0] == 403


def test_other_names_and_pages_of_others_are_refused(handle):
    port = urllib.parse.urlsplit(handle.address).port
    right = socket_address(handle.address)
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1:1", "", f"localhost:{port}.evil.example"):
        assert get(handle.address, host=host)[0] == 403, host
    assert get(handle.address, host=f"localhost:{port}")[0] in (200, 503)
    for origin in (
        "http://evil.example",
        f"http://evil.example:{port}",
        "null",
        f"http://127.0.0.1:{port + 1}",
    ):
        assert refused(right, origin=origin) == 403, origin
    assert refused(right, origin=f"http://127.0.0.1:{port}") == 101
    assert get(handle.address, origin="http://evil.example")[0] == 403


def test_no_path_leads_out_of_the_page(handle):
    for path in (
        "../server.py",
        "..%2fserver.py",
        "built/page.html",
        "/etc/passwd",
        "socket/",
        "%00",
        "page.html/x",
    ):
        assert get(handle.address, path)[0] in (403, 404), path
    status, headers, body = get(handle.address)
    assert status in (200, 503) and body  # 503 where there is no page, and none can be made
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe-eval" not in policy and "script-src 'self';" in policy
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"


def test_files_of_the_page_are_served_with_their_types(handle):
    if not (BUILT / "page.html").is_file():
        pytest.skip("the page is not bundled here")
    assert get(handle.address)[1]["Content-Type"].startswith("text/html")
    assert get(handle.address, "page.js")[1]["Content-Type"].startswith("text/javascript")


def test_proxies_are_allowed_by_name(monkeypatch):
    monkeypatch.setenv("GELENK_VIEWER", "print")
    m = gelenk.MjModel.from_xml_string(XML)
    with viewer.launch_passive(m, gelenk.MjData(m), allow_host="hub.example:443") as handle:
        assert get(handle.address, host="hub.example:443")[0] != 403
        assert get(handle.address, host="hub.example")[0] == 403
        assert refused(socket_address(handle.address), origin="https://hub.example:443") == 101


def test_a_page_gets_role_model_assets_and_a_whole_frame_in_this_order(handle):
    kinds = []
    with Page(handle.address) as page:
        page.wait(lambda p: p.scene.number)
        page.close()
    with connect(socket_address(handle.address), **BINARY) as socket:
        while "frame" not in kinds:
            head, _ = wire.unpack(socket.recv(timeout=PATIENCE))
            kinds.append(head["kind"])
    order = [k for i, k in enumerate(kinds) if k not in kinds[:i]]
    assert [k for k in order if k in ("role", "model", "asset", "frame")] == [
        "role",
        "model",
        "asset",
        "frame",
    ]
    assert head["full"] is True and head["ngeom"] == 2  # the ball, and the floor of the default look


def test_the_newest_picture_wins_and_two_are_on_their_way_at_most(handle):
    with Page(handle.address, acknowledge=False) as page:
        step(handle, 30)
        page.wait(lambda p: len(p.frames) >= 2)
        page.pump(seconds=0.3)
        assert [f["number"] for f in page.frames] == [1, 2]
        page.say("ack", number=2)
        page.wait(lambda p: len(p.frames) >= 3)
        page.pump(seconds=0.3)
        assert [f["number"] for f in page.frames] == [1, 2, 3]
        assert page.frames[-1]["time"] == handle.d.time  # those between were left out
        page.say("ack", number=3)
        step(handle, 10)
        page.wait(lambda p: p.scene.number >= 5)
        page.pump(seconds=0.3)
        assert page.scene.number == 5


def test_a_slow_page_slows_nobody(handle):
    with Page(handle.address, acknowledge=False), Page(handle.address) as fast:
        fast.wait(lambda p: p.scene.number)
        first = fast.scene.number
        for _ in range(15):
            step(handle, pause=0)
            fast.wait(lambda p: p.scene.head["time"] == handle.d.time)
        assert fast.scene.number >= first + 15


@pytest.mark.parametrize(
    "data",
    [
        "",
        "no json",
        "[]",
        "{}",
        '{"kind": 1}',
        '{"kind": "no such kind"}',
        '{"kind": "ack"}',
        '{"kind": "ack", "number": "1"}',
        '{"kind": "ack", "number": NaN}',
        '{"kind": "drag", "action": 1, "dx": 1e999, "dy": 0}',
        '{"kind": "set", "id": "x", "value": {"a": 1}}',
        '{"kind": "camera", "type": 0}',
        "[" * 20000,
        '{"kind": "set", "id": "x", "value": "' + "x" * 70000 + '"}',
        b"",
        b"\xff\xff\xff\xff",
        struct.pack("<I", 2) + b"{}",
        wire.pack_files({"a.xml": b"x"})[:-1],
    ],
)
def test_a_bad_message_closes_that_page_and_no_other(handle, data):
    with Page(handle.address) as good, Page(handle.address) as bad:
        bad.socket.send(data)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                bad.socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd.code == 1008
        good.wait(lambda p: p.scene.number)
        step(handle, 2)
        good.wait(lambda p: p.scene.head["time"] == handle.d.time)


def test_the_first_page_steers_and_others_may_ask(handle):
    with Page(handle.address) as first, Page(handle.address) as second:
        second.wait(lambda p: p.role and p.scene.number)
        first.wait(lambda p: p.role.get("clients") == 2)
        assert (first.role["role"], second.role["role"]) == ("control", "watch")
        second.set("rendering/rnd/wireframe", True)
        second.key("KeyW")
        second.say("role", give=second.role["client"])
        time.sleep(0.3)
        assert handle._viewer.session.ui.scn.flags[gelenk.mjtRndFlag.mjRND_WIREFRAME] == 0
        second.say("role", want="control")
        first.wait(lambda p: p.role.get("asks") == [second.role["client"]])
        assert "asks" not in second.role
        first.say("role", give=second.role["client"])
        second.wait(lambda p: p.role["role"] == "control")
        first.wait(lambda p: p.role["role"] == "watch")
        second.set("rendering/rnd/wireframe", True)
        second.wait(lambda p: p.values["rendering/rnd/wireframe"] is True)
        second.close()
        first.wait(lambda p: p.role["role"] == "control" and p.role["clients"] == 1)


def test_all_steer_where_it_is_shared(monkeypatch):
    monkeypatch.setenv("GELENK_VIEWER", "print")
    m = gelenk.MjModel.from_xml_string(XML)
    with (
        viewer.launch_passive(m, gelenk.MjData(m), share=True) as handle,
        Page(handle.address) as first,
        Page(handle.address) as second,
    ):
        second.wait(lambda p: p.role.get("role") == "control")
        second.set("rendering/rnd/fog", True)
        first.wait(lambda p: p.values.get("rendering/rnd/fog") is True)
        assert handle._viewer.session.ui.scn.flags[gelenk.mjtRndFlag.mjRND_FOG] == 1
        assert first.role["role"] == second.role["role"] == "control"


def test_a_page_without_a_socket_polls(handle):
    query = urllib.parse.urlsplit(handle.address).query
    client, kinds, scene = "A" * 20, [], Rebuilt()

    def poll(*messages, wait=1):
        say = urllib.parse.quote(json.dumps(messages))
        status, _, body = get(handle.address, f"poll?{query}&client={client}&say={say}&wait={wait}")
        assert status == 200
        at, found = 0, []
        while at < len(body):
            n = int.from_bytes(body[at : at + 4], "little")
            found.append(wire.unpack(body[at + 4 : at + 4 + n]))
            at += 4 + n
        for head, arrays in found:
            kinds.append(head["kind"])
            if head["kind"] == "frame":
                scene.take(head, arrays)
        return found

    poll({"kind": "size", "width": 300, "height": 200, "ratio": 1})
    while not scene.number:
        poll()
    assert kinds[0] == "role" and "model" in kinds and handle._viewer.endpoint.channel.page_count == 1
    assert (handle.viewport.width, handle.viewport.height) == (300, 200)
    step(handle, 3)
    for _ in range(20):
        poll({"kind": "ack", "number": scene.number})
        if scene.head["time"] == handle.d.time:
            break
    assert scene.head["time"] == handle.d.time
    assert get(handle.address, f"poll?{query}&client=short")[0] == 400
    assert get(handle.address, f"poll?{query}&client={client}&say=%5B1%5D")[0] == 400
    assert handle._viewer.endpoint.channel.page_count == 0  # what it said was no message: it is gone


def test_several_viewers_share_a_port(monkeypatch):
    monkeypatch.setenv("GELENK_VIEWER", "print")
    models = [
        gelenk.MjModel.from_xml_string(XML.replace("<mujoco>", f"<mujoco model='m{i}'>")) for i in range(3)
    ]
    handles = [viewer.launch_passive(m, gelenk.MjData(m)) for m in models]
    try:
        assert len({urllib.parse.urlsplit(h.address).port for h in handles}) == 1
        pages = [Page(h.address) for h in handles]
        for i, page in enumerate(pages):
            page.wait(lambda p: p.model)
            assert page.model["name"] == f"m{i}"
        handles[0].close()
        pages[0].wait(lambda p: p.bye)
        step(handles[1], 2)
        pages[1].wait(lambda p: p.scene.number and p.scene.head["time"] == handles[1].d.time)
        for page in pages:
            page.close()
    finally:
        for handle in handles:
            handle.close()


def test_a_port_that_is_taken_is_said(monkeypatch):
    monkeypatch.setenv("GELENK_VIEWER", "print")
    import socket

    m = gelenk.MjModel.from_xml_string(XML)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="address"):
            viewer.launch_passive(m, gelenk.MjData(m), port=taken.getsockname()[1])


def test_settings_name_the_port(monkeypatch):
    monkeypatch.setenv("GELENK_VIEWER", "print")
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("GELENK_VIEWER_PORT", str(port))
    m = gelenk.MjModel.from_xml_string(XML)
    with viewer.launch_passive(m, gelenk.MjData(m)) as handle:
        assert urllib.parse.urlsplit(handle.address).port == port
    assert Settings().host == "127.0.0.1"


def test_files_come_in_parts_where_no_socket_passes(handle):
    raw = wire.pack_files({"a.xml": b"<mujoco/>", "b.bin": bytes(range(256)) * 40})
    chunks = [
        {"kind": "part", "size": len(raw), "at": at, "data": _text(raw[at : at + 3060])}
        for at in range(0, len(raw), 3060)
    ]
    for order in (chunks, chunks[::-1], [chunks[1], *chunks]):
        parts = wire.MessageParts()
        found = [parts.add(wire.check_message(chunk)) for chunk in order]
        assert found[:-1] == [None] * (len(order) - 1) and found[-1] == raw
    wrong = (
        {"size": 10, "at": 8, "data": _text(b"abc")},
        {"size": 10, "at": -1, "data": _text(b"abc")},
        {"size": 0, "at": 0, "data": ""},
        {"size": wire.PARTS_MOST + 1, "at": 0, "data": _text(b"a")},
        {"size": 10, "at": 0, "data": "?"},
    )
    for part in wrong:
        with pytest.raises(wire.Refused):
            wire.MessageParts().add({"kind": "part", **part})
    overlapping = wire.MessageParts()
    overlapping.add({"size": 6, "at": 0, "data": _text(b"abc")})
    with pytest.raises(wire.Refused):
        overlapping.add({"size": 6, "at": 2, "data": _text(b"cde")})


def test_what_is_said_while_a_request_waits_is_answered_by_that_one(handle):
    query = urllib.parse.urlsplit(handle.address).query
    where = f"poll?{query}&client={'B' * 20}"
    assert get(handle.address, where + "&wait=0")[2]
    say = urllib.parse.quote(json.dumps([{"kind": "set", "id": "option/info", "value": True}]))
    assert get(handle.address, f"{where}&wait=0&say={say}")[2] == b""
    until, seen = time.monotonic() + PATIENCE, b""
    while b'"option/info":true' not in seen:  # what introduces the model may still be on its way
        assert time.monotonic() < until
        seen = get(handle.address, where)[2]


def _text(raw):
    return base64.urlsafe_b64encode(raw).decode()
