"""Specialized code: a step in which the structure of one model is constant.

facts.py      ordinary process: what of a model becomes constant, as a text that is hashed and sent
template.py   compiler: a stage in which loads of structure are calls of functions that are yet to be defined
code.py       compiler: templates and facts of a model -> one module -> object
load.py       ordinary process: files of the cache, compiling, address of the step
"""
