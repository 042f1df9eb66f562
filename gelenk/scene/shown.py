"""Which flags, sensors and labels take more than the geoms, sites and tendons of a model.

Documents: API / mjtVisFlag, mjtLabel

Kernels and what calls them both need to know; a program that draws imports no kernels.
"""

from gelenk.tables.enums import mjtLabel, mjtSensor, mjtVisFlag

# flags that show more than geoms, sites and tendons; PERTOBJ does where there is a perturbation
_PLAIN = (
    *("CONVEXHULL", "TEXTURE", "TENDON", "ACTIVATION", "SCLINERTIA", "ISLAND", "CONTACTSPLIT", "TRANSPARENT"),
    *("STATIC", "SKIN", "FLEXVERT", "FLEXEDGE", "FLEXFACE", "FLEXSKIN", "SDFITER", "PERTOBJ"),
)
DECORATING = tuple(
    int(flag)
    for name, flag in mjtVisFlag.__members__.items()
    if name.removeprefix("mjVIS_") not in _PLAIN and name != "mjNVISFLAG"
)
RAY_SENSORS = (int(mjtSensor.mjSENS_RANGEFINDER), int(mjtSensor.mjSENS_GEOMFROMTO))  # whose rays are shown
FRACTIONS = (int(mjtLabel.mjLABEL_SELPNT), int(mjtLabel.mjLABEL_CONTACTFORCE))  # labels that labels.py writes
