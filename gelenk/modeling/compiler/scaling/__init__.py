"""Scaled frames: the contents of a frame with scale factors, as the compiler sees them.

Documents: XML reference / body / frame (scale, scaling, massscale); XML units (of 4.0.0)
"""
