export { openStore, STORE_FORMAT, type Store } from './store.js'
export { SvcError, type ErrorCode } from './errors.js'
export {
  formatMemoryDocument,
  parseMemoryDocument,
  type Origin,
  type ParsedMemory,
} from './memory-document.js'
export { memoryFileName } from './file-name.js'
export { scanMemoryFiles, type MemoryFile } from './memory-files.js'
export { listScopeFolders, type ScopeFolder } from './scope-folders.js'
export { GLOBAL_SCOPE, isImportRow } from './types.js'
export type {
  ActivityEvent,
  ActivityType,
  Memory,
  MemoryDocument,
  MemorySource,
  Scope,
  Skill,
} from './types.js'
