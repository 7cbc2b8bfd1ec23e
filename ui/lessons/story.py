"""A story: a lesson step by step. A step is an address, some sentences, and what to look at.

Every step is a total state: nothing of it depends on the step before. So Back, a reload and a link
lead to the very moment, and one list of steps serves a reader, a teacher and a class.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ui.lessons.prose import Passage, passages
from ui.page import Row

UNANSWERED, SHOWN = -1, 0
"""A bet on which nobody has said anything yet, and one whose end was asked for without an answer;
the answers count from 1."""

OBSERVED = "no theorem: on the lesson's own example it is so wherever its knobs stand"
"""Why a claim always holds that nobody has proved. Tests try more settings for it."""


@dataclass(frozen=True)
class Scene:
    """A picture on the stage, and the light on it.

    Parameters
    ----------
    stage : evidence → what moves, row by row: one film or picture, seldom two.
    at : the knobs that do not stand at the lesson's opening, by name.
    frames : the frames of a film between which it plays, the last counted as -1; two equal ones
        are a still, and so is None, at the end.
    look : the names of curves, bars, pictures and knobs that are meant; all else fades. Empty for
        all.
    rows : how many rows the stage has, for their height.
    """

    stage: Callable[[Any], Sequence[Row]]
    at: Mapping[str, Any] = field(default_factory=dict)
    frames: tuple[int, int] | None = None
    look: Sequence[str] = ()
    rows: int = 1


@dataclass(frozen=True)
class Claim:
    """A part of what a step says, as code; it names where it fails, or why it never does.

    Parameters
    ----------
    holds : evidence → whether it is so. It is, at the last scene of its step.
    fails_at : knobs at which it is not so, by name; those left out stand as in that scene. Where it
        can fail in several ways, a sequence of such settings.
    holds_at : knobs at which it is so, where it is not at the last scene: what a step says where a
        reader may move its knobs to.
    always : the theorem or the construction by which it is so wherever the knobs stand.

    Raises ValueError unless one of ``fails_at`` and ``always`` is given.
    """

    holds: Callable[[Any], bool]
    fails_at: Mapping[str, Any] | Sequence[Mapping[str, Any]] = ()
    always: str = ""
    holds_at: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if bool(self.fails_at) == bool(self.always):
            raise ValueError(
                f"{self.name}: give either knobs at which it fails (fails_at), or the theorem or "
                "the construction by which it never does (always)"
            )

    @property
    def refuted_by(self) -> Sequence[Mapping[str, Any]]:
        """The settings of ``fails_at``."""
        return (self.fails_at,) if isinstance(self.fails_at, Mapping) else self.fails_at

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.holds.__name__


@dataclass(frozen=True)
class Step:
    """One step of a story; its prose stands under its key in the lesson's ``story.md``.

    Parameters
    ----------
    key : the key of its prose.
    scene : what the stage shows; before the bet where there is one.
    claims : what the prose says that could be otherwise, in parts: each can fail by itself.
    after : what the stage shows once the bet is made, or its end was asked for.
    knobs : the names of the knobs in sight.
    new : the term that the step introduces, as the glossary has it; "" for none.
    goal : evidence → whether what the reader is to bring about has come about.
    solution : knobs that bring it about.
    """

    key: str
    scene: Scene
    claims: Sequence[Claim]
    after: Scene | None = None
    knobs: Sequence[str] = ()
    new: str = ""
    goal: Callable[[Any], bool] | None = None
    solution: Mapping[str, Any] = field(default_factory=dict)

    def claim(self, name: str) -> Claim:
        """Return a claim by its name. Raises ValueError where the step has none of the name."""
        for claim in self.claims:
            if claim.name == name:
                return claim
        raise ValueError(f"step {self.key} has no claim “{name}”")

    def holds(self, evidence: Any, conditions: Collection[str] = ()) -> bool:
        """Return whether all is so that the step says under no condition.

        conditions : the names of the claims of which the sentences take care themselves.
        """
        said = (c for c in self.claims if c.name not in conditions and not c.holds_at)
        return all(claim.holds(evidence) for claim in said)

    def scene_of(self, bet: int) -> Scene:
        """Return what the stage shows, given what was said on the bet."""
        return self.after if self.after and bet != UNANSWERED else self.scene


@dataclass(frozen=True)
class Story:
    """The steps of a lesson.

    Parameters
    ----------
    folder : the lesson's folder, in which ``story.md`` stands.
    steps : in their order.
    numbers : evidence → the numbers of the prose by name, as they are to be written.
    minutes : what it takes a reader, about.
    needs : the key of the lesson that it builds on, "" for none.
    """

    folder: Path
    steps: Sequence[Step]
    numbers: Callable[[Any], Mapping[str, object]]
    minutes: int
    needs: str = ""

    @cached_property
    def prose(self) -> dict[str, Passage]:
        """The passages by the key of their step. Raises ValueError where a step has none."""
        read = passages((self.folder / "story.md").read_text("utf-8"))
        if list(read) != [step.key for step in self.steps]:
            raise ValueError(f"{self.folder.name}: story.md has the steps {', '.join(read)}")
        return read

    def step(self, number: int) -> Step:
        """Return a step; the first is number 1."""
        return self.steps[number - 1]

    def passage(self, number: int) -> Passage:
        """Return the prose of a step; the first is number 1."""
        return self.prose[self.step(number).key]

    def nearest(self, number: int) -> int:
        """Return the number of the nearest step there is; 0, free play, stays."""
        return min(max(number, 0), len(self.steps))
