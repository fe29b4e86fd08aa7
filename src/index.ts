export { createService } from './service/service.js'
export type { DoctorFinding, DoctorReport } from './report.js'
export type {
  AliasFill,
  AliasOptions,
  Archive,
  ArchivedMemory,
  ArchiveFilter,
  ConsolidateOptions,
  ConsolidateResult,
  ForgetOptions,
  ImportResult,
  LearnedWords,
  LoadResult,
  MemoryPatch,
  MemoryVersion,
  RecallContext,
  RecallDegree,
  RecalledMemory,
  RecalledPassage,
  RecallQuery,
  RecallSignals,
  ReflectOptions,
  ReflectResult,
  RememberInput,
  RememberOutcome,
  Review,
  ReviewDecisions,
  ReviewFilter,
  ReviewItem,
  ReviewOutcome,
  ScopeCount,
  SkillFilter,
  TurnBatch,
} from './types.js'
export type {
  ScopeFilter,
  ActivityEvent,
  ActivityType,
  EventItem,
  Memory,
  MemorySource,
  Scope,
  Skill,
} from '../store/types.js'
export type { ListFilter } from './memories/fields.js'
export type { Service, ServiceOptions, ServiceStatus } from './api.js'
export type { Config } from './config.js'
export type {
  Provider,
  ProviderAnswer,
  Question,
  Usage,
  ReflectionRequest,
  Turn,
} from './provider/types.js'
export { formatScopeKey, parseScopeKey, resolveProject } from '../store/projects/scope.js'
export { SvcError } from '../store/errors.js'
export type { ErrorCode } from '../store/errors.js'
