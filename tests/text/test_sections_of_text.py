"""CDATA sections of custom texts are read as their data, and written by models of release 3.13 and later."""

import pytest

import gelenk
from gelenk.errors import Error


def model(text):
    return f"<mujoco>\n<custom>\n{text}\n</custom></mujoco>"


@pytest.mark.parametrize(
    "section, data",
    [
        ("<![CDATA[<text> & more\nline 2]]>", "<text> & more\nline 2"),
        ("some <!-- c --> <![CDATA[ a ]] b ]]> more", " a ]] b "),
        ("<![CDATA[a\r\nb]]>", "a\nb"),
        ("<![CDATA[&amp;]]>", "&amp;"),
    ],
)
def test_a_section_is_the_text(section, data):
    m = gelenk.MjModel.from_xml_string(model(f"<text name='a'>{section}</text><text name='b' data='x'/>"))
    assert m.text_data == data.encode() + b"\0x\0"


@pytest.mark.parametrize(
    "text, message",
    [
        ("<text name='a'><![CDATA[a]]><![CDATA[b]]></text>", "text field cannot have several CDATA sections"),
        ("<text name='a'><![CDATA[]]></text>", "text field cannot be empty"),
        ("<text name='a'>plain</text>", "required attribute 'data' of text 'a' is missing"),
        (
            "<numeric name='a'><![CDATA[1 2]]></numeric><text name='b'/>",
            "required attribute 'data' of text 'b' is missing",
        ),
    ],
)
def test_other_sections_are_refused(text, message):
    with pytest.raises(Error, match=f":3:[0-9]+: {message}(.|\n)*Element 'text', line 3"):
        gelenk.MjModel.from_xml_string(model(text))


def test_an_attribute_goes_before_a_section(caplog):
    m = gelenk.MjModel.from_xml_string(model("<text name='a' data='d'><![CDATA[a]]></text>"))
    assert m.text_data == b"d\0" and "CDATA section of a text with the attribute 'data'" in caplog.text


@pytest.mark.parametrize(
    "data", ["a\nb", "a & b", 'a " b', "a < b", "it's", "a ]]> & b", "a\tb", "a\r\nb", "plain"]
)
@pytest.mark.parametrize("release", ["3.5", "4.0"])
def test_texts_are_written_so_that_they_are_read_again(release, data):
    spec = gelenk.MjSpec.from_string("<mujoco/>", release=release)
    spec.add_text(name="a", data=data)
    text = spec.to_xml()
    sections = (
        release == "4.0" and any(c in data for c in "\n&\"'<") and "]]>" not in data and "\r" not in data
    )
    assert (f"<![CDATA[{data}]]>" in text) == sections
    assert gelenk.MjSpec.from_string(text).text("a").data == data


def test_what_xml_cannot_hold_is_refused():
    spec = gelenk.MjSpec.from_string("<mujoco/>", release="4.0")
    spec.add_text(name="a", data="a\n\x01")
    with pytest.raises(Error, match="character that XML cannot hold"):
        spec.to_xml()


CABLE = """<mujoco><worldbody><body>
<composite type="cable" count="5 1 1" size="1" prefix="c"><geom type="capsule" size=".01"/></composite>
</body></worldbody></mujoco>"""
MOTOR = """<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator>
<dcmotor joint="j"/></actuator></mujoco>"""


@pytest.mark.parametrize(
    "text, message",
    [
        (CABLE, "points of the cable coincide(.|\n)*Element 'composite', line 2"),
        (MOTOR, "motor constant K must be positive(.|\n)*Element 'dcmotor', line 2"),
    ],
)
def test_messages_name_the_element_that_was_written(text, message):
    with pytest.raises(Error, match=message):
        gelenk.MjModel.from_xml_string(text, release="4.0")
