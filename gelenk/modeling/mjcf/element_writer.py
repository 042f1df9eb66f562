"""What an element says: the attributes that it has beyond its defaults class, and their texts.

Documents: XML reference; XML reference / Attribute types
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gelenk.errors import Error
from gelenk.modeling.mjcf import attribute_values
from gelenk.modeling.mjcf.attribute_rules import complete, ways_of
from gelenk.modeling.mjcf.element_files import FOLDERS
from gelenk.modeling.mjcf.element_rows import new
from gelenk.modeling.mjcf.file_sources import MOST_BYTES
from gelenk.modeling.mjcf.parse import DEEPEST, MOST_NODES
from gelenk.modeling.mjcf.text import attribute, same, trimmed

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.attribute_rules import Way, Ways
    from gelenk.modeling.spec.spec import MjsCompiler, MjSpec
    from gelenk.tables.schema_rows import Element

Steps = Iterator[Any]  # generators of what is written inside, see Phrases


class Above:
    """What elements are compared with: a template, or a new element.

    others   see Ways.others
    more     numbers of the ways that matter in any case
    usuals   attribute -> the value that it has when it is not written, as far as that has been asked
    """

    def __init__(self, plan: Ways, state: dict[str, Any], foreign: bool) -> None:
        self.others = plan.others(state)
        self.more = [
            *(plan.settled if foreign else ()),
            *(plan.turned if "alt" in state or "ialt" in state else ()),
        ]
        self.usuals: dict[str, Any] = {}


class Phrases:
    """Puts the lines of one spec together. Its methods are generators of further generators, run with a stack.

    doubt    whether something was written of which only reading says that it can be read
    """

    def __init__(self, spec: MjSpec, files: Any) -> None:
        self.spec = spec
        self.files = files
        self.lines: list[str] = []
        self.depth = 0
        self.doubt = False
        self.names = {("body", "world")}  # (kind, name) of what has been written
        self._above: dict[tuple[int, int], Above] = {}  # by the ids of a template's fields and of ways
        self._foreign: dict[int, bool] = {}  # id of a spec -> whether it has other settings

    # ---- lines

    def run(self, step: Any) -> str:
        """The lines that a generator and those inside it write; a stack of them stands for the nesting of elements."""
        stack = [step]
        while stack:
            inner = next(stack[-1], None)
            if inner is None:
                stack.pop()
            else:
                stack.append(inner)
        text = "\n".join(self.lines) + "\n"
        if len(self.lines) > MOST_NODES or 4 * len(text) > MOST_BYTES:  # in UTF-8
            self.doubt = True
        return text

    def line(self, tag: str, said: dict[str, Any]) -> None:
        """An element with its attributes (name -> text), and nothing inside it."""
        self.lines.append(f"{'  ' * self.depth}<{tag}{attribute(said)}/>")

    def put(self, tag: str, said: dict[str, Any], content: Any) -> Steps:
        """An element with its attributes, and what a generator writes inside it."""
        self.lines.append(f"{'  ' * self.depth}<{tag}{attribute(said)}>")
        before = len(self.lines)
        self.depth += 1
        if self.depth >= DEEPEST:
            self.doubt = True
            if tag == "default":  # classes in a ring have no end
                raise Error(
                    f"what the spec says has no form in MJCF: classes are nested deeper than {DEEPEST}"
                )
        yield content
        self.depth -= 1
        if len(self.lines) > before:
            self.lines.append(f"{'  ' * self.depth}</{tag}>")
        else:
            self.lines[-1] = f"{self.lines[-1][:-1]}/>"

    def put_some(self, tag: str, said: dict[str, Any], content: Any) -> Steps:
        """As `put`, but nothing is written where nothing is said."""
        before = len(self.lines)
        yield self.put(tag, said, content)
        if not said and len(self.lines) == before + 1:
            self.lines.pop()

    def called(self, kind: str, said: dict[str, str]) -> None:
        """Note the name of an element: a second one that has it cannot be read."""
        name = said.get("name")
        if name:
            key = kind, name
            if key in self.names:
                self.doubt = True
            self.names.add(key)

    # ---- attributes

    def compiler_of(self, element: Any) -> MjsCompiler:
        """The compiler settings under which an element was written: its own spec's, if it was attached."""
        return (element.__dict__.get("_origin") or self.spec).compiler

    def value(self, element: Any, way: Way) -> Any:
        """The value of an attribute in canonical form, or None."""
        own = element.__dict__
        value = own[way.field] if way.simple else attribute_values.recall(element, way.attr, self)
        if way.angled:
            value = attribute_values.angle(element, way.attr, value, self)
        if way.settled and own.get("_origin") not in (None, self.spec):
            value = attribute_values.resolved(element, way.attr, value, self)
        return value

    def base(self, element: Any, way: Way, template: Any) -> Any:
        """The value that an attribute has when it is not written."""
        if template is not None and way.attr.inherit:
            return self.value(template, way)
        if way.field.startswith("intprm["):
            return way.attr.default
        return self.value(new(type(element)), way)

    def above(self, plan: Ways, template: Any) -> Above:
        """What the elements of a defaults class, or of none, are compared with."""
        state = plan.fresh if template is None else template.__dict__
        key = id(state), id(plan)
        found = self._above.get(key)
        if found is None:
            found = self._above[key] = Above(plan, state, self.foreign(state))
        return found

    def foreign(self, state: dict[str, Any]) -> bool:
        """Whether an element comes from a model of which a setting that `resolved` or `angle` asks is another."""
        origin = state.get("_origin")
        if origin is None or origin is self.spec:
            return False
        known = self._foreign.get(id(origin))
        if known is None:
            one, other = origin.compiler, self.spec.compiler
            known = any(getattr(one, name) != getattr(other, name) for name in attribute_values.DECIDING)
            self._foreign[id(origin)] = known
        return known

    def speaking(self, own: dict[str, Any], plan: Ways, above: Above, stated: Any) -> list[Way]:
        """The ways by which an element may say something."""
        more = above.more
        if stated:
            more = [*more, *(plan.index[name] for name in stated if name in plan.index)]
        if "_origin" in own and self.foreign(own):
            more = [*more, *plan.settled]
        if "alt" in own or "ialt" in own:
            more = [*more, *plan.turned]
        return plan.speaking(own, above.others, more)

    def attributes(
        self, element: Any, row: Element, template: Any = None, whole: Any = (), stated: Any = ()
    ) -> dict[str, str]:
        """Attribute -> text, for what an element says beyond its template.

        Those in ``whole`` are written with all numbers, those in ``stated`` even where the template says the same.
        """
        said: dict[str, str] = {}
        seen = set()
        own = element.__dict__
        plan = ways_of(row, element.__class__)
        above = self.above(plan, template)
        usuals = above.usuals
        for way in self.speaking(own, plan, above, stated):
            name, attr, field = way.name, way.attr, way.field
            if field in seen and not attr.store:
                continue
            value = own[field] if way.plain else self.value(element, way)
            if value is None:
                continue
            seen.add(field)
            usual = usuals.get(name, usuals)
            if usual is usuals:
                usual = usuals[name] = self.base(element, way, template)
            if attr.required or name in stated or not same(value, usual):
                if way.trims and name not in whole:
                    value = trimmed(value, usual, attr.kind)
                said[name] = self.said(value, way, element)
        if row.tag in FOLDERS:
            self.name_files(element, said)
        revise = attribute_values.REVISIONS.get(row.reader)
        if revise:
            revise(element, said, self)
        if not self.doubt and not complete(row, said):
            self.doubt = True
        return said

    def said(self, value: Any, way: Way, element: Any) -> str:
        """The text of a value."""
        text: str = way.text(value)
        if text is None or (way.guarded and "nan" in text):
            attr = way.attr
            name = f", in '{element.name}'" if getattr(element, "name", "") else ""
            raise Error(f"'{attr.name}' is {value}, for which MJCF has no form{name}", where=element.where)
        if way.sure is not None and not self.doubt and not way.sure(value, way.attr.kind):
            self.doubt = True
        return text

    def name_files(self, element: Any, said: dict[str, Any]) -> None:
        """The names of the element's files, as they are called in this text."""
        for name, value in said.items():
            if name.startswith("file"):
                said[name] = self.files.name(element, value)
