"""MJCF schema rows of visual settings, cameras and lights.

Documents: XML reference / visual; XML reference / (world)body

Visual settings (`VISUAL`) are the element visual with its groups: global, quality, headlight, map, scale, rgba.

Cameras and lights (`CAMERA`, `LIGHT`) are children of bodies, and share the tracking modes `TRACKING`.
"""

from typing import Any

from gelenk.tables.enums import mjtCamLight, mjtCamOutBit, mjtLightType, mjtProjection
from gelenk.tables.schema.common import CLASS, INTENSITY, NAME, ONE_FORM, POS, RESOLUTION, USER, orientation
from gelenk.tables.schema_rows import (
    BOOL,
    FLOAT,
    INT,
    REAL,
    STRING,
    Attr,
    Element,
    Presence,
    keyword,
    members,
    real,
)

TRACKING = keyword(members(mjtCamLight, "mjCAMLIGHT_"))
TARGET = Attr(
    "target", STRING, "", "targetbody", inherit=False, refers="body", doc="Name of the target body."
)
PROJECTION = members(mjtProjection, "mjPROJ_")


def pair(name: str, field: str, unit: str, doc: str) -> Attr:
    """Return an attribute of two floats, in x and y, default zeros."""
    return Attr(name, real(2, dtype="float32"), (0, 0), field, unit=unit, doc=doc)


CAMERA = Element(
    "camera",
    "*",
    (
        NAME,
        CLASS,
        Attr("mode", TRACKING, mjtCamLight.mjCAMLIGHT_FIXED, doc="Camera tracking mode."),
        TARGET,
        Attr(
            "projection",
            keyword(PROJECTION),
            mjtProjection.mjPROJ_PERSPECTIVE,
            "proj",
            doc="Projection type.",
        ),
        Attr(
            "orthographic",
            keyword(dict(zip(("false", "true"), PROJECTION.values(), strict=True))),
            None,
            "proj",
            doc="Deprecated alias of projection.",
        ),
        Attr("fovy", REAL, 45, unit="degree, or m if orthographic", doc="Vertical field of view."),
        Attr("ipd", REAL, 0.068, unit="m", doc="Inter-pupillary distance."),
        RESOLUTION,
        Attr(
            "output",
            keyword(
                dict(
                    zip(
                        ("rgb", "depth", "distance", "normal", "segmentation"),
                        members(mjtCamOutBit, "mjCAMOUT_").values(),
                        strict=True,
                    )
                ),
                many=True,
            ),
            1,
            doc="Rendered outputs.",
        ),
        pair("focal", "focal_length", "m", "Focal length of the image sensor in x and y."),
        pair("focalpixel", "focal_pixel", "pixel", "Focal length of the image sensor in x and y, in pixels."),
        pair("principal", "principal_length", "m", "Principal point offset in x and y."),
        pair("principalpixel", "principal_pixel", "pixel", "Principal point offset in x and y, in pixels."),
        pair("sensorsize", "sensor_size", "m", "Size of the image sensor: width, height."),
        Attr(
            "",
            real(4, dtype="float32"),
            (0, 0, 0, 0),
            "intrinsic",
            doc="Computed intrinsics: focal lengths and principal point in x and y.",
        ),
        POS,
        *orientation(),
        USER,
    ),
    spec="MjsCamera",
    reader="camera",
    rules=(
        ONE_FORM,
        Presence("at most one", ("fovy", "sensorsize")),
        Presence("at most one", ("projection", "orthographic")),
    ),
    doc="Camera, attached to a body.",
)

COLOR = real(3, dtype="float32")
LIGHT = Element(
    "light",
    "*",
    (
        NAME,
        CLASS,
        Attr("mode", TRACKING, mjtCamLight.mjCAMLIGHT_FIXED, doc="Light tracking mode."),
        TARGET,
        Attr(
            "type",
            keyword(members(mjtLightType, "mjLIGHT_")),
            mjtLightType.mjLIGHT_SPOT,
            doc="Light type.",
        ),
        Attr(
            "directional",
            keyword({"false": mjtLightType.mjLIGHT_SPOT, "true": mjtLightType.mjLIGHT_DIRECTIONAL}),
            None,
            "type",
            doc="Deprecated alias of type.",
        ),
        Attr(
            "texture",
            STRING,
            "",
            inherit=False,
            refers="texture",
            doc="Name of the texture of an image-based light.",
        ),
        INTENSITY,
        Attr("range", FLOAT, 10, unit="m", doc="Effective range of the light."),
        Attr("castshadow", BOOL, 1, doc="Whether the light casts shadows."),
        Attr("bulbradius", FLOAT, 0.02, unit="m", doc="Radius of the bulb, for soft shadows."),
        Attr("active", BOOL, 1, doc="Whether the light is on."),
        POS,
        Attr("dir", real(3), (0, 0, -1), doc="Direction of the light."),
        Attr(
            "attenuation",
            COLOR,
            (1, 0, 0),
            unit="1, 1/m, 1/m^2",
            doc="Attenuation coefficients: constant, linear, quadratic.",
        ),
        Attr("cutoff", FLOAT, 45, unit="degree", doc="Cutoff angle of a spotlight, from the axis."),
        Attr(
            "softness",
            FLOAT,
            0.2,
            doc="Softness of the edge of a spotlight, a fraction of the cutoff angle; for physically based "
            "renderers.",
        ),
        Attr("exponent", FLOAT, 10, doc="Exponent of the spotlight falloff."),
        Attr("ambient", COLOR, (0, 0, 0), doc="Ambient color."),
        Attr("diffuse", COLOR, (0.7, 0.7, 0.7), doc="Diffuse color."),
        Attr("specular", COLOR, (0.3, 0.3, 0.3), doc="Specular color."),
    ),
    spec="MjsLight",
    rules=(Presence("at most one", ("type", "directional")),),
    doc="Light, attached to a body.",
)


# Visual settings


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
                    doc="Initial camera of the viewer; -1: free camera, -2: selected by model size.",
                ),
                Attr("orthographic", BOOL, 0, doc="Whether the free camera uses orthographic projection."),
                *floats(
                    fovy=(45, "Vertical field of view of the free camera [degree]."),
                    ipd=(0.068, "Inter-pupillary distance [m]."),
                    azimuth=(90, "Azimuth of the free camera [degree]."),
                    elevation=(-45, "Elevation of the free camera [degree]."),
                    linewidth=(1, "Line width [pixel]."),
                    glow=(0.3, "Emission of the selected body."),
                    realtime=(1, "Initial real-time factor of the viewer."),
                ),
                Attr("offwidth", INT, 640, unit="pixel", doc="Width of the offscreen buffer."),
                Attr("offheight", INT, 480, unit="pixel", doc="Height of the offscreen buffer."),
                Attr(
                    "ellipsoidinertia",
                    BOOL,
                    0,
                    doc="Whether inertia is drawn as ellipsoids rather than boxes.",
                ),
                Attr(
                    "bvactive",
                    BOOL,
                    1,
                    doc="Whether nodes visited in collision detection are drawn in color bvactive.",
                ),
            ),
            spec="Global",
            target="visual.global_",
            doc="Global viewer settings.",
        ),
        Element(
            "quality",
            "?",
            (
                Attr("shadowsize", INT, 4096, unit="pixel", doc="Resolution of the shadow map."),
                Attr("offsamples", INT, 4, doc="Number of multisamples per pixel of the offscreen buffer."),
                Attr("numslices", INT, 28, doc="Number of slices of sphere and cylinder meshes."),
                Attr("numstacks", INT, 16, doc="Number of stacks of sphere and cylinder meshes."),
                Attr("numquads", INT, 4, doc="Number of quads per side of a box face."),
            ),
            spec="Quality",
            target="visual.quality",
            doc="Rendering quality.",
        ),
        Element(
            "headlight",
            "?",
            (
                Attr("ambient", RGB, (0.1, 0.1, 0.1), doc="Ambient color."),
                Attr("diffuse", RGB, (0.4, 0.4, 0.4), doc="Diffuse color."),
                Attr("specular", RGB, (0.5, 0.5, 0.5), doc="Specular color."),
                Attr("active", INT, 1, doc="Whether the headlight is on."),
            ),
            spec="MjVisualHeadlight",
            target="visual.headlight",
            doc="Headlight: light at the camera.",
        ),
        Element(
            "map",
            "?",
            floats(
                stiffness=(100, "Stiffness of the mouse perturbation: force per displacement."),
                stiffnessrot=(500, "Rotational stiffness of the mouse perturbation: torque per angle."),
                force=(
                    0.005,
                    "Scale from force to arrow length, relative to the mean body size per mean body weight.",
                ),
                torque=(0.1, "Scale from torque to arrow length."),
                alpha=(0.3, "Opacity of geoms when drawn transparent."),
                fogstart=(3, "Distance at which fog starts, relative to the extent."),
                fogend=(10, "Distance at which fog ends, relative to the extent."),
                znear=(0.01, "Near clipping plane, relative to the extent."),
                zfar=(50, "Far clipping plane, relative to the extent."),
                haze=(0.3, "Fraction of the distance to the horizon that is hazy."),
                shadowclip=(
                    1,
                    "Half width of the shadow volume of directional lights, relative to the extent.",
                ),
                shadowscale=(0.6, "Fraction of the spotlight cutoff angle that casts shadows."),
                actuatortendon=(2, "Width of actuated tendons, relative to other tendons."),
            ),
            spec="Map",
            target="visual.map",
            doc="Scale factors of rendering and mouse perturbation.",
        ),
        Element(
            "scale",
            "?",
            floats(
                forcewidth=(0.1, "Width of force arrows."),
                contactwidth=(0.3, "Width of contact disks."),
                contactheight=(0.1, "Height of contact disks."),
                connect=(0.2, "Width of lines that connect bodies."),
                com=(0.4, "Size of centers of mass."),
                camera=(0.3, "Size of cameras."),
                light=(0.3, "Size of lights."),
                selectpoint=(0.2, "Size of the selection point."),
                jointlength=(1, "Length of joint arrows."),
                jointwidth=(0.1, "Width of joint arrows."),
                actuatorlength=(0.7, "Length of actuators."),
                actuatorwidth=(0.2, "Width of actuators."),
                framelength=(1, "Length of frame axes."),
                framewidth=(0.1, "Width of frame axes."),
                constraint=(0.1, "Width of constraint errors."),
                slidercrank=(0.2, "Width of slider-cranks."),
                frustum=(10, "Length of camera frustums."),
            ),
            spec="Scale",
            target="visual.scale",
            doc="Sizes of decorative elements, relative to the mean body size.",
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
            doc="Colors of decorative elements.",
        ),
    ),
    doc="Visualization settings.",
)
