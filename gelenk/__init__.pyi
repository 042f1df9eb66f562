"""Types of the public names. Rendered by `python tools/render.py stubs`; do not edit."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, SupportsFloat, SupportsInt

import numpy as np
import numpy.typing as npt

mjDISABLESTRING: Sequence[str]

mjENABLESTRING: Sequence[str]

mjFRAMESTRING: Sequence[str]

mjLABELSTRING: Sequence[str]

mjMAXCONPAIR: int

mjMAXFLEXNODES: int

mjMAXIMP: float

mjMAXLIGHT: int

mjMAXLINE: int

mjMAXLINEPNT: int

mjMAXOVERLAY: int

mjMAXPLANEGRID: int

mjMAXTREEDEPTH: int

mjMAXVAL: float

mjMINAWAKE: int

mjMINIMP: float

mjMINMU: float

mjMINVAL: float

mjNBIAS: int

mjNDYN: int

mjNEQDATA: int

mjNFLUID: int

mjNGAIN: int

mjNGROUP: int

mjNIMP: int

mjNISLAND: int

mjNREF: int

mjNSENS: int

mjNSOLVER: int

mjPI: float

mjRNDSTRING: Sequence[Sequence[str]]

mjTIMERSTRING: Sequence[str]

mjVERSION_HEADER: int

mjVISSTRING: Sequence[Sequence[str]]

version: str

__version__: str

class Error(Exception):
    def __init__(self, message: Any = ..., where: Any = ..., hint: Any = ..., problems: Any = ...) -> None: ...

class FatalError(Exception):
    def __init__(self, *args: Any) -> None: ...

class GLContext:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjByteVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    dtype: Any

class MjCharVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjContact:
    def __init__(self, arrays: Any = ..., index: Any = ...) -> None: ...
    H: npt.NDArray[np.float64]
    dim: int
    dist: float
    efc_address: int
    elem: npt.NDArray[np.int32]
    exclude: int
    flex: npt.NDArray[np.int32]
    frame: npt.NDArray[np.float64]
    friction: npt.NDArray[np.float64]
    geom: npt.NDArray[np.int32]
    geom1: int
    geom2: int
    includemargin: float
    mu: float
    pos: npt.NDArray[np.float64]
    solimp: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    solreffriction: npt.NDArray[np.float64]
    vert: npt.NDArray[np.int32]

class _MjData_actuator:
    ctrl: npt.NDArray[np.float64]
    force: npt.NDArray[np.float64]
    id: int
    length: npt.NDArray[np.float64]
    moment: npt.NDArray[np.float64]
    moment_rowadr: npt.NDArray[np.int32]
    moment_rownnz: npt.NDArray[np.int32]
    name: str
    velocity: npt.NDArray[np.float64]

class _MjData_body:
    awake: npt.NDArray[np.int32]
    awake_ind: npt.NDArray[np.int32]
    cacc: npt.NDArray[np.float64]
    cfrc_ext: npt.NDArray[np.float64]
    cfrc_int: npt.NDArray[np.float64]
    cinert: npt.NDArray[np.float64]
    crb: npt.NDArray[np.float64]
    cvel: npt.NDArray[np.float64]
    id: int
    name: str
    parent_awake_ind: npt.NDArray[np.int32]
    subtree_angmom: npt.NDArray[np.float64]
    subtree_com: npt.NDArray[np.float64]
    subtree_linvel: npt.NDArray[np.float64]
    xfrc_applied: npt.NDArray[np.float64]
    ximat: npt.NDArray[np.float64]
    xipos: npt.NDArray[np.float64]
    xmat: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]
    xquat: npt.NDArray[np.float64]

class _MjData_cam:
    id: int
    name: str
    xmat: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]

class _MjData_camera:
    id: int
    name: str
    xmat: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]

class _MjData_geom:
    id: int
    name: str
    xmat: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]

class _MjData_jnt:
    awake_ind: npt.NDArray[np.int32]
    cdof: npt.NDArray[np.float64]
    cdof_dot: npt.NDArray[np.float64]
    id: int
    island: npt.NDArray[np.int32]
    map_dof2idof: npt.NDArray[np.int32]
    map_idof2dof: npt.NDArray[np.int32]
    name: str
    qHDiagInv: npt.NDArray[np.float64]
    qLDiagInv: npt.NDArray[np.float64]
    qacc: npt.NDArray[np.float64]
    qacc_smooth: npt.NDArray[np.float64]
    qacc_warmstart: npt.NDArray[np.float64]
    qfrc_actuator: npt.NDArray[np.float64]
    qfrc_applied: npt.NDArray[np.float64]
    qfrc_bias: npt.NDArray[np.float64]
    qfrc_constraint: npt.NDArray[np.float64]
    qfrc_damper: npt.NDArray[np.float64]
    qfrc_fluid: npt.NDArray[np.float64]
    qfrc_gravcomp: npt.NDArray[np.float64]
    qfrc_inverse: npt.NDArray[np.float64]
    qfrc_passive: npt.NDArray[np.float64]
    qfrc_smooth: npt.NDArray[np.float64]
    qfrc_spring: npt.NDArray[np.float64]
    qpos: npt.NDArray[np.float64]
    qvel: npt.NDArray[np.float64]
    xanchor: npt.NDArray[np.float64]
    xaxis: npt.NDArray[np.float64]

class _MjData_joint:
    awake_ind: npt.NDArray[np.int32]
    cdof: npt.NDArray[np.float64]
    cdof_dot: npt.NDArray[np.float64]
    id: int
    island: npt.NDArray[np.int32]
    map_dof2idof: npt.NDArray[np.int32]
    map_idof2dof: npt.NDArray[np.int32]
    name: str
    qHDiagInv: npt.NDArray[np.float64]
    qLDiagInv: npt.NDArray[np.float64]
    qacc: npt.NDArray[np.float64]
    qacc_smooth: npt.NDArray[np.float64]
    qacc_warmstart: npt.NDArray[np.float64]
    qfrc_actuator: npt.NDArray[np.float64]
    qfrc_applied: npt.NDArray[np.float64]
    qfrc_bias: npt.NDArray[np.float64]
    qfrc_constraint: npt.NDArray[np.float64]
    qfrc_damper: npt.NDArray[np.float64]
    qfrc_fluid: npt.NDArray[np.float64]
    qfrc_gravcomp: npt.NDArray[np.float64]
    qfrc_inverse: npt.NDArray[np.float64]
    qfrc_passive: npt.NDArray[np.float64]
    qfrc_smooth: npt.NDArray[np.float64]
    qfrc_spring: npt.NDArray[np.float64]
    qpos: npt.NDArray[np.float64]
    qvel: npt.NDArray[np.float64]
    xanchor: npt.NDArray[np.float64]
    xaxis: npt.NDArray[np.float64]

class _MjData_light:
    id: int
    name: str
    xdir: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]

class _MjData_sensor:
    data: npt.NDArray[np.float64]
    id: int
    name: str

class _MjData_site:
    id: int
    name: str
    xmat: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]

class _MjData_ten:
    J: npt.NDArray[np.float64]
    J_colind: npt.NDArray[np.int32]
    J_rowadr: npt.NDArray[np.int32]
    J_rownnz: npt.NDArray[np.int32]
    efcadr: npt.NDArray[np.int32]
    id: int
    length: npt.NDArray[np.float64]
    name: str
    velocity: npt.NDArray[np.float64]
    wrapadr: npt.NDArray[np.int32]
    wrapnum: npt.NDArray[np.int32]

class _MjData_tendon:
    J: npt.NDArray[np.float64]
    J_colind: npt.NDArray[np.int32]
    J_rowadr: npt.NDArray[np.int32]
    J_rownnz: npt.NDArray[np.int32]
    efcadr: npt.NDArray[np.int32]
    id: int
    length: npt.NDArray[np.float64]
    name: str
    velocity: npt.NDArray[np.float64]
    wrapadr: npt.NDArray[np.int32]
    wrapnum: npt.NDArray[np.int32]

class MjData:
    def __init__(self, model: Any) -> None: ...
    M: npt.NDArray[np.float64]
    act: npt.NDArray[np.float64]
    act_dot: npt.NDArray[np.float64]
    def actuator(self, name: str | int = ...) -> _MjData_actuator: ...
    actuator_force: npt.NDArray[np.float64]
    actuator_length: npt.NDArray[np.float64]
    actuator_moment: npt.NDArray[np.float64]
    actuator_velocity: npt.NDArray[np.float64]
    def bind(self, specs: Any) -> Any: ...
    def bind_scalar(self, spec: Any) -> Any: ...
    def body(self, name: str | int = ...) -> _MjData_body: ...
    body_awake: npt.NDArray[np.int32]
    body_awake_ind: npt.NDArray[np.int32]
    bvh_aabb_dyn: npt.NDArray[np.float64]
    bvh_active: npt.NDArray[np.uint8]
    cacc: npt.NDArray[np.float64]
    def cam(self, name: str | int = ...) -> _MjData_cam: ...
    cam_xmat: npt.NDArray[np.float64]
    cam_xpos: npt.NDArray[np.float64]
    def camera(self, name: str | int = ...) -> _MjData_camera: ...
    cdof: npt.NDArray[np.float64]
    cdof_dot: npt.NDArray[np.float64]
    cfrc_ext: npt.NDArray[np.float64]
    cfrc_int: npt.NDArray[np.float64]
    cinert: npt.NDArray[np.float64]
    contact: Any
    crb: npt.NDArray[np.float64]
    ctrl: npt.NDArray[np.float64]
    cvel: npt.NDArray[np.float64]
    dof_awake_ind: npt.NDArray[np.int32]
    dof_island: npt.NDArray[np.int32]
    efc_AR: npt.NDArray[np.float64]
    efc_AR_colind: npt.NDArray[np.int32]
    efc_AR_rowadr: npt.NDArray[np.int32]
    efc_AR_rownnz: npt.NDArray[np.int32]
    efc_D: npt.NDArray[np.float64]
    efc_J: npt.NDArray[np.float64]
    efc_J_colind: npt.NDArray[np.int32]
    efc_J_rowadr: npt.NDArray[np.int32]
    efc_J_rownnz: npt.NDArray[np.int32]
    efc_J_rowsuper: npt.NDArray[np.int32]
    efc_KBIP: npt.NDArray[np.float64]
    efc_R: npt.NDArray[np.float64]
    efc_aref: npt.NDArray[np.float64]
    efc_b: npt.NDArray[np.float64]
    efc_diagApprox: npt.NDArray[np.float64]
    efc_force: npt.NDArray[np.float64]
    efc_frictionloss: npt.NDArray[np.float64]
    efc_id: npt.NDArray[np.int32]
    efc_island: npt.NDArray[np.int32]
    efc_margin: npt.NDArray[np.float64]
    efc_pos: npt.NDArray[np.float64]
    efc_state: npt.NDArray[np.int32]
    efc_type: npt.NDArray[np.int32]
    efc_vel: npt.NDArray[np.float64]
    energy: npt.NDArray[np.float64]
    eq_active: npt.NDArray[np.uint8]
    flexedge_J: npt.NDArray[np.float64]
    flexedge_length: npt.NDArray[np.float64]
    flexedge_velocity: npt.NDArray[np.float64]
    flexelem_aabb: npt.NDArray[np.float64]
    flexvert_J: npt.NDArray[np.float64]
    flexvert_length: npt.NDArray[np.float64]
    flexvert_xpos: npt.NDArray[np.float64]
    flg_energypos: int
    flg_energyvel: int
    flg_rnepost: int
    flg_subtreevel: int
    def geom(self, name: str | int = ...) -> _MjData_geom: ...
    geom_xmat: npt.NDArray[np.float64]
    geom_xpos: npt.NDArray[np.float64]
    history: npt.NDArray[np.float64]
    iLD: npt.NDArray[np.float64]
    iLDiagInv: npt.NDArray[np.float64]
    iM: npt.NDArray[np.float64]
    iM_colind: npt.NDArray[np.int32]
    iM_rowadr: npt.NDArray[np.int32]
    iM_rownnz: npt.NDArray[np.int32]
    iacc: npt.NDArray[np.float64]
    iacc_smooth: npt.NDArray[np.float64]
    iefc_D: npt.NDArray[np.float64]
    iefc_J: npt.NDArray[np.float64]
    iefc_J_colind: npt.NDArray[np.int32]
    iefc_J_rowadr: npt.NDArray[np.int32]
    iefc_J_rownnz: npt.NDArray[np.int32]
    iefc_J_rowsuper: npt.NDArray[np.int32]
    iefc_R: npt.NDArray[np.float64]
    iefc_aref: npt.NDArray[np.float64]
    iefc_force: npt.NDArray[np.float64]
    iefc_frictionloss: npt.NDArray[np.float64]
    iefc_id: npt.NDArray[np.int32]
    iefc_state: npt.NDArray[np.int32]
    iefc_type: npt.NDArray[np.int32]
    ifrc_constraint: npt.NDArray[np.float64]
    ifrc_smooth: npt.NDArray[np.float64]
    island_dofadr: npt.NDArray[np.int32]
    island_idofadr: npt.NDArray[np.int32]
    island_iefcadr: npt.NDArray[np.int32]
    island_itreeadr: npt.NDArray[np.int32]
    island_ne: npt.NDArray[np.int32]
    island_nefc: npt.NDArray[np.int32]
    island_nf: npt.NDArray[np.int32]
    island_ntree: npt.NDArray[np.int32]
    island_nv: npt.NDArray[np.int32]
    def jnt(self, name: str | int = ...) -> _MjData_jnt: ...
    def joint(self, name: str | int = ...) -> _MjData_joint: ...
    def light(self, name: str | int = ...) -> _MjData_light: ...
    light_xdir: npt.NDArray[np.float64]
    light_xpos: npt.NDArray[np.float64]
    map_dof2idof: npt.NDArray[np.int32]
    map_efc2iefc: npt.NDArray[np.int32]
    map_idof2dof: npt.NDArray[np.int32]
    map_iefc2efc: npt.NDArray[np.int32]
    map_itree2tree: npt.NDArray[np.int32]
    maxuse_arena: int
    maxuse_con: int
    maxuse_efc: int
    maxuse_stack: int
    maxuse_threadstack: npt.NDArray[np.uint64]
    mocap_pos: npt.NDArray[np.float64]
    mocap_quat: npt.NDArray[np.float64]
    model: MjModel
    moment_colind: npt.NDArray[np.int32]
    moment_rowadr: npt.NDArray[np.int32]
    moment_rownnz: npt.NDArray[np.int32]
    nA: int
    nJ: int
    narena: int
    nbody_awake: int
    nbuffer: int
    ncon: int
    ne: int
    nefc: int
    nf: int
    nidof: int
    nisland: int
    nl: int
    nparent_awake: int
    nplugin: int
    ntree_awake: int
    nv_awake: int
    parena: int
    parent_awake_ind: npt.NDArray[np.int32]
    pbase: int
    plugin: npt.NDArray[np.int32]
    plugin_data: npt.NDArray[np.uint64]
    plugin_state: npt.NDArray[np.float64]
    pstack: int
    qDeriv: npt.NDArray[np.float64]
    qH: npt.NDArray[np.float64]
    qHDiagInv: npt.NDArray[np.float64]
    qLD: npt.NDArray[np.float64]
    qLDiagInv: npt.NDArray[np.float64]
    qLU: npt.NDArray[np.float64]
    qM: npt.NDArray[np.float64]
    qacc: npt.NDArray[np.float64]
    qacc_smooth: npt.NDArray[np.float64]
    qacc_warmstart: npt.NDArray[np.float64]
    qfrc_actuator: npt.NDArray[np.float64]
    qfrc_applied: npt.NDArray[np.float64]
    qfrc_bias: npt.NDArray[np.float64]
    qfrc_constraint: npt.NDArray[np.float64]
    qfrc_damper: npt.NDArray[np.float64]
    qfrc_fluid: npt.NDArray[np.float64]
    qfrc_gravcomp: npt.NDArray[np.float64]
    qfrc_inverse: npt.NDArray[np.float64]
    qfrc_passive: npt.NDArray[np.float64]
    qfrc_smooth: npt.NDArray[np.float64]
    qfrc_spring: npt.NDArray[np.float64]
    qpos: npt.NDArray[np.float64]
    qvel: npt.NDArray[np.float64]
    def sensor(self, name: str | int = ...) -> _MjData_sensor: ...
    sensordata: npt.NDArray[np.float64]
    signature: int
    def site(self, name: str | int = ...) -> _MjData_site: ...
    site_xmat: npt.NDArray[np.float64]
    site_xpos: npt.NDArray[np.float64]
    solver: Any
    solver_fwdinv: npt.NDArray[np.float64]
    solver_niter: npt.NDArray[np.int32]
    solver_nnz: npt.NDArray[np.int32]
    subtree_angmom: npt.NDArray[np.float64]
    subtree_com: npt.NDArray[np.float64]
    subtree_linvel: npt.NDArray[np.float64]
    def ten(self, name: str | int = ...) -> _MjData_ten: ...
    ten_J: npt.NDArray[np.float64]
    ten_J_colind: npt.NDArray[np.int32]
    ten_J_rowadr: npt.NDArray[np.int32]
    ten_J_rownnz: npt.NDArray[np.int32]
    ten_length: npt.NDArray[np.float64]
    ten_velocity: npt.NDArray[np.float64]
    ten_wrapadr: npt.NDArray[np.int32]
    ten_wrapnum: npt.NDArray[np.int32]
    def tendon(self, name: str | int = ...) -> _MjData_tendon: ...
    tendon_efcadr: npt.NDArray[np.int32]
    threadpool: int
    time: float
    timer: Any
    tree_asleep: npt.NDArray[np.int32]
    tree_awake: npt.NDArray[np.int32]
    tree_island: npt.NDArray[np.int32]
    userdata: npt.NDArray[np.float64]
    warning: Any
    wrap_obj: npt.NDArray[np.int32]
    wrap_xpos: npt.NDArray[np.float64]
    xanchor: npt.NDArray[np.float64]
    xaxis: npt.NDArray[np.float64]
    xfrc_applied: npt.NDArray[np.float64]
    ximat: npt.NDArray[np.float64]
    xipos: npt.NDArray[np.float64]
    xmat: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]
    xquat: npt.NDArray[np.float64]

class MjDoubleVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    dtype: Any

class MjFloatVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    dtype: Any

class MjIntVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    dtype: Any

class MjLROpt:
    def __init__(self, like: Any = ...) -> None: ...
    accel: float
    def assign(self, values: Any) -> Any: ...
    interval: float
    inttotal: float
    line: int
    maxforce: float
    mode: int
    row: str
    tag: str
    timeconst: float
    timestep: float
    tolrange: float
    useexisting: int
    uselimit: int
    where: str

class _MjModel_actuator:
    acc0: npt.NDArray[np.float64]
    actadr: npt.NDArray[np.int32]
    actearly: npt.NDArray[np.uint8]
    actlimited: npt.NDArray[np.uint8]
    actnum: npt.NDArray[np.int32]
    actrange: npt.NDArray[np.float64]
    biasprm: npt.NDArray[np.float64]
    biastype: npt.NDArray[np.int32]
    cranklength: npt.NDArray[np.float64]
    ctrllimited: npt.NDArray[np.uint8]
    ctrlrange: npt.NDArray[np.float64]
    delay: npt.NDArray[np.float64]
    dynprm: npt.NDArray[np.float64]
    dyntype: npt.NDArray[np.int32]
    forcelimited: npt.NDArray[np.uint8]
    forcerange: npt.NDArray[np.float64]
    gainprm: npt.NDArray[np.float64]
    gaintype: npt.NDArray[np.int32]
    gear: npt.NDArray[np.float64]
    group: npt.NDArray[np.int32]
    history: npt.NDArray[np.int32]
    historyadr: npt.NDArray[np.int32]
    id: int
    length0: npt.NDArray[np.float64]
    lengthrange: npt.NDArray[np.float64]
    name: str
    plugin: npt.NDArray[np.int32]
    trnid: npt.NDArray[np.int32]
    trntype: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModel_body:
    bvhadr: npt.NDArray[np.int32]
    bvhnum: npt.NDArray[np.int32]
    conaffinity: npt.NDArray[np.int32]
    contype: npt.NDArray[np.int32]
    dofadr: npt.NDArray[np.int32]
    dofnum: npt.NDArray[np.int32]
    geomadr: npt.NDArray[np.int32]
    geomnum: npt.NDArray[np.int32]
    gravcomp: npt.NDArray[np.float64]
    id: int
    inertia: npt.NDArray[np.float64]
    invweight0: npt.NDArray[np.float64]
    ipos: npt.NDArray[np.float64]
    iquat: npt.NDArray[np.float64]
    jntadr: npt.NDArray[np.int32]
    jntnum: npt.NDArray[np.int32]
    margin: npt.NDArray[np.float64]
    mass: npt.NDArray[np.float64]
    mocapid: npt.NDArray[np.int32]
    name: str
    parentid: npt.NDArray[np.int32]
    plugin: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    quat: npt.NDArray[np.float64]
    rootid: npt.NDArray[np.int32]
    sameframe: npt.NDArray[np.uint8]
    simple: npt.NDArray[np.uint8]
    subtreemass: npt.NDArray[np.float64]
    treeid: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]
    weldid: npt.NDArray[np.int32]

class _MjModel_cam:
    bodyid: npt.NDArray[np.int32]
    fovy: npt.NDArray[np.float64]
    id: int
    intrinsic: npt.NDArray[np.float32]
    ipd: npt.NDArray[np.float64]
    mat0: npt.NDArray[np.float64]
    mode: npt.NDArray[np.int32]
    name: str
    output: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    pos0: npt.NDArray[np.float64]
    poscom0: npt.NDArray[np.float64]
    projection: npt.NDArray[np.int32]
    quat: npt.NDArray[np.float64]
    resolution: npt.NDArray[np.int32]
    sensorsize: npt.NDArray[np.float32]
    targetbodyid: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModel_camera:
    bodyid: npt.NDArray[np.int32]
    fovy: npt.NDArray[np.float64]
    id: int
    intrinsic: npt.NDArray[np.float32]
    ipd: npt.NDArray[np.float64]
    mat0: npt.NDArray[np.float64]
    mode: npt.NDArray[np.int32]
    name: str
    output: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    pos0: npt.NDArray[np.float64]
    poscom0: npt.NDArray[np.float64]
    projection: npt.NDArray[np.int32]
    quat: npt.NDArray[np.float64]
    resolution: npt.NDArray[np.int32]
    sensorsize: npt.NDArray[np.float32]
    targetbodyid: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModel_eq:
    active0: npt.NDArray[np.uint8]
    data: npt.NDArray[np.float64]
    id: int
    name: str
    obj1id: npt.NDArray[np.int32]
    obj2id: npt.NDArray[np.int32]
    objtype: npt.NDArray[np.int32]
    solimp: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    type: npt.NDArray[np.int32]

class _MjModel_equality:
    active0: npt.NDArray[np.uint8]
    data: npt.NDArray[np.float64]
    id: int
    name: str
    obj1id: npt.NDArray[np.int32]
    obj2id: npt.NDArray[np.int32]
    objtype: npt.NDArray[np.int32]
    solimp: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    type: npt.NDArray[np.int32]

class _MjModel_exclude:
    id: int
    name: str
    signature: npt.NDArray[np.int32]

class _MjModel_geom:
    aabb: npt.NDArray[np.float64]
    bodyid: npt.NDArray[np.int32]
    conaffinity: npt.NDArray[np.int32]
    condim: npt.NDArray[np.int32]
    contype: npt.NDArray[np.int32]
    dataid: npt.NDArray[np.int32]
    fluid: npt.NDArray[np.float64]
    friction: npt.NDArray[np.float64]
    gap: npt.NDArray[np.float64]
    group: npt.NDArray[np.int32]
    id: int
    margin: npt.NDArray[np.float64]
    matid: npt.NDArray[np.int32]
    name: str
    plugin: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    priority: npt.NDArray[np.int32]
    quat: npt.NDArray[np.float64]
    rbound: npt.NDArray[np.float64]
    rgba: npt.NDArray[np.float32]
    sameframe: npt.NDArray[np.uint8]
    size: npt.NDArray[np.float64]
    solimp: npt.NDArray[np.float64]
    solmix: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    type: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModel_hfield:
    adr: npt.NDArray[np.int32]
    id: int
    name: str
    ncol: npt.NDArray[np.int32]
    nrow: npt.NDArray[np.int32]
    pathadr: npt.NDArray[np.int32]
    size: npt.NDArray[np.float64]

class _MjModel_jnt:
    M0: npt.NDArray[np.float64]
    Madr: npt.NDArray[np.int32]
    actfrclimited: npt.NDArray[np.uint8]
    actfrcrange: npt.NDArray[np.float64]
    actgravcomp: npt.NDArray[np.uint8]
    armature: npt.NDArray[np.float64]
    axis: npt.NDArray[np.float64]
    bodyid: npt.NDArray[np.int32]
    damping: npt.NDArray[np.float64]
    dofadr: npt.NDArray[np.int32]
    frictionloss: npt.NDArray[np.float64]
    group: npt.NDArray[np.int32]
    id: int
    invweight0: npt.NDArray[np.float64]
    jntid: npt.NDArray[np.int32]
    length: npt.NDArray[np.float64]
    limited: npt.NDArray[np.uint8]
    margin: npt.NDArray[np.float64]
    name: str
    parentid: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    qpos0: npt.NDArray[np.float64]
    qpos_spring: npt.NDArray[np.float64]
    qposadr: npt.NDArray[np.int32]
    range: npt.NDArray[np.float64]
    simplenum: npt.NDArray[np.int32]
    solimp: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    stiffness: npt.NDArray[np.float64]
    treeid: npt.NDArray[np.int32]
    type: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModel_joint:
    M0: npt.NDArray[np.float64]
    Madr: npt.NDArray[np.int32]
    actfrclimited: npt.NDArray[np.uint8]
    actfrcrange: npt.NDArray[np.float64]
    actgravcomp: npt.NDArray[np.uint8]
    armature: npt.NDArray[np.float64]
    axis: npt.NDArray[np.float64]
    bodyid: npt.NDArray[np.int32]
    damping: npt.NDArray[np.float64]
    dofadr: npt.NDArray[np.int32]
    frictionloss: npt.NDArray[np.float64]
    group: npt.NDArray[np.int32]
    id: int
    invweight0: npt.NDArray[np.float64]
    jntid: npt.NDArray[np.int32]
    length: npt.NDArray[np.float64]
    limited: npt.NDArray[np.uint8]
    margin: npt.NDArray[np.float64]
    name: str
    parentid: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    qpos0: npt.NDArray[np.float64]
    qpos_spring: npt.NDArray[np.float64]
    qposadr: npt.NDArray[np.int32]
    range: npt.NDArray[np.float64]
    simplenum: npt.NDArray[np.int32]
    solimp: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    stiffness: npt.NDArray[np.float64]
    treeid: npt.NDArray[np.int32]
    type: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModel_key:
    act: npt.NDArray[np.float64]
    ctrl: npt.NDArray[np.float64]
    id: int
    mpos: npt.NDArray[np.float64]
    mquat: npt.NDArray[np.float64]
    name: str
    qpos: npt.NDArray[np.float64]
    qvel: npt.NDArray[np.float64]
    time: npt.NDArray[np.float64]

class _MjModel_keyframe:
    act: npt.NDArray[np.float64]
    ctrl: npt.NDArray[np.float64]
    id: int
    mpos: npt.NDArray[np.float64]
    mquat: npt.NDArray[np.float64]
    name: str
    qpos: npt.NDArray[np.float64]
    qvel: npt.NDArray[np.float64]
    time: npt.NDArray[np.float64]

class _MjModel_light:
    active: npt.NDArray[np.uint8]
    ambient: npt.NDArray[np.float32]
    attenuation: npt.NDArray[np.float32]
    bodyid: npt.NDArray[np.int32]
    bulbradius: npt.NDArray[np.float32]
    castshadow: npt.NDArray[np.uint8]
    cutoff: npt.NDArray[np.float32]
    diffuse: npt.NDArray[np.float32]
    dir: npt.NDArray[np.float64]
    dir0: npt.NDArray[np.float64]
    exponent: npt.NDArray[np.float32]
    id: int
    intensity: npt.NDArray[np.float32]
    mode: npt.NDArray[np.int32]
    name: str
    pos: npt.NDArray[np.float64]
    pos0: npt.NDArray[np.float64]
    poscom0: npt.NDArray[np.float64]
    range: npt.NDArray[np.float32]
    specular: npt.NDArray[np.float32]
    targetbodyid: npt.NDArray[np.int32]
    texid: npt.NDArray[np.int32]
    type: npt.NDArray[np.int32]

class _MjModel_mat:
    emission: npt.NDArray[np.float32]
    id: int
    metallic: npt.NDArray[np.float32]
    name: str
    reflectance: npt.NDArray[np.float32]
    rgba: npt.NDArray[np.float32]
    roughness: npt.NDArray[np.float32]
    shininess: npt.NDArray[np.float32]
    specular: npt.NDArray[np.float32]
    texid: npt.NDArray[np.int32]
    texrepeat: npt.NDArray[np.float32]
    texuniform: npt.NDArray[np.uint8]

class _MjModel_material:
    emission: npt.NDArray[np.float32]
    id: int
    metallic: npt.NDArray[np.float32]
    name: str
    reflectance: npt.NDArray[np.float32]
    rgba: npt.NDArray[np.float32]
    roughness: npt.NDArray[np.float32]
    shininess: npt.NDArray[np.float32]
    specular: npt.NDArray[np.float32]
    texid: npt.NDArray[np.int32]
    texrepeat: npt.NDArray[np.float32]
    texuniform: npt.NDArray[np.uint8]

class _MjModel_mesh:
    bvhadr: npt.NDArray[np.int32]
    bvhnum: npt.NDArray[np.int32]
    faceadr: npt.NDArray[np.int32]
    facenum: npt.NDArray[np.int32]
    graphadr: npt.NDArray[np.int32]
    id: int
    name: str
    normaladr: npt.NDArray[np.int32]
    normalnum: npt.NDArray[np.int32]
    octadr: npt.NDArray[np.int32]
    octnum: npt.NDArray[np.int32]
    pathadr: npt.NDArray[np.int32]
    polyadr: npt.NDArray[np.int32]
    polynum: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    quat: npt.NDArray[np.float64]
    scale: npt.NDArray[np.float64]
    texcoordadr: npt.NDArray[np.int32]
    texcoordnum: npt.NDArray[np.int32]
    vertadr: npt.NDArray[np.int32]
    vertnum: npt.NDArray[np.int32]

class _MjModel_numeric:
    adr: npt.NDArray[np.int32]
    data: npt.NDArray[np.float64]
    id: int
    name: str
    size: npt.NDArray[np.int32]

class _MjModel_pair:
    dim: npt.NDArray[np.int32]
    friction: npt.NDArray[np.float64]
    gap: npt.NDArray[np.float64]
    geom1: npt.NDArray[np.int32]
    geom2: npt.NDArray[np.int32]
    id: int
    margin: npt.NDArray[np.float64]
    name: str
    signature: npt.NDArray[np.int32]
    solimp: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    solreffriction: npt.NDArray[np.float64]

class _MjModel_sensor:
    adr: npt.NDArray[np.int32]
    cutoff: npt.NDArray[np.float64]
    datatype: npt.NDArray[np.int32]
    delay: npt.NDArray[np.float64]
    dim: npt.NDArray[np.int32]
    history: npt.NDArray[np.int32]
    historyadr: npt.NDArray[np.int32]
    id: int
    interval: npt.NDArray[np.float64]
    intprm: npt.NDArray[np.int32]
    name: str
    needstage: npt.NDArray[np.int32]
    noise: npt.NDArray[np.float64]
    objid: npt.NDArray[np.int32]
    objtype: npt.NDArray[np.int32]
    plugin: npt.NDArray[np.int32]
    refid: npt.NDArray[np.int32]
    reftype: npt.NDArray[np.int32]
    type: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModel_site:
    bodyid: npt.NDArray[np.int32]
    group: npt.NDArray[np.int32]
    id: int
    matid: npt.NDArray[np.int32]
    name: str
    pos: npt.NDArray[np.float64]
    quat: npt.NDArray[np.float64]
    rgba: npt.NDArray[np.float32]
    sameframe: npt.NDArray[np.uint8]
    size: npt.NDArray[np.float64]
    type: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModel_tendon:
    actfrclimited: npt.NDArray[np.uint8]
    actfrcrange: npt.NDArray[np.float64]
    adr: npt.NDArray[np.int32]
    armature: npt.NDArray[np.float64]
    damping: npt.NDArray[np.float64]
    frictionloss: npt.NDArray[np.float64]
    group: npt.NDArray[np.int32]
    id: int
    invweight0: npt.NDArray[np.float64]
    length0: npt.NDArray[np.float64]
    lengthspring: npt.NDArray[np.float64]
    limited: npt.NDArray[np.uint8]
    margin: npt.NDArray[np.float64]
    matid: npt.NDArray[np.int32]
    name: str
    num: npt.NDArray[np.int32]
    range: npt.NDArray[np.float64]
    rgba: npt.NDArray[np.float32]
    solimp_fri: npt.NDArray[np.float64]
    solimp_lim: npt.NDArray[np.float64]
    solref_fri: npt.NDArray[np.float64]
    solref_lim: npt.NDArray[np.float64]
    stiffness: npt.NDArray[np.float64]
    treeid: npt.NDArray[np.int32]
    treenum: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]
    width: npt.NDArray[np.float64]

class _MjModel_tex:
    adr: npt.NDArray[np.int64]
    colorspace: npt.NDArray[np.int32]
    data: npt.NDArray[np.uint8]
    height: npt.NDArray[np.int32]
    id: int
    name: str
    nchannel: npt.NDArray[np.int32]
    pathadr: npt.NDArray[np.int32]
    type: npt.NDArray[np.int32]
    width: npt.NDArray[np.int32]

class _MjModel_texture:
    adr: npt.NDArray[np.int64]
    colorspace: npt.NDArray[np.int32]
    data: npt.NDArray[np.uint8]
    height: npt.NDArray[np.int32]
    id: int
    name: str
    nchannel: npt.NDArray[np.int32]
    pathadr: npt.NDArray[np.int32]
    type: npt.NDArray[np.int32]
    width: npt.NDArray[np.int32]

class _MjModel_tuple:
    adr: npt.NDArray[np.int32]
    id: int
    name: str
    objid: npt.NDArray[np.int32]
    objprm: npt.NDArray[np.float64]
    objtype: npt.NDArray[np.int32]
    size: npt.NDArray[np.int32]

class MjModel:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    B_colind: npt.NDArray[np.int32]
    B_rowadr: npt.NDArray[np.int32]
    B_rownnz: npt.NDArray[np.int32]
    D_colind: npt.NDArray[np.int32]
    D_diag: npt.NDArray[np.int32]
    D_rowadr: npt.NDArray[np.int32]
    D_rownnz: npt.NDArray[np.int32]
    M_colind: npt.NDArray[np.int32]
    M_rowadr: npt.NDArray[np.int32]
    M_rownnz: npt.NDArray[np.int32]
    def actuator(self, name: str | int = ...) -> _MjModel_actuator: ...
    actuator_acc0: npt.NDArray[np.float64]
    actuator_actadr: npt.NDArray[np.int32]
    actuator_actearly: npt.NDArray[np.uint8]
    actuator_actlimited: npt.NDArray[np.uint8]
    actuator_actnum: npt.NDArray[np.int32]
    actuator_actrange: npt.NDArray[np.float64]
    actuator_biasprm: npt.NDArray[np.float64]
    actuator_biastype: npt.NDArray[np.int32]
    actuator_cranklength: npt.NDArray[np.float64]
    actuator_ctrllimited: npt.NDArray[np.uint8]
    actuator_ctrlrange: npt.NDArray[np.float64]
    actuator_delay: npt.NDArray[np.float64]
    actuator_dynprm: npt.NDArray[np.float64]
    actuator_dyntype: npt.NDArray[np.int32]
    actuator_forcelimited: npt.NDArray[np.uint8]
    actuator_forcerange: npt.NDArray[np.float64]
    actuator_gainprm: npt.NDArray[np.float64]
    actuator_gaintype: npt.NDArray[np.int32]
    actuator_gear: npt.NDArray[np.float64]
    actuator_group: npt.NDArray[np.int32]
    actuator_history: npt.NDArray[np.int32]
    actuator_historyadr: npt.NDArray[np.int32]
    actuator_length0: npt.NDArray[np.float64]
    actuator_lengthrange: npt.NDArray[np.float64]
    actuator_plugin: npt.NDArray[np.int32]
    actuator_trnid: npt.NDArray[np.int32]
    actuator_trntype: npt.NDArray[np.int32]
    actuator_user: npt.NDArray[np.float64]
    def bind(self, specs: Any) -> Any: ...
    def bind_scalar(self, spec: Any) -> Any: ...
    def body(self, name: str | int = ...) -> _MjModel_body: ...
    body_bvhadr: npt.NDArray[np.int32]
    body_bvhnum: npt.NDArray[np.int32]
    body_conaffinity: npt.NDArray[np.int32]
    body_contype: npt.NDArray[np.int32]
    body_dofadr: npt.NDArray[np.int32]
    body_dofnum: npt.NDArray[np.int32]
    body_geomadr: npt.NDArray[np.int32]
    body_geomnum: npt.NDArray[np.int32]
    body_gravcomp: npt.NDArray[np.float64]
    body_inertia: npt.NDArray[np.float64]
    body_invweight0: npt.NDArray[np.float64]
    body_ipos: npt.NDArray[np.float64]
    body_iquat: npt.NDArray[np.float64]
    body_jntadr: npt.NDArray[np.int32]
    body_jntnum: npt.NDArray[np.int32]
    body_margin: npt.NDArray[np.float64]
    body_mass: npt.NDArray[np.float64]
    body_mocapid: npt.NDArray[np.int32]
    body_parentid: npt.NDArray[np.int32]
    body_plugin: npt.NDArray[np.int32]
    body_pos: npt.NDArray[np.float64]
    body_quat: npt.NDArray[np.float64]
    body_rootid: npt.NDArray[np.int32]
    body_sameframe: npt.NDArray[np.uint8]
    body_simple: npt.NDArray[np.uint8]
    body_subtreemass: npt.NDArray[np.float64]
    body_treeid: npt.NDArray[np.int32]
    body_user: npt.NDArray[np.float64]
    body_weldid: npt.NDArray[np.int32]
    bvh_aabb: npt.NDArray[np.float64]
    bvh_child: npt.NDArray[np.int32]
    bvh_depth: npt.NDArray[np.int32]
    bvh_nodeid: npt.NDArray[np.int32]
    def cam(self, name: str | int = ...) -> _MjModel_cam: ...
    cam_bodyid: npt.NDArray[np.int32]
    cam_fovy: npt.NDArray[np.float64]
    cam_intrinsic: npt.NDArray[np.float32]
    cam_ipd: npt.NDArray[np.float64]
    cam_mat0: npt.NDArray[np.float64]
    cam_mode: npt.NDArray[np.int32]
    cam_output: npt.NDArray[np.int32]
    cam_pos: npt.NDArray[np.float64]
    cam_pos0: npt.NDArray[np.float64]
    cam_poscom0: npt.NDArray[np.float64]
    cam_projection: npt.NDArray[np.int32]
    cam_quat: npt.NDArray[np.float64]
    cam_resolution: npt.NDArray[np.int32]
    cam_sensorsize: npt.NDArray[np.float32]
    cam_targetbodyid: npt.NDArray[np.int32]
    cam_user: npt.NDArray[np.float64]
    def camera(self, name: str | int = ...) -> _MjModel_camera: ...
    dof_M0: npt.NDArray[np.float64]
    dof_Madr: npt.NDArray[np.int32]
    dof_armature: npt.NDArray[np.float64]
    dof_bodyid: npt.NDArray[np.int32]
    dof_damping: npt.NDArray[np.float64]
    dof_frictionloss: npt.NDArray[np.float64]
    dof_invweight0: npt.NDArray[np.float64]
    dof_jntid: npt.NDArray[np.int32]
    dof_length: npt.NDArray[np.float64]
    dof_parentid: npt.NDArray[np.int32]
    dof_simplenum: npt.NDArray[np.int32]
    dof_solimp: npt.NDArray[np.float64]
    dof_solref: npt.NDArray[np.float64]
    dof_treeid: npt.NDArray[np.int32]
    def eq(self, name: str | int = ...) -> _MjModel_eq: ...
    eq_active0: npt.NDArray[np.uint8]
    eq_data: npt.NDArray[np.float64]
    eq_obj1id: npt.NDArray[np.int32]
    eq_obj2id: npt.NDArray[np.int32]
    eq_objtype: npt.NDArray[np.int32]
    eq_solimp: npt.NDArray[np.float64]
    eq_solref: npt.NDArray[np.float64]
    eq_type: npt.NDArray[np.int32]
    def equality(self, name: str | int = ...) -> _MjModel_equality: ...
    def exclude(self, name: str | int = ...) -> _MjModel_exclude: ...
    exclude_signature: npt.NDArray[np.int32]
    flex_activelayers: npt.NDArray[np.int32]
    flex_bending: npt.NDArray[np.float64]
    flex_bvhadr: npt.NDArray[np.int32]
    flex_bvhnum: npt.NDArray[np.int32]
    flex_centered: npt.NDArray[np.uint8]
    flex_conaffinity: npt.NDArray[np.int32]
    flex_condim: npt.NDArray[np.int32]
    flex_contype: npt.NDArray[np.int32]
    flex_damping: npt.NDArray[np.float64]
    flex_dim: npt.NDArray[np.int32]
    flex_edge: npt.NDArray[np.int32]
    flex_edgeadr: npt.NDArray[np.int32]
    flex_edgedamping: npt.NDArray[np.float64]
    flex_edgeequality: npt.NDArray[np.int32]
    flex_edgeflap: npt.NDArray[np.int32]
    flex_edgenum: npt.NDArray[np.int32]
    flex_edgestiffness: npt.NDArray[np.float64]
    flex_elem: npt.NDArray[np.int32]
    flex_elemadr: npt.NDArray[np.int32]
    flex_elemdataadr: npt.NDArray[np.int32]
    flex_elemedge: npt.NDArray[np.int32]
    flex_elemedgeadr: npt.NDArray[np.int32]
    flex_elemlayer: npt.NDArray[np.int32]
    flex_elemnum: npt.NDArray[np.int32]
    flex_elemtexcoord: npt.NDArray[np.int32]
    flex_evpair: npt.NDArray[np.int32]
    flex_evpairadr: npt.NDArray[np.int32]
    flex_evpairnum: npt.NDArray[np.int32]
    flex_flatskin: npt.NDArray[np.uint8]
    flex_friction: npt.NDArray[np.float64]
    flex_gap: npt.NDArray[np.float64]
    flex_group: npt.NDArray[np.int32]
    flex_internal: npt.NDArray[np.uint8]
    flex_interp: npt.NDArray[np.int32]
    flex_margin: npt.NDArray[np.float64]
    flex_matid: npt.NDArray[np.int32]
    flex_node: npt.NDArray[np.float64]
    flex_node0: npt.NDArray[np.float64]
    flex_nodeadr: npt.NDArray[np.int32]
    flex_nodebodyid: npt.NDArray[np.int32]
    flex_nodenum: npt.NDArray[np.int32]
    flex_passive: npt.NDArray[np.int32]
    flex_priority: npt.NDArray[np.int32]
    flex_radius: npt.NDArray[np.float64]
    flex_rgba: npt.NDArray[np.float32]
    flex_rigid: npt.NDArray[np.uint8]
    flex_selfcollide: npt.NDArray[np.int32]
    flex_shell: npt.NDArray[np.int32]
    flex_shelldataadr: npt.NDArray[np.int32]
    flex_shellnum: npt.NDArray[np.int32]
    flex_size: npt.NDArray[np.float64]
    flex_solimp: npt.NDArray[np.float64]
    flex_solmix: npt.NDArray[np.float64]
    flex_solref: npt.NDArray[np.float64]
    flex_stiffness: npt.NDArray[np.float64]
    flex_texcoord: npt.NDArray[np.float32]
    flex_texcoordadr: npt.NDArray[np.int32]
    flex_vert: npt.NDArray[np.float64]
    flex_vert0: npt.NDArray[np.float64]
    flex_vertadr: npt.NDArray[np.int32]
    flex_vertbodyid: npt.NDArray[np.int32]
    flex_vertedge: npt.NDArray[np.int32]
    flex_vertedgeadr: npt.NDArray[np.int32]
    flex_vertedgenum: npt.NDArray[np.int32]
    flex_vertmetric: npt.NDArray[np.float64]
    flex_vertnum: npt.NDArray[np.int32]
    flexedge_J_colind: npt.NDArray[np.int32]
    flexedge_J_rowadr: npt.NDArray[np.int32]
    flexedge_J_rownnz: npt.NDArray[np.int32]
    flexedge_invweight0: npt.NDArray[np.float64]
    flexedge_length0: npt.NDArray[np.float64]
    flexedge_rigid: npt.NDArray[np.uint8]
    flexvert_J_colind: npt.NDArray[np.int32]
    flexvert_J_rowadr: npt.NDArray[np.int32]
    flexvert_J_rownnz: npt.NDArray[np.int32]
    @classmethod
    def from_binary_path(cls, filename: Any, assets: Any = ...) -> MjModel: ...
    @classmethod
    def from_xml_path(cls, filename: Any, assets: Any = ..., *, within: Any = ...) -> MjModel: ...
    @classmethod
    def from_xml_string(cls, xml: Any, assets: Any = ..., *, within: Any = ...) -> MjModel: ...
    def geom(self, name: str | int = ...) -> _MjModel_geom: ...
    geom_aabb: npt.NDArray[np.float64]
    geom_bodyid: npt.NDArray[np.int32]
    geom_conaffinity: npt.NDArray[np.int32]
    geom_condim: npt.NDArray[np.int32]
    geom_contype: npt.NDArray[np.int32]
    geom_dataid: npt.NDArray[np.int32]
    geom_fluid: npt.NDArray[np.float64]
    geom_friction: npt.NDArray[np.float64]
    geom_gap: npt.NDArray[np.float64]
    geom_group: npt.NDArray[np.int32]
    geom_margin: npt.NDArray[np.float64]
    geom_matid: npt.NDArray[np.int32]
    geom_plugin: npt.NDArray[np.int32]
    geom_pos: npt.NDArray[np.float64]
    geom_priority: npt.NDArray[np.int32]
    geom_quat: npt.NDArray[np.float64]
    geom_rbound: npt.NDArray[np.float64]
    geom_rgba: npt.NDArray[np.float32]
    geom_sameframe: npt.NDArray[np.uint8]
    geom_size: npt.NDArray[np.float64]
    geom_solimp: npt.NDArray[np.float64]
    geom_solmix: npt.NDArray[np.float64]
    geom_solref: npt.NDArray[np.float64]
    geom_type: npt.NDArray[np.int32]
    geom_user: npt.NDArray[np.float64]
    def hfield(self, name: str | int = ...) -> _MjModel_hfield: ...
    hfield_adr: npt.NDArray[np.int32]
    hfield_data: npt.NDArray[np.float32]
    hfield_ncol: npt.NDArray[np.int32]
    hfield_nrow: npt.NDArray[np.int32]
    hfield_pathadr: npt.NDArray[np.int32]
    hfield_size: npt.NDArray[np.float64]
    def jnt(self, name: str | int = ...) -> _MjModel_jnt: ...
    jnt_actfrclimited: npt.NDArray[np.uint8]
    jnt_actfrcrange: npt.NDArray[np.float64]
    jnt_actgravcomp: npt.NDArray[np.uint8]
    jnt_axis: npt.NDArray[np.float64]
    jnt_bodyid: npt.NDArray[np.int32]
    jnt_dofadr: npt.NDArray[np.int32]
    jnt_group: npt.NDArray[np.int32]
    jnt_limited: npt.NDArray[np.uint8]
    jnt_margin: npt.NDArray[np.float64]
    jnt_pos: npt.NDArray[np.float64]
    jnt_qposadr: npt.NDArray[np.int32]
    jnt_range: npt.NDArray[np.float64]
    jnt_solimp: npt.NDArray[np.float64]
    jnt_solref: npt.NDArray[np.float64]
    jnt_stiffness: npt.NDArray[np.float64]
    jnt_type: npt.NDArray[np.int32]
    jnt_user: npt.NDArray[np.float64]
    def joint(self, name: str | int = ...) -> _MjModel_joint: ...
    def key(self, name: str | int = ...) -> _MjModel_key: ...
    key_act: npt.NDArray[np.float64]
    key_ctrl: npt.NDArray[np.float64]
    key_mpos: npt.NDArray[np.float64]
    key_mquat: npt.NDArray[np.float64]
    key_qpos: npt.NDArray[np.float64]
    key_qvel: npt.NDArray[np.float64]
    key_time: npt.NDArray[np.float64]
    def keyframe(self, name: str | int = ...) -> _MjModel_keyframe: ...
    def light(self, name: str | int = ...) -> _MjModel_light: ...
    light_active: npt.NDArray[np.uint8]
    light_ambient: npt.NDArray[np.float32]
    light_attenuation: npt.NDArray[np.float32]
    light_bodyid: npt.NDArray[np.int32]
    light_bulbradius: npt.NDArray[np.float32]
    light_castshadow: npt.NDArray[np.uint8]
    light_cutoff: npt.NDArray[np.float32]
    light_diffuse: npt.NDArray[np.float32]
    light_dir: npt.NDArray[np.float64]
    light_dir0: npt.NDArray[np.float64]
    light_exponent: npt.NDArray[np.float32]
    light_intensity: npt.NDArray[np.float32]
    light_mode: npt.NDArray[np.int32]
    light_pos: npt.NDArray[np.float64]
    light_pos0: npt.NDArray[np.float64]
    light_poscom0: npt.NDArray[np.float64]
    light_range: npt.NDArray[np.float32]
    light_specular: npt.NDArray[np.float32]
    light_targetbodyid: npt.NDArray[np.int32]
    light_texid: npt.NDArray[np.int32]
    light_type: npt.NDArray[np.int32]
    mapD2M: npt.NDArray[np.int32]
    mapM2D: npt.NDArray[np.int32]
    mapM2M: npt.NDArray[np.int32]
    def mat(self, name: str | int = ...) -> _MjModel_mat: ...
    mat_emission: npt.NDArray[np.float32]
    mat_metallic: npt.NDArray[np.float32]
    mat_reflectance: npt.NDArray[np.float32]
    mat_rgba: npt.NDArray[np.float32]
    mat_roughness: npt.NDArray[np.float32]
    mat_shininess: npt.NDArray[np.float32]
    mat_specular: npt.NDArray[np.float32]
    mat_texid: npt.NDArray[np.int32]
    mat_texrepeat: npt.NDArray[np.float32]
    mat_texuniform: npt.NDArray[np.uint8]
    def material(self, name: str | int = ...) -> _MjModel_material: ...
    def mesh(self, name: str | int = ...) -> _MjModel_mesh: ...
    mesh_bvhadr: npt.NDArray[np.int32]
    mesh_bvhnum: npt.NDArray[np.int32]
    mesh_face: npt.NDArray[np.int32]
    mesh_faceadr: npt.NDArray[np.int32]
    mesh_facenormal: npt.NDArray[np.int32]
    mesh_facenum: npt.NDArray[np.int32]
    mesh_facetexcoord: npt.NDArray[np.int32]
    mesh_graph: npt.NDArray[np.int32]
    mesh_graphadr: npt.NDArray[np.int32]
    mesh_normal: npt.NDArray[np.float32]
    mesh_normaladr: npt.NDArray[np.int32]
    mesh_normalnum: npt.NDArray[np.int32]
    mesh_octadr: npt.NDArray[np.int32]
    mesh_octnum: npt.NDArray[np.int32]
    mesh_pathadr: npt.NDArray[np.int32]
    mesh_polyadr: npt.NDArray[np.int32]
    mesh_polymap: npt.NDArray[np.int32]
    mesh_polymapadr: npt.NDArray[np.int32]
    mesh_polymapnum: npt.NDArray[np.int32]
    mesh_polynormal: npt.NDArray[np.float64]
    mesh_polynum: npt.NDArray[np.int32]
    mesh_polyvert: npt.NDArray[np.int32]
    mesh_polyvertadr: npt.NDArray[np.int32]
    mesh_polyvertnum: npt.NDArray[np.int32]
    mesh_pos: npt.NDArray[np.float64]
    mesh_quat: npt.NDArray[np.float64]
    mesh_scale: npt.NDArray[np.float64]
    mesh_texcoord: npt.NDArray[np.float32]
    mesh_texcoordadr: npt.NDArray[np.int32]
    mesh_texcoordnum: npt.NDArray[np.int32]
    mesh_vert: npt.NDArray[np.float32]
    mesh_vertadr: npt.NDArray[np.int32]
    mesh_vertnum: npt.NDArray[np.int32]
    nB: int
    nC: int
    nD: int
    nJfe: int
    nJfv: int
    nJmom: int
    nM: int
    na: int
    name_actuatoradr: npt.NDArray[np.int32]
    name_bodyadr: npt.NDArray[np.int32]
    name_camadr: npt.NDArray[np.int32]
    name_eqadr: npt.NDArray[np.int32]
    name_excludeadr: npt.NDArray[np.int32]
    name_flexadr: npt.NDArray[np.int32]
    name_geomadr: npt.NDArray[np.int32]
    name_hfieldadr: npt.NDArray[np.int32]
    name_jntadr: npt.NDArray[np.int32]
    name_keyadr: npt.NDArray[np.int32]
    name_lightadr: npt.NDArray[np.int32]
    name_matadr: npt.NDArray[np.int32]
    name_meshadr: npt.NDArray[np.int32]
    name_numericadr: npt.NDArray[np.int32]
    name_pairadr: npt.NDArray[np.int32]
    name_pluginadr: npt.NDArray[np.int32]
    name_sensoradr: npt.NDArray[np.int32]
    name_siteadr: npt.NDArray[np.int32]
    name_skinadr: npt.NDArray[np.int32]
    name_tendonadr: npt.NDArray[np.int32]
    name_texadr: npt.NDArray[np.int32]
    name_textadr: npt.NDArray[np.int32]
    name_tupleadr: npt.NDArray[np.int32]
    names: bytes
    names_map: npt.NDArray[np.int32]
    narena: int
    nbody: int
    nbuffer: int
    nbvh: int
    nbvhdynamic: int
    nbvhstatic: int
    ncam: int
    nconmax: int
    nemax: int
    neq: int
    nexclude: int
    nflex: int
    nflexedge: int
    nflexelem: int
    nflexelemdata: int
    nflexelemedge: int
    nflexevpair: int
    nflexnode: int
    nflexshelldata: int
    nflextexcoord: int
    nflexvert: int
    ngeom: int
    ngravcomp: int
    nhfield: int
    nhfielddata: int
    nhistory: int
    njmax: int
    njnt: int
    nkey: int
    nlight: int
    nmat: int
    nmesh: int
    nmeshface: int
    nmeshgraph: int
    nmeshnormal: int
    nmeshpoly: int
    nmeshpolymap: int
    nmeshpolyvert: int
    nmeshtexcoord: int
    nmeshvert: int
    nmocap: int
    nnames: int
    nnames_map: int
    nnumeric: int
    nnumericdata: int
    noct: int
    npair: int
    npaths: int
    nplugin: int
    npluginattr: int
    npluginstate: int
    nq: int
    nsensor: int
    nsensordata: int
    nsite: int
    nskin: int
    nskinbone: int
    nskinbonevert: int
    nskinface: int
    nskintexvert: int
    nskinvert: int
    ntendon: int
    ntex: int
    ntexdata: int
    ntext: int
    ntextdata: int
    ntree: int
    ntuple: int
    ntupledata: int
    nu: int
    def numeric(self, name: str | int = ...) -> _MjModel_numeric: ...
    numeric_adr: npt.NDArray[np.int32]
    numeric_data: npt.NDArray[np.float64]
    numeric_size: npt.NDArray[np.int32]
    nuser_actuator: int
    nuser_body: int
    nuser_cam: int
    nuser_geom: int
    nuser_jnt: int
    nuser_sensor: int
    nuser_site: int
    nuser_tendon: int
    nuserdata: int
    nv: int
    nwrap: int
    oct_aabb: npt.NDArray[np.float64]
    oct_child: npt.NDArray[np.int32]
    oct_coeff: npt.NDArray[np.float64]
    oct_depth: npt.NDArray[np.int32]
    opt: MjOption
    def pair(self, name: str | int = ...) -> _MjModel_pair: ...
    pair_dim: npt.NDArray[np.int32]
    pair_friction: npt.NDArray[np.float64]
    pair_gap: npt.NDArray[np.float64]
    pair_geom1: npt.NDArray[np.int32]
    pair_geom2: npt.NDArray[np.int32]
    pair_margin: npt.NDArray[np.float64]
    pair_signature: npt.NDArray[np.int32]
    pair_solimp: npt.NDArray[np.float64]
    pair_solref: npt.NDArray[np.float64]
    pair_solreffriction: npt.NDArray[np.float64]
    paths: bytes
    plugin: npt.NDArray[np.int32]
    plugin_attr: npt.NDArray[np.int8]
    plugin_attradr: npt.NDArray[np.int32]
    plugin_stateadr: npt.NDArray[np.int32]
    plugin_statenum: npt.NDArray[np.int32]
    qpos0: npt.NDArray[np.float64]
    qpos_spring: npt.NDArray[np.float64]
    def sensor(self, name: str | int = ...) -> _MjModel_sensor: ...
    sensor_adr: npt.NDArray[np.int32]
    sensor_cutoff: npt.NDArray[np.float64]
    sensor_datatype: npt.NDArray[np.int32]
    sensor_delay: npt.NDArray[np.float64]
    sensor_dim: npt.NDArray[np.int32]
    sensor_history: npt.NDArray[np.int32]
    sensor_historyadr: npt.NDArray[np.int32]
    sensor_interval: npt.NDArray[np.float64]
    sensor_intprm: npt.NDArray[np.int32]
    sensor_needstage: npt.NDArray[np.int32]
    sensor_noise: npt.NDArray[np.float64]
    sensor_objid: npt.NDArray[np.int32]
    sensor_objtype: npt.NDArray[np.int32]
    sensor_plugin: npt.NDArray[np.int32]
    sensor_refid: npt.NDArray[np.int32]
    sensor_reftype: npt.NDArray[np.int32]
    sensor_type: npt.NDArray[np.int32]
    sensor_user: npt.NDArray[np.float64]
    signature: int
    def site(self, name: str | int = ...) -> _MjModel_site: ...
    site_bodyid: npt.NDArray[np.int32]
    site_group: npt.NDArray[np.int32]
    site_matid: npt.NDArray[np.int32]
    site_pos: npt.NDArray[np.float64]
    site_quat: npt.NDArray[np.float64]
    site_rgba: npt.NDArray[np.float32]
    site_sameframe: npt.NDArray[np.uint8]
    site_size: npt.NDArray[np.float64]
    site_type: npt.NDArray[np.int32]
    site_user: npt.NDArray[np.float64]
    def skin(self, key: Any = ..., name: Any = ...) -> Any: ...
    skin_boneadr: npt.NDArray[np.int32]
    skin_bonebindpos: npt.NDArray[np.float32]
    skin_bonebindquat: npt.NDArray[np.float32]
    skin_bonebodyid: npt.NDArray[np.int32]
    skin_bonenum: npt.NDArray[np.int32]
    skin_bonevertadr: npt.NDArray[np.int32]
    skin_bonevertid: npt.NDArray[np.int32]
    skin_bonevertnum: npt.NDArray[np.int32]
    skin_bonevertweight: npt.NDArray[np.float32]
    skin_face: npt.NDArray[np.int32]
    skin_faceadr: npt.NDArray[np.int32]
    skin_facenum: npt.NDArray[np.int32]
    skin_group: npt.NDArray[np.int32]
    skin_inflate: npt.NDArray[np.float32]
    skin_matid: npt.NDArray[np.int32]
    skin_pathadr: npt.NDArray[np.int32]
    skin_rgba: npt.NDArray[np.float32]
    skin_texcoord: npt.NDArray[np.float32]
    skin_texcoordadr: npt.NDArray[np.int32]
    skin_vert: npt.NDArray[np.float32]
    skin_vertadr: npt.NDArray[np.int32]
    skin_vertnum: npt.NDArray[np.int32]
    stat: MjStatistic
    def tendon(self, name: str | int = ...) -> _MjModel_tendon: ...
    tendon_actfrclimited: npt.NDArray[np.uint8]
    tendon_actfrcrange: npt.NDArray[np.float64]
    tendon_adr: npt.NDArray[np.int32]
    tendon_armature: npt.NDArray[np.float64]
    tendon_damping: npt.NDArray[np.float64]
    tendon_frictionloss: npt.NDArray[np.float64]
    tendon_group: npt.NDArray[np.int32]
    tendon_invweight0: npt.NDArray[np.float64]
    tendon_length0: npt.NDArray[np.float64]
    tendon_lengthspring: npt.NDArray[np.float64]
    tendon_limited: npt.NDArray[np.uint8]
    tendon_margin: npt.NDArray[np.float64]
    tendon_matid: npt.NDArray[np.int32]
    tendon_num: npt.NDArray[np.int32]
    tendon_range: npt.NDArray[np.float64]
    tendon_rgba: npt.NDArray[np.float32]
    tendon_solimp_fri: npt.NDArray[np.float64]
    tendon_solimp_lim: npt.NDArray[np.float64]
    tendon_solref_fri: npt.NDArray[np.float64]
    tendon_solref_lim: npt.NDArray[np.float64]
    tendon_stiffness: npt.NDArray[np.float64]
    tendon_treeid: npt.NDArray[np.int32]
    tendon_treenum: npt.NDArray[np.int32]
    tendon_user: npt.NDArray[np.float64]
    tendon_width: npt.NDArray[np.float64]
    def tex(self, name: str | int = ...) -> _MjModel_tex: ...
    tex_adr: npt.NDArray[np.int64]
    tex_colorspace: npt.NDArray[np.int32]
    tex_data: npt.NDArray[np.uint8]
    tex_height: npt.NDArray[np.int32]
    tex_nchannel: npt.NDArray[np.int32]
    tex_pathadr: npt.NDArray[np.int32]
    tex_type: npt.NDArray[np.int32]
    tex_width: npt.NDArray[np.int32]
    text_adr: npt.NDArray[np.int32]
    text_data: bytes
    text_size: npt.NDArray[np.int32]
    def texture(self, name: str | int = ...) -> _MjModel_texture: ...
    tree_bodyadr: npt.NDArray[np.int32]
    tree_bodynum: npt.NDArray[np.int32]
    tree_dofadr: npt.NDArray[np.int32]
    tree_dofnum: npt.NDArray[np.int32]
    tree_sleep_policy: npt.NDArray[np.int32]
    def tuple(self, name: str | int = ...) -> _MjModel_tuple: ...
    tuple_adr: npt.NDArray[np.int32]
    tuple_objid: npt.NDArray[np.int32]
    tuple_objprm: npt.NDArray[np.float64]
    tuple_objtype: npt.NDArray[np.int32]
    tuple_size: npt.NDArray[np.int32]
    vis: MjVisual
    wrap_objid: npt.NDArray[np.int32]
    wrap_prm: npt.NDArray[np.float64]
    wrap_type: npt.NDArray[np.int32]

class MjOption:
    def __init__(self) -> None: ...
    ccd_iterations: int
    ccd_tolerance: float
    cone: int
    density: float
    disableactuator: int
    disableflags: int
    enableflags: int
    gravity: npt.NDArray[np.float64]
    impratio: float
    integrator: int
    iterations: int
    jacobian: int
    ls_iterations: int
    ls_tolerance: float
    magnetic: npt.NDArray[np.float64]
    noslip_iterations: int
    noslip_tolerance: float
    o_friction: npt.NDArray[np.float64]
    o_margin: float
    o_solimp: npt.NDArray[np.float64]
    o_solref: npt.NDArray[np.float64]
    sdf_initpoints: int
    sdf_iterations: int
    sleep_tolerance: float
    solver: int
    timestep: float
    tolerance: float
    viscosity: float
    wind: npt.NDArray[np.float64]

class MjSolverStat:
    def __init__(self, arrays: Any = ..., index: Any = ...) -> None: ...
    gradient: float
    improvement: float
    lineslope: float
    nactive: int
    nchange: int
    neval: int
    nupdate: int

class MjSpec:
    def __init__(self) -> None: ...
    def activate_plugin(self, name: Any) -> Any: ...
    def actuator(self, name: Any) -> Any: ...
    actuators: Sequence[MjsActuator]
    def add_actuator(self, default: Any = ..., **values: Any) -> MjsActuator: ...
    def add_default(self, name: Any, parent: Any = ...) -> Any: ...
    def add_equality(self, default: Any = ..., **values: Any) -> MjsEquality: ...
    def add_exclude(self, default: Any = ..., **values: Any) -> MjsExclude: ...
    def add_flex(self, default: Any = ..., **values: Any) -> MjsFlex: ...
    def add_hfield(self, default: Any = ..., **values: Any) -> MjsHField: ...
    def add_key(self, default: Any = ..., **values: Any) -> MjsKey: ...
    def add_material(self, default: Any = ..., **values: Any) -> MjsMaterial: ...
    def add_mesh(self, default: Any = ..., **values: Any) -> MjsMesh: ...
    def add_numeric(self, default: Any = ..., **values: Any) -> MjsNumeric: ...
    def add_pair(self, default: Any = ..., **values: Any) -> MjsPair: ...
    def add_plugin(self, default: Any = ..., **values: Any) -> MjsPlugin: ...
    def add_sensor(self, default: Any = ..., **values: Any) -> MjsSensor: ...
    def add_skin(self, default: Any = ..., **values: Any) -> MjsSkin: ...
    def add_tendon(self, default: Any = ..., **values: Any) -> MjsTendon: ...
    def add_text(self, default: Any = ..., **values: Any) -> MjsText: ...
    def add_texture(self, default: Any = ..., **values: Any) -> MjsTexture: ...
    def add_tuple(self, default: Any = ..., **values: Any) -> MjsTuple: ...
    assets: dict[str, Any]
    def assign(self, values: Any) -> Any: ...
    def attach(self, child: Any, prefix: Any = ..., suffix: Any = ..., site: Any = ..., frame: Any = ...) -> MjsFrame: ...
    bodies: Sequence[MjsBody]
    def body(self, name: Any) -> Any: ...
    def camera(self, name: Any) -> Any: ...
    cameras: Sequence[MjsCamera]
    comment: str
    def compile(self) -> MjModel: ...
    compiler: MjsCompiler
    def copy(self) -> MjSpec: ...
    copy_during_attach: Any
    default: MjsDefault
    def delete(spec: Any, el: Any) -> Any: ...
    equalities: Sequence[MjsEquality]
    def equality(self, name: Any) -> Any: ...
    def exclude(self, name: Any) -> Any: ...
    excludes: Sequence[MjsExclude]
    def find_default(self, name: Any) -> Any: ...
    def flex(self, name: Any) -> Any: ...
    flexes: Sequence[MjsFlex]
    def frame(self, name: Any) -> Any: ...
    frames: Sequence[MjsFrame]
    @staticmethod
    def from_file(filename: Any, include: Any = ..., assets: Any = ...) -> MjSpec: ...
    @staticmethod
    def from_string(xml: Any, include: Any = ..., assets: Any = ...) -> MjSpec: ...
    @staticmethod
    def from_zip(file: Any) -> MjSpec: ...
    def geom(self, name: Any) -> Any: ...
    geoms: Sequence[MjsGeom]
    hasImplicitPluginElem: int
    def hfield(self, name: Any) -> Any: ...
    hfields: Sequence[MjsHField]
    def joint(self, name: Any) -> Any: ...
    joints: Sequence[MjsJoint]
    def key(self, name: Any) -> Any: ...
    keys: Sequence[MjsKey]
    def light(self, name: Any) -> Any: ...
    lights: Sequence[MjsLight]
    line: int
    def material(self, name: Any) -> Any: ...
    materials: Sequence[MjsMaterial]
    memory: int
    def mesh(self, name: Any) -> Any: ...
    meshdir: str
    meshes: Sequence[MjsMesh]
    modelfiledir: str
    modelname: str
    nconmax: int
    nemax: int
    njmax: int
    nkey: int
    nstack: int
    def numeric(self, name: Any) -> Any: ...
    numerics: Sequence[MjsNumeric]
    nuser_actuator: int
    nuser_body: int
    nuser_cam: int
    nuser_geom: int
    nuser_jnt: int
    nuser_sensor: int
    nuser_site: int
    nuser_tendon: int
    nuserdata: int
    option: MjOption
    override_assets: bool
    def pair(self, name: Any) -> Any: ...
    pairs: Sequence[MjsPair]
    parent: Any
    def plugin(self, name: Any) -> Any: ...
    plugins: Sequence[MjsPlugin]
    def recompile(self, m: Any, d: Any) -> tuple[MjModel, MjData]: ...
    @staticmethod
    def resolve_orientation(degree: Any, sequence: Any = ..., orientation: Any = ...) -> Any: ...
    row: str
    def sensor(self, name: Any) -> Any: ...
    sensors: Sequence[MjsSensor]
    def site(self, name: Any) -> Any: ...
    sites: Sequence[MjsSite]
    def skin(self, name: Any) -> Any: ...
    skins: Sequence[MjsSkin]
    stat: MjStatistic
    strippath: int
    tag: str
    def tendon(self, name: Any) -> Any: ...
    tendons: Sequence[MjsTendon]
    def text(self, name: Any) -> Any: ...
    texts: Sequence[MjsText]
    def texture(self, name: Any) -> Any: ...
    texturedir: str
    textures: Sequence[MjsTexture]
    def to_file(self, filename: Any) -> Any: ...
    def to_xml(self) -> str: ...
    def to_zip(spec: Any, file: Any) -> Any: ...
    def tuple(self, name: Any) -> Any: ...
    tuples: Sequence[MjsTuple]
    visual: MjVisual
    where: str
    worldbody: MjsBody

class MjStatistic:
    def __init__(self) -> None: ...
    center: npt.NDArray[np.float64]
    extent: float
    meaninertia: float
    meanmass: float
    meansize: float

class MjStringVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjTimerStat:
    def __init__(self, arrays: Any = ..., index: Any = ...) -> None: ...
    duration: float
    number: int

class MjVisual:
    def __init__(self) -> None: ...
    global_: Any
    headlight: MjVisualHeadlight
    map: Any
    quality: Any
    rgba: MjVisualRgba
    scale: Any

class MjVisualHeadlight:
    def __init__(self) -> None: ...
    active: int
    ambient: npt.NDArray[np.float32]
    diffuse: npt.NDArray[np.float32]
    specular: npt.NDArray[np.float32]

class MjVisualRgba:
    def __init__(self) -> None: ...
    actuator: npt.NDArray[np.float32]
    actuatornegative: npt.NDArray[np.float32]
    actuatorpositive: npt.NDArray[np.float32]
    bv: npt.NDArray[np.float32]
    bvactive: npt.NDArray[np.float32]
    camera: npt.NDArray[np.float32]
    com: npt.NDArray[np.float32]
    connect: npt.NDArray[np.float32]
    constraint: npt.NDArray[np.float32]
    contactforce: npt.NDArray[np.float32]
    contactfriction: npt.NDArray[np.float32]
    contactgap: npt.NDArray[np.float32]
    contactpoint: npt.NDArray[np.float32]
    contacttorque: npt.NDArray[np.float32]
    crankbroken: npt.NDArray[np.float32]
    fog: npt.NDArray[np.float32]
    force: npt.NDArray[np.float32]
    frustum: npt.NDArray[np.float32]
    haze: npt.NDArray[np.float32]
    inertia: npt.NDArray[np.float32]
    joint: npt.NDArray[np.float32]
    light: npt.NDArray[np.float32]
    rangefinder: npt.NDArray[np.float32]
    selectpoint: npt.NDArray[np.float32]
    slidercrank: npt.NDArray[np.float32]

class MjWarningStat:
    def __init__(self, arrays: Any = ..., index: Any = ...) -> None: ...
    lastinfo: int
    number: int

class MjrContext:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjrRect:
    def __init__(self, left: Any, bottom: Any, width: Any, height: Any) -> None: ...
    bottom: Any
    height: Any
    left: Any
    width: Any

class MjsActuator:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    actdim: int
    actearly: int
    actlimited: int
    actrange: npt.NDArray[np.float64]
    def assign(self, values: Any) -> Any: ...
    biasprm: npt.NDArray[np.float64]
    biastype: int
    classname: MjsDefault
    cranklength: float
    ctrllimited: int
    ctrlrange: npt.NDArray[np.float64]
    delay: float
    def delete(self) -> Any: ...
    dynprm: npt.NDArray[np.float64]
    dyntype: int
    forcelimited: int
    forcerange: npt.NDArray[np.float64]
    gainprm: npt.NDArray[np.float64]
    gaintype: int
    gear: npt.NDArray[np.float64]
    group: int
    id: int
    info: str
    inheritrange: float
    interp: int
    lengthrange: npt.NDArray[np.float64]
    line: int
    name: str
    nsample: int
    plugin: MjsPlugin
    refsite: str
    row: str
    def set_to_adhesion(self, gain: Any) -> Any: ...
    def set_to_cylinder(self, timeconst: Any, bias: Any, area: Any, diameter: Any = ...) -> Any: ...
    def set_to_damper(self, kv: Any) -> Any: ...
    def set_to_intvelocity(self, kp: Any, kv: Any = ..., dampratio: Any = ..., timeconst: Any = ..., inheritrange: Any = ...) -> Any: ...
    def set_to_motor(self) -> Any: ...
    def set_to_muscle(self, timeconst: Any = ..., tausmooth: Any = ..., range: Any = ..., force: Any = ..., scale: Any = ..., lmin: Any = ..., lmax: Any = ..., vmax: Any = ..., fpmax: Any = ..., fvmax: Any = ...) -> Any: ...
    def set_to_position(self, kp: Any, kv: Any = ..., dampratio: Any = ..., timeconst: Any = ..., inheritrange: Any = ...) -> Any: ...
    def set_to_velocity(self, kv: Any) -> Any: ...
    signature: int
    slidersite: str
    spec: MjSpec
    tag: str
    target: str
    trntype: int
    userdata: npt.NDArray[np.float64]
    where: str

class MjsBody:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def add_body(self, default: Any = ..., **values: Any) -> MjsBody: ...
    def add_camera(self, default: Any = ..., **values: Any) -> MjsCamera: ...
    def add_frame(self, default: Any = ..., **values: Any) -> MjsFrame: ...
    def add_freejoint(self, **values: Any) -> MjsJoint: ...
    def add_geom(self, default: Any = ..., **values: Any) -> MjsGeom: ...
    def add_joint(self, default: Any = ..., **values: Any) -> MjsJoint: ...
    def add_light(self, default: Any = ..., **values: Any) -> MjsLight: ...
    def add_site(self, default: Any = ..., **values: Any) -> MjsSite: ...
    alt: MjsOrientation
    def assign(self, values: Any) -> Any: ...
    def attach_frame(self, frame: Any, prefix: Any = ..., suffix: Any = ...) -> MjsFrame: ...
    bodies: Sequence[MjsBody]
    cameras: Sequence[MjsCamera]
    childclass: str
    classname: MjsDefault
    def delete(self) -> Any: ...
    explicitinertial: int
    def find_all(self, kind: Any) -> Any: ...
    def find_child(self, name: Any) -> Any: ...
    def first_body(self) -> Any: ...
    def first_camera(self) -> Any: ...
    def first_frame(self) -> Any: ...
    def first_geom(self) -> Any: ...
    def first_joint(self) -> Any: ...
    def first_light(self) -> Any: ...
    def first_site(self) -> Any: ...
    frame: Any
    frames: Sequence[MjsFrame]
    fullinertia: npt.NDArray[np.float64]
    geoms: Sequence[MjsGeom]
    gravcomp: float
    ialt: MjsOrientation
    id: int
    inertia: npt.NDArray[np.float64]
    info: str
    ipos: npt.NDArray[np.float64]
    iquat: npt.NDArray[np.float64]
    joints: Sequence[MjsJoint]
    lights: Sequence[MjsLight]
    line: int
    mass: float
    mocap: int
    name: str
    def next_body(self, child: Any) -> Any: ...
    def next_camera(self, child: Any) -> Any: ...
    def next_frame(self, child: Any) -> Any: ...
    def next_geom(self, child: Any) -> Any: ...
    def next_joint(self, child: Any) -> Any: ...
    def next_light(self, child: Any) -> Any: ...
    def next_site(self, child: Any) -> Any: ...
    parent: MjsBody
    plugin: MjsPlugin
    pos: npt.NDArray[np.float64]
    quat: npt.NDArray[np.float64]
    row: str
    def set_frame(self, frame: Any) -> Any: ...
    signature: int
    sites: Sequence[MjsSite]
    sleep: int
    spec: MjSpec
    def subtree(self) -> Any: ...
    tag: str
    def to_frame(body: Any) -> Any: ...
    userdata: npt.NDArray[np.float64]
    where: str

class MjsCamera:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    alt: MjsOrientation
    def assign(self, values: Any) -> Any: ...
    classname: MjsDefault
    def delete(self) -> Any: ...
    focal_length: npt.NDArray[np.float32]
    focal_pixel: npt.NDArray[np.float32]
    fovy: float
    frame: Any
    id: int
    info: str
    intrinsic: npt.NDArray[np.float32]
    ipd: float
    line: int
    mode: int
    name: str
    output: int
    parent: MjsBody
    pos: npt.NDArray[np.float64]
    principal_length: npt.NDArray[np.float32]
    principal_pixel: npt.NDArray[np.float32]
    proj: int
    quat: npt.NDArray[np.float64]
    resolution: npt.NDArray[np.int32]
    row: str
    sensor_size: npt.NDArray[np.float32]
    def set_frame(self, frame: Any) -> Any: ...
    signature: int
    spec: MjSpec
    tag: str
    targetbody: str
    userdata: npt.NDArray[np.float64]
    where: str

class MjsCompiler:
    def __init__(self, like: Any = ...) -> None: ...
    LRopt: MjLROpt
    alignfree: int
    def assign(self, values: Any) -> Any: ...
    autolimits: int
    balanceinertia: int
    boundinertia: float
    boundmass: float
    degree: int
    discardvisual: int
    eulerseq: Sequence[str]
    fitaabb: int
    fusestatic: int
    inertiafromgeom: int
    inertiagrouprange: npt.NDArray[np.int32]
    line: int
    meshdir: str
    row: str
    saveinertial: int
    settotalmass: float
    tag: str
    texturedir: str
    usethread: int
    where: str

class MjsDefault:
    def __init__(self, name: Any, parent: Any = ..., spec: Any = ...) -> None: ...
    actuator: MjsActuator
    camera: MjsCamera
    equality: MjsEquality
    flex: MjsFlex
    geom: MjsGeom
    joint: MjsJoint
    light: MjsLight
    material: MjsMaterial
    mesh: MjsMesh
    name: str
    pair: MjsPair
    site: MjsSite
    tendon: MjsTendon

class MjsElement:
    def __init__(self, like: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    line: int
    row: str
    tag: str
    where: str

class MjsEquality:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    active: int
    def assign(self, values: Any) -> Any: ...
    classname: MjsDefault
    data: npt.NDArray[np.float64]
    def delete(self) -> Any: ...
    id: int
    info: str
    line: int
    name: str
    name1: str
    name2: str
    objtype: int
    row: str
    signature: int
    solimp: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    spec: MjSpec
    tag: str
    type: int
    where: str

class MjsExclude:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    bodyname1: str
    bodyname2: str
    def delete(self) -> Any: ...
    id: int
    info: str
    line: int
    name: str
    row: str
    signature: int
    spec: MjSpec
    tag: str
    where: str

class MjsFlex:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    activelayers: int
    def assign(self, values: Any) -> Any: ...
    conaffinity: int
    condim: int
    contype: int
    damping: float
    def delete(self) -> Any: ...
    dim: int
    edgedamping: float
    edgestiffness: float
    elastic2d: int
    elem: npt.NDArray[np.int32]
    elemtexcoord: npt.NDArray[np.int32]
    flatskin: int
    friction: npt.NDArray[np.float64]
    gap: float
    group: int
    id: int
    info: str
    internal: int
    line: int
    margin: float
    material: str
    name: str
    node: npt.NDArray[np.float64]
    nodebody: Sequence[Any]
    passive: int
    poisson: float
    priority: int
    radius: float
    rgba: npt.NDArray[np.float32]
    row: str
    selfcollide: int
    signature: int
    size: npt.NDArray[np.float64]
    solimp: npt.NDArray[np.float64]
    solmix: float
    solref: npt.NDArray[np.float64]
    spec: MjSpec
    tag: str
    texcoord: npt.NDArray[np.float32]
    thickness: float
    vert: npt.NDArray[np.float64]
    vertbody: Sequence[str]
    vertcollide: int
    where: str
    young: float

class MjsFrame:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def add_body(self, default: Any = ..., **values: Any) -> MjsBody: ...
    def add_camera(self, default: Any = ..., **values: Any) -> MjsCamera: ...
    def add_frame(self, default: Any = ..., **values: Any) -> MjsFrame: ...
    def add_geom(self, default: Any = ..., **values: Any) -> MjsGeom: ...
    def add_joint(self, default: Any = ..., **values: Any) -> MjsJoint: ...
    def add_light(self, default: Any = ..., **values: Any) -> MjsLight: ...
    def add_site(self, default: Any = ..., **values: Any) -> MjsSite: ...
    alt: MjsOrientation
    def assign(self, values: Any) -> Any: ...
    def attach_body(self, body: Any, prefix: Any = ..., suffix: Any = ...) -> MjsBody: ...
    childclass: str
    classname: MjsDefault
    def delete(self) -> Any: ...
    frame: Any
    id: int
    info: str
    line: int
    name: str
    parent: MjsBody
    pos: npt.NDArray[np.float64]
    quat: npt.NDArray[np.float64]
    row: str
    def set_frame(self, frame: Any) -> Any: ...
    signature: int
    spec: MjSpec
    tag: str
    where: str

class MjsGeom:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    alt: MjsOrientation
    def assign(self, values: Any) -> Any: ...
    classname: MjsDefault
    conaffinity: int
    condim: int
    contype: int
    def delete(self) -> Any: ...
    density: float
    fitscale: float
    fluid_coefs: npt.NDArray[np.float64]
    fluid_ellipsoid: float
    frame: Any
    friction: npt.NDArray[np.float64]
    fromto: npt.NDArray[np.float64]
    gap: float
    group: int
    hfieldname: str
    id: int
    info: str
    line: int
    margin: float
    mass: float
    material: str
    meshname: str
    name: str
    parent: MjsBody
    plugin: MjsPlugin
    pos: npt.NDArray[np.float64]
    priority: int
    quat: npt.NDArray[np.float64]
    rgba: npt.NDArray[np.float32]
    row: str
    def set_frame(self, frame: Any) -> Any: ...
    signature: int
    size: npt.NDArray[np.float64]
    solimp: npt.NDArray[np.float64]
    solmix: float
    solref: npt.NDArray[np.float64]
    spec: MjSpec
    tag: str
    type: int
    typeinertia: int
    userdata: npt.NDArray[np.float64]
    where: str

class MjsHField:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    content_type: str
    def delete(self) -> Any: ...
    file: str
    id: int
    info: str
    line: int
    name: str
    ncol: int
    nrow: int
    row: str
    signature: int
    size: npt.NDArray[np.float64]
    spec: MjSpec
    tag: str
    userdata: npt.NDArray[np.float32]
    where: str

class MjsJoint:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    actfrclimited: int
    actfrcrange: npt.NDArray[np.float64]
    actgravcomp: int
    align: int
    armature: float
    def assign(self, values: Any) -> Any: ...
    axis: npt.NDArray[np.float64]
    classname: MjsDefault
    damping: float
    def delete(self) -> Any: ...
    frame: Any
    frictionloss: float
    group: int
    id: int
    info: str
    limited: int
    line: int
    margin: float
    name: str
    parent: MjsBody
    pos: npt.NDArray[np.float64]
    range: npt.NDArray[np.float64]
    ref: float
    row: str
    def set_frame(self, frame: Any) -> Any: ...
    signature: int
    solimp_friction: npt.NDArray[np.float64]
    solimp_limit: npt.NDArray[np.float64]
    solref_friction: npt.NDArray[np.float64]
    solref_limit: npt.NDArray[np.float64]
    spec: MjSpec
    springdamper: npt.NDArray[np.float64]
    springref: float
    stiffness: float
    tag: str
    type: int
    userdata: npt.NDArray[np.float64]
    where: str

class MjsKey:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    act: npt.NDArray[np.float64]
    def assign(self, values: Any) -> Any: ...
    ctrl: npt.NDArray[np.float64]
    def delete(self) -> Any: ...
    id: int
    info: str
    line: int
    mpos: npt.NDArray[np.float64]
    mquat: npt.NDArray[np.float64]
    name: str
    qpos: npt.NDArray[np.float64]
    qvel: npt.NDArray[np.float64]
    row: str
    signature: int
    spec: MjSpec
    tag: str
    time: float
    where: str

class MjsLight:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    active: int
    ambient: npt.NDArray[np.float32]
    def assign(self, values: Any) -> Any: ...
    attenuation: npt.NDArray[np.float32]
    bulbradius: float
    castshadow: int
    classname: MjsDefault
    cutoff: float
    def delete(self) -> Any: ...
    diffuse: npt.NDArray[np.float32]
    dir: npt.NDArray[np.float64]
    exponent: float
    frame: Any
    id: int
    info: str
    intensity: float
    line: int
    mode: int
    name: str
    parent: MjsBody
    pos: npt.NDArray[np.float64]
    range: float
    row: str
    def set_frame(self, frame: Any) -> Any: ...
    signature: int
    spec: MjSpec
    specular: npt.NDArray[np.float32]
    tag: str
    targetbody: str
    texture: str
    type: int
    where: str

class MjsMaterial:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    classname: MjsDefault
    def delete(self) -> Any: ...
    emission: float
    id: int
    info: str
    line: int
    metallic: float
    name: str
    reflectance: float
    rgba: npt.NDArray[np.float32]
    roughness: float
    row: str
    shininess: float
    signature: int
    spec: MjSpec
    specular: float
    tag: str
    texrepeat: npt.NDArray[np.float32]
    textures: Sequence[str]
    texuniform: int
    where: str

class MjsMesh:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    classname: MjsDefault
    content_type: str
    def delete(self) -> Any: ...
    file: str
    id: int
    inertia: int
    info: str
    line: int
    def make_cone(self, nedge: Any, radius: Any) -> Any: ...
    def make_hemisphere(self, resolution: Any) -> Any: ...
    def make_plate(self, resolution: Any = ...) -> Any: ...
    def make_sphere(self, subdivision: Any) -> Any: ...
    def make_supersphere(self, resolution: Any, e: Any, n: Any) -> Any: ...
    def make_supertorus(self, resolution: Any, radius: Any, s: Any, t: Any) -> Any: ...
    def make_wedge(self, resolution: Any = ..., fov: Any = ..., gamma: Any = ...) -> Any: ...
    material: str
    maxhullvert: int
    name: str
    needsdf: int
    plugin: MjsPlugin
    refpos: npt.NDArray[np.float64]
    refquat: npt.NDArray[np.float64]
    row: str
    scale: npt.NDArray[np.float64]
    signature: int
    smoothnormal: int
    spec: MjSpec
    tag: str
    userface: npt.NDArray[np.int32]
    userfacenormal: npt.NDArray[np.int32]
    userfacetexcoord: npt.NDArray[np.int32]
    usernormal: npt.NDArray[np.float32]
    usertexcoord: npt.NDArray[np.float32]
    uservert: npt.NDArray[np.float32]
    where: str

class MjsNumeric:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    data: npt.NDArray[np.float64]
    def delete(self) -> Any: ...
    id: int
    info: str
    line: int
    name: str
    row: str
    signature: int
    size: int
    spec: MjSpec
    tag: str
    where: str

class MjsOrientation:
    def __init__(self, like: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    axisangle: npt.NDArray[np.float64]
    euler: npt.NDArray[np.float64]
    line: int
    row: str
    tag: str
    type: int
    where: str
    xyaxes: npt.NDArray[np.float64]
    zaxis: npt.NDArray[np.float64]

class MjsPair:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    classname: MjsDefault
    condim: int
    def delete(self) -> Any: ...
    friction: npt.NDArray[np.float64]
    gap: float
    geomname1: str
    geomname2: str
    id: int
    info: str
    line: int
    margin: float
    name: str
    row: str
    signature: int
    solimp: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    solreffriction: npt.NDArray[np.float64]
    spec: MjSpec
    tag: str
    where: str

class MjsPlugin:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    active: int
    def assign(self, values: Any) -> Any: ...
    config: dict[str, Any]
    def delete(self) -> Any: ...
    id: int
    info: str
    line: int
    name: str
    plugin_name: str
    row: str
    signature: int
    spec: Any
    tag: str
    where: str

class MjsSensor:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    cutoff: float
    datatype: int
    delay: float
    def delete(self) -> Any: ...
    dim: int
    def get_data_size(self) -> Any: ...
    id: int
    info: str
    interp: int
    interval: npt.NDArray[np.float64]
    intprm: npt.NDArray[np.int32]
    line: int
    name: str
    needstage: int
    noise: float
    nsample: int
    objname: str
    objtype: int
    plugin: MjsPlugin
    refname: str
    reftype: int
    row: str
    signature: int
    spec: MjSpec
    tag: str
    type: int
    userdata: npt.NDArray[np.float64]
    where: str

class MjsSite:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    alt: MjsOrientation
    def assign(self, values: Any) -> Any: ...
    def attach_body(self, body: Any, prefix: Any = ..., suffix: Any = ...) -> MjsBody: ...
    classname: MjsDefault
    def delete(self) -> Any: ...
    frame: Any
    fromto: npt.NDArray[np.float64]
    group: int
    id: int
    info: str
    line: int
    material: str
    name: str
    parent: MjsBody
    pos: npt.NDArray[np.float64]
    quat: npt.NDArray[np.float64]
    rgba: npt.NDArray[np.float32]
    row: str
    def set_frame(self, frame: Any) -> Any: ...
    signature: int
    size: npt.NDArray[np.float64]
    spec: MjSpec
    tag: str
    type: int
    userdata: npt.NDArray[np.float64]
    where: str

class MjsSkin:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    bindpos: npt.NDArray[np.float32]
    bindquat: npt.NDArray[np.float32]
    bodyname: Sequence[Any]
    def delete(self) -> Any: ...
    face: npt.NDArray[np.int32]
    file: str
    group: int
    id: int
    inflate: float
    info: str
    line: int
    material: str
    name: str
    rgba: npt.NDArray[np.float32]
    row: str
    signature: int
    spec: MjSpec
    tag: str
    texcoord: npt.NDArray[np.float32]
    vert: npt.NDArray[np.float32]
    vertid: Sequence[Any]
    vertweight: Sequence[Any]
    where: str

class MjsTendon:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    actfrclimited: int
    actfrcrange: npt.NDArray[np.float64]
    armature: float
    def assign(self, values: Any) -> Any: ...
    classname: MjsDefault
    damping: float
    default: MjsDefault
    def delete(self) -> Any: ...
    frictionloss: float
    group: int
    id: int
    info: str
    limited: int
    line: int
    margin: float
    material: str
    name: str
    path: MjsTendonPath
    range: npt.NDArray[np.float64]
    rgba: npt.NDArray[np.float32]
    row: str
    signature: int
    solimp_friction: npt.NDArray[np.float64]
    solimp_limit: npt.NDArray[np.float64]
    solref_friction: npt.NDArray[np.float64]
    solref_limit: npt.NDArray[np.float64]
    spec: MjSpec
    springlength: npt.NDArray[np.float64]
    stiffness: float
    tag: str
    userdata: npt.NDArray[np.float64]
    where: str
    width: float
    def wrap_geom(self, name: Any, sidesite: Any) -> Any: ...
    def wrap_joint(self, name: Any, coef: Any) -> Any: ...
    def wrap_pulley(self, divisor: Any) -> Any: ...
    def wrap_site(self, name: Any) -> Any: ...

class MjsTendonPath:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    append: Any
    clear: Any
    copy: Any
    count: Any
    extend: Any
    index: Any
    insert: Any
    pop: Any
    remove: Any
    reverse: Any
    sort: Any

class MjsText:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    data: str
    def delete(self) -> Any: ...
    id: int
    info: str
    line: int
    name: str
    row: str
    signature: int
    spec: MjSpec
    tag: str
    where: str

class MjsTexture:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    builtin: int
    colorspace: int
    content_type: str
    cubefiles: Sequence[str]
    data: bytes
    def delete(self) -> Any: ...
    file: str
    gridlayout: Sequence[str]
    gridsize: npt.NDArray[np.int32]
    height: int
    hflip: int
    id: int
    info: str
    line: int
    mark: int
    markrgb: npt.NDArray[np.float64]
    name: str
    nchannel: int
    random: float
    rgb1: npt.NDArray[np.float64]
    rgb2: npt.NDArray[np.float64]
    row: str
    signature: int
    spec: MjSpec
    tag: str
    type: int
    vflip: int
    where: str
    width: int

class MjsTuple:
    def __init__(self, like: Any = ..., spec: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    def delete(self) -> Any: ...
    id: int
    info: str
    line: int
    name: str
    objname: Sequence[str]
    objprm: npt.NDArray[np.float64]
    objtype: npt.NDArray[np.int32]
    row: str
    signature: int
    spec: MjSpec
    tag: str
    where: str

class MjsWrap:
    def __init__(self, like: Any = ...) -> None: ...
    def assign(self, values: Any) -> Any: ...
    coef: Any
    divisor: Any
    info: str
    line: int
    name: str
    row: str
    sidename: str
    sidesite: Any
    tag: str
    target: Any
    tendon: Any
    type: Any
    where: str

class MjvCamera:
    def __init__(self) -> None: ...
    azimuth: float
    distance: float
    elevation: float
    fixedcamid: int
    lookat: npt.NDArray[np.float64]
    orthographic: int
    trackbodyid: int
    type: int

class MjvFigure:
    def __init__(self) -> None: ...
    figurergba: npt.NDArray[np.float32]
    flg_barplot: int
    flg_extend: int
    flg_legend: int
    flg_selection: int
    flg_symmetric: int
    flg_ticklabel: npt.NDArray[np.int32]
    gridrgb: npt.NDArray[np.float32]
    gridsize: npt.NDArray[np.int32]
    gridwidth: float
    highlight: npt.NDArray[np.int32]
    highlightid: int
    legendoffset: int
    legendrgba: npt.NDArray[np.float32]
    linedata: npt.NDArray[np.float32]
    linename: npt.NDArray[Any]
    linepnt: npt.NDArray[np.int32]
    linergb: npt.NDArray[np.float32]
    linewidth: float
    minwidth: str
    panergba: npt.NDArray[np.float32]
    range: npt.NDArray[np.float32]
    selection: float
    subplot: int
    textrgb: npt.NDArray[np.float32]
    title: str
    xaxisdata: npt.NDArray[np.float32]
    xaxispixel: npt.NDArray[np.int32]
    xformat: str
    xlabel: str
    yaxisdata: npt.NDArray[np.float32]
    yaxispixel: npt.NDArray[np.int32]
    yformat: str

class MjvGLCamera:
    def __init__(self) -> None: ...
    forward: npt.NDArray[np.float32]
    frustum_bottom: float
    frustum_center: float
    frustum_far: float
    frustum_near: float
    frustum_top: float
    frustum_width: float
    orthographic: int
    pos: npt.NDArray[np.float32]
    up: npt.NDArray[np.float32]

class MjvGeom:
    def __init__(self) -> None: ...
    camdist: float
    category: int
    dataid: int
    emission: float
    label: str
    mat: npt.NDArray[np.float32]
    matid: int
    modelrbound: float
    objid: int
    objtype: int
    pos: npt.NDArray[np.float32]
    reflectance: float
    rgba: npt.NDArray[np.float32]
    segid: int
    shininess: float
    size: npt.NDArray[np.float32]
    specular: float
    texcoord: int
    transparent: int
    type: int

class MjvLight:
    def __init__(self) -> None: ...
    ambient: npt.NDArray[np.float32]
    attenuation: npt.NDArray[np.float32]
    bulbradius: float
    castshadow: int
    cutoff: float
    diffuse: npt.NDArray[np.float32]
    dir: npt.NDArray[np.float32]
    exponent: float
    headlight: int
    id: int
    intensity: float
    pos: npt.NDArray[np.float32]
    range: float
    specular: npt.NDArray[np.float32]
    texid: int
    type: int

class MjvOption:
    def __init__(self) -> None: ...
    actuatorgroup: npt.NDArray[np.uint8]
    bvh_depth: int
    flags: npt.NDArray[np.uint8]
    flex_layer: int
    flexgroup: npt.NDArray[np.uint8]
    frame: int
    geomgroup: npt.NDArray[np.uint8]
    jointgroup: npt.NDArray[np.uint8]
    label: int
    sitegroup: npt.NDArray[np.uint8]
    skingroup: npt.NDArray[np.uint8]
    tendongroup: npt.NDArray[np.uint8]

class MjvPerturb:
    def __init__(self) -> None: ...
    active: int
    active2: int
    flexselect: int
    localmass: float
    localpos: npt.NDArray[np.float64]
    refpos: npt.NDArray[np.float64]
    refquat: npt.NDArray[np.float64]
    refselpos: npt.NDArray[np.float64]
    scale: float
    select: int
    skinselect: int

class MjvScene:
    def __init__(self, model: Any = ..., maxgeom: Any = ...) -> None: ...
    camera: Sequence[MjvGLCamera]
    enabletransform: int
    flags: npt.NDArray[np.uint8]
    flexedge: npt.NDArray[np.int32]
    flexedgeadr: npt.NDArray[np.int32]
    flexedgenum: npt.NDArray[np.int32]
    flexedgeopt: int
    flexface: npt.NDArray[np.float32]
    flexfaceadr: npt.NDArray[np.int32]
    flexfacenum: npt.NDArray[np.int32]
    flexfaceopt: int
    flexfaceused: npt.NDArray[np.int32]
    flexnormal: npt.NDArray[np.float32]
    flexskinopt: int
    flextexcoord: npt.NDArray[np.float32]
    flexvert: npt.NDArray[np.float32]
    flexvertadr: npt.NDArray[np.int32]
    flexvertnum: npt.NDArray[np.int32]
    flexvertopt: int
    framergb: npt.NDArray[np.float32]
    framewidth: int
    geomorder: npt.NDArray[np.int32]
    geoms: Sequence[Any]
    lights: Sequence[MjvLight]
    maxgeom: int
    nflex: int
    ngeom: int
    nlight: int
    nskin: int
    rotate: npt.NDArray[np.float32]
    scale: float
    skinfacenum: npt.NDArray[np.int32]
    skinnormal: npt.NDArray[np.float32]
    skinvert: npt.NDArray[np.float32]
    skinvertadr: npt.NDArray[np.int32]
    skinvertnum: npt.NDArray[np.int32]
    status: int
    stereo: int
    translate: npt.NDArray[np.float32]

class Plugin:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    attributes: Sequence[Any]
    capabilities: int
    def compute(self, m: Any, d: Any, instance: Any, task: Any) -> Any: ...
    kernel: Any
    name: str
    needstage: int
    def numbers(self, m: Any, instance: Any, config: Any) -> Any: ...
    def reset(self, m: Any, d: Any, instance: Any) -> Any: ...
    def sdf_aabb(self, config: Any) -> Any: ...
    def sdf_distance(self, points: Any, config: Any) -> Any: ...
    def sensor_size(self, config: Any) -> Any: ...
    def state_size(self, config: Any) -> Any: ...

class PluginTask(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, PluginTask]]
    ACTUATOR: ClassVar[PluginTask]
    SENSOR: ClassVar[PluginTask]
    PASSIVE: ClassVar[PluginTask]
    SDF: ClassVar[PluginTask]
    ADVANCE: ClassVar[PluginTask]

class Renderer:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class UnexpectedError(Exception):
    def __init__(self, *args: Any) -> None: ...

class mjtAlignFree(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtAlignFree]]
    mjALIGNFREE_FALSE: ClassVar[mjtAlignFree]
    mjALIGNFREE_TRUE: ClassVar[mjtAlignFree]
    mjALIGNFREE_AUTO: ClassVar[mjtAlignFree]

class mjtBias(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtBias]]
    mjBIAS_NONE: ClassVar[mjtBias]
    mjBIAS_AFFINE: ClassVar[mjtBias]
    mjBIAS_MUSCLE: ClassVar[mjtBias]
    mjBIAS_USER: ClassVar[mjtBias]

class mjtBuiltin(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtBuiltin]]
    mjBUILTIN_NONE: ClassVar[mjtBuiltin]
    mjBUILTIN_GRADIENT: ClassVar[mjtBuiltin]
    mjBUILTIN_CHECKER: ClassVar[mjtBuiltin]
    mjBUILTIN_FLAT: ClassVar[mjtBuiltin]

class mjtButton(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtButton]]
    mjBUTTON_NONE: ClassVar[mjtButton]
    mjBUTTON_LEFT: ClassVar[mjtButton]
    mjBUTTON_RIGHT: ClassVar[mjtButton]
    mjBUTTON_MIDDLE: ClassVar[mjtButton]

class mjtCamLight(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtCamLight]]
    mjCAMLIGHT_FIXED: ClassVar[mjtCamLight]
    mjCAMLIGHT_TRACK: ClassVar[mjtCamLight]
    mjCAMLIGHT_TRACKCOM: ClassVar[mjtCamLight]
    mjCAMLIGHT_TARGETBODY: ClassVar[mjtCamLight]
    mjCAMLIGHT_TARGETBODYCOM: ClassVar[mjtCamLight]

class mjtCamOutBit(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtCamOutBit]]
    mjCAMOUT_RGB: ClassVar[mjtCamOutBit]
    mjCAMOUT_DEPTH: ClassVar[mjtCamOutBit]
    mjCAMOUT_DIST: ClassVar[mjtCamOutBit]
    mjCAMOUT_NORMAL: ClassVar[mjtCamOutBit]
    mjCAMOUT_SEG: ClassVar[mjtCamOutBit]
    mjNCAMOUT: ClassVar[mjtCamOutBit]

class mjtCamera(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtCamera]]
    mjCAMERA_FREE: ClassVar[mjtCamera]
    mjCAMERA_TRACKING: ClassVar[mjtCamera]
    mjCAMERA_FIXED: ClassVar[mjtCamera]
    mjCAMERA_USER: ClassVar[mjtCamera]

class mjtCatBit(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtCatBit]]
    mjCAT_STATIC: ClassVar[mjtCatBit]
    mjCAT_DYNAMIC: ClassVar[mjtCatBit]
    mjCAT_DECOR: ClassVar[mjtCatBit]
    mjCAT_ALL: ClassVar[mjtCatBit]

class mjtColorSpace(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtColorSpace]]
    mjCOLORSPACE_AUTO: ClassVar[mjtColorSpace]
    mjCOLORSPACE_LINEAR: ClassVar[mjtColorSpace]
    mjCOLORSPACE_SRGB: ClassVar[mjtColorSpace]

class mjtConDataField(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtConDataField]]
    mjCONDATA_FOUND: ClassVar[mjtConDataField]
    mjCONDATA_FORCE: ClassVar[mjtConDataField]
    mjCONDATA_TORQUE: ClassVar[mjtConDataField]
    mjCONDATA_DIST: ClassVar[mjtConDataField]
    mjCONDATA_POS: ClassVar[mjtConDataField]
    mjCONDATA_NORMAL: ClassVar[mjtConDataField]
    mjCONDATA_TANGENT: ClassVar[mjtConDataField]
    mjNCONDATA: ClassVar[mjtConDataField]

class mjtCone(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtCone]]
    mjCONE_PYRAMIDAL: ClassVar[mjtCone]
    mjCONE_ELLIPTIC: ClassVar[mjtCone]

class mjtConstraint(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtConstraint]]
    mjCNSTR_EQUALITY: ClassVar[mjtConstraint]
    mjCNSTR_FRICTION_DOF: ClassVar[mjtConstraint]
    mjCNSTR_FRICTION_TENDON: ClassVar[mjtConstraint]
    mjCNSTR_LIMIT_JOINT: ClassVar[mjtConstraint]
    mjCNSTR_LIMIT_TENDON: ClassVar[mjtConstraint]
    mjCNSTR_CONTACT_FRICTIONLESS: ClassVar[mjtConstraint]
    mjCNSTR_CONTACT_PYRAMIDAL: ClassVar[mjtConstraint]
    mjCNSTR_CONTACT_ELLIPTIC: ClassVar[mjtConstraint]

class mjtConstraintState(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtConstraintState]]
    mjCNSTRSTATE_SATISFIED: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_QUADRATIC: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_LINEARNEG: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_LINEARPOS: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_CONE: ClassVar[mjtConstraintState]

class mjtDataType(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtDataType]]
    mjDATATYPE_REAL: ClassVar[mjtDataType]
    mjDATATYPE_POSITIVE: ClassVar[mjtDataType]
    mjDATATYPE_AXIS: ClassVar[mjtDataType]
    mjDATATYPE_QUATERNION: ClassVar[mjtDataType]

class mjtDepthMap(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtDepthMap]]
    mjDEPTH_ZERONEAR: ClassVar[mjtDepthMap]
    mjDEPTH_ZEROFAR: ClassVar[mjtDepthMap]

class mjtDisableBit(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtDisableBit]]
    mjDSBL_CONSTRAINT: ClassVar[mjtDisableBit]
    mjDSBL_EQUALITY: ClassVar[mjtDisableBit]
    mjDSBL_FRICTIONLOSS: ClassVar[mjtDisableBit]
    mjDSBL_LIMIT: ClassVar[mjtDisableBit]
    mjDSBL_CONTACT: ClassVar[mjtDisableBit]
    mjDSBL_SPRING: ClassVar[mjtDisableBit]
    mjDSBL_DAMPER: ClassVar[mjtDisableBit]
    mjDSBL_GRAVITY: ClassVar[mjtDisableBit]
    mjDSBL_CLAMPCTRL: ClassVar[mjtDisableBit]
    mjDSBL_WARMSTART: ClassVar[mjtDisableBit]
    mjDSBL_FILTERPARENT: ClassVar[mjtDisableBit]
    mjDSBL_ACTUATION: ClassVar[mjtDisableBit]
    mjDSBL_REFSAFE: ClassVar[mjtDisableBit]
    mjDSBL_SENSOR: ClassVar[mjtDisableBit]
    mjDSBL_MIDPHASE: ClassVar[mjtDisableBit]
    mjDSBL_EULERDAMP: ClassVar[mjtDisableBit]
    mjDSBL_AUTORESET: ClassVar[mjtDisableBit]
    mjDSBL_NATIVECCD: ClassVar[mjtDisableBit]
    mjDSBL_ISLAND: ClassVar[mjtDisableBit]
    mjNDISABLE: ClassVar[mjtDisableBit]

class mjtDyn(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtDyn]]
    mjDYN_NONE: ClassVar[mjtDyn]
    mjDYN_INTEGRATOR: ClassVar[mjtDyn]
    mjDYN_FILTER: ClassVar[mjtDyn]
    mjDYN_FILTEREXACT: ClassVar[mjtDyn]
    mjDYN_MUSCLE: ClassVar[mjtDyn]
    mjDYN_USER: ClassVar[mjtDyn]

class mjtEnableBit(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtEnableBit]]
    mjENBL_OVERRIDE: ClassVar[mjtEnableBit]
    mjENBL_ENERGY: ClassVar[mjtEnableBit]
    mjENBL_FWDINV: ClassVar[mjtEnableBit]
    mjENBL_INVDISCRETE: ClassVar[mjtEnableBit]
    mjENBL_MULTICCD: ClassVar[mjtEnableBit]
    mjENBL_SLEEP: ClassVar[mjtEnableBit]
    mjNENABLE: ClassVar[mjtEnableBit]

class mjtEq(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtEq]]
    mjEQ_CONNECT: ClassVar[mjtEq]
    mjEQ_WELD: ClassVar[mjtEq]
    mjEQ_JOINT: ClassVar[mjtEq]
    mjEQ_TENDON: ClassVar[mjtEq]
    mjEQ_FLEX: ClassVar[mjtEq]
    mjEQ_FLEXVERT: ClassVar[mjtEq]
    mjEQ_DISTANCE: ClassVar[mjtEq]

class mjtEvent(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtEvent]]
    mjEVENT_NONE: ClassVar[mjtEvent]
    mjEVENT_MOVE: ClassVar[mjtEvent]
    mjEVENT_PRESS: ClassVar[mjtEvent]
    mjEVENT_RELEASE: ClassVar[mjtEvent]
    mjEVENT_SCROLL: ClassVar[mjtEvent]
    mjEVENT_KEY: ClassVar[mjtEvent]
    mjEVENT_RESIZE: ClassVar[mjtEvent]
    mjEVENT_REDRAW: ClassVar[mjtEvent]
    mjEVENT_FILESDROP: ClassVar[mjtEvent]

class mjtFlexSelf(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtFlexSelf]]
    mjFLEXSELF_NONE: ClassVar[mjtFlexSelf]
    mjFLEXSELF_NARROW: ClassVar[mjtFlexSelf]
    mjFLEXSELF_BVH: ClassVar[mjtFlexSelf]
    mjFLEXSELF_SAP: ClassVar[mjtFlexSelf]
    mjFLEXSELF_AUTO: ClassVar[mjtFlexSelf]

class mjtFont(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtFont]]
    mjFONT_NORMAL: ClassVar[mjtFont]
    mjFONT_SHADOW: ClassVar[mjtFont]
    mjFONT_BIG: ClassVar[mjtFont]

class mjtFontScale(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtFontScale]]
    mjFONTSCALE_50: ClassVar[mjtFontScale]
    mjFONTSCALE_100: ClassVar[mjtFontScale]
    mjFONTSCALE_150: ClassVar[mjtFontScale]
    mjFONTSCALE_200: ClassVar[mjtFontScale]
    mjFONTSCALE_250: ClassVar[mjtFontScale]
    mjFONTSCALE_300: ClassVar[mjtFontScale]

class mjtFrame(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtFrame]]
    mjFRAME_NONE: ClassVar[mjtFrame]
    mjFRAME_BODY: ClassVar[mjtFrame]
    mjFRAME_GEOM: ClassVar[mjtFrame]
    mjFRAME_SITE: ClassVar[mjtFrame]
    mjFRAME_CAMERA: ClassVar[mjtFrame]
    mjFRAME_LIGHT: ClassVar[mjtFrame]
    mjFRAME_CONTACT: ClassVar[mjtFrame]
    mjFRAME_WORLD: ClassVar[mjtFrame]
    mjNFRAME: ClassVar[mjtFrame]

class mjtFramebuffer(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtFramebuffer]]
    mjFB_WINDOW: ClassVar[mjtFramebuffer]
    mjFB_OFFSCREEN: ClassVar[mjtFramebuffer]

class mjtGain(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtGain]]
    mjGAIN_FIXED: ClassVar[mjtGain]
    mjGAIN_AFFINE: ClassVar[mjtGain]
    mjGAIN_MUSCLE: ClassVar[mjtGain]
    mjGAIN_USER: ClassVar[mjtGain]

class mjtGeom(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtGeom]]
    mjGEOM_PLANE: ClassVar[mjtGeom]
    mjGEOM_HFIELD: ClassVar[mjtGeom]
    mjGEOM_SPHERE: ClassVar[mjtGeom]
    mjGEOM_CAPSULE: ClassVar[mjtGeom]
    mjGEOM_ELLIPSOID: ClassVar[mjtGeom]
    mjGEOM_CYLINDER: ClassVar[mjtGeom]
    mjGEOM_BOX: ClassVar[mjtGeom]
    mjGEOM_MESH: ClassVar[mjtGeom]
    mjGEOM_SDF: ClassVar[mjtGeom]
    mjNGEOMTYPES: ClassVar[mjtGeom]
    mjGEOM_ARROW: ClassVar[mjtGeom]
    mjGEOM_ARROW1: ClassVar[mjtGeom]
    mjGEOM_ARROW2: ClassVar[mjtGeom]
    mjGEOM_LINE: ClassVar[mjtGeom]
    mjGEOM_LINEBOX: ClassVar[mjtGeom]
    mjGEOM_FLEX: ClassVar[mjtGeom]
    mjGEOM_SKIN: ClassVar[mjtGeom]
    mjGEOM_LABEL: ClassVar[mjtGeom]
    mjGEOM_TRIANGLE: ClassVar[mjtGeom]
    mjGEOM_NONE: ClassVar[mjtGeom]

class mjtGeomInertia(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtGeomInertia]]
    mjINERTIA_VOLUME: ClassVar[mjtGeomInertia]
    mjINERTIA_SHELL: ClassVar[mjtGeomInertia]

class mjtGridPos(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtGridPos]]
    mjGRID_TOPLEFT: ClassVar[mjtGridPos]
    mjGRID_TOPRIGHT: ClassVar[mjtGridPos]
    mjGRID_BOTTOMLEFT: ClassVar[mjtGridPos]
    mjGRID_BOTTOMRIGHT: ClassVar[mjtGridPos]
    mjGRID_TOP: ClassVar[mjtGridPos]
    mjGRID_BOTTOM: ClassVar[mjtGridPos]
    mjGRID_LEFT: ClassVar[mjtGridPos]
    mjGRID_RIGHT: ClassVar[mjtGridPos]

class mjtInertiaFromGeom(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtInertiaFromGeom]]
    mjINERTIAFROMGEOM_FALSE: ClassVar[mjtInertiaFromGeom]
    mjINERTIAFROMGEOM_TRUE: ClassVar[mjtInertiaFromGeom]
    mjINERTIAFROMGEOM_AUTO: ClassVar[mjtInertiaFromGeom]

class mjtIntegrator(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtIntegrator]]
    mjINT_EULER: ClassVar[mjtIntegrator]
    mjINT_RK4: ClassVar[mjtIntegrator]
    mjINT_IMPLICIT: ClassVar[mjtIntegrator]
    mjINT_IMPLICITFAST: ClassVar[mjtIntegrator]

class mjtItem(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtItem]]
    mjITEM_END: ClassVar[mjtItem]
    mjITEM_SECTION: ClassVar[mjtItem]
    mjITEM_SEPARATOR: ClassVar[mjtItem]
    mjITEM_STATIC: ClassVar[mjtItem]
    mjITEM_BUTTON: ClassVar[mjtItem]
    mjITEM_CHECKINT: ClassVar[mjtItem]
    mjITEM_CHECKBYTE: ClassVar[mjtItem]
    mjITEM_RADIO: ClassVar[mjtItem]
    mjITEM_RADIOLINE: ClassVar[mjtItem]
    mjITEM_SELECT: ClassVar[mjtItem]
    mjITEM_SLIDERINT: ClassVar[mjtItem]
    mjITEM_SLIDERNUM: ClassVar[mjtItem]
    mjITEM_EDITINT: ClassVar[mjtItem]
    mjITEM_EDITNUM: ClassVar[mjtItem]
    mjITEM_EDITFLOAT: ClassVar[mjtItem]
    mjITEM_EDITTXT: ClassVar[mjtItem]
    mjNITEM: ClassVar[mjtItem]

class mjtJacobian(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtJacobian]]
    mjJAC_DENSE: ClassVar[mjtJacobian]
    mjJAC_SPARSE: ClassVar[mjtJacobian]
    mjJAC_AUTO: ClassVar[mjtJacobian]

class mjtJoint(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtJoint]]
    mjJNT_FREE: ClassVar[mjtJoint]
    mjJNT_BALL: ClassVar[mjtJoint]
    mjJNT_SLIDE: ClassVar[mjtJoint]
    mjJNT_HINGE: ClassVar[mjtJoint]

class mjtLRMode(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtLRMode]]
    mjLRMODE_NONE: ClassVar[mjtLRMode]
    mjLRMODE_MUSCLE: ClassVar[mjtLRMode]
    mjLRMODE_MUSCLEUSER: ClassVar[mjtLRMode]
    mjLRMODE_ALL: ClassVar[mjtLRMode]

class mjtLabel(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtLabel]]
    mjLABEL_NONE: ClassVar[mjtLabel]
    mjLABEL_BODY: ClassVar[mjtLabel]
    mjLABEL_JOINT: ClassVar[mjtLabel]
    mjLABEL_GEOM: ClassVar[mjtLabel]
    mjLABEL_SITE: ClassVar[mjtLabel]
    mjLABEL_CAMERA: ClassVar[mjtLabel]
    mjLABEL_LIGHT: ClassVar[mjtLabel]
    mjLABEL_TENDON: ClassVar[mjtLabel]
    mjLABEL_ACTUATOR: ClassVar[mjtLabel]
    mjLABEL_CONSTRAINT: ClassVar[mjtLabel]
    mjLABEL_FLEX: ClassVar[mjtLabel]
    mjLABEL_SKIN: ClassVar[mjtLabel]
    mjLABEL_SELECTION: ClassVar[mjtLabel]
    mjLABEL_SELPNT: ClassVar[mjtLabel]
    mjLABEL_CONTACTPOINT: ClassVar[mjtLabel]
    mjLABEL_CONTACTFORCE: ClassVar[mjtLabel]
    mjLABEL_ISLAND: ClassVar[mjtLabel]
    mjNLABEL: ClassVar[mjtLabel]

class mjtLightType(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtLightType]]
    mjLIGHT_SPOT: ClassVar[mjtLightType]
    mjLIGHT_DIRECTIONAL: ClassVar[mjtLightType]
    mjLIGHT_POINT: ClassVar[mjtLightType]
    mjLIGHT_IMAGE: ClassVar[mjtLightType]

class mjtLimited(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtLimited]]
    mjLIMITED_FALSE: ClassVar[mjtLimited]
    mjLIMITED_TRUE: ClassVar[mjtLimited]
    mjLIMITED_AUTO: ClassVar[mjtLimited]

class mjtMark(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtMark]]
    mjMARK_NONE: ClassVar[mjtMark]
    mjMARK_EDGE: ClassVar[mjtMark]
    mjMARK_CROSS: ClassVar[mjtMark]
    mjMARK_RANDOM: ClassVar[mjtMark]

class mjtMeshBuiltin(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtMeshBuiltin]]
    mjMESH_BUILTIN_NONE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_SPHERE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_HEMISPHERE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_CONE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_SUPERSPHERE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_SUPERTORUS: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_WEDGE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_PLATE: ClassVar[mjtMeshBuiltin]

class mjtMeshInertia(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtMeshInertia]]
    mjMESH_INERTIA_CONVEX: ClassVar[mjtMeshInertia]
    mjMESH_INERTIA_EXACT: ClassVar[mjtMeshInertia]
    mjMESH_INERTIA_LEGACY: ClassVar[mjtMeshInertia]
    mjMESH_INERTIA_SHELL: ClassVar[mjtMeshInertia]

class mjtMouse(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtMouse]]
    mjMOUSE_NONE: ClassVar[mjtMouse]
    mjMOUSE_ROTATE_V: ClassVar[mjtMouse]
    mjMOUSE_ROTATE_H: ClassVar[mjtMouse]
    mjMOUSE_MOVE_V: ClassVar[mjtMouse]
    mjMOUSE_MOVE_H: ClassVar[mjtMouse]
    mjMOUSE_ZOOM: ClassVar[mjtMouse]
    mjMOUSE_MOVE_V_REL: ClassVar[mjtMouse]
    mjMOUSE_MOVE_H_REL: ClassVar[mjtMouse]

class mjtObj(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtObj]]
    mjOBJ_UNKNOWN: ClassVar[mjtObj]
    mjOBJ_BODY: ClassVar[mjtObj]
    mjOBJ_XBODY: ClassVar[mjtObj]
    mjOBJ_JOINT: ClassVar[mjtObj]
    mjOBJ_DOF: ClassVar[mjtObj]
    mjOBJ_GEOM: ClassVar[mjtObj]
    mjOBJ_SITE: ClassVar[mjtObj]
    mjOBJ_CAMERA: ClassVar[mjtObj]
    mjOBJ_LIGHT: ClassVar[mjtObj]
    mjOBJ_FLEX: ClassVar[mjtObj]
    mjOBJ_MESH: ClassVar[mjtObj]
    mjOBJ_SKIN: ClassVar[mjtObj]
    mjOBJ_HFIELD: ClassVar[mjtObj]
    mjOBJ_TEXTURE: ClassVar[mjtObj]
    mjOBJ_MATERIAL: ClassVar[mjtObj]
    mjOBJ_PAIR: ClassVar[mjtObj]
    mjOBJ_EXCLUDE: ClassVar[mjtObj]
    mjOBJ_EQUALITY: ClassVar[mjtObj]
    mjOBJ_TENDON: ClassVar[mjtObj]
    mjOBJ_ACTUATOR: ClassVar[mjtObj]
    mjOBJ_SENSOR: ClassVar[mjtObj]
    mjOBJ_NUMERIC: ClassVar[mjtObj]
    mjOBJ_TEXT: ClassVar[mjtObj]
    mjOBJ_TUPLE: ClassVar[mjtObj]
    mjOBJ_KEY: ClassVar[mjtObj]
    mjOBJ_PLUGIN: ClassVar[mjtObj]
    mjNOBJECT: ClassVar[mjtObj]
    mjOBJ_FRAME: ClassVar[mjtObj]
    mjOBJ_DEFAULT: ClassVar[mjtObj]
    mjOBJ_MODEL: ClassVar[mjtObj]

class mjtOrientation(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtOrientation]]
    mjORIENTATION_QUAT: ClassVar[mjtOrientation]
    mjORIENTATION_AXISANGLE: ClassVar[mjtOrientation]
    mjORIENTATION_XYAXES: ClassVar[mjtOrientation]
    mjORIENTATION_ZAXIS: ClassVar[mjtOrientation]
    mjORIENTATION_EULER: ClassVar[mjtOrientation]

class mjtPertBit(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtPertBit]]
    mjPERT_TRANSLATE: ClassVar[mjtPertBit]
    mjPERT_ROTATE: ClassVar[mjtPertBit]

class mjtPluginCapabilityBit(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtPluginCapabilityBit]]
    mjPLUGIN_ACTUATOR: ClassVar[mjtPluginCapabilityBit]
    mjPLUGIN_SENSOR: ClassVar[mjtPluginCapabilityBit]
    mjPLUGIN_PASSIVE: ClassVar[mjtPluginCapabilityBit]
    mjPLUGIN_SDF: ClassVar[mjtPluginCapabilityBit]

class mjtProjection(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtProjection]]
    mjPROJ_PERSPECTIVE: ClassVar[mjtProjection]
    mjPROJ_ORTHOGRAPHIC: ClassVar[mjtProjection]

class mjtRayDataField(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtRayDataField]]
    mjRAYDATA_DIST: ClassVar[mjtRayDataField]
    mjRAYDATA_DIR: ClassVar[mjtRayDataField]
    mjRAYDATA_ORIGIN: ClassVar[mjtRayDataField]
    mjRAYDATA_POINT: ClassVar[mjtRayDataField]
    mjRAYDATA_NORMAL: ClassVar[mjtRayDataField]
    mjRAYDATA_DEPTH: ClassVar[mjtRayDataField]
    mjNRAYDATA: ClassVar[mjtRayDataField]

class mjtRndFlag(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtRndFlag]]
    mjRND_SHADOW: ClassVar[mjtRndFlag]
    mjRND_WIREFRAME: ClassVar[mjtRndFlag]
    mjRND_REFLECTION: ClassVar[mjtRndFlag]
    mjRND_ADDITIVE: ClassVar[mjtRndFlag]
    mjRND_SKYBOX: ClassVar[mjtRndFlag]
    mjRND_FOG: ClassVar[mjtRndFlag]
    mjRND_HAZE: ClassVar[mjtRndFlag]
    mjRND_DEPTH: ClassVar[mjtRndFlag]
    mjRND_SEGMENT: ClassVar[mjtRndFlag]
    mjRND_IDCOLOR: ClassVar[mjtRndFlag]
    mjRND_CULL_FACE: ClassVar[mjtRndFlag]
    mjNRNDFLAG: ClassVar[mjtRndFlag]

class mjtSDFType(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtSDFType]]
    mjSDFTYPE_SINGLE: ClassVar[mjtSDFType]
    mjSDFTYPE_INTERSECTION: ClassVar[mjtSDFType]
    mjSDFTYPE_MIDSURFACE: ClassVar[mjtSDFType]
    mjSDFTYPE_COLLISION: ClassVar[mjtSDFType]

class mjtSameFrame(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtSameFrame]]
    mjSAMEFRAME_NONE: ClassVar[mjtSameFrame]
    mjSAMEFRAME_BODY: ClassVar[mjtSameFrame]
    mjSAMEFRAME_INERTIA: ClassVar[mjtSameFrame]
    mjSAMEFRAME_BODYROT: ClassVar[mjtSameFrame]
    mjSAMEFRAME_INERTIAROT: ClassVar[mjtSameFrame]

class mjtSection(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtSection]]
    mjSECT_CLOSED: ClassVar[mjtSection]
    mjSECT_OPEN: ClassVar[mjtSection]
    mjSECT_FIXED: ClassVar[mjtSection]

class mjtSensor(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtSensor]]
    mjSENS_TOUCH: ClassVar[mjtSensor]
    mjSENS_ACCELEROMETER: ClassVar[mjtSensor]
    mjSENS_VELOCIMETER: ClassVar[mjtSensor]
    mjSENS_GYRO: ClassVar[mjtSensor]
    mjSENS_FORCE: ClassVar[mjtSensor]
    mjSENS_TORQUE: ClassVar[mjtSensor]
    mjSENS_MAGNETOMETER: ClassVar[mjtSensor]
    mjSENS_RANGEFINDER: ClassVar[mjtSensor]
    mjSENS_CAMPROJECTION: ClassVar[mjtSensor]
    mjSENS_JOINTPOS: ClassVar[mjtSensor]
    mjSENS_JOINTVEL: ClassVar[mjtSensor]
    mjSENS_TENDONPOS: ClassVar[mjtSensor]
    mjSENS_TENDONVEL: ClassVar[mjtSensor]
    mjSENS_ACTUATORPOS: ClassVar[mjtSensor]
    mjSENS_ACTUATORVEL: ClassVar[mjtSensor]
    mjSENS_ACTUATORFRC: ClassVar[mjtSensor]
    mjSENS_JOINTACTFRC: ClassVar[mjtSensor]
    mjSENS_TENDONACTFRC: ClassVar[mjtSensor]
    mjSENS_BALLQUAT: ClassVar[mjtSensor]
    mjSENS_BALLANGVEL: ClassVar[mjtSensor]
    mjSENS_JOINTLIMITPOS: ClassVar[mjtSensor]
    mjSENS_JOINTLIMITVEL: ClassVar[mjtSensor]
    mjSENS_JOINTLIMITFRC: ClassVar[mjtSensor]
    mjSENS_TENDONLIMITPOS: ClassVar[mjtSensor]
    mjSENS_TENDONLIMITVEL: ClassVar[mjtSensor]
    mjSENS_TENDONLIMITFRC: ClassVar[mjtSensor]
    mjSENS_FRAMEPOS: ClassVar[mjtSensor]
    mjSENS_FRAMEQUAT: ClassVar[mjtSensor]
    mjSENS_FRAMEXAXIS: ClassVar[mjtSensor]
    mjSENS_FRAMEYAXIS: ClassVar[mjtSensor]
    mjSENS_FRAMEZAXIS: ClassVar[mjtSensor]
    mjSENS_FRAMELINVEL: ClassVar[mjtSensor]
    mjSENS_FRAMEANGVEL: ClassVar[mjtSensor]
    mjSENS_FRAMELINACC: ClassVar[mjtSensor]
    mjSENS_FRAMEANGACC: ClassVar[mjtSensor]
    mjSENS_SUBTREECOM: ClassVar[mjtSensor]
    mjSENS_SUBTREELINVEL: ClassVar[mjtSensor]
    mjSENS_SUBTREEANGMOM: ClassVar[mjtSensor]
    mjSENS_INSIDESITE: ClassVar[mjtSensor]
    mjSENS_GEOMDIST: ClassVar[mjtSensor]
    mjSENS_GEOMNORMAL: ClassVar[mjtSensor]
    mjSENS_GEOMFROMTO: ClassVar[mjtSensor]
    mjSENS_CONTACT: ClassVar[mjtSensor]
    mjSENS_E_POTENTIAL: ClassVar[mjtSensor]
    mjSENS_E_KINETIC: ClassVar[mjtSensor]
    mjSENS_CLOCK: ClassVar[mjtSensor]
    mjSENS_TACTILE: ClassVar[mjtSensor]
    mjSENS_PLUGIN: ClassVar[mjtSensor]
    mjSENS_USER: ClassVar[mjtSensor]

class mjtSleepPolicy(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtSleepPolicy]]
    mjSLEEP_AUTO: ClassVar[mjtSleepPolicy]
    mjSLEEP_AUTO_NEVER: ClassVar[mjtSleepPolicy]
    mjSLEEP_AUTO_ALLOWED: ClassVar[mjtSleepPolicy]
    mjSLEEP_NEVER: ClassVar[mjtSleepPolicy]
    mjSLEEP_ALLOWED: ClassVar[mjtSleepPolicy]
    mjSLEEP_INIT: ClassVar[mjtSleepPolicy]

class mjtSleepState(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtSleepState]]
    mjS_STATIC: ClassVar[mjtSleepState]
    mjS_ASLEEP: ClassVar[mjtSleepState]
    mjS_AWAKE: ClassVar[mjtSleepState]

class mjtSolver(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtSolver]]
    mjSOL_PGS: ClassVar[mjtSolver]
    mjSOL_CG: ClassVar[mjtSolver]
    mjSOL_NEWTON: ClassVar[mjtSolver]

class mjtStage(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtStage]]
    mjSTAGE_NONE: ClassVar[mjtStage]
    mjSTAGE_POS: ClassVar[mjtStage]
    mjSTAGE_VEL: ClassVar[mjtStage]
    mjSTAGE_ACC: ClassVar[mjtStage]

class mjtState(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtState]]
    mjSTATE_TIME: ClassVar[mjtState]
    mjSTATE_QPOS: ClassVar[mjtState]
    mjSTATE_QVEL: ClassVar[mjtState]
    mjSTATE_ACT: ClassVar[mjtState]
    mjSTATE_HISTORY: ClassVar[mjtState]
    mjSTATE_WARMSTART: ClassVar[mjtState]
    mjSTATE_CTRL: ClassVar[mjtState]
    mjSTATE_QFRC_APPLIED: ClassVar[mjtState]
    mjSTATE_XFRC_APPLIED: ClassVar[mjtState]
    mjSTATE_EQ_ACTIVE: ClassVar[mjtState]
    mjSTATE_MOCAP_POS: ClassVar[mjtState]
    mjSTATE_MOCAP_QUAT: ClassVar[mjtState]
    mjSTATE_USERDATA: ClassVar[mjtState]
    mjSTATE_PLUGIN: ClassVar[mjtState]
    mjNSTATE: ClassVar[mjtState]
    mjSTATE_PHYSICS: ClassVar[mjtState]
    mjSTATE_FULLPHYSICS: ClassVar[mjtState]
    mjSTATE_USER: ClassVar[mjtState]
    mjSTATE_INTEGRATION: ClassVar[mjtState]

class mjtStereo(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtStereo]]
    mjSTEREO_NONE: ClassVar[mjtStereo]
    mjSTEREO_QUADBUFFERED: ClassVar[mjtStereo]
    mjSTEREO_SIDEBYSIDE: ClassVar[mjtStereo]

class mjtTaskStatus(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtTaskStatus]]
    mjTASK_NEW: ClassVar[mjtTaskStatus]
    mjTASK_QUEUED: ClassVar[mjtTaskStatus]
    mjTASK_COMPLETED: ClassVar[mjtTaskStatus]

class mjtTexture(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtTexture]]
    mjTEXTURE_2D: ClassVar[mjtTexture]
    mjTEXTURE_CUBE: ClassVar[mjtTexture]
    mjTEXTURE_SKYBOX: ClassVar[mjtTexture]

class mjtTextureRole(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtTextureRole]]
    mjTEXROLE_USER: ClassVar[mjtTextureRole]
    mjTEXROLE_RGB: ClassVar[mjtTextureRole]
    mjTEXROLE_OCCLUSION: ClassVar[mjtTextureRole]
    mjTEXROLE_ROUGHNESS: ClassVar[mjtTextureRole]
    mjTEXROLE_METALLIC: ClassVar[mjtTextureRole]
    mjTEXROLE_NORMAL: ClassVar[mjtTextureRole]
    mjTEXROLE_OPACITY: ClassVar[mjtTextureRole]
    mjTEXROLE_EMISSIVE: ClassVar[mjtTextureRole]
    mjTEXROLE_RGBA: ClassVar[mjtTextureRole]
    mjTEXROLE_ORM: ClassVar[mjtTextureRole]
    mjNTEXROLE: ClassVar[mjtTextureRole]

class mjtTimer(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtTimer]]
    mjTIMER_STEP: ClassVar[mjtTimer]
    mjTIMER_FORWARD: ClassVar[mjtTimer]
    mjTIMER_INVERSE: ClassVar[mjtTimer]
    mjTIMER_POSITION: ClassVar[mjtTimer]
    mjTIMER_VELOCITY: ClassVar[mjtTimer]
    mjTIMER_ACTUATION: ClassVar[mjtTimer]
    mjTIMER_CONSTRAINT: ClassVar[mjtTimer]
    mjTIMER_ADVANCE: ClassVar[mjtTimer]
    mjTIMER_POS_KINEMATICS: ClassVar[mjtTimer]
    mjTIMER_POS_INERTIA: ClassVar[mjtTimer]
    mjTIMER_POS_COLLISION: ClassVar[mjtTimer]
    mjTIMER_POS_MAKE: ClassVar[mjtTimer]
    mjTIMER_POS_PROJECT: ClassVar[mjtTimer]
    mjTIMER_COL_BROAD: ClassVar[mjtTimer]
    mjTIMER_COL_NARROW: ClassVar[mjtTimer]
    mjNTIMER: ClassVar[mjtTimer]

class mjtTrn(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtTrn]]
    mjTRN_JOINT: ClassVar[mjtTrn]
    mjTRN_JOINTINPARENT: ClassVar[mjtTrn]
    mjTRN_SLIDERCRANK: ClassVar[mjtTrn]
    mjTRN_TENDON: ClassVar[mjtTrn]
    mjTRN_SITE: ClassVar[mjtTrn]
    mjTRN_BODY: ClassVar[mjtTrn]
    mjTRN_UNDEFINED: ClassVar[mjtTrn]

class mjtVisFlag(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtVisFlag]]
    mjVIS_CONVEXHULL: ClassVar[mjtVisFlag]
    mjVIS_TEXTURE: ClassVar[mjtVisFlag]
    mjVIS_JOINT: ClassVar[mjtVisFlag]
    mjVIS_CAMERA: ClassVar[mjtVisFlag]
    mjVIS_ACTUATOR: ClassVar[mjtVisFlag]
    mjVIS_ACTIVATION: ClassVar[mjtVisFlag]
    mjVIS_LIGHT: ClassVar[mjtVisFlag]
    mjVIS_TENDON: ClassVar[mjtVisFlag]
    mjVIS_RANGEFINDER: ClassVar[mjtVisFlag]
    mjVIS_CONSTRAINT: ClassVar[mjtVisFlag]
    mjVIS_INERTIA: ClassVar[mjtVisFlag]
    mjVIS_SCLINERTIA: ClassVar[mjtVisFlag]
    mjVIS_PERTFORCE: ClassVar[mjtVisFlag]
    mjVIS_PERTOBJ: ClassVar[mjtVisFlag]
    mjVIS_CONTACTPOINT: ClassVar[mjtVisFlag]
    mjVIS_ISLAND: ClassVar[mjtVisFlag]
    mjVIS_CONTACTFORCE: ClassVar[mjtVisFlag]
    mjVIS_CONTACTSPLIT: ClassVar[mjtVisFlag]
    mjVIS_TRANSPARENT: ClassVar[mjtVisFlag]
    mjVIS_AUTOCONNECT: ClassVar[mjtVisFlag]
    mjVIS_COM: ClassVar[mjtVisFlag]
    mjVIS_SELECT: ClassVar[mjtVisFlag]
    mjVIS_STATIC: ClassVar[mjtVisFlag]
    mjVIS_SKIN: ClassVar[mjtVisFlag]
    mjVIS_FLEXVERT: ClassVar[mjtVisFlag]
    mjVIS_FLEXEDGE: ClassVar[mjtVisFlag]
    mjVIS_FLEXFACE: ClassVar[mjtVisFlag]
    mjVIS_FLEXSKIN: ClassVar[mjtVisFlag]
    mjVIS_BODYBVH: ClassVar[mjtVisFlag]
    mjVIS_MESHBVH: ClassVar[mjtVisFlag]
    mjVIS_SDFITER: ClassVar[mjtVisFlag]
    mjNVISFLAG: ClassVar[mjtVisFlag]

class mjtWarning(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtWarning]]
    mjWARN_INERTIA: ClassVar[mjtWarning]
    mjWARN_CONTACTFULL: ClassVar[mjtWarning]
    mjWARN_CNSTRFULL: ClassVar[mjtWarning]
    mjWARN_VGEOMFULL: ClassVar[mjtWarning]
    mjWARN_BADQPOS: ClassVar[mjtWarning]
    mjWARN_BADQVEL: ClassVar[mjtWarning]
    mjWARN_BADQACC: ClassVar[mjtWarning]
    mjWARN_BADCTRL: ClassVar[mjtWarning]
    mjNWARNING: ClassVar[mjtWarning]

class mjtWrap(int):
    name: str
    value: int
    __members__: ClassVar[dict[str, mjtWrap]]
    mjWRAP_NONE: ClassVar[mjtWrap]
    mjWRAP_JOINT: ClassVar[mjtWrap]
    mjWRAP_PULLEY: ClassVar[mjtWrap]
    mjWRAP_SITE: ClassVar[mjtWrap]
    mjWRAP_SPHERE: ClassVar[mjtWrap]
    mjWRAP_CYLINDER: ClassVar[mjtWrap]

def from_zip(file: Any) -> Any: ...

def get_mjcb_act_bias() -> object: ...

def get_mjcb_act_dyn() -> object: ...

def get_mjcb_act_gain() -> object: ...

def get_mjcb_contactfilter() -> object: ...

def get_mjcb_control() -> object: ...

def get_mjcb_passive() -> object: ...

def get_mjcb_sensor() -> object: ...

def get_mjcb_time() -> object: ...

def get_mju_user_free() -> object: ...

def get_mju_user_malloc() -> object: ...

def get_mju_user_warning() -> object: ...

def install_as_mujoco(folders: Any = ...) -> Any: ...

def kernel(function: Any) -> Any: ...

def mj_Euler(m: MjModel, d: MjData) -> None: ...

def mj_RungeKutta(m: MjModel, d: MjData, N: SupportsInt) -> None: ...

def mj_addContact(m: MjModel, d: MjData, con: MjContact) -> int: ...

def mj_addM(m: MjModel, d: MjData, dst: npt.NDArray[np.float64], rownnz: npt.NDArray[np.int32], rowadr: npt.NDArray[np.int32], colind: npt.NDArray[np.int32]) -> None: ...

def mj_angmomMat(m: MjModel, d: MjData, mat: npt.NDArray[np.float64], body: SupportsInt) -> None: ...

def mj_applyFT(m: MjModel, d: MjData, force: npt.ArrayLike, torque: npt.ArrayLike, point: npt.ArrayLike, body: SupportsInt, qfrc_target: npt.NDArray[np.float64]) -> None: ...

def mj_camlight(m: MjModel, d: MjData) -> None: ...

def mj_checkAcc(m: MjModel, d: MjData) -> None: ...

def mj_checkPos(m: MjModel, d: MjData) -> None: ...

def mj_checkVel(m: MjModel, d: MjData) -> None: ...

def mj_clearCache(cache: Any) -> None: ...

def mj_collision(m: MjModel, d: MjData) -> None: ...

def mj_comPos(m: MjModel, d: MjData) -> None: ...

def mj_comVel(m: MjModel, d: MjData) -> None: ...

def mj_compareFwdInv(m: MjModel, d: MjData) -> None: ...

def mj_constraintUpdate(m: MjModel, d: MjData, jar: npt.ArrayLike, cost: npt.NDArray[np.float64] | None, flg_coneHessian: SupportsInt) -> None: ...

def mj_contactForce(m: MjModel, d: MjData, id: SupportsInt, result: npt.NDArray[np.float64]) -> None: ...

def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> None: ...

def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: SupportsInt) -> None: ...

def mj_crb(m: MjModel, d: MjData) -> None: ...

def mj_defaultLROpt(opt: MjLROpt) -> None: ...

def mj_defaultOption(opt: MjOption) -> None: ...

def mj_defaultSolRefImp(solref: npt.NDArray[np.float64], solimp: npt.NDArray[np.float64]) -> None: ...

def mj_defaultVisual(vis: MjVisual) -> None: ...

def mj_differentiatePos(m: MjModel, qvel: npt.NDArray[np.float64], dt: SupportsFloat, qpos1: npt.ArrayLike, qpos2: npt.ArrayLike) -> None: ...

def mj_energyPos(m: MjModel, d: MjData) -> None: ...

def mj_energyVel(m: MjModel, d: MjData) -> None: ...

def mj_extractState(m: MjModel, src: npt.ArrayLike, srcsig: SupportsInt, dst: npt.NDArray[np.float64], dstsig: SupportsInt) -> None: ...

def mj_factorM(m: MjModel, d: MjData) -> None: ...

def mj_flex(m: MjModel, d: MjData) -> None: ...

def mj_forward(m: MjModel, d: MjData) -> None: ...

def mj_forwardSkip(m: MjModel, d: MjData, skipstage: SupportsInt, skipsensor: SupportsInt) -> None: ...

def mj_fullM(m: MjModel, dst: npt.NDArray[np.float64], M: npt.ArrayLike) -> None: ...

def mj_fwdAcceleration(m: MjModel, d: MjData) -> None: ...

def mj_fwdActuation(m: MjModel, d: MjData) -> None: ...

def mj_fwdConstraint(m: MjModel, d: MjData) -> None: ...

def mj_fwdKinematics(m: MjModel, d: MjData) -> None: ...

def mj_fwdPosition(m: MjModel, d: MjData) -> None: ...

def mj_fwdVelocity(m: MjModel, d: MjData) -> None: ...

def mj_geomDistance(m: MjModel, d: MjData, geom1: SupportsInt, geom2: SupportsInt, distmax: SupportsFloat, fromto: npt.NDArray[np.float64] | None) -> float: ...

def mj_getCache() -> Any: ...

def mj_getCacheCapacity(cache: Any) -> int: ...

def mj_getCacheSize(cache: Any) -> int: ...

def mj_getState(m: MjModel, d: MjData, state: npt.NDArray[np.float64], sig: SupportsInt) -> None: ...

def mj_getTotalmass(m: MjModel) -> float: ...

def mj_id2name(m: MjModel, type: SupportsInt, id: SupportsInt) -> str: ...

def mj_implicit(m: MjModel, d: MjData) -> None: ...

def mj_initCtrlHistory(m: MjModel, d: MjData, id: SupportsInt, times: npt.ArrayLike | None, values: npt.ArrayLike) -> None: ...

def mj_initSensorHistory(m: MjModel, d: MjData, id: SupportsInt, times: npt.ArrayLike | None, values: npt.ArrayLike, phase: SupportsFloat) -> None: ...

def mj_integratePos(m: MjModel, qpos: npt.NDArray[np.float64], qvel: npt.ArrayLike, dt: SupportsFloat) -> None: ...

def mj_invConstraint(m: MjModel, d: MjData) -> None: ...

def mj_invPosition(m: MjModel, d: MjData) -> None: ...

def mj_invVelocity(m: MjModel, d: MjData) -> None: ...

def mj_inverse(m: MjModel, d: MjData) -> None: ...

def mj_inverseSkip(m: MjModel, d: MjData, skipstage: SupportsInt, skipsensor: SupportsInt) -> None: ...

def mj_isDual(m: MjModel) -> int: ...

def mj_isPyramidal(m: MjModel) -> int: ...

def mj_isSparse(m: MjModel) -> int: ...

def mj_island(m: MjModel, d: MjData) -> None: ...

def mj_jac(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: npt.ArrayLike, body: SupportsInt) -> None: ...

def mj_jacBody(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, body: SupportsInt) -> None: ...

def mj_jacBodyCom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, body: SupportsInt) -> None: ...

def mj_jacDot(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: npt.ArrayLike, body: SupportsInt) -> None: ...

def mj_jacGeom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, geom: SupportsInt) -> None: ...

def mj_jacPointAxis(m: MjModel, d: MjData, jacPoint: npt.NDArray[np.float64] | None, jacAxis: npt.NDArray[np.float64] | None, point: npt.ArrayLike, axis: npt.ArrayLike, body: SupportsInt) -> None: ...

def mj_jacSite(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, site: SupportsInt) -> None: ...

def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, body: SupportsInt) -> None: ...

def mj_kinematics(m: MjModel, d: MjData) -> None: ...

def mj_loadAllPluginLibraries(directory: str) -> None: ...

def mj_loadPluginLibrary(path: str) -> None: ...

def mj_local2Global(d: MjData, xpos: npt.NDArray[np.float64], xmat: npt.NDArray[np.float64], pos: npt.ArrayLike, quat: npt.ArrayLike, body: SupportsInt, sameframe: SupportsInt) -> None: ...

def mj_makeConstraint(m: MjModel, d: MjData) -> None: ...

def mj_makeM(m: MjModel, d: MjData) -> None: ...

def mj_mulJacTVec(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mj_mulJacVec(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mj_mulM(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mj_mulM2(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mj_multiRay(m: MjModel, d: MjData, pnt: npt.ArrayLike, vec: npt.ArrayLike, geomgroup: npt.ArrayLike | None, flg_static: SupportsInt, bodyexclude: SupportsInt, geomid: npt.NDArray[np.int32], dist: npt.NDArray[np.float64], normal: npt.NDArray[np.float64] | None, nray: SupportsInt, cutoff: SupportsFloat) -> None: ...

def mj_name2id(m: MjModel, type: SupportsInt, name: str) -> int: ...

def mj_normalizeQuat(m: MjModel, qpos: npt.NDArray[np.float64]) -> None: ...

def mj_objectAcceleration(m: MjModel, d: MjData, objtype: SupportsInt, objid: SupportsInt, res: npt.NDArray[np.float64], flg_local: SupportsInt) -> None: ...

def mj_objectVelocity(m: MjModel, d: MjData, objtype: SupportsInt, objid: SupportsInt, res: npt.NDArray[np.float64], flg_local: SupportsInt) -> None: ...

def mj_passive(m: MjModel, d: MjData) -> None: ...

def mj_printData(m: MjModel, d: MjData, filename: str) -> None: ...

def mj_printFormattedData(m: MjModel, d: MjData, filename: str, float_format: str) -> None: ...

def mj_printFormattedModel(m: MjModel, filename: str, float_format: str) -> None: ...

def mj_printFormattedScene(*args: Any, **kwargs: Any) -> Any: ...

def mj_printModel(m: MjModel, filename: str) -> None: ...

def mj_printScene(*args: Any, **kwargs: Any) -> Any: ...

def mj_printSchema(flg_html: bool, flg_pad: bool) -> str: ...

def mj_projectConstraint(m: MjModel, d: MjData) -> None: ...

def mj_ray(m: MjModel, d: MjData, pnt: npt.ArrayLike, vec: npt.ArrayLike, geomgroup: npt.ArrayLike | None, flg_static: SupportsInt, bodyexclude: SupportsInt, geomid: npt.NDArray[np.int32] | None, normal: npt.NDArray[np.float64] | None=...) -> float: ...

def mj_rayFlex(m: MjModel, d: MjData, flex_layer: SupportsInt, flg_vert: SupportsInt, flg_edge: SupportsInt, flg_face: SupportsInt, flg_skin: SupportsInt, flexid: SupportsInt, pnt: npt.ArrayLike, vec: npt.ArrayLike, vertid: npt.NDArray[np.int32] | None=..., normal: npt.NDArray[np.float64] | None=...) -> float: ...

def mj_rayHfield(m: MjModel, d: MjData, geomid: SupportsInt, pnt: npt.ArrayLike, vec: npt.ArrayLike, normal: npt.NDArray[np.float64] | None=...) -> float: ...

def mj_rayMesh(m: MjModel, d: MjData, geomid: SupportsInt, pnt: npt.ArrayLike, vec: npt.ArrayLike, normal: npt.NDArray[np.float64] | None=...) -> float: ...

def mj_readCtrl(m: MjModel, d: MjData, id: SupportsInt, time: SupportsFloat, interp: SupportsInt) -> float: ...

def mj_readSensor(m: MjModel, d: MjData, id: SupportsInt, time: SupportsFloat, result: npt.NDArray[np.float64], interp: SupportsInt) -> npt.NDArray[np.float64]: ...

def mj_referenceConstraint(m: MjModel, d: MjData) -> None: ...

def mj_resetCallbacks() -> None: ...

def mj_resetData(m: MjModel, d: MjData) -> None: ...

def mj_resetDataDebug(m: MjModel, d: MjData, debug_value: SupportsInt) -> None: ...

def mj_resetDataKeyframe(m: MjModel, d: MjData, key: SupportsInt) -> None: ...

def mj_rne(m: MjModel, d: MjData, flg_acc: SupportsInt, result: npt.NDArray[np.float64]) -> None: ...

def mj_rnePostConstraint(m: MjModel, d: MjData) -> None: ...

def mj_saveLastXML(filename: str, m: MjModel) -> None: ...

def mj_saveModel(m: MjModel, filename: str | None=..., buffer: npt.NDArray[np.uint8] | None=...) -> None: ...

def mj_sensorAcc(m: MjModel, d: MjData) -> None: ...

def mj_sensorPos(m: MjModel, d: MjData) -> None: ...

def mj_sensorVel(m: MjModel, d: MjData) -> None: ...

def mj_setCacheCapacity(cache: Any, size: SupportsInt) -> int: ...

def mj_setConst(m: MjModel, d: MjData) -> None: ...

def mj_setKeyframe(m: MjModel, d: MjData, k: SupportsInt) -> None: ...

def mj_setLengthRange(m: MjModel, d: MjData, index: SupportsInt, opt: MjLROpt) -> None: ...

def mj_setState(m: MjModel, d: MjData, state: npt.ArrayLike, sig: SupportsInt) -> None: ...

def mj_setTotalmass(m: MjModel, newmass: SupportsFloat) -> None: ...

def mj_sizeModel(m: MjModel) -> int: ...

def mj_solveM(m: MjModel, d: MjData, x: npt.NDArray[np.float64], y: npt.ArrayLike) -> None: ...

def mj_solveM2(m: MjModel, d: MjData, x: npt.NDArray[np.float64], y: npt.ArrayLike, sqrtInvD: npt.ArrayLike) -> None: ...

def mj_stateSize(m: MjModel, sig: SupportsInt) -> int: ...

def mj_step(m: MjModel, d: MjData, nstep: SupportsInt=...) -> None: ...

def mj_step1(m: MjModel, d: MjData) -> None: ...

def mj_step2(m: MjModel, d: MjData) -> None: ...

def mj_subtreeVel(m: MjModel, d: MjData) -> None: ...

def mj_tendon(m: MjModel, d: MjData) -> None: ...

def mj_transmission(m: MjModel, d: MjData) -> None: ...

def mj_version() -> int: ...

def mj_versionString() -> str: ...

def mjd_inverseFD(m: MjModel, d: MjData, eps: SupportsFloat, flg_actuation: SupportsInt, DfDq: npt.NDArray[np.float64] | None, DfDv: npt.NDArray[np.float64] | None, DfDa: npt.NDArray[np.float64] | None, DsDq: npt.NDArray[np.float64] | None, DsDv: npt.NDArray[np.float64] | None, DsDa: npt.NDArray[np.float64] | None, DmDq: npt.NDArray[np.float64] | None) -> None: ...

def mjd_quatIntegrate(vel: npt.ArrayLike, scale: SupportsFloat, Dquat: npt.NDArray[np.float64], Dvel: npt.NDArray[np.float64], Dscale: npt.NDArray[np.float64]) -> None: ...

def mjd_subQuat(qa: npt.ArrayLike, qb: npt.ArrayLike, Da: npt.NDArray[np.float64] | None, Db: npt.NDArray[np.float64] | None) -> None: ...

def mjd_transitionFD(m: MjModel, d: MjData, eps: SupportsFloat, flg_centered: SupportsInt, A: npt.NDArray[np.float64] | None, B: npt.NDArray[np.float64] | None, C: npt.NDArray[np.float64] | None, D: npt.NDArray[np.float64] | None) -> None: ...

def mjr_addAux(*args: Any, **kwargs: Any) -> Any: ...

def mjr_blitAux(*args: Any, **kwargs: Any) -> Any: ...

def mjr_blitBuffer(*args: Any, **kwargs: Any) -> Any: ...

def mjr_changeFont(*args: Any, **kwargs: Any) -> Any: ...

def mjr_drawPixels(*args: Any, **kwargs: Any) -> Any: ...

def mjr_figure(*args: Any, **kwargs: Any) -> Any: ...

def mjr_findRect(*args: Any, **kwargs: Any) -> Any: ...

def mjr_finish(*args: Any, **kwargs: Any) -> Any: ...

def mjr_getError(*args: Any, **kwargs: Any) -> Any: ...

def mjr_label(*args: Any, **kwargs: Any) -> Any: ...

def mjr_maxViewport(*args: Any, **kwargs: Any) -> Any: ...

def mjr_overlay(*args: Any, **kwargs: Any) -> Any: ...

def mjr_readPixels(*args: Any, **kwargs: Any) -> Any: ...

def mjr_rectangle(*args: Any, **kwargs: Any) -> Any: ...

def mjr_render(*args: Any, **kwargs: Any) -> Any: ...

def mjr_resizeOffscreen(*args: Any, **kwargs: Any) -> Any: ...

def mjr_restoreBuffer(*args: Any, **kwargs: Any) -> Any: ...

def mjr_setAux(*args: Any, **kwargs: Any) -> Any: ...

def mjr_setBuffer(*args: Any, **kwargs: Any) -> Any: ...

def mjr_text(*args: Any, **kwargs: Any) -> Any: ...

def mjr_uploadHField(*args: Any, **kwargs: Any) -> Any: ...

def mjr_uploadMesh(*args: Any, **kwargs: Any) -> Any: ...

def mjr_uploadTexture(*args: Any, **kwargs: Any) -> Any: ...

def mju_Halton(index: SupportsInt, base: SupportsInt) -> float: ...

def mju_L1(vec: npt.NDArray[np.float64]) -> float: ...

def mju_add(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None: ...

def mju_add3(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None: ...

def mju_addScl(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike, scl: SupportsFloat) -> None: ...

def mju_addScl3(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike, scl: SupportsFloat) -> None: ...

def mju_addTo(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mju_addTo3(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mju_addToScl(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None: ...

def mju_addToScl3(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None: ...

def mju_axisAngle2Quat(res: npt.NDArray[np.float64], axis: npt.ArrayLike, angle: SupportsFloat) -> None: ...

def mju_band2Dense(res: npt.NDArray[np.float64], mat: npt.ArrayLike, ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt, flg_sym: SupportsInt) -> None: ...

def mju_bandDiag(i: SupportsInt, ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt) -> int: ...

def mju_bandMulMatVec(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike, ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt, nvec: SupportsInt, flg_sym: SupportsInt) -> None: ...

def mju_bindThreadPool(d: MjData, thread_pool: SupportsInt) -> None: ...

def mju_boxQP(res: npt.NDArray[np.float64], R: npt.NDArray[np.float64], index: npt.NDArray[np.int32] | None, H: npt.ArrayLike, g: npt.ArrayLike, lower: npt.ArrayLike | None, upper: npt.ArrayLike | None) -> int: ...

def mju_cholFactor(mat: npt.NDArray[np.float64], mindiag: SupportsFloat) -> int: ...

def mju_cholFactorBand(mat: npt.NDArray[np.float64], ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt, diagadd: SupportsFloat, diagmul: SupportsFloat) -> float: ...

def mju_cholSolve(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...

def mju_cholSolveBand(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike, ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt) -> None: ...

def mju_cholUpdate(mat: npt.NDArray[np.float64], x: npt.NDArray[np.float64], flg_plus: SupportsInt) -> int: ...

def mju_clip(x: SupportsFloat, min: SupportsFloat, max: SupportsFloat) -> float: ...

def mju_copy(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mju_copy3(res: npt.NDArray[np.float64], data: npt.ArrayLike) -> None: ...

def mju_copy4(res: npt.NDArray[np.float64], data: npt.ArrayLike) -> None: ...

def mju_cross(res: npt.NDArray[np.float64], a: npt.ArrayLike, b: npt.ArrayLike) -> None: ...

def mju_d2n(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mju_decodePyramid(force: npt.NDArray[np.float64], pyramid: npt.ArrayLike, mu: npt.ArrayLike) -> None: ...

def mju_dense2Band(res: npt.NDArray[np.float64], mat: npt.ArrayLike, ntotal: SupportsInt, nband: SupportsInt, ndense: SupportsInt) -> None: ...

def mju_dense2sparse(res: npt.NDArray[np.float64], mat: npt.ArrayLike, rownnz: npt.NDArray[np.int32], rowadr: npt.NDArray[np.int32], colind: npt.NDArray[np.int32]) -> int: ...

def mju_derivQuat(res: npt.NDArray[np.float64], quat: npt.ArrayLike, vel: npt.ArrayLike) -> None: ...

def mju_dist3(pos1: npt.ArrayLike, pos2: npt.ArrayLike) -> float: ...

def mju_dot(vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> float: ...

def mju_dot3(vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> float: ...

def mju_eig3(eigval: npt.NDArray[np.float64], eigvec: npt.NDArray[np.float64], quat: npt.NDArray[np.float64], mat: npt.ArrayLike) -> int: ...

def mju_encodePyramid(pyramid: npt.NDArray[np.float64], force: npt.ArrayLike, mu: npt.ArrayLike) -> None: ...

def mju_euler2Quat(quat: npt.NDArray[np.float64], euler: npt.ArrayLike, seq: str) -> None: ...

def mju_eye(mat: npt.NDArray[np.float64]) -> None: ...

def mju_f2n(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mju_fill(res: npt.NDArray[np.float64], val: SupportsFloat) -> None: ...

def mju_getXMLDependencies(filename: str) -> list[str]: ...

def mju_insertionSort(list: npt.NDArray[np.float64]) -> None: ...

def mju_insertionSortInt(list: npt.NDArray[np.int32]) -> None: ...

def mju_isBad(x: SupportsFloat) -> int: ...

def mju_isZero(vec: npt.NDArray[np.float64]) -> int: ...

def mju_mat2Quat(quat: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None: ...

def mju_mat2Rot(quat: npt.NDArray[np.float64], mat: npt.ArrayLike) -> int: ...

def mju_max(a: SupportsFloat, b: SupportsFloat) -> float: ...

def mju_min(a: SupportsFloat, b: SupportsFloat) -> float: ...

def mju_mulMatMat(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None: ...

def mju_mulMatMatT(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None: ...

def mju_mulMatTMat(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None: ...

def mju_mulMatTVec(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...

def mju_mulMatTVec3(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...

def mju_mulMatVec(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...

def mju_mulMatVec3(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...

def mju_mulPose(posres: npt.NDArray[np.float64], quatres: npt.NDArray[np.float64], pos1: npt.ArrayLike, quat1: npt.ArrayLike, pos2: npt.ArrayLike, quat2: npt.ArrayLike) -> None: ...

def mju_mulQuat(res: npt.NDArray[np.float64], quat1: npt.ArrayLike, quat2: npt.ArrayLike) -> None: ...

def mju_mulQuatAxis(res: npt.NDArray[np.float64], quat: npt.ArrayLike, axis: npt.ArrayLike) -> None: ...

def mju_mulVecMatVec(vec1: npt.ArrayLike, mat: npt.ArrayLike, vec2: npt.ArrayLike) -> float: ...

def mju_muscleBias(len: SupportsFloat, lengthrange: npt.ArrayLike, acc0: SupportsFloat, prm: npt.ArrayLike) -> float: ...

def mju_muscleDynamics(ctrl: SupportsFloat, act: SupportsFloat, prm: npt.ArrayLike) -> float: ...

def mju_muscleGain(len: SupportsFloat, vel: SupportsFloat, lengthrange: npt.ArrayLike, acc0: SupportsFloat, prm: npt.ArrayLike) -> float: ...

def mju_n2d(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mju_n2f(res: npt.NDArray[np.float32], vec: npt.ArrayLike) -> None: ...

def mju_negPose(posres: npt.NDArray[np.float64], quatres: npt.NDArray[np.float64], pos: npt.ArrayLike, quat: npt.ArrayLike) -> None: ...

def mju_negQuat(res: npt.NDArray[np.float64], quat: npt.ArrayLike) -> None: ...

def mju_norm(res: npt.ArrayLike) -> float: ...

def mju_norm3(vec: npt.ArrayLike) -> float: ...

def mju_normalize(res: npt.NDArray[np.float64]) -> float: ...

def mju_normalize3(vec: npt.NDArray[np.float64]) -> float: ...

def mju_normalize4(vec: npt.NDArray[np.float64]) -> float: ...

def mju_printMat(mat: npt.ArrayLike) -> None: ...

def mju_printMatSparse(mat: npt.ArrayLike, rownnz: npt.ArrayLike, rowadr: npt.ArrayLike, colind: npt.ArrayLike) -> None: ...

def mju_quat2Mat(res: npt.NDArray[np.float64], quat: npt.ArrayLike) -> None: ...

def mju_quat2Vel(res: npt.NDArray[np.float64], quat: npt.ArrayLike, dt: SupportsFloat) -> None: ...

def mju_quatIntegrate(quat: npt.NDArray[np.float64], vel: npt.ArrayLike, scale: SupportsFloat) -> None: ...

def mju_quatZ2Vec(quat: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mju_rayGeom(pos: npt.ArrayLike, mat: npt.ArrayLike, size: npt.ArrayLike, pnt: npt.ArrayLike, vec: npt.ArrayLike, geomtype: SupportsInt, normal: npt.NDArray[np.float64] | None=...) -> float: ...

def mju_raySkin(nface: SupportsInt, nvert: SupportsInt, face: npt.ArrayLike, vert: npt.ArrayLike, pnt: npt.ArrayLike, vec: npt.ArrayLike, vertid: npt.NDArray[np.int32]) -> float: ...

def mju_rotVecQuat(res: npt.NDArray[np.float64], vec: npt.ArrayLike, quat: npt.ArrayLike) -> None: ...

def mju_round(x: SupportsFloat) -> int: ...

def mju_scl(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None: ...

def mju_scl3(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None: ...

def mju_sigmoid(x: SupportsFloat) -> float: ...

def mju_sign(x: SupportsFloat) -> float: ...

def mju_sparse2dense(res: npt.NDArray[np.float64], mat: npt.ArrayLike, rownnz: npt.ArrayLike, rowadr: npt.ArrayLike, colind: npt.ArrayLike) -> None: ...

def mju_springDamper(pos0: SupportsFloat, vel0: SupportsFloat, Kp: SupportsFloat, Kv: SupportsFloat, dt: SupportsFloat) -> float: ...

def mju_sqrMatTD(res: npt.NDArray[np.float64], mat: npt.ArrayLike, diag: npt.NDArray[np.float64] | None) -> None: ...

def mju_standardNormal(num2: SupportsFloat | None) -> float: ...

def mju_str2Type(str: str) -> int: ...

def mju_sub(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None: ...

def mju_sub3(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None: ...

def mju_subFrom(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mju_subFrom3(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...

def mju_subQuat(res: npt.NDArray[np.float64], qa: npt.ArrayLike, qb: npt.ArrayLike) -> None: ...

def mju_sum(vec: npt.NDArray[np.float64]) -> float: ...

def mju_symmetrize(res: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None: ...

def mju_threadPoolCreate(number_of_threads: SupportsInt) -> int: ...

def mju_threadPoolDestroy(thread_pool: SupportsInt) -> None: ...

def mju_transformSpatial(res: npt.NDArray[np.float64], vec: npt.ArrayLike, flg_force: SupportsInt, newpos: npt.ArrayLike, oldpos: npt.ArrayLike, rotnew2old: npt.ArrayLike) -> None: ...

def mju_transpose(res: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None: ...

def mju_trnVecPose(res: npt.NDArray[np.float64], pos: npt.ArrayLike, quat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...

def mju_type2Str(type: SupportsInt) -> str: ...

def mju_unit4(res: npt.NDArray[np.float64]) -> None: ...

def mju_warningText(warning: SupportsInt, info: SupportsInt) -> str: ...

def mju_writeLog(type: str, msg: str) -> None: ...

def mju_writeNumBytes(nbytes: SupportsInt) -> str: ...

def mju_zero(res: npt.NDArray[np.float64]) -> None: ...

def mju_zero3(res: npt.NDArray[np.float64]) -> None: ...

def mju_zero4(res: npt.NDArray[np.float64]) -> None: ...

def mjv_addGeoms(m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb, catmask: SupportsInt, scn: MjvScene) -> None: ...

def mjv_alignToCamera(res: npt.NDArray[np.float64], vec: npt.ArrayLike, forward: npt.ArrayLike) -> None: ...

def mjv_applyPerturbForce(m: MjModel, d: MjData, pert: MjvPerturb) -> None: ...

def mjv_applyPerturbPose(m: MjModel, d: MjData, pert: MjvPerturb, flg_paused: SupportsInt) -> None: ...

def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera: ...

def mjv_cameraFrame(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], right: npt.NDArray[np.float64], d: MjData, cam: MjvCamera) -> None: ...

def mjv_cameraFrustum(zver: npt.NDArray[np.float32], zhor: npt.NDArray[np.float32], zclip: npt.NDArray[np.float32], m: MjModel, cam: MjvCamera) -> None: ...

def mjv_cameraInModel(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], scn: MjvScene) -> None: ...

def mjv_cameraInRoom(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], scn: MjvScene) -> None: ...

def mjv_connector(geom: MjvGeom, type: SupportsInt, width: SupportsFloat, from_: npt.ArrayLike, to: npt.ArrayLike) -> None: ...

def mjv_defaultCamera(cam: MjvCamera) -> None: ...

def mjv_defaultFigure(fig: MjvFigure) -> None: ...

def mjv_defaultFreeCamera(m: MjModel, cam: MjvCamera) -> None: ...

def mjv_defaultOption(opt: MjvOption) -> None: ...

def mjv_defaultPerturb(pert: MjvPerturb) -> None: ...

def mjv_frustumHeight(scn: MjvScene) -> float: ...

def mjv_initGeom(geom: MjvGeom, type: SupportsInt, size: npt.ArrayLike, pos: npt.ArrayLike, mat: npt.ArrayLike, rgba: npt.ArrayLike) -> None: ...

def mjv_initPerturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None: ...

def mjv_makeLights(m: MjModel, d: MjData, scn: MjvScene) -> None: ...

def mjv_model2room(roompos: npt.NDArray[np.float64], roomquat: npt.NDArray[np.float64], modelpos: npt.ArrayLike, modelquat: npt.ArrayLike, scn: MjvScene) -> None: ...

def mjv_moveCamera(m: MjModel, action: SupportsInt, reldx: SupportsFloat, reldy: SupportsFloat, scn: MjvScene, cam: MjvCamera) -> None: ...

def mjv_moveModel(m: MjModel, action: SupportsInt, reldx: SupportsFloat, reldy: SupportsFloat, roomup: npt.ArrayLike, scn: MjvScene) -> None: ...

def mjv_movePerturb(m: MjModel, d: MjData, action: SupportsInt, reldx: SupportsFloat, reldy: SupportsFloat, scn: MjvScene, pert: MjvPerturb) -> None: ...

def mjv_room2model(modelpos: npt.NDArray[np.float64], modelquat: npt.NDArray[np.float64], roompos: npt.ArrayLike, roomquat: npt.ArrayLike, scn: MjvScene) -> None: ...

def mjv_select(m: MjModel, d: MjData, vopt: MjvOption, aspectratio: SupportsFloat, relx: SupportsFloat, rely: SupportsFloat, scn: MjvScene, selpnt: npt.NDArray[np.float64], geomid: npt.NDArray[np.int32], flexid: npt.NDArray[np.int32], skinid: npt.NDArray[np.int32]) -> int: ...

def mjv_updateCamera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None: ...

def mjv_updateScene(m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb | None, cam: MjvCamera, catmask: SupportsInt, scn: MjvScene) -> None: ...

def mjv_updateSkin(m: MjModel, d: MjData, scn: MjvScene) -> None: ...

def plugin_config(m: Any, instance: Any) -> Any: ...

def register_plugin(plugin: Any) -> Any: ...

def register_provider(prefix: Any, read: Any) -> Any: ...

def set_mjcb_act_bias(arg0: object) -> None: ...

def set_mjcb_act_dyn(arg0: object) -> None: ...

def set_mjcb_act_gain(arg0: object) -> None: ...

def set_mjcb_contactfilter(arg0: object) -> None: ...

def set_mjcb_control(arg0: object) -> None: ...

def set_mjcb_passive(arg0: object) -> None: ...

def set_mjcb_sensor(arg0: object) -> None: ...

def set_mjcb_time(arg0: object) -> None: ...

def set_mju_user_free(arg0: object) -> None: ...

def set_mju_user_malloc(arg0: object) -> None: ...

def set_mju_user_warning(arg0: object) -> None: ...

def to_zip(spec: Any, file: Any) -> Any: ...
