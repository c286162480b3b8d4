/** A model saved by the published code (mulrel-nel, and REL in the same shape), as a model and tables of ours. */
import { LinkingError } from "../errors.js";
import { Names } from "../vectors/names.js";
import { publishedTitle } from "../vectors/published-names.js";
import type { Tensor } from "../vectors/safetensors.js";
import { VectorTable } from "../vectors/vector-table.js";
import { createConfig, type ModelConfig, type Normalization } from "./config.js";
import type { StoredModel, TableName } from "./model-format.js";
import { layOutParameters } from "./parameters.js";

export interface PublishedModel {
  model: StoredModel;
  /** Tables that the file holds beside the parameters: all three in mulrel-nel's, none in REL's. */
  tables: Partial<Record<TableName, VectorTable>>;
}

/** Names of our tables: the published tensor, and the vocabulary in the config that names its rows. */
const TABLES: Record<TableName, { tensor: string; vocabulary: string }> = {
  words: { tensor: "word_embeddings.weight", vocabulary: "word_voca" },
  entities: { tensor: "entity_embeddings.weight", vocabulary: "entity_voca" },
  relationWords: { tensor: "snd_word_embeddings.weight", vocabulary: "snd_word_voca" },
};

type Settings = Record<string, unknown>;

/** `settings` is the JSON of model.config, `tensors` what model.state_dict holds; `file` is their name, for messages. */
export function readPublishedModel(
  settings: Settings,
  tensors: Map<string, Tensor>,
  file: string,
): PublishedModel {
  const config = readConfig(settings, tensors, file);
  const parameters = new Map<string, Tensor>();
  for (const { name, shape } of layOutParameters(config).parts) {
    const found = tensors.get(name);
    if (!found || String(found.shape) !== String(shape)) {
      throw new LinkingError(
        "bad-file",
        `${file}: the parameter ${name} is ${found ? `[${found.shape}]` : "missing"}; the model that the config describes wants [${shape}].`,
      );
    }
    parameters.set(name, found);
  }
  const tables: PublishedModel["tables"] = {};
  for (const name of Object.keys(TABLES) as TableName[]) {
    const table = readTable(name, settings, tensors, file);
    if (table) tables[name] = table;
  }
  const origin = { notes: { importedFrom: file, oracle: settings.oracle === true } };
  return { model: { config, origin, tensors: parameters }, tables };
}

/** What the code reads of its config; what it leaves to defaults is told from the tensors' shapes. */
function readConfig(settings: Settings, tensors: Map<string, Tensor>, file: string): ModelConfig {
  const [relations, dims] = tensors.get("rel_embs")?.shape ?? [];
  const [hidden] = tensors.get("score_combine.0.weight")?.shape ?? [];
  if (relations === undefined || dims === undefined || hidden === undefined) {
    throw new LinkingError(
      "bad-file",
      `${file} has no rel_embs or score_combine; it is no model of mulrel-nel or REL.`,
    );
  }
  const number = (name: string) => {
    const value = settings[name];
    return typeof value === "number" ? value : undefined;
  };
  const dropout = number("dr") ?? number("dropout_rate");
  return createConfig({
    normalization: normalizationOf(settings),
    relations,
    dims,
    hidden,
    padding: tensors.has("pad_ent_emb"),
    topWords: number("tok_top_n"),
    loops: number("n_loops"),
    margin: number("margin"),
    dropout,
    // the published code mixes messages by its dropout rate
    messageMix: dropout,
    asPublished: true,
  });
}

/** REL's `mode` is train or eval, and its kind of model stands under `mulrel_type`. */
function normalizationOf({ mode, mulrel_type: type }: Settings): Normalization {
  const isKnown = (name: unknown): name is Normalization => name === "ment-norm" || name === "rel-norm";
  if (isKnown(mode)) return mode;
  return isKnown(type) ? type : "ment-norm";
}

function readTable(
  name: TableName,
  settings: Settings,
  tensors: Map<string, Tensor>,
  file: string,
): VectorTable | undefined {
  const { tensor, vocabulary } = TABLES[name];
  const found = tensors.get(tensor);
  if (!found) return undefined;
  const [rows, d] = found.shape;
  const list = (settings[vocabulary] as { id2word?: unknown } | undefined)?.id2word;
  if (!Array.isArray(list) || list.length !== rows || !list.every((word) => typeof word === "string")) {
    throw new LinkingError(
      "bad-file",
      `${file}: ${tensor} has ${rows} rows, but the config's ${vocabulary} does not name as many.`,
    );
  }
  const names = name === "entities" ? list.map(publishedTitle) : list;
  return new VectorTable({ rows, d, data: found.data as Float32Array, names: Names.fromList(names) });
}
