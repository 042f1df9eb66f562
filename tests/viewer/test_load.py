"""Pages that are dropped, or send without end: the owner sees one line, and memory has one limit for all of them."""

import socket
import struct
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import gelenk
from gelenk import viewer
from gelenk.viewer import messages
from gelenk.viewer.channel import ByteQuota
from gelenk.viewer.endpoint import Settings, _servers
from tests.viewer.page import BINARY, Page, socket_address, until

XML = "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='0.1'/></body></worldbody></mujoco>"


@pytest.fixture
def handle(monkeypatch):
    monkeypatch.setenv("GELENK_VIEWER", "print")
    m = gelenk.MjModel.from_xml_string(XML)
    with viewer.launch_passive(m, gelenk.MjData(m), port=0, share=True) as made:
        yield made
    _servers.clear()


def cut(page):
    """End a socket without a word: a reset, as of a machine that is switched off."""
    page.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    page.socket.socket.close()


def test_dropped_pages_write_one_line(handle, capfd):
    pages = [Page(handle.address) for _ in range(20)]
    for page in pages:
        page.wait(lambda p: p.model is not None)
    capfd.readouterr()
    for k, page in enumerate(pages):
        cut(page)
        handle.set_texts((None, None, f"text {k}", ""))
        for _ in range(3):
            handle.d.qpos[0] += 0.1
            handle.sync()
            handle._viewer.endpoint.channel.post(messages.pack({"kind": "copy", "text": "x"}))
            time.sleep(0.005)
    until(lambda: not handle.has_pages)
    written = capfd.readouterr().err.splitlines()
    assert len(written) == 1 and "lost" in written[0], written


def test_a_sender_with_much_to_say_stops_at_the_first_failed_write(handle, capfd):
    page = Page(handle.address)
    page.wait(lambda p: p.model is not None)
    capfd.readouterr()
    cut(page)
    for _ in range(300):
        handle._viewer.endpoint.channel.post(messages.pack({"kind": "copy", "text": "x" * 10_000}))
    until(lambda: not handle.has_pages)
    assert "raised exception" not in capfd.readouterr().err


def test_strangers_write_nothing(handle, capfd):
    server = handle._viewer.endpoint.server
    for said in (
        b"",
        b"\x16\x03\x01\x02\x00",
        b"GET / HTTP/1.1\r\n",
        b"nonsense\r\n\r\n",
        b"GET /socket HTTP/1.1\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", server.port)) as made:
            made.sendall(said)
    time.sleep(0.2)
    assert capfd.readouterr().err == ""


def start_of_message(address, size):
    """A socket on which a message of files has begun, and does not end."""
    made = connect(socket_address(address), **BINARY)
    made.socket.sendall(struct.pack(">BBQI", 0x82, 0x80 | 127, 2 * size, 0) + bytes(size))
    return made


def test_unfinished_messages_of_all_pages_have_one_limit(handle):
    load = handle._viewer.endpoint.server._load
    load.most = 6 << 20
    pages = [start_of_message(handle.address, 1 << 20) for _ in range(5)]
    until(lambda: load.total >= 5 << 20)
    pages += [start_of_message(handle.address, 1 << 20) for _ in range(3)]
    until(lambda: handle._viewer.endpoint.channel.page_count <= 6)
    assert load.total <= load.most
    with pytest.raises(ConnectionClosed, match="1009"):
        for page in pages:
            while True:
                try:
                    page.recv(timeout=0.2)
                except TimeoutError:
                    break
    for page in pages:
        page.socket.close()
    until(lambda: load.total == 0)
    with Page(handle.address) as page:  # others are let in again
        page.wait(lambda p: p.model is not None)


def test_messages_that_were_acted_on_do_not_count(handle):
    load = handle._viewer.endpoint.server._load
    with Page(handle.address) as page:
        for k in range(100):
            page.say(
                "camera",
                type=0,
                lookat=[0, 0, 0],
                distance=1 + k,
                azimuth=0,
                elevation=0,
                fixedcamid=-1,
                trackbodyid=-1,
                orthographic=0,
            )
        page.settle()
        assert load.total < 5000


def test_parts_of_files_have_one_limit_for_all_pages(handle):
    pages = [Page(handle.address) for _ in range(3)]
    for page in pages[:2]:
        page.wait(lambda p: p.role and p.role["role"] == "control")
        page.say("part", size=messages.PARTS_MOST // 2, at=0, data="AAAA")
    pages[2].wait(lambda p: p.role and p.role["role"] == "control")
    pages[2].say("part", size=messages.PARTS_MOST, at=0, data="AAAA")
    with pytest.raises(ConnectionClosed, match="1008"):
        pages[2].pump(lambda p: False, 5.0)
    for page in pages:
        page.close()


def test_a_load_counts_by_owner():
    load = ByteQuota(10)
    assert load.add("a", 6) and load.add("b", 4) and not load.add("a", 1)
    load.release("a")
    assert load.total == 4 and load.add("b", -9) and load.total == 0


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "127.0.0.2", "127.0.0.1", "localhost"])
def test_a_host_that_others_reach_is_told_once_with_the_way_round(host, monkeypatch, capfd):
    monkeypatch.setenv("GELENK_VIEWER", "print")
    m = gelenk.MjModel.from_xml_string(XML)
    said = ""
    for _ in range(2):
        try:
            made = viewer.launch_passive(m, gelenk.MjData(m), port=0, host=host)
        except OSError:
            pytest.skip(f"{host} cannot be listened at here")
        port = made._viewer.endpoint.server.port
        made.close()
        said += capfd.readouterr().err
    _servers.clear()
    others = host in ("0.0.0.0", "::")
    assert said.count("plain HTTP") == others
    assert (f"ssh -L {port}:127.0.0.1:{port} " in said) == others
    assert said.count("gelenk.viewer: http://") == 2


def test_settings_say_nothing_by_themselves(capfd):
    Settings(host="0.0.0.0")
    assert capfd.readouterr().err == ""
