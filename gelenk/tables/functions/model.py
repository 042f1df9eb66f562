"""Functions of models: constants and names, files, cache, plugins, versions.

Documents: API / Initialization, Support, Parse and compile, Save and load, Printing, Asset cache, Plugins
"""

from gelenk.tables.field_rows import Group

MODEL = Group(
    "model",
    "Models: names, constants, defaults",
    "API / Initialization, Support",
    "What belongs to a model rather than to its state.",
    """
    type: kind of object (mjtObj)
    """,
    """
mj_name2id m:m type:i name:s -> int
    name: the name
mj_id2name m:m type:i id:i -> str
    id: the object
mj_getTotalmass m:m -> float
mj_setTotalmass m:m newmass:f -> None
    newmass [kg]: mass of all bodies together
mj_setConst m:m d:d -> None
mj_setLengthRange m:m d:d index:i<nu opt:MjLROpt -> None
    index: the actuator
    opt: how ranges are computed
mj_addContact m:m d:d con:MjContact -> int
    con: the contact that is appended; its fields are copied
mj_defaultOption opt:MjOption -> None
    opt: the options that are put to their defaults
mj_defaultVisual vis:MjVisual -> None
    vis: the settings that are put to their defaults
mj_defaultLROpt opt:MjLROpt -> None
    opt: the settings that are put to their defaults
mj_defaultSolRefImp solref:W2 solimp:W5 -> None
    solref [s, 1]: time constant and damping ratio
    solimp [1, 1, m, 1, 1]: dmin, dmax, width, midpoint, power
mj_version -> int
mj_versionString -> str
""",
)

FILES = Group(
    "files",
    "Files, printing, the asset cache",
    "API / Parse and compile, Save and load, Printing, Asset cache",
    "Models are read by MjModel.from_xml_path, from_xml_string, from_binary_path and MjSpec; these functions write\n"
    "them, print them, and say what they depend on.",
    """
    filename: path of the file
    float_format: how numbers are written, as printf of C has it: "%.3g"
    cache: what mj_getCache returns
    """,
    """
mj_saveModel m:m filename:s?=None buffer:Wbn?=None -> None
    filename: path of the file; None: the buffer is written
    buffer: at least mj_sizeModel(m) bytes; None: the file is written
mj_sizeModel m:m -> int
mj_saveLastXML filename:s m:m -> None
    filename: path of the file; empty: standard output
    m: the model that was compiled last
mj_printModel m:m filename:s -> None
mj_printFormattedModel m:m filename:s float_format:s -> None
mj_printData m:m d:d filename:s -> None
mj_printFormattedData m:m d:d filename:s float_format:s -> None
mj_printSchema flg_html:b flg_pad:b -> str
    flg_html: HTML rather than text
    flg_pad: columns of equal width
mju_getXMLDependencies filename:s -> list[str]
mj_getCache -> typing_extensions.CapsuleType
mj_getCacheSize cache:CapsuleType -> int
mj_getCacheCapacity cache:CapsuleType -> int
mj_setCacheCapacity cache:CapsuleType size:i -> int
    size [bytes]: what the cache may hold; 0: nothing
mj_clearCache cache:CapsuleType -> None
""",
)

PLUGINS = Group(
    "plugins",
    "Plugins",
    "API / Plugins; XML reference / extension",
    "Plugins are classes in Python, see gelenk.Plugin; a library of plugins is a module that registers some.",
    "",
    """
mj_loadPluginLibrary path:s -> None
    path: a Python module that calls register_plugin
mj_loadAllPluginLibraries directory:s -> None
    directory: a folder of such modules
""",
)

CALLBACKS = Group(
    "callbacks",
    "Callbacks",
    "API / Callbacks; Modeling / Callbacks",
    "Functions of the user's own that the engine calls. There is one of each kind for all models of a process; what\n"
    "it raises ends the call that it was made from. Plugins are made for what belongs to one model.",
    """
    arg0: the function, or None for none
    """,
    """
mj_resetCallbacks -> None
set_mjcb_control arg0:o -> None
get_mjcb_control -> object
set_mjcb_passive arg0:o -> None
get_mjcb_passive -> object
set_mjcb_sensor arg0:o -> None
get_mjcb_sensor -> object
set_mjcb_act_dyn arg0:o -> None
get_mjcb_act_dyn -> object
set_mjcb_act_gain arg0:o -> None
get_mjcb_act_gain -> object
set_mjcb_act_bias arg0:o -> None
get_mjcb_act_bias -> object
set_mjcb_contactfilter arg0:o -> None
get_mjcb_contactfilter -> object
set_mjcb_time arg0:o -> None
get_mjcb_time -> object
set_mju_user_warning arg0:o -> None
get_mju_user_warning -> object
set_mju_user_malloc arg0:o -> None
get_mju_user_malloc -> object
set_mju_user_free arg0:o -> None
get_mju_user_free -> object
""",
)

GROUPS = (MODEL, FILES, CALLBACKS, PLUGINS)
