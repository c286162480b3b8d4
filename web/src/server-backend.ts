/** Links by asking the server that the page came from. */
import type { ErrorAnswer, LinkAnswer } from "../../src/server/api-messages.js";
import { BackendError, type CreateBackend, type ModelDescription } from "./backend.js";
import { knownToken } from "./token.js";

async function call<Answer>(path: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = {};
  const token = knownToken();
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(new URL(path, document.baseURI), {
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new BackendError(
      "unreachable",
      "The server does not answer. Is it still running? Try again in a moment.",
    );
  }
  if (response.ok) return (await response.json()) as Answer;
  const answer = (await response.json().catch(() => undefined)) as ErrorAnswer | undefined;
  throw new BackendError(
    answer?.error.code ?? "unknown",
    answer?.error.message ?? `The server answered with status ${response.status}.`,
  );
}

export const createBackend: CreateBackend = () => ({
  place: "server",
  link: (request) => call<LinkAnswer>("v1/link", request),
  describe: () => call<ModelDescription>("v1/model"),
});
