"""Loops of a function: the order of its blocks, and the loops that each block is in.

Documents: design / Tapes
"""

from gelenk.toolchain.ir_text.instructions import branch_targets
from gelenk.toolchain.tangents.activity import Body


def successors(body: Body) -> dict[str, list[str]]:
    """Return the blocks that follow each block, by label."""
    return {label: branch_targets(forms[-1].line) for label, forms in body.blocks}


def in_order(after: dict[str, list[str]]) -> list[str]:
    """Return the labels in reverse postorder: each block after its dominators."""
    first = next(iter(after))
    found, seen, stack = [], {first}, [(first, iter(after[first]))]
    while stack:
        label, rest = stack[-1]
        following = next((s for s in rest if s not in seen), None)
        if following is None:
            found.append(label)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(after[following])))
    return [*reversed(found), *(label for label in after if label not in seen)]


def loops(after: dict[str, list[str]], order: list[str]) -> dict[str, frozenset[str]]:
    """Return block -> the loops that contain it, each named by the label of its first block."""
    found: dict[str, frozenset[str]] = dict.fromkeys(order, frozenset())
    work = [order]
    while work:
        part = work.pop()
        for component in _components(part, after):
            if len(component) == 1 and component[0] not in after[component[0]]:
                continue
            head = min(component, key=part.index)
            for label in component:
                found[label] |= {head}
            work.append([label for label in part if label in set(component) - {head}])
    return found


def _components(part: list[str], after: dict[str, list[str]]) -> list[list[str]]:
    """Return the strongly connected components of some blocks (Tarjan 1972)."""
    inside, index, low = set(part), dict[str, int](), dict[str, int]()
    path: list[str] = []
    found: list[list[str]] = []
    for start in part:
        if start in index:
            continue
        stack = [(start, iter(after[start]))]
        index[start] = low[start] = len(index)
        path.append(start)
        while stack:
            label, rest = stack[-1]
            for following in rest:
                if following not in inside:
                    continue
                if following not in index:
                    index[following] = low[following] = len(index)
                    path.append(following)
                    stack.append((following, iter(after[following])))
                    break
                if following in path:
                    low[label] = min(low[label], index[following])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[label])
                if low[label] == index[label]:
                    at = path.index(label)
                    found.append(path[at:])
                    del path[at:]
    return found
