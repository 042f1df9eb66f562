"""Files of specs: they are found after attaching, in the text that is written, and in archives."""

import io
import zipfile

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from tests.support.mesh_files import box, obj
from tests.support.same_model import differences

HOLDER = """<mujoco model="{name}"><compiler meshdir="{folder}"/><asset><mesh name="m" file="{file}"/></asset>
<worldbody><body name="b"><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""


def cube(size):
    return obj(box(size, size, size))


def spec_of(size, file="m.obj", folder=""):
    path = f"{folder}/{file}" if folder else file
    text = HOLDER.format(name="given", file=file, folder=folder)
    return gelenk.MjSpec.from_string(text, assets={path: cube(size)})


def sizes(m):
    """Half sizes of the boxes that the meshes are."""
    return np.round(m.geom_aabb[:, 3:].max(axis=1), 4).tolist()


def zipped(spec):
    """The spec from the archive that a spec is written to."""
    file = io.BytesIO()
    spec.to_zip(file)
    file.seek(0)
    return gelenk.MjSpec.from_zip(file)


def attached(parent, child, **names):
    parent.attach(child, frame=parent.worldbody.add_frame(), **names)
    return parent


def test_assets_of_one_name_stay_apart_by_prefix_and_suffix():
    spec = attached(spec_of(1), spec_of(2), prefix="c_", suffix="_s")
    assert sizes(spec.compile()) == [1, 2]
    assert list(spec.assets) == ["m.obj", "c_m_s.obj"]
    again = gelenk.MjSpec.from_string(spec.to_xml(), assets=spec.assets)
    assert sizes(again.compile()) == [1, 2]
    assert sizes(zipped(spec).compile()) == [1, 2]


def test_assets_in_folders_are_found_again_by_their_paths():
    child = spec_of(2, "x/m.obj", "sub")
    inner = attached(child, spec_of(3, "m.obj", "deep"), prefix="i_")
    spec = attached(spec_of(1, folder="own"), inner, prefix="c_")
    assert set(spec.assets) == {"own/m.obj", "sub/x/c_m.obj", "deep/c_i_m.obj"}
    text = spec.to_xml()
    assert 'file="../sub/x/c_m.obj"' in text
    assert sizes(gelenk.MjModel.from_xml_string(text, spec.assets)) == [1, 2, 3]
    assert sizes(zipped(spec).compile()) == [1, 2, 3]


def test_override_assets_says_whether_files_of_the_same_name_are_replaced():
    def specs():
        text = HOLDER.format(name="p", file="m.obj", folder="").replace('"m"', '"q"').replace('"b"', '"z"')
        return gelenk.MjSpec.from_string(text, assets={"m.obj": cube(1)}), spec_of(2)

    parent, child = specs()
    parent.override_assets = False
    with pytest.raises(ValueError, match=r"Asset m\.obj already exists in parent spec"):
        attached(parent, child, prefix="", suffix="")
    assert sizes(parent.compile()) == [1]
    parent, child = specs()
    assert sizes(attached(parent, child, prefix="", suffix="").compile()) == [2, 2]
    assert parent.assets["m.obj"] == cube(2)


@pytest.fixture
def folder(tmp_path):
    """Two models in folders of their own, whose mesh files have the same name."""
    for name, size in (("pm", 1), ("sub/mm", 2)):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "m.obj").write_bytes(cube(size))
    (tmp_path / "sub/child.xml").write_text(HOLDER.format(name="c", file="m.obj", folder="mm"))
    text = HOLDER.format(name="p", file="m.obj", folder="pm").replace('"b"', '"z"')
    (tmp_path / "main.xml").write_text(text)
    text = text.replace("</asset>", '<model name="c" file="sub/child.xml"/></asset>')
    text = text.replace("</worldbody>", '<attach model="c" body="b" prefix="c_"/></worldbody>')
    (tmp_path / "whole.xml").write_text(text)
    return tmp_path


@pytest.mark.parametrize("how", ["attach element", "MjSpec.attach"])
def test_files_on_disk_are_found_from_the_folder_of_the_whole(folder, how):
    if how == "attach element":
        spec = gelenk.MjSpec.from_file(str(folder / "whole.xml"))
    else:
        child = gelenk.MjSpec.from_file(str(folder / "sub/child.xml"))
        spec = attached(gelenk.MjSpec.from_file(str(folder / "main.xml")), child, prefix="c_")
    assert sizes(spec.compile()) == [1, 2]
    spec.to_file(str(folder / "written.xml"))
    assert sizes(gelenk.MjModel.from_xml_path(str(folder / "written.xml"))) == [1, 2]
    again = zipped(spec)
    assert sizes(again.compile()) == [1, 2]
    assert set(again.assets) == {"pm/m.obj", "sub/mm/m.obj"}


def test_an_archive_has_the_files_from_outside_of_the_models_folder(folder):
    (folder / "inner").mkdir()
    text = HOLDER.format(name="p", file="../pm/m.obj", folder="")
    text = text.replace("</asset>", f'<mesh name="n" file="{folder}/sub/mm/m.obj"/></asset>')
    text = text.replace("</body>", '<geom type="mesh" mesh="n"/></body>')
    (folder / "inner/main.xml").write_text(text)
    again = zipped(gelenk.MjSpec.from_file(str(folder / "inner/main.xml")))
    assert sizes(again.compile()) == [1, 2]
    assert set(again.assets) == {"files/m.obj", "files/m_2.obj"}


def test_strippath_does_not_lose_a_file_silently(folder):
    spec = gelenk.MjSpec.from_file(str(folder / "main.xml"))
    spec.strippath = True
    attached(spec, gelenk.MjSpec.from_file(str(folder / "sub/child.xml")), prefix="c_")
    with pytest.raises(Error, match="strippath"):
        spec.to_xml()


@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("kind", ["2D", "CUBE", "SKYBOX"])
def test_pixels_from_data_are_a_file_in_an_archive_and_refused_in_a_text(kind, channels):
    height = 4 if kind == "2D" else 18
    spec = gelenk.MjSpec()
    texture = spec.add_texture(name="t/1", width=3, height=height, nchannel=channels, hflip=1)
    texture.type = getattr(gelenk.mjtTexture, f"mjTEXTURE_{kind}")
    texture.colorspace = gelenk.mjtColorSpace.mjCOLORSPACE_SRGB
    texture.data = np.random.default_rng(0).integers(0, 256, 3 * height * channels, np.uint8).tobytes()
    spec.texturedir = "pictures"
    with pytest.raises(Error, match="MJCF cannot express"):
        spec.to_xml()
    m = spec.compile()
    found = differences(m, zipped(spec).compile(), 1e-9)
    assert set(found) <= {"npaths", "paths", "tex_pathadr"}, found  # the file has a path


def test_an_archive_is_a_zip_file_whose_last_entry_is_the_model():
    file = io.BytesIO()
    spec_of(1).to_zip(file)
    assert zipfile.ZipFile(file).namelist() == ["m.obj", "given.xml"]
