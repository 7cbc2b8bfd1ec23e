"""A billion features: lazy steps, and a table of the live that breathes with gravity."""

from __future__ import annotations

from algorithms.online.lazy.truncation import settle
from algorithms.online.storage.hash_table import rehash
from pages.lessons.scale.evidence import Knobs, gather
from pages.lessons.scale.exercises import hold, late, lifetime
from pages.lessons.scale.pictures import stage
from pages.lessons.scale.story import STORY
from pages.lessons.scale.twin import truncated_gradient
from pages.lessons.scale.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="scale",
    entry=Entry(
        title="Scale",
        claim="A billion features: a step pays for what it reads, memory for what lives",
        icon="M4 30 C12 4 20 4 28 30 M28 30 C34 16 40 16 46 30 M46 30 C50 24 52 24 56 30",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"w_j \leftarrow T_1\Bigl(w_j,\ \eta \sum_{i = s_j + 1}^{t} g_i,\ \theta\Bigr)"
        r"\text{ when feature } j \text{ is read}",
        symbols={
            "T₁(v, α, θ)": "Pulls v toward 0 by α, where |v| ≤ θ; θ is ∞ here.",
            "g_i": "Gravity at step i: g or g′. It pulls at every step, K = 1.",
            "s_j": "The step up to which weight j has paid.",
            "t": "The step; d is the number of features.",
        },
        source="Langford, Li and Zhang (2009), §5, (6) and §6.1; "
        "the table of the live is this app's.",
        code=(truncated_gradient, settle, rehash),
    ),
    exercises=(lifetime, late, hold),
    story=STORY,
)
