/** Wires the page: what the user does changes the state, the state is drawn. */
import { createBackend } from "#backend";
import { annotatedLine, download } from "./annotations.js";
import { BackendError, type CatalogueAnswer, type LoadProgress } from "./backend.js";
import { catalogueFiles } from "./catalogue-files.js";
import { type ComparedSettings, startComparison } from "./comparison.js";
import { drawComposer } from "./composer.js";
import { byId } from "./dom.js";
import { examplesFor } from "./examples.js";
import { addFileDrop, type FileKind } from "./incoming-files.js";
import { drawInspector } from "./inspector.js";
import { addKeys } from "./keys.js";
import { createLinking } from "./linking.js";
import { announce, showFailure, showLoading, showModel } from "./notices.js";
import { keepForOffline } from "./offline.js";
import { textFiles } from "./read-file.js";
import { copy, showInAddress, textOfAddress } from "./share.js";
import { drawStage } from "./stage.js";
import { createState, type PageState, underThreshold } from "./state.js";
import { drawWhatIf } from "./what-if.js";

const state = createState();
const onProgress = (progress: LoadProgress) => showLoading(progress);
const backend = createBackend(onProgress);
const linking = createLinking(backend, state);
const fail = (sentence: string) => showFailure({ sentence });
/** What files can be opened as; the first kind that takes one has it, so texts come last. */
const fileKinds: FileKind[] = [
  ...catalogueFiles(backend, addedCatalogue),
  textFiles((text) => void link(text)),
];
/** Where the panel is a sheet over the text (see inspector.css). */
const NARROW = matchMedia("(max-width: 62rem)");
/** Number of the newest request; answers to older ones are not shown. */
let newest = 0;

/** Changes the state and shows it, the focus where it was. */
function change(changes: Partial<PageState>): void {
  Object.assign(state, changes);
  redraw();
}

const stageActions = {
  select,
  show,
  setSide,
  showRelation: (relation: number) => change({ relation }),
  showAllArcs: (allArcs: boolean) => change({ allArcs }),
  showMatrixFrom: (matrixFrom: number) => change({ matrixFrom }),
  toggleType,
  setThreshold,
  copyLink,
  copyJson,
  downloadAnnotations: () => download("annotations.jsonl", annotatedLine(state)),
};

function draw(): void {
  drawComposer(byId("composer"), state, { link: (text) => void link(text), edit, set, fail, fileKinds });
  drawWhatIf(byId("what-if"), state, reset);
  drawMiddle();
  drawInspector(byId("inspector"), state, {
    select,
    setLoop: (loop) => change({ loop }),
    preview(loop) {
      state.loop = loop;
      drawMiddle();
    },
    pin,
    unpin,
    drop,
    restore,
    correct,
  });
}

function drawMiddle(): void {
  drawStage(byId("stage"), state, stageActions);
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
  const { model, settings, view, threshold } = state;
  Object.assign(state, createState(), { model, settings, view, threshold, text, busy: true });
  draw();
  const answer = await ask(() => linking.link(text));
  state.busy = false;
  if (answer) {
    state.base = answer.map((l) => underThreshold(l, state.threshold));
    state.links = [...state.base];
    state.editing = false;
    showInAddress(text);
    const linked = state.base.filter((l) => l.entity).length;
    announce(`${answer.length} names, ${linked} linked.`);
  }
  show(state.view);
}

/** Shows a view; a comparison begins with the settings of now. */
function show(view: PageState["view"]): void {
  change(view === "compare" ? { view, selected: null, comparison: startComparison(state) } : { view });
  if (view === "compare") for (const side of [0, 1]) void linkSide(side);
}

function setSide(side: number, settings: Partial<ComparedSettings>): void {
  const compared = state.comparison[side];
  compared.settings = { ...compared.settings, ...settings };
  redraw();
  if (!("threshold" in settings)) void linkSide(side);
}

async function linkSide(side: number): Promise<void> {
  const compared = state.comparison[side];
  const { settings } = compared;
  try {
    const links = await linking.linkAs(settings);
    // the settings may have changed again, or the whole text
    if (state.comparison[side] !== compared || compared.settings !== settings) return;
    compared.links = links;
    redraw();
  } catch (error) {
    fail(error instanceof BackendError ? error.message : "This could not be compared; try again.");
  }
}

/** Links again under the pins and without the names left out. */
async function relink(): Promise<void> {
  const answer = await ask(() => linking.relink());
  if (!answer) return;
  state.links = answer.map((l, place) => (state.pins.has(place) ? l : underThreshold(l, state.threshold)));
  redraw();
  // the sheet is below: what changed goes above it
  if (NARROW.matches) byId("what-if").scrollIntoView({ block: "start" });
}

function edit(): void {
  state.editing = true;
  state.selected = null;
  draw();
  byId("text").focus();
}

function set(settings: Partial<PageState["settings"]>): void {
  state.settings = { ...state.settings, ...settings };
}

function select(place: number | null, byKey = false): void {
  const previous = state.selected;
  change({ selected: place, loop: Number.POSITIVE_INFINITY });
  if (place === null && previous !== null) {
    document.querySelector<HTMLElement>(`[data-place="${previous}"]`)?.focus({ preventScroll: true });
  }
  byId("inspector").scrollTop = 0;
  if (place === null) return;
  if (NARROW.matches) {
    // above the sheet that covers the lower part
    document.querySelector(`[data-place="${place}"]`)?.scrollIntoView({ block: "start" });
  }
  void explain(place).then(() => {
    if (byKey && state.selected === place) focusWhatIf();
  });
}

/** Two keys from a name to its what-if; a name that can mean one thing only has none. */
function focusWhatIf(): void {
  const panel = byId("inspector");
  (panel.querySelector<HTMLElement>(".pin") ?? panel.querySelector<HTMLElement>(".close"))?.focus();
}

/** Asks for the reasons of the part that the name is in, where they are not there yet. */
async function explain(place: number): Promise<void> {
  if (!state.links[place] || state.links[place].explanation) return;
  const answer = await ask(() => linking.explain(place));
  if (answer) change(answer);
}

/** Own entities are there from the next text on; the one that is shown is linked again. */
async function addedCatalogue({ added, model }: CatalogueAnswer, file: string): Promise<void> {
  change({ model });
  await link(state.text.trim() === "" ? examplesFor(model)[0].text : state.text);
  announce(`${added} own entities of ${file} are linked to as well; they stay in this browser.`, true);
}

function toggleType(type: string): void {
  const { hiddenTypes } = state;
  if (!hiddenTypes.delete(type)) hiddenTypes.add(type);
  redraw();
}

function setThreshold(threshold: number): void {
  const links = state.links.map((l, i) => (state.pins.has(i) ? l : underThreshold(l, threshold)));
  change({ threshold, base: state.base.map((l) => underThreshold(l, threshold)), links });
}

function correct(place: number, entity: string | null): void {
  const { corrections } = state;
  if (corrections.get(place) === entity) corrections.delete(place);
  else corrections.set(place, entity);
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
  change({ links: [...state.base] });
}

async function copyLink(): Promise<void> {
  announce((await copy(location.href)) ? "The link is copied." : "The browser did not allow copying.", true);
}

async function copyJson(): Promise<void> {
  const links = state.links.filter((l) => l !== null);
  const json = JSON.stringify({ text: state.text, links }, null, 2);
  announce((await copy(json)) ? "The links are copied as JSON." : "The browser did not allow copying.", true);
}

async function start(): Promise<void> {
  const given = textOfAddress();
  // the examples are the knowledge base's, so the first one waits for what it is
  const described = backend.describe().then(
    (model) => {
      showModel(model, backend.place);
      change({ model });
    },
    () => {},
  );
  if (given === undefined) await described;
  await link(given ?? examplesFor(state.model)[0].text);
  // a browser that keeps nothing must not keep the page from working
  if (backend.place === "browser") await keepForOffline().catch(() => {});
}

if (backend.place === "browser") byId("api-link").remove();
addKeys(state, select);
addFileDrop(fileKinds, fail);
addEventListener("resize", drawMiddle);
addEventListener("hashchange", () => {
  const text = textOfAddress();
  if (text !== undefined && text !== state.text) void link(text);
});
void document.fonts?.ready.then(drawMiddle);
void start();
