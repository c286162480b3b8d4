/** What the server and the page need of a linker, so that tests can put something smaller in its place. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Link, LinkOptions } from "../linker/link.js";

export interface LinkService {
  readonly kb: Pick<KnowledgeBase, "size" | "entity" | "rowOfId" | "lookup" | "lookupFolded"> &
    Partial<Pick<KnowledgeBase, "rowOfTitle">>;
  /** What `GET /v1/model` tells: name, sizes, settings. */
  readonly description: Record<string, unknown>;
  /** Takes over what others changed; `link` does so by itself. */
  refresh?(): void;
  link(text: string, options?: LinkOptions): Link[];
}
