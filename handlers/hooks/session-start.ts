import { statSync } from 'node:fs'
import { isGiven, readGiven, readLedger, type Given } from '../../src/activity/sessions.js'
import { readImportedAt } from '../../src/import/state.js'
import { findUnlistedSkills, renderCatalog, type SkillPlace } from '../../src/skills/index.js'
import { readText, writeAtomic } from '../../store/files/atomic.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import { statePath, type StateName, type Store } from '../../store/store.js'
import { toTimestamp } from '../../store/types.js'
import { contextLimits, makeOwnFolder, type HookContext } from './context.js'
import { savingNotes } from './ledger.js'
import { giveContext, nameTools } from './recall.js'

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
  const notices = news === undefined ? await findNotices(context) : []
  const closing = notices.map(({ line }) => `${line}\n`).join('')
  const text = await giveContext(context, {
    event: 'start',
    query: {
      limit: config.recallLimit,
      host: call.profile,
      isUnasked: true,
      ...(news && { accept: isNewTo(news) }),
    },
    renderSkills: news === undefined ? await openCatalog(context) : () => '',
    limits: {
      ...contextLimits(config),
      closing: news === undefined ? renderSavingLines(context) + (tell ? '' : closing) : '',
    },
  })
  for (const { line, onTold } of notices) {
    tell?.(line)
    if (tell || text.includes(line)) onTold?.()
  }
  return text
})

/** A line for the person; where nobody shows them one, the model is told. */
interface Notice {
  line: string
  onTold?: () => void
}

/** Finders of notices for a person when a session begins. */
const NOTICES: readonly ((context: HookContext) => Promise<Notice | undefined>)[] = [
  findLearningTrouble,
  findWaiting,
]

/** None for an agent, to which no person listens, and where a session only goes on. */
async function findNotices(context: HookContext): Promise<Notice[]> {
  const { call, note } = context
  const isOn = call.source === 'clear' || call.source === 'compact'
  if (call.agent !== undefined || isOn) return []
  const notices: Notice[] = []
  for (const find of NOTICES) {
    const notice = await find(context).catch(note)
    if (notice) notices.push(notice)
  }
  return notices
}

/** Loaded where a person has chosen what learns; a program that brings its own looks after it. */
async function findLearningTrouble({ call, config, store, env, now }: HookContext) {
  if (env === undefined || !config.reflect || config.provider === 'builtin') return undefined
  const trouble = await import('../../src/reflect/trouble.js')
  const line = trouble.findLearningTrouble(store, config, { env, host: call.host, now })
  return line === undefined ? undefined : { line }
}

/**
 * Tells when a model saves by itself, when not, and where to look before: as facts, because text
 * like a command in a hook's answer looks like an injection. An agent that the session has started
 * reports to it and saves nothing.
 */
function renderSavingLines(context: HookContext): string {
  const names = context.call.agent === undefined ? nameTools(context) : undefined
  if (names === undefined) return ''
  const { remember, recall } = names
  return (
    `${remember} keeps for later sessions what this one shows: a lasting preference, rule, ` +
    'decision or correction, a command that worked, the cause of a failure; not a one-off wish, ' +
    'nor what the code says.\n' +
    `${recall} finds what is known already, before something is saved or looked for anew.\n`
  )
}

/** Tells once a day how many memories of the project and global wait for review. */
async function findWaiting(context: HookContext): Promise<Notice | undefined> {
  const { config, store, folder, global, now } = context
  if (!config.reviewNotice) return undefined
  const waiting = readState(store, 'waiting.json').waiting as Record<string, unknown> | undefined
  const counts = [folder?.key, global.key].map(key => Number(waiting?.[key ?? ''] ?? 0))
  const count = counts.reduce((sum, each) => sum + each, 0)
  if (!(count > 0)) return undefined
  const told = new Date(String(readState(store, 'told.json').at))
  if (told.toDateString() === now.toDateString()) return undefined
  const memories = count === 1 ? '1 memory' : `${count} memories`
  const line = `svc: ${memories} learned since your last review: svc review`
  return { line, onTold: () => recordTold(context) }
}

/** Reads a state file; a broken one counts as empty, and the doctor reports it. */
function readState(store: Store, name: StateName): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readText(statePath(store, name)) ?? '{}')
    return (value as Record<string, unknown> | null) ?? {}
  } catch {
    return {}
  }
}

/** At most one session a day is told. */
function recordTold({ store, now, note }: HookContext): void {
  try {
    writeAtomic(statePath(store, 'told.json'), JSON.stringify({ at: toTimestamp(now) }) + '\n')
  } catch (error) {
    note(error)
  }
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
    entry.updatedAt > startedAt && !isGiven(given, entry)
}

async function openCatalog(context: HookContext): Promise<(maxChars: number) => string> {
  const { call, store, home, now } = context
  const host = call.profile
  const skills = await findUnlistedSkills(store, home, placesOf(context), { host, now })
  return maxChars => renderCatalog(skills, maxChars)
}

/** Imports the project at its first start; a failure is no reason to give nothing. */
async function importFirst(context: HookContext): Promise<void> {
  const { store, project, now, later, note } = context
  if (project === undefined || isImported(context) || !isDirectory(project.id)) return
  const { importProject } = await import('../../src/import/index.js')
  const signal = AbortSignal.timeout(IMPORT_MS)
  try {
    await importProject(store, await makeOwnFolder(context), { now, signal })
  } catch (error) {
    if (!signal.aborted) return note(error)
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
