"""The sky, haze and background: what pixels without a triangle show.

Documents: XML reference / asset/texture skybox; visual/map haze

The sky is the inside of an upright prism around the camera, with flat ends. The sky has depth, hides geometry
beyond the prism, and is clipped at the near plane. Seen from inside, the depth of a convex body is the maximum over its
bounding planes, and each of these depths is linear in screen space.
"""

import math

from gelenk.algebra.vec import Vec3, add_scaled, cross, dot, load3, norm, sub
from gelenk.render.raster import TILE, TILE_PIXELS, TILE_SAMPLES, sample_x, sample_y
from gelenk.render.texture_sampling import blue, cube_color, cube_level, green, level_of, red
from gelenk.render.vertex_light import fog_pixel, fog_share, left_in_fog
from gelenk.render.view_setup import AXIS, BACK, CLIP, EYE, ORTHO
from gelenk.render.workspace import BLUE, GREEN, GROUP, RED, ROW
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

EVEN = 1.0e-9  # relative deviation of the sky's depth from a line that counts as linear
BLACK = (0.0, 0.0, 0.0)  # background color
NONE, EMPTY = -1, -2  # tile_tri of samples that show the sky, and of empty samples


@kernel
def ray_direction(c: Context, x: float, y: float) -> Vec3:
    """Return the ray direction of view 0 at a point of the image.

    Its component along the optical axis is 1.
    """
    r = c.seen[0]
    if r[ORTHO] != 0.0:
        return r[AXIS], r[AXIS + 1], r[AXIS + 2]
    # points of a pixel are q p = q eye + direction; the direction remains at q = 0
    z = -r[BACK + 15] / r[BACK + 14]
    return (
        r[BACK] * x + r[BACK + 1] * y + r[BACK + 2] * z + r[BACK + 3],
        r[BACK + 4] * x + r[BACK + 5] * y + r[BACK + 6] * z + r[BACK + 7],
        r[BACK + 8] * x + r[BACK + 9] * y + r[BACK + 10] * z + r[BACK + 11],
    )


@kernel
def on_near_plane(c: Context, x: float, y: float) -> Vec3:
    """Return the near plane point of an orthographic camera at a pixel, relative to the eye."""
    r = c.seen[0]
    return (
        r[BACK] * x + r[BACK + 1] * y + r[BACK + 2] + r[BACK + 3] - r[EYE],
        r[BACK + 4] * x + r[BACK + 5] * y + r[BACK + 6] + r[BACK + 7] - r[EYE + 1],
        r[BACK + 8] * x + r[BACK + 9] * y + r[BACK + 10] + r[BACK + 11] - r[EYE + 2],
    )


@kernel
def in_model(c: Context, length: float) -> float:
    """Convert a length of the room to the model: sky and haze do not scale with the model."""
    return length / c.room_scale


# ---- depth


@kernel
def side_of_sky(c: Context, k: int) -> Vec3:
    """Return the normal n of side ``k``, scaled so that rays d meet the side at 1 / (n . d)."""
    n, reach = c.sky_sides, in_model(c, c.sky_reach)
    if k >= n:
        return 0.0, 0.0, (1.0 if k == n else -1.0) / reach
    angle = 2.0 * math.pi * (k + 0.5) / n
    inner = reach * math.cos(math.pi / n)
    return math.cos(angle) / inner, math.sin(angle) / inner, 0.0


@kernel
def end_of_sky(c: Context, start: Vec3, d: Vec3) -> Vec3:
    """Return where a ray leaves the prism of the sky, from the eye; zero without intersection."""
    begin, end = 0.0, 1.0e30
    for k in range(c.sky_sides + 2):
        normal = side_of_sky(c, k)
        along, left = dot(normal, d), 1.0 - dot(normal, start)
        if along > 1.0e-9:
            end = min(end, left / along)
        elif along < -1.0e-9:
            begin = max(begin, left / along)
        elif left < 0.0:
            end = -1.0
    if end <= begin:
        return 0.0, 0.0, 0.0
    return start[0] + end * d[0], start[1] + end * d[1], start[2] + end * d[2]


@kernel
def parallel_side_depth(c: Context, normal: Vec3, x: float, y: float) -> float:
    """Return the depth of a side for an orthographic camera, if rays leave through the side."""
    d, start = ray_direction(c, x, y), on_near_plane(c, x, y)
    along = (1.0 - dot(normal, start)) / dot(normal, d)
    return 1.0 + along * dot((c.seen[0, CLIP + 8], c.seen[0, CLIP + 9], c.seen[0, CLIP + 10]), d)


@kernel
def side_depth(c: Context, normal: Vec3, x: float, y: float) -> float:
    """Return the depth of a side of the sky at a point of the image."""
    if c.seen[0, ORTHO] != 0.0:
        return parallel_side_depth(c, normal, x, y)
    # with z = z0 + z1 w of points on a ray, at distance w = 1 / q along the axis: depth z0 q + z1
    q = dot(normal, ray_direction(c, x, y))
    eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
    d = ray_direction(c, x, y)
    z0 = c.seen[0, CLIP + 11] + dot((c.seen[0, CLIP + 8], c.seen[0, CLIP + 9], c.seen[0, CLIP + 10]), eye)
    z1 = dot((c.seen[0, CLIP + 8], c.seen[0, CLIP + 9], c.seen[0, CLIP + 10]), d)
    w1 = dot((c.seen[0, CLIP + 12], c.seen[0, CLIP + 13], c.seen[0, CLIP + 14]), d)
    return (z0 * q + z1) / w1


@kernel
def side_at(c: Context, x: float, y: float) -> int:
    """Return the side of the prism at a point of the image, ignoring the ends."""
    d = ray_direction(c, x, y)
    return int((math.atan2(d[1], d[0]) / (2.0 * math.pi) + 1.0) * c.sky_sides) % c.sky_sides


@kernel
def parallel_sky_depth(c: Context, x: float, y: float) -> float:
    """Return the depth of the sky for an orthographic camera; 0 outside the sky."""
    d, start = ray_direction(c, x, y), on_near_plane(c, x, y)
    end = end_of_sky(c, start, d)
    if end[0] == 0.0 and end[1] == 0.0 and end[2] == 0.0:
        return 0.0
    r = c.seen[0]
    return 1.0 + dot((r[CLIP + 8], r[CLIP + 9], r[CLIP + 10]), sub(end, start))


@kernel
def sky_depth(c: Context, x: float, y: float) -> float:
    """Return the depth of the sky at a point of the image."""
    if c.seen[0, ORTHO] != 0.0:
        return parallel_sky_depth(c, x, y)
    n = c.sky_sides
    ends = max(side_depth(c, side_of_sky(c, n), x, y), side_depth(c, side_of_sky(c, n + 1), x, y))
    return max(ends, side_depth(c, side_of_sky(c, side_at(c, x, y)), x, y))


@kernel
def sides_in(c: Context, x0: int, y0: int) -> tuple[int, int]:
    """Return the first side that a tile may show, and their count.

    A tile near the vertical through the eye may show all sides.
    """
    n = c.sky_sides
    first = side_at(c, x0, y0)
    low, high = 0, 0
    for corner in range(1, 4):
        k = side_at(c, x0 + (TILE if corner & 1 else 0), y0 + (TILE if corner & 2 else 0)) - first
        k = k - n if 2 * k > n else k + n if 2 * k < -n else k
        low, high = min(low, k), max(high, k)
    if 4 * max(high, -low) >= n - 4:
        return 0, n
    return (first + low + n) % n, high - low + 1


@kernel
def is_behind(c: Context, normal: Vec3, other: Vec3, x0: int, y0: int) -> bool:
    """Return whether another side is nearer at all corners of a tile."""
    for i in range(4):
        d = ray_direction(c, x0 + (TILE if i & 1 else 0), y0 + (TILE if i & 2 else 0))
        if dot(normal, d) >= dot(other, d):
            return False
    return True


@kernel
def fill_side(c: Context, base: int, normal: Vec3, x0: int, y0: int) -> float:
    """Raise the depth of the samples of a tile to that of a side.

    Returns the largest depth at a corner.
    """
    one = side_depth(c, normal, x0, y0)
    dx = (side_depth(c, normal, x0 + TILE, y0) - one) / TILE
    dy = (side_depth(c, normal, x0, y0 + TILE) - one) / TILE
    for m in range(c.nsample):
        for row in range(TILE):
            at = base + m * TILE_PIXELS + row * TILE
            z = one + dx * sample_x(c.nsample, m) + dy * (row + sample_y(c.nsample, m))
            for x in range(TILE):
                here = z + dx * x
                old = c.tile_depth[at + x]
                c.tile_depth[at + x] = here if here > old else old
    return max(max(one, one + TILE * dx), max(one + TILE * dy, one + TILE * (dx + dy)))


@kernel
def begin_sky(c: Context, base: int, x0: int, y0: int) -> None:
    """Write the depth of the sky to all samples of a tile, 0 where the near plane clips it."""
    if c.seen[0, ORTHO] != 0.0:
        begin_parallel_sky(c, base, x0, y0)
        return
    n, most = c.sky_sides, 0.0
    first, count = sides_in(c, x0, y0)
    for k in range(count):
        most = max(most, fill_side(c, base, side_of_sky(c, (first + k) % n), x0, y0))
    for k in range(n, n + 2):
        end = side_of_sky(c, k)
        if not is_behind(c, end, side_of_sky(c, first), x0, y0):
            most = max(most, fill_side(c, base, end, x0, y0))
    if most > 1.0:
        for i in range(base, base + c.nsample * TILE_PIXELS):
            if c.tile_depth[i] > 1.0:
                c.tile_depth[i] = 0.0
                c.tile_tri[i] = EMPTY


@kernel
def hides_side(c: Context, k: int, other: int, x0: int, y0: int) -> bool:
    """Return whether a side is nearer than another at all corners (orthographic camera)."""
    for i in range(4):
        x, y = x0 + (TILE if i & 1 else 0), y0 + (TILE if i & 2 else 0)
        if side_depth(c, side_of_sky(c, k), x, y) < side_depth(c, side_of_sky(c, other), x, y):
            return False
    return True


@kernel
def begin_parallel_sky(c: Context, base: int, x0: int, y0: int) -> None:
    """Write the depth of the sky to a tile, for an orthographic camera.

    Depth is 0 where the sky is behind the camera or missing.
    """
    n, nearest, most = c.sky_sides, -1, -1.0e30
    d = ray_direction(c, x0, y0)
    for k in range(n + 2):
        normal = side_of_sky(c, k)
        if dot(normal, d) > 1.0e-9:
            z = side_depth(c, normal, x0 + 0.5 * TILE, y0 + 0.5 * TILE)
            if z > most:
                nearest, most = k, z
    for k in range(n + 2):
        if dot(side_of_sky(c, k), d) > 1.0e-9 and (k == nearest or not hides_side(c, nearest, k, x0, y0)):
            fill_side(c, base, side_of_sky(c, k), x0, y0)
    inside = True
    for i in range(4):
        x, y = x0 + (TILE if i & 1 else 0), y0 + (TILE if i & 2 else 0)
        z = parallel_sky_depth(c, x, y)
        inside = inside and 0.0 < z <= 1.0
    if inside:
        return
    for m in range(c.nsample):
        for row in range(TILE):
            for x in range(TILE):
                i = base + m * TILE_PIXELS + row * TILE + x
                z = parallel_sky_depth(c, x0 + x + sample_x(c.nsample, m), y0 + row + sample_y(c.nsample, m))
                if not 0.0 < z <= 1.0:
                    c.tile_depth[i] = 0.0
                    c.tile_tri[i] = EMPTY


@kernel
def clear_tile(c: Context, thread: int, x0: int, y0: int) -> None:
    """Clear the samples of a tile to the sky or the background."""
    base = thread * TILE_SAMPLES
    for i in range(base, base + c.nsample * TILE_PIXELS):
        c.tile_depth[i] = 0.0
        c.tile_tri[i] = NONE
    if c.sky != 0:
        begin_sky(c, base, x0, y0)


# ---- haze


@kernel
def find_horizon(c: Context, s: Scene) -> None:
    """Find the infinite plane with a hazy horizon, the first one below the camera.

    Without such a plane haze is off.
    """
    for g in range(s.ngeom if c.haze_part >= 0.0 else 0):
        if s.geom_type[g] == mjtGeom.mjGEOM_PLANE and s.geom_size[g, 0] <= 0.0 and s.geom_size[g, 1] <= 0.0:
            normal = (s.geom_mat[g, 2], s.geom_mat[g, 5], s.geom_mat[g, 8])
            eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
            height = dot(normal, sub(eye, load3(s.geom_pos, g)))
            if height > 0.0:
                for k in range(3):
                    c.haze_plane[k] = normal[0] if k == 0 else normal[1] if k == 1 else normal[2]
                    c.haze_plane[4 + k] = s.geom_mat[g, 3 * k]
                c.haze_plane[3] = height
                c.haze_geom = g
                return
    c.haze = 0


@kernel
def side_of_haze(c: Context, n: Vec3, across: Vec3) -> float:
    """Return the ratio of the radii of the round and the polygonal haze cone in a direction."""
    axis = (c.haze_plane[4], c.haze_plane[5], c.haze_plane[6])
    width = 2.0 * math.pi / c.sky_sides
    angle = math.atan2(dot(across, cross(n, axis)), dot(across, axis))
    return math.cos(angle - (math.floor(angle / width) + 0.5) * width) / math.cos(0.5 * width)


@kernel
def leaves_haze(start: Vec3, d: Vec3, n: Vec3, r0: float, r1: float, wider: float) -> float:
    """Return the distance w along a ray where |across| wider = r0 + r1 w; -1 without solution."""
    down0, down1, square = dot(n, start), dot(n, d), wider * wider
    a = square * (dot(d, d) - down1 * down1) - r1 * r1
    b = square * (dot(start, d) - down0 * down1) - r0 * r1
    e = square * (dot(start, start) - down0 * down0) - r0 * r0
    root = b * b - a * e
    if root < 0.0 or a == 0.0:
        return -1.0
    w = (math.sqrt(root) - b) / a
    return w if r0 + r1 * w >= 0.0 else -1.0


@kernel
def meets_haze(c: Context, px: int, py: int) -> tuple[float, float]:
    """Return where the ray of a pixel leaves the haze cone: depth below eye, axial distance.

    The cone stands about the normal through the eye and widens upwards. With part h and reach r of the haze and height
    H of the eye, its radius is r at the height of the eye, and r (1 - h) on the plane. The depth is in units of
    H / (1 + h), where haze is thickest, and 0 for rays that miss the cone or meet it above the eye.
    """
    d = ray_direction(c, px + 0.5, py + 0.5)
    n = (c.haze_plane[0], c.haze_plane[1], c.haze_plane[2])
    part = 1.0 / (1.0 + c.haze_part)
    height, reach = c.haze_plane[3] * part, in_model(c, c.haze_reach) * part
    start, end = (0.0, 0.0, 0.0), d
    if c.seen[0, ORTHO] != 0.0:
        start = on_near_plane(c, px + 0.5, py + 0.5)
    v0, v1 = -dot(n, start) / height, -dot(n, d) / height
    r0 = reach * (1.0 + c.haze_part * (1.0 - v0))
    r1 = -reach * c.haze_part * v1
    if c.seen[0, ORTHO] != 0.0:  # a round cone selects the side
        end = add_scaled(start, d, max(0.0, leaves_haze(start, d, n, r0, r1, 1.0)))
    w = leaves_haze(start, d, n, r0, r1, side_of_haze(c, n, end))
    if w < 0.0:
        return 0.0, 0.0
    axis = (c.seen[0, AXIS], c.seen[0, AXIS + 1], c.seen[0, AXIS + 2])
    return max(0.0, v0 + v1 * w), w * dot(axis, d) + dot(axis, start)


@kernel
def haze_share(c: Context, px: int, py: int) -> tuple[float, float]:
    """Return the haze share of a pixel, largest where the cone meets the plane, and distance."""
    if c.seen[0, ORTHO] == 0.0:
        d = ray_direction(c, px + 0.5, py + 0.5)
        down = -(c.haze_plane[0] * d[0] + c.haze_plane[1] * d[1] + c.haze_plane[2] * d[2])
        if not (down > 0.0):
            return 0.0, 0.0
        # most pixels are nearer than the haze: this test needs no square root
        across = max(0.0, dot(d, d) - down * down) * c.haze_plane[3] * c.haze_plane[3]
        inner = math.cos(math.pi / c.sky_sides)
        begin = inner * max(0.0, 1.0 - c.haze_part) * in_model(c, c.haze_reach)
        if across <= begin * begin * down * down:
            return 0.0, 0.0
    v, distance = meets_haze(c, px, py)
    if v > 1.0:
        v = 1.0 - (v - 1.0) / c.haze_part if c.haze_part > 0.0 else 0.0
    return max(0.0, v), distance


@kernel
def haze_row(c: Context, thread: int, x0: int, y: int, first: int, last: int) -> None:
    """Blend haze, itself in fog, over the colors of a span."""
    at = thread * ROW
    for i in range(first, last):
        share, distance = haze_share(c, x0 + i, y)
        if share > 0.0:
            left = left_in_fog(c, distance) if c.fog != 0 else 1.0
            for k in range(3):
                j = at + (RED if k == 0 else GREEN if k == 1 else BLUE) + i
                haze = left * c.haze_rgba[k] + (1.0 - left) * c.fogRGBA[k]
                c.row[j] += share * (haze - c.row[j])


@kernel
def haze_plane_row(c: Context, thread: int, x0: int, y: int, first: int, last: int) -> None:
    """Blend haze over a span of the plane.

    The region before all haze is convex, so a span whose ends have no haze has none.
    """
    if haze_share(c, x0 + first, y)[0] > 0.0 or haze_share(c, x0 + last - 1, y)[0] > 0.0:
        haze_row(c, thread, x0, y, first, last)


# ---- color


@kernel
def plain_row(c: Context, thread: int, first: int, last: int, color: Vec3) -> None:
    """Set the pixels first .. last of a row to one color."""
    at = thread * ROW
    for i in range(first, last):
        c.row[at + RED + i] = color[0]
        c.row[at + GREEN + i] = color[1]
        c.row[at + BLUE + i] = color[2]


@kernel
def parallel_sky_row(c: Context, thread: int, x0: int, y: int, first: int, last: int) -> None:
    """Write the colors of the sky to a span, for an orthographic camera.

    A wide view sees the prism from outside.
    """
    at = thread * ROW
    d = ray_direction(c, x0 + 0.5, y + 0.5)
    start = on_near_plane(c, x0 + 0.5, y + 0.5)
    dx = sub(on_near_plane(c, x0 + 1.5, y + 0.5), start)
    turn = 0.5 * c.level_width[c.tex_level[c.skybox]] * norm(dx)
    for i in range(first, last):
        p = end_of_sky(c, (start[0] + i * dx[0], start[1] + i * dx[1], start[2] + i * dx[2]), d)
        main = max(abs(p[0]), max(abs(p[1]), abs(p[2])))
        if main == 0.0:
            plain_row(c, thread, i, i + 1, BLACK)
            continue
        color = cube_color(c, c.skybox, p[0], p[2], -p[1], level_of(turn * turn / (main * main)))
        c.row[at + RED + i] = red(color)
        c.row[at + GREEN + i] = green(color)
        c.row[at + BLUE + i] = blue(color)


@kernel
def sky_row(c: Context, thread: int, x0: int, y: int, first: int, last: int) -> None:
    """Write the colors of the sky to a span."""
    at = thread * ROW
    if c.seen[0, ORTHO] != 0.0:
        parallel_sky_row(c, thread, x0, y, first, last)
        return
    d, e, f = (
        ray_direction(c, x0 + 0.5, y + 0.5),
        ray_direction(c, x0 + 1.5, y + 0.5),
        ray_direction(c, x0 + 0.5, y + 1.5),
    )
    dx, dy = sub(e, d), sub(f, d)
    end, step = cube_level(c, c.skybox, add_scaled(d, dx, first), dx, dy), 0.0
    level = end
    for i in range(first, last):
        x, z, v = d[0] + i * dx[0], d[1] + i * dx[1], d[2] + i * dx[2]
        if (i - first) % GROUP == 0:
            level = end
            end = cube_level(c, c.skybox, add_scaled(d, dx, i + GROUP), dx, dy)
            step = (end - level) / GROUP
        # faces of a skybox are upright in a frame whose y axis is up
        color = cube_color(c, c.skybox, x, v, -z, level)
        level += step
        c.row[at + RED + i] = red(color)
        c.row[at + GREEN + i] = green(color)
        c.row[at + BLUE + i] = blue(color)


@kernel
def sky_fog_row(c: Context, thread: int, x0: int, y: int, first: int, last: int) -> None:
    """Blend fog over the sky.

    Depth of the sky is convex along a row, so it is linear over the span if it is at the middle.
    """
    at = thread * ROW
    end = last - 1
    z, z1 = sky_depth(c, x0 + first + 0.5, y + 0.5), sky_depth(c, x0 + end + 0.5, y + 0.5)
    zx = (z1 - z) / (end - first) if end > first else 0.0
    middle = 0.5 * (first + end)
    even = sky_depth(c, x0 + middle + 0.5, y + 0.5) >= z + zx * (middle - first) - EVEN * abs(z)
    for i in range(first, last):
        here = z + zx * (i - first) if even else sky_depth(c, x0 + i + 0.5, y + 0.5)
        f = fog_share(c, 0, x0 + i + 0.5, y + 0.5, here)
        fog_pixel(c, at + i, f, 1.0)


@kernel
def background_row(c: Context, thread: int, x0: int, y: int, first: int, last: int, empty: bool) -> None:
    """Write the colors of a span without triangles."""
    if c.sky != 0 and not empty:
        sky_row(c, thread, x0, y, first, last)
        if c.fog != 0:
            sky_fog_row(c, thread, x0, y, first, last)
        if c.haze != 0:
            # haze fades into the sky between the end of the plane and the horizon
            haze_row(c, thread, x0, y, first, last)
    else:
        plain_row(c, thread, first, last, BLACK)
