"""Rounding looks at size alone: two weights step by step, then a whole dataset."""

from algorithms import CATALOGUE
from pages.lessons.rounding import twin
from pages.lessons.rounding.evidence import Knobs, gather
from pages.lessons.rounding.exercises import same_thing, smallest_period
from pages.lessons.rounding.pictures import stage
from pages.lessons.rounding.story import STORY
from pages.lessons.rounding.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="rounding",
    entry=Entry(
        title="Rounding",
        claim="Rounding cuts what is small, useful or not",
        icon="M4 32 L12 22 V32 L20 22 V32 L28 22 V32 L36 22 V32 L44 22 V32 L52 22 V32 M4 16 H56",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"w \leftarrow T_0(w - \eta\,\ell'(w\cdot x, y)\,x,\ \theta)"
        r"\text{ if } t \bmod K = 0",
        symbols={
            "T₀": "The cut: it sets a weight v with |v| ≤ θ to 0, and leaves all others.",
            "ℓ′": "The slope of the logistic loss in the prediction w·x; ½ in size at w·x = 0.",
            "t": "The number of the step; t mod K is 0 at every K-th step.",
        },
        source="Langford, Li and Zhang (2009), §3.1 and (4); truncation: §3.3 and (6).",
        code=(twin.rounding, twin.truncated_gradient, CATALOGUE["rounding"].loop),
    ),
    exercises=(smallest_period, same_thing),
    example=("breast_cancer", {"noise_features": 1000, "scaling": "unit variance"}),
    story=STORY,
)
