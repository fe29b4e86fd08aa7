export { createService } from './service.js'
export type {
  Archive,
  ArchivedMemory,
  ArchiveFilter,
  ConsolidateResult,
  DoctorFinding,
  DoctorReport,
  ImportResult,
  ListFilter,
  LoadResult,
  MemoryPatch,
  MemoryVersion,
  RecallContext,
  RecalledMemory,
  RecallQuery,
  ReflectResult,
  RememberInput,
  RememberOutcome,
  ScopeCount,
  ScopeFilter,
  Service,
  ServiceOptions,
  ServiceStatus,
  SkillFilter,
  TurnBatch,
} from './api.js'
export type { Config } from './config.js'
export type { Provider, ProviderAnswer, Question, Usage } from './provider/types.js'
export type { ReflectionRequest, Turn } from './reflect/types.js'
export { formatScopeKey, parseScopeKey } from './scopes.js'
export { resolveProject } from './projects.js'
export { SvcError, type ErrorCode } from '../store/errors.js'
export type {
  ActivityEvent,
  ActivityType,
  Memory,
  MemorySource,
  Scope,
  Skill,
} from '../store/types.js'
