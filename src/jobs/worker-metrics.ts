/** What a worker counts, in Prometheus' text form. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { WorkEvent } from "./work-on-queue.js";

export interface WorkerMetrics {
  count(event: WorkEvent): void;
  countDocuments(documents: number): void;
  text(): Promise<string>;
  contentType: string;
}

export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry();
  // resident memory, heap, event-loop lag, garbage collection, open handles
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const shards = new Counter({
    name: "mulrel_shards_total",
    help: "Shards by what became of them: done, known (their file was there), failed, handed-back, disk-full.",
    labelNames: ["outcome"],
    registers,
  });
  const documents = new Counter({
    name: "mulrel_documents_total",
    help: "Documents that were linked, failed ones included.",
    registers,
  });
  const errors = new Counter({
    name: "mulrel_document_errors_total",
    help: "Documents of finished shards that have an error in their place.",
    registers,
  });
  const running = new Gauge({ name: "mulrel_shards_running", help: "Shards at work.", registers });
  return {
    count(event) {
      if (event.kind === "queue-trouble") return;
      if (event.kind === "started") running.inc();
      else shards.inc({ outcome: event.kind });
      if (event.kind === "done" || event.kind === "failed" || event.kind === "disk-full") running.dec();
      if (event.kind === "done") errors.inc(event.errors);
    },
    countDocuments: (count) => documents.inc(count),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
