"""Main module: ``python -m gelenk`` runs the command line.

Documents: Modeling / Getting started
"""

from gelenk.cli.main import main

if __name__ == "__main__":
    main()
