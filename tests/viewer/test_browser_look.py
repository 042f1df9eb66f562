"""The page in narrow windows, without a graphics card, and with long labels: nothing is cut, and the program draws.

Documents: design / The viewer
"""

import numpy as np
import pytest

import gelenk
from gelenk import models, viewer
from tests.support import browser

LONG = "a_joint_with_a_name_that_is_longer_than_any_panel_could_ever_be"
NAMED = f"""<mujoco><worldbody><geom type="plane" size="2 2 .1"/>
<body pos="0 0 1"><joint name="{LONG}"/><geom size=".2"/></body>
</worldbody><actuator><motor name="the_motor_of_the_joint_with_the_long_name" joint="{LONG}"/></actuator>
<keyframe><key name="home"/><key/></keyframe></mujoco>"""

CUT = """const kinds = '.chip, .action, .name, .head, h3, .chip span, .action span';
return [...document.querySelectorAll(`.panels :is(${kinds})`)].filter(e => {
  const right = e.getBoundingClientRect().right, edge = e.closest('.panels').getBoundingClientRect().right;
  const cut = e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline';
  return e.offsetParent && (cut || right > edge + 1);
}).map(e => `${e.textContent} ${e.scrollWidth} > ${e.clientWidth}`)"""


def passive(m, more=browser.QUICK, **settings):
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return viewer.launch_passive(m, d, port=0, browser=False, **settings)


@pytest.mark.parametrize(("width", "font"), [(1280, 1), (390, 1), (1280, 2), (900, 5)])
def test_no_label_of_the_panels_is_cut(chromium, width, font):
    m = gelenk.MjModel.from_xml_string(NAMED)
    d = gelenk.MjData(m)
    with browser.Program(m, d) as program:
        page = browser.Page(chromium, program.address, "&webgl=1&shadow=0&aa=0", (width, 700)).shown()
        page.js("gelenk.set('option/font', arguments[0])", font)
        page.js("document.querySelectorAll('.head[aria-expanded=false]').forEach(head => head.click())")
        for side in ("left", "right"):
            page.js(f"gelenk.set('option/{side}_ui', true)")
            assert page.js(CUT) == []


def test_keyframes_are_chosen_by_name(chromium):
    with passive(gelenk.MjModel.from_xml_string(NAMED)) as handle:
        page = browser.Page(chromium, handle.address).shown()
        row = page.js("return gelenk.rows().find(row => row.id === 'simulation/key')")
        assert row["options"] == ["home", "key 1"]


def test_the_help_fits_or_scrolls_in_a_short_window(chromium):
    m = models.load("humanoid")
    with passive(m) as handle:
        page = browser.Page(chromium, handle.address, "&webgl=1&shadow=0&aa=0", (740, 500)).shown()
        page.js("gelenk.set('option/help', true)")
        page.wait("document.querySelector('.text.help')")
        box = page.js(
            "const e = document.querySelector('.text.help'), r = e.getBoundingClientRect();"
            "return [r.left, r.top, r.right, r.bottom, e.scrollWidth - e.clientWidth,"
            "e.scrollHeight > e.clientHeight + 1 ? getComputedStyle(e).overflowY : 'auto',"
            "e.firstChild.children.length]"
        )
        assert box[0] >= 0 and box[1] >= 0 and box[2] <= 740 and box[3] <= 500
        assert box[4] <= 1 and box[5] in ("auto", "scroll") and box[6] > 40
        bar = page.js("return document.getElementById('bar').getBoundingClientRect().top")
        assert box[3] <= bar + 1


@pytest.mark.parametrize("size", [(740, 500), (390, 844)])
def test_narrow_windows_show_one_panel_at_a_time_and_none_at_first(chromium, size):
    with passive(models.load("cartpole")) as handle:
        page = browser.Page(chromium, handle.address, "&webgl=1&shadow=0&aa=0", size).shown()
        open_ = (
            "return ['left', 'right'].filter(s => !document.getElementById(s).classList.contains('closed'))"
        )
        assert page.js(open_) == []
        page.js("document.querySelector('.tool.left').click()")
        assert page.js(open_) == ["left"]
        page.js("document.querySelector('.tool.right').click()")
        assert page.js(open_) == ["right"]
        bar = page.js(
            "const r = document.getElementById('bar').getBoundingClientRect(); return [r.left, r.right]"
        )
        assert bar[0] >= 0 and bar[1] <= size[0]


def test_webgl_by_software_leaves_the_drawing_to_the_program_and_can_be_asked_for(chromium):
    m = models.load("humanoid")
    with passive(m) as handle:
        page = browser.Page(chromium, handle.address, "&embed=1")
        page.wait("gelenk.state().images > 0")
        assert page.state["webgl"] is False
        page.wait("document.querySelector('.banner.quiet')?.textContent.includes('no graphics card needed')")
        rows = page.js("return gelenk.rows().find(row => row.id === 'option/pictures').value")
        assert rows is True
        page.wait("gelenk.state().settled")
        before = page.picture().astype(int)
        page.js("document.querySelector('.banner.quiet .act').click()")
        page.wait("gelenk.state().webgl && gelenk.state().ngeom > 0")
        page.drawn()
        assert np.abs(page.picture().astype(int) - before).mean() < 12
        page.js("gelenk.set('option/pictures', true)")
        page.wait("!gelenk.state().webgl && gelenk.state().settled")
        assert np.abs(page.picture().astype(int) - before).mean() < 1
        assert not page.errors()
        page = browser.Page(chromium, handle.address, "&embed=1&webgl=1&shadow=0&aa=0").shown()
        assert page.state["webgl"] is True


def test_programs_pictures_stop_while_nothing_moves_and_end_with_a_final_one(chromium):
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address, "&embed=1")
        page.wait("gelenk.state().images > 0 && gelenk.state().settled")
        assert page.js("return document.getElementById('frames').width") == browser.WIDTH
        count = page.state["images"]
        for _ in range(5):
            page.echo()
            handle.sync()
        assert page.state["images"] <= count + 1
        gelenk.mj_step(m, d, 20)
        handle.sync()
        page.wait(
            f"gelenk.state().images > {count + 1} && gelenk.state().settled && gelenk.state().time === {d.time}"
        )


def test_models_without_sky_and_light_get_them_and_look_0_leaves_them_out(chromium):
    m = gelenk.MjModel.from_xml_string(
        "<mujoco><worldbody><body><freejoint/><geom size='.2'/></body></worldbody></mujoco>"
    )
    for more in ("&webgl=1&shadow=0&aa=0", "&frames=1"):
        with passive(m) as handle:
            page = browser.Page(chromium, handle.address, f"&embed=1{more}")
            page.wait("gelenk.state().frames > 1 && gelenk.state().settled && gelenk.state().number > 0")
            page.wait("gelenk.state().settled")
            dressed = page.picture().astype(int)
            page.js("gelenk.set('option/look', false)")
            page.echo()
            page.wait("gelenk.state().settled")
            page.drawn()
            plain = page.picture().astype(int)
            assert dressed[-1].min() > 60 and plain[-1].max() < 10
        with passive(m) as handle:
            page = browser.Page(chromium, handle.address, f"&embed=1{more}&look=0")
            page.wait("gelenk.state().frames > 1 && gelenk.state().number > 0")
            page.echo()
            page.drawn()
            page.wait("gelenk.state().settled")
            assert page.picture()[-1].max() < 10


ROBOT = """<mujoco><worldbody><light pos="0 0 3"/><geom type="plane" size="1 1 .1" group="{floor}"/>
<body pos="0 0 .3"><joint/><geom type="box" size=".1 .1 .1" contype="0" conaffinity="0" group="1" rgba="0 0 1 1"/>
<geom size=".14" rgba="1 0 0 1" group="0"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize(("floor", "row"), [(1, "group/geom/0"), (0, "group/collision")])
def test_covered_collision_geoms_are_hidden_until_their_switch_is_on(chromium, floor, row):
    with passive(gelenk.MjModel.from_xml_string(ROBOT.format(floor=floor))) as handle:
        page = browser.Page(chromium, handle.address).shown()
        page.wait(
            "document.querySelector('.banner.hint')?.textContent.includes('Collision geoms are hidden')"
        )
        page.wait("gelenk.state().ngeom === 2")
        assert page.js(f"return gelenk.rows().find(row => row.id === '{row}').value") is False
        page.js(f"gelenk.set('{row}', true)")
        page.wait("gelenk.state().ngeom === 3")


def test_many_joints_are_folded_and_controls_come_first(chromium):
    joints = "".join(f"<body pos='{k} 0 1'><joint name='j{k}'/><geom size='.1'/></body>" for k in range(40))
    m = gelenk.MjModel.from_xml_string(
        f"<mujoco><worldbody>{joints}</worldbody><actuator><motor joint='j3'/></actuator></mujoco>"
    )
    with passive(m) as handle:
        page = browser.Page(chromium, handle.address, "&webgl=1&shadow=0&aa=0", (1280, 700)).shown()
        heads = page.js(
            "return [...document.querySelectorAll('#right .head')].map("
            "h => [h.textContent, h.getAttribute('aria-expanded')])"
        )
        assert heads[:2] == [["Control", "true"], ["Joint", "false"]]


def test_an_error_says_its_place_once(chromium):
    m = models.load("cartpole")
    with browser.Program(m, gelenk.MjData(m)) as program:
        page = browser.Page(chromium, program.address).shown()
        for channel in program.server.channels.values():
            from gelenk.viewer.session import error_head

            error = gelenk.Error("an element is wrong", where="model.xml:3:5")
            from gelenk.viewer import messages

            channel.post(messages.pack(error_head(error)))
        text = page.wait("document.querySelector('.banner.error')?.textContent")
        assert text.count("model.xml:3") == 1 and "an element is wrong" in text


def test_a_recording_shows_the_width_of_the_model_in_an_upright_window(chromium, tmp_path):
    m = gelenk.MjModel.from_xml_string(
        "<mujoco><asset><texture type='skybox' builtin='flat' rgb1='0 0 0' width='8' height='48'/></asset><worldbody>"
        "<light pos='0 0 5'/><geom type='plane' size='.01 .01 .1' pos='0 0 -9'/>"
        "<geom type='box' size='1 .1 .1' rgba='1 0 0 1'/></worldbody></mujoco>"
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    file = tmp_path / "run.html"
    with viewer.launch_passive(m, d, port=0, browser=False, record=file) as handle:
        handle.cam.elevation, handle.cam.azimuth, handle.cam.distance = -20, 90, 4
        handle.cam.lookat[:] = 0
        handle.sync()
    page = browser.Page(chromium, file.as_uri(), "?shadow=0&aa=0", (390, 844))
    page.wait("gelenk.state().frames > 1 && gelenk.state().camera.distance === 4")
    page.wait("gelenk.state().settled")
    picture = page.picture().astype(int)
    red = (picture[..., 0] > 2 * picture[..., 1] + 20).any(axis=0)
    assert red.sum() > 100 and not red[:5].any() and not red[-5:].any()
