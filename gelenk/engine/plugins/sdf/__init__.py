"""Signed distance fields of the first-party plugins.

Documents: Modelling / Plugins / Collision
"""
