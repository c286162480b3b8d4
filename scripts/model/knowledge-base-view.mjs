// A knowledge base that knows its names otherwise and everything else as before.

export function withLookUps(kb, { lookup, lookupFolded }) {
  return {
    size: kb.size,
    title: (row) => kb.title(row),
    rowOfTitle: (title) => kb.rowOfTitle(title),
    popularity: (row) => kb.popularity(row),
    isPerson: (row) => kb.isPerson(row),
    lookup,
    lookupFolded,
  };
}
