"""Specialized code: a step in which the structure of one model is constant.

facts.py      ordinary process: the values of a model that become constants, as a text that is hashed and sent
template.py   compiler process: a stage in which loads of structure are calls of undefined functions
code.py       compiler process: templates and facts of a model -> one module -> object
load.py       ordinary process: cache files, compilation, address of the step
"""
