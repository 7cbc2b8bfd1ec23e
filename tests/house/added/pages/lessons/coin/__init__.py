"""A penalty forgets the flips of a coin: the nonzero weights of FOBOS against λ."""

from pages.lessons.coin.evidence import Knobs, gather
from pages.lessons.coin.exercises import expected_loss, nothing_left
from pages.lessons.coin.pictures import stage
from pages.lessons.coin.words import explanation, lead

from algorithms import CATALOGUE
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="coin",
    entry=Entry(
        title="A coin",
        claim="A penalty forgets what a coin has said",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"w \leftarrow S_{\eta\lambda}(w - \eta\,\ell'(w\cdot x, y)\,x)",
        symbols={"S": "moves a weight toward 0 by ηλ, and sets it to 0 where it is closer."},
        source="Duchi and Singer (2009), §2.",
        code=(CATALOGUE["fobos"].loop,),
    ),
    exercises=(expected_loss, nothing_left),
    example=("coin_flips", {}),
)
