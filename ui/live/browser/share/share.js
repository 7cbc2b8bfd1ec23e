// The button behind which a view is shared, presented and kept as a lesson. What stands there is
// loaded when it is pressed: most visitors never do.

import { mount } from "../events/elements.js";
import { element } from "../lib/dom.js";

class Share {
  constructor(root) {
    this.root = root;
    this.button = element("button", {
      type: "button",
      className: "lab-share-open",
      textContent: "Share and present",
      aria: { haspopup: "dialog" },
      onclick: () => this.open(),
    });
    root.append(this.button);
  }

  async open() {
    const { ShareDialog } = await import("./dialog.js");
    this.dialog ??= new ShareDialog(this.root);
    this.dialog.show(this.data, this.setStateValue);
    this.dialog.open();
  }

  show(data, setStateValue) {
    Object.assign(this, { data, setStateValue });
    this.dialog?.show(data, setStateValue);
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".lab-share");
  root.share ??= new Share(root);
  mount(root, data, (newest) => root.share.show(newest, setStateValue));
}
