"""What kernels find in their structs. Rendered by `python tools/render.py structs`; do not edit."""

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
    ccd_iterations: int  # most iterations of the convex collider
    ccd_tolerance: float  # tolerance of the convex collider [m]
    cone: int  # friction cone (mjtCone)
    density: float  # density of the medium [kg/m^3]
    disableactuator: int  # groups of actuators that are off, as bits
    disableflags: int  # parts that are off (mjtDisableBit)
    enableflags: int  # parts that are on (mjtEnableBit)
    impratio: float  # ratio of friction to normal impedance of elliptic cones
    integrator: int  # integrator (mjtIntegrator)
    iterations: int  # most iterations of the constraint solver
    jacobian: int  # dense or sparse constraint Jacobian (mjtJacobian)
    ls_iterations: int  # most iterations of the line search
    ls_tolerance: float  # tolerance of the line search, relative to tolerance
    noslip_iterations: int  # most iterations of the noslip solver
    noslip_tolerance: float  # tolerance of the noslip solver
    o_margin: float  # margin of all contacts, when overridden [m]
    sdf_initpoints: int  # starting points of collision with signed distance fields
    sdf_iterations: int  # most iterations of collision with signed distance fields
    sleep_tolerance: float  # velocity below which trees may sleep [m/s]
    solver: int  # constraint solver (mjtSolver)
    timestep: float  # timestep [s]
    tolerance: float  # improvement below which the solver stops
    viscosity: float  # viscosity of the medium [kg/(m s)]
    gravity: View  # (3) gravitational acceleration [m/s^2]
    magnetic: View  # (3) magnetic flux, world frame
    o_friction: View  # (5) friction of all contacts, when overridden
    o_solimp: View  # (5) solver impedance of all contacts, when overridden
    o_solref: View  # (2) solver reference of all contacts, when overridden
    wind: View  # (3) velocity of the medium [m/s]

class Statistic:
    extent: float  # size of the model [m]
    meaninertia: float  # mean diagonal of the inertia matrix at qpos0
    meanmass: float  # mean mass of bodies [kg]
    meansize: float  # mean size of bodies [m]
    center: View  # (3) center of the model [m]

class Model:
    nq: int  # numbers in qpos
    nv: int  # degrees of freedom: numbers in qvel
    nu: int  # actuators, controls
    na: int  # activations: state of the actuators
    nbody: int  # bodies, the world included
    nbvh: int  # nodes of all bounding volume trees
    nbvhstatic: int  # nodes whose boxes are constant, in the frame of their object
    nbvhdynamic: int  # nodes whose boxes change with the state (flexes)
    noct: int  # cells of all octrees
    njnt: int  # joints
    ntree: int  # kinematic trees under the world
    nM: int  # nonzeros of the inertia matrix, one per dof and ancestor dof
    nB: int  # nonzeros of the matrix of bodies and their dofs
    nC: int  # nonzeros of the lower triangle of M in compressed rows
    nD: int  # nonzeros of the full matrix of dofs that share a tree branch
    ngeom: int  # geoms
    nsite: int  # sites
    ncam: int  # cameras
    nlight: int  # lights
    nflex: int  # flexes
    nflexnode: int  # nodes that interpolate flexes
    nflexvert: int  # vertices of all flexes
    nflexedge: int  # edges of all flexes
    nflexelem: int  # elements of all flexes
    nflexelemdata: int  # vertex ids of all flex elements
    nflexelemedge: int  # edge ids of all flex elements
    nflexshelldata: int  # vertex ids of all shell fragments
    nflexevpair: int  # pairs of element and vertex that may collide within a flex
    nflextexcoord: int  # texture coordinates of flexes
    nJfe: int  # nonzeros of the Jacobian of flex edges
    nJfv: int  # nonzeros of the Jacobian of flex vertices
    nmesh: int  # meshes
    nmeshvert: int  # vertices of all meshes
    nmeshnormal: int  # normals of all meshes
    nmeshtexcoord: int  # texture coordinates of meshes
    nmeshface: int  # triangles of all meshes
    nmeshgraph: int  # integers of the graphs of convex hulls
    nmeshpoly: int  # polygons of all convex hulls
    nmeshpolyvert: int  # vertices of all polygons
    nmeshpolymap: int  # entries of the map from vertex to polygons
    nskin: int  # skins
    nskinvert: int  # vertices of all skins
    nskintexvert: int  # texture coordinates of skins
    nskinface: int  # triangles of all skins
    nskinbone: int  # bones of all skins
    nskinbonevert: int  # vertices bound to bones
    nhfield: int  # height fields
    nhfielddata: int  # heights of all height fields
    ntex: int  # textures
    ntexdata: int  # bytes of all textures
    nmat: int  # materials
    npair: int  # explicit contact pairs
    nexclude: int  # pairs of bodies that never collide
    neq: int  # equality constraints
    ntendon: int  # tendons
    nwrap: int  # elements of all tendon paths
    nsensor: int  # sensors
    nnumeric: int  # custom numeric fields
    nnumericdata: int  # numbers in custom numeric fields
    ntext: int  # custom texts
    ntextdata: int  # characters of custom texts
    ntuple: int  # custom tuples
    ntupledata: int  # objects in custom tuples
    nkey: int  # keyframes
    nmocap: int  # mocap bodies
    nplugin: int  # plugin instances
    npluginattr: int  # characters of plugin attributes
    nuser_body: int  # user numbers per body
    nuser_jnt: int  # user numbers per joint
    nuser_geom: int  # user numbers per geom
    nuser_site: int  # user numbers per site
    nuser_cam: int  # user numbers per camera
    nuser_tendon: int  # user numbers per tendon
    nuser_actuator: int  # user numbers per actuator
    nuser_sensor: int  # user numbers per sensor
    nnames: int  # characters of all names
    npaths: int  # characters of all paths
    nnames_map: int  # slots of the hash map of names
    nJmom: int  # nonzeros of the moment arms of actuators
    ngravcomp: int  # bodies with gravity compensation above 0
    nemax: int  # rows that equality constraints can make
    njmax: int  # limit on constraint rows of older models; -1: none
    nconmax: int  # capacity of the contact buffers
    nuserdata: int  # numbers in userdata
    nsensordata: int  # numbers in sensordata
    npluginstate: int  # numbers in the state of plugins
    nhistory: int  # numbers in the history of delayed controls and readings
    narena: int  # memory for contacts and constraints [bytes]
    nbuffer: int  # memory of all arrays of the model [bytes]
    signature: int  # hash of the spec that the model came from
    nstage: int
    nhull: int
    nletters: int
    opt: Option
    stat: Statistic
    qpos0: View  # (nq) positions at which joints are zero
    qpos_spring: View  # (nq) positions at which springs of joints rest
    body_parentid: Ints  # (nbody) parent body
    body_rootid: Ints  # (nbody) top body of its tree
    body_weldid: Ints  # (nbody) body that it moves with: itself if it has joints
    body_mocapid: Ints  # (nbody) index of the mocap body; -1: none
    body_jntnum: Ints  # (nbody) joints
    body_jntadr: Ints  # (nbody) first joint; -1: none
    body_dofnum: Ints  # (nbody) dofs
    body_dofadr: Ints  # (nbody) first dof; -1: none
    body_treeid: Ints  # (nbody) tree; -1: fixed to the world
    body_geomnum: Ints  # (nbody) geoms
    body_geomadr: Ints  # (nbody) first geom; -1: none
    body_simple: Ints  # (nbody) 1: diagonal inertia matrix, 2: all joints slide as well
    body_sameframe: Ints  # (nbody) whether the inertial frame is the body frame
    body_pos: Rows  # (nbody, 3) position in the parent frame [m]
    body_quat: Rows  # (nbody, 4) orientation in the parent frame
    body_ipos: Rows  # (nbody, 3) center of mass, in the body frame [m]
    body_iquat: Rows  # (nbody, 4) orientation of the principal axes, in the body frame
    body_mass: View  # (nbody) mass [kg]
    body_subtreemass: View  # (nbody) mass of the body and all below [kg]
    body_inertia: Rows  # (nbody, 3) principal moments of inertia, in the frame ipos, iquat [kg m^2]
    body_invweight0: Rows  # (nbody, 2) mean inverse inertia at qpos0, translation and rotation [1/kg, 1/(kg m^2)]
    body_gravcomp: View  # (nbody) part of the weight that is compensated
    body_margin: View  # (nbody) largest margin of its geoms [m]
    body_user: Rows  # (nbody, nuser_body) user numbers
    body_plugin: Ints  # (nbody) plugin instance; -1: none
    body_contype: Ints  # (nbody) union of the contype bits of its geoms
    body_conaffinity: Ints  # (nbody) union of the conaffinity bits of its geoms
    body_bvhadr: Ints  # (nbody) first node of the bounding volume tree; -1: none
    body_bvhnum: Ints  # (nbody) nodes of the bounding volume tree
    bvh_depth: Ints  # (nbvh) depth of a node
    bvh_child: IntRows  # (nbvh, 2) children of a node; -1: leaf
    bvh_nodeid: Ints  # (nbvh) geom, face or element of a leaf; -1: inner node
    bvh_aabb: Rows  # (nbvhstatic, 6) box of a node: center, half sizes [m]
    oct_depth: Ints  # (noct) depth of a cell
    oct_child: IntRows  # (noct, 8) children of a cell; -1: none
    oct_aabb: Rows  # (noct, 6) box of a cell: center, half sizes [m]
    oct_coeff: Rows  # (noct, 8) signed distances at the corners of a cell [m]
    jnt_type: Ints  # (njnt) kind of joint (mjtJoint)
    jnt_qposadr: Ints  # (njnt) first number in qpos
    jnt_dofadr: Ints  # (njnt) first dof
    jnt_bodyid: Ints  # (njnt) body
    jnt_group: Ints  # (njnt) group, for display and selection
    jnt_limited: Ints  # (njnt) whether the range limits the joint
    jnt_actfrclimited: Ints  # (njnt) whether the sum of actuator forces is clamped
    jnt_actgravcomp: Ints  # (njnt) whether gravity compensation acts as an actuator force
    jnt_solref: Rows  # (njnt, 2) solver reference of the limit
    jnt_solimp: Rows  # (njnt, 5) solver impedance of the limit
    jnt_pos: Rows  # (njnt, 3) anchor, in the body frame [m]
    jnt_axis: Rows  # (njnt, 3) axis, in the body frame
    jnt_stiffness: View  # (njnt) stiffness of the spring [N/m, N m/rad]
    jnt_range: Rows  # (njnt, 2) limits; of a ball, the largest angle is the second [m, rad]
    jnt_actfrcrange: Rows  # (njnt, 2) range of the sum of actuator forces [N, N m]
    jnt_margin: View  # (njnt) distance to the limit at which its row appears [m, rad]
    jnt_user: Rows  # (njnt, nuser_jnt) user numbers
    dof_bodyid: Ints  # (nv) body
    dof_jntid: Ints  # (nv) joint
    dof_parentid: Ints  # (nv) next dof towards the root; -1: none
    dof_treeid: Ints  # (nv) tree
    dof_Madr: Ints  # (nv) address of the diagonal in qM
    dof_simplenum: Ints  # (nv) dofs in a row from here with diagonal inertia
    dof_solref: Rows  # (nv, 2) solver reference of friction
    dof_solimp: Rows  # (nv, 5) solver impedance of friction
    dof_frictionloss: View  # (nv) largest force of dry friction [N, N m]
    dof_armature: View  # (nv) inertia added to the diagonal of M [kg, kg m^2]
    dof_damping: View  # (nv) damping [N s/m, N m s/rad]
    dof_invweight0: View  # (nv) inverse inertia at qpos0
    dof_M0: View  # (nv) diagonal of the inertia matrix at qpos0
    dof_length: View  # (nv) length that velocities are scaled by: 1 m for slides [m]
    tree_bodyadr: Ints  # (ntree) first body
    tree_bodynum: Ints  # (ntree) bodies
    tree_dofadr: Ints  # (ntree) first dof
    tree_dofnum: Ints  # (ntree) dofs
    tree_sleep_policy: Ints  # (ntree) when the tree may sleep (mjtSleepPolicy)
    geom_type: Ints  # (ngeom) kind of shape (mjtGeom)
    geom_contype: Ints  # (ngeom) bits that meet the conaffinity of others
    geom_conaffinity: Ints  # (ngeom) bits that meet the contype of others
    geom_condim: Ints  # (ngeom) dimension of its contacts: 1, 3, 4 or 6
    geom_bodyid: Ints  # (ngeom) body
    geom_dataid: Ints  # (ngeom) mesh or height field; -1: none
    geom_matid: Ints  # (ngeom) material; -1: none
    geom_group: Ints  # (ngeom) group, for display and selection
    geom_priority: Ints  # (ngeom) the geom of higher priority gives the contact its parameters
    geom_plugin: Ints  # (ngeom) plugin instance; -1: none
    geom_sameframe: Ints  # (ngeom) whether its frame is that of the body, or of the body's inertia
    geom_solmix: View  # (ngeom) weight in mixing solver parameters
    geom_solref: Rows  # (ngeom, 2) solver reference of contacts
    geom_solimp: Rows  # (ngeom, 5) solver impedance of contacts
    geom_size: Rows  # (ngeom, 3) sizes, as its type has them [m]
    geom_aabb: Rows  # (ngeom, 6) box in the geom frame: center, half sizes [m]
    geom_rbound: View  # (ngeom) radius of the bounding sphere; 0: no bound [m]
    geom_pos: Rows  # (ngeom, 3) position in the body frame [m]
    geom_quat: Rows  # (ngeom, 4) orientation in the body frame
    geom_friction: Rows  # (ngeom, 3) friction: sliding, torsion, rolling
    geom_margin: View  # (ngeom) distance at which contacts appear [m]
    geom_gap: View  # (ngeom) part of the margin without force [m]
    geom_fluid: Rows  # (ngeom, 12) coefficients of the ellipsoid fluid model
    geom_user: Rows  # (ngeom, nuser_geom) user numbers
    geom_rgba: Rows  # (ngeom, 4) color, when it has no material
    site_type: Ints  # (nsite) kind of shape (mjtGeom)
    site_bodyid: Ints  # (nsite) body
    site_matid: Ints  # (nsite) material; -1: none
    site_group: Ints  # (nsite) group, for display and selection
    site_sameframe: Ints  # (nsite) whether its frame is that of the body, or of the body's inertia
    site_size: Rows  # (nsite, 3) sizes, as its type has them [m]
    site_pos: Rows  # (nsite, 3) position in the body frame [m]
    site_quat: Rows  # (nsite, 4) orientation in the body frame
    site_user: Rows  # (nsite, nuser_site) user numbers
    site_rgba: Rows  # (nsite, 4) color, when it has no material
    cam_mode: Ints  # (ncam) how it follows bodies (mjtCamLight)
    cam_bodyid: Ints  # (ncam) body
    cam_targetbodyid: Ints  # (ncam) body that it looks at; -1: none
    cam_pos: Rows  # (ncam, 3) position in the body frame [m]
    cam_quat: Rows  # (ncam, 4) orientation in the body frame
    cam_poscom0: Rows  # (ncam, 3) position relative to the subtree's center of mass at qpos0, world axes [m]
    cam_pos0: Rows  # (ncam, 3) position relative to its body at qpos0, world axes [m]
    cam_mat0: Rows  # (ncam, 9) orientation in the world at qpos0
    cam_projection: Ints  # (ncam) perspective or orthographic (mjtProjection)
    cam_fovy: View  # (ncam) vertical field of view [degree, m if orthographic]
    cam_ipd: View  # (ncam) distance of the two eyes [m]
    cam_resolution: IntRows  # (ncam, 2) width and height [pixels]
    cam_output: Ints  # (ncam) what it makes (mjtCamOutBit)
    cam_sensorsize: Rows  # (ncam, 2) width and height of the sensor; 0: fovy is used [m]
    cam_intrinsic: Rows  # (ncam, 4) focal lengths and principal point [m]
    cam_user: Rows  # (ncam, nuser_cam) user numbers
    light_mode: Ints  # (nlight) how it follows bodies (mjtCamLight)
    light_bodyid: Ints  # (nlight) body
    light_targetbodyid: Ints  # (nlight) body that it points at; -1: none
    light_type: Ints  # (nlight) kind of light (mjtLightType)
    light_texid: Ints  # (nlight) texture of an image light; -1: none
    light_castshadow: Ints  # (nlight) whether it casts shadows
    light_bulbradius: View  # (nlight) radius of the bulb, for soft shadows [m]
    light_intensity: View  # (nlight) intensity [cd]
    light_range: View  # (nlight) distance that it reaches [m]
    light_active: Ints  # (nlight) whether it is on
    light_pos: Rows  # (nlight, 3) position in the body frame [m]
    light_dir: Rows  # (nlight, 3) direction in the body frame
    light_poscom0: Rows  # (nlight, 3) position relative to the subtree's center of mass at qpos0, world axes [m]
    light_pos0: Rows  # (nlight, 3) position relative to its body at qpos0, world axes [m]
    light_dir0: Rows  # (nlight, 3) direction in the world at qpos0
    light_attenuation: Rows  # (nlight, 3) constant, linear and quadratic attenuation
    light_cutoff: View  # (nlight) half angle of a spotlight [degree]
    light_exponent: View  # (nlight) how sharp the spot is
    light_ambient: Rows  # (nlight, 3) ambient color
    light_diffuse: Rows  # (nlight, 3) diffuse color
    light_specular: Rows  # (nlight, 3) specular color
    flex_contype: Ints  # (nflex) bits that meet the conaffinity of others
    flex_conaffinity: Ints  # (nflex) bits that meet the contype of others
    flex_condim: Ints  # (nflex) dimension of its contacts: 1, 3, 4 or 6
    flex_priority: Ints  # (nflex) the object of higher priority gives the contact its parameters
    flex_solmix: View  # (nflex) weight in mixing solver parameters
    flex_solref: Rows  # (nflex, 2) solver reference of contacts
    flex_solimp: Rows  # (nflex, 5) solver impedance of contacts
    flex_friction: Rows  # (nflex, 3) friction: sliding, torsion, rolling
    flex_margin: View  # (nflex) distance at which contacts appear [m]
    flex_gap: View  # (nflex) part of the margin without force [m]
    flex_internal: Ints  # (nflex) whether opposite sides of elements collide
    flex_selfcollide: Ints  # (nflex) how elements collide with each other (mjtFlexSelf)
    flex_activelayers: Ints  # (nflex) layers of elements that collide, in 3D
    flex_passive: Ints  # (nflex) whether its contacts act as passive forces
    flex_dim: Ints  # (nflex) 1: lines, 2: triangles, 3: tetrahedra
    flex_matid: Ints  # (nflex) material; -1: none
    flex_group: Ints  # (nflex) group, for display and selection
    flex_interp: Ints  # (nflex) order of interpolation by nodes; 0: none
    flex_nodeadr: Ints  # (nflex) first node
    flex_nodenum: Ints  # (nflex) nodes
    flex_vertadr: Ints  # (nflex) first vertex
    flex_vertnum: Ints  # (nflex) vertices
    flex_edgeadr: Ints  # (nflex) first edge
    flex_edgenum: Ints  # (nflex) edges
    flex_elemadr: Ints  # (nflex) first element
    flex_elemnum: Ints  # (nflex) elements
    flex_elemdataadr: Ints  # (nflex) first entry in flex_elem
    flex_elemedgeadr: Ints  # (nflex) first entry in flex_elemedge
    flex_shellnum: Ints  # (nflex) shell fragments
    flex_shelldataadr: Ints  # (nflex) first entry in flex_shell
    flex_evpairadr: Ints  # (nflex) first pair of element and vertex
    flex_evpairnum: Ints  # (nflex) pairs of element and vertex
    flex_texcoordadr: Ints  # (nflex) first texture coordinate; -1: none
    flex_nodebodyid: Ints  # (nflexnode) body of a node
    flex_vertbodyid: Ints  # (nflexvert) body of a vertex
    flex_vertedgeadr: Ints  # (nflexvert) first entry in flex_vertedge
    flex_vertedgenum: Ints  # (nflexvert) edges at a vertex
    flex_vertedge: IntRows  # (nflexedge, 2) edges at vertices
    flex_edge: IntRows  # (nflexedge, 2) vertices of an edge
    flex_edgeflap: IntRows  # (nflexedge, 2) vertices opposite to an edge; -1: none
    flex_elem: Ints  # (nflexelemdata) vertices of elements, dim + 1 each
    flex_elemtexcoord: Ints  # (nflexelemdata) texture coordinates of elements
    flex_elemedge: Ints  # (nflexelemedge) edges of elements
    flex_elemlayer: Ints  # (nflexelem) layer of an element: distance from the border
    flex_shell: Ints  # (nflexshelldata) vertices of shell fragments, dim each
    flex_evpair: IntRows  # (nflexevpair, 2) element and vertex that may collide
    flex_vert: Rows  # (nflexvert, 3) vertices in the frames of their bodies [m]
    flex_vert0: Rows  # (nflexvert, 3) vertices at qpos0, in a box from 0 to 1
    flex_vertmetric: Rows  # (nflexvert, 4) inverse of the reference shape at a vertex
    flex_node: Rows  # (nflexnode, 3) nodes in the frames of their bodies [m]
    flex_node0: Rows  # (nflexnode, 3) nodes at qpos0, in a box from 0 to 1
    flexedge_length0: View  # (nflexedge) length of an edge at qpos0 [m]
    flexedge_invweight0: View  # (nflexedge) inverse inertia along an edge at qpos0
    flex_radius: View  # (nflex) radius around elements [m]
    flex_size: Rows  # (nflex, 3) half sizes of the box of vertices at qpos0 [m]
    flex_stiffness: Rows  # (nflexelem, 21) stiffness matrix of an element, upper triangle
    flex_bending: Rows  # (nflexedge, 17) coefficients of bending of each edge
    flex_damping: View  # (nflex) Rayleigh damping of elasticity [s]
    flex_edgestiffness: View  # (nflex) stiffness of edges [N/m]
    flex_edgedamping: View  # (nflex) damping of edges [N s/m]
    flex_edgeequality: Ints  # (nflex) equality constraint of the edges: none, each, or vertices
    flex_rigid: Ints  # (nflex) whether all vertices belong to one body
    flexedge_rigid: Ints  # (nflexedge) whether both vertices belong to one body
    flex_centered: Ints  # (nflex) whether all vertices are at the origins of their bodies
    flex_flatskin: Ints  # (nflex) whether it is drawn with flat faces
    flex_bvhadr: Ints  # (nflex) first node of the bounding volume tree; -1: none
    flex_bvhnum: Ints  # (nflex) nodes of the bounding volume tree
    flexedge_J_rownnz: Ints  # (nflexedge) row lengths of the Jacobian of edges
    flexedge_J_rowadr: Ints  # (nflexedge) row starts of the Jacobian of edges
    flexedge_J_colind: Ints  # (nJfe) columns of the Jacobian of edges
    flexvert_J_rownnz: IntRows  # (nflexvert, 2) row lengths of the Jacobian of vertices
    flexvert_J_rowadr: IntRows  # (nflexvert, 2) row starts of the Jacobian of vertices
    flexvert_J_colind: IntRows  # (nJfv, 2) columns of the Jacobian of vertices
    flex_rgba: Rows  # (nflex, 4) color, when it has no material
    flex_texcoord: Rows  # (nflextexcoord, 2) texture coordinates
    mesh_vertadr: Ints  # (nmesh) first vertex
    mesh_vertnum: Ints  # (nmesh) vertices
    mesh_faceadr: Ints  # (nmesh) first triangle
    mesh_facenum: Ints  # (nmesh) triangles
    mesh_bvhadr: Ints  # (nmesh) first node of the bounding volume tree; -1: none
    mesh_bvhnum: Ints  # (nmesh) nodes of the bounding volume tree
    mesh_octadr: Ints  # (nmesh) first cell of the octree; -1: none
    mesh_octnum: Ints  # (nmesh) cells of the octree
    mesh_normaladr: Ints  # (nmesh) first normal
    mesh_normalnum: Ints  # (nmesh) normals
    mesh_texcoordadr: Ints  # (nmesh) first texture coordinate; -1: none
    mesh_texcoordnum: Ints  # (nmesh) texture coordinates
    mesh_graphadr: Ints  # (nmesh) start of the hull's graph; -1: none
    mesh_vert: Rows  # (nmeshvert, 3) vertices [m]
    mesh_normal: Rows  # (nmeshnormal, 3) normals
    mesh_texcoord: Rows  # (nmeshtexcoord, 2) texture coordinates
    mesh_face: IntRows  # (nmeshface, 3) vertices of a triangle
    mesh_facenormal: IntRows  # (nmeshface, 3) normals of a triangle's corners
    mesh_facetexcoord: IntRows  # (nmeshface, 3) texture coordinates of a triangle's corners
    mesh_graph: Ints  # (nmeshgraph) graphs of convex hulls
    mesh_scale: Rows  # (nmesh, 3) scale that was applied
    mesh_pos: Rows  # (nmesh, 3) translation that was applied to center the mesh [m]
    mesh_quat: Rows  # (nmesh, 4) rotation that was applied to align the mesh
    mesh_pathadr: Ints  # (nmesh) address of the file's path; -1: none
    mesh_polynum: Ints  # (nmesh) polygons of the hull
    mesh_polyadr: Ints  # (nmesh) first polygon of the hull
    mesh_polynormal: Rows  # (nmeshpoly, 3) normal of a polygon
    mesh_polyvertadr: Ints  # (nmeshpoly) first entry in mesh_polyvert
    mesh_polyvertnum: Ints  # (nmeshpoly) vertices of a polygon
    mesh_polyvert: Ints  # (nmeshpolyvert) vertices of polygons
    mesh_polymapadr: Ints  # (nmeshvert) first entry in mesh_polymap
    mesh_polymapnum: Ints  # (nmeshvert) polygons at a vertex
    mesh_polymap: Ints  # (nmeshpolymap) polygons at vertices
    skin_matid: Ints  # (nskin) material; -1: none
    skin_group: Ints  # (nskin) group, for display and selection
    skin_rgba: Rows  # (nskin, 4) color, when it has no material
    skin_inflate: View  # (nskin) offset along normals [m]
    skin_vertadr: Ints  # (nskin) first vertex
    skin_vertnum: Ints  # (nskin) vertices
    skin_texcoordadr: Ints  # (nskin) first texture coordinate; -1: none
    skin_faceadr: Ints  # (nskin) first triangle
    skin_facenum: Ints  # (nskin) triangles
    skin_boneadr: Ints  # (nskin) first bone
    skin_bonenum: Ints  # (nskin) bones
    skin_vert: Rows  # (nskinvert, 3) vertices [m]
    skin_texcoord: Rows  # (nskintexvert, 2) texture coordinates
    skin_face: IntRows  # (nskinface, 3) vertices of a triangle
    skin_bonevertadr: Ints  # (nskinbone) first entry in skin_bonevertid
    skin_bonevertnum: Ints  # (nskinbone) vertices of a bone
    skin_bonebindpos: Rows  # (nskinbone, 3) position of a bone when it was bound [m]
    skin_bonebindquat: Rows  # (nskinbone, 4) orientation of a bone when it was bound
    skin_bonebodyid: Ints  # (nskinbone) body of a bone
    skin_bonevertid: Ints  # (nskinbonevert) vertices that a bone moves
    skin_bonevertweight: View  # (nskinbonevert) weights of vertices
    skin_pathadr: Ints  # (nskin) address of the file's path; -1: none
    hfield_size: Rows  # (nhfield, 4) half sizes in x and y, elevation, base [m]
    hfield_nrow: Ints  # (nhfield) rows
    hfield_ncol: Ints  # (nhfield) columns
    hfield_adr: Ints  # (nhfield) first height
    hfield_data: View  # (nhfielddata) heights, from 0 to 1
    hfield_pathadr: Ints  # (nhfield) address of the file's path; -1: none
    tex_type: Ints  # (ntex) kind of texture (mjtTexture)
    tex_colorspace: Ints  # (ntex) color space (mjtColorSpace)
    tex_height: Ints  # (ntex) rows [pixels]
    tex_width: Ints  # (ntex) columns [pixels]
    tex_nchannel: Ints  # (ntex) channels
    tex_adr: Ints  # (ntex) first byte
    tex_data: Ints  # (ntexdata) pixels, channel by channel
    tex_pathadr: Ints  # (ntex) address of the file's path; -1: none
    mat_texid: IntRows  # (nmat, 10) texture of each role (mjtTextureRole); -1: none
    mat_texuniform: Ints  # (nmat) whether the texture has the same size on all objects
    mat_texrepeat: Rows  # (nmat, 2) repeats of the texture
    mat_emission: View  # (nmat) emission, in units of rgba
    mat_specular: View  # (nmat) specularity, from 0 to 1
    mat_shininess: View  # (nmat) shininess, from 0 to 1
    mat_reflectance: View  # (nmat) reflectance, from 0 to 1
    mat_metallic: View  # (nmat) metallic coefficient
    mat_roughness: View  # (nmat) roughness coefficient
    mat_rgba: Rows  # (nmat, 4) color
    pair_dim: Ints  # (npair) dimension of the contact: 1, 3, 4 or 6
    pair_geom1: Ints  # (npair) first geom
    pair_geom2: Ints  # (npair) second geom
    pair_signature: Ints  # (npair) bodies of the geoms: body1 << 16 + body2
    pair_solref: Rows  # (npair, 2) solver reference of the normal direction
    pair_solreffriction: Rows  # (npair, 2) solver reference of the friction directions; zeros: as solref
    pair_solimp: Rows  # (npair, 5) solver impedance
    pair_margin: View  # (npair) distance at which contacts appear [m]
    pair_gap: View  # (npair) part of the margin without force [m]
    pair_friction: Rows  # (npair, 5) friction: tangent 1 and 2, spin, roll 1 and 2
    exclude_signature: Ints  # (nexclude) bodies: body1 << 16 + body2
    eq_type: Ints  # (neq) kind of constraint (mjtEq)
    eq_obj1id: Ints  # (neq) first object
    eq_obj2id: Ints  # (neq) second object; -1: none
    eq_objtype: Ints  # (neq) kind of the objects (mjtObj)
    eq_active0: Ints  # (neq) whether it is active at the start
    eq_solref: Rows  # (neq, 2) solver reference
    eq_solimp: Rows  # (neq, 5) solver impedance
    eq_data: Rows  # (neq, 11) numbers of the constraint, as its type has them
    tendon_adr: Ints  # (ntendon) first element of the path
    tendon_num: Ints  # (ntendon) elements of the path
    tendon_matid: Ints  # (ntendon) material; -1: none
    tendon_group: Ints  # (ntendon) group, for display and selection
    tendon_treenum: Ints  # (ntendon) trees that it spans
    tendon_treeid: IntRows  # (ntendon, 2) the first two trees that it spans; -1: none
    tendon_limited: Ints  # (ntendon) whether the range limits the length
    tendon_actfrclimited: Ints  # (ntendon) whether the sum of actuator forces is clamped
    tendon_width: View  # (ntendon) width as drawn [m]
    tendon_solref_lim: Rows  # (ntendon, 2) solver reference of the limit
    tendon_solimp_lim: Rows  # (ntendon, 5) solver impedance of the limit
    tendon_solref_fri: Rows  # (ntendon, 2) solver reference of friction
    tendon_solimp_fri: Rows  # (ntendon, 5) solver impedance of friction
    tendon_range: Rows  # (ntendon, 2) limits of the length [m]
    tendon_actfrcrange: Rows  # (ntendon, 2) range of the sum of actuator forces [N]
    tendon_margin: View  # (ntendon) distance to the limit at which its row appears [m]
    tendon_stiffness: View  # (ntendon) stiffness of the spring [N/m]
    tendon_damping: View  # (ntendon) damping [N s/m]
    tendon_armature: View  # (ntendon) inertia of motion along the tendon [kg]
    tendon_frictionloss: View  # (ntendon) largest force of dry friction [N]
    tendon_lengthspring: Rows  # (ntendon, 2) lengths between which the spring rests [m]
    tendon_length0: View  # (ntendon) length at qpos0 [m]
    tendon_invweight0: View  # (ntendon) inverse inertia at qpos0
    tendon_user: Rows  # (ntendon, nuser_tendon) user numbers
    tendon_rgba: Rows  # (ntendon, 4) color, when it has no material
    wrap_type: Ints  # (nwrap) kind of path element (mjtWrap)
    wrap_objid: Ints  # (nwrap) object of a path element; -1: pulley
    wrap_prm: View  # (nwrap) divisor, coefficient of a joint, or side site
    actuator_trntype: Ints  # (nu) kind of transmission (mjtTrn)
    actuator_dyntype: Ints  # (nu) kind of activation dynamics (mjtDyn)
    actuator_gaintype: Ints  # (nu) kind of gain (mjtGain)
    actuator_biastype: Ints  # (nu) kind of bias (mjtBias)
    actuator_trnid: IntRows  # (nu, 2) transmission target: joint, tendon, site, body
    actuator_actadr: Ints  # (nu) first activation; -1: none
    actuator_actnum: Ints  # (nu) activations
    actuator_group: Ints  # (nu) group, for display and selection
    actuator_history: IntRows  # (nu, 2) number of kept controls, order of interpolation
    actuator_historyadr: Ints  # (nu) first number in history; -1: none
    actuator_delay: View  # (nu) delay of the control [s]
    actuator_ctrllimited: Ints  # (nu) whether the control is clamped
    actuator_forcelimited: Ints  # (nu) whether the force is clamped
    actuator_actlimited: Ints  # (nu) whether the activation is clamped
    actuator_dynprm: Rows  # (nu, 10) parameters of the activation dynamics
    actuator_gainprm: Rows  # (nu, 10) parameters of the gain
    actuator_biasprm: Rows  # (nu, 10) parameters of the bias
    actuator_actearly: Ints  # (nu) whether the activation is stepped before the force
    actuator_ctrlrange: Rows  # (nu, 2) range of the control
    actuator_forcerange: Rows  # (nu, 2) range of the force
    actuator_actrange: Rows  # (nu, 2) range of the activation
    actuator_gear: Rows  # (nu, 6) scale of length and force; a wrench for sites
    actuator_cranklength: View  # (nu) length of the crank of a slider-crank [m]
    actuator_acc0: View  # (nu) acceleration by a unit force at qpos0
    actuator_length0: View  # (nu) length at qpos0
    actuator_lengthrange: Rows  # (nu, 2) range of feasible lengths
    actuator_user: Rows  # (nu, nuser_actuator) user numbers
    actuator_plugin: Ints  # (nu) plugin instance; -1: none
    sensor_type: Ints  # (nsensor) kind of sensor (mjtSensor)
    sensor_datatype: Ints  # (nsensor) what the numbers are (mjtDataType)
    sensor_needstage: Ints  # (nsensor) stage after which it is computed (mjtStage)
    sensor_objtype: Ints  # (nsensor) kind of that object (mjtObj)
    sensor_objid: Ints  # (nsensor) object that is sensed; -1: none
    sensor_reftype: Ints  # (nsensor) kind of that object (mjtObj)
    sensor_refid: Ints  # (nsensor) object that it is relative to; -1: world
    sensor_intprm: IntRows  # (nsensor, 3) integer parameters
    sensor_dim: Ints  # (nsensor) numbers of the reading
    sensor_adr: Ints  # (nsensor) first number in sensordata
    sensor_cutoff: View  # (nsensor) clamp on readings; 0: none
    sensor_noise: View  # (nsensor) standard deviation of noise, for the user
    sensor_history: IntRows  # (nsensor, 2) number of kept readings, order of interpolation
    sensor_historyadr: Ints  # (nsensor) first number in history; -1: none
    sensor_delay: View  # (nsensor) delay of readings [s]
    sensor_interval: Rows  # (nsensor, 2) period and phase of readings [s]
    sensor_user: Rows  # (nsensor, nuser_sensor) user numbers
    sensor_plugin: Ints  # (nsensor) plugin instance; -1: none
    plugin: Ints  # (nplugin) registered plugin of an instance
    plugin_stateadr: Ints  # (nplugin) first number in plugin_state
    plugin_statenum: Ints  # (nplugin) numbers in plugin_state
    plugin_attr: Ints  # (npluginattr) attributes of plugin instances, as text
    plugin_attradr: Ints  # (nplugin) first character of the attributes
    numeric_adr: Ints  # (nnumeric) first number
    numeric_size: Ints  # (nnumeric) numbers
    numeric_data: View  # (nnumericdata) numbers of all fields
    text_adr: Ints  # (ntext) first character
    text_size: Ints  # (ntext) characters, with the zero
    tuple_adr: Ints  # (ntuple) first object
    tuple_size: Ints  # (ntuple) objects
    tuple_objtype: Ints  # (ntupledata) kind of object (mjtObj)
    tuple_objid: Ints  # (ntupledata) object
    tuple_objprm: View  # (ntupledata) parameter of an object
    key_time: View  # (nkey) time [s]
    key_qpos: Rows  # (nkey, nq) positions
    key_qvel: Rows  # (nkey, nv) velocities
    key_act: Rows  # (nkey, na) activations
    key_mpos: Rows  # (nkey, nmocap*3) positions of mocap bodies [m]
    key_mquat: Rows  # (nkey, nmocap*4) orientations of mocap bodies
    key_ctrl: Rows  # (nkey, nu) controls
    name_bodyadr: Ints  # (nbody) start of its name in names
    name_jntadr: Ints  # (njnt) start of its name in names
    name_geomadr: Ints  # (ngeom) start of its name in names
    name_siteadr: Ints  # (nsite) start of its name in names
    name_camadr: Ints  # (ncam) start of its name in names
    name_lightadr: Ints  # (nlight) start of its name in names
    name_flexadr: Ints  # (nflex) start of its name in names
    name_meshadr: Ints  # (nmesh) start of its name in names
    name_skinadr: Ints  # (nskin) start of its name in names
    name_hfieldadr: Ints  # (nhfield) start of its name in names
    name_texadr: Ints  # (ntex) start of its name in names
    name_matadr: Ints  # (nmat) start of its name in names
    name_pairadr: Ints  # (npair) start of its name in names
    name_excludeadr: Ints  # (nexclude) start of its name in names
    name_eqadr: Ints  # (neq) start of its name in names
    name_tendonadr: Ints  # (ntendon) start of its name in names
    name_actuatoradr: Ints  # (nu) start of its name in names
    name_sensoradr: Ints  # (nsensor) start of its name in names
    name_numericadr: Ints  # (nnumeric) start of its name in names
    name_textadr: Ints  # (ntext) start of its name in names
    name_tupleadr: Ints  # (ntuple) start of its name in names
    name_keyadr: Ints  # (nkey) start of its name in names
    name_pluginadr: Ints  # (nplugin) start of its name in names
    names_map: Ints  # (nnames_map) hash map from names to ids
    B_rownnz: Ints  # (nbody) row lengths of the matrix of bodies and dofs
    B_rowadr: Ints  # (nbody) row starts of the matrix of bodies and dofs
    B_colind: Ints  # (nB) columns of the matrix of bodies and dofs
    M_rownnz: Ints  # (nv) row lengths of M
    M_rowadr: Ints  # (nv) row starts of M
    M_colind: Ints  # (nC) columns of M in compressed rows
    mapM2M: Ints  # (nC) address in qM of each entry of M
    D_rownnz: Ints  # (nv) row lengths of D
    D_rowadr: Ints  # (nv) row starts of D
    D_diag: Ints  # (nv) place of the diagonal in each row of D
    D_colind: Ints  # (nD) columns of the full matrix of dofs
    mapM2D: Ints  # (nD) address in M of each entry of D
    mapD2M: Ints  # (nC) address in D of each entry of M
    stage_table: Ints  # (nstage) addresses of the compiled stages
    hull_start: Ints  # (nhull) meshes: where searches for the farthest vertex begin (convex/hull.py)
    letters: Ints  # (nletters) all names, each ended by zero: MjModel.names

class Data:
    narena: int  # memory for contacts and constraints [bytes]
    nbuffer: int  # memory of all arrays of the model [bytes]
    nplugin: int  # plugin instances
    pstack: int  # top of the stack
    pbase: int  # base of the stack
    maxuse_stack: int  # most stack used [bytes]
    parena: int  # first free byte of the arena
    maxuse_arena: int  # most memory used for contacts and constraints [bytes]
    maxuse_con: int  # most contacts
    maxuse_efc: int  # most constraint rows
    ncon: int  # contacts
    ne: int  # rows of equality constraints
    nf: int  # rows of friction
    nl: int  # rows of limits
    nefc: int  # constraint rows
    nJ: int  # numbers in efc_J
    nA: int  # nonzeros of efc_AR
    nisland: int  # constraint islands
    nidof: int  # dofs in islands
    ntree_awake: int  # trees that are awake
    nbody_awake: int  # bodies that are awake or static
    nparent_awake: int  # bodies whose parent is awake or static
    nv_awake: int  # dofs that are awake
    flg_energypos: int  # whether the potential energy is computed
    flg_energyvel: int  # whether the kinetic energy is computed
    flg_subtreevel: int  # whether mj_subtreeVel was called
    flg_rnepost: int  # whether mj_rnePostConstraint was called
    time: float  # simulated time [s]
    threadpool: int  # pool of threads; 0: none
    signature: int  # hash of the spec that the model came from
    nconmax: int  # capacity of the contact buffers
    nefcmax: int  # capacity of the constraint rows
    nJmax: int  # capacity of efc_J in numbers
    nAmax: int  # capacity of efc_AR in numbers
    nHmax: int  # capacity of hess in numbers
    need_con: int  # contacts that did not fit, else 0
    need_efc: int  # constraint rows that did not fit, else 0
    need_J: int  # numbers of efc_J that did not fit, else 0
    need_A: int  # numbers of efc_AR that did not fit, else 0
    need_H: int  # numbers of hess that did not fit, else 0
    lost_efc: int  # rows that were lost when the memory of the model was last too small
    lost_J: int  # their numbers of efc_J
    lost_A: int  # their numbers of efc_AR
    status: int  # how the last call ended (tables/status.py)
    need_stage: int  # index of the stage that is not loaded
    warned: int  # 1 when a warning was counted since Python last looked
    callback_value: float  # what the last callback returned
    nstep: int  # steps that the last call finished
    restarted: int  # 1 while a step is repeated after a reset; -1: Python ends resets
    bvh_observed: int  # 1: a program or scene reads bvh_active, so collision and rays update it
    bvh_complete: int  # 1: bvh_active has the nodes of bodies and flexes, too
    nblock: int  # length of block
    bad_field: int  # the field in which an index is out of range; 0: none
    bad_at: int  # which of its numbers
    broad_nlarge: int  # bodies that are compared with all others
    near_count: int  # candidate contacts of the pair of geoms at hand
    near_margin: float  # largest distance at which the pair at hand makes a contact [m]
    sdf_count: int  # points at which a plugin is asked for distances
    islands_due: int  # what the fields of islands need before they are read; 0: nothing
    warm: int  # whether islands start at qacc_warmstart
    njblock: int  # number of blocks of constraint rows
    npart: int  # islands that are solved by themselves
    rk_time: float  # Runge-Kutta: time at the start of the step [s]
    sense_last: int  # distance sensor that sense_dist belongs to; -1: none
    keeping: int  # 1 while delayed sensors are computed for their histories
    nrun: int  # runs of bodies that are awake or static
    nasleep: int  # trees that sleep
    nactuator_awake: int  # actuators that are awake
    counted: int  # 1 from the end of forward dynamics to that of the step: tree_mark has counts
    newly_asleep: int  # 1 until what sleepers had of forces is cleared
    ntree_solved: int  # trees in order, those that sleep come after them
    nv_solved: int  # their dofs
    fixed: int  # 1: buffers do not grow
    nstat: int  # rows of solver_stat
    nnear: int  # candidate contacts that a pair of geoms has room for
    ncollider: int  # lanes that have work space to search for contacts (tables/gpu_stages.py)
    kept_efc: int  # rows up to the last constraint that fits
    kept_J: int  # their numbers of efc_J
    picked: int  # 1: this world is meant
    world_id: int  # number of this world among all of its batch
    drawn: int  # how often random numbers were drawn
    lost_con: int  # contacts that were lost when the buffers were last too small
    broad_boxed: int  # 1: broad_box is of this collision
    npair_near: int  # pairs in pair_near
    nsearched: int  # those whose contacts are searched for
    stat_rows: int  # rows of solver_stat that are in use
    stat_fill: float  # what all numbers of the others are
    stat_asked: int  # 1: a program has them, so that all rows are in use
    nC: int  # nonzeros of the lower triangle of M in compressed rows
    nD: int  # nonzeros of the full matrix of dofs that share a tree branch
    nJfe: int  # nonzeros of the Jacobian of flex edges
    nJfv: int  # nonzeros of the Jacobian of flex vertices
    nJmom: int  # nonzeros of the moment arms of actuators
    nM: int  # nonzeros of the inertia matrix, one per dof and ancestor dof
    na: int  # activations: state of the actuators
    nbody: int  # bodies, the world included
    nbvh: int  # nodes of all bounding volume trees
    nbvhdynamic: int  # nodes whose boxes change with the state (flexes)
    ncam: int  # cameras
    neq: int  # equality constraints
    nflexedge: int  # edges of all flexes
    nflexelem: int  # elements of all flexes
    nflexnode: int  # nodes that interpolate flexes
    nflexvert: int  # vertices of all flexes
    ngeom: int  # geoms
    nhistory: int  # numbers in the history of delayed controls and readings
    njnt: int  # joints
    nlight: int  # lights
    nmocap: int  # mocap bodies
    npluginstate: int  # numbers in the state of plugins
    nq: int  # numbers in qpos
    nsensordata: int  # numbers in sensordata
    nsite: int  # sites
    ntendon: int  # tendons
    ntree: int  # kinematic trees under the world
    nu: int  # actuators, controls
    nuserdata: int  # numbers in userdata
    nv: int  # degrees of freedom: numbers in qvel
    nwrap: int  # elements of all tendon paths
    maxuse_threadstack: Ints  # (128) most stack used by each thread [bytes]
    solver_niter: Ints  # (20) iterations of the solver, per island
    solver_nnz: Ints  # (20) nonzeros of the solver's matrix, per island
    solver_fwdinv: View  # (2) difference of forward and inverse dynamics: force, torque
    energy: View  # (2) potential and kinetic energy [J]
    qpos: View  # (nq) positions; quaternions for free and ball joints [m, rad]
    qvel: View  # (nv) velocities [m/s, rad/s]
    act: View  # (na) activations
    history: View  # (nhistory) kept controls and readings, with their times
    qacc_warmstart: View  # (nv) acceleration that the solver starts at [m/s^2, rad/s^2]
    plugin_state: View  # (npluginstate) state of plugins
    ctrl: View  # (nu) controls
    qfrc_applied: View  # (nv) force that the user applies [N, N m]
    xfrc_applied: Rows  # (nbody, 6) force and torque that the user applies to bodies, at xipos [N, N m]
    eq_active: Ints  # (neq) whether a constraint is active
    mocap_pos: Rows  # (nmocap, 3) positions of mocap bodies [m]
    mocap_quat: Rows  # (nmocap, 4) orientations of mocap bodies
    userdata: View  # (nuserdata) numbers of the user's own
    plugin: Ints  # (nplugin) registered plugin of an instance
    plugin_data: Ints  # (nplugin) address of a plugin's own data
    qacc: View  # (nv) acceleration [m/s^2, rad/s^2]
    act_dot: View  # (na) rates of activations
    sensordata: View  # (nsensordata) readings of all sensors
    tree_asleep: Ints  # (ntree) next tree of those that fell asleep together; negative: awake, -1 less the steps until it may sleep
    tree_awake: Ints  # (ntree) whether a tree is awake
    body_awake: Ints  # (nbody) whether a body is awake
    body_awake_ind: Ints  # (nbody) the bodies that are awake or static
    parent_awake_ind: Ints  # (nbody) the bodies whose parent is awake or static
    dof_awake_ind: Ints  # (nv) the dofs that are awake
    xpos: Rows  # (nbody, 3) position of bodies [m]
    xquat: Rows  # (nbody, 4) orientation of bodies
    xmat: Rows  # (nbody, 9) orientation of bodies, row by row
    xipos: Rows  # (nbody, 3) center of mass of bodies [m]
    ximat: Rows  # (nbody, 9) orientation of the inertial frame, row by row
    xanchor: Rows  # (njnt, 3) anchors of joints [m]
    xaxis: Rows  # (njnt, 3) axes of joints
    geom_xpos: Rows  # (ngeom, 3) position of geoms [m]
    geom_xmat: Rows  # (ngeom, 9) orientation of geoms, row by row
    site_xpos: Rows  # (nsite, 3) position of sites [m]
    site_xmat: Rows  # (nsite, 9) orientation of sites, row by row
    subtree_com: Rows  # (nbody, 3) center of mass of subtrees [m]
    cinert: Rows  # (nbody, 10) inertia of bodies: 6 moments, mass times offset, mass [kg m^2, kg m, kg]
    cdof: Rows  # (nv, 6) axes of dofs: rotation, translation
    cam_xpos: Rows  # (ncam, 3) position of cameras [m]
    cam_xmat: Rows  # (ncam, 9) orientation of cameras, row by row
    light_xpos: Rows  # (nlight, 3) position of lights [m]
    light_xdir: Rows  # (nlight, 3) direction of lights
    flexvert_xpos: Rows  # (nflexvert, 3) vertices [m]
    flexelem_aabb: Rows  # (nflexelem, 6) boxes of elements: center, half sizes [m]
    bvh_aabb_dyn: Rows  # (nbvhdynamic, 6) boxes of flexes: center, half sizes [m]
    flexedge_length: View  # (nflexedge) lengths of edges [m]
    flexedge_J: View  # (nJfe) Jacobian of the lengths of edges
    flexvert_length: Rows  # (nflexvert, 2) lengths at vertices [m]
    flexvert_J: Rows  # (nJfv, 2) Jacobian of the lengths at vertices
    ten_wrapadr: Ints  # (ntendon) first point of the path
    ten_wrapnum: Ints  # (ntendon) points of the path
    ten_length: View  # (ntendon) lengths of tendons [m, rad]
    ten_J: Rows  # (ntendon, nv) Jacobian of tendon lengths
    ten_J_rownnz: Ints  # (ntendon) row lengths of ten_J, when sparse
    ten_J_rowadr: Ints  # (ntendon) row starts of ten_J, when sparse
    ten_J_colind: IntRows  # (ntendon, nv) columns of ten_J, when sparse
    wrap_obj: IntRows  # (nwrap, 2) geom of path points; -1: site, -2: pulley
    wrap_xpos: Rows  # (nwrap, 6) path points [m]
    crb: Rows  # (nbody, 10) inertia of subtrees, as cinert [kg m^2, kg m, kg]
    M: View  # (nC) inertia matrix in compressed rows, lower triangle [kg, kg m^2]
    qM: View  # (nM) inertia matrix, one number per dof and ancestor dof [kg, kg m^2]
    qLD: View  # (nC) factor L' D L of M
    qLDiagInv: View  # (nv) 1 / D of qLD
    bvh_active: Ints  # (nbvh) whether a node was visited in collision
    tendon_efcadr: Ints  # (ntendon) first row of a tendon's limit; -1: none
    actuator_length: View  # (nu) length of each actuator
    moment_rownnz: Ints  # (nu) row lengths of actuator_moment
    moment_rowadr: Ints  # (nu) row starts of actuator_moment
    moment_colind: Ints  # (nJmom) columns of actuator_moment
    actuator_moment: View  # (nJmom) moment arms in compressed rows: d length / d qpos
    ten_velocity: View  # (ntendon) rates of the lengths of tendons [m/s, rad/s]
    actuator_velocity: View  # (nu) velocity of each actuator
    flexedge_velocity: View  # (nflexedge) rates of the lengths of edges [m/s]
    cvel: Rows  # (nbody, 6) velocity of bodies [rad/s, m/s]
    cdof_dot: Rows  # (nv, 6) rates of cdof
    qfrc_bias: View  # (nv) Coriolis, centrifugal and gravitational force [N, N m]
    qfrc_spring: View  # (nv) force of springs [N, N m]
    qfrc_damper: View  # (nv) force of dampers [N, N m]
    qfrc_gravcomp: View  # (nv) force of gravity compensation [N, N m]
    qfrc_fluid: View  # (nv) force of the medium [N, N m]
    qfrc_passive: View  # (nv) sum of passive forces [N, N m]
    subtree_linvel: Rows  # (nbody, 3) velocity of the center of mass of subtrees [m/s]
    subtree_angmom: Rows  # (nbody, 3) angular momentum of subtrees about their center of mass [kg m^2/s]
    actuator_force: View  # (nu) force of each actuator, in its own units
    qfrc_actuator: View  # (nv) force of actuators [N, N m]
    qfrc_smooth: View  # (nv) sum of all forces but those of constraints [N, N m]
    qacc_smooth: View  # (nv) acceleration without constraints [m/s^2, rad/s^2]
    qfrc_constraint: View  # (nv) force of constraints [N, N m]
    cacc: Rows  # (nbody, 6) acceleration of bodies [rad/s^2, m/s^2]
    cfrc_int: Rows  # (nbody, 6) force from the parent [N m, N]
    cfrc_ext: Rows  # (nbody, 6) external force on bodies [N m, N]
    qDeriv: View  # (nD) derivative of the smooth force with respect to qvel [N s/m, N m s/rad]
    qLU: View  # (nD) factor L U of M - timestep qDeriv
    qH: View  # (nC) factor L' D L of the inertia matrix that an integrator modified
    qHDiagInv: View  # (nv) 1 / D of qH
    qfrc_inverse: View  # (nv) force that makes qacc, by inverse dynamics [N, N m]
    tree_island: Ints  # (ntree) island of a tree; -1: none
    dof_island: Ints  # (nv) island of a dof; -1: none
    map_itree2tree: Ints  # (ntree) place in island order to tree
    map_dof2idof: Ints  # (nv) dof to its place in island order
    map_idof2dof: Ints  # (nv) place in island order to dof
    block: View  # (nblock) all arrays of fixed size in one, for clearing
    warning_lastinfo: Ints  # (8) argument of the last warning of each kind
    warning_number: Ints  # (8) how often each warning was raised
    timer_duration: View  # (15) time spent in each timed part [s]
    timer_number: Ints  # (15) how often each timed part ran
    flexnode_xpos: Rows  # (nflexnode, 3) nodes of interpolated flexes [m]
    broad_low: View  # (3) lower corner: of the geoms of one body, then of the grid [m]
    broad_high: View  # (3) upper corner, then [0]: 1 / cell width
    broad_count: Ints  # (3) cells of the grid along each axis
    broad_sphere: Rows  # (nbody, 4) center and radius of the colliding geoms of a body [m]
    broad_mask: IntRows  # (nbody, 2) contype and conaffinity of any of them
    broad_cell: Ints  # (nbody) cell of a body; -1: too large, -2: collides with none, -3: listed
    broad_start: Ints  # (nbody*12) first entry of each cell in broad_order
    broad_order: Ints  # (nbody) bodies sorted by cell
    broad_large: Ints  # (nbody) bodies larger than a cell
    broad_list: Ints  # (nbody) bodies that may touch the one at hand, ascending
    sweep_order: Ints  # (ngeom) geoms of bodies with many geoms, sorted along an axis
    sweep_axis: Ints  # (nbody) axis of that order
    sweep_limit: View  # (nbody) geoms of larger reach come first in the order [m]
    sweep_reach: View  # (nbody) largest reach of the others [m]
    sweep_list: Ints  # (ngeom) geoms of such a body that may touch the other one, ascending
    near_work: View  # (32) numbers that a collision function keeps at hand
    near_dist: View  # (nnear) distances of the candidate contacts of one pair [m]
    near_pos: Rows  # (nnear, 3) their points [m]
    near_frame: Rows  # (nnear, 6) their normals and hints for the first tangent
    ccd_type: Ints  # (2) convex collider: geom types of the two sides of the pair at hand
    ccd_size: Rows  # (2, 3) their sizes [m]
    ccd_xpos: Rows  # (2, 3) their centers [m]
    ccd_xmat: Rows  # (2, 9) their orientations
    ccd_hull: IntRows  # (2, 5) meshes as sides: first vertex, graph, hull vertices, last found, mesh
    ccd_result: View  # (9) limit of the distance; found or not, distance, normal, point midway
    ccd_w: Rows  # (128, 3) vertices of the simplex or polytope [m]
    ccd_a: Rows  # (128, 3) their points on side 0, from its center [m]
    ccd_weight: View  # (8) barycentric coordinates of the simplex's nearest point
    face_vertex: IntRows  # (256, 3) polytope: vertices of its faces
    face_plane: Rows  # (256, 4) polytope: outward normals of its faces and their distances
    rim: IntRows  # (192, 2) polytope: edges around the faces that were removed
    part_along: Rows  # (8, 2) what segments and discs at their kink make up [m]
    apart_geom: Ints  # (ngeom*4) pairs of geoms that are apart: 1 + the first, 0: none
    apart_normal: Rows  # (ngeom*4, 3) normal of a plane between, from the first to the second
    ccd_fromto: View  # (6) nearest points of two geoms: on the first, on the second [m]
    prism: Rows  # (4, 3) a prism as side 0: top corners, [3, 2]: floor; from its center [m]
    prism_corner: Rows  # (3, 3) its top corners in the frame of the height field [m]
    patch_count: Ints  # (2) patches of coplanar prisms, -1: not asked for; if the last one is of one
    patch_plane: Rows  # (20, 3) of each: normal, point, tangent; normal and point of its first candidate [m]
    patch_dist: View  # (4) distance of that candidate [m]
    patch_point: Rows  # (32, 5) extreme points, their heights, how far they are in their ways [m]
    sdf_point: Rows  # (8, 3) points at which a plugin is asked, frame of the geom [m]
    sdf_value: View  # (8) its answer [m]
    elem_corner: Rows  # (8, 3) elements as sides, four corners each, from the center [m]
    elem_corners: Ints  # (2) how many they have
    elem_low: View  # (nflexelem) sweep: where the box of an element begins on the axis [m]
    elem_order: Ints  # (nflexelem) elements of each flex by that
    sweep_box: Rows  # (nflexelem, 6) sweep: boxes of elements in elem_order [m]
    elem_near: Ints  # (nflexelem) elements of one flex that may touch the one at hand
    pair_stack: IntRows  # (256, 2) pairs of nodes of a tree that are yet to be compared
    chain_dof: Ints  # (nv) dofs of the bodies in question, at the end, ascending
    chain_side: Ints  # (nv) 1, 2 or 3 = both: which body each of them moves
    chain_share: View  # (nv) sum of the shares of the bodies that a dof of chain_dof moves
    share_body: Ints  # (64) contacts of flexes: bodies that share the force
    share: View  # (64) their shares, negative for the first side
    share_dof: Ints  # (64) the next dof of each of them
    rne_acc: Rows  # (nbody, 6) recursive Newton-Euler: accelerations of bodies [rad/s^2, m/s^2]
    rne_frc: Rows  # (nbody, 6) recursive Newton-Euler: forces on subtrees [N m, N]
    wrench: Rows  # (nbody, 6) forces on bodies and what hangs on them [N m, N]
    flex_force: Rows  # (nflexvert, 3) elastic forces on vertices [N]
    flexnode_work: Rows  # (nflexnode, 6) displacements or forces of nodes, then velocities
    edge_strain: View  # (nflexedge) l^2 - L^2 of edges, with damping [m^2]
    edge_stress: View  # (nflexedge) force per length of edges [N/m]
    ctrl_used: View  # (nu) controls as the actuators see them: clamped, zero if any is bad
    work_nv: Rows  # (4, nv) work space of one stage
    sol_x: View  # (nv) qacc
    sol_smooth: View  # (nv) qacc_smooth
    sol_frc: View  # (nv) qfrc_smooth
    sol_con: View  # (nv) qfrc_constraint
    sol_grad: View  # (nv) gradient of the cost
    sol_mgrad: View  # (nv) preconditioned gradient
    sol_old: View  # (nv) gradient of the iteration before
    sol_search: View  # (nv) search direction
    sol_Ma: View  # (nv) M qacc; of conjugate gradients the gradient of the quadratic part
    sol_Ms: View  # (nv) M search; of conjugate gradients its change along search
    sol_work: View  # (nv) one vector, or one by depth
    sol_inv: View  # (nv) inverse of M where it is a diagonal
    island_start: Rows  # (ntree*2, 2) cost, and cones in their middle region, where an island starts
    solver_stat: Rows  # (nstat, 7) improvement gradient lineslope nactive nchange neval nupdate
    dof_place: Ints  # (nv) place of a dof in the order of the Hessian
    tree_order: IntRows  # (ntree, 5) trees in order; place, link, shift of dofs, island of each
    island_part: IntRows  # (ntree*2, 7) first tree, dof, block, row; ends of row kinds; end of blocks of equalities
    hess_parent: Ints  # (nv) elimination tree; -1 at a root
    hess_depth: Ints  # (nv) depth in the elimination tree
    hess_first: Ints  # (nv) smallest depth at which a row of hess has a number
    hess_adr: Ints  # (nv) row i has its number of depth k at hess[hess_adr[i] + k]
    hess_list: Ints  # (nv) row i has its ancestor of depth k at hess_node[hess_list[i] + k]
    hess_inv: View  # (nv) inverse diagonal of the factor
    cone_ar: Rows  # (6, 6) dual solvers: A + R of one contact
    cone_res: View  # (6) its residual
    cone_old: View  # (6) its forces before the update
    qcqp: Rows  # (14, 5) work space of one slice of a cone
    work_row: View  # (6) jar, then force of the rows of one constraint
    qacc_new: View  # (nv) acceleration of the implicit integrators [m/s^2, rad/s^2]
    rk_qpos: View  # (nq) qpos at the start of the step [m, rad]
    rk_qvel: View  # (nv) qvel at the start of the step [m/s, rad/s]
    rk_act: View  # (na) act at the start of the step
    rk_vel: View  # (nv) weighted mean of qvel so far [m/s, rad/s]
    rk_acc: View  # (nv) weighted mean of qacc so far [m/s^2, rad/s^2]
    rk_act_dot: View  # (na) weighted mean of act_dot so far
    body_coriolis: Rows  # (nbody, 36) d force / d velocity of a subtree, 6 by 6
    dof_coriolis: Rows  # (nv, 6) d cacc / d qvel of a dof, without what depends on the body
    flex_krylov: Rows  # (7, nv) vectors of the iteration of flex/implicit.py
    sense_ray: Rows  # (2, 3) rangefinders: origin and direction of the ray at hand [m]
    sense_hit: View  # (4) its distance and the normal where it hits
    sense_geom: Ints  # (6) the geom that it hits
    sense_dist: View  # (7) distance sensors: distance and segment of the sensor at hand [m]
    sensor_kept: View  # (nsensordata) sensordata while delayed sensors are computed
    ray_local: Rows  # (2, 3) start and direction of the ray in the frame of a geom [m]
    ray_hit: View  # (4) its distance, -1 without a hit, and the normal there
    ray_stack: Ints  # (64) nodes of a tree that the ray has yet to look at
    run: IntRows  # (nbody, 12) runs of awake or static bodies: bodies from, to; their dofs, joints, geoms, sites, numbers of M
    sleep_qpos: View  # (nq) qpos at which trees fell asleep [m, rad]
    tree_mark: IntRows  # (ntree, 3) trees at the end of a step: held awake; ready to sleep; next count
    tree_box: Rows  # (ntree, 7) box of colliding geoms of a tree, a number made of their reach; NaN: unknown [m]
    actuator_awake: Ints  # (nu) the actuators that are awake
    tendon_asleep: Ints  # (ntendon) whether all that a tendon joins sleeps
    sensor_asleep: Ints  # (nsensordata) whether a number of sensordata is that of a sleeper
    broad_box: Rows  # (ngeom, 6) box of a geom, its share of the margin included: corners [m]
    broad_around: Rows  # (6, nbody) box of the colliding geoms of a body: corners [m]
    contact_dist: View  # (nconmax) distance between the nearest points; negative when penetrating [m]
    contact_pos: Rows  # (nconmax, 3) midpoint of the two nearest points [m]
    contact_frame: Rows  # (nconmax, 9) rows: normal from geom 0 to geom 1, then two tangents
    contact_includemargin: View  # (nconmax) rows are made when dist is below this: margin - gap [m]
    contact_friction: Rows  # (nconmax, 5) tangent 1 and 2, spin, roll 1 and 2
    contact_solref: Rows  # (nconmax, 2) solver reference of the normal direction
    contact_solreffriction: Rows  # (nconmax, 2) solver reference of the friction directions; zeros: as solref
    contact_solimp: Rows  # (nconmax, 5) solver impedance
    contact_mu: View  # (nconmax) friction of the regularized cone
    contact_H: Rows  # (nconmax, 36) Hessian of the cone, set by the solver
    contact_dim: Ints  # (nconmax) dimension of the contact space: 1, 3, 4 or 6
    contact_geom: IntRows  # (nconmax, 2) ids of the two geoms; -1 for a flex
    contact_flex: IntRows  # (nconmax, 2) ids of the two flexes; -1 for a geom
    contact_elem: IntRows  # (nconmax, 2) ids of the two flex elements; -1 for a geom or flex vertex
    contact_vert: IntRows  # (nconmax, 2) ids of the two flex vertices; -1 for a geom or flex element
    contact_exclude: Ints  # (nconmax) 0: include, 1: in gap, 2: fused, 3: no dofs
    contact_efc_address: Ints  # (nconmax) first row in efc; -1 when not included
    efc_type: Ints  # (nefcmax) kind of row
    efc_id: Ints  # (nefcmax) object of the row: joint, dof, tendon, contact or equality
    efc_J_rownnz: Ints  # (nefcmax) row lengths of efc_J, when sparse
    efc_J_rowadr: Ints  # (nefcmax) row starts of efc_J, when sparse
    efc_J_rowsuper: Ints  # (nefcmax) following rows with the same columns, when sparse
    efc_J_colind: Ints  # (nJmax) columns of efc_J, when sparse
    efc_J: View  # (nJmax) Jacobian of the rows
    efc_pos: View  # (nefcmax) violation, or distance to the limit
    efc_margin: View  # (nefcmax) distance at which the row acts
    efc_frictionloss: View  # (nefcmax) largest force of friction rows
    efc_diagApprox: View  # (nefcmax) approximate diagonal of J M^-1 J'
    efc_KBIP: Rows  # (nefcmax, 4) stiffness, damping, impedance and its derivative
    efc_D: View  # (nefcmax) 1 / R: constraint mass
    efc_R: View  # (nefcmax) regularization: inverse constraint mass
    efc_AR_rownnz: Ints  # (nefcmax) row lengths of efc_AR, when sparse
    efc_AR_rowadr: Ints  # (nefcmax) row starts of efc_AR, when sparse
    efc_AR_colind: Ints  # (nAmax) columns of efc_AR, when sparse
    efc_AR: View  # (nAmax) J M^-1 J' + R, for dual solvers
    efc_vel: View  # (nefcmax) J qvel
    efc_aref: View  # (nefcmax) reference acceleration
    efc_b: View  # (nefcmax) J qacc_smooth - aref, for dual solvers
    efc_state: Ints  # (nefcmax) region of the cost that the row is in
    efc_force: View  # (nefcmax) constraint force
    island_ntree: Ints  # (ntree) trees
    island_itreeadr: Ints  # (ntree) first tree of an island, in island order
    island_nv: Ints  # (ntree) dofs
    island_idofadr: Ints  # (ntree) first dof of an island, in island order
    island_dofadr: Ints  # (ntree) first dof of an island, its smallest
    island_ne: Ints  # (ntree) rows of equality constraints
    island_nf: Ints  # (ntree) rows of friction
    island_nefc: Ints  # (ntree) rows
    island_iefcadr: Ints  # (ntree) first row of an island, in island order
    efc_island: Ints  # (nefcmax) island of the row
    map_efc2iefc: Ints  # (nefcmax) row to its place in island order
    map_iefc2efc: Ints  # (nefcmax) place in island order to row
    ifrc_smooth: View  # (nv) qfrc_smooth in island order [N, N m]
    iacc_smooth: View  # (nv) qacc_smooth in island order [m/s^2, rad/s^2]
    iM_rownnz: Ints  # (nv) row lengths of iM
    iM_rowadr: Ints  # (nv) row starts of iM
    iM_colind: Ints  # (nC) columns of iM
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
    row_efc: Ints  # (nefcmax) where efc_* has the row
    row_cone: Ints  # (nefcmax) contact of a row of an elliptic cone, else -1
    row_state: Ints  # (nefcmax) efc_state
    row_D: View  # (nefcmax) efc_D
    row_limit: View  # (nefcmax) efc_frictionloss
    row_edge: View  # (nefcmax) efc_R efc_frictionloss: where friction loss becomes linear
    row_b: View  # (nefcmax) J qacc_smooth - aref
    row_jar: View  # (nefcmax) J qacc - aref
    row_jv: View  # (nefcmax) J search
    row_force: View  # (nefcmax) efc_force
    row_weight: View  # (nefcmax) curvature of the cost of a row alone, 0 where inactive
    row_held: View  # (nefcmax) the weights that the factor of the Hessian holds
    cone_line: Rows  # (nconmax, 8) an elliptic cone along the search direction
    tree_link: IntRows  # (nefcmax, 4) pairs of trees that share a constraint; next link of each
    jraw: IntRows  # (nefcmax, 4) a constraint in efc_*: first row, rows, first column, columns
    jblock: IntRows  # (nefcmax, 5) a block: first row, rows, first number, first column, columns
    jrun: Ints  # (nefcmax) edges of one point, one after the other: how many from this block on
    jval: View  # (nJmax) numbers of a block: those of its first dof, of its second, ...
    jcol: Ints  # (nJmax) dofs of a block, ascending in the order of the Hessian
    jdep: Ints  # (nJmax) their depths in the elimination tree
    hess: View  # (nHmax) Hessian of the solver, then its factor: rows of the elimination tree
    hess_node: Ints  # (nHmax) lists of ancestors in the elimination tree
    sense_contact: Ints  # (nconmax) contact sensors: the contacts that are reported, in order
    sense_key: View  # (nconmax) what they are ordered by
    pair_near: IntRows  # (nconmax, 5) pairs of geoms that may touch: the geoms, explicit pair or -1, how many contacts, then the first of them or -1, 1: searched for

class Shown:
    label: int  # what is labeled (mjtLabel)
    frame: int  # whose frames are shown (mjtFrame)
    bvh_depth: int  # level of the bounding volumes that are shown
    flex_layer: int  # layer of solid flexes that is shown
    geomgroup: Ints  # (6) which groups of geoms are shown
    sitegroup: Ints  # (6) which groups of sites are shown
    jointgroup: Ints  # (6) which groups of joints are shown
    tendongroup: Ints  # (6) which groups of tendons are shown
    actuatorgroup: Ints  # (6) which groups of actuators are shown
    flexgroup: Ints  # (6) which groups of flexs are shown
    skingroup: Ints  # (6) which groups of skins are shown
    flags: Ints  # (31) what is shown (mjtVisFlag)

class Perturb:
    select: int  # selected body, 0: none
    flexselect: int  # selected flex
    skinselect: int  # selected skin
    active: int  # how the body is perturbed (mjtPertBit)
    active2: int  # how a second one is
    localmass: float  # mass that is felt there [kg]
    scale: float  # from mouse to space
    refpos: View  # (3) where the body is wanted [m]
    refquat: View  # (4) orientation that is wanted
    refselpos: View  # (3) where the selected point is wanted [m]
    localpos: View  # (3) selected point in the body [m]

class VisualGlobal:
    azimuth: float  # azimuth of the free camera [degree]
    bvactive: int  # whether collision marks the bounding volumes that it visits
    cameraid: int  # camera at the start; -1: free
    elevation: float  # elevation of the free camera [degree]
    ellipsoidinertia: int  # whether inertias are drawn as ellipsoids
    fovy: float  # vertical field of view of the free camera [degree]
    glow: float  # glow of the selected body
    ipd: float  # distance of the two eyes of the free camera [m]
    linewidth: float  # width of lines [pixels]
    offheight: int  # height of the offscreen buffer [pixels]
    offwidth: int  # width of the offscreen buffer [pixels]
    orthographic: int  # whether the free camera is orthographic
    realtime: float  # speed of playback relative to real time

class VisualHeadlight:
    active: int  # whether it is on
    ambient: View  # (3) ambient color
    diffuse: View  # (3) diffuse color
    specular: View  # (3) specular color

class VisualMap:
    actuatortendon: float  # ratio of width of a tendon driven by an actuator
    alpha: float  # opacity of transparent geoms
    fogend: float  # distance where fog is full, times extent
    fogstart: float  # distance where fog begins, times extent
    force: float  # length of the arrow of a unit force
    haze: float  # part of the horizon that is hazy
    shadowclip: float  # reach of shadows of directional lights, times extent
    shadowscale: float  # part of a spotlight that casts shadows
    stiffness: float  # perturbation force per distance
    stiffnessrot: float  # perturbation torque per angle
    torque: float  # length of the arrow of a unit torque
    zfar: float  # far clipping plane, times extent
    znear: float  # near clipping plane, times extent

class VisualQuality:
    numquads: int  # quads of a plane
    numslices: int  # slices of round shapes
    numstacks: int  # stacks of round shapes
    offsamples: int  # samples of the offscreen buffer
    shadowsize: int  # size of the shadow map [pixels]

class VisualRgba:
    actuator: View  # (4) color of actuators
    actuatornegative: View  # (4) color of actuators with negative activation
    actuatorpositive: View  # (4) color of actuators with positive activation
    bv: View  # (4) color of bounding volumes
    bvactive: View  # (4) color of active bounding volumes
    camera: View  # (4) color of cameras
    com: View  # (4) color of the center of mass
    connect: View  # (4) color of connections of bodies
    constraint: View  # (4) color of constraints
    contactforce: View  # (4) color of contact forces
    contactfriction: View  # (4) color of friction forces of contacts
    contactgap: View  # (4) color of contacts in their gap
    contactpoint: View  # (4) color of contact points
    contacttorque: View  # (4) color of contact torques
    crankbroken: View  # (4) color of slider-cranks out of reach
    fog: View  # (4) color of fog
    force: View  # (4) color of perturbation forces
    frustum: View  # (4) color of camera frusta
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
    connect: float  # width of connections of bodies, times meansize
    constraint: float  # size of constraints, times meansize
    contactheight: float  # height of contacts, times meansize
    contactwidth: float  # width of contacts, times meansize
    forcewidth: float  # width of force arrows, times meansize
    framelength: float  # length of frame axes, times meansize
    framewidth: float  # width of frame axes, times meansize
    frustum: float  # distance at which camera frusta are cut, times meansize
    jointlength: float  # length of joint axes, times meansize
    jointwidth: float  # width of joint axes, times meansize
    light: float  # size of lights, times meansize
    selectpoint: float  # size of the selection point, times meansize
    slidercrank: float  # size of slider-cranks, times meansize

class Scene:
    maxgeom: int  # how many geoms there is room for
    ngeom: int  # geoms
    nflex: int  # flexes of the model
    nskin: int  # skins of the model
    nlight: int  # lights
    flexvertopt: int  # whether vertices of flexes are drawn
    flexedgeopt: int  # whether edges of flexes are drawn
    flexfaceopt: int  # whether faces of flexes are drawn
    flexskinopt: int  # whether the skins of flexes are drawn
    enabletransform: int  # whether the model stands elsewhere in the room
    scale: float  # size of the model in the room
    stereo: int  # how two pictures are shown (mjtStereo)
    framewidth: int  # width of the frame round the picture, 0: none [pixel]
    status: int  # 0: all fits; 1: there are more geoms than there is room for
    nrow: int  # rows of geoms: one more than maxgeom, for what does not fit
    nflexvert: int  # vertices of all flexes
    nflexedge: int  # edges of all flexes
    nflexface: int  # triangles that there is room for, of all flexes
    nskinvert: int  # vertices of all skins
    catmask: int  # categories that are added (mjtCatBit)
    opt: Shown
    pert: Perturb
    vis_global: VisualGlobal
    vis_headlight: VisualHeadlight
    vis_map: VisualMap
    vis_quality: VisualQuality
    vis_rgba: VisualRgba
    vis_scale: VisualScale
    geomorder: Ints  # (maxgeom) order by distance to the camera, written when a picture is drawn
    flexedgeadr: Ints  # (nflex) first edge of each flex
    flexedgenum: Ints  # (nflex) number of its edges
    flexvertadr: Ints  # (nflex) first vertex of each flex
    flexvertnum: Ints  # (nflex) number of its vertices
    flexfaceadr: Ints  # (nflex) first triangle of each flex
    flexfacenum: Ints  # (nflex) triangles that there is room for
    flexfaceused: Ints  # (nflex) triangles that are there
    flexedge: Ints  # (nflexedge*2) vertices of the edges, counted from those of the flex
    flexvert: View  # (nflexvert*3) positions of the vertices [m]
    flexface: View  # (nflexface*9) corners of the triangles [m]
    flexnormal: View  # (nflexface*9) normals at the corners
    flextexcoord: View  # (nflexface*6) texture coordinates at the corners
    skinfacenum: Ints  # (nskin) number of triangles of each skin
    skinvertadr: Ints  # (nskin) first vertex of each skin
    skinvertnum: Ints  # (nskin) number of its vertices
    skinvert: View  # (nskinvert*3) positions of the vertices [m]
    skinnormal: View  # (nskinvert*3) normals at the vertices
    translate: View  # (3) where the origin of the model is in the room [m]
    rotate: View  # (4) orientation of the model in the room
    flags: Ints  # (11) how it is drawn (mjtRndFlag)
    framergb: View  # (3) color of the frame
    geom_type: Ints  # (nrow) shape (mjtGeom)
    geom_dataid: Ints  # (nrow) mesh, height field or plane
    geom_objtype: Ints  # (nrow) kind of object that it stands for (mjtObj)
    geom_objid: Ints  # (nrow) and its number
    geom_category: Ints  # (nrow) category (mjtCatBit)
    geom_matid: Ints  # (nrow) material
    geom_texcoord: Ints  # (nrow) whether a mesh has texture coordinates
    geom_segid: Ints  # (nrow) number in segmentation pictures
    geom_size: Rows  # (nrow, 3) size [m]
    geom_pos: Rows  # (nrow, 3) position [m]
    geom_mat: Rows  # (nrow, 9) orientation
    geom_rgba: Rows  # (nrow, 4) color
    geom_emission: View  # (nrow) emission
    geom_specular: View  # (nrow) specular reflection
    geom_shininess: View  # (nrow) shininess
    geom_reflectance: View  # (nrow) reflectance
    geom_label: IntRows  # (nrow, 100) text beside it
    geom_camdist: View  # (nrow) distance to the camera [m]
    geom_modelrbound: View  # (nrow) radius around it [m]
    geom_transparent: Ints  # (nrow) whether it is drawn as transparent
    light_id: Ints  # (100) light of the model
    light_pos: Rows  # (100, 3) position [m]
    light_dir: Rows  # (100, 3) direction
    light_type: Ints  # (100) kind of light (mjtLightType)
    light_texid: Ints  # (100) texture of an image light
    light_attenuation: Rows  # (100, 3) attenuation part
    light_ambient: Rows  # (100, 3) ambient part
    light_diffuse: Rows  # (100, 3) diffuse part
    light_specular: Rows  # (100, 3) specular part
    light_cutoff: View  # (100) cutoff of the light
    light_exponent: View  # (100) exponent of the light
    light_bulbradius: View  # (100) bulbradius of the light
    light_intensity: View  # (100) intensity of the light
    light_range: View  # (100) range of the light
    light_headlight: Ints  # (100) whether it is at the camera
    light_castshadow: Ints  # (100) whether it casts shadows
    camera_pos: Rows  # (2, 3) frame of the camera
    camera_forward: Rows  # (2, 3) frame of the camera
    camera_up: Rows  # (2, 3) frame of the camera
    camera_frustum_center: View  # (2) frustum of the camera
    camera_frustum_width: View  # (2) frustum of the camera
    camera_frustum_bottom: View  # (2) frustum of the camera
    camera_frustum_top: View  # (2) frustum of the camera
    camera_frustum_near: View  # (2) frustum of the camera
    camera_frustum_far: View  # (2) frustum of the camera
    camera_orthographic: Ints  # (2) whether parallels stay parallel
    geom_mark: Ints  # (nrow) what the label says, 0: there is none
    geom_value: View  # (nrow) number in the label
    select_pos: Rows  # (2, 3) xpos, xipos of a selected body that does not exist [m]
    select_mat: Rows  # (2, 9) its xmat, ximat
    flexvertnormal: View  # (nflexvert*3) normals of the vertices of flexes

class Context:
    lineWidth: float  # width of lines [pixels]
    shadowClip: float  # half width of the shadows of directional lights [m]
    shadowScale: float  # part of the cone of a spotlight that casts shadows
    fogStart: float  # distance where fog begins [m]
    fogEnd: float  # distance where fog is full [m]
    shadowSize: int  # width of the shadow maps [pixels]; 0: no shadows
    offWidth: int  # width of the offscreen buffer [pixels]
    offHeight: int  # height of the offscreen buffer [pixels]
    offSamples: int  # samples a pixel of the offscreen buffer
    fontScale: int  # size of texts (mjtFontScale)
    offFBO: int  # 1 while there is an offscreen buffer
    offFBO_r: int  # 1 while there is an offscreen buffer
    offColor: int  # 1 while there is an offscreen buffer
    offColor_r: int  # 1 while there is an offscreen buffer
    offDepthStencil: int  # 1 while there is an offscreen buffer
    offDepthStencil_r: int  # 1 while there is an offscreen buffer
    shadowFBO: int  # 1 while there are shadows
    shadowTex: int  # 1 while there are shadows
    ntexture: int  # textures
    basePlane: int  # first of these shapes
    baseMesh: int  # first of these shapes
    baseHField: int  # first of these shapes
    baseBuiltin: int  # first of these shapes
    baseFontNormal: int  # first of the characters
    baseFontShadow: int  # first of the characters
    baseFontBig: int  # first of the characters
    rangePlane: int  # how many of these shapes there are
    rangeMesh: int  # how many of these shapes there are
    rangeHField: int  # how many of these shapes there are
    rangeBuiltin: int  # how many of these shapes there are
    rangeFont: int  # characters of a font
    nskin: int  # skins
    charHeight: int  # height of characters [pixels]
    charHeightBig: int  # height of big characters [pixels]
    glInitialized: int  # 1 until the context is freed
    windowAvailable: int  # whether there is a window buffer
    windowSamples: int  # samples a pixel of the window buffer
    windowStereo: int  # whether the window buffer has two eyes
    windowDoublebuffer: int  # whether the window buffer is double
    currentBuffer: int  # the buffer that is drawn into (mjtFramebuffer)
    readPixelFormat: int  # order of the colors of pixels that are read: 6407 red, green, blue; 32992 the other way
    readDepthMap: int  # which depth is 0 (mjtDepthMap)
    ntex: int  # textures
    nlevel: int  # levels of all textures, each half as wide as the one before
    ntexel: int  # pixels of all levels
    nblock: int  # blocks of pixels of all levels
    nshape: int  # shapes
    nshapevert: int  # vertices of all shapes
    nshapeface: int  # triangles of all shapes
    npart: int  # room for parts
    nvert: int  # room for vertices
    ncut: int  # room for vertices that come from cutting
    ntri: int  # room for triangles
    nbin: int  # room for the beginnings of lists of triangles
    nentry: int  # room for entries of these lists
    nbuffer: int  # pixels of the buffer that is drawn into
    nstamp: int  # vertices times threads
    ncolor: int  # numbers of all colors of vertices, for every thread
    nfrag: int  # numbers of the triangles that are being colored, for every thread
    nrow: int  # numbers of a row of a tile, for every thread
    nspan: int  # rows of samples of a tile, where they begin and end, for every thread
    npaint: int  # colors of a row of a tile, for every thread
    nkey: int  # pixels of a row of a tile, for every thread
    npixel: int  # samples of a tile, for every thread
    nshade: int  # colors of the samples of a tile, for every thread
    ncaster: int  # vertices of what casts shadows, for every light
    nmap: int  # texels of all shadow maps
    nmaptile: int  # tiles of all shadow maps
    base_skin: int  # first of the skins
    box_face: int  # vertices of a face of a box
    nplane: int  # planes of the model
    nmesh: int  # meshes of the model
    nhfield: int  # height fields of the model
    ntexmodel: int  # textures of the model
    skybox: int  # the texture of the sky; -1: none
    left: int  # left edge of the picture in the buffer
    bottom: int  # its lower edge
    width: int  # its width
    height: int  # its height
    outer_width: int  # width of the buffer
    ntile_x: int  # tiles in a row
    ntile_y: int  # rows of tiles
    nsample: int  # samples a pixel
    west: int  # left edge of the tiles that are drawn now [pixel]
    east: int  # their right edge
    south: int  # their lower edge
    north: int  # their upper edge
    first_geom: int  # the first geom that parts are made of now
    last_geom: int  # the one behind the last
    made: int  # which parts are made: bits 1 of those that are seen, 2 of those that cast shadows
    near: float  # how near to the eye something may be, of what is no part now [m]
    mode: int  # what is drawn: 0 light and color, 1 numbers as colors, 2 a color for each, 3 depth alone
    colors: int  # whether colors are drawn, and not depth alone
    nthread: int  # threads that draw
    few_parts: int  # parts up to which a picture is not drawn in portions
    number: int  # number of the picture, which stamps carry
    nview: int  # views: 2 where there is a mirror
    mirror: int  # the geom that is a mirror; -1: none
    shiny: int  # the geom that would be one if reflections were on; -1: none
    nclear: int  # geoms that are transparent
    npart_used: int  # parts
    npart_need: int  # parts that there would be with enough room
    nvert_used: int  # vertices
    ncut_used: int  # vertices that came from cutting
    ntri_used: int  # triangles
    ncaster_used: int  # vertices of what casts shadows
    need_cut: int  # how much room is wanted
    need_tri: int  # how much room is wanted
    need_entry: int  # how much room is wanted
    first_caster: int  # the first part that casts shadows
    nlit: int  # lights that cast no shadows
    nshadow: int  # lights that cast shadows
    nset: int  # colors of a vertex: that of all lights without shadows, and one for each with
    lighting: int  # whether anything shines
    map_size: int  # width of the shadow maps
    fog: int  # whether there is fog
    haze: int  # whether there is haze
    haze_geom: int  # the infinite plane that it is on
    sky: int  # whether there is a sky
    cull: int  # whether what faces away is left out
    additive: int  # whether what is transparent adds light
    wire: int  # whether edges are drawn in the place of faces
    sky_sides: int  # sides of the prism that the sky is painted on
    spots: int  # whether there are spotlights
    soft: float  # half width of the rims of shadows [m]; 0: hard ones, as in 3.5.0
    right_points: int  # whether point lights shine from where they are, which they do not in 3.5.0
    pixel_light: int  # whether light falls on pixels, and not on vertices as in 3.5.0
    most_lights: int  # how many lights shine at most
    map_near: float  # distance from the light from which on things cast shadows [m]
    map_far: float  # and up to which they do [m]
    room_scale: float  # how large the model is in its room
    haze_part: float  # part of the distance to the horizon that is covered by haze
    sky_reach: float  # distance of the sky
    haze_reach: float  # distance at which haze hides the plane
    few_slices: float  # how large shapes of half the slices may be, in the usual size
    few_stacks: float  # the same for balls of half the stacks
    fogRGBA: View  # (4) color of fog
    auxWidth: Ints  # (10) widths of the auxiliary buffers [pixels]; 0: there is none
    auxHeight: Ints  # (10) their heights [pixels]
    auxSamples: Ints  # (10) samples a pixel of theirs
    auxFBO: Ints  # (10) 1 for each auxiliary buffer
    auxFBO_r: Ints  # (10) 1 for each auxiliary buffer
    auxColor: Ints  # (10) 1 for each auxiliary buffer
    auxColor_r: Ints  # (10) 1 for each auxiliary buffer
    mat_texid: Ints  # (10000) textures of each material by role (mjtTextureRole); -1: none
    mat_texuniform: Ints  # (1000) whether the texture of a material is of the same size everywhere
    mat_texrepeat: View  # (2000) how often the texture is repeated
    textureType: Ints  # (1000) kinds of the textures (mjtTexture)
    texture: Ints  # (1000) numbers of the textures, from 1 on
    charWidth: Ints  # (127) widths of characters [pixels]
    charWidthBig: Ints  # (127) widths of big characters [pixels]
    tex_kind: Ints  # (ntex) mjtTexture
    tex_level: Ints  # (ntex) first level
    tex_nlevel: Ints  # (ntex) levels
    level_width: Ints  # (nlevel) width [pixel]
    level_height: Ints  # (nlevel) height, of one face [pixel]
    level_adr: Ints  # (nlevel) first pixel
    level_block: Ints  # (nlevel) first of its blocks of 8 x 8 pixels; -1: it has none
    block: Ints  # (nblock) the color of all pixels of a block; 2^32 - 1: they have several
    texel: Ints  # (ntexel) red + 256 green + 65536 blue of each pixel, rows from above
    shape_vertadr: Ints  # (nshape) first vertex
    shape_vertnum: Ints  # (nshape) vertices
    shape_faceadr: Ints  # (nshape) first triangle
    shape_facenum: Ints  # (nshape) triangles
    shape_sphere: Rows  # (nshape, 4) center and radius of a sphere around it
    shape_pos: Rows  # (nshapevert, 3) positions
    shape_normal: Rows  # (nshapevert, 3) normals
    shape_uv: Rows  # (nshapevert, 2) texture coordinates
    shape_face: IntRows  # (nshapeface, 4) corners from the first vertex on; bits: edges that are drawn
    plane_block: IntRows  # (nplane, 3) first of the shapes of a plane, how many, and one of a single cell; as many coarse ones follow it
    seen: Rows  # (2, 64) where from and how each view is seen (render/view_setup.py)
    light_row: Ints  # (100) lights of the scene: first those without shadows
    lamp: Rows  # (100, 24) what each light of the scene gives (render/light_model.py)
    shadow: Rows  # (8, 64) where the light is of each shadow (render/shadow.py)
    haze_rgba: View  # (4) color of haze
    haze_plane: View  # (7) normal of the infinite plane at the horizon, the height of the eye, its x axis
    part: IntRows  # (npart, 8) what each part is (render/draw_item.py)
    part_num: Rows  # (npart, 32) its transform
    vert: Rows  # (nvert, 4) x, y [pixel], depth, 1 / distance; 0 where it is not in front of the eye
    cut: IntRows  # (ncut, 2) the vertices between which a vertex is
    cut_share: View  # (ncut) share of the second one
    tri: IntRows  # (ntri, 8) vertices, part, tiles (render/bins.py)
    bin_start: Ints  # (nbin) first entry of each tile and list
    bin_entry: Ints  # (nentry) triangles
    stamp: Ints  # (nstamp) number of the picture that a vertex has been lit for
    lit: View  # (ncolor) texture coordinates and colors of vertices
    frag: View  # (nfrag) triangles that are being colored (render/shade.py)
    row: View  # (nrow) colors of a row of a tile, and what leads to them (render/shade.py)
    row_key: Ints  # (nkey) triangle of each pixel of the row; -3: several
    span: Ints  # (nspan) first and last pixel of each row of samples in a triangle (render/raster.py)
    span_z: View  # (nspan) depth of the triangle in each row of samples
    paint: View  # (npaint) what a triangle adds to each pixel of a row (render/blend.py)
    tile_depth: View  # (npixel) depth of each sample
    tile_tri: Ints  # (npixel) triangle of each sample; -1: none, the sky; -2: nothing at all
    tile_color: View  # (nshade) red of all samples, green, blue
    back_color: View  # (nshade) the same of what is seen in the mirror
    back_depth: View  # (npixel) depth of each sample in the mirror
    tile_back: Ints  # (npixel) triangle of each sample in the mirror
    caster: Rows  # (ncaster, 4) vertices on the shadow maps
    map_depth: View  # (nmap) depth of shadow maps, tile by tile
    map_stamp: Ints  # (nmaptile) number of the picture that a tile has been drawn for
    map_cover: Ints  # (nmaptile) number of the picture that a triangle covers the whole tile for
    map_drawn: Ints  # (nmaptile) the geom that alone has been drawn into a tile; -1: several
    map_covered: Ints  # (nmaptile) the geom that the triangle over a tile is of
    map_plane: Rows  # (nmaptile, 3) depth of that triangle
    out_rgb: Ints  # (nbuffer*3) colors of the buffer
    out_depth: View  # (nbuffer) depth of the buffer
