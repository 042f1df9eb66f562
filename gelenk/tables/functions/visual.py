"""Functions of abstract visualization (visual) and rendering: mjv_*, mjr_*.

Documents: API / Interaction, Visualization, OpenGL rendering
"""

from gelenk.tables.field_rows import Group

VISUAL = Group(
    "visual",
    "Visualization",
    "API / Interaction, Visualization",
    "What there is to see of a model and its state: cameras, lights, and a list of shapes.",
    """
    cam: the camera
    opt: what is shown
    vopt: what is shown
    pert: what is selected and pulled
    fig: the figure
    scn: the scene
    geom: the geom, changed in place
    catmask: which categories, bits of mjtCatBit
    action: what the mouse does, one of mjtMouse
    reldx [1]: how far the mouse went to the right, in heights of the window
    reldy [1]: how far the mouse went down, in heights of the window
    headpos [m]: where the camera is
    forward [1]: unit vector of its view
    up [1]: unit vector that is upward in its picture
    """,
    """
mj_printScene s:MjvScene filename:s -> None
    s: the scene
    filename: path of the file
mj_printFormattedScene s:MjvScene filename:s float_format:s -> None
    s: the scene
    filename: path of the file
    float_format: how numbers are written, as printf of C has it: "%.3g"
mjv_defaultCamera cam:MjvCamera -> None
mjv_defaultFreeCamera m:m cam:MjvCamera -> None
mjv_defaultOption opt:MjvOption -> None
mjv_defaultPerturb pert:MjvPerturb -> None
mjv_defaultFigure fig:MjvFigure -> None
mjv_initGeom geom:MjvGeom type:i size:R3 pos:R3 mat:R9 rgba:Rs4 -> None
    type: the shape, one of mjtGeom
    size [m]: its sizes; shapes with a radius take the first, and repeat it
    pos [m]: its position
    mat [1]: its orientation, a matrix by rows
    rgba [1]: its color, each number from 0 to 1
mjv_connector geom:MjvGeom type:i width:f from_:R3 to:R3 -> None
    type: mjGEOM_CAPSULE, CYLINDER, one of the arrows or LINE
    width [m]: its radius; of a line, pixels
    from_ [m]: where it begins
    to [m]: where it ends
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
    right [1]: unit vector to the right of its picture
mjv_cameraFrustum zver:Ws2 zhor:Ws2 zclip:Ws2 m:m cam:MjvCamera -> None
    zver [m]: how far one sees down and up on the near plane
    zhor [m]: how far one sees to the left and right, 0 where the shape of the picture decides
    zclip [m]: distances of the near and far plane
mjv_averageCamera cam1:MjvGLCamera cam2:MjvGLCamera -> mujoco._structs.MjvGLCamera
    cam1: the camera of one eye
    cam2: the camera of the other
mjv_frustumHeight scn:MjvScene -> float
mjv_cameraInRoom headpos:W3 forward:W3 up:W3 scn:MjvScene -> None
mjv_cameraInModel headpos:W3 forward:W3 up:W3 scn:MjvScene -> None
mjv_room2model modelpos:W3 modelquat:W4 roompos:R3 roomquat:R4 scn:MjvScene -> None
    modelpos [m]: position in the model
    modelquat [1]: orientation in the model
    roompos [m]: position in the room
    roomquat [1]: orientation in the room
mjv_model2room roompos:W3 roomquat:W4 modelpos:R3 modelquat:R4 scn:MjvScene -> None
    roompos [m]: position in the room
    roomquat [1]: orientation in the room
    modelpos [m]: position in the model
    modelquat [1]: orientation in the model
mjv_alignToCamera res:W3 vec:R3 forward:R3 -> None
    res: the vector in the world, unit of vec
    vec: the vector in axes to the right, ahead and above, any unit
    forward [1]: where the camera looks, of which the horizontal direction counts
mjv_moveCamera m:m action:i reldx:f reldy:f scn:MjvScene cam:MjvCamera -> None
mjv_moveModel m:m action:i reldx:f reldy:f roomup:R3 scn:MjvScene -> None
    roomup [1]: unit vector that is upward in the room
mjv_initPerturb m:m d:d scn:MjvScene pert:MjvPerturb -> None
    reads xpos xquat xmat xipos cdof subtree_com qM
mjv_movePerturb m:m d:d action:i reldx:f reldy:f scn:MjvScene pert:MjvPerturb -> None
    reads xquat
mjv_applyPerturbPose m:m d:d pert:MjvPerturb flg_paused:i -> None
    writes mocap_pos mocap_quat qpos
    flg_paused: whether time stands still: free bodies are put at the goal
mjv_applyPerturbForce m:m d:d pert:MjvPerturb -> None
    reads xpos xmat xquat cvel subtree_com
    writes xfrc_applied
mjv_select m:m d:d vopt:MjvOption aspectratio:f relx:f rely:f scn:MjvScene \
selpnt:W3 geomid:Wi1 flexid:Wi1 skinid:Wi1 -> int
    reads geom_xpos geom_xmat flexvert_xpos
    aspectratio [1]: width of the picture by its height
    relx [1]: point of the picture from its left, 0 to 1
    rely [1]: point of the picture from below, 0 to 1
    selpnt [m]: the point that is met, in the world; stays where nothing is
    geomid: the geom that is met, or -1
    flexid: the flex that is met, or -1
    skinid: the skin that is met, or -1
""",
)

RENDER = Group(
    "render",
    "Rendering",
    "API / OpenGL rendering",
    "Pictures of a scene, and what is written and drawn over them. Rectangles and viewports are in pixels from the "
    "lower left corner of a buffer, rows of pixels begin with the lowest. No driver of graphics is needed.",
    """
    con: what is drawn with and into
    viewport [pixel]: the rectangle that is drawn into
    scn: the scene
    font: the kind of letters, one of mjtFont
    txt: the text, one line
    index: the number of the auxiliary buffer, 0 to 9
    r: red, no unit, 0 to 1
    g: green, no unit, 0 to 1
    b: blue, no unit, 0 to 1
    a: how opaque, no unit, 0 to 1
    """,
    """
mjr_resizeOffscreen width:i height:i con:MjrContext -> None
    width: of the buffer [pixel]
    height: of the buffer [pixel]
mjr_addAux index:i width:i height:i samples:i con:MjrContext -> None
    width: of the buffer [pixel]; none above 0: there is no buffer afterwards
    height: of the buffer [pixel]; none above 0: there is no buffer afterwards
    samples: of a pixel, kept as auxSamples
mjr_uploadTexture m:m con:MjrContext texid:i -> None
    texid: the texture of the model
mjr_uploadMesh m:m con:MjrContext meshid:i -> None
    meshid: the mesh of the model
mjr_uploadHField m:m con:MjrContext hfieldid:i -> None
    hfieldid: the height field of the model
mjr_changeFont fontscale:i con:MjrContext -> None
    fontscale: the size of letters in percent, one of mjtFontScale
mjr_restoreBuffer con:MjrContext -> None
mjr_setBuffer framebuffer:i con:MjrContext -> None
    framebuffer: one of mjtFramebuffer
mjr_setAux index:i con:MjrContext -> None
mjr_blitAux index:i src:MjrRect left:i bottom:i con:MjrContext -> None
    src [pixel]: what of the auxiliary buffer is copied
    left: where to [pixel]
    bottom: where to [pixel]
mjr_blitBuffer src:MjrRect dst:MjrRect flg_color:i flg_depth:i con:MjrContext -> None
    src [pixel]: what of the current buffer is copied
    dst [pixel]: where to, in the other buffer
    flg_color: whether colors are copied
    flg_depth: whether depth is copied
mjr_readPixels rgb:Wb*? depth:Ws*? viewport:MjrRect con:MjrContext -> None
    rgb: colors by pixel, height * width * 3 numbers
    depth [1]: by pixel, height * width numbers
mjr_drawPixels rgb:Rbn? depth:Rsn? viewport:MjrRect con:MjrContext -> None
    rgb: colors by pixel, height * width * 3 numbers
    depth [1]: by pixel, height * width numbers
mjr_maxViewport con:MjrContext -> mujoco._render.MjrRect
mjr_getError -> int
mjr_text font:i txt:s con:MjrContext x:f y:f r:f g:f b:f -> None
    x: where the text begins, no unit, 0 at the left and 1 at the right of the last viewport
    y: where its cells begin, no unit, 0 at the bottom and 1 at the top of the last viewport
mjr_overlay font:i gridpos:i viewport:MjrRect overlay:s overlay2:s con:MjrContext -> None
    gridpos: where, one of mjtGridPos
    overlay: lines of the first column
    overlay2: lines of the second column; empty: there is none
mjr_rectangle viewport:MjrRect r:f g:f b:f a:f -> None
mjr_label viewport:MjrRect font:i txt:s r:f g:f b:f a:f rt:f gt:f bt:f con:MjrContext -> None
    rt: red of the text, no unit, 0 to 1
    gt: green of the text, no unit, 0 to 1
    bt: blue of the text, no unit, 0 to 1
mjr_figure viewport:MjrRect fig:MjvFigure con:MjrContext -> None
    fig: the figure; its axes in pixels and in data are written
mjr_render viewport:MjrRect scn:MjvScene con:MjrContext -> None
mjr_finish -> None
mjr_findRect x:i y:i nrect:i rect:MjrRect -> int
    x: the point [pixel]
    y: the point [pixel]
    nrect: number of rectangles, 0 or 1
    rect [pixel]: the rectangle
""",
)

GROUPS = (VISUAL, RENDER)
