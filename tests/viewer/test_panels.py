"""Every row of the panels can be read and set, stays within its bounds, and comes from the tables.

Documents: design / Out: `panel`
"""

import json
import math

import numpy as np
import pytest

import gelenk
from gelenk.tables import enums, fields_model
from gelenk.viewer import panels, ui_state
from gelenk.viewer.channel import Channel
from gelenk.viewer.panels.sliders import field_text
from gelenk.viewer.session import Session
from tests.support.tolerance import tol
from tests.viewer.launched import XML

KINDS = {
    *(
        "check",
        "slider",
        "number",
        "integer",
        "vector",
        "choice",
        "checks",
        "button",
        "text",
        "readout",
        "color",
    ),
}


@pytest.fixture
def session():
    m = gelenk.MjModel.from_xml_string(XML)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return Session(m, d, Channel("test"), passive=False)


def other(row, now):
    """A value that the row may have, and does not have now."""
    if row.kind == "check":
        return not now
    if row.kind == "choice":
        return (now + 1) % len(row.options)
    if row.kind == "text":
        return now + "x"
    if row.kind == "color":
        return [0.25, 0.5, 0.75, 1.0]
    if row.kind == "vector":
        return [0.5 * (low + high) * 0.5 for low, high in zip(*bounds(row), strict=True)]
    low, high = (b if b is not None else s for b, s in ((row.low, -10), (row.high, 10)))
    middle = low + 0.25 * (min(high, low + 100) - low)
    return round(middle) if row.kind == "integer" or row.step == 1 else middle


def bounds(row):
    """Bounds of each number of a row."""
    n = row.count or 4
    return [b if isinstance(b, list) else [b] * n for b in (row.low, row.high)]


def test_every_section_of_the_documents_is_there(session):
    wanted = {"File", "Option", "Simulation", "Watch", "Physics", "Rendering", "Visualization"}
    wanted |= {"Group", "Joint", "Control", "Equality"}
    assert (
        {row.section for row in session.rows.values()}
        == wanted
        == {s.name for s in panels.SECTIONS} - {"Replay"}
    )


def test_every_row_says_what_it_is(session):
    for row in session.rows.values():
        head = row.describe(session.ui)
        assert row.kind in KINDS and row.label and head["id"] == row.id
        assert row.kind not in ("choice", "checks") or head["options"]
        assert row.kind != "slider" or head["min"] < head["max"], row.id
        json.dumps(head)


def test_every_row_can_be_set_and_read(session):
    ui = session.ui
    ui.clock.run = False
    for _ in range(3):
        ui.history.add(ui.m, ui.d)
    for row in session.rows.values():
        if (
            row.local
            or row.kind in ("button", "readout")
            or row.id in ("rendering/camera", "simulation/history")
        ):
            continue
        value = other(row, row.value(ui))
        assert row.set(ui, value), row.id
        now = row.value(ui)
        if row.kind in ("vector", "color", "number", "slider"):
            np.testing.assert_allclose(
                now, value, rtol=tol(1e-6), atol=tol(1e-12), err_msg=row.id
            )  # some are float32
        else:
            assert now == value, row.id


def test_numbers_stay_within_their_bounds(session):
    ui = session.ui
    for row in session.rows.values():
        if row.local or row.kind not in ("slider", "number", "integer", "choice", "vector", "color"):
            continue
        for value in (-1e300, 1e300, 10**40, -(10**40), 0, 0.5, -1):
            many = row.kind in ("vector", "color")
            assert row.set(ui, [value] * (row.count or 4) if many else value), row.id
            now = np.atleast_1d(row.value(ui)).astype(float)
            low, high = bounds(row) if many else ([row.low], [row.high])
            if row.kind == "choice":
                low, high = [0], [len(row.options) - 1]
            assert np.isfinite(now).all(), row.id
            for x, a, b in zip(now, low, high, strict=True):
                near = 1e-6 * max(abs(a or 0), abs(b or 0))  # bounds that are kept as float32
                assert (a is None or x >= a - near) and (b is None or x <= b + near), (row.id, x)


def test_what_is_no_value_changes_nothing(session):
    ui = session.ui
    wrong = [
        None,
        "text",
        [],
        {},
        [1],
        [None] * 3,
        math.nan,
        math.inf,
        True,
        3,
        [math.nan] * 3,
        [math.nan] * 4,
        [True] * 4,
    ]
    for row in session.rows.values():
        if row.kind in ("button", "text"):
            continue
        for value in wrong:
            fits = row.nearest_valid(value)
            before = row.value(ui)
            if fits is None:
                assert not row.set(ui, value)
                assert row.value(ui) == before or row.live, row.id


def test_shortcuts_are_unique_and_those_of_the_tables(session):
    found = [row.shortcut for row in session.rows.values() if row.shortcut]
    assert len(found) == len(set(found)), [s for s in found if found.count(s) > 1]
    for name, _, key in enums.mjVISSTRING:
        row = session.rows[f"rendering/vis/{name.lower().replace(' ', '_')}"]
        assert row.shortcut == key
    for table in (enums.mjDISABLESTRING, enums.mjENABLESTRING):
        for name in table:
            assert any(row.label == name and row.section == "Physics" for row in session.rows.values())


def test_every_option_of_the_simulation_has_a_row(session):
    there = set(session.rows)
    for f in fields_model.OPTION:
        assert any(name == f"physics/{f.name}" or name.startswith(f"physics/{f.name}/") for name in there), (
            f.name
        )


def test_every_shortcut_does_what_its_row_does(session):
    ui = session.ui
    ui.clock.run = False
    session.channel.control = 1
    for row in list(session.rows.values()):
        if not row.shortcut or row.local or row.kind not in ("check",) or row.section == "Simulation":
            continue
        before = row.value(ui)
        session._press_key(1, pressed(row.shortcut))
        assert row.value(ui) is (not before), row.id
        session._press_key(1, pressed(row.shortcut))
        assert row.value(ui) is before, row.id


def pressed(shortcut):
    """The message of the key that is written so."""
    name, mods = shortcut, 0
    for text, bit in (("Ctrl+", ui_state.CONTROL), ("Alt+", ui_state.ALT), ("Shift+", ui_state.SHIFT)):
        if name.startswith(text):
            name, mods = name[len(text) :], mods | bit
    codes = {v: k for k, v in ui_state._WRITTEN.items()}
    code = codes.get(name) or (f"Key{name}" if len(name) == 1 and name.isalpha() else name)
    code = f"Digit{name}" if len(name) == 1 and name.isdigit() else code
    message = {"kind": "key", "code": code, "mods": mods, "down": True, "key": name if len(name) == 1 else ""}
    assert ui_state.shortcut_name(message) == shortcut
    return message


def test_shortcuts_follow_what_keyboards_write():
    german = {"kind": "key", "code": "Digit7", "key": "/", "mods": ui_state.SHIFT, "down": True}
    assert ui_state.shortcut_name(german) == "/"
    assert (
        ui_state.shortcut_name({"code": "KeyA", "key": "A", "mods": ui_state.SHIFT | ui_state.CONTROL})
        == "Ctrl+Shift+A"
    )
    assert ui_state.shortcut_name({"code": "KeyA", "key": "a", "mods": ui_state.META}) == "Ctrl+A"  # of a Mac
    assert (
        ui_state.glfw_code("KeyZ") == 90
        and ui_state.glfw_code("F12") == 301
        and ui_state.glfw_code("Nothing") == -1
    )


def test_files_are_downloads(session):
    ui = session.ui
    for name in ("save_xml", "save_mjb", "print_model", "print_data"):
        session.rows[f"file/{name}"].set(ui, True)
    found = {name: content for name, _, content in ui.downloads}
    again = gelenk.MjModel.from_xml_string(found["mjmodel.xml"].decode())
    assert again.nq == ui.m.nq and found["mjmodel.mjb"][:4] and b"QPOS" in found["MJDATA.TXT"].upper()


def test_states_and_cameras_go_to_the_clipboard_as_mjcf(session):
    ui = session.ui
    ui.d.qpos[2] = 4.25
    session.show()
    session.rows["simulation/copy_state"].set(ui, True)
    session.rows["simulation/copy_camera"].set(ui, True)
    key, camera = ui.copies
    m = gelenk.MjModel.from_xml_string(
        XML.replace("<keyframe>", "<keyframe>" + key).replace("<worldbody>", "<worldbody>" + camera)
    )
    np.testing.assert_allclose(m.key_qpos[0], ui.d.qpos, atol=tol(1e-12))
    # half the distance of the eyes
    np.testing.assert_allclose(m.cam_pos[0], ui.scn.camera[0].pos, atol=tol(0.1))


def test_watch_reads_fields_by_numbers_and_names(session):
    m, d = session.ui.m, session.ui.d
    assert field_text(m, d, "qpos", "2") == "1"
    assert field_text(m, d, "xpos", "ball") == "0 0 1" and field_text(m, d, "xpos", "ball,2") == "1"
    assert field_text(m, d, "body_mass", "ball") == f"{m.body('ball').mass[0]:.6g}"
    assert field_text(m, d, "time", "") == "0"
    for field, index in (
        ("no_field", "0"),
        ("__class__", ""),
        ("qpos", "999"),
        ("qpos", "x"),
        ("xpos", "nobody"),
    ):
        assert field_text(m, d, field, index).startswith("invalid"), field
    assert field_text(m, d, "qpos", "9" * 50).startswith("invalid")


def test_cameras_are_cycled(session):
    ui = session.ui
    session._press_key(1, pressed("]"))
    assert (ui.camera.type, ui.camera.fixedcamid) == (2, 0)
    session._press_key(1, pressed("]"))
    assert ui.camera.fixedcamid == 0  # there is one
    session._press_key(1, pressed("Esc"))
    assert ui.camera.type == 0
    ui.pert.select = 2
    session.rows["rendering/camera"].set(ui, 1)
    assert (ui.camera.type, ui.camera.trackbodyid) == (1, 2)
