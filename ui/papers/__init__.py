"""The parts of the page of papers: claims, pictures, tables, and the way through them."""
