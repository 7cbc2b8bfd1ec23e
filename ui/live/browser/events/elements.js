// Elements by their keys: mounted by runs of the page, updated by events between two runs.

const elements = new Map(); // by key: { root, run, data, show }

// To be called by the module of an element for each payload of Streamlit. Streamlit brings the data of
// the last run again, in another theme for instance: updates by events since are newer then.
export function mount(root, { element, run, ...data }, show) {
  const known = elements.get(element);
  const newest = known?.run === run ? known.data : data;
  elements.set(element, { root, run, data: newest, show });
  show(newest);
}

// The data of the elements that stand on the page, of those whose key begins so.
export const dataOf = (beginning) =>
  [...elements]
    .filter(([key, { root }]) => key.startsWith(beginning) && root.isConnected)
    .map(([, { data }]) => data);

// Whether all elements of an answer are there.
export const has = (updates) =>
  Object.keys(updates).every((key) => elements.get(key)?.root.isConnected);

// Shows the data of events, by the keys of the elements: pictures first, which paint in a task of their
// own, and then all else, so that knobs do not keep them waiting.
export function update(updates) {
  const known = Object.entries(updates).map(([key, data]) => {
    const one = elements.get(key);
    one.data = data;
    return [key, one];
  });
  const isStage = ([key]) => key.startsWith("stage_");
  for (const [, one] of known.filter(isStage)) one.show(one.data);
  const rest = known.filter((each) => !isStage(each));
  const show = () => {
    for (const [, one] of rest) if (one.root.isConnected) one.show(one.data);
  };
  if (rest.length < known.length) setTimeout(show);
  else show();
}
