"""Attributes of the spec classes, from the schema: rendered by `python tools/render.py`; do not edit.

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
from gelenk.runtime.vfs import MjVfs

class _Array(Protocol):
    def __array__(self) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]: ...

_Numbers: TypeAlias = Sequence[SupportsFloat] | _Array
_Matrix: TypeAlias = _Numbers | Sequence[Sequence[SupportsFloat]]

class ContainerAttributes:
    """What can be added to bodies and frames."""
    def add_body(self, default: MjsDefault | None = ..., *, axisangle: _Numbers | None = ..., childclass: str | None = ..., classname: MjsDefault | None = ..., euler: _Numbers | None = ..., explicitinertial: SupportsIndex | None = ..., fullinertia: _Numbers | None = ..., fuse: SupportsIndex | None = ..., gravcomp: SupportsFloat | None = ..., iaxisangle: _Numbers | None = ..., ieuler: _Numbers | None = ..., inertia: _Numbers | None = ..., info: str | None = ..., ipos: _Numbers | None = ..., iquat: _Numbers | None = ..., ixyaxes: _Numbers | None = ..., izaxis: _Numbers | None = ..., mass: SupportsFloat | None = ..., mocap: SupportsIndex | None = ..., name: str | None = ..., plugin: MjsPlugin | None = ..., pos: _Numbers | None = ..., quat: _Numbers | None = ..., simple: SupportsIndex | None = ..., sleep: mjtSleepPolicy | SupportsIndex | None = ..., userdata: _Numbers | None = ..., xyaxes: _Numbers | None = ..., zaxis: _Numbers | None = ...) -> MjsBody:
        """Add a body, and return it. Its attributes are keywords; None leaves one as it is.

        default           the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        axisangle         Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        childclass        Default class of the elements of the subtree that specify no class. str
        classname         Defaults class assigned to the element, whose values are not copied. MjsDefault
        euler             Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        explicitinertial  Whether the inertial properties are specified explicitly rather than computed from geoms. int; default 0
        fullinertia       Inertia matrix: xx, yy, zz, xy, xz, yz; its eigenvectors define the inertial frame. float64 (6) [kg m^2]; default undefined
        fuse              Whether the body may be fused with its parent if it is static. int; default 1
        gravcomp          Gravity compensation force, as a fraction of the weight. float; default 0
        iaxisangle        inertial frame: Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        ieuler            inertial frame: Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        inertia           Diagonal inertia: principal moments about the axes of the inertial frame. float64 (3) [kg m^2]; default 0 0 0
        info              A text of the user's own. str
        ipos              Position of the center of mass, in the body frame. float64 (3) [m]; default undefined
        iquat             Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0
        ixyaxes           inertial frame: Orientation as x axis and y axis. float64 (6)
        izaxis            inertial frame: Orientation as z axis, turned the least. float64 (3)
        mass              Body mass. float [kg]; default 0
        mocap             Whether the body is a mocap body: static, with a pose that the user controls. int; default 0
        name              Element name, unique among elements of the same type. str
        plugin            Plugin of the element. MjsPlugin
        pos               Position of the body frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        quat              Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0
        simple            Whether the inertia matrix may omit zeros of the body; false if its inertia changes at runtime. int; default 1
        sleep             Sleep policy of the tree that starts at this body. mjtSleepPolicy; default mjSLEEP_AUTO
        userdata          User data. float64 (n)
        xyaxes            Orientation as x axis and y axis. float64 (6)
        zaxis             Orientation as z axis, turned the least. float64 (3)

        Returns    the new MjsBody
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsBody; Modeling / Model editing
        """
    def add_frame(self, default: MjsFrame | None = ..., *, axisangle: _Numbers | None = ..., childclass: str | None = ..., classname: MjsDefault | None = ..., euler: _Numbers | None = ..., info: str | None = ..., massscale: SupportsFloat | None = ..., name: str | None = ..., pos: _Numbers | None = ..., quat: _Numbers | None = ..., scale: _Numbers | None = ..., scaling: mjtScaling | SupportsIndex | None = ..., xyaxes: _Numbers | None = ..., zaxis: _Numbers | None = ...) -> MjsFrame:
        """Add a frame, and return it. Its attributes are keywords; None leaves one as it is.

        default     enclosing frame of the same body (MjsFrame); None: the frame whose method is called, if any
        axisangle   Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        childclass  Default class of the elements of the subtree that specify no class. str
        classname   Defaults class assigned to the element, whose values are not copied. MjsDefault
        euler       Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        info        A text of the user's own. str
        massscale   Factor of the masses of the enclosed elements; 0: the product of the three length factors. float; default 0
        name        Element name, unique among elements of the same type. str
        pos         Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        quat        Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0
        scale       Factor of the lengths of the enclosed elements; three values stretch along the axes of the frame. float64 (3); default 1 1 1
        scaling     Whether all quantities are scaled by their dimension, or lengths, masses and inertias only. mjtScaling; default mjSCALING_SIMILAR
        xyaxes      Orientation as x axis and y axis. float64 (6)
        zaxis       Orientation as z axis, turned the least. float64 (3)

        Returns    the new MjsFrame
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsFrame; Modeling / Model editing
        """
    def add_joint(self, default: MjsDefault | None = ..., *, actfrclimited: SupportsIndex | None = ..., actfrcrange: _Numbers | None = ..., actgravcomp: SupportsIndex | None = ..., align: SupportsIndex | None = ..., armature: SupportsFloat | None = ..., axis: _Numbers | None = ..., classname: MjsDefault | None = ..., damping: SupportsFloat | _Numbers | None = ..., frictionloss: SupportsFloat | None = ..., group: SupportsIndex | None = ..., info: str | None = ..., limited: SupportsIndex | None = ..., margin: SupportsFloat | None = ..., name: str | None = ..., pos: _Numbers | None = ..., range: _Numbers | None = ..., ref: SupportsFloat | None = ..., solimp_friction: _Numbers | None = ..., solimp_limit: _Numbers | None = ..., solref_friction: _Numbers | None = ..., solref_limit: _Numbers | None = ..., springdamper: _Numbers | None = ..., springref: SupportsFloat | None = ..., springyield: SupportsFloat | None = ..., stiffness: SupportsFloat | _Numbers | None = ..., type: mjtJoint | SupportsIndex | None = ..., userdata: _Numbers | None = ...) -> MjsJoint:
        """Add a joint, and return it. Its attributes are keywords; None leaves one as it is.

        default          the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        actfrclimited    Whether the total actuator force is limited. int; default 2
        actfrcrange      Limits of the total actuator force. float64 (2) [N or N m]; default 0 0
        actgravcomp      Whether gravity compensation is applied as an actuator force. int; default 0
        align            Whether the frame of a free body is aligned with its inertial frame; 2: auto. int; default 2
        armature         Armature inertia: rotor inertia or mass that moves with the joint only. float [kg or kg m^2]; default 0
        axis             Joint axis in the body frame: rotation axis of hinges, direction of slides. float64 (3); default 0 0 1
        classname        Defaults class assigned to the element, whose values are not copied. MjsDefault
        damping          Damping coefficient; three values for a force a v + b v|v| + c v^3. float or float64 (3) [N s/m or N m s/rad]; default 0 0 0
        frictionloss     Dry friction: maximum friction force. float [N or N m]; default 0
        group            Integer group, for visualization and selection. int; default 0
        info             A text of the user's own. str
        limited          Whether the range is enforced; auto: if a range is specified and autolimits is true. int; default 2
        margin           Distance to the limit at which the constraint becomes active. float [m or angle]; default 0
        name             Element name, unique among elements of the same type. str
        pos              Joint anchor in the body frame; ignored for free joints. float64 (3) [m]; default 0 0 0
        range            Joint limits; ball joints: 0, maximum angle. float64 (2) [m or angle]; default 0 0
        ref              Joint position in the initial configuration of the model. float [m or angle]; default 0
        solimp_friction  Constraint solver impedance of the dry friction: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solimp_limit     Constraint solver impedance of the limit: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solref_friction  Constraint solver reference of the dry friction. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        solref_limit     Constraint solver reference of the limit. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        springdamper     Time constant and damping ratio from which stiffness and damping are computed. float64 (2) [s, 1]; default 0 0
        springref        Joint position at which the spring is at rest. float [m or angle]; default 0
        springyield      Displacement at which the spring yields: beyond, its rest position follows; 0: elastic. float [m or angle]; default 0
        stiffness        Spring stiffness; three values for a force a x + b x^2 + c x^3. float or float64 (3) [N/m or N m/rad]; default 0 0 0
        type             Joint type. mjtJoint; default mjJNT_HINGE
        userdata         User data. float64 (n)

        Returns    the new MjsJoint
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsJoint; Modeling / Model editing
        """
    def add_geom(self, default: MjsDefault | None = ..., *, adhesion: SupportsFloat | None = ..., axisangle: _Numbers | None = ..., castshadow: SupportsIndex | None = ..., classname: MjsDefault | None = ..., conaffinity: SupportsIndex | None = ..., condim: SupportsIndex | None = ..., contype: SupportsIndex | None = ..., density: SupportsFloat | None = ..., euler: _Numbers | None = ..., fitscale: SupportsFloat | None = ..., fluid_coefs: _Numbers | None = ..., fluid_ellipsoid: SupportsFloat | None = ..., friction: _Numbers | None = ..., fromto: _Numbers | None = ..., gap: SupportsFloat | None = ..., group: SupportsIndex | None = ..., hfieldname: str | None = ..., info: str | None = ..., margin: SupportsFloat | None = ..., mass: SupportsFloat | None = ..., material: str | None = ..., meshname: str | None = ..., name: str | None = ..., plugin: MjsPlugin | None = ..., pos: _Numbers | None = ..., priority: SupportsIndex | None = ..., quat: _Numbers | None = ..., rgba: _Numbers | None = ..., size: _Numbers | None = ..., solimp: _Numbers | None = ..., solmix: SupportsFloat | None = ..., solref: _Numbers | None = ..., surfacevel: _Numbers | None = ..., type: mjtGeom | SupportsIndex | None = ..., typeinertia: mjtGeomInertia | SupportsIndex | None = ..., userdata: _Numbers | None = ..., xyaxes: _Numbers | None = ..., zaxis: _Numbers | None = ...) -> MjsGeom:
        """Add a geom, and return it. Its attributes are keywords; None leaves one as it is.

        default          the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        adhesion         Force by which each contact may pull. float [N]; default 0
        axisangle        Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        castshadow       Whether the geom casts shadows. int; default 1
        classname        Defaults class assigned to the element, whose values are not copied. MjsDefault
        conaffinity      Contact affinity bitmask, tested against contype of the other geom. int; default 1
        condim           Contact dimensionality; 1: normal, 3: sliding, 4: torsional, 6: rolling friction. int; default 3
        contype          Contact type bitmask, tested against conaffinity of the other geom. int; default 1
        density          Material density from which the mass is computed; per area for shell inertia. float [kg/m^3 or kg/m^2]; default 1000
        euler            Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        fitscale         Scale of the primitive fitted to a mesh. float; default 1
        fluid_coefs      Ellipsoid fluid model coefficients: blunt drag, slender drag, angular drag, Kutta lift, Magnus lift. float64 (5); default 0.5 0.25 1.5 1 1
        fluid_ellipsoid  Fluid interaction model: ellipsoid enables per-geom forces. float; default 0
        friction         Friction coefficients: sliding, torsional, rolling. float64 (3) [1, m, m]; default 1 0.005 0.0001
        fromto           End points of an elongated shape; replaces position, orientation and length. float64 (6) [m]; default undefined
        gap              Part of the margin in which contacts generate no force. float [m]; default 0
        group            Integer group, for visualization and selection. int; default 0
        hfieldname       Name of the height field asset. str
        info             A text of the user's own. str
        margin           Distance threshold below which the constraint becomes active. float [m]; default 0
        mass             Geom mass; replaces the mass computed from density. float [kg]; default undefined
        material         Material that defines the appearance. str
        meshname         Name of the mesh asset; a primitive geom type is fitted to the mesh. str
        name             Element name, unique among elements of the same type. str
        plugin           Plugin of the element. MjsPlugin
        pos              Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        priority         Contact priority: the geom with the higher priority determines the contact parameters. int; default 0
        quat             Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0
        rgba             Color and opacity: red, green, blue, alpha, 0 to 1. float32 (4); default 0.5 0.5 0.5 1
        size             Geom size parameters; number and meaning depend on the geom type. float64 (3) [m]; default 0 0 0
        solimp           Constraint solver impedance of the contact: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solmix           Weight for mixing the contact solver parameters of two geoms. float; default 1
        solref           Constraint solver reference of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        surfacevel       Velocity of the surface as contacts see it, in the geom frame: constant part, and angular velocity about the origin of the frame. float64 (6) [m/s, rad/s]; default 0 0 0 0 0 0
        type             Geom type. mjtGeom; default mjGEOM_SPHERE
        typeinertia      Whether the mass is concentrated on the surface. mjtGeomInertia; default mjINERTIA_VOLUME
        userdata         User data. float64 (n)
        xyaxes           Orientation as x axis and y axis. float64 (6)
        zaxis            Orientation as z axis, turned the least. float64 (3)

        Returns    the new MjsGeom
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsGeom; Modeling / Model editing
        """
    def add_site(self, default: MjsDefault | None = ..., *, axisangle: _Numbers | None = ..., classname: MjsDefault | None = ..., euler: _Numbers | None = ..., fromto: _Numbers | None = ..., group: SupportsIndex | None = ..., info: str | None = ..., material: str | None = ..., meshname: str | None = ..., name: str | None = ..., pos: _Numbers | None = ..., quat: _Numbers | None = ..., rgba: _Numbers | None = ..., size: _Numbers | None = ..., type: mjtGeom | SupportsIndex | None = ..., userdata: _Numbers | None = ..., xyaxes: _Numbers | None = ..., zaxis: _Numbers | None = ...) -> MjsSite:
        """Add a site, and return it. Its attributes are keywords; None leaves one as it is.

        default    the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        axisangle  Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        classname  Defaults class assigned to the element, whose values are not copied. MjsDefault
        euler      Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        fromto     End points of an elongated shape; replaces position, orientation and length. float64 (6) [m]; default undefined
        group      Integer group, for visualization and selection. int; default 0
        info       A text of the user's own. str
        material   Material that defines the appearance. str
        meshname   Name of the mesh asset whose convex hull is the volume of a site of type mesh. str
        name       Element name, unique among elements of the same type. str
        pos        Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        quat       Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0
        rgba       Color and opacity: red, green, blue, alpha, 0 to 1. float32 (4); default 0.5 0.5 0.5 1
        size       Site size parameters. float64 (3) [m]; default 0.005 0.005 0.005
        type       Site shape. mjtGeom; default mjGEOM_SPHERE
        userdata   User data. float64 (n)
        xyaxes     Orientation as x axis and y axis. float64 (6)
        zaxis      Orientation as z axis, turned the least. float64 (3)

        Returns    the new MjsSite
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsSite; Modeling / Model editing
        """
    def add_camera(self, default: MjsDefault | None = ..., *, axisangle: _Numbers | None = ..., classname: MjsDefault | None = ..., euler: _Numbers | None = ..., focal_length: _Numbers | None = ..., focal_pixel: _Numbers | None = ..., fovy: SupportsFloat | None = ..., info: str | None = ..., intrinsic: _Numbers | None = ..., ipd: SupportsFloat | None = ..., mode: mjtCamLight | SupportsIndex | None = ..., name: str | None = ..., output: SupportsIndex | None = ..., pos: _Numbers | None = ..., principal_length: _Numbers | None = ..., principal_pixel: _Numbers | None = ..., proj: mjtProjection | SupportsIndex | None = ..., quat: _Numbers | None = ..., resolution: _Numbers | None = ..., sensor_size: _Numbers | None = ..., targetbody: str | None = ..., userdata: _Numbers | None = ..., xyaxes: _Numbers | None = ..., zaxis: _Numbers | None = ...) -> MjsCamera:
        """Add a camera, and return it. Its attributes are keywords; None leaves one as it is.

        default           the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        axisangle         Orientation as axis and angle. float64 (4) [1, 1, 1, angle]
        classname         Defaults class assigned to the element, whose values are not copied. MjsDefault
        euler             Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]
        focal_length      Focal length of the image sensor in x and y. float32 (2) [m]; default 0 0
        focal_pixel       Focal length of the image sensor in x and y, in pixels. float32 (2) [pixel]; default 0 0
        fovy              Vertical field of view. float [degree, or m if orthographic]; default 45
        info              A text of the user's own. str
        intrinsic         Computed intrinsics: focal lengths and principal point in x and y. float32 (4); default 0 0 0 0
        ipd               Inter-pupillary distance. float [m]; default 0.068
        mode              Camera tracking mode. mjtCamLight; default mjCAMLIGHT_FIXED
        name              Element name, unique among elements of the same type. str
        output            Rendered outputs. int; default 1
        pos               Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        principal_length  Principal point offset in x and y. float32 (2) [m]; default 0 0
        principal_pixel   Principal point offset in x and y, in pixels. float32 (2) [pixel]; default 0 0
        proj              Projection type. mjtProjection; default mjPROJ_PERSPECTIVE
        quat              Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0
        resolution        Image resolution: width, height. int32 (2) [pixel]; default 1 1
        sensor_size       Size of the image sensor: width, height. float32 (2) [m]; default 0 0
        targetbody        Name of the target body. str
        userdata          User data. float64 (n)
        xyaxes            Orientation as x axis and y axis. float64 (6)
        zaxis             Orientation as z axis, turned the least. float64 (3)

        Returns    the new MjsCamera
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsCamera; Modeling / Model editing
        """
    def add_light(self, default: MjsDefault | None = ..., *, active: SupportsIndex | None = ..., ambient: _Numbers | None = ..., attenuation: _Numbers | None = ..., bulbradius: SupportsFloat | None = ..., castshadow: SupportsIndex | None = ..., classname: MjsDefault | None = ..., cutoff: SupportsFloat | None = ..., diffuse: _Numbers | None = ..., dir: _Numbers | None = ..., exponent: SupportsFloat | None = ..., info: str | None = ..., intensity: SupportsFloat | None = ..., mode: mjtCamLight | SupportsIndex | None = ..., name: str | None = ..., pos: _Numbers | None = ..., range: SupportsFloat | None = ..., softness: SupportsFloat | None = ..., specular: _Numbers | None = ..., targetbody: str | None = ..., texture: str | None = ..., type: mjtLightType | SupportsIndex | None = ...) -> MjsLight:
        """Add a light, and return it. Its attributes are keywords; None leaves one as it is.

        default      the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        active       Whether the light is on. int; default 1
        ambient      Ambient color. float32 (3); default 0 0 0
        attenuation  Attenuation coefficients: constant, linear, quadratic. float32 (3) [1, 1/m, 1/m^2]; default 1 0 0
        bulbradius   Radius of the bulb, for soft shadows. float [m]; default 0.02
        castshadow   Whether the light casts shadows. int; default 1
        classname    Defaults class assigned to the element, whose values are not copied. MjsDefault
        cutoff       Cutoff angle of a spotlight, from the axis. float [degree]; default 45
        diffuse      Diffuse color. float32 (3); default 0.7 0.7 0.7
        dir          Direction of the light. float64 (3); default 0 0 -1
        exponent     Exponent of the spotlight falloff. float; default 10
        info         A text of the user's own. str
        intensity    Luminous intensity, for physically based renderers. float [cd]; default 0
        mode         Light tracking mode. mjtCamLight; default mjCAMLIGHT_FIXED
        name         Element name, unique among elements of the same type. str
        pos          Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0
        range        Effective range of the light. float [m]; default 10
        softness     Softness of the edge of a spotlight, a fraction of the cutoff angle; for physically based renderers. float; default 0.2
        specular     Specular color. float32 (3); default 0.3 0.3 0.3
        targetbody   Name of the target body. str
        texture      Name of the texture of an image-based light. str
        type         Light type. mjtLightType; default mjLIGHT_SPOT

        Returns    the new MjsLight
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsLight; Modeling / Model editing
        """

class DefaultAttributes:
    """Templates of MjsDefault, one for each kind of element."""
    @property
    def joint(self) -> MjsJoint:
        """Default attribute values of joint elements in this class."""
    @property
    def geom(self) -> MjsGeom:
        """Default attribute values of geom elements in this class."""
    @property
    def site(self) -> MjsSite:
        """Default attribute values of site elements in this class."""
    @property
    def camera(self) -> MjsCamera:
        """Default attribute values of camera elements in this class."""
    @property
    def light(self) -> MjsLight:
        """Default attribute values of light elements in this class."""
    @property
    def flex(self) -> MjsFlex:
        """Default attribute values of flex elements in this class."""
    @property
    def mesh(self) -> MjsMesh:
        """Default attribute values of mesh elements in this class."""
    @property
    def texture(self) -> MjsTexture:
        """Default attribute values of texture elements in this class."""
    @property
    def material(self) -> MjsMaterial:
        """Default attribute values of material elements in this class."""
    @property
    def pair(self) -> MjsPair:
        """Default attribute values of pair elements in this class."""
    @property
    def equality(self) -> MjsEquality:
        """Default attribute values of equality elements in this class."""
    @property
    def tendon(self) -> MjsTendon:
        """Default attribute values of tendon elements in this class."""
    @property
    def actuator(self) -> MjsActuator:
        """Default attribute values of actuator elements in this class."""

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
        """Directory of the model file. str"""
    @modelfiledir.setter
    def modelfiledir(self, value: str) -> None: ...
    @property
    def release(self) -> str:
        """Release of MuJoCo whose meaning the model has, such as 4.0.0; empty: that of the API level. str"""
    @release.setter
    def release(self, value: str) -> None: ...
    @property
    def strippath(self) -> int:
        """Whether directories are removed from file names. int; default 0"""
    @strippath.setter
    def strippath(self, value: SupportsIndex) -> None: ...
    @property
    def memory(self) -> int:
        """Arena size in bytes; -1: as needed. Stored without effect. int; default -1"""
    @memory.setter
    def memory(self, value: SupportsIndex) -> None: ...
    @property
    def nemax(self) -> int:
        """Maximum number of equality constraints. Stored without effect. int; default 0"""
    @nemax.setter
    def nemax(self, value: SupportsIndex) -> None: ...
    @property
    def hasImplicitPluginElem(self) -> int:
        """Whether any element has an implicit plugin instance. int; default 0"""
    @hasImplicitPluginElem.setter
    def hasImplicitPluginElem(self, value: SupportsIndex) -> None: ...
    @property
    def njmax(self) -> int:
        """Maximum number of constraint rows; deprecated, replaced by memory. int; default -1"""
    @njmax.setter
    def njmax(self, value: SupportsIndex) -> None: ...
    @property
    def nconmax(self) -> int:
        """Maximum number of contacts; deprecated, replaced by memory. int; default -1"""
    @nconmax.setter
    def nconmax(self, value: SupportsIndex) -> None: ...
    @property
    def nstack(self) -> int:
        """Stack size in values; deprecated, replaced by memory. int; default -1"""
    @nstack.setter
    def nstack(self, value: SupportsIndex) -> None: ...
    @property
    def nuserdata(self) -> int:
        """Length of MjData.userdata. int; default 0"""
    @nuserdata.setter
    def nuserdata(self, value: SupportsIndex) -> None: ...
    @property
    def nkey(self) -> int:
        """Number of keyframes, if larger than the number of key elements. int; default 0"""
    @nkey.setter
    def nkey(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_body(self) -> int:
        """Length of the user data per body; -1: length of the longest list. int; default -1"""
    @nuser_body.setter
    def nuser_body(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_jnt(self) -> int:
        """Length of the user data per joint; -1: length of the longest list. int; default -1"""
    @nuser_jnt.setter
    def nuser_jnt(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_geom(self) -> int:
        """Length of the user data per geom; -1: length of the longest list. int; default -1"""
    @nuser_geom.setter
    def nuser_geom(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_site(self) -> int:
        """Length of the user data per site; -1: length of the longest list. int; default -1"""
    @nuser_site.setter
    def nuser_site(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_cam(self) -> int:
        """Length of the user data per camera; -1: length of the longest list. int; default -1"""
    @nuser_cam.setter
    def nuser_cam(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_tendon(self) -> int:
        """Length of the user data per tendon; -1: length of the longest list. int; default -1"""
    @nuser_tendon.setter
    def nuser_tendon(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_actuator(self) -> int:
        """Length of the user data per actuator; -1: length of the longest list. int; default -1"""
    @nuser_actuator.setter
    def nuser_actuator(self, value: SupportsIndex) -> None: ...
    @property
    def nuser_sensor(self) -> int:
        """Length of the user data per sensor; -1: length of the longest list. int; default -1"""
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
    def add_actuator(self, default: MjsDefault | None = ..., *, actdim: SupportsIndex | None = ..., actearly: SupportsIndex | None = ..., actlimited: SupportsIndex | None = ..., actrange: _Numbers | None = ..., armature: SupportsFloat | None = ..., biasprm: _Numbers | None = ..., biastype: mjtBias | SupportsIndex | None = ..., classname: MjsDefault | None = ..., cranklength: SupportsFloat | None = ..., ctrllimited: SupportsIndex | None = ..., ctrlrange: _Numbers | None = ..., ctrlspec: SupportsIndex | None = ..., damping: _Numbers | None = ..., delay: SupportsFloat | None = ..., dynprm: _Numbers | None = ..., dyntype: mjtDyn | SupportsIndex | None = ..., ffrange: _Numbers | None = ..., forcelimited: SupportsIndex | None = ..., forcerange: _Numbers | None = ..., gainprm: _Numbers | None = ..., gaintype: mjtGain | SupportsIndex | None = ..., gear: _Numbers | None = ..., group: SupportsIndex | None = ..., info: str | None = ..., inheritrange: SupportsFloat | None = ..., interp: SupportsIndex | None = ..., lengthrange: _Numbers | None = ..., name: str | None = ..., nsample: SupportsIndex | None = ..., plugin: MjsPlugin | None = ..., refsite: str | None = ..., slidersite: str | None = ..., target: str | None = ..., trntype: mjtTrn | SupportsIndex | None = ..., userdata: _Numbers | None = ..., velrange: _Numbers | None = ...) -> MjsActuator:
        """Add an actuator, and return it. Its attributes are keywords; None leaves one as it is.

        default       the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        actdim        Number of activations; -1: as required by the dynamics type. int; default -1
        actearly      Whether the force is computed from the activation of the next timestep. int; default 0
        actlimited    Whether the activation is clamped to actrange. int; default 2
        actrange      Activation limits. float64 (2); default 0 0
        armature      Armature inertia of the target joint or tendon, times gear squared. float [kg or kg m^2]; default 0
        biasprm       Parameters of the bias. float64 (10); default 0 0 0 0 0 0 0 0 0 0
        biastype      Bias type: force at zero control. mjtBias; default mjBIAS_NONE
        classname     Defaults class assigned to the element, whose values are not copied. MjsDefault
        cranklength   Length of the connecting rod of a slider-crank. float [m]; default 0
        ctrllimited   Whether the control is clamped to ctrlrange. int; default 2
        ctrlrange     Control limits. float64 (2); default 0 0
        ctrlspec      Inputs: bits of mjtCtrlInput, or a chart (mjtCtrlChart) for gaintype so3; 0: those of the gaintype. int; default 0
        damping       Damping of the target joint or tendon, times gear squared; the three values are as for joints. float64 (3) [N s/m or N m s/rad]; default 0 0 0
        delay         Delay; requires a history buffer. float [s]; default 0
        dynprm        Parameters of the activation dynamics. float64 (10); default 1 0 0 0 0 0 0 0 0 0
        dyntype       Activation dynamics. mjtDyn; default mjDYN_NONE
        ffrange       Limits of the feedforward input of a pid. float64 (2) [N or N m]; default 0 0
        forcelimited  Whether the force is clamped to forcerange. int; default 2
        forcerange    Force limits. float64 (2) [N or N m]; default 0 0
        gainprm       Parameters of the gain. float64 (10); default 1 0 0 0 0 0 0 0 0 0
        gaintype      Gain type: dependence of the force on the control or activation. mjtGain; default mjGAIN_FIXED
        gear          Gear ratio: scale of length and force; a 3D axis for ball joints, a 6D axis for free joints and sites. float64 (6); default 1 0 0 0 0 0
        group         Integer group, for visualization and selection. int; default 0
        info          A text of the user's own. str
        inheritrange  Control range of a position servo, as a multiple of the range of its joint or tendon; 0: not inherited. float; default 0
        interp        Interpolation between samples of the history buffer. int; default 0
        lengthrange   Feasible range of the transmission length; used by muscles. float64 (2) [m or rad]; default 0 0
        name          Element name, unique among elements of the same type. str
        nsample       Number of samples in the history buffer. int; default 0
        plugin        Plugin of the element. MjsPlugin
        refsite       Name of the site that defines the reference frame of the length and force. str
        slidersite    Name of the site that defines the slider position and direction (z axis). str
        target        Name of the transmission target: joint, tendon, site or body. str
        trntype       Transmission type. mjtTrn; default mjTRN_UNDEFINED
        userdata      User data. float64 (n)
        velrange      Limits of the velocity input of a pid. float64 (2) [m/s or rad/s]; default 0 0

        Returns    the new MjsActuator
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsActuator; Modeling / Model editing
        """
    def add_equality(self, default: MjsDefault | None = ..., *, active: SupportsIndex | None = ..., classname: MjsDefault | None = ..., data: _Numbers | None = ..., info: str | None = ..., name: str | None = ..., name1: str | None = ..., name2: str | None = ..., objtype: mjtObj | SupportsIndex | None = ..., solimp: _Numbers | None = ..., solref: _Numbers | None = ..., type: mjtEq | SupportsIndex | None = ...) -> MjsEquality:
        """Add an equality, and return it. Its attributes are keywords; None leaves one as it is.

        default    the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        active     Whether the constraint is active initially. int; default 1
        classname  Defaults class assigned to the element, whose values are not copied. MjsDefault
        data       Type-specific parameters: anchor, relative pose and torquescale, or polynomial coefficients. float64 (11); default 0 1 0 0 0 0 0 0 0 0 1
        info       A text of the user's own. str
        name       Element name, unique among elements of the same type. str
        name1      Name of the first body, site, joint, tendon or flex. str
        name2      Name of the second element; empty: the world body, or none. str
        objtype    Type of the two objects of a connect or weld: body or site. mjtObj; default mjOBJ_UNKNOWN
        solimp     Constraint solver impedance: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solref     Constraint solver reference. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        type       Equality constraint type. mjtEq; default mjEQ_CONNECT

        Returns    the new MjsEquality
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsEquality; Modeling / Model editing
        """
    def add_exclude(self, default: MjsDefault | None = ..., *, bodyname1: str | None = ..., bodyname2: str | None = ..., info: str | None = ..., name: str | None = ...) -> MjsExclude:
        """Add an exclude, and return it. Its attributes are keywords; None leaves one as it is.

        default    not used: it has no class
        bodyname1  Name of the first body. str
        bodyname2  Name of the second body. str
        info       A text of the user's own. str
        name       Element name, unique among elements of the same type. str

        Returns    the new MjsExclude
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsExclude; Modeling / Model editing
        """
    def add_flex(self, default: MjsDefault | None = ..., *, activelayers: SupportsIndex | None = ..., cellcount: _Numbers | None = ..., conaffinity: SupportsIndex | None = ..., condim: SupportsIndex | None = ..., contype: SupportsIndex | None = ..., damping: SupportsFloat | None = ..., dim: SupportsIndex | None = ..., edgedamping: SupportsFloat | None = ..., edgestiffness: SupportsFloat | None = ..., elastic2d: SupportsIndex | None = ..., elastic3d: SupportsIndex | None = ..., elem: _Numbers | None = ..., elemtexcoord: _Numbers | None = ..., flatskin: SupportsIndex | None = ..., friction: _Numbers | None = ..., gap: SupportsFloat | None = ..., group: SupportsIndex | None = ..., info: str | None = ..., internal: SupportsIndex | None = ..., margin: SupportsFloat | None = ..., material: str | Iterable[str] | None = ..., name: str | None = ..., node: _Numbers | None = ..., nodebody: Iterable[str] | None = ..., order: SupportsIndex | None = ..., passive: SupportsIndex | None = ..., poisson: SupportsFloat | None = ..., priority: SupportsIndex | None = ..., radius: SupportsFloat | None = ..., rgba: _Numbers | None = ..., section: SupportsIndex | None = ..., sectionsize: _Numbers | None = ..., selfcollide: SupportsIndex | None = ..., shear: SupportsFloat | None = ..., size: _Numbers | None = ..., solimp: _Numbers | None = ..., solmix: SupportsFloat | None = ..., solref: _Numbers | None = ..., stressyield: _Numbers | None = ..., texcoord: _Numbers | None = ..., thickness: SupportsFloat | None = ..., vert: _Numbers | None = ..., vertbody: Iterable[str] | None = ..., vertcollide: SupportsIndex | None = ..., young: SupportsFloat | None = ...) -> MjsFlex:
        """Add a flex, and return it. Its attributes are keywords; None leaves one as it is.

        default        not used: it has no class
        activelayers   Number of outermost element layers that take part in self-collision. int; default 1
        cellcount      Number of cells along each axis of the grid of interpolation nodes. int32 (3); default 1 1 1
        conaffinity    Contact affinity bitmask, tested against contype of the other geom. int; default 1
        condim         Contact dimensionality; 1: normal, 3: sliding, 4: torsional, 6: rolling friction. int; default 3
        contype        Contact type bitmask, tested against conaffinity of the other geom. int; default 1
        damping        Rayleigh damping coefficient. float [s]; default 0
        dim            Dimensionality; 1: lines, 2: triangles, 3: tetrahedra. int; default 2
        edgedamping    Damping coefficient of the edges. float [N s/m]; default 0
        edgestiffness  Stiffness of the edges. float [N/m]; default 0
        elastic2d      Elastic deformation modes of a 2D flex: bending, stretching. int; default 0
        elastic3d      Material of solids; 0: Saint Venant-Kirchhoff, the only one. int; default 0
        elem           Vertex ids of the elements. int32 (n)
        elemtexcoord   Texture coordinate indices of the element vertices. int32 (n)
        flatskin       Whether flat shading is used. int; default 0
        friction       Friction coefficients: sliding, torsional, rolling. float64 (3) [1, m, m]; default 1 0.005 0.0001
        gap            Part of the margin in which contacts generate no force. float [m]; default 0
        group          Integer group, for visualization and selection. int; default 0
        info           A text of the user's own. str
        internal       Whether internal collisions that prevent element inversion are enabled. int; default 0
        margin         Distance threshold below which the constraint becomes active. float [m]; default 0
        material       Material that defines the appearance; from release 4.0 on, also one of each element, separated by blanks. str or list of str
        name           Element name, unique among elements of the same type. str
        node           Node positions in the body frames, three values per node. float64 (n) [m]
        nodebody       Names of the bodies of the interpolation nodes. list of str
        order          Order of the interpolation between nodes; 0: none, or that of one cell with 8 or 27 nodes. int; default 0
        passive        Whether contacts act as passive forces. int; default 0
        poisson        Poisson's ratio. float; default 0
        priority       Contact priority: the geom with the higher priority determines the contact parameters. int; default 0
        radius         Radius of the elements. float [m]; default 0.005
        rgba           Color and opacity: red, green, blue, alpha, 0 to 1. float32 (4); default 0.5 0.5 0.5 1
        section        Cross-section of a 1D flex. int; default 0
        sectionsize    Half sizes of the box section of a 1D flex. float64 (2) [m]; default 0 0
        selfcollide    Method of self-collision detection. int; default 4
        shear          Shear modulus of a 1D flex; 0: young / (2 (1 + poisson)). float [Pa]; default 0
        size           Half sizes of the bounding box of the nodes. float64 (3); default 0 0 0
        solimp         Constraint solver impedance of the contact: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solmix         Weight for mixing the contact solver parameters of two geoms. float; default 1
        solref         Constraint solver reference of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        stressyield    Strains at which stretching and bending yield; 0: elastic. float64 (2); default 0 0
        texcoord       Texture coordinates. float32 (n)
        thickness      Thickness of a 2D flex. float [m]; default -1
        vert           Vertex positions in the body frames. float64 (n) [m]
        vertbody       Names of the vertex bodies. list of str
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
        content_type  Media type; replaces detection by file extension. str
        file          File name. str
        info          A text of the user's own. str
        name          Element name, unique among elements of the same type. str
        ncol          Number of columns of the elevation data. int; default 0
        nrow          Number of rows of the elevation data. int; default 0
        size          Half size in x, half size in y, maximum elevation, base thickness. float64 (4) [m]; default 0 0 0 0
        userdata      Elevation data in row-major order, normalized to 0 to 1. float32 (n)

        Returns    the new MjsHField
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsHField; Modeling / Model editing
        """
    def add_key(self, default: MjsDefault | None = ..., *, act: _Numbers | None = ..., ctrl: _Numbers | None = ..., info: str | None = ..., mpos: _Numbers | None = ..., mquat: _Numbers | None = ..., name: str | None = ..., plastic: _Numbers | None = ..., qpos: _Numbers | None = ..., qvel: _Numbers | None = ..., time: SupportsFloat | None = ...) -> MjsKey:
        """Add a key, and return it. Its attributes are keywords; None leaves one as it is.

        default  not used: it has no class
        act      Actuator activations. float64 (n)
        ctrl     Actuator controls. float64 (n)
        info     A text of the user's own. str
        mpos     Positions of mocap bodies. float64 (n) [m]
        mquat    Orientations of mocap bodies. float64 (n)
        name     Element name, unique among elements of the same type. str
        plastic  References of springs that yield. float64 (n)
        qpos     Joint positions. float64 (n)
        qvel     Joint velocities. float64 (n)
        time     Simulation time. float [s]; default 0

        Returns    the new MjsKey
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsKey; Modeling / Model editing
        """
    def add_material(self, default: MjsDefault | None = ..., *, classname: MjsDefault | None = ..., emission: SupportsFloat | None = ..., info: str | None = ..., metallic: SupportsFloat | None = ..., name: str | None = ..., reflectance: SupportsFloat | None = ..., rgba: _Numbers | None = ..., roughness: SupportsFloat | None = ..., shininess: SupportsFloat | None = ..., specular: SupportsFloat | None = ..., texrepeat: _Numbers | None = ..., textures: Iterable[str] | None = ..., texuniform: SupportsIndex | None = ...) -> MjsMaterial:
        """Add a material, and return it. Its attributes are keywords; None leaves one as it is.

        default      the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        classname    Defaults class assigned to the element, whose values are not copied. MjsDefault
        emission     Emission, as a multiple of the color. float; default 0
        info         A text of the user's own. str
        metallic     Metallic coefficient, for physically based renderers. float; default -1
        name         Element name, unique among elements of the same type. str
        reflectance  Reflectance. float; default 0
        rgba         Color and opacity: red, green, blue, alpha. float32 (4); default 1 1 1 1
        roughness    Roughness coefficient, for physically based renderers. float; default -1
        shininess    Shininess: sharpness of specular highlights. float; default 0.5
        specular     Specularity. float; default 0.5
        texrepeat    Number of repetitions of a 2d texture along each axis. float32 (2); default 1 1
        textures     Names of textures, by role (mjtTextureRole). 10 str
        texuniform   Whether texrepeat is relative to spatial units rather than to the object size. int; default 0

        Returns    the new MjsMaterial
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsMaterial; Modeling / Model editing
        """
    def add_mesh(self, default: MjsDefault | None = ..., *, classname: MjsDefault | None = ..., content_type: str | None = ..., file: str | None = ..., inertia: mjtMeshInertia | SupportsIndex | None = ..., info: str | None = ..., material: str | None = ..., maxhullvert: SupportsIndex | None = ..., name: str | None = ..., needsdf: SupportsIndex | None = ..., octree_maxdepth: SupportsIndex | None = ..., plugin: MjsPlugin | None = ..., refpos: _Numbers | None = ..., refquat: _Numbers | None = ..., scale: _Numbers | None = ..., smoothnormal: SupportsIndex | None = ..., userface: _Numbers | None = ..., userfacenormal: _Numbers | None = ..., userfacetexcoord: _Numbers | None = ..., usernode: _Numbers | None = ..., usernormal: _Numbers | None = ..., usertet: _Numbers | None = ..., usertexcoord: _Numbers | None = ..., uservert: _Numbers | None = ...) -> MjsMesh:
        """Add a mesh, and return it. Its attributes are keywords; None leaves one as it is.

        default           the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        classname         Defaults class assigned to the element, whose values are not copied. MjsDefault
        content_type      Media type; replaces detection by file extension. str
        file              File name. str
        inertia           Method for volume and inertia. mjtMeshInertia; default mjMESH_INERTIA_LEGACY
        info              A text of the user's own. str
        material          Material that defines the appearance. str
        maxhullvert       Maximum number of vertices of the convex hull; -1: unlimited. int; default -1
        name              Element name, unique among elements of the same type. str
        needsdf           Whether a signed distance field of the mesh is computed. int; default 0
        octree_maxdepth   Largest depth of the octree of the mesh, 0 to 6. int; default 6
        plugin            Plugin of the element. MjsPlugin
        refpos            Reference position, subtracted from the vertices. float64 (3) [m]; default 0 0 0
        refquat           Reference orientation; its inverse is applied to the vertices and normals. float64 (4); default 1 0 0 0
        scale             Scale factors along the axes. float64 (3); default 1 1 1
        smoothnormal      Whether vertex normals are averaged across sharp edges. int; default 0
        userface          Vertex indices of the faces. int32 (n)
        userfacenormal    Normal indices of the faces. int32 (n)
        userfacetexcoord  Texture coordinate indices of the faces. int32 (n)
        usernode          Node positions of a builtin grid, which flexcomps use. float32 (n) [m]
        usernormal        Vertex normals. float32 (n)
        usertet           Node indices of the tetrahedra of a builtin grid. int32 (n)
        usertexcoord      Texture coordinates. float32 (n)
        uservert          Vertex positions. float32 (n) [m]

        Returns    the new MjsMesh
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsMesh; Modeling / Model editing
        """
    def add_numeric(self, default: MjsDefault | None = ..., *, data: _Numbers | None = ..., info: str | None = ..., name: str | None = ..., size: SupportsIndex | None = ...) -> MjsNumeric:
        """Add a numeric, and return it. Its attributes are keywords; None leaves one as it is.

        default  not used: it has no class
        data     Values of the array. float64 (n)
        info     A text of the user's own. str
        name     Name of the field. str
        size     Size of the array, if larger than data. int; default 0

        Returns    the new MjsNumeric
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsNumeric; Modeling / Model editing
        """
    def add_pair(self, default: MjsDefault | None = ..., *, adhesion: SupportsFloat | None = ..., classname: MjsDefault | None = ..., condim: SupportsIndex | None = ..., friction: _Numbers | None = ..., gap: SupportsFloat | None = ..., geomname1: str | None = ..., geomname2: str | None = ..., info: str | None = ..., margin: SupportsFloat | None = ..., name: str | None = ..., solimp: _Numbers | None = ..., solref: _Numbers | None = ..., solreffriction: _Numbers | None = ...) -> MjsPair:
        """Add a pair, and return it. Its attributes are keywords; None leaves one as it is.

        default         the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        adhesion        Force by which each contact may pull. float [N]; default 0
        classname       Defaults class assigned to the element, whose values are not copied. MjsDefault
        condim          Contact dimensionality: 1, 3, 4 or 6. int; default 3
        friction        Friction coefficients: two sliding, one torsional, two rolling. float64 (5) [1, 1, m, m, m]; default 1 1 0.005 0.0001 0.0001
        gap             Part of the margin in which contacts generate no force. float [m]; default 0
        geomname1       Name of the first geom. str
        geomname2       Name of the second geom. str
        info            A text of the user's own. str
        margin          Distance threshold below which the constraint becomes active. float [m]; default 0
        name            Element name, unique among elements of the same type. str
        solimp          Constraint solver impedance of the contact: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solref          Constraint solver reference of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        solreffriction  Constraint solver reference in the friction directions; 0: solref. float64 (2) [s, 1]; default 0 0

        Returns    the new MjsPair
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsPair; Modeling / Model editing
        """
    def add_plugin(self, default: MjsDefault | None = ..., *, active: SupportsIndex | None = ..., info: str | None = ..., name: str | None = ..., plugin_name: str | None = ...) -> MjsPlugin:
        """Add a plugin, and return it. Its attributes are keywords; None leaves one as it is.

        default      not used: it has no class
        active       Whether the element uses a plugin. int; default 0
        info         A text of the user's own. str
        name         Name of a plugin instance declared under extension. str
        plugin_name  Name of the plugin. str

        Returns    the new MjsPlugin
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsPlugin; Modeling / Model editing
        """
    def add_sensor(self, default: MjsDefault | None = ..., *, cutoff: SupportsFloat | None = ..., datatype: mjtDataType | SupportsIndex | None = ..., delay: SupportsFloat | None = ..., dim: SupportsIndex | None = ..., info: str | None = ..., interp: SupportsIndex | None = ..., interval: _Numbers | None = ..., intprm: _Numbers | None = ..., name: str | None = ..., needstage: mjtStage | SupportsIndex | None = ..., noise: SupportsFloat | None = ..., nsample: SupportsIndex | None = ..., objname: str | None = ..., objtype: mjtObj | SupportsIndex | None = ..., plugin: MjsPlugin | None = ..., refname: str | None = ..., reftype: mjtObj | SupportsIndex | None = ..., type: mjtSensor | SupportsIndex | None = ..., userdata: _Numbers | None = ...) -> MjsSensor:
        """Add a sensor, and return it. Its attributes are keywords; None leaves one as it is.

        default    not used: it has no class
        cutoff     Cutoff: maximum absolute value of the reading; 0: none. float; default 0
        datatype   Data type of the reading: real, positive, unit vector, quaternion. mjtDataType; default mjDATATYPE_REAL
        delay      Delay; requires a history buffer. float [s]; default 0
        dim        Number of elements of the reading; user sensors only. int; default 0
        info       A text of the user's own. str
        interp     Interpolation between samples of the history buffer. int; default 0
        interval   Sampling interval: period, phase. float64 (2) [s]; default 0 0
        intprm     Integer parameters of rangefinders and contact sensors. int32 (3); default 0 0 0
        name       Element name, unique among elements of the same type. str
        needstage  Pipeline stage that the sensor requires. mjtStage; default mjSTAGE_ACC
        noise      Standard deviation of the sensor noise; not applied in simulation. float; default 0
        nsample    Number of samples in the history buffer. int; default 0
        objname    Name of the sensed object. str
        objtype    Type of the sensed object. mjtObj; default mjOBJ_UNKNOWN
        plugin     Plugin of the element. MjsPlugin
        refname    Name of the reference object; empty: world frame. str
        reftype    Type of the reference object. mjtObj; default mjOBJ_UNKNOWN
        type       Sensor type. mjtSensor; default mjSENS_TOUCH
        userdata   User data. float64 (n)

        Returns    the new MjsSensor
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsSensor; Modeling / Model editing
        """
    def add_skin(self, default: MjsDefault | None = ..., *, bindpos: _Numbers | None = ..., bindquat: _Numbers | None = ..., bodyname: Iterable[str] | None = ..., face: _Numbers | None = ..., file: str | None = ..., group: SupportsIndex | None = ..., inflate: SupportsFloat | None = ..., info: str | None = ..., material: str | None = ..., name: str | None = ..., rgba: _Numbers | None = ..., texcoord: _Numbers | None = ..., vert: _Numbers | None = ..., vertid: Sequence[Sequence[int]] | None = ..., vertweight: Sequence[Sequence[float]] | None = ...) -> MjsSkin:
        """Add a skin, and return it. Its attributes are keywords; None leaves one as it is.

        default     not used: it has no class
        bindpos     Bind positions of the bone bodies, three values per bone. float32 (n)
        bindquat    Bind orientations of the bone bodies, four values per bone. float32 (n)
        bodyname    Names of the bone bodies. list of str
        face        Vertex indices of the faces. int32 (n)
        file        File name of the skin. str
        group       Integer group, for visualization and selection. int; default 0
        inflate     Offset of the vertices along the normals. float [m]; default 0
        info        A text of the user's own. str
        material    Material that defines the appearance. str
        name        Element name, unique among elements of the same type. str
        rgba        Color and opacity: red, green, blue, alpha, 0 to 1. float32 (4); default 0.5 0.5 0.5 1
        texcoord    Texture coordinates. float32 (n)
        vert        Vertex positions. float32 (n) [m]
        vertid      Vertex ids of each bone. list of str
        vertweight  Vertex weights of each bone. list of str

        Returns    the new MjsSkin
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsSkin; Modeling / Model editing
        """
    def add_tendon(self, default: MjsDefault | None = ..., *, actfrclimited: SupportsIndex | None = ..., actfrcrange: _Numbers | None = ..., armature: SupportsFloat | None = ..., classname: MjsDefault | None = ..., damping: SupportsFloat | _Numbers | None = ..., frictionloss: SupportsFloat | None = ..., group: SupportsIndex | None = ..., info: str | None = ..., limited: SupportsIndex | None = ..., margin: SupportsFloat | None = ..., material: str | None = ..., name: str | None = ..., range: _Numbers | None = ..., rgba: _Numbers | None = ..., solimp_friction: _Numbers | None = ..., solimp_limit: _Numbers | None = ..., solref_friction: _Numbers | None = ..., solref_limit: _Numbers | None = ..., springlength: _Numbers | None = ..., springyield: SupportsFloat | None = ..., stiffness: SupportsFloat | _Numbers | None = ..., userdata: _Numbers | None = ..., width: SupportsFloat | None = ...) -> MjsTendon:
        """Add a tendon, and return it. Its attributes are keywords; None leaves one as it is.

        default          the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        actfrclimited    Whether the total actuator force is limited. int; default 0
        actfrcrange      Limits of the total actuator force. float64 (2) [N or N m]; default 0 0
        armature         Armature inertia associated with changes of the tendon length. float [kg]; default 0
        classname        Defaults class assigned to the element, whose values are not copied. MjsDefault
        damping          Damping coefficient; three values for a force a v + b v|v| + c v^3. float or float64 (3) [N s/m]; default 0 0 0
        frictionloss     Dry friction: maximum friction force. float [N or N m]; default 0
        group            Integer group, for visualization and selection. int; default 0
        info             A text of the user's own. str
        limited          Whether the range is enforced; auto: if a range is specified and autolimits is true. int; default 2
        margin           Distance threshold below which the constraint becomes active. float [m]; default 0
        material         Material that defines the appearance. str
        name             Element name, unique among elements of the same type. str
        range            Tendon length limits. float64 (2) [m or rad]; default 0 0
        rgba             Color and opacity: red, green, blue, alpha, 0 to 1. float32 (4); default 0.5 0.5 0.5 1
        solimp_friction  Constraint solver impedance of the dry friction: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solimp_limit     Constraint solver impedance of the limit: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2
        solref_friction  Constraint solver reference of the dry friction. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        solref_limit     Constraint solver reference of the limit. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1
        springlength     Spring rest length, or deadband with two values; -1: tendon length in the initial configuration. float64 (2) [m]; default -1 -1
        springyield      Displacement at which the spring yields: beyond, its deadband follows; 0: elastic. float [m]; default 0
        stiffness        Spring stiffness; three values for a force a x + b x^2 + c x^3. float or float64 (3) [N/m]; default 0 0 0
        userdata         User data. float64 (n)
        width            Radius of the rendered tendon. float [m]; default 0.003

        Returns    the new MjsTendon
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsTendon; Modeling / Model editing
        """
    def add_text(self, default: MjsDefault | None = ..., *, data: str | None = ..., info: str | None = ..., name: str | None = ...) -> MjsText:
        """Add a text, and return it. Its attributes are keywords; None leaves one as it is.

        default  not used: it has no class
        data     Text. str
        info     A text of the user's own. str
        name     Name. str

        Returns    the new MjsText
        Errors     TypeError: there is no such attribute, or its value has another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjsText; Modeling / Model editing
        """
    def add_texture(self, default: MjsDefault | None = ..., *, builtin: SupportsIndex | None = ..., classname: MjsDefault | None = ..., colorspace: mjtColorSpace | SupportsIndex | None = ..., content_type: str | None = ..., cubefiles: Iterable[str] | None = ..., data: bytes | bytearray | memoryview | Iterable[SupportsIndex] | None = ..., embed: mjtEmbed | SupportsIndex | None = ..., file: str | None = ..., gridlayout: Iterable[str] | None = ..., gridsize: _Numbers | None = ..., height: SupportsIndex | None = ..., hflip: SupportsIndex | None = ..., info: str | None = ..., mark: SupportsIndex | None = ..., markrgb: _Numbers | None = ..., name: str | None = ..., nchannel: SupportsIndex | None = ..., random: SupportsFloat | None = ..., rgb1: _Numbers | None = ..., rgb2: _Numbers | None = ..., type: mjtTexture | SupportsIndex | None = ..., vflip: SupportsIndex | None = ..., width: SupportsIndex | None = ...) -> MjsTexture:
        """Add a texture, and return it. Its attributes are keywords; None leaves one as it is.

        default       the class whose values are copied (MjsDefault); None: the class that applies in this body or frame
        builtin       Procedurally generated pattern. int; default 0
        classname     Defaults class assigned to the element, whose values are not copied. MjsDefault
        colorspace    Color space of the texture file. mjtColorSpace; default mjCOLORSPACE_AUTO
        content_type  Media type; replaces detection by file extension. str
        cubefiles     File names of the cube sides: right, left, up, down, front, back. 6 str
        data          Texture pixels by rows, nchannel bytes each; replaces the file. bytes
        embed         Whether the model has the pixels, or only the path of the file; auto: as passthrough says. mjtEmbed; default mjEMBED_AUTO
        file          File name. str
        gridlayout    Cube side of each grid cell, by rows: R L U D F B, or . for unused. 12 str; default . . . . . . . . . . . .
        gridsize      Number of rows and columns of the image grid. int32 (2); default 1 1
        height        Height of the generated texture; for cubes 6 times the width. int [pixel]; default 0
        hflip         Whether the image is flipped horizontally. int; default 0
        info          A text of the user's own. str
        mark          Procedural mark on top of the pattern. int; default 0
        markrgb       Color of the procedural marks. float64 (3); default 0 0 0
        name          Element name, unique among elements of the same type. str
        nchannel      Number of channels. int; default 3
        random        Fraction of the pixels covered by random marks. float; default 0.01
        rgb1          First color of the generated pattern. float64 (3); default 0.8 0.8 0.8
        rgb2          Second color of the generated pattern. float64 (3); default 0.5 0.5 0.5
        type          Texture type: mapping to objects. mjtTexture; default mjTEXTURE_CUBE
        vflip         Whether the image is flipped vertically. int; default 0
        width         Width of the generated texture. int [pixel]; default 0

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
        objprm   Real-valued parameters, one per element. float64 (n)
        objtype  Types of the elements (mjtObj). int32 (n)

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

        Deleting a body deletes its content too, and all elements outside the tree that refer to any of it, except tuples.
        References to other deleted elements remain, so that compiling reports them. The content of a deleted frame moves to
        the enclosing frame; in specs of release 4.0 and later it is deleted as that of a body is. Elements of a deleted
        class keep their values; its derived classes are deleted too.

        el         the element, or the defaults class

        Errors     TypeError: el is not an element
                   ValueError: el is the world body, the main class, or an element of another spec, or the spec is attached
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
    def from_string(xml: str | bytes, include: Mapping[str, str | bytes] | None=..., assets: Mapping[str, str | bytes] | None=..., vfs: MjVfs | None=..., *, release: str=...) -> MjSpec:
        """Create a spec from an XML string, in MJCF or URDF.

        xml        the text
        include    contents of included or attached XML files, by name
        assets     contents of asset files, by name; they become ``spec.assets``
        vfs        an MjVfs with such contents, instead of include and assets
        release    MuJoCo release whose semantics the model follows, such as "4.0"; "": that of the API level

        Returns    the spec
        Errors     TypeError: xml is not text
                   gelenk.Error (a ValueError) with file, line, column, element, attribute, and the remedy
        Source     API / Parse and compile; XML reference
        """
    @staticmethod
    def from_file(filename: str | os.PathLike[str], include: Mapping[str, str | bytes] | None=..., assets: Mapping[str, str | bytes] | None=..., vfs: MjVfs | None=..., *, release: str=...) -> MjSpec:
        """Create a spec from an XML file, in MJCF or URDF, or from an archive (.mjz, .zip).

        filename   path of the file
        include    contents of included or attached XML files, by name
        assets     contents of asset files, by name; they become ``spec.assets``
        vfs        an MjVfs with such contents, instead of include and assets
        release    MuJoCo release whose semantics the model follows, such as "4.0"; "": that of the API level

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
    def compile(self, vfs: MjVfs | None=...) -> MjModel:
        """Compile the spec to a model; the spec can then be edited and compiled again.

        vfs        an MjVfs with files that the spec names; they become ``spec.assets``

        Returns    the MjModel
        Errors     gelenk.Error (a ValueError) with the wrong element and the reason
        Source     API / Parse and compile; Modeling / Model editing
        """
    def recompile(self, m: MjModel, d: MjData, vfs: MjVfs | None=...) -> builtins.tuple[MjModel, MjData]:
        """Compile again and transfer the state.

        Time, positions, velocities, activations, controls and mocap poses of elements that existed before are copied from
        ``d``; new elements start with the values of the model. ``m`` and ``d`` are unchanged.

        m          the last model compiled from this spec
        d          the state of m
        vfs        as for compile

        Returns    (new MjModel, new MjData)
        Errors     as for compile; TypeError: m is not an MjModel or d not an MjData
                   ValueError: m is not the last model compiled from this spec
        Source     API / MjSpec; Modeling / Model editing
        """
    def copy_back(self, model: MjModel) -> None:
        """Write the numbers that were changed in a model to the spec that it was compiled from.

        Numbers that differ from a new compilation are written so that the spec compiles to them; all of them, or none.

        model      the model last compiled from this spec

        Errors     TypeError: model is not an MjModel
                   ValueError: the model was not compiled from this spec, or a change cannot be expressed in a spec, such
                   as a mass that follows from geoms
        Source     API / mj_copyBack; Modeling / Model editing
        """
    def fuse_static(self, vfs: MjVfs | None=...) -> int:
        """Fuse the static bodies of the spec with their parents: each becomes a frame.

        Bodies remain if they have a joint, plugin, sleep policy or fuse="false", are referenced, or if forces would change.

        vfs        an MjVfs with files that the spec names; they become ``spec.assets``

        Returns    the number of fused bodies
        Errors     gelenk.Error (a ValueError) if the spec cannot be compiled
        Source     XML reference / compiler (fusestatic)
        """
    def discard_visual(self, vfs: MjVfs | None=...) -> int:
        """Delete the elements of the spec that have no effect on the dynamics.

        These are materials, textures, geoms that neither collide nor are referenced, and their meshes. Inertias are kept.

        vfs        an MjVfs with files that the spec names; they become ``spec.assets``

        Returns    the number of deleted elements
        Errors     gelenk.Error (a ValueError) if the spec cannot be compiled, or if inertiafromgeom is true and such a
                   geom has mass
        Source     XML reference / compiler (discardvisual)
        """
    def adopt_inertial(self, body: MjsBody, vfs: MjVfs | None=...) -> None:
        """Write the inferred inertial of a body to the spec, so that geoms no longer determine it.

        body       a body of this spec
        vfs        an MjVfs with files that the spec names; they become ``spec.assets``

        Errors     TypeError: body is not a body
                   ValueError: body is not in this spec, or inertiafromgeom is true
                   gelenk.Error (a ValueError) if the spec cannot be compiled
        Source     XML reference / body / inertial
        """
    def dedup_assets(self) -> int:
        """Merge textures and meshes that compile to equal assets; the first of each remains.

        Returns    the number of deleted assets
        Errors     ValueError: the spec is attached to another one
        Source     API / MjSpec; Modeling / Model editing
        """
    def to_xml(self) -> str:
        """Return the model as MJCF text, compiling the spec first if it has been edited.

        With savecompiled false in spec.compiler, the text is the spec as authored, which need not compile.

        Returns    the text
        Errors     gelenk.Error where the spec does not compile, or MJCF cannot express it
        Source     API / Parse and compile; XML reference
        """
    def encode(self, filename: str | os.PathLike[str], model: MjModel | None=..., content_type: str | None=...) -> int:
        """Write the spec, or a model compiled from it, to a file.

        The suffix names the form: .xml MJCF; .mjz and .zip MJCF with its files; .mjb the model in binary form; .txt the
        model as text, as mj_printModel writes it. MJCF is that of the spec, with the values of the model if one is given.

        filename       path of the file
        model          a model compiled from this spec; needed for .mjb and .txt
        content_type   "text/xml", "text/plain" or "application/zip": decides instead of the suffix

        Returns    the size of the file [bytes]
        Errors     TypeError: an argument has another type
                   FatalError: there is no such form, or the form needs a model
                   ValueError: the model was not compiled from this spec
                   gelenk.Error where MJCF cannot express the spec, or the file cannot be written
        Source     API / MjSpec
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
        """Whether a specified range implies limited="true". int; default 1"""
    @autolimits.setter
    def autolimits(self, value: SupportsIndex) -> None: ...
    @property
    def boundmass(self) -> float:
        """Lower bound on the mass of moving bodies. float [kg]; default 0"""
    @boundmass.setter
    def boundmass(self, value: SupportsFloat) -> None: ...
    @property
    def boundinertia(self) -> float:
        """Lower bound on the inertia of moving bodies. float [kg m^2]; default 0"""
    @boundinertia.setter
    def boundinertia(self, value: SupportsFloat) -> None: ...
    @property
    def settotalmass(self) -> float:
        """Total mass after scaling; negative: no scaling. float [kg]; default -1"""
    @settotalmass.setter
    def settotalmass(self, value: SupportsFloat) -> None: ...
    @property
    def balanceinertia(self) -> int:
        """Whether inertias that violate the triangle inequality are replaced by their mean. int; default 0"""
    @balanceinertia.setter
    def balanceinertia(self, value: SupportsIndex) -> None: ...
    @property
    def degree(self) -> int:
        """Unit of angles in the XML. int; default 1"""
    @degree.setter
    def degree(self, value: SupportsIndex) -> None: ...
    @property
    def fitaabb(self) -> int:
        """Whether primitives are fitted to the bounding box of a mesh rather than to its inertia box. int; default 0"""
    @fitaabb.setter
    def fitaabb(self, value: SupportsIndex) -> None: ...
    @property
    def eulerseq(self) -> list[str]:
        """Euler rotation sequence: xyz intrinsic, XYZ extrinsic axes. 3 str; default x y z"""
    @eulerseq.setter
    def eulerseq(self, value: Iterable[str]) -> None: ...
    @property
    def meshdir(self) -> str:
        """Directory of mesh and height field files. str"""
    @meshdir.setter
    def meshdir(self, value: str) -> None: ...
    @property
    def texturedir(self) -> str:
        """Directory of texture files. str"""
    @texturedir.setter
    def texturedir(self, value: str) -> None: ...
    @property
    def discardvisual(self) -> int:
        """Whether elements without effect on the physics are discarded. int; default 0"""
    @discardvisual.setter
    def discardvisual(self, value: SupportsIndex) -> None: ...
    @property
    def usethread(self) -> int:
        """Whether several threads are used for compilation. int; default 1"""
    @usethread.setter
    def usethread(self, value: SupportsIndex) -> None: ...
    @property
    def fusestatic(self) -> int:
        """Whether static bodies are fused with their parents. int; default 0"""
    @fusestatic.setter
    def fusestatic(self, value: SupportsIndex) -> None: ...
    @property
    def inertiafromgeom(self) -> int:
        """Whether body inertias are inferred from geoms: never, always, or if not specified. int; default 2"""
    @inertiafromgeom.setter
    def inertiafromgeom(self, value: SupportsIndex) -> None: ...
    @property
    def alignfree(self) -> int:
        """Whether frames of free bodies are aligned with the inertial frames. int; default 0"""
    @alignfree.setter
    def alignfree(self, value: SupportsIndex) -> None: ...
    @property
    def inertiagrouprange(self) -> npt.NDArray[np.int32]:
        """Range of geom groups used to infer body inertias. int32 (2); default 0 5"""
    @inertiagrouprange.setter
    def inertiagrouprange(self, value: _Numbers) -> None: ...
    @property
    def saveinertial(self) -> int:
        """Whether saved models contain the inertial of each body. int; default 0"""
    @saveinertial.setter
    def saveinertial(self, value: SupportsIndex) -> None: ...
    @property
    def savecompiled(self) -> int:
        """Whether models are saved as 3.5.0 saves them; else as authored. int; default 1"""
    @savecompiled.setter
    def savecompiled(self, value: SupportsIndex) -> None: ...
    @property
    def savecanonical(self) -> int:
        """Whether models saved as authored have quaternions, radians, no `fromto` and general actuators. int; default 1"""
    @savecanonical.setter
    def savecanonical(self, value: SupportsIndex) -> None: ...
    @property
    def conflict(self) -> mjtConflict:
        """Treatment of settings that differ from those of an attached model. mjtConflict; default mjCONFLICT_WARNING"""
    @conflict.setter
    def conflict(self, value: mjtConflict | SupportsIndex) -> None: ...
    @property
    def authored(self) -> int:
        """Attributes that a text has, as bits. int; default 0"""
    @authored.setter
    def authored(self, value: SupportsIndex) -> None: ...
    @property
    def passthrough(self) -> mjtPassthrough:
        """Assets of which the model has the path instead of the contents. mjtPassthrough; default mjPASSTHROUGH_NONE"""
    @passthrough.setter
    def passthrough(self, value: mjtPassthrough | SupportsIndex) -> None: ...

class LROptAttributes:
    """Attributes of MjLROpt."""
    @property
    def mode(self) -> int:
        """Actuators whose length range is computed. int; default 1"""
    @mode.setter
    def mode(self, value: SupportsIndex) -> None: ...
    @property
    def useexisting(self) -> int:
        """Whether an existing length range is kept. int; default 1"""
    @useexisting.setter
    def useexisting(self, value: SupportsIndex) -> None: ...
    @property
    def uselimit(self) -> int:
        """Whether joint and tendon limits are used as length range. int; default 0"""
    @uselimit.setter
    def uselimit(self, value: SupportsIndex) -> None: ...
    @property
    def accel(self) -> float:
        """Target acceleration of the applied force. float [m/s^2]; default 20"""
    @accel.setter
    def accel(self, value: SupportsFloat) -> None: ...
    @property
    def maxforce(self) -> float:
        """Maximum applied force; 0: unlimited. float [N]; default 0"""
    @maxforce.setter
    def maxforce(self, value: SupportsFloat) -> None: ...
    @property
    def timeconst(self) -> float:
        """Time constant of the velocity damping. float [s]; default 1"""
    @timeconst.setter
    def timeconst(self, value: SupportsFloat) -> None: ...
    @property
    def timestep(self) -> float:
        """Simulation timestep. float [s]; default 0.01"""
    @timestep.setter
    def timestep(self, value: SupportsFloat) -> None: ...
    @property
    def inttotal(self) -> float:
        """Total simulation time. float [s]; default 10"""
    @inttotal.setter
    def inttotal(self, value: SupportsFloat) -> None: ...
    @property
    def interval(self) -> float:
        """Final time interval in which the length range is measured. float [s]; default 2"""
    @interval.setter
    def interval(self, value: SupportsFloat) -> None: ...
    @property
    def tolrange(self) -> float:
        """Convergence tolerance of the length, relative to the range. float; default 0.05"""
    @tolrange.setter
    def tolrange(self, value: SupportsFloat) -> None: ...

class OptionAttributes:
    """Attributes of MjOption."""
    @property
    def timestep(self) -> float:
        """Simulation timestep. float [s]; default 0.002"""
    @timestep.setter
    def timestep(self, value: SupportsFloat) -> None: ...
    @property
    def impratio(self) -> float:
        """Ratio of the friction impedance to the normal impedance of contacts. float; default 1"""
    @impratio.setter
    def impratio(self, value: SupportsFloat) -> None: ...
    @property
    def tolerance(self) -> float:
        """Termination tolerance of the solver: scaled cost reduction or gradient norm. float; default 1e-08"""
    @tolerance.setter
    def tolerance(self, value: SupportsFloat) -> None: ...
    @property
    def ls_tolerance(self) -> float:
        """Tolerance of the line search, relative to tolerance. float; default 0.01"""
    @ls_tolerance.setter
    def ls_tolerance(self, value: SupportsFloat) -> None: ...
    @property
    def noslip_tolerance(self) -> float:
        """Termination tolerance of the noslip solver. float; default 1e-06"""
    @noslip_tolerance.setter
    def noslip_tolerance(self, value: SupportsFloat) -> None: ...
    @property
    def ccd_tolerance(self) -> float:
        """Tolerance of the convex collision algorithm. float [m]; default 1e-06"""
    @ccd_tolerance.setter
    def ccd_tolerance(self, value: SupportsFloat) -> None: ...
    @property
    def sleep_tolerance(self) -> float:
        """Velocity below which a tree may fall asleep. float [m/s]; default 0.0001"""
    @sleep_tolerance.setter
    def sleep_tolerance(self, value: SupportsFloat) -> None: ...
    @property
    def gravity(self) -> npt.NDArray[np.float64]:
        """Gravitational acceleration. float64 (3) [m/s^2]; default 0 0 -9.81"""
    @gravity.setter
    def gravity(self, value: _Numbers) -> None: ...
    @property
    def wind(self) -> npt.NDArray[np.float64]:
        """Velocity of the medium (wind). float64 (3) [m/s]; default 0 0 0"""
    @wind.setter
    def wind(self, value: _Numbers) -> None: ...
    @property
    def magnetic(self) -> npt.NDArray[np.float64]:
        """Global magnetic flux. float64 (3) [T]; default 0 -0.5 0"""
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
        """Contact margin, if override is enabled. float [m]; default 0"""
    @o_margin.setter
    def o_margin(self, value: SupportsFloat) -> None: ...
    @property
    def o_solref(self) -> npt.NDArray[np.float64]:
        """Contact solver reference, if override is enabled. float64 (2); default 0.02 1"""
    @o_solref.setter
    def o_solref(self, value: _Numbers) -> None: ...
    @property
    def o_solimp(self) -> npt.NDArray[np.float64]:
        """Contact solver impedance, if override is enabled. float64 (5); default 0.9 0.95 0.001 0.5 2"""
    @o_solimp.setter
    def o_solimp(self, value: _Numbers) -> None: ...
    @property
    def o_friction(self) -> npt.NDArray[np.float64]:
        """Contact friction coefficients, if override is enabled. float64 (5); default 1 1 0.005 0.0001 0.0001"""
    @o_friction.setter
    def o_friction(self, value: _Numbers) -> None: ...
    @property
    def integrator(self) -> int:
        """Integration method. int; default 0"""
    @integrator.setter
    def integrator(self, value: SupportsIndex) -> None: ...
    @property
    def cone(self) -> int:
        """Friction cone type. int; default 0"""
    @cone.setter
    def cone(self, value: SupportsIndex) -> None: ...
    @property
    def jacobian(self) -> int:
        """Type of the constraint Jacobian; auto: sparse from 60 degrees of freedom. int; default 2"""
    @jacobian.setter
    def jacobian(self, value: SupportsIndex) -> None: ...
    @property
    def solver(self) -> int:
        """Constraint solver algorithm. int; default 2"""
    @solver.setter
    def solver(self, value: SupportsIndex) -> None: ...
    @property
    def iterations(self) -> int:
        """Maximum number of solver iterations. int; default 100"""
    @iterations.setter
    def iterations(self, value: SupportsIndex) -> None: ...
    @property
    def ls_iterations(self) -> int:
        """Maximum number of line search iterations. int; default 50"""
    @ls_iterations.setter
    def ls_iterations(self, value: SupportsIndex) -> None: ...
    @property
    def noslip_iterations(self) -> int:
        """Maximum number of noslip solver iterations. int; default 0"""
    @noslip_iterations.setter
    def noslip_iterations(self, value: SupportsIndex) -> None: ...
    @property
    def ccd_iterations(self) -> int:
        """Maximum number of iterations of the convex collision algorithm. int; default 35"""
    @ccd_iterations.setter
    def ccd_iterations(self, value: SupportsIndex) -> None: ...
    @property
    def sdf_iterations(self) -> int:
        """Number of iterations per starting point in signed distance field collisions. int; default 10"""
    @sdf_iterations.setter
    def sdf_iterations(self, value: SupportsIndex) -> None: ...
    @property
    def sdf_initpoints(self) -> int:
        """Number of starting points in signed distance field collisions. int; default 40"""
    @sdf_initpoints.setter
    def sdf_initpoints(self, value: SupportsIndex) -> None: ...
    @property
    def disableflags(self) -> int:
        """Disabled features, bits of mjtDisableBit. int; default 0"""
    @disableflags.setter
    def disableflags(self, value: SupportsIndex) -> None: ...
    @property
    def enableflags(self) -> int:
        """Enabled features, bits of mjtEnableBit. int; default 0"""
    @enableflags.setter
    def enableflags(self, value: SupportsIndex) -> None: ...
    @property
    def disableactuator(self) -> int:
        """Disabled actuator groups, one bit per group. int; default 0"""
    @disableactuator.setter
    def disableactuator(self, value: SupportsIndex) -> None: ...

class GlobalAttributes:
    """Attributes of Global."""
    @property
    def cameraid(self) -> int:
        """Initial camera of the viewer; -1: free camera, -2: selected by model size. int; default -1"""
    @cameraid.setter
    def cameraid(self, value: SupportsIndex) -> None: ...
    @property
    def orthographic(self) -> int:
        """Whether the free camera uses orthographic projection. int; default 0"""
    @orthographic.setter
    def orthographic(self, value: SupportsIndex) -> None: ...
    @property
    def fovy(self) -> float:
        """Vertical field of view of the free camera [degree]. float; default 45"""
    @fovy.setter
    def fovy(self, value: SupportsFloat) -> None: ...
    @property
    def ipd(self) -> float:
        """Inter-pupillary distance [m]. float; default 0.068"""
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
        """Line width [pixel]. float; default 1"""
    @linewidth.setter
    def linewidth(self, value: SupportsFloat) -> None: ...
    @property
    def glow(self) -> float:
        """Emission of the selected body. float; default 0.3"""
    @glow.setter
    def glow(self, value: SupportsFloat) -> None: ...
    @property
    def realtime(self) -> float:
        """Initial real-time factor of the viewer. float; default 1"""
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
        """Whether inertia is drawn as ellipsoids rather than boxes. int; default 0"""
    @ellipsoidinertia.setter
    def ellipsoidinertia(self, value: SupportsIndex) -> None: ...
    @property
    def bvactive(self) -> int:
        """Whether nodes visited in collision detection are drawn in color bvactive. int; default 1"""
    @bvactive.setter
    def bvactive(self, value: SupportsIndex) -> None: ...

class QualityAttributes:
    """Attributes of Quality."""
    @property
    def shadowsize(self) -> int:
        """Resolution of the shadow map. int [pixel]; default 4096"""
    @shadowsize.setter
    def shadowsize(self, value: SupportsIndex) -> None: ...
    @property
    def offsamples(self) -> int:
        """Number of multisamples per pixel of the offscreen buffer. int; default 4"""
    @offsamples.setter
    def offsamples(self, value: SupportsIndex) -> None: ...
    @property
    def numslices(self) -> int:
        """Number of slices of sphere and cylinder meshes. int; default 28"""
    @numslices.setter
    def numslices(self, value: SupportsIndex) -> None: ...
    @property
    def numstacks(self) -> int:
        """Number of stacks of sphere and cylinder meshes. int; default 16"""
    @numstacks.setter
    def numstacks(self, value: SupportsIndex) -> None: ...
    @property
    def numquads(self) -> int:
        """Number of quads per side of a box face. int; default 4"""
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
        """Whether the headlight is on. int; default 1"""
    @active.setter
    def active(self, value: SupportsIndex) -> None: ...

class MapAttributes:
    """Attributes of Map."""
    @property
    def stiffness(self) -> float:
        """Stiffness of the mouse perturbation: force per displacement. float; default 100"""
    @stiffness.setter
    def stiffness(self, value: SupportsFloat) -> None: ...
    @property
    def stiffnessrot(self) -> float:
        """Rotational stiffness of the mouse perturbation: torque per angle. float; default 500"""
    @stiffnessrot.setter
    def stiffnessrot(self, value: SupportsFloat) -> None: ...
    @property
    def force(self) -> float:
        """Scale from force to arrow length, relative to the mean body size per mean body weight. float; default 0.005"""
    @force.setter
    def force(self, value: SupportsFloat) -> None: ...
    @property
    def torque(self) -> float:
        """Scale from torque to arrow length. float; default 0.1"""
    @torque.setter
    def torque(self, value: SupportsFloat) -> None: ...
    @property
    def alpha(self) -> float:
        """Opacity of geoms when drawn transparent. float; default 0.3"""
    @alpha.setter
    def alpha(self, value: SupportsFloat) -> None: ...
    @property
    def fogstart(self) -> float:
        """Distance at which fog starts, relative to the extent. float; default 3"""
    @fogstart.setter
    def fogstart(self, value: SupportsFloat) -> None: ...
    @property
    def fogend(self) -> float:
        """Distance at which fog ends, relative to the extent. float; default 10"""
    @fogend.setter
    def fogend(self, value: SupportsFloat) -> None: ...
    @property
    def znear(self) -> float:
        """Near clipping plane, relative to the extent. float; default 0.01"""
    @znear.setter
    def znear(self, value: SupportsFloat) -> None: ...
    @property
    def zfar(self) -> float:
        """Far clipping plane, relative to the extent. float; default 50"""
    @zfar.setter
    def zfar(self, value: SupportsFloat) -> None: ...
    @property
    def haze(self) -> float:
        """Fraction of the distance to the horizon that is hazy. float; default 0.3"""
    @haze.setter
    def haze(self, value: SupportsFloat) -> None: ...
    @property
    def shadowclip(self) -> float:
        """Half width of the shadow volume of directional lights, relative to the extent. float; default 1"""
    @shadowclip.setter
    def shadowclip(self, value: SupportsFloat) -> None: ...
    @property
    def shadowscale(self) -> float:
        """Fraction of the spotlight cutoff angle that casts shadows. float; default 0.6"""
    @shadowscale.setter
    def shadowscale(self, value: SupportsFloat) -> None: ...
    @property
    def actuatortendon(self) -> float:
        """Width of actuated tendons, relative to other tendons. float; default 2"""
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
        """Width of lines that connect bodies. float; default 0.2"""
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
        """Size of the selection point. float; default 0.2"""
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
        """Length of camera frustums. float; default 10"""
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
        """Mean diagonal of the joint-space inertia matrix. float [kg]; default undefined"""
    @meaninertia.setter
    def meaninertia(self, value: SupportsFloat) -> None: ...
    @property
    def meanmass(self) -> float:
        """Mean body mass. float [kg]; default undefined"""
    @meanmass.setter
    def meanmass(self, value: SupportsFloat) -> None: ...
    @property
    def meansize(self) -> float:
        """Mean body size. float [m]; default undefined"""
    @meansize.setter
    def meansize(self, value: SupportsFloat) -> None: ...
    @property
    def extent(self) -> float:
        """Spatial extent of the model. float [m]; default undefined"""
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
        """Scale factors along the axes. float64 (3); default 1 1 1"""
    @scale.setter
    def scale(self, value: _Numbers) -> None: ...
    @property
    def maxhullvert(self) -> int:
        """Maximum number of vertices of the convex hull; -1: unlimited. int; default -1"""
    @maxhullvert.setter
    def maxhullvert(self, value: SupportsIndex) -> None: ...
    @property
    def inertia(self) -> mjtMeshInertia:
        """Method for volume and inertia. mjtMeshInertia; default mjMESH_INERTIA_LEGACY"""
    @inertia.setter
    def inertia(self, value: mjtMeshInertia | SupportsIndex) -> None: ...
    @property
    def userfacenormal(self) -> npt.NDArray[np.int32]:
        """Normal indices of the faces. int32 (n)"""
    @userfacenormal.setter
    def userfacenormal(self, value: _Numbers) -> None: ...
    @property
    def userfacetexcoord(self) -> npt.NDArray[np.int32]:
        """Texture coordinate indices of the faces. int32 (n)"""
    @userfacetexcoord.setter
    def userfacetexcoord(self, value: _Numbers) -> None: ...
    @property
    def usernode(self) -> npt.NDArray[np.float32]:
        """Node positions of a builtin grid, which flexcomps use. float32 (n) [m]"""
    @usernode.setter
    def usernode(self, value: _Numbers) -> None: ...
    @property
    def usertet(self) -> npt.NDArray[np.int32]:
        """Node indices of the tetrahedra of a builtin grid. int32 (n)"""
    @usertet.setter
    def usertet(self, value: _Numbers) -> None: ...
    @property
    def octree_maxdepth(self) -> int:
        """Largest depth of the octree of the mesh, 0 to 6. int; default 6"""
    @octree_maxdepth.setter
    def octree_maxdepth(self, value: SupportsIndex) -> None: ...
    @property
    def needsdf(self) -> int:
        """Whether a signed distance field of the mesh is computed. int; default 0"""
    @needsdf.setter
    def needsdf(self, value: SupportsIndex) -> None: ...
    @property
    def content_type(self) -> str:
        """Media type; replaces detection by file extension. str"""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def file(self) -> str:
        """File name. str"""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def uservert(self) -> npt.NDArray[np.float32]:
        """Vertex positions. float32 (n) [m]"""
    @uservert.setter
    def uservert(self, value: _Numbers) -> None: ...
    @property
    def usernormal(self) -> npt.NDArray[np.float32]:
        """Vertex normals. float32 (n)"""
    @usernormal.setter
    def usernormal(self, value: _Numbers) -> None: ...
    @property
    def usertexcoord(self) -> npt.NDArray[np.float32]:
        """Texture coordinates. float32 (n)"""
    @usertexcoord.setter
    def usertexcoord(self, value: _Numbers) -> None: ...
    @property
    def userface(self) -> npt.NDArray[np.int32]:
        """Vertex indices of the faces. int32 (n)"""
    @userface.setter
    def userface(self, value: _Numbers) -> None: ...
    @property
    def refpos(self) -> npt.NDArray[np.float64]:
        """Reference position, subtracted from the vertices. float64 (3) [m]; default 0 0 0"""
    @refpos.setter
    def refpos(self, value: _Numbers) -> None: ...
    @property
    def refquat(self) -> npt.NDArray[np.float64]:
        """Reference orientation; its inverse is applied to the vertices and normals. float64 (4); default 1 0 0 0"""
    @refquat.setter
    def refquat(self, value: _Numbers) -> None: ...
    @property
    def smoothnormal(self) -> int:
        """Whether vertex normals are averaged across sharp edges. int; default 0"""
    @smoothnormal.setter
    def smoothnormal(self, value: SupportsIndex) -> None: ...
    @property
    def material(self) -> str:
        """Material that defines the appearance. str"""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin attached to this element."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...

class TextureAttributes:
    """Attributes of MjsTexture."""
    @property
    def type(self) -> mjtTexture:
        """Texture type: mapping to objects. mjtTexture; default mjTEXTURE_CUBE"""
    @type.setter
    def type(self, value: mjtTexture | SupportsIndex) -> None: ...
    @property
    def colorspace(self) -> mjtColorSpace:
        """Color space of the texture file. mjtColorSpace; default mjCOLORSPACE_AUTO"""
    @colorspace.setter
    def colorspace(self, value: mjtColorSpace | SupportsIndex) -> None: ...
    @property
    def gridsize(self) -> npt.NDArray[np.int32]:
        """Number of rows and columns of the image grid. int32 (2); default 1 1"""
    @gridsize.setter
    def gridsize(self, value: _Numbers) -> None: ...
    @property
    def gridlayout(self) -> list[str]:
        """Cube side of each grid cell, by rows: R L U D F B, or . for unused. 12 str; default . . . . . . . . . . . ."""
    @gridlayout.setter
    def gridlayout(self, value: Iterable[str]) -> None: ...
    @property
    def builtin(self) -> int:
        """Procedurally generated pattern. int; default 0"""
    @builtin.setter
    def builtin(self, value: SupportsIndex) -> None: ...
    @property
    def rgb1(self) -> npt.NDArray[np.float64]:
        """First color of the generated pattern. float64 (3); default 0.8 0.8 0.8"""
    @rgb1.setter
    def rgb1(self, value: _Numbers) -> None: ...
    @property
    def rgb2(self) -> npt.NDArray[np.float64]:
        """Second color of the generated pattern. float64 (3); default 0.5 0.5 0.5"""
    @rgb2.setter
    def rgb2(self, value: _Numbers) -> None: ...
    @property
    def mark(self) -> int:
        """Procedural mark on top of the pattern. int; default 0"""
    @mark.setter
    def mark(self, value: SupportsIndex) -> None: ...
    @property
    def markrgb(self) -> npt.NDArray[np.float64]:
        """Color of the procedural marks. float64 (3); default 0 0 0"""
    @markrgb.setter
    def markrgb(self, value: _Numbers) -> None: ...
    @property
    def random(self) -> float:
        """Fraction of the pixels covered by random marks. float; default 0.01"""
    @random.setter
    def random(self, value: SupportsFloat) -> None: ...
    @property
    def width(self) -> int:
        """Width of the generated texture. int [pixel]; default 0"""
    @width.setter
    def width(self, value: SupportsIndex) -> None: ...
    @property
    def height(self) -> int:
        """Height of the generated texture; for cubes 6 times the width. int [pixel]; default 0"""
    @height.setter
    def height(self, value: SupportsIndex) -> None: ...
    @property
    def hflip(self) -> int:
        """Whether the image is flipped horizontally. int; default 0"""
    @hflip.setter
    def hflip(self, value: SupportsIndex) -> None: ...
    @property
    def vflip(self) -> int:
        """Whether the image is flipped vertically. int; default 0"""
    @vflip.setter
    def vflip(self, value: SupportsIndex) -> None: ...
    @property
    def nchannel(self) -> int:
        """Number of channels. int; default 3"""
    @nchannel.setter
    def nchannel(self, value: SupportsIndex) -> None: ...
    @property
    def embed(self) -> mjtEmbed:
        """Whether the model has the pixels, or only the path of the file; auto: as passthrough says. mjtEmbed; default mjEMBED_AUTO"""
    @embed.setter
    def embed(self, value: mjtEmbed | SupportsIndex) -> None: ...
    @property
    def cubefiles(self) -> list[str]:
        """File names of the cube sides: right, left, up, down, front, back. 6 str"""
    @cubefiles.setter
    def cubefiles(self, value: Iterable[str]) -> None: ...
    @property
    def data(self) -> bytes:
        """Texture pixels by rows, nchannel bytes each; replaces the file. bytes"""
    @data.setter
    def data(self, value: bytes | bytearray | memoryview | Iterable[SupportsIndex]) -> None: ...
    @property
    def content_type(self) -> str:
        """Media type; replaces detection by file extension. str"""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def file(self) -> str:
        """File name. str"""
    @file.setter
    def file(self, value: str) -> None: ...

class MaterialAttributes:
    """Attributes of MjsMaterial."""
    @property
    def texrepeat(self) -> npt.NDArray[np.float32]:
        """Number of repetitions of a 2d texture along each axis. float32 (2); default 1 1"""
    @texrepeat.setter
    def texrepeat(self, value: _Numbers) -> None: ...
    @property
    def texuniform(self) -> int:
        """Whether texrepeat is relative to spatial units rather than to the object size. int; default 0"""
    @texuniform.setter
    def texuniform(self, value: SupportsIndex) -> None: ...
    @property
    def emission(self) -> float:
        """Emission, as a multiple of the color. float; default 0"""
    @emission.setter
    def emission(self, value: SupportsFloat) -> None: ...
    @property
    def specular(self) -> float:
        """Specularity. float; default 0.5"""
    @specular.setter
    def specular(self, value: SupportsFloat) -> None: ...
    @property
    def shininess(self) -> float:
        """Shininess: sharpness of specular highlights. float; default 0.5"""
    @shininess.setter
    def shininess(self, value: SupportsFloat) -> None: ...
    @property
    def reflectance(self) -> float:
        """Reflectance. float; default 0"""
    @reflectance.setter
    def reflectance(self, value: SupportsFloat) -> None: ...
    @property
    def metallic(self) -> float:
        """Metallic coefficient, for physically based renderers. float; default -1"""
    @metallic.setter
    def metallic(self, value: SupportsFloat) -> None: ...
    @property
    def roughness(self) -> float:
        """Roughness coefficient, for physically based renderers. float; default -1"""
    @roughness.setter
    def roughness(self, value: SupportsFloat) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity: red, green, blue, alpha. float32 (4); default 1 1 1 1"""
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
        """Joint type. mjtJoint; default mjJNT_HINGE"""
    @type.setter
    def type(self, value: mjtJoint | SupportsIndex) -> None: ...
    @property
    def group(self) -> int:
        """Integer group, for visualization and selection. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Joint anchor in the body frame; ignored for free joints. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def axis(self) -> npt.NDArray[np.float64]:
        """Joint axis in the body frame: rotation axis of hinges, direction of slides. float64 (3); default 0 0 1"""
    @axis.setter
    def axis(self, value: _Numbers) -> None: ...
    @property
    def springdamper(self) -> npt.NDArray[np.float64]:
        """Time constant and damping ratio from which stiffness and damping are computed. float64 (2) [s, 1]; default 0 0"""
    @springdamper.setter
    def springdamper(self, value: _Numbers) -> None: ...
    @property
    def stiffness(self) -> float | npt.NDArray[np.float64]:
        """Spring stiffness; three values for a force a x + b x^2 + c x^3. float or float64 (3) [N/m or N m/rad]; default 0 0 0"""
    @stiffness.setter
    def stiffness(self, value: SupportsFloat | _Numbers) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """Joint limits; ball joints: 0, maximum angle. float64 (2) [m or angle]; default 0 0"""
    @range.setter
    def range(self, value: _Numbers) -> None: ...
    @property
    def limited(self) -> int:
        """Whether the range is enforced; auto: if a range is specified and autolimits is true. int; default 2"""
    @limited.setter
    def limited(self, value: SupportsIndex) -> None: ...
    @property
    def solref_limit(self) -> npt.NDArray[np.float64]:
        """Constraint solver reference of the limit. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref_limit.setter
    def solref_limit(self, value: _Numbers) -> None: ...
    @property
    def solimp_limit(self) -> npt.NDArray[np.float64]:
        """Constraint solver impedance of the limit: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp_limit.setter
    def solimp_limit(self, value: _Numbers) -> None: ...
    @property
    def solref_friction(self) -> npt.NDArray[np.float64]:
        """Constraint solver reference of the dry friction. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref_friction.setter
    def solref_friction(self, value: _Numbers) -> None: ...
    @property
    def solimp_friction(self) -> npt.NDArray[np.float64]:
        """Constraint solver impedance of the dry friction: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp_friction.setter
    def solimp_friction(self, value: _Numbers) -> None: ...
    @property
    def frictionloss(self) -> float:
        """Dry friction: maximum friction force. float [N or N m]; default 0"""
    @frictionloss.setter
    def frictionloss(self, value: SupportsFloat) -> None: ...
    @property
    def actfrclimited(self) -> int:
        """Whether the total actuator force is limited. int; default 2"""
    @actfrclimited.setter
    def actfrclimited(self, value: SupportsIndex) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """Limits of the total actuator force. float64 (2) [N or N m]; default 0 0"""
    @actfrcrange.setter
    def actfrcrange(self, value: _Numbers) -> None: ...
    @property
    def actgravcomp(self) -> int:
        """Whether gravity compensation is applied as an actuator force. int; default 0"""
    @actgravcomp.setter
    def actgravcomp(self, value: SupportsIndex) -> None: ...
    @property
    def margin(self) -> float:
        """Distance to the limit at which the constraint becomes active. float [m or angle]; default 0"""
    @margin.setter
    def margin(self, value: SupportsFloat) -> None: ...
    @property
    def ref(self) -> float:
        """Joint position in the initial configuration of the model. float [m or angle]; default 0"""
    @ref.setter
    def ref(self, value: SupportsFloat) -> None: ...
    @property
    def springref(self) -> float:
        """Joint position at which the spring is at rest. float [m or angle]; default 0"""
    @springref.setter
    def springref(self, value: SupportsFloat) -> None: ...
    @property
    def springyield(self) -> float:
        """Displacement at which the spring yields: beyond, its rest position follows; 0: elastic. float [m or angle]; default 0"""
    @springyield.setter
    def springyield(self, value: SupportsFloat) -> None: ...
    @property
    def armature(self) -> float:
        """Armature inertia: rotor inertia or mass that moves with the joint only. float [kg or kg m^2]; default 0"""
    @armature.setter
    def armature(self, value: SupportsFloat) -> None: ...
    @property
    def damping(self) -> float | npt.NDArray[np.float64]:
        """Damping coefficient; three values for a force a v + b v|v| + c v^3. float or float64 (3) [N s/m or N m s/rad]; default 0 0 0"""
    @damping.setter
    def damping(self, value: SupportsFloat | _Numbers) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """User data. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def align(self) -> int:
        """Whether the frame of a free body is aligned with its inertial frame; 2: auto. int; default 2"""
    @align.setter
    def align(self, value: SupportsIndex) -> None: ...

class GeomAttributes:
    """Attributes of MjsGeom."""
    @property
    def type(self) -> mjtGeom:
        """Geom type. mjtGeom; default mjGEOM_SPHERE"""
    @type.setter
    def type(self, value: mjtGeom | SupportsIndex) -> None: ...
    @property
    def contype(self) -> int:
        """Contact type bitmask, tested against conaffinity of the other geom. int; default 1"""
    @contype.setter
    def contype(self, value: SupportsIndex) -> None: ...
    @property
    def conaffinity(self) -> int:
        """Contact affinity bitmask, tested against contype of the other geom. int; default 1"""
    @conaffinity.setter
    def conaffinity(self, value: SupportsIndex) -> None: ...
    @property
    def condim(self) -> int:
        """Contact dimensionality; 1: normal, 3: sliding, 4: torsional, 6: rolling friction. int; default 3"""
    @condim.setter
    def condim(self, value: SupportsIndex) -> None: ...
    @property
    def priority(self) -> int:
        """Contact priority: the geom with the higher priority determines the contact parameters. int; default 0"""
    @priority.setter
    def priority(self, value: SupportsIndex) -> None: ...
    @property
    def group(self) -> int:
        """Integer group, for visualization and selection. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Geom size parameters; number and meaning depend on the geom type. float64 (3) [m]; default 0 0 0"""
    @size.setter
    def size(self, value: _Numbers) -> None: ...
    @property
    def material(self) -> str:
        """Material that defines the appearance. str"""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity: red, green, blue, alpha, 0 to 1. float32 (4); default 0.5 0.5 0.5 1"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def castshadow(self) -> int:
        """Whether the geom casts shadows. int; default 1"""
    @castshadow.setter
    def castshadow(self, value: SupportsIndex) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Friction coefficients: sliding, torsional, rolling. float64 (3) [1, m, m]; default 1 0.005 0.0001"""
    @friction.setter
    def friction(self, value: _Numbers) -> None: ...
    @property
    def solmix(self) -> float:
        """Weight for mixing the contact solver parameters of two geoms. float; default 1"""
    @solmix.setter
    def solmix(self, value: SupportsFloat) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Constraint solver reference of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref.setter
    def solref(self, value: _Numbers) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Constraint solver impedance of the contact: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp.setter
    def solimp(self, value: _Numbers) -> None: ...
    @property
    def margin(self) -> float:
        """Distance threshold below which the constraint becomes active. float [m]; default 0"""
    @margin.setter
    def margin(self, value: SupportsFloat) -> None: ...
    @property
    def gap(self) -> float:
        """Part of the margin in which contacts generate no force. float [m]; default 0"""
    @gap.setter
    def gap(self, value: SupportsFloat) -> None: ...
    @property
    def surfacevel(self) -> npt.NDArray[np.float64]:
        """Velocity of the surface as contacts see it, in the geom frame: constant part, and angular velocity about the origin of the frame. float64 (6) [m/s, rad/s]; default 0 0 0 0 0 0"""
    @surfacevel.setter
    def surfacevel(self, value: _Numbers) -> None: ...
    @property
    def adhesion(self) -> float:
        """Force by which each contact may pull. float [N]; default 0"""
    @adhesion.setter
    def adhesion(self, value: SupportsFloat) -> None: ...
    @property
    def mass(self) -> float:
        """Geom mass; replaces the mass computed from density. float [kg]; default undefined"""
    @mass.setter
    def mass(self, value: SupportsFloat) -> None: ...
    @property
    def density(self) -> float:
        """Material density from which the mass is computed; per area for shell inertia. float [kg/m^3 or kg/m^2]; default 1000"""
    @density.setter
    def density(self, value: SupportsFloat) -> None: ...
    @property
    def typeinertia(self) -> mjtGeomInertia:
        """Whether the mass is concentrated on the surface. mjtGeomInertia; default mjINERTIA_VOLUME"""
    @typeinertia.setter
    def typeinertia(self, value: mjtGeomInertia | SupportsIndex) -> None: ...
    @property
    def fromto(self) -> npt.NDArray[np.float64]:
        """End points of an elongated shape; replaces position, orientation and length. float64 (6) [m]; default undefined"""
    @fromto.setter
    def fromto(self, value: _Numbers) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @quat.setter
    def quat(self, value: _Numbers) -> None: ...
    @property
    def hfieldname(self) -> str:
        """Name of the height field asset. str"""
    @hfieldname.setter
    def hfieldname(self, value: str) -> None: ...
    @property
    def meshname(self) -> str:
        """Name of the mesh asset; a primitive geom type is fitted to the mesh. str"""
    @meshname.setter
    def meshname(self, value: str) -> None: ...
    @property
    def fitscale(self) -> float:
        """Scale of the primitive fitted to a mesh. float; default 1"""
    @fitscale.setter
    def fitscale(self, value: SupportsFloat) -> None: ...
    @property
    def fluid_ellipsoid(self) -> float:
        """Fluid interaction model: ellipsoid enables per-geom forces. float; default 0"""
    @fluid_ellipsoid.setter
    def fluid_ellipsoid(self, value: SupportsFloat) -> None: ...
    @property
    def fluid_coefs(self) -> npt.NDArray[np.float64]:
        """Ellipsoid fluid model coefficients: blunt drag, slender drag, angular drag, Kutta lift, Magnus lift. float64 (5); default 0.5 0.25 1.5 1 1"""
    @fluid_coefs.setter
    def fluid_coefs(self, value: _Numbers) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """User data. float64 (n)"""
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
        """Site shape. mjtGeom; default mjGEOM_SPHERE"""
    @type.setter
    def type(self, value: mjtGeom | SupportsIndex) -> None: ...
    @property
    def group(self) -> int:
        """Integer group, for visualization and selection. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def material(self) -> str:
        """Material that defines the appearance. str"""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def meshname(self) -> str:
        """Name of the mesh asset whose convex hull is the volume of a site of type mesh. str"""
    @meshname.setter
    def meshname(self, value: str) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity: red, green, blue, alpha, 0 to 1. float32 (4); default 0.5 0.5 0.5 1"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Site size parameters. float64 (3) [m]; default 0.005 0.005 0.005"""
    @size.setter
    def size(self, value: _Numbers) -> None: ...
    @property
    def fromto(self) -> npt.NDArray[np.float64]:
        """End points of an elongated shape; replaces position, orientation and length. float64 (6) [m]; default undefined"""
    @fromto.setter
    def fromto(self, value: _Numbers) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @quat.setter
    def quat(self, value: _Numbers) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """User data. float64 (n)"""
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
        """Camera tracking mode. mjtCamLight; default mjCAMLIGHT_FIXED"""
    @mode.setter
    def mode(self, value: mjtCamLight | SupportsIndex) -> None: ...
    @property
    def proj(self) -> mjtProjection:
        """Projection type. mjtProjection; default mjPROJ_PERSPECTIVE"""
    @proj.setter
    def proj(self, value: mjtProjection | SupportsIndex) -> None: ...
    @property
    def fovy(self) -> float:
        """Vertical field of view. float [degree, or m if orthographic]; default 45"""
    @fovy.setter
    def fovy(self, value: SupportsFloat) -> None: ...
    @property
    def ipd(self) -> float:
        """Inter-pupillary distance. float [m]; default 0.068"""
    @ipd.setter
    def ipd(self, value: SupportsFloat) -> None: ...
    @property
    def resolution(self) -> npt.NDArray[np.int32]:
        """Image resolution: width, height. int32 (2) [pixel]; default 1 1"""
    @resolution.setter
    def resolution(self, value: _Numbers) -> None: ...
    @property
    def output(self) -> int:
        """Rendered outputs. int; default 1"""
    @output.setter
    def output(self, value: SupportsIndex) -> None: ...
    @property
    def focal_length(self) -> npt.NDArray[np.float32]:
        """Focal length of the image sensor in x and y. float32 (2) [m]; default 0 0"""
    @focal_length.setter
    def focal_length(self, value: _Numbers) -> None: ...
    @property
    def focal_pixel(self) -> npt.NDArray[np.float32]:
        """Focal length of the image sensor in x and y, in pixels. float32 (2) [pixel]; default 0 0"""
    @focal_pixel.setter
    def focal_pixel(self, value: _Numbers) -> None: ...
    @property
    def principal_length(self) -> npt.NDArray[np.float32]:
        """Principal point offset in x and y. float32 (2) [m]; default 0 0"""
    @principal_length.setter
    def principal_length(self, value: _Numbers) -> None: ...
    @property
    def principal_pixel(self) -> npt.NDArray[np.float32]:
        """Principal point offset in x and y, in pixels. float32 (2) [pixel]; default 0 0"""
    @principal_pixel.setter
    def principal_pixel(self, value: _Numbers) -> None: ...
    @property
    def sensor_size(self) -> npt.NDArray[np.float32]:
        """Size of the image sensor: width, height. float32 (2) [m]; default 0 0"""
    @sensor_size.setter
    def sensor_size(self, value: _Numbers) -> None: ...
    @property
    def intrinsic(self) -> npt.NDArray[np.float32]:
        """Computed intrinsics: focal lengths and principal point in x and y. float32 (4); default 0 0 0 0"""
    @intrinsic.setter
    def intrinsic(self, value: _Numbers) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @quat.setter
    def quat(self, value: _Numbers) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """User data. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def targetbody(self) -> str:
        """Name of the target body. str"""
    @targetbody.setter
    def targetbody(self, value: str) -> None: ...

class LightAttributes:
    """Attributes of MjsLight."""
    @property
    def mode(self) -> mjtCamLight:
        """Light tracking mode. mjtCamLight; default mjCAMLIGHT_FIXED"""
    @mode.setter
    def mode(self, value: mjtCamLight | SupportsIndex) -> None: ...
    @property
    def type(self) -> mjtLightType:
        """Light type. mjtLightType; default mjLIGHT_SPOT"""
    @type.setter
    def type(self, value: mjtLightType | SupportsIndex) -> None: ...
    @property
    def intensity(self) -> float:
        """Luminous intensity, for physically based renderers. float [cd]; default 0"""
    @intensity.setter
    def intensity(self, value: SupportsFloat) -> None: ...
    @property
    def range(self) -> float:
        """Effective range of the light. float [m]; default 10"""
    @range.setter
    def range(self, value: SupportsFloat) -> None: ...
    @property
    def castshadow(self) -> int:
        """Whether the light casts shadows. int; default 1"""
    @castshadow.setter
    def castshadow(self, value: SupportsIndex) -> None: ...
    @property
    def bulbradius(self) -> float:
        """Radius of the bulb, for soft shadows. float [m]; default 0.02"""
    @bulbradius.setter
    def bulbradius(self, value: SupportsFloat) -> None: ...
    @property
    def active(self) -> int:
        """Whether the light is on. int; default 1"""
    @active.setter
    def active(self, value: SupportsIndex) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position of the frame, in the frame of the parent. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def dir(self) -> npt.NDArray[np.float64]:
        """Direction of the light. float64 (3); default 0 0 -1"""
    @dir.setter
    def dir(self, value: _Numbers) -> None: ...
    @property
    def attenuation(self) -> npt.NDArray[np.float32]:
        """Attenuation coefficients: constant, linear, quadratic. float32 (3) [1, 1/m, 1/m^2]; default 1 0 0"""
    @attenuation.setter
    def attenuation(self, value: _Numbers) -> None: ...
    @property
    def cutoff(self) -> float:
        """Cutoff angle of a spotlight, from the axis. float [degree]; default 45"""
    @cutoff.setter
    def cutoff(self, value: SupportsFloat) -> None: ...
    @property
    def softness(self) -> float:
        """Softness of the edge of a spotlight, a fraction of the cutoff angle; for physically based renderers. float; default 0.2"""
    @softness.setter
    def softness(self, value: SupportsFloat) -> None: ...
    @property
    def exponent(self) -> float:
        """Exponent of the spotlight falloff. float; default 10"""
    @exponent.setter
    def exponent(self, value: SupportsFloat) -> None: ...
    @property
    def ambient(self) -> npt.NDArray[np.float32]:
        """Ambient color. float32 (3); default 0 0 0"""
    @ambient.setter
    def ambient(self, value: _Numbers) -> None: ...
    @property
    def diffuse(self) -> npt.NDArray[np.float32]:
        """Diffuse color. float32 (3); default 0.7 0.7 0.7"""
    @diffuse.setter
    def diffuse(self, value: _Numbers) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """Specular color. float32 (3); default 0.3 0.3 0.3"""
    @specular.setter
    def specular(self, value: _Numbers) -> None: ...
    @property
    def targetbody(self) -> str:
        """Name of the target body. str"""
    @targetbody.setter
    def targetbody(self, value: str) -> None: ...
    @property
    def texture(self) -> str:
        """Name of the texture of an image-based light. str"""
    @texture.setter
    def texture(self, value: str) -> None: ...

class PairAttributes:
    """Attributes of MjsPair."""
    @property
    def condim(self) -> int:
        """Contact dimensionality: 1, 3, 4 or 6. int; default 3"""
    @condim.setter
    def condim(self, value: SupportsIndex) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Friction coefficients: two sliding, one torsional, two rolling. float64 (5) [1, 1, m, m, m]; default 1 1 0.005 0.0001 0.0001"""
    @friction.setter
    def friction(self, value: _Numbers) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Constraint solver reference of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref.setter
    def solref(self, value: _Numbers) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Constraint solver impedance of the contact: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp.setter
    def solimp(self, value: _Numbers) -> None: ...
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]:
        """Constraint solver reference in the friction directions; 0: solref. float64 (2) [s, 1]; default 0 0"""
    @solreffriction.setter
    def solreffriction(self, value: _Numbers) -> None: ...
    @property
    def margin(self) -> float:
        """Distance threshold below which the constraint becomes active. float [m]; default 0"""
    @margin.setter
    def margin(self, value: SupportsFloat) -> None: ...
    @property
    def gap(self) -> float:
        """Part of the margin in which contacts generate no force. float [m]; default 0"""
    @gap.setter
    def gap(self, value: SupportsFloat) -> None: ...
    @property
    def adhesion(self) -> float:
        """Force by which each contact may pull. float [N]; default 0"""
    @adhesion.setter
    def adhesion(self, value: SupportsFloat) -> None: ...
    @property
    def geomname1(self) -> str:
        """Name of the first geom. str"""
    @geomname1.setter
    def geomname1(self, value: str) -> None: ...
    @property
    def geomname2(self) -> str:
        """Name of the second geom. str"""
    @geomname2.setter
    def geomname2(self, value: str) -> None: ...

class EqualityAttributes:
    """Attributes of MjsEquality."""
    @property
    def active(self) -> int:
        """Whether the constraint is active initially. int; default 1"""
    @active.setter
    def active(self, value: SupportsIndex) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Constraint solver reference. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref.setter
    def solref(self, value: _Numbers) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Constraint solver impedance: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp.setter
    def solimp(self, value: _Numbers) -> None: ...
    @property
    def type(self) -> mjtEq:
        """Equality constraint type. mjtEq; default mjEQ_CONNECT"""
    @type.setter
    def type(self, value: mjtEq | SupportsIndex) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """Type-specific parameters: anchor, relative pose and torquescale, or polynomial coefficients. float64 (11); default 0 1 0 0 0 0 0 0 0 0 1"""
    @data.setter
    def data(self, value: _Numbers) -> None: ...
    @property
    def name1(self) -> str:
        """Name of the first body, site, joint, tendon or flex. str"""
    @name1.setter
    def name1(self, value: str) -> None: ...
    @property
    def name2(self) -> str:
        """Name of the second element; empty: the world body, or none. str"""
    @name2.setter
    def name2(self, value: str) -> None: ...
    @property
    def objtype(self) -> mjtObj:
        """Type of the two objects of a connect or weld: body or site. mjtObj; default mjOBJ_UNKNOWN"""
    @objtype.setter
    def objtype(self, value: mjtObj | SupportsIndex) -> None: ...

class TendonAttributes:
    """Attributes of MjsTendon."""
    @property
    def group(self) -> int:
        """Integer group, for visualization and selection. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def limited(self) -> int:
        """Whether the range is enforced; auto: if a range is specified and autolimits is true. int; default 2"""
    @limited.setter
    def limited(self, value: SupportsIndex) -> None: ...
    @property
    def solref_limit(self) -> npt.NDArray[np.float64]:
        """Constraint solver reference of the limit. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref_limit.setter
    def solref_limit(self, value: _Numbers) -> None: ...
    @property
    def solimp_limit(self) -> npt.NDArray[np.float64]:
        """Constraint solver impedance of the limit: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp_limit.setter
    def solimp_limit(self, value: _Numbers) -> None: ...
    @property
    def solref_friction(self) -> npt.NDArray[np.float64]:
        """Constraint solver reference of the dry friction. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref_friction.setter
    def solref_friction(self, value: _Numbers) -> None: ...
    @property
    def solimp_friction(self) -> npt.NDArray[np.float64]:
        """Constraint solver impedance of the dry friction: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp_friction.setter
    def solimp_friction(self, value: _Numbers) -> None: ...
    @property
    def frictionloss(self) -> float:
        """Dry friction: maximum friction force. float [N or N m]; default 0"""
    @frictionloss.setter
    def frictionloss(self, value: SupportsFloat) -> None: ...
    @property
    def actfrclimited(self) -> int:
        """Whether the total actuator force is limited. int; default 0"""
    @actfrclimited.setter
    def actfrclimited(self, value: SupportsIndex) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """Limits of the total actuator force. float64 (2) [N or N m]; default 0 0"""
    @actfrcrange.setter
    def actfrcrange(self, value: _Numbers) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """Tendon length limits. float64 (2) [m or rad]; default 0 0"""
    @range.setter
    def range(self, value: _Numbers) -> None: ...
    @property
    def margin(self) -> float:
        """Distance threshold below which the constraint becomes active. float [m]; default 0"""
    @margin.setter
    def margin(self, value: SupportsFloat) -> None: ...
    @property
    def springlength(self) -> npt.NDArray[np.float64]:
        """Spring rest length, or deadband with two values; -1: tendon length in the initial configuration. float64 (2) [m]; default -1 -1"""
    @springlength.setter
    def springlength(self, value: _Numbers) -> None: ...
    @property
    def springyield(self) -> float:
        """Displacement at which the spring yields: beyond, its deadband follows; 0: elastic. float [m]; default 0"""
    @springyield.setter
    def springyield(self, value: SupportsFloat) -> None: ...
    @property
    def stiffness(self) -> float | npt.NDArray[np.float64]:
        """Spring stiffness; three values for a force a x + b x^2 + c x^3. float or float64 (3) [N/m]; default 0 0 0"""
    @stiffness.setter
    def stiffness(self, value: SupportsFloat | _Numbers) -> None: ...
    @property
    def damping(self) -> float | npt.NDArray[np.float64]:
        """Damping coefficient; three values for a force a v + b v|v| + c v^3. float or float64 (3) [N s/m]; default 0 0 0"""
    @damping.setter
    def damping(self, value: SupportsFloat | _Numbers) -> None: ...
    @property
    def armature(self) -> float:
        """Armature inertia associated with changes of the tendon length. float [kg]; default 0"""
    @armature.setter
    def armature(self, value: SupportsFloat) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """User data. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def material(self) -> str:
        """Material that defines the appearance. str"""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity: red, green, blue, alpha, 0 to 1. float32 (4); default 0.5 0.5 0.5 1"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def width(self) -> float:
        """Radius of the rendered tendon. float [m]; default 0.003"""
    @width.setter
    def width(self, value: SupportsFloat) -> None: ...

class ActuatorAttributes:
    """Attributes of MjsActuator."""
    @property
    def group(self) -> int:
        """Integer group, for visualization and selection. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def nsample(self) -> int:
        """Number of samples in the history buffer. int; default 0"""
    @nsample.setter
    def nsample(self, value: SupportsIndex) -> None: ...
    @property
    def interp(self) -> int:
        """Interpolation between samples of the history buffer. int; default 0"""
    @interp.setter
    def interp(self, value: SupportsIndex) -> None: ...
    @property
    def delay(self) -> float:
        """Delay; requires a history buffer. float [s]; default 0"""
    @delay.setter
    def delay(self, value: SupportsFloat) -> None: ...
    @property
    def ctrllimited(self) -> int:
        """Whether the control is clamped to ctrlrange. int; default 2"""
    @ctrllimited.setter
    def ctrllimited(self, value: SupportsIndex) -> None: ...
    @property
    def ctrlrange(self) -> npt.NDArray[np.float64]:
        """Control limits. float64 (2); default 0 0"""
    @ctrlrange.setter
    def ctrlrange(self, value: _Numbers) -> None: ...
    @property
    def forcelimited(self) -> int:
        """Whether the force is clamped to forcerange. int; default 2"""
    @forcelimited.setter
    def forcelimited(self, value: SupportsIndex) -> None: ...
    @property
    def forcerange(self) -> npt.NDArray[np.float64]:
        """Force limits. float64 (2) [N or N m]; default 0 0"""
    @forcerange.setter
    def forcerange(self, value: _Numbers) -> None: ...
    @property
    def gear(self) -> npt.NDArray[np.float64]:
        """Gear ratio: scale of length and force; a 3D axis for ball joints, a 6D axis for free joints and sites. float64 (6); default 1 0 0 0 0 0"""
    @gear.setter
    def gear(self, value: _Numbers) -> None: ...
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """Damping of the target joint or tendon, times gear squared; the three values are as for joints. float64 (3) [N s/m or N m s/rad]; default 0 0 0"""
    @damping.setter
    def damping(self, value: _Numbers) -> None: ...
    @property
    def armature(self) -> float:
        """Armature inertia of the target joint or tendon, times gear squared. float [kg or kg m^2]; default 0"""
    @armature.setter
    def armature(self, value: SupportsFloat) -> None: ...
    @property
    def cranklength(self) -> float:
        """Length of the connecting rod of a slider-crank. float [m]; default 0"""
    @cranklength.setter
    def cranklength(self, value: SupportsFloat) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """User data. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def actlimited(self) -> int:
        """Whether the activation is clamped to actrange. int; default 2"""
    @actlimited.setter
    def actlimited(self, value: SupportsIndex) -> None: ...
    @property
    def actrange(self) -> npt.NDArray[np.float64]:
        """Activation limits. float64 (2); default 0 0"""
    @actrange.setter
    def actrange(self, value: _Numbers) -> None: ...
    @property
    def actdim(self) -> int:
        """Number of activations; -1: as required by the dynamics type. int; default -1"""
    @actdim.setter
    def actdim(self, value: SupportsIndex) -> None: ...
    @property
    def dyntype(self) -> mjtDyn:
        """Activation dynamics. mjtDyn; default mjDYN_NONE"""
    @dyntype.setter
    def dyntype(self, value: mjtDyn | SupportsIndex) -> None: ...
    @property
    def gaintype(self) -> mjtGain:
        """Gain type: dependence of the force on the control or activation. mjtGain; default mjGAIN_FIXED"""
    @gaintype.setter
    def gaintype(self, value: mjtGain | SupportsIndex) -> None: ...
    @property
    def biastype(self) -> mjtBias:
        """Bias type: force at zero control. mjtBias; default mjBIAS_NONE"""
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
        """Whether the force is computed from the activation of the next timestep. int; default 0"""
    @actearly.setter
    def actearly(self, value: SupportsIndex) -> None: ...
    @property
    def velrange(self) -> npt.NDArray[np.float64]:
        """Limits of the velocity input of a pid. float64 (2) [m/s or rad/s]; default 0 0"""
    @velrange.setter
    def velrange(self, value: _Numbers) -> None: ...
    @property
    def ffrange(self) -> npt.NDArray[np.float64]:
        """Limits of the feedforward input of a pid. float64 (2) [N or N m]; default 0 0"""
    @ffrange.setter
    def ffrange(self, value: _Numbers) -> None: ...
    @property
    def target(self) -> str:
        """Name of the transmission target: joint, tendon, site or body. str"""
    @target.setter
    def target(self, value: str) -> None: ...
    @property
    def trntype(self) -> mjtTrn:
        """Transmission type. mjtTrn; default mjTRN_UNDEFINED"""
    @trntype.setter
    def trntype(self, value: mjtTrn | SupportsIndex) -> None: ...
    @property
    def ctrlspec(self) -> int:
        """Inputs: bits of mjtCtrlInput, or a chart (mjtCtrlChart) for gaintype so3; 0: those of the gaintype. int; default 0"""
    @ctrlspec.setter
    def ctrlspec(self, value: SupportsIndex) -> None: ...
    @property
    def inheritrange(self) -> float:
        """Control range of a position servo, as a multiple of the range of its joint or tendon; 0: not inherited. float; default 0"""
    @inheritrange.setter
    def inheritrange(self, value: SupportsFloat) -> None: ...
    @property
    def lengthrange(self) -> npt.NDArray[np.float64]:
        """Feasible range of the transmission length; used by muscles. float64 (2) [m or rad]; default 0 0"""
    @lengthrange.setter
    def lengthrange(self, value: _Numbers) -> None: ...
    @property
    def slidersite(self) -> str:
        """Name of the site that defines the slider position and direction (z axis). str"""
    @slidersite.setter
    def slidersite(self, value: str) -> None: ...
    @property
    def refsite(self) -> str:
        """Name of the site that defines the reference frame of the length and force. str"""
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
        """Size of the array, if larger than data. int; default 0"""
    @size.setter
    def size(self, value: SupportsIndex) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """Values of the array. float64 (n)"""
    @data.setter
    def data(self, value: _Numbers) -> None: ...

class TextAttributes:
    """Attributes of MjsText."""
    @property
    def data(self) -> str:
        """Text. str"""
    @data.setter
    def data(self, value: str) -> None: ...

class TupleAttributes:
    """Attributes of MjsTuple."""
    @property
    def objtype(self) -> npt.NDArray[np.int32]:
        """Types of the elements (mjtObj). int32 (n)"""
    @objtype.setter
    def objtype(self, value: _Numbers) -> None: ...
    @property
    def objname(self) -> list[str]:
        """Names of the elements. list of str"""
    @objname.setter
    def objname(self, value: Iterable[str]) -> None: ...
    @property
    def objprm(self) -> npt.NDArray[np.float64]:
        """Real-valued parameters, one per element. float64 (n)"""
    @objprm.setter
    def objprm(self, value: _Numbers) -> None: ...

class PluginAttributes:
    """Attributes of MjsPlugin."""
    @property
    def plugin_name(self) -> str:
        """Name of the plugin. str"""
    @plugin_name.setter
    def plugin_name(self, value: str) -> None: ...
    @property
    def active(self) -> int:
        """Whether the element uses a plugin. int; default 0"""
    @active.setter
    def active(self, value: SupportsIndex) -> None: ...

class HFieldAttributes:
    """Attributes of MjsHField."""
    @property
    def content_type(self) -> str:
        """Media type; replaces detection by file extension. str"""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def file(self) -> str:
        """File name. str"""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def nrow(self) -> int:
        """Number of rows of the elevation data. int; default 0"""
    @nrow.setter
    def nrow(self, value: SupportsIndex) -> None: ...
    @property
    def ncol(self) -> int:
        """Number of columns of the elevation data. int; default 0"""
    @ncol.setter
    def ncol(self, value: SupportsIndex) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float32]:
        """Elevation data in row-major order, normalized to 0 to 1. float32 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Half size in x, half size in y, maximum elevation, base thickness. float64 (4) [m]; default 0 0 0 0"""
    @size.setter
    def size(self, value: _Numbers) -> None: ...

class SkinAttributes:
    """Attributes of MjsSkin."""
    @property
    def file(self) -> str:
        """File name of the skin. str"""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def vert(self) -> npt.NDArray[np.float32]:
        """Vertex positions. float32 (n) [m]"""
    @vert.setter
    def vert(self, value: _Numbers) -> None: ...
    @property
    def texcoord(self) -> npt.NDArray[np.float32]:
        """Texture coordinates. float32 (n)"""
    @texcoord.setter
    def texcoord(self, value: _Numbers) -> None: ...
    @property
    def face(self) -> npt.NDArray[np.int32]:
        """Vertex indices of the faces. int32 (n)"""
    @face.setter
    def face(self, value: _Numbers) -> None: ...
    @property
    def inflate(self) -> float:
        """Offset of the vertices along the normals. float [m]; default 0"""
    @inflate.setter
    def inflate(self, value: SupportsFloat) -> None: ...
    @property
    def material(self) -> str:
        """Material that defines the appearance. str"""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity: red, green, blue, alpha, 0 to 1. float32 (4); default 0.5 0.5 0.5 1"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def group(self) -> int:
        """Integer group, for visualization and selection. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def bodyname(self) -> list[str]:
        """Names of the bone bodies. list of str"""
    @bodyname.setter
    def bodyname(self, value: Iterable[str]) -> None: ...
    @property
    def bindpos(self) -> npt.NDArray[np.float32]:
        """Bind positions of the bone bodies, three values per bone. float32 (n)"""
    @bindpos.setter
    def bindpos(self, value: _Numbers) -> None: ...
    @property
    def bindquat(self) -> npt.NDArray[np.float32]:
        """Bind orientations of the bone bodies, four values per bone. float32 (n)"""
    @bindquat.setter
    def bindquat(self, value: _Numbers) -> None: ...
    @property
    def vertid(self) -> list[list[int]]:
        """Vertex ids of each bone. list of str"""
    @vertid.setter
    def vertid(self, value: Sequence[Sequence[int]]) -> None: ...
    @property
    def vertweight(self) -> list[list[float]]:
        """Vertex weights of each bone. list of str"""
    @vertweight.setter
    def vertweight(self, value: Sequence[Sequence[float]]) -> None: ...

class BodyAttributes:
    """Attributes of MjsBody."""
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position of the body frame, in the frame of the parent. float64 (3) [m]; default 0 0 0"""
    @pos.setter
    def pos(self, value: _Numbers) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @quat.setter
    def quat(self, value: _Numbers) -> None: ...
    @property
    def mocap(self) -> int:
        """Whether the body is a mocap body: static, with a pose that the user controls. int; default 0"""
    @mocap.setter
    def mocap(self, value: SupportsIndex) -> None: ...
    @property
    def gravcomp(self) -> float:
        """Gravity compensation force, as a fraction of the weight. float; default 0"""
    @gravcomp.setter
    def gravcomp(self, value: SupportsFloat) -> None: ...
    @property
    def sleep(self) -> mjtSleepPolicy:
        """Sleep policy of the tree that starts at this body. mjtSleepPolicy; default mjSLEEP_AUTO"""
    @sleep.setter
    def sleep(self, value: mjtSleepPolicy | SupportsIndex) -> None: ...
    @property
    def fuse(self) -> int:
        """Whether the body may be fused with its parent if it is static. int; default 1"""
    @fuse.setter
    def fuse(self, value: SupportsIndex) -> None: ...
    @property
    def simple(self) -> int:
        """Whether the inertia matrix may omit zeros of the body; false if its inertia changes at runtime. int; default 1"""
    @simple.setter
    def simple(self, value: SupportsIndex) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """User data. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def ipos(self) -> npt.NDArray[np.float64]:
        """Position of the center of mass, in the body frame. float64 (3) [m]; default undefined"""
    @ipos.setter
    def ipos(self, value: _Numbers) -> None: ...
    @property
    def iquat(self) -> npt.NDArray[np.float64]:
        """Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @iquat.setter
    def iquat(self, value: _Numbers) -> None: ...
    @property
    def mass(self) -> float:
        """Body mass. float [kg]; default 0"""
    @mass.setter
    def mass(self, value: SupportsFloat) -> None: ...
    @property
    def inertia(self) -> npt.NDArray[np.float64]:
        """Diagonal inertia: principal moments about the axes of the inertial frame. float64 (3) [kg m^2]; default 0 0 0"""
    @inertia.setter
    def inertia(self, value: _Numbers) -> None: ...
    @property
    def fullinertia(self) -> npt.NDArray[np.float64]:
        """Inertia matrix: xx, yy, zz, xy, xz, yz; its eigenvectors define the inertial frame. float64 (6) [kg m^2]; default undefined"""
    @fullinertia.setter
    def fullinertia(self, value: _Numbers) -> None: ...
    @property
    def explicitinertial(self) -> int:
        """Whether the inertial properties are specified explicitly rather than computed from geoms. int; default 0"""
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
        group   Integer group, for visualization and selection. int; default 0
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

        The joints, mass and inertia of the body are lost.

        body      the body, which is deleted

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
    def make_flex(self, name: str, type: str | None=..., dim: int=..., dof: str | None=..., count: Sequence[int] | None=..., cellcount: Sequence[int] | None=..., spacing: Sequence[float] | None=..., scale: Sequence[float] | None=..., radius: float=..., mass: float=..., inertiabox: float=..., equality: int=..., rigid: int=..., flatskin: int=..., elastic2d: int=..., pos: Sequence[float] | None=..., quat: Sequence[float] | None=..., origin: Sequence[float] | None=..., file: str | None=..., mesh: str | None=..., vfs: MjVfs | None=...) -> MjsFlex:
        """Add a flex with the bodies of its vertices or nodes, as the element flexcomp does.

        name       of the flex, and prefix of the names of its bodies
        type       grid (default), box, cylinder, ellipsoid, square, disc, circle, mesh or gmsh
        dim        of the elements; 1: lines, 2: triangles, 3: tetrahedra
        dof        full (default), radial, trilinear, quadratic or 2d
        count      number of points along each axis
        cellcount  number of cells along each axis, of the dofs trilinear and quadratic
        spacing    distances of the points along each axis [m]
        scale      factors of the points of a mesh
        radius     of the elements [m]
        mass       of all bodies [kg]
        inertiabox half the side of the boxes that give the inertias of the bodies [m]
        equality   0: none, 1: edges keep their lengths, 3: cells their strain
        rigid      1: all vertices belong to this body
        flatskin   1: flat shading
        elastic2d  1: bending, 2: stretching, 3: both
        pos        position of the shape in this body [m]
        quat       orientation of the shape in this body
        origin     point inside of a mesh that completes tetrahedra, for dim 3 [m]
        file       file of a mesh
        mesh       name of a mesh of the spec
        vfs        an MjVfs with the file

        Returns    the flex, whose other fields can be set
        Errors     TypeError, ValueError: a value that flexcomp does not take
        Source     XML reference / body/flexcomp
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
    def shear(self) -> float:
        """Shear modulus of a 1D flex; 0: young / (2 (1 + poisson)). float [Pa]; default 0"""
    @shear.setter
    def shear(self, value: SupportsFloat) -> None: ...
    @property
    def damping(self) -> float:
        """Rayleigh damping coefficient. float [s]; default 0"""
    @damping.setter
    def damping(self, value: SupportsFloat) -> None: ...
    @property
    def thickness(self) -> float:
        """Thickness of a 2D flex. float [m]; default -1"""
    @thickness.setter
    def thickness(self, value: SupportsFloat) -> None: ...
    @property
    def stressyield(self) -> npt.NDArray[np.float64]:
        """Strains at which stretching and bending yield; 0: elastic. float64 (2); default 0 0"""
    @stressyield.setter
    def stressyield(self, value: _Numbers) -> None: ...
    @property
    def elastic2d(self) -> int:
        """Elastic deformation modes of a 2D flex: bending, stretching. int; default 0"""
    @elastic2d.setter
    def elastic2d(self, value: SupportsIndex) -> None: ...
    @property
    def section(self) -> int:
        """Cross-section of a 1D flex. int; default 0"""
    @section.setter
    def section(self, value: SupportsIndex) -> None: ...
    @property
    def sectionsize(self) -> npt.NDArray[np.float64]:
        """Half sizes of the box section of a 1D flex. float64 (2) [m]; default 0 0"""
    @sectionsize.setter
    def sectionsize(self, value: _Numbers) -> None: ...
    @property
    def contype(self) -> int:
        """Contact type bitmask, tested against conaffinity of the other geom. int; default 1"""
    @contype.setter
    def contype(self, value: SupportsIndex) -> None: ...
    @property
    def conaffinity(self) -> int:
        """Contact affinity bitmask, tested against contype of the other geom. int; default 1"""
    @conaffinity.setter
    def conaffinity(self, value: SupportsIndex) -> None: ...
    @property
    def condim(self) -> int:
        """Contact dimensionality; 1: normal, 3: sliding, 4: torsional, 6: rolling friction. int; default 3"""
    @condim.setter
    def condim(self, value: SupportsIndex) -> None: ...
    @property
    def priority(self) -> int:
        """Contact priority: the geom with the higher priority determines the contact parameters. int; default 0"""
    @priority.setter
    def priority(self, value: SupportsIndex) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Friction coefficients: sliding, torsional, rolling. float64 (3) [1, m, m]; default 1 0.005 0.0001"""
    @friction.setter
    def friction(self, value: _Numbers) -> None: ...
    @property
    def solmix(self) -> float:
        """Weight for mixing the contact solver parameters of two geoms. float; default 1"""
    @solmix.setter
    def solmix(self, value: SupportsFloat) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Constraint solver reference of the contact. float64 (2) [s, 1; or, if negative, stiffness and damping]; default 0.02 1"""
    @solref.setter
    def solref(self, value: _Numbers) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Constraint solver impedance of the contact: dmin, dmax, width, midpoint, power. float64 (5) [1, 1, m, 1, 1]; default 0.9 0.95 0.001 0.5 2"""
    @solimp.setter
    def solimp(self, value: _Numbers) -> None: ...
    @property
    def margin(self) -> float:
        """Distance threshold below which the constraint becomes active. float [m]; default 0"""
    @margin.setter
    def margin(self, value: SupportsFloat) -> None: ...
    @property
    def gap(self) -> float:
        """Part of the margin in which contacts generate no force. float [m]; default 0"""
    @gap.setter
    def gap(self, value: SupportsFloat) -> None: ...
    @property
    def internal(self) -> int:
        """Whether internal collisions that prevent element inversion are enabled. int; default 0"""
    @internal.setter
    def internal(self, value: SupportsIndex) -> None: ...
    @property
    def selfcollide(self) -> int:
        """Method of self-collision detection. int; default 4"""
    @selfcollide.setter
    def selfcollide(self, value: SupportsIndex) -> None: ...
    @property
    def activelayers(self) -> int:
        """Number of outermost element layers that take part in self-collision. int; default 1"""
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
        """Integer group, for visualization and selection. int; default 0"""
    @group.setter
    def group(self, value: SupportsIndex) -> None: ...
    @property
    def material(self) -> str | list[str]:
        """Material that defines the appearance; from release 4.0 on, also one of each element, separated by blanks. str or list of str"""
    @material.setter
    def material(self, value: str | Iterable[str]) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity: red, green, blue, alpha, 0 to 1. float32 (4); default 0.5 0.5 0.5 1"""
    @rgba.setter
    def rgba(self, value: _Numbers) -> None: ...
    @property
    def dim(self) -> int:
        """Dimensionality; 1: lines, 2: triangles, 3: tetrahedra. int; default 2"""
    @dim.setter
    def dim(self, value: SupportsIndex) -> None: ...
    @property
    def radius(self) -> float:
        """Radius of the elements. float [m]; default 0.005"""
    @radius.setter
    def radius(self, value: SupportsFloat) -> None: ...
    @property
    def vertbody(self) -> list[str]:
        """Names of the vertex bodies. list of str"""
    @vertbody.setter
    def vertbody(self, value: Iterable[str]) -> None: ...
    @property
    def vert(self) -> npt.NDArray[np.float64]:
        """Vertex positions in the body frames. float64 (n) [m]"""
    @vert.setter
    def vert(self, value: _Numbers) -> None: ...
    @property
    def elem(self) -> npt.NDArray[np.int32]:
        """Vertex ids of the elements. int32 (n)"""
    @elem.setter
    def elem(self, value: _Numbers) -> None: ...
    @property
    def flatskin(self) -> int:
        """Whether flat shading is used. int; default 0"""
    @flatskin.setter
    def flatskin(self, value: SupportsIndex) -> None: ...
    @property
    def cellcount(self) -> npt.NDArray[np.int32]:
        """Number of cells along each axis of the grid of interpolation nodes. int32 (3); default 1 1 1"""
    @cellcount.setter
    def cellcount(self, value: _Numbers) -> None: ...
    @property
    def order(self) -> int:
        """Order of the interpolation between nodes; 0: none, or that of one cell with 8 or 27 nodes. int; default 0"""
    @order.setter
    def order(self, value: SupportsIndex) -> None: ...
    @property
    def texcoord(self) -> npt.NDArray[np.float32]:
        """Texture coordinates. float32 (n)"""
    @texcoord.setter
    def texcoord(self, value: _Numbers) -> None: ...
    @property
    def elemtexcoord(self) -> npt.NDArray[np.int32]:
        """Texture coordinate indices of the element vertices. int32 (n)"""
    @elemtexcoord.setter
    def elemtexcoord(self, value: _Numbers) -> None: ...
    @property
    def nodebody(self) -> list[str]:
        """Names of the bodies of the interpolation nodes. list of str"""
    @nodebody.setter
    def nodebody(self, value: Iterable[str]) -> None: ...
    @property
    def node(self) -> npt.NDArray[np.float64]:
        """Node positions in the body frames, three values per node. float64 (n) [m]"""
    @node.setter
    def node(self, value: _Numbers) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Half sizes of the bounding box of the nodes. float64 (3); default 0 0 0"""
    @size.setter
    def size(self, value: _Numbers) -> None: ...
    @property
    def elastic3d(self) -> int:
        """Material of solids; 0: Saint Venant-Kirchhoff, the only one. int; default 0"""
    @elastic3d.setter
    def elastic3d(self, value: SupportsIndex) -> None: ...
    @property
    def edgestiffness(self) -> float:
        """Stiffness of the edges. float [N/m]; default 0"""
    @edgestiffness.setter
    def edgestiffness(self, value: SupportsFloat) -> None: ...
    @property
    def edgedamping(self) -> float:
        """Damping coefficient of the edges. float [N s/m]; default 0"""
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
        """Orientation as a unit quaternion, scalar first. float64 (4); default 1 0 0 0"""
    @quat.setter
    def quat(self, value: _Numbers) -> None: ...
    @property
    def scale(self) -> npt.NDArray[np.float64]:
        """Factor of the lengths of the enclosed elements; three values stretch along the axes of the frame. float64 (3); default 1 1 1"""
    @scale.setter
    def scale(self, value: _Numbers) -> None: ...
    @property
    def scaling(self) -> mjtScaling:
        """Whether all quantities are scaled by their dimension, or lengths, masses and inertias only. mjtScaling; default mjSCALING_SIMILAR"""
    @scaling.setter
    def scaling(self, value: mjtScaling | SupportsIndex) -> None: ...
    @property
    def massscale(self) -> float:
        """Factor of the masses of the enclosed elements; 0: the product of the three length factors. float; default 0"""
    @massscale.setter
    def massscale(self, value: SupportsFloat) -> None: ...
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
        """Name of the first body. str"""
    @bodyname1.setter
    def bodyname1(self, value: str) -> None: ...
    @property
    def bodyname2(self) -> str:
        """Name of the second body. str"""
    @bodyname2.setter
    def bodyname2(self, value: str) -> None: ...

class SensorAttributes:
    """Attributes of MjsSensor."""
    @property
    def cutoff(self) -> float:
        """Cutoff: maximum absolute value of the reading; 0: none. float; default 0"""
    @cutoff.setter
    def cutoff(self, value: SupportsFloat) -> None: ...
    @property
    def noise(self) -> float:
        """Standard deviation of the sensor noise; not applied in simulation. float; default 0"""
    @noise.setter
    def noise(self, value: SupportsFloat) -> None: ...
    @property
    def nsample(self) -> int:
        """Number of samples in the history buffer. int; default 0"""
    @nsample.setter
    def nsample(self, value: SupportsIndex) -> None: ...
    @property
    def interp(self) -> int:
        """Interpolation between samples of the history buffer. int; default 0"""
    @interp.setter
    def interp(self, value: SupportsIndex) -> None: ...
    @property
    def delay(self) -> float:
        """Delay; requires a history buffer. float [s]; default 0"""
    @delay.setter
    def delay(self, value: SupportsFloat) -> None: ...
    @property
    def interval(self) -> npt.NDArray[np.float64]:
        """Sampling interval: period, phase. float64 (2) [s]; default 0 0"""
    @interval.setter
    def interval(self, value: _Numbers) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """User data. float64 (n)"""
    @userdata.setter
    def userdata(self, value: _Numbers) -> None: ...
    @property
    def objname(self) -> str:
        """Name of the sensed object. str"""
    @objname.setter
    def objname(self, value: str) -> None: ...
    @property
    def type(self) -> mjtSensor:
        """Sensor type. mjtSensor; default mjSENS_TOUCH"""
    @type.setter
    def type(self, value: mjtSensor | SupportsIndex) -> None: ...
    @property
    def objtype(self) -> mjtObj:
        """Type of the sensed object. mjtObj; default mjOBJ_UNKNOWN"""
    @objtype.setter
    def objtype(self, value: mjtObj | SupportsIndex) -> None: ...
    @property
    def reftype(self) -> mjtObj:
        """Type of the reference object. mjtObj; default mjOBJ_UNKNOWN"""
    @reftype.setter
    def reftype(self, value: mjtObj | SupportsIndex) -> None: ...
    @property
    def refname(self) -> str:
        """Name of the reference object; empty: world frame. str"""
    @refname.setter
    def refname(self, value: str) -> None: ...
    @property
    def datatype(self) -> mjtDataType:
        """Data type of the reading: real, positive, unit vector, quaternion. mjtDataType; default mjDATATYPE_REAL"""
    @datatype.setter
    def datatype(self, value: mjtDataType | SupportsIndex) -> None: ...
    @property
    def needstage(self) -> mjtStage:
        """Pipeline stage that the sensor requires. mjtStage; default mjSTAGE_ACC"""
    @needstage.setter
    def needstage(self, value: mjtStage | SupportsIndex) -> None: ...
    @property
    def dim(self) -> int:
        """Number of elements of the reading; user sensors only. int; default 0"""
    @dim.setter
    def dim(self, value: SupportsIndex) -> None: ...
    @property
    def intprm(self) -> npt.NDArray[np.int32]:
        """Integer parameters of rangefinders and contact sensors. int32 (3); default 0 0 0"""
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
        """Simulation time. float [s]; default 0"""
    @time.setter
    def time(self, value: SupportsFloat) -> None: ...
    @property
    def qpos(self) -> npt.NDArray[np.float64]:
        """Joint positions. float64 (n)"""
    @qpos.setter
    def qpos(self, value: _Numbers) -> None: ...
    @property
    def qvel(self) -> npt.NDArray[np.float64]:
        """Joint velocities. float64 (n)"""
    @qvel.setter
    def qvel(self, value: _Numbers) -> None: ...
    @property
    def act(self) -> npt.NDArray[np.float64]:
        """Actuator activations. float64 (n)"""
    @act.setter
    def act(self, value: _Numbers) -> None: ...
    @property
    def ctrl(self) -> npt.NDArray[np.float64]:
        """Actuator controls. float64 (n)"""
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
    @property
    def plastic(self) -> npt.NDArray[np.float64]:
        """References of springs that yield. float64 (n)"""
    @plastic.setter
    def plastic(self, value: _Numbers) -> None: ...

class OrientationAttributes:
    """Attributes of MjsOrientation."""
    @property
    def type(self) -> mjtOrientation:
        """Orientation representation in effect. mjtOrientation; default mjORIENTATION_QUAT"""
    @type.setter
    def type(self, value: mjtOrientation | SupportsIndex) -> None: ...
    @property
    def axisangle(self) -> npt.NDArray[np.float64]:
        """Orientation as rotation axis and angle. float64 (4) [1, 1, 1, angle]; default 0 0 0 0"""
    @axisangle.setter
    def axisangle(self, value: _Numbers) -> None: ...
    @property
    def xyaxes(self) -> npt.NDArray[np.float64]:
        """Orientation as X axis and Y axis; the Y axis is made orthogonal to the X axis. float64 (6); default 0 0 0 0 0 0"""
    @xyaxes.setter
    def xyaxes(self, value: _Numbers) -> None: ...
    @property
    def zaxis(self) -> npt.NDArray[np.float64]:
        """Orientation as Z axis: minimal rotation that maps (0 0 1) to this vector. float64 (3); default 0 0 0"""
    @zaxis.setter
    def zaxis(self, value: _Numbers) -> None: ...
    @property
    def euler(self) -> npt.NDArray[np.float64]:
        """Orientation as Euler angles, in the axis sequence of compiler eulerseq. float64 (3) [angle]; default 0 0 0"""
    @euler.setter
    def euler(self, value: _Numbers) -> None: ...
