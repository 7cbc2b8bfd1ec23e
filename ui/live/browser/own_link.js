// The link of the menu to the page that is shown. While a hand turns knobs the server leaves the menu
// as it is, so the address that this link names may be older than what is shown.

const ownLink = ({ target }) => {
  const link = target.closest?.(".st-key-menu a");
  if (link) complete(link);
  return link?.pathname === location.pathname ? link : null;
};

// Streamlit leaves the path out of the link to the first page: it would lead to the page it is on.
function complete(link) {
  const written = link.getAttribute("href");
  if (/^(\?|$)/.test(written)) link.setAttribute("href", `./${written}`);
}

// Whoever copies it, or opens it in another tab, gets what is shown.
for (const begun of ["pointerdown", "focusin"])
  addEventListener(begun, (event) => {
    const link = ownLink(event);
    if (link) link.search = location.search;
  });

// Whoever is there already stays there.
addEventListener(
  "click",
  (event) => {
    if (!ownLink(event) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
