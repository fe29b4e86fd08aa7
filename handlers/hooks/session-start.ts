import { statSync } from 'node:fs'
import { readImportedAt } from '../../src/import/state.js'
import { indexFileAge } from '../../src/memories/index-file.js'
import { recallOnce, recallContext } from '../../src/recall/index.js'
import type { FileSource } from '../../src/recall/sources.js'
import { findSkills, renderCatalog, type SkillPlace } from '../../src/skills/index.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import { contextLimits, foldersOf, makeOwnFolder, type HookContext } from './context.js'
import { refreshLater } from './indexes.js'
import { record } from './ledger.js'

/** How long a first import may hold up a session start; a detached process finishes it. */
const IMPORT_MS = 1_000
/** Index files older than this are checked against every file's own time after the answer. */
const CHECK_MS = 10 * 60 * 1000

/**
 * A session starts: imports the project's agent files at the first one, then recalls what stands
 * in the project and globally, with the skill catalog.
 */
export async function sessionStart(context: HookContext): Promise<string> {
  const { call, config, store, home, now } = context
  const isCleared = call.source === 'clear' || call.source === 'compact'
  const at = now.toISOString()
  if (isCleared) record(context, { type: 'reset', at })
  if (config.workspaceImport) await importFirst(context)
  const skills = await findSkills(store, home, placesOf(context), now)
  const { text, items } = await recallOnce(store, foldersOf(context), async source => {
    const query = { limit: config.recallLimit, host: call.host, isUnasked: true }
    const render = (maxChars: number) => renderCatalog(skills, maxChars)
    const found = await recallContext(source, query, render, contextLimits(config))
    checkIndexes(context, source)
    return found
  })
  const ids = items.map(({ id }) => id)
  if (ids.length > 0) record(context, { type: 'given', at, event: 'start', ids })
  return text
}

/** Has index files made anew that are behind, and looks now and then for edits in place. */
function checkIndexes(context: HookContext, { behind, folders }: FileSource): void {
  const { store, now } = context
  const old = folders.filter(
    ({ localKey }) => indexFileAge(store, localKey, now.getTime()) > CHECK_MS,
  )
  refreshLater(context, [...behind, ...old])
}

async function importFirst(context: HookContext): Promise<void> {
  const { store, project, now, later } = context
  if (project === undefined || isImported(context) || !isDirectory(project.id)) return
  const { importProject } = await import('../../src/import/index.js')
  const signal = AbortSignal.timeout(IMPORT_MS)
  try {
    await importProject(store, await makeOwnFolder(context), { now, signal })
  } catch (error) {
    if (!signal.aborted) throw error
    later({ task: 'import', scope: formatScopeKey(project) })
  }
}

function isImported({ store, folder }: HookContext): boolean {
  return folder !== undefined && readImportedAt(store, folder.localKey) !== undefined
}

/** A project's skills are found whether or not svc stored anything for it. */
function placesOf({ project, folder, global }: HookContext): SkillPlace[] {
  const everywhere = { scope: global.scope, folder: global }
  return project === undefined ? [everywhere] : [{ scope: project, folder }, everywhere]
}

/** A host may name a folder that is gone by now. */
function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
