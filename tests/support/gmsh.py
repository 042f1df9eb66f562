"""GMSH files in memory, in both formats, as text and binary."""

import struct

TYPE = {2: 1, 3: 2, 4: 4}  # vertices -> element type
BEGIN = b"$MeshFormat\n%s %d 8\n"
END = b"$EndMeshFormat\n"


def head(version, binary):
    return BEGIN % (version, int(binary)) + (struct.pack("<i", 1) + b"\n" if binary else b"") + END


def gmsh_41(points, elements, binary=False):
    """Return a file of format 4.1 with one block of nodes and one of elements (0-based here)."""
    n, k, size = len(points), len(elements), len(elements[0])
    tags = range(1, n + 1)
    text = head(b"4.1", binary)
    if binary:
        text += b"$Nodes\n" + struct.pack("<4Q", 1, n, 1, n) + struct.pack("<3iQ", size - 1, 1, 0, n)
        text += struct.pack(f"<{n}Q", *tags) + b"".join(struct.pack("<3d", *p) for p in points)
        text += b"\n$EndNodes\n$Elements\n" + struct.pack("<4Q", 1, k, 1, k)
        text += struct.pack("<3iQ", size - 1, 1, TYPE[size], k)
        for i, element in enumerate(elements):
            text += struct.pack(f"<{1 + size}Q", i + 1, *(v + 1 for v in element))
        return text + b"\n$EndElements\n"
    lines = ["$Nodes", f"1 {n} 1 {n}", f"{size - 1} 1 0 {n}", *map(str, tags)]
    lines += [" ".join(map(repr, p)) for p in points]
    lines += ["$EndNodes", "$Elements", f"1 {k} 1 {k}", f"{size - 1} 1 {TYPE[size]} {k}"]
    lines += [" ".join(str(v + 1) for v in (i, *element)) for i, element in enumerate(elements)]
    return text + "\n".join([*lines, "$EndElements", ""]).encode()


def gmsh_22(points, elements, binary=False):
    """Return a file of format 2.2 whose elements have two tags."""
    text = head(b"2.2", binary)
    if binary:
        text += b"$Nodes\n%d\n" % len(points)
        text += b"".join(struct.pack("<i3d", i + 1, *p) for i, p in enumerate(points))
        text += b"\n$EndNodes\n$Elements\n%d\n" % len(elements)
        for i, element in enumerate(elements):
            numbers = (TYPE[len(element)], 1, 2, i + 1, 7, 7, *(v + 1 for v in element))
            text += struct.pack(f"<{len(numbers)}i", *numbers)
        return text + b"\n$EndElements\n"
    lines = ["$Nodes", str(len(points))]
    lines += [f"{i + 1} {' '.join(map(repr, p))}" for i, p in enumerate(points)]
    lines += ["$EndNodes", "$Elements", str(len(elements))]
    for i, element in enumerate(elements):
        lines.append(" ".join(map(str, (i + 1, TYPE[len(element)], 2, 7, 7, *(v + 1 for v in element)))))
    return text + "\n".join([*lines, "$EndElements", ""]).encode()


# a square in the plane z = 0 and a point above it: nodes by (dimension, parametric, tags), as gmsh saves a volume
PLACES = {
    7: (0.0, 0.0, 0.0),
    3: (1.0, 0.0, 0.0),
    12: (1.0, 1.0, 0.0),
    5: (0.0, 1.0, 0.0),
    900: (0.5, 0.5, 1.0),
    4: (9.0, 9.0, 9.0),
}
NODES = [(0, 0, [7]), (0, 0, [3]), (0, 0, [4]), (1, 1, [12]), (2, 0, [5]), (3, 0, [900])]
# (dimension, type, elements by their nodes): points, edges, sides, tetrahedra
ELEMENTS = [
    (0, 15, [(7,), (4,)]),
    (1, 1, [(7, 3), (3, 12)]),
    (1, 1, [(12, 4)]),
    (2, 2, [(7, 3, 900), (3, 12, 900)]),
    (2, 2, [(12, 5, 900), (5, 7, 900), (7, 12, 3)]),
    (3, 4, [(7, 3, 12, 900)]),
    (3, 4, [(7, 12, 5, 900)]),
]


def blocks_41(nodes=NODES, elements=ELEMENTS, binary=False):
    """Return a file of format 4.1 with a block of nodes and of elements for each entity."""
    number, held = (sum(len(block[2]) for block in blocks) for blocks in (nodes, elements))
    text, tag = head(b"4.1", binary), 0
    parts = [("4Q", (len(nodes), number, 1, 900))]
    for dim, parametric, tags in nodes:
        parts += [("3i", (dim, 1, parametric)), ("Q", (len(tags),)), *(("Q", (one,)) for one in tags)]
        parts += [(f"{3 + dim * parametric}d", (*PLACES[one], *[0.25] * (dim * parametric))) for one in tags]
    sections = [parts, [("4Q", (len(elements), held, 1, held))]]
    for dim, kind, members in elements:
        sections[1] += [("3i", (dim, 1, kind)), ("Q", (len(members),))]
        for member in members:
            tag += 1
            sections[1].append((f"{1 + len(member)}Q", (tag, *member)))
    for name, written in zip((b"Nodes", b"Elements"), sections, strict=True):
        if binary:
            body = b"".join(struct.pack("<" + form, *values) for form, values in written)
        else:
            body = "\n".join(" ".join(map(repr, values)) for _, values in written).encode()
        text += b"$" + name + b"\n" + body + b"\n$End" + name + b"\n"
    return text


def blocks_22(nodes=NODES, elements=ELEMENTS, binary=False):
    """Return a file of format 2.2 with the nodes and elements of `blocks_41`."""
    tags = [tag for block in nodes for tag in block[2]]
    members = [(kind, member) for _, kind, block in elements for member in block]
    text = head(b"2.2", binary) + b"$Nodes\n%d\n" % len(tags)
    if binary:
        text += b"".join(struct.pack("<i3d", tag, *PLACES[tag]) for tag in tags)
    else:
        text += "\n".join(f"{tag} {' '.join(map(repr, PLACES[tag]))}" for tag in tags).encode()
    text += b"\n$EndNodes\n$Elements\n%d\n" % len(members)
    for i, (kind, member) in enumerate(members):
        if binary:
            text += struct.pack(f"<{6 + len(member)}i", kind, 1, 2, i + 1, 1, 1, *member)
        else:
            text += " ".join(map(str, (i + 1, kind, 2, 1, 1, *member))).encode() + b"\n"
    return text + b"\n$EndElements\n"
