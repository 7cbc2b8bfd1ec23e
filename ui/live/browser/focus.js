// Keeps the focus where it was. A button that was pressed may be made anew by what it caused, or go with it: then the body has the focus, Space scrolls, and a reader of the screen begins
// again from the top. The focus goes to what has taken its place, or else to what comes next there.

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
const PRESSES = ["Enter", " "];
const OFTEN_MS = 100;
const LOOKS_MS = 10_000; // a run of a page has ended by then
const ANEW_MS = 1000; // within which what is made anew comes again

// What a button opens stands at the end of the page: Tab would pass it.
const OPENED = '[data-testid="stPopoverBody"]';

const isLost = () => document.activeElement === null || document.activeElement === document.body;

const canTake = (node) => node.isConnected && !node.disabled && node.checkVisibility();

// Its name, without the icons of Streamlit, which turn as it opens.
function nameOf(node) {
  const icons = node.querySelectorAll('[data-testid="stIconMaterial"]');
  const texts = [...icons].map((icon) => icon.textContent);
  const text = texts.reduce((rest, icon) => rest.replace(icon, ""), node.textContent);
  return (node.ariaLabel || text).trim();
}

class Press {
  constructor(node) {
    this.all = [...document.querySelectorAll(FOCUSABLE)];
    this.take(node);
    this.opens =
      node.matches('[data-testid="stPopover"] button') && !document.querySelector(OPENED);
    this.looks = LOOKS_MS / OFTEN_MS;
    this.timer = setInterval(() => this.look(), OFTEN_MS);
  }

  take(node) {
    const same = [...document.querySelectorAll(node.localName)].filter(
      (other) => nameOf(other) === nameOf(node),
    );
    Object.assign(this, { node, name: nameOf(node), among: same.indexOf(node), lost: 0 });
  }

  look() {
    this.looks -= 1;
    if (this.enter()) return;
    if (!isLost() && document.activeElement !== this.node) this.end();
    else if (isLost()) this.restore();
    if (this.looks < 0) this.end();
  }

  // Into what it has opened; whoever leaves that by Escape is back at the button.
  enter() {
    const opened = this.opens && document.querySelector(OPENED);
    const first = opened && [...opened.querySelectorAll(FOCUSABLE)].find(canTake);
    if (!first) return false;
    this.end();
    first.focus();
    const { node } = this;
    opened.addEventListener("keydown", ({ key }) => key === "Escape" && node.focus());
    return true;
  }

  restore() {
    this.lost += OFTEN_MS;
    const next = this.anew() ?? (this.lost > ANEW_MS ? this.nearest() : null);
    if (!next) return;
    next.focus({ preventScroll: true });
    if (!isLost()) this.take(next);
  }

  // The same once more, or another of its name in its place.
  anew() {
    if (canTake(this.node)) return this.node;
    const same = [...document.querySelectorAll(this.node.localName)].filter(
      (other) => canTake(other) && nameOf(other) === this.name,
    );
    return same[this.among];
  }

  // What follows now where it stood.
  nearest() {
    const before = this.all.slice(0, Math.max(this.all.indexOf(this.node), 0)).reverse();
    const now = [...document.querySelectorAll(FOCUSABLE)].filter(canTake);
    return now[now.indexOf(before.find(canTake)) + 1];
  }

  end() {
    clearInterval(this.timer);
  }
}

let press;

// Whoever takes a pointer, or another key, goes where they want.
const stop = () => press?.end();

addEventListener("pointerdown", stop, true);
addEventListener(
  "keydown",
  ({ key, target }) => {
    stop();
    const presses = PRESSES.includes(key) && target.matches?.("button, summary");
    if (presses || (key === "Delete" && target.matches?.("select, button"))) {
      press = new Press(target);
    }
  },
  true,
);
addEventListener(
  "click",
  ({ target, detail }) => {
    const node = target.closest?.("button");
    if (detail && node && node === document.activeElement) press = new Press(node);
  },
  true,
);

// Streamlit's page scrolls within the window: a key that nobody hears would not reach it.
const PAGE = 0.9; // of what is seen
const LINE = 40; // pixels

function scroll(event) {
  const { key, ctrlKey, metaKey, altKey } = event;
  const main = document.querySelector('[data-testid="stMain"]');
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || !isLost() || !main) return;
  const page = PAGE * main.clientHeight;
  const way = { PageDown: page, " ": page, PageUp: -page, ArrowDown: LINE, ArrowUp: -LINE }[key];
  if (!way || main.scrollHeight <= main.clientHeight) return;
  event.preventDefault();
  main.scrollBy(0, way);
}

addEventListener("keydown", scroll);
