"""Gravity buys zeros at a price in loss: one run as it goes, and the sweep from g = 0 on."""

from algorithms.shrinkage import truncation
from pages.lessons.gravity.evidence import Knobs, gather
from pages.lessons.gravity.exercises import few_features, next_to_go, own_rule
from pages.lessons.gravity.pictures import stage
from pages.lessons.gravity.story import STORY
from pages.lessons.gravity.words import explanation, lead
from pages.lessons.rounding.twin import truncated_gradient
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="gravity",
    entry=Entry(
        title="Gravity",
        claim="Strong gravity keeps fewer features, at a price in loss",
        icon="M6 8 V32 M6 32 L1 26 M6 32 L11 26 M20 32 V14 M30 32 V20 M40 32 V26 M50 32 H56",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"w \leftarrow T_1(w - \eta\,\ell'x,\ \eta K g,\ \theta)\text{ if } t \bmod K = 0",
        symbols={
            "T₁": "The pull: it moves a weight v with |v| ≤ θ toward 0 by ηKg, and stops at 0.",
            "ℓ′": "The slope of the logistic loss in the prediction w·x.",
            "u": "The best fixed weights, chosen in hindsight; "
            "‖u‖₁ is the sum of their sizes |uⱼ|.",
            "regret": "The loss of the run minus the loss of u on the same examples.",
        },
        source="Langford, Li and Zhang (2009), §3.3, (6), Theorem 3.1 and Figure 2.",
        code=(truncated_gradient, truncation),
    ),
    exercises=(few_features, next_to_go, own_rule),
    example=("breast_cancer", {"noise_features": 1000, "scaling": "unit variance"}),
    story=STORY,
)
