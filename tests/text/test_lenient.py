"""Text that is no XML and that 3.5.0 reads: the same model here, with a warning; what 3.5.0 refuses is refused."""

import io
import logging
import zipfile

import mujoco
import pytest

import gelenk
from gelenk.errors import Error
from gelenk.modeling.mjcf.parse import parse_text
from gelenk.modeling.mjcf.read import from_string, from_zip

WORLD = b'<worldbody><body name="b"><geom name="g" size="1"/></body></worldbody>'
UTF8 = "é".encode()


def around(inside=WORLD, before=b"", after=b""):
    return before + b'<mujoco model="x">' + inside + b"</mujoco>" + after


def geom(attributes):
    return around(b'<worldbody><body name="b"><geom ' + attributes + b"/></body></worldbody>")


def named(value):
    return geom(b'size="1" name="' + value + b'"')


def body(inside):
    return around(b'<worldbody><body name="b">' + inside + b"</worldbody>")


ATTRIBUTES = [
    b'name="exo"type="box" size="1 1 1"',
    b"name='exo'type=\"box\"size='1 1 1'",
    b'name="a",size="1"',
    b'name="a"/size="1"',
    b'name="a"; size="1"',
    b'name="a"\x0bsize="1"',
    b'name="a"\x0csize\r=\n"1"',
    b'name="a"\x01size="1"',
    b'name="a"\xc2\xa0size="1"',
    b'name="a"name="b"size="1"',
    b'name=a size="1"',
    b'name size="1"',
    b'name "a" size="1"',
    b'name=="a" size="1"',
    b'="a" size="1"',
    b'name="a\' size="1"',
    b'1name="a" size="1"',
    b'-name="a" size="1"',
    b'na.me="a" size="1"',
    b'Size="1"',
    b'size="1" name=',
    b'size="1" name="a""',
    b'size="1" name="a/></body></worldbody></mujoco>',
    b'size="1" <!-- c -->',
]
VALUES = [
    *(b"a<b", b"a>b", b"a&b", b"a & b < c > d &amp; e", b"&&", b"<", b"a/>b", b"a<b/>c", b"a<![CDATA[x]]>"),
    *(b"&lt;&gt;&quot;&apos;", b"&nbsp;", b"&AMP;", b"&am;p", b"&amp", b"a&lt", b"a&", b"&;", b"a&amp;amp;b"),
    *(
        b"&#65;",
        b"&#x41;",
        b"&#X41;",
        b"&#65",
        b"a&#0;b",
        b"a&#x0;b",
        b"a&#1;b",
        b"a&#;b",
        b"&#-5;",
        b"&# 65;",
    ),
    *(b"a&#6z;b", b"&#x4g;", b"&#99999999;", b"&#1114112;", b"&#x10FFFF;", b"&#4294967361;", b"a&#x0x41;b"),
    *(
        b"a&#6&#5;b",
        b"a&#&quot;b",
        b"&#65 b;c",
        b"&#xFFFE;",
        b"&" + b"x" * 200 + b";",
        b"&#" + b"0" * 50 + b"65;",
    ),
    *(b"a\x01b", b"a\x1fb", b"a\x0cb", b"a\x00b", b"<!-- c -->", b"\xef\xbf\xbe", b"a'b", b"", b" ", b"%a;"),
]
DOCUMENTS = [
    around(before=b"text"),
    around(before=b"\xef\xbb\xbf\xef\xbb\xbf"),
    around(before=b" \n\xef\xbb\xbf"),
    around(before=b"<?xml?>"),
    around(before=b"<?xml version=1.0?>"),
    around(before=b'<?xml version="1.0"?>\n<?xml version="1.0"?>'),
    around(before=b'<?XML version="1.0"?>'),
    around(before=b'<?xml encoding="utf-8" version="1.0"?>'),
    around(before=b'<?xml version="1.0" encoding=""?>'),
    around(before=b'<?xml version="1.0" encoding="klingon"?>'),
    around(before=b'<?xml version="1.0" encoding="utf-16"?>'),
    around(before=b'<!-- c --><?xml version="1.0"?>'),
    around(before=b'text<?xml version="1.0"?>'),
    around(before=b'<?xml version="1.0">'),
    b'<?xml version="1.0" encoding="us-ascii"?>' + named(UTF8),
    b'<?xml version="1.0" encoding="gb2312"?>' + named(UTF8),
    around(before=b"<foo/>"),
    around(before=b"<!DOCTYPE a><!DOCTYPE b>"),
    around(before=b"<!doctype a>"),
    around(before=b"<!>"),
    around(before=b"<![CDATA[x]]>"),
    around(before=b"</b>"),
    *(
        around(after=text)
        for text in (b"text", b"&", b"<", b"<a", b"<a>", b"<a b=1/>", b"<a b='", b"<!-- c", b"<!a")
    ),
    *(
        around(after=text)
        for text in (b"<a/>", b"x<a>y</a>z<b/>", b"<mujoco model='y'/>", b"<robot name='r'/>")
    ),
    *(
        around(after=text)
        for text in (b"</b>", b"</mujoco>", b"</b><broken", b"\x00", b"\x00<broken", b"\x1a")
    ),
    *(
        around(after=text)
        for text in (b"<!DOCTYPE a>", b"<![CDATA[x]]>", b"<a b='1' b='2'/>", b'<?xml version="1.0"?>')
    ),
    *(
        around(text + WORLD)
        for text in (b"a & b", b"&foo;", b"&#0;", b"]]>", b"\x01", b"\xff", b"a < b", b"a <b ")
    ),
    *(
        around(text + WORLD)
        for text in (b"<!foo>", b"<!ELEMENT a ANY>", b"<!- c ->", b"<! -- c -->", b"<![cdata[x]]>")
    ),
    *(
        around(text + WORLD)
        for text in (b"<!-- a -- b --->", b"<!-->", b"<!---->", b"<!-- \x00 -->", b"<!-- \xff -->")
    ),
    *(around(text + WORLD) for text in (b"<>", b"<1a/>", b"</>", b"\x00", b"<![CDATA[<geom/>", b"/>")),
    around(b'<worldbody>< geom size="1"/></worldbody>'),
    around(b'<worldbody><geom size="1"/></worldbody a="1"b="2">'),
    around(b'<worldbody><geom"size="1"/></worldbody>'),
    around(b'<worldbody><geom size="1" / ></worldbody>'),
    around(b'<worldbody><geom size="1"//></worldbody>'),
    *(
        body(text)
        for text in (b"</ body>", b"< /body>", b"</body x>", b"</body", b"</body/>", b"</Body>", b"</bod>")
    ),
    *(
        body(text)
        for text in (b"</body\x0b>", b"</geom size='1'/></body>", b"<geom size='1'></body></geom>", b"")
    ),
    b"<mujoco>" + WORLD + b"</mujo",
    b"<mujoco>" + WORLD,
    b'<robot name="a & b"><link name="l"/></robot><x/>',
    b'<robot name="r"><link name="l"><visual><origin xyz="0 0 0"rpy="0 0 0"/><geometry><sphere radius="1"/>'
    b"</geometry></visual></link></robot>",
]
BODIES = [
    *(
        b"<body/>",
        b'<body name="b" childclass="none" pos="a"><geom size="1"/></body>',
        b"<frame><joint/></frame>",
    ),
    *(
        b"<body><foo/></body>",
        b'<body foo="1"/>',
        b'<frame><geom foo="1"/></frame>',
        b"<geom/>",
        b"<body><asset/></body>",
    ),
    *(
        b"<body><inertial/><inertial/></body>",
        b"<body><composite/><plugin/><attach/></body>",
        b"<site/>",
        b"<joint/>",
    ),
]
CASES = [*map(geom, ATTRIBUTES), *map(named, VALUES), *DOCUMENTS, *(around(WORLD + text) for text in BODIES)]


def read(package, path):
    """The names and the number of bodies and geoms of a model, or None where it is refused."""
    try:
        m = package.MjModel.from_xml_path(str(path))
    except ValueError:
        return None
    return bytes(m.names), m.nbody, m.ngeom, m.geom_type.tolist()


@pytest.mark.parametrize("text", CASES, ids=lambda text: repr(text)[2:-1][-50:])
def test_a_text_is_read_and_refused_as_by_3_5_0(text, tmp_path):
    path = tmp_path / "model.xml"
    path.write_bytes(text)
    assert read(gelenk, path) == read(mujoco, path)


@pytest.mark.parametrize(
    "value, ours",
    [
        (b"a\xe9b", "aéb"),  # 3.5.0: a name that is not UTF-8
        (b"&#xD800;", "&#xD800;"),
        (b"&amp;&b", "&&b"),  # 3.5.0: a letter of the text in the place of the second '&'
    ],
)
def test_a_name_that_3_5_0_spoils_is_whole(value, ours):
    assert from_string(named(value)).geoms[0].name == ours


# ---- warnings


def warnings_of(text, caplog):
    caplog.clear()
    with caplog.at_level(logging.WARNING, "gelenk"):
        from_string(text)
    return [record.getMessage() for record in caplog.records]


def test_each_kind_of_leniency_warns_once_with_its_first_place(caplog):
    text = (
        '<mujoco>\n<worldbody>\n  <geom name="a & b"size="1"/>\n  <geom name="c & d"size="1"/>\n</worldbody>'
    )
    text += "</mujoco>x<y/>"
    found = warnings_of(text, caplog)
    assert [message.split(": ")[0] for message in found] == [
        "<string>:3:17",
        "<string>:3:21",
        "<string>:5:22",
        "<string>:5:23",
    ]
    assert found[0].endswith("write &amp; (1 more in this file)") and "without a blank" in found[1]


def test_a_text_that_is_well_formed_warns_of_nothing(caplog):
    assert warnings_of(around(b"<!-- c -->" + WORLD, b'<?xml version="1.0"?>\n<!DOCTYPE a>'), caplog) == []


@pytest.mark.parametrize(
    "text, says",
    [
        (
            around(WORLD + b"\n<body/>"),
            "<string>:2:1: body below <mujoco> is ignored; put it into <worldbody>",
        ),
        (
            around(b"<frame/><frame/>"),
            "<string>:1:19: frame below <mujoco> is ignored (1 more elements likewise)",
        ),
        (named(b"\xe9"), "bytes that are not UTF-8 are read as Latin-1"),
        (named(b"a\x01"), "<string>:1:66: control characters are kept"),
        (named(b"a&#0;b"), "<string>:1:67: the value of an attribute ends before a character 0"),
        (around(after=b"\x00"), "the text after a character 0 is not read"),
        (around(after=b"</b> more"), "the text from the end tag </b> on, which has no start, is not read"),
        (around(b"<!foo>"), "<string>:1:19: a section <!...> is ignored"),
        (
            around(before=b'<?xml version="1.0" encoding="klingon"?>'),
            "the encoding that is declared cannot be used",
        ),
    ],
)
def test_a_warning_says_what_is_forgiven_and_where(text, says, caplog):
    (message,) = warnings_of(text, caplog)
    assert says in message


def test_the_error_is_that_of_the_fault_that_3_5_0_does_not_forgive():
    with pytest.raises(
        Error, match=r"^<string>:3:4: not well-formed XML: an attribute has no value in quotes"
    ):
        from_string('<mujoco>\n<body name="a & b"/>\n <a b=1/></mujoco>'.replace(" <a", "<a"))
    with pytest.raises(
        Error, match=r"^<string>:2:3: not well-formed XML: mismatched tag, inside <a> that begins"
    ):
        from_string('<mujoco b="1"c="2"><a>\n</b></mujoco>')


# ---- every reader


def test_every_reader_of_xml_forgives():
    part = b'<m><body name="i & j"pos="0 0 1"/></m>'
    main = around(b'<worldbody><include file="part.xml"/></worldbody>')
    assert [found.name for found in from_string(main, {"part.xml": part}).bodies] == ["world", "i & j"]
    spec = gelenk.MjSpec.from_string(named(b"a<b").decode())
    assert spec.geoms[0].name == "a<b"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("model.xml", named(b"a&b"))
    archive.seek(0)
    assert from_zip(archive).geoms[0].name == "a&b"
    attached = b'<asset><model name="p" file="part.xml"/></asset>'
    attached += b'<worldbody><attach model="p" body="b" prefix="q"/></worldbody>'
    assert from_string(around(attached), {"part.xml": named(b"a&b")}).compile().geom(0).name == "qa&b"


@pytest.mark.parametrize(
    "value", [b"a\nb", b"a\r\nb  c", b"a\tb&amp;\n&#10;&quot;", b"a\n\rb\r", b"a b", "é\nß".encode()]
)
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b'<?xml version="1.0" encoding="utf-8"?>'])
def test_texts_keep_the_ends_of_their_lines_as_in_3_5_0(value, before, tmp_path):
    path = tmp_path / "model.xml"
    path.write_bytes(
        around(b"<custom><text name=\"x data='a b'\"\n\tdata='" + value + b"'/></custom>", before)
    )
    ours, theirs = (bytes(package.MjModel.from_xml_path(str(path)).text_data) for package in (gelenk, mujoco))
    assert ours == theirs


# ---- limits hold in the second pass


@pytest.mark.parametrize(
    "text",
    [
        b"<mujoco>&" + b"&#" * 100_000 + b"</mujoco>",
        named(b"&" * 200_000),
        named(b"&#1" * 100_000),
        named(b"&#" + b"1" * 200_000),
        named(b"&" * 100_000 + b";"),
        around(b"&" + b"<!" * 100_000),
        around(b"&" + b"<![CDATA[" * 50_000),
        around(b"&" + b"<a" * 100_000),
        geom(b'a="&"' + b" a=" * 100_000),
        geom(b'a="&"' + b" " * 500_000),
        geom(b"".join(b'a%d="&"' % i for i in range(50_000))),
        around(b"&" + b"<a>" * 100_000),
        around(after=b"x<a>" * 100_000),
        b"&" + b"\n" * 500_000 + b"<a/>",
    ],
    ids=lambda text: repr(text[-20:]),
)
@pytest.mark.timeout(60)  # squares of these sizes take hours
def test_a_hostile_text_takes_linear_time(text):
    try:
        spec = from_string(text)
    except Error as error:
        assert str(error).startswith(("<string>:", "500 problems\n")) and len(str(error)) < 2000
    else:
        assert b"&" in text and len(spec.modelname) < len(text)


def test_depth_and_entities_are_bounded():
    with pytest.raises(Error, match="deeper than 500"):
        from_string("<mujoco>&" + "<a>" * 600)
    with pytest.raises(Error, match="entities cannot be declared"):
        from_string('<?xml?><!DOCTYPE a [<!ENTITY a "x">]><mujoco model="&a;"/>')


def test_columns_are_those_of_expat():
    text = "<mujoco>\n <worldbody>\n  <geom name='é'\n   size='1'/><body\tname='b'>\r\n<site/></body></worldbody>"
    text += "</mujoco>"
    good, lenient = parse_text(text), parse_text(text + "<x/>")

    def places(node):
        return [node.position, *(place for child in node.children for place in places(child))]

    assert places(good) == places(lenient)
