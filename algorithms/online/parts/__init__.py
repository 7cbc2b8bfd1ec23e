"""Pieces that several online algorithms share."""
