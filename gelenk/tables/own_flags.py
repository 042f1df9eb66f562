"""Option flags of gelenk (own bits) that MuJoCo 3.5.0 does not have.

Documents: XML reference / option / flag (multiccd)
"""

# Bit of disableflags: resting faces have a single contact, as in 3.5.0 (engine/collision/convex/resting.py).
# It equals mjDSBL_MULTICCD of MuJoCo 4.0.0 and is unused in 3.5.0.
ONE_CONTACT = 1 << 19
