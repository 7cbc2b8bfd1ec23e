"""Many processes behind one address: for a class. It imports nothing of the app, which it runs."""
