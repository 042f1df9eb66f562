"""The command line: simulate, info, testspeed, warmup, doctor.

Documents: Modelling / Getting started
"""
