/** What the server counts, in Prometheus' text form. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ConnectionGuard } from "./connection-guard.js";
import type { JobResult } from "./jobs.js";
import type { LinkPool } from "./link-pool.js";

export interface ServerMetrics {
  countRequest(method: string, route: string, status: number, seconds: number): void;
  countMentions(result: Pick<JobResult, "mentions" | "nil">): void;
  text(): Promise<string>;
  contentType: string;
}

export function createMetrics(pool: LinkPool, guard: ConnectionGuard): ServerMetrics {
  const registry = new Registry();
  // resident memory, heap, event-loop lag, garbage collection, open handles
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: "mulrel_request_duration_seconds",
    help: "Time from the request's first byte to the answer's last, by route and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const mentions = new Counter({
    name: "mulrel_mentions_total",
    help: "Names that were linked or found to have no entity.",
    registers,
  });
  const nil = new Counter({
    name: "mulrel_nil_total",
    help: "Names left without an entity; divided by mulrel_mentions_total it is the NIL share.",
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("mulrel_requests_waiting", "Requests that wait for a worker.", () => pool.waiting);
  gauge("mulrel_workers_busy", "Workers that are linking.", () => pool.busy);
  gauge(
    "mulrel_workers_lost",
    "Workers that ended and were replaced, time limits included.",
    () => pool.lost,
  );
  gauge("mulrel_reloads", "How often the linkers were loaded anew.", () => pool.reloads);
  gauge("mulrel_connections", "Open connections.", () => guard.connections);
  gauge("mulrel_unsent_bytes", "Bytes of answers that clients have not taken yet.", () => guard.unsent);
  gauge("mulrel_connections_closed_idle", "Idle connections closed to make room.", () => guard.closed.idle);
  gauge(
    "mulrel_connections_closed_unread",
    "Connections cut off because answers were not read and memory ran short.",
    () => guard.closed.unread,
  );
  return {
    countRequest(method, route, status, seconds) {
      requests.observe({ method, route, status: String(status) }, seconds);
    },
    countMentions(result) {
      mentions.inc(result.mentions);
      nil.inc(result.nil);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
