"""Functions of abstract visualization (visual) and rendering: mjv_*, mjr_*.

Documents: API / Interaction, Visualization, OpenGL rendering
"""

from gelenk.tables.field_rows import Group

VISUAL = Group(
    "visual",
    "Visualization",
    "API / Interaction, Visualization",
    "Visualization of a model and its state: cameras, lights and a list of geoms.",
    """
    cam: abstract camera
    opt: visualization options
    vopt: visualization options
    pert: selection and perturbation
    fig: figure
    scn: the scene
    geom: geom, modified in place
    catmask: geom categories, bits of mjtCatBit
    action: mouse action (mjtMouse)
    reldx [1]: mouse displacement to the right, in window heights
    reldy [1]: mouse displacement downward, in window heights
    headpos [m]: camera position
    forward [1]: forward direction of the camera, unit vector
    up [1]: up direction of the camera, unit vector
    """,
    """
mj_printScene s:MjvScene filename:s -> None
    s: scene
    filename: file path
mj_printFormattedScene s:MjvScene filename:s float_format:s -> None
    s: scene
    filename: file path
    float_format: printf format of floating-point values, such as "%.3g"
mjv_defaultCamera cam:MjvCamera -> None
mjv_defaultFreeCamera m:m cam:MjvCamera -> None
mjv_defaultOption opt:MjvOption -> None
mjv_defaultPerturb pert:MjvPerturb -> None
mjv_defaultFigure fig:MjvFigure -> None
mjv_initGeom geom:MjvGeom type:i size:R3 pos:R3 mat:R9 rgba:Rs4 -> None
    type: geom type (mjtGeom)
    size [m]: size parameters; for geoms with a radius the first value is repeated
    pos [m]: position
    mat [1]: orientation, row-major rotation matrix
    rgba [1]: color, each element 0 to 1
mjv_connector geom:MjvGeom type:i width:f from_:R3 to:R3 -> None
    type: mjGEOM_CAPSULE, CYLINDER, an arrow type or LINE
    width [m]: radius; for lines the width in pixels
    from_ [m]: start point
    to [m]: end point
mjv_updateScene m:m d:d opt:MjvOption pert:MjvPerturb? cam:MjvCamera catmask:i scn:MjvScene -> None
    reads xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat \
light_xpos light_xdir subtree_com ten_wrapadr ten_wrapnum wrap_xpos wrap_obj ten_length act ctrl bvh_active contact \
efc_force flexvert_xpos sensordata tree_asleep
mjv_addGeoms m:m d:d opt:MjvOption pert:MjvPerturb catmask:i scn:MjvScene -> None
mjv_makeLights m:m d:d scn:MjvScene -> None
    reads light_xpos light_xdir
mjv_updateCamera m:m d:d cam:MjvCamera scn:MjvScene -> None
    reads cam_xpos cam_xmat subtree_com
mjv_updateSkin m:m d:d scn:MjvScene -> None
    reads xpos xquat
mjv_cameraFrame headpos:W3 forward:W3 up:W3 right:W3 d:d cam:MjvCamera -> None
    reads cam_xpos cam_xmat subtree_com
    right [1]: right direction of the camera, unit vector
mjv_cameraFrustum zver:Ws2 zhor:Ws2 zclip:Ws2 m:m cam:MjvCamera -> None
    zver [m]: vertical extents of the frustum on the near plane: down, up
    zhor [m]: horizontal extents of the frustum on the near plane: left, right; 0: from the viewport aspect ratio
    zclip [m]: distances of the near and far plane
mjv_camera2GLCamera m:m d:d cam:MjvCamera -> mujoco._structs.MjvGLCamera
mjv_averageCamera cam1:MjvGLCamera cam2:MjvGLCamera -> mujoco._structs.MjvGLCamera
    cam1: camera of the first eye
    cam2: camera of the second eye
mjv_frustumHeight scn:MjvScene -> float
mjv_cameraInRoom headpos:W3 forward:W3 up:W3 scn:MjvScene -> None
mjv_cameraInModel headpos:W3 forward:W3 up:W3 scn:MjvScene -> None
mjv_room2model modelpos:W3 modelquat:W4 roompos:R3 roomquat:R4 scn:MjvScene -> None
    modelpos [m]: position in the model frame
    modelquat [1]: orientation in the model frame
    roompos [m]: position in the room frame
    roomquat [1]: orientation in the room frame
mjv_model2room roompos:W3 roomquat:W4 modelpos:R3 modelquat:R4 scn:MjvScene -> None
    roompos [m]: position in the room frame
    roomquat [1]: orientation in the room frame
    modelpos [m]: position in the model frame
    modelquat [1]: orientation in the model frame
mjv_alignToCamera res:W3 vec:R3 forward:R3 -> None
    res: vector in the world frame, unit of vec
    vec: vector in the camera-aligned frame: right, forward, up; any unit
    forward [1]: forward direction of the camera; the vertical component is ignored
mjv_moveCamera m:m action:i reldx:f reldy:f scn:MjvScene cam:MjvCamera -> None
mjv_moveModel m:m action:i reldx:f reldy:f roomup:R3 scn:MjvScene -> None
    roomup [1]: up direction of the room frame, unit vector
mjv_initPerturb m:m d:d scn:MjvScene pert:MjvPerturb -> None
    reads xpos xquat xmat xipos cdof subtree_com qM
mjv_movePerturb m:m d:d action:i reldx:f reldy:f scn:MjvScene pert:MjvPerturb -> None
    reads xquat
mjv_applyPerturbPose m:m d:d pert:MjvPerturb flg_paused:i -> None
    writes mocap_pos mocap_quat qpos
    flg_paused: 1: simulation is paused, free bodies are moved to the reference pose
mjv_applyPerturbForce m:m d:d pert:MjvPerturb -> None
    reads xpos xmat xquat cvel subtree_com
    writes xfrc_applied
mjv_select m:m d:d vopt:MjvOption aspectratio:f relx:f rely:f scn:MjvScene \
selpnt:W3 geomid:Wi1 flexid:Wi1 skinid:Wi1 -> int
    reads geom_xpos geom_xmat flexvert_xpos
    aspectratio [1]: aspect ratio of the viewport: width / height
    relx [1]: horizontal image coordinate, 0 to 1 from the left
    rely [1]: vertical image coordinate, 0 to 1 from the bottom
    selpnt [m]: selected point, world frame; unchanged without a hit
    geomid: id of the selected geom; -1: none
    flexid: id of the selected flex; -1: none
    skinid: id of the selected skin; -1: none
""",
)

RENDER = Group(
    "render",
    "Rendering",
    "API / OpenGL rendering",
    "Rendering of a scene, and 2D drawing over the image. Rectangles and viewports are in pixels from the lower left "
    "corner of a buffer, with the bottom row of pixels first. No graphics driver is required.",
    """
    con: rendering context
    viewport [pixel]: viewport rectangle
    scn: the scene
    font: font (mjtFont)
    txt: text, one line
    index: index of the auxiliary buffer, 0 to 9
    r [1]: red, 0 to 1
    g [1]: green, 0 to 1
    b [1]: blue, 0 to 1
    a [1]: opacity, 0 to 1
    """,
    """
mjr_resizeOffscreen width:i height:i con:MjrContext -> None
    width: width of the buffer [pixel]
    height: height of the buffer [pixel]
mjr_addAux index:i width:i height:i samples:i con:MjrContext -> None
    width: width of the buffer [pixel]; 0 or less: remove the buffer
    height: height of the buffer [pixel]; 0 or less: remove the buffer
    samples: number of samples per pixel, stored as auxSamples
mjr_uploadTexture m:m con:MjrContext texid:i -> None
    texid: texture id
mjr_uploadMesh m:m con:MjrContext meshid:i -> None
    meshid: mesh id
mjr_uploadHField m:m con:MjrContext hfieldid:i -> None
    hfieldid: height field id
mjr_changeFont fontscale:i con:MjrContext -> None
    fontscale: font scale in percent (mjtFontScale)
mjr_restoreBuffer con:MjrContext -> None
mjr_setBuffer framebuffer:i con:MjrContext -> None
    framebuffer: target buffer (mjtFramebuffer)
mjr_setAux index:i con:MjrContext -> None
mjr_blitAux index:i src:MjrRect left:i bottom:i con:MjrContext -> None
    src [pixel]: source rectangle in the auxiliary buffer
    left: left edge of the destination [pixel]
    bottom: bottom edge of the destination [pixel]
mjr_blitBuffer src:MjrRect dst:MjrRect flg_color:i flg_depth:i con:MjrContext -> None
    src [pixel]: source rectangle in the current buffer
    dst [pixel]: destination rectangle in the other buffer
    flg_color: 1: copy color
    flg_depth: 1: copy depth
mjr_readPixels rgb:Wb*? depth:Ws*? viewport:MjrRect con:MjrContext -> None
    rgb: RGB values by pixel, height * width * 3 elements
    depth [1]: depth by pixel, height * width elements
mjr_drawPixels rgb:Rbn? depth:Rsn? viewport:MjrRect con:MjrContext -> None
    rgb: RGB values by pixel, height * width * 3 elements
    depth [1]: depth by pixel, height * width elements
mjr_maxViewport con:MjrContext -> mujoco._render.MjrRect
mjr_getError -> int
mjr_defaultRendererInfo info:MjrRendererInfo -> None
    info: renderer description; both fields are set
mjr_getRendererInfo info:MjrRendererInfo -> None
    info: renderer description; both fields are set
mjr_text font:i txt:s con:MjrContext x:f y:f r:f g:f b:f -> None
    x [1]: left edge of the text, 0 to 1 across the last viewport
    y [1]: bottom edge of the text, 0 to 1 up the last viewport
mjr_overlay font:i gridpos:i viewport:MjrRect overlay:s overlay2:s con:MjrContext -> None
    gridpos: position in the viewport (mjtGridPos)
    overlay: lines of the first column
    overlay2: lines of the second column; empty: no second column
mjr_rectangle viewport:MjrRect r:f g:f b:f a:f -> None
mjr_label viewport:MjrRect font:i txt:s r:f g:f b:f a:f rt:f gt:f bt:f con:MjrContext -> None
    rt [1]: red of the text, 0 to 1
    gt [1]: green of the text, 0 to 1
    bt [1]: blue of the text, 0 to 1
mjr_figure viewport:MjrRect fig:MjvFigure con:MjrContext -> None
    fig: figure; axis ranges in pixels and in data are written
mjr_render viewport:MjrRect scn:MjvScene con:MjrContext -> None
mjr_finish -> None
mjr_findRect x:i y:i nrect:i rect:MjrRect -> int
    x: x coordinate of the point [pixel]
    y: y coordinate of the point [pixel]
    nrect: number of rectangles, 0 or 1
    rect [pixel]: rectangle
""",
)

GROUPS = (VISUAL, RENDER)
