// What pictures draw, as shapes, and what is wrong with it: a pen that keeps texts, lines, dots and
// boxes, and paints nothing. It is given what drawings.py asks for, and sees the exports of the
// modules film, sketch and titles.

async ({ payloads, drawings, font }) => {
  const LOOK = { text: "#010101", grid: "#eeeeee", paper: "#ffffff", font: "Letters" };
  const NARROW = 560;
  const [HALF, INSIDE] = [0.3, 2]; // of a text's height left out at either side; pixels at its ends
  const [OUTSIDE, LAPPED] = [2, 3]; // pixels that are no fault
  const [OTHERS, OWN] = [0.1, 0.25]; // shares of a name that other curves, and its own, may cross
  const [ARROW, NEAR] = [3, 40]; // pixels from the edge to an arrow that says where a curve leaves
  const SWATCH = 12.5; // pixels
  const [SAMPLE, LINE] = [40, 20]; // pixels of a legend: beside its texts, and from line to line
  const SEEN = 0.5; // the strength of what is not as faint as a grid

  if (font) document.fonts.add(await new FontFace("Letters", `url(${font})`).load());
  const parsed = payloads.map((text) => JSON.parse(text));

  function record(scale) {
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d");
    const kept = { texts: [], lines: [], dots: [], boxes: [], arrows: [] };
    const state = { path: [], clip: null, clips: [] };
    const at = (x, y) => {
      const { a, b, c, d, e, f } = pen.getTransform();
      return [(a * x + c * y + e) / scale, (b * x + d * y + f) / scale];
    };
    const [save, restore] = [pen.save.bind(pen), pen.restore.bind(pen)];
    Object.assign(pen, {
      save: () => (state.clips.push(state.clip), save()),
      restore: () => ((state.clip = state.clips.pop() ?? null), restore()),
      beginPath: () => (state.path = []),
      // What is no number is passed over, as by a canvas.
      moveTo: (x, y) => Number.isFinite(x + y) && state.path.push([[x, y]]),
      lineTo: (x, y) => {
        if (!Number.isFinite(x + y)) return;
        if (state.path.length) state.path.at(-1).push([x, y]);
        else state.path.push([[x, y]]);
      },
      rect: (x, y, w, h) => state.path.push({ left: x, right: x + w, top: y, bottom: y + h }),
      arc: (x, y, radius) => state.path.push({ x, y, radius }),
      clip: () => (state.clip = state.path.find((part) => "left" in part) ?? null),
      stroke() {
        for (const points of state.path) {
          if (!Array.isArray(points) || points.length < 2) continue;
          if (pen.globalAlpha >= SEEN) kept.lines.push({ points, colour: pen.strokeStyle, ...state });
        }
      },
      fill() {
        const points = state.path.flat();
        if (points.length === 3 && points.every(Array.isArray))
          kept.arrows.push({ y: points[0][1], colour: pen.fillStyle });
        for (const part of state.path) {
          if ("radius" in part) kept.dots.push({ ...part, colour: pen.fillStyle, ...state });
          else if ("left" in part) kept.boxes.push({ ...part, colour: pen.fillStyle, ...state });
        }
      },
      fillRect(x, y, w, h) {
        const box = { left: x, right: x + w, top: y, bottom: y + h };
        if (pen.globalAlpha >= SEEN) kept.boxes.push({ ...box, colour: pen.fillStyle, ...state });
      },
      strokeText() {},
      fillText(text, x, y, most = Infinity) {
        const size = pen.measureText(text);
        const [left, right] = [size.actualBoundingBoxLeft, size.actualBoundingBoxRight];
        const shrink = Math.min(1, most / Math.max(size.width, 1));
        const corners = [
          at(x - left * shrink, y - size.actualBoundingBoxAscent),
          at(x + right * shrink, y + size.actualBoundingBoxDescent),
        ];
        const [xs, ys] = [0, 1].map((i) => corners.map((corner) => corner[i]));
        if (!text.trim()) return;
        const [low, high] = [Math.min, Math.max];
        kept.texts.push({
          text,
          colour: pen.fillStyle,
          turned: pen.getTransform().b !== 0,
          left: low(...xs),
          right: high(...xs),
          top: low(...ys),
          bottom: high(...ys),
        });
      },
    });
    return { canvas, kept };
  }

  // The share of a text's width that a line crosses within its letters.
  function coveredShare({ left, right, top, bottom }, { points, clip }) {
    const room = HALF * (bottom - top);
    const box = {
      left: Math.max(left + INSIDE, clip?.left ?? -Infinity),
      right: Math.min(right - INSIDE, clip?.right ?? Infinity),
      top: Math.max(top + room, clip?.top ?? -Infinity),
      bottom: Math.min(bottom - room, clip?.bottom ?? Infinity),
    };
    let [low, high] = [Infinity, -Infinity];
    for (let i = 1; i < points.length; i++) {
      const part = within(points[i - 1], points[i], box);
      if (!part) continue;
      [low, high] = [Math.min(low, ...part), Math.max(high, ...part)];
    }
    return low > high ? 0 : (high - low) / (right - left);
  }

  // Both ends along x of the part of a segment that lies in a box.
  function within([x0, y0], [x1, y1], box) {
    let [from, to] = [0, 1];
    const sides = [
      [x0 - x1, x0 - box.left],
      [x1 - x0, box.right - x0],
      [y0 - y1, y0 - box.top],
      [y1 - y0, box.bottom - y0],
    ];
    for (const [p, q] of sides) {
      if (p === 0 && q < 0) return null;
      if (p < 0) from = Math.max(from, q / p);
      if (p > 0) to = Math.min(to, q / p);
    }
    return from > to ? null : [x0 + from * (x1 - x0), x0 + to * (x1 - x0)];
  }

  const overlap = (a, b) => [
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  ];

  const touches = (one, other) => overlap(one, other).every((pixels) => pixels > LAPPED);
  const around = ({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  });
  const inside = ({ x, y, clip }) =>
    !clip || (x > clip.left && x < clip.right && y > clip.top && y < clip.bottom);

  function faultsOfText(one, { lines, dots, boxes }) {
    const shares = {};
    for (const line of lines) {
      if (line.colour === LOOK.grid) continue;
      shares[line.colour] = (shares[line.colour] ?? 0) + coveredShare(one, line);
    }
    const struck = Object.entries(shares)
      .filter(([colour, share]) => share > (colour === one.colour ? OWN : OTHERS))
      .map(([colour, share]) => ["crossed", one.text, colour, `${Math.round(100 * share)} %`]);
    const dotted = dots
      .filter((dot) => inside(dot) && dot.colour !== one.colour && touches(one, around(dot)))
      .map(({ colour }) => ["on a dot", one.text, colour]);
    const barred = boxes
      .filter((box) => box.colour !== LOOK.grid && touches(one, box))
      .map(({ colour }) => ["on a bar", one.text, colour]);
    return [...struck, ...dotted, ...barred];
  }

  // How far lines go beyond their frames, by colour and side; one that is drawn from side to side, or
  // straight up or along, has no ends.
  function exits(lines) {
    const most = {};
    for (const { points, clip, colour } of lines) {
      if (!clip || colour === LOOK.grid) continue;
      const [xs, ys] = [0, 1].map((i) => points.map((point) => point[i]));
      const [across, up] = [xs, ys].map((all) => Math.max(...all) - Math.min(...all) > 1);
      const beyond = {
        above: up && across ? clip.top - Math.min(...ys) : 0,
        below: up && across ? Math.max(...ys) - clip.bottom : 0,
        left: up && across ? clip.left - Math.min(...xs) : 0,
        right: up && across ? Math.max(...xs) - clip.right : 0,
      };
      const sides = Object.entries(beyond).filter(([, pixels]) => pixels > OUTSIDE);
      if (points.length === 2 && sides.length > 1) continue;
      for (const [side, pixels] of sides) {
        const known = most[`${colour} ${side}`]?.pixels ?? 0;
        if (pixels > known) most[`${colour} ${side}`] = { colour, side, pixels, clip };
      }
    }
    return Object.values(most);
  }

  // An arrow of the curve's colour at the edge, or a text there that has one.
  function isSaid({ colour, side, clip }, { arrows, texts }) {
    const edge = side === "above" ? clip.top : clip.bottom;
    const sign = side === "above" ? "↑" : "↓";
    return (
      arrows.some((one) => one.colour === colour && Math.abs(one.y - edge) < ARROW) ||
      texts.some(({ text, top }) => text.includes(sign) && Math.abs(top - edge) < NEAR)
    );
  }

  function faultsOf(kept, { width, height }) {
    const faults = [];
    const { texts, lines, dots } = kept;
    texts.forEach((one, i) => {
      for (const other of texts.slice(i + 1)) {
        if (touches(one, other)) faults.push(["texts", one.text, other.text]);
      }
      const beyond = Math.max(-one.left, -one.top, one.right - width, one.bottom - height);
      if (beyond > OUTSIDE) faults.push(["cut off", one.text, `${Math.round(beyond)} px`]);
      if (!one.turned) faults.push(...faultsOfText(one, kept));
    });
    for (const exit of exits(lines)) {
      const { colour, side, pixels } = exit;
      if (!isSaid(exit, kept)) faults.push(["leaves", colour, `${side}, ${Math.round(pixels)} px`]);
    }
    for (const { x, y, clip, colour } of dots) {
      if (!clip) continue;
      const beyond = Math.max(clip.top - y, y - clip.bottom, clip.left - x, x - clip.right);
      const side = clip.top - y > OUTSIDE ? "above" : "below";
      if (beyond > OUTSIDE && !isSaid({ colour, side, clip }, kept))
        faults.push(["not seen", colour, `${Math.round(beyond)} px`]);
    }
    return faults;
  }

  // About where Plotly puts a legend that stands within the frame; one above it makes its own room.
  function legendOf({ legend = {}, showlegend, margin }, data, { width, height }) {
    if (!showlegend || legend.yanchor === "bottom") return null;
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `12px ${LOOK.font}`;
    const named = data.filter((trace) => trace.name && trace.showlegend !== false);
    const widths = named.map(({ name }) => pen.measureText(name).width + SAMPLE);
    const whole = widths.reduce((sum, each) => sum + each, 0);
    const left = margin.l + (legend.x ?? 0) * (width - margin.l - margin.r);
    const top = margin.t + (1 - (legend.y ?? 1)) * (height - margin.t - margin.b);
    const flat = left + whole <= width && legend.orientation === "h";
    const right = left + (flat ? whole : Math.max(...widths));
    return { left, right, top, bottom: top + LINE * (flat ? 1 : named.length) };
  }

  // What stands for bars in the legend itself.
  const isSwatch = ({ left, right, top, bottom }) =>
    Math.max(right - left, bottom - top) <= SWATCH;

  function faultsOfLegend(box, { lines, dots, boxes }) {
    if (!box) return [];
    const under = [
      ...boxes.filter(
        (each) => each.colour !== LOOK.grid && !isSwatch(each) && touches(box, each),
      ),
      ...dots.filter((dot) => inside(dot) && touches(box, around(dot))),
      ...lines.filter((each) => each.colour !== LOOK.grid && coveredShare(box, each) > 0),
    ];
    return under.map(({ colour }) => ["legend", colour]);
  }

  const answers = [];
  for (const { payload, kind, scene, frame, width, height, scale } of drawings) {
    const { canvas, kept } = record(scale);
    const look = { ...LOOK, scale, meant: null, future: false };
    let unseen = false; // what a sketch does not know decides the axes
    let legend = null;
    const size = { width, height };
    if (kind === "film") {
      const film = (parsed[payload] = decodeArrays(parsed[payload]));
      await fetchKinds(film);
      const last = film.at.length - 1;
      const shown = frame < 0 ? last : Math.min(frame, last);
      shoot(canvas, film.scenes[scene], shown, size, look);
    } else {
      const { data, layout } = parsed[payload];
      const narrow = width / scale < (layout.meta?.below ?? NARROW);
      const roomy = narrow ? { ...layout, ...layout.meta?.narrow } : layout;
      const lines = data.filter(({ type }) => type === "scatter" || type === "bar");
      const fitted = { data: lines, layout: withTitlesThatFit(roomy, height, scale) };
      unseen = lines.length < data.length;
      legend = legendOf(roomy, data, { width: width / scale, height: height / scale });
      sketch(canvas, fitted, size, {}, null, look);
    }
    const faults = faultsOf(kept, { width: width / scale, height: height / scale });
    faults.push(...faultsOfLegend(legend, kept));
    answers.push(unseen ? faults.filter(([kind]) => kind !== "leaves") : faults);
  }
  return answers;
}
