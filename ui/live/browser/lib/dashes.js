// Dashes as Plotly draws them on lines that are not wider than 3 pixels.

const DASH = { solid: [], dash: [9, 9], dot: [3, 3], dashdot: [9, 3, 3, 3], longdash: [15, 15] };

export const dashOf = (name) => DASH[name ?? "solid"] ?? [];
