"""Sphinx extension that links pages to highlighted pages of the source.

On the pages of docs/ a link such as ``[step.py](../gelenk/engine/step.py)`` works where the repository is browsed.
On the site the link leads to source/gelenk/engine/step.py.html, and a link to a folder leads to a list of its files.
"""

import html
import os
import re
from pathlib import Path

from docutils import nodes
from pygments import highlight
from pygments.filter import Filter
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.token import Name, Operator, Punctuation, Text, Whitespace
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

ROOT = Path(__file__).resolve().parents[1]
FOLDER = "source"
LIGHT, DARK = "friendly", "monokai"
# shorter markup of what occurs thousands of times on a page: link targets by id alone, and attributes without quotes
SHORTER = (
    (re.compile(r'<a id="(L-\d+)" name="L-\d+" href="#L-\d+"></a>'), r"<a id=\1></a>"),
    # a click on a line number puts the line into the address
    (re.compile("<pre>"), '<pre onclick="event.target.id&&(location.hash=event.target.id)">'),
    (re.compile(r'<span class="(\w+)">'), r"<span class=\1>"),
)
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{name}</title><link rel="stylesheet" href="{up}{folder}/source.css"></head>
<body><p><a href="{up}index.html">Gelenk</a> / {name}</p>
{body}</body></html>
"""
STYLE = """body {{ margin: 1.5rem auto; max-width: 72rem; padding: 0 1rem; font-family: sans-serif; }}
pre {{ line-height: 1.35; overflow-x: auto; counter-reset: line; }}
pre a::before {{ counter-increment: line; content: counter(line); display: inline-block; width: 2.5em;
  margin-right: 1em; text-align: right; color: #888; cursor: pointer; }}
{light}
@media (prefers-color-scheme: dark) {{ body {{ background: #1c1d20; color: #ddd; }} a {{ color: #8ab4f8; }}
{dark} }}
"""


class Plain(Filter):
    """Token filter that leaves names and punctuation without markup, which would be most of a page."""

    def filter(self, lexer, stream):
        """Yield tokens; those that need no color become plain text."""
        for kind, value in stream:
            yield (Text if kind in (Name, Operator, Punctuation, Whitespace) else kind), value


def page_of(path: Path) -> str:
    """Return the site path of a file or folder of the repository."""
    name = path.relative_to(ROOT).as_posix()
    return f"{FOLDER}/{name}/index.html" if path.is_dir() else f"{FOLDER}/{name}.html"


def listing(path: Path) -> str:
    """Return links to the text files of a folder."""
    files = sorted(
        file for file in path.iterdir() if file.suffix in (".py", ".xml", ".md") and file.is_file()
    )
    links = (f'<li><a href="../{path.name}/{file.name}.html">{file.name}</a></li>' for file in files)
    return f"<ul>{''.join(links)}</ul>\n"


def text(path: Path) -> str:
    """Return a file as highlighted HTML."""
    try:
        lexer = get_lexer_for_filename(path.name)
    except ClassNotFound:
        lexer = TextLexer()
    lexer.add_filter(Plain())
    formatter = HtmlFormatter(lineanchors="L")  # the style sheet numbers the lines
    page = highlight(path.read_text(encoding="utf-8"), lexer, formatter)
    for pattern, short in SHORTER:
        page = pattern.sub(short, page)
    return page


def write(path: Path, site: Path) -> None:
    """Write the page of ``path``, and of the files of a folder, if older than the source."""
    target = site / page_of(path)
    if target.is_file() and target.stat().st_mtime >= path.stat().st_mtime:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    up = "../" * page_of(path).count("/")
    body = listing(path) if path.is_dir() else text(path)
    name = html.escape(path.relative_to(ROOT).as_posix())
    content = PAGE.format(name=name, up=up, folder=FOLDER, body=body)
    # unique name, since several processes write pages
    made = target.with_name(f"{target.name}.{os.getpid()}")
    made.write_text(content, encoding="utf-8")
    made.replace(target)
    if path.is_dir():
        for file in path.iterdir():
            if f"{file.name}.html" in body:
                write(file, site)


class SourceLinks(SphinxTransform):
    """Transform that redirects links to repository files to their pages on the site."""

    default_priority = 5  # before downloads are collected

    def apply(self, **kwargs) -> None:
        here = Path(self.env.doc2path(self.env.docname)).parent
        for node in (
            *self.document.findall(addnodes.download_reference),
            *self.document.findall(self._folder),
        ):
            path = Path(os.path.normpath(here / node["reftarget"]))
            if not path.is_relative_to(ROOT) or not path.exists() or self.app.builder.format != "html":
                continue
            write(path, Path(self.app.outdir))
            uri = "../" * self.env.docname.count("/") + page_of(path)
            link = nodes.reference("", "", *node.children, internal=True, refuri=uri)
            node.replace_self(link)

    def _folder(self, node) -> bool:
        """Return whether a node is a link to a folder."""
        if not isinstance(node, addnodes.pending_xref) or node.get("reftype") != "myst":
            return False
        here = Path(self.env.doc2path(self.env.docname)).parent
        return (here / node["reftarget"]).is_dir()


def write_style(app) -> None:
    """Write the style sheet of source pages."""
    if app.builder.format != "html":
        return
    light, dark = (HtmlFormatter(style=name).get_style_defs(".highlight") for name in (LIGHT, DARK))
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "source.css").write_text(STYLE.format(light=light, dark=dark), encoding="utf-8")


def setup(app):
    """Register the extension."""
    app.add_transform(SourceLinks)
    app.connect("builder-inited", write_style)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
