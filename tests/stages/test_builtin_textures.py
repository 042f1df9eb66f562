"""Builtin textures: their pixels follow the documented patterns."""

import numpy as np
import pytest

from gelenk.modeling.assets.builtin_textures import builtin_image, initial_mt_state, least_word_at_least
from gelenk.tables.enums import mjtBuiltin, mjtMark
from gelenk.toolchain.extension import load

GRADIENT, CHECKER, FLAT = (
    mjtBuiltin.mjBUILTIN_GRADIENT,
    mjtBuiltin.mjBUILTIN_CHECKER,
    mjtBuiltin.mjBUILTIN_FLAT,
)
NONE, EDGE, CROSS, RANDOM = (
    mjtMark.mjMARK_NONE,
    mjtMark.mjMARK_EDGE,
    mjtMark.mjMARK_CROSS,
    mjtMark.mjMARK_RANDOM,
)
RED, BLUE, WHITE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (1.0, 1.0, 1.0)
UP, DOWN, FRONT = 2, 3, 4


def image_2d(builtin, mark=NONE, width=9, height=9, channels=3, random=0.01):
    return np.concatenate(
        builtin_image(True, builtin, mark, width, height, channels, RED, BLUE, WHITE, random)
    )


def cube_faces(builtin, mark=NONE, width=8):
    pieces = builtin_image(False, builtin, mark, width, 6 * width, 3, RED, BLUE, WHITE, 0.01)
    return np.concatenate(pieces).reshape(6, width, width, 3)


def test_gradient_goes_from_the_first_colour_in_the_middle_to_the_second_at_the_edge():
    image = image_2d(GRADIENT)
    assert (image[4, 4] == (255, 0, 0)).all()
    assert (image[0, 4] == (0, 0, 255)).all() and (image[0, 0] == (0, 0, 255)).all()
    assert (np.diff(image[4, :5, 0].astype(int)) > 0).all()


def test_gradient_is_half_way_at_half_the_distance():
    assert (image_2d(GRADIENT)[4, 2] == 127).sum() == 2  # red and blue


def test_sky_gradient_is_brightest_straight_up_and_level_at_the_horizon():
    faces = cube_faces(GRADIENT, width=101)
    assert faces[UP, 50, 50, 0] == 255 and faces[DOWN, 50, 50, 2] == 255
    for face in (0, 1, 4, 5):
        assert (faces[face, 50, :, 0] == 127).all()


def test_sky_gradient_continues_across_the_edges_of_the_cube():
    faces = cube_faces(GRADIENT, width=51)
    for side in (0, 1, 4, 5):
        assert (faces[side, 0] == faces[UP, 0]).all() and (faces[side, -1] == faces[DOWN, 0]).all()


def test_checker_has_equal_colours_across_the_diagonal():
    image = image_2d(CHECKER, width=8, height=8)
    assert (image[0, 0] == (255, 0, 0)).all() and (image[7, 7] == image[0, 0]).all()
    assert (image[0, 7] == (0, 0, 255)).all() and (image[7, 0] == image[0, 7]).all()


def test_flat_cube_has_its_second_colour_below():
    faces = cube_faces(FLAT)
    assert (faces[DOWN] == (0, 0, 255)).all()
    assert all((faces[face] == (255, 0, 0)).all() for face in (0, 1, 2, 4, 5))


@pytest.mark.parametrize("mark, pixels", [(EDGE, 4 * 9 - 4), (CROSS, 2 * 9 - 1)])
def test_marks_cover_the_border_or_the_middle_lines(mark, pixels):
    assert (image_2d(FLAT, mark) == 255).all(axis=2).sum() == pixels


def test_random_marks_appear_with_their_probability():
    image = image_2d(FLAT, RANDOM, 300, 300, random=0.1)
    share = (image == 255).all(axis=2).mean()
    assert abs(share - 0.1) < 4 * np.sqrt(0.1 * 0.9 / 90000)  # four standard deviations


def test_generator_is_the_published_twister():
    """The C++ standard fixes the 10000th number of MT19937-64 with its default seed."""
    share = 9981545732273789042 / 2**64
    for probability, marked in ((share, 0), (np.nextafter(share, 1.0), 1)):
        state, marks = initial_mt_state(5489), np.zeros(10000, np.int32)
        load.run_kernel(
            "random_marks", state, marks, 10000, *divmod(least_word_at_least(probability), 1 << 32)
        )
        assert marks[-1] == marked


def test_fourth_channel_is_opaque():
    assert (image_2d(FLAT, channels=4)[:, :, 3] == 255).all()
    assert image_2d(FLAT, channels=1).shape == (9, 9, 1)


def test_a_single_pixel_has_a_colour():
    assert image_2d(GRADIENT, width=1, height=1).shape == (1, 1, 3)


def test_marks_are_below_their_probability_to_the_last_word():
    """A word counts as the number that its division by 2^64 rounds to."""
    assert [least_word_at_least(p) for p in (-1.0, 0.0, float("nan"), 2.0)] == [0, 0, 0, 1 << 64]
    for probability in (0.5, 0.1, 1.0, 1e-18, 1 - 2.0**-53):
        word = least_word_at_least(probability)
        assert word / 2.0**64 >= probability > (word - 1) / 2.0**64


def test_faces_of_a_sky_are_what_each_pixel_says():
    """Computed pixel by pixel, without what is equal across diagonals and on both sides of the middle."""
    first, second, n = np.array([0.4, 0.6, 0.8]), np.array([0.1, 0.0, 0.3]), 37
    (image,) = builtin_image(False, mjtBuiltin.mjBUILTIN_GRADIENT, 0, n, 6 * n, 3, first, second, first, 0.0)
    x = 2.0 * np.arange(n) / (n - 1) - 1.0
    side, end = np.sqrt(1.0 + x * x), np.sqrt(x[None, :] ** 2 + x[:, None] ** 2)
    angles = {face: np.arctan2(side[None, :], -x[:, None]) for face in (0, 1, 4, 5)}
    angles |= {2: np.arctan2(end, 1.0), 3: np.arctan2(end, -1.0)}
    for face, angle in angles.items():
        u = 2.0 * np.minimum(angle / np.pi, 1.0) - 1.0
        w = (0.5 * (1.0 + u * np.sqrt(2.0) / np.sqrt(1.0 + u * u)))[..., None]
        np.testing.assert_array_equal(
            image[face * n : (face + 1) * n], (((1.0 - w) * first + w * second) * 255.0).astype(np.uint8)
        )


def test_equal_faces_are_one_piece_that_nobody_writes_to():
    pieces = builtin_image(False, CHECKER, CROSS, 8, 48, 4, RED, BLUE, WHITE, 0.01)
    assert len({id(piece) for piece in pieces}) == 2 and pieces[0] is pieces[1] and pieces[FRONT] is pieces[5]
    assert not any(piece.flags.writeable for piece in pieces)
