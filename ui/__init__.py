"""The only bridge to Streamlit: knobs → widgets → knobs, cached runs, address bar, live parts."""
