"""The only bridge to Streamlit: knobs → widgets → knobs, cached runs, the address bar, live parts."""
