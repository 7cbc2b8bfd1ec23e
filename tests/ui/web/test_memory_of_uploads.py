"""A real server lets go of uploads when the visitor of their session has gone."""

from __future__ import annotations

import sys

import pytest

from benchmarks.uploads import memory, write_files
from tests.support.browser import serve

# The second part of the warm-up begins at once: it would fall between two looks at the memory.
IMPATIENT = "from ui import serve, shelf; serve.FIRST_PICTURE = 0.0; shelf.PATIENCE = 1.0; "
IMPATIENT += "serve.main()"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_memory_of_uploads_is_given_back_when_their_visitor_has_gone(tmp_path):
    paths = write_files(tmp_path, 2, 16_000)
    size = sum(path.stat().st_size for path in paths) / 1e6
    with serve("-c", IMPATIENT, SPARSITY_LAB_DATA=str(tmp_path / "none")) as server:
        server.wait()
        before, held, after = memory(server, paths, 1.0, rest=0.75 * size)
    assert held - before > 2 * size, "the files, and the datasets in them"
    # The allocator keeps some of it; the files would be all of it once more, the datasets twice.
    assert after - before < 0.75 * size, "neither files nor datasets"
