/** Opens a linker out of its files, wherever they come from: a folder, a server, a cache. Runs in browsers. */
import { LinkingError, messageOf } from "../errors.js";
import type { LazyBytes } from "../files/lazy-bytes.js";
import { openSealedJson } from "../files/sealed-json.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { EXAMPLE_ENTITIES, exampleTexts } from "../layers/example-texts.js";
import { bestKnown, type LayerOptions, Layers } from "../layers/layers.js";
import type { Calibration } from "../linker/calibration.js";
import { Linker } from "../linker/linker.js";
import type { LinkerSettings } from "../linker/linker-parts.js";
import { forUntrainedCatalogue } from "../linker/untrained-catalogue.js";
import type { Kernels } from "../math/kernels.js";
import { loadKernels } from "../math/wasm-kernels.js";
import type { NameScorerData } from "../mentions/scorer-weights.js";
import { createModelFrom, parseModel } from "../model/model-format.js";
import type { RowSource } from "../model/tables.js";
import { checkNames } from "../options.js";
import { createComposer } from "../vectors/compose.js";
import { RememberedRows } from "../vectors/remembered-rows.js";
import type { VectorTable } from "../vectors/vector-table.js";
import { createModelReader, type ModelSource } from "./model-source.js";
import { type OpenedFile, openModelKnowledgeBase, openTable, unpackFile } from "./packed-files.js";

/** What `linker.json` says; everything large is in the files it names. */
export interface LinkerManifest {
  format: "mulrel-linker";
  version: 1;
  name: string;
  files: { kb: string; words: string; entities: string; model: string };
  settings: LinkerSettings;
  calibration: Calibration;
  /** The same for own knowledge bases, which have no counts to be sure by. */
  catalogueCalibration?: Calibration;
  /** v of an unknown token: the mean over the whole vocabulary the words were taken from. */
  unknownWord: number[];
  /** Scores stretches of text as names, with this model's word vectors; left out, the package's own does. */
  nameScorer?: NameScorerData;
  /** What each relation of the model connects, in a word or two. */
  relations?: string[];
  /** Sources, counts, results: what people ask of a model. */
  about: Record<string, unknown>;
}

export const MANIFEST = "linker.json";

export interface OpenLinkerOptions extends LayerOptions {
  /** Another knowledge base than the model's own. */
  kb?: KnowledgeBase;
  /** Unit vectors of that knowledge base's entities; what is left out is composed from titles and descriptions. */
  entities?: VectorTable;
  kernels?: Kernels;
  /** Takes over what others changed in the layers of own entities; called before each text. */
  catchUp?: (layers: Layers) => void;
}

const optionNames: Record<keyof OpenLinkerOptions, true> = {
  kb: true,
  entities: true,
  kernels: true,
  add: true,
  ownShare: true,
  hide: true,
  catchUp: true,
};

/**
 * A linker out of a model's files, in any runtime. The source is the address of the model's folder, or a function that gives
 * each file by its name as it comes: a fetched `Response`, a `Blob`, bytes; packed with gzip or not.
 *
 * ```ts
 * import { openLinker } from "mulrel";
 *
 * const linker = await openLinker("https://example.org/model/");
 * console.log(linker.link("England lies north of France."));
 *
 * // or from wherever the files are
 * const other = await openLinker((name) => fetch(`/assets/${name}`));
 * ```
 */
export async function openLinker(source: ModelSource, options: OpenLinkerOptions = {}): Promise<Linker> {
  checkNames(options, Object.keys(optionNames));
  const read = createModelReader(source);
  const opened: OpenedFile[] = [];
  const readFile = async (name: string) => {
    const file = await read(name);
    opened.push(file);
    return file;
  };
  const closeFiles = () => {
    for (const file of opened) file.close();
  };
  try {
    return await openFiles(readFile, closeFiles, options);
  } catch (error) {
    closeFiles();
    throw error;
  }
}

async function openFiles(
  read: (name: string) => Promise<OpenedFile>,
  close: () => void,
  options: OpenLinkerOptions,
): Promise<Linker> {
  const unpacked = async (name: string) => unpackFile(await read(name), name);
  const manifest = parseManifest(await unpacked(MANIFEST));
  const { files } = manifest;
  const [ownKb, wordBytes, entityBytes, modelBytes, kernels] = await Promise.all([
    options.kb ? undefined : read(files.kb).then((file) => openModelKnowledgeBase(file, files.kb)),
    unpacked(files.words),
    options.kb ? undefined : unpacked(files.entities),
    unpacked(files.model),
    options.kernels ?? loadKernels(),
  ]);
  const words = await withOwnWords(await openTable(wordBytes, files.words), options.add);
  const unitWords = unitLengthRows(words, kernels);
  const kb = options.kb ?? ownKb!;
  const entities = options.kb
    ? await ownEntities(options.kb, options.entities, words, unitWords)
    : await openTable(entityBytes!, files.entities);
  demandOneRowEach(kb, entities);
  const layers = new Layers(kb, options, {
    base: new RememberedRows(entities, kernels),
    createComposer: () => createComposer(words, entities),
  });
  const model = createModelFrom(kernels, parseModel(allOf(modelBytes), files.model), {
    words: unitWords,
    entities: layers.vectors,
    relationWords: words,
    unknownRelationWord: manifest.unknownWord,
  });
  const calibration = calibrationOf(manifest, options.kb !== undefined);
  const settings = options.kb ? forUntrainedCatalogue(manifest.settings) : manifest.settings;
  return new Linker({
    kb,
    words,
    entities: layers.vectors,
    layers,
    catchUp: options.catchUp,
    model,
    calibration,
    settings,
    nameScorer: manifest.nameScorer,
    relationNames: manifest.relations,
    close,
    description: {
      name: manifest.name,
      entities: kb.size,
      words: words.rows,
      nil: settings.nil,
      precisions: calibration.precisions,
      ...(manifest.relations && { relations: manifest.relations }),
      ...(options.kb && { examples: exampleTexts(bestKnown(options.kb, EXAMPLE_ENTITIES)) }),
      ...manifest.about,
    },
  });
}

/** What tells how sure a link is, with the model's knowledge base or with an own one. */
export function calibrationOf(manifest: LinkerManifest, hasOwnKb: boolean): Calibration {
  return (hasOwnKb && manifest.catalogueCalibration) || manifest.calibration;
}

function demandOneRowEach(kb: KnowledgeBase, entities: VectorTable): void {
  if (entities.rows === kb.size) return;
  throw new LinkingError(
    "mismatch",
    `The knowledge base has ${kb.size} entities, their table ${entities.rows} vectors; use files made together.`,
  );
}

/** The model's words and those that layers bring. */
async function withOwnWords(words: VectorTable, layers: LayerOptions["add"] = []): Promise<VectorTable> {
  const own = layers.flatMap(({ name, words: table }) => (table ? [{ name, table }] : []));
  if (own.length === 0) return words;
  return (await import("../vectors/extend-words.js")).extendWords(words, own);
}

/** Vectors for another knowledge base than the model's; their makers are loaded only for who has one. */
async function ownEntities(
  kb: KnowledgeBase,
  given: VectorTable | undefined,
  words: VectorTable,
  unitWords: RowSource,
): Promise<VectorTable> {
  if (given) return (await import("../vectors/extend-table.js")).extendTable(given, kb, words);
  const { composeEntities } = await import("./compose-entities.js");
  return composeEntities(kb, (word) => words.rowOf(word), unitWords);
}

function allOf(file: LazyBytes): ArrayBufferLike {
  file.need(0, file.buffer.byteLength);
  return file.buffer;
}

export function parseManifest(file: LazyBytes): LinkerManifest {
  try {
    const text = new TextDecoder().decode(allOf(file) as ArrayBuffer);
    const manifest = openSealedJson(text, MANIFEST) as unknown as LinkerManifest;
    if (manifest.format === "mulrel-linker" && manifest.version === 1) return manifest;
    throw new Error(
      `its format is "${manifest.format}" version ${manifest.version}, wanted "mulrel-linker" version 1`,
    );
  } catch (error) {
    throw new LinkingError("bad-file", `${MANIFEST} does not describe a linker: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** Every row brought to length 1 as it is read, so that opening a table costs nothing, and remembered. A row of zeros stays zero. */
export function unitLengthRows(table: RowSource, kernels?: Kernels): RowSource {
  const unit: RowSource = {
    rows: table.rows,
    d: table.d,
    readRow(row, out, offset) {
      table.readRow(row, out, offset);
      let squares = 0;
      for (let k = offset; k < offset + table.d; k++) squares += out[k] * out[k];
      const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
      for (let k = offset; k < offset + table.d; k++) out[k] *= scale;
    },
  };
  return new RememberedRows(unit, kernels);
}
