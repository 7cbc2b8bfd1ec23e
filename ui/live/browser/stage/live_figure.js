// One figure that repaints in place: Plotly.react keeps zoom and focus.
//
// Until somebody uses the page a sketch is all of it: see first_use.js.
//
// Its state says how what is on the screen stands to what was asked for last:
//
//   outdated   it is older, or nothing has been drawn yet
//   sketched   it is the same, on a canvas; Plotly's picture waits unseen under it
//   painting   Plotly is at work on it
//   painted    it is the same, by Plotly
//
// What is asked for while Plotly is at work makes the picture outdated or sketched again, and so it
// is painted once more.

import { wholePixels } from "../lib/canvas.js";
import { element, onScreen, setLabel, setText, setTextWith } from "../lib/dom.js";
import { within } from "../lib/light.js";
import { inStrengths, partsOf, strengths } from "../lib/lit_figure.js";
import { inTheme } from "../lib/palette.js";
import { SaveButton } from "../saves/save_button.js";
import { saveFigure } from "../saves/saves.js";
import { inUse, onFirstUse, use } from "./first_use.js";
import { Handles } from "./handles.js";
import { placesOf } from "./legend.js";
import { Painting } from "./painting.js";
import { loadPlotly } from "./plotly.js";
import { boxIn, restsAsSketch, sketch, sketchable } from "./sketch.js";
import { withTitlesThatFit } from "./titles.js";

// Where in a node an event was, in pixels.
function placeIn(node, { clientX, clientY }) {
  const { left, top } = node.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

const NARROW = 560; // pixels
const RESTS_MS = 300;

// In the colours of the page. A layout may say what is different where there is little room, such as
// a legend instead of names, and below how many pixels that is.
function fitFigure(figure, { width, height }, look) {
  const { data, layout } = inStrengths(inTheme(figure, look), look.meant);
  const narrow = width / (look.scale ?? 1) < (layout.meta?.below ?? NARROW);
  const roomy = narrow ? { ...layout, ...layout.meta?.narrow } : layout;
  return { data, layout: withTitlesThatFit(roomy, height, look.scale) };
}

export class LiveFigure {
  constructor(root) {
    this.root = root;
    this.state = "outdated";
    this.revision = 0;
    this.skipped = false;
    this.plot = element("div", { className: "lab-plot", role: "img" });
    this.painting = new Painting(this.plot);
    this.canvas = element("canvas", { aria: { hidden: true } });
    this.handles = new Handles();
    this.heading = element("h2");
    this.caption = element("p");
    const { canvas, plot, handles } = this;
    this.saves = new SaveButton((kind) => this.save(kind));
    root.replaceChildren(this.saves.root, this.heading, canvas, handles.root, plot, this.caption);
    // Sizes are given here: to ask for them while texts change would lay out the page once more.
    this.sized = new ResizeObserver(([{ contentRect }]) => this.resize(wholePixels(contentRect)));
    this.sized.observe(this.plot);
    // A tap on a sketch brings Plotly, and is followed when Plotly is there.
    this.plot.addEventListener("click", (event) => {
      if (!this.painting.layout) this.painting.tap = placeIn(this.plot, event);
    });
    // What is out of sight is drawn when it comes into it.
    root.addEventListener("contentvisibilityautostatechange", ({ skipped }) => {
      this.skipped = skipped;
      if (!skipped && this.postponed) this.draw(this.look, this.postponed.moving);
    });
  }

  // With the axes that the reader zoomed to.
  async save(kind) {
    const size = wholePixels(this.plot.getBoundingClientRect());
    const figure = fitFigure(this.payload.figure, size, this.look);
    for (const [axis, range] of Object.entries(this.painting.zooms(figure.layout))) {
      figure.layout[axis] = { ...figure.layout[axis], range, autorange: false };
    }
    await saveFigure(kind, this.payload, { figure, size, look: this.look });
  }

  tell(payload) {
    const { encoded, figure, caption } = this.payload ?? {};
    const same = payload.figure === encoded;
    if (!same || payload.caption !== caption) this.outdate();
    this.payload = {
      ...payload,
      encoded: payload.figure,
      figure: same ? figure : JSON.parse(payload.figure),
    };
    this.root.dataset.figure = payload.name;
    this.painting.pick = payload.pick;
    this.painting.zoomed = payload.send ? () => this.placeHandles() : null;
    this.handles.tell(this.payload.figure.layout.meta?.handles, payload.send);
    this.root.classList.toggle("lab-picks", Boolean(payload.pick));
    if (this.plot.style.height !== payload.height) this.plot.style.height = payload.height;
    setLabel(this.plot, payload.alt);
    this.saves.name(payload.heading || payload.name);
    setTextWith(this.caption, payload.caption, payload.by_hand, "lab-by-hand");
    setText(this.heading, payload.heading);
    this.heading.hidden = !payload.heading;
  }

  resize(size) {
    // The first size given is mostly the one that was measured to draw before it came.
    const same = this.size?.width === size.width && this.size.height === size.height;
    this.size = size;
    if (same) return;
    this.outdate();
    if (!this.payload || !this.look) return;
    if (this.revealing) this.sketch(false, this.until);
    // Plotly may still be on its way: until it comes the sketch has the new size.
    else if (this.atWork && this.state === "sketched") this.sketch(false);
    else this.paint();
  }

  // What of `names` stands in this figure: null where it is meant as a whole, undefined if nothing is.
  meant(names) {
    if (!names) return null;
    const { name, heading, figure } = this.payload;
    return within(names, [name, heading], partsOf(figure));
  }

  // The stage's look, with those of its names alone that stand in here.
  get own() {
    return { ...this.look, meant: this.meant(this.look.meant) ?? null };
  }

  // Another thing is meant: Plotly's picture is not painted again for it, but dimmed.
  light(look) {
    if (!this.payload) return;
    const { meant: before, ...old } = this.look ?? {};
    const { meant: now, ...rest } = look;
    if (JSON.stringify(old) !== JSON.stringify(rest) || this.state !== "painted") {
      this.draw(look, false);
      return;
    }
    if (JSON.stringify(before) === JSON.stringify(now)) return;
    this.look = look;
    this.fade();
    this.painting.dim(strengths(this.payload.figure, this.own.meant));
  }

  // All of it, where nothing in it is meant.
  fade() {
    this.root.classList.toggle("lab-faded", this.meant(this.look.meant) === undefined);
  }

  draw(look, moving) {
    if (JSON.stringify(look) !== JSON.stringify(this.look)) this.outdate();
    this.look = look;
    this.fade();
    // As the browser last said: to ask it now would lay out the page, once for each picture.
    const unseen = this.revision && this.skipped;
    this.postponed = unseen ? { moving } : null;
    if (unseen) return;
    clearTimeout(this.resting);
    if (!moving) this.held = null;
    if (this.revealing) {
      this.sketch(moving, this.until);
      return;
    }
    if (moving && sketchable(this.payload.figure)) this.sketch(true);
    else this.paint();
  }

  // At the size and in the colours of now, whatever was painted before.
  print(look) {
    this.state = "outdated";
    this.size = wholePixels(this.plot.getBoundingClientRect());
    this.draw(look, false);
  }

  outdate() {
    if (this.state !== "sketched") this.state = "outdated";
  }

  // While a hand moves, or Plotly is still being loaded: at once. Under a moving hand no axis shows
  // less than before.
  sketch(moving, until = 1) {
    if (this.state === "painted" || this.state === "painting") return;
    this.size ??= wholePixels(this.plot.getBoundingClientRect());
    if (!this.size.width || !this.size.height) return;
    // Once a movement, while Plotly's picture is still to be seen.
    if (this.state === "outdated") this.painting.notePlaces();
    const figure = fitFigure(this.payload.figure, this.size, this.own);
    const { painting } = this;
    if (moving && this.held?.of !== figure.layout.uirevision) {
      this.held = { of: figure.layout.uirevision, ranges: painting.ranges(figure.layout) };
    }
    const zooms = { ...painting.zooms(figure.layout), ...this.handles.frozen };
    const extent = { held: moving ? this.held.ranges : null, until };
    const shown = sketch(this.canvas, figure, this.size, zooms, painting.places, this.look, extent);
    if (moving) this.held.ranges = shown;
    if (this.handles.any) {
      const box = painting.places?.box ?? boxIn(this.canvas, figure, this.size, this.look);
      this.handles.stand(shown, box);
    }
    this.shows("sketched");
  }

  // Along its x axis a run goes on.
  get progresses() {
    const { figure } = this.payload ?? {};
    return Boolean(figure?.layout.meta?.progress && sketchable(figure));
  }

  // As far as a `share` of the run, on the canvas; all of it is Plotly's again.
  follow(share) {
    if (share === 1) {
      this.endReveal();
      return;
    }
    if (!this.revealing) {
      this.revealing = true;
      this.held = null;
      this.state = "outdated";
    }
    if (share === this.until && this.state === "sketched") return;
    this.until = share;
    if (this.look) this.sketch(false, share);
  }

  // A hand may have ended it that is about to move: Plotly waits whether it does.
  endReveal() {
    if (!this.revealing) return;
    this.revealing = false;
    this.until = 1;
    if (!this.look) return;
    this.sketch(false);
    this.resting = setTimeout(() => this.draw(this.look, false), RESTS_MS);
  }

  // At rest. One painting at a time; what arrives meanwhile is painted after it, the newest only.
  async paint() {
    if (!window.Plotly) {
      if (sketchable(this.payload.figure)) this.sketch(false);
      if (!restsAsSketch(this.payload.figure)) use();
      if (!inUse()) {
        this.waits ??= onFirstUse(() => this.revealing || this.paint());
        return;
      }
    }
    if (this.atWork) return;
    this.atWork = true;
    try {
      if (!window.Plotly && this.state === "sketched") await onScreen();
      const Plotly = window.Plotly ?? (await loadPlotly(this.payload.plotly));
      while (this.state !== "painted" && !this.revealing && this.root.isConnected) {
        this.size = { width: this.plot.clientWidth, height: this.plot.clientHeight };
        if (!this.size.width || !this.size.height) break;
        this.shows("painting");
        await this.painting.paint(
          Plotly,
          fitFigure(this.payload.figure, this.size, this.own),
          this.look,
          this.size,
        );
        this.placeHandles();
        if (this.state === "painting") this.shows("painted");
      }
    } catch (error) {
      this.outdate();
      setText(this.caption, `This picture could not be drawn: ${error.message}. Reload the page.`);
    } finally {
      this.atWork = false;
    }
  }

  // Where Plotly has put its axes.
  placeHandles() {
    if (!this.handles.any || this.state === "sketched") return;
    this.handles.stand(this.painting.ranges(this.payload.figure.layout), placesOf(this.plot).box);
  }

  // The canvas is displayed when it was sketched last, and not while Plotly is at work: that
  // measures its texts, so they must be displayed.
  shows(state) {
    this.state = state;
    this.root.classList.toggle("lab-moving", state === "sketched");
    const still = this.revealing && this.revision;
    if (state !== "painting" && !still) this.root.dataset.revision = ++this.revision;
  }

  close() {
    clearTimeout(this.resting);
    this.waits?.();
    this.sized.disconnect();
    this.saves.close();
    this.handles.close();
    this.painting.close();
  }
}
