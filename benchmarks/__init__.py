"""What is measured, and against which bar. ``make bench`` runs everything; each part runs alone."""
