"""Measurements, each against its bar. ``make bench`` runs everything; each part runs alone."""
