"""Fair fights: sparse online methods like for like, on twelve datasets, and claims judged by rules.

    make fair                      all of it, into docs/fair.md
    make fair DATA=folder          with the files of a folder
    python -m studies.fair --set spambase --set ad

An interrupted command goes on where it was: every dataset's outcomes are kept in ``artifacts/``.
"""
