"""Copies of elements of specs as LLVM text: objects with a dictionary each, most of which has nothing of its own.

Documents: design / The border

``_elements(work, spec, memo, all, words)`` copies elements for a spec. `work` is a list of triples, one behind the
other: a list of elements, the list that their copies go to, and the body that these are in, or None. What is in bodies
that are copied is put behind them. `memo`, id of what was copied -> its copy, has at least the classes that elements
may be of; frames are added to it, and with `all` every element. `words` is a tuple in the order of WORDS, after which
the keys of values follow that an element does not share with its copy. Elements that have one, and those whose class is
not in `simple`, are copied by `copied`, of the element, the spec and `memo`. Returned is a list of the copies that are
in frames, which must be told of the copies of these.
"""

from gelenk.jit.border.common import expand
from gelenk.jit.border.places import TYPE

WORDS = ("_spec", "_default", "parent", "frame", "_children", "simple", "class of frames", "copied")
_AT = {name: 8 * i for i, name in enumerate(WORDS)}

SMALL = f"""
declare i32 @PyDict_Contains(ptr, ptr)
declare i32 @PyDict_SetItem(ptr, ptr, ptr)
declare ptr @PyDict_Copy(ptr)
declare ptr @PyDict_New()
declare i32 @PySet_Contains(ptr, ptr)
declare ptr @PyObject_GenericGetDict(ptr, ptr)
declare i32 @PyObject_GenericSetDict(ptr, ptr, ptr)
declare ptr @PyType_GenericAlloc(ptr, i64)
define internal ptr @state(ptr %o) {{
  %d = call ptr @PyObject_GenericGetDict(ptr %o, ptr null)
  %made = icmp ne ptr %d, null
  need %made else no
  call void @Py_DecRef(ptr %d)
  ret ptr %d
no:
  ret ptr null
}}
define internal ptr @told(ptr %memo, ptr %o) {{
  %address = ptrtoint ptr %o to i64
  %id = call ptr @PyLong_FromLongLong(i64 %address)
  %made = icmp ne ptr %id, null
  need %made else no
  %found = call ptr @PyDict_GetItemWithError(ptr %memo, ptr %id)
  call void @Py_DecRef(ptr %id)
  ret ptr %found
no:
  ret ptr null
}}
define internal i32 @tell_copy(ptr %memo, ptr %o, ptr %copy) {{
  %address = ptrtoint ptr %o to i64
  %id = call ptr @PyLong_FromLongLong(i64 %address)
  %made = icmp ne ptr %id, null
  need %made else no
  %r = call i32 @PyDict_SetItem(ptr %memo, ptr %id, ptr %copy)
  call void @Py_DecRef(ptr %id)
  ret i32 %r
no:
  ret i32 -1
}}
define internal i1 @shared(ptr %state, ptr %words, i64 %n) {{
  br label %each
each:
  %i = phi i64 [{len(WORDS)}, %0], [%i1, %next]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %look, label %yes
look:
  %at = getelementptr ptr, ptr %words, i64 %i
  %key = load ptr, ptr %at
  %has = call i32 @PyDict_Contains(ptr %state, ptr %key)
  %not = icmp eq i32 %has, 0
  br i1 %not, label %next, label %no
next:
  %i1 = add i64 %i, 1
  br label %each
yes:
  ret i1 true
no:
  ret i1 false
}}
"""

# the copy of an element that has nothing of its own; the lists of what is in a body, of a new one
ONE = f"""
define internal ptr @twin(ptr %state, ptr %type, ptr %spec, ptr %memo, ptr %words) {{
  %d = call ptr @PyDict_Copy(ptr %state)
  %copied = icmp ne ptr %d, null
  need %copied else no
  %of = look ptr %words + {_AT["_spec"]}
  %r1 = call i32 @PyDict_SetItem(ptr %d, ptr %of, ptr %spec)
  %class = look ptr %words + {_AT["_default"]}
  %default = call ptr @PyDict_GetItemWithError(ptr %d, ptr %class)
  %none = call i1 @absent(ptr %default)
  br i1 %none, label %make, label %map
map:
  %mapped = call ptr @told(ptr %memo, ptr %default)
  %known = icmp ne ptr %mapped, null
  br i1 %known, label %put, label %make
put:
  %r2 = call i32 @PyDict_SetItem(ptr %d, ptr %class, ptr %mapped)
  br label %make
make:
  %new = call ptr @PyType_GenericAlloc(ptr %type, i64 0)
  %made = icmp ne ptr %new, null
  need %made else drop
  %r3 = call i32 @PyObject_GenericSetDict(ptr %new, ptr %d, ptr null)
  call void @Py_DecRef(ptr %d)
  ret ptr %new
drop:
  call void @Py_DecRef(ptr %d)
  br label %no
no:
  ret ptr null
}}
define internal i32 @within(ptr %children, ptr %d, ptr %new, ptr %work, ptr %name) {{
  %pos = alloca i64, align 8
  %key = alloca ptr, align 8
  %value = alloca ptr, align 8
  store i64 0, ptr %pos
  %own = call ptr @PyDict_New()
  %made = icmp ne ptr %own, null
  need %made else no
  %r1 = call i32 @PyDict_SetItem(ptr %d, ptr %name, ptr %own)
  call void @Py_DecRef(ptr %own)
  br label %each
each:
  %more = call i32 @PyDict_Next(ptr %children, ptr %pos, ptr %key, ptr %value)
  %any = icmp ne i32 %more, 0
  br i1 %any, label %one, label %yes
one:
  %kind = load ptr, ptr %key
  %group = load ptr, ptr %value
  %list = call ptr @PyList_New(i64 0)
  %listed = icmp ne ptr %list, null
  need %listed else no
  %r2 = call i32 @PyDict_SetItem(ptr %own, ptr %kind, ptr %list)
  call void @Py_DecRef(ptr %list)
  %count = call i64 @PyList_Size(ptr %group)
  %some = icmp sgt i64 %count, 0
  br i1 %some, label %later, label %each
later:
  %r3 = call i32 @PyList_Append(ptr %work, ptr %group)
  %r4 = call i32 @PyList_Append(ptr %work, ptr %list)
  %r5 = call i32 @PyList_Append(ptr %work, ptr %new)
  br label %each
yes:
  ret i32 0
no:
  ret i32 -1
}}
"""

# a copy that is in its list, whoever made it; 0, or -1 and what Python raised
PLACED = f"""
define internal i32 @placed(ptr %el, ptr %to, ptr %body, ptr %spec, ptr %memo, i1 %all, ptr %words, i64 %n,
    ptr %work, ptr %framed) {{
  %args = alloca [3 x ptr]
  %state = call ptr @state(ptr %el)
  %has = icmp ne ptr %state, null
  need %has else no
  %type = look ptr %el + {TYPE}
  %simple = look ptr %words + {_AT["simple"]}
  %in = call i32 @PySet_Contains(ptr %simple, ptr %type)
  %is = icmp eq i32 %in, 1
  br i1 %is, label %may, label %ask
may:
  %shared = call i1 @shared(ptr %state, ptr %words, i64 %n)
  br i1 %shared, label %quick, label %ask
quick:
  %twin = call ptr @twin(ptr %state, ptr %type, ptr %spec, ptr %memo, ptr %words)
  br label %made
ask:
  %asked = look ptr %words + {_AT["copied"]}
  store ptr %el, ptr %args
  %a1 = getelementptr ptr, ptr %args, i64 1
  %a2 = getelementptr ptr, ptr %args, i64 2
  store ptr %spec, ptr %a1
  store ptr %memo, ptr %a2
  %answer = call ptr @PyObject_Vectorcall(ptr %asked, ptr %args, i64 3, ptr null)
  br label %made
made:
  %new = phi ptr [%twin, %quick], [%answer, %ask]
  %there = icmp ne ptr %new, null
  need %there else no
  %r1 = call i32 @PyList_Append(ptr %to, ptr %new)
  call void @Py_DecRef(ptr %new)
  %d = call ptr @state(ptr %new)
  %frames = look ptr %words + {_AT["class of frames"]}
  %frame = icmp eq ptr %type, %frames
  %remember = or i1 %frame, %all
  br i1 %remember, label %note, label %tree
note:
  %r2 = call i32 @tell_copy(ptr %memo, ptr %el, ptr %new)
  br label %tree
tree:
  %outside = icmp eq ptr %body, @_Py_NoneStruct
  br i1 %outside, label %contents, label %inside
inside:
  %parent = look ptr %words + {_AT["parent"]}
  %r3 = call i32 @PyDict_SetItem(ptr %d, ptr %parent, ptr %body)
  %around = look ptr %words + {_AT["frame"]}
  %old = call ptr @PyDict_GetItemWithError(ptr %d, ptr %around)
  %free = call i1 @absent(ptr %old)
  br i1 %free, label %contents, label %turn
turn:
  %r4 = call i32 @PyList_Append(ptr %framed, ptr %new)
  br label %contents
contents:
  %name = look ptr %words + {_AT["_children"]}
  %source = call ptr @state(ptr %el)
  %children = call ptr @PyDict_GetItemWithError(ptr %source, ptr %name)
  %holds = icmp ne ptr %children, null
  br i1 %holds, label %more, label %done
more:
  %r5 = call i32 @within(ptr %children, ptr %d, ptr %new, ptr %work, ptr %name)
  ret i32 %r5
done:
  ret i32 0
no:
  ret i32 -1
}}
"""

ALL = """
define internal ptr @elements(ptr %self, ptr %args, i64 %n) {
  %p1 = getelementptr ptr, ptr %args, i64 1
  %p2 = getelementptr ptr, ptr %args, i64 2
  %p3 = getelementptr ptr, ptr %args, i64 3
  %p4 = getelementptr ptr, ptr %args, i64 4
  %work = load ptr, ptr %args
  %spec = load ptr, ptr %p1
  %memo = load ptr, ptr %p2
  %o3 = load ptr, ptr %p3
  %tuple = load ptr, ptr %p4
  %every = call i64 @PyLong_AsLongLong(ptr %o3)
  %all = icmp ne i64 %every, 0
  %count = call i64 @PyTuple_Size(ptr %tuple)
  %words = alloca ptr, i64 %count
  br label %word
word:
  %w = phi i64 [0, %0], [%w1, %word]
  %item = call ptr @PyTuple_GetItem(ptr %tuple, i64 %w)
  %place = getelementptr ptr, ptr %words, i64 %w
  store ptr %item, ptr %place
  %w1 = add i64 %w, 1
  %rest = icmp slt i64 %w1, %count
  br i1 %rest, label %word, label %begin
begin:
  %framed = call ptr @PyList_New(i64 0)
  %made = icmp ne ptr %framed, null
  br i1 %made, label %ready, label %no
ready:
  br label %group
group:
  %g = phi i64 [0, %ready], [%g3, %end]
  %size = call i64 @PyList_Size(ptr %work)
  %left = icmp slt i64 %g, %size
  br i1 %left, label %start, label %done
start:
  %g1 = add i64 %g, 1
  %g2 = add i64 %g, 2
  %g3 = add i64 %g, 3
  %from = call ptr @PyList_GetItem(ptr %work, i64 %g)
  %to = call ptr @PyList_GetItem(ptr %work, i64 %g1)
  %body = call ptr @PyList_GetItem(ptr %work, i64 %g2)
  br label %each
each:
  %i = phi i64 [0, %start], [%i1, %next]
  %many = call i64 @PyList_Size(ptr %from)
  %more = icmp slt i64 %i, %many
  br i1 %more, label %one, label %end
one:
  %el = call ptr @PyList_GetItem(ptr %from, i64 %i)
  call void @Py_IncRef(ptr %el)
  %r = call i32 @placed(ptr %el, ptr %to, ptr %body, ptr %spec, ptr %memo, i1 %all, ptr %words, i64 %count,
    ptr %work, ptr %framed)
  call void @Py_DecRef(ptr %el)
  %good = icmp eq i32 %r, 0
  br i1 %good, label %next, label %fail
next:
  %i1 = add i64 %i, 1
  br label %each
end:
  br label %group
done:
  ret ptr %framed
fail:
  call void @Py_DecRef(ptr %framed)
  br label %no
no:
  ret ptr null
}
"""


def text() -> str:
    """All of it."""
    return expand(SMALL + ONE + PLACED + ALL)
