"""Rename functions, classes and constants of modules of gelenk: python -m tools.rename_symbols TABLE

Documents: design / Layers

Each line of the table is ``module:old -> new``, the module dotted and relative to ``gelenk``. The program rewrites
definitions, imports and uses, and constants in the comments and docstrings of the files that use them. It prints names
that must be renamed by hand: the new name is already bound where the old one is used, or a table or a string contains
the old name. Methods are always renamed by hand, since an attribute does not identify its class.
"""

import argparse
import ast
import io
import re
import subprocess
import tokenize
from pathlib import Path

from tools.rename import FUNCTIONS, ROOT, apply, tracked


def dotted(path):
    """Return the dotted name of the module at a path relative to the root."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def read_table(text):
    """Return the rows as (module, old, new)."""
    rows = []
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line:
            place, new = (part.strip() for part in line.split("->"))
            module, old = place.split(":")
            rows.append((f"gelenk.{module}", old, new))
    return rows


class Scope:
    """The names that a module, class or function binds, and which of these are imports: name -> (module, name)."""

    def __init__(self, node):
        self.is_class = isinstance(node, ast.ClassDef)
        self.bound, self.imported, self.outer = set(), {}, set()
        if isinstance(node, FUNCTIONS):
            self.bound |= {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
        todo = [node.body] if isinstance(node, ast.Lambda) else list(node.body)
        while todo:
            child = todo.pop()
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self.bound.add(child.name)
                continue
            if isinstance(child, ast.Lambda):
                continue
            if isinstance(child, ast.ImportFrom):
                for alias in child.names:
                    self.bound.add(alias.asname or alias.name)
                    self.imported[alias.asname or alias.name] = (child.module, alias.name)
            elif isinstance(child, ast.Import):
                self.bound |= {a.asname or a.name.split(".")[0] for a in child.names}
            elif isinstance(child, ast.Global | ast.Nonlocal):
                self.outer |= set(child.names)
            elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                self.bound.add(child.id)
            elif isinstance(child, ast.ExceptHandler) and child.name:
                self.bound.add(child.name)
            todo.extend(ast.iter_child_nodes(child))
        self.bound -= self.outer


class Rewriter(ast.NodeVisitor):
    """Collects the edits of one file."""

    def __init__(self, path, source, symbols, modules):
        self.path, self.source, self.symbols, self.modules = path, source, symbols, modules
        self.module = dotted(path)
        self.lines = source.encode().splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.edits, self.trouble, self.scopes = [], [], []
        self.constants = {}  # old name -> new name, of constants that this file uses
        tree = ast.parse(source)
        self.visit(tree)
        if self.constants:
            self.prose(tree)

    def new_name(self, module, name):
        return self.symbols.get((module, name))

    def binding(self, name):
        """Return the scope that binds a name at the node that is visited."""
        for depth, scope in enumerate(reversed(self.scopes)):
            if not (scope.is_class and depth) and name in scope.bound:
                return scope
        return None

    def meaning(self, name):
        """Return the new name of a name at the node that is visited, None if it is unchanged."""
        scope = self.binding(name)
        if scope is None:
            return None
        if name in scope.imported:
            module, original = scope.imported[name]
            return self.new_name(module, original) if original == name else None
        return self.new_name(self.module, name) if scope is self.scopes[0] else None

    def edit(self, line, column, old, new):
        start = self.starts[line - 1] + column
        self.edits.append((start, start + len(old.encode()), new))
        if old.isupper():
            self.constants[old] = new

    def prose(self, tree):
        """Rename constants in comments and docstrings; other names may be ordinary words there."""
        owners = (n for n in ast.walk(tree) if isinstance(n, ast.Module | ast.ClassDef | FUNCTIONS))
        docstrings = {
            n.body[0].lineno for n in owners if not isinstance(n, ast.Lambda) and ast.get_docstring(n)
        }
        word = re.compile(rf"\b(?:{'|'.join(map(re.escape, self.constants))})\b")
        for token in tokenize.generate_tokens(io.StringIO(self.source).readline):
            is_docstring = token.type == tokenize.STRING and token.start[0] in docstrings
            if not is_docstring and token.type != tokenize.COMMENT:
                continue
            for found in word.finditer(token.string):
                before = token.string[: found.start()]
                column = len(before.rpartition("\n")[2].encode())
                line = token.start[0] + before.count("\n")
                if line == token.start[0]:
                    column += len(self.lines[line - 1].decode()[: token.start[1]].encode())
                self.edit(line, column, found[0], self.constants[found[0]])

    def check(self, node, new):
        if self.binding(new) is not None:
            self.trouble.append(f"{self.path}:{node.lineno}: {new} is taken")

    def scoped(self, node, parts):
        self.scopes.append(Scope(node))
        for part in parts:
            self.visit(part)
        self.scopes.pop()

    def visit_Module(self, node):
        self.scoped(node, node.body)

    def visit_ClassDef(self, node):
        self.defined(node, "class")
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(part)
        self.scoped(node, node.body)

    def visit_FunctionDef(self, node):
        self.defined(node, "def")
        outside = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        outside += [a.annotation for a in ast.walk(node.args) if isinstance(a, ast.arg) and a.annotation]
        for part in (*outside, *filter(None, [node.returns])):
            self.visit(part)
            self.quoted(part)
        self.scoped(node, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def quoted(self, annotation):
        """Rename a class in quotes."""
        for node in ast.walk(annotation):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if new := self.meaning(node.value):
                    self.edit(node.lineno, node.col_offset + 1, node.value, new)

    def visit_Lambda(self, node):
        for part in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(part)
        self.scoped(node, [node.body])

    def defined(self, node, word):
        if len(self.scopes) == 1 and (new := self.new_name(self.module, node.name)):
            text = self.lines[node.lineno - 1].decode()
            column = re.search(rf"\b{word} {node.name}\b", text).start() + len(word) + 1
            self.edit(node.lineno, len(text[:column].encode()), node.name, new)
            self.check(node, new)

    def visit_Name(self, node):
        if new := self.meaning(node.id):
            self.edit(node.lineno, node.col_offset, node.id, new)
            self.check(node, new)

    def visit_Global(self, node):
        for name in node.names:
            if self.new_name(self.module, name):
                self.trouble.append(f"{self.path}:{node.lineno}: global {name}")

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name) and (scope := self.binding(node.value.id)):
            module, original = scope.imported.get(node.value.id, ("", ""))
            full = f"{module}.{original}"
            if full in self.modules and (new := self.new_name(full, node.attr)):
                end = self.starts[node.end_lineno - 1] + node.end_col_offset
                self.edits.append((end - len(node.attr.encode()), end, new))
        self.generic_visit(node)

    def visit_ImportFrom(self, node):
        for alias in node.names:
            if new := self.new_name(node.module, alias.name):
                self.edit(alias.lineno, alias.col_offset, alias.name, new)
                if alias.asname == alias.name:  # imported for others, under the new name
                    end = self.starts[alias.end_lineno - 1] + alias.end_col_offset
                    self.edits.append((end - len(alias.asname.encode()), end, new))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table")
    args = parser.parse_args()
    rows = read_table(Path(args.table).read_text())
    files = [path for path in tracked() if (ROOT / path).is_file()]
    modules = {dotted(path) for path in files if path.suffix == ".py" and path.parts[0] == "gelenk"}
    symbols = {(module, old): new for module, old, new in rows}
    tables = {path: (ROOT / path).read_text() for path in files if path.parts[:2] == ("gelenk", "tables")}
    for (module, old), new in list(symbols.items()):
        source = ROOT / (module.replace(".", "/") + ".py")
        if not source.is_file() or not re.search(
            rf"(?m)^(?:def|class) {old}\b|^{old}\b|^\s*.*\b{old}\b.*=", source.read_text()
        ):
            print(f"{module}: does not define {old}")
            del symbols[module, old]
        elif re.search(rf"(?m)^(?:def|class) {new}\b|^{new}\b", source.read_text()):
            print(f"{module}: already defines {new}")
            del symbols[module, old]
        elif any(re.search(rf"[\"' .]{old}[\"'\s]", text) and module in text for text in tables.values()):
            print(f"{module}:{old}: a module of gelenk/tables contains the name: rename it by hand")
            del symbols[module, old]
    for path in files:
        if path.suffix not in (".py", ".pyi"):
            continue
        data = (ROOT / path).read_bytes()
        rewriter = Rewriter(path, data.decode(), symbols, modules)
        for message in rewriter.trouble:
            print(message)
        if rewriter.edits:
            (ROOT / path).write_bytes(apply(data, rewriter.edits))
    for (module, old), new in symbols.items():
        base = module.rpartition(".")[2]
        found = subprocess.run(
            ["git", "grep", "-nE", rf"\b{base}\.{old}\b"], cwd=ROOT, text=True, capture_output=True
        )
        for line in found.stdout.splitlines():
            if not line.startswith("CHANGELOG"):
                print(f"left: {line[:150]} -> {new}")


if __name__ == "__main__":
    main()
