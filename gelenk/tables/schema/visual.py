"""MJCF schema rows of visual settings.

Documents: XML reference / visual
"""

from typing import Any

from gelenk.tables.schema_rows import BOOL, FLOAT, INT, Attr, Element, real


def floats(**values: Any) -> tuple[Attr, ...]:
    return tuple(
        Attr(name, FLOAT, value, doc=doc, store="positive" if name in ("znear", "realtime") else "")
        for name, (value, doc) in values.items()
    )


RGB = real(3, dtype="float32")
VISUAL = Element(
    "visual",
    "*",
    (),
    (
        Element(
            "global",
            "?",
            (
                Attr(
                    "cameraid",
                    INT,
                    -1,
                    doc="Camera that the viewer starts with; -1: free, -2: by size of the model.",
                ),
                Attr("orthographic", BOOL, 0, doc="Projection of the free camera."),
                *floats(
                    fovy=(45, "Vertical field of view of the free camera [degree]."),
                    ipd=(0.068, "Distance of the eyes [m]."),
                    azimuth=(90, "Azimuth of the free camera [degree]."),
                    elevation=(-45, "Elevation of the free camera [degree]."),
                    linewidth=(1, "Width of lines [pixel]."),
                    glow=(0.3, "Emission of the selected body."),
                    realtime=(1, "Speed relative to real time."),
                ),
                Attr("offwidth", INT, 640, unit="pixel", doc="Width of the offscreen buffer."),
                Attr("offheight", INT, 480, unit="pixel", doc="Height of the offscreen buffer."),
                Attr("ellipsoidinertia", BOOL, 0, doc="Draw inertias as ellipsoids rather than boxes."),
                Attr("bvactive", BOOL, 1, doc="Mark bounding volumes that take part in collision."),
            ),
            spec="Global",
            target="visual.global_",
            doc="Settings of the viewer.",
        ),
        Element(
            "quality",
            "?",
            (
                Attr("shadowsize", INT, 4096, unit="pixel", doc="Size of the shadow map."),
                Attr("offsamples", INT, 4, doc="Samples per pixel of the offscreen buffer."),
                Attr("numslices", INT, 28, doc="Slices of round shapes."),
                Attr("numstacks", INT, 16, doc="Stacks of round shapes."),
                Attr("numquads", INT, 4, doc="Rectangles along each side of a box."),
            ),
            spec="Quality",
            target="visual.quality",
            doc="Quality of pictures.",
        ),
        Element(
            "headlight",
            "?",
            (
                Attr("ambient", RGB, (0.1, 0.1, 0.1), doc="Ambient color."),
                Attr("diffuse", RGB, (0.4, 0.4, 0.4), doc="Diffuse color."),
                Attr("specular", RGB, (0.5, 0.5, 0.5), doc="Specular color."),
                Attr("active", INT, 1, doc="Whether it is on."),
            ),
            spec="MjVisualHeadlight",
            target="visual.headlight",
            doc="The light at the camera.",
        ),
        Element(
            "map",
            "?",
            floats(
                stiffness=(100, "Stiffness of mouse springs."),
                stiffnessrot=(500, "Stiffness of rotational mouse springs."),
                force=(0.005, "Length of a force, relative to the mean size, per weight."),
                torque=(0.1, "Length of a torque, likewise."),
                alpha=(0.3, "Opacity of what is transparent."),
                fogstart=(3, "Where fog begins, in extents."),
                fogend=(10, "Where fog ends, in extents."),
                znear=(0.01, "Near clipping plane, in extents."),
                zfar=(50, "Far clipping plane, in extents."),
                haze=(0.3, "Part of the distance to the horizon that is hazy."),
                shadowclip=(1, "Extent of shadows of directional lights, in extents."),
                shadowscale=(0.6, "Angle of shadows of spot lights, relative to the cutoff."),
                actuatortendon=(2, "Width of actuated tendons, relative to others."),
            ),
            spec="Map",
            target="visual.map",
            doc="How physics maps to pictures.",
        ),
        Element(
            "scale",
            "?",
            floats(
                forcewidth=(0.1, "Width of force arrows."),
                contactwidth=(0.3, "Width of contact disks."),
                contactheight=(0.1, "Height of contact disks."),
                connect=(0.2, "Width of lines between bodies."),
                com=(0.4, "Size of centers of mass."),
                camera=(0.3, "Size of cameras."),
                light=(0.3, "Size of lights."),
                selectpoint=(0.2, "Size of the selected point."),
                jointlength=(1, "Length of joint arrows."),
                jointwidth=(0.1, "Width of joint arrows."),
                actuatorlength=(0.7, "Length of actuators."),
                actuatorwidth=(0.2, "Width of actuators."),
                framelength=(1, "Length of frame axes."),
                framewidth=(0.1, "Width of frame axes."),
                constraint=(0.1, "Width of constraint errors."),
                slidercrank=(0.2, "Width of slider-cranks."),
                frustum=(10, "Distance of the far end of a camera's frustum."),
            ),
            spec="Scale",
            target="visual.scale",
            doc="Sizes of what is drawn, relative to the mean size.",
        ),
        Element(
            "rgba",
            "?",
            tuple(
                Attr(name, real(4, dtype="float32"), color, doc=f"Color of {what}.")
                for name, color, what in (
                    ("fog", (0, 0, 0, 1), "fog"),
                    ("haze", (1, 1, 1, 1), "haze"),
                    ("force", (1, 0.5, 0.5, 1), "forces"),
                    ("inertia", (0.8, 0.2, 0.2, 0.6), "inertias"),
                    ("joint", (0.2, 0.6, 0.8, 1), "joints"),
                    ("actuator", (0.2, 0.25, 0.2, 1), "actuators at rest"),
                    ("actuatornegative", (0.2, 0.6, 0.9, 1), "actuators at negative control"),
                    ("actuatorpositive", (0.9, 0.4, 0.2, 1), "actuators at positive control"),
                    ("com", (0.9, 0.9, 0.9, 1), "centers of mass"),
                    ("camera", (0.6, 0.9, 0.6, 1), "cameras"),
                    ("light", (0.6, 0.6, 0.9, 1), "lights"),
                    ("selectpoint", (0.9, 0.9, 0.1, 1), "the selected point"),
                    ("connect", (0.2, 0.2, 0.8, 1), "lines between bodies"),
                    ("contactpoint", (0.9, 0.6, 0.2, 1), "contact points"),
                    ("contactforce", (0.7, 0.9, 0.9, 1), "contact forces"),
                    ("contactfriction", (0.9, 0.8, 0.4, 1), "friction forces"),
                    ("contacttorque", (0.9, 0.7, 0.9, 1), "contact torques"),
                    ("contactgap", (0.5, 0.8, 0.9, 1), "contacts in the gap"),
                    ("rangefinder", (1, 1, 0.1, 1), "range finders"),
                    ("constraint", (0.9, 0, 0, 1), "constraint errors"),
                    ("slidercrank", (0.5, 0.3, 0.8, 1), "slider-cranks"),
                    ("crankbroken", (0.9, 0, 0, 1), "broken slider-cranks"),
                    ("frustum", (1, 1, 0, 0.2), "camera frustums"),
                    ("bv", (0, 1, 0, 0.5), "bounding volumes"),
                    ("bvactive", (1, 0, 0, 0.5), "active bounding volumes"),
                )
            ),
            spec="MjVisualRgba",
            target="visual.rgba",
            doc="Colors of what is drawn.",
        ),
    ),
    doc="Settings of visualization.",
)
