"""Tape of partial derivatives: functions of LLVM text that record them.

Documents: design / Tapes

    double x            x.tan: its place, i64; 0 if x does not vary
    y = f(a, b)         terms {place of a: f_a, place of b: f_b}, as text
    store, phi, call    need a place: the terms are recorded as edges (place of y, place of a, f_a), ..

A tape is a list of edges in the order of computation: all edges into a place precede those out of it. No control flow
is reversed. A value that is used once gets no place, unless its user is in an inner loop: its terms are multiplied into
the terms of the user, which adds no edges. A sum in a loop keeps the place of its first iteration. Edges out of place
0, which stands for values that do not vary, are not counted, so that the next edges overwrite them.

The counters of a tape are in registers, and in its struct (`FIELDS`) during calls. Once a tape is full, edges are
written to the space for `SLACK` edges behind its end, each time over the previous ones, and the counters continue to
count.
"""

import itertools
from collections import Counter

from gelenk.toolchain.ir_text.instructions import Form, element_type
from gelenk.toolchain.ir_text.tokens import word_replacer
from gelenk.toolchain.tangents import rules
from gelenk.toolchain.tangents.activity import NUMBERS, Activity, Body, in_order, loops, successors
from gelenk.toolchain.tangents.rewrite import Rewriter, tangent_name

FIELDS = ("pairs", "weights", "room", "edges", "places")  # fields of the struct of a tape, i64 each
MOST_TERMS = 8  # limit of the terms of a value without a place
SLACK = 64  # capacity behind the end of a tape, in edges: at least the edges of one value
Terms = list[tuple[str, str]]  # (place, weight), both as text
_WITH_PLACES = word_replacer({"double": "i64"})
_ARITHMETIC = NUMBERS - {"fpext"}


def _own(value: str) -> str:
    """Return the name of the flag that says whether a sum has its own place."""
    return f'{value[:-1]}.own"' if value.endswith('"') else f"{value}.own"


class Recorder(Rewriter):
    """Writes one function that records its partial derivatives on a tape."""

    undefined = "zeroinitializer"
    extra = "i64 %tape"

    def __init__(self, activity: Activity, body: Body, columns: int, alias: tuple[str, str]) -> None:
        super().__init__(activity, body, columns, alias)
        self.vector, self.zero, self._shadowed = "i64", "0", _WITH_PLACES
        self._terms: dict[str, Terms] = {}  # value -> its terms
        self._used_in: dict[str, list[str]] = {}  # value -> blocks that use it
        self._sum_of: dict[str, str] = {}  # next value of a sum in a loop -> its phi
        self._inserted: dict[str, Form] = {}
        self._part: dict[str, str] = {}  # part of an aggregate -> the double that was inserted there
        self._block: dict[str, str] = {}
        self._placed: set[str] = set()  # values that need a place
        self._added: set[str] = set()  # results of fadd and fsub
        self._uses = Counter[str]()
        self._whole: set[str] = set()  # aggregates that are used as a whole

    def text(self) -> str:
        """Return the function that records."""
        self._after = after = successors(self.body)
        order = in_order(after)
        self._loops = loops(after, order)
        self._order = [(label, dict(self.body.blocks)[label]) for label in order]
        for label, forms in self._order:
            for one in forms:
                self._block[one.result] = label
                if one.opcode == "insertvalue":
                    self._inserted[one.result] = one
        for _, forms in self.body.blocks:
            for one in forms:
                if one.opcode == "extractvalue" and element_type(one.type, one.rest) == "double":
                    if found := self._find(one.values[0], one.rest):
                        self._part[one.result] = found
        for label, forms in self._order:
            for one in forms:
                self._use(one, label)
        self._find_sums()
        self._sums = set(self._sum_of.values())
        return super().text()

    # which values need places

    def _find(self, aggregate: str, indices: tuple[str, ...]) -> str:
        """Return the value that was inserted into an aggregate at an index, or ""."""
        while aggregate in self._inserted:
            one = self._inserted[aggregate]
            n = len(one.rest)
            if indices[:n] == one.rest:
                aggregate, indices = one.values[1], indices[n:]
                if not indices:
                    return aggregate
            elif one.rest[: len(indices)] == indices:
                return ""
            else:
                aggregate = one.values[0]
        return ""

    def _double(self, value: str) -> str:
        """Return the double at an index of an aggregate."""
        while value in self._part:
            value = self._part[value]
        return value

    def _use(self, one: Form, block: str) -> None:
        """Record which values need places for an instruction."""
        opcode = one.opcode
        if opcode in _ARITHMETIC and one.type == "double":
            if opcode in ("fadd", "fsub"):
                self._added.add(one.result)
            self._use_terms(one.values, block)
        elif opcode == "select" and one.type == "double":
            self._use_terms(one.values[1:], block)
        elif opcode == "fcmp":
            if one.type in ("une double", "oeq double"):
                self._use_terms(one.values, block)
        elif opcode == "extractvalue":
            if one.result not in self._part:
                self._use_whole(one.values[0], block)
        elif opcode == "call":
            self._use_arguments(one, block)
        elif opcode == "store":
            self._use_place(one.values[0], one.type, block)
        elif opcode in ("phi", "select", "freeze"):
            for value in one.values[opcode == "select" :]:
                self._use_place(value, one.type, block)

    def _use_terms(self, values: tuple[str, ...], block: str) -> None:
        for value in map(self._double, values):
            self._uses[value] += 1
            self._used_in.setdefault(value, []).append(block)
            if not self._loops[block] <= self._loops.get(self._block.get(value, ""), self._loops[block]):
                self._placed.add(value)  # otherwise each iteration of a loop would record its terms again

    def _use_place(self, value: str, kind: str, block: str) -> None:
        if kind == "double":
            self._placed.add(self._double(value))
            self._used_in.setdefault(self._double(value), []).append(block)
        elif "double" in kind:
            self._use_whole(value, block)

    def _use_whole(self, value: str, block: str) -> None:
        while value not in self._whole:
            self._whole.add(value)
            one = self._inserted.get(value)
            if one is None:
                return
            self._use_place(one.values[1], one.types[1], block)
            value = one.values[0]

    def _use_arguments(self, one: Form, block: str) -> None:
        function = self.activity.bodies.get(one.name)
        if function is not None:
            for value, kind in zip(one.values, one.types, strict=True):
                self._use_place(value, kind, block)
        elif one.type == "double":
            self._use_terms(one.values, block)

    def _find_sums(self) -> None:
        """Find sums of loops: s = phi(.., t), t = s + .., both used nowhere else in the loop."""
        for label, forms in self._order:
            for one in forms:
                if one.opcode != "phi" or one.type != "double" or not self.varies(one.result):
                    continue
                inside = [
                    self._double(value)
                    for value, before in zip(one.values, one.labels, strict=True)
                    if label in self._loops[before]
                ]
                if len(inside) == 1 and self._is_sum(one.result, inside[0], label):
                    self._sum_of[inside[0]] = one.result

    def _is_sum(self, phi: str, following: str, label: str) -> bool:
        """Return whether a loop adds to a value that nothing reads before it is complete."""
        uses = [[b for b in self._used_in.get(v, ()) if label in self._loops[b]] for v in (phi, following)]
        if len(uses[0]) != 1 or uses[1] != [label] or following not in self._added:
            return False
        block = self._block[following]
        if self._loops[block] != self._loops[label]:  # an inner loop adds several times per iteration
            return False
        if len(self._used_in[phi]) == 1:
            return True
        # the loop ends only at its head, so that the phi has received every addition
        ends = {b for b in self._after if label in self._loops[b]}
        ends = {b for b in ends if any(label not in self._loops[s] for s in self._after[b])}
        return ends == {label} and block != label

    def _blocks(self) -> list[tuple[str, tuple[Form, ...]]]:
        """Return the blocks in an order in which each follows those that it depends on."""
        return self._order

    # terms

    def varies(self, value: str) -> bool:
        """Return whether a value varies."""
        return super().varies(self._double(value))

    def tangent(self, value: str) -> str:
        """Return the place of a value, 0 if the value does not vary."""
        return super().tangent(self._double(value))

    def _terms_of(self, value: str) -> Terms:
        value = self._double(value)
        if not self.varies(value):
            return []
        return self._terms[value] if value in self._terms else [(tangent_name(value), rules.ONE)]

    def _linear(self, partials: rules.Partials, y: str) -> None:
        """Find the terms of y by the chain rule, and record them if y needs a place."""
        if isinstance(partials, rules.Choice):
            terms = self._chosen(partials)
        else:
            sums: dict[str, str] = {}
            for value, slope in partials:
                for place, weight in self._terms_of(value):
                    product = self._product(weight, slope)
                    sums[place] = self._sum(sums[place], product) if place in sums else product
            terms = list(sums.items())
        if y in self._placed or (self._uses[y] > 1 and len(terms) > 1) or len(terms) > MOST_TERMS:
            self._record(terms, y)
            terms = [(tangent_name(y), rules.ONE)]
        self._terms[y] = terms

    def _product(self, weight: str, slope: str) -> str:
        if rules.is_one(slope):
            return weight
        if rules.is_one(weight):
            return slope
        if rules.MINUS_ONE in (weight, slope):
            other = slope if weight == rules.MINUS_ONE else weight
            return rules.ONE if other == rules.MINUS_ONE else self.put(f"fneg double {other}")
        return self.put(f"fmul {rules.FAST}double {weight}, {slope}")

    def _sum(self, a: str, b: str) -> str:
        return self.put(f"fadd {rules.FAST}double {a}, {b}")

    def _chosen(self, choice: rules.Choice) -> Terms:
        """Return the terms of a select: pairs of terms of both values, selected by the condition."""
        yes, no = dict(self._terms_of(choice.yes)), dict(self._terms_of(choice.no))
        common = [place for place in yes if place in no]
        pairs = [((place, yes.pop(place)), (place, no.pop(place))) for place in common]
        pairs += itertools.zip_longest(yes.items(), no.items(), fillvalue=("0", "0.0"))
        return [
            (self._either(choice, "i64", p, q), self._either(choice, "double", u, v))
            for (p, u), (q, v) in pairs
        ]

    def _either(self, choice: rules.Choice, kind: str, yes: str, no: str) -> str:
        return yes if yes == no else self.put(f"select i1 {choice.condition}, {kind} {yes}, {kind} {no}")

    def _moves(self, x: str, y: str) -> str:
        """Append the test whether tangents of two values may differ (i1): their terms differ."""
        first, second = self._terms_of(x), self._terms_of(y)
        if first == second:  # as in x == x, which is false for NaN
            return "false"
        places = list(dict(first + second))
        total = places[0]
        for place in places[1:]:
            total = self.put(f"or i64 {total}, {place}")
        return self.put(f"icmp ne i64 {total}, 0")

    # recording

    def _begin_block(self, i: int) -> None:
        if i:
            return
        self.put("inttoptr i64 %tape to ptr", "%tape.at")
        for k, name in enumerate(FIELDS):
            self.put(f"getelementptr i64, ptr %tape.at, i64 {k}", f"%tape.{name}.at")
        for name, kind in (("pairs", "ptr"), ("weights", "ptr"), ("room", "i64")):
            self.put(f"load {kind}, ptr %tape.{name}.at, align 8{self.tape_alias}", f"%tape.{name}")
        for name in FIELDS[3:]:
            self.put("alloca i64", f"%tape.{name}")
        self._resume()

    def _save(self) -> None:
        """Append stores of the counters to the struct of the tape."""
        for name in FIELDS[3:]:
            value = self.put(f"load i64, ptr %tape.{name}")
            self.lines.append(f"  store i64 {value}, ptr %tape.{name}.at, align 8{self.tape_alias}")

    def _resume(self) -> None:
        """Append loads of the counters from the struct of the tape."""
        for name in FIELDS[3:]:
            value = self.put(f"load i64, ptr %tape.{name}.at, align 8{self.tape_alias}")
            self.lines.append(f"  store i64 {value}, ptr %tape.{name}")

    def _append_call(self, line: str) -> None:
        self._save()
        super()._append_call(line)
        self._resume()

    def _record(self, terms: Terms, y: str) -> None:
        """Append edges into y to the tape, and the place of y: 0 if all edges leave place 0."""
        out, phi = tangent_name(y), self._sum_of.get(y, "")
        if not terms or (len(terms) == 1 and rules.is_one(terms[0][1])):
            self.put(f"add i64 {terms[0][0] if terms else '0'}, 0", out)
            if phi:
                self.put("or i1 false, false", _own(y))
            return
        place = self.put("load i64, ptr %tape.places")
        begun, kept = tangent_name(phi) if phi else "", "false"
        if (begun, rules.ONE) not in terms:
            new = some = self._edges(terms, place)
            self.put(f"select i1 {some}, i64 {place}, i64 0", out)
        else:  # a sum in a loop keeps the place that an earlier iteration has assigned
            kept = _own(phi)
            terms = [term for term in terms if term[0] != begun]
            terms.append((self.put(f"select i1 {kept}, i64 0, i64 {begun}"), rules.ONE))
            number = self.put(f"select i1 {kept}, i64 {begun}, i64 {place}")
            some = self._edges(terms, number)
            self.put(f"select i1 {some}, i64 {number}, i64 {begun}", out)
            new = self.put(f"select i1 {kept}, i1 false, i1 {some}")
        if phi:
            self.put(f"or i1 {some}, {kept}", _own(y))
        following = self.put(f"add i64 {place}, {self.put(f'zext i1 {new} to i64')}")
        self.lines.append(f"  store i64 {following}, ptr %tape.places")

    def _edges(self, terms: Terms, place: str) -> str:
        """Append edges into a place, and the test whether there are any (i1)."""
        edges = self.put("load i64, ptr %tape.edges")
        fits = self.put(f"icmp ult i64 {edges}, %tape.room")
        first = at = self.put(f"select i1 {fits}, i64 {edges}, i64 %tape.room")
        high = self.put(f"shl i64 {place}, 32")
        for source, weight in terms:
            pair = self.put(f"or i64 {high}, {source}")
            for kind, value, array in (("i64", pair, "pairs"), ("double", weight, "weights")):
                address = self.put(f"getelementptr {kind}, ptr %tape.{array}, i64 {at}")
                self.lines.append(f"  store {kind} {value}, ptr {address}, align 8{self.tape_alias}")
            counts = self.put(f"zext i1 {self.put(f'icmp ne i64 {source}, 0')} to i64")
            at = self.put(f"add i64 {at}, {counts}")
        made = self.put(f"sub i64 {at}, {first}")
        self.lines.append(f"  store i64 {self.put(f'add i64 {edges}, {made}')}, ptr %tape.edges")
        return self.put(f"icmp ne i64 {made}, 0")

    # instructions

    def _write(self, one: Form) -> None:
        opcode = one.opcode
        if opcode == "ret":
            self._save()
        elif opcode == "freeze" and one.type == "double" and self.varies(one.result):
            self.lines.append(one.line)
            self._linear([(one.values[0], rules.ONE)], one.result)
            return
        elif (opcode == "extractvalue" and one.result in self._part) or (
            opcode == "insertvalue" and "ptr" not in one.type and one.result not in self._whole
        ):
            self.lines.append(one.line)
            return
        super()._write(one)
        if opcode == "phi" and one.result in self._sums:
            pairs = zip(map(self._double, one.values), one.labels, strict=True)
            kept = (
                f"[ {_own(v) if self._sum_of.get(v) == one.result else 'false'}, %{label} ]"
                for v, label in pairs
            )
            self.put(f"phi i1 {', '.join(kept)}", _own(one.result))
        if opcode == "alloca":  # memory that was never stored to has place 0
            kind = self._shadowed(one.type)
            self.lines.append(f"  store {kind} zeroinitializer, ptr {tangent_name(one.result)}, align 8")
