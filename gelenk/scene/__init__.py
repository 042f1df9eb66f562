"""The scene: abstract visualization of a model and its state as geoms, lights and cameras.

Documents: Programming / Visualization; API / Interaction, Visualization

Nothing is drawn here: renderers and viewers read the scene. tables/fields_visual.py defines its memory layout.
"""
