"""What Hatchling asks when it builds the wheel: a copy of our packages below ``sparsity_lab``."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.wheel.rewrite import PARENT
from tools.wheel.stage import stage


class ParentPackageHook(BuildHookInterface):
    """Stages the packages before a wheel is packed, and removes the copy afterwards."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Have the staged copy packed.

        Raises ValueError for an editable installation: its imports would be those of the sources.
        """
        if version == "editable":
            raise ValueError("An installation cannot be edited: work in a clone, with make run.")
        self.copy = Path(tempfile.mkdtemp(prefix="sparsity-lab-wheel-"))
        stage(Path(self.root), self.copy)
        build_data["force_include"][str(self.copy / PARENT)] = PARENT

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the copy."""
        shutil.rmtree(self.copy)
