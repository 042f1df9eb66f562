"""GMSH files made in memory, in both formats, as text and binary."""

import struct

TYPE = {2: 1, 3: 2, 4: 4}  # vertices -> element type
BEGIN = b"$MeshFormat\n%s %d 8\n"
END = b"$EndMeshFormat\n"


def head(version, binary):
    return BEGIN % (version, int(binary)) + (struct.pack("<i", 1) + b"\n" if binary else b"") + END


def gmsh_41(points, elements, binary=False):
    """Format 4.1: one block of nodes, one of elements (numbered from 0 here, from 1 in the file)."""
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
    """Format 2.2, every element with two tags."""
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
