/** Who spoke for and against: the other names, with the share of each relation. */
import type { ExplanationJson } from "../../src/formats/links/link-json.js";
import { h, percent, withProperties } from "./dom.js";
import type { PageState } from "./state.js";

const SHOWN = 8;

type VoiceJson = ExplanationJson["voices"][number];

/** One name: what it means, how much each relation listens to it, and which side it took. */
function drawVoice(
  state: PageState,
  voice: VoiceJson,
  { strongest, loudest }: { strongest: number; loudest: number },
  select: (place: number) => void,
): HTMLElement {
  const other = state.links[voice.mention];
  const side = voice.support >= 0 ? "for" : "against";
  const support = withProperties(h("span", { class: `support ${side}` }), {
    "--share": (Math.abs(voice.support) / strongest).toFixed(3),
  });
  return h(
    "li",
    { class: "voice" },
    h(
      "button",
      { class: "voice-name", type: "button", click: () => select(voice.mention) },
      h("strong", {}, state.base[voice.mention].mention),
      other?.entity ? h("span", {}, other.entity.title) : h("span", {}, "no entity"),
    ),
    h(
      "span",
      {
        class: "voice-alphas",
        "aria-label": `weights ${voice.relations.map((r) => percent(r.alpha)).join(", ")}`,
      },
      ...voice.relations.map((r, k) =>
        withProperties(h("i", { title: `relation ${k + 1}: α ${r.alpha.toFixed(2)}` }), {
          "--relation": `var(--relation-${k % 7})`,
          "--share": (r.alpha / loudest).toFixed(3),
        }),
      ),
    ),
    h("span", { class: "support-track", title: `message ${voice.support.toFixed(2)}, ${side}` }, support),
  );
}

export function drawVoices(
  state: PageState,
  place: number,
  select: (place: number) => void,
): HTMLElement | null {
  const explanation = state.links[place]?.explanation;
  const heard = (explanation?.voices ?? []).filter((v) => v.mention >= 0);
  if (heard.length === 0) return null;
  const strongest = Math.max(...heard.map((v) => Math.abs(v.support)), 1e-9);
  const loudest = Math.max(...heard.flatMap((v) => v.relations.map((r) => r.alpha)), 1e-9);
  const rows = heard.slice(0, SHOWN).map((voice) => drawVoice(state, voice, { strongest, loudest }, select));
  const rest = heard.length - rows.length;
  return h(
    "section",
    { class: "voices", "aria-label": "What the other names said" },
    h(
      "div",
      { class: "row" },
      h("h3", {}, "What the other names said"),
      h(
        "span",
        { class: "hint" },
        h("span", { class: "key against" }),
        "against ",
        h("span", { class: "key for" }),
        "for",
      ),
    ),
    h("ul", {}, ...rows),
    rest > 0 ? h("p", { class: "hint" }, `and ${rest} more, more quietly`) : null,
  );
}
