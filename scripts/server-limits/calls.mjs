// What the checks of a server share: requests on connections of their own, quantiles, waiting.
import { Agent, request } from "node:http";

export const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The value below which this share of the numbers lies. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/**
 * Status, length and milliseconds of one request; status 0 when the connection broke.
 * @param {string} url
 * @param {{ body?: string, agent?: Agent }} [options]
 * @returns {Promise<{ status: number, length: number, milliseconds: number }>}
 */
export function call(url, { body, agent } = {}) {
  return new Promise((resolve) => {
    const begin = performance.now();
    const done = (status, length = 0) => resolve({ status, length, milliseconds: performance.now() - begin });
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const method = body === undefined ? "GET" : "POST";
    const outgoing = request(url, { method, headers, agent: agent ?? false }, (response) => {
      let length = 0;
      response.on("data", (chunk) => {
        length += chunk.length;
      });
      response.on("end", () => done(response.statusCode, length));
      response.on("error", () => done(0));
    });
    outgoing.on("error", () => done(0));
    outgoing.end(body);
  });
}

/** One connection that is kept. */
export const ownConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });

export const linkBody = (text, more = {}) => JSON.stringify({ text, ...more });

/** A few sentences of news, some 500 characters. */
export const newsText = [
  "England beat West Germany in the 1966 World Cup final at Wembley, and Bobby Moore lifted the trophy.",
  "The ministers of France, Italy and Spain met in Brussels to talk about the budget of the European Union.",
  "Heavy rain fell on Java and Sumatra, and the airport of Jakarta was closed for two hours.",
  "The Supreme Court in Washington heard the case that Texas had brought against New Mexico.",
].join(" ");
