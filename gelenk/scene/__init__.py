"""The abstract visualiser: what there is to see of a model and its state, as a list of shapes, lights and cameras.

Documents: Programming / Visualization; API / Interaction, Visualization

It draws nothing: renderers and viewers read what it writes. tables/fields_scene.py says how its memory is laid out.
"""
