/** Knowledge bases as `mulrel kb` looks at them: one alone, or with layers of own entities above it, as a linker would see them. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { flattenLayers } from "../layers/flatten-layers.js";
import { LayeredKnowledgeBase } from "../layers/layered-knowledge-base.js";
import { Layers } from "../layers/layers.js";
import { type OpenAnyOptions, openAnyKnowledgeBase, openLayer, readHidden } from "./open-layer.js";

export interface StackOptions extends OpenAnyOptions {
  /** Paths of catalogues and knowledge bases, from the lowest to the uppermost. */
  add?: readonly string[];
  ownShare?: number;
  /** Path of a list of what is hidden. */
  hide?: string;
}

export interface KnowledgeBaseStack {
  kb: KnowledgeBase;
  /** The layers by name with how many entities each has. */
  layers: Record<string, number>;
}

/** Whatever lies at the path (a store, a catalogue, a linker's folder, packed or not) with the layers above it. */
export async function openStack(path: string, options: StackOptions = {}): Promise<KnowledgeBaseStack> {
  const { add = [], ownShare, hide, ...open } = options;
  const base = await openAnyKnowledgeBase(path, open);
  const layers = new Layers(base, {
    add: await Promise.all(add.map((layer) => openLayer(layer, open))),
    ownShare,
    hide: hide === undefined ? [] : await readHidden(hide),
  });
  return { kb: layers.kb, layers: layers.counts() };
}

/** The stack as a knowledge base that can be written. */
export function writable({ kb }: KnowledgeBaseStack): KnowledgeBase {
  return kb instanceof LayeredKnowledgeBase ? flattenLayers(kb) : kb;
}
