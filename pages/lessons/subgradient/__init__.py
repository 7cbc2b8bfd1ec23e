"""The obvious push steps over zero, truncated gradient stops on it; and one cut at the very end."""

from algorithms import CATALOGUE
from pages.lessons.subgradient.evidence import Knobs, gather
from pages.lessons.subgradient.exercises import late_cut, zigzag
from pages.lessons.subgradient.pictures import stage
from pages.lessons.subgradient.story import STORY
from pages.lessons.subgradient.twin import obvious_push, truncated_step
from pages.lessons.subgradient.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="subgradient",
    entry=Entry(
        title="Sub-gradient",
        claim="Two ways to bring a weight to zero",
        icon="M4 14 L12 24 L20 14 L28 24 L36 14 L44 24 L52 14 M4 19 H56",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"\begin{aligned}\text{obvious push (5)}\quad & w \leftarrow w - \eta\nabla\ell"
        r" - \eta g\,\mathrm{sgn}(w) \\ \text{truncated gradient (6)}\quad"
        r" & w \leftarrow T_1(w - \eta\nabla\ell,\ \eta g,\ \infty)\end{aligned}",
        symbols={
            "∇ℓ": "The gradient of the logistic loss of one example.",
            "sgn": "+1, −1, or 0 at 0: of the weight before the step.",
            "T₁": "Moves toward 0 by ηg, and not past it.",
        },
        source="Langford, Li and Zhang (2009), §3.2–3.3, (5) and (6), with θ = ∞ and K = 1 in (6).",
        code=(obvious_push, truncated_step, CATALOGUE["subgradient"].loop),
    ),
    exercises=(zigzag, late_cut),
    example=("breast_cancer", {"noise_features": 300, "scaling": "unit variance"}),
    story=STORY,
)
