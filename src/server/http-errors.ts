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
    /** Headers that go with it. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

const statusByCode: Record<string, number> = {
  "bad-input": 400,
  "not-found": 404,
  "too-large": 413,
  busy: 429,
  timeout: 504,
  "worker-lost": 503,
  cancelled: 503,
};

/** Fastify's own refusals, in our words. */
const refusals: Record<string, [status: number, code: string, message: string]> = {
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

export const JSON_TYPE = "application/json; charset=utf-8";

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

/** Sentences may quote what was sent; no more of it than a person wants to read. */
const LONGEST_MESSAGE = 500;

export function errorAnswer(code: string, message: string): ErrorAnswer {
  const isLong = message.length > LONGEST_MESSAGE;
  return {
    error: { code, message: isLong ? `${message.slice(0, LONGEST_MESSAGE)}…` : message },
  };
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

export interface ErrorHandling {
  /** What a body may have. Bytes. */
  bodyLimit: number;
  /** Something that is nobody's fault but ours. */
  onInternal(error: unknown, requestId: string): void;
  /** Methods that an address takes. */
  methodsOf(path: string): string[];
}

function bodyTooLarge(bodyLimit: number): HttpError {
  const sentence = `The body of the request is larger than the ${bodyLimit} bytes that this server takes.`;
  return new HttpError(413, "too-large", sentence);
}

export function addErrorHandling(
  app: FastifyInstance,
  { bodyLimit, onInternal, methodsOf }: ErrorHandling,
): void {
  app.setErrorHandler((thrown, request, reply) => {
    const isTooLarge = (thrown as Partial<FastifyError>).code === "FST_ERR_CTP_BODY_TOO_LARGE";
    const error = isTooLarge ? bodyTooLarge(bodyLimit) : thrown;
    const [status, code, message] = describeError(error);
    if (status === 500) onInternal(error, request.id);
    if (error instanceof HttpError) reply.headers(error.headers);
    if (status === 429 || status === 503) reply.header("retry-after", "1");
    // what is left of a body we do not want must not be read as the next request
    if (status === 413) reply.header("connection", "close");
    return reply.code(status).type(JSON_TYPE).send(errorAnswer(code, message));
  });
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const methods = methodsOf(path);
    if (methods.length === 0) {
      return reply.code(404).send(errorAnswer("not-found", `There is nothing at ${request.method} ${path}.`));
    }
    const allowed = methods.join(", ");
    const sentence = `${path} does not take ${request.method}; it takes ${allowed}.`;
    return reply.code(405).header("allow", allowed).send(errorAnswer("method-not-allowed", sentence));
  });
}

/** The path without its query, which may carry a text. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0].slice(0, 200);
}
