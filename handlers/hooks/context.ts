import type { CallGift } from '../../src/activity/hook-calls.js'
import type { LedgerLine } from '../../src/activity/sessions.js'
import type { Config } from '../../src/config.js'
import type { OpenSource } from '../../src/recall/sources.js'
import { concealName, refuseSecretPath } from '../../src/redact/index.js'
import { SvcError } from '../../store/errors.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import {
  findFolderKey,
  findScope,
  HOOK_LOOK_MS,
  makeScope,
  toGlobalFolder,
} from '../../store/projects/projects.js'
import { placeInProject, resolveProject } from '../../store/projects/scope.js'
import type { Store } from '../../store/store.js'
import type { ProjectScope } from '../../store/types.js'
import type { HookCall } from './protocol.js'

/** Work that goes on after the answer, in a process of its own. */
export type DetachedTask =
  | { task: 'import'; scope: string }
  /** Index files of these scopes (scope keys, `*` for all) are to be made anew. */
  | { task: 'index'; scopes: string[] }
  /** These scopes have batches to distil. */
  | { task: 'reflect'; scopes: string[] }
  /** The store is to be committed once it is quiet. */
  | { task: 'commit' }
  /** What is dead under `state/` is to be removed. */
  | { task: 'sweep' }

/** A hook call, with the settings, the store and the ways out. */
export interface GivenCall {
  call: HookCall
  config: Config
  store: Store
  home: string
  now: Date
  /** Asks for work that must not delay the answer. */
  later: (task: DetachedTask) => void
  /** Leaves a failure that need not fail the call for `svc doctor`. */
  note: (error: unknown) => void
  /** Tells the person a line; undefined where the caller cannot: the model is told instead. */
  tell?: (line: string) => void
  /** The environment of the process, where its settings are what learns. */
  env?: Readonly<Record<string, string | undefined>>
  /** True where another process may be asked the same: whoever is first answers. */
  isShared?: boolean
  /** Opens what is recalled from, in a process that answers many calls. */
  openSource?: OpenSource
  /** Aborted once the host goes on without an answer. */
  signal?: AbortSignal
}

/** A hook call as a handler gets it, with its project and folders, looked for once. */
export interface HookContext extends GivenCall {
  /** The project that the call is about; undefined where the host named no directory, or none. */
  project: ProjectScope | undefined
  /** The reason that the directory can be no project: global memories are recalled all the same. */
  refusal: SvcError | undefined
  /** The project's folder; undefined until something is imported or queued for it. */
  folder: ScopeFolder | undefined
  global: ScopeFolder
  /** Counts of given memories, once the call has recalled something, be it nothing. */
  gave?: CallGift
  /** Lines that the session's ledger lacks yet. */
  notes: LedgerLine[]
}

/** A hook handler: answers the text to inject, empty for nothing. */
export type HookHandler = (context: HookContext) => Promise<string>

/** Finds the project of a hook call and its folder. */
export async function openHookContext(given: GivenCall): Promise<HookContext> {
  const { store } = given
  const call = concealNames(given.call)
  const { project, refusal } = projectOf(store, call)
  const found = { ...given, call, project, refusal, global: toGlobalFolder(store), notes: [] }
  try {
    const folder = project && (await findScope(store, project, { patienceMs: HOOK_LOOK_MS }))
    return { ...found, folder }
  } catch (error) {
    // Global memories are recalled all the same.
    if (!(error instanceof SvcError)) throw error
    return { ...found, project: undefined, refusal: error, folder: undefined }
  }
}

/** The call without secrets in the names under which its session and turn are written down. */
function concealNames(call: HookCall): HookCall {
  const { session, turn, message } = call
  return {
    ...call,
    session: concealName(session),
    ...(turn !== undefined && { turn: concealName(turn) }),
    ...(message !== undefined && { message: concealName(message) }),
  }
}

/** The folders to recall from: the project's first, then the global one. */
export function foldersOf({ folder, global }: HookContext): ScopeFolder[] {
  return folder === undefined ? [global] : [folder, global]
}

/**
 * The folder that a call's turns and imports belong to, made where the project has none: the global
 * one without a project. Throws INVALID_REQUEST where the directory can be no project.
 */
export async function makeOwnFolder(context: HookContext): Promise<ScopeFolder> {
  const { store, project, refusal } = context
  if (refusal !== undefined) throw refusal
  if (project === undefined) return context.global
  context.folder ??= await makeScope(store, project, { patienceMs: HOOK_LOOK_MS })
  return context.folder
}

/** The place of a call's session in its project; undefined without a project. */
export function placeOf({ project, call: { cwd } }: HookContext) {
  return project && cwd !== undefined ? placeInProject(project, cwd) : undefined
}

/** The bounds of what a hook injects; with the prompt as `text` where there is one. */
export function contextLimits(config: Config, text?: string): { maxChars: number; text?: string } {
  return { maxChars: config.maxContextChars, ...(text !== undefined && { text }) }
}

function projectOf(store: Store, { cwd }: HookCall): Pick<HookContext, 'project' | 'refusal'> {
  try {
    const project = cwd === undefined ? undefined : resolveProject(cwd)
    if (project) refuseSecretPath(project.id, () => findFolderKey(store, project) !== undefined)
    return { project, refusal: undefined }
  } catch (error) {
    const isRefused = error instanceof SvcError && error.code === 'INVALID_REQUEST'
    if (isRefused) return { project: undefined, refusal: error }
    throw error
  }
}
