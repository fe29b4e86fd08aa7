import { statSync } from 'node:fs'
import { isAbsolute, posix } from 'node:path'
import { orElse, SvcError } from '../../store/errors.js'
import { toRealFolder } from '../../store/files/read.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { toProjectScope } from '../../store/projects/scope.js'
import type { Store } from '../../store/store.js'
import type { ProjectScope, Scope } from '../../store/types.js'
import { createEvent, logEvent } from '../activity/events.js'
import type { ImportResult } from '../types.js'
import { planImport, type ImportCounts } from './plan.js'
import { readWorkspaceFile, type ImportState, type WorkspaceFile } from './read.js'
import { placeRule } from './rules.js'
import { readImportState, writeImportState } from './state.js'
import { dropAliases, findImportPaths } from './walk.js'

/** Finds the folders of a workspace (a real path) that may have agent files of their own. */
type FindFolders = (workspace: string, signal?: AbortSignal) => Promise<readonly string[]>

/** Options of importing a project; `signal` gives up before anything is written. */
export interface ImportOptions {
  /** Import again although the project was imported before. */
  force?: boolean | undefined
  /** Imports what a start of a session has left out: nothing where that was done. */
  isRest?: boolean
  /** Folders below the root to look into, or what finds all of them; none if missing. */
  nested?: readonly string[] | FindFolders | undefined
  now: Date
  signal?: AbortSignal | undefined
}

const NOTHING: ImportResult = {
  ok: true,
  imported: 0,
  updated: 0,
  skipped: 0,
  pruned: 0,
  alreadyImported: true,
}

/**
 * Imports a project's agent files once, or again with `force`. Takes no lock: what it writes
 * derives from the workspace. Throws the signal's reason when aborted; nothing is changed then.
 * Throws WORKSPACE_NOT_FOUND where the folder is of no project that is there.
 */
export async function importProject(
  store: Store,
  { scope, localKey }: ScopeFolder,
  { force = false, isRest = false, ...options }: ImportOptions,
): Promise<ImportResult> {
  // The rows derive from the workspace: a broken state document is simply made anew.
  const previous = orElse(() => readImportState(store, localKey), undefined)
  const isImported = previous !== undefined && previous.importedAt !== ''
  if (isImported && !force && !(isRest && !previous.isWhole)) return NOTHING
  const workspace = scope.id ?? ''
  const { state, counts } = await importWorkspace({ workspace, scope, previous, ...options })
  writeImportState(store, localKey, state)
  const { imported, updated, skipped, pruned } = counts
  const isNews = imported + updated + pruned > 0
  if (!isRest || !isImported || isNews)
    logEvent(
      store,
      createEvent('import', scope, options.now, { added: imported, updated, skipped, pruned }),
    )
  return { ok: true, ...counts, alreadyImported: false }
}

/**
 * The project scope of a directory that is to be imported. Throws INVALID_REQUEST where the path
 * is missing or relative, WORKSPACE_NOT_FOUND where there is no such directory.
 */
export function toWorkspaceScope(directory: unknown): ProjectScope {
  if (typeof directory !== 'string' || directory === '' || !isAbsolute(directory)) {
    throw new SvcError('INVALID_REQUEST', 'cwd must be the absolute path of a directory')
  }
  const scope = toProjectScope(directory, 'cwd')
  if (statSync(scope.id, { throwIfNoEntry: false })?.isDirectory()) {
    return scope
  }
  throw new SvcError('WORKSPACE_NOT_FOUND', `cwd: there is no directory ${directory}`)
}

/** A stretch of reading after which other work of the process gets its turn, in milliseconds. */
const STRETCH_MS = 10

/**
 * Imports the agent files of a workspace: finds, reads and decides; writing the state is the
 * caller's. Reads every file anew. Nothing of the outcome is kept when `signal` aborts: it throws
 * the signal's reason. Throws WORKSPACE_NOT_FOUND where the workspace is not there.
 */
export async function importWorkspace(
  options: {
    /** Absolute path of the folder that the files are relative to. */
    workspace: string
    scope: Scope
    previous: ImportState | undefined
  } & Pick<ImportOptions, 'now' | 'nested' | 'signal'>,
): Promise<{ state: ImportState; counts: ImportCounts }> {
  const { scope, previous, nested = [], signal } = options
  const workspace = toRealFolder(options.workspace)
  if (workspace === undefined) {
    throw new SvcError('WORKSPACE_NOT_FOUND', `There is no folder ${options.workspace}`)
  }
  const isWhole = typeof nested === 'function'
  const folders = isWhole ? await nested(workspace, signal) : nested
  const found = await findImportPaths(workspace, signal, folders)
  const read = await readAll(workspace, found.paths, signal)
  const { files: own, aliases } = dropAliases(read.files)
  const files = addLoadedNames(own, read.files)
  const skipped = {
    count: found.skipped + read.skipped + aliases,
    unreadable: read.unreadable,
  }
  const now = options.now.toISOString()
  const plan = planImport({ scope, previous: previous?.rows ?? [], files, skipped, now })
  const state: ImportState = { format: 1, importedAt: now, isWhole, rows: plan.rows }
  return { state, counts: plan.counts }
}

/** More characters of nested files together are not imported. */
const MOST_NESTED_CHARS = 8 * 1024 * 1024

const TOO_MUCH = { skip: 'too large' } as const

async function readAll(workspace: string, paths: readonly string[], signal?: AbortSignal) {
  const files: WorkspaceFile[] = []
  const unreadable: string[] = []
  let pauseAt = performance.now() + STRETCH_MS
  let room = MOST_NESTED_CHARS
  for (const path of paths) {
    const rule = placeRule(path)!
    const isRoom = rule.folder === '' || room > 0
    const read = isRoom ? readWorkspaceFile(workspace, path, rule) : TOO_MUCH
    if (!('skip' in read)) {
      files.push(read)
      if (rule.folder !== '') room -= read.content.length
    } else if (read.skip === 'unreadable') unreadable.push(path)
    if (performance.now() < pauseAt) continue
    await new Promise(resolve => setImmediate(resolve))
    signal?.throwIfAborted()
    pauseAt = performance.now() + STRETCH_MS
  }
  return { files, unreadable, skipped: paths.length - files.length }
}

/** Files in which hosts put the text of another one in place of its `@path`. */
const TAKES_IN = /(?:^|\/)(?:CLAUDE(?:\.local)?|GEMINI|QWEN)\.md$/
/** Hosts follow `@path` from file to file so many times. */
const HOPS = 4

/**
 * Adds to the names by which hosts load each file: those of links to it, and those of files that
 * take it in. `all` holds the links too, with the identity of what they lead to.
 */
function addLoadedNames(
  files: readonly WorkspaceFile[],
  all: readonly WorkspaceFile[],
): WorkspaceFile[] {
  const names = new Map(files.map(file => [file.path, namesOfLinks(file, all)]))
  const taken = files.flatMap(file =>
    pathsTakenIn(file).flatMap(path => {
      const [from, target] = [names.get(file.path), names.get(path)]
      return from && target ? [{ from, target }] : []
    }),
  )
  for (let hop = 0; hop < HOPS; hop++) {
    for (const { from, target } of taken) {
      for (const name of from) if (TAKES_IN.test(name)) target.add(name)
    }
  }
  return files.map(file => ({ ...file, loadedAs: [...(names.get(file.path) ?? [])] }))
}

function namesOfLinks({ identity }: WorkspaceFile, all: readonly WorkspaceFile[]): Set<string> {
  const same = all.filter(other => other.identity === identity)
  return new Set(same.flatMap(({ loadedAs }) => loadedAs))
}

/** The paths after an `@`, relative to the workspace; what stands in code is meant as it is. */
function pathsTakenIn({ path, content }: WorkspaceFile): string[] {
  const prose = content.replace(/```[\s\S]*?(?:```|$)/g, '').replace(/`[^`\n]*`/g, '')
  const found = [...prose.matchAll(/(?:^|\s)@([\w./-]+)/g)]
  return found.map(([, name = '']) =>
    posix.join(posix.dirname(path), name.replace(/(?<!\.)\.+$/, '')),
  )
}
