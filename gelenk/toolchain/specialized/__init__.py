"""Specialized code: a step in which the structure of one model is constant.

template.py   compiler process: a stage in which loads of structure are calls of undefined functions
code.py       compiler process: templates and facts of a model -> one module -> object
load.py       ordinary process: facts of a model, cache files, compilation, address of the step
"""

SUFFIX = ".json"  # of the file with the facts for the compiler process; its stem equals that of the objects
ENTRY = "gelenk_own_step"  # symbol of the step
