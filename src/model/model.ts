/** The model: parameters, prediction and training steps over one kernel memory. */
import { LinkingError } from "../errors.js";
import { type Address, type Kernels, NONE } from "../math/kernels.js";
import { Random } from "../math/random.js";
import type { ModelConfig } from "./config.js";
import type { ModelDocument } from "./document.js";
import { DocumentEncoder } from "./encode-document.js";
import type { LayerContext } from "./layers/layer.js";
import { runBackward, runForward } from "./network.js";
import {
  defaultStartValues,
  initialiseParameters,
  layOutParameters,
  type ParameterLayout,
  type ParameterName,
  type StartValues,
} from "./parameters.js";
import { checkTables, type ModelTables, meanRow } from "./tables.js";
import { type ModelTrace, recordTrace } from "./trace.js";

type Floats = Float32Array | Float64Array;

export interface Prediction {
  /** ρ of each candidate of each mention, in the order given; empty for a mention without candidates. */
  scores: Floats[];
  /** Only when asked for. */
  trace?: ModelTrace;
}

export interface PredictOptions {
  /** Tell every mention the others' gold entities (docs/model.md, section 8). */
  oracle?: boolean;
  /** Keep what an explanation needs. */
  trace?: boolean;
}

export interface TrainOptions {
  /** Learning rate of Adam. */
  rate: number;
  /** Decides which features dropout drops; left out, nothing is dropped. */
  dropoutSeed?: number;
  /** Train with the others' gold entities told. */
  oracle?: boolean;
}

const ADAM = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };

export class Model {
  readonly kernels: Kernels;
  readonly config: ModelConfig;
  readonly layout: ParameterLayout;
  readonly tables: ModelTables;
  readonly #encoder: DocumentEncoder;
  readonly #parameters: Address;
  #training: { gradients: Address; m: Address; v: Address } | undefined;
  /** Adam steps taken. */
  steps = 0;

  constructor(kernels: Kernels, config: ModelConfig, tables: ModelTables) {
    checkTables(config, tables);
    this.kernels = kernels;
    this.config = config;
    this.tables = tables;
    this.layout = layOutParameters(config);
    this.#encoder = new DocumentEncoder(
      kernels,
      config,
      tables,
      tables.unknownRelationWord ?? meanRow(tables.relationWords),
    );
    this.#parameters = kernels.allocZero(this.layout.size);
  }

  initialise(seed: number, start: StartValues = defaultStartValues(this.config)): void {
    initialiseParameters(this.parameters, this.layout, Random.derive(seed, 1), start);
  }

  /** All parameters; a view that is stale after the next call, so copy what must last. */
  get parameters(): Floats {
    return this.kernels.floats.subarray(this.#parameters, this.#parameters + this.layout.size);
  }

  /** One named parameter; a view like `parameters`. */
  parameter(name: ParameterName): Floats {
    const { offset, size } = this.layout.partOf(name);
    return this.parameters.subarray(offset, offset + size);
  }

  /** Gradient and Adam moments; views like `parameters`. Made at the first use. Ask before any memory is marked. */
  get trainingState(): { gradients: Floats; m: Floats; v: Floats } {
    const { gradients, m, v } = this.#forTraining();
    const view = (at: Address) => this.kernels.floats.subarray(at, at + this.layout.size);
    return { gradients: view(gradients), m: view(m), v: view(v) };
  }

  #forTraining() {
    if (!this.#training) {
      const { size } = this.layout;
      const [gradients, m, v] = [1, 2, 3].map(() => this.kernels.allocZero(size));
      this.#training = { gradients, m, v };
    }
    return this.#training;
  }

  /** Scores of every candidate of a document. */
  predict(document: ModelDocument, options: PredictOptions = {}): Prediction {
    const { kernels } = this;
    const mark = kernels.mark();
    try {
      const layer = this.#layerContext(document);
      const { document: encoded } = layer;
      const pass = runForward(layer, {
        oracle: options.oracle ?? false,
        keepHistory: options.trace ?? false,
        dropoutSeed: undefined,
        exact: false,
      });
      const { floats } = kernels;
      const none = floats.slice(0, 0);
      const scores: Floats[] = document.mentions.map(() => none);
      for (let i = 0; i < encoded.positions.length; i++) {
        const from = pass.final.scores + encoded.starts[i];
        scores[encoded.positions[i]] = floats.slice(from, from + encoded.realCounts[i]);
      }
      return options.trace ? { scores, trace: recordTrace(layer, pass) } : { scores };
    } finally {
      kernels.release(mark);
    }
  }

  /** Loss of a document; its gradient replaces `trainingState.gradients`. */
  computeGradients(
    document: ModelDocument,
    options: { dropoutSeed?: number; oracle?: boolean } = {},
  ): number {
    const { kernels, config, layout } = this;
    const { gradients } = this.#forTraining();
    const mark = kernels.mark();
    try {
      kernels.fill(gradients, 0, layout.size);
      const layer = this.#layerContext(document);
      const pass = runForward(layer, {
        oracle: options.oracle ?? false,
        keepHistory: true,
        dropoutSeed: config.dropout > 0 ? options.dropoutSeed : undefined,
        exact: true,
      });
      return runBackward(layer, pass);
    } finally {
      kernels.release(mark);
    }
  }

  /** One step of Adam on one document. Returns its loss. A document without a known gold teaches nothing. */
  trainStep(document: ModelDocument, options: TrainOptions): number {
    if (!document.mentions.some((m) => m.gold >= 0)) return 0;
    const loss = this.computeGradients(document, options);
    const { gradients, m, v } = this.#forTraining();
    if (!Number.isFinite(loss) || !this.kernels.allFinite(gradients, this.layout.size)) {
      throw new LinkingError(
        "not-a-number",
        `The loss of a document of ${document.mentions.length} mentions is ${loss} and its gradient holds NaN or infinity; the parameters are left as they were. Lower the learning rate (${options.rate}).`,
      );
    }
    this.steps++;
    const { beta1, beta2, epsilon } = ADAM;
    this.kernels.adamStep({
      params: this.#parameters,
      grads: gradients,
      m,
      v,
      count: this.layout.size,
      rate: options.rate,
      beta1,
      beta2,
      epsilon,
      step: this.steps,
    });
    return loss;
  }

  /** What the layers work on: the document laid out in kernel memory. */
  #layerContext(document: ModelDocument): LayerContext {
    const { kernels, config } = this;
    const parameter = this.#parameterAt;
    const paddingEntity = config.padding ? parameter("pad_ent_emb") : NONE;
    const encoded = this.#encoder.encode(document, paddingEntity);
    return { kernels, config, document: encoded, parameter, gradient: this.#gradientAt };
  }

  readonly #parameterAt = (name: ParameterName): Address => this.#parameters + this.layout.offsetOf(name);
  readonly #gradientAt = (name: ParameterName): Address =>
    this.#forTraining().gradients + this.layout.offsetOf(name);
}

/** Wires a model; its parameters are zero until `initialise` or until they are loaded. */
export function createModel(kernels: Kernels, config: ModelConfig, tables: ModelTables): Model {
  return new Model(kernels, config, tables);
}
