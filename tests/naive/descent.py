"""Gradient steps, and the ways to make zeros after them, for one weight at a time."""

from __future__ import annotations

from tests.naive.base import T0, T1, Run, sign


def sgd(run: Run):
    for t, x, s in run:
        run.step(run.rate(t) * s, x)


def rounding(run: Run, threshold, period):
    for t, x, s in run:
        run.step(run.rate(t) * s, x)
        if run.is_due(t, period):
            run.w = [T0(v, threshold) for v in run.w]


def truncated_gradient(run: Run, gravity, threshold, period):
    for t, x, s in run:
        eta_t = run.rate(t)
        run.step(eta_t * s, x)
        if run.is_due(t, period):
            run.w = [T1(v, eta_t * period * gravity, threshold) for v in run.w]


def subgradient(run: Run, l1, threshold, period):
    for t, x, s in run:
        eta_t, before = run.rate(t), run.w
        run.step(eta_t * s, x)
        if t % period == 0:
            push = eta_t * period * l1
            run.w = [v - push * sign(b) for v, b in zip(run.w, before, strict=True)]
        if t == len(run.order):
            run.w = [T0(v, threshold) for v in run.w]


def fobos(run: Run, l1, batch_size, rounds):
    updates, batch = 0, []
    for _, x, s in run:
        batch.append((x, s))
        if len(batch) == batch_size:
            updates += 1
            eta_u = run.rate(updates, batch_size)
            early = rounds and updates <= len(run.order) // batch_size // 2
            for x_b, s_b in batch:
                run.step(eta_u / batch_size * s_b, x_b)
            run.w = [T1(v, eta_u * (l1 / 2 if early else l1)) for v in run.w]
            batch = []


def cumulative_penalty(run: Run, l1, payment):
    due, paid = 0.0, [0.0] * run.X.shape[1]
    for t, x, s in run:
        eta_t = run.rate(t)
        run.step(eta_t * s, x)
        due += eta_t * l1
        for j, v in enumerate(run.w):
            if payment == "after learning" and x[j] == 0.0:
                continue
            if v > 0.0:
                run.w[j] = max(0.0, v - (due + paid[j]))
            elif v < 0.0:
                run.w[j] = min(0.0, v + (due - paid[j]))
            paid[j] += run.w[j] - v


def l0_sgd(run: Run, n_nonzeros):
    for t, x, s in run:
        run.step(run.rate(t) * s, x)
        strongest = sorted(range(len(x)), key=lambda j: (-abs(run.w[j]), j))
        for j in strongest[n_nonzeros:]:
            run.w[j] = 0.0


def elastic_net_truncated_gradient(run: Run, gravity, threshold, period, l2):
    for t, x, s in run:
        eta_t = run.rate(t)
        run.step(eta_t * s, x)
        if run.is_due(t, period):
            pull, ridge = eta_t * period * gravity, 1.0 + eta_t * period * l2
            run.w = [T1(v, pull) / ridge if abs(v) <= threshold else v for v in run.w]
