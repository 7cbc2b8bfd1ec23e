"""Pieces that several batch algorithms share."""
