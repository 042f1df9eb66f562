"""Constants of the API, by name, and Enum, the base class of the enums.

Documents: API / Constants; API / Enums

Constants are numbers and tables of strings.

Members of an `Enum` are integers with names.
"""

from typing import Any, ClassVar

mjDISABLESTRING = (
    "Constraint",
    "Equality",
    "Frictionloss",
    "Limit",
    "Contact",
    "Spring",
    "Damper",
    "Gravity",
    "Clampctrl",
    "Warmstart",
    "Filterparent",
    "Actuation",
    "Refsafe",
    "Sensor",
    "Midphase",
    "Eulerdamp",
    "AutoReset",
    "NativeCCD",
    "Island",
)
mjENABLESTRING = ("Override", "Energy", "Fwdinv", "InvDiscrete", "MultiCCD", "Sleep")
mjFRAMESTRING = ("None", "Body", "Geom", "Site", "Camera", "Light", "Contact", "World")
mjLABELSTRING = (
    "None",
    "Body",
    "Joint",
    "Geom",
    "Site",
    "Camera",
    "Light",
    "Tendon",
    "Actuator",
    "Constraint",
    "Flex",
    "Skin",
    "Selection",
    "SelPoint",
    "Contact",
    "ContactForce",
    "Island",
)
mjMAXCONPAIR = 50
mjMAXFLEXNODES = 27
mjMAXIMP = 0.9999
mjMAXLIGHT = 100
mjMAXLINE = 100
mjMAXLINEPNT = 1001
mjMAXOVERLAY = 500
mjMAXPLANEGRID = 200
mjMAXTREEDEPTH = 50
mjMAXVAL = 10000000000.0
mjMINAWAKE = 10
mjMINIMP = 0.0001
mjMINMU = 1e-05
mjMINVAL = 1e-15
mjNBIAS = 10
mjNDYN = 10
mjNEQDATA = 11
mjNFLUID = 12
mjNGAIN = 10
mjNGROUP = 6
mjNIMP = 5
mjNISLAND = 20
mjNPOLY = 2  # since 3.7.0
mjNREF = 2
mjNSENS = 3
mjNSOLVER = 200
mjPI = 3.141592653589793
mjRNDSTRING = (
    ("Shadow", "1", "S"),
    ("Wireframe", "0", "W"),
    ("Reflection", "1", "R"),
    ("Additive", "0", "L"),
    ("Skybox", "1", "K"),
    ("Fog", "0", "G"),
    ("Haze", "1", "/"),
    ("Depth", "0", ""),
    ("Segment", "0", ","),
    ("Id Color", "0", ""),
    ("Cull Face", "1", ""),
)
mjTIMERSTRING = (
    "step",
    "forward",
    "inverse",
    "position",
    "velocity",
    "actuation",
    "constraint",
    "advance",
    "pos_kinematics",
    "pos_inertia",
    "pos_collision",
    "pos_make",
    "pos_project",
    "col_broadphase",
    "col_narrowphase",
)
mjVERSION_HEADER = 3005000
mjVISSTRING = (
    ("Convex Hull", "0", "H"),
    ("Texture", "1", "X"),
    ("Joint", "0", "J"),
    ("Camera", "0", "Q"),
    ("Actuator", "0", "U"),
    ("Activation", "0", ","),
    ("Light", "0", "Z"),
    ("Tendon", "1", "V"),
    ("Range Finder", "1", "Y"),
    ("Equality", "0", "E"),
    ("Inertia", "0", "I"),
    ("Scale Inertia", "0", "'"),
    ("Perturb Force", "0", "B"),
    ("Perturb Object", "1", "O"),
    ("Contact Point", "0", "C"),
    ("Island", "0", "N"),
    ("Contact Force", "0", "F"),
    ("Contact Split", "0", "P"),
    ("Transparent", "0", "T"),
    ("Auto Connect", "0", "A"),
    ("Center of Mass", "0", "M"),
    ("Select Point", "0", ""),
    ("Static Body", "1", "D"),
    ("Skin", "1", ";"),
    ("Flex Vert", "0", ""),
    ("Flex Edge", "1", ""),
    ("Flex Face", "0", ""),
    ("Flex Skin", "1", ""),
    ("Body Tree", "0", "`"),
    ("Mesh Tree", "0", "\\"),
    ("SDF iters", "0", ""),
)


# Base class of the enums


class Enum(int):
    """Base of the enums; converts the integers in the body of a subclass to members.

    Members are `int` instances, so that kernels, numpy and formatting accept them. Python's own `enum` is not used,
    since creating seventy such classes would take a tenth of the import time.
    """

    __slots__ = ()
    __members__: ClassVar[dict[str, "Enum"]] = {}
    _by_value: ClassVar[dict[int, tuple[str, "Enum"]]] = {}

    def __init_subclass__(cls) -> None:
        cls.__members__ = {}
        cls._by_value = {}
        for name, value in list(vars(cls).items()):
            if name.startswith("mj"):
                member = int.__new__(cls, value)
                setattr(cls, name, member)
                cls.__members__[name] = member
                if (
                    not name.startswith("mjN") or value not in cls._by_value
                ):  # a count may equal a later member
                    cls._by_value[value] = (name, member)

    def __new__(cls, value: Any) -> Any:
        try:
            return cls._by_value[value.__index__()][1]
        except (AttributeError, TypeError):  # TypeError: an array of several elements
            raise TypeError(f"{cls.__name__}() takes an integer, not {value!r}") from None
        except KeyError:
            raise ValueError(f"Invalid int value for {cls.__name__}: {int(value)}") from None

    @property
    def name(self) -> str:
        """Name of the member, such as 'mjGEOM_BOX'."""
        return self._by_value[int(self)][0]

    @property
    def value(self) -> int:
        """The member as a plain `int`."""
        return int(self)

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}.{self.name}: {int(self)}>"

    def __reduce__(self) -> tuple[type, tuple[int]]:
        return type(self), (int(self),)
