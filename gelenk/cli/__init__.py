"""Command-line interface (cli): simulate, info, testspeed, warmup, doctor.

Documents: Modeling / Getting started
"""
