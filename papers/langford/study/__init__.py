"""What the claims of §5 and §6 share: data sets, readings, runs, cross-validation, curves."""
