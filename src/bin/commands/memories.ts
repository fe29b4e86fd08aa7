import { homeOf } from '../../../store/files/read.js'
import { openStore } from '../../../store/store.js'
import type { Memory, Scope } from '../../../store/types.js'
import type { ForgottenSession } from '../../api.js'
import { HOST_NAMES } from '../../hosts/profiles.js'
import { LIST_FILTER, PAGE } from '../../memories/fields.js'
import type {
  Archive,
  ArchivedMemory,
  MemoryVersion,
  RecallContext,
  RememberOutcome,
} from '../../types.js'
import { type Action, type Call, UsageError } from '../cli/command.js'
import {
  givenOf,
  readFilter,
  readMemoryFlags,
  readScopes,
  toScopeFilter,
  writeScope,
} from '../cli/flags.js'
import { nameProgram } from '../cli/program.js'
import {
  renderArchive,
  renderFirstSteps,
  renderMemory,
  renderMemoryList,
  renderNotLearned,
  renderNothing,
  renderOutcome,
  renderRecall,
  renderVersions,
  renderWaiting,
} from '../terminal/memories.js'
import {
  count,
  describeAbsent,
  describeLost,
  nameScopes,
  oneLine,
  tellRest,
} from '../terminal/words.js'
import { lookAtStore } from './store.js'

/** Part of a list, and what was asked for. */
interface Page<Item> {
  items: Item[]
  total: number
  offset: number
  scopes: Scope[]
}

function toPage<Item>({ items, total }: Page<Item>): { items: Item[]; total: number } {
  return { items, total }
}

function tellNext({ items, total, offset }: Page<unknown>, json: boolean): string[] {
  return json ? [] : tellRest(items.length, total, offset)
}

/** `svc list`: one line an item, the newest update (or the best match of --text) first. */
export const list: Action<Page<Memory> & { isFiltered: boolean; lost: string[] }> = {
  async run(call) {
    const narrow = readFilter(call, LIST_FILTER)
    const part = readFilter(call, PAGE)
    const scopes = readScopes(call)
    const filter = { ...toScopeFilter(scopes), ...narrow, ...part }
    const page = await (await call.service()).memories.list(filter)
    const isFiltered = Object.keys(narrow).length > 0
    const lost = await tellLost(call, scopes)
    return { ...page, offset: part.offset ?? 0, scopes, isFiltered, lost }
  },
  toJson: toPage,
  render: ({ items, total, scopes, isFiltered }, screen) => {
    if (items.length > 0) return renderMemoryList(items, screen)
    const where = nameScopes(scopes)
    if (isFiltered || total > 0) return renderNothing(total, `nothing in ${where} matches`)
    return renderFirstSteps(where, nameProgram(process.env.PATH))
  },
  footnotes: (page, json) => [...page.lost, ...tellNext(page, json)],
}

/**
 * A line for each of these projects whose folder is gone: their memories must not vanish unsaid. The
 * rooms of scopes load more than a list needs.
 */
async function tellLost(call: Call, scopes: readonly Scope[]): Promise<string[]> {
  const { findAbsentFolders, findLostProjects } = await import('../../scopes/list.js')
  const store = openStore(call.config().databasePath, process.env)
  const isAsked = ({ project }: { project: string }) =>
    scopes.length === 0 || scopes.some(({ id }) => id === project)
  const lost = (await findLostProjects(store)).filter(isAsked).map(describeLost)
  const absent = findAbsentFolders(store).filter(isAsked).map(describeAbsent)
  return [...lost, ...absent].map(line => `svc: ${line}`)
}

const DONE = {
  created: 'remembered',
  updated: 'updated',
  global: 'nothing stored, global has it:',
}

/** `svc remember`: stores CONTENT, or updates the scope's own item of that title. */
export const remember: Action<RememberOutcome> = {
  async run(call) {
    const scope = writeScope(call)
    const { readContent } = await import('./input.js')
    const content = await readContent(call.operands[0] ?? '')
    const service = await call.service()
    const given = { ...readMemoryFlags(call), scope, content }
    return service.memories.save('cli', given, call.on('by-agent') ? { by: 'agent' } : {})
  },
  toJson: ({ memory }) => memory,
  render: ({ memory, outcome }, screen) => [
    renderOutcome(DONE[outcome], memory, screen),
    ...renderWaiting(memory),
  ],
}

interface Recalled {
  context: RecallContext
  scopes: Scope[]
  isStart: boolean
  isExplained: boolean
}

/**
 * `svc recall`: what a hook would put into a model's context for TEXT, and why; for '' what a session's
 * start would, as it is.
 */
export const recall: Action<Recalled> = {
  async run(call) {
    const text = call.operands.join(' ').trim()
    const scopes = readScopes(call)
    const limit = call.number('limit')
    const given = givenOf({ text: text || undefined, limit, host: readHost(call) })
    const query = { scopes, ...given, cwd: process.cwd() }
    const context = await (await call.service()).memories.context(query)
    return { context, scopes, isStart: text === '', isExplained: call.on('explain') }
  },
  toJson: ({ context }) => context,
  render: ({ context, isStart, ...view }, screen) =>
    isStart && !view.isExplained && context.text !== ''
      ? context.text
      : renderRecall(context, view, screen),
}

function readHost(call: Call): string | undefined {
  const host = call.text('host')
  if (host === undefined || HOST_NAMES.some(name => name === host)) return host
  throw new UsageError(`unknown host ${host}; known: ${HOST_NAMES.join(', ')}`, call.command)
}

/** `svc show ID`: one memory in full. */
export const show: Action<Memory> = {
  run: async call => (await call.service()).memories.get(call.operands[0] ?? ''),
  render: renderMemory,
}

type Forgot = { memory: Memory; wrong: boolean } | { gone: ForgottenSession }

/**
 * `svc forget ID`: removes a memory and its file; with --wrong what it says is not learned again.
 * `svc forget --session S` removes all that was kept of a session.
 */
export const forget: Action<Forgot> = {
  async run(call) {
    const [wrong, session, [id]] = [call.on('wrong'), call.text('session'), call.operands]
    if ((id === undefined) === (session === undefined) || (wrong && session !== undefined)) {
      throw new UsageError('give the ID of a memory, or --session alone', call.command)
    }
    if (session !== undefined) return { gone: await forgetSession(call, session) }
    const service = await call.service()
    return { memory: await service.memories.forget(id ?? '', { wrong }), wrong }
  },
  toJson: forgot => ('gone' in forgot ? forgot.gone : forgot.memory),
  render: (forgot, screen) => {
    if ('gone' in forgot) return renderGone(forgot.gone)
    const line = renderOutcome('forgot', forgot.memory, screen)
    return forgot.wrong ? [line, renderNotLearned(forgot.memory)] : line
  },
}

/** Takes the id as `svc search` shows it, too: the beginning of it; and that of a transcript not learned from. */
async function forgetSession(call: Call, given: string): Promise<ForgottenSession> {
  const { resolveSession } = await import('../../past/session.js')
  const session = resolveSession(lookAtStore(call), given.trim())
  const { hasTranscript } = await import('../../backfill/plan.js')
  const { env } = process
  const isLeft = () => hasTranscript(session, { home: homeOf(env), env })
  return (await call.service()).past.forget(session, { isLeft })
}

function renderGone({ session, turns, queued, unreached = [] }: ForgottenSession): string[] {
  const parts = [count(turns, 'turn'), ...(queued > 0 ? [`${queued} that waited`] : [])]
  const what =
    turns + queued === 0
      ? 'no turn of it was kept'
      : `${parts.join(' and ')} ${turns + queued === 1 ? 'is' : 'are'} gone`
  return [
    `forgot session ${session}: ${what}, and none will be kept`,
    ...unreached.map(path =>
      oneLine(`words of it may stand in ${path}, which cannot be read: remove it`),
    ),
  ]
}

const archived: Action<Page<ArchivedMemory>> = {
  async run(call) {
    const scopes = readScopes(call)
    const part = readFilter(call, PAGE)
    const filter = { ...toScopeFilter(scopes), ...part }
    const page: Archive = await (await call.service()).archive.list(filter)
    return { ...page, offset: part.offset ?? 0, scopes }
  },
  toJson: toPage,
  render: ({ items, total, scopes }, screen) => {
    if (items.length > 0) return renderArchive(items, screen)
    return renderNothing(total, `nothing in the archive of ${nameScopes(scopes)}`)
  },
  footnotes: tellNext,
}

const history: Action<{ id: string; versions: MemoryVersion[] }> = {
  async run(call) {
    const id = call.operands[1] ?? ''
    return { id, versions: await (await call.service()).archive.history(id) }
  },
  toJson: ({ versions }) => ({ versions }),
  render: ({ id, versions }, screen) => {
    if (versions.length === 0) return 'no older version is kept on this machine'
    return renderVersions(id, versions, screen)
  },
}

const restore: Action<Memory> = {
  run: async call => (await call.service()).archive.restore(call.operands[1] ?? ''),
  render: (memory, screen) => renderOutcome('restored', memory, screen),
}

const keep: Action<Memory> = {
  run: async call => (await call.service()).archive.keep(call.operands[1] ?? ''),
  render: (memory, screen) => renderOutcome('kept', memory, screen),
}

const ACTIONS: Readonly<Record<string, Action>> = { history, restore, keep }

/**
 * `svc archive list|history|restore|keep`: what was taken out of use, and the way back. Throws
 * UsageError.
 */
export function chooseArchiveAction({ operands, command }: Call): Action {
  const [name = '', id] = operands
  if (name === 'list' && id === undefined) return archived
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (action !== undefined && id !== undefined) return action
  const problem = action === undefined ? `unexpected argument ${id ?? name}` : 'ID is missing'
  throw new UsageError(problem, command)
}
