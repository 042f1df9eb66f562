"""MJCF schema rows of cameras and lights.

Documents: XML reference / (world)body
"""

from gelenk.tables.enums import mjtCamLight, mjtCamOutBit, mjtLightType, mjtProjection
from gelenk.tables.schema.common import CLASS, INTENSITY, NAME, ONE_FORM, POS, RESOLUTION, USER, orientation
from gelenk.tables.schema_rows import (
    BOOL,
    FLOAT,
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
