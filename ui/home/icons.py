"""A small drawing for each lesson: the path of a line in a box of 60 × 36, drawn by hand.

They are signs, not results: no number stands in them.
"""

ICONS = {
    "online": "M4 30 L12 22 L20 24 L28 14 L36 16 L44 8 L56 6",
    "zeros": "M6 32 V6 M14 32 V12 M22 32 H26 M30 32 H34 M38 32 H42 M46 32 H56",
    "rounding": "M4 32 L12 22 V32 L20 22 V32 L28 22 V32 L36 22 V32 L44 22 V32 L52 22 V32 M4 16 H56",
    "gravity": "M6 8 V32 M6 32 L1 26 M6 32 L11 26 M20 32 V14 M30 32 V20 M40 32 V26 M50 32 H56",
    "shrinking": "M4 34 L22 18 H38 L56 2",
    "regret": "M4 6 C14 24 30 28 56 30 M4 18 C16 28 30 32 56 33",
    "subgradient": "M4 14 L12 24 L20 14 L28 24 L36 14 L44 24 L52 14 M4 19 H56",
    "fobos_rda": "M4 20 L10 8 L16 28 L22 10 L28 26 L34 14 L40 24 L46 17 L52 21 L56 20",
    "l1_ball": "M30 4 L52 18 L30 32 L8 18 Z M50 4 L41 11",
    "counting": "M6 32 V10 M14 32 V6 M22 32 V14 M30 30 H34 M38 30 H42 M46 30 H50",
    "coordinates": "M6 32 H22 V24 H34 V16 H46 V8 H54",
    "groups": "M4 10 H16 V26 H4 Z M24 10 H36 V26 H24 Z M44 10 H56 V26 H44 Z M24 18 H36 M30 10 V26",
    "scale": "M4 30 C12 4 20 4 28 30 M28 30 C34 16 40 16 46 30 M46 30 C50 24 52 24 56 30",
}
