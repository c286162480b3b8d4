/** JSON schemas of the API: what Fastify validates and what /openapi.json shows. */
import { linkOptionRanges } from "../linker/link-call.js";
import type { NumberRange } from "../options.js";
import { entityTypes } from "../types.js";

/** The ranges of options are those of the library. */
function inRange({ least, most, whole }: NumberRange) {
  return { type: whole ? "integer" : "number", minimum: least, maximum: most } as const;
}

const offset = { type: "integer", minimum: 0 } as const;

const mention = {
  type: "object",
  additionalProperties: false,
  required: ["start", "end"],
  properties: {
    start: { ...offset, description: "Where the name begins." },
    end: { ...offset, description: "One past its last character." },
    entity: {
      type: "string",
      maxLength: 500,
      description:
        "What if: take the name to mean the entity with this identifier, and let it inform the others.",
    },
  },
} as const;

const mentions = {
  type: "array",
  maxItems: 10_000,
  items: mention,
  description: "Names to link. Left out, they are found.",
} as const;

const text = { type: "string", description: "Plain text." } as const;

const options = {
  nil: {
    ...inRange(linkOptionRanges.nil),
    description:
      "Links less likely than this come back without an entity. Left out, the model's own threshold.",
  },
  targetPrecision: {
    ...inRange(linkOptionRanges.targetPrecision),
    description: "Chooses nil so that this share of the links was right on held-out text. Not beside nil.",
  },
  candidates: {
    ...offset,
    maximum: 1000,
    description: "Candidates to give of each name, best first. Left out, all that the model chose between.",
  },
  capitals: {
    type: "boolean",
    description:
      "False where capitals tell no names: chat, queries, catalogues. Left out, the text itself says so.",
  },
  types: {
    type: "array",
    items: { type: "string", enum: [...entityTypes] },
    description:
      "Only links to entities of these types. Other names that were found are left out, given ones come back without entity.",
  },
  concepts: {
    type: "boolean",
    description:
      "Link common nouns that the knowledge base has as well: nuclear power, measles. Default false.",
  },
  explain: {
    type: "boolean",
    description:
      "Add the reasons to each link; for at most 10,000 characters, of a longer text with explainWithin.",
  },
  explainWithin: {
    type: "object",
    required: ["start", "end"],
    properties: { start: offset, end: offset },
    description: "With explain: only names that begin in this stretch are explained.",
  },
  offsets: {
    type: "string",
    enum: ["utf16", "codepoint"],
    description:
      "How offsets are counted, in and out: UTF-16 code units as in JavaScript and Java (the default), or Unicode code points as in Python.",
  },
} as const;

const entity = {
  type: "object",
  required: ["id", "title"],
  properties: {
    id: { type: "string" },
    title: { type: "string" },
    url: { type: "string" },
    type: { type: "string", enum: [...entityTypes], description: "What kind of thing it is." },
    phrase: { type: "string", description: "What it is in a few words." },
    wikidata: { type: "string", description: "Its item in Wikidata." },
    description: { type: "string" },
    otherIds: {
      type: "array",
      items: { type: "string" },
      description: "Further identifiers of the same entry.",
    },
    extra: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Columns of an own catalogue.",
    },
    layer: {
      type: "string",
      description: "The layer of own entities it is in; left out for those of the model.",
    },
  },
} as const;

const share = { type: "number", minimum: 0, maximum: 1 } as const;
const numbers = { type: "array", items: { type: "number" } } as const;

const support = {
  type: "number",
  description: "What it adds to the winner's lead over the runner-up, in units of the score.",
} as const;

const explanation = {
  type: "object",
  description: "With explain: the reasons.",
  properties: {
    candidates: {
      type: "array",
      description: "Best first.",
      items: {
        type: "object",
        properties: {
          entity,
          prior: { ...share, description: "How often the name means this, before the text is read." },
          local: { type: "number", description: "How well it fits the words around." },
          belief: { ...share, description: "After the mentions have talked to each other." },
          score: { type: "number", description: "Out of belief and prior; the highest wins." },
          parts: {
            type: "object",
            description: "What the score is made of, in the order it was made; they add up to it.",
            properties: {
              start: { type: "number", description: "The same for all." },
              name: { type: "number", description: "How often the name means this." },
              words: { type: "number", description: "The words around." },
              evidence: { type: "number", description: "How name, title and text go together." },
              names: { type: "number", description: "The other names." },
            },
          },
          beliefs: {
            ...numbers,
            description: "The belief before the first loop of messages and after each.",
          },
        },
      },
    },
    steps: {
      type: "array",
      description: "The decision in its order: what each step did to the winner's lead over the runner-up.",
      items: {
        type: "object",
        properties: {
          step: { type: "string", enum: ["name", "words", "evidence", "names"] },
          support,
          sentence: { type: "string" },
        },
      },
    },
    lead: { type: "number", description: "Score of the winner minus the runner-up's: the sum of the steps." },
    words: {
      type: "array",
      description: "Words attended to, strongest first.",
      items: {
        type: "object",
        properties: { start: offset, end: offset, word: { type: "string" }, weight: share, support },
      },
    },
    voices: {
      type: "array",
      description: "What the other mentions said, strongest first.",
      items: {
        type: "object",
        properties: {
          mention: {
            type: "integer",
            description: "Number of the link in the answer; -1 stands for nobody.",
          },
          relations: {
            type: "array",
            items: {
              type: "object",
              properties: {
                alpha: { type: "number", description: "How much this mention listens to the other." },
                alphaBack: { type: "number", description: "How much the other listens to this one." },
                pairScore: { type: "number", description: "How well the two entities go together." },
              },
            },
          },
          relation: { type: "integer", description: "Under which it spoke most, from 0." },
          message: { ...numbers, description: "Its last message for each candidate, as a logarithm." },
          support,
        },
      },
    },
    lines: { type: "array", items: { type: "string" }, description: "The same as sentences." },
  },
} as const;

const links = {
  type: "array",
  items: {
    type: "object",
    required: ["start", "end", "mention", "entity", "confidence", "candidates"],
    properties: {
      start: offset,
      end: offset,
      mention: { type: "string" },
      entity: {
        ...entity,
        nullable: true,
        description: "null: not in the knowledge base, or not likely enough.",
      },
      confidence: { ...share, description: "How likely the best candidate is right." },
      nameConfidence: { ...share, description: "How likely it is a name at all; of names that were found." },
      candidates: {
        type: "array",
        items: { type: "object", properties: { entity, prior: share, confidence: share } },
      },
      explanation,
    },
  },
} as const;

export const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", description: "Stable, for programs." },
        message: { type: "string", description: "A sentence, for people." },
      },
    },
  },
} as const;

/** Which of the server's models is asked. */
export const modelQuery = {
  type: "object",
  properties: {
    model: {
      type: "string",
      description: "Name of one of the server's models (see /v1/models). Left out, the first.",
    },
  },
} as const;

export const modelsAnswer = {
  type: "object",
  properties: {
    models: {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" }, description: { type: "object", additionalProperties: true } },
      },
    },
  },
} as const;

export const linkBody = {
  type: "object",
  additionalProperties: false,
  required: ["text"],
  properties: { text, mentions, ...options },
} as const;

export const linkAnswer = { type: "object", properties: { links } } as const;

export const BATCH_LIMIT = 1000;

export const batchBody = {
  type: "object",
  additionalProperties: false,
  required: ["documents"],
  properties: {
    documents: {
      type: "array",
      maxItems: BATCH_LIMIT,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["text"],
        properties: { id: { type: "string", maxLength: 500 }, text, mentions },
      },
    },
    ...options,
  },
} as const;

export const batchAnswer = {
  type: "object",
  properties: {
    documents: {
      type: "array",
      items: { type: "object", properties: { id: { type: "string" }, links } },
    },
  },
} as const;

export const entityAnswer = {
  ...entity,
  properties: { ...entity.properties, popularity: { type: "number" }, isPerson: { type: "boolean" } },
} as const;

export const candidatesAnswer = {
  type: "object",
  properties: {
    name: { type: "string" },
    candidates: { type: "array", items: { type: "object", properties: { entity, prior: share } } },
  },
} as const;

/** REL's clients send more fields than the two that matter (tagger, confidence_score); they are let through. */
export const relBody = {
  type: "object",
  required: ["text"],
  properties: {
    text,
    spans: {
      type: "array",
      maxItems: 10_000,
      nullable: true,
      items: { type: "array", minItems: 2, maxItems: 2, items: offset },
      description: "[start, length] of each name, in code points. Empty or left out, names are found.",
    },
  },
} as const;

export const relAnswer = {
  type: "array",
  description: "[start, length, mention, entity, conf_ed, conf_md, tag], offsets in code points.",
  items: { type: "array", items: {} },
} as const;
