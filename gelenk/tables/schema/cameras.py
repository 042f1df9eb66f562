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
TARGET = Attr("target", STRING, "", "targetbody", inherit=False, refers="body", doc="Body to look at.")
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
        Attr("mode", TRACKING, mjtCamLight.mjCAMLIGHT_FIXED, doc="What the camera follows."),
        TARGET,
        Attr(
            "projection",
            keyword(PROJECTION),
            mjtProjection.mjPROJ_PERSPECTIVE,
            "proj",
            doc="Kind of projection.",
        ),
        Attr(
            "orthographic",
            keyword(dict(zip(("false", "true"), PROJECTION.values(), strict=True))),
            None,
            "proj",
            doc="Former spelling of projection.",
        ),
        Attr("fovy", REAL, 45, unit="degree, or m if orthographic", doc="Vertical field of view."),
        Attr("ipd", REAL, 0.068, unit="m", doc="Distance between the eyes."),
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
            doc="What the camera renders.",
        ),
        pair("focal", "focal_length", "m", "Focal length in x and y."),
        pair("focalpixel", "focal_pixel", "pixel", "Focal length, in pixels."),
        pair("principal", "principal_length", "m", "Offset of the image center."),
        pair("principalpixel", "principal_pixel", "pixel", "Offset of the image center, in pixels."),
        pair("sensorsize", "sensor_size", "m", "Width and height of the sensor."),
        Attr(
            "",
            real(4, dtype="float32"),
            (0, 0, 0, 0),
            "intrinsic",
            doc="Focal lengths and principal point in x and y, as they are computed.",
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
    doc="A camera that moves with a body.",
)

COLOR = real(3, dtype="float32")
LIGHT = Element(
    "light",
    "*",
    (
        NAME,
        CLASS,
        Attr("mode", TRACKING, mjtCamLight.mjCAMLIGHT_FIXED, doc="What the light follows."),
        TARGET,
        Attr(
            "type",
            keyword(members(mjtLightType, "mjLIGHT_")),
            mjtLightType.mjLIGHT_SPOT,
            doc="How the light spreads.",
        ),
        Attr(
            "directional",
            keyword({"false": mjtLightType.mjLIGHT_SPOT, "true": mjtLightType.mjLIGHT_DIRECTIONAL}),
            None,
            "type",
            doc="Former spelling of type.",
        ),
        Attr("texture", STRING, "", inherit=False, refers="texture", doc="Texture of an image-based light."),
        INTENSITY,
        Attr("range", FLOAT, 10, unit="m", doc="Distance that the light reaches."),
        Attr("castshadow", BOOL, 1, doc="Whether it casts shadows."),
        Attr("bulbradius", FLOAT, 0.02, unit="m", doc="Radius of the light source, for soft shadows."),
        Attr("active", BOOL, 1, doc="Whether it is on."),
        POS,
        Attr("dir", real(3), (0, 0, -1), doc="Direction in which it shines."),
        Attr(
            "attenuation",
            COLOR,
            (1, 0, 0),
            unit="1, 1/m, 1/m^2",
            doc="Constant, linear and quadratic attenuation.",
        ),
        Attr("cutoff", FLOAT, 45, unit="degree", doc="Half angle of the cone of a spot light."),
        Attr("exponent", FLOAT, 10, doc="How the light falls off towards the edge of the cone."),
        Attr("ambient", COLOR, (0, 0, 0), doc="Color that reaches everything."),
        Attr("diffuse", COLOR, (0.7, 0.7, 0.7), doc="Color that is scattered in all directions."),
        Attr("specular", COLOR, (0.3, 0.3, 0.3), doc="Color of highlights."),
    ),
    spec="MjsLight",
    rules=(Presence("at most one", ("type", "directional")),),
    doc="A light that moves with a body.",
)
