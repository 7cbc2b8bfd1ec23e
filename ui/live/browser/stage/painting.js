// Plotly's picture: painted at rest, with zoom, hover and all.

import { placesOf } from "./legend.js";

const CONFIG = { displayModeBar: false, responsive: false, doubleClick: "reset" };

// A layout in the colours and the letters of the page.
export function dressed(layout, { text, grid, font }) {
  const axis = (given) => ({ ...given, gridcolor: grid, linecolor: grid, tickcolor: grid });
  return {
    ...layout,
    font: { color: text, family: font, size: 12 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    xaxis: axis(layout.xaxis),
    yaxis: axis(layout.yaxis),
    // Dragging on a touch screen scrolls the page.
    dragmode: matchMedia("(pointer: coarse)").matches ? false : "zoom",
  };
}

export class Painting {
  // `places` = {box, entries}: where Plotly has put axes and legend, as far as it was noted.
  constructor(node) {
    this.node = node;
    this.layout = null;
    this.pick = null; // is called with the name of a point that was clicked, where it has one
    this.ranges = {};
    this.places = null;
  }

  async paint(Plotly, { data, layout }, look, size) {
    const first = !this.layout && this.pick;
    await Plotly.react(this.node, data, { ...dressed(layout, look), ...size }, CONFIG);
    if (first) this.node.on("plotly_click", ({ points }) => this.clicked(points[0]?.customdata));
    const otherAxes = this.layout?.uirevision !== layout.uirevision;
    for (const axis of ["xaxis", "yaxis"]) {
      // Plotly keeps the range of a zoom: what it would have shown otherwise is not known then.
      const { range, autorange } = this.node.layout[axis];
      const asked = layout[axis].range;
      if (otherAxes || autorange || asked) this.ranges[axis] = [...(asked ?? range)];
    }
    this.layout = layout;
  }

  clicked(name) {
    if (typeof name === "string") this.pick?.(name);
  }

  // To be called while the picture is to be seen: the reader may have changed it.
  notePlaces() {
    if (this.layout) this.places = placesOf(this.node);
  }

  // The range of an axis that the reader zoomed to, or null. A zoom is a range that is not the one
  // painted, and only of axes that still mean the same.
  zoomOf(axis, layout) {
    if (this.layout?.uirevision !== layout.uirevision) return null;
    const range = this.node.layout?.[axis]?.range;
    return range && String(range) !== String(this.ranges[axis]) ? range : null;
  }

  close() {
    window.Plotly?.purge(this.node);
  }
}
