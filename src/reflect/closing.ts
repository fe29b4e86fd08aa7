import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readText, writeAtomic } from '../../store/files/atomic.js'
import { quoteForShell } from '../../store/git/repository.js'
import { statePath, type StateName, type Store } from '../../store/store.js'
import { toTimestamp } from '../../store/types.js'
import type { Config } from '../config.js'
import type { HostProfile, ToolAccess } from '../hosts/profile.js'

/** Names of svc's calls for the model of a session, as they read in a sentence. */
interface ToolNames {
  remember: string
  recall: string
  get: string
}

/** A model's host, and its way to svc. */
interface ModelAccess {
  profile?: HostProfile | undefined
  /** Undefined where nobody said. */
  tools?: ToolAccess | undefined
}

/** Names svc's calls as the model of a host sees them; undefined where nobody said by what it calls. */
export function nameTools(
  { profile, tools }: ModelAccess,
  store: Pick<Store, 'root'>,
): ToolNames | undefined {
  if (tools === undefined) return undefined
  if (tools !== 'cli') {
    const nameOf = (tool: string) =>
      profile?.nameTool?.(tool, tools === 'plugin') ?? `svc's tool ${tool}`
    return { remember: nameOf('remember'), recall: nameOf('recall'), get: nameOf('get') }
  }
  const svc = nameCommand(store)
  const remember = `\`${svc} remember --by-agent --title T CONTENT\``
  return { remember, recall: `\`${svc} recall TEXT\``, get: `\`${svc} show ID\`` }
}

/** The launcher in the store is there whatever the PATH of the model's shell is. */
function nameCommand({ root }: Pick<Store, 'root'>): string {
  const launcher = join(root, 'bin', 'svc')
  const isThere = process.platform !== 'win32' && existsSync(launcher)
  return isThere ? quoteForShell(launcher) : 'svc'
}

/** Ways for the model to read more, as a context names them; undefined where nobody said. */
export function nameHints(access: ModelAccess, store: Pick<Store, 'root'>): string | undefined {
  const names = nameTools(access, store)
  return names && `${names.recall}, ${names.get}`
}

/**
 * Tells when a model saves by itself, when not, and where to look before: as facts, because text
 * like a command in a hook's answer looks like an injection. '' where nobody said by what.
 */
export function renderSavingLines(access: ModelAccess, store: Pick<Store, 'root'>): string {
  const names = nameTools(access, store)
  if (names === undefined) return ''
  const { remember, recall } = names
  return (
    `${remember} keeps for later sessions what this one shows: a lasting preference, rule, ` +
    'decision or correction, a command that worked, the cause of a failure; not a one-off wish, ' +
    'nor what the code says.\n' +
    `${recall} finds what is known already, before something is saved or looked for anew.\n`
  )
}

/** A line for the person; where nobody shows them one, the model is told. */
interface Notice {
  line: string
  /** Notes that it was told: it is not told again this day. */
  onTold?: () => void
}

/** A session that begins, as its notices need it. */
interface Beginning {
  store: Store
  config: Config
  /** Keys of the scopes that it recalls from. */
  keys: readonly string[]
  /** Undefined in a program that brings its own provider. */
  env?: Readonly<Record<string, string | undefined>> | undefined
  host: string | undefined
  now: Date
  /** Takes a failure that need not fail the call. */
  note: (error: unknown) => void
}

/** Finds what a person has to know when a session begins; [] where that is nothing. */
export async function findNotices(beginning: Beginning): Promise<Notice[]> {
  const notices: Notice[] = []
  for (const find of [findTrouble, findWaiting]) {
    const notice = await find(beginning).catch(beginning.note)
    if (notice) notices.push(notice)
  }
  return notices
}

/** The lines of notices, as they stand at the end of a context. */
export function renderNotices(notices: readonly Notice[]): string {
  return notices.map(({ line }) => `${line}\n`).join('')
}

/** Loaded where a person has chosen what learns; a program that brings its own looks after it. */
async function findTrouble({ store, config, env, host, now }: Beginning) {
  if (env === undefined || !config.reflect || config.provider === 'builtin') return undefined
  const trouble = await import('./trouble.js')
  const line = trouble.findLearningTrouble(store, config, { env, host, now })
  return line === undefined ? undefined : { line }
}

/** Tells once a day how many memories of these scopes wait for review. */
async function findWaiting(beginning: Beginning): Promise<Notice | undefined> {
  const { config, store, keys, now } = beginning
  if (!config.reviewNotice) return undefined
  const waiting = readState(store, 'waiting.json').waiting as Record<string, unknown> | undefined
  const count = keys.reduce((sum, key) => sum + Number(waiting?.[key] ?? 0), 0)
  if (!(count > 0)) return undefined
  const told = new Date(String(readState(store, 'told.json').at))
  if (told.toDateString() === now.toDateString()) return undefined
  const memories = count === 1 ? '1 memory' : `${count} memories`
  const line = `svc: ${memories} learned since your last review: svc review`
  return { line, onTold: () => recordTold(beginning) }
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
function recordTold({ store, now, note }: Beginning): void {
  try {
    writeAtomic(statePath(store, 'told.json'), JSON.stringify({ at: toTimestamp(now) }) + '\n')
  } catch (error) {
    note(error)
  }
}
