"""Fields of the structs that kernels read. Rendered by `python tools/render.py structs`; do not edit."""

from typing import overload

class View:
    @overload
    def __getitem__(self, i: int) -> float: ...
    @overload
    def __getitem__(self, i: slice) -> View: ...
    def __setitem__(self, i: int, value: float) -> None: ...

class Ints:
    @overload
    def __getitem__(self, i: int) -> int: ...
    @overload
    def __getitem__(self, i: slice) -> Ints: ...
    def __setitem__(self, i: int, value: int) -> None: ...

class Rows:
    @overload
    def __getitem__(self, i: tuple[int, int]) -> float: ...
    @overload
    def __getitem__(self, i: int) -> View: ...
    def __setitem__(self, i: tuple[int, int], value: float) -> None: ...

class IntRows:
    @overload
    def __getitem__(self, i: tuple[int, int]) -> int: ...
    @overload
    def __getitem__(self, i: int) -> Ints: ...
    def __setitem__(self, i: tuple[int, int], value: int) -> None: ...

class Option:
    ccd_iterations: int  # maximum number of iterations of the convex collision algorithm
    ccd_tolerance: float  # tolerance of the convex collision algorithm [m]
    cone: int  # friction cone type (mjtCone)
    density: float  # density of the medium [kg/m^3]
    disableactuator: int  # disabled actuator groups, one bit per group
    disableflags: int  # disabled features, bits of mjtDisableBit
    enableflags: int  # enabled features, bits of mjtEnableBit
    impratio: float  # ratio of the friction impedance to the normal impedance of contacts
    integrator: int  # integration method (mjtIntegrator)
    iterations: int  # maximum number of iterations of the constraint solver
    jacobian: int  # type of the constraint Jacobian (mjtJacobian)
    ls_iterations: int  # maximum number of iterations of the line search
    ls_tolerance: float  # tolerance of the line search, relative to the solver tolerance
    noslip_iterations: int  # maximum number of iterations of the noslip solver
    noslip_tolerance: float  # termination tolerance of the noslip solver
    o_margin: float  # margin of all contacts, if override is enabled [m]
    sdf_initpoints: int  # number of starting points of signed distance field collision
    sdf_iterations: int  # maximum number of iterations of signed distance field collision
    sleep_tolerance: float  # sleep tolerance: velocity below which trees may sleep [m/s]
    solver: int  # constraint solver (mjtSolver)
    timestep: float  # simulation timestep [s]
    tolerance: float  # termination tolerance of the constraint solver: scaled cost reduction or gradient norm
    viscosity: float  # viscosity of the medium [kg/(m s)]
    gravity: View  # (3) gravitational acceleration [m/s^2]
    magnetic: View  # (3) global magnetic flux, world frame
    o_friction: View  # (5) friction of all contacts, if override is enabled
    o_solimp: View  # (5) constraint solver impedance of all contacts, if override is enabled
    o_solref: View  # (2) constraint solver reference of all contacts, if override is enabled
    wind: View  # (3) velocity of the medium (wind) [m/s]

class Statistic:
    extent: float  # spatial extent of the model [m]
    meaninertia: float  # mean diagonal of the inertia matrix at qpos0
    meanmass: float  # mean body mass [kg]
    meansize: float  # mean body size [m]
    center: View  # (3) center of the model bounding box [m]

class Model:
    nq: int  # number of generalized positions: length of qpos
    nv: int  # number of dofs: length of qvel
    nu: int  # number of controls: length of ctrl
    na: int  # number of activations: length of act
    nbody: int  # number of bodies, including the world body
    nbvh: int  # number of BVH nodes
    nbvhstatic: int  # number of static BVH nodes: boxes in the local frame of the object
    nbvhdynamic: int  # number of dynamic BVH nodes: boxes in the world frame (flexes)
    noct: int  # number of octree nodes
    njnt: int  # number of joints
    ntree: int  # number of kinematic trees attached to the world body
    nM: int  # number of elements of qM: one per dof and ancestor dof
    nB: int  # number of nonzeros of the body-dof matrix
    nC: int  # number of nonzeros of M: lower triangle in compressed rows
    nD: int  # number of nonzeros of D: pairs of dofs on the same kinematic branch
    ngeom: int  # number of geoms
    nsite: int  # number of sites
    ncam: int  # number of cameras
    nlight: int  # number of lights
    nflex: int  # number of flexes
    nflexnode: int  # number of interpolation nodes of all flexes
    nflexvert: int  # number of vertices of all flexes
    nflexedge: int  # number of edges of all flexes
    nflexelem: int  # number of elements of all flexes
    nflexelemdata: int  # number of element vertex ids of all flexes
    nflexelemedge: int  # number of element edge ids of all flexes
    nflexshelldata: int  # number of shell fragment vertex ids of all flexes
    nflexevpair: int  # number of element-vertex collision pairs of all flexes
    nflextexcoord: int  # number of texture coordinates of all flexes
    nJfe: int  # number of nonzeros of the flex edge Jacobian
    nJfv: int  # number of nonzeros of the flex vertex Jacobian
    nmesh: int  # number of meshes
    nmeshvert: int  # number of vertices of all meshes
    nmeshnormal: int  # number of normals of all meshes
    nmeshtexcoord: int  # number of texture coordinates of all meshes
    nmeshface: int  # number of triangles of all meshes
    nmeshgraph: int  # number of integers in the convex hull graphs
    nmeshpoly: int  # number of polygons of all convex hulls
    nmeshpolyvert: int  # number of polygon vertex ids of all convex hulls
    nmeshpolymap: int  # number of elements of the map from vertices to polygons
    nskin: int  # number of skins
    nskinvert: int  # number of vertices of all skins
    nskintexvert: int  # number of texture coordinates of all skins
    nskinface: int  # number of triangles of all skins
    nskinbone: int  # number of bones of all skins
    nskinbonevert: int  # number of bone vertices of all skins
    nhfield: int  # number of height fields
    nhfielddata: int  # number of elevation samples of all height fields
    ntex: int  # number of textures
    ntexdata: int  # number of bytes of all textures
    nmat: int  # number of materials
    npair: int  # number of predefined geom pairs
    nexclude: int  # number of excluded body pairs
    neq: int  # number of equality constraints
    ntendon: int  # number of tendons
    nwrap: int  # number of path elements of all tendons
    nsensor: int  # number of sensors
    nnumeric: int  # number of custom numeric fields
    nnumericdata: int  # number of elements of all custom numeric fields
    ntext: int  # number of custom text fields
    ntextdata: int  # number of bytes of all custom text fields
    ntuple: int  # number of custom tuples
    ntupledata: int  # number of elements of all custom tuples
    nkey: int  # number of keyframes
    nmocap: int  # number of mocap bodies
    nplugin: int  # number of plugin instances
    npluginattr: int  # number of characters of all plugin config attributes
    nuser_body: int  # number of user data elements per body
    nuser_jnt: int  # number of user data elements per joint
    nuser_geom: int  # number of user data elements per geom
    nuser_site: int  # number of user data elements per site
    nuser_cam: int  # number of user data elements per camera
    nuser_tendon: int  # number of user data elements per tendon
    nuser_actuator: int  # number of user data elements per actuator
    nuser_sensor: int  # number of user data elements per sensor
    nnames: int  # number of characters of all names
    npaths: int  # number of characters of all file paths
    nnames_map: int  # number of slots of the name hash map
    nJmom: int  # number of nonzeros of actuator_moment
    ngravcomp: int  # number of bodies with gravity compensation above 0
    nemax: int  # maximum number of equality constraint rows
    njmax: int  # maximum number of constraint rows; -1: not specified (legacy)
    nconmax: int  # capacity of the contact buffers
    nuserdata: int  # number of elements of userdata
    nsensordata: int  # number of elements of sensordata
    npluginstate: int  # number of elements of plugin_state
    nhistory: int  # number of elements of the history buffer
    narena: int  # arena capacity for contacts and constraint rows [bytes]
    nbuffer: int  # memory of all arrays of the model [bytes]
    signature: int  # hash of the compiled spec
    nactuator: int  # number of actuators
    nout: int  # number of actuator outputs: length of actuator_force
    nplastic: int  # number of elements of plastic
    ncellmode: int  # number of elements of cell_mode
    flg_surfacevel: int  # whether any geom has a surface velocity
    flg_adhesion: int  # whether any geom or pair adheres
    neqdata: int  # number of columns of eq_data; 12 in models of release 3.17 and later
    nstage: int
    nhull: int
    nletters: int
    gain_so3: int
    gain_pid: int
    gain_dcmotor: int
    dyn_pid: int
    dyn_dcmotor: int
    own_step: int
    opt: Option
    stat: Statistic
    qpos0: View  # (nq) joint positions in the reference configuration
    qpos_spring: View  # (nq) joint positions at which the joint springs are at rest
    body_parentid: Ints  # (nbody) id of the parent body
    body_rootid: Ints  # (nbody) id of the topmost body of the kinematic tree
    body_weldid: Ints  # (nbody) id of the body that this body is welded to; own id if the body has joints
    body_mocapid: Ints  # (nbody) id of the mocap body; -1: none
    body_jntnum: Ints  # (nbody) number of joints
    body_jntadr: Ints  # (nbody) address of the first joint; -1: none
    body_dofnum: Ints  # (nbody) number of dofs
    body_dofadr: Ints  # (nbody) address of the first dof; -1: none
    body_treeid: Ints  # (nbody) id of the kinematic tree; -1: static body
    body_geomnum: Ints  # (nbody) number of geoms
    body_geomadr: Ints  # (nbody) address of the first geom; -1: none
    body_simple: Ints  # (nbody) 1: diagonal inertia, 2: diagonal inertia and slide joints only
    body_sameframe: Ints  # (nbody) whether the inertial frame coincides with the body frame (mjtSameFrame)
    body_pos: Rows  # (nbody, 3) position in the parent frame [m]
    body_quat: Rows  # (nbody, 4) orientation in the parent frame
    body_ipos: Rows  # (nbody, 3) position of the center of mass in the body frame [m]
    body_iquat: Rows  # (nbody, 4) orientation of the principal axes of inertia in the body frame
    body_mass: View  # (nbody) mass [kg]
    body_subtreemass: View  # (nbody) mass of the subtree that starts at the body [kg]
    body_inertia: Rows  # (nbody, 3) principal moments of inertia, in the inertial frame (ipos, iquat) [kg m^2]
    body_invweight0: Rows  # (nbody, 2) mean inverse inertia at qpos0: translation, rotation [1/kg, 1/(kg m^2)]
    body_gravcomp: View  # (nbody) gravity compensation force, as a fraction of the weight
    body_margin: View  # (nbody) maximum margin of the geoms [m]
    body_user: Rows  # (nbody, nuser_body) user data
    body_plugin: Ints  # (nbody) id of the plugin instance; -1: none
    body_contype: Ints  # (nbody) bitwise OR of the geom contype bitmasks
    body_conaffinity: Ints  # (nbody) bitwise OR of the geom conaffinity bitmasks
    body_bvhadr: Ints  # (nbody) address of the BVH root; -1: none
    body_bvhnum: Ints  # (nbody) number of BVH nodes
    bvh_depth: Ints  # (nbvh) depth of a BVH node
    bvh_child: IntRows  # (nbvh, 2) indices of the children of a BVH node; -1: none
    bvh_nodeid: Ints  # (nbvh) id of the geom, face or element of a leaf; -1: inner node
    bvh_aabb: Rows  # (nbvhstatic, 6) axis-aligned bounding box of a BVH node: center, half sizes [m]
    oct_depth: Ints  # (noct) depth of an octree node
    oct_child: IntRows  # (noct, 8) indices of the children of an octree node; -1: none
    oct_aabb: Rows  # (noct, 6) axis-aligned bounding box of an octree node: center, half sizes [m]
    oct_coeff: Rows  # (noct, 8) signed distances at the corners of an octree node [m]
    jnt_type: Ints  # (njnt) joint type (mjtJoint)
    jnt_qposadr: Ints  # (njnt) address of the joint in qpos
    jnt_dofadr: Ints  # (njnt) address of the first dof of the joint in qvel
    jnt_bodyid: Ints  # (njnt) id of the body
    jnt_group: Ints  # (njnt) visualization group
    jnt_limited: Ints  # (njnt) 1 if the joint has limits
    jnt_actfrclimited: Ints  # (njnt) 1 if the total actuator force is limited
    jnt_actgravcomp: Ints  # (njnt) 1 if gravity compensation is applied as an actuator force
    jnt_solref: Rows  # (njnt, 2) constraint solver reference of the limit
    jnt_solimp: Rows  # (njnt, 5) constraint solver impedance of the limit
    jnt_pos: Rows  # (njnt, 3) joint anchor in the body frame [m]
    jnt_axis: Rows  # (njnt, 3) joint axis in the body frame
    jnt_stiffness: View  # (njnt) spring stiffness [N/m, N m/rad]
    jnt_range: Rows  # (njnt, 2) joint limits; ball joints: 0, maximum angle [m, rad]
    jnt_actfrcrange: Rows  # (njnt, 2) range of the total actuator force [N, N m]
    jnt_margin: View  # (njnt) distance to the limit at which the constraint becomes active [m, rad]
    jnt_user: Rows  # (njnt, nuser_jnt) user data
    dof_bodyid: Ints  # (nv) id of the body
    dof_jntid: Ints  # (nv) id of the joint
    dof_parentid: Ints  # (nv) index of the parent dof; -1: none
    dof_treeid: Ints  # (nv) id of the kinematic tree
    dof_Madr: Ints  # (nv) address of the diagonal element in qM
    dof_simplenum: Ints  # (nv) number of consecutive dofs with diagonal inertia, starting at this dof
    dof_solref: Rows  # (nv, 2) constraint solver reference of friction loss
    dof_solimp: Rows  # (nv, 5) constraint solver impedance of friction loss
    dof_frictionloss: View  # (nv) dry friction: maximum friction force [N, N m]
    dof_armature: View  # (nv) armature inertia, added to the diagonal of M [kg, kg m^2]
    dof_damping: View  # (nv) damping coefficient [N s/m, N m s/rad]
    dof_invweight0: View  # (nv) diagonal inverse inertia at qpos0
    dof_M0: View  # (nv) diagonal of the inertia matrix at qpos0
    dof_length: View  # (nv) length scale of the velocity for the sleep tolerance: 1 m for slide joints [m]
    tree_bodyadr: Ints  # (ntree) id of the first body
    tree_bodynum: Ints  # (ntree) number of bodies
    tree_dofadr: Ints  # (ntree) address of the first dof
    tree_dofnum: Ints  # (ntree) number of dofs
    tree_sleep_policy: Ints  # (ntree) sleep policy (mjtSleepPolicy)
    geom_type: Ints  # (ngeom) geom type (mjtGeom)
    geom_contype: Ints  # (ngeom) contact type bitmask, tested against conaffinity of the other geom
    geom_conaffinity: Ints  # (ngeom) contact affinity bitmask, tested against contype of the other geom
    geom_condim: Ints  # (ngeom) contact dimensionality: 1, 3, 4 or 6
    geom_bodyid: Ints  # (ngeom) id of the body
    geom_dataid: Ints  # (ngeom) id of the mesh or height field; -1: none
    geom_matid: Ints  # (ngeom) id of the material; -1: none
    geom_group: Ints  # (ngeom) group, for visualization and ray casting
    geom_priority: Ints  # (ngeom) contact priority: the geom with the higher priority determines the contact parameters
    geom_plugin: Ints  # (ngeom) id of the plugin instance; -1: none
    geom_sameframe: Ints  # (ngeom) whether the geom frame coincides with a frame of the body (mjtSameFrame)
    geom_solmix: View  # (ngeom) weight for mixing contact solver parameters
    geom_solref: Rows  # (ngeom, 2) constraint solver reference of contacts
    geom_solimp: Rows  # (ngeom, 5) constraint solver impedance of contacts
    geom_size: Rows  # (ngeom, 3) geom-specific size parameters [m]
    geom_aabb: Rows  # (ngeom, 6) bounding box in the geom frame: center, half sizes [m]
    geom_rbound: View  # (ngeom) radius of the bounding sphere; 0: unbounded [m]
    geom_pos: Rows  # (ngeom, 3) position in the body frame [m]
    geom_quat: Rows  # (ngeom, 4) orientation in the body frame
    geom_friction: Rows  # (ngeom, 3) friction coefficients: sliding, torsional, rolling
    geom_margin: View  # (ngeom) distance at which contacts are detected [m]
    geom_gap: View  # (ngeom) part of the margin in which contacts generate no force [m]
    geom_fluid: Rows  # (ngeom, 12) coefficients of the ellipsoid fluid model
    geom_user: Rows  # (ngeom, nuser_geom) user data
    geom_rgba: Rows  # (ngeom, 4) color of geoms without material
    site_type: Ints  # (nsite) site type (mjtGeom)
    site_bodyid: Ints  # (nsite) id of the body
    site_matid: Ints  # (nsite) id of the material; -1: none
    site_group: Ints  # (nsite) visualization group
    site_sameframe: Ints  # (nsite) whether the site frame coincides with a frame of the body (mjtSameFrame)
    site_size: Rows  # (nsite, 3) type-specific size parameters [m]
    site_pos: Rows  # (nsite, 3) position in the body frame [m]
    site_quat: Rows  # (nsite, 4) orientation in the body frame
    site_user: Rows  # (nsite, nuser_site) user data
    site_rgba: Rows  # (nsite, 4) color of sites without material
    cam_mode: Ints  # (ncam) camera tracking mode (mjtCamLight)
    cam_bodyid: Ints  # (ncam) id of the body
    cam_targetbodyid: Ints  # (ncam) id of the target body; -1: none
    cam_pos: Rows  # (ncam, 3) position in the body frame [m]
    cam_quat: Rows  # (ncam, 4) orientation in the body frame
    cam_poscom0: Rows  # (ncam, 3) position relative to the subtree center of mass at qpos0, world axes [m]
    cam_pos0: Rows  # (ncam, 3) position relative to the body at qpos0, world axes [m]
    cam_mat0: Rows  # (ncam, 9) orientation in the world frame at qpos0, row-major
    cam_projection: Ints  # (ncam) projection type (mjtProjection)
    cam_fovy: View  # (ncam) vertical field of view [degree, m if orthographic]
    cam_ipd: View  # (ncam) inter-pupillary distance [m]
    cam_resolution: IntRows  # (ncam, 2) image width and height [pixels]
    cam_output: Ints  # (ncam) rendered outputs (mjtCamOutBit)
    cam_sensorsize: Rows  # (ncam, 2) width and height of the image sensor; 0: fovy is used [m]
    cam_intrinsic: Rows  # (ncam, 4) intrinsic parameters: focal lengths, principal point [m]
    cam_user: Rows  # (ncam, nuser_cam) user data
    light_mode: Ints  # (nlight) light tracking mode (mjtCamLight)
    light_bodyid: Ints  # (nlight) id of the body
    light_targetbodyid: Ints  # (nlight) id of the target body; -1: none
    light_type: Ints  # (nlight) light type (mjtLightType)
    light_texid: Ints  # (nlight) id of the texture of an image light; -1: none
    light_castshadow: Ints  # (nlight) 1 if the light casts shadows
    light_bulbradius: View  # (nlight) bulb radius, for soft shadows [m]
    light_intensity: View  # (nlight) luminous intensity [cd]
    light_range: View  # (nlight) effective range [m]
    light_active: Ints  # (nlight) 1 if the light is on
    light_pos: Rows  # (nlight, 3) position in the body frame [m]
    light_dir: Rows  # (nlight, 3) direction in the body frame
    light_poscom0: Rows  # (nlight, 3) position relative to the subtree center of mass at qpos0, world axes [m]
    light_pos0: Rows  # (nlight, 3) position relative to the body at qpos0, world axes [m]
    light_dir0: Rows  # (nlight, 3) direction in the world frame at qpos0
    light_attenuation: Rows  # (nlight, 3) attenuation coefficients: constant, linear, quadratic
    light_cutoff: View  # (nlight) cutoff angle of a spotlight, from the axis [degree]
    light_exponent: View  # (nlight) exponent of the spotlight falloff
    light_ambient: Rows  # (nlight, 3) ambient color
    light_diffuse: Rows  # (nlight, 3) diffuse color
    light_specular: Rows  # (nlight, 3) specular color
    flex_contype: Ints  # (nflex) contact type bitmask, tested against conaffinity of the other object
    flex_conaffinity: Ints  # (nflex) contact affinity bitmask, tested against contype of the other object
    flex_condim: Ints  # (nflex) contact dimensionality: 1, 3, 4 or 6
    flex_priority: Ints  # (nflex) contact priority: the object with the higher priority determines the contact parameters
    flex_solmix: View  # (nflex) weight for mixing contact solver parameters
    flex_solref: Rows  # (nflex, 2) constraint solver reference of contacts
    flex_solimp: Rows  # (nflex, 5) constraint solver impedance of contacts
    flex_friction: Rows  # (nflex, 3) friction coefficients: sliding, torsional, rolling
    flex_margin: View  # (nflex) distance at which contacts are detected [m]
    flex_gap: View  # (nflex) part of the margin in which contacts generate no force [m]
    flex_internal: Ints  # (nflex) 1 if internal collisions are enabled: opposite sides of one element
    flex_selfcollide: Ints  # (nflex) self-collision mode (mjtFlexSelf)
    flex_activelayers: Ints  # (nflex) number of active element layers in self-collision, 3D only
    flex_passive: Ints  # (nflex) 1 if contacts act as passive forces
    flex_dim: Ints  # (nflex) dimensionality; 1: lines, 2: triangles, 3: tetrahedra
    flex_matid: Ints  # (nflex) id of the material; -1: none
    flex_group: Ints  # (nflex) visualization group
    flex_interp: Ints  # (nflex) interpolation order; 0: vertices, 1: trilinear, 2: triquadratic; negative: cells are a shell
    flex_nodeadr: Ints  # (nflex) address of the first node
    flex_nodenum: Ints  # (nflex) number of nodes
    flex_vertadr: Ints  # (nflex) address of the first vertex
    flex_vertnum: Ints  # (nflex) number of vertices
    flex_edgeadr: Ints  # (nflex) address of the first edge
    flex_edgenum: Ints  # (nflex) number of edges
    flex_elemadr: Ints  # (nflex) address of the first element
    flex_elemnum: Ints  # (nflex) number of elements
    flex_elemdataadr: Ints  # (nflex) address of the first vertex id in flex_elem
    flex_elemedgeadr: Ints  # (nflex) address of the first edge id in flex_elemedge
    flex_shellnum: Ints  # (nflex) number of shell fragments
    flex_shelldataadr: Ints  # (nflex) address of the first vertex id in flex_shell
    flex_evpairadr: Ints  # (nflex) address of the first element-vertex pair
    flex_evpairnum: Ints  # (nflex) number of element-vertex pairs
    flex_texcoordadr: Ints  # (nflex) address of the first texture coordinate; -1: none
    flex_nodebodyid: Ints  # (nflexnode) id of the body of a node
    flex_vertbodyid: Ints  # (nflexvert) id of the body of a vertex; -1: interpolated
    flex_vertedgeadr: Ints  # (nflexvert) address of the first edge in flex_vertedge
    flex_vertedgenum: Ints  # (nflexvert) number of edges at a vertex
    flex_vertedge: IntRows  # (nflexedge, 2) edge ids at vertices
    flex_edge: IntRows  # (nflexedge, 2) vertex ids of an edge
    flex_edgeflap: IntRows  # (nflexedge, 2) vertex ids opposite to an edge; -1: none
    flex_elem: Ints  # (nflexelemdata) vertex ids of elements, dim + 1 per element
    flex_elemtexcoord: Ints  # (nflexelemdata) texture coordinate indices of element vertices
    flex_elemedge: Ints  # (nflexelemedge) edge ids of elements
    flex_elemlayer: Ints  # (nflexelem) layer of an element: distance from the surface
    flex_shell: Ints  # (nflexshelldata) vertex ids of shell fragments, dim per fragment
    flex_evpair: IntRows  # (nflexevpair, 2) ids of the element and the vertex of a collision pair
    flex_vert: Rows  # (nflexvert, 3) vertex positions in the body frames [m]
    flex_vert0: Rows  # (nflexvert, 3) vertex positions at qpos0, scaled to the unit box
    flex_vertmetric: Rows  # (nflexvert, 4) inverse of the reference shape matrix at a vertex
    flex_node: Rows  # (nflexnode, 3) node positions in the body frames [m]
    flex_node0: Rows  # (nflexnode, 3) node positions at qpos0, scaled to the unit box
    flexedge_length0: View  # (nflexedge) edge length at qpos0 [m]
    flexedge_invweight0: View  # (nflexedge) inverse inertia of the edge length at qpos0
    flex_radius: View  # (nflex) radius of the elements [m]
    flex_size: Rows  # (nflex, 3) half sizes of the vertex bounding box at qpos0 [m]
    flex_stiffness: Rows  # (nflexelem, 21) element stiffness matrix, upper triangle
    flex_bending: Rows  # (nflexedge, 17) edge bending coefficients
    flex_damping: View  # (nflex) Rayleigh damping coefficient [s]
    flex_edgestiffness: View  # (nflex) edge stiffness [N/m]
    flex_edgedamping: View  # (nflex) edge damping coefficient [N s/m]
    flex_edgeequality: Ints  # (nflex) equality constraint; 0: none, 1: edges, 2: vertices, 3: strain
    flex_rigid: Ints  # (nflex) 1 if all vertices belong to one body
    flexedge_rigid: Ints  # (nflexedge) 1 if both vertices belong to one body
    flex_centered: Ints  # (nflex) 1 if all vertices are at the origins of their bodies
    flex_flatskin: Ints  # (nflex) 1 if rendered with flat shading
    flex_bvhadr: Ints  # (nflex) address of the BVH root; -1: none
    flex_bvhnum: Ints  # (nflex) number of BVH nodes
    flexedge_J_rownnz: Ints  # (nflexedge) number of nonzeros in each row of flexedge_J
    flexedge_J_rowadr: Ints  # (nflexedge) address of each row of flexedge_J
    flexedge_J_colind: Ints  # (nJfe) column indices of flexedge_J
    flexvert_J_rownnz: IntRows  # (nflexvert, 2) number of nonzeros in each row of flexvert_J
    flexvert_J_rowadr: IntRows  # (nflexvert, 2) address of each row of flexvert_J
    flexvert_J_colind: IntRows  # (nJfv, 2) column indices of flexvert_J
    flex_rgba: Rows  # (nflex, 4) color of flexes without material
    flex_texcoord: Rows  # (nflextexcoord, 2) texture coordinates
    mesh_vertadr: Ints  # (nmesh) address of the first vertex
    mesh_vertnum: Ints  # (nmesh) number of vertices
    mesh_faceadr: Ints  # (nmesh) address of the first triangle
    mesh_facenum: Ints  # (nmesh) number of triangles
    mesh_bvhadr: Ints  # (nmesh) address of the BVH root; -1: none
    mesh_bvhnum: Ints  # (nmesh) number of BVH nodes
    mesh_octadr: Ints  # (nmesh) address of the octree root; -1: none
    mesh_octnum: Ints  # (nmesh) number of octree nodes
    mesh_normaladr: Ints  # (nmesh) address of the first normal
    mesh_normalnum: Ints  # (nmesh) number of normals
    mesh_texcoordadr: Ints  # (nmesh) address of the first texture coordinate; -1: none
    mesh_texcoordnum: Ints  # (nmesh) number of texture coordinates
    mesh_graphadr: Ints  # (nmesh) address of the convex hull graph in mesh_graph; -1: none
    mesh_vert: Rows  # (nmeshvert, 3) vertex positions [m]
    mesh_normal: Rows  # (nmeshnormal, 3) vertex normals
    mesh_texcoord: Rows  # (nmeshtexcoord, 2) texture coordinates
    mesh_face: IntRows  # (nmeshface, 3) vertex ids of a triangle
    mesh_facenormal: IntRows  # (nmeshface, 3) normal indices of the triangle corners
    mesh_facetexcoord: IntRows  # (nmeshface, 3) texture coordinate indices of the triangle corners
    mesh_graph: Ints  # (nmeshgraph) convex hull graphs
    mesh_scale: Rows  # (nmesh, 3) scale factors applied to the asset
    mesh_pos: Rows  # (nmesh, 3) translation applied to center the asset [m]
    mesh_quat: Rows  # (nmesh, 4) rotation applied to align the asset, unit quaternion
    mesh_pathadr: Ints  # (nmesh) address of the asset path in paths; -1: none
    mesh_polynum: Ints  # (nmesh) number of convex hull polygons
    mesh_polyadr: Ints  # (nmesh) address of the first polygon
    mesh_polynormal: Rows  # (nmeshpoly, 3) polygon normal
    mesh_polyvertadr: Ints  # (nmeshpoly) address of the first vertex id in mesh_polyvert
    mesh_polyvertnum: Ints  # (nmeshpoly) number of vertices of a polygon
    mesh_polyvert: Ints  # (nmeshpolyvert) vertex ids of polygons
    mesh_polymapadr: Ints  # (nmeshvert) address of the first polygon id in mesh_polymap
    mesh_polymapnum: Ints  # (nmeshvert) number of polygons at a vertex
    mesh_polymap: Ints  # (nmeshpolymap) polygon ids at vertices
    skin_matid: Ints  # (nskin) id of the material; -1: none
    skin_group: Ints  # (nskin) visualization group
    skin_rgba: Rows  # (nskin, 4) color of skins without material
    skin_inflate: View  # (nskin) offset of the vertices along the normals [m]
    skin_vertadr: Ints  # (nskin) address of the first vertex
    skin_vertnum: Ints  # (nskin) number of vertices
    skin_texcoordadr: Ints  # (nskin) address of the first texture coordinate; -1: none
    skin_faceadr: Ints  # (nskin) address of the first triangle
    skin_facenum: Ints  # (nskin) number of triangles
    skin_boneadr: Ints  # (nskin) address of the first bone
    skin_bonenum: Ints  # (nskin) number of bones
    skin_vert: Rows  # (nskinvert, 3) vertex positions [m]
    skin_texcoord: Rows  # (nskintexvert, 2) texture coordinates
    skin_face: IntRows  # (nskinface, 3) vertex ids of a triangle
    skin_bonevertadr: Ints  # (nskinbone) address of the first bone vertex in skin_bonevertid
    skin_bonevertnum: Ints  # (nskinbone) number of bone vertices
    skin_bonebindpos: Rows  # (nskinbone, 3) bind position of a bone [m]
    skin_bonebindquat: Rows  # (nskinbone, 4) bind orientation of a bone, unit quaternion
    skin_bonebodyid: Ints  # (nskinbone) id of the body of a bone
    skin_bonevertid: Ints  # (nskinbonevert) vertex ids of bones
    skin_bonevertweight: View  # (nskinbonevert) vertex weights of bones
    skin_pathadr: Ints  # (nskin) address of the asset path in paths; -1: none
    hfield_size: Rows  # (nhfield, 4) half size in x, half size in y, maximum elevation, base thickness [m]
    hfield_nrow: Ints  # (nhfield) number of rows
    hfield_ncol: Ints  # (nhfield) number of columns
    hfield_adr: Ints  # (nhfield) address of the first elevation sample
    hfield_data: View  # (nhfielddata) normalized elevation, 0 to 1
    hfield_pathadr: Ints  # (nhfield) address of the asset path in paths; -1: none
    tex_type: Ints  # (ntex) texture type (mjtTexture)
    tex_colorspace: Ints  # (ntex) color space (mjtColorSpace)
    tex_height: Ints  # (ntex) image height [pixels]
    tex_width: Ints  # (ntex) image width [pixels]
    tex_nchannel: Ints  # (ntex) number of channels
    tex_adr: Ints  # (ntex) address of the first byte in tex_data
    tex_data: Ints  # (ntexdata) pixels by row, nchannel bytes each
    tex_pathadr: Ints  # (ntex) address of the asset path in paths; -1: none
    mat_texid: IntRows  # (nmat, 10) ids of the textures by role (mjtTextureRole); -1: none
    mat_texuniform: Ints  # (nmat) 1 if the texture repeats per unit of length instead of per object
    mat_texrepeat: Rows  # (nmat, 2) number of texture repetitions along each axis
    mat_emission: View  # (nmat) emission coefficient, multiplies rgba
    mat_specular: View  # (nmat) specular coefficient, 0 to 1
    mat_shininess: View  # (nmat) shininess coefficient, 0 to 1
    mat_reflectance: View  # (nmat) reflectance coefficient, 0 to 1
    mat_metallic: View  # (nmat) metallic coefficient, for physically based renderers
    mat_roughness: View  # (nmat) roughness coefficient, for physically based renderers
    mat_rgba: Rows  # (nmat, 4) color
    pair_dim: Ints  # (npair) contact dimensionality: 1, 3, 4 or 6
    pair_geom1: Ints  # (npair) id of the first geom
    pair_geom2: Ints  # (npair) id of the second geom
    pair_signature: Ints  # (npair) signature of the body pair: body1 << 16 + body2
    pair_solref: Rows  # (npair, 2) constraint solver reference, normal direction
    pair_solreffriction: Rows  # (npair, 2) constraint solver reference, friction directions; zeros: solref
    pair_solimp: Rows  # (npair, 5) constraint solver impedance
    pair_margin: View  # (npair) distance at which contacts are detected [m]
    pair_gap: View  # (npair) part of the margin in which contacts generate no force [m]
    pair_friction: Rows  # (npair, 5) friction coefficients: tangent 1 and 2, spin, roll 1 and 2
    exclude_signature: Ints  # (nexclude) signature of the body pair: body1 << 16 + body2
    eq_type: Ints  # (neq) equality constraint type (mjtEq)
    eq_obj1id: Ints  # (neq) id of the first object
    eq_obj2id: Ints  # (neq) id of the second object; -1: none
    eq_objtype: Ints  # (neq) type of the objects (mjtObj)
    eq_active0: Ints  # (neq) 1 if the constraint is active initially
    eq_solref: Rows  # (neq, 2) constraint solver reference
    eq_solimp: Rows  # (neq, 5) constraint solver impedance
    eq_data: Rows  # (neq, neqdata) type-specific constraint parameters
    tendon_adr: Ints  # (ntendon) address of the first path element
    tendon_num: Ints  # (ntendon) number of path elements
    tendon_matid: Ints  # (ntendon) id of the material; -1: none
    tendon_group: Ints  # (ntendon) visualization group
    tendon_treenum: Ints  # (ntendon) number of kinematic trees along the path
    tendon_treeid: IntRows  # (ntendon, 2) ids of the first two kinematic trees along the path; -1: none
    tendon_limited: Ints  # (ntendon) 1 if the length is limited
    tendon_actfrclimited: Ints  # (ntendon) 1 if the total actuator force is limited
    tendon_width: View  # (ntendon) rendered width [m]
    tendon_solref_lim: Rows  # (ntendon, 2) constraint solver reference of the limit
    tendon_solimp_lim: Rows  # (ntendon, 5) constraint solver impedance of the limit
    tendon_solref_fri: Rows  # (ntendon, 2) constraint solver reference of friction loss
    tendon_solimp_fri: Rows  # (ntendon, 5) constraint solver impedance of friction loss
    tendon_range: Rows  # (ntendon, 2) tendon length limits [m]
    tendon_actfrcrange: Rows  # (ntendon, 2) range of the total actuator force [N]
    tendon_margin: View  # (ntendon) distance to the limit at which the constraint becomes active [m]
    tendon_stiffness: View  # (ntendon) spring stiffness [N/m]
    tendon_damping: View  # (ntendon) damping coefficient [N s/m]
    tendon_armature: View  # (ntendon) armature inertia of the tendon length [kg]
    tendon_frictionloss: View  # (ntendon) dry friction: maximum friction force [N]
    tendon_lengthspring: Rows  # (ntendon, 2) deadband of the spring: range of resting lengths [m]
    tendon_length0: View  # (ntendon) tendon length at qpos0 [m]
    tendon_invweight0: View  # (ntendon) inverse inertia at qpos0
    tendon_user: Rows  # (ntendon, nuser_tendon) user data
    tendon_rgba: Rows  # (ntendon, 4) color of tendons without material
    wrap_type: Ints  # (nwrap) type of a path element (mjtWrap)
    wrap_objid: Ints  # (nwrap) id of the object of a path element; -1: pulley
    wrap_prm: View  # (nwrap) parameter of a path element: divisor of a pulley, coefficient of a joint, side site of a geom
    actuator_trntype: Ints  # (nactuator) transmission type (mjtTrn)
    actuator_dyntype: Ints  # (nactuator) activation dynamics type (mjtDyn)
    actuator_gaintype: Ints  # (nactuator) gain type (mjtGain)
    actuator_biastype: Ints  # (nactuator) bias type (mjtBias)
    actuator_trnid: IntRows  # (nactuator, 2) ids of the transmission targets: joint, tendon, site, body
    actuator_actadr: Ints  # (nactuator) address of the first activation; -1: stateless
    actuator_actnum: Ints  # (nactuator) number of activations
    actuator_group: Ints  # (nactuator) visualization group
    actuator_history: IntRows  # (nactuator, 2) history buffer: number of samples, interpolation order
    actuator_historyadr: Ints  # (nactuator) address in the history buffer; -1: none
    actuator_delay: View  # (nactuator) control delay [s]
    actuator_ctrllimited: Ints  # (nu) 1 if the control is limited
    actuator_forcelimited: Ints  # (nactuator) 1 if the force is limited
    actuator_actlimited: Ints  # (nactuator) 1 if the activation is limited
    actuator_dynprm: Rows  # (nactuator, 10) parameters of the activation dynamics
    actuator_gainprm: Rows  # (nactuator, 10) parameters of the gain
    actuator_biasprm: Rows  # (nactuator, 10) parameters of the bias
    actuator_actearly: Ints  # (nactuator) 1 if the force is computed from the next activation
    actuator_ctrlrange: Rows  # (nu, 2) control limits
    actuator_forcerange: Rows  # (nactuator, 2) force limits
    actuator_actrange: Rows  # (nactuator, 2) activation limits
    actuator_gear: Rows  # (nout, 6) gear ratio: scale of length and force; for sites a wrench
    actuator_cranklength: View  # (nactuator) length of the rod of a slider-crank [m]
    actuator_acc0: View  # (nout) acceleration from a unit force at qpos0
    actuator_length0: View  # (nout) actuator length at qpos0
    actuator_lengthrange: Rows  # (nout, 2) feasible range of the actuator length
    actuator_user: Rows  # (nactuator, nuser_actuator) user data
    actuator_plugin: Ints  # (nactuator) id of the plugin instance; -1: none
    sensor_type: Ints  # (nsensor) sensor type (mjtSensor)
    sensor_datatype: Ints  # (nsensor) data type of the reading (mjtDataType)
    sensor_needstage: Ints  # (nsensor) pipeline stage that the sensor requires (mjtStage)
    sensor_objtype: Ints  # (nsensor) type of the sensed object (mjtObj)
    sensor_objid: Ints  # (nsensor) id of the sensed object; -1: none
    sensor_reftype: Ints  # (nsensor) type of the reference object (mjtObj)
    sensor_refid: Ints  # (nsensor) id of the reference object; -1: world frame
    sensor_intprm: IntRows  # (nsensor, 3) integer parameters, by sensor type
    sensor_dim: Ints  # (nsensor) number of elements of the reading
    sensor_adr: Ints  # (nsensor) address in sensordata
    sensor_cutoff: View  # (nsensor) cutoff of the reading; 0: none
    sensor_noise: View  # (nsensor) standard deviation of sensor noise, not applied in simulation
    sensor_history: IntRows  # (nsensor, 2) history buffer: number of samples, interpolation order
    sensor_historyadr: Ints  # (nsensor) address in the history buffer; -1: none
    sensor_delay: View  # (nsensor) delay of the reading [s]
    sensor_interval: Rows  # (nsensor, 2) sampling interval: period, phase [s]
    sensor_user: Rows  # (nsensor, nuser_sensor) user data
    sensor_plugin: Ints  # (nsensor) id of the plugin instance; -1: none
    plugin: Ints  # (nplugin) slot of the registered plugin
    plugin_stateadr: Ints  # (nplugin) address in plugin_state
    plugin_statenum: Ints  # (nplugin) number of elements in plugin_state
    plugin_attr: Ints  # (npluginattr) config attributes of plugin instances, as text
    plugin_attradr: Ints  # (nplugin) address of the first config attribute in plugin_attr
    numeric_adr: Ints  # (nnumeric) address of the field in numeric_data
    numeric_size: Ints  # (nnumeric) number of elements of the field
    numeric_data: View  # (nnumericdata) elements of all custom numeric fields
    text_adr: Ints  # (ntext) address of the text in text_data
    text_size: Ints  # (ntext) size of the text in bytes, including the terminating zero
    tuple_adr: Ints  # (ntuple) address of the first tuple element
    tuple_size: Ints  # (ntuple) number of tuple elements
    tuple_objtype: Ints  # (ntupledata) type of a tuple element (mjtObj)
    tuple_objid: Ints  # (ntupledata) id of a tuple element
    tuple_objprm: View  # (ntupledata) parameter of a tuple element
    key_time: View  # (nkey) keyframe time [s]
    key_qpos: Rows  # (nkey, nq) keyframe joint positions
    key_qvel: Rows  # (nkey, nv) keyframe joint velocities
    key_act: Rows  # (nkey, na) keyframe activations
    key_mpos: Rows  # (nkey, nmocap*3) keyframe positions of mocap bodies [m]
    key_mquat: Rows  # (nkey, nmocap*4) keyframe orientations of mocap bodies
    key_ctrl: Rows  # (nkey, nu) keyframe controls
    name_bodyadr: Ints  # (nbody) address of the body name in names
    name_jntadr: Ints  # (njnt) address of the joint name in names
    name_geomadr: Ints  # (ngeom) address of the geom name in names
    name_siteadr: Ints  # (nsite) address of the site name in names
    name_camadr: Ints  # (ncam) address of the camera name in names
    name_lightadr: Ints  # (nlight) address of the light name in names
    name_flexadr: Ints  # (nflex) address of the flex name in names
    name_meshadr: Ints  # (nmesh) address of the mesh name in names
    name_skinadr: Ints  # (nskin) address of the skin name in names
    name_hfieldadr: Ints  # (nhfield) address of the height field name in names
    name_texadr: Ints  # (ntex) address of the texture name in names
    name_matadr: Ints  # (nmat) address of the material name in names
    name_pairadr: Ints  # (npair) address of the geom pair name in names
    name_excludeadr: Ints  # (nexclude) address of the exclude name in names
    name_eqadr: Ints  # (neq) address of the equality name in names
    name_tendonadr: Ints  # (ntendon) address of the tendon name in names
    name_actuatoradr: Ints  # (nactuator) address of the actuator name in names
    name_sensoradr: Ints  # (nsensor) address of the sensor name in names
    name_numericadr: Ints  # (nnumeric) address of the numeric field name in names
    name_textadr: Ints  # (ntext) address of the text field name in names
    name_tupleadr: Ints  # (ntuple) address of the tuple name in names
    name_keyadr: Ints  # (nkey) address of the keyframe name in names
    name_pluginadr: Ints  # (nplugin) address of the plugin instance name in names
    names_map: Ints  # (nnames_map) hash map from names to ids
    B_rownnz: Ints  # (nbody) number of nonzeros in each row of the body-dof matrix
    B_rowadr: Ints  # (nbody) address of each row of the body-dof matrix
    B_colind: Ints  # (nB) column indices of the body-dof matrix
    M_rownnz: Ints  # (nv) number of nonzeros in each row of M
    M_rowadr: Ints  # (nv) address of each row of M
    M_colind: Ints  # (nC) column indices of M
    mapM2M: Ints  # (nC) address in qM of each element of M
    D_rownnz: Ints  # (nv) number of nonzeros in each row of D
    D_rowadr: Ints  # (nv) address of each row of D
    D_diag: Ints  # (nv) index of the diagonal element in each row of D
    D_colind: Ints  # (nD) column indices of D, the full dof-dof matrix
    mapM2D: Ints  # (nD) address in M of each element of D; -1: zero in M
    mapD2M: Ints  # (nC) address in D of each element of M
    jnt_stiffnesspoly: Rows  # (njnt, 2) spring stiffness: coefficients of the square and cube of the displacement
    jnt_actuatorid: Ints  # (njnt) id of the actuator that adds damping or armature to the joint; -1: none, -2: several
    dof_dampingpoly: Rows  # (nv, 2) damping: coefficients of v|v| and v^3 for the velocity v
    tendon_stiffnesspoly: Rows  # (ntendon, 2) spring stiffness: coefficients of the square and cube of the displacement
    tendon_dampingpoly: Rows  # (ntendon, 2) damping: coefficients of v|v| and v^3 for the velocity v
    tendon_actuatorid: Ints  # (ntendon) id of the actuator that adds damping or armature to the tendon; -1: none, -2: several
    actuator_damping: View  # (nactuator) damping of the target joint or tendon, divided by gear^2 [N s/m, N m s/rad]
    actuator_dampingpoly: Rows  # (nactuator, 2) damping of the target: coefficients of v|v| and v^3 for its velocity v, divided by gear^2
    actuator_armature: View  # (nactuator) armature inertia of the target joint or tendon, divided by gear^2 [kg, kg m^2]
    geom_surfacevel: Rows  # (ngeom, 6) velocity of the surface relative to the geom, in the geom frame: constant part, angular velocity about its origin [m/s, rad/s]
    geom_adhesion: View  # (ngeom) force by which each contact may pull [N]
    pair_adhesion: View  # (npair) force by which each contact may pull [N]
    actuator_ctrladr: Ints  # (nactuator) address of the first control
    actuator_ctrlnum: Ints  # (nactuator) number of controls
    actuator_outadr: Ints  # (nactuator) address of the first output
    actuator_outnum: Ints  # (nactuator) number of outputs
    actuator_ctrlspec: Ints  # (nactuator) inputs: bits of mjtCtrlInput, or for gain so3 a value of mjtCtrlChart; 0: one command
    light_softness: View  # (nlight) softness of the edge of a spotlight, a fraction of the cutoff
    site_dataid: Ints  # (nsite) id of the mesh; -1: none
    jnt_springyield: View  # (njnt) displacement at which the spring yields [m, rad]
    jnt_plasticadr: Ints  # (njnt) address of the spring reference in plastic; -1: the spring does not yield
    geom_castshadow: Ints  # (ngeom) 1 if the geom casts shadows
    flex_yield: Rows  # (nflex, 2) strains at which stretching and bending yield
    flex_plasticmode: Ints  # (nflex) what yields: 1 bending, 2 stretching
    flex_plasticadr: Ints  # (nflex) address of the plastic strains in plastic; -1: none
    flex_cellnum: IntRows  # (nflex, 3) number of cells of an interpolated flex along each axis
    flex_modeadr: Ints  # (nflex) address of the modes of the cells in cell_mode; -1: none
    cell_mode: View  # (ncellmode) modes of cells: square roots of their stiffness, or what strain constraints hold
    flex_elemmatid: Ints  # (nflexelem) id of the material of an element; -1: that of the flex (flex_matid)
    tendon_springyield: View  # (ntendon) displacement at which the spring yields [m]
    tendon_plasticadr: Ints  # (ntendon) address of the deadband of the spring in plastic; -1: the spring does not yield
    key_plastic: Rows  # (nkey, nplastic) keyframe references of springs that yield
    release: Ints  # (1) release of MuJoCo whose meaning and corrections the model has, as in mj_version
    stage_table: Ints  # (nstage) addresses of the compiled stages
    hull_start: Ints  # (nhull) meshes: start vertices of the support point search (collision/convex/support.py)
    letters: Ints  # (nletters) names of all objects, zero-terminated: MjModel.names

class Data:
    narena: int  # arena capacity for contacts and constraint rows [bytes]
    nbuffer: int  # memory of all arrays of the model [bytes]
    nplugin: int  # number of plugin instances
    pstack: int  # first free byte of the stack
    pbase: int  # first byte of the current stack frame
    maxuse_stack: int  # maximum stack usage [bytes]
    parena: int  # first free byte of the arena
    maxuse_arena: int  # maximum arena usage [bytes]
    maxuse_con: int  # maximum number of contacts
    maxuse_efc: int  # maximum number of constraint rows
    ncon: int  # number of contacts
    ne: int  # number of equality constraint rows
    nf: int  # number of friction loss rows
    nl: int  # number of limit rows
    nefc: int  # number of constraint rows
    nJ: int  # number of elements of efc_J
    nA: int  # number of nonzeros of efc_AR
    nisland: int  # number of constraint islands
    nidof: int  # number of dofs in islands
    ntree_awake: int  # number of awake trees
    nbody_awake: int  # number of bodies that are awake or static
    nparent_awake: int  # number of bodies whose parent is awake or static
    nv_awake: int  # number of awake dofs
    flg_energypos: int  # 1 if mj_energyPos was called in this step
    flg_energyvel: int  # 1 if mj_energyVel was called in this step
    flg_subtreevel: int  # 1 if mj_subtreeVel was called in this step
    flg_rnepost: int  # 1 if mj_rnePostConstraint was called in this step
    time: float  # simulation time [s]
    threadpool: int  # id of the bound thread pool; 0: none
    signature: int  # hash of the compiled spec
    nconmax: int  # capacity of the contact buffers
    nefcmax: int  # capacity of the constraint row buffers
    nJmax: int  # capacity of efc_J in elements
    nAmax: int  # capacity of efc_AR in elements
    nHmax: int  # capacity of hess in elements
    need_con: int  # required capacity in contacts if the buffers overflowed, else 0
    need_efc: int  # required capacity in constraint rows if the buffers overflowed, else 0
    need_J: int  # required capacity of efc_J in elements if it overflowed, else 0
    need_A: int  # required capacity of efc_AR in elements if it overflowed, else 0
    need_H: int  # required capacity of hess in elements if it overflowed, else 0
    lost_efc: int  # number of constraint rows dropped at the last arena overflow
    lost_J: int  # number of efc_J elements dropped with the constraint rows
    lost_A: int  # number of efc_AR elements dropped with the constraint rows
    status: int  # status of the last native call (tables/status.py)
    need_stage: int  # index of a stage that must be loaded
    warned: int  # 1 if a warning was counted since Python last checked
    callback_value: float  # return value of the last callback
    nstep: int  # number of steps completed by the last call
    restarted: int  # 1 while a step is repeated after a reset; -1: resets are completed by Python
    bvh_observed: int  # 1 if a program or scene reads bvh_active: collision detection and ray casting update the field
    bvh_complete: int  # 1 if bvh_active includes the nodes of bodies and flexes
    nblock: int  # number of elements of block
    bad_field: int  # number of the field with an index out of range; 0: none
    bad_at: int  # element of bad_field with the index out of range
    broad_nlarge: int  # number of bodies compared with all other bodies
    near_count: int  # number of candidate contacts of the current geom pair
    near_margin: float  # maximum distance at which the current geom pair makes a contact [m]
    surfaces_known: int  # 1 if the last contacts have surface velocities or adhere
    adhering: int  # 1 if qfrc_adhesion may be nonzero
    sdf_count: int  # number of query points of an SDF plugin
    islands_due: int  # computation of the island fields that is pending; 0: none
    warm: int  # 1 if islands are warm-started at qacc_warmstart
    njblock: int  # number of blocks of constraint rows
    npart: int  # number of independently solved islands
    nhidden: int  # discrete: number of couplings, which are the last rows while a solver runs
    flex_row: int  # discrete: first row of the couplings of flexes
    rk_time: float  # Runge-Kutta: time at the start of the step [s]
    sense_last: int  # id of the distance sensor that sense_dist is valid for; -1: none
    keeping: int  # 1 while delayed sensors are computed for the history buffer
    compiling: int  # 1 while the compiler computes constants: what depends on conventions of the spec is resolved
    nrun: int  # number of runs of consecutive bodies that are awake or static
    nasleep: int  # number of sleeping trees
    nactuator_awake: int  # number of awake actuators
    counted: int  # 1 from the end of forward dynamics to the end of the step: counts in tree_mark are valid
    newly_asleep: int  # 1 if forces of trees that fell asleep must be cleared
    ntree_solved: int  # number of trees in the solver order; sleeping trees follow them
    nv_solved: int  # number of dofs of the trees in the solver order
    fixed: int  # 1 if buffers have a fixed capacity
    nstat: int  # number of rows of solver_stat
    nnear: int  # capacity in candidate contacts per geom pair
    ncollider: int  # number of lanes with work space for narrow-phase collision (tables/gpu_stages.py)
    kept_efc: int  # number of rows up to the last constraint that fits
    kept_J: int  # number of efc_J elements up to the last constraint that fits
    picked: int  # 1 if the current batch call selects this world
    world_id: int  # index of the world in the batch
    drawn: int  # number of random draws so far
    lost_con: int  # number of contacts dropped at the last overflow of fixed buffers
    broad_boxed: int  # 1 if broad_box is valid for the current collision pass
    npair_near: int  # number of pairs in pair_near
    nsearched: int  # number of pairs in pair_near that require narrow-phase collision
    stat_rows: int  # number of valid rows of solver_stat
    stat_fill: float  # fill value of the other rows of solver_stat
    stat_asked: int  # 1 if a program reads solver_stat: all rows are kept valid
    nC: int  # number of nonzeros of M: lower triangle in compressed rows
    nD: int  # number of nonzeros of D: pairs of dofs on the same kinematic branch
    nJfe: int  # number of nonzeros of the flex edge Jacobian
    nJfv: int  # number of nonzeros of the flex vertex Jacobian
    nJmom: int  # number of nonzeros of actuator_moment
    nM: int  # number of elements of qM: one per dof and ancestor dof
    na: int  # number of activations: length of act
    nactuator: int  # number of actuators
    nbody: int  # number of bodies, including the world body
    nbvh: int  # number of BVH nodes
    nbvhdynamic: int  # number of dynamic BVH nodes: boxes in the world frame (flexes)
    ncam: int  # number of cameras
    neq: int  # number of equality constraints
    nflexedge: int  # number of edges of all flexes
    nflexelem: int  # number of elements of all flexes
    nflexnode: int  # number of interpolation nodes of all flexes
    nflexvert: int  # number of vertices of all flexes
    ngeom: int  # number of geoms
    nhistory: int  # number of elements of the history buffer
    njnt: int  # number of joints
    nlight: int  # number of lights
    nmocap: int  # number of mocap bodies
    nout: int  # number of actuator outputs: length of actuator_force
    nplastic: int  # number of elements of plastic
    npluginstate: int  # number of elements of plugin_state
    nq: int  # number of generalized positions: length of qpos
    nsensordata: int  # number of elements of sensordata
    nsite: int  # number of sites
    ntendon: int  # number of tendons
    ntree: int  # number of kinematic trees attached to the world body
    nu: int  # number of controls: length of ctrl
    nuserdata: int  # number of elements of userdata
    nv: int  # number of dofs: length of qvel
    nwrap: int  # number of path elements of all tendons
    maxuse_threadstack: Ints  # (128) maximum stack usage per thread [bytes]
    solver_niter: Ints  # (20) number of solver iterations, per island
    solver_nnz: Ints  # (20) number of nonzeros of the Hessian (Newton) or efc_AR (PGS), per island
    solver_fwdinv: View  # (2) norm of the difference between forward and inverse dynamics: constraint force, applied force
    energy: View  # (2) potential and kinetic energy [J]
    qpos: View  # (nq) joint positions; unit quaternions for free and ball joints [m, rad]
    qvel: View  # (nv) joint velocities [m/s, rad/s]
    act: View  # (na) actuator activations
    history: View  # (nhistory) history buffer: past controls and sensor readings with their times
    plastic: View  # (nplastic) references of springs that yield: positions, quaternions, deadbands [m, rad]
    qacc_warmstart: View  # (nv) solver warm start: acceleration of the previous step [m/s^2, rad/s^2]
    plugin_state: View  # (npluginstate) plugin state
    ctrl: View  # (nu) actuator controls
    qfrc_applied: View  # (nv) applied joint-space forces [N, N m]
    xfrc_applied: Rows  # (nbody, 6) applied force and torque on bodies, at the center of mass xipos [N, N m]
    eq_active: Ints  # (neq) 1 if an equality constraint is active
    mocap_pos: Rows  # (nmocap, 3) positions of mocap bodies [m]
    mocap_quat: Rows  # (nmocap, 4) orientations of mocap bodies
    userdata: View  # (nuserdata) user data
    plugin: Ints  # (nplugin) slot of the registered plugin, per plugin instance
    plugin_data: Ints  # (nplugin) address of the plugin's own data, per instance
    qacc: View  # (nv) joint accelerations [m/s^2, rad/s^2]
    act_dot: View  # (na) time derivatives of activations
    sensordata: View  # (nsensordata) sensor readings
    tree_asleep: Ints  # (ntree) next tree of the sleeping cycle; negative: awake, -1 minus the number of steps until the tree may sleep
    tree_awake: Ints  # (ntree) 1 if a tree is awake
    body_awake: Ints  # (nbody) sleep state of bodies (mjtSleepState)
    body_awake_ind: Ints  # (nbody) ids of the bodies that are awake or static
    parent_awake_ind: Ints  # (nbody) ids of the bodies whose parent is awake or static
    dof_awake_ind: Ints  # (nv) indices of the awake dofs
    xpos: Rows  # (nbody, 3) position of body frames [m]
    xquat: Rows  # (nbody, 4) orientation of body frames, unit quaternions
    xmat: Rows  # (nbody, 9) orientation of body frames, row-major
    xipos: Rows  # (nbody, 3) center of mass of bodies [m]
    ximat: Rows  # (nbody, 9) orientation of inertial frames, row-major
    xanchor: Rows  # (njnt, 3) joint anchors [m]
    xaxis: Rows  # (njnt, 3) joint axes
    geom_xpos: Rows  # (ngeom, 3) position of geoms [m]
    geom_xmat: Rows  # (ngeom, 9) orientation of geoms, row-major
    site_xpos: Rows  # (nsite, 3) position of sites [m]
    site_xmat: Rows  # (nsite, 9) orientation of sites, row-major
    subtree_com: Rows  # (nbody, 3) center of mass of subtrees [m]
    cinert: Rows  # (nbody, 10) inertia of bodies about the center of mass of their tree: 6 moments, mass times offset, mass [kg m^2, kg m, kg]
    cdof: Rows  # (nv, 6) motion axes of dofs about the center of mass of their tree: rotation, translation
    cam_xpos: Rows  # (ncam, 3) position of cameras [m]
    cam_xmat: Rows  # (ncam, 9) orientation of cameras, row-major
    light_xpos: Rows  # (nlight, 3) position of lights [m]
    light_xdir: Rows  # (nlight, 3) direction of lights
    flexvert_xpos: Rows  # (nflexvert, 3) position of flex vertices [m]
    flexelem_aabb: Rows  # (nflexelem, 6) axis-aligned bounding boxes of flex elements: center, half sizes [m]
    bvh_aabb_dyn: Rows  # (nbvhdynamic, 6) axis-aligned bounding boxes of flexes: center, half sizes [m]
    flexedge_length: View  # (nflexedge) flex edge lengths [m]
    flexedge_J: View  # (nJfe) Jacobian of the flex edge lengths
    flexvert_length: Rows  # (nflexvert, 2) flex vertex strain measures, zero at rest [m]
    flexvert_J: Rows  # (nJfv, 2) Jacobian of flexvert_length
    ten_wrapadr: Ints  # (ntendon) address of the first tendon path point in wrap_obj, wrap_xpos
    ten_wrapnum: Ints  # (ntendon) number of tendon path points
    ten_length: View  # (ntendon) tendon lengths [m, rad]
    ten_J: Rows  # (ntendon, nv) Jacobian of the tendon lengths
    ten_J_rownnz: Ints  # (ntendon) number of nonzeros in each row of ten_J, when sparse
    ten_J_rowadr: Ints  # (ntendon) address of each row of ten_J, when sparse
    ten_J_colind: IntRows  # (ntendon, nv) column indices of ten_J, when sparse
    wrap_obj: IntRows  # (nwrap, 2) geom id of tendon path points; -1: site, -2: pulley
    wrap_xpos: Rows  # (nwrap, 6) tendon path points [m]
    crb: Rows  # (nbody, 10) composite inertia of subtrees, layout of cinert [kg m^2, kg m, kg]
    M: View  # (nC) joint-space inertia matrix, lower triangle in compressed rows [kg, kg m^2]
    qM: View  # (nM) joint-space inertia matrix, one element per dof and ancestor dof [kg, kg m^2]
    qLD: View  # (nC) factor L' D L of M, layout of M
    qLDiagInv: View  # (nv) inverse of the diagonal D of qLD
    bvh_active: Ints  # (nbvh) 1 if a BVH node was visited in collision detection
    tendon_efcadr: Ints  # (ntendon) address of the first friction loss or limit row of a tendon, or id of its equality, as in 3.5.0; -1: none
    actuator_length: View  # (nout) actuator lengths
    moment_rownnz: Ints  # (nout) number of nonzeros in each row of actuator_moment
    moment_rowadr: Ints  # (nout) address of each row of actuator_moment
    moment_colind: Ints  # (nJmom) column indices of actuator_moment
    actuator_moment: View  # (nJmom) actuator moment arms d length / d qpos, in compressed rows
    ten_velocity: View  # (ntendon) tendon velocities [m/s, rad/s]
    actuator_velocity: View  # (nout) actuator velocities
    flexedge_velocity: View  # (nflexedge) flex edge velocities [m/s]
    cvel: Rows  # (nbody, 6) spatial velocity of bodies: rotation, translation [rad/s, m/s]
    cdof_dot: Rows  # (nv, 6) time derivative of cdof
    qfrc_bias: View  # (nv) bias force: Coriolis, centrifugal and gravitational [N, N m]
    qfrc_spring: View  # (nv) spring forces [N, N m]
    qfrc_damper: View  # (nv) damper forces [N, N m]
    qfrc_gravcomp: View  # (nv) gravity compensation forces [N, N m]
    qfrc_fluid: View  # (nv) fluid forces [N, N m]
    qfrc_adhesion: View  # (nv) attraction of contacts that adhere [N, N m]
    qfrc_passive: View  # (nv) sum of the passive forces [N, N m]
    subtree_linvel: Rows  # (nbody, 3) linear velocity of the center of mass of subtrees [m/s]
    subtree_angmom: Rows  # (nbody, 3) angular momentum of subtrees about their center of mass [kg m^2/s]
    actuator_force: View  # (nout) actuator forces, by output
    qfrc_actuator: View  # (nv) actuator forces in joint space [N, N m]
    qfrc_smooth: View  # (nv) sum of all forces except constraint forces [N, N m]
    qacc_smooth: View  # (nv) unconstrained acceleration [m/s^2, rad/s^2]
    qfrc_constraint: View  # (nv) constraint forces in joint space [N, N m]
    cacc: Rows  # (nbody, 6) spatial acceleration of bodies: rotation, translation [rad/s^2, m/s^2]
    cfrc_int: Rows  # (nbody, 6) interaction force with the parent body: torque, force [N m, N]
    cfrc_ext: Rows  # (nbody, 6) external force on bodies: torque, force [N m, N]
    qDeriv: View  # (nD) derivative of the smooth force with respect to qvel, d qfrc_smooth / d qvel [N s/m, N m s/rad]
    qLU: View  # (nD) factor L U of M - timestep qDeriv
    qH: View  # (nC) factor L' D L of the modified inertia matrix of the integrator
    qHDiagInv: View  # (nv) inverse of the diagonal D of qH
    qfrc_inverse: View  # (nv) inverse dynamics: joint-space force that produces qacc [N, N m]
    tree_island: Ints  # (ntree) island id of a tree; -1: none
    dof_island: Ints  # (nv) island id of a dof; -1: none
    map_itree2tree: Ints  # (ntree) tree at each position in island order
    map_dof2idof: Ints  # (nv) position of a dof in island order
    map_idof2dof: Ints  # (nv) dof at each position in island order
    block: View  # (nblock) all arrays of constant size in one block, for clearing
    warning_lastinfo: Ints  # (8) argument of the last warning, per warning type
    warning_number: Ints  # (8) number of warnings, per warning type
    timer_duration: View  # (15) total time, per timer [s]
    timer_number: Ints  # (15) number of calls, per timer
    flexnode_xpos: Rows  # (nflexnode, 3) node positions of interpolated flexes [m]
    broad_low: View  # (3) lower corner of the bounding box of a body, then of the grid [m]
    broad_high: View  # (3) upper corner of the bounding box; then [0]: inverse cell width
    broad_count: Ints  # (3) number of grid cells along each axis
    broad_sphere: Rows  # (nbody, 4) bounding sphere of the colliding geoms of a body: center, radius [m]
    broad_mask: IntRows  # (nbody, 2) bitwise OR of contype and of conaffinity over the geoms of a body
    broad_cell: Ints  # (nbody) grid cell of a body; -1: too large, -2: collides with no body, -3: listed
    broad_start: Ints  # (nbody*12) address of the first body of each cell in broad_order
    broad_order: Ints  # (nbody) bodies in order of their cells
    broad_large: Ints  # (nbody) bodies larger than a grid cell
    broad_list: Ints  # (nbody) bodies that may touch the current body, ascending
    sweep_order: Ints  # (ngeom) geoms of bodies with many geoms, sorted along an axis
    sweep_axis: Ints  # (nbody) sort axis of a body with many geoms
    sweep_limit: View  # (nbody) reach above which geoms precede all others in the sorted order [m]
    sweep_reach: View  # (nbody) maximum reach of the geoms below sweep_limit [m]
    sweep_list: Ints  # (ngeom) geoms of the body that may touch the other body, ascending
    near_work: View  # (32) work space of the collision functions
    near_dist: View  # (nnear) distances of the candidate contacts of the current pair [m]
    near_pos: Rows  # (nnear, 3) positions of the candidate contacts [m]
    near_frame: Rows  # (nnear, 6) candidate contacts: normal, hint for the first tangent
    ccd_type: Ints  # (2) convex collider: geom types of the two sides
    ccd_size: Rows  # (2, 3) convex collider: sizes of the two sides [m]
    ccd_xpos: Rows  # (2, 3) convex collider: centers of the two sides [m]
    ccd_xmat: Rows  # (2, 9) convex collider: orientations of the two sides
    ccd_hull: IntRows  # (2, 5) mesh sides: first vertex, graph address, number of hull vertices, last support vertex, mesh id
    ccd_result: View  # (9) cutoff distance, 1 if found, distance, normal, midpoint of the nearest points
    ccd_w: Rows  # (128, 3) vertices of the simplex or polytope in the Minkowski difference [m]
    ccd_a: Rows  # (128, 3) points on side 0 of the vertices in ccd_w, relative to the center [m]
    ccd_weight: View  # (8) barycentric coordinates of the nearest point of the simplex
    face_vertex: IntRows  # (256, 3) polytope: vertices of the faces
    face_plane: Rows  # (256, 4) polytope: outward face normals and distances
    rim: IntRows  # (192, 2) polytope: horizon edges around the removed faces
    part_along: Rows  # (8, 2) tangential shares of segments and discs in a support point at a kink [m]
    apart_geom: Ints  # (ngeom*4) cache of separated geom pairs: 1 + id of the first geom; 0: none
    apart_normal: Rows  # (ngeom*4, 3) normal of a separating plane, from the first to the second geom
    ccd_fromto: View  # (6) nearest points of two geoms: on the first, on the second [m]
    prism: Rows  # (4, 3) height field prism as side 0, relative to the center: top corners, [3, 2]: floor [m]
    prism_corner: Rows  # (3, 3) top corners of the prism in the frame of the height field [m]
    patch_count: Ints  # (2) number of patches of coplanar prisms, -1: disabled; 1 if the last prism belongs to a patch
    patch_plane: Rows  # (20, 3) per patch: normal, point, tangent; normal and point of the first candidate contact [m]
    patch_dist: View  # (4) distance of the first candidate contact of each patch [m]
    patch_point: Rows  # (32, 5) extreme points of each patch in eight directions: position, height, coordinate along the direction [m]
    sdf_point: Rows  # (8, 3) query points of an SDF plugin, in the geom frame [m]
    sdf_value: View  # (8) signed distances at the query points [m]
    elem_corner: Rows  # (8, 3) flex elements as convex sides: up to four corners each, relative to the center [m]
    elem_corners: Ints  # (2) number of corners of the two flex elements
    elem_low: View  # (nflexelem) sweep and prune: lower end of element boxes along the axis [m]
    elem_order: Ints  # (nflexelem) elements of each flex, sorted by elem_low
    sweep_box: Rows  # (nflexelem, 6) sweep and prune: element boxes in the order of elem_order [m]
    elem_near: Ints  # (nflexelem) elements of one flex that may touch the current element
    pair_stack: IntRows  # (256, 2) stack of BVH node pairs to be tested
    chain_dof: Ints  # (nv) dofs that move the bodies of a constraint, right-aligned, ascending
    chain_side: Ints  # (nv) body that each dof of chain_dof moves; 1: first, 2: second, 3: both
    chain_share: View  # (nv) sum of the weights of the bodies that each dof of chain_dof moves
    share_body: Ints  # (64) flex contacts: bodies that share the contact force
    share: View  # (64) flex contacts: weights of the bodies in share_body, negative for the first side
    share_dof: Ints  # (64) flex contacts: next dof of each body in share_body
    rne_acc: Rows  # (nbody, 6) recursive Newton-Euler: spatial acceleration of bodies [rad/s^2, m/s^2]
    rne_frc: Rows  # (nbody, 6) recursive Newton-Euler: spatial force on subtrees [N m, N]
    wrench: Rows  # (nbody, 6) external wrench on bodies, accumulated over subtrees [N m, N]
    flex_force: Rows  # (nflexvert, 3) elastic forces on flex vertices [N]
    flexnode_work: Rows  # (nflexnode, 6) displacements or forces of flex nodes, then velocities
    edge_strain: View  # (nflexedge) edge strain l^2 - L^2, including damping [m^2]
    edge_stress: View  # (nflexedge) edge tension: force per length [N/m]
    cell_node: Ints  # (27) nodes of a cell, or of a face of a shell
    cell_dof: Ints  # (27) places of the last dofs of these nodes in chain_dof
    cell_shift: View  # (81) displacements of these nodes in the rotated cell [m]
    cell_speed: View  # (81) velocities of these nodes in the axes of the rotated cell [m/s]
    cell_force: View  # (81) elastic forces on these nodes in these axes [N]
    cell_brake: View  # (81) stiffness times velocities of these nodes in these axes [N/s]
    plastic_edge: View  # (6) elastic strains l^2 - L^2 - p of an element [m^2]
    couple_vert: Ints  # (4) discrete: vertices of a coupling
    couple_dof: Ints  # (4) discrete: next dof of each vertex of a coupling, or vertices by dofs
    couple_motion: Rows  # (12, 3) discrete: velocity of a vertex per dof
    couple_weight: Rows  # (4, 3) discrete: weights of their velocities in a coupling
    couple_share: View  # (4) discrete: weights of their velocities along one axis
    couple_factor: Rows  # (6, 6) discrete: Cholesky factor of the stiffness of an element
    couple_first: Ints  # (nflexvert) discrete: first dof of a vertex that slides along the axes of the world, or -1: fixed, -2: other
    couple_place: Ints  # (4) discrete: place of the first dof of each vertex in a coupling, or -1
    couple_column: Ints  # (12) discrete: dofs of these couplings, ascending
    couple_speed: View  # (12) discrete: velocities of these dofs
    couple_shift: View  # (12) discrete: their share of metric_shift
    couple_edge: Rows  # (6, 3) discrete: edge vectors of an element [m]
    couple_end: IntRows  # (6, 2) discrete: corners at the ends of its edges
    rod_frame: Rows  # (nflexedge, 6) reference frames of rods: tangent and normal
    rod_twist: View  # (nflexedge) twist of reference frames at the vertex after each edge [rad]
    rod_moment: View  # (nflexedge) moments on the twist angles of rods [N m]
    rod_dof: Ints  # (nv) dofs of a coupling of rods, ascending
    rod_value: View  # (nv) values of a coupling of rods
    ctrl_used: View  # (nu) effective controls: clamped, all zero if any is invalid
    drive_slope: View  # (nout) derivatives of forces of drives with respect to actuator_velocity
    drive_stiffness: View  # (nout) negative derivatives of these forces by actuator_length
    work_nv: Rows  # (4, nv) work space of the current stage
    sol_x: View  # (nv) qacc
    sol_smooth: View  # (nv) qacc_smooth
    sol_frc: View  # (nv) qfrc_smooth
    sol_con: View  # (nv) qfrc_constraint
    sol_grad: View  # (nv) gradient of the cost
    sol_mgrad: View  # (nv) preconditioned gradient
    sol_old: View  # (nv) gradient of the previous iteration
    sol_search: View  # (nv) search direction
    sol_Ma: View  # (nv) M qacc; CG: gradient of the quadratic part of the cost
    sol_Ms: View  # (nv) M search; CG: change of sol_Ma along the search direction
    sol_work: View  # (nv) work space: one vector
    sol_inv: View  # (nv) inverse diagonal of M, where M is diagonal
    island_start: Rows  # (ntree*2, 2) initial cost and number of cones in the middle zone, per island
    solver_stat: Rows  # (nstat, 7) improvement gradient lineslope nactive nchange neval nupdate
    dof_place: Ints  # (nv) position of a dof in the solver order
    tree_order: IntRows  # (ntree, 5) tree at each position in solver order; position, first link, dof offset, island of each tree
    island_part: IntRows  # (ntree*2, 7) per island: first tree, first dof, first block, first row; ends of the row types; end of the equality blocks
    hess_parent: Ints  # (nv) parent in the elimination tree; -1: root
    hess_depth: Ints  # (nv) depth in the elimination tree
    hess_first: Ints  # (nv) minimum depth of a nonzero in a row of hess
    hess_adr: Ints  # (nv) row offsets: element of row i at depth k is hess[hess_adr[i] + k]
    hess_list: Ints  # (nv) ancestor list offsets: ancestor of row i at depth k is hess_node[hess_list[i] + k]
    hess_inv: View  # (nv) inverse diagonal of the Hessian factor
    cone_ar: Rows  # (6, 6) block of A + R of the current contact
    cone_res: View  # (6) residual of the current contact
    cone_old: View  # (6) forces of the current contact before the update
    qcqp: Rows  # (14, 5) work space of the friction QCQP
    work_row: View  # (6) jar, then force, of the rows of one constraint
    qacc_new: View  # (nv) acceleration computed by the implicit integrators [m/s^2, rad/s^2]
    rk_qpos: View  # (nq) qpos at the start of the step [m, rad]
    rk_qvel: View  # (nv) qvel at the start of the step [m/s, rad/s]
    rk_act: View  # (na) act at the start of the step
    rk_rate: View  # (nv) qvel of the stage; of orientations, the rate of the rotation vector from the start of the step [m/s, rad/s]
    rk_vel: View  # (nv) weighted mean of rk_rate over the stages so far [m/s, rad/s]
    rk_acc: View  # (nv) weighted mean of qacc over the stages so far [m/s^2, rad/s^2]
    rk_act_dot: View  # (na) weighted mean of act_dot over the stages so far
    metric_shift: View  # (nv) discrete: - h K qvel [N, N m]
    metric_diag: View  # (nv) discrete: diagonal of the couplings
    metric_work: View  # (nv) discrete: work space
    kept_smooth: View  # (nv) discrete: qfrc_smooth while the solver gets a shifted one [N, N m]
    body_coriolis: Rows  # (nbody, 36) derivative of the subtree force with respect to velocity, 6 x 6
    dof_coriolis: Rows  # (nv, 6) derivative of cacc with respect to qvel: body-independent part
    flex_krylov: Rows  # (7, nv) Krylov vectors of the linear solver (flex/implicit.py)
    sense_ray: Rows  # (2, 3) rangefinder: origin and direction of the current ray [m]
    sense_hit: View  # (4) rangefinder: distance, surface normal
    sense_geom: Ints  # (6) rangefinder: [0] id of the geom hit
    sense_dist: View  # (7) distance sensor: distance and segment [m]
    sensor_kept: View  # (nsensordata) copy of sensordata while delayed sensors are computed
    ray_local: Rows  # (2, 3) ray origin and direction in the geom frame [m]
    ray_hit: View  # (4) ray distance, -1: no hit; surface normal
    ray_stack: Ints  # (64) stack of BVH nodes to be tested against the ray
    run: IntRows  # (nbody, 12) runs of awake or static bodies: first body, end; ranges of dofs, joints, geoms, sites, elements of M
    sleep_qpos: View  # (nq) qpos of each tree when it fell asleep [m, rad]
    tree_mark: IntRows  # (ntree, 3) sleep bookkeeping per tree: held awake, ready to sleep, next count
    tree_box: Rows  # (ntree, 7) bounding box of the colliding geoms of a tree, NaN: invalid; checksum of the reach of the geoms [m]
    actuator_awake: Ints  # (nactuator) ids of the awake actuators
    tendon_asleep: Ints  # (ntendon) 1 if all trees that a tendon spans are asleep
    sensor_asleep: Ints  # (nsensordata) 1 if an element of sensordata belongs to a sleeping sensor
    broad_box: Rows  # (ngeom, 6) bounding box of a geom, including its share of the margin: lower and upper corner [m]
    broad_around: Rows  # (6, nbody) bounding box of the colliding geoms of a body: lower and upper corner [m]
    contact_dist: View  # (nconmax) distance between the nearest points; negative: penetration [m]
    contact_pos: Rows  # (nconmax, 3) contact point: midpoint of the two nearest points [m]
    contact_frame: Rows  # (nconmax, 9) contact frame, row-major: normal from geom 0 to geom 1, then two tangents
    contact_includemargin: View  # (nconmax) inclusion threshold of dist: margin - gap [m]
    contact_friction: Rows  # (nconmax, 5) friction coefficients: tangent 1 and 2, spin, roll 1 and 2
    contact_solref: Rows  # (nconmax, 2) constraint solver reference, normal direction
    contact_solreffriction: Rows  # (nconmax, 2) constraint solver reference, friction directions; zeros: solref
    contact_solimp: Rows  # (nconmax, 5) constraint solver impedance
    contact_mu: View  # (nconmax) friction coefficient of the regularized cone
    contact_H: Rows  # (nconmax, 36) Hessian of the cone, written by the Newton solver
    contact_dim: Ints  # (nconmax) dimension of the contact space: 1, 3, 4 or 6
    contact_geom: IntRows  # (nconmax, 2) geom ids; -1: flex
    contact_flex: IntRows  # (nconmax, 2) flex ids; -1: geom
    contact_elem: IntRows  # (nconmax, 2) flex element ids; -1: geom or flex vertex
    contact_vert: IntRows  # (nconmax, 2) flex vertex ids; -1: geom or flex element
    contact_exclude: Ints  # (nconmax) exclusion code; 0: included, 1: in the gap, 2: fused bodies, 3: no dofs, 4: passive force
    contact_efc_address: Ints  # (nconmax) address of the first constraint row; -1: not included
    contact_surfacevel: Rows  # (nconmax, 3) relative velocity of the surfaces, of geom 1 minus that of geom 0: along the tangents, spin about the normal [m/s, rad/s]
    contact_adhesion: View  # (nconmax) force by which the contact may pull [N]
    efc_type: Ints  # (nefcmax) constraint type (mjtConstraint)
    efc_id: Ints  # (nefcmax) id of the constrained object: joint, dof, tendon, contact or equality
    efc_J_rownnz: Ints  # (nefcmax) number of nonzeros in each row of efc_J, when sparse
    efc_J_rowadr: Ints  # (nefcmax) address of each row of efc_J, when sparse
    efc_J_rowsuper: Ints  # (nefcmax) number of following rows with the same column indices, when sparse
    efc_J_colind: Ints  # (nJmax) column indices of efc_J, when sparse
    efc_J: View  # (nJmax) constraint Jacobian
    efc_pos: View  # (nefcmax) constraint residual: violation, or distance to the limit
    efc_margin: View  # (nefcmax) inclusion margin
    efc_frictionloss: View  # (nefcmax) friction loss: maximum friction force
    efc_diagApprox: View  # (nefcmax) approximate diagonal of A = J M^-1 J'; exact with diagexact
    efc_KBIP: Rows  # (nefcmax, 4) stiffness, damping, impedance, derivative of the impedance
    efc_D: View  # (nefcmax) constraint mass: 1 / R
    efc_R: View  # (nefcmax) regularization: inverse constraint mass
    efc_AR_rownnz: Ints  # (nefcmax) number of nonzeros in each row of efc_AR, when sparse
    efc_AR_rowadr: Ints  # (nefcmax) address of each row of efc_AR, when sparse
    efc_AR_colind: Ints  # (nAmax) column indices of efc_AR, when sparse
    efc_AR: View  # (nAmax) J M^-1 J' + R, for the dual solvers
    efc_vel: View  # (nefcmax) constraint velocity J qvel; relative to moving surfaces
    efc_aref: View  # (nefcmax) reference acceleration
    efc_b: View  # (nefcmax) J qacc_smooth - aref, for the dual solvers
    efc_state: Ints  # (nefcmax) region of the constraint cost (mjtConstraintState)
    efc_force: View  # (nefcmax) constraint force
    island_ntree: Ints  # (ntree) number of trees in an island
    island_itreeadr: Ints  # (ntree) address of the first tree of an island, in island order
    island_nv: Ints  # (ntree) number of dofs in an island
    island_idofadr: Ints  # (ntree) address of the first dof of an island, in island order
    island_dofadr: Ints  # (ntree) smallest dof index of an island
    island_ne: Ints  # (ntree) number of equality constraint rows in an island
    island_nf: Ints  # (ntree) number of friction loss rows in an island
    island_nefc: Ints  # (ntree) number of constraint rows in an island
    island_iefcadr: Ints  # (ntree) address of the first constraint row of an island, in island order
    efc_island: Ints  # (nefcmax) island id of a constraint row; -1: none
    map_efc2iefc: Ints  # (nefcmax) position of a constraint row in island order
    map_iefc2efc: Ints  # (nefcmax) constraint row at each position in island order
    ifrc_smooth: View  # (nv) qfrc_smooth in island order [N, N m]
    iacc_smooth: View  # (nv) qacc_smooth in island order [m/s^2, rad/s^2]
    iM_rownnz: Ints  # (nv) number of nonzeros in each row of iM
    iM_rowadr: Ints  # (nv) address of each row of iM
    iM_colind: Ints  # (nC) column indices of iM
    iM: View  # (nC) M in island order
    iLD: View  # (nC) qLD in island order
    iLDiagInv: View  # (nv) qLDiagInv in island order
    iacc: View  # (nv) qacc in island order [m/s^2, rad/s^2]
    ifrc_constraint: View  # (nv) qfrc_constraint in island order [N, N m]
    iefc_type: Ints  # (nefcmax) efc_type in island order
    iefc_id: Ints  # (nefcmax) efc_id in island order
    iefc_J_rownnz: Ints  # (nefcmax) efc_J_rownnz in island order
    iefc_J_rowadr: Ints  # (nefcmax) efc_J_rowadr in island order
    iefc_J_rowsuper: Ints  # (nefcmax) efc_J_rowsuper in island order
    iefc_J_colind: Ints  # (nJmax) efc_J_colind in island order
    iefc_J: View  # (nJmax) efc_J in island order
    iefc_frictionloss: View  # (nefcmax) efc_frictionloss in island order
    iefc_D: View  # (nefcmax) efc_D in island order
    iefc_R: View  # (nefcmax) efc_R in island order
    iefc_aref: View  # (nefcmax) efc_aref in island order
    iefc_state: Ints  # (nefcmax) efc_state in island order
    iefc_force: View  # (nefcmax) efc_force in island order
    row_efc: Ints  # (nefcmax) row in efc_* of each row in solver order
    row_cone: Ints  # (nefcmax) contact of a row of an elliptic cone; -1: other row
    row_state: Ints  # (nefcmax) efc_state in solver order
    row_D: View  # (nefcmax) efc_D in solver order
    row_limit: View  # (nefcmax) efc_frictionloss in solver order
    row_edge: View  # (nefcmax) efc_R efc_frictionloss: residual at which friction loss becomes linear
    row_b: View  # (nefcmax) J qacc_smooth - aref
    row_jar: View  # (nefcmax) J qacc - aref
    row_jv: View  # (nefcmax) J search
    row_force: View  # (nefcmax) efc_force in solver order
    row_weight: View  # (nefcmax) second derivative of the row cost; 0: inactive
    row_held: View  # (nefcmax) row weights in the current Hessian factor
    cone_line: Rows  # (nconmax, 8) elliptic cone: coefficients along the search direction
    tree_link: IntRows  # (nefcmax, 4) pairs of trees that share a constraint; next link of each tree
    jraw: IntRows  # (nefcmax, 4) constraint in efc_*: first row, number of rows, first column, number of columns
    jblock: IntRows  # (nefcmax, 5) block of rows: first row, number of rows, first element, first column, number of columns
    jrun: Ints  # (nefcmax) length of a run of flex edge blocks that share a vertex, starting at this block
    jval: View  # (nJmax) Jacobian elements of the blocks, dof by dof
    jcol: Ints  # (nJmax) dof of each block column, ascending in solver order
    jdep: Ints  # (nJmax) depth of each block column in the elimination tree
    row_bare: View  # (nefcmax) discrete: diagonal element of A without metric
    row_reference: View  # (nefcmax) discrete: efc_aref in continuous time, without adhesion
    hess: View  # (nHmax) Hessian of the solver, then its factor, by rows
    hess_node: Ints  # (nHmax) ancestors of each row in the elimination tree
    sense_contact: Ints  # (nconmax) contact sensor: reported contacts, in output order
    sense_key: View  # (nconmax) contact sensor: sort key of the reported contacts
    pair_near: IntRows  # (nconmax, 5) geom pairs that may touch: two geom ids, explicit pair or -1, number of contacts, first contact or -1, 1: search required

class Shown:
    label: int  # type of the labels (mjtLabel)
    frame: int  # type of the drawn frames (mjtFrame)
    bvh_depth: int  # depth of the drawn BVH nodes
    flex_layer: int  # drawn element layer of 3D flexes
    geomgroup: Ints  # (6) visible geom groups
    sitegroup: Ints  # (6) visible site groups
    jointgroup: Ints  # (6) visible joint groups
    tendongroup: Ints  # (6) visible tendon groups
    actuatorgroup: Ints  # (6) visible actuator groups
    flexgroup: Ints  # (6) visible flex groups
    skingroup: Ints  # (6) visible skin groups
    flags: Ints  # (31) visualization flags (mjtVisFlag)

class Perturb:
    select: int  # id of the selected body; 0: none
    flexselect: int  # id of the selected flex; -1: none
    skinselect: int  # id of the selected skin; -1: none
    active: int  # perturbation bits (mjtPertBit)
    active2: int  # secondary perturbation bits (mjtPertBit)
    localmass: float  # apparent mass at the selection point [kg]
    scale: float  # ratio of spatial motion to mouse motion
    refpos: View  # (3) reference position of the selected object [m]
    refquat: View  # (4) reference orientation of the selected object
    refselpos: View  # (3) reference position of the selection point [m]
    localpos: View  # (3) selection point in the frame of the object [m]

class VisualGlobal:
    azimuth: float  # azimuth of the free camera [degree]
    bvactive: int  # whether nodes visited in collision detection are drawn in color bvactive
    cameraid: int  # initial camera of the viewer; -1: free camera
    elevation: float  # elevation of the free camera [degree]
    ellipsoidinertia: int  # whether inertia is drawn as ellipsoids rather than boxes
    fovy: float  # vertical field of view of the free camera [degree]
    glow: float  # emission of the selected body
    ipd: float  # inter-pupillary distance of the free camera [m]
    linewidth: float  # line width [pixels]
    offheight: int  # height of the offscreen buffer [pixels]
    offwidth: int  # width of the offscreen buffer [pixels]
    orthographic: int  # whether the free camera uses orthographic projection
    realtime: float  # initial real-time factor of the viewer

class VisualHeadlight:
    active: int  # whether the headlight is on
    ambient: View  # (3) ambient color
    diffuse: View  # (3) diffuse color
    specular: View  # (3) specular color

class VisualMap:
    actuatortendon: float  # width of a tendon driven by an actuator, relative to other tendons
    alpha: float  # opacity of geoms when drawn transparent
    fogend: float  # distance at which fog ends, relative to extent
    fogstart: float  # distance at which fog starts, relative to extent
    force: float  # scale from force to arrow length
    haze: float  # fraction of the distance to the horizon that is hazy
    shadowclip: float  # half width of the shadow volume of directional lights, relative to extent
    shadowscale: float  # fraction of the spotlight cutoff angle that casts shadows
    stiffness: float  # stiffness of mouse perturbation: force per displacement
    stiffnessrot: float  # rotational stiffness of mouse perturbation: torque per angle
    torque: float  # scale from torque to arrow length
    zfar: float  # far clipping plane, relative to extent
    znear: float  # near clipping plane, relative to extent

class VisualQuality:
    numquads: int  # number of quads per side, for the mesh of a box
    numslices: int  # number of slices of the sphere and cylinder meshes
    numstacks: int  # number of stacks of the sphere and cylinder meshes
    offsamples: int  # number of multisamples per pixel of the offscreen buffer
    shadowsize: int  # resolution of the shadow map [pixels]

class VisualRgba:
    actuator: View  # (4) color of actuators
    actuatornegative: View  # (4) color of actuators with negative activation
    actuatorpositive: View  # (4) color of actuators with positive activation
    bv: View  # (4) color of bounding volumes
    bvactive: View  # (4) color of active bounding volumes
    camera: View  # (4) color of cameras
    com: View  # (4) color of the center of mass
    connect: View  # (4) color of lines that connect bodies
    constraint: View  # (4) color of constraints
    contactforce: View  # (4) color of contact forces
    contactfriction: View  # (4) color of friction forces of contacts
    contactgap: View  # (4) color of contacts in the contact gap
    contactpoint: View  # (4) color of contact points
    contacttorque: View  # (4) color of contact torques
    crankbroken: View  # (4) color of slider-cranks that cannot reach
    fog: View  # (4) color of fog
    force: View  # (4) color of perturbation forces
    frustum: View  # (4) color of camera frustums
    haze: View  # (4) color of haze
    inertia: View  # (4) color of inertias
    joint: View  # (4) color of joints
    light: View  # (4) color of lights
    rangefinder: View  # (4) color of rangefinder rays
    selectpoint: View  # (4) color of the selection point
    slidercrank: View  # (4) color of slider-cranks

class VisualScale:
    actuatorlength: float  # length of actuators, times meansize
    actuatorwidth: float  # width of actuators, times meansize
    camera: float  # size of cameras, times meansize
    com: float  # size of centers of mass, times meansize
    connect: float  # width of lines that connect bodies, times meansize
    constraint: float  # size of constraints, times meansize
    contactheight: float  # height of contact disks, times meansize
    contactwidth: float  # width of contact disks, times meansize
    forcewidth: float  # width of force arrows, times meansize
    framelength: float  # length of frame axes, times meansize
    framewidth: float  # width of frame axes, times meansize
    frustum: float  # length of camera frustums, times meansize
    jointlength: float  # length of joint axes, times meansize
    jointwidth: float  # width of joint axes, times meansize
    light: float  # size of lights, times meansize
    selectpoint: float  # size of the selection point, times meansize
    slidercrank: float  # size of slider-cranks, times meansize

class Scene:
    maxgeom: int  # capacity in geoms
    ngeom: int  # number of geoms
    nflex: int  # number of flexes of the model
    nskin: int  # number of skins of the model
    nlight: int  # number of lights
    flexvertopt: int  # 1: draw flex vertices
    flexedgeopt: int  # 1: draw flex edges
    flexfaceopt: int  # 1: draw flex faces
    flexskinopt: int  # 1: draw flex skins
    enabletransform: int  # 1 if the model frame is transformed to the room frame
    scale: float  # scale from model to room
    stereo: int  # stereoscopic rendering mode (mjtStereo)
    framewidth: int  # width of the frame around the viewport; 0: none [pixel]
    status: int  # 1 if geoms exceeded the capacity maxgeom, else 0
    nrow: int  # number of geom rows: maxgeom + 1, the last for geoms beyond the capacity
    nflexvert: int  # number of vertices of all flexes
    nflexedge: int  # number of edges of all flexes
    nflexface: int  # capacity in triangles of all flexes
    nflexelem: int  # number of elements of all flexes
    nflexshelldata: int  # number of vertices of all shell fragments
    nskinvert: int  # number of vertices of all skins
    catmask: int  # categories to add (mjtCatBit)
    opt: Shown
    pert: Perturb
    vis_global: VisualGlobal
    vis_headlight: VisualHeadlight
    vis_map: VisualMap
    vis_quality: VisualQuality
    vis_rgba: VisualRgba
    vis_scale: VisualScale
    geomorder: Ints  # (maxgeom) geom order by distance to the camera, written by mjr_render
    flexedgeadr: Ints  # (nflex) address of the first edge of each flex
    flexedgenum: Ints  # (nflex) number of edges of each flex
    flexvertadr: Ints  # (nflex) address of the first vertex of each flex
    flexvertnum: Ints  # (nflex) number of vertices of each flex
    flexfaceadr: Ints  # (nflex) address of the first triangle of each flex
    flexfacenum: Ints  # (nflex) capacity in triangles of each flex
    flexfaceused: Ints  # (nflex) number of valid triangles of each flex
    flexedge: Ints  # (nflexedge*2) vertex indices of flex edges, relative to the first vertex of the flex
    flexvert: View  # (nflexvert*3) flex vertex positions [m]
    flexface: View  # (nflexface*9) corner positions of flex triangles [m]
    flexnormal: View  # (nflexface*9) corner normals of flex triangles
    flextexcoord: View  # (nflexface*6) corner texture coordinates of flex triangles
    skinfacenum: Ints  # (nskin) number of triangles of each skin
    skinvertadr: Ints  # (nskin) address of the first vertex of each skin
    skinvertnum: Ints  # (nskin) number of vertices of each skin
    skinvert: View  # (nskinvert*3) skin vertex positions [m]
    skinnormal: View  # (nskinvert*3) skin vertex normals
    translate: View  # (3) position of the model frame in the room [m]
    rotate: View  # (4) orientation of the model frame in the room
    flags: Ints  # (11) rendering flags (mjtRndFlag)
    framergb: View  # (3) color of the frame around the viewport
    geom_type: Ints  # (nrow) geom type (mjtGeom)
    geom_dataid: Ints  # (nrow) id of the mesh, height field or plane; -1: none
    geom_objtype: Ints  # (nrow) type of the visualized object (mjtObj)
    geom_objid: Ints  # (nrow) id of the visualized object
    geom_category: Ints  # (nrow) visual category (mjtCatBit)
    geom_matid: Ints  # (nrow) id of the material; -1: none
    geom_texcoord: Ints  # (nrow) 1 if a mesh geom has texture coordinates
    geom_segid: Ints  # (nrow) segmentation id; -1: not drawn
    geom_size: Rows  # (nrow, 3) size parameters [m]
    geom_pos: Rows  # (nrow, 3) position [m]
    geom_mat: Rows  # (nrow, 9) orientation, rotation matrix
    geom_rgba: Rows  # (nrow, 4) color
    geom_emission: View  # (nrow) emission
    geom_specular: View  # (nrow) specular reflection
    geom_shininess: View  # (nrow) shininess
    geom_reflectance: View  # (nrow) reflectance
    geom_label: IntRows  # (nrow, 100) text label
    geom_camdist: View  # (nrow) distance to the camera, for sorting [m]
    geom_modelrbound: View  # (nrow) radius of the bounding sphere of a model geom [m]; 0: none
    geom_transparent: Ints  # (nrow) 1 if drawn as transparent
    geom_castshadow: Ints  # (nrow) 1 if the geom casts shadows
    light_id: Ints  # (100) id of the light in the model
    light_pos: Rows  # (100, 3) position [m]
    light_dir: Rows  # (100, 3) direction
    light_type: Ints  # (100) light type (mjtLightType)
    light_texid: Ints  # (100) id of the texture of an image light
    light_attenuation: Rows  # (100, 3) attenuation coefficients: constant, linear, quadratic
    light_ambient: Rows  # (100, 3) ambient color
    light_diffuse: Rows  # (100, 3) diffuse color
    light_specular: Rows  # (100, 3) specular color
    light_cutoff: View  # (100) cutoff angle of a spotlight, from the axis [degree]
    light_exponent: View  # (100) exponent of the spotlight falloff
    light_bulbradius: View  # (100) bulb radius, for soft shadows [m]
    light_intensity: View  # (100) luminous intensity [cd]
    light_range: View  # (100) effective range [m]
    light_softness: View  # (100) softness of the edge of a spotlight, a fraction of the cutoff
    light_headlight: Ints  # (100) 1 if the light is a headlight
    light_castshadow: Ints  # (100) 1 if the light casts shadows
    camera_pos: Rows  # (2, 3) position [m]
    camera_forward: Rows  # (2, 3) forward direction
    camera_up: Rows  # (2, 3) up direction
    camera_frustum_center: View  # (2) horizontal center of the frustum on the near plane [m]
    camera_frustum_width: View  # (2) half width of the frustum on the near plane [m]
    camera_frustum_bottom: View  # (2) bottom of the frustum on the near plane [m]
    camera_frustum_top: View  # (2) top of the frustum on the near plane [m]
    camera_frustum_near: View  # (2) distance of the near plane [m]
    camera_frustum_far: View  # (2) distance of the far plane [m]
    camera_orthographic: Ints  # (2) 1: orthographic projection, 0: perspective
    geom_mark: Ints  # (nrow) kind of label; 0: none
    geom_value: View  # (nrow) value in the label
    select_pos: Rows  # (2, 3) xpos, xipos of a selected body id out of range [m]
    select_mat: Rows  # (2, 9) xmat, ximat of a selected body id out of range
    flexvertnormal: View  # (nflexvert*3) normals of flex vertices
    flexslicenum: Ints  # (nflex) number of slices of each flex; 0: one material
    flexelemslice: Ints  # (nflexelem) slice of each element
    flexslicemat: Ints  # (nflexelem) material of each slice
    flexslicesize: Ints  # (nflexelem) number of triangles of each slice
    flexsliceface: Ints  # (nflexelem) next triangle of each slice, within the flex
    flexsliceslot: Ints  # (nflexelem) table of slices by material: slice plus 1; 0: free
    flexshellelem: Ints  # (nflexshelldata) element of each shell fragment, plus 1; 0: unknown
    flexshellnext: Ints  # (nflexshelldata) next fragment with the same smallest vertex; -1: none
    flexvertshell: Ints  # (nflexvert) first fragment with this smallest vertex; -1: none

class Context:
    lineWidth: float  # width of lines [pixels]
    shadowClip: float  # half width of the shadow volume of directional lights [m]
    shadowScale: float  # fraction of the spotlight cutoff angle that casts shadows
    fogStart: float  # distance at which fog starts [m]
    fogEnd: float  # distance at which fog ends [m]
    shadowSize: int  # resolution of the shadow map [pixels]; 0: no shadows
    offWidth: int  # width of the offscreen buffer [pixels]
    offHeight: int  # height of the offscreen buffer [pixels]
    offSamples: int  # number of samples per pixel of the offscreen buffer
    fontScale: int  # font scale (mjtFontScale)
    offFBO: int  # 1 if the offscreen buffer exists
    offFBO_r: int  # 1 if the offscreen buffer exists
    offColor: int  # 1 if the offscreen buffer exists
    offColor_r: int  # 1 if the offscreen buffer exists
    offDepthStencil: int  # 1 if the offscreen buffer exists
    offDepthStencil_r: int  # 1 if the offscreen buffer exists
    shadowFBO: int  # 1 if shadows are enabled
    shadowTex: int  # 1 if shadows are enabled
    ntexture: int  # number of textures
    basePlane: int  # id of the first shape of this kind
    baseMesh: int  # id of the first shape of this kind
    baseHField: int  # id of the first shape of this kind
    baseBuiltin: int  # id of the first shape of this kind
    baseFontNormal: int  # id of the first character of the font
    baseFontShadow: int  # id of the first character of the font
    baseFontBig: int  # id of the first character of the font
    rangePlane: int  # number of shapes of this kind
    rangeMesh: int  # number of shapes of this kind
    rangeHField: int  # number of shapes of this kind
    rangeBuiltin: int  # number of shapes of this kind
    rangeFont: int  # number of characters per font
    nskin: int  # number of skins
    charHeight: int  # height of characters [pixels]
    charHeightBig: int  # height of big characters [pixels]
    glInitialized: int  # 1 until the context is freed
    windowAvailable: int  # 1 if a window buffer exists
    windowSamples: int  # number of samples per pixel of the window buffer
    windowStereo: int  # 1 if the window buffer supports stereo
    windowDoublebuffer: int  # 1 if the window buffer is double-buffered
    currentBuffer: int  # current buffer (mjtFramebuffer)
    readPixelFormat: int  # channel order of mjr_readPixels; 6407: RGB, 32992: BGR
    readDepthMap: int  # depth mapping (mjtDepthMap)
    ntex: int  # number of textures
    nlevel: int  # number of mipmap levels of all textures
    ntexel: int  # number of texels of all mipmap levels
    nblock: int  # number of texel blocks of all mipmap levels
    nshape: int  # number of shapes
    nshapevert: int  # number of vertices of all shapes
    nshapeface: int  # number of triangles of all shapes
    npart: int  # capacity in draw items
    nvert: int  # capacity in vertices
    ncut: int  # capacity in clipped vertices
    ntri: int  # capacity in triangles
    nbin: int  # capacity in bins
    nentry: int  # capacity in bin entries
    nbuffer: int  # number of pixels of the current buffer
    nstamp: int  # length of stamp: number of vertices times number of threads
    ncolor: int  # length of lit, for all threads
    nfrag: int  # length of frag, for all threads
    nrow: int  # length of row, for all threads
    nspan: int  # length of span, for all threads
    npaint: int  # length of paint, for all threads
    nkey: int  # length of row_key, for all threads
    npixel: int  # number of samples of a screen tile, for all threads
    nshade: int  # length of tile_color, for all threads
    ncaster: int  # number of shadow caster vertices, for all lights
    nmap: int  # number of texels of all shadow maps
    nmaptile: int  # number of tiles of all shadow maps
    base_skin: int  # id of the first skin shape
    box_face: int  # number of vertices of a box face
    nplane: int  # number of planes of the model
    nmesh: int  # number of meshes of the model
    nhfield: int  # number of height fields of the model
    ntexmodel: int  # number of textures of the model
    skybox: int  # id of the sky texture; -1: none
    left: int  # left edge of the viewport in the buffer [pixel]
    bottom: int  # lower edge of the viewport in the buffer [pixel]
    width: int  # width of the viewport [pixel]
    height: int  # height of the viewport [pixel]
    outer_width: int  # width of the buffer [pixel]
    ntile_x: int  # number of tiles per row
    ntile_y: int  # number of tile rows
    nsample: int  # number of samples per pixel
    west: int  # left edge of the tiles in the current pass [pixel]
    east: int  # right edge of the tiles in the current pass [pixel]
    south: int  # lower edge of the tiles in the current pass [pixel]
    north: int  # upper edge of the tiles in the current pass [pixel]
    first_geom: int  # first geom of the current draw list
    last_geom: int  # end of the geoms of the current draw list
    made: int  # contents of the draw list, bits; 1: visible items, 2: shadow casters
    near: float  # lower bound of the distance from the camera of geoms outside the draw list [m]
    mode: int  # shading mode; 0: light and color, 1: segmentation ids as colors, 2: a distinct color per id, 3: depth only
    colors: int  # 1: render color, 0: render depth only
    nthread: int  # number of threads
    few_parts: int  # maximum number of draw items for rendering in one chunk
    number: int  # serial number of the image, used in stamps
    nview: int  # number of views; 2: with a mirror image
    mirror: int  # id of the mirror geom; -1: none
    shiny: int  # id of the geom that is a mirror if reflections are enabled; -1: none
    nclear: int  # number of transparent geoms
    npart_used: int  # number of draw items
    npart_need: int  # required capacity in draw items
    nvert_used: int  # number of vertices
    ncut_used: int  # number of clipped vertices
    ntri_used: int  # number of triangles
    ncaster_used: int  # number of shadow caster vertices
    need_cut: int  # required capacity in clipped vertices
    need_tri: int  # required capacity in triangles
    need_entry: int  # required capacity in bin entries
    first_caster: int  # first draw item that casts shadows
    nlit: int  # number of lights without shadows
    nshadow: int  # number of lights with shadows
    nset: int  # number of colors per vertex: all lights without shadows, then each light with shadows
    lighting: int  # 1 if any light is on
    map_size: int  # resolution of the shadow maps
    fog: int  # 1 if fog is rendered
    haze: int  # 1 if haze is rendered
    haze_geom: int  # id of the infinite plane with haze
    sky: int  # 1 if a sky is rendered
    cull: int  # 1: cull back faces
    additive: int  # 1: blend transparent geoms additively
    wire: int  # 1: wireframe rendering
    sky_sides: int  # number of sides of the sky prism
    spots: int  # 1 if any light is a spotlight
    soft: float  # half width of soft shadow edges [m]; 0: hard shadows, as in 3.5.0
    right_points: int  # 1: point lights shine from their positions, 0: as in 3.5.0
    pixel_light: int  # 1: light per pixel, 0: per vertex, as in 3.5.0
    most_lights: int  # maximum number of lights
    map_near: float  # near plane of the shadow maps: distance from the light [m]
    map_far: float  # far plane of the shadow maps: distance from the light [m]
    room_scale: float  # scale from model to room
    haze_part: float  # fraction of the distance to the horizon that is hazy
    sky_reach: float  # distance of the sky
    haze_reach: float  # distance at which haze hides the plane
    few_slices: float  # scale of the projected radius below which round shapes have half the slices; 1: default slices
    few_stacks: float  # scale of the projected radius below which spheres have half the stacks; 1: default stacks
    fogRGBA: View  # (4) color of fog
    auxWidth: Ints  # (10) widths of the auxiliary buffers [pixels]; 0: buffer is absent
    auxHeight: Ints  # (10) heights of the auxiliary buffers [pixels]
    auxSamples: Ints  # (10) number of samples per pixel of the auxiliary buffers
    auxFBO: Ints  # (10) 1 if the auxiliary buffer exists
    auxFBO_r: Ints  # (10) 1 if the auxiliary buffer exists
    auxColor: Ints  # (10) 1 if the auxiliary buffer exists
    auxColor_r: Ints  # (10) 1 if the auxiliary buffer exists
    mat_texid: Ints  # (10000) ids of the textures of each material by role (mjtTextureRole); -1: none
    mat_texuniform: Ints  # (1000) 1 if the texture repeats per unit of length instead of per object
    mat_texrepeat: View  # (2000) number of texture repetitions along each axis
    textureType: Ints  # (1000) texture types (mjtTexture)
    texture: Ints  # (1000) texture handles, from 1
    charWidth: Ints  # (127) widths of characters [pixels]
    charWidthBig: Ints  # (127) widths of big characters [pixels]
    tex_kind: Ints  # (ntex) texture type (mjtTexture)
    tex_level: Ints  # (ntex) first mipmap level
    tex_nlevel: Ints  # (ntex) number of mipmap levels
    level_width: Ints  # (nlevel) width [pixel]
    level_height: Ints  # (nlevel) height, of one face [pixel]
    level_adr: Ints  # (nlevel) address of the first texel
    level_block: Ints  # (nlevel) address of the first block of 8 x 8 texels; -1: none
    block: Ints  # (nblock) color of a uniform block; 2^32 - 1: not uniform
    texel: Ints  # (ntexel) red + 256 green + 65536 blue of each texel, top row first
    shape_vertadr: Ints  # (nshape) address of the first vertex
    shape_vertnum: Ints  # (nshape) number of vertices
    shape_faceadr: Ints  # (nshape) address of the first triangle
    shape_facenum: Ints  # (nshape) number of triangles
    shape_sphere: Rows  # (nshape, 4) center and radius of the bounding sphere
    shape_pos: Rows  # (nshapevert, 3) vertex positions
    shape_normal: Rows  # (nshapevert, 3) vertex normals
    shape_uv: Rows  # (nshapevert, 2) texture coordinates
    shape_face: IntRows  # (nshapeface, 4) corners relative to the first vertex; bits of the edges that are drawn in wireframe
    plane_block: IntRows  # (nplane, 3) shapes of a plane: first plane block, number of plane blocks, single cell; as many coarse blocks follow
    seen: Rows  # (2, 64) camera pose and projection of each view (render/view_setup.py)
    light_row: Ints  # (100) lights of the scene: lights without shadows first
    lamp: Rows  # (100, 24) light parameters (render/light_model.py)
    shadow: Rows  # (8, 64) light pose and projection of each shadow map (render/shadow.py)
    haze_rgba: View  # (4) color of the haze
    haze_plane: View  # (7) infinite plane at the horizon: normal, camera height, x axis
    part: IntRows  # (npart, 8) draw items: shape, texture, flags (render/draw_item.py)
    part_num: Rows  # (npart, 32) draw items: transform
    vert: Rows  # (nvert, 4) x, y [pixel], depth, 1 / distance; 0: behind the camera
    cut: IntRows  # (ncut, 2) clipped vertices: the two vertices of the clipped edge
    cut_share: View  # (ncut) clipped vertices: interpolation weight of the second vertex
    tri: IntRows  # (ntri, 8) triangles: vertices, draw item, tiles (render/bins.py)
    bin_start: Ints  # (nbin) address of the first entry of each bin
    bin_entry: Ints  # (nentry) triangles of each bin
    stamp: Ints  # (nstamp) serial number of the image for which a vertex was lit
    lit: View  # (ncolor) texture coordinates and colors of lit vertices
    frag: View  # (nfrag) interpolants of the triangles in shading (render/shade.py)
    row: View  # (nrow) colors and interpolants of a tile row (render/shade.py)
    row_key: Ints  # (nkey) triangle of each pixel of a tile row; -3: several
    span: Ints  # (nspan) first and last pixel of a triangle in each sample row (render/raster.py)
    span_z: View  # (nspan) depth of the triangle in each sample row
    paint: View  # (npaint) contribution of a triangle to each pixel of a tile row (render/blend.py)
    tile_depth: View  # (npixel) depth of each sample
    tile_tri: Ints  # (npixel) triangle of each sample; -1: sky, -2: empty
    tile_color: View  # (nshade) color planes of all samples: red, green, blue
    back_color: View  # (nshade) color planes of all samples in the mirror view
    back_depth: View  # (npixel) depth of each sample in the mirror view
    tile_back: Ints  # (npixel) triangle of each sample in the mirror view
    caster: Rows  # (ncaster, 4) shadow caster vertices in shadow map coordinates
    map_depth: View  # (nmap) depth of the shadow maps, by tile
    map_stamp: Ints  # (nmaptile) serial number of the image for which a tile was drawn
    map_cover: Ints  # (nmaptile) serial number of the image for which one triangle covers the tile
    map_drawn: Ints  # (nmaptile) geom drawn into a tile; -1: several
    map_covered: Ints  # (nmaptile) geom of the triangle that covers a tile
    map_plane: Rows  # (nmaptile, 3) depth plane of the triangle that covers a tile
    out_rgb: Ints  # (nbuffer*3) color of the buffer
    out_depth: View  # (nbuffer) depth of the buffer
