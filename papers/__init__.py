"""Papers: what they claim, recomputed claim by claim.

A folder a paper, a file a claim. ``python -m papers`` lists them, ``python -m papers
langford.periods`` computes one, and the page *Papers* shows what came out. ``docs/papers.md`` tells
how a claim is written, judged and stored.
"""
