"""The command ``sparsity-lab`` of an installation: the app's server, or a class's."""

from __future__ import annotations

import argparse
import os
import runpy
from importlib import metadata

EPILOG = """The data folder, for files of your own and fetched datasets, is SPARSITY_LAB_DATA;
SPARSITY_LAB_CACHE keeps compiled kernels. All settings: docs/serving.md of the project."""


def main() -> None:
    """Start what the command line asks for, as ``python -m`` would; it runs until it is ended."""
    options = _parser().parse_args()
    for name, value in (("PORT", options.port), ("ADDRESS", options.address)):
        if value is not None:
            os.environ[name] = value
    package = (__package__ or "").removesuffix("serving")
    module = f"{package}serving.__main__" if options.many else f"{package}ui.serve"
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sparsity-lab", description="Sparse online learning, made visible.", epilog=EPILOG
    )
    parser.add_argument("--port", help="where the app is served; by default PORT, or 8501")
    parser.add_argument("--address", help="who reaches it; by default ADDRESS, or this machine")
    parser.add_argument(
        "--class", dest="many", action="store_true", help="a process per core, behind nginx"
    )
    version = metadata.version("sparsity-lab")
    parser.add_argument("--version", action="version", version=f"%(prog)s {version}")
    return parser


if __name__ == "__main__":
    main()
