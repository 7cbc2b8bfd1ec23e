"""Solvers that reach an optimum and prove it by a duality gap.

They minimise F(w) = Σ_i c_i ℓ(w·x_i, y_i) + Σ_b λ_b ‖w_b‖, where blocks of one weight give the L1
penalty. By Fenchel's duality every u with ‖(Xᵀu)_b‖ ≤ λ_b bounds F from below, so that F(w) less
the bound of the slopes u = ℓ′, made to obey, is at least the distance of F(w) to the optimum: the
gap (``duality``). A solver goes on until the gap is small enough.

``solver`` stands behind coordinate descent. Most weights of a sparse optimum are 0, so it solves
for a ``working_set`` of columns, by descent over blocks on the residual or on the Gram matrix, and
lets in what the slopes ask for. ``hindsight`` stands behind proximal gradient, for every loss; the
hinge, which is not smooth, becomes a linear program or is smoothed less and less.
"""
