/** mulrel/server: the HTTP API and the page, and the JSON that goes to and from them. Re-exports only. */
export type { LinkJson } from "./formats/links/link-json.js";
export type { LinkerSource } from "./loading/linker-source.js";
export type { ServiceModule } from "./server/answer-worker.js";
export type {
  BatchAnswer,
  BatchRequest,
  ErrorAnswer,
  LinkAnswer,
  LinkRequest,
  MentionJson,
  OffsetUnit,
} from "./server/api-messages.js";
export {
  createServer,
  type InjectedAnswer,
  type InjectedRequest,
  type LinkServer,
  type ServerApp,
} from "./server/create-server.js";
export type { LinkService } from "./server/link-service.js";
export type { NamedLinkers } from "./server/linker-sources.js";
export type { LogLevel, ServerSettings } from "./server/server-settings.js";
