// Plotly's picture: painted at rest, with zoom, hover and all.

import { applyTheme, scaleFigure } from "./figure_theme.js";
import { placesOf } from "./legend.js";
import { axesOf } from "./panes.js";

const CONFIG = { displayModeBar: false, responsive: false, doubleClick: "reset" };

export class Painting {
  // `places` = {box, entries}: where Plotly has put axes and legend, as far as it was noted.
  constructor(node) {
    this.node = node;
    this.layout = null;
    this.pick = null; // is called with the name of a point that was clicked, where it has one
    this.zoomed = null; // is called when the reader has zoomed
    this.painted = {};
    this.places = null;
    this.tap = null; // {x, y}: where the reader tapped before there was anything to hear it
  }

  async paint(Plotly, figure, look, size) {
    const first = !this.layout && this.pick;
    const follows = !this.layout && this.zoomed;
    const { data, layout } = scaleFigure(figure, look.scale);
    // Plotly itself keeps a zoom only as long as the figure asks for the same range as before.
    const zoomed = { ...layout };
    for (const [axis, range] of Object.entries(this.zooms(layout))) {
      if (layout[axis].range) zoomed[axis] = { ...layout[axis], range: [...range] };
    }
    await Plotly.react(this.node, data, { ...applyTheme(zoomed, look), ...size }, CONFIG);
    if (first) this.node.on("plotly_click", ({ points }) => this.clicked(points[0]?.customdata));
    if (follows) this.node.on("plotly_relayout", () => this.zoomed?.());
    const otherAxes = this.layout?.uirevision !== layout.uirevision;
    for (const axis of axesOf(layout)) {
      // Plotly keeps the range of a zoom: what it would have shown otherwise is not known then.
      const { range, autorange } = this.node.layout[axis];
      const asked = layout[axis].range;
      if (otherAxes || autorange || asked) this.painted[axis] = [...(asked ?? range)];
      // A double click shows what is asked for now, not what was asked for first.
      const [low, high] = asked ?? [];
      const drawn = this.node._fullLayout?.[axis];
      if (drawn) Object.assign(drawn, { _rangeInitial0: low, _rangeInitial1: high });
    }
    this.layout = layout;
    this.followTap();
  }

  followTap() {
    if (!this.tap) return;
    const { left, top } = this.node.getBoundingClientRect();
    const at = { clientX: left + this.tap.x, clientY: top + this.tap.y, bubbles: true };
    this.tap = null;
    const hit = document.elementFromPoint(at.clientX, at.clientY);
    if (!this.node.contains(hit)) return;
    for (const kind of ["mousemove", "mousedown", "mouseup"]) {
      hit.dispatchEvent(new MouseEvent(kind, { ...at, view: window }));
    }
  }

  // As strong as they are said to be: `curves` one for each, `notes` likewise. A picture that has left the
  // page meanwhile needs no strengths, and Plotly fails where there is nothing left to dim.
  async dim({ curves, notes }) {
    if (!this.node.isConnected) return;
    const places = this.node.layout.annotations?.length === notes.length ? notes : [];
    const layout = Object.fromEntries(places.map((o, i) => [`annotations[${i}].opacity`, o]));
    try {
      await window.Plotly.update(this.node, { opacity: curves }, layout);
    } catch (error) {
      if (this.node.isConnected) throw error;
    }
  }

  clicked(name) {
    if (typeof name === "string") this.pick?.(name);
  }

  // To be called while the picture is to be seen: the reader may have changed it.
  notePlaces() {
    if (this.layout) this.places = placesOf(this.node);
  }

  // By axis the ranges that are to be seen, of axes that still mean the same.
  ranges(layout) {
    if (this.layout?.uirevision !== layout.uirevision) return {};
    const axes = axesOf(layout).filter((axis) => this.node.layout?.[axis]?.range);
    return Object.fromEntries(axes.map((axis) => [axis, this.node.layout[axis].range]));
  }

  // Those of them that the reader zoomed to: a zoom is a range that is not the one painted.
  zooms(layout) {
    const ranges = Object.entries(this.ranges(layout));
    return Object.fromEntries(
      ranges.filter(([axis, range]) => String(range) !== String(this.painted[axis])),
    );
  }

  close() {
    window.Plotly?.purge(this.node);
  }
}
