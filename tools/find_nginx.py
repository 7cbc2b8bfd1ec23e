"""Find an nginx for the tests of deployments behind one, or install it.

``python -m tools.find_nginx`` prints its path; with ``--install`` it gets one if none is there.
"""

from __future__ import annotations

import shutil
import sys

from serving.nginx import find
from tools.find_browser import install_package, is_root

PACKAGE = "nginx-light"


def install_nginx() -> str | None:
    """Get Debian's package when root. Its path, or None."""
    if is_root() and shutil.which("apt-get"):
        print("No nginx found: installing Debian's with apt-get", flush=True)
        install_package(PACKAGE)
    return find()


def main() -> int:
    path = find()
    if path is None and "--install" in sys.argv[1:]:
        path = install_nginx()
    if path is None:
        print(
            f"No nginx found: on Debian and Ubuntu it is the package {PACKAGE}. Without it the "
            "tests of what stands behind nginx are skipped, and in CI they fail."
        )
        return 0  # the other tests still say something
    print(f"nginx: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
