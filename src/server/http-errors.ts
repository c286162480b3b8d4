/** Every failure as JSON `{error: {code, message}}` with the right status, and nothing of the inside. */
import type { FastifyError, FastifyInstance } from "fastify";
import { LinkingError } from "../errors.js";
import type { ErrorAnswer } from "./api-messages.js";

/** An answer that a route decides on itself. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const statusByCode: Record<string, number> = {
  "bad-input": 400,
  "not-found": 404,
  busy: 429,
  timeout: 504,
  "worker-lost": 503,
  cancelled: 503,
};

/** Fastify's own refusals, in our words. */
const refusals: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "too-large", "The body of the request is larger than this server takes."],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    "unsupported-media-type",
    "This address does not take a body of that Content-Type; JSON goes as application/json.",
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, "bad-input", "The request has no body; JSON was expected."],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, "bad-input", "The body of the request is not valid JSON."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    400,
    "bad-input",
    "The body of the request is not as long as its Content-Length says.",
  ],
  FST_ERR_BAD_URL: [400, "bad-input", "The address of the request is not a valid one."],
  FST_ERR_MAX_PARAM_LENGTH: [404, "not-found", "A part of the address is longer than any this server knows."],
};

const INTERNAL: [number, string, string] = [
  500,
  "internal",
  "Something went wrong inside the server; its log says more.",
];

export function describeError(error: unknown): [status: number, code: string, message: string] {
  if (error instanceof HttpError) return [error.status, error.code, error.message];
  if (error instanceof LinkingError) {
    const status = statusByCode[error.code];
    return status ? [status, error.code, error.message] : INTERNAL;
  }
  const { validation, code, statusCode } = error as Partial<FastifyError>;
  if (validation) return [400, "bad-input", validationSentence(error as FastifyError)];
  if (code && refusals[code]) return refusals[code];
  if (error instanceof SyntaxError && statusCode === 400) return refusals["FST_ERR_CTP_INVALID_JSON_BODY"];
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return [statusCode, "bad-input", "The request could not be read."];
  }
  return INTERNAL;
}

/** "body/mentions/0/start must be integer" → a sentence that says where and what. */
function validationSentence({ validation, validationContext }: FastifyError): string {
  const { instancePath, message, params } = validation![0];
  const where = [validationContext ?? "request", ...instancePath.split("/").filter(Boolean)].join(".");
  const extra = (params as { additionalProperty?: string }).additionalProperty;
  const what = extra === undefined ? message : `must not have "${extra.slice(0, 80)}"`;
  return `The request is not as expected: ${where} ${what}.`;
}

export function errorAnswer(code: string, message: string): ErrorAnswer {
  return { error: { code, message } };
}

/** Bytes that are no HTTP never reach a route; the socket gets the same kind of answer. */
export function rawRefusal(code: string | undefined): string {
  const [status, body] =
    code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? ["408 Request Timeout", errorAnswer("timeout", "The request did not arrive in time.")]
      : code === "HPE_HEADER_OVERFLOW"
        ? ["431 Request Header Fields Too Large", errorAnswer("too-large", "The headers are too large.")]
        : ["400 Bad Request", errorAnswer("bad-input", "The bytes received are not an HTTP request.")];
  const text = JSON.stringify(body);
  return `HTTP/1.1 ${status}\r\nContent-Length: ${text.length}\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${text}`;
}

export function addErrorHandling(app: FastifyInstance, onInternal: (error: unknown) => void): void {
  app.setErrorHandler((error, _request, reply) => {
    const [status, code, message] = describeError(error);
    if (status === 500) onInternal(error);
    if (status === 429 || status === 503) reply.header("retry-after", "1");
    // what is left of a body we do not want must not be read as the next request
    if (status === 413) reply.header("connection", "close");
    return reply.code(status).send(errorAnswer(code, message));
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send(errorAnswer("not-found", `There is nothing at ${request.method} ${pathOf(request.url)}.`)),
  );
}

/** The path without its query, which may carry a text. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0].slice(0, 200);
}
