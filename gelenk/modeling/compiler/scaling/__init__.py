"""Scaled frames: scaling of the contents of frames, for the duration of a compilation.

Documents: XML reference / body / frame (scale, scaling, massscale); XML units (of 4.0.0)
"""
