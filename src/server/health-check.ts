/** A program for containers: ends with 0 when the server that left its address in MULREL_ADDRESS_FILE takes requests, else with 1. */
import { readFileSync } from "node:fs";

const TIME_LIMIT = 2500;

async function isReady(): Promise<boolean> {
  const address = readFileSync(process.env.MULREL_ADDRESS_FILE ?? "/tmp/mulrel-address", "utf8").trim();
  const { ok } = await fetch(new URL("/readyz", address), { signal: AbortSignal.timeout(TIME_LIMIT) });
  return ok;
}

process.exitCode = (await isReady().catch(() => false)) ? 0 : 1;
