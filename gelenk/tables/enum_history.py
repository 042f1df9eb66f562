"""History of the enums: members that came, went or moved after MuJoCo 3.5.0.

Documents: API / Enums

These rows are the columns `since`, `until` and number of the enum table. An enum is followed by its members, one a
line: the name, then `number@release` for each release that gave the member a number, and `-@release` for the one that
removed it. A member that 3.5.0 has begins with `@3.5.0`. Members without a row are those of gelenk/tables/enums, in all
releases.

The members of gelenk/tables/enums are those that the engine implements, with the numbers of 3.5.0 that kernels read:
a new feature adds its member there, too. tests/tables/test_levels.py compares the rows with 3.5.0, 3.17.0 and 4.0.0.

Not by level, since arrays have their lengths: the flags of a scene, which have no element mjRND_POST_PROCESSING.
"""

# docstrings of the enums that 3.5.0 lacks
NEW_ENUMS = {
    "mjrIndexType": "Types of the indices of a mesh in the renderer.",
    "mjrMeshPrimitiveType": "Primitives of a mesh in the renderer.",
    "mjrPixelFormat": "Pixel formats of textures and images in the renderer.",
    "mjrVertexAttributeType": "Types of vertex attributes in the renderer.",
    "mjrVertexAttributeUsage": "Uses of vertex attributes in the renderer.",
    "mjtActuator": "Actuator shortcuts, by the element that declares them.",
    "mjtCTimer": "Timers of the compiler.",
    "mjtEmbed": "Embedding of assets in a model.",
    "mjtFlexSection": "Cross sections of a flex of dimension 1.",
    "mjtLogLevel": "Levels of log messages.",
    "mjtLogTopic": "Topics of log messages.",
    "mjtPassthrough": "Assets that a model refers to by path.",
    "mjtScaling": "Meaning of the scale of a frame.",
    "mjtTendon": "Tendon types.",
}

HISTORY = """
mjrIndexType
    mjINDEX_TYPE_U16 0@3.10.0
    mjINDEX_TYPE_U32 1@3.10.0
mjrMeshPrimitiveType
    mjMESH_PRIMITIVE_TYPE_TRIANGLES 0@3.10.0
    mjMESH_PRIMITIVE_TYPE_LINES 1@3.10.0
mjrPixelFormat
    mjPIXEL_FORMAT_UNKNOWN 0@3.10.0
    mjPIXEL_FORMAT_R8 1@3.10.0
    mjPIXEL_FORMAT_RGB8 2@3.10.0
    mjPIXEL_FORMAT_RGBA8 3@3.10.0
    mjPIXEL_FORMAT_R32F 4@3.10.0
    mjPIXEL_FORMAT_DEPTH32F 5@3.10.0
    mjPIXEL_FORMAT_KTX 6@3.10.0
mjrVertexAttributeType
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT2 0@3.10.0
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT3 1@3.10.0
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT4 2@3.10.0
    mjVERTEX_ATTRIBUTE_TYPE_UBYTE4 3@3.10.0
mjrVertexAttributeUsage
    mjVERTEX_ATTRIBUTE_USAGE_POSITION 0@3.10.0
    mjVERTEX_ATTRIBUTE_USAGE_NORMAL 1@3.10.0
    mjVERTEX_ATTRIBUTE_USAGE_TANGENTS 2@3.10.0
    mjVERTEX_ATTRIBUTE_USAGE_UV 3@3.10.0
    mjVERTEX_ATTRIBUTE_USAGE_COLOR 4@3.10.0
mjtActuator
    mjACTUATOR_GENERAL 0@3.16.0
    mjACTUATOR_MOTOR 1@3.16.0
    mjACTUATOR_POSITION 2@3.16.0
    mjACTUATOR_VELOCITY 3@3.16.0
    mjACTUATOR_INTVELOCITY 4@3.16.0
    mjACTUATOR_DAMPER 5@3.16.0
    mjACTUATOR_CYLINDER 6@3.16.0
    mjACTUATOR_MUSCLE 7@3.16.0
    mjACTUATOR_ADHESION 8@3.16.0
    mjACTUATOR_PID 9@3.16.0
    mjACTUATOR_ORIENTATION 10@3.16.0
    mjACTUATOR_DCMOTOR 11@3.16.0
mjtBias
    mjBIAS_DCMOTOR 3@3.7.0
    mjBIAS_SO3 4@3.11.0
    mjBIAS_USER 3@3.5.0 4@3.7.0 5@3.11.0
mjtCTimer
    mjCTIMER_TOTAL 0@3.9.0
    mjCTIMER_ASSETS 1@3.9.0
    mjCTIMER_TEXTURE 2@3.9.0
    mjCTIMER_MESH_LOAD 3@3.9.0
    mjCTIMER_MESH_HULL 4@3.9.0
    mjCTIMER_MESH_POLYGON 5@3.9.0
    mjCTIMER_MESH_INERTIA 6@3.9.0
    mjCTIMER_MESH_BVH 7@3.9.0
    mjCTIMER_MESH_OCTREE 8@3.9.0
    mjNCTIMER 9@3.9.0
mjtConDataField
    mjCONDATA_LINVEL 7@3.16.0
    mjCONDATA_ANGVEL 8@3.16.0
    mjNCONDATA 7@3.5.0 9@3.16.0
mjtConflict
    mjCONFLICT_WARNING 0@3.10.0
    mjCONFLICT_MERGE 1@3.10.0
    mjCONFLICT_ERROR 2@3.10.0
mjtCtrlChart
    mjCHART_EXPMAP 1@3.11.0
    mjCHART_QUAT 2@3.11.0
mjtCtrlInput
    mjINPUT_POS 1@3.12.0
    mjINPUT_VEL 2@3.12.0
    mjINPUT_FF 4@3.12.0
    mjINPUT_VOLTAGE 8@3.12.0
    mjINPUT_NONE 16@3.12.0
    mjINPUT_PRESSURE 32@3.16.0
mjtDisableBit
    mjDSBL_MULTICCD 524288@3.8.0
    mjNDISABLE 19@3.5.0 20@3.8.0
mjtDyn
    mjDYN_DCMOTOR 5@3.7.0
    mjDYN_PID 6@3.12.0
    mjDYN_USER 5@3.5.0 6@3.7.0 7@3.12.0
mjtEmbed
    mjEMBED_FALSE 0@3.17.0
    mjEMBED_TRUE 1@3.17.0
    mjEMBED_AUTO 2@3.17.0
mjtEnableBit
    mjENBL_SLEEP 32@3.5.0 16@3.8.0
    mjENBL_DIAGEXACT 32@3.9.0
    mjENBL_IPC 64@3.14.0
    mjENBL_SPECULATIVE 128@4.0.0
    mjNENABLE 6@3.5.0 5@3.8.0 6@3.9.0 7@3.14.0 8@4.0.0
    mjENBL_MULTICCD 16@3.5.0 -@3.8.0
mjtEq
    mjEQ_FLEXSTRAIN 6@3.6.0
    mjEQ_DISTANCE 6@3.5.0 7@3.6.0
mjtFlexSection
    mjFLEXSECTION_CIRCLE 0@3.17.0
    mjFLEXSECTION_BOX 1@3.17.0
mjtGain
    mjGAIN_DCMOTOR 3@3.7.0
    mjGAIN_SO3 4@3.11.0
    mjGAIN_PID 5@3.12.0
    mjGAIN_USER 3@3.5.0 4@3.7.0 5@3.11.0 6@3.12.0
mjtIntegrator
    mjINT_DISCRETE 4@3.13.0
mjtLogLevel
    mjLOG_DEBUG 0@3.10.0
    mjLOG_INFO 1@3.10.0
    mjLOG_WARNING 2@3.10.0
    mjLOG_ERROR 3@3.10.0
mjtLogTopic
    mjTOPIC_NONE 0@3.10.0
    mjTOPIC_TIME_STP 1@3.10.0
    mjTOPIC_TIME_CMP 2@3.10.0
    mjTOPIC_SLEEP 3@3.10.0
    mjNTOPIC 3@3.10.0
mjtMeshBuiltin
    mjMESH_BUILTIN_GRID 8@3.16.0
    mjMESH_BUILTIN_BOX 9@3.16.0
    mjMESH_BUILTIN_CYLINDER 10@3.16.0
    mjMESH_BUILTIN_ELLIPSOID 11@3.16.0
    mjMESH_BUILTIN_SQUARE 12@3.16.0
    mjMESH_BUILTIN_DISC 13@3.16.0
mjtMouse
    mjMOUSE_TURN_V 8@3.11.0
    mjMOUSE_TURN_H 9@3.11.0
mjtPassthrough
    mjPASSTHROUGH_NONE 0@3.17.0
    mjPASSTHROUGH_TEXTURES 1@3.17.0
mjtRndFlag
    mjRND_POST_PROCESSING 11@4.0.0
    mjNRNDFLAG 11@3.5.0 12@4.0.0
mjtScaling
    mjSCALING_SIMILAR 0@3.16.0
    mjSCALING_GEOMETRY 1@3.16.0
mjtState
    mjSTATE_PLASTIC 16384@4.0.0
    mjNSTATE 14@3.5.0 15@4.0.0
    mjSTATE_PHYSICS 30@3.5.0 16414@4.0.0
    mjSTATE_FULLPHYSICS 8223@3.5.0 24607@4.0.0
    mjSTATE_INTEGRATION 16383@3.5.0 32767@4.0.0
mjtTaskStatus
    mjTASK_NEW 0@3.5.0 -@3.10.0
    mjTASK_QUEUED 1@3.5.0 -@3.10.0
    mjTASK_COMPLETED 2@3.5.0 -@3.10.0
mjtTendon
    mjTENDON_FIXED 0@4.0.0
    mjTENDON_SPATIAL 1@4.0.0
mjtTrn
    mjTRN_SO3 6@3.11.0
mjtWarning
    mjWARN_BADQPOS 4@3.5.0 3@3.7.0
    mjWARN_BADQVEL 5@3.5.0 4@3.7.0
    mjWARN_BADQACC 6@3.5.0 5@3.7.0
    mjWARN_BADCTRL 7@3.5.0 6@3.7.0
    mjNWARNING 8@3.5.0 7@3.7.0
    mjWARN_VGEOMFULL 3@3.5.0 -@3.7.0
"""

# constants by release, as far as they differ from gelenk/tables/enums/constants.py
CONSTANTS: dict[str, dict[str, object]] = {
    "MJTNUM_DTYPE": {"3.10.0": "float64"},
    "mjNEQDATA": {"3.5.0": 11, "3.17.0": 12},
    "mjNPOLY": {"3.7.0": 2},
    "mjSC_IN": {"3.17.0": 1},
    "mjSC_OUT": {"3.17.0": 2},
    "mjSC_INOUT": {"3.17.0": 3},
}
