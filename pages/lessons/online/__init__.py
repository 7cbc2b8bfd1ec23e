"""Learn from one example at a time: two features, two weights, and patients in a row."""

from algorithms import CATALOGUE
from pages.lessons.online.evidence import Knobs, gather
from pages.lessons.online.exercises import prediction_by_hand, which_way
from pages.lessons.online.pictures import stage
from pages.lessons.online.story import STORY
from pages.lessons.online.twin import learn
from pages.lessons.online.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="online",
    entry=Entry(
        title="Online",
        claim="Learn from one example at a time",
        icon="M4 30 L12 22 L20 24 L28 14 L36 16 L44 8 L56 6",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"\begin{gathered}w \leftarrow w - \eta\,\ell'(w\cdot x,\ y)\,x \\ "
        r"\ell(p, y) = \ln(1 + e^{-yp}),\quad \ell'(p, y) = \frac{-y}{1 + e^{yp}}\end{gathered}",
        symbols={
            "x": "The features of the example at hand.",
            "y": "Its label, +1 or −1.",
            "w": "The weights.",
            "w·x": "The prediction p: the sum of all features, each multiplied with its weight.",
            "ℓ": "The loss, here the logistic one; ℓ′ is its slope in the prediction.",
        },
        source="Langford, Li and Zhang (2009), §2 and (3).",
        code=(learn, CATALOGUE["sgd"].loop),
    ),
    exercises=(prediction_by_hand, which_way),
    story=STORY,
)
