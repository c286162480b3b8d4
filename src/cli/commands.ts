/** Every command with its summary; a command's own file is loaded only when it is called. */
import type { Command } from "commander";

export interface CommandEntry {
  name: string;
  summary: string;
  /** Works for minutes, perhaps: in a thread of its own. */
  isLong?: boolean;
  /** What it prints is data, so it takes --out. */
  isData?: boolean;
  /** Loads the file of the command. Left out for a group. */
  load?: () => Promise<{ createCommand(): Command }>;
  /** The commands of a group (`mulrel kb build`). */
  commands?: CommandEntry[];
}

export const commands: CommandEntry[] = [
  {
    name: "link",
    summary: "link the names in a text to entities",
    isData: true,
    load: () => import("./link-command.js"),
  },
  {
    name: "make",
    summary: "make a linker out of corpora, a catalogue or a knowledge base",
    isLong: true,
    load: () => import("./make-command.js"),
  },
  {
    name: "kb",
    summary: "knowledge bases: build, add to, look into, search, export",
    commands: [
      {
        name: "build",
        summary: "make a knowledge base out of corpora or own catalogues",
        isLong: true,
        load: () => import("./kb-build-command.js"),
      },
      {
        name: "add",
        summary: "add own entities and names to a knowledge base",
        isLong: true,
        load: () => import("./kb-add-command.js"),
      },
      {
        name: "remove",
        summary: "take entities away",
        load: () => import("./kb-remove-command.js"),
      },
      {
        name: "hide",
        summary: "link nothing to an entity, or not under a name",
        load: () => import("./kb-hide-command.js"),
      },
      {
        name: "export",
        summary: "write a knowledge base as text or into another store",
        isLong: true,
        load: () => import("./kb-export-command.js"),
      },
      {
        name: "info",
        summary: "print what a knowledge base holds and was made from",
        isData: true,
        load: () => import("./kb-info-command.js"),
      },
      {
        name: "search",
        summary: "print what a name can mean",
        isData: true,
        load: () => import("./kb-search-command.js"),
      },
    ],
  },
  {
    name: "vectors",
    summary: "word and entity vectors: import, train, look at",
    commands: [
      {
        name: "import",
        summary: "make a table of ours from GloVe, word2vec, npy or wink vectors",
        isLong: true,
        load: () => import("./vectors-import-command.js"),
      },
      {
        name: "train",
        summary: "train the entity vectors of a knowledge base",
        isLong: true,
        load: () => import("./vectors-train-command.js"),
      },
      {
        name: "near",
        summary: "show what lies near a name",
        isData: true,
        load: () => import("./vectors-near-command.js"),
      },
      {
        name: "relatedness",
        summary: "score entity vectors: are linked pages nearer than random ones?",
        isData: true,
        load: () => import("./vectors-relatedness-command.js"),
      },
      {
        name: "train-words",
        summary: "train word vectors on your own texts",
        isLong: true,
        load: () => import("./vectors-train-words-command.js"),
      },
    ],
  },
  {
    name: "prepare",
    summary: "turn data sets, vectors and a knowledge base into what train and eval read",
    isLong: true,
    load: () => import("./prepare-command.js"),
  },
  {
    name: "train",
    summary: "train a model on prepared documents",
    isLong: true,
    load: () => import("./train-command.js"),
  },
  {
    name: "eval",
    summary: "score a model, a linker or another system's links",
    isData: true,
    load: () => import("./eval-command.js"),
  },
  {
    name: "analyse",
    summary: "look into a model's latent relations",
    isData: true,
    load: () => import("./analyse-command.js"),
  },
  {
    name: "experiment",
    summary: "run published experiments again",
    commands: [
      {
        name: "paper",
        summary: "every model of Le & Titov (2018), several seeds, beside the paper's numbers",
        isLong: true,
        load: () => import("./experiment-paper-command.js"),
      },
    ],
  },
  {
    name: "import",
    summary: "take over a model that the published code has saved",
    isLong: true,
    load: () => import("./import-command.js"),
  },
  {
    name: "convert",
    summary: "convert an annotated data set into another format",
    isLong: true,
    load: () => import("./convert-command.js"),
  },
  {
    name: "data",
    summary: "look into annotated data sets",
    commands: [
      {
        name: "info",
        summary: "count documents, mentions and NIL, and find what is wrong with a data set",
        isData: true,
        load: () => import("./data-info-command.js"),
      },
    ],
  },
  {
    name: "serve",
    summary: "serve the HTTP API and the page that shows the reasons",
    load: () => import("./serve-command.js"),
  },
  {
    name: "check",
    summary: "verify knowledge bases, vectors, models, runs and linkers",
    isLong: true,
    isData: true,
    load: () => import("./check-command.js"),
  },
  {
    name: "jobs",
    summary: "large corpora on many machines: submit, work, look, merge",
    commands: [
      {
        name: "submit",
        summary: "put files, folders and globs into a queue as shards",
        load: () => import("./jobs-submit-command.js"),
      },
      {
        name: "work",
        summary: "link shards of a queue, on as many machines as you like",
        load: () => import("./jobs-work-command.js"),
      },
      {
        name: "status",
        summary: "print what is done, running, waiting and failed, and how fast it goes",
        load: () => import("./jobs-status-command.js"),
      },
      {
        name: "retry",
        summary: "give shards that were set aside new tries",
        load: () => import("./jobs-retry-command.js"),
      },
      {
        name: "cancel",
        summary: "take out what waits",
        load: () => import("./jobs-cancel-command.js"),
      },
      {
        name: "verify",
        summary: "check every output against its manifest",
        load: () => import("./jobs-verify-command.js"),
      },
      {
        name: "merge",
        summary: "put the lines together in the order of the input",
        load: () => import("./jobs-merge-command.js"),
      },
    ],
  },
  {
    name: "version",
    summary: "print the versions of mulrel, Node.js and the numeric kernels",
    load: () => import("./version-command.js"),
  },
];
