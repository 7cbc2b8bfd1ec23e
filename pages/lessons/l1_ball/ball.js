// Projection on the L1 ball in closed form. Held to Python's algorithms/projection by a test.

// θ and ρ of Σ max(x − θ, 0) = z for magnitudes x: Duchi et al. 2008, Fig. 1.
function threshold(x, z) {
  const sorted = [...x].sort((a, b) => b - a);
  let [total, theta, rho] = [0, -Infinity, 0];
  for (const [i, mu] of sorted.entries()) {
    const lower = (total + mu - z) / (i + 1);
    if (!(mu > lower)) break;
    total += mu;
    [theta, rho] = [lower, i + 1];
  }
  return { theta, rho };
}

// The point of {‖w‖₁ ≤ z} nearest to v; θ = 0 where v is inside.
export function projectOntoBall(v, z) {
  const x = v.map(Math.abs);
  const unbounded = threshold(x, z);
  const theta = Math.max(unbounded.theta, 0);
  const w = v.map((a) => Math.sign(a) * Math.max(Math.abs(a) - theta, 0));
  return { w, theta, rho: theta > 0 ? unbounded.rho : w.filter((a) => a !== 0).length };
}

// The point of {‖w‖₂ ≤ z} nearest to v.
export function roundly(v, z) {
  const norm = Math.hypot(...v);
  return norm > z ? v.map((a) => (a * z) / norm) : [...v];
}
