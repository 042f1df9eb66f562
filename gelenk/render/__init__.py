"""Pictures of scenes: a rasteriser whose kernels draw what MjvScene holds, as 3.5.0's renderer does.

Documents: Programming / Visualization; API / OpenGL rendering

draw.py runs the stages of a picture: views (cameras, lights), parts (which shapes are seen), vertices, bins (triangles
by tiles), shadow, and tiles (depth, light and color of each tile). context.py holds what they draw with.
"""

from gelenk.render.many import pictures as pictures
