"""Sharing a view: short links that the server keeps, QR codes, and lessons as files."""
