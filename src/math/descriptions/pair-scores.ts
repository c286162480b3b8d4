/** Pair scores Φ between the candidates of two mentions (docs/model.md, section 5). */
import { byName, floats, graph, int32, orNone, size } from "./describe.js";

export const pairScoreKernels = {
  /**
   * packed: for each mention i its entities transposed, (d, width), at starts[i]·d. entities (candidates, d).
   * Places past a mention's count hold any number.
   */
  packEntities: byName([
    floats("packed", "graph.candidates * d"),
    floats("entities", "graph.candidates * d"),
    graph("graph"),
    size("d"),
  ]),
  /**
   * Φ of every pair: with r = Σ_k coupling[pair, k] · relations[k], Φ(e, e') = Σ r ∘ e ∘ e', into both blocks of the pair.
   * packed as packEntities makes it, coupling (pairs, k), relations (k, d).
   */
  pairScores: byName([
    floats("blocks", "graph.blockSize"),
    graph("graph"),
    floats("packed", "graph.candidates * d"),
    floats("coupling", "graph.pairCount * k"),
    floats("relations", "k * d"),
    // the largest mention is not looked for: this is the least that any graph needs
    floats("scratch", "pairScoreScratch(1, d)"),
    size("k"),
    size("d"),
  ]),
  /**
   * With t = Σ dΦ(e, e') e ∘ e' of a pair: dcoupling[pair, k] += relations[k]·t and drelations[k] += coupling[pair, k]·t.
   * When `paddingMention` ≥ 0, dpadding += the gradient for that mention's single entity.
   */
  pairScoresBackward: byName([
    floats("dcoupling", "graph.pairCount * k"),
    floats("drelations", "k * d"),
    orNone(floats("dpadding", "d")),
    int32("paddingMention"),
    floats("dblocks", "graph.blockSize"),
    graph("graph"),
    floats("entities", "graph.candidates * d"),
    floats("coupling", "graph.pairCount * k"),
    floats("relations", "k * d"),
    floats("scratch", "pairGradientScratch(d)"),
    size("k"),
    size("d"),
  ]),
};
