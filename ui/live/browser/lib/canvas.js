// Canvases as sharp as the screen, and what everything on them is drawn with.

// The letters of formulas, as a font of canvases names them.
export const MATHS = '"STIX Two Math", "Cambria Math", "Latin Modern Math", serif';

// A size in whole pixels, as canvases have it.
export const wholePixels = ({ width, height }) => ({
  width: Math.round(width),
  height: Math.round(height),
});

// The pen of a wiped canvas of `width` × `height` CSS pixels. It counts in steps of `scale` of them,
// so that letters, lines and distances grow together where the page is shown large.
export function wipe(canvas, { width, height }, scale = 1) {
  const sharp = devicePixelRatio || 1;
  const [across, down] = [Math.round(width * sharp), Math.round(height * sharp)];
  // To set a size, be it the same, throws the canvas away.
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  const pen = canvas.getContext("2d");
  pen.setTransform(sharp * scale, 0, 0, sharp * scale, 0, 0);
  pen.clearRect(0, 0, width / scale, height / scale);
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  // Else some systems put each letter on a whole pixel, and words show gaps.
  pen.textRendering = "geometricPrecision";
  return pen;
}

// A size, or a place, in the steps of such a pen.
export const inSteps = (sizes, scale = 1) =>
  Object.fromEntries(Object.entries(sizes).map(([name, pixels]) => [name, pixels / scale]));

// The same for a canvas that style sheets size; its width and height are in the steps of the pen.
export function wipeDisplayed(canvas, scale = 1) {
  const size = { width: canvas.clientWidth, height: canvas.clientHeight };
  return { pen: wipe(canvas, size, scale), ...inSteps(size, scale) };
}

export function clip(pen, box, draw) {
  pen.save();
  pen.beginPath();
  pen.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  pen.clip();
  draw();
  pen.restore();
}

// Begins a line, which the caller draws.
export function line(pen, colour, width, dash = []) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.beginPath();
}

// A line through all points.
export function stroke(pen, points, colour, width = 1, dash = []) {
  line(pen, colour, width, dash);
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
  pen.setLineDash([]);
}

export function segment(pen, from, to, colour, width = 1, dash = []) {
  stroke(pen, [from, to], colour, width, dash);
}

export function dot(pen, x, y, colour, radius = 4.5) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}
