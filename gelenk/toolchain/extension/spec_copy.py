"""Kernels that copy spec elements; most copies share all values with the original.

Documents: design / The border

``_elements(work, spec, memo, all, words)`` copies elements and default classes for a spec. ``work`` is a flat list of
triples: a list of elements, the list that receives the copies, and the body that contains them, or None. The contents
of copied bodies are appended to ``work``. ``memo`` maps the id of an original to its copy; the copy of a default class
is in ``memo`` before an element of the class is copied. Copies of frames and classes are added to ``memo``; if ``all``
is not 0, every copy is. ``words`` is a tuple in the order of WORDS, followed by the keys that only elements with values
of their own have. Returns a list of the copies that are in frames; Python then replaces their ``frame``.

``kinds`` maps a class to the kind of its elements: QUICK shares all values with the original unless the element has
such a key; OWNING has values of its own; FRAMING is QUICK for frames; TEMPLATED are default classes, which also contain
elements. ``copies`` maps the types of values that must be copied to functions that copy them. Elements of kind ASKED or
of other classes are copied by ``copied(element, spec, memo)``.

Elements have a pointer to their dictionary (number_getset.py). Default classes are plain CPython objects, which may
keep attributes inside the object, so that their dictionary is set through ``__dict__``.

The kernels below take a *job*: the arguments and words above as an array of addresses (JOB) on the stack. They return
0 if an exception is pending, except where a docstring says otherwise; dictionaries of elements are borrowed.
"""

from gelenk.toolchain import memory
from gelenk.toolchain.extension.abi import ASKED, FRAMING, QUICK, TEMPLATED
from gelenk.toolchain.extension.cpython import (
    Py_DecRef,
    Py_IncRef,
    Py_None,
    PyDict_Contains,
    PyDict_Copy,
    PyDict_GetItemWithError,
    PyDict_Next,
    PyDict_SetItem,
    PyErr_Occurred,
    PyFloat_Type,
    PyList_Append,
    PyList_GetItem,
    PyList_New,
    PyList_Size,
    PyLong_AsLongLong,
    PyLong_FromLongLong,
    PyLong_Type,
    PyObject_GenericGetDict,
    PyObject_GenericSetDict,
    PyObject_SetAttr,
    PyObject_Vectorcall,
    PyTuple_GetItem,
    PyTuple_Size,
    PyTuple_Type,
    PyType_GenericAlloc,
    PyUnicode_Type,
    argument,
    stack_words,
    type_of,
)
from gelenk.toolchain.kernel import kernel

WORDS = ("_spec", "_default", "parent", "frame", "_children", "kinds", "copies", "copied", "__dict__")
JOB = (
    "work",
    "spec",
    "memo",
    "every",
    "framed",
    "count",
    *WORDS,
)  # then the remaining keys, ``count`` in all
WORK, SPEC, MEMO, EVERY, FRAMED, COUNT, *_words = range(0, 8 * len(JOB), 8)
SPEC_KEY, DEFAULT_KEY, PARENT_KEY, FRAME_KEY, CHILDREN_KEY, KINDS, COPIES, COPIED, DICT_KEY = _words
WORDS_AT, OWNED_KEYS = SPEC_KEY, 8 * len(JOB)
UNKNOWN = -1  # kind of classes that are not in ``kinds``


@kernel
def word(job: int, offset: int) -> int:
    """Return a part of the job."""
    return memory.load_int64(job + offset)


@kernel
def kind_of(cls: int, job: int) -> int:
    """Return the kind of a class's elements, or UNKNOWN."""
    kind = PyDict_GetItemWithError(word(job, KINDS), cls)
    return PyLong_AsLongLong(kind) if kind != 0 else UNKNOWN


@kernel
def dictionary_of(o: int) -> int:
    """Return the dictionary of an element."""
    found = PyObject_GenericGetDict(o, 0)
    if found != 0:
        Py_DecRef(found)  # the element holds it
    return found


@kernel
def copy_in_memo(o: int, job: int) -> int:
    """Return the copy from the memo, borrowed; 0 if there is none or an exception is pending."""
    key = PyLong_FromLongLong(o)
    if key == 0:
        return 0
    found = PyDict_GetItemWithError(word(job, MEMO), key)
    Py_DecRef(key)
    return found


@kernel
def add_to_memo(o: int, copy: int, job: int) -> bool:
    """Add the copy of an element to the memo."""
    key = PyLong_FromLongLong(o)
    if key == 0:
        return False
    failed = PyDict_SetItem(word(job, MEMO), key, copy)
    Py_DecRef(key)
    return failed == 0


@kernel
def has_own_values(state: int, job: int) -> bool:
    """Return whether an element has a key that only elements with values of their own have."""
    for i in range(word(job, COUNT)):
        if PyDict_Contains(state, word(job, OWNED_KEYS + 8 * i)) != 0:
            return True
    return False


@kernel
def is_immutable(cls: int) -> bool:
    """Return whether values of a type are immutable and hence shared without a look-up."""
    return cls == PyUnicode_Type() or cls == PyTuple_Type() or cls == PyFloat_Type() or cls == PyLong_Type()


@kernel
def copy_value(value: int, job: int, args: int) -> int:
    """Return a new reference to a copy, or to the value if its type is not in ``copies``."""
    if not is_immutable(type_of(value)):
        how = PyDict_GetItemWithError(word(job, COPIES), type_of(value))
        if how != 0:
            memory.store_int64(args, value)
            return PyObject_Vectorcall(how, args, 1, 0)
    Py_IncRef(value)
    return value


@kernel
def replace_value(d: int, name: int, value: int, own: int) -> bool:
    """Replace ``value`` in a dictionary by ``own`` unless identical; release ``own``."""
    if own == 0:
        return False
    failed = PyDict_SetItem(d, name, own) if own != value else 0
    Py_DecRef(own)
    return failed == 0


@kernel
def copy_values(state: int, d: int, job: int) -> bool:
    """Copy the values of an element into the dictionary of its copy."""
    position = stack_words(4)
    memory.store_int64(position, 0)
    done = True
    while done and PyDict_Next(state, position, position + 8, position + 16) != 0:
        name, value = word(position, 8), word(position, 16)
        Py_IncRef(name)
        Py_IncRef(value)
        done = replace_value(d, name, value, copy_value(value, job, position + 24))
        Py_DecRef(name)
        Py_DecRef(value)
    return done


@kernel
def copy_dictionary(state: int, job: int) -> int:
    """Return a copy of a dictionary that refers to the new spec and default class."""
    d = PyDict_Copy(state)
    if d == 0:
        return 0
    failed = PyDict_SetItem(d, word(job, SPEC_KEY), word(job, SPEC))
    default = PyDict_GetItemWithError(d, word(job, DEFAULT_KEY))
    if default != 0 and default != Py_None():
        copy = copy_in_memo(default, job)
        if copy != 0:
            failed |= PyDict_SetItem(d, word(job, DEFAULT_KEY), copy)
        elif PyErr_Occurred() != 0:
            failed = -1
    if failed != 0:
        Py_DecRef(d)
        return 0
    return d


@kernel
def with_dictionary(cls: int, kind: int, d: int, job: int) -> int:
    """Return a new element of a class, which takes over the dictionary."""
    new = PyType_GenericAlloc(cls, 0)
    failed = -1
    if new != 0:
        if kind == TEMPLATED:
            failed = PyObject_SetAttr(new, word(job, DICT_KEY), d)
        else:
            failed = PyObject_GenericSetDict(new, d, 0)
    Py_DecRef(d)
    if new != 0 and failed != 0:
        Py_DecRef(new)
        return 0
    return new


@kernel
def shared_copy(el: int, state: int, cls: int, kind: int, tell: bool, job: int) -> int:
    """Return a copy that shares all values; add it to the memo if ``tell``."""
    d = copy_dictionary(state, job) if state != 0 else 0
    new = with_dictionary(cls, kind, d, job) if d != 0 else 0
    if new != 0 and tell and not add_to_memo(el, new, job):
        Py_DecRef(new)
        return 0
    return new


@kernel
def copy_element(el: int, cls: int, kind: int, tell: bool, job: int) -> int:
    """Return a copy of an element; Python makes those of ASKED and UNKNOWN kind."""
    if kind == ASKED or kind == UNKNOWN:
        args = stack_words(3)
        memory.store_int64(args, el)
        memory.store_int64(args + 8, word(job, SPEC))
        memory.store_int64(args + 16, word(job, MEMO))
        return PyObject_Vectorcall(word(job, COPIED), args, 3, 0)
    state = dictionary_of(el)
    new = shared_copy(el, state, cls, kind, tell, job)
    if new == 0 or ((kind == QUICK or kind == FRAMING) and not has_own_values(state, job)):
        return new
    if not copy_values(state, dictionary_of(new), job):
        Py_DecRef(new)
        return 0
    return new


@kernel
def copy_class_value(value: int, job: int, args: int) -> int:
    """Return a new reference to the copy of a default class's value, perhaps an element."""
    if not is_immutable(type_of(value)):
        kind = kind_of(type_of(value), job)
        if kind != UNKNOWN and kind != TEMPLATED:
            return copy_element(value, type_of(value), kind, False, job)
    return copy_value(value, job, args)


@kernel
def copy_class(el: int, cls: int, job: int) -> int:
    """Return a copy of a default class, with copies of its elements; the memo receives it."""
    state = dictionary_of(el)
    new = shared_copy(el, state, cls, TEMPLATED, True, job)
    if new == 0:
        return 0
    d = dictionary_of(new)
    position = stack_words(4)
    memory.store_int64(position, 0)
    done = d != 0
    while done and PyDict_Next(state, position, position + 8, position + 16) != 0:
        name, value = word(position, 8), word(position, 16)
        Py_IncRef(name)
        Py_IncRef(value)
        done = replace_value(d, name, value, copy_class_value(value, job, position + 24))
        Py_DecRef(name)
        Py_DecRef(value)
    if not done:
        Py_DecRef(new)
        return 0
    return new


@kernel
def add_children(children: int, d: int, new: int, job: int) -> bool:
    """Give a copied body empty lists of contents; append the contents to the work."""
    own = PyDict_Copy(children)
    if own == 0:
        return False
    done = PyDict_SetItem(d, word(job, CHILDREN_KEY), own) == 0
    Py_DecRef(own)  # the dictionary of the copy holds it
    work = word(job, WORK)
    position = stack_words(3)
    memory.store_int64(position, 0)
    while done and PyDict_Next(children, position, position + 8, position + 16) != 0:
        group = word(position, 16)
        if type_of(group) == PyTuple_Type():  # the empty group, which all bodies share
            continue
        copies = PyList_New(0)
        if copies == 0:
            return False
        failed = PyDict_SetItem(own, word(position, 8), copies)
        Py_DecRef(copies)
        done = (
            failed == 0
            and PyList_Append(work, group) == 0
            and PyList_Append(work, copies) == 0
            and PyList_Append(work, new) == 0
        )
    return done


@kernel
def set_parent(new: int, d: int, body: int, job: int) -> bool:
    """Set the body that contains a copy; list copies that are in frames."""
    if PyDict_SetItem(d, word(job, PARENT_KEY), body) != 0:
        return False
    frame = PyDict_GetItemWithError(d, word(job, FRAME_KEY))
    return frame == 0 or frame == Py_None() or PyList_Append(word(job, FRAMED), new) == 0


@kernel
def place_copy(el: int, to: int, body: int, job: int) -> bool:
    """Append a copy of an element to a list, set its parent, add its contents to the work."""
    cls = type_of(el)
    kind = kind_of(cls, job)
    if kind == TEMPLATED:
        new = copy_class(el, cls, job)
    else:
        new = copy_element(el, cls, kind, kind == FRAMING or word(job, EVERY) != 0, job)
    if new == 0:
        return False
    failed = PyList_Append(to, new)
    Py_DecRef(new)  # the list holds it
    d = dictionary_of(new) if failed == 0 else 0
    if d == 0 or (body != Py_None() and not set_parent(new, d, body, job)):
        return False
    children = PyDict_GetItemWithError(dictionary_of(el), word(job, CHILDREN_KEY))
    return children == 0 or add_children(children, d, new, job)


@kernel
def place_copies(group: int, to: int, body: int, job: int) -> bool:
    """Append copies of the elements of a list to another list."""
    i = 0
    while i < PyList_Size(group):
        el = PyList_GetItem(group, i)
        Py_IncRef(el)
        done = place_copy(el, to, body, job)
        Py_DecRef(el)
        if not done or PyErr_Occurred() != 0:
            return False
        i += 1
    return True


@kernel
def elements(module: int, args: int, n: int) -> int:
    """Method ``_elements``."""
    words = argument(args, 4)
    count = PyTuple_Size(words)
    framed = PyList_New(0)
    if framed == 0:
        return 0
    job = stack_words(count + WORDS_AT // 8)
    work = argument(args, 0)
    for i in range(3):
        memory.store_int64(job + 8 * i, argument(args, i))
    memory.store_int64(job + EVERY, PyLong_AsLongLong(argument(args, 3)))
    memory.store_int64(job + FRAMED, framed)
    memory.store_int64(job + COUNT, count - (OWNED_KEYS - WORDS_AT) // 8)
    for i in range(count):
        memory.store_int64(job + WORDS_AT + 8 * i, PyTuple_GetItem(words, i))
    i = 0
    while i < PyList_Size(work):
        group, to, body = PyList_GetItem(work, i), PyList_GetItem(work, i + 1), PyList_GetItem(work, i + 2)
        if not place_copies(group, to, body, job):
            Py_DecRef(framed)
            return 0
        i += 3
    return framed
