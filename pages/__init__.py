"""The pages: the playground, the data, and the lessons, a folder each."""
