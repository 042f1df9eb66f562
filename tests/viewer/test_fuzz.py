"""Whatever pages send: no exception in the owner, no effect out of range, and the program goes on.

Documents: promises; design / In
"""

import json
import os
import random

import numpy as np
import pytest

import gelenk
from gelenk.viewer import messages
from gelenk.viewer.channel import Channel
from gelenk.viewer.loop import Loop
from gelenk.viewer.session import Session
from tests.viewer.launched import XML

COUNT = int(os.environ.get("GELENK_FUZZ", "3000"))  # all seeds together
NUMBERS = (
    0,
    1,
    -1,
    2,
    3,
    7,
    100,
    -100,
    0.5,
    1e-9,
    -1e9,
    1e18,
    -(2**31),
    2**31 - 1,
    2**40,
    1e299,
    1e308,
    10**30,
)
TEXTS = (
    "",
    "a",
    "ball",
    "KeyW",
    "Space",
    "F3",
    "Backspace",
    "control/0",
    "joint/1",
    "nothing",
    "é" * 20,
    "x" * 5000,
)


def value(rng, deep=0):
    """Any value of JSON."""
    kind = rng.randrange(8 if deep < 2 else 5)
    if kind < 2:
        return rng.choice(NUMBERS)
    if kind == 2:
        return rng.choice(TEXTS)
    if kind == 3:
        return rng.choice((True, False, None))
    if kind == 4:
        return rng.uniform(-2, 2)
    if kind == 5:
        return {rng.choice(TEXTS): value(rng, deep + 1) for _ in range(rng.randrange(3))}
    return [value(rng, deep + 1) for _ in range(rng.randrange(6))]


def right(rng, session, check):
    """A value that a check lets through, often one that means something."""
    for _ in range(50):
        if check is messages.CAMERA["lookat"]:
            return [rng.choice(NUMBERS[:17]) for _ in range(3)]
        found = value(rng)
        if rng.random() < 0.3:
            found = rng.choice(sorted(session.rows))
        if rng.random() < 0.3:
            found = rng.choice(
                ("select", "center", "track", "translate", "rotate", "control", "watch", "pictures", "frames")
            )
        if check(found):
            return found
    return 0


def message(rng, session):
    """A message as pages send them, or nearly so."""
    kind = rng.choice(sorted(messages.SCHEMA))
    needed, optional = messages.SCHEMA[kind]
    made = {"kind": kind}
    for name, check in (*needed.items(), *optional.items()):
        if rng.random() < 0.97:
            made[name] = right(rng, session, check) if rng.random() < 0.95 else value(rng)
    if kind == "set" and rng.random() < 0.9:
        row = session.rows[rng.choice(sorted(session.rows))]
        made["id"] = row.id
        count = row.count or (4 if row.kind == "color" else 0)
        made["value"] = (
            [rng.choice(NUMBERS) for _ in range(count)] if count else rng.choice((True, False, *NUMBERS))
        )
    if kind == "camera" and rng.random() < 0.8:
        made |= {
            "type": rng.randrange(4),
            "fixedcamid": rng.randrange(-2, 3),
            "trackbodyid": rng.randrange(-2, 6),
        }
    if kind == "drag":
        made["action"] = rng.randrange(-1, 9)
    return made


def in_range(session):
    """Whether everything that pages can change is within what the rows and the model allow."""
    ui = session.ui
    m, d = ui.m, ui.d
    assert 0 <= ui.pert.select < m.nbody
    assert np.isfinite(ui.pert.refpos).all() and np.isfinite(ui.camera.lookat).all()
    assert ui.camera.type in (0, 1, 2) and ui.camera.distance > 0
    assert m.opt.timestep >= 1e-6 and np.isfinite(m.opt.gravity).all()
    assert -2 <= d.ctrl[0] <= 3
    for row in session.rows.values():
        if row.kind in ("slider", "number", "integer") and not row.live:
            now = row.value(ui)
            near = 1e-5 * max(abs(row.low or 0), abs(row.high or 0), 1e-9)
            assert now >= row.low - near and now <= row.high + near, row.id
        if row.kind == "choice" and not row.local:
            assert 0 <= row.value(ui) < len(row.options)
        if row.section in ("Group",) or row.id.startswith("rendering/vis"):
            assert row.value(ui) in (True, False)
    assert set(ui.opt.flags.tolist()) | set(ui.scn.flags.tolist()) <= {0, 1}
    return True


@pytest.mark.parametrize("seed", [0, 1])
def test_thousands_of_messages_do_no_harm(seed):
    rng = random.Random(seed)
    m = gelenk.MjModel.from_xml_string(XML)
    d = gelenk.MjData(m)
    channel = Channel("fuzz")
    session = Session(m, d, channel, passive=False)
    loop = Loop(session)
    raised = []
    problem = session.channel.post
    session.channel.post = lambda raw, to=None: (raised.append(messages.unpack(raw)[0]), problem(raw, to))
    pages = [channel.add_page() for _ in range(3)]
    refused = 0
    for i in range(COUNT // 2):
        page = rng.choice(pages)
        text = json.dumps(message(rng, session))
        if rng.random() < 0.03:
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice('{}[]",:0e\\') + text[at + rng.randrange(3) :]
        try:
            channel.handle_message(page, messages.parse_message(text))
        except messages.Refused:
            refused += 1
            channel.remove_page(page)
            pages[pages.index(page)] = channel.add_page()
        if i % 20 == 0:
            session.ui.quit = False
            session.handle_messages()
            loop._load_changed()
            session.apply_mouse_force(m, d, not session.ui.clock.run)
            gelenk.mj_step(m, d) if session.ui.clock.run else gelenk.mj_forward(m, d)
            session.show()
            for other in pages:
                other.next_messages(1 << 30)
            assert in_range(session)
    # what is said back are errors of saving a model at most: nothing of the viewer's own
    errors = {head["text"].partition(":")[0] for head in raised if head["kind"] == "error" and head["text"]}
    assert errors <= {"the model cannot be saved as XML"}, errors
    assert 0 < refused < COUNT / 2


def test_bytes_that_are_no_files_are_refused():
    rng = random.Random(3)
    good = messages.pack_files({"a.xml": b"<mujoco/>", "b.obj": b"v 0 0 0"})
    assert set(messages.parse_message(good)["files"]) == {"a.xml", "b.obj"}
    for _ in range(3000):
        raw = bytearray(good)
        for _ in range(rng.randrange(1, 4)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        raw = raw[: rng.randrange(len(raw) + 1)] if rng.random() < 0.5 else raw
        try:
            found = messages.parse_message(bytes(raw))["files"]
        except messages.Refused:
            continue
        assert all("/" not in name and "\\" not in name for name in found)
        assert sum(map(len, found.values())) <= len(raw)


def test_names_of_files_lose_their_folders():
    for path, name in (("../../x.xml", "x.xml"), ("C:\\a\\b.obj", "b.obj"), ("/etc/", "file"), ("", "file")):
        assert messages.plain_name(path) == name


def test_an_inbox_that_nobody_reads_has_an_end():
    channel = Channel("x")
    page = channel.add_page()
    with pytest.raises(messages.Refused):
        for i in range(10000):
            channel.handle_message(page, messages.check_message({"kind": "set", "id": str(i), "value": True}))
    other = Channel("y")
    page = other.add_page()
    for _ in range(100_000):  # drags and cameras become one
        other.handle_message(
            page, messages.check_message({"kind": "drag", "action": 1, "dx": 0.001, "dy": 0.0})
        )
    found = [message for _, message in other.take_inbox() if message["kind"] == "drag"]
    assert len(found) == 1 and found[0]["dx"] == pytest.approx(100.0)
