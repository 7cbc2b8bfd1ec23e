"""Gravity buys zeros; regret is the price: one run as it goes, and the sweep from g = 0 on."""

from algorithms.shrinkage import truncation
from pages.lessons.gravity.evidence import Knobs, gather
from pages.lessons.gravity.exercises import few_features, next_to_go
from pages.lessons.gravity.pictures import stage
from pages.lessons.gravity.words import explanation, lead
from ui.lessons import Lesson

LESSON = Lesson(
    key="gravity",
    title="Gravity",
    claim="Gravity buys zeros; regret is the price",
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=r"w \leftarrow T_1(w - \eta\,\ell'x,\ \eta K g,\ \theta)\text{ if } t \bmod K = 0",
    symbols={
        "T₁": "moves what is within θ (|v| ≤ θ) toward 0 by ηKg, and stops at 0.",
        "ℓ′": "The slope of the logistic loss in the prediction w·x.",
        "u": "The comparator: fixed weights, the best in hindsight; ‖u‖₁ is the sum of its |uⱼ|.",
        "regret": "What the run suffered less what u suffers on the same examples.",
    },
    source="Langford, Li and Zhang (2009), §3.3, (6), Theorem 3.1 and Figure 2.",
    code=(truncation,),
    exercises=(few_features, next_to_go),
    example=("breast_cancer", {"noise_features": 1000, "scaling": "unit variance"}),
)
