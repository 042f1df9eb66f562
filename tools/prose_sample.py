"""Print a sample of docstrings, comments and messages of each package, with a fixed seed.

Documents: design / Testing

    python -m tools.prose_sample [--seed 47] [--all] [PACKAGE ...]

Without arguments, twenty docstrings, ten comments and ten messages of each package are printed, with their places; with
--all, everything. A reader counts those that need decoding (CONTRIBUTING.md, Prose).
"""

import argparse
import ast
import io
import random
import subprocess
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCSTRINGS, COMMENTS, MESSAGES = 20, 10, 10  # sampled per package
REPORTERS = ("warn", "log", "info", "warning", "error", "print")  # functions whose texts are messages

Text = tuple[str, int, str]  # file, line, text


def docstrings(path: Path, tree: ast.Module) -> Iterator[Text]:
    """Yield the docstrings of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                name = getattr(node, "name", path.stem)
                yield str(path.relative_to(ROOT)), node.body[0].lineno, f"{name}: {text}"


def comments(path: Path, source: str) -> Iterator[Text]:
    """Yield the comments of a module with the code on their lines; consecutive lines are one comment."""
    last, block = -1, ""
    lines = source.split("\n")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith(("#!", "# noqa", "# type:")):
            line = token.start[0]
            text = lines[line - 1].strip()
            if line == last + 1 and text.startswith("#"):
                block += "\n    " + text
            else:
                if block:
                    yield str(path.relative_to(ROOT)), last, block
                block = text
            last = line
    if block:
        yield str(path.relative_to(ROOT)), last, block


def messages(path: Path, tree: ast.Module) -> Iterator[Text]:
    """Yield the texts of raised errors, warnings and log lines."""
    for node in ast.walk(tree):
        call = node.exc if isinstance(node, ast.Raise) else node
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if isinstance(node, ast.Raise) or name in REPORTERS:
            texts = [arg for arg in call.args if isinstance(arg, ast.JoinedStr | ast.BinOp | ast.Constant)]
            written = [ast.unparse(arg) for arg in texts if not isinstance(getattr(arg, "value", ""), int)]
            if written:
                yield str(path.relative_to(ROOT)), call.lineno, " ".join(written)


def packages(names: list[str]) -> dict[str, list[Path]]:
    """Return folder -> its modules, of all folders of gelenk or of those named."""
    found = defaultdict(list)
    for name in subprocess.check_output(["git", "ls-files", *names], cwd=ROOT, text=True).split():
        path = ROOT / name
        if path.suffix == ".py" and path.is_file():
            found[str(path.parent.relative_to(ROOT))].append(path)
    return found


def main() -> None:
    """Print the sample."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("packages", nargs="*", default=["gelenk"], help="folders or files")
    parser.add_argument("--seed", type=int, default=47)
    parser.add_argument("--all", action="store_true", help="print everything instead of a sample")
    args = parser.parse_args()
    for package, paths in packages(args.packages).items():
        found: list[list[Text]] = [[], [], []]
        for path in paths:
            source = path.read_text(encoding="utf-8")
            tree = ast.parse(source)
            for texts, more in zip(
                found, (docstrings(path, tree), comments(path, source), messages(path, tree)), strict=True
            ):
                texts.extend(more)
        print(f"\n=== {package}: {', '.join(str(len(texts)) for texts in found)}")
        draw = random.Random(args.seed)
        for texts, most in zip(found, (DOCSTRINGS, COMMENTS, MESSAGES), strict=True):
            kept = texts if args.all else sorted(draw.sample(texts, min(most, len(texts))))
            for file, line, text in kept:
                print(f"{Path(file).name}:{line}: {text}")


if __name__ == "__main__":
    main()
