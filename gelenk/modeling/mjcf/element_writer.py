"""The element writer: attributes that differ from the defaults class, and their texts.

Documents: XML reference; XML reference / Attribute types
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gelenk.errors import Error
from gelenk.modeling.mjcf import attribute_values, notations
from gelenk.modeling.mjcf.attribute_rules import is_complete, new, writing_rules
from gelenk.modeling.mjcf.element_files import FOLDERS
from gelenk.modeling.mjcf.file_sources import MOST_FILE_BYTES
from gelenk.modeling.mjcf.parse import DEEPEST_ELEMENT, MOST_NODES
from gelenk.modeling.mjcf.values import attribute, quoted, same, trimmed
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_12, R3_13
from gelenk.tables.schema.actuators import ACTUATOR

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.attribute_rules import WritingRule, WritingRules
    from gelenk.modeling.spec.defaults import MjsDefault
    from gelenk.modeling.spec.spec import MjsCompiler, MjSpec
    from gelenk.tables.schema_rows import Element

Steps = Iterator[Any]  # generators of nested content, see LineBuilder


class ReferenceValues:
    """Reference values of elements: those of a defaults class or a new element.

    others   see WritingRules.reference_values
    more     indices of attributes that are always examined
    usuals   attribute -> value that it has when omitted, filled on first use
    """

    def __init__(self, plan: WritingRules, state: dict[str, Any], foreign: bool) -> None:
        self.others = plan.reference_values(state)
        self.more = [
            *(plan.settled if foreign else ()),
            *(plan.turned if "alt" in state or "ialt" in state else ()),
        ]
        self.usuals: dict[str, Any] = {}


class LineBuilder:
    """Builder of the lines of one spec; its methods are nested generators, run with a stack.

    doubt        whether the text must be read again to confirm that it is valid
    authored     whether the model is saved as authored (compiler/savecompiled is false)
    states_poses whether positions and directions are written even where they are the defaults
    as_written   whether the original notations are kept (both savecompiled and savecanonical are false)
    degree       whether the angles in the text are degrees
    plain_drives whether all actuators are written as `general`, even if they were read from shortcuts
    """

    def __init__(self, spec: MjSpec, files: Any) -> None:
        self.spec = spec
        self.files = files
        self.lines: list[str] = []
        self.depth = 0
        self.authored = not spec.compiler.savecompiled
        self.states_poses = not self.authored and release_number(spec.release) < R3_12
        self.as_written = self.authored and not spec.compiler.savecanonical
        self.degree = self.as_written and bool(spec.compiler.degree)
        self.doubt = self.authored
        self.plain_drives = False
        self.class_names = {id(spec.default): "main"}  # id of a class -> its name in the text
        self.names = {("body", "world")}  # (kind, name) of the elements written so far
        self._above: dict[
            tuple[int, int], ReferenceValues
        ] = {}  # (id of a template's fields, id of rules) -> values
        self._foreign: dict[int, bool] = {}  # id of a spec -> whether its settings differ

    # ---- lines

    def write_all(self, step: Any) -> str:
        """Run a generator and all nested ones, and return the text; a stack replaces recursion."""
        stack = [step]
        while stack:
            inner = next(stack[-1], None)
            if inner is None:
                stack.pop()
            else:
                stack.append(inner)
        text = "\n".join(self.lines) + "\n"
        # UTF-8 needs at most 4 bytes per character
        if len(self.lines) > MOST_NODES or 4 * len(text) > MOST_FILE_BYTES:
            self.doubt = True
        return text

    def write_leaf(self, tag: str, said: dict[str, Any]) -> None:
        """Write an element with attributes (name -> text) and no content."""
        self.lines.append(f"{'  ' * self.depth}<{tag}{attribute(said)}/>")

    def write_section_of_text(self, said: dict[str, str]) -> bool:
        """Write an element `text` with a CDATA section if its release and content call for one."""
        content = said.get("data", "")
        if (
            not any(character in content for character in "\n<>&\"'")
            or any(unfit in content for unfit in ("]]>", "\r"))
            or release_number(self.spec.release) < R3_13
        ):
            return False
        quoted(content)  # refuses what XML cannot hold
        rest = {name: value for name, value in said.items() if name != "data"}
        self.lines.append(f"{'  ' * self.depth}<text{attribute(rest)}><![CDATA[{content}]]></text>")
        return True

    def write_nested(self, tag: str, said: dict[str, Any], content: Any) -> Steps:
        """Write an element with attributes and the content of a generator."""
        self.lines.append(f"{'  ' * self.depth}<{tag}{attribute(said)}>")
        before = len(self.lines)
        self.depth += 1
        if self.depth >= DEEPEST_ELEMENT:
            self.doubt = True
            if tag == "default":  # perhaps a cycle of classes, whose text would be endless
                raise Error(
                    f"the spec cannot be written as MJCF: classes are nested deeper than {DEEPEST_ELEMENT}"
                )
        yield content
        self.depth -= 1
        if len(self.lines) > before:
            self.lines.append(f"{'  ' * self.depth}</{tag}>")
        else:
            self.lines[-1] = f"{self.lines[-1][:-1]}/>"

    def write_unless_empty(self, tag: str, said: dict[str, Any], content: Any) -> Steps:
        """Write an element as `write_nested` does, unless it has neither attributes nor content."""
        before = len(self.lines)
        yield self.write_nested(tag, said, content)
        if not said and len(self.lines) == before + 1:
            self.lines.pop()

    def register_name(self, kind: str, said: dict[str, str]) -> None:
        """Register the name of an element; a repeated name sets `doubt`."""
        name = said.get("name")
        if name:
            key = kind, name
            if key in self.names:
                self.doubt = True
            self.names.add(key)

    def class_name(self, default: MjsDefault) -> str:
        """Return the name of a class in the text; repeated names of attached specs get a number."""
        name, count = self.class_names.get(id(default)), 1
        while name is None:
            name = default.name if count == 1 else f"{default.name}_{count}"
            count += 1
            if name in self.class_names.values():
                name = None
        self.class_names[id(default)] = name
        return name

    # ---- attributes

    def compiler_of(self, element: Any) -> MjsCompiler:
        """Return the compiler settings of the spec that an element came from."""
        return (element.__dict__.get("_origin") or self.spec).compiler

    def value_of(self, element: Any, way: WritingRule) -> Any:
        """Return the value of an attribute in canonical form, or None."""
        own = element.__dict__
        value = own[way.field] if way.simple else attribute_values.recall(element, way.attr, self)
        if way.angled:
            value = attribute_values.angle(element, way.attr, value, self)
        if way.settled and own.get("_origin") not in (None, self.spec):
            value = attribute_values.resolved(element, way.attr, value, self)
        return value

    def omitted_value(self, element: Any, way: WritingRule, template: Any) -> Any:
        """Return the value that an attribute has when omitted."""
        if template is not None and way.attr.inherit:
            return self.value_of(template, way)
        if way.field.startswith("intprm["):
            return way.attr.default
        return self.value_of(new(type(element)), way)

    def reference_values(self, plan: WritingRules, template: Any) -> ReferenceValues:
        """Return the reference values for a defaults class, or for none."""
        state = plan.fresh if template is None else template.__dict__
        key = id(state), id(plan)
        found = self._above.get(key)
        if found is None:
            found = self._above[key] = ReferenceValues(plan, state, self.is_foreign(state))
        return found

    def is_foreign(self, state: dict[str, Any]) -> bool:
        """Return whether an element comes from a model whose settings in DECIDING differ."""
        origin = state.get("_origin")
        if origin is None or origin is self.spec:
            return False
        known = self._foreign.get(id(origin))
        if known is None:
            one, other = origin.compiler, self.spec.compiler
            known = any(getattr(one, name) != getattr(other, name) for name in attribute_values.DECIDING)
            self._foreign[id(origin)] = known
        return known

    def possible_attributes(
        self, own: dict[str, Any], plan: WritingRules, above: ReferenceValues, stated: Any
    ) -> list[WritingRule]:
        """Return the attributes that may differ from the reference values."""
        more = above.more
        if stated:
            more = [*more, *(plan.index[name] for name in stated if name in plan.index)]
        if "_origin" in own and self.is_foreign(own):
            more = [*more, *plan.settled]
        if "alt" in own or "ialt" in own:
            more = [*more, *plan.turned]
        return plan.possible_attributes(own, above.others, more)

    def attributes(
        self, element: Any, row: Element, template: Any = None, whole: Any = (), stated: Any = ()
    ) -> dict[str, str]:
        """Return attribute -> text for all that differs from the template.

        Attributes in ``whole`` are written in full length, those in ``stated`` even if equal to the template's.
        """
        said: dict[str, str] = {}
        seen = set()
        own = element.__dict__
        plan = writing_rules(row, element.__class__)
        above = self.reference_values(plan, template)
        usuals = above.usuals
        for way in self.possible_attributes(own, plan, above, stated):
            name, attr, field = way.name, way.attr, way.field
            if field in seen and not attr.store:
                continue
            value = own[field] if way.plain else self.value_of(element, way)
            if value is None:
                continue
            seen.add(field)
            usual = usuals.get(name, usuals)
            if usual is usuals:
                usual = usuals[name] = self.omitted_value(element, way, template)
            if attr.required or name in stated or not same(value, usual):
                if way.trims and name not in whole:
                    value = trimmed(value, usual, attr.kind)
                said[name] = self.text_of(value, way, element)
        if row.tag in FOLDERS:
            self.name_files(element, said)
        revise = attribute_values.REVISIONS.get(row.reader)
        if revise:
            revise(element, said, self)
        if self.authored and row.reader == "tendon" and len(set(said.get("springlength", "").split())) == 1:
            said["springlength"] = said["springlength"].split()[0]
        if not self.doubt and not is_complete(row, said):
            self.doubt = True
        return said

    def keep_notations(self, element: Any, said: dict[str, str]) -> None:
        """Restore the notations of an element saved as authored in `said` (attribute -> text)."""
        if self.as_written:
            notations.keep_orientation(element, said, self.compiler_of(element), self.spec.compiler)
        elif self.authored and element.tag in ("geom", "site"):
            notations.resolve_segment(element, said)

    def text_of(self, value: Any, way: WritingRule, element: Any) -> str:
        """Return the text of a value."""
        text: str = way.text(value)
        if text is None or (way.guarded and "nan" in text):
            attr = way.attr
            name = f", in '{element.name}'" if getattr(element, "name", "") else ""
            raise Error(f"'{attr.name}' is {value}, which MJCF cannot express{name}", where=element.where)
        if way.sure is not None and not self.doubt and not way.sure(value, way.attr.kind):
            self.doubt = True
        return text

    def name_files(self, element: Any, said: dict[str, Any]) -> None:
        """Replace the names of the element's files by their names in this text."""
        for name, value in said.items():
            if name.startswith("file"):
                said[name] = self.files.file_name(element, value)

    def read_shortcut(
        self, actuator: Any, around: Any, template: Any
    ) -> tuple[Element, dict[str, str]] | None:
        """Return row and attributes of the shortcut that an actuator was read from, or None.

        `actuator` may be the default of a class. `around` is the class that it inherits from, and `template` the
        default actuator of that class, or None.
        """
        plugin = actuator.__dict__.get("plugin")
        if (
            not self.as_written
            or self.plain_drives
            or around is None
            or (plugin is not None and plugin.active)
        ):
            return None
        found = notations.written_shortcut(actuator, around)
        if found is None:
            return None
        row, said = found
        values = self.attributes(actuator, ACTUATOR.by_tag["general"], template)
        for name in (*notations.made_by(row.tag), "input"):
            values.pop(name, None)
        return (row, values | said) if values.keys() <= row.by_name.keys() else None
