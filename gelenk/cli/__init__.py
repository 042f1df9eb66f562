"""Command-line interface (cli): simulate, picture, view, info, testspeed, warmup, doctor.

Documents: Modeling / Getting started
"""
