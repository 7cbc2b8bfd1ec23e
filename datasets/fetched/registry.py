"""The files that are fetched: which dataset they are, where they are, and how they are checked.

Of OpenML a dataset's number is all that has to be known: its own description of it gives the file's
address and MD5, so neither is written here, and none was compared with a copy of ours. Numbers,
names and shapes are OpenML's; sizes are those of the files, packed. RCV1's addresses and SHA-256
are those of scikit-learn 1.9.1 (``sklearn/datasets/_rcv1.py``).
"""

from __future__ import annotations

from typing import NamedTuple

from datasets.fetched.openml import OpenML, openml_set

UCI = "UCI Machine Learning Repository"
CC_BY = "CC BY 4.0"  # under which UCI gives all of its own datasets
ZOO = {
    "mammal": 1,
    "bird": 2,
    "reptile": 3,
    "fish": 4,
    "amphibian": 5,
    "insect": 6,
    "invertebrate": 7,
    "shellfish": 7,
}
"""UCI's numbers of the animals' classes: Langford, Li and Zhang's Table 1 (2009) predicts them."""
SAME = "There are as many rows and columns as in the papers' data."

OPENML: tuple[type[OpenML], ...] = (
    openml_set(
        "ad",
        40978,
        "Internet-Advertisements",
        title="Internet advertisements (OpenML)",
        about="Tell advertisements from other pictures by their size and the words around them.",
        source=f"Kushmerick (1998), Internet Advertisements, {UCI}",
        licence=CC_BY,
        size=120_000,
        shape=(3279, 1558),
        plus="ad",
        differs="These are all rows of UCI's file; Langford et al. count 1,411 features.",
    ),
    openml_set(
        "arcene",
        1458,
        "arcene",
        title="Arcene (OpenML)",
        about="Tell cancer from health by 10,000 masses of a spectrum, 3,000 of them useless.",
        source=f"Guyon, Gunn, Ben-Hur and Dror (2004), Arcene, {UCI}",
        licence=CC_BY,
        size=1_900_000,
        shape=(200, 10_000),
        form="numbers",
        differs="The classes are called 1 and 2 instead of −1 and 1.",
    ),
    openml_set(
        "crx",
        29,
        "credit-approval",
        title="Credit approval (OpenML)",
        about="Tell approved from refused credit cards by 15 answers whose questions are secret.",
        source=f"Quinlan (1987), Credit Approval, {UCI}",
        licence=CC_BY,
        size=9_000,
        shape=(690, 15),
        plus="+",
        differs=SAME,
    ),
    openml_set(
        "gisette",
        41026,
        "gisette",
        title="Gisette (OpenML)",
        about="Tell a handwritten 4 from a 9 by products of pixels, as many useless ones added.",
        source=f"Guyon, Gunn, Ben-Hur and Dror (2004), Gisette, {UCI}",
        licence=CC_BY,
        size=12_000_000,
        shape=(7000, 5000),
        differs="UCI's training and validation rows stand in one file.",
    ),
    openml_set(
        "housing",
        531,
        "boston",
        title="Boston housing (OpenML)",
        about="Predict what houses cost in 506 parts of Boston by 13 measures of the place.",
        source="Harrison and Rubinfeld (1978), Hedonic Housing Prices, from StatLib",
        licence="none stated",
        size=12_000,
        shape=(506, 13),
        differs=SAME,
    ),
    openml_set(
        "krvskp",
        3,
        "kr-vs-kp",
        title="Chess, king and rook against king and pawn (OpenML)",
        about="Tell won chess endgames from others by 36 properties of the board.",
        source=f"Shapiro (1983), Chess (King-Rook vs. King-Pawn), {UCI}",
        licence=CC_BY,
        size=13_000,
        shape=(3196, 36),
        plus="won",
        differs=SAME,
    ),
    openml_set(
        "magic04",
        1120,
        "MagicTelescope",
        title="MAGIC gamma telescope (OpenML)",
        about="Tell hadrons from gamma rays by ten measures of the light they make in the air.",
        source=f"Bock (2004), MAGIC Gamma Telescope, {UCI}",
        licence=CC_BY,
        size=650_000,
        shape=(19_020, 10),
        plus="h",
        differs="Shalev-Shwartz and Tewari made magic04s and magic04d of it by adding noise.",
    ),
    openml_set(
        "mnist",
        554,
        "mnist_784",
        title="MNIST, ten classes (OpenML)",
        about="Read a handwritten digit by 28 × 28 pixels of brightness 0 to 255.",
        source="LeCun, Cortes and Burges (1998), The MNIST Database",
        licence="CC BY-SA 3.0",
        size=15_000_000,
        shape=(70_000, 784),
        form="numbers",
        classes=True,
        differs="Training rows (60,000) and test rows (10,000) stand in one file, in this order.",
    ),
    openml_set(
        "mushroom",
        24,
        "mushroom",
        title="Mushrooms (OpenML)",
        about="Tell poisonous from edible mushrooms by 22 properties to be seen and smelt.",
        source=f"Schlimmer (1987), Mushroom, {UCI}",
        licence=CC_BY,
        size=30_000,
        shape=(8124, 22),
        plus="p",
        differs=SAME,
    ),
    openml_set(
        "spambase",
        44,
        "spambase",
        title="Spambase (OpenML)",
        about="Tell spam from mail by how frequent 54 words and characters and capitals are.",
        source=f"Hopkins, Reeber, Forman and Suermondt (1999), Spambase, {UCI}",
        licence=CC_BY,
        size=130_000,
        shape=(4601, 57),
        plus="1",
        differs=SAME,
    ),
    openml_set(
        "splice",
        46,
        "splice",
        title="Splice junctions, three classes (OpenML)",
        about="Tell donor sites (EI), acceptor sites (IE) and neither (N) by 60 letters of DNA.",
        source=f"Towell, Noordewier and Shavlik (1991), Splice-junction Gene Sequences, {UCI}",
        licence=CC_BY,
        size=100_000,
        shape=(3190, 60),
        differs="Yang et al. learned from other sequences, MEMset's donor sites of 7 letters.",
    ),
    openml_set(
        "wbc",
        15,
        "breast-w",
        title="Breast cancer, original (OpenML)",
        about="Tell malignant from benign tumours by nine grades a physician gave.",
        source=f"Wolberg (1992), Breast Cancer Wisconsin (Original), {UCI}",
        licence=CC_BY,
        size=4_000,
        shape=(699, 9),
        plus="malignant",
        differs=SAME,
    ),
    openml_set(
        "wdbc",
        1510,
        "wdbc",
        title="Breast cancer, diagnostic (OpenML)",
        about="Tell malignant (2) from benign (1) tumours by 30 measures of their cell nuclei.",
        source="Wolberg, Mangasarian, Street and Street (1995), Breast Cancer Wisconsin "
        f"(Diagnostic), {UCI}",
        licence=CC_BY,
        size=50_000,
        shape=(569, 30),
        plus="2",
        differs="There are as many rows and columns as in the papers' data, without names.",
    ),
    openml_set(
        "zoo",
        62,
        "zoo",
        title="Zoo (OpenML)",
        about="Predict the number of an animal's class by 16 of its properties.",
        source=f"Forsyth (1990), Zoo, {UCI}",
        licence=CC_BY,
        size=2_000,
        shape=(101, 16),
        numbers=ZOO,
        differs="The classes have names, which are turned into UCI's numbers of them.",
    ),
)


class Remote(NamedTuple):
    """A file on a server: the name it is kept under, where it is, and how it is known."""

    name: str
    url: str
    known_hash: str


FIGSHARE = "https://ndownloader.figshare.com/files"
RCV1: dict[str, Remote] = {
    "train": Remote(
        "train.svm.gz",
        f"{FIGSHARE}/5976057",
        "sha256:5468f656d0ba7a83afc7ad44841cf9a53048a5c083eedc005dcdb5cc768924ae",
    ),
    "test 0": Remote(
        "test0.svm.gz",
        f"{FIGSHARE}/5976069",
        "sha256:ed40f7e418d10484091b059703eeb95ae3199fe042891dcec4be6696b9968374",
    ),
    "test 1": Remote(
        "test1.svm.gz",
        f"{FIGSHARE}/5976066",
        "sha256:87700668ae45d45d5ca1ef6ae9bd81ab0f5ec88cc95dcef9ae7838f727a13aa6",
    ),
    "test 2": Remote(
        "test2.svm.gz",
        f"{FIGSHARE}/5976063",
        "sha256:48143ac703cbe33299f7ae9f4995db49a258690f60e5debbff8995c34841c7f5",
    ),
    "test 3": Remote(
        "test3.svm.gz",
        f"{FIGSHARE}/5976060",
        "sha256:dfcb0d658311481523c6e6ca0c3f5a3e1d3d12cde5d7a8ce629a9006ec7dbb39",
    ),
    "topics": Remote(
        "topics.gz",
        f"{FIGSHARE}/5976048",
        "sha256:2a98e5e5d8b770bded93afc8930d88299474317fe14181aee1466cc754d0d1c1",
    ),
}
