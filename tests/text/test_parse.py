"""Text to nodes: positions, includes, and what is refused."""

import os

import pytest

from gelenk.errors import Error
from gelenk.modeling.mjcf.parse import parse_text
from gelenk.modeling.mjcf.read import from_file, from_string


def test_a_node_knows_line_and_column_of_its_tag():
    root = parse_text(
        '<mujoco>\n  <worldbody>\n\t<geom\n size="1"/><site/></worldbody>\n</mujoco>', "arm.xml"
    )
    geom, site = root.children[0].children
    assert (root.where, geom.where, site.where) == ("arm.xml:1:1", "arm.xml:3:2", "arm.xml:4:12")


@pytest.mark.parametrize(
    "text",
    [
        '\n  <?xml version="1.0"?><mujoco/>',
        b"\xef\xbb\xbf<mujoco/>",
        "\ufeff<mujoco/>",
        "<mujoco/>".encode("utf-16"),
        "<mujoco><!-- a -- b --- c --></mujoco>",
        b"<mujoco><!-- 20 \xb0C --><worldbody/></mujoco>",
        b'<?xml version="1.0" encoding="ISO-8859-1"?><mujoco model="\xe9"/>',
        '<?xml version="1.0" encoding="gb2312"?><mujoco/>',
        "<mujoco>text <![CDATA[<geom/>]]></mujoco>",
        "<!DOCTYPE mujoco><mujoco/>",
    ],
)
def test_texts_that_others_forgive_are_read(text):
    assert from_string(text).geoms == []


def test_lines_are_counted_from_the_first_character():
    with pytest.raises(Error, match=r"^<string>:5:3: unknown element <foo>"):
        from_string('\n\n <?xml version="1.0"?>\n<mujoco>\n  <foo/></mujoco>')
    with pytest.raises(Error, match=r"^<string>:3:9: unknown element <foo>"):
        from_string("<mujoco><!-- -- -->\n<!--\n -- --> <foo/></mujoco>")


@pytest.mark.parametrize(
    "text, where, says",
    [
        ("", "<string>", "empty"),
        (" \n", "<string>", "empty"),
        (
            "<mujoco>\n<worldbody>\n <geom>\n</worldbody></mujoco>",
            "<string>:4:3",
            "<geom> that begins at line 3",
        ),
        ("<mujoco><worldbody>", "<string>:1:20", "<worldbody> that begins at line 1"),
        ('<mujoco model="a" model="b"/>', "<string>:1:19", "duplicate attribute"),
        ("no xml", "<string>:1:1", "not well-formed"),
        ("<mujoco \x00/>", "<string>:1:9", "not well-formed"),
        ('<mujoco model="\ud800"/>', "<string>", "encoded"),
        (b"\xff\xfe\x00", "<string>", "not well-formed"),
        ("<mujocoo/>", "<string>:1:1", "must be <mujoco>"),
    ],
)
def test_what_is_no_model_is_refused_with_its_place(text, where, says):
    with pytest.raises(Error) as caught:
        from_string(text)
    assert caught.value.problems[0].where.startswith(where) and says in str(caught.value)


@pytest.mark.parametrize("text", [None, 3, ["<mujoco/>"]])
def test_what_is_no_text_is_a_type_error(text):
    with pytest.raises(TypeError, match="text or bytes"):
        from_string(text)


def test_entities_are_refused_and_nothing_is_expanded():
    bomb = '<!DOCTYPE a [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><mujoco model="&b;"/>'
    with pytest.raises(Error, match="entities cannot be declared"):
        from_string(bomb)
    with pytest.raises(Error, match="entities cannot be declared"):
        from_string('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><mujoco>&x;</mujoco>')
    assert from_string('<!DOCTYPE a SYSTEM "http://localhost:1/a.dtd"><mujoco/>').geoms == []


def test_nesting_stops_at_500():
    def nested(count):
        return "<mujoco><worldbody>" + "<body>" * count + "</body>" * count + "</worldbody></mujoco>"

    assert len(from_string(nested(498)).bodies) == 499
    with pytest.raises(Error, match="deeper than 500"):
        from_string(nested(499))
    with pytest.raises(Error, match="deeper than 500"):
        from_string("<mujoco>" + "<worldbody>" * 10**5)


# ---- includes


def test_an_include_is_replaced_by_what_is_in_the_file():
    spec = from_string(
        '<mujoco><worldbody><include file="a.xml"/><geom name="last"/></worldbody></mujoco>',
        {
            "a.xml": b'<any><geom name="one"/><include file="sub/b.xml"/></any>',
            "sub/b.xml": '<any><geom name="two"/>\n<include file="c.xml"/></any>',
            "sub/c.xml": b'<any><body name="three"/></any>',
        },
    )
    assert [geom.name for geom in spec.geoms] == ["one", "two", "last"]
    assert spec.body("three") is not None
    assert (spec.geom("two").where, spec.geom("last").where) == ("sub/b.xml:1:6", "<string>:1:43")


@pytest.mark.parametrize(
    "text, says",
    [
        ('<include file="none.xml"/>', "cannot find the file 'none.xml'"),
        ("<include/>", "required attribute 'file' of 'include' is missing"),
        ('<include file="a.xml"/><include file="./a.xml"/>', "may be only once"),
        ('<include file="cycle.xml"/>', "may be only once"),
        ('<include file="empty.xml"/>', "no elements"),
        ('<include file="bad.xml"/>', "bad.xml:2:3: not well-formed XML"),
        ('<include file="a.xml"><worldbody/></include>', "cannot have children"),
        ('<include file="a\0b"/>', "not well-formed"),
    ],
)
def test_an_include_that_cannot_be_is_refused(text, says):
    files = {
        "a.xml": b"<m><worldbody/></m>",
        "cycle.xml": b'<m><include file="cycle.xml"/></m>',
        "empty.xml": b"<m/>",
        "bad.xml": b"<m>\n</n>",
    }
    with pytest.raises(Error) as caught:
        from_string(f"<mujoco>\n{text}</mujoco>", files)
    place = "cycle.xml:1:4: " if "cycle" in text else "<string>:2:"
    assert says in str(caught.value) and str(caught.value).startswith(place)


def test_files_are_found_beside_the_main_file_and_beside_the_including_one(tmp_path):
    (tmp_path / "parts").mkdir()
    main = '<mujoco><worldbody><include file="parts/a.xml"/></worldbody></mujoco>'
    (tmp_path / "main.xml").write_text(main)
    (tmp_path / "parts/a.xml").write_text('<m><geom/><include file="b.xml"/><include file="c.xml"/></m>')
    (tmp_path / "b.xml").write_text('<m><site name="beside main"/></m>')
    (tmp_path / "parts/c.xml").write_text('<m><site name="beside a"/></m>')
    spec = from_file(tmp_path / "main.xml")
    assert [site.name for site in spec.sites] == ["beside main", "beside a"]
    assert spec.sites[0].where == "b.xml:1:4"
    assert spec.geoms[0].where == "parts/a.xml:1:4"


def test_devices_pipes_and_folders_are_refused_unread(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", str(tmp_path / "pipe"), str(tmp_path)):
        with pytest.raises(Error, match="not a regular file"):
            from_string(f'<mujoco><include file="{path}"/></mujoco>')
        with pytest.raises(Error, match="not a regular file"):
            from_file(path)


def test_reading_can_be_confined_to_folders(tmp_path):
    (tmp_path / "inside").mkdir()
    (tmp_path / "secret.xml").write_text("<m><worldbody/></m>")
    (tmp_path / "inside/link.xml").symlink_to(tmp_path / "secret.xml")
    (tmp_path / "inside/good.xml").write_text("<m><worldbody/></m>")
    for file in ("../secret.xml", "link.xml"):
        (tmp_path / "inside/main.xml").write_text(f'<mujoco><include file="{file}"/></mujoco>')
        with pytest.raises(Error, match="outside of the folders"):
            from_file(tmp_path / "inside/main.xml", within=[tmp_path / "inside"])
    (tmp_path / "inside/main.xml").write_text('<mujoco><include file="good.xml"/></mujoco>')
    from_file(tmp_path / "inside/main.xml", within=[tmp_path / "inside"])


def test_messages_do_not_tell_the_content_of_other_files(tmp_path):
    (tmp_path / "passwords").write_text("root:x:0:0:hunter2\n")
    with pytest.raises(Error) as caught:
        from_string(f'<mujoco><include file="{tmp_path}/passwords"/></mujoco>')
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("assets", [{3: b""}, {"a.xml": 3}, {"a.xml": None}])
def test_assets_must_map_names_to_bytes(assets):
    with pytest.raises(TypeError, match="assets must map names to bytes"):
        from_string("<mujoco/>", assets)


def test_a_missing_file_is_an_error_that_names_it(tmp_path):
    with pytest.raises(Error, match=r"cannot find the file 'none\.xml'"):
        from_file(tmp_path / "none.xml")
