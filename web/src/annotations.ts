/** The links as they now stand, with what the reader corrected, as annotated JSON lines that `mulrel train` reads. */
import type { EntityJson, LinkJson } from "../../src/formats/links/link-json.js";
import type { PageState } from "./state.js";

interface AnnotatedMentionJson {
  start: number;
  end: number;
  /** Title; null: it means something that the knowledge base does not have. */
  entity: string | null;
  entityId?: string;
}

function entityOf(base: LinkJson, id: string): EntityJson | undefined {
  return base.candidates.find((c) => c.entity.id === id)?.entity;
}

/** One line: every link, corrected where the reader said so. Names without an entry are told only where the reader said so. */
export function annotatedLine({
  text,
  base,
  links,
  corrections,
}: Pick<PageState, "text" | "base" | "links" | "corrections">): string {
  const mentions = base.flatMap((name, place): AnnotatedMentionJson[] => {
    const { start, end } = name;
    const said = corrections.get(place);
    if (said === null) return [{ start, end, entity: null }];
    const entity = said === undefined ? links[place]?.entity : entityOf(name, said);
    return entity ? [{ start, end, entity: entity.title, entityId: entity.id }] : [];
  });
  return `${JSON.stringify({ text, mentions })}\n`;
}

/** Hands a text to the browser as a file. */
export function download(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "application/x-ndjson" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
