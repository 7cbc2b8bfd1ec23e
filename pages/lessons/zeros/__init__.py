"""Why a zero is worth having: a thousand columns of noise, and what learning costs with them."""

from algorithms import CATALOGUE
from pages.lessons.zeros.evidence import Knobs, gather
from pages.lessons.zeros.exercises import regret_by_hand, what_zeros_save
from pages.lessons.zeros.pictures import stage
from pages.lessons.zeros.story import STORY
from pages.lessons.zeros.twin import regret
from pages.lessons.zeros.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="zeros",
    entry=Entry(
        title="Zeros",
        claim="Why a zero is worth having",
        icon="M6 32 V6 M14 32 V12 M22 32 H26 M30 32 H34 M38 32 H42 M46 32 H56",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"\text{regret after } T \text{ examples} = "
        r"\sum_{t=1}^{T} \ell(w_t\cdot x_t,\ y_t) - \sum_{t=1}^{T} \ell(u\cdot x_t,\ y_t)",
        symbols={
            "w_t": "The learner's weights when example t comes, before they move.",
            "u": "The best fixed weights: chosen after all examples were seen, never moved.",
            "x_t, y_t": "The features and the label of example t.",
            "ℓ": "The loss, here the logistic one: ln(1 + e^(−yp)) for the prediction p.",
        },
        source="Langford, Li and Zhang (2009), §1, §2 and §3.4; the noise of coin tosses: "
        "Shalev-Shwartz and Tewari (2009), §4 (magic04d).",
        code=(regret, CATALOGUE["sgd"].loop),
    ),
    exercises=(regret_by_hand, what_zeros_save),
    story=STORY,
)
