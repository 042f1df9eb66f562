"""The command line: simulate, info, testspeed, warmup, doctor.

Documents: Modeling / Getting started
"""
