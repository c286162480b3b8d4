/** mulrel for Node: everything of the core, and what needs files, threads or sockets. Re-exports only. */
export * from "./index.js";
export { openVectorTable, readNpyTable, writeVectorTable } from "./vectors/vector-file.js";
