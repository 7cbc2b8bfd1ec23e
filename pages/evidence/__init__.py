"""What a lesson runs and measures, where that does not fit into its own file."""
