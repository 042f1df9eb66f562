"""Code of a basic block: a Python function that computes it for one warp, with times.

Times are those of a single warp that issues in order, counted from the start of the launch: in cycles (`T`), and as the
number of loads in the longest dependent chain (`D`). ptxas is assumed to order the instructions of a block optimally:
an instruction begins when its operands are ready, and a load also waits for earlier stores that it may read. A block
ends when its stores, the condition of its branch and its issue slots are done. Loads may be pending at the end of a
block, but not across a call, since the called function does not know the scoreboard of the caller.
"""

import re
from collections.abc import Callable, Sequence

from tools.warps import costs
from tools.warps.listing import Block, Function, Instruction
from tools.warps.registers import Registers
from tools.warps.semantics import lines

_ADDRESS = re.compile(r"\[([^\]+]+?)(?:\+(-?\d+))?\]")
_REGISTER = re.compile(r"%(?:rs|rd|r|fd|f|p|SPL|SP)\d*")
_WORD = {1: 0, 2: 1, 4: 2, 8: 3}


class BlockCode:
    """Writes and compiles the blocks of one function."""

    def __init__(self, function: Function, registers: Registers, callee: Callable[[str], object]) -> None:
        self._function, self._registers, self._callee = function, registers, callee
        self._slots: dict[int, tuple[int, dict[str, int]]] = {}

    def slots(self, number: int) -> tuple[int, dict[str, int]]:
        """Return the issue slots of a block and its instructions by class."""
        found = self._slots.get(number)
        if found is None:
            body = self._function.blocks[number].body
            every = [costs.cost(i.opcode) for i in body]
            for k in costs.fused([i.opcode for i in body], [i.operands for i in body]):
                every[k] = every[k]._replace(slots=0)
            kinds: dict[str, int] = {}
            for one in every:
                kinds[one.kind] = kinds.get(one.kind, 0) + 1
            found = self._slots[number] = sum(one.slots for one in every), kinds
        return found

    def compiled(self, number: int) -> Callable[..., object]:
        """Return the function of a block: (active lanes or True, other lanes, warp) -> result of `_ending`."""
        text = self.text(self._function.blocks[number])
        place: dict[str, Callable[..., object]] = {}
        exec(  # noqa: S102 -- the source is ours
            compile(text, f"<block {number} of {self._function.name}>", "exec"),
            self._registers.namespace,
            place,
        )
        return place["block"]

    def text(self, block: Block) -> str:
        """Return the Python source of a block."""
        body = ["c = m = x.cycles", "e = n = x.loads"]
        for i in block.body:
            body += self._one(i)
        body += self._ending(block)
        return "def block(w, nw, x):\n" + "".join(f"    {line}\n" for line in body)

    # ---- times

    def _after(self, registers: Sequence[str], more: str = "") -> tuple[str, str]:
        """Return expressions for the time at which registers are ready: cycles, loads."""
        numbers = [self._registers.number(name) for name in dict.fromkeys(registers)]
        cycles, loads = ["m" if more else "c"], ["n" if more else "e"]
        cycles += [f"T[{k}]" for k in numbers]
        loads += [f"D[{k}]" for k in numbers]
        if len(cycles) == 1:
            return cycles[0], loads[0]
        return f"max({', '.join(cycles)})", f"max({', '.join(loads)})"

    def _timed(self, targets: Sequence[str], sources: Sequence[str], latency: int) -> list[str]:
        if not targets:
            return []
        cycles, loads = self._after(sources)
        left = " = ".join(f"T[{self._registers.number(t)}]" for t in targets)
        right = " = ".join(f"D[{self._registers.number(t)}]" for t in targets)
        return [f"{left} = {cycles} + {latency}", f"{right} = {loads}"]

    # ---- instructions

    def _one(self, i: Instruction) -> list[str]:
        name = i.parts[0]
        if name in ("bra", "ret", "brx"):
            return []
        if i.guard:
            raise ValueError(f"only branches may have a condition: {i.text}")
        if name == "call":
            return self._call(i)
        if name == "bar":
            return self._barrier(i)
        if name in ("ld", "st"):
            if "param" in i.parts:
                return self._parameter(i)
            return self._load(i) if name == "ld" else self._store(i)
        targets = _REGISTER.findall(i.operands[0])
        sources = [r for operand in i.operands[1:] for r in _REGISTER.findall(operand)]
        return [*lines(i, self._registers), *self._timed(targets, sources, costs.cost(i.opcode).latency)]

    def _barrier(self, i: Instruction) -> list[str]:
        if i.parts[:3] != ["bar", "warp", "sync"]:
            raise ValueError(f"unsupported instruction: {i.text}")
        return [f"meet(w, {self._registers.view(i.operands[0], 'u32')})", "x.barriers += 1"]

    def _parameter(self, i: Instruction) -> list[str]:
        """Translate accesses to parameters: of a call, of the function itself, or its result."""
        kind = "u" + i.parts[-1][1:]
        load = i.parts[0] == "ld"
        address, values = (i.operands[1], i.operands[0]) if load else (i.operands[0], i.operands[1])
        found = _ADDRESS.match(address)
        assert found is not None
        name, offset = found[1], int(found[2] or 0)
        registers = re.findall(r"[%\w.]+", values)
        step = int(kind[1:]) // 8
        made = []
        own = {p: k for k, (p, _) in enumerate(self._function.parameters)}
        for k, register in enumerate(registers):
            at = offset + k * step
            if load:
                key = f"x.given[{own[name], at}]" if name in own else f"x.returned[{at}]"
                bits = self._registers.bits(register)
                place = f"T[{self._registers.number(register)}], D[{self._registers.number(register)}]"
                made += [
                    f"v_, {place} = {key}",
                    f"np.copyto({self._registers.view(register, f'u{bits}')}, v_, where=w)",
                ]
                continue
            value = self._registers.view(register, kind)
            sources = [register] if register.startswith("%") else []
            cycles, loads = self._after(sources)
            if name == self._function.result:
                made.append(f"x.give_back({at}, {value}, w, {cycles}, {loads})")
            else:
                made.append(f"P['{name}', {at}] = {value}.copy(), {cycles}, {loads}")
        return made

    def _call(self, i: Instruction) -> list[str]:
        name, _result, *given = i.operands
        called = "f_" + name.replace("$", "S")
        self._registers.namespace[called] = self._callee(name)
        names = ", ".join(f"'{g}': {k}" for k, g in enumerate(given))
        return [
            f"N = {{{names}}}",
            "x.cycles = max(c, m, x.pending); x.loads = max(e, n, x.pending_loads)",
            f"x.call({called}, {{(N[q], a): v for (q, a), v in P.items() if q in N}}, w)",
            "P.clear()",
            "c = m = x.cycles; e = n = x.loads",
        ]

    def _address(self, text: str) -> tuple[str, list[str], bool]:
        """Return (expression of an address, registers in the expression, whether it is constant)."""
        found = _ADDRESS.match(text)
        if found is None:
            raise ValueError(f"unsupported address: {text}")
        base, offset = found[1], found[2] or "0"
        if base.startswith("%"):
            name = self._registers.view(base, "s64")
            return (
                (f"{name} + {self._registers.view(offset, 's64')}" if offset != "0" else name),
                [base],
                False,
            )
        return str(int(self._registers.value(base, "u64")) + int(offset)), [], True

    def _load(self, i: Instruction) -> list[str]:
        bits = int(i.parts[-1][1:])
        size, signed = bits // 8, i.parts[-1][0] == "s"
        address, sources, constant = self._address(i.operands[1])
        targets = re.findall(r"%\w+", i.operands[0])
        made = []
        if constant:
            base = int(address)
            for k, target in enumerate(targets):
                made.append(self._copied(target, f"M.views[{size}][{base // size + k}]", bits, signed))
            return [*made, *self._timed(targets, [], 0 if "const" in i.parts else costs.L1_LATENCY)]
        made += [f"a = {address}", f"q = a >> {_WORD[size]}", "if nw is not None: q[nw] = 0"]
        for k, target in enumerate(targets):
            made.append(
                self._copied(
                    target, f"M.views[{size}][q + {k}]" if k else f"M.views[{size}][q]", bits, signed
                )
            )
        fenced = "fenced" if not {"nc", "const", "local"} & set(i.parts) else ""
        cycles, loads = self._after(sources, fenced)
        if "const" in i.parts:
            return [*made, *self._timed(targets, sources, costs.CONST_LATENCY)]
        times = [f"t = {cycles}", f"l = {loads} + 1"]
        space = next((p for p in i.parts if p in ("local", "shared")), "global")
        shared = ", True" if "nc" in i.parts else ""  # read-only data: the model, which all worlds share
        times.append(f"t += x.{space}_load(a, w, {size * len(targets)}{shared})")
        left = " = ".join(f"T[{self._registers.number(t)}]" for t in targets)
        right = " = ".join(f"D[{self._registers.number(t)}]" for t in targets)
        times += [f"{left} = t", f"{right} = l", "if t > x.pending: x.pending = t"]
        return [*made, *times, "if l > x.pending_loads: x.pending_loads = l"]

    def _copied(self, target: str, value: str, bits: int, signed: bool) -> str:
        whole = self._registers.bits(target)
        if signed:  # sign extension
            name = self._registers.view(target, f"s{whole}")
            return f"np.copyto({name}, {value}.view(np.int{bits}), where=w)"
        return f"np.copyto({self._registers.view(target, f'u{whole}')}, {value}, where=w)"

    def _store(self, i: Instruction) -> list[str]:
        bits = int(i.parts[-1][1:])
        size = bits // 8
        address, sources, constant = self._address(i.operands[0])
        if constant:
            raise ValueError(f"unsupported store to a variable: {i.text}")
        values = re.findall(r"[%\w.-]+", i.operands[1])
        made = [f"a = {address}", f"q = a >> {_WORD[size]}"]
        for k, value in enumerate(values):
            name = self._registers.view(value, f"u{bits}")
            index = f"q + {k}" if k else "q"
            made += [
                f"if nw is None: M.views[{size}][{index}] = {name}",
                f"else: M.views[{size}][({index})[w]] = {name}[w]",
            ]
        sources = [*sources, *(v for v in values if v.startswith("%"))]
        space = next((p for p in i.parts if p in ("local", "shared")), "global")
        made.append(f"x.{space}_store(a, w, {size * len(values)})")
        if space == "local":
            return made
        cycles, loads = self._after(sources, "fenced")
        return [*made, f"m = {cycles}", f"n = {loads}"]

    def _ending(self, block: Block) -> list[str]:
        """Return the lines that end a block: the clock, and None, a block number, or a branch condition."""
        last = block.body[-1]
        kind = last.parts[0]
        sources = [last.guard] if last.guard else _REGISTER.findall(last.operands[0]) if kind == "brx" else []
        cycles, loads = self._after(sources, "fenced")
        slots = self.slots(block.number)[0]
        made = [f"x.cycles = max(c + {slots}, {cycles})", f"x.loads = max(e, {loads})"]
        if kind == "ret":
            return [
                *made,
                "x.cycles = max(x.cycles, x.pending); x.loads = max(x.loads, x.pending_loads)",
                "return -1",
            ]
        if last.guard:
            taken = self._registers.view(last.guard, "pred")
            return [*made, f"return ~{taken}" if last.negated else f"return {taken}"]
        if kind == "brx":
            return [*made, f"return {self._registers.view(last.operands[0], 'u32')}"]
        return [*made, f"return {block.next[0]}"]
