/** Where the text is typed or pasted, and the examples. */
import { h } from "./dom.js";
import { examples } from "./examples.js";
import type { PageState } from "./state.js";

export interface ComposerActions {
  link(text: string): void;
  edit(): void;
}

export function drawComposer(place: HTMLElement, state: PageState, actions: ComposerActions): void {
  place.replaceChildren(state.editing ? form(state, actions) : toolbar(state, actions));
}

function form(state: PageState, actions: ComposerActions): HTMLElement {
  const area = h("textarea", {
    id: "text",
    rows: 8,
    spellcheck: "false",
    dir: "auto",
    placeholder: "Paste an article, a paragraph, a sentence …",
    keydown: (event) => {
      const { key, ctrlKey, metaKey } = event as KeyboardEvent;
      if (key === "Enter" && (ctrlKey || metaKey)) actions.link(area.value);
    },
  });
  area.value = state.text;
  return h(
    "form",
    {
      class: "composer",
      submit: (event) => {
        event.preventDefault();
        actions.link(area.value);
      },
    },
    h("label", { for: "text" }, "Your text"),
    area,
    h(
      "div",
      { class: "composer-foot" },
      h(
        "button",
        { class: "primary", type: "submit", disabled: state.busy },
        state.busy ? "Linking …" : "Link the names",
      ),
      h("span", { class: "hint" }, "Ctrl + Enter"),
    ),
    exampleList(state, actions),
  );
}

function exampleList(state: PageState, actions: ComposerActions): HTMLElement {
  return h(
    "div",
    { class: "examples", role: "group", "aria-label": "Examples" },
    h("span", { class: "hint" }, "Examples"),
    ...examples.map(({ name, text }) =>
      h(
        "button",
        {
          class: "chip",
          type: "button",
          "aria-pressed": String(text === state.text),
          click: () => actions.link(text),
        },
        name,
      ),
    ),
  );
}

function toolbar(state: PageState, actions: ComposerActions): HTMLElement {
  return h(
    "div",
    { class: "toolbar" },
    h("button", { class: "primary", type: "button", click: actions.edit }, "Own text"),
    exampleList(state, actions),
  );
}
