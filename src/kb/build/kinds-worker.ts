/** Works out what kind of thing entities are, in a thread. */
import type { WorkerTask } from "../../workers/worker-pool.js";
import { chooseKinds, type KindsData } from "./entity-kinds.js";
import { Pauses } from "./pauses.js";

export default function setUp(data: KindsData): WorkerTask<"all", void> {
  return () => chooseKinds(data, new Pauses());
}
