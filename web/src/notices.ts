/** What the page says about itself: failures as sentences, the model being loaded, which model it is. */
import type { LoadProgress, ModelDescription } from "./backend.js";
import { byId, h, percent, withProperties } from "./dom.js";
import { rememberToken } from "./token.js";

export interface Failure {
  sentence: string;
  /** The server asks for a token: show a field for it. */
  wantsToken?: boolean;
  retry?(): void;
}

export function showFailure(failure: Failure | null): void {
  const place = byId("notice");
  if (!failure) {
    place.replaceChildren();
    return;
  }
  const { sentence, wantsToken, retry } = failure;
  place.replaceChildren(
    h(
      "div",
      { class: "notice" },
      h("p", {}, sentence),
      wantsToken
        ? tokenForm(retry)
        : retry
          ? h("button", { class: "quiet", type: "button", click: retry }, "Try again")
          : null,
    ),
  );
}

function tokenForm(retry: (() => void) | undefined): HTMLElement {
  const field = h("input", {
    type: "password",
    autocomplete: "off",
    "aria-label": "Token",
    placeholder: "Token",
  });
  return h(
    "form",
    {
      class: "token",
      submit: (event) => {
        event.preventDefault();
        rememberToken(field.value);
        retry?.();
      },
    },
    field,
    h("button", { class: "primary", type: "submit" }, "Use it"),
  );
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** What the first text waits for is a bar; what comes behind it a word in the header. */
export function showLoading({ stage, done, total }: LoadProgress): void {
  const place = byId("notice");
  if (stage === "first" && done < total) {
    place.replaceChildren(loadingBar(done, total));
    return;
  }
  if (place.querySelector(".loading")) place.replaceChildren();
  if (stage === "first") return;
  byId("load-note").textContent =
    stage === "complete"
      ? "works without a network now"
      : `loading the rest: ${megabytes(done)} of ${megabytes(total)} MB`;
}

function loadingBar(done: number, total: number): HTMLElement {
  const fill = withProperties(h("span", { class: "meter-fill" }), { "--share": (done / total).toFixed(3) });
  return h(
    "div",
    { class: "notice loading" },
    h("p", {}, `Loading what the first text needs: ${megabytes(done)} of ${megabytes(total)} MB, once.`),
    h(
      "span",
      {
        class: "meter-track",
        role: "progressbar",
        "aria-label": "Loading the model",
        "aria-valuenow": Math.round((100 * done) / total),
        title: percent(done / total),
      },
      fill,
    ),
  );
}

export function showModel({ name, entities }: ModelDescription, place: "server" | "browser"): void {
  const size = entities === undefined ? "" : `${entities.toLocaleString("en")} entries`;
  const where = place === "browser" ? "in your browser" : "";
  byId("model-note").textContent = [name && `model ${name}`, size, where].filter(Boolean).join(" · ");
}

let toastTimer: ReturnType<typeof setTimeout> | undefined;

/** Said to screen readers; shown too when it answers something the user did. */
export function announce(sentence: string, visible = false): void {
  const announcer = byId("announcer");
  announcer.textContent = sentence;
  announcer.className = visible ? "toast" : "visually-hidden";
  clearTimeout(toastTimer);
  if (visible) toastTimer = setTimeout(() => announce(""), 2500);
}
