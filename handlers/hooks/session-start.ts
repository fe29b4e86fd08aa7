import { statSync } from 'node:fs'
import { isGiven, readGiven, readLedger, type Given } from '../../src/activity/sessions.js'
import { foldersDownTo } from '../../src/hosts/loaded.js'
import { readImportReach } from '../../src/import/state.js'
import { findNotices, renderNotices, renderSavingLines } from '../../src/reflect/closing.js'
import { findUnlistedSkills, renderCatalog, type SkillPlace } from '../../src/skills/index.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import { toTimestamp } from '../../store/types.js'
import { contextLimits, makeOwnFolder, placeOf, type HookContext } from './context.js'
import { savingNotes } from './ledger.js'
import { giveContext } from './recall.js'

/** Time that a first import may hold up a session start; a detached process finishes it. */
const IMPORT_MS = 1_000
/** Settings that two hosts read call twice at once; to compact a context again takes longer. */
const COMPACTION_MS = 3_000

/**
 * A session starts: imports the project's agent files at the first one, then recalls what stands
 * in the project and globally, with the skill catalog, and tells the person what they have to know.
 * One that goes on with the context that it has is given what has changed since, and nothing else.
 */
export const sessionStart = savingNotes(async context => {
  const { call, config, store, now, notes, tell } = context
  const { source } = call
  const given = readGiven(readLedger(store, call.session))
  const news = holdsStart(context, given) ? given : undefined
  if (news === undefined && (source === 'clear' || source === 'compact'))
    notes.push({ type: 'reset', at: toTimestamp(now), source })
  if (config.workspaceImport) await importFirst(context)
  const notices = news === undefined ? await noticesOf(context) : []
  const told = tell ? '' : renderNotices(notices)
  const text = await giveContext(context, {
    event: 'start',
    query: {
      limit: config.recallLimit,
      host: call.profile,
      isUnasked: true,
      at: placeOf(context),
      ...(news && { accept: isNewTo(news) }),
    },
    renderSkills: news === undefined ? await openCatalog(context) : () => '',
    limits: {
      ...contextLimits(config),
      closing: news === undefined ? savingLinesFor(context) + told : '',
    },
  })
  for (const { line, onTold } of notices) {
    tell?.(line)
    if (tell || text.includes(line)) onTold?.()
  }
  return text
})

/** None for an agent, to which no person listens, and where a session only goes on. */
async function noticesOf(context: HookContext) {
  const { call, folder, global } = context
  const isOn = call.source === 'clear' || call.source === 'compact'
  if (call.agent !== undefined || isOn) return []
  const keys = [...(folder === undefined ? [] : [folder.key]), global.key]
  return findNotices({ ...context, keys, host: call.host })
}

/** An agent that the session has started reports to it and saves nothing. */
function savingLinesFor({ call, store }: HookContext): string {
  return call.agent === undefined ? renderSavingLines(call, store) : ''
}

/** True if the context still holds the memories that an earlier start of the session gave. */
function holdsStart({ call, now }: HookContext, { startedAt, compactedAt }: Given): boolean {
  if (startedAt === undefined) return false
  if (call.source === 'resume') return call.profile?.isForgetful !== true
  if (call.source !== 'compact' || compactedAt === undefined) return false
  return now.getTime() - Date.parse(compactedAt) < COMPACTION_MS
}

/** Accepts memories that were not there, or not so, when the session started. */
function isNewTo(given: Given) {
  const { startedAt = '' } = given
  return (entry: { id: string; updatedAt: string }) =>
    entry.updatedAt > startedAt && !isGiven(given.texts, entry)
}

async function openCatalog(context: HookContext): Promise<(maxChars: number) => string> {
  const { call, store, home, now } = context
  const host = call.profile
  const skills = await findUnlistedSkills(store, home, placesOf(context), { host, now })
  return maxChars => renderCatalog(skills, maxChars)
}

/**
 * Imports the project at its first start, without the folders in which the session is not: a process of
 * its own does. A failure is no reason to give nothing.
 */
async function importFirst(context: HookContext): Promise<void> {
  const { store, project, now, later, note } = context
  const reach = reachOf(context)
  if (project === undefined || reach === 'whole' || !isDirectory(project.id)) return
  const rest = { task: 'import', scope: formatScopeKey(project) } as const
  if (reach === 'root') return later(rest)
  const { importProject } = await import('../../src/import/index.js')
  const signal = AbortSignal.timeout(IMPORT_MS)
  const nested = foldersDownTo(placeOf(context)?.folder ?? '').slice(1)
  try {
    await importProject(store, await makeOwnFolder(context), { now, nested, signal })
  } catch (error) {
    if (!signal.aborted) return note(error)
  }
  later(rest)
}

function reachOf({ store, folder }: HookContext): 'root' | 'whole' | undefined {
  return folder && readImportReach(store, folder.localKey)
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
