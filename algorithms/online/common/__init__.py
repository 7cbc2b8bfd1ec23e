"""Pieces that several online algorithms share: steps per coordinate, balls, links, groups."""
