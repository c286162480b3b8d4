/** Kinds of documents that teach, in a fair share: pages are many, annotated texts few, and users' texts are more like the few. */
import type { PreparedDocument } from "../features/prepared-document.js";

/** Each kind is to have at least this share of the mentions of the largest. */
const LEAST_SHARE = 0.5;
/** More often than this a document is not read again in one epoch: it would be learned by heart. */
const MOST_TIMES = 5;

/** The documents, those of kinds with few mentions several times over. */
export function balanceKinds(documents: readonly PreparedDocument[]): PreparedDocument[] {
  const kinds = new Map<string | undefined, PreparedDocument[]>();
  for (const doc of documents) {
    const list = kinds.get(doc.kind);
    if (list) list.push(doc);
    else kinds.set(doc.kind, [doc]);
  }
  const lists = [...kinds.values()];
  const most = Math.max(0, ...lists.map(mentionsOf));
  return lists.flatMap((list) => {
    const wanted = Math.round((LEAST_SHARE * most) / Math.max(1, mentionsOf(list)));
    const times = Math.min(MOST_TIMES, Math.max(1, wanted));
    return Array.from({ length: times }, () => list).flat();
  });
}

function mentionsOf(documents: readonly PreparedDocument[]): number {
  return documents.reduce((sum, { mentions }) => sum + mentions.length, 0);
}
