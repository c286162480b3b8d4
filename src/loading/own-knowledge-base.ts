/** A user's own knowledge base for the linker, with the vectors that were trained for it if they lie beside it. */
import { existsSync } from "node:fs";
import type { OpenLinkerOptions } from "./open-linker.js";

/** `KB.vectors` is the table that `mulrel vectors train --kb KB -o KB.vectors` writes. */
export async function openOwnKnowledgeBase(
  path: string,
): Promise<Pick<OpenLinkerOptions, "kb" | "entities">> {
  const { openAnyKnowledgeBase } = await import("./open-layer.js");
  const kb = await openAnyKnowledgeBase(path, { similar: true });
  const vectors = `${path}.vectors`;
  if (!existsSync(vectors)) return { kb };
  const { openVectorTable } = await import("../vectors/vector-file.js");
  return { kb, entities: await openVectorTable(vectors) };
}
