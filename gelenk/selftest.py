"""Self-test: ``python -m gelenk.selftest`` compares stages with recorded numbers.

Documents: design / One front end, many targets

The work is in cli/doctor.py.
"""

if __name__ == "__main__":
    import sys

    from gelenk.cli.doctor import main

    sys.exit(main(sys.argv[1:]))
