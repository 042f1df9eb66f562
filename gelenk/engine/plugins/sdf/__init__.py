"""Signed distance fields of the first-party plugins.

Documents: Modeling / Plugins / Collision
"""
