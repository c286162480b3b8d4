// Reads what an entry point exports out of the built declarations: each name with its kind, its words and its declaration.
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "vite";

/**
 * @typedef {object} ApiEntry
 * @property {string} name
 * @property {"function" | "class" | "type" | "constant"} kind
 * @property {string} doc the doc comment without its stars; empty when there is none
 * @property {string} declaration as in the .d.ts file
 * @property {boolean} isValue exists at run time, not only for the compiler
 * @property {string} file the source file, from the root of the repository
 */

/** @typedef {{ name: string, header: string, entries: ApiEntry[] }} EntryPoint */

const kinds = /** @type {const} */ ({
  TSDeclareFunction: "function",
  ClassDeclaration: "class",
  TSInterfaceDeclaration: "type",
  TSTypeAliasDeclaration: "type",
  VariableDeclaration: "constant",
});

/** A parsed file, kept because many names come out of one. */
class DeclarationFile {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
    this.text = readFileSync(path, "utf8");
    const { program, comments } = parseSync(path, this.text);
    // what the parser gives is ESTree with TypeScript's nodes, of which only a few fields are read here
    this.body = /** @type {any[]} */ (program.body);
    this.comments = comments.filter((c) => c.type === "Block" && c.value.startsWith("*"));
  }

  /** The doc comment that ends where a statement begins. @param {number} start */
  docBefore(start) {
    const comment = this.comments.find((c) => c.end <= start && this.text.slice(c.end, start).trim() === "");
    return comment ? { text: wordsOf(comment.value), start: comment.start } : undefined;
  }

  /** The first comment of the file: its job. */
  get header() {
    const [first] = this.comments;
    return first && this.text.slice(0, first.start).trim() === "" ? wordsOf(first.value) : "";
  }

  /** @param {string} name */
  find(name) {
    for (const statement of this.body) {
      const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (!declared) continue;
      const id = declared.id?.name ?? declared.declarations?.[0]?.id?.name;
      if (id === name) return { statement, declared };
    }
    return undefined;
  }
}

/** @param {string} comment */
function wordsOf(comment) {
  const lines = comment.replace(/^\*/, "").split("\n");
  return lines
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
    .join("\n")
    .trim();
}

/**
 * What the entry point `name` ("index", "kb") exports, by name.
 * @param {string} root
 * @param {string} name
 * @returns {EntryPoint}
 */
export function readEntryPoint(root, name) {
  const dist = join(root, "dist");
  /** @type {Map<string, DeclarationFile>} */
  const files = new Map();
  /** @param {string} path */
  const open = (path) => {
    const file = files.get(path) ?? new DeclarationFile(path);
    files.set(path, file);
    return file;
  };
  const entry = open(join(dist, `${name}.d.ts`));
  /** @type {ApiEntry[]} */
  const entries = [];
  for (const statement of entry.body) {
    if (statement.type !== "ExportNamedDeclaration" || !statement.source) {
      throw new Error(`${name}.d.ts has a statement that is no export from a file: ${statement.type}`);
    }
    const path = resolve(dirname(entry.path), statement.source.value.replace(/\.js$/, ".d.ts"));
    for (const specifier of statement.specifiers) {
      const isType = statement.exportKind === "type" || specifier.exportKind === "type";
      entries.push(readEntry(open(path), root, specifier.exported.name, !isType));
    }
  }
  const header = new DeclarationFile(join(root, "src", `${name}.ts`)).header;
  return { name, header, entries: entries.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/**
 * @param {DeclarationFile} file
 * @param {string} root
 * @param {string} name
 * @param {boolean} isValue
 * @returns {ApiEntry}
 */
function readEntry(file, root, name, isValue) {
  const found = file.find(name);
  if (!found) throw new Error(`${file.path} declares no ${name}`);
  const { statement, declared } = found;
  const source = file.path
    .replace(`${join(root, "dist")}/`, `${join(root, "src")}/`)
    .replace(/\.d\.ts$/, ".ts");
  const doc = file.docBefore(statement.start);
  // a declaration without words of its own must not take the sentence about its file for them
  const isHeader = doc !== undefined && doc.text === new DeclarationFile(source).header;
  return {
    name,
    kind: kinds[/** @type {keyof typeof kinds} */ (declared.type)] ?? "type",
    doc: doc && !isHeader ? doc.text : "",
    declaration: plainDeclaration(file.text.slice(declared.start, declared.end)),
    isValue,
    file: relative(root, source),
  };
}

/** Without what only a compiler wants to know. @param {string} text */
function plainDeclaration(text) {
  return text
    .replace(/^export /, "")
    .replace(/^declare /, "")
    .replace(/^ {4}#private;\n/m, "")
    .replace(/^( {4})+/gm, (indent) => "  ".repeat(indent.length / 4));
}
