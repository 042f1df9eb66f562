"""Rename and join modules and packages of gelenk: python -m tools.rename tools/renames.txt

Documents: design / Layers

Each line of the table is ``old -> new``, dotted and relative to ``gelenk``; a package carries the modules that lie in
it. ``first + second -> new`` joins modules: docstrings, imports and definitions follow each other in that order. The
program moves the files with git, then rewrites imports, the names that modules are bound to, dotted names in strings,
and paths in comments and pages. It changes no code beyond names, so that a run is one commit that only moves.
``--check`` changes no file and lists problems to solve by hand: a name that is taken already, a line of the table that
matches no module.
"""

import argparse
import ast
import re
import subprocess
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEXTS = {".py", ".pyi", ".md", ".toml", ".txt", ".js", ".yaml", ".cfg", ""}
DOTTED = re.compile(r"(?<![\w./])gelenk(?:\.[A-Za-z_]\w*)+")
PATH = re.compile(r"(?<![\w/.-])((?:\.\./)*)((?:gelenk/)?(?:\w+/)+\w+)(\.pyi?)?(?![\w/-])")
PLAIN = ("jit", "world", "engine")  # packages whose paths are written without a suffix
QUOTED = re.compile(r"""(?<=["'`])[a-z_]+(?:\.\w+)+(?=["'`])""")  # quoted names relative to gelenk
AMBIGUOUS = ("spec.assets",)  # attributes, not modules, when quoted
FILE = re.compile(r"(?<![\w/.-])(\w+)\.py\b")


def tracked():
    """Return the paths of all files that git tracks, relative to the root."""
    return [
        Path(line) for line in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    ]


def modules(files):
    """Return the dotted names, relative to gelenk, of all modules and packages among ``files``."""
    found = set()
    for path in files:
        if path.parts[0] != "gelenk" or path.suffix not in (".py", ".pyi"):
            continue
        parts = path.with_suffix("").parts[1:]
        if parts and parts[-1] == "__init__":
            parts = parts[:-1]
        if parts:
            found.add(".".join(parts))
    return found


class Table:
    """The new name of every module: the longest old name that matches a line of the table."""

    def __init__(self, text, known):
        self.rows = {}
        for line in text.splitlines():
            line = line.split("#")[0].strip()
            if line:
                parts, new = (part.strip() for part in line.split("->"))
                for old in parts.split("+"):
                    self.rows[old.strip()] = new
        self.known = known
        self.lost = [old for old in self.rows if old not in known]
        self.base_names = {}

    def name(self, dotted):
        """Return the new name of a dotted name relative to gelenk; other suffixes are kept."""
        parts = dotted.split(".")
        for n in range(len(parts), 0, -1):
            head = ".".join(parts[:n])
            if head in self.rows:
                return ".".join([self.rows[head], *parts[n:]])
        return dotted

    def joined(self):
        """Return new name -> old names, for modules that are joined, in table order."""
        groups = {}
        for old in self.rows:
            if old in self.known:
                groups.setdefault(self.name(old), []).append(old)
        return {new: olds for new, olds in groups.items() if len(olds) > 1}

    def is_module(self, dotted):
        """Return whether ``dotted`` is a module or package before the renaming."""
        return dotted in self.known


FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Scope:
    """The names that one module, class or function binds.

    ``renamed`` maps names bound by imports of modules, ``bound`` contains all others; ``conflicts``, shared by all
    scopes of a file, contains the pairs of names whose new name an inner scope uses.
    """

    def __init__(self, node, table, conflicts, own):
        self.defined = set()
        self.own = set()  # names of modules that become this module

        self.is_class = isinstance(node, ast.ClassDef)
        self.renamed = {}
        self.bound = set()
        self.imports = []
        if isinstance(node, FUNCTIONS):
            self.bound |= {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
        todo = list(ast.iter_child_nodes(node))
        while todo:
            child = todo.pop()
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                self.defined.add(child.name)
                continue
            if isinstance(child, ast.ImportFrom) and (child.module or "").split(".")[0] == "gelenk":
                self.imports.append(child)
            elif isinstance(child, ast.Import | ast.ImportFrom):
                self.bound |= {a.asname or a.name.split(".")[0] for a in child.names}
            elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                self.bound.add(child.id)
            todo.extend(ast.iter_child_nodes(child))
        if not self.is_class:  # methods are reached through their class
            self.bound |= self.defined
        self.kept = []
        modules = []
        for alias, old in module_aliases(self.imports, table):
            if alias.asname is None and old is not None:
                if own and table.name(old) == own:
                    self.own.add(alias.name)
                else:
                    modules.append((alias.name, table.name(old)))
            else:
                self.bound.add(alias.asname or alias.name)
        meanings = {new.split(".")[-1]: new for old, new in modules if old == new.split(".")[-1]}
        for old, full in modules:
            new = full.split(".")[-1]
            if old == new:
                self.bound.add(old)
            elif (
                new in self.bound - set(meanings)
                or meanings.get(new, full) != full
                or (old, new) in conflicts
            ):
                self.kept.append((old, new))
                self.bound.add(old)
            else:
                meanings[new] = full
                self.renamed[old] = new


def module_aliases(imports, table):
    """Yield each imported name with the old dotted name of its module, or None."""
    for node in imports:
        package = node.module[len("gelenk") :].lstrip(".")
        for alias in node.names:
            old = f"{package}.{alias.name}".lstrip(".")
            yield alias, old if table.is_module(old) else None


class Rewriter(ast.NodeVisitor):
    """Collects the edits of one source: text spans and their replacements."""

    def __init__(self, source, table, conflicts=(), own=""):
        self.table, self.own = table, own
        self.trouble = []
        self.known_conflicts, self.conflicts = conflicts, set()
        self.starts = [0]
        for line in source.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.edits = []
        self.kept = []
        self.scopes = []
        self.visit(ast.parse(source))

    def span(self, node):
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def scoped(self, node):
        self.scopes.append(Scope(node, self.table, self.known_conflicts, self.own))
        self.kept += self.scopes[-1].kept
        self.generic_visit(node)
        self.scopes.pop()

    visit_Module = visit_ClassDef = visit_Lambda = scoped

    def visit_FunctionDef(self, node):
        for part in (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(part)
        for arg in ast.walk(node.args):
            if isinstance(arg, ast.arg) and arg.annotation:
                self.visit(arg.annotation)
        if node.returns:
            self.visit(node.returns)
        self.scopes.append(Scope(node, self.table, self.known_conflicts, self.own))
        self.kept += self.scopes[-1].kept
        for child in node.body:
            self.visit(child)
        self.scopes.pop()

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Name(self, node):
        for depth, scope in enumerate(reversed(self.scopes)):
            if scope.is_class and depth:
                continue
            if node.id in scope.renamed:
                new = scope.renamed[node.id]
                self.edits.append((*self.span(node), new))
                if any(
                    new in inner.bound | inner.defined for inner in self.scopes[len(self.scopes) - depth :]
                ):
                    self.conflicts.add((node.id, new))
                return
            if node.id in scope.bound:
                return

    def is_own(self, name):
        """Return whether a name, in the current scope, refers to a module that becomes this one."""
        for depth, scope in enumerate(reversed(self.scopes)):
            if scope.is_class and depth:
                continue
            if name in scope.own:
                return True
            if name in scope.bound:
                return False
        return False

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name) and self.is_own(node.value.id):
            self.edits.append((*self.span(node), node.attr))
            if any(node.attr in scope.bound | scope.defined for scope in self.scopes[1:]):
                self.trouble.append(f"line {node.lineno}: {node.attr} is bound here")
        else:
            self.generic_visit(node)

    def visit_Import(self, node):
        parts = []
        for alias in node.names:
            name = alias.name
            if name.startswith("gelenk."):
                name = "gelenk." + self.table.name(name[len("gelenk.") :])
            parts.append(name + (f" as {alias.asname}" if alias.asname else ""))
        self.edits.append((*self.span(node), "import " + ", ".join(parts)))

    def visit_ImportFrom(self, node):
        if (node.module or "").split(".")[0] != "gelenk" or node.level:
            return
        package = node.module[len("gelenk") :].lstrip(".")
        groups = {}
        for alias, old in module_aliases([node], self.table):
            if self.own and self.own in (old and self.table.name(old), package and self.table.name(package)):
                if alias.asname not in (None, alias.name):
                    self.trouble.append(f"line {node.lineno}: {alias.name} is imported as {alias.asname}")
                continue
            if old is not None:
                home, _, base = self.table.name(old).rpartition(".")
                asname = base if alias.asname == alias.name else alias.asname
                # the form `x as x` marks a re-export
                again = alias.asname == alias.name
                if asname is None and base != alias.name and alias.name not in self.scopes[-1].renamed:
                    asname = alias.name
                if asname == base and not again:
                    asname = None
            else:
                home, base, asname = self.table.name(package) if package else "", alias.name, alias.asname
            name = base + (f" as {asname}" if asname else "")
            if name not in groups.setdefault(home, []):
                groups[home].append(name)
        indent = " " * node.col_offset
        lines = []
        for home, names in groups.items():
            head = f"from {'.'.join(filter(None, ('gelenk', home)))} import "
            line = head + ", ".join(names)
            # the formatter does not break such a line
            if len(indent) + len(line) > 110:
                line = f"{head}(\n{indent}    " + f",\n{indent}    ".join(names) + f",\n{indent})"
            lines.append(line)
        empty = "pass" if len(self.scopes) > 1 else ""
        self.edits.append((*self.span(node), f"\n{indent}".join(lines) or empty))


def text_edits(data, table, folder):
    """Return edits of dotted names and paths in a text (bytes): strings, comments, pages."""
    text = data.decode()
    at = [0]
    for c in text:
        at.append(at[-1] + len(c.encode()))
    edits = []
    for match in DOTTED.finditer(text):
        old = match.group()[len("gelenk.") :]
        if (new := table.name(old)) != old:
            edits.append((at[match.start()], at[match.end()], "gelenk." + new))
    for match in QUOTED.finditer(text):
        old = match.group()
        if table.is_module(old) and old not in AMBIGUOUS and (new := table.name(old)) != old:
            edits.append((at[match.start()], at[match.end()], new))
    for match in PATH.finditer(text):
        up, path, suffix = match.groups()
        prefix = "gelenk/" if path.startswith("gelenk/") else ""
        old = path[len(prefix) :].replace("/", ".")
        if not table.is_module(old) or (not suffix and not prefix and old.split(".")[0] not in PLAIN):
            continue
        if (new := table.name(old)) != old:
            edits.append(
                (at[match.start()], at[match.end()], up + prefix + new.replace(".", "/") + (suffix or ""))
            )
    if folder:
        for match in FILE.finditer(text):
            old = f"{folder}.{match.group(1)}"
            if table.is_module(old) and (new := table.name(old)) != old:
                edits.append((at[match.start()], at[match.end()], new.split(".")[-1] + ".py"))
    return edits


def apply(data, edits):
    """Return ``data`` with the edits applied; of two overlapping edits the first counts."""
    out, last = [], 0
    taken = []
    for start, end, new in edits:
        if not any(start < e and s < end for s, e, _ in taken):
            taken.append((start, end, new))
    for start, end, new in sorted(taken):
        out += [data[last:start], new.encode()]
        last = end
    return b"".join([*out, data[last:]])


def rewrite(path, table):
    """Return the new content of a file, and names that need manual attention."""
    data = (ROOT / path).read_bytes()
    edits, kept = [], []
    folder = ".".join(path.parts[1:-1]) if path.parts[0] == "gelenk" else ""
    if path.suffix in (".py", ".pyi"):
        own = ".".join(path.with_suffix("").parts[1:]) if folder else ""
        own = table.name(own) if own and table.name(own) in table.joined() else ""
        rewriter = Rewriter(data.decode(), table, own=own)
        if rewriter.conflicts:
            rewriter = Rewriter(data.decode(), table, rewriter.conflicts, own)
        edits += rewriter.edits
        kept = [f"the module {name} stays {old} here, since {name} is taken" for old, name in rewriter.kept]
        kept += rewriter.trouble
    edits += text_edits(data, table, folder)
    return apply(data, edits), kept


def file_of(old):
    """Return the path of a module, relative to the root."""
    return f"gelenk/{old.replace('.', '/')}.py"


def is_import(node):
    """Return whether a statement is an import, possibly for type checkers only."""
    return isinstance(node, ast.Import | ast.ImportFrom) or is_typing(node)


def is_typing(node):
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def bindings(source):
    """Return the names that a module binds at its top level, with their values."""
    found = {}
    todo = [(node, None) for node in ast.parse(source).body]
    for node, _ in todo:
        if isinstance(node, ast.ImportFrom):
            found |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
        elif isinstance(node, ast.Import):
            found |= {a.asname or a.name.split(".")[0]: a.name for a in node.names}
        elif isinstance(node, FUNCTIONS | ast.ClassDef):
            found[node.name] = ast.unparse(node)
        elif isinstance(node, ast.If | ast.Try | ast.For | ast.With):
            todo += [(child, None) for child in node.body]
        else:
            text = ast.unparse(node)
            found |= {
                n.id: text for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
            }
    return found


def clashes(paths):
    """Yield the names that several modules bind to different values."""
    seen = {}
    own = {str(path.relative_to(ROOT).with_suffix("")).replace("/", ".") for path in paths}
    for path in paths:
        for name, value in bindings(path.read_text()).items():
            if value in own or value.rpartition(".")[0] in own:  # imports between the joined modules
                continue
            if seen.setdefault(name, (path.name, value))[1] != value:
                yield f"{name} in {seen[name][0]} and {path.name}"


def parts(source):
    """Return docstring, imports, type-checking imports and the rest, as texts."""
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    body = tree.body[1:]
    last = tree.body[0].end_lineno
    imports, typing = [], []
    for node in body:
        if not is_import(node):
            break
        if is_typing(node):
            typing += lines[node.lineno : node.end_lineno]
        else:
            imports += lines[last : node.end_lineno]
        last = node.end_lineno
    return ast.get_docstring(tree), "".join(imports), "".join(typing), "".join(lines[last:])


def joined_docstring(texts):
    """Return one docstring: first line of the first, all documents, then the paragraphs."""
    first, documents, paragraphs = texts[0].split("\n", 1)[0], [], []
    for number, text in enumerate(texts):
        for paragraph in text.split("\n\n")[0 if number else 1 :]:
            if paragraph.startswith("Documents:"):
                said = " ".join(paragraph[len("Documents:") :].split())
                documents += [part for part in said.split("; ") if part not in documents]
            else:
                paragraphs.append(paragraph)
    if documents:
        said = "Documents: " + "; ".join(documents)
        paragraphs.insert(0, "\n".join(textwrap.wrap(said, 118, break_long_words=False)))
    return "\n\n".join([first, *paragraphs])


def in_import_order(paths):
    """Return modules with each after those of them that it imports, else in their order."""
    names = {path: ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths}
    needed = {}
    for path in paths:
        values = set(bindings(path.read_text()).values())
        values |= {value.rpartition(".")[0] for value in values}
        needed[path] = {other for other in paths if other != path and names[other] in values}
    found = []
    while len(found) < len(paths):
        left = [path for path in paths if path not in found]
        found.append(next((path for path in left if needed[path] <= {*found}), left[0]))
    return found


def join(paths, order, stem):
    """Write modules, in this order, into the first; the docstring of the one named ``stem`` leads."""
    found = {path: parts(path.read_text()) for path in paths}
    _, imports, typing, bodies = zip(*(found[path] for path in order), strict=True)
    docs = [found[path][0] for path in sorted(paths, key=lambda path: path.stem != stem)]
    future = "from __future__ import annotations\n"
    head = future if any(future in text for text in imports) else ""
    text = '"""' + joined_docstring(docs) + ('\n"""\n\n' if "\n\n" in joined_docstring(docs) else '"""\n\n')
    text += head + "".join(block.replace(future, "") for block in imports)
    if any(typing):
        text += "\nif TYPE_CHECKING:\n" + "".join(typing)
    paths[0].write_text(text + "\n\n".join(bodies))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table")
    parser.add_argument("--check", action="store_true", help="change nothing")
    args = parser.parse_args()
    files = tracked()
    table = Table((ROOT / args.table).read_text(), modules(files))
    for old in table.lost:
        print(f"{args.table}: {old} is no module")
    joined = {new: [ROOT / file_of(old) for old in olds] for new, olds in table.joined().items()}
    orders = {new: in_import_order(paths) for new, paths in joined.items()}  # before imports are rewritten
    skipped = {Path(args.table), Path("CHANGELOG.md")}
    texts = [
        path for path in files if path.suffix in TEXTS and path not in skipped and (ROOT / path).is_file()
    ]
    for path in texts:
        try:
            new, kept = rewrite(path, table)
        except UnicodeDecodeError:
            continue
        for message in kept:
            print(f"{path}: {message}")
        if not args.check and new != (ROOT / path).read_bytes():
            (ROOT / path).write_bytes(new)
    for new, paths in joined.items():
        for message in clashes(paths):
            print(f"{new}: {message}")
    if args.check:
        return
    for new, paths in joined.items():
        join(paths, orders[new], new.split(".")[-1])
        subprocess.run(["git", "rm", "-qf", *map(str, paths[1:])], cwd=ROOT, check=True)
    gone = {file_of(old) for olds in table.joined().values() for old in olds[1:]}
    for path in files:
        if path.parts[0] != "gelenk" or str(path) in gone:
            continue
        stem = path.name.split(".")[0]
        package = ".".join(path.parts[1:-1])
        old = (
            package
            if stem == "__init__" or path.suffix not in (".py", ".pyi")
            else f"{package}.{stem}".lstrip(".")
        )
        new = table.name(old)
        if new == old:
            continue
        name = path.name if old == package else new.split(".")[-1] + path.name[len(stem) :]
        home = new if old == package else new.rpartition(".")[0]
        target = Path("gelenk", *home.split("."), name)
        (ROOT / target).parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["git", "mv", str(path), str(target)], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
