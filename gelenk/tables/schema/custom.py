"""MJCF schema rows of custom data, plugins and keyframes: custom, extension, keyframe.

Documents: XML reference / custom; XML reference / extension; XML reference / keyframe
"""

from gelenk.tables.schema.common import CONFIG, NAME, OBJECT
from gelenk.tables.schema_rows import ANY, INT, REAL, REALS, STRING, Attr, Element, Kind

CUSTOM = Element(
    "custom",
    "*",
    (),
    (
        Element(
            "numeric",
            "*",
            (
                Attr("name", STRING, "", required=True, doc="Name of the field."),
                Attr(
                    "size",
                    INT,
                    0,
                    store="numeric_size",
                    doc="How many numbers there are, if more than are given.",
                ),
                Attr("data", REALS, (), doc="The numbers."),
            ),
            spec="MjsNumeric",
            reader="numeric",
            doc="An array of numbers.",
        ),
        Element(
            "text",
            "*",
            (
                Attr("name", STRING, "", required=True, doc="Name of the field."),
                Attr("data", STRING, "", required=True, doc="The text."),
            ),
            spec="MjsText",
            reader="text",
            doc="A text.",
        ),
        Element(
            "tuple",
            "*",
            (
                Attr("name", STRING, "", required=True, doc="Name of the tuple."),
                Attr("", Kind("int", 0, ANY, "int32"), (), "objtype", doc="Kinds of the elements (mjtObj)."),
                Attr("", Kind("strings", 0, ANY, ""), (), "objname", doc="Names of the elements."),
                Attr("", REALS, (), "objprm", doc="Numbers of the user's own, one for each element."),
            ),
            (
                Element(
                    "element",
                    "*",
                    (
                        Attr("objtype", OBJECT, required=True, doc="Kind of the element."),
                        Attr("objname", STRING, "", required=True, doc="Its name."),
                        Attr("prm", REAL, 0, doc="A number that goes with it."),
                    ),
                    doc="A member of the tuple.",
                ),
            ),
            spec="MjsTuple",
            reader="tuple",
            doc="A list of elements.",
        ),
    ),
    doc="Numbers, texts and lists of the user's own.",
)

EXTENSION = Element(
    "extension",
    "*",
    (),
    (
        Element(
            "plugin",
            "*",
            (Attr("plugin", STRING, "", required=True, doc="Identifier of the plugin."),),
            (
                Element(
                    "instance",
                    "*",
                    (Attr("name", STRING, "", required=True, doc="Name of the instance."),),
                    (CONFIG,),
                    doc="An instance that several elements share.",
                ),
            ),
            doc="Declares that a plugin is needed.",
        ),
    ),
    doc="Plugins that the model needs.",
)

KEYFRAME = Element(
    "keyframe",
    "*",
    (),
    (
        Element(
            "key",
            "*",
            (
                NAME,
                Attr("time", REAL, 0, unit="s", doc="Time."),
                Attr("qpos", REALS, (), doc="Positions of joints."),
                Attr("qvel", REALS, (), doc="Velocities of joints."),
                Attr("act", REALS, (), doc="Activations."),
                Attr("ctrl", REALS, (), doc="Controls."),
                Attr("mpos", REALS, (), unit="m", doc="Positions of mocap bodies."),
                Attr("mquat", REALS, (), doc="Orientations of mocap bodies."),
            ),
            spec="MjsKey",
            doc="A state to reset to.",
        ),
    ),
    doc="States to reset to.",
)
