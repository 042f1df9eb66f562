"""What the schema gives the spec classes: rendered by `python tools/render.py`; do not edit.

At run time these bases are empty, and the classes make the same attributes from the same rows.
"""

import builtins
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, Literal, Protocol, SupportsFloat, SupportsIndex, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from gelenk.modeling.spec.defaults import MjsDefault
from gelenk.modeling.spec.element_classes import *
from gelenk.modeling.spec.element_classes import Named
from gelenk.modeling.spec.spec import MjSpec, MjVisualRgba, MjVisualHeadlight
from gelenk.tables.enums import *
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel

class _Array(Protocol):
    def __array__(self) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]: ...

_Numbers: TypeAlias = Sequence[SupportsFloat] | _Array
_Matrix: TypeAlias = _Numbers | Sequence[Sequence[SupportsFloat]]

class ContainerAttributes:
    """What can be added to bodies and frames."""
    def add_body(self, default: MjsDefault | None = ..., *, axisangle: _Numbers | None = ..., childclass: str | None = ..., classname: MjsDefault | None = ..., euler: _Numbers | None = ..., explicitinertial: SupportsIndex | None = ..., fullinertia: _Numbers | None = ..., gravcomp: SupportsFloat | None = ..., iaxisangle: _Numbers | None = ..., ieuler: _Numbers | None = ..., inertia: _Numbers | None = ..., info: str | None = ..., ipos: _Numbers | None = ..., iquat: _Numbers | None = ..., ixyaxes: _Numbers | None = ..., izaxis: _Numbers | None = ..., mass: SupportsFloat | None = ..., mocap: SupportsIndex | None = ..., name: str | None = ..., plugin: MjsPlugin | None = ..., pos: _Numbers | None = ..., quat: _Numbers | None = ..., sleep: mjtSleepPolicy | SupportsIndex | None = ..., userdata: _Numbers | None = ..., xyaxes: _Numbers | None = ..., zaxis: _Numbers | None = ...) -> MjsBody:
        """Add a body, and return it. Its attributes are keywords; None leaves one as it is.

        default           the class to take values from (MjsDefault); None: the one that counts here
        axisangle         Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        childclass        Defaults class of everything inside that names none itself. str
        classname         Defaults class that the element is said to be of; takes no values from it. MjsDefault
        euler             Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        explicitinertial  Whether inertial properties were given, rather than computed from geoms. int; default 0
        fullinertia       Inertia matrix: xx, yy, zz, xy, xz, yz; its eigenvectors become the frame. float64 (6) [kg m^2]; default undefined
        gravcomp          Force against gravity, as a part of the weight. float; default 0
        iaxisangle        inertial frame: Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        ieuler            inertial frame: Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        inertia           Moments of inertia about the frame's axes. float64 (3) [kg m^2]; default 0 0 0
        info              A text of the user's own. str
        ipos              Center of mass, in the frame of the body. float64 (3) [m]; default undefined
        iquat             Unit quaternion, scalar first. float64 (4); default 1 0 0 0
        ixyaxes           inertial frame: Orientation as x axis and y axis. float64 (6)
        izaxis            inertial frame: Orientation as z axis, turned the least. float64 (3)
        mass              Mass of the body. float [kg]; default 0
        mocap             Moved by the user: a body without joints whose pose is an input. int; default 0
        name              Name, unique among elements of its kind. str
        plugin            Plugin of the element. MjsPlugin
        pos               Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        quat              Unit quaternion, scalar first. float64 (4); default 1 0 0 0
        sleep             Whether the tree that starts here may fall asleep. mjtSleepPolicy; default mjSLEEP_AUTO
        userdata          Numbers of the user's own. float64 (n)
        xyaxes            Orientation as x axis and y axis. float64 (6)
        zaxis             Orientation as z axis, turned the least. float64 (3)

        Returns    the new MjsBody
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsBody; Modeling / Model editing
        """
    def add_frame(self, default: MjsFrame | None = ..., *, axisangle: _Numbers | None = ..., childclass: str | None = ..., classname: MjsDefault | None = ..., euler: _Numbers | None = ..., info: str | None = ..., name: str | None = ..., pos: _Numbers | None = ..., quat: _Numbers | None = ..., xyaxes: _Numbers | None = ..., zaxis: _Numbers | None = ...) -> MjsFrame:
        """Add a frame, and return it. Its attributes are keywords; None leaves one as it is.

        default     the frame of this body to put it into (MjsFrame); None: this one, or none
        axisangle   Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        childclass  Defaults class of everything inside that names none itself. str
        classname   Defaults class that the element is said to be of; takes no values from it. MjsDefault
        euler       Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        info        A text of the user's own. str
        name        Name, unique among elements of its kind. str
        pos         Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        quat        Unit quaternion, scalar first. float64 (4); default 1 0 0 0
        xyaxes      Orientation as x axis and y axis. float64 (6)
        zaxis       Orientation as z axis, turned the least. float64 (3)

        Returns    the new MjsFrame
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsFrame; Modeling / Model editing
        """
    def add_joint(self, default: MjsDefault | None = ..., *, actfrclimited: SupportsIndex | None = ..., actfrcrange: _Numbers | None = ..., actgravcomp: SupportsIndex | None = ..., align: SupportsIndex | None = ..., armature: SupportsFloat | None = ..., axis: _Numbers | None = ..., classname: MjsDefault | None = ..., damping: SupportsFloat | None = ..., frictionloss: SupportsFloat | None = ..., group: SupportsIndex | None = ..., info: str | None = ..., limited: SupportsIndex | None = ..., margin: SupportsFloat | None = ..., name: str | None = ..., pos: _Numbers | None = ..., range: _Numbers | None = ..., ref: SupportsFloat | None = ..., solimp_friction: _Numbers | None = ..., solimp_limit: _Numbers | None = ..., solref_friction: _Numbers | None = ..., solref_limit: _Numbers | None = ..., springdamper: _Numbers | None = ..., springref: SupportsFloat | None = ..., stiffness: SupportsFloat | None = ..., type: mjtJoint | SupportsIndex | None = ..., userdata: _Numbers | None = ...) -> MjsJoint:
        """Add a joint, and return it. Its attributes are keywords; None leaves one as it is.

        default          the class to take values from (MjsDefault); None: the one that counts here
        actfrclimited    Whether the sum of actuator forces is limited. int; default 2
        actfrcrange      Range of the sum of actuator forces. float64 (2) [N or N m]; default 0 0
        actgravcomp      Count gravity compensation among the actuator forces. int; default 0
        align            Whether the frame of a free body moves to its center of mass, along its axes of inertia; 2: auto. int; default 2
        armature         Inertia added by what moves with the joint but not the body. float [kg or kg m^2]; default 0
        axis             Axis of rotation or direction of sliding, in the frame of the body. float64 (3); default 0 0 1
        classname        Defaults class that the element is said to be of; takes no values from it. MjsDefault
        damping          Force that opposes the velocity, per velocity. float [N s/m or N m s/rad]; default 0
        frictionloss     Dry friction: largest force that opposes motion. float [N or N m]; default 0
        group            Integer group, for switching elements on and off together. int; default 0
        info             A text of the user's own. str
        limited          Whether the range is a limit; auto: when one is given and autolimits is on. int; default 2
        margin           Distance to the limit at which its constraint is included. float [m or angle]; default 0
        name             Name, unique among elements of its kind. str
        pos              A point that the joint leaves in place, in the frame of the body. float64 (3) [m]; default 0 0 0
        range            Lower and upper limit; of a ball joint, 0 and the angle. float64 (2) [m or angle]; default 0 0
        ref              Value of the joint in the configuration of the model. float [m or angle]; default 0
        solimp_friction  Impedance of the dry friction: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solimp_limit     Impedance of the limit: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solref_friction  Reference dynamics of the dry friction. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        solref_limit     Reference dynamics of the limit. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        springdamper     Time constant and damping ratio from which stiffness and damping are computed. float64 (2) [s, 1]; default 0 0
        springref        Value at which the spring is at rest. float [m or angle]; default 0
        stiffness        Stiffness of the joint's spring. float [N/m or N m/rad]; default 0
        type             Which motion the joint allows. mjtJoint; default mjJNT_HINGE
        userdata         Numbers of the user's own. float64 (n)

        Returns    the new MjsJoint
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsJoint; Modeling / Model editing
        """
    def add_geom(self, default: MjsDefault | None = ..., *, axisangle: _Numbers | None = ..., classname: MjsDefault | None = ..., conaffinity: SupportsIndex | None = ..., condim: SupportsIndex | None = ..., contype: SupportsIndex | None = ..., density: SupportsFloat | None = ..., euler: _Numbers | None = ..., fitscale: SupportsFloat | None = ..., fluid_coefs: _Numbers | None = ..., fluid_ellipsoid: SupportsFloat | None = ..., friction: _Numbers | None = ..., fromto: _Numbers | None = ..., gap: SupportsFloat | None = ..., group: SupportsIndex | None = ..., hfieldname: str | None = ..., info: str | None = ..., margin: SupportsFloat | None = ..., mass: SupportsFloat | None = ..., material: str | None = ..., meshname: str | None = ..., name: str | None = ..., plugin: MjsPlugin | None = ..., pos: _Numbers | None = ..., priority: SupportsIndex | None = ..., quat: _Numbers | None = ..., rgba: _Numbers | None = ..., size: _Numbers | None = ..., solimp: _Numbers | None = ..., solmix: SupportsFloat | None = ..., solref: _Numbers | None = ..., type: mjtGeom | SupportsIndex | None = ..., typeinertia: mjtGeomInertia | SupportsIndex | None = ..., userdata: _Numbers | None = ..., xyaxes: _Numbers | None = ..., zaxis: _Numbers | None = ...) -> MjsGeom:
        """Add a geom, and return it. Its attributes are keywords; None leaves one as it is.

        default          the class to take values from (MjsDefault); None: the one that counts here
        axisangle        Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        classname        Defaults class that the element is said to be of; takes no values from it. MjsDefault
        conaffinity      Bits of the kinds of contacts that this geom takes part in. int; default 1
        condim           Dimensions of the contact: 1 normal, 3 sliding, 4 torsion, 6 rolling. int; default 3
        contype          Bits of the kinds of contacts that this geom makes. int; default 1
        density          Density from which the mass is computed. float [kg/m^3 or kg/m^2]; default 1000
        euler            Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        fitscale         Scale of a shape that is fitted to a mesh. float; default 1
        fluid_coefs      Blunt drag, slender drag, angular drag, Kutta lift, Magnus lift. float64 (5); default 0.5 0.25 1.5 1 1
        fluid_ellipsoid  Ellipsoid: forces of the fluid on this geom by the ellipsoid model. float; default 0
        friction         Sliding, torsional, rolling friction. float64 (3) [1, m, m]; default 1 0.005 0.0001
        fromto           Two end points; they replace position, orientation and length of elongated shapes. float64 (6) [m]; default undefined
        gap              Part of the margin within which a contact exerts no force yet. float [m]; default 0
        group            Integer group, for switching elements on and off together. int; default 0
        hfieldname       Height field of a geom of that type. str
        info             A text of the user's own. str
        margin           Distance at which a constraint is included. float [m]; default 0
        mass             Mass, instead of what density and volume give. float [kg]; default undefined
        material         Material that gives the appearance. str
        meshname         Mesh; with another type, that shape is fitted to it. str
        name             Name, unique among elements of its kind. str
        plugin           Plugin of the element. MjsPlugin
        pos              Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        priority         The geom of higher priority decides the parameters of a contact alone. int; default 0
        quat             Unit quaternion, scalar first. float64 (4); default 1 0 0 0
        rgba             Red, green, blue and opacity, 0 to 1. float32 (4); default 0.5 0.5 0.5 1
        size             Sizes of the shape; how many depends on the type. float64 (3) [m]; default 0 0 0
        solimp           Impedance of the contact: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solmix           Weight of this geom's solver parameters when they are mixed. float; default 1
        solref           Reference dynamics of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        type             Shape. mjtGeom; default mjGEOM_SPHERE
        typeinertia      The mass lies on the surface. mjtGeomInertia; default mjINERTIA_VOLUME
        userdata         Numbers of the user's own. float64 (n)
        xyaxes           Orientation as x axis and y axis. float64 (6)
        zaxis            Orientation as z axis, turned the least. float64 (3)

        Returns    the new MjsGeom
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsGeom; Modeling / Model editing
        """
    def add_site(self, default: MjsDefault | None = ..., *, axisangle: _Numbers | None = ..., classname: MjsDefault | None = ..., euler: _Numbers | None = ..., fromto: _Numbers | None = ..., group: SupportsIndex | None = ..., info: str | None = ..., material: str | None = ..., name: str | None = ..., pos: _Numbers | None = ..., quat: _Numbers | None = ..., rgba: _Numbers | None = ..., size: _Numbers | None = ..., type: mjtGeom | SupportsIndex | None = ..., userdata: _Numbers | None = ..., xyaxes: _Numbers | None = ..., zaxis: _Numbers | None = ...) -> MjsSite:
        """Add a site, and return it. Its attributes are keywords; None leaves one as it is.

        default    the class to take values from (MjsDefault); None: the one that counts here
        axisangle  Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        classname  Defaults class that the element is said to be of; takes no values from it. MjsDefault
        euler      Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        fromto     Two end points; they replace position, orientation and length of elongated shapes. float64 (6) [m]; default undefined
        group      Integer group, for switching elements on and off together. int; default 0
        info       A text of the user's own. str
        material   Material that gives the appearance. str
        name       Name, unique among elements of its kind. str
        pos        Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        quat       Unit quaternion, scalar first. float64 (4); default 1 0 0 0
        rgba       Red, green, blue and opacity, 0 to 1. float32 (4); default 0.5 0.5 0.5 1
        size       Sizes of the shape. float64 (3) [m]; default 0.005 0.005 0.005
        type       Shape. mjtGeom; default mjGEOM_SPHERE
        userdata   Numbers of the user's own. float64 (n)
        xyaxes     Orientation as x axis and y axis. float64 (6)
        zaxis      Orientation as z axis, turned the least. float64 (3)

        Returns    the new MjsSite
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsSite; Modeling / Model editing
        """
    def add_camera(self, default: MjsDefault | None = ..., *, axisangle: _Numbers | None = ..., classname: MjsDefault | None = ..., euler: _Numbers | None = ..., focal_length: _Numbers | None = ..., focal_pixel: _Numbers | None = ..., fovy: SupportsFloat | None = ..., info: str | None = ..., intrinsic: _Numbers | None = ..., ipd: SupportsFloat | None = ..., mode: mjtCamLight | SupportsIndex | None = ..., name: str | None = ..., output: SupportsIndex | None = ..., pos: _Numbers | None = ..., principal_length: _Numbers | None = ..., principal_pixel: _Numbers | None = ..., proj: mjtProjection | SupportsIndex | None = ..., quat: _Numbers | None = ..., resolution: _Numbers | None = ..., sensor_size: _Numbers | None = ..., targetbody: str | None = ..., userdata: _Numbers | None = ..., xyaxes: _Numbers | None = ..., zaxis: _Numbers | None = ...) -> MjsCamera:
        """Add a camera, and return it. Its attributes are keywords; None leaves one as it is.

        default           the class to take values from (MjsDefault); None: the one that counts here
        axisangle         Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        classname         Defaults class that the element is said to be of; takes no values from it. MjsDefault
        euler             Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        focal_length      Focal length in x and y. float32 (2) [m]; default 0 0
        focal_pixel       Focal length, in pixels. float32 (2) [pixel]; default 0 0
        fovy              Vertical field of view. float [degree, or m if orthographic]; default 45
        info              A text of the user's own. str
        intrinsic         Focal lengths and principal point in x and y, as they are computed. float32 (4); default 0 0 0 0
        ipd               Distance between the eyes. float [m]; default 0.068
        mode              What the camera follows. mjtCamLight; default mjCAMLIGHT_FIXED
        name              Name, unique among elements of its kind. str
        output            What the camera renders. int; default 1
        pos               Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        principal_length  Offset of the image center. float32 (2) [m]; default 0 0
        principal_pixel   Offset of the image center, in pixels. float32 (2) [pixel]; default 0 0
        proj              Kind of projection. mjtProjection; default mjPROJ_PERSPECTIVE
        quat              Unit quaternion, scalar first. float64 (4); default 1 0 0 0
        resolution        Width and height of the image. int32 (2) [pixel]; default 1 1
        sensor_size       Width and height of the sensor. float32 (2) [m]; default 0 0
        targetbody        Body to look at. str
        userdata          Numbers of the user's own. float64 (n)
        xyaxes            Orientation as x axis and y axis. float64 (6)
        zaxis             Orientation as z axis, turned the least. float64 (3)

        Returns    the new MjsCamera
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsCamera; Modeling / Model editing
        """
    def add_light(self, default: MjsDefault | None = ..., *, active: SupportsIndex | None = ..., ambient: _Numbers | None = ..., attenuation: _Numbers | None = ..., bulbradius: SupportsFloat | None = ..., castshadow: SupportsIndex | None = ..., classname: MjsDefault | None = ..., cutoff: SupportsFloat | None = ..., diffuse: _Numbers | None = ..., dir: _Numbers | None = ..., exponent: SupportsFloat | None = ..., info: str | None = ..., intensity: SupportsFloat | None = ..., mode: mjtCamLight | SupportsIndex | None = ..., name: str | None = ..., pos: _Numbers | None = ..., range: SupportsFloat | None = ..., specular: _Numbers | None = ..., targetbody: str | None = ..., texture: str | None = ..., type: mjtLightType | SupportsIndex | None = ...) -> MjsLight:
        """Add a light, and return it. Its attributes are keywords; None leaves one as it is.

        default      the class to take values from (MjsDefault); None: the one that counts here
        active       Whether it is on. int; default 1
        ambient      Color that reaches everything. float32 (3); default 0 0 0
        attenuation  Constant, linear and quadratic attenuation. float32 (3) [1, 1/m, 1/m^2]; default 1 0 0
        bulbradius   Radius of the light source, for soft shadows. float [m]; default 0.02
        castshadow   Whether it casts shadows. int; default 1
        classname    Defaults class that the element is said to be of; takes no values from it. MjsDefault
        cutoff       Half angle of the cone of a spot light. float [degree]; default 45
        diffuse      Color that is scattered in all directions. float32 (3); default 0.7 0.7 0.7
        dir          Direction in which it shines. float64 (3); default 0 0 -1
        exponent     How the light falls off towards the edge of the cone. float; default 10
        info         A text of the user's own. str
        intensity    Intensity, for renderers of physical units. float [cd]; default 0
        mode         What the light follows. mjtCamLight; default mjCAMLIGHT_FIXED
        name         Name, unique among elements of its kind. str
        pos          Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        range        Distance that the light reaches. float [m]; default 10
        specular     Color of highlights. float32 (3); default 0.3 0.3 0.3
        targetbody   Body to look at. str
        texture      Texture of an image-based light. str
        type         How the light spreads. mjtLightType; default mjLIGHT_SPOT

        Returns    the new MjsLight
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsLight; Modeling / Model editing
        """

class DefaultAttributes:
    """Templates of MjsDefault, one for each kind of element."""
    @property
    def joint(self) -> MjsJoint:
        """What a joint of this class starts as."""
    @property
    def geom(self) -> MjsGeom:
        """What a geom of this class starts as."""
    @property
    def site(self) -> MjsSite:
        """What a site of this class starts as."""
    @property
    def camera(self) -> MjsCamera:
        """What a camera of this class starts as."""
    @property
    def light(self) -> MjsLight:
        """What a light of this class starts as."""
    @property
    def flex(self) -> MjsFlex:
        """What a flex of this class starts as."""
    @property
    def mesh(self) -> MjsMesh:
        """What a mesh of this class starts as."""
    @property
    def material(self) -> MjsMaterial:
        """What a material of this class starts as."""
    @property
    def pair(self) -> MjsPair:
        """What a pair of this class starts as."""
    @property
    def equality(self) -> MjsEquality:
        """What a equality of this class starts as."""
    @property
    def tendon(self) -> MjsTendon:
        """What a tendon of this class starts as."""
    @property
    def actuator(self) -> MjsActuator:
        """What a actuator of this class starts as."""

class NamedAttributes:
    """Attributes of all elements."""
    @property
    def signature(self) -> int:
        """The number of the spec's structure, which a compiled model has too."""
    def delete(self) -> None:
        """Remove the element from its spec, as MjSpec.delete does.

        Errors     ValueError: the element is deleted already, or is the world body
        Source     API / MjSpec; Modeling / Model editing
        """

class SpecAttributes:
    """Attributes of MjSpec."""
    @property
    def modelname(self) -> str:
        """Name of the model. str; default MuJoCo Model"""
    @modelname.setter
    def modelname(self, value: str) -> None: ...
    @property
    def comment(self) -> str:
        """Comment at the start of the XML file. str"""
    @comment.setter
    def comment(self, value: str) -> None: ...
    @property
    def modelfiledir(self) -> str:
        """Folder of the file that the model was read from. str"""
    @modelfiledir.setter
    def modelfiledir(self, value: str) -> None: ...
    @property
    def strippath(self) -> int:
        """Whether folders in names of files are ignored. int; default 0"""
    @strippath.setter
    def strippath(self, value: SupportsIndex) -> None: ...
    @property
    def memory(self) -> int:
        """Bytes of the arena; -1: as many as are needed. Kept, and not needed here. int; default -1"""
    @memory.setter
    def memory(self, value: SupportsIndex) -> None: ...
    @property
    def nemax(self) -> int:
        """Largest number of equality constraints; kept, and not needed here. int; default 0"""
    @nemax.setter
    def nemax(self, value: SupportsIndex) -> None: ...
    @property
    def hasImplicitPluginElem(self) -> int:
        """Whether a plugin is configured in an element itself. int; default 0"""
    @hasImplicitPluginElem.setter
    def hasImplicitPluginElem(self, value: SupportsIndex) -> None: ...
    @property
    def njmax(self) -> int:
        """Most constraint rows; former way of saying memory. int; default -1"""
    @njmax.setter
    def njmax(self, value: SupportsIndex) -> None: ...
    @property
    def nconmax(self) -> int:
        """Most contacts; former way of saying memory. int; default -1"""
    @nconmax.setter
    def nconmax(self, value: SupportsIndex) -> None: ...
    @property
    def nstack(self) -> int:
        """Numbers on the stack; former way of saying memory. int; default -1"""
    @nstack.setter
    def nstack(self, value: SupportsIndex) -> None: ...
    @property
    def nuserdata(self) -> int:
        """Numbers in data.userdata. int; default 0"""
    @nuserdata.setter
    def nuserdata(self, value: SupportsIndex) -> None: ...
    @property
    def nkey(self) -> int:
        """Keyframes, if more than are written. int; default 0"""
    @nkey.setter
    def nkey(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_body(self) -> int:
        """User numbers per body; -1: as many as the longest list. int; default -1"""
    @nuser_body.setter
    def nuser_body(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_jnt(self) -> int:
        """User numbers per joint; -1: as many as the longest list. int; default -1"""
    @nuser_jnt.setter
    def nuser_jnt(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_geom(self) -> int:
        """User numbers per geom; -1: as many as the longest list. int; default -1"""
    @nuser_geom.setter
    def nuser_geom(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_site(self) -> int:
        """User numbers per site; -1: as many as the longest list. int; default -1"""
    @nuser_site.setter
    def nuser_site(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_cam(self) -> int:
        """User numbers per camera; -1: as many as the longest list. int; default -1"""
    @nuser_cam.setter
    def nuser_cam(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_tendon(self) -> int:
        """User numbers per tendon; -1: as many as the longest list. int; default -1"""
    @nuser_tendon.setter
    def nuser_tendon(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_actuator(self) -> int:
        """User numbers per actuator; -1: as many as the longest list. int; default -1"""
    @nuser_actuator.setter
    def nuser_actuator(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_sensor(self) -> int:
        """User numbers per sensor; -1: as many as the longest list. int; default -1"""
    @nuser_sensor.setter
    def nuser_sensor(self, value: SupportsIndex) -> None: ...
    @property
    def bodies(self) -> list[MjsBody]:
        """All bodies of the tree, in the order of their bodies."""
    @property
    def joints(self) -> list[MjsJoint]:
        """All joints of the tree, in the order of their bodies."""
    @property
    def geoms(self) -> list[MjsGeom]:
        """All geoms of the tree, in the order of their bodies."""
    @property
    def sites(self) -> list[MjsSite]:
        """All sites of the tree, in the order of their bodies."""
    @property
    def cameras(self) -> list[MjsCamera]:
        """All cameras of the tree, in the order of their bodies."""
    @property
    def lights(self) -> list[MjsLight]:
        """All lights of the tree, in the order of their bodies."""
    @property
    def frames(self) -> list[MjsFrame]:
        """All frames of the tree, in the order of their bodies."""
    @property
    def actuators(self) -> list[MjsActuator]:
        """All actuators."""
    @property
    def equalities(self) -> list[MjsEquality]:
        """All equalities."""
    @property
    def excludes(self) -> list[MjsExclude]:
        """All excludes."""
    @property
    def flexes(self) -> list[MjsFlex]:
        """All flexes."""
    @property
    def hfields(self) -> list[MjsHField]:
        """All hfields."""
    @property
    def keys(self) -> list[MjsKey]:
        """All keys."""
    @property
    def materials(self) -> list[MjsMaterial]:
        """All materials."""
    @property
    def meshes(self) -> list[MjsMesh]:
        """All meshes."""
    @property
    def numerics(self) -> list[MjsNumeric]:
        """All numerics."""
    @property
    def pairs(self) -> list[MjsPair]:
        """All pairs."""
    @property
    def plugins(self) -> list[MjsPlugin]:
        """All plugins."""
    @property
    def sensors(self) -> list[MjsSensor]:
        """All sensors."""
    @property
    def skins(self) -> list[MjsSkin]:
        """All skins."""
    @property
    def tendons(self) -> list[MjsTendon]:
        """All tendons."""
    @property
    def texts(self) -> list[MjsText]:
        """All texts."""
    @property
    def textures(self) -> list[MjsTexture]:
        """All textures."""
    @property
    def tuples(self) -> list[MjsTuple]:
        """All tuples."""
    def body(self, name: str) -> MjsBody | Any:
        """The body of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def joint(self, name: str) -> MjsJoint | Any:
        """The joint of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def geom(self, name: str) -> MjsGeom | Any:
        """The geom of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def site(self, name: str) -> MjsSite | Any:
        """The site of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def camera(self, name: str) -> MjsCamera | Any:
        """The camera of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def light(self, name: str) -> MjsLight | Any:
        """The light of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def frame(self, name: str) -> MjsFrame | Any:
        """The frame of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def actuator(self, name: str) -> MjsActuator | Any:
        """The actuator of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def equality(self, name: str) -> MjsEquality | Any:
        """The equality of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def exclude(self, name: str) -> MjsExclude | Any:
        """The exclude of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def flex(self, name: str) -> MjsFlex | Any:
        """The flex of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def hfield(self, name: str) -> MjsHField | Any:
        """The hfield of that name, or without one and with a file of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def key(self, name: str) -> MjsKey | Any:
        """The key of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def material(self, name: str) -> MjsMaterial | Any:
        """The material of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def mesh(self, name: str) -> MjsMesh | Any:
        """The mesh of that name, or without one and with a file of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def numeric(self, name: str) -> MjsNumeric | Any:
        """The numeric of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def pair(self, name: str) -> MjsPair | Any:
        """The pair of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def plugin(self, name: str) -> MjsPlugin | Any:
        """The plugin of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def sensor(self, name: str) -> MjsSensor | Any:
        """The sensor of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def skin(self, name: str) -> MjsSkin | Any:
        """The skin of that name, or without one and with a file of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def tendon(self, name: str) -> MjsTendon | Any:
        """The tendon of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def text(self, name: str) -> MjsText | Any:
        """The text of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def texture(self, name: str) -> MjsTexture | Any:
        """The texture of that name, or without one and with a file of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def tuple(self, name: str) -> MjsTuple | Any:
        """The tuple of that name, or None.

        name       name of the element
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def add_actuator(self, default: MjsDefault | None = ..., *, actdim: SupportsIndex | None = ..., actearly: SupportsIndex | None = ..., actlimited: SupportsIndex | None = ..., actrange: _Numbers | None = ..., biasprm: _Numbers | None = ..., biastype: mjtBias | SupportsIndex | None = ..., classname: MjsDefault | None = ..., cranklength: SupportsFloat | None = ..., ctrllimited: SupportsIndex | None = ..., ctrlrange: _Numbers | None = ..., delay: SupportsFloat | None = ..., dynprm: _Numbers | None = ..., dyntype: mjtDyn | SupportsIndex | None = ..., forcelimited: SupportsIndex | None = ..., forcerange: _Numbers | None = ..., gainprm: _Numbers | None = ..., gaintype: mjtGain | SupportsIndex | None = ..., gear: _Numbers | None = ..., group: SupportsIndex | None = ..., info: str | None = ..., inheritrange: SupportsFloat | None = ..., interp: SupportsIndex | None = ..., lengthrange: _Numbers | None = ..., name: str | None = ..., nsample: SupportsIndex | None = ..., plugin: MjsPlugin | None = ..., refsite: str | None = ..., slidersite: str | None = ..., target: str | None = ..., trntype: mjtTrn | SupportsIndex | None = ..., userdata: _Numbers | None = ...) -> MjsActuator:
        """Add an actuator, and return it. Its attributes are keywords; None leaves one as it is.

        default       the class to take values from (MjsDefault); None: the one that counts here
        actdim        Number of activations; -1: what the dynamics need. int; default -1
        actearly      Forces see the activation of the next step. int; default 0
        actlimited    Whether activations are clamped. int; default 2
        actrange      Range of activations. float64 (2); default 0 0
        biasprm       Parameters of the bias. float64 (10); default 0 0 0 0 0 0 0 0 0 0
        biastype      Bias: force without control. mjtBias; default mjBIAS_NONE
        classname     Defaults class that the element is said to be of; takes no values from it. MjsDefault
        cranklength   Length of the rod of a slider-crank. float [m]; default 0
        ctrllimited   Whether controls are clamped. int; default 2
        ctrlrange     Range of controls. float64 (2); default 0 0
        delay         Delay. float [s]; default 0
        dynprm        Parameters of the activation dynamics. float64 (10); default 1 0 0 0 0 0 0 0 0 0
        dyntype       Activation dynamics. mjtDyn; default mjDYN_NONE
        forcelimited  Whether forces are clamped. int; default 2
        forcerange    Range of forces. float64 (2) [N or N m]; default 0 0
        gainprm       Parameters of the gain. float64 (10); default 1 0 0 0 0 0 0 0 0 0
        gaintype      Gain: force per control. mjtGain; default mjGAIN_FIXED
        gear          Ratio of lengths; force and torque axes for other targets. float64 (6); default 1 0 0 0 0 0
        group         Integer group, for switching elements on and off together. int; default 0
        info          A text of the user's own. str
        inheritrange  Range of a position servo, as a multiple of the range of its joint or tendon; 0: not taken from it. float; default 0
        interp        How values between samples are found. int; default 0
        lengthrange   Range of the length, for muscles. float64 (2) [m or rad]; default 0 0
        name          Name, unique among elements of its kind. str
        nsample       Samples kept for delays. int; default 0
        plugin        Plugin of the element. MjsPlugin
        refsite       Site relative to which motion is measured. str
        slidersite    Site whose z axis the slider moves along. str
        target        Name of the joint, tendon, site or body that is driven. str
        trntype       What the target is, and how forces reach it. mjtTrn; default mjTRN_UNDEFINED
        userdata      Numbers of the user's own. float64 (n)

        Returns    the new MjsActuator
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsActuator; Modeling / Model editing
        """
    def add_equality(self, default: MjsDefault | None = ..., *, active: SupportsIndex | None = ..., classname: MjsDefault | None = ..., data: _Numbers | None = ..., info: str | None = ..., name: str | None = ..., name1: str | None = ..., name2: str | None = ..., objtype: mjtObj | SupportsIndex | None = ..., solimp: _Numbers | None = ..., solref: _Numbers | None = ..., type: mjtEq | SupportsIndex | None = ...) -> MjsEquality:
        """Add an equality, and return it. Its attributes are keywords; None leaves one as it is.

        default    the class to take values from (MjsDefault); None: the one that counts here
        active     Whether it holds at first. int; default 1
        classname  Defaults class that the element is said to be of; takes no values from it. MjsDefault
        data       Numbers of the constraint: anchor, relative pose and torquescale, or coefficients of a polynomial. float64 (11); default 0 1 0 0 0 0 0 0 0 0 1
        info       A text of the user's own. str
        name       Name, unique among elements of its kind. str
        name1      Name of the first body, site, joint, tendon or flex. str
        name2      Name of the second; empty: the world, or none. str
        objtype    Kind of the two objects of a connect or weld: body or site. mjtObj; default mjOBJ_UNKNOWN
        solimp     Impedance of the constraint: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solref     Reference dynamics of the constraint. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        type       Kind of constraint. mjtEq; default mjEQ_CONNECT

        Returns    the new MjsEquality
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsEquality; Modeling / Model editing
        """
    def add_exclude(self, default: MjsDefault | None = ..., *, bodyname1: str | None = ..., bodyname2: str | None = ..., info: str | None = ..., name: str | None = ...) -> MjsExclude:
        """Add an exclude, and return it. Its attributes are keywords; None leaves one as it is.

        default    not used: it has no class
        bodyname1  Name of the body. str
        bodyname2  Name of the body. str
        info       A text of the user's own. str
        name       Name, unique among elements of its kind. str

        Returns    the new MjsExclude
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsExclude; Modeling / Model editing
        """
    def add_flex(self, default: MjsDefault | None = ..., *, activelayers: SupportsIndex | None = ..., conaffinity: SupportsIndex | None = ..., condim: SupportsIndex | None = ..., contype: SupportsIndex | None = ..., damping: SupportsFloat | None = ..., dim: SupportsIndex | None = ..., edgedamping: SupportsFloat | None = ..., edgestiffness: SupportsFloat | None = ..., elastic2d: SupportsIndex | None = ..., elem: _Numbers | None = ..., elemtexcoord: _Numbers | None = ..., flatskin: SupportsIndex | None = ..., friction: _Numbers | None = ..., gap: SupportsFloat | None = ..., group: SupportsIndex | None = ..., info: str | None = ..., internal: SupportsIndex | None = ..., margin: SupportsFloat | None = ..., material: str | None = ..., name: str | None = ..., node: _Numbers | None = ..., nodebody: Iterable[str] | None = ..., passive: SupportsIndex | None = ..., poisson: SupportsFloat | None = ..., priority: SupportsIndex | None = ..., radius: SupportsFloat | None = ..., rgba: _Numbers | None = ..., selfcollide: SupportsIndex | None = ..., size: _Numbers | None = ..., solimp: _Numbers | None = ..., solmix: SupportsFloat | None = ..., solref: _Numbers | None = ..., texcoord: _Numbers | None = ..., thickness: SupportsFloat | None = ..., vert: _Numbers | None = ..., vertbody: Iterable[str] | None = ..., vertcollide: SupportsIndex | None = ..., young: SupportsFloat | None = ...) -> MjsFlex:
        """Add a flex, and return it. Its attributes are keywords; None leaves one as it is.

        default        not used: it has no class
        activelayers   Outermost layers that take part in self-collision. int; default 1
        conaffinity    Bits of the kinds of contacts that this geom takes part in. int; default 1
        condim         Dimensions of the contact: 1 normal, 3 sliding, 4 torsion, 6 rolling. int; default 3
        contype        Bits of the kinds of contacts that this geom makes. int; default 1
        damping        Rayleigh's damping coefficient. float [s]; default 0
        dim            Dimension: lines, triangles, tetrahedra. int; default 2
        edgedamping    Damping of the edges. float [N s/m]; default 0
        edgestiffness  Stiffness of the edges. float [N/m]; default 0
        elastic2d      Which deformations of a two-dimensional flex meet resistance. int; default 0
        elem           Vertices of each element. int32 (n)
        elemtexcoord   Texture coordinates of the corners of the elements. int32 (n)
        flatskin       Whether the skin is shaded flat. int; default 0
        friction       Sliding, torsional, rolling friction. float64 (3) [1, m, m]; default 1 0.005 0.0001
        gap            Part of the margin within which a contact exerts no force yet. float [m]; default 0
        group          Integer group, for switching elements on and off together. int; default 0
        info           A text of the user's own. str
        internal       Collisions within one element, which keep it from inverting. int; default 0
        margin         Distance at which a constraint is included. float [m]; default 0
        material       Material that gives the appearance. str
        name           Name, unique among elements of its kind. str
        node           Positions of the nodes in the frames of their bodies, three numbers each. float64 (n)
        nodebody       Bodies that are the nodes of interpolation. list of str
        passive        Whether contacts act as passive forces. int; default 0
        poisson        Poisson's ratio. float; default 0
        priority       The geom of higher priority decides the parameters of a contact alone. int; default 0
        radius         Radius of all elements. float [m]; default 0.005
        rgba           Red, green, blue and opacity, 0 to 1. float32 (4); default 0.5 0.5 0.5 1
        selfcollide    How elements of the flex collide with each other. int; default 4
        size           Half sizes of the box that the nodes span. float64 (3); default 0 0 0
        solimp         Impedance of the contact: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solmix         Weight of this geom's solver parameters when they are mixed. float; default 1
        solref         Reference dynamics of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        texcoord       Texture coordinates. float32 (n)
        thickness      Thickness of a two-dimensional flex. float [m]; default -1
        vert           Positions of the vertices in their bodies. float64 (n) [m]
        vertbody       Bodies of the vertices. list of str
        vertcollide    Whether vertices collide, as spheres. int; default 0
        young          Young's modulus. float [Pa]; default 0

        Returns    the new MjsFlex
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsFlex; Modeling / Model editing
        """
    def add_hfield(self, default: MjsDefault | None = ..., *, content_type: str | None = ..., file: str | None = ..., info: str | None = ..., name: str | None = ..., ncol: SupportsIndex | None = ..., nrow: SupportsIndex | None = ..., size: _Numbers | None = ..., userdata: _Numbers | None = ...) -> MjsHField:
        """Add a hfield, and return it. Its attributes are keywords; None leaves one as it is.

        default       not used: it has no class
        content_type  Media type, instead of the file's extension. str
        file          File to read. str
        info          A text of the user's own. str
        name          Name, unique among elements of its kind. str
        ncol          Columns of elevations. int; default 0
        nrow          Rows of elevations. int; default 0
        size          Half extents in x and y, largest elevation, base. float64 (4) [m]; default 0 0 0 0
        userdata      Elevations, row by row; scaled to 0 to 1. float32 (n)

        Returns    the new MjsHField
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsHField; Modeling / Model editing
        """
    def add_key(self, default: MjsDefault | None = ..., *, act: _Numbers | None = ..., ctrl: _Numbers | None = ..., info: str | None = ..., mpos: _Numbers | None = ..., mquat: _Numbers | None = ..., name: str | None = ..., qpos: _Numbers | None = ..., qvel: _Numbers | None = ..., time: SupportsFloat | None = ...) -> MjsKey:
        """Add a key, and return it. Its attributes are keywords; None leaves one as it is.

        default  not used: it has no class
        act      Activations. float64 (n)
        ctrl     Controls. float64 (n)
        info     A text of the user's own. str
        mpos     Positions of mocap bodies. float64 (n) [m]
        mquat    Orientations of mocap bodies. float64 (n)
        name     Name, unique among elements of its kind. str
        qpos     Positions of joints. float64 (n)
        qvel     Velocities of joints. float64 (n)
        time     Time. float [s]; default 0

        Returns    the new MjsKey
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsKey; Modeling / Model editing
        """
    def add_material(self, default: MjsDefault | None = ..., *, classname: MjsDefault | None = ..., emission: SupportsFloat | None = ..., info: str | None = ..., metallic: SupportsFloat | None = ..., name: str | None = ..., reflectance: SupportsFloat | None = ..., rgba: _Numbers | None = ..., roughness: SupportsFloat | None = ..., shininess: SupportsFloat | None = ..., specular: SupportsFloat | None = ..., texrepeat: _Numbers | None = ..., textures: Iterable[str] | None = ..., texuniform: SupportsIndex | None = ...) -> MjsMaterial:
        """Add a material, and return it. Its attributes are keywords; None leaves one as it is.

        default      the class to take values from (MjsDefault); None: the one that counts here
        classname    Defaults class that the element is said to be of; takes no values from it. MjsDefault
        emission     Light that it emits, as a part of its color. float; default 0
        info         A text of the user's own. str
        metallic     Metallicity, for physically based renderers. float; default -1
        name         Name, unique among elements of its kind. str
        reflectance  Strength of reflections. float; default 0
        rgba         Red, green, blue and opacity. float32 (4); default 1 1 1 1
        roughness    Roughness, for physically based renderers. float; default -1
        shininess    Sharpness of highlights. float; default 0.5
        specular     Strength of highlights. float; default 0.5
        texrepeat    How often a 2d texture repeats. float32 (2); default 1 1
        textures     Names of textures, by role (mjtTextureRole). 10 str
        texuniform   Repeat per unit of length rather than per object. int; default 0

        Returns    the new MjsMaterial
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsMaterial; Modeling / Model editing
        """
    def add_mesh(self, default: MjsDefault | None = ..., *, classname: MjsDefault | None = ..., content_type: str | None = ..., file: str | None = ..., inertia: mjtMeshInertia | SupportsIndex | None = ..., info: str | None = ..., material: str | None = ..., maxhullvert: SupportsIndex | None = ..., name: str | None = ..., needsdf: SupportsIndex | None = ..., plugin: MjsPlugin | None = ..., refpos: _Numbers | None = ..., refquat: _Numbers | None = ..., scale: _Numbers | None = ..., smoothnormal: SupportsIndex | None = ..., userface: _Numbers | None = ..., userfacenormal: _Numbers | None = ..., userfacetexcoord: _Numbers | None = ..., usernormal: _Numbers | None = ..., usertexcoord: _Numbers | None = ..., uservert: _Numbers | None = ...) -> MjsMesh:
        """Add a mesh, and return it. Its attributes are keywords; None leaves one as it is.

        default           the class to take values from (MjsDefault); None: the one that counts here
        classname         Defaults class that the element is said to be of; takes no values from it. MjsDefault
        content_type      Media type, instead of the file's extension. str
        file              File to read. str
        inertia           How volume and inertia are computed. mjtMeshInertia; default mjMESH_INERTIA_LEGACY
        info              A text of the user's own. str
        material          Material that gives the appearance. str
        maxhullvert       Most vertices of the convex hull. int; default -1
        name              Name, unique among elements of its kind. str
        needsdf           Whether a signed distance field of the mesh is computed. int; default 0
        plugin            Plugin of the element. MjsPlugin
        refpos            Position that becomes the origin. float64 (3) [m]; default 0 0 0
        refquat           Orientation that becomes the frame. float64 (4); default 1 0 0 0
        scale             Scale along each axis. float64 (3); default 1 1 1
        smoothnormal      Average normals across all edges. int; default 0
        userface          Vertices of the triangles. int32 (n)
        userfacenormal    Indices of normals, three per triangle. int32 (n)
        userfacetexcoord  Indices of texture coordinates, three per triangle. int32 (n)
        usernormal        Normals. float32 (n)
        usertexcoord      Texture coordinates. float32 (n)
        uservert          Vertices. float32 (n) [m]

        Returns    the new MjsMesh
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsMesh; Modeling / Model editing
        """
    def add_numeric(self, default: MjsDefault | None = ..., *, data: _Numbers | None = ..., info: str | None = ..., name: str | None = ..., size: SupportsIndex | None = ...) -> MjsNumeric:
        """Add a numeric, and return it. Its attributes are keywords; None leaves one as it is.

        default  not used: it has no class
        data     The numbers. float64 (n)
        info     A text of the user's own. str
        name     Name of the field. str
        size     How many numbers there are, if more than are given. int; default 0

        Returns    the new MjsNumeric
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsNumeric; Modeling / Model editing
        """
    def add_pair(self, default: MjsDefault | None = ..., *, classname: MjsDefault | None = ..., condim: SupportsIndex | None = ..., friction: _Numbers | None = ..., gap: SupportsFloat | None = ..., geomname1: str | None = ..., geomname2: str | None = ..., info: str | None = ..., margin: SupportsFloat | None = ..., name: str | None = ..., solimp: _Numbers | None = ..., solref: _Numbers | None = ..., solreffriction: _Numbers | None = ...) -> MjsPair:
        """Add a pair, and return it. Its attributes are keywords; None leaves one as it is.

        default         the class to take values from (MjsDefault); None: the one that counts here
        classname       Defaults class that the element is said to be of; takes no values from it. MjsDefault
        condim          Dimensions of the contact: 1, 3, 4 or 6. int; default 3
        friction        Two sliding, one torsional, two rolling frictions. float64 (5) [1, 1, m, m, m]; default 1 1 0.005 0.0001 0.0001
        gap             Part of the margin within which a contact exerts no force yet. float [m]; default 0
        geomname1       Name of the geom. str
        geomname2       Name of the geom. str
        info            A text of the user's own. str
        margin          Distance at which a constraint is included. float [m]; default 0
        name            Name, unique among elements of its kind. str
        solimp          Impedance of the contact: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solref          Reference dynamics of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        solreffriction  Reference dynamics along friction; 0: as solref. float64 (2) [s, 1]; default 0 0

        Returns    the new MjsPair
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsPair; Modeling / Model editing
        """
    def add_plugin(self, default: MjsDefault | None = ..., *, active: SupportsIndex | None = ..., info: str | None = ..., name: str | None = ..., plugin_name: str | None = ...) -> MjsPlugin:
        """Add a plugin, and return it. Its attributes are keywords; None leaves one as it is.

        default      not used: it has no class
        active       Whether an element uses the plugin. int; default 0
        info         A text of the user's own. str
        name         Instance declared under extension. str
        plugin_name  Identifier of the plugin. str

        Returns    the new MjsPlugin
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsPlugin; Modeling / Model editing
        """
    def add_sensor(self, default: MjsDefault | None = ..., *, cutoff: SupportsFloat | None = ..., datatype: mjtDataType | SupportsIndex | None = ..., delay: SupportsFloat | None = ..., dim: SupportsIndex | None = ..., info: str | None = ..., interp: SupportsIndex | None = ..., interval: _Numbers | None = ..., intprm: _Numbers | None = ..., name: str | None = ..., needstage: mjtStage | SupportsIndex | None = ..., noise: SupportsFloat | None = ..., nsample: SupportsIndex | None = ..., objname: str | None = ..., objtype: mjtObj | SupportsIndex | None = ..., plugin: MjsPlugin | None = ..., refname: str | None = ..., reftype: mjtObj | SupportsIndex | None = ..., type: mjtSensor | SupportsIndex | None = ..., userdata: _Numbers | None = ...) -> MjsSensor:
        """Add a sensor, and return it. Its attributes are keywords; None leaves one as it is.

        default    not used: it has no class
        cutoff     Readings are clamped to this; 0: not. float; default 0
        datatype   What the readings may be: any number, positive, a unit vector, a quaternion. mjtDataType; default mjDATATYPE_REAL
        delay      Delay. float [s]; default 0
        dim        How many numbers it reports; of user sensors. int; default 0
        info       A text of the user's own. str
        interp     How values between samples are found. int; default 0
        interval   Period at which the sensor is read, and its phase. float64 (2) [s]; default 0 0
        intprm     Integers that some kinds take: rays, contacts. int32 (3); default 0 0 0
        name       Name, unique among elements of its kind. str
        needstage  The stage after which it is computed. mjtStage; default mjSTAGE_ACC
        noise      Standard deviation of noise; for the user's information. float; default 0
        nsample    Samples kept for delays. int; default 0
        objname    Name of the object that is sensed. str
        objtype    Kind of the object that is sensed. mjtObj; default mjOBJ_UNKNOWN
        plugin     Plugin of the element. MjsPlugin
        refname    Name of the object whose frame is the reference; empty: the world. str
        reftype    Kind of the object whose frame is the reference. mjtObj; default mjOBJ_UNKNOWN
        type       Kind of sensor. mjtSensor; default mjSENS_TOUCH
        userdata   Numbers of the user's own. float64 (n)

        Returns    the new MjsSensor
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsSensor; Modeling / Model editing
        """
    def add_skin(self, default: MjsDefault | None = ..., *, bindpos: _Numbers | None = ..., bindquat: _Numbers | None = ..., bodyname: Iterable[str] | None = ..., face: _Numbers | None = ..., file: str | None = ..., group: SupportsIndex | None = ..., inflate: SupportsFloat | None = ..., info: str | None = ..., material: str | None = ..., name: str | None = ..., rgba: _Numbers | None = ..., texcoord: _Numbers | None = ..., vert: _Numbers | None = ..., vertid: Sequence[Sequence[int]] | None = ..., vertweight: Sequence[Sequence[float]] | None = ...) -> MjsSkin:
        """Add a skin, and return it. Its attributes are keywords; None leaves one as it is.

        default     not used: it has no class
        bindpos     Positions of the bodies when the skin was bound, three numbers each. float32 (n)
        bindquat    Orientations of the bodies when the skin was bound, four numbers each. float32 (n)
        bodyname    Names of the bodies that move the skin. list of str
        face        Vertices of the triangles. int32 (n)
        file        File of the skin. str
        group       Integer group, for switching elements on and off together. int; default 0
        inflate     Distance by which the skin lies outside. float [m]; default 0
        info        A text of the user's own. str
        material    Material that gives the appearance. str
        name        Name, unique among elements of its kind. str
        rgba        Red, green, blue and opacity, 0 to 1. float32 (4); default 0.5 0.5 0.5 1
        texcoord    Texture coordinates. float32 (n)
        vert        Vertices. float32 (n) [m]
        vertid      Vertices that each body moves. list of str
        vertweight  Weights of these vertices. list of str

        Returns    the new MjsSkin
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsSkin; Modeling / Model editing
        """
    def add_tendon(self, default: MjsDefault | None = ..., *, actfrclimited: SupportsIndex | None = ..., actfrcrange: _Numbers | None = ..., armature: SupportsFloat | None = ..., classname: MjsDefault | None = ..., damping: SupportsFloat | None = ..., frictionloss: SupportsFloat | None = ..., group: SupportsIndex | None = ..., info: str | None = ..., limited: SupportsIndex | None = ..., margin: SupportsFloat | None = ..., material: str | None = ..., name: str | None = ..., range: _Numbers | None = ..., rgba: _Numbers | None = ..., solimp_friction: _Numbers | None = ..., solimp_limit: _Numbers | None = ..., solref_friction: _Numbers | None = ..., solref_limit: _Numbers | None = ..., springlength: _Numbers | None = ..., stiffness: SupportsFloat | None = ..., userdata: _Numbers | None = ..., width: SupportsFloat | None = ...) -> MjsTendon:
        """Add a tendon, and return it. Its attributes are keywords; None leaves one as it is.

        default          the class to take values from (MjsDefault); None: the one that counts here
        actfrclimited    Whether the sum of actuator forces is limited. int; default 0
        actfrcrange      Range of the sum of actuator forces. float64 (2) [N or N m]; default 0 0
        armature         Inertia that moves with the length. float [kg]; default 0
        classname        Defaults class that the element is said to be of; takes no values from it. MjsDefault
        damping          Damping. float [N s/m]; default 0
        frictionloss     Dry friction: largest force that opposes motion. float [N or N m]; default 0
        group            Integer group, for switching elements on and off together. int; default 0
        info             A text of the user's own. str
        limited          Whether the range is a limit; auto: when one is given and autolimits is on. int; default 2
        margin           Distance at which a constraint is included. float [m]; default 0
        material         Material that gives the appearance. str
        name             Name, unique among elements of its kind. str
        range            Limits of the length. float64 (2) [m or rad]; default 0 0
        rgba             Red, green, blue and opacity, 0 to 1. float32 (4); default 0.5 0.5 0.5 1
        solimp_friction  Impedance of the dry friction: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solimp_limit     Impedance of the limit: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solref_friction  Reference dynamics of the dry friction. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        solref_limit     Reference dynamics of the limit. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        springlength     Length at rest, or a range of slack; -1: that of the model's configuration. float64 (2) [m]; default -1 -1
        stiffness        Stiffness of the tendon's spring. float [N/m]; default 0
        userdata         Numbers of the user's own. float64 (n)
        width            Radius of what is drawn. float [m]; default 0.003

        Returns    the new MjsTendon
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsTendon; Modeling / Model editing
        """
    def add_text(self, default: MjsDefault | None = ..., *, data: str | None = ..., info: str | None = ..., name: str | None = ...) -> MjsText:
        """Add a text, and return it. Its attributes are keywords; None leaves one as it is.

        default  not used: it has no class
        data     The text. str
        info     A text of the user's own. str
        name     Name of the field. str

        Returns    the new MjsText
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsText; Modeling / Model editing
        """
    def add_texture(self, default: MjsDefault | None = ..., *, builtin: SupportsIndex | None = ..., colorspace: mjtColorSpace | SupportsIndex | None = ..., content_type: str | None = ..., cubefiles: Iterable[str] | None = ..., data: bytes | bytearray | memoryview | Iterable[SupportsIndex] | None = ..., file: str | None = ..., gridlayout: Iterable[str] | None = ..., gridsize: _Numbers | None = ..., height: SupportsIndex | None = ..., hflip: SupportsIndex | None = ..., info: str | None = ..., mark: SupportsIndex | None = ..., markrgb: _Numbers | None = ..., name: str | None = ..., nchannel: SupportsIndex | None = ..., random: SupportsFloat | None = ..., rgb1: _Numbers | None = ..., rgb2: _Numbers | None = ..., type: mjtTexture | SupportsIndex | None = ..., vflip: SupportsIndex | None = ..., width: SupportsIndex | None = ...) -> MjsTexture:
        """Add a texture, and return it. Its attributes are keywords; None leaves one as it is.

        default       not used: it has no class
        builtin       A pattern that is generated. int; default 0
        colorspace    How the numbers of the file encode brightness. mjtColorSpace; default mjCOLORSPACE_AUTO
        content_type  Media type, instead of the file's extension. str
        cubefiles     Files of the sides of a cube: right, left, up, down, front, back. 6 str
        data          Pixels by rows, nchannel bytes each, in the place of a file. bytes
        file          File to read. str
        gridlayout    Which side of the cube each cell of the picture shows, by rows: R L U D F B, or . for none. 12 str; default . . . . . . . . . . . .
        gridsize      Rows and columns of a composite image. int32 (2); default 1 1
        height        Height of the pattern; of cubes, six times the width. int [pixel]; default 0
        hflip         Mirror the image left to right. int; default 0
        info          A text of the user's own. str
        mark          Marks on top of the pattern. int; default 0
        markrgb       Color of the marks. float64 (3); default 0 0 0
        name          Name, unique among elements of its kind. str
        nchannel      Numbers per pixel. int; default 3
        random        Part of the pixels that random marks cover. float; default 0.01
        rgb1          First color. float64 (3); default 0.8 0.8 0.8
        rgb2          Second color. float64 (3); default 0.5 0.5 0.5
        type          How it is laid on objects. mjtTexture; default mjTEXTURE_CUBE
        vflip         Mirror the image top to bottom. int; default 0
        width         Width of the pattern. int [pixel]; default 0

        Returns    the new MjsTexture
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsTexture; Modeling / Model editing
        """
    def add_tuple(self, default: MjsDefault | None = ..., *, info: str | None = ..., name: str | None = ..., objname: Iterable[str] | None = ..., objprm: _Numbers | None = ..., objtype: _Numbers | None = ...) -> MjsTuple:
        """Add a tuple, and return it. Its attributes are keywords; None leaves one as it is.

        default  not used: it has no class
        info     A text of the user's own. str
        name     Name of the tuple. str
        objname  Names of the elements. list of str
        objprm   Numbers of the user's own, one for each element. float64 (n)
        objtype  Kinds of the elements (mjtObj). int32 (n)

        Returns    the new MjsTuple
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsTuple; Modeling / Model editing
        """
    def attach(self, child: MjSpec, prefix: str | None=..., suffix: str | None=..., site: MjsSite | str | None=..., frame: MjsFrame | str | None=...) -> MjsFrame:
        """Attach the whole of another spec to a site or frame of this one.

        The elements move, and belong to both specs from then on; only this one can be compiled. With copy_during_attach a
        copy is attached, and the child remains unchanged.

        child      the other spec
        prefix     prepended to all names of the child; None: "/"
        suffix     appended to all names of the child
        site       the site to attach to, as element or name
        frame      or the frame to attach to, as element or name

        Returns    the new frame with the content of the child's world body (MjsFrame)
        Errors     TypeError: an argument has another type
                   ValueError: neither or both of site and frame; not an element of this spec; the child cannot be attached
        Source     API / MjSpec; Modeling / Model editing; XML reference / attach
        """
    def copy(self) -> MjSpec:
        """Return an independent spec of the same model.

        Returns    the copy
        Source     API / MjSpec; Modeling / Model editing
        """
    def delete(self, el: MjsElement | MjsDefault) -> None:
        """Remove an element from its spec.

        A body is removed with its content, and with the elements outside the tree that refer to any of it (except tuples).
        References to any other element remain, so that compiling reports them. The content of a frame moves to the
        enclosing frame. Elements of a deleted class keep their values; its derived classes are deleted too.

        el         the element, or the defaults class

        Errors     TypeError: el is not an element
                   ValueError: el is the world body, the main class, or an element of another spec
        Source     API / MjSpec; Modeling / Model editing
        """
    def activate_plugin(self, name: str) -> None:
        """Declare that the model needs a plugin, as the element extension/plugin does.

        name       the plugin, such as "mujoco.pid"

        Errors     TypeError: name is not a text
        Source     XML reference / extension / plugin
        """
    @property
    def copy_during_attach(self) -> bool:
        """Whether attaching copies the child; can only be set."""
    @copy_during_attach.setter
    def copy_during_attach(self, value: bool) -> None: ...
    @staticmethod
    def from_string(xml: str | bytes, include: Mapping[str, str | bytes] | None=..., assets: Mapping[str, str | bytes] | None=...) -> MjSpec:
        """Create a spec from an XML string, in MJCF or URDF.

        xml        the text
        include    contents of XML files that it includes or attaches, by name
        assets     contents of asset files, by name; they become ``spec.assets``

        Returns    the spec
        Errors     TypeError: xml is not text
                   gelenk.Error (a ValueError) with file, line, column, element, attribute, and the remedy
        Source     API / Parse and compile; XML reference
        """
    @staticmethod
    def from_file(filename: str | os.PathLike[str], include: Mapping[str, str | bytes] | None=..., assets: Mapping[str, str | bytes] | None=...) -> MjSpec:
        """Create a spec from an XML file, in MJCF or URDF.

        filename   path of the file
        include    contents of XML files that it includes or attaches, by name
        assets     contents of asset files, by name; they become ``spec.assets``

        Returns    the spec
        Errors     TypeError: filename is not text
                   gelenk.Error (a ValueError) as for from_string, and where there is no such file
        Source     API / Parse and compile; XML reference
        """
    @staticmethod
    def from_zip(file: str | os.PathLike[str] | BinaryIO) -> MjSpec:
        """Read a model from a zip file; the files of the archive become the assets of the spec.

        file       path, or binary file object to read from

        Returns    the MjSpec
        Errors     TypeError: file is not a path or file object
                   gelenk.Error where file is not an archive, or has no model
        Source     API / MjSpec
        """
    @staticmethod
    def resolve_orientation(degree: bool, sequence: Iterable[str] | None=..., orientation: MjsOrientation | None=...) -> list[float]:
        """Return the unit quaternion of an orientation given in another form.

        degree     whether angles are in degrees rather than radians
        sequence   axes of Euler angles, three of xyzXYZ; None: xyz
        orientation   the MjsOrientation

        Returns    a list of four elements
        Errors     TypeError: orientation is not an MjsOrientation
                   gelenk.Error: the orientation has no direction
        Source     API / MjSpec; XML reference / Frame orientations
        """
    def compile(self) -> MjModel:
        """Compile the spec to a model; the spec can then be edited and compiled again.

        Returns    the MjModel
        Errors     gelenk.Error (a ValueError) with the wrong element and the reason
        Source     API / Parse and compile; Modeling / Model editing
        """
    def recompile(self, m: MjModel, d: MjData) -> builtins.tuple[MjModel, MjData]:
        """Compile again and transfer the state.

        Time, positions, velocities, activations, controls and mocap poses of elements that existed before are copied from
        ``d``; new elements start with the values of the model. ``m`` and ``d`` are unchanged.

        m          the last model compiled from this spec
        d          the state of m

        Returns    (new MjModel, new MjData)
        Errors     as for compile; TypeError: m is not an MjModel or d not an MjData
                   ValueError: m is not the last model compiled from this spec
        Source     API / MjSpec; Modeling / Model editing
        """
    def to_xml(self) -> str:
        """Return the model as MJCF text, compiling the spec first if it has been edited.

        Returns    the text
        Errors     gelenk.Error where the spec does not compile, or MJCF cannot express it
        Source     API / Parse and compile; XML reference
        """
    def to_file(self, filename: str | os.PathLike[str]) -> None:
        """Write the model as MJCF to a file.

        filename   path of the file

        Errors     gelenk.Error as for to_xml, and where the file cannot be written
        Source     API / Parse and compile; XML reference
        """
    def to_zip(self, file: str | os.PathLike[str] | BinaryIO) -> None:
        """Write the model as MJCF, its assets and all files that it names to a zip file.

        Textures whose pixels were set by a program are written as PNG.

        spec       the MjSpec, compiled or not
        file       path, or binary file object to write to

        Errors     TypeError: file is not a path or file object
                   gelenk.Error as for to_xml, and where the file cannot be written
        Source     API / MjSpec
        """
    @property
    def _address(self) -> int:
        """A number that no other spec has at the same time."""

class CompilerAttributes:
    """Attributes of MjsCompiler."""
    @property
    def autolimits(self) -> int:
        """A range implies a limit. int; default 1"""
    @autolimits.setter
    def autolimits(self, value: SupportsIndex) -> None: ...
    @property
    def boundmass(self) -> float:
        """Lower bound of the mass of moving bodies. float [kg]; default 0"""
    @boundmass.setter
    def boundmass(self, value: SupportsFloat) -> None: ...
    @property
    def boundinertia(self) -> float:
        """Lower bound of their moments of inertia. float [kg m^2]; default 0"""
    @boundinertia.setter
    def boundinertia(self, value: SupportsFloat) -> None: ...
    @property
    def settotalmass(self) -> float:
        """Scale masses to this sum; not if negative. float [kg]; default -1"""
    @settotalmass.setter
    def settotalmass(self, value: SupportsFloat) -> None: ...
    @property
    def balanceinertia(self) -> int:
        """Replace an inertia that no body can have by its mean. int; default 0"""
    @balanceinertia.setter
    def balanceinertia(self, value: SupportsIndex) -> None: ...
    @property
    def degree(self) -> int:
        """Unit of angles in the text. int; default 1"""
    @degree.setter
    def degree(self, value: SupportsIndex) -> None: ...
    @property
    def fitaabb(self) -> int:
        """Fit shapes to the bounding box of a mesh rather than to its inertia. int; default 0"""
    @fitaabb.setter
    def fitaabb(self, value: SupportsIndex) -> None: ...
    @property
    def eulerseq(self) -> list[str]:
        """Axes of Euler angles: xyz move with the body, XYZ are fixed. 3 str; default x y z"""
    @eulerseq.setter
    def eulerseq(self, value: Iterable[str]) -> None: ...
    @property
    def meshdir(self) -> str:
        """Folder of mesh and height field files. str"""
    @meshdir.setter
    def meshdir(self, value: str) -> None: ...
    @property
    def texturedir(self) -> str:
        """Folder of texture files. str"""
    @texturedir.setter
    def texturedir(self, value: str) -> None: ...
    @property
    def discardvisual(self) -> int:
        """Remove what only matters for pictures. int; default 0"""
    @discardvisual.setter
    def discardvisual(self, value: SupportsIndex) -> None: ...
    @property
    def usethread(self) -> int:
        """Compile on several threads. int; default 1"""
    @usethread.setter
    def usethread(self, value: SupportsIndex) -> None: ...
    @property
    def fusestatic(self) -> int:
        """Fuse bodies that cannot move with their parents. int; default 0"""
    @fusestatic.setter
    def fusestatic(self, value: SupportsIndex) -> None: ...
    @property
    def inertiafromgeom(self) -> int:
        """Whether inertia comes from geoms: never, always, or if it is not given. int; default 2"""
    @inertiafromgeom.setter
    def inertiafromgeom(self, value: SupportsIndex) -> None: ...
    @property
    def alignfree(self) -> int:
        """Move the frames of free bodies to their inertial frames. int; default 0"""
    @alignfree.setter
    def alignfree(self, value: SupportsIndex) -> None: ...
    @property
    def inertiagrouprange(self) -> npt.NDArray[np.int32]:
        """Groups of geoms that give inertia. int32 (2); default 0 5"""
    @inertiagrouprange.setter
    def inertiagrouprange(self, value: _Numbers) -> None: ...
    @property
    def saveinertial(self) -> int:
        """Write inertias of all bodies when the model is saved. int; default 0"""
    @saveinertial.setter
    def saveinertial(self, value: SupportsIndex) -> None: ...

class LROptAttributes:
    """Attributes of MjLROpt."""
    @property
    def mode(self) -> int:
        """Actuators whose length range is computed. int; default 1"""
    @mode.setter
    def mode(self, value: SupportsIndex) -> None: ...
    @property
    def useexisting(self) -> int:
        """Keep a range that is given. int; default 1"""
    @useexisting.setter
    def useexisting(self, value: SupportsIndex) -> None: ...
    @property
    def uselimit(self) -> int:
        """Take the range from the limits of the joint or tendon. int; default 0"""
    @uselimit.setter
    def uselimit(self, value: SupportsIndex) -> None: ...
    @property
    def accel(self) -> float:
        """Acceleration that the force aims at. float [m/s^2]; default 20"""
    @accel.setter
    def accel(self, value: SupportsFloat) -> None: ...
    @property
    def maxforce(self) -> float:
        """Limit of the force; 0: none. float [N]; default 0"""
    @maxforce.setter
    def maxforce(self, value: SupportsFloat) -> None: ...
    @property
    def timeconst(self) -> float:
        """Time constant of the damping. float [s]; default 1"""
    @timeconst.setter
    def timeconst(self, value: SupportsFloat) -> None: ...
    @property
    def timestep(self) -> float:
        """Time step of the simulation. float [s]; default 0.01"""
    @timestep.setter
    def timestep(self, value: SupportsFloat) -> None: ...
    @property
    def inttotal(self) -> float:
        """Length of the simulation. float [s]; default 10"""
    @inttotal.setter
    def inttotal(self, value: SupportsFloat) -> None: ...
    @property
    def interval(self) -> float:
        """Time at its end in which the range is measured. float [s]; default 2"""
    @interval.setter
    def interval(self, value: SupportsFloat) -> None: ...
    @property
    def tolrange(self) -> float:
        """How much the length may still vary, as a part of the range. float; default 0.05"""
    @tolrange.setter
    def tolrange(self, value: SupportsFloat) -> None: ...

class OptionAttributes:
    """Attributes of MjOption."""
    @property
    def timestep(self) -> float:
        """Time step of the simulation. float [s]; default 0.002"""
    @timestep.setter
    def timestep(self, value: SupportsFloat) -> None: ...
    @property
    def impratio(self) -> float:
        """Ratio of the impedance of friction to that of the normal force. float; default 1"""
    @impratio.setter
    def impratio(self, value: SupportsFloat) -> None: ...
    @property
    def tolerance(self) -> float:
        """Improvement at which the solver stops. float; default 1e-08"""
    @tolerance.setter
    def tolerance(self, value: SupportsFloat) -> None: ...
    @property
    def ls_tolerance(self) -> float:
        """Relative slope at which a line search stops. float; default 0.01"""
    @ls_tolerance.setter
    def ls_tolerance(self, value: SupportsFloat) -> None: ...
    @property
    def noslip_tolerance(self) -> float:
        """Improvement at which the noslip solver stops. float; default 1e-06"""
    @noslip_tolerance.setter
    def noslip_tolerance(self, value: SupportsFloat) -> None: ...
    @property
    def ccd_tolerance(self) -> float:
        """Error at which the convex collision algorithm stops. float [m]; default 1e-06"""
    @ccd_tolerance.setter
    def ccd_tolerance(self, value: SupportsFloat) -> None: ...
    @property
    def sleep_tolerance(self) -> float:
        """Velocity below which a tree may fall asleep. float [m/s]; default 0.0001"""
    @sleep_tolerance.setter
    def sleep_tolerance(self, value: SupportsFloat) -> None: ...
    @property
    def gravity(self) -> npt.NDArray[np.float64]:
        """Acceleration of gravity. float64 (3) [m/s^2]; default 0 0 -9.81"""
    @gravity.setter
    def gravity(self, value: _Numbers) -> None: ...
    @property
    def wind(self) -> npt.NDArray[np.float64]:
        """Velocity of the medium. float64 (3) [m/s]; default 0 0 0"""
    @wind.setter
    def wind(self, value: _Numbers) -> None: ...
    @property
    def magnetic(self) -> npt.NDArray[np.float64]:
        """Magnetic flux. float64 (3) [T]; default 0 -0.5 0"""
    @magnetic.setter
    def magnetic(self, value: _Numbers) -> None: ...
    @property
    def density(self) -> float:
        """Density of the medium. float [kg/m^3]; default 0"""
    @density.setter
    def density(self, value: SupportsFloat) -> None: ...
    @property
    def viscosity(self) -> float:
        """Viscosity of the medium. float [Pa s]; default 0"""
    @viscosity.setter
    def viscosity(self, value: SupportsFloat) -> None: ...
    @property
    def o_margin(self) -> float:
        """Margin of all contacts when contacts are overridden. float [m]; default 0"""
    @o_margin.setter
    def o_margin(self, value: SupportsFloat) -> None: ...
    @property
    def o_solref(self) -> npt.NDArray[np.float64]:
        """Their reference dynamics. float64 (2); default 0.02 1"""
    @o_solref.setter
    def o_solref(self, value: _Numbers) -> None: ...
    @property
    def o_solimp(self) -> npt.NDArray[np.float64]:
        """Their impedance. float64 (5); default 0.9 0.95 0.001 0.5 2"""
    @o_solimp.setter
    def o_solimp(self, value: _Numbers) -> None: ...
    @property
    def o_friction(self) -> npt.NDArray[np.float64]:
        """Their friction. float64 (5); default 1 1 0.005 0.0001 0.0001"""
    @o_friction.setter
    def o_friction(self, value: _Numbers) -> None: ...
    @property
    def integrator(self) -> int:
        """Numerical integrator. int; default 0"""
    @integrator.setter
    def integrator(self, value: SupportsIndex) -> None: ...
    @property
    def cone(self) -> int:
        """Shape of friction cones. int; default 0"""
    @cone.setter
    def cone(self, value: SupportsIndex) -> None: ...
    @property
    def jacobian(self) -> int:
        """Storage of the constraint Jacobian; auto: sparse from 60 degrees of freedom on. int; default 2"""
    @jacobian.setter
    def jacobian(self, value: SupportsIndex) -> None: ...
    @property
    def solver(self) -> int:
        """Algorithm of the constraint solver. int; default 2"""
    @solver.setter
    def solver(self, value: SupportsIndex) -> None: ...
    @property
    def iterations(self) -> int:
        """Most iterations of the solver. int; default 100"""
    @iterations.setter
    def iterations(self, value: SupportsIndex) -> None: ...
    @property
    def ls_iterations(self) -> int:
        """Most iterations of a line search. int; default 50"""
    @ls_iterations.setter
    def ls_iterations(self, value: SupportsIndex) -> None: ...
    @property
    def noslip_iterations(self) -> int:
        """Most iterations of the noslip solver. int; default 0"""
    @noslip_iterations.setter
    def noslip_iterations(self, value: SupportsIndex) -> None: ...
    @property
    def ccd_iterations(self) -> int:
        """Most iterations of the convex collision algorithm. int; default 35"""
    @ccd_iterations.setter
    def ccd_iterations(self, value: SupportsIndex) -> None: ...
    @property
    def sdf_iterations(self) -> int:
        """Iterations from each point in signed distance collisions. int; default 10"""
    @sdf_iterations.setter
    def sdf_iterations(self, value: SupportsIndex) -> None: ...
    @property
    def sdf_initpoints(self) -> int:
        """Points that these start from. int; default 40"""
    @sdf_initpoints.setter
    def sdf_initpoints(self, value: SupportsIndex) -> None: ...
    @property
    def disableflags(self) -> int:
        """What is disabled, bits of mjtDisableBit. int; default 0"""
    @disableflags.setter
    def disableflags(self, value: SupportsIndex) -> None: ...
    @property
    def enableflags(self) -> int:
        """What is enabled, bits of mjtEnableBit. int; default 0"""
    @enableflags.setter
    def enableflags(self, value: SupportsIndex) -> None: ...
    @property
    def disableactuator(self) -> int:
        """Groups of actuators that are disabled, a bit each. int; default 0"""
    @disableactuator.setter
    def disableactuator(self, value: SupportsIndex) -> None: ...

class GlobalAttributes:
    """Attributes of Global."""
    @property
    def cameraid(self) -> int:
        """Camera that the viewer starts with; -1: free, -2: by size of the model. int; default -1"""
    @cameraid.setter
    def cameraid(self, value: SupportsIndex) -> None: ...
    @property
    def orthographic(self) -> int:
        """Projection of the free camera. int; default 0"""
    @orthographic.setter
    def orthographic(self, value: SupportsIndex) -> None: ...
    @property
    def fovy(self) -> float:
        """Vertical field of view of the free camera [degree]. float; default 45"""
    @fovy.setter
    def fovy(self, value: SupportsFloat) -> None: ...
    @property
    def ipd(self) -> float:
        """Distance of the eyes [m]. float; default 0.068"""
    @ipd.setter
    def ipd(self, value: SupportsFloat) -> None: ...
    @property
    def azimuth(self) -> float:
        """Azimuth of the free camera [degree]. float; default 90"""
    @azimuth.setter
    def azimuth(self, value: SupportsFloat) -> None: ...
    @property
    def elevation(self) -> float:
        """Elevation of the free camera [degree]. float; default -45"""
    @elevation.setter
    def elevation(self, value: SupportsFloat) -> None: ...
    @property
    def linewidth(self) -> float:
        """Width of lines [pixel]. float; default 1"""
    @linewidth.setter
    def linewidth(self, value: SupportsFloat) -> None: ...
    @property
    def glow(self) -> float:
        """Emission of the selected body. float; default 0.3"""
    @glow.setter
    def glow(self, value: SupportsFloat) -> None: ...
    @property
    def realtime(self) -> float:
        """Speed relative to real time. float; default 1"""
    @realtime.setter
    def realtime(self, value: SupportsFloat) -> None: ...
    @property
    def offwidth(self) -> int:
        """Width of the offscreen buffer. int [pixel]; default 640"""
    @offwidth.setter
    def offwidth(self, value: SupportsIndex) -> None: ...
    @property
    def offheight(self) -> int:
        """Height of the offscreen buffer. int [pixel]; default 480"""
    @offheight.setter
    def offheight(self, value: SupportsIndex) -> None: ...
    @property
    def ellipsoidinertia(self) -> int:
        """Draw inertias as ellipsoids rather than boxes. int; default 0"""
    @ellipsoidinertia.setter
    def ellipsoidinertia(self, value: SupportsIndex) -> None: ...
    @property
    def bvactive(self) -> int:
        """Mark bounding volumes that take part in collision. int; default 1"""
    @bvactive.setter
    def bvactive(self, value: SupportsIndex) -> None: ...

class QualityAttributes:
    """Attributes of Quality."""
    @property
    def shadowsize(self) -> int:
        """Size of the shadow map. int [pixel]; default 4096"""
    @shadowsize.setter
    def shadowsize(self, value: SupportsIndex) -> None: ...
    @property
    def offsamples(self) -> int:
        """Samples per pixel of the offscreen buffer. int; default 4"""
    @offsamples.setter
    def offsamples(self, value: SupportsIndex) -> None: ...
    @property
    def numslices(self) -> int:
        """Slices of round shapes. int; default 28"""
    @numslices.setter
    def numslices(self, value: SupportsIndex) -> None: ...
    @property
    def numstacks(self) -> int:
        """Stacks of round shapes. int; default 16"""
    @numstacks.setter
    def numstacks(self, value: SupportsIndex) -> None: ...
    @property
    def numquads(self) -> int:
        """Rectangles along each side of a box. int; default 4"""
    @numquads.setter
    def numquads(self, value: SupportsIndex) -> None: ...

class VisualHeadlightAttributes:
    """Attributes of MjVisualHeadlight."""
    @property
    def ambient(self) -> npt.NDArray[np.float32]:
        """Ambient color. float32 (3); default 0.1 0.1 0.1"""
    @ambient.setter
    def ambient(self, value: _Numbers) -> None: ...
    @property
    def diffuse(self) -> npt.NDArray[np.float32]:
        """Diffuse color. float32 (3); default 0.4 0.4 0.4"""
    @diffuse.setter
    def diffuse(self, value: _Numbers) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """Specular color. float32 (3); default 0.5 0.5 0.5"""
    @specular.setter
    def specular(self, value: _Numbers) -> None: ...
    @property
    def active(self) -> int:
        """Whether it is on. int; default 1"""
    @active.setter
    def active(self, value: SupportsIndex) -> None: ...

class MapAttributes:
    """Attributes of Map."""
    @property
    def stiffness(self) -> float:
        """Stiffness of mouse springs. float; default 100"""
    @stiffness.setter
    def stiffness(self, value: SupportsFloat) -> None: ...
    @property
    def stiffnessrot(self) -> float:
        """Stiffness of rotational mouse springs. float; default 500"""
    @stiffnessrot.setter
    def stiffnessrot(self, value: SupportsFloat) -> None: ...
    @property
    def force(self) -> float:
        """Length of a force, relative to the mean size, per weight. float; default 0.005"""
    @force.setter
    def force(self, value: SupportsFloat) -> None: ...
    @property
    def torque(self) -> float:
        """Length of a torque, likewise. float; default 0.1"""
    @torque.setter
    def torque(self, value: SupportsFloat) -> None: ...
    @property
    def alpha(self) -> float:
        """Opacity of what is transparent. float; default 0.3"""
    @alpha.setter
    def alpha(self, value: SupportsFloat) -> None: ...
    @property
    def fogstart(self) -> float:
        """Where fog begins, in extents. float; default 3"""
    @fogstart.setter
    def fogstart(self, value: SupportsFloat) -> None: ...
    @property
    def fogend(self) -> float:
        """Where fog ends, in extents. float; default 10"""
    @fogend.setter
    def fogend(self, value: SupportsFloat) -> None: ...
    @property
    def znear(self) -> float:
        """Near clipping plane, in extents. float; default 0.01"""
    @znear.setter
    def znear(self, value: SupportsFloat) -> None: ...
    @property
    def zfar(self) -> float:
        """Far clipping plane, in extents. float; default 50"""
    @zfar.setter
    def zfar(self, value: SupportsFloat) -> None: ...
    @property
    def haze(self) -> float:
        """Part of the distance to the horizon that is hazy. float; default 0.3"""
    @haze.setter
    def haze(self, value: SupportsFloat) -> None: ...
    @property
    def shadowclip(self) -> float:
        """Extent of shadows of directional lights, in extents. float; default 1"""
    @shadowclip.setter
    def shadowclip(self, value: SupportsFloat) -> None: ...
    @property
    def shadowscale(self) -> float:
        """Angle of shadows of spot lights, relative to the cutoff. float; default 0.6"""
    @shadowscale.setter
    def shadowscale(self, value: SupportsFloat) -> None: ...
    @property
    def actuatortendon(self) -> float:
        """Width of actuated tendons, relative to others. float; default 2"""
    @actuatortendon.setter
    def actuatortendon(self, value: SupportsFloat) -> None: ...

class ScaleAttributes:
    """Attributes of Scale."""
    @property
    def forcewidth(self) -> float:
        """Width of force arrows. float; default 0.1"""
    @forcewidth.setter
    def forcewidth(self, value: SupportsFloat) -> None: ...
    @property
    def contactwidth(self) -> float:
        """Width of contact disks. float; default 0.3"""
    @contactwidth.setter
    def contactwidth(self, value: SupportsFloat) -> None: ...
    @property
    def contactheight(self) -> float:
        """Height of contact disks. float; default 0.1"""
    @contactheight.setter
    def contactheight(self, value: SupportsFloat) -> None: ...
    @property
    def connect(self) -> float:
        """Width of lines between bodies. float; default 0.2"""
    @connect.setter
    def connect(self, value: SupportsFloat) -> None: ...
    @property
    def com(self) -> float:
        """Size of centers of mass. float; default 0.4"""
    @com.setter
    def com(self, value: SupportsFloat) -> None: ...
    @property
    def camera(self) -> float:
        """Size of cameras. float; default 0.3"""
    @camera.setter
    def camera(self, value: SupportsFloat) -> None: ...
    @property
    def light(self) -> float:
        """Size of lights. float; default 0.3"""
    @light.setter
    def light(self, value: SupportsFloat) -> None: ...
    @property
    def selectpoint(self) -> float:
        """Size of the selected point. float; default 0.2"""
    @selectpoint.setter
    def selectpoint(self, value: SupportsFloat) -> None: ...
    @property
    def jointlength(self) -> float:
        """Length of joint arrows. float; default 1"""
    @jointlength.setter
    def jointlength(self, value: SupportsFloat) -> None: ...
    @property
    def jointwidth(self) -> float:
        """Width of joint arrows. float; default 0.1"""
    @jointwidth.setter
    def jointwidth(self, value: SupportsFloat) -> None: ...
    @property
    def actuatorlength(self) -> float:
        """Length of actuators. float; default 0.7"""
    @actuatorlength.setter
    def actuatorlength(self, value: SupportsFloat) -> None: ...
    @property
    def actuatorwidth(self) -> float:
        """Width of actuators. float; default 0.2"""
    @actuatorwidth.setter
    def actuatorwidth(self, value: SupportsFloat) -> None: ...
    @property
    def framelength(self) -> float:
        """Length of frame axes. float; default 1"""
    @framelength.setter
    def framelength(self, value: SupportsFloat) -> None: ...
    @property
    def framewidth(self) -> float:
        """Width of frame axes. float; default 0.1"""
    @framewidth.setter
    def framewidth(self, value: SupportsFloat) -> None: ...
    @property
    def constraint(self) -> float:
        """Width of constraint errors. float; default 0.1"""
    @constraint.setter
    def constraint(self, value: SupportsFloat) -> None: ...
    @property
    def slidercrank(self) -> float:
        """Width of slider-cranks. float; default 0.2"""
    @slidercrank.setter
    def slidercrank(self, value: SupportsFloat) -> None: ...
    @property
    def frustum(self) -> float:
        """Distance of the far end of a camera's frustum. float; default 10"""
    @frustum.setter
    def frustum(self, value: SupportsFloat) -> None: ...

class VisualRgbaAttributes:
    """Attributes of MjVisualRgba."""
    @property
    def fog(self) -> npt.NDArray[np.float32]:
        """Color of fog. float32 (4); default 0 0 0 1"""
    @fog.setter
    def fog(self, value: _Numbers) -> None: ...
    @property
    def haze(self) -> npt.NDArray[np.float32]:
        """Color of haze. float32 (4); default 1 1 1 1"""
    @haze.setter
    def haze(self, value: _Numbers) -> None: ...
    @property
    def force(self) -> npt.NDArray[np.float32]:
        """Color of forces. float32 (4); default 1 0.5 0.5 1"""
    @force.setter
    def force(self, value: _Numbers) -> None: ...
    @property
    def inertia(self) -> npt.NDArray[np.float32]:
        """Color of inertias. float32 (4); default 0.8 0.2 0.2 0.6"""
    @inertia.setter
    def inertia(self, value: _Numbers) -> None: ...
    @property
    def joint(self) -> npt.NDArray[np.float32]:
        """Color of joints. float32 (4); default 0.2 0.6 0.8 1"""
    @joint.setter
    def joint(self, value: _Numbers) -> None: ...
    @property
    def actuator(self) -> npt.NDArray[np.float32]:
        """Color of actuators at rest. float32 (4); default 0.2 0.25 0.2 1"""
    @actuator.setter
    def actuator(self, value: _Numbers) -> None: ...
    @property
    def actuatornegative(self) -> npt.NDArray[np.float32]:
        """Color of actuators at negative control. float32 (4); default 0.2 0.6 0.9 1"""
    @actuatornegative.setter
    def actuatornegative(self, value: _Numbers) -> None: ...
    @property
    def actuatorpositive(self) -> npt.NDArray[np.float32]:
        """Color of actuators at positive control. float32 (4); default 0.9 0.4 0.2 1"""
    @actuatorpositive.setter
    def actuatorpositive(self, value: _Numbers) -> None: ...
    @property
    def com(self) -> npt.NDArray[np.float32]:
        """Color of centers of mass. float32 (4); default 0.9 0.9 0.9 1"""
    @com.setter
    def com(self, value: _Numbers) -> None: ...
    @property
    def camera(self) -> npt.NDArray[np.float32]:
        """Color of cameras. float32 (4); default 0.6 0.9 0.6 1"""
    @camera.setter
    def camera(self, value: _Numbers) -> None: ...
    @property
    def light(self) -> npt.NDArray[np.float32]:
        """Color of lights. float32 (4); default 0.6 0.6 0.9 1"""
    @light.setter
    def light(self, value: _Numbers) -> None: ...
    @property
    def selectpoint(self) -> npt.NDArray[np.float32]:
        """Color of the selected point. float32 (4); default 0.9 0.9 0.1 1"""
    @selectpoint.setter
    def selectpoint(self, value: _Numbers) -> None: ...
    @property
    def connect(self) -> npt.NDArray[np.float32]:
        """Color of lines between bodies. float32 (4); default 0.2 0.2 0.8 1"""
    @connect.setter
    def connect(self, value: _Numbers) -> None: ...
    @property
    def contactpoint(self) -> npt.NDArray[np.float32]:
        """Color of contact points. float32 (4); default 0.9 0.6 0.2 1"""
    @contactpoint.setter
    def contactpoint(self, value: _Numbers) -> None: ...
    @property
    def contactforce(self) -> npt.NDArray[np.float32]:
        """Color of contact forces. float32 (4); default 0.7 0.9 0.9 1"""
    @contactforce.setter
    def contactforce(self, value: _Numbers) -> None: ...
    @property
    def contactfriction(self) -> npt.NDArray[np.float32]:
        """Color of friction forces. float32 (4); default 0.9 0.8 0.4 1"""
    @contactfriction.setter
    def contactfriction(self, value: _Numbers) -> None: ...
    @property
    def contacttorque(self) -> npt.NDArray[np.float32]:
        """Color of contact torques. float32 (4); default 0.9 0.7 0.9 1"""
    @contacttorque.setter
    def contacttorque(self, value: _Numbers) -> None: ...
    @property
    def contactgap(self) -> npt.NDArray[np.float32]:
        """Color of contacts in the gap. float32 (4); default 0.5 0.8 0.9 1"""
    @contactgap.setter
    def contactgap(self, value: _Numbers) -> None: ...
    @property
    def rangefinder(self) -> npt.NDArray[np.float32]:
        """Color of range finders. float32 (4); default 1 1 0.1 1"""
    @rangefinder.setter
    def rangefinder(self, value: _Numbers) -> None: ...
    @property
    def constraint(self) -> npt.NDArray[np.float32]:
        """Color of constraint errors. float32 (4); default 0.9 0 0 1"""
    @constraint.setter
    def constraint(self, value: _Numbers) -> None: ...
    @property
    def slidercrank(self) -> npt.NDArray[np.float32]:
        """Color of slider-cranks. float32 (4); default 0.5 0.3 0.8 1"""
    @slidercrank.setter
    def slidercrank(self, value: _Numbers) -> None: ...
    @property
    def crankbroken(self) -> npt.NDArray[np.float32]:
        """Color of broken slider-cranks. float32 (4); default 0.9 0 0 1"""
    @crankbroken.setter
    def crankbroken(self, value: _Numbers) -> None: ...
    @property
    def frustum(self) -> npt.NDArray[np.float32]:
        """Color of camera frustums. float32 (4); default 1 1 0 0.2"""
    @frustum.setter
    def frustum(self, value: _Numbers) -> None: ...
    @property
    def bv(self) -> npt.NDArray[np.float32]:
        """Color of bounding volumes. float32 (4); default 0 1 0 0.5"""
    @bv.setter
    def bv(self, value: _Numbers) -> None: ...
    @property
    def bvactive(self) -> npt.NDArray[np.float32]:
        """Color of active bounding volumes. float32 (4); default 1 0 0 0.5"""
    @bvactive.setter
    def bvactive(self, value: _Numbers) -> None: ...

class StatisticAttributes:
    """Attributes of MjStatistic."""
    @property
    def meaninertia(self) -> float:
        """Mean diagonal element of the mass matrix. float [kg]; default undefined"""
    @meaninertia.setter
    def meaninertia(self, value: SupportsFloat) -> None: ...
    @property
    def meanmass(self) -> float:
        """Mean mass of a body. float [kg]; default undefined"""
    @meanmass.setter
    def meanmass(self, value: SupportsFloat) -> None: ...
    @property
    def meansize(self) -> float:
        """Mean size of a body. float [m]; default undefined"""
    @meansize.setter
    def meansize(self, value: SupportsFloat) -> None: ...
    @property
    def extent(self) -> float:
        """Extent of the model. float [m]; default undefined"""
    @extent.setter
    def extent(self, value: SupportsFloat) -> None: ...
    @property
    def center(self) -> npt.NDArray[np.float64]:
        """Center of the model. float64 (3) [m]; default undefined"""
    @center.setter
    def center(self, value: _Numbers) -> None: ...

class MeshAttributes:
    """Attributes of MjsMesh."""
    @property
    def scale(self) -> npt.NDArray[np.float64]:
        """Scale along each axis. float64 (3); default 1 1 1"""
    @scale.setter
    def scale(self, value: _Numbers) -> None: ...
    @property
    def maxhullvert(self) -> int:
        """Most vertices of the convex hull. int; default -1"""
    @maxhullvert.setter
    def maxhullvert(self, value: SupportsIndex) -> None: ...
    @property
    def inertia(self) -> mjtMeshInertia:
        """How volume and inertia are computed. mjtMeshInertia; default mjMESH_INERTIA_LEGACY"""
    @inertia.setter
    def inertia(self, value: mjtMeshInertia | SupportsIndex) -> None: ...
    @property
    def userfacenormal(self) -> npt.NDArray[np.int32]:
        """Indices of normals, three per triangle. int32 (n)"""
    @userfacenormal.setter
    def userfacenormal(self, value: _Numbers) -> None: ...
    @property
    def userfacetexcoord(self) -> npt.NDArray[np.int32]:
        """Indices of texture coordinates, three per triangle. int32 (n)"""
    @userfacetexcoord.setter
    def userfacetexcoord(self, value: _Numbers) -> None: ...
    @property
    def needsdf(self) -> int:
        """Whether a signed distance field of the mesh is computed. int; default 0"""
    @needsdf.setter
    def needsdf(self, value: SupportsIndex) -> None: ...
    @property
    def content_type(self) -> str:
        """Media type, instead of the file's extension. str"""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def file(self) -> str:
        """File to read. str"""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def uservert(self) -> npt.NDArray[np.float32]:
        """Vertices. float32 (n) [m]"""
    @uservert.setter
    def uservert(self, value: _Numbers) -> None: ...
    @property
    def usernormal(self) -> npt.NDArray[np.float32]:
        """Normals. float32 (n)"""
    @usernormal.setter
    def usernormal(self, value: _Numbers) -> None: ...
    @property
    def usertexcoord(self) -> npt.NDArray[np.float32]:
        """Texture coordinates. float32 (n)"""
    @usertexcoord.setter
    def usertexcoord(self, value: _Numbers) -> None: ...
    @property
    def userface(self) -> npt.NDArray[np.int32]:
        """Vertices of the triangles. int32 (n)"""
    @userface.setter
    def userface(self, value: _Numbers) -> None: ...
    @property
    def refpos(self) -> npt.NDArray[np.float64]:
        """Position that becomes the origin. float64 (3) [m]; default 0 0 0"""
    @refpos.setter
    def refpos(self, value: _Numbers) -> None: ...
    @property
    def refquat(self) -> npt.NDArray[np.float64]:
        """Orientation that becomes the frame. float64 (4); default 1 0 0 0"""
    @refquat.setter
    def refquat(self, value: _Numbers) -> None: ...
    @property
    def smoothnormal(self) -> int:
        """Average normals across all edges. int; default 0"""
    @smoothnormal.setter
    def smoothnormal(self, value: SupportsIndex) -> None: ...
    @property
    def material(self) -> str:
        """Material that gives the appearance. str"""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin attached to this element."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...

class MaterialAttributes:
    """Attributes of MjsMaterial."""
    @property
    def texrepeat(self) -> npt.NDArray[np.float32]:
        """How often a 2d texture repeats. float32 (2); default 1 1"""
    @texrepeat.setter
    def texrepeat(self, value: _Numbers) -> None: ...
    @property
    def texuniform(self) -> int:
        """Repeat per unit of length rather than per object. int; default 0"""
    @texuniform.setter
    def texuniform(self, value: SupportsIndex) -> None: ...
    @property
    def emission(self) -> float:
        """Light that it emits, as a part of its color. float; default 0"""
    @emission.setter
    def emission(self, value: SupportsFloat) -> None: ...
    @property
    def specular(self) -> float:
        """Strength of highlights. float; default 0.5"""
    @specular.setter
    def specular(self, value: SupportsFloat) -> None: ...
    @property
    def shininess(self) -> float:
        """Sharpness of highlights. float; default 0.5"""
    @shininess.setter
    def shininess(self, value: SupportsFloat) -> None: ...
    @property
    def reflectance(self) -> float:
        """Strength of reflections. float; default 0"""
    @reflectance.setter
    def reflectance(self, value: SupportsFloat) -> None: ...
    @property
    def metallic(self) -> float:
        """Metallicity, for physically based renderers. float; default -1"""
    @metallic.setter
    def metallic(self, value: SupportsFloat) -> None: ...
    @property
    def roughness(self) -> float:
        """Roughness, for physically based renderers. float; default -1"""
    @roughness.setter
    def roughness(self, value: SupportsFloat) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Red, green, blue and opacity. float32 (4); default 1 1 1 1"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def textures(self) -> list[str]:
        """Names of textures, by role (mjtTextureRole). 10 str"""
    @textures.setter
    def textures(self, value: Iterable[str]) -> None: ...

class JointAttributes:
    """Attributes of MjsJoint."""
    @property
    def type(self) -> mjtJoint:
        """Which motion the joint allows. mjtJoint; default mjJNT_HINGE"""
    @type.setter
    def type(self, value: mjtJoint | SupportsIndex) -> None: ...
    @property
    def group(self) -> int:
        """Integer group, for switching elements on and off together. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """A point that the joint leaves in place, in the frame of the body. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def axis(self) -> npt.NDArray[np.float64]:
        """Axis of rotation or direction of sliding, in the frame of the body. float64 (3); default 0 0 1"""
    @axis.setter
    def axis(self, value: _Numbers) -> None: ...
    @property
    def springdamper(self) -> npt.NDArray[np.float64]:
        """Time constant and damping ratio from which stiffness and damping are computed. float64 (2) [s, 1]; default 0 0"""
    @springdamper.setter
    def springdamper(self, value: _Numbers) -> None: ...
    @property
    def stiffness(self) -> float:
        """Stiffness of the joint's spring. float [N/m or N m/rad]; default 0"""
    @stiffness.setter
    def stiffness(self, value: SupportsFloat) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """Lower and upper limit; of a ball joint, 0 and the angle. float64 (2) [m or angle]; default 0 0"""
    @range.setter
    def range(self, value: _Numbers) -> None: ...
    @property
    def limited(self) -> int:
        """Whether the range is a limit; auto: when one is given and autolimits is on. int; default 2"""
    @limited.setter
    def limited(self, value: SupportsIndex) -> None: ...
    @property
    def solref_limit(self) -> npt.NDArray[np.float64]:
        """Reference dynamics of the limit. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref_limit.setter
    def solref_limit(self, value: _Numbers) -> None: ...
    @property
    def solimp_limit(self) -> npt.NDArray[np.float64]:
        """Impedance of the limit: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp_limit.setter
    def solimp_limit(self, value: _Numbers) -> None: ...
    @property
    def solref_friction(self) -> npt.NDArray[np.float64]:
        """Reference dynamics of the dry friction. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref_friction.setter
    def solref_friction(self, value: _Numbers) -> None: ...
    @property
    def solimp_friction(self) -> npt.NDArray[np.float64]:
        """Impedance of the dry friction: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp_friction.setter
    def solimp_friction(self, value: _Numbers) -> None: ...
    @property
    def frictionloss(self) -> float:
        """Dry friction: largest force that opposes motion. float [N or N m]; default 0"""
    @frictionloss.setter
    def frictionloss(self, value: SupportsFloat) -> None: ...
    @property
    def actfrclimited(self) -> int:
        """Whether the sum of actuator forces is limited. int; default 2"""
    @actfrclimited.setter
    def actfrclimited(self, value: SupportsIndex) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """Range of the sum of actuator forces. float64 (2) [N or N m]; default 0 0"""
    @actfrcrange.setter
    def actfrcrange(self, value: _Numbers) -> None: ...
    @property
    def actgravcomp(self) -> int:
        """Count gravity compensation among the actuator forces. int; default 0"""
    @actgravcomp.setter
    def actgravcomp(self, value: SupportsIndex) -> None: ...
    @property
    def margin(self) -> float:
        """Distance to the limit at which its constraint is included. float [m or angle]; default 0"""
    @margin.setter
    def margin(self, value: SupportsFloat) -> None: ...
    @property
    def ref(self) -> float:
        """Value of the joint in the configuration of the model. float [m or angle]; default 0"""
    @ref.setter
    def ref(self, value: SupportsFloat) -> None: ...
    @property
    def springref(self) -> float:
        """Value at which the spring is at rest. float [m or angle]; default 0"""
    @springref.setter
    def springref(self, value: SupportsFloat) -> None: ...
    @property
    def armature(self) -> float:
        """Inertia added by what moves with the joint but not the body. float [kg or kg m^2]; default 0"""
    @armature.setter
    def armature(self, value: SupportsFloat) -> None: ...
    @property
    def damping(self) -> float:
        """Force that opposes the velocity, per velocity. float [N s/m or N m s/rad]; default 0"""
    @damping.setter
    def damping(self, value: SupportsFloat) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def align(self) -> int:
        """Whether the frame of a free body moves to its center of mass, along its axes of inertia; 2: auto. int; default 2"""
    @align.setter
    def align(self, value: SupportsIndex) -> None: ...

class GeomAttributes:
    """Attributes of MjsGeom."""
    @property
    def type(self) -> mjtGeom:
        """Shape. mjtGeom; default mjGEOM_SPHERE"""
    @type.setter
    def type(self, value: mjtGeom | SupportsIndex) -> None: ...
    @property
    def contype(self) -> int:
        """Bits of the kinds of contacts that this geom makes. int; default 1"""
    @contype.setter
    def contype(self, value: SupportsIndex) -> None: ...
    @property
    def conaffinity(self) -> int:
        """Bits of the kinds of contacts that this geom takes part in. int; default 1"""
    @conaffinity.setter
    def conaffinity(self, value: SupportsIndex) -> None: ...
    @property
    def condim(self) -> int:
        """Dimensions of the contact: 1 normal, 3 sliding, 4 torsion, 6 rolling. int; default 3"""
    @condim.setter
    def condim(self, value: SupportsIndex) -> None: ...
    @property
    def priority(self) -> int:
        """The geom of higher priority decides the parameters of a contact alone. int; default 0"""
    @priority.setter
    def priority(self, value: SupportsIndex) -> None: ...
    @property
    def group(self) -> int:
        """Integer group, for switching elements on and off together. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Sizes of the shape; how many depends on the type. float64 (3) [m]; default 0 0 0"""
    @size.setter
    def size(self, value: _Numbers) -> None: ...
    @property
    def material(self) -> str:
        """Material that gives the appearance. str"""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Red, green, blue and opacity, 0 to 1. float32 (4); default 0.5 0.5 0.5 1"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Sliding, torsional, rolling friction. float64 (3) [1, m, m]; default 1 0.005 0.0001"""
    @friction.setter
    def friction(self, value: _Numbers) -> None: ...
    @property
    def solmix(self) -> float:
        """Weight of this geom's solver parameters when they are mixed. float; default 1"""
    @solmix.setter
    def solmix(self, value: SupportsFloat) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Reference dynamics of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref.setter
    def solref(self, value: _Numbers) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Impedance of the contact: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp.setter
    def solimp(self, value: _Numbers) -> None: ...
    @property
    def margin(self) -> float:
        """Distance at which a constraint is included. float [m]; default 0"""
    @margin.setter
    def margin(self, value: SupportsFloat) -> None: ...
    @property
    def gap(self) -> float:
        """Part of the margin within which a contact exerts no force yet. float [m]; default 0"""
    @gap.setter
    def gap(self, value: SupportsFloat) -> None: ...
    @property
    def mass(self) -> float:
        """Mass, instead of what density and volume give. float [kg]; default undefined"""
    @mass.setter
    def mass(self, value: SupportsFloat) -> None: ...
    @property
    def density(self) -> float:
        """Density from which the mass is computed. float [kg/m^3 or kg/m^2]; default 1000"""
    @density.setter
    def density(self, value: SupportsFloat) -> None: ...
    @property
    def typeinertia(self) -> mjtGeomInertia:
        """The mass lies on the surface. mjtGeomInertia; default mjINERTIA_VOLUME"""
    @typeinertia.setter
    def typeinertia(self, value: mjtGeomInertia | SupportsIndex) -> None: ...
    @property
    def fromto(self) -> npt.NDArray[np.float64]:
        """Two end points; they replace position, orientation and length of elongated shapes. float64 (6) [m]; default undefined"""
    @fromto.setter
    def fromto(self, value: _Numbers) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @quat.setter
    def quat(self, value: _Numbers) -> None: ...
    @property
    def hfieldname(self) -> str:
        """Height field of a geom of that type. str"""
    @hfieldname.setter
    def hfieldname(self, value: str) -> None: ...
    @property
    def meshname(self) -> str:
        """Mesh; with another type, that shape is fitted to it. str"""
    @meshname.setter
    def meshname(self, value: str) -> None: ...
    @property
    def fitscale(self) -> float:
        """Scale of a shape that is fitted to a mesh. float; default 1"""
    @fitscale.setter
    def fitscale(self, value: SupportsFloat) -> None: ...
    @property
    def fluid_ellipsoid(self) -> float:
        """Ellipsoid: forces of the fluid on this geom by the ellipsoid model. float; default 0"""
    @fluid_ellipsoid.setter
    def fluid_ellipsoid(self, value: SupportsFloat) -> None: ...
    @property
    def fluid_coefs(self) -> npt.NDArray[np.float64]:
        """Blunt drag, slender drag, angular drag, Kutta lift, Magnus lift. float64 (5); default 0.5 0.25 1.5 1 1"""
    @fluid_coefs.setter
    def fluid_coefs(self, value: _Numbers) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin attached to this element."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...

class SiteAttributes:
    """Attributes of MjsSite."""
    @property
    def type(self) -> mjtGeom:
        """Shape. mjtGeom; default mjGEOM_SPHERE"""
    @type.setter
    def type(self, value: mjtGeom | SupportsIndex) -> None: ...
    @property
    def group(self) -> int:
        """Integer group, for switching elements on and off together. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def material(self) -> str:
        """Material that gives the appearance. str"""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Red, green, blue and opacity, 0 to 1. float32 (4); default 0.5 0.5 0.5 1"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Sizes of the shape. float64 (3) [m]; default 0.005 0.005 0.005"""
    @size.setter
    def size(self, value: _Numbers) -> None: ...
    @property
    def fromto(self) -> npt.NDArray[np.float64]:
        """Two end points; they replace position, orientation and length of elongated shapes. float64 (6) [m]; default undefined"""
    @fromto.setter
    def fromto(self, value: _Numbers) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @quat.setter
    def quat(self, value: _Numbers) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    def attach_body(self, body: MjsBody, prefix: str | None=..., suffix: str | None=...) -> MjsBody:
        """Attach a body of another spec, with all that refers to it, at the pose of this site.

        body       the body
        prefix     prepended to all names of its spec; None: nothing
        suffix     appended to all names of its spec

        Returns    the body, now of this spec
        Errors     TypeError: body is not a body
                   ValueError: body has been deleted, or its spec cannot be attached
        Source     API / MjSpec; Modeling / Model editing; XML reference / attach
        """

class CameraAttributes:
    """Attributes of MjsCamera."""
    @property
    def mode(self) -> mjtCamLight:
        """What the camera follows. mjtCamLight; default mjCAMLIGHT_FIXED"""
    @mode.setter
    def mode(self, value: mjtCamLight | SupportsIndex) -> None: ...
    @property
    def proj(self) -> mjtProjection:
        """Kind of projection. mjtProjection; default mjPROJ_PERSPECTIVE"""
    @proj.setter
    def proj(self, value: mjtProjection | SupportsIndex) -> None: ...
    @property
    def fovy(self) -> float:
        """Vertical field of view. float [degree, or m if orthographic]; default 45"""
    @fovy.setter
    def fovy(self, value: SupportsFloat) -> None: ...
    @property
    def ipd(self) -> float:
        """Distance between the eyes. float [m]; default 0.068"""
    @ipd.setter
    def ipd(self, value: SupportsFloat) -> None: ...
    @property
    def resolution(self) -> npt.NDArray[np.int32]:
        """Width and height of the image. int32 (2) [pixel]; default 1 1"""
    @resolution.setter
    def resolution(self, value: _Numbers) -> None: ...
    @property
    def output(self) -> int:
        """What the camera renders. int; default 1"""
    @output.setter
    def output(self, value: SupportsIndex) -> None: ...
    @property
    def focal_length(self) -> npt.NDArray[np.float32]:
        """Focal length in x and y. float32 (2) [m]; default 0 0"""
    @focal_length.setter
    def focal_length(self, value: _Numbers) -> None: ...
    @property
    def focal_pixel(self) -> npt.NDArray[np.float32]:
        """Focal length, in pixels. float32 (2) [pixel]; default 0 0"""
    @focal_pixel.setter
    def focal_pixel(self, value: _Numbers) -> None: ...
    @property
    def principal_length(self) -> npt.NDArray[np.float32]:
        """Offset of the image center. float32 (2) [m]; default 0 0"""
    @principal_length.setter
    def principal_length(self, value: _Numbers) -> None: ...
    @property
    def principal_pixel(self) -> npt.NDArray[np.float32]:
        """Offset of the image center, in pixels. float32 (2) [pixel]; default 0 0"""
    @principal_pixel.setter
    def principal_pixel(self, value: _Numbers) -> None: ...
    @property
    def sensor_size(self) -> npt.NDArray[np.float32]:
        """Width and height of the sensor. float32 (2) [m]; default 0 0"""
    @sensor_size.setter
    def sensor_size(self, value: _Numbers) -> None: ...
    @property
    def intrinsic(self) -> npt.NDArray[np.float32]:
        """Focal lengths and principal point in x and y, as they are computed. float32 (4); default 0 0 0 0"""
    @intrinsic.setter
    def intrinsic(self, value: _Numbers) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @quat.setter
    def quat(self, value: _Numbers) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def targetbody(self) -> str:
        """Body to look at. str"""
    @targetbody.setter
    def targetbody(self, value: str) -> None: ...

class LightAttributes:
    """Attributes of MjsLight."""
    @property
    def mode(self) -> mjtCamLight:
        """What the light follows. mjtCamLight; default mjCAMLIGHT_FIXED"""
    @mode.setter
    def mode(self, value: mjtCamLight | SupportsIndex) -> None: ...
    @property
    def type(self) -> mjtLightType:
        """How the light spreads. mjtLightType; default mjLIGHT_SPOT"""
    @type.setter
    def type(self, value: mjtLightType | SupportsIndex) -> None: ...
    @property
    def intensity(self) -> float:
        """Intensity, for renderers of physical units. float [cd]; default 0"""
    @intensity.setter
    def intensity(self, value: SupportsFloat) -> None: ...
    @property
    def range(self) -> float:
        """Distance that the light reaches. float [m]; default 10"""
    @range.setter
    def range(self, value: SupportsFloat) -> None: ...
    @property
    def castshadow(self) -> int:
        """Whether it casts shadows. int; default 1"""
    @castshadow.setter
    def castshadow(self, value: SupportsIndex) -> None: ...
    @property
    def bulbradius(self) -> float:
        """Radius of the light source, for soft shadows. float [m]; default 0.02"""
    @bulbradius.setter
    def bulbradius(self, value: SupportsFloat) -> None: ...
    @property
    def active(self) -> int:
        """Whether it is on. int; default 1"""
    @active.setter
    def active(self, value: SupportsIndex) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def dir(self) -> npt.NDArray[np.float64]:
        """Direction in which it shines. float64 (3); default 0 0 -1"""
    @dir.setter
    def dir(self, value: _Numbers) -> None: ...
    @property
    def attenuation(self) -> npt.NDArray[np.float32]:
        """Constant, linear and quadratic attenuation. float32 (3) [1, 1/m, 1/m^2]; default 1 0 0"""
    @attenuation.setter
    def attenuation(self, value: _Numbers) -> None: ...
    @property
    def cutoff(self) -> float:
        """Half angle of the cone of a spot light. float [degree]; default 45"""
    @cutoff.setter
    def cutoff(self, value: SupportsFloat) -> None: ...
    @property
    def exponent(self) -> float:
        """How the light falls off towards the edge of the cone. float; default 10"""
    @exponent.setter
    def exponent(self, value: SupportsFloat) -> None: ...
    @property
    def ambient(self) -> npt.NDArray[np.float32]:
        """Color that reaches everything. float32 (3); default 0 0 0"""
    @ambient.setter
    def ambient(self, value: _Numbers) -> None: ...
    @property
    def diffuse(self) -> npt.NDArray[np.float32]:
        """Color that is scattered in all directions. float32 (3); default 0.7 0.7 0.7"""
    @diffuse.setter
    def diffuse(self, value: _Numbers) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """Color of highlights. float32 (3); default 0.3 0.3 0.3"""
    @specular.setter
    def specular(self, value: _Numbers) -> None: ...
    @property
    def targetbody(self) -> str:
        """Body to look at. str"""
    @targetbody.setter
    def targetbody(self, value: str) -> None: ...
    @property
    def texture(self) -> str:
        """Texture of an image-based light. str"""
    @texture.setter
    def texture(self, value: str) -> None: ...

class PairAttributes:
    """Attributes of MjsPair."""
    @property
    def condim(self) -> int:
        """Dimensions of the contact: 1, 3, 4 or 6. int; default 3"""
    @condim.setter
    def condim(self, value: SupportsIndex) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Two sliding, one torsional, two rolling frictions. float64 (5) [1, 1, m, m, m]; default 1 1 0.005 0.0001 0.0001"""
    @friction.setter
    def friction(self, value: _Numbers) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Reference dynamics of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref.setter
    def solref(self, value: _Numbers) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Impedance of the contact: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp.setter
    def solimp(self, value: _Numbers) -> None: ...
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]:
        """Reference dynamics along friction; 0: as solref. float64 (2) [s, 1]; default 0 0"""
    @solreffriction.setter
    def solreffriction(self, value: _Numbers) -> None: ...
    @property
    def margin(self) -> float:
        """Distance at which a constraint is included. float [m]; default 0"""
    @margin.setter
    def margin(self, value: SupportsFloat) -> None: ...
    @property
    def gap(self) -> float:
        """Part of the margin within which a contact exerts no force yet. float [m]; default 0"""
    @gap.setter
    def gap(self, value: SupportsFloat) -> None: ...
    @property
    def geomname1(self) -> str:
        """Name of the geom. str"""
    @geomname1.setter
    def geomname1(self, value: str) -> None: ...
    @property
    def geomname2(self) -> str:
        """Name of the geom. str"""
    @geomname2.setter
    def geomname2(self, value: str) -> None: ...

class EqualityAttributes:
    """Attributes of MjsEquality."""
    @property
    def active(self) -> int:
        """Whether it holds at first. int; default 1"""
    @active.setter
    def active(self, value: SupportsIndex) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Reference dynamics of the constraint. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref.setter
    def solref(self, value: _Numbers) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Impedance of the constraint: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp.setter
    def solimp(self, value: _Numbers) -> None: ...
    @property
    def type(self) -> mjtEq:
        """Kind of constraint. mjtEq; default mjEQ_CONNECT"""
    @type.setter
    def type(self, value: mjtEq | SupportsIndex) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """Numbers of the constraint: anchor, relative pose and torquescale, or coefficients of a polynomial. float64 (11); default 0 1 0 0 0 0 0 0 0 0 1"""
    @data.setter
    def data(self, value: _Numbers) -> None: ...
    @property
    def name1(self) -> str:
        """Name of the first body, site, joint, tendon or flex. str"""
    @name1.setter
    def name1(self, value: str) -> None: ...
    @property
    def name2(self) -> str:
        """Name of the second; empty: the world, or none. str"""
    @name2.setter
    def name2(self, value: str) -> None: ...
    @property
    def objtype(self) -> mjtObj:
        """Kind of the two objects of a connect or weld: body or site. mjtObj; default mjOBJ_UNKNOWN"""
    @objtype.setter
    def objtype(self, value: mjtObj | SupportsIndex) -> None: ...

class TendonAttributes:
    """Attributes of MjsTendon."""
    @property
    def group(self) -> int:
        """Integer group, for switching elements on and off together. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def limited(self) -> int:
        """Whether the range is a limit; auto: when one is given and autolimits is on. int; default 2"""
    @limited.setter
    def limited(self, value: SupportsIndex) -> None: ...
    @property
    def solref_limit(self) -> npt.NDArray[np.float64]:
        """Reference dynamics of the limit. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref_limit.setter
    def solref_limit(self, value: _Numbers) -> None: ...
    @property
    def solimp_limit(self) -> npt.NDArray[np.float64]:
        """Impedance of the limit: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp_limit.setter
    def solimp_limit(self, value: _Numbers) -> None: ...
    @property
    def solref_friction(self) -> npt.NDArray[np.float64]:
        """Reference dynamics of the dry friction. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref_friction.setter
    def solref_friction(self, value: _Numbers) -> None: ...
    @property
    def solimp_friction(self) -> npt.NDArray[np.float64]:
        """Impedance of the dry friction: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp_friction.setter
    def solimp_friction(self, value: _Numbers) -> None: ...
    @property
    def frictionloss(self) -> float:
        """Dry friction: largest force that opposes motion. float [N or N m]; default 0"""
    @frictionloss.setter
    def frictionloss(self, value: SupportsFloat) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """Limits of the length. float64 (2) [m or rad]; default 0 0"""
    @range.setter
    def range(self, value: _Numbers) -> None: ...
    @property
    def margin(self) -> float:
        """Distance at which a constraint is included. float [m]; default 0"""
    @margin.setter
    def margin(self, value: SupportsFloat) -> None: ...
    @property
    def springlength(self) -> npt.NDArray[np.float64]:
        """Length at rest, or a range of slack; -1: that of the model's configuration. float64 (2) [m]; default -1 -1"""
    @springlength.setter
    def springlength(self, value: _Numbers) -> None: ...
    @property
    def stiffness(self) -> float:
        """Stiffness of the tendon's spring. float [N/m]; default 0"""
    @stiffness.setter
    def stiffness(self, value: SupportsFloat) -> None: ...
    @property
    def damping(self) -> float:
        """Damping. float [N s/m]; default 0"""
    @damping.setter
    def damping(self, value: SupportsFloat) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def material(self) -> str:
        """Material that gives the appearance. str"""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Red, green, blue and opacity, 0 to 1. float32 (4); default 0.5 0.5 0.5 1"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def width(self) -> float:
        """Radius of what is drawn. float [m]; default 0.003"""
    @width.setter
    def width(self, value: SupportsFloat) -> None: ...
    @property
    def actfrclimited(self) -> int:
        """Whether the sum of actuator forces is limited. int; default 0"""
    @actfrclimited.setter
    def actfrclimited(self, value: SupportsIndex) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """Range of the sum of actuator forces. float64 (2) [N or N m]; default 0 0"""
    @actfrcrange.setter
    def actfrcrange(self, value: _Numbers) -> None: ...
    @property
    def armature(self) -> float:
        """Inertia that moves with the length. float [kg]; default 0"""
    @armature.setter
    def armature(self, value: SupportsFloat) -> None: ...

class ActuatorAttributes:
    """Attributes of MjsActuator."""
    @property
    def group(self) -> int:
        """Integer group, for switching elements on and off together. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def nsample(self) -> int:
        """Samples kept for delays. int; default 0"""
    @nsample.setter
    def nsample(self, value: SupportsIndex) -> None: ...
    @property
    def interp(self) -> int:
        """How values between samples are found. int; default 0"""
    @interp.setter
    def interp(self, value: SupportsIndex) -> None: ...
    @property
    def delay(self) -> float:
        """Delay. float [s]; default 0"""
    @delay.setter
    def delay(self, value: SupportsFloat) -> None: ...
    @property
    def ctrllimited(self) -> int:
        """Whether controls are clamped. int; default 2"""
    @ctrllimited.setter
    def ctrllimited(self, value: SupportsIndex) -> None: ...
    @property
    def ctrlrange(self) -> npt.NDArray[np.float64]:
        """Range of controls. float64 (2); default 0 0"""
    @ctrlrange.setter
    def ctrlrange(self, value: _Numbers) -> None: ...
    @property
    def forcelimited(self) -> int:
        """Whether forces are clamped. int; default 2"""
    @forcelimited.setter
    def forcelimited(self, value: SupportsIndex) -> None: ...
    @property
    def forcerange(self) -> npt.NDArray[np.float64]:
        """Range of forces. float64 (2) [N or N m]; default 0 0"""
    @forcerange.setter
    def forcerange(self, value: _Numbers) -> None: ...
    @property
    def gear(self) -> npt.NDArray[np.float64]:
        """Ratio of lengths; force and torque axes for other targets. float64 (6); default 1 0 0 0 0 0"""
    @gear.setter
    def gear(self, value: _Numbers) -> None: ...
    @property
    def cranklength(self) -> float:
        """Length of the rod of a slider-crank. float [m]; default 0"""
    @cranklength.setter
    def cranklength(self, value: SupportsFloat) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def actlimited(self) -> int:
        """Whether activations are clamped. int; default 2"""
    @actlimited.setter
    def actlimited(self, value: SupportsIndex) -> None: ...
    @property
    def actrange(self) -> npt.NDArray[np.float64]:
        """Range of activations. float64 (2); default 0 0"""
    @actrange.setter
    def actrange(self, value: _Numbers) -> None: ...
    @property
    def actdim(self) -> int:
        """Number of activations; -1: what the dynamics need. int; default -1"""
    @actdim.setter
    def actdim(self, value: SupportsIndex) -> None: ...
    @property
    def dyntype(self) -> mjtDyn:
        """Activation dynamics. mjtDyn; default mjDYN_NONE"""
    @dyntype.setter
    def dyntype(self, value: mjtDyn | SupportsIndex) -> None: ...
    @property
    def gaintype(self) -> mjtGain:
        """Gain: force per control. mjtGain; default mjGAIN_FIXED"""
    @gaintype.setter
    def gaintype(self, value: mjtGain | SupportsIndex) -> None: ...
    @property
    def biastype(self) -> mjtBias:
        """Bias: force without control. mjtBias; default mjBIAS_NONE"""
    @biastype.setter
    def biastype(self, value: mjtBias | SupportsIndex) -> None: ...
    @property
    def dynprm(self) -> npt.NDArray[np.float64]:
        """Parameters of the activation dynamics. float64 (10); default 1 0 0 0 0 0 0 0 0 0"""
    @dynprm.setter
    def dynprm(self, value: _Numbers) -> None: ...
    @property
    def gainprm(self) -> npt.NDArray[np.float64]:
        """Parameters of the gain. float64 (10); default 1 0 0 0 0 0 0 0 0 0"""
    @gainprm.setter
    def gainprm(self, value: _Numbers) -> None: ...
    @property
    def biasprm(self) -> npt.NDArray[np.float64]:
        """Parameters of the bias. float64 (10); default 0 0 0 0 0 0 0 0 0 0"""
    @biasprm.setter
    def biasprm(self, value: _Numbers) -> None: ...
    @property
    def actearly(self) -> int:
        """Forces see the activation of the next step. int; default 0"""
    @actearly.setter
    def actearly(self, value: SupportsIndex) -> None: ...
    @property
    def target(self) -> str:
        """Name of the joint, tendon, site or body that is driven. str"""
    @target.setter
    def target(self, value: str) -> None: ...
    @property
    def trntype(self) -> mjtTrn:
        """What the target is, and how forces reach it. mjtTrn; default mjTRN_UNDEFINED"""
    @trntype.setter
    def trntype(self, value: mjtTrn | SupportsIndex) -> None: ...
    @property
    def inheritrange(self) -> float:
        """Range of a position servo, as a multiple of the range of its joint or tendon; 0: not taken from it. float; default 0"""
    @inheritrange.setter
    def inheritrange(self, value: SupportsFloat) -> None: ...
    @property
    def lengthrange(self) -> npt.NDArray[np.float64]:
        """Range of the length, for muscles. float64 (2) [m or rad]; default 0 0"""
    @lengthrange.setter
    def lengthrange(self, value: _Numbers) -> None: ...
    @property
    def slidersite(self) -> str:
        """Site whose z axis the slider moves along. str"""
    @slidersite.setter
    def slidersite(self, value: str) -> None: ...
    @property
    def refsite(self) -> str:
        """Site relative to which motion is measured. str"""
    @refsite.setter
    def refsite(self, value: str) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin attached to this element."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...

class NumericAttributes:
    """Attributes of MjsNumeric."""
    @property
    def size(self) -> int:
        """How many numbers there are, if more than are given. int; default 0"""
    @size.setter
    def size(self, value: SupportsIndex) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """The numbers. float64 (n)"""
    @data.setter
    def data(self, value: _Numbers) -> None: ...

class TextAttributes:
    """Attributes of MjsText."""
    @property
    def data(self) -> str:
        """The text. str"""
    @data.setter
    def data(self, value: str) -> None: ...

class TupleAttributes:
    """Attributes of MjsTuple."""
    @property
    def objtype(self) -> npt.NDArray[np.int32]:
        """Kinds of the elements (mjtObj). int32 (n)"""
    @objtype.setter
    def objtype(self, value: _Numbers) -> None: ...
    @property
    def objname(self) -> list[str]:
        """Names of the elements. list of str"""
    @objname.setter
    def objname(self, value: Iterable[str]) -> None: ...
    @property
    def objprm(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own, one for each element. float64 (n)"""
    @objprm.setter
    def objprm(self, value: _Numbers) -> None: ...

class PluginAttributes:
    """Attributes of MjsPlugin."""
    @property
    def plugin_name(self) -> str:
        """Identifier of the plugin. str"""
    @plugin_name.setter
    def plugin_name(self, value: str) -> None: ...
    @property
    def active(self) -> int:
        """Whether an element uses the plugin. int; default 0"""
    @active.setter
    def active(self, value: SupportsIndex) -> None: ...

class HFieldAttributes:
    """Attributes of MjsHField."""
    @property
    def content_type(self) -> str:
        """Media type, instead of the file's extension. str"""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def file(self) -> str:
        """File to read. str"""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def nrow(self) -> int:
        """Rows of elevations. int; default 0"""
    @nrow.setter
    def nrow(self, value: SupportsIndex) -> None: ...
    @property
    def ncol(self) -> int:
        """Columns of elevations. int; default 0"""
    @ncol.setter
    def ncol(self, value: SupportsIndex) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float32]:
        """Elevations, row by row; scaled to 0 to 1. float32 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Half extents in x and y, largest elevation, base. float64 (4) [m]; default 0 0 0 0"""
    @size.setter
    def size(self, value: _Numbers) -> None: ...

class SkinAttributes:
    """Attributes of MjsSkin."""
    @property
    def file(self) -> str:
        """File of the skin. str"""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def vert(self) -> npt.NDArray[np.float32]:
        """Vertices. float32 (n) [m]"""
    @vert.setter
    def vert(self, value: _Numbers) -> None: ...
    @property
    def texcoord(self) -> npt.NDArray[np.float32]:
        """Texture coordinates. float32 (n)"""
    @texcoord.setter
    def texcoord(self, value: _Numbers) -> None: ...
    @property
    def face(self) -> npt.NDArray[np.int32]:
        """Vertices of the triangles. int32 (n)"""
    @face.setter
    def face(self, value: _Numbers) -> None: ...
    @property
    def inflate(self) -> float:
        """Distance by which the skin lies outside. float [m]; default 0"""
    @inflate.setter
    def inflate(self, value: SupportsFloat) -> None: ...
    @property
    def material(self) -> str:
        """Material that gives the appearance. str"""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Red, green, blue and opacity, 0 to 1. float32 (4); default 0.5 0.5 0.5 1"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def group(self) -> int:
        """Integer group, for switching elements on and off together. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def bodyname(self) -> list[str]:
        """Names of the bodies that move the skin. list of str"""
    @bodyname.setter
    def bodyname(self, value: Iterable[str]) -> None: ...
    @property
    def bindpos(self) -> npt.NDArray[np.float32]:
        """Positions of the bodies when the skin was bound, three numbers each. float32 (n)"""
    @bindpos.setter
    def bindpos(self, value: _Numbers) -> None: ...
    @property
    def bindquat(self) -> npt.NDArray[np.float32]:
        """Orientations of the bodies when the skin was bound, four numbers each. float32 (n)"""
    @bindquat.setter
    def bindquat(self, value: _Numbers) -> None: ...
    @property
    def vertid(self) -> list[list[int]]:
        """Vertices that each body moves. list of str"""
    @vertid.setter
    def vertid(self, value: Sequence[Sequence[int]]) -> None: ...
    @property
    def vertweight(self) -> list[list[float]]:
        """Weights of these vertices. list of str"""
    @vertweight.setter
    def vertweight(self, value: Sequence[Sequence[float]]) -> None: ...

class TextureAttributes:
    """Attributes of MjsTexture."""
    @property
    def type(self) -> mjtTexture:
        """How it is laid on objects. mjtTexture; default mjTEXTURE_CUBE"""
    @type.setter
    def type(self, value: mjtTexture | SupportsIndex) -> None: ...
    @property
    def colorspace(self) -> mjtColorSpace:
        """How the numbers of the file encode brightness. mjtColorSpace; default mjCOLORSPACE_AUTO"""
    @colorspace.setter
    def colorspace(self, value: mjtColorSpace | SupportsIndex) -> None: ...
    @property
    def content_type(self) -> str:
        """Media type, instead of the file's extension. str"""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def file(self) -> str:
        """File to read. str"""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def gridsize(self) -> npt.NDArray[np.int32]:
        """Rows and columns of a composite image. int32 (2); default 1 1"""
    @gridsize.setter
    def gridsize(self, value: _Numbers) -> None: ...
    @property
    def gridlayout(self) -> list[str]:
        """Which side of the cube each cell of the picture shows, by rows: R L U D F B, or . for none. 12 str; default . . . . . . . . . . . ."""
    @gridlayout.setter
    def gridlayout(self, value: Iterable[str]) -> None: ...
    @property
    def builtin(self) -> int:
        """A pattern that is generated. int; default 0"""
    @builtin.setter
    def builtin(self, value: SupportsIndex) -> None: ...
    @property
    def rgb1(self) -> npt.NDArray[np.float64]:
        """First color. float64 (3); default 0.8 0.8 0.8"""
    @rgb1.setter
    def rgb1(self, value: _Numbers) -> None: ...
    @property
    def rgb2(self) -> npt.NDArray[np.float64]:
        """Second color. float64 (3); default 0.5 0.5 0.5"""
    @rgb2.setter
    def rgb2(self, value: _Numbers) -> None: ...
    @property
    def mark(self) -> int:
        """Marks on top of the pattern. int; default 0"""
    @mark.setter
    def mark(self, value: SupportsIndex) -> None: ...
    @property
    def markrgb(self) -> npt.NDArray[np.float64]:
        """Color of the marks. float64 (3); default 0 0 0"""
    @markrgb.setter
    def markrgb(self, value: _Numbers) -> None: ...
    @property
    def random(self) -> float:
        """Part of the pixels that random marks cover. float; default 0.01"""
    @random.setter
    def random(self, value: SupportsFloat) -> None: ...
    @property
    def width(self) -> int:
        """Width of the pattern. int [pixel]; default 0"""
    @width.setter
    def width(self, value: SupportsIndex) -> None: ...
    @property
    def height(self) -> int:
        """Height of the pattern; of cubes, six times the width. int [pixel]; default 0"""
    @height.setter
    def height(self, value: SupportsIndex) -> None: ...
    @property
    def hflip(self) -> int:
        """Mirror the image left to right. int; default 0"""
    @hflip.setter
    def hflip(self, value: SupportsIndex) -> None: ...
    @property
    def vflip(self) -> int:
        """Mirror the image top to bottom. int; default 0"""
    @vflip.setter
    def vflip(self, value: SupportsIndex) -> None: ...
    @property
    def nchannel(self) -> int:
        """Numbers per pixel. int; default 3"""
    @nchannel.setter
    def nchannel(self, value: SupportsIndex) -> None: ...
    @property
    def cubefiles(self) -> list[str]:
        """Files of the sides of a cube: right, left, up, down, front, back. 6 str"""
    @cubefiles.setter
    def cubefiles(self, value: Iterable[str]) -> None: ...
    @property
    def data(self) -> bytes:
        """Pixels by rows, nchannel bytes each, in the place of a file. bytes"""
    @data.setter
    def data(self, value: bytes | bytearray | memoryview | Iterable[SupportsIndex]) -> None: ...

class BodyAttributes:
    """Attributes of MjsBody."""
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @quat.setter
    def quat(self, value: _Numbers) -> None: ...
    @property
    def mocap(self) -> int:
        """Moved by the user: a body without joints whose pose is an input. int; default 0"""
    @mocap.setter
    def mocap(self, value: SupportsIndex) -> None: ...
    @property
    def gravcomp(self) -> float:
        """Force against gravity, as a part of the weight. float; default 0"""
    @gravcomp.setter
    def gravcomp(self, value: SupportsFloat) -> None: ...
    @property
    def sleep(self) -> mjtSleepPolicy:
        """Whether the tree that starts here may fall asleep. mjtSleepPolicy; default mjSLEEP_AUTO"""
    @sleep.setter
    def sleep(self, value: mjtSleepPolicy | SupportsIndex) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def ipos(self) -> npt.NDArray[np.float64]:
        """Center of mass, in the frame of the body. float64 (3) [m]; default undefined"""
    @ipos.setter
    def ipos(self, value: _Numbers) -> None: ...
    @property
    def iquat(self) -> npt.NDArray[np.float64]:
        """Unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @iquat.setter
    def iquat(self, value: _Numbers) -> None: ...
    @property
    def mass(self) -> float:
        """Mass of the body. float [kg]; default 0"""
    @mass.setter
    def mass(self, value: SupportsFloat) -> None: ...
    @property
    def inertia(self) -> npt.NDArray[np.float64]:
        """Moments of inertia about the frame's axes. float64 (3) [kg m^2]; default 0 0 0"""
    @inertia.setter
    def inertia(self, value: _Numbers) -> None: ...
    @property
    def fullinertia(self) -> npt.NDArray[np.float64]:
        """Inertia matrix: xx, yy, zz, xy, xz, yz; its eigenvectors become the frame. float64 (6) [kg m^2]; default undefined"""
    @fullinertia.setter
    def fullinertia(self, value: _Numbers) -> None: ...
    @property
    def explicitinertial(self) -> int:
        """Whether inertial properties were given, rather than computed from geoms. int; default 0"""
    @explicitinertial.setter
    def explicitinertial(self, value: SupportsIndex) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin attached to this element."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    @property
    def bodies(self) -> list[MjsBody]:
        """The bodies directly in this body, in the order of the text."""
    @property
    def joints(self) -> list[MjsJoint]:
        """The joints directly in this body, in the order of the text."""
    @property
    def geoms(self) -> list[MjsGeom]:
        """The geoms directly in this body, in the order of the text."""
    @property
    def sites(self) -> list[MjsSite]:
        """The sites directly in this body, in the order of the text."""
    @property
    def cameras(self) -> list[MjsCamera]:
        """The cameras directly in this body, in the order of the text."""
    @property
    def lights(self) -> list[MjsLight]:
        """The lights directly in this body, in the order of the text."""
    @property
    def frames(self) -> list[MjsFrame]:
        """The frames directly in this body, in the order of the text."""
    def add_freejoint(self, *, align: SupportsIndex = ..., group: SupportsIndex = ..., name: str = ...) -> MjsJoint:
        """Add a free joint, and return it; defaults classes do not apply.

        align   Whether the body's frame moves to its center of mass, along its axes of inertia; 2: auto. int; default 2
        group   Integer group, for switching elements on and off together. int; default 0
        name    Name, unique among joints. str

        Returns    the new MjsJoint
        Errors     TypeError: another keyword, or a value of another type
        Source     XML reference / body / freejoint
        """
    def attach_frame(self, frame: MjsFrame, prefix: str | None=..., suffix: str | None=...) -> MjsFrame:
        """Attach a frame of another spec, with all that refers to it, to this body.

        frame      the frame
        prefix     prepended to all names of its spec; None: nothing
        suffix     appended to all names of its spec

        Returns    the frame, now of this spec
        Errors     TypeError: frame is not a frame
                   ValueError: frame has been deleted, or its spec cannot be attached
        Source     API / MjSpec; Modeling / Model editing; XML reference / attach
        """
    def to_frame(self) -> MjsFrame:
        """Replace a body by a frame of the same pose, in its parent, and keep its content.

        body      the body, which is deleted

        Its joints, mass and inertia are lost.

        Returns   the frame
        Errors    ValueError: body is the world body
        Source    API / MjSpec; Modeling / Model editing
        """
    @overload
    def find_all(self, kind: Literal["body"]) -> list[MjsBody]: ...
    @overload
    def find_all(self, kind: Literal["frame"]) -> list[MjsFrame]: ...
    @overload
    def find_all(self, kind: Literal["joint"]) -> list[MjsJoint]: ...
    @overload
    def find_all(self, kind: Literal["geom"]) -> list[MjsGeom]: ...
    @overload
    def find_all(self, kind: Literal["site"]) -> list[MjsSite]: ...
    @overload
    def find_all(self, kind: Literal["camera"]) -> list[MjsCamera]: ...
    @overload
    def find_all(self, kind: Literal["light"]) -> list[MjsLight]: ...
    @overload
    def find_all(self, kind: str | mjtObj) -> Sequence[Named]:
        """Return all elements of a kind in the subtree of this body.

        kind       "body", "frame", "geom", "site", "joint", "light" or "camera", or the member of mjtObj

        Returns    a list, in the order of the bodies
        Errors     TypeError: kind is neither text nor mjtObj
                   ValueError: no element of the tree is of that kind
        Source     API / MjSpec; Modeling / Model editing
        """
    def first_body(self) -> MjsBody | None:
        """The first body directly in this body, or None.

        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def first_joint(self) -> MjsJoint | None:
        """The first joint directly in this body, or None.

        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def first_geom(self) -> MjsGeom | None:
        """The first geom directly in this body, or None.

        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def first_site(self) -> MjsSite | None:
        """The first site directly in this body, or None.

        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def first_camera(self) -> MjsCamera | None:
        """The first camera directly in this body, or None.

        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def first_light(self) -> MjsLight | None:
        """The first light directly in this body, or None.

        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def first_frame(self) -> MjsFrame | None:
        """The first frame directly in this body, or None.

        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def next_body(self, child: MjsBody) -> MjsBody | None:
        """The body directly in this body that follows `child`, or None.

        child      a body of this body
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def next_joint(self, child: MjsJoint) -> MjsJoint | None:
        """The joint directly in this body that follows `child`, or None.

        child      a joint of this body
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def next_geom(self, child: MjsGeom) -> MjsGeom | None:
        """The geom directly in this body that follows `child`, or None.

        child      a geom of this body
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def next_site(self, child: MjsSite) -> MjsSite | None:
        """The site directly in this body that follows `child`, or None.

        child      a site of this body
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def next_camera(self, child: MjsCamera) -> MjsCamera | None:
        """The camera directly in this body that follows `child`, or None.

        child      a camera of this body
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def next_light(self, child: MjsLight) -> MjsLight | None:
        """The light directly in this body that follows `child`, or None.

        child      a light of this body
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """
    def next_frame(self, child: MjsFrame) -> MjsFrame | None:
        """The frame directly in this body that follows `child`, or None.

        child      a frame of this body
        Returns    the element, or None
        Source     API / MjSpec; Modeling / Model editing
        """

class FlexAttributes:
    """Attributes of MjsFlex."""
    @property
    def young(self) -> float:
        """Young's modulus. float [Pa]; default 0"""
    @young.setter
    def young(self, value: SupportsFloat) -> None: ...
    @property
    def poisson(self) -> float:
        """Poisson's ratio. float; default 0"""
    @poisson.setter
    def poisson(self, value: SupportsFloat) -> None: ...
    @property
    def damping(self) -> float:
        """Rayleigh's damping coefficient. float [s]; default 0"""
    @damping.setter
    def damping(self, value: SupportsFloat) -> None: ...
    @property
    def thickness(self) -> float:
        """Thickness of a two-dimensional flex. float [m]; default -1"""
    @thickness.setter
    def thickness(self, value: SupportsFloat) -> None: ...
    @property
    def elastic2d(self) -> int:
        """Which deformations of a two-dimensional flex meet resistance. int; default 0"""
    @elastic2d.setter
    def elastic2d(self, value: SupportsIndex) -> None: ...
    @property
    def contype(self) -> int:
        """Bits of the kinds of contacts that this geom makes. int; default 1"""
    @contype.setter
    def contype(self, value: SupportsIndex) -> None: ...
    @property
    def conaffinity(self) -> int:
        """Bits of the kinds of contacts that this geom takes part in. int; default 1"""
    @conaffinity.setter
    def conaffinity(self, value: SupportsIndex) -> None: ...
    @property
    def condim(self) -> int:
        """Dimensions of the contact: 1 normal, 3 sliding, 4 torsion, 6 rolling. int; default 3"""
    @condim.setter
    def condim(self, value: SupportsIndex) -> None: ...
    @property
    def priority(self) -> int:
        """The geom of higher priority decides the parameters of a contact alone. int; default 0"""
    @priority.setter
    def priority(self, value: SupportsIndex) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Sliding, torsional, rolling friction. float64 (3) [1, m, m]; default 1 0.005 0.0001"""
    @friction.setter
    def friction(self, value: _Numbers) -> None: ...
    @property
    def solmix(self) -> float:
        """Weight of this geom's solver parameters when they are mixed. float; default 1"""
    @solmix.setter
    def solmix(self, value: SupportsFloat) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Reference dynamics of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref.setter
    def solref(self, value: _Numbers) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Impedance of the contact: smallest, largest, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp.setter
    def solimp(self, value: _Numbers) -> None: ...
    @property
    def margin(self) -> float:
        """Distance at which a constraint is included. float [m]; default 0"""
    @margin.setter
    def margin(self, value: SupportsFloat) -> None: ...
    @property
    def gap(self) -> float:
        """Part of the margin within which a contact exerts no force yet. float [m]; default 0"""
    @gap.setter
    def gap(self, value: SupportsFloat) -> None: ...
    @property
    def internal(self) -> int:
        """Collisions within one element, which keep it from inverting. int; default 0"""
    @internal.setter
    def internal(self, value: SupportsIndex) -> None: ...
    @property
    def selfcollide(self) -> int:
        """How elements of the flex collide with each other. int; default 4"""
    @selfcollide.setter
    def selfcollide(self, value: SupportsIndex) -> None: ...
    @property
    def activelayers(self) -> int:
        """Outermost layers that take part in self-collision. int; default 1"""
    @activelayers.setter
    def activelayers(self, value: SupportsIndex) -> None: ...
    @property
    def vertcollide(self) -> int:
        """Whether vertices collide, as spheres. int; default 0"""
    @vertcollide.setter
    def vertcollide(self, value: SupportsIndex) -> None: ...
    @property
    def passive(self) -> int:
        """Whether contacts act as passive forces. int; default 0"""
    @passive.setter
    def passive(self, value: SupportsIndex) -> None: ...
    @property
    def group(self) -> int:
        """Integer group, for switching elements on and off together. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def material(self) -> str:
        """Material that gives the appearance. str"""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Red, green, blue and opacity, 0 to 1. float32 (4); default 0.5 0.5 0.5 1"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def dim(self) -> int:
        """Dimension: lines, triangles, tetrahedra. int; default 2"""
    @dim.setter
    def dim(self, value: SupportsIndex) -> None: ...
    @property
    def radius(self) -> float:
        """Radius of all elements. float [m]; default 0.005"""
    @radius.setter
    def radius(self, value: SupportsFloat) -> None: ...
    @property
    def vertbody(self) -> list[str]:
        """Bodies of the vertices. list of str"""
    @vertbody.setter
    def vertbody(self, value: Iterable[str]) -> None: ...
    @property
    def vert(self) -> npt.NDArray[np.float64]:
        """Positions of the vertices in their bodies. float64 (n) [m]"""
    @vert.setter
    def vert(self, value: _Numbers) -> None: ...
    @property
    def elem(self) -> npt.NDArray[np.int32]:
        """Vertices of each element. int32 (n)"""
    @elem.setter
    def elem(self, value: _Numbers) -> None: ...
    @property
    def flatskin(self) -> int:
        """Whether the skin is shaded flat. int; default 0"""
    @flatskin.setter
    def flatskin(self, value: SupportsIndex) -> None: ...
    @property
    def texcoord(self) -> npt.NDArray[np.float32]:
        """Texture coordinates. float32 (n)"""
    @texcoord.setter
    def texcoord(self, value: _Numbers) -> None: ...
    @property
    def elemtexcoord(self) -> npt.NDArray[np.int32]:
        """Texture coordinates of the corners of the elements. int32 (n)"""
    @elemtexcoord.setter
    def elemtexcoord(self, value: _Numbers) -> None: ...
    @property
    def nodebody(self) -> list[str]:
        """Bodies that are the nodes of interpolation. list of str"""
    @nodebody.setter
    def nodebody(self, value: Iterable[str]) -> None: ...
    @property
    def node(self) -> npt.NDArray[np.float64]:
        """Positions of the nodes in the frames of their bodies, three numbers each. float64 (n)"""
    @node.setter
    def node(self, value: _Numbers) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Half sizes of the box that the nodes span. float64 (3); default 0 0 0"""
    @size.setter
    def size(self, value: _Numbers) -> None: ...
    @property
    def edgestiffness(self) -> float:
        """Stiffness of the edges. float [N/m]; default 0"""
    @edgestiffness.setter
    def edgestiffness(self, value: SupportsFloat) -> None: ...
    @property
    def edgedamping(self) -> float:
        """Damping of the edges. float [N s/m]; default 0"""
    @edgedamping.setter
    def edgedamping(self, value: SupportsFloat) -> None: ...

class FrameAttributes:
    """Attributes of MjsFrame."""
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @quat.setter
    def quat(self, value: _Numbers) -> None: ...
    def attach_body(self, body: MjsBody, prefix: str | None=..., suffix: str | None=...) -> MjsBody:
        """Attach a body of another spec, with all that refers to it, to this frame.

        body       the body
        prefix     prepended to all names of its spec; None: nothing
        suffix     appended to all names of its spec

        Returns    the body, now of this spec
        Errors     TypeError: body is not a body
                   ValueError: body has been deleted, or its spec cannot be attached
        Source     API / MjSpec; Modeling / Model editing; XML reference / attach
        """

class ExcludeAttributes:
    """Attributes of MjsExclude."""
    @property
    def bodyname1(self) -> str:
        """Name of the body. str"""
    @bodyname1.setter
    def bodyname1(self, value: str) -> None: ...
    @property
    def bodyname2(self) -> str:
        """Name of the body. str"""
    @bodyname2.setter
    def bodyname2(self, value: str) -> None: ...

class SensorAttributes:
    """Attributes of MjsSensor."""
    @property
    def cutoff(self) -> float:
        """Readings are clamped to this; 0: not. float; default 0"""
    @cutoff.setter
    def cutoff(self, value: SupportsFloat) -> None: ...
    @property
    def noise(self) -> float:
        """Standard deviation of noise; for the user's information. float; default 0"""
    @noise.setter
    def noise(self, value: SupportsFloat) -> None: ...
    @property
    def nsample(self) -> int:
        """Samples kept for delays. int; default 0"""
    @nsample.setter
    def nsample(self, value: SupportsIndex) -> None: ...
    @property
    def interp(self) -> int:
        """How values between samples are found. int; default 0"""
    @interp.setter
    def interp(self, value: SupportsIndex) -> None: ...
    @property
    def delay(self) -> float:
        """Delay. float [s]; default 0"""
    @delay.setter
    def delay(self, value: SupportsFloat) -> None: ...
    @property
    def interval(self) -> npt.NDArray[np.float64]:
        """Period at which the sensor is read, and its phase. float64 (2) [s]; default 0 0"""
    @interval.setter
    def interval(self, value: _Numbers) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def objname(self) -> str:
        """Name of the object that is sensed. str"""
    @objname.setter
    def objname(self, value: str) -> None: ...
    @property
    def type(self) -> mjtSensor:
        """Kind of sensor. mjtSensor; default mjSENS_TOUCH"""
    @type.setter
    def type(self, value: mjtSensor | SupportsIndex) -> None: ...
    @property
    def objtype(self) -> mjtObj:
        """Kind of the object that is sensed. mjtObj; default mjOBJ_UNKNOWN"""
    @objtype.setter
    def objtype(self, value: mjtObj | SupportsIndex) -> None: ...
    @property
    def reftype(self) -> mjtObj:
        """Kind of the object whose frame is the reference. mjtObj; default mjOBJ_UNKNOWN"""
    @reftype.setter
    def reftype(self, value: mjtObj | SupportsIndex) -> None: ...
    @property
    def refname(self) -> str:
        """Name of the object whose frame is the reference; empty: the world. str"""
    @refname.setter
    def refname(self, value: str) -> None: ...
    @property
    def datatype(self) -> mjtDataType:
        """What the readings may be: any number, positive, a unit vector, a quaternion. mjtDataType; default mjDATATYPE_REAL"""
    @datatype.setter
    def datatype(self, value: mjtDataType | SupportsIndex) -> None: ...
    @property
    def needstage(self) -> mjtStage:
        """The stage after which it is computed. mjtStage; default mjSTAGE_ACC"""
    @needstage.setter
    def needstage(self, value: mjtStage | SupportsIndex) -> None: ...
    @property
    def dim(self) -> int:
        """How many numbers it reports; of user sensors. int; default 0"""
    @dim.setter
    def dim(self, value: SupportsIndex) -> None: ...
    @property
    def intprm(self) -> npt.NDArray[np.int32]:
        """Integers that some kinds take: rays, contacts. int32 (3); default 0 0 0"""
    @intprm.setter
    def intprm(self, value: _Numbers) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin attached to this element."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    def get_data_size(self) -> int:
        """Return the number of values that the sensor reports.

        Returns    the number
        Errors     gelenk.Error: the sensed object does not exist
        Source     API / MjSpec; XML reference / sensor
        """

class KeyAttributes:
    """Attributes of MjsKey."""
    @property
    def time(self) -> float:
        """Time. float [s]; default 0"""
    @time.setter
    def time(self, value: SupportsFloat) -> None: ...
    @property
    def qpos(self) -> npt.NDArray[np.float64]:
        """Positions of joints. float64 (n)"""
    @qpos.setter
    def qpos(self, value: _Numbers) -> None: ...
    @property
    def qvel(self) -> npt.NDArray[np.float64]:
        """Velocities of joints. float64 (n)"""
    @qvel.setter
    def qvel(self, value: _Numbers) -> None: ...
    @property
    def act(self) -> npt.NDArray[np.float64]:
        """Activations. float64 (n)"""
    @act.setter
    def act(self, value: _Numbers) -> None: ...
    @property
    def ctrl(self) -> npt.NDArray[np.float64]:
        """Controls. float64 (n)"""
    @ctrl.setter
    def ctrl(self, value: _Numbers) -> None: ...
    @property
    def mpos(self) -> npt.NDArray[np.float64]:
        """Positions of mocap bodies. float64 (n) [m]"""
    @mpos.setter
    def mpos(self, value: _Numbers) -> None: ...
    @property
    def mquat(self) -> npt.NDArray[np.float64]:
        """Orientations of mocap bodies. float64 (n)"""
    @mquat.setter
    def mquat(self, value: _Numbers) -> None: ...

class OrientationAttributes:
    """Attributes of MjsOrientation."""
    @property
    def type(self) -> mjtOrientation:
        """Which of the forms counts. mjtOrientation; default mjORIENTATION_QUAT"""
    @type.setter
    def type(self, value: mjtOrientation | SupportsIndex) -> None: ...
    @property
    def axisangle(self) -> npt.NDArray[np.float64]:
        """Axis, and the angle of a rotation about it. float64 (4) [1, 1, 1, angle]; default 0 0 0 0"""
    @axisangle.setter
    def axisangle(self, value: _Numbers) -> None: ...
    @property
    def xyaxes(self) -> npt.NDArray[np.float64]:
        """X axis, then Y axis, made orthogonal to X. float64 (6); default 0 0 0 0 0 0"""
    @xyaxes.setter
    def xyaxes(self, value: _Numbers) -> None: ...
    @property
    def zaxis(self) -> npt.NDArray[np.float64]:
        """Z axis; the frame is turned the shortest way that takes (0 0 1) there. float64 (3); default 0 0 0"""
    @zaxis.setter
    def zaxis(self, value: _Numbers) -> None: ...
    @property
    def euler(self) -> npt.NDArray[np.float64]:
        """Rotations about three axes, in the order that compiler eulerseq says. float64 (3) [angle]; default 0 0 0"""
    @euler.setter
    def euler(self, value: _Numbers) -> None: ...
