"""Fields of names and paths, and where the name of each object starts.

Documents: Modeling / MJModel
"""

from gelenk.tables.field_rows import Field

# fmt: off
NAMES = (
    # ---- names
    Field("name_bodyadr", "int32", ("nbody",), "start of its name in names", index="#"),
    Field("name_jntadr", "int32", ("njnt",), "start of its name in names", index="#"),
    Field("name_geomadr", "int32", ("ngeom",), "start of its name in names", index="#"),
    Field("name_siteadr", "int32", ("nsite",), "start of its name in names", index="#"),
    Field("name_camadr", "int32", ("ncam",), "start of its name in names", index="#"),
    Field("name_lightadr", "int32", ("nlight",), "start of its name in names", index="#"),
    Field("name_flexadr", "int32", ("nflex",), "start of its name in names", index="#"),
    Field("name_meshadr", "int32", ("nmesh",), "start of its name in names", index="#"),
    Field("name_skinadr", "int32", ("nskin",), "start of its name in names", index="#"),
    Field("name_hfieldadr", "int32", ("nhfield",), "start of its name in names", index="#"),
    Field("name_texadr", "int32", ("ntex",), "start of its name in names", index="#"),
    Field("name_matadr", "int32", ("nmat",), "start of its name in names", index="#"),
    Field("name_pairadr", "int32", ("npair",), "start of its name in names", index="#"),
    Field("name_excludeadr", "int32", ("nexclude",), "start of its name in names", index="#"),
    Field("name_eqadr", "int32", ("neq",), "start of its name in names", index="#"),
    Field("name_tendonadr", "int32", ("ntendon",), "start of its name in names", index="#"),
    Field("name_actuatoradr", "int32", ("nu",), "start of its name in names", index="#"),
    Field("name_sensoradr", "int32", ("nsensor",), "start of its name in names", index="#"),
    Field("name_numericadr", "int32", ("nnumeric",), "start of its name in names", index="#"),
    Field("name_textadr", "int32", ("ntext",), "start of its name in names", index="#"),
    Field("name_tupleadr", "int32", ("ntuple",), "start of its name in names", index="#"),
    Field("name_keyadr", "int32", ("nkey",), "start of its name in names", index="#"),
    Field("name_pluginadr", "int32", ("nplugin",), "start of its name in names", index="#"),
    Field("names", "char", ("nnames",), "all names, each ended by zero"),
    Field("names_map", "int32", ("nnames_map",), "hash map from names to ids", index="#"),
    # ---- paths of files
    Field("paths", "char", ("npaths",), "all paths of files, each ended by zero"),
)
