"""A study: what a visitor keeps in their own browser, so that it outlasts their session."""
