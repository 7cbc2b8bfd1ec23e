"""The pictures of single lessons; what several show stands one folder up."""
