"""Releases of MuJoCo as numbers, for comparisons with `m.release[0]`.

Documents: design / One source of truth

A correction that changes results applies to models of the release that made it, and of later ones. The release of a
model is fixed when it is compiled (tables/levels.py).
"""

R3_6 = 3006000
R3_7 = 3007000
R3_8 = 3008000
R3_9 = 3009000
R3_10 = 3010000
R3_11 = 3011000
R3_12 = 3012000
R3_13 = 3013000
R3_14 = 3014000
R3_15 = 3015000
R3_16 = 3016000
R3_17 = 3017000
R4_0 = 4000000
