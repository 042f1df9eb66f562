"""The page in a notebook: an element that shows it where the notebook is.

Documents: design / HTTP

A notebook on this machine shows the address as it is. On a hub, jupyter-server-proxy passes requests to ports of the
kernel's machine below ``proxy/PORT/``, so the element asks for that below the folder of the notebook server; Colab has
addresses of its own for ports, which its script gives. The element's script finds out which it is.
"""

import html
import json
import os
import sys
from typing import Any

WIDTH, HEIGHT = "100%", 480


def frame(place: Any, width: str = WIDTH, height: int = HEIGHT) -> str:
    """HTML that shows the page of a view; a line of text where nothing listens."""
    if place.server is None:
        return "<p>gelenk.viewer: nothing listens (GELENK_VIEWER=off)</p>"
    address, port = place.address, place.server.port
    query = address.partition("?")[2] + "&embed=1"
    style = f"width:{width};height:{height}px;border:0"
    if "google.colab" in sys.modules:
        place.server.allow_any_host()
        return _colab(port, query, style)
    if prefix := os.environ.get("JUPYTERHUB_SERVICE_PREFIX"):
        place.server.allow_any_host()
        source = f"{prefix}proxy/{port}/?{query}"
    else:
        source = f"{address}&embed=1"
    return (
        f'<iframe src="{html.escape(source)}" style="{style}" allow="fullscreen; clipboard-write"></iframe>'
    )


def _colab(port: int, query: str, style: str) -> str:
    name = f"gelenk-{port}"
    script = (
        f"google.colab.kernel.proxyPort({port}).then(url => {{"
        f" const frame = document.createElement('iframe');"
        f" frame.src = new URL({json.dumps('./?' + query)}, url); frame.style = {json.dumps(style)};"
        f" document.getElementById({json.dumps(name)}).append(frame); }});"
    )
    return f'<div id="{name}"></div><script>{script}</script>'


def replay(path: str, width: str = WIDTH, height: int = HEIGHT) -> str:
    """HTML that shows a recorded file without a kernel."""
    with open(path, encoding="utf-8") as file:
        content = html.escape(file.read())
    return f'<iframe srcdoc="{content}" style="width:{width};height:{height}px;border:0"></iframe>'
