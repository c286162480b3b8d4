/** Wires the page: what the user does changes the state, the state is drawn. */
import { createBackend } from "#backend";
import { BackendError, type LoadProgress } from "./backend.js";
import { drawComposer } from "./composer.js";
import { byId } from "./dom.js";
import { examples } from "./examples.js";
import { drawInspector } from "./inspector.js";
import { addKeys } from "./keys.js";
import { showFailure, showLoading, showModel } from "./notices.js";
import { copy, showInAddress, textOfAddress } from "./share.js";
import { drawStage } from "./stage.js";
import { createState, placeLinks } from "./state.js";
import { drawWhatIf } from "./what-if.js";

const state = createState();
const onProgress = (progress: LoadProgress) => showLoading(progress);
const backend = createBackend(onProgress);
/** Where the panel is a sheet over the text (see inspector.css). */
const NARROW = matchMedia("(max-width: 62rem)");
/** Number of the newest request; answers to older ones are not shown. */
let newest = 0;

function draw(): void {
  drawComposer(byId("composer"), state, { link: (text) => void link(text), edit });
  drawWhatIf(byId("what-if"), state, reset);
  drawMiddle();
  drawInspector(byId("inspector"), state, { select, setLoop, pin, unpin, drop, restore });
}

function drawMiddle(): void {
  drawStage(byId("stage"), state, { select, show, showRelation, copyLink, copyJson });
}

/** Redraws and gives the focus back to what had it. */
function redraw(): void {
  const { activeElement } = document;
  const key = activeElement && focusKey(activeElement);
  draw();
  if (key) document.querySelector<HTMLElement>(key)?.focus({ preventScroll: true });
}

function focusKey(element: Element): string | null {
  const place = element.getAttribute("data-place");
  if (place) return `[data-place="${place}"]`;
  if (element.id) return `#${CSS.escape(element.id)}`;
  const label = element.getAttribute("aria-label");
  return label ? `[aria-label="${CSS.escape(label)}"]` : null;
}

async function ask<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
  const number = ++newest;
  try {
    const answer = await work();
    if (number !== newest) return undefined;
    showFailure(null);
    return answer;
  } catch (error) {
    if (number !== newest) return undefined;
    const sentence =
      error instanceof BackendError
        ? error.message
        : "Something went wrong on this page; reload it and try again.";
    showFailure({
      sentence,
      wantsToken: error instanceof BackendError && error.code === "unauthorized",
      retry: () => void link(state.text),
    });
    return undefined;
  }
}

async function link(text: string): Promise<void> {
  if (text.trim() === "") {
    showFailure({ sentence: "There is no text yet: paste one, or choose an example." });
    return;
  }
  Object.assign(state, createState(), { text, busy: true, view: state.view });
  draw();
  const answer = await ask(() => backend.link({ text, explain: true }));
  state.busy = false;
  if (answer) {
    state.base = answer.links;
    state.links = [...answer.links];
    state.editing = false;
    showInAddress(text);
    const linked = answer.links.filter((l) => l.entity).length;
    announce(`${answer.links.length} names, ${linked} linked.`);
  }
  draw();
}

/** Links again under the pins and without the names left out. */
async function relink(): Promise<void> {
  const places = state.base.flatMap((_, place) => (state.dropped.has(place) ? [] : [place]));
  const mentions = places.map((place) => {
    const { start, end } = state.base[place];
    const entity = state.pins.get(place);
    return entity === undefined ? { start, end } : { start, end, entity };
  });
  const answer = await ask(() => backend.link({ text: state.text, mentions, explain: true }));
  if (!answer) return;
  state.links = placeLinks(answer.links, places, state.base.length);
  redraw();
}

function edit(): void {
  state.editing = true;
  state.selected = null;
  draw();
  byId("text").focus();
}

function select(place: number | null): void {
  const previous = state.selected;
  state.selected = place;
  state.loop = Number.POSITIVE_INFINITY;
  redraw();
  if (place === null && previous !== null) {
    document.querySelector<HTMLElement>(`[data-place="${previous}"]`)?.focus({ preventScroll: true });
  }
  byId("inspector").scrollTop = 0;
  if (place !== null && NARROW.matches) {
    // above the sheet that covers the lower half
    document.querySelector(`[data-place="${place}"]`)?.scrollIntoView({ block: "start" });
  }
}

function show(view: typeof state.view): void {
  state.view = view;
  redraw();
}

function showRelation(relation: number): void {
  state.relation = relation;
  redraw();
}

function setLoop(loop: number): void {
  state.loop = loop;
  redraw();
}

function pin(place: number, entity: string): void {
  state.pins.set(place, entity);
  void relink();
}

function unpin(place: number): void {
  state.pins.delete(place);
  void relink();
}

function drop(place: number): void {
  state.dropped.add(place);
  state.pins.delete(place);
  void relink();
}

function restore(place: number): void {
  state.dropped.delete(place);
  void relink();
}

function reset(): void {
  state.pins.clear();
  state.dropped.clear();
  state.links = [...state.base];
  redraw();
}

async function copyLink(): Promise<void> {
  announce((await copy(location.href)) ? "The link is copied." : "The browser did not allow copying.", true);
}

async function copyJson(): Promise<void> {
  const links = state.links.filter((l) => l !== null);
  const json = JSON.stringify({ text: state.text, links }, null, 2);
  announce((await copy(json)) ? "The links are copied as JSON." : "The browser did not allow copying.", true);
}

let toastTimer: ReturnType<typeof setTimeout> | undefined;

/** Said to screen readers; shown too when it answers something the user did. */
function announce(sentence: string, visible = false): void {
  const announcer = byId("announcer");
  announcer.textContent = sentence;
  announcer.className = visible ? "toast" : "visually-hidden";
  clearTimeout(toastTimer);
  if (visible) toastTimer = setTimeout(() => announce(""), 2500);
}

if (backend.place === "browser") byId("api-link").remove();
addKeys(state, select);
addEventListener("resize", drawMiddle);
addEventListener("hashchange", () => {
  const text = textOfAddress();
  if (text !== undefined && text !== state.text) void link(text);
});
void document.fonts?.ready.then(drawMiddle);
void backend.describe().then(
  (description) => showModel(description, backend.place),
  () => {},
);
void link(textOfAddress() ?? examples[0].text);
