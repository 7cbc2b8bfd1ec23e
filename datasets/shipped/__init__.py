"""What comes with scikit-learn."""
