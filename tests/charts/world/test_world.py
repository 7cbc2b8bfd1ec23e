"""The picture of the weights: what its panels hold, and what its words say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from charts import name_runs
from charts.world.frames import RunFrames
from charts.world.scenes import QUANTA, levels_of, quantise
from charts.world.world import (
    PlaneGround,
    kind_of,
    most_frames,
    pixel_cells,
    plane_window,
    weight_pixels,
    weight_plane,
    weight_words,
)
from datasets import Dataset

RULES = (
    CATALOGUE["rounding"](eta=0.1, schedule="constant", threshold=0.12, period=5),
    CATALOGUE["truncated_gradient"](eta=0.1, schedule="constant", gravity=0.1, period=5),
)


def frames_of(features: int = 6, task: str = "classification") -> RunFrames:
    draw = np.random.default_rng(2)
    X = draw.normal(size=(80, features))
    labels = np.where(X[:, 0] > 0, 1.0, -1.0)
    data = Dataset.from_arrays(X, labels, task=task)
    return RunFrames(name_runs(RULES, [record(rule, data) for rule in RULES]), most=30)


def ground_of(frames: RunFrames, best=(0.3, 0.0)) -> PlaneGround:
    window = plane_window(frames, (0, 1), best)
    return PlaneGround(("a", "b"), (0, 1), window, np.arange(9.0).reshape(3, 3), best)


def test_the_plane_holds_all_paths_and_both_axes():
    frames = frames_of()
    picture = weight_plane(frames, ground_of(frames))
    for scene, run in zip(picture.film.scenes, frames.runs, strict=True):
        for axis, (low, high) in enumerate(scene.window):
            assert low <= min(0.0, scene.path[:, axis].min())
            assert high >= max(0.0, scene.path[:, axis].max())
        assert scene.path[-1].tolist() == run.trace.final.weights[:2].tolist()
        assert scene.kept[-1] == run.features
    assert "A ends at" in picture.film.alt and "✕" in picture.film.caption
    assert "held" not in picture.film.caption


def test_a_run_that_diverged_is_drawn_as_far_as_numbers_go():
    frames = frames_of()
    (scene, *_) = weight_plane(frames, ground_of(frames)).film.scenes
    far = replace(scene, path=scene.path * 1e90).payload()
    assert np.isfinite(far["x"]).all() and np.isfinite(far["y"]).all()


def test_the_window_stays_under_small_movements():
    frames = frames_of()
    assert plane_window(frames, (0, 1), (0.3, 0.0)) == plane_window(frames, (0, 1), (0.301, 0.0))


def test_the_caption_says_what_the_other_weights_are_held_at():
    frames = frames_of()
    unknown = PlaneGround(("a", "b"), (0, 1), plane_window(frames, (0, 1), None), np.eye(3))
    sought = weight_plane(frames, PlaneGround(**vars(unknown) | {"held": "zero"})).film.caption
    assert "all other weights at 0" in sought and "✕" not in sought
    assert "as in the best fixed weights" in weight_plane(frames, ground_of(frames)).film.caption


def test_its_table_has_a_row_for_each_frame():
    frames = frames_of()
    table = weight_plane(frames, ground_of(frames)).film.table()
    assert len(table) == len(frames.at)
    assert list(table) == [
        "example",
        *(f"{run.letter}: {name}" for run in frames.runs for name in ("a", "b", "features kept")),
    ]


def test_pixels_are_known_by_their_names_or_by_their_number():
    assert pixel_cells(["age", "pixel_2_3"]) == {1: (2, 3)}
    cells = pixel_cells([f"V{i}" for i in range(784)])
    assert cells[0] == (0, 0) and cells[783] == (27, 27) and cells[28] == (1, 0)
    assert not pixel_cells([f"V{i}" for i in range(784)], n_noise=3)


def test_each_weight_of_a_pixel_stands_where_it_is():
    frames = frames_of()
    cells = {1: (0, 1), 3: (1, 0)}
    names = [f"f{i}" for i in range(6)]
    picture = weight_pixels(frames, cells, (), names)
    scene, run = picture.film.scenes[0], frames.runs[0]
    assert scene.cells.tolist() == [[0, 0, 1], [0, 1, 0]] and scene.side == (2, 2)
    assert scene.values[-1].tolist() == run.trace.final.weights[[1, 3]].tolist()
    assert "other 4 features are not shown" in picture.film.caption
    sent = scene.payload()["values"].reshape(scene.values.shape)
    assert ((sent == 0) == (scene.values == 0.0)).all(), "empty is exactly 0"
    assert np.allclose(sent * scene.largest / QUANTA, scene.values, atol=scene.largest / QUANTA)


def test_what_is_not_0_is_sent_as_such():
    assert quantise(np.array([-1e-12, 0.0]), 1.0).tolist() == [-1, 0]


def test_words_stand_in_the_order_of_their_weights():
    frames = frames_of()
    names = [f"f{i}" for i in range(6)]
    picture = weight_words(frames, names)
    for scene, run in zip(picture.film.scenes, frames.runs, strict=True):
        final = run.trace.final.weights
        shown = [scene.names[r] for r in scene.rows[-1] if r >= 0]
        ordered = [names[j] for j in np.argsort(-np.abs(final), kind="stable") if final[j]]
        assert shown == ordered
        every = frames.weights(run, np.arange(6))
        fell = (every[:-1] != 0.0) & (every[1:] == 0.0)
        assert scene.dropped.tolist() == [0, *fell.sum(axis=1)]
        for frame, gone in enumerate(fell, 1):
            struck = {scene.names[c] for c in scene.cut[frame] if c >= 0}
            assert struck <= {names[j] for j in np.flatnonzero(gone)}
            assert len(struck) == min(3, gone.sum())


@pytest.mark.parametrize(
    ("names", "n_pixels", "density", "kind"),
    [
        (64, 64, 0.5, "pixels"),
        (5000, 0, 0.01, "words"),
        (1030, 0, 1.0, "plane"),
        (1, 0, 1, "words"),
    ],
)
def test_data_say_which_picture_it_is(names, n_pixels, density, kind):
    assert kind_of(["x"] * names, n_pixels, density) == kind


def test_a_message_stays_small_however_many_pixels_there_are():
    assert most_frames(640, 3, 120) * 640 * 3 <= 52_000
    assert most_frames(10, 1, 120) == 120 and most_frames(10**6, 4, 120) == 10


def test_contours_are_nearer_to_each_other_where_the_loss_is_low():
    levels = levels_of(np.array([[1.0, 3.0]]))
    assert levels[0] > 1.0 and levels[-1] < 3.0 and (np.diff(levels, 2) > 0).all()
