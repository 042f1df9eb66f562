"""Bits of the options that MuJoCo 3.5.0 does not have.

Documents: XML reference / option / flag (multiccd)
"""

# Of disableflags: faces that rest on each other have the one contact of 3.5.0 (engine/collision/convex/resting.py).
# It is the number that mjDSBL_MULTICCD has in MuJoCo 4.0.0; in 3.5.0 it means nothing.
ONE_CONTACT = 1 << 19
