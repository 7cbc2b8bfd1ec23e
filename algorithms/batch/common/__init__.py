"""Pieces that several batch algorithms share: gradients, curvatures, columns, and iterations."""
