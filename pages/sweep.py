"""Sweep: many settings of up to four methods, compared at the same number of features."""

from __future__ import annotations

from ui.sweep.show import show

if __name__ == "__main__":
    show()
