// The rooms of src/ for the picture of the architecture: which group each is in, and what it knows in a few words.

/** @typedef {{ name: string, words: string }} Room */

/** Groups from the ground up; a room imports from rooms below it, and from those to its left. @type {{ title: string, rooms: Room[] }[]} */
export const groups = [
  {
    title: "ground: what everybody stands on",
    rooms: [
      { name: "types.ts", words: "the nouns" },
      { name: "errors.ts", words: "one error class" },
      { name: "options.ts", words: "ranges, checks" },
      { name: "files", words: "atomic, streams" },
      { name: "workers", words: "threads in order" },
      { name: "math", words: "kernels, random" },
      { name: "languages", words: "lists by language" },
      { name: "text", words: "tokens, words" },
    ],
  },
  {
    title: "made once: dump → corpus → knowledge base → vectors",
    rooms: [
      { name: "corpus", words: "pages and links" },
      { name: "kb", words: "what names mean" },
      { name: "kb/names", words: "names by rule" },
      { name: "kb/stores", words: "one file, LMDB" },
      { name: "kb/types", words: "kinds of things" },
      { name: "kb/build", words: "from dumps, lists" },
      { name: "vectors", words: "words, entities" },
      { name: "layers", words: "own entities above" },
    ],
  },
  {
    title: "the model and what it sees",
    rooms: [
      { name: "spelling", words: "names spelled alike" },
      { name: "evidence", words: "what speaks for one" },
      { name: "candidates", words: "what one can mean" },
      { name: "mentions", words: "finding names" },
      { name: "model", words: "Ψ, α, Φ, q̂, ρ" },
      { name: "formats/annotated", words: "data sets" },
      { name: "features", words: "contexts, rows" },
      { name: "training", words: "the loop" },
      { name: "evaluation", words: "the scores" },
    ],
  },
  {
    title: "every text: text → mentions → candidates → features → beliefs → links",
    rooms: [
      { name: "linker", words: "the whole path" },
      { name: "formats/links", words: "JSON, HTML, REL" },
      { name: "loading", words: "from files, threads" },
      { name: "making", words: "a linker by one command" },
      { name: "jobs", words: "shards, queues" },
    ],
  },
  {
    title: "edges: parse, call, print",
    rooms: [
      { name: "server", words: "HTTP, the page" },
      { name: "cli", words: "the commands" },
    ],
  },
  {
    title: "entry points: what the package exports",
    rooms: [
      { name: "index.ts", words: "mulrel" },
      { name: "node.ts", words: "mulrel/node" },
      { name: "kb.ts", words: "mulrel/kb" },
      { name: "train.ts", words: "mulrel/train" },
      { name: "server.ts", words: "mulrel/server" },
    ],
  },
];
