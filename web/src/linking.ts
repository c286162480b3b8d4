/** What the page asks the linker: a text, the same under a what-if, and the reasons of a part. */
import type { LinkJson } from "../../src/formats/links/link-json.js";
import type { LinkRequest } from "../../src/server/api-messages.js";
import type { Backend } from "./backend.js";
import { EXPLAINED_AT_ONCE, partAround, withExplanations } from "./long-text.js";
import { type PageState, placeLinks, type ReadingSettings } from "./state.js";

export interface Linking {
  link(text: string): Promise<LinkJson[]>;
  /** The text's links under other settings, without reasons. */
  linkAs(settings: ReadingSettings): Promise<LinkJson[]>;
  /** Under the pins and without the names left out, at the places of the names. */
  relink(): Promise<(LinkJson | null)[]>;
  /** The links with the reasons of the part that a name is in. */
  explain(place: number): Promise<Pick<PageState, "base" | "links">>;
}

export function createLinking(backend: Backend, state: PageState): Linking {
  const asked = ({ smallLetters, concepts }: ReadingSettings): Partial<LinkRequest> => ({
    ...(smallLetters && { capitals: false }),
    ...(concepts && { concepts: true }),
  });
  const settings = () => asked(state.settings);
  const isShort = (text: string) => text.length <= EXPLAINED_AT_ONCE;
  const isSupposing = () => state.pins.size + state.dropped.size > 0;

  /** A what-if is a list of names: those left out are not in it, those supposed bring their entity. */
  function supposed(): { places: number[]; mentions: LinkRequest["mentions"] } {
    const places = state.base.flatMap((_, place) => (state.dropped.has(place) ? [] : [place]));
    const mentions = places.map((place) => {
      const { start, end } = state.base[place];
      const entity = state.pins.get(place);
      return entity === undefined ? { start, end } : { start, end, entity };
    });
    return { places, mentions };
  }

  async function linkSupposed(more: Partial<LinkRequest>): Promise<(LinkJson | null)[]> {
    const { places, mentions } = supposed();
    const { links } = await backend.link({ ...settings(), ...more, text: state.text, mentions });
    return placeLinks(links, places, state.base.length);
  }

  return {
    link: async (text) => (await backend.link({ ...settings(), text, explain: isShort(text) })).links,
    linkAs: async (other) => (await backend.link({ ...asked(other), text: state.text })).links,
    relink() {
      const { text, selected, base } = state;
      if (isShort(text)) return linkSupposed({ explain: true });
      const explainWithin = partAround(text, selected === null ? 0 : base[selected].start);
      return linkSupposed({ explain: true, explainWithin });
    },
    async explain(place) {
      const explainWithin = partAround(state.text, state.base[place].start);
      const request: LinkRequest = { ...settings(), text: state.text, explain: true, explainWithin };
      const { links: explained } = await backend.link(request);
      const base = withExplanations(state.base, explained);
      if (!isSupposing()) return { base, links: withExplanations(state.links, explained) };
      const again = await linkSupposed({ explain: true, explainWithin });
      const links = state.links.map((link, i) => {
        const { explanation } = again[i] ?? {};
        return link && explanation ? { ...link, explanation } : link;
      });
      return { base, links };
    },
  };
}
