/** The functions of a file of TypeScript or JavaScript with what the house has rules about. */
import { readFileSync } from "node:fs";
import { parseSync } from "vite";

export interface FunctionShape {
  /** "createServer", "(anonymous)". */
  name: string;
  line: number;
  lines: number;
  parameters: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const functionTypes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

/** Where a function gets its name from when it has none itself. */
function nameOf(node: Node, parent: Node | undefined): string {
  const named = [node.id, parent?.id, parent?.key, parent?.left].find(isNode);
  return typeof named?.name === "string" ? named.name : "(anonymous)";
}

export function functionsOf(path: string): FunctionShape[] {
  const text = readFileSync(path, "utf8");
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const found: FunctionShape[] = [];
  const visit = (node: Node, parent: Node | undefined) => {
    if (functionTypes.has(node.type) && isNode(node.body)) {
      const line = lineAt(node.start);
      found.push({
        name: nameOf(node, parent),
        line,
        lines: lineAt(node.end) - line + 1,
        parameters: (node.params as Node[]).length,
      });
    }
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(parseSync(path, text).program as unknown as Node, undefined);
  return found;
}
