export { openStore, STORE_FORMAT } from './store.js'
export type { Store } from './store.js'
export { SvcError } from './errors.js'
export type { ErrorCode } from './errors.js'
export { formatMemoryDocument } from './document/format.js'
export { parseMemoryDocument } from './document/parse.js'
export type { Origin, ParsedMemory } from './document/parse.js'
export { memoryFileName } from './names.js'
export { scanMemoryFiles } from './memories/files.js'
export type { MemoryFile } from './memories/files.js'
export { listScopes as listScopeFolders } from './projects/projects.js'
export type { ScopeFolder } from './projects/folder.js'
export { GLOBAL_SCOPE, isImportRow } from './types.js'
export type {
  ActivityEvent,
  ActivityType,
  EventItem,
  Memory,
  MemoryDocument,
  MemorySource,
  Scope,
  Skill,
} from './types.js'
