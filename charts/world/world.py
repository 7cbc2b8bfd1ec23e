"""The picture of the weights: a panel for each run, as a plane of two, as pixels, or as words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from charts.film import Film
from charts.labels import shorten
from charts.picture import key_of
from charts.run import Run
from charts.world.frames import RunFrames, StepFrames
from charts.world.scenes import WeightPixels, WeightPlane, WeightScene, WeightWords

HEADING = "The weights as the run goes on"
NAME = 26
"""Letters of a name that have room on an axis or in a row."""

MOST_NUMBERS = 52_000
"""The weights of pixels that one picture sends."""

SHOWN, CUT = 12, 3
"""Words with the largest weights that have a row, and those that were just dropped."""

PIXEL = re.compile(r"pixel_(\d+)_(\d+)")
MNIST = 28
FEW, SPARSE = 300, 0.05
"""More features than that, and so few entries: what names them are words."""

WorldKind = Literal["plane", "pixels", "words"]


@dataclass(frozen=True, eq=False)
class WorldPicture:
    """The picture of the weights of all runs.

    Parameters
    ----------
    film : its frames, a scene for each run.
    key : stands in place of the caption on a projector.
    choice : the names to choose the two weights from, and the two that are shown; None where they
        are not chosen, or stay as they are.
    step : what one example does to the weights, as ``charts.world.steps`` returns it, or None.
    phases : the weights after each phase of that step, in the scenes of ``film``; None in a plane,
        which draws them itself.
    """

    film: Film
    key: str = ""
    choice: Mapping | None = None
    step: Mapping | None = None
    phases: Film | None = None


def kind_of(feature_names: Sequence[str], n_pixels: int, density: float) -> WorldKind:
    """Return how the weights of a dataset are shown.

    Parameters
    ----------
    n_pixels : the features that are pixels, as ``pixel_cells`` counts them.
    density : the share of entries that are not 0.
    """
    if n_pixels:
        return "pixels"
    many = len(feature_names) > FEW and density < SPARSE
    return "words" if many or len(feature_names) < 2 else "plane"


def pixel_cells(feature_names: Sequence[str], n_noise: int = 0) -> dict[int, tuple[int, int]]:
    """Return the row and the column of each feature that is a pixel of a picture.

    Pixels are known by their names, or by being 784, as MNIST's are, row by row.

    Examples
    --------
    >>> pixel_cells(["pixel_0_0", "pixel_0_1", "age"])
    {0: (0, 0), 1: (0, 1)}
    """
    named = ((j, PIXEL.fullmatch(name)) for j, name in enumerate(feature_names))
    cells = {j: (int(found[1]), int(found[2])) for j, found in named if found}
    if cells or len(feature_names) - n_noise != MNIST**2:
        return cells
    return {j: divmod(j, MNIST) for j in range(MNIST**2)}


@dataclass(frozen=True, eq=False)
class PlaneGround:
    """The ground of the plane of two weights, the same for all runs.

    Parameters
    ----------
    names : of the weight across and of the one up.
    places : theirs in ``trace.tracked``.
    window, losses, best : as in ``WeightPlane``.
    held : "best" where all other weights are those of the best fixed ones, "zero" where they are 0.
    """

    names: tuple[str, str]
    places: tuple[int, int]
    window: tuple[tuple[float, float], tuple[float, float]]
    losses: np.ndarray
    best: tuple[float, float] | None = None
    held: Literal["best", "zero"] = "best"


def plane_window(
    frames: RunFrames, places: tuple[int, int], best: tuple[float, float] | None
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of both axes: they hold 0 and all paths, and small movements keep them."""
    healthy = [run for run in frames.runs if not run.has_diverged] or list(frames.runs)
    paths = np.concatenate([frames.weights(run, places) for run in healthy])
    if best is not None:
        paths = np.vstack([paths, best])
    lows, highs = np.minimum(paths.min(axis=0), 0.0), np.maximum(paths.max(axis=0), 0.0)
    return tuple(_around(float(low), float(high)) for low, high in zip(lows, highs, strict=True))


def _around(low: float, high: float) -> tuple[float, float]:
    """Ends at multiples of a quarter of a power of two, with room beyond what has to be seen."""
    size = max(high - low, 1e-9)
    step = 2.0 ** np.ceil(np.log2(size)) / 4.0
    ends = np.floor((low - 0.04 * size) / step), np.ceil((high + 0.04 * size) / step)
    return float(ends[0] * step), float(ends[1] * step)


def weight_plane(frames: RunFrames, ground: PlaneGround) -> WorldPicture:
    """Return the paths of two weights in their plane."""
    names = tuple(shorten(name, NAME) for name in ground.names)
    scenes = [
        WeightPlane(
            *_heading(frames, run),
            names=names,
            path=frames.weights(run, ground.places),
            window=ground.window,
            losses=ground.losses,
            best=ground.best,
        )
        for run in frames.runs
    ]
    held = "as in the best fixed weights" if ground.held == "best" else "at 0"
    caption = (
        "Each line: the path of two weights, from 0 on. On a thick axis one of them is exactly 0, "
        "and its feature is dropped. The shade: how large the mean loss is, with all other weights "
        f"{held}."
    )
    if ground.best is not None:
        caption += " ✕: the best fixed weights; a price on their size keeps them small."
    across, up = ground.names
    ends = "; ".join(
        f"{scene.letter} ends at {scene.path[-1, 0]:.3g} and {scene.path[-1, 1]:.3g}"
        for scene in scenes
    )
    alt = f"{HEADING}: the weight of {across} across, that of {up} upward. {ends}."
    key = key_of("On a thick axis a weight is exactly 0.", "The shade: how large the loss is.")
    return WorldPicture(_film(frames, scenes, alt, caption), key)


def weight_pixels(
    frames: RunFrames | StepFrames,
    cells: Mapping[int, tuple[int, int]],
    classes: Sequence[str],
    names: Sequence[str],
    plus: str = "+1",
) -> WorldPicture:
    """Return the weights of pixels, where the pixels are.

    Parameters
    ----------
    cells : row and column by feature, as ``pixel_cells`` returns them.
    classes, names : of a multiclass task, else none; of all features.
    plus : of two classes, words for the one that is +1.
    """
    tracked, d = frames.runs[0].trace.tracked, len(names)
    places = np.flatnonzero([int(position) % d in cells for position in tracked])
    positions = tracked[places]
    where = np.array([(p // d, *cells[int(p % d)]) for p in positions], dtype=np.int64)
    side = tuple(int(most) + 1 for most in np.array(list(cells.values())).max(axis=0))
    values = [frames.weights(run, places) for run in frames.runs]
    healthy = [v for v, run in zip(values, frames.runs, strict=True) if not run.has_diverged]
    largest = max((float(np.abs(v).max(initial=0.0)) for v in healthy), default=0.0) or 1.0
    scenes = [
        WeightPixels(
            *_heading(frames, run),
            classes=list(classes) or [""],
            cells=where,
            side=side,
            names=[weight_name(int(p), names, classes) for p in positions],
            values=own,
            largest=largest,
        )
        for run, own in zip(frames.runs, values, strict=True)
    ]
    caption = _pixels_caption("its class" if classes else plus, d - len(cells))
    kept = "; ".join(f"{scene.letter} keeps {int(scene.kept[-1]):,}" for scene in scenes)
    alt = f"{HEADING}, pixel by pixel. Features kept at the end: {kept}."
    key = key_of("Each square: the weight of a pixel.", "Empty: the weight is exactly 0.")
    return WorldPicture(_film(frames, scenes, alt, caption), key)


def _pixels_caption(side: str, others: int) -> str:
    """Words on how to read pixels, and on ``others`` features that are none."""
    caption = (
        f"Each square: the weight of a pixel. Red: it speaks for {side}, blue: against it; the "
        "stronger the colour, the larger the weight. Empty: the weight is exactly 0, and the pixel "
        "is dropped."
    )
    return f"{caption} The other {others:,} features are not shown." if others else caption


def most_frames(n_weights: int, n_runs: int, most: int) -> int:
    """Return how many frames of so many weights have room in one message."""
    return max(10, min(most, MOST_NUMBERS // max(n_weights * n_runs, 1)))


def weight_words(
    frames: RunFrames | StepFrames, names: Sequence[str], classes: Sequence[str] = ()
) -> WorldPicture:
    """Return the features with the largest weights, and those just dropped."""
    tracked = frames.runs[0].trace.tracked
    scenes = [_words_of(frames, run, names, classes) for run in frames.runs]
    caption = (
        "The features with the largest weights; bars to the right are above 0. Struck out: what "
        "was dropped since the frame before."
    )
    whole = len(names) * max(len(classes), 1)
    if len(tracked) < whole:
        caption += f" Of {whole:,} weights the {len(tracked):,} most telling ones are followed."
    ends = "; ".join(
        f"{scene.letter}: {', '.join(scene.names[r] for r in scene.rows[-1][:3] if r >= 0)}"
        for scene in scenes
    )
    alt = f"{HEADING}. The largest at the end: {ends}."
    key = key_of("The features with the largest weights.", "Struck out: just dropped.")
    return WorldPicture(_film(frames, scenes, alt, caption), key)


def _words_of(
    frames: RunFrames | StepFrames, run: Run, names: Sequence[str], classes: Sequence[str]
) -> WeightWords:
    tracked = run.trace.tracked
    values = frames.weights(run, np.arange(len(tracked)))
    sizes = np.abs(values)
    shown = min(SHOWN, len(tracked))
    rows = np.argsort(-sizes, axis=1, kind="stable")[:, :shown]
    there = np.take_along_axis(sizes, rows, axis=1) > 0.0
    fell = np.zeros_like(sizes, dtype=bool)
    fell[1:] = (values[:-1] != 0.0) & (values[1:] == 0.0)
    before = np.where(fell, np.vstack([sizes[:1], sizes[:-1]]), 0.0)
    cut = np.argsort(-before, axis=1, kind="stable")[:, : min(CUT, len(tracked))]
    gone = np.take_along_axis(fell, cut, axis=1)
    used, places = np.unique(np.concatenate([rows[there], cut[gone]]), return_inverse=True)
    rows_used, cut_used = np.full(rows.shape, -1), np.full(cut.shape, -1)
    rows_used[there], cut_used[gone] = np.split(places, [int(there.sum())])
    return WeightWords(
        *_heading(frames, run),
        names=[shorten(weight_name(int(tracked[j]), names, classes), NAME) for j in used],
        rows=rows_used,
        values=np.where(there, np.take_along_axis(values, rows, axis=1), 0.0),
        cut=cut_used,
        dropped=fell.sum(axis=1),
    )


def weight_name(position: int, names: Sequence[str], classes: Sequence[str]) -> str:
    """Return the name of a weight; with several classes it names its class, too."""
    kind, feature = divmod(position, len(names))
    return f"{names[feature]} for {classes[kind]}" if classes else names[feature]


def _heading(frames: RunFrames | StepFrames, run: Run) -> tuple[str, str, str, str, np.ndarray]:
    """The first fields of a panel: title, letter, colour, dash, and the numbers kept."""
    return f"{run.letter}  {run.name}", run.letter, run.colour, run.dash, frames.features_kept(run)


def _film(
    frames: RunFrames | StepFrames, scenes: Sequence[WeightScene], alt: str, caption: str
) -> Film:
    kinds = {run.algorithm.kind for run in frames.runs}
    unit = "example" if "online" in kinds else "step"
    return Film("weights", frames.at, scenes, alt, caption, unit)
