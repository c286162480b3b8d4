/** Where the text is typed, pasted or dropped, how it is read, and the examples. */
import { h } from "./dom.js";
import { examplesFor } from "./examples.js";
import { acceptedBy, type FileKind, takeFile } from "./incoming-files.js";
import { textOfHtml } from "./read-file.js";
import type { PageState, ReadingSettings } from "./state.js";

export interface ComposerActions {
  link(text: string): void;
  edit(): void;
  set(settings: Partial<ReadingSettings>): void;
  fail(sentence: string): void;
  /** What files can be opened as. */
  fileKinds: FileKind[];
}

export function drawComposer(place: HTMLElement, state: PageState, actions: ComposerActions): void {
  place.replaceChildren(state.editing ? form(state, actions) : toolbar(state, actions));
}

function form(state: PageState, actions: ComposerActions): HTMLElement {
  const size = h("span", { class: "hint", id: "text-size", role: "status" });
  const area = textArea(state, actions, () => {
    size.textContent = sizeNote(state, area.value.length);
  });
  size.textContent = sizeNote(state, area.value.length);
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
      fileButton(actions),
      size,
    ),
    settingSwitches(state, actions),
    exampleList(state, actions),
  );
}

function textArea(state: PageState, actions: ComposerActions, changed: () => void): HTMLTextAreaElement {
  const area = h("textarea", {
    id: "text",
    rows: 8,
    spellcheck: "false",
    dir: "auto",
    placeholder: "Paste an article, a paragraph, a sentence, or drop a file …",
    "aria-describedby": "text-size",
    input: changed,
    keydown: (event) => {
      const { key, ctrlKey, metaKey } = event as KeyboardEvent;
      if (key === "Enter" && (ctrlKey || metaKey)) actions.link(area.value);
    },
    paste: (event) => {
      const html = (event as ClipboardEvent).clipboardData?.getData("text/html");
      const text = html ? textOfHtml(html) : "";
      if (text === "") return; // plain text is pasted as ever
      event.preventDefault();
      area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
      changed();
    },
  });
  area.value = state.text;
  return area;
}

function fileButton({ fileKinds, fail }: ComposerActions): HTMLElement {
  const input = h("input", {
    type: "file",
    id: "file",
    class: "visually-hidden",
    accept: acceptedBy(fileKinds),
    change: () => {
      const file = input.files?.[0];
      if (file) void takeFile(file, fileKinds, fail);
    },
  });
  return h("label", { class: "file-button", for: "file" }, "Open a file", input);
}

/** Said before the text is sent: how long it is, how long it may be, how long it may take. */
function sizeNote({ model: { limits } }: PageState, length: number): string {
  const count = `${length.toLocaleString("en")} characters`;
  if (!limits) return length === 0 ? "Ctrl + Enter" : count;
  const most = limits.text.toLocaleString("en");
  if (length > limits.text) return `${count}: too long, ${most} at most`;
  return `${length.toLocaleString("en")} of at most ${most} characters, answered within ${limits.milliseconds / 1000} s`;
}

function settingSwitches({ settings }: PageState, { set }: ComposerActions): HTMLElement {
  const box = (name: keyof ReadingSettings, label: string) =>
    h(
      "label",
      { class: "switch", for: name },
      h("input", {
        type: "checkbox",
        id: name,
        checked: settings[name],
        change: (event) => set({ [name]: (event.target as HTMLInputElement).checked }),
      }),
      label,
    );
  return h(
    "div",
    { class: "switches", role: "group", "aria-label": "How the text is read" },
    box("smallLetters", "names in small letters too"),
    box("concepts", "common nouns too"),
  );
}

function exampleList(state: PageState, actions: ComposerActions): HTMLElement {
  return h(
    "div",
    { class: "examples", role: "group", "aria-label": "Examples" },
    h("span", { class: "hint" }, "Examples"),
    ...examplesFor(state.model).map(({ name, text }) =>
      h(
        "button",
        {
          class: "chip",
          type: "button",
          "aria-pressed": String(text === state.text && !state.editing),
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
