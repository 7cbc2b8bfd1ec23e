"""Pieces that several online algorithms share: balls, links, groups."""
