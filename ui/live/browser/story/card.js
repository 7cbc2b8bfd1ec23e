// The card of a story: a step in words, the bet on it, and the way on. Streamlit calls the default
// export for every new payload with the same parentElement.

import { answersInClass, classAnswers, classGoal, classSplit } from "../classroom/bet.js";
import {
  classroom,
  isOpen,
  ownQuestion,
  questionState,
  sharedQuestion,
} from "../classroom/state.js";
import { mount } from "../events/elements.js";
import { report } from "../events/log.js";
import { carriedOn } from "../lib/address.js";
import { element, whenGone } from "../lib/dom.js";
import { begin } from "../lib/light.js";
import { navigate } from "../lib/navigate.js";
import { wantsNoMotion } from "../lib/theme.js";
import { answerOf, keepAnswer, remember } from "./progress.js";
import { paragraph, plainWords } from "./words.js";

// What a clicker sends, and what is next to it on a keyboard.
const STEPS = { PageDown: 1, n: 1, PageUp: -1, p: -1 };
const GLIDE_MS = 600;
const PATIENCE_MS = 20_000; // with a goal; then the answer is offered
const MOST_DOTS = 12; // in a row of the card
const MOVED = 5; // pixels; a pointer that is not as far from where it was rests

const button = (text, onclick, properties = {}) =>
  element("button", { type: "button", textContent: text, onclick, ...properties });

// Whether the leader's class has set what nobody has looked at yet.
function hasSettings() {
  const { leads, room } = classroom;
  const asked = leads && isOpen() && sharedQuestion();
  return Boolean(asked && asked.kind === "setting" && room.answered);
}

// What the card asks, as a class is asked: a bet, or a setting that reaches a goal.
function questionOf({ lesson, step, bet, goal }) {
  const key = `${lesson}.${step}`;
  if (bet) return { key, kind: "choice", choices: bet.answers.length, waits: bet.chosen < 0 };
  return goal ? { key, kind: "setting", choices: 0, waits: true } : null;
}

class Card {
  constructor(root) {
    this.root = root;
    // Once, and not with every payload: a key is one step.
    this.hear = (event) => this.key(event);
    document.addEventListener("keydown", this.hear, { capture: true });
    // Before the words themselves: they place what they open.
    this.feel = (event) => this.point(event);
    document.addEventListener("pointermove", this.feel, { capture: true, passive: true });
    this.meet = () => this.data && questionState() !== this.met && this.draw(this.data);
    addEventListener("lab-class", this.meet);
    // Presented, the picture has what the card leaves of the screen: see present/story.css.
    this.sized = new ResizeObserver(([{ target }]) => {
      document.documentElement.style.setProperty("--lab-card", `${target.offsetHeight}px`);
    });
    this.sized.observe(root);
  }

  show(data, setStateValue) {
    this.setStateValue = setStateValue;
    // On the way to another step the card waits for it.
    if (this.gliding && data.step === this.step) return;
    this.gliding = false;
    // Where no stage stands, as under a lesson's own pictures, knobs are lit all the same.
    begin(data.cue);
    const text = JSON.stringify(data);
    if (text === this.text) return;
    const turned = this.step !== undefined && this.step !== data.step;
    if (turned) [this.won, this.found] = [false, []];
    [this.text, this.data, this.step] = [text, data, data.step];
    classroom.asked = questionOf(data);
    this.draw(data);
    this.root.classList.add("lab-still");
    this.rest = this.pointer;
    if (turned) this.root.scrollIntoView({ block: "nearest" });
    remember(data.lesson, data.step, data.steps.length);
    if (data.bet?.chosen >= 0) keepAnswer(data.lesson, data.step, data.bet.chosen);
  }

  // A browser tells of a pointer under which the page has changed as of one that moves.
  point({ clientX, clientY }) {
    if (!this.root.isConnected) return this.close();
    const [x, y] = this.rest ?? [Infinity, Infinity];
    if (Math.hypot(clientX - x, clientY - y) > MOVED) this.root.classList.remove("lab-still");
    this.pointer = [clientX, clientY];
    return undefined;
  }

  draw(data) {
    this.met = questionState();
    const held = this.root.querySelector("button:focus");
    this.root.replaceChildren(...(data.step ? this.stepNodes(data) : this.free(data)));
    if (held) this.refocus(held);
  }

  // On the same button once more; where it is gone, or waits for an answer, on the first answer or on
  // the way onward.
  refocus({ name, ariaLabel }) {
    const buttons = [...this.root.querySelectorAll("button:enabled")];
    const same = buttons.find(
      (one) => (name || ariaLabel) && one.name === name && one.ariaLabel === ariaLabel,
    );
    const answer = buttons.find((one) => one.name === "answer 1");
    (same ?? answer ?? this.onward)?.focus();
  }

  // Nobody is led in free play; the story waits where it was left.
  free({ lesson }) {
    const step = remember(lesson);
    this.onward = button(`Back to the story, step ${step}`, () => this.go(step));
    return [element("p", { className: "lab-place", textContent: "Free play" }), this.onward];
  }

  stepNodes(data) {
    const { step, steps, minutes, body, bet, goal, outcome } = data;
    const place = data.place ?? `Step ${step} of ${steps.length} · about ${minutes} min`;
    const says = element("div", { className: "lab-says", role: "status" });
    says.append(paragraph(body));
    if (bet) says.append(...this.bet(bet));
    if (goal) says.append(...this.goal(goal));
    if (outcome.length) says.append(paragraph(outcome, "lab-outcome"));
    else if (goal && this.found?.length) says.append(this.foundThere());
    if (data.words?.length) says.append(paragraph(data.words, "lab-words"));
    return [
      element("p", { className: "lab-place", textContent: place }),
      element("h2", { textContent: data.title ?? steps[step - 1] }),
      says,
      ...this.strayed(data),
      this.ways(data),
      this.dots(data),
    ];
  }

  bet({ question, answers, chosen, reply, right }) {
    const asked = paragraph(question, "lab-question");
    const split = classSplit(answers);
    if (chosen < 0 && answersInClass()) return [asked, classAnswers(answers), ...split];
    if (chosen < 0) {
      const list = answers.map((answer, i) => {
        const name = `answer ${i + 1}`;
        return button(plainWords(answer), () => this.act("bet", i + 1), { name });
      });
      const rest = button("Just show me", () => this.act("bet", 0), { className: "lab-quiet" });
      return [asked, element("div", { className: "lab-answers" }, ...list, rest), ...split];
    }
    asked.append(" ", this.again());
    const nodes = [asked, ...split];
    if (chosen > 0) {
      const mark = right ? "✓" : "×";
      const given = paragraph(answers[chosen - 1], right ? "lab-right" : "lab-wrong");
      given.prepend(`${mark} You said: `);
      nodes.push(given, paragraph(reply, "lab-reply"));
    }
    return nodes;
  }

  // A teacher asks the next class, too.
  again() {
    const { lesson, step } = this.data;
    const ask = () => {
      keepAnswer(lesson, step, -1);
      this.go(step);
    };
    return button("Ask again", ask, { className: "lab-quiet", name: "ask" });
  }

  goal({ text, reached, solution }) {
    this.won ||= reached; // until the step is left: whoever has done it may play on
    if (reached) this.found = this.data.outcome;
    const node = paragraph(text, this.won ? "" : "lab-question");
    if (this.won) {
      node.prepend(element("b", { className: "lab-done", textContent: "✓ Done. " }));
      return [node, ...classGoal()];
    }
    const help = button("Show me", () => this.glide(solution, () => this.act("solve", 0)), {
      className: "lab-quiet",
      hidden: true,
    });
    // The clock goes on while the card is drawn anew under the moving hand.
    if (this.goalAt?.step !== this.step)
      this.goalAt = { step: this.step, since: performance.now() };
    clearTimeout(this.offer);
    const wait = Math.max(0, PATIENCE_MS - (performance.now() - this.goalAt.since));
    this.offer = setTimeout(() => {
      help.hidden = false;
    }, wait);
    return [node, help, ...classGoal()];
  }

  // What was found at the goal can still be read when the hand has gone on.
  foundThere() {
    const node = paragraph(this.found, "lab-reply");
    node.prepend("What you found there: ");
    return node;
  }

  // Whoever has moved a knob that the step is not about has left the path; nothing is lost.
  strayed({ step, explored, holds, by_hand }) {
    if (!explored) return [];
    const where = by_hand
      ? "the sentences above are about the picture as it was."
      : "with these knobs the sentences above do not hold.";
    const why = holds ? "You are exploring." : `You are exploring: ${where}`;
    const back = button(`Back to step ${step}`, () => this.go(step), { className: "lab-quiet" });
    const node = element("div", { className: "lab-strayed" });
    node.append(element("p", { textContent: why }), back);
    return [node];
  }

  ways({ step, steps, bet, onward, end = "Free play", skip = "Skip the story" }) {
    const waits = bet && bet.chosen < 0;
    const last = step === steps.length;
    const back = button("Back", () => this.by(-1), { disabled: step === 1, name: "back" });
    const text = last ? end : "Next";
    this.onward = button(text, () => this.by(1), { disabled: Boolean(waits), name: "next" });
    this.onward.className = "lab-onward";
    const nodes = [back, this.onward];
    if (last && onward) {
      const text = `Next lesson: ${onward.title}`;
      nodes.push(button(text, () => navigate(carriedOn(onward.key)), { className: "lab-onward" }));
    }
    if (!last) {
      nodes.push(button(skip, () => this.act("step", 0), { className: "lab-quiet" }));
    }
    return element("div", { className: "lab-ways" }, ...nodes);
  }

  dots({ step, steps }) {
    const nav = element("nav", { className: "lab-dots", aria: { label: "steps" } });
    const rows = Math.ceil(steps.length / MOST_DOTS);
    nav.style.setProperty("--columns", Math.ceil(steps.length / rows));
    steps.forEach((title, i) => {
      const label = `Step ${i + 1}: ${title}`;
      const dot = button("", () => this.go(i + 1), { title: label, aria: { label } });
      if (i + 1 === step) dot.setAttribute("aria-current", "step");
      nav.append(dot);
    });
    return nav;
  }

  // To the step beside; a clicker at a bet that nobody made has it shown first.
  by(way) {
    const { step, steps, turns } = this.data;
    if (way > 0 && classroom.leads && ownQuestion() && isOpen()) return this.showSplit();
    if (way > 0 && (this.waitsForBet() || hasSettings())) return this.showEnd();
    if (step + way > steps.length && !turns) return this.act("step", 0);
    if (step + way >= 1) this.go(step + way);
  }

  // Before a class first what it has said, then the answer.
  showEnd() {
    if (!classroom.leads || !sharedQuestion() || !isOpen()) return this.act("bet", 0);
    return this.showSplit();
  }

  showSplit() {
    return import("../classroom/lead.js").then(({ showSplit }) => showSplit());
  }

  waitsForBet() {
    const { bet } = this.data;
    return Boolean(bet && bet.chosen < 0);
  }

  // A step opens with the answer that its bet was given before: whatever it is, the end is the same.
  go(step) {
    const { lesson, ways } = this.data;
    const answer = answerOf(lesson, step);
    const [place, end] = answer === undefined ? [step, step] : [`${step}.${answer}`, `${step}.0`];
    this.glide(ways?.[end] ?? [], () => this.act("step", place));
  }

  // Knobs go to where the next step has them as a hand would move them, so that the cause is seen.
  glide(way, done) {
    if (!way.length || wantsNoMotion()) return done();
    if (this.gliding) return undefined;
    this.gliding = true;
    const each = Math.min(GLIDE_MS / way.length, 80);
    way.forEach((values, i) => {
      setTimeout(() => {
        const detail = { source: this.data.lesson, values, live: true, handle: true };
        dispatchEvent(new CustomEvent("lab-moved", { detail }));
        this.send({ values, live: true, action: "glide" });
      }, i * each);
    });
    setTimeout(() => {
      const values = way.at(-1);
      const detail = { source: this.data.lesson, values, live: false, handle: true };
      dispatchEvent(new CustomEvent("lab-moved", { detail }));
      this.gliding = false;
      done();
    }, way.length * each);
    return undefined;
  }

  act(action, value) {
    this.send({ values: {}, live: false, action, value: String(value) });
  }

  send(entry) {
    report({ source: "story", ...entry }, this.setStateValue);
  }

  // From within sliders, too, where these keys would take longer steps.
  key(event) {
    const way = STEPS[event.key];
    if (!this.root.isConnected) return this.close();
    if (!way || !this.data?.step || event.ctrlKey || event.metaKey || event.altKey)
      return undefined;
    if (
      event.key.length === 1 &&
      event.target.matches?.("input:not([type=range]), select, textarea")
    )
      return undefined;
    event.preventDefault();
    event.stopPropagation();
    // One press too many before a class is no wish to leave: free play has a button.
    const { step, steps, turns } = this.data;
    const beyond = step + way > steps.length && !turns && !this.waitsForBet();
    return beyond ? undefined : this.by(way);
  }

  close() {
    document.removeEventListener("keydown", this.hear, { capture: true });
    document.removeEventListener("pointermove", this.feel, { capture: true });
    removeEventListener("lab-class", this.meet);
    classroom.asked = null;
    clearTimeout(this.offer);
    this.sized.disconnect();
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-card");
  root.card ??= new Card(root);
  mount(root, data, (newest) => root.card.show(newest, setStateValue));
  return whenGone(root, () => root.card.close());
}
