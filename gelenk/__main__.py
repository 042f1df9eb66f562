"""``python -m gelenk``: the command line, where the command ``gelenk`` is not on the path.

Documents: Modeling / Getting started
"""

from gelenk.cli.main import main

if __name__ == "__main__":
    main()
