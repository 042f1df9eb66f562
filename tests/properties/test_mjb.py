"""Models in binary form: the same model comes back, and bytes that are damaged in any way are an error."""

import hashlib
import random
import struct
import zlib

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from gelenk.runtime import binary_model
from gelenk.runtime.struct_bases import FIRST_SIZES
from tests.support import models
from tests.support.mutate import SENSED, with_right_head
from tests.support.same_model import differences

SMALL = "<mujoco model='s'><worldbody><body name='b'><joint/><geom size='0.1'/></body></worldbody></mujoco>"


@pytest.fixture(scope="module")
def small():
    return binary_model.to_bytes(gelenk.MjModel.from_xml_string(SMALL))


@pytest.mark.parametrize("name", ["arm", "loops", "humanoid"])
def test_a_model_comes_back_and_runs_to_the_same_bits(name, tmp_path):
    m = models.load(name)
    path = str(tmp_path / "model.mjb")
    gelenk.mj_saveModel(m, path)
    again = gelenk.MjModel.from_binary_path(path)
    assert differences(m, again) == []
    d1, d2 = gelenk.MjData(m), gelenk.MjData(again)
    gelenk.mj_step(m, d1, 20)
    gelenk.mj_step(again, d2, 20)
    assert d1.qpos.tobytes() == d2.qpos.tobytes()
    assert again.names == m.names


def test_a_buffer_holds_what_a_file_does(tmp_path):
    m = models.load("arm")
    size = gelenk.mj_sizeModel(m)
    buffer = np.zeros(size + 3, np.uint8)
    gelenk.mj_saveModel(m, None, buffer)
    gelenk.mj_saveModel(m, str(tmp_path / "m.mjb"))
    assert buffer[:size].tobytes() == (tmp_path / "m.mjb").read_bytes()
    loaded = gelenk.MjModel.from_binary_path("any/m.mjb", {"m.mjb": buffer.tobytes()})
    assert differences(m, loaded) == []
    with pytest.raises(ValueError, match="buffer"):
        gelenk.mj_saveModel(m, None, np.zeros(size - 1, np.uint8))
    with pytest.raises(ValueError, match="filename or a buffer"):
        gelenk.mj_saveModel(m)
    with pytest.raises(ValueError, match="cannot write"):
        gelenk.mj_saveModel(m, str(tmp_path / "no" / "m.mjb"))


def test_wherever_a_buffer_begins_it_holds_the_same_bytes():
    """Eight rows at a time are copied past the caches, to whole words of these; what stands before and behind not."""
    m = models.load("humanoid")  # 348 rows
    expected = binary_model.to_bytes(m)
    for start in (*range(9), 15, 16, 31, 32, 33):
        memory = np.full(len(expected) + 64, 7, np.uint8)
        gelenk.mj_saveModel(m, None, memory[start : start + len(expected)])
        assert memory[start : start + len(expected)].tobytes() == expected, start
        assert (memory[:start] == 7).all() and (memory[start + len(expected) :] == 7).all()


def test_no_file_and_other_files_are_errors(tmp_path):
    with pytest.raises(Error, match="cannot find"):
        gelenk.MjModel.from_binary_path(str(tmp_path / "none.mjb"))
    with pytest.raises(Error, match="not a regular file"):
        gelenk.MjModel.from_binary_path("/dev/zero")
    for content in (b"", b"x", SMALL.encode() * 3, bytes(1000)):
        with pytest.raises(Error):
            gelenk.MjModel.from_binary_path("m", {"m": content})


def test_every_truncation_is_an_error(small):
    for length in [*range(binary_model.HEADER.size + 40), *range(0, len(small), 97), len(small) - 1]:
        with pytest.raises(Error):
            binary_model.from_bytes(small[:length])


def test_every_flipped_bit_is_an_error(small):
    rng = random.Random(1)
    for _ in range(400):
        at = rng.randrange(len(small))
        damaged = bytearray(small)
        damaged[at] ^= 1 << rng.randrange(8)
        with pytest.raises(Error):
            binary_model.from_bytes(bytes(damaged))


def sealed(body):
    """Bytes with a good header: damage that no checksum finds."""
    return with_right_head(
        binary_model.HEADER.pack(binary_model.MAGIC, binary_model.VERSION, 0, binary_model._digest(), 0)
        + body
    )


def test_files_of_version_1_are_read(small):
    sizes, arrays, *rest = binary_model._parts(memoryview(small)[binary_model.HEADER.size :])
    parts = [sizes, *rest[: len(binary_model.CHARS)], arrays, *rest[len(binary_model.CHARS) :]]
    body = b"".join(binary_model._with_lengths(parts))
    old = (
        binary_model.HEADER_1.pack(binary_model.MAGIC, 1, zlib.crc32(body), binary_model._digest(), len(body))
        + body
    )
    assert differences(binary_model.from_bytes(old), binary_model.from_bytes(small)) == []
    with pytest.raises(Error, match="checksum"):
        binary_model.from_bytes(old.replace(b"s\0", b"t\0", 1))


@pytest.mark.parametrize("nrow", [*range(10), 17])
def test_sums_of_rows_and_columns_are_those_of_numpy(nrow):
    words = np.random.default_rng(nrow).integers(0, 2**64, (nrow, binary_model.COLUMNS), np.uint64)
    tail = bytes(range(nrow))
    for arrays in (words.tobytes() + tail, memoryview(b"x" + words.tobytes() + tail)[1:]):
        sums = np.concatenate((words.sum(1, dtype=np.uint64), words.sum(0, dtype=np.uint64)))
        expected = hashlib.sha256(b"before" + sums.tobytes() + tail + b"behind").digest()[:8]
        into = np.full(len(arrays) + 1, 7, np.uint8)
        for to in (0, into.ctypes.data):
            assert binary_model.checksum(b"before", arrays, b"behind", to) == int.from_bytes(
                expected, "little"
            )
        assert into.tobytes() == bytes(arrays) + b"\x07"


def test_the_checksum_sees_what_a_crc_sees():
    """One to three words that change, also such that sums of a row or a column stay, and words that change places."""
    rng = np.random.default_rng(3)
    words = rng.integers(0, 2**64, (6, binary_model.COLUMNS), np.uint64)
    seen = {binary_model.checksum(b"", words.tobytes(), b"")}
    for k in range(60):
        other, (one, two) = words.copy(), rng.permutation(6)[:2]
        at, beside = rng.permutation(binary_model.COLUMNS)[:2]
        bit = np.uint64(1 << int(rng.integers(64)))
        if k % 3 == 0:
            other[one, at] ^= bit
        elif k % 3 == 1:  # the sum of the column stays
            other[one, at] += bit
            other[two, at] -= bit
        else:  # that of the row
            other[one, [at, beside]] = other[one, [beside, at]]
        seen.add(binary_model.checksum(b"", other.tobytes(), b""))
    assert len(seen) == 61


def test_damage_behind_a_good_checksum_gives_a_model_or_an_error(small):
    rng = random.Random(2)
    for _ in range(400):
        body = bytearray(small[binary_model.HEADER.size :])
        at = rng.randrange(len(body))
        body[at] ^= 1 << rng.randrange(8)
        try:
            binary_model.from_bytes(sealed(bytes(body)))
        except Error as error:
            assert str(error)


@pytest.mark.parametrize("size", [-(2**63), -1, 2**31, 2**40, 2**62, 2**63 - 1])
def test_sizes_that_ask_for_too_much_are_refused_before_anything_is_allocated(small, size):
    for k in range(len(FIRST_SIZES)):
        body = bytearray(small[binary_model.HEADER.size :])
        struct.pack_into("<q", body, 8 + 8 * k, size)
        try:
            binary_model.from_bytes(sealed(bytes(body)))
        except Error as error:
            assert str(error)


def test_an_index_out_of_range_is_an_error():
    m = gelenk.MjModel.from_xml_string(SMALL)
    m._a_geom_bodyid[0] = 10**6
    with pytest.raises(Error, match="geom_bodyid"):
        binary_model.from_bytes(binary_model.to_bytes(m))


@pytest.mark.parametrize("name", ["integrator", "cone", "jacobian", "solver"])
def test_settings_that_choose_a_method_choose_one(name):
    m = gelenk.MjModel.from_xml_string("<mujoco><worldbody/></mujoco>")
    assert getattr(binary_model.from_bytes(binary_model.to_bytes(m)).opt, name) == getattr(m.opt, name)
    setattr(m.opt, name, 77)
    with pytest.raises(Error, match=rf"opt\.{name} is 77"):
        binary_model.from_bytes(binary_model.to_bytes(m))


def test_sums_are_recomputed(small):
    k = FIRST_SIZES.index("nsensordata")
    body = bytearray(small[binary_model.HEADER.size :])
    struct.pack_into("<q", body, 8 + 8 * k, 5)
    with pytest.raises(Error, match="nsensordata"):
        binary_model.from_bytes(sealed(bytes(body)))


@pytest.mark.parametrize(
    ("column", "at", "value"),
    [
        ("sensor_dim", 0, 1),  # rays of a camera
        ("sensor_dim", 4, 1),  # a gyro
        ("sensor_intprm", 1, 0),  # contacts: nothing to report
        ("sensor_objtype", 4, 1),  # a gyro on a body
        ("sensor_objid", 9, 0),  # the position of a free joint
        ("M_colind", -1, 0),  # not on the chain to its dof
        ("M_rownnz", 0, 0),
    ],
)
def test_columns_that_do_not_fit_each_other_are_refused(column, at, value):
    m = gelenk.MjModel.from_xml_string(SENSED)
    numbers = getattr(m, "_a_" + column)
    numbers[at] = value
    with pytest.raises(Error, match="not a valid model"):
        binary_model.from_bytes(binary_model.to_bytes(m))


@pytest.mark.parametrize("size", ["nM", "nJmom", "nhistory", "npluginstate", "nbvhdynamic", "nuserdata"])
def test_sizes_that_no_array_of_the_model_has_are_recomputed(size):
    m = gelenk.MjModel.from_xml_string(SENSED)
    content = bytearray(binary_model.to_bytes(m))
    at = binary_model.HEADER.size + binary_model.LENGTH.size + 8 * FIRST_SIZES.index(size)
    assert struct.unpack_from("<q", content, at) == (getattr(m, size),)
    struct.pack_into("<q", content, at, 1 << 30)
    with pytest.raises(Error, match=size):
        binary_model.from_bytes(with_right_head(bytes(content)))
