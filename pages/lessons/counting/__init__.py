"""As many features as you ask for: keep-k, who has a seat, and what it costs to count."""

from __future__ import annotations

from algorithms import CATALOGUE
from algorithms.shrinkage import keep_largest
from pages.lessons.counting.evidence import COUNTING, Knobs, gather
from pages.lessons.counting.exercises import least_loss, newcomer
from pages.lessons.counting.pictures import stage
from pages.lessons.counting.story import STORY
from pages.lessons.counting.twin import keep_k_step, largest
from pages.lessons.counting.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="counting",
    entry=Entry(
        title="Counting",
        claim="As many features as you ask for",
        icon="M6 32 V10 M14 32 V6 M22 32 V14 M30 30 H34 M38 30 H42 M46 30 H50",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"w \leftarrow H_k(w - \eta_t\,\ell'(w\cdot x, y)\,x),\quad \eta_t = \eta/\sqrt t",
        symbols={
            "Hₖ": "keeps the k largest in size (of equal ones the first) and sets the rest to 0.",
            "ℓ′": "The slope of the logistic loss in the prediction w·x.",
            "λ": "The penalty of the other methods. FOBOS takes ηₜλ off every weight at each "
            "step. Truncated gradient has gravity g = λ and period K = 10. RDA compares the mean "
            "gradient with λ. The Lasso minimizes the average loss + λ‖w‖₁.",
        },
        source="Dhingra, Shen and Kleene, §2.4, Alg. 5 and Table 2.",
        code=(largest, keep_k_step, keep_largest, CATALOGUE[COUNTING].loop),
    ),
    exercises=(least_loss, newcomer),
    example=("digit_products", {"n_products": 200, "test_fraction": 0.3}),
    story=STORY,
)
