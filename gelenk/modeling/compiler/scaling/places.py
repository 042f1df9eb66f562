"""Places of the elements of the kinematic tree under scaled frames.

Documents: XML reference / body / frame (scale, scaling, massscale) (of 4.0.0)
"""

from __future__ import annotations

import math
from typing import Any

from gelenk.algebra.vec import Mat3, Quat, Vec3, mat_mul, mat_vec, quat_to_mat, sub
from gelenk.modeling.compiler.build import IDENTITY, ORIGIN, Build
from gelenk.modeling.compiler.element_frames import compose, floats, pose_of
from gelenk.modeling.compiler.scaling.factors import OUTSIDE, Factors, Place, diagonal, inverse, transposed
from gelenk.tables.enums import mjtScaling


class Origin:
    """Pose of a frame of the world body, authored and scaled; maps positions in the world.

    pos, quat   authored pose of the frame in the world
    scaled      scaled position of the frame
    place       place inside the frame
    """

    def __init__(self, pos: Vec3, quat: Quat, scaled: Vec3, place: Place) -> None:
        self.pos, self.quat, self.scaled, self.place = pos, quat, scaled, place

    def moved(self, pos: Vec3) -> Vec3:
        """Return the scaled world position of an authored one."""
        x, y, z = self.turned(sub(pos, self.pos))
        return (x + self.scaled[0], y + self.scaled[1], z + self.scaled[2])

    def turned(self, v: Vec3) -> Vec3:
        """Return a scaled vector in the world."""
        return mat_vec(self.matrix(), v)

    def unmoved(self, pos: Vec3) -> Vec3:
        """Return the authored world position of a scaled one (inverse of `moved`)."""
        x, y, z = self.unturned(sub(pos, self.scaled))
        return (x + self.pos[0], y + self.pos[1], z + self.pos[2])

    def unturned(self, v: Vec3) -> Vec3:
        """Return the authored vector of a scaled one in the world (inverse of `turned`)."""
        return mat_vec(inverse(self.matrix()), v)

    def matrix(self) -> Mat3:
        """Return the linear map of vectors in the world."""
        length = self.place.factors.length
        if self.place.stretch is None:
            return diagonal(length, length, length)
        rot = quat_to_mat(self.quat)
        return mat_mul(rot, mat_mul(self.place.stretch, transposed(rot)))


class Places:
    """Places by element; elements outside of all scaled frames have none.

    inside    id of a body or frame -> place of its contents
    origins   id of a frame of the world body -> its Origin
    """

    def __init__(self, build: Build) -> None:
        self.build = build
        self.inside: dict[int, Place] = {}
        self.origins: dict[int, Origin] = {}
        for frame in build.spec.worldbody._children["frame"]:
            self._origin(frame)  # store the origin before the positions of frames are scaled

    def around(self, el: Any) -> Place:
        """Return the place that an element is in: that of its frame, else of its body."""
        container = el.__dict__.get("frame") or el.parent
        return self.within(container)

    def within(self, container: Any) -> Place:
        """Return the place of the contents of a body or frame."""
        if container is None:
            return OUTSIDE
        known = self.inside.get(id(container))
        if known is None:
            outer = self.around(container) if container.parent is not None else OUTSIDE
            known = (
                self._frame(container, outer) if container.tag == "frame" else self._body(container, outer)
            )
            self.inside[id(container)] = known
        return known

    def _body(self, body: Any, outer: Place) -> Place:
        """Return the place of the contents of a body."""
        if outer.stretch is None:
            return outer
        return outer.turned(pose_of(self.build, body)[1])

    def _frame(self, frame: Any, outer: Place) -> Place:
        """Return the place of the contents of a frame."""
        inner = outer if outer.stretch is None else outer.turned(pose_of(self.build, frame)[1])
        x, y, z, mass = checked_factors(self.build, frame)
        if x == y == z == 1.0 and mass == 1.0:
            return inner
        factors = within_frame(inner.factors, (x, y, z), mass, int(frame.scaling))
        if x == y == z and inner.stretch is None:
            return Place(factors)
        length = inner.factors.length
        around = inner.stretch or diagonal(length, length, length)
        return Place(factors, mat_mul(around, diagonal(x, y, z)))

    def origin(self, el: Any) -> Origin:
        """Return the map of world positions for a body that is a child of the world body."""
        frame = el.__dict__.get("frame")
        return self._origin(frame) if frame is not None else Origin(ORIGIN, IDENTITY, ORIGIN, OUTSIDE)

    def _origin(self, frame: Any) -> Origin:
        """Return the map of world positions for the contents of a frame of the world body."""
        known = self.origins.get(id(frame))
        if known is None:
            outer = frame.frame
            around = self._origin(outer) if outer is not None else Origin(ORIGIN, IDENTITY, ORIGIN, OUTSIDE)
            pos, quat = compose(around.pos, around.quat, *pose_of(self.build, frame))
            known = Origin(pos, quat, around.moved(pos), self.within(frame))
            self.origins[id(frame)] = known
        return known


def checked_factors(build: Build, frame: Any) -> tuple[float, float, float, float]:
    """Return the three length factors of a frame and its factor of masses.

    Errors   gelenk.Error: a factor is not positive or not finite, or there are three factors with the policy `similar`
    """
    x, y, z = floats(frame.__dict__["scale"])
    mass = float(frame.__dict__["massscale"])
    if not all(math.isfinite(factor) and factor > 0.0 for factor in (x, y, z)):
        build.fail(frame, "frame scale must be finite and positive", "scale", f"got {x:g} {y:g} {z:g}")
    if not (math.isfinite(mass) and mass >= 0.0):
        hint = f"got {mass:g}; 0 stands for the product of the three factors of scale"
        build.fail(frame, "frame massscale must be finite and non-negative", "massscale", hint)
    if int(frame.scaling) not in (mjtScaling.mjSCALING_SIMILAR, mjtScaling.mjSCALING_GEOMETRY):
        build.fail(frame, f"unknown scaling {int(frame.scaling)} of a frame", "scaling")
    if not x == y == z and int(frame.scaling) != mjtScaling.mjSCALING_GEOMETRY:
        hint = "forces have no direction to stretch along; write scaling='geometry'"
        build.fail(frame, "an anisotropic frame scale requires scaling 'geometry'", "scale", hint)
    return x, y, z, mass if mass != 0.0 else x * y * z


def within_frame(outer: Factors, scale: Vec3, mass: float, policy: int) -> Factors:
    """Return the factors inside a frame with its own factors."""
    x, y, z = scale
    mean = x if x == y == z else math.cbrt(x * y * z)
    similar = policy == mjtScaling.mjSCALING_SIMILAR
    return Factors(
        outer.length * mean,
        outer.volume * (x * y * z),
        outer.mass * mass,
        outer.unit * mean if similar else outer.unit,
        outer.unit_mass * mass if similar else outer.unit_mass,
        outer,
    )


def has_scaled_frames(spec: Any) -> bool:
    """Return whether any frame of a spec states factors other than the defaults."""
    stack = [spec.worldbody]
    while stack:
        inside = stack.pop().__dict__["_children"]
        for frame in inside["frame"]:
            state = frame.__dict__
            if state["massscale"] != 0.0 or floats(state["scale"]) != (1.0, 1.0, 1.0):
                return True
        stack.extend(inside["body"])
    return False
