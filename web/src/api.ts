/** The readable page of /openapi.json: every address with what it takes, and a call to copy. */
import { apiExamples } from "./api-examples.js";
import { byId, h } from "./dom.js";

interface Schema {
  type?: string;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
}

const [planet, island] = apiExamples.map((example) => example.text);

/** Calls that can be run as they are; the others are shown without one. */
const calls: Record<string, string> = {
  "post /v1/link": `-d '{"text": "${planet}", "explain": true}' -H 'content-type: application/json'`,
  "post /v1/link/batch": `-d '{"documents": [{"id": "a", "text": "${island}"}]}' -H 'content-type: application/json'`,
  "get /v1/candidates": "-G --data-urlencode 'name=Java'",
  "get /v1/model": "",
  "get /healthz": "",
  "get /readyz": "",
  "get /metrics": "",
  "post /": `-d '{"text": "${island}", "spans": []}' -H 'content-type: application/json'`,
  "get /rest/annotate": `-G --data-urlencode 'text=${island}' -d confidence=0.3 -H 'accept: application/json'`,
  "post /rest/annotate": `--data-urlencode 'text=${island}' -d confidence=0.3 -H 'accept: application/json'`,
};

function typeOf({ type, items, enum: values, minimum, maximum }: Schema): string {
  if (values) return values.join(" | ");
  if (type === "array") return `list of ${items ? typeOf(items) : "anything"}`;
  const range = minimum !== undefined && maximum !== undefined ? `, ${minimum} to ${maximum}` : "";
  return `${type ?? "anything"}${range}`;
}

interface Field {
  name: string;
  type: string;
  description: string;
}

/** Fields of an object; those of the objects in a list follow it, indented by their name. */
function fieldsOf(schema: Schema, prefix = ""): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isWanted = schema.required?.includes(name) ?? false;
    const own = {
      name: prefix + name,
      type: typeOf(field) + (isWanted ? ", required" : ""),
      description: field.description ?? "",
    };
    return [own, ...(field.items?.properties ? fieldsOf(field.items, `${prefix}${name}[].`) : [])];
  });
}

function fieldTable(fields: Field[]): HTMLElement | null {
  if (fields.length === 0) return null;
  return h(
    "table",
    { class: "fields" },
    h("thead", {}, h("tr", {}, ...["Field", "Type", "Meaning"].map((t) => h("th", { scope: "col" }, t)))),
    h(
      "tbody",
      {},
      ...fields.map((f) =>
        h("tr", {}, h("td", {}, h("code", {}, f.name)), h("td", {}, f.type), h("td", {}, f.description)),
      ),
    ),
  );
}

function drawOperation(path: string, method: string, operation: Operation): HTMLElement {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const parameters = (operation.parameters ?? []).map((p) => ({
    name: p.name,
    type: typeOf(p.schema) + (p.required ? ", required" : ""),
    description: p.description ?? "",
  }));
  const call = calls[`${method} ${path}`];
  const address = new URL(path.slice(1), document.baseURI).href;
  return h(
    "article",
    { class: "operation" },
    h("h3", {}, h("span", { class: "method" }, method.toUpperCase()), h("code", {}, path), operation.summary),
    operation.description ? h("p", {}, operation.description) : null,
    fieldTable([...parameters, ...(body ? fieldsOf(body) : [])]),
    call === undefined ? null : h("pre", { tabindex: 0 }, `curl ${address}${call ? ` ${call}` : ""}`),
  );
}

function draw({ paths }: Description): void {
  const groups = new Map<string, HTMLElement[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (method === "head") continue;
      const tag = operation.tags?.[0] ?? "other";
      groups.set(tag, [...(groups.get(tag) ?? []), drawOperation(path, method, operation)]);
    }
  }
  byId("api").replaceChildren(
    ...[...groups].map(([tag, articles]) =>
      h("section", { class: "group" }, h("h2", {}, tag[0].toUpperCase() + tag.slice(1)), ...articles),
    ),
  );
}

try {
  draw((await (await fetch(new URL("openapi.json", document.baseURI))).json()) as Description);
} catch {
  byId("api").replaceChildren(
    h("p", {}, "The description of the API could not be loaded; reload the page to try again."),
  );
}
