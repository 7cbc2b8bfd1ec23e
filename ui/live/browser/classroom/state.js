// What this window knows of its class. Whoever draws something of it hears "lab-class" at each change.

export const classroom = {
  code: "", // "" outside of a class
  leads: false,
  follows: true, // where the class stands, or explores
  room: null, // as the server sent it last
  asked: null, // what the card on this page asks: { key, kind, choices, waits }
  said: {}, // this student's answers, by question and round
  isOver: false, // the class has ended, and nobody has said so yet
  joins: false, // a class is looked for: what is answered is for it
  takesOver: false, // a second leader has come, and is to stand where the class stands
};

export const announce = () => dispatchEvent(new CustomEvent("lab-class"));

const nameOf = (key, round) => `${key} ${round}`;

// The question of the class, where it is the one that this page asks.
export function sharedQuestion() {
  const { room, asked } = classroom;
  return room?.question && asked && room.question.key === asked.key ? room.question : null;
}

// The teacher's own question, whose words are on no page.
export const ownQuestion = () => (classroom.room?.question?.text ? classroom.room.question : null);

// The link by which students come.
export function classLink() {
  const there = new URL("./", document.baseURI);
  there.search = `?class=${classroom.code}`;
  return there;
}

export const pageHere = () => location.pathname.split("/").at(-1);
// Whether a query names a file that its visitor alone has.
export const isOwnFile = (query) =>
  (new URLSearchParams(query).get("data") ?? "").startsWith("upload-");

const stepOf = (query) => new URLSearchParams(query).get("step") ?? "";

// Whether the class stands where this window does, wherever its knobs are.
export function isBeside() {
  const { room } = classroom;
  return room?.page === pageHere() && stepOf(room.query) === stepOf(location.search);
}

// Whether what this student sets here is an answer to the class, which waits for it.
export const answersBySetting = () =>
  !classroom.leads && classroom.room?.question?.kind === "setting" && isOpen() && isBeside();

// All of the class that a card draws, as text. What comes several times a second, such as the leader's
// hand, is none of it: a tap that is under way when its button is made anew is lost.
export function questionState() {
  const { code, leads, follows, joins, said, asked, room } = classroom;
  const { question, round, phase, split, moves, moved, picked, settings, earlier } = room ?? {};
  const shown = { question, round, phase, split, moves, moved, picked, settings, earlier };
  return JSON.stringify([code, leads, follows, joins, said, asked, shown, isBeside()]);
}

export const isOpen = () => classroom.room?.phase === "open";

// This student's answer to the question of the class; null where there is none yet.
export function saidHere(key = classroom.room?.question?.key, round = classroom.room?.round) {
  return classroom.said[nameOf(key, round)] ?? null;
}

// The question that this student does not understand; an answer to it takes that back.
let unclear = "";

export const sayUnclearHere = (key, round) => {
  unclear = nameOf(key, round);
};

export const isUnclearHere = () => {
  const { question, round } = classroom.room;
  return unclear === nameOf(question.key, round);
};

// In the second round, how many changed.
export function again() {
  const { round, moved } = classroom.room;
  return round === 2 ? `; since the first round ${moved} changed` : "";
}

export function say(key, round, value) {
  classroom.said[nameOf(key, round)] = value;
  keep();
}

// A reload keeps the seat, which is a cookie; and what was said, which is kept here.
const KEY = "sparsity-lab-class";

function keep() {
  try {
    const { code, said } = classroom;
    sessionStorage.setItem(KEY, JSON.stringify({ code, said }));
  } catch {
    // Then it lasts as long as the page.
  }
}

export function join(code) {
  let kept = {};
  try {
    kept = JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    // no storage, or not ours
  }
  classroom.code = code;
  classroom.said = kept.code === code ? kept.said : {};
  keep();
}

export const codeHere = () => {
  const named = new URLSearchParams(location.search).get("class");
  if (named) return named.toUpperCase();
  try {
    return JSON.parse(sessionStorage.getItem(KEY))?.code ?? "";
  } catch {
    return "";
  }
};

export function forget() {
  Object.assign(classroom, {
    code: "",
    leads: false,
    joins: false,
    follows: true,
    room: null,
    said: {},
  });
  keep();
  announce();
}
