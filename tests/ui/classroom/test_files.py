"""The file of a class: shared by its leader alone, judged in any process, gone with its room."""

from __future__ import annotations

import numpy as np
import pytest
from starlette.applications import Starlette

from datasets import DatasetError
from datasets.files.origin import InMemory
from tests.support.serving.page_client import PageClient
from ui import dataset_library, memo
from ui.classroom import class_data, file_routes, files
from ui.classroom.class_data import class_recipe, forget_gone
from ui.classroom.database import LIFETIME
from ui.classroom.errors import ClassError
from ui.classroom.files import ClassFiles
from ui.classroom.hub import Hub
from ui.classroom.room import ClassSetting, Room
from ui.classroom.routes import class_routes
from ui.classroom.store import ClassStore
from ui.dataset_library import Uploads
from ui.events.class_uploads import find_upload
from ui.playground import contest_judge
from ui.playground.contest_judge import PlaygroundJudge
from ui.session.progress import Progress
from ui.view import opening

CHOICES = np.random.default_rng(4).normal(size=(80, 3))
LINES = [f"{a:.3f},{b:.3f},{c:.3f},{int(a > b)}" for a, b, c in CHOICES]
TABLE = "\n".join(["age,dose,pulse,ill", *LINES]).encode()
RUN = "a=sgd&a.eta=0.1&stream.passes=2"


@pytest.fixture
def now() -> list[float]:
    """The time, which a test may change."""
    return [1000.0]


@pytest.fixture
def store(tmp_path, monkeypatch, now) -> ClassStore:
    """The classes of a data folder, which datasets are looked for in, too."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    monkeypatch.setattr(class_data, "_recipes", {})
    monkeypatch.setattr(class_data.FILES.database, "now", lambda: now[0])
    return ClassStore(now=lambda: now[0])


@pytest.fixture
def progress() -> Progress:
    """What a teacher's session holds: one upload."""
    held = Progress(uploads=Uploads())
    held.uploads.put("mine.csv", TABLE)
    return held


@pytest.fixture
def teacher(store) -> PageClient:
    """The browser of a teacher with a class, at ``teacher.here``."""
    hub = Hub(store)
    routes = [*class_routes(hub, ClassSetting), *file_routes.file_routes(hub, find_upload)]
    teacher = PageClient(Starlette(routes=routes))
    opened = teacher.post("/class", {"page": "playground", "query": ""}).json()
    teacher.here, teacher.code, teacher.key = f"/class/{opened['code']}", *opened.values()
    return teacher


def share(client: PageClient, here: str, progress: Progress, **changes: object):
    (upload,) = progress.uploads.kinds
    return client.post(f"{here}/file", {"upload": upload, "visit": progress.token} | changes)


def rows_of(recipe) -> np.ndarray:
    return recipe.build().X.toarray()


def test_what_a_leader_shares_opens_for_whoever_knows_its_name(teacher, progress, store):
    answer = share(teacher, teacher.here, progress)
    name = answer.json()["data"]
    assert answer.status == 201 and share(teacher, teacher.here, progress).json() == {"data": name}
    (own,) = progress.uploads.kinds.values()
    kind = dataset_library.recipe(name)
    assert (kind.title, kind.family) == ("mine.csv", "class") and kind is class_recipe(name)
    np.testing.assert_array_equal(rows_of(kind()), rows_of(own()))
    # It is listed for nobody; only its name opens it, and no part of a path does.
    assert name not in dataset_library.everything()
    (path,) = store.folder.iterdir()
    assert name[6:] not in path.name and path.stat().st_mode & 0o077 == 0
    for other in (name[:-1], name[:-1] + "g", f"class-{'0' * 32}", "class-../classes.sqlite3"):
        assert dataset_library.is_lost(other)
        with pytest.raises(DatasetError, match="the class of this file is over"):
            dataset_library.recipe(other)


def test_only_the_leader_shares_and_only_what_is_their_own(teacher, progress, store):
    student = PageClient(teacher.app)
    student.post(f"{teacher.here}/seat", {})
    assert share(student, teacher.here, progress).status == 403
    odd = "https://elsewhere.example"
    (upload,) = progress.uploads.kinds
    given = {"upload": upload, "visit": progress.token}
    assert teacher.post(f"{teacher.here}/file", given, origin=odd).status == 400
    for changes in ({"visit": "f" * 32}, {"upload": "upload-123456789abc"}, {"upload": "../a.csv"}):
        answer = share(teacher, teacher.here, progress, **changes)
        assert answer.status == 409 and "does not have this file" in answer.text
    assert share(teacher, teacher.here, progress, upload=3).status == 400
    assert not store.folder.exists()
    said = [share(teacher, teacher.here, progress).status for _ in range(file_routes.SHARES)]
    assert said[0] == 201 and said[-1] == 429


def test_a_file_that_is_too_large_or_one_too_many_is_refused(store, monkeypatch):
    code, key = store.open(Room())
    shared = ClassFiles(store)
    monkeypatch.setattr(files, "MOST_MEGABYTES", 0.001)
    with pytest.raises(ClassError, match=r"b\.csv has 0\.0 MB, and a class can be given a file"):
        shared.share(code, key, InMemory("b.csv", bytes(1001)))
    monkeypatch.setattr(files, "MOST_FILES", 2)
    for i in range(2):
        shared.share(code, key, InMemory(f"{i}.csv", bytes(1000)))
    with pytest.raises(ClassError, match="2 files at most"):
        shared.share(code, key, InMemory("2.csv", bytes(1000)))
    other, others_key = store.open(Room())
    monkeypatch.setattr(files, "MOST_OF_ALL", 0.0025)
    with pytest.raises(ClassError, match="no room for the files of more classes"):
        shared.share(other, others_key, InMemory("3.csv", bytes(1000)))
    with pytest.raises(ClassError, match="somebody else"):
        shared.share(other, key, InMemory("4.csv", bytes(10)))
    assert len(list(store.folder.iterdir())) == 2


@pytest.mark.parametrize("end", ["by its leader", "after four hours"])
def test_a_file_goes_with_its_class_and_all_that_was_computed_from_it(
    teacher, progress, store, now, end
):
    name = share(teacher, teacher.here, progress).json()["data"]
    recipe = class_recipe(name)()
    values = memo.Memo(4)
    values.get(contest_judge.dataset_key(recipe, opening().preparation), lambda: "rows")
    values.get(("playground", "", "", name), lambda: "an answer of the class")
    now[0] += LIFETIME - 1
    store.remove_old()
    forget_gone()
    assert rows_of(recipe).size and values.entries == 2
    if end == "by its leader":
        another_process = ClassStore(store.file, lambda: now[0])
        another_process.end(teacher.code, teacher.key)
    else:
        now[0] += 2
        (store.folder / "begun by a process that was killed").write_bytes(TABLE)
        store.remove_old()
    assert not list(store.folder.iterdir()) and dataset_library.is_lost(name)
    with pytest.raises(DatasetError, match="deleted with it"):
        rows_of(recipe)
    assert values.entries == 0 and not class_data._recipes


def test_an_entry_scores_as_on_the_same_data_shipped_and_in_any_process(
    teacher, progress, store, tmp_path, monkeypatch
):
    (tmp_path / "shipped.csv").write_bytes(TABLE)
    judge, scores = PlaygroundJudge(), []
    name = share(teacher, teacher.here, progress).json()["data"]
    for data in ("shipped", name, name):
        for memory in ("DATASETS", "SCORES"):
            monkeypatch.setattr(contest_judge, memory, memo.Memo(4, in_keys=False))
        monkeypatch.setattr(class_data, "_recipes", {})  # as in a process that has just begun
        found = judge.find_data(f"data={data}&data.scaling=unit+variance&{RUN}")
        made = judge.score(found.data, 2**99, f"{found.data}&{RUN}", "A")
        scores.append(replace_data(made, data))
    assert scores[0] == scores[1] == scores[2] and scores[0].score > 0.5
    with pytest.raises(ValueError, match="share it with the class first"):
        judge.find_data(f"data={next(iter(progress.uploads.kinds))}")


def replace_data(made, data: str):
    return made._replace(query=made.query.replace(f"data={data}", "data=it"))
