"""Clusters: schedulers that do not answer, and a real one that loses a worker."""

from __future__ import annotations

import gc
import socket
import threading
import time

import numpy as np
import pytest

from datasets import Preparation, upload_recipe
from sweeps import Request, Run
from sweeps.cluster import UnreachableError, connect
from tests.support.sweeps import adding, method, request
from tests.support.sweeps.cluster import cluster

CSV = "a,b,y\n" + "".join(f"{i},{i * i % 7},{'yes' if i % 3 else 'no'}\n" for i in range(30))


@pytest.fixture
def silent():
    """The address of a port that takes calls and never answers."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        yield f"tcp://127.0.0.1:{door.getsockname()[1]}"


def test_a_scheduler_that_does_not_answer_is_done_without(silent, log_messages):
    run = Run(request(), scheduler=silent, patience=0.3).start()
    assert run.wait(20.0)
    assert run.share == 1.0
    assert run.notes == (
        "The cluster did not answer within 0.3 s, so this machine computes the sweep alone.",
    )
    assert silent in str(log_messages), "whoever runs the server reads where it is"


def test_a_client_that_found_nobody_is_closed_by_who_made_it():
    """Python's collector would, even while another one begins, and then both wait for ever."""
    loops = [thread for thread in threading.enumerate() if thread.name == "IO loop"]
    gc.disable()
    try:
        with socket.socket() as door, pytest.raises(UnreachableError):
            door.bind(("127.0.0.1", 0))
            door.listen()
            address = f"tcp://127.0.0.1:{door.getsockname()[1]}"
            connect(address, lambda: False, patience=0.2)
        end = time.monotonic() + 10.0  # the port is closed: now it knows
        while time.monotonic() < end and left_behind(loops):
            time.sleep(0.01)
        assert left_behind(loops) == []
    finally:
        gc.enable()


def test_a_client_that_found_its_scheduler_is_handed_over(monkeypatch):
    class FakeClient:
        def __init__(self, address, **more):
            self.address = address

    monkeypatch.setattr("distributed.Client", FakeClient)
    client = connect("tcp://10.0.0.2:8786", lambda: False, patience=5.0)
    assert isinstance(client, FakeClient) and client.address == "tcp://10.0.0.2:8786"


def left_behind(known):
    """The loops of clients that were not there before."""
    now = threading.enumerate()
    return [thread for thread in now if thread.name == "IO loop" and thread not in known]


def test_an_address_that_is_none_is_done_without():
    run = Run(request(), scheduler="somewhere else", patience=0.3).start()
    assert run.wait(20.0)
    assert run.share == 1.0 and "did not answer" in run.notes[0]


def test_a_sweep_is_cancelled_while_nothing_answers(silent):
    run = Run(request(), scheduler=silent, patience=30.0).start()
    time.sleep(0.1)
    began = time.monotonic()
    run.cancel()
    assert run.wait(5.0) and time.monotonic() - began < 2.0
    assert run.share == 0.0 and run.notes == ()


def test_an_upload_stays_here(silent):
    asked = Request(upload_recipe("numbers.csv", CSV.encode())(), Preparation(), (method(),))
    run = Run(asked, scheduler=silent).start()
    assert run.wait(20.0)
    assert run.share == 1.0
    assert run.notes[0].startswith("An upload is not sent to other machines")


def test_the_environment_names_the_scheduler(monkeypatch):
    assert Run(request()).scheduler == ""
    monkeypatch.setenv("SPARSITY_LAB_SCHEDULER", "tcp://10.0.0.1:8786")
    assert Run(request()).scheduler == "tcp://10.0.0.1:8786"


@pytest.mark.cluster
def test_nothing_is_lost_with_a_worker_that_is_killed(tmp_path):
    """Two worker processes, one killed in mid-sweep; to start them takes most of the time."""
    asked, more = request(orders=50, folds=2, passes=20), {"refine": adding(0.7, rounds=2)}
    expected = Run(asked, scheduler="", **more).start()
    with cluster(tmp_path, n_workers=2) as (address, workers):
        assert expected.wait(120.0)
        run = Run(asked, scheduler=address, patience=30.0, **more).start()
        while run.share < 0.1 and not run.wait(0.01):
            pass
        workers[0].kill()
        assert run.wait(120.0)
    assert run.share == 1.0 and not run.failed
    assert run.request == expected.request != asked
    for name, values in expected.outcomes.values.items():
        np.testing.assert_array_equal(run.outcomes.values[name], values)
    gone = (
        "A worker of the cluster went away during the sweep. What it had not finished is computed "
        "again."
    )
    assert gone in run.notes
    # A block that was done there, but not fetched yet, may be so long in coming again on a busy
    # machine that it is computed here.
    assert all(note == gone or note.endswith("timed out after 30 s.") for note in run.notes)
