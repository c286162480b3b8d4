/** Max-product belief propagation over the edges of a graph (docs/model.md, section 6). */
import { byName, flag, float32, floats, graph, ints, orNone, size, told } from "./describe.js";

export const messageKernels = {
  /** beliefs = local + Σ of the messages to each mention; edges from a mention to itself only when `withSelf`. */
  sumMessages: byName([
    floats("beliefs", "graph.candidates"),
    floats("local", "graph.candidates"),
    floats("messages", "graph.messageSize"),
    graph("graph"),
    flag("withSelf"),
  ]),
  /**
   * One loop over all edges at once. For source → target:
   * M(e) = max_e' [block(e', e) + beliefs_source(e') − reverse message(e')], argmax kept (unless NONE);
   * shares' = mix · softmax(M) + (1 − mix) · shares; messages' = log shares'. Places past a mention's count hold share 1, message 0.
   */
  updateMessages: byName([
    floats("nextMessages", "graph.messageSize"),
    floats("nextShares", "graph.messageSize"),
    orNone(ints("argmax", "graph.messageSize")),
    floats("messages", "graph.messageSize"),
    floats("shares", "graph.messageSize"),
    floats("beliefs", "graph.candidates"),
    floats("blocks", "graph.blockSize"),
    graph("graph"),
    // the largest mention is not looked for: this is the least that any graph needs
    floats("scratch", "messageScratch(0)"),
    float32("mix"),
  ]),
  /**
   * Backward of one loop. dmessages' comes in; dshares' carries the gradient of the shares from later loops in and that of
   * the earlier shares out (in place). Adds into dblocks, dbeliefs and dmessages (of the loop before).
   */
  updateMessagesBackward: byName([
    floats("dblocks", "graph.blockSize"),
    floats("dbeliefs", "graph.candidates"),
    floats("dmessages", "graph.messageSize"),
    floats("dshares", "graph.messageSize"),
    floats("dnextMessages", "graph.messageSize"),
    floats("nextShares", "graph.messageSize"),
    floats("shares", "graph.messageSize"),
    ints("argmax", "graph.messageSize"),
    graph("graph"),
    floats("scratch", "messageScratch(0)"),
    float32("mix"),
  ]),
  /** dmessages[edge] += dbeliefs[target], for every edge (edges to itself only when `withSelf`): backward of sumMessages. */
  spreadBeliefs: byName([
    floats("dmessages", "graph.messageSize"),
    floats("dbeliefs", "graph.candidates"),
    graph("graph"),
    flag("withSelf"),
  ]),
  /**
   * All loops of belief propagation for a prediction: sumMessages and updateMessages from messages of 0, without what a
   * backward pass would need. q = softmax(local + Σ of the last messages) of each mention. Works on a graph of pairs
   * (`Graph.edges` is not read) that talk to each other, not to themselves, ordered by their left mention. A pair of mentions with
   * several candidates each has one block, the left one's, and two messages; where one mention has a single candidate, its own block
   * of one row is all that counts. The blocks are overwritten. scratch: settlingScratch.
   * False, with nothing settled, where the numbers are too far apart for float32 products; never in the plain builds.
   */
  settleBeliefs: byName(
    [
      floats("q", "graph.candidates"),
      floats("local", "graph.candidates"),
      floats("blocks", "graph.blockSize"),
      graph("graph"),
      told("scratch"),
      size("loops"),
      float32("mix"),
    ],
    { returns: "bool", furtherCheck: true },
  ),
};
