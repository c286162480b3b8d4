/** The real linker in a server's worker: the shipped model, or one from a folder, with the user's own knowledge base if given. */
export { loadFromSource as createLinkService } from "../loading/linker-source.js";
