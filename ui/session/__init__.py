"""The session of one visitor, and runs of a page in it, as Streamlit runs pages."""
