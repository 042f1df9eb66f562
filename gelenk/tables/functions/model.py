"""Functions of models: constants and names, files, cache, plugins, versions.

Documents: API / Initialization, Support, Parse and compile, Save and load, Printing, Asset cache, Plugins
"""

from gelenk.tables.field_rows import Group

MODEL = Group(
    "model",
    "Models: names, constants, defaults",
    "API / Initialization, Support",
    "Properties of a model that do not depend on its state.",
    """
    type: object type (mjtObj)
    """,
    """
mj_name2id m:m type:i name:s -> int
    name: object name
mj_id2name m:m type:i id:i -> str
    id: object id
mj_getTotalmass m:m -> float
mj_setTotalmass m:m newmass:f -> None
    newmass [kg]: total mass
mj_setConst m:m d:d -> None
mj_setLengthRange m:m d:d index:i<nactuator opt:MjLROpt -> None
    index: actuator id
    opt: settings of the computation
mj_addContact m:m d:d con:MjContact -> int
    con: contact to append; its fields are copied
mj_defaultOption opt:MjOption -> None
    opt: options to initialize
mj_defaultVisual vis:MjVisual -> None
    vis: settings to initialize
mj_defaultLROpt opt:MjLROpt -> None
    opt: settings to initialize
mj_defaultSolRefImp solref:W2? solimp:W5? -> None
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
    "and print models and list file dependencies.",
    """
    filename: file path
    float_format: printf format of floating-point values, such as "%.3g"
    cache: asset cache from mj_getCache
    """,
    """
mj_saveModel m:m filename:s?=None buffer:Wbn?=None -> None
    filename: file path; None: write to buffer
    buffer: at least mj_sizeModel(m) bytes; None: write to file
mj_sizeModel m:m -> int
mj_saveLastXML filename:s m:m -> None
    filename: file path; empty: standard output
    m: model of the last XML compilation
mj_loadTexture m:m id:i -> tuple[numpy.typing.NDArray[numpy.uint8], int]
    id: texture id
mj_embedAssets m:m -> MjModel
mj_printModel m:m filename:s -> None
mj_printFormattedModel m:m filename:s float_format:s -> None
mj_printData m:m d:d filename:s -> None
mj_printFormattedData m:m d:d filename:s float_format:s -> None
mj_printSchema flg_html:b flg_pad:b -> str
    flg_html: 1: HTML, 0: text
    flg_pad: 1: columns of equal width
mju_getXMLDependencies filename:s -> list[str]
mj_getCache -> typing_extensions.CapsuleType
mj_getCacheSize cache:CapsuleType -> int
mj_getCacheCapacity cache:CapsuleType -> int
mj_setCacheCapacity cache:CapsuleType size:i -> int
    size [bytes]: capacity of the cache; 0: disabled
mj_clearCache cache:CapsuleType -> None
""",
)

PLUGINS = Group(
    "plugins",
    "Plugins",
    "API / Plugins; XML reference / extension",
    "Plugins are Python classes, see gelenk.Plugin; a plugin library is a module that registers plugins.",
    "",
    """
mj_loadPluginLibrary path:s -> None
    path: Python module that calls register_plugin
mj_loadAllPluginLibraries directory:s -> None
    directory: directory of plugin modules
""",
)

CALLBACKS = Group(
    "callbacks",
    "Callbacks",
    "API / Callbacks; Modeling / Callbacks",
    "User functions that the engine calls. Each kind of callback is global to the process, for all models; an\n"
    "exception in a callback ends the engine call. For extensions of a single model use plugins.",
    """
    arg0: callback function; None: no callback
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
