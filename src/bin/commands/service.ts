import { resolve } from 'node:path'
import { openStore } from '../../../store/store.js'
import type { ActivityEvent, EventItem, MemoryChange, Scope, Skill } from '../../../store/types.js'
import type { ServiceStatus } from '../../api.js'
import { PAGE, SKILL_FILTER } from '../../memories/fields.js'
import { findUnusedInRepo } from '../../scopes/list.js'
import type { ImportResult } from '../../types.js'
import type { Action, Call } from '../cli/command.js'
import { currentProject, readFilter, readScopes, toScopeFilter } from '../cli/flags.js'
import {
  cutToRoom,
  cutToWidth,
  padColumn,
  padToWidth,
  renderFields,
  renderRows,
  toRight,
  widthOf,
} from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import {
  count,
  countEach,
  describeLost,
  describeUnused,
  formatTime,
  nameScope,
  nameScopes,
  oneLine,
  tellRest,
  tellBytes,
} from '../terminal/words.js'

/** `svc status`: the store, what it holds and what is queued. */
export const status: Action<ServiceStatus> = {
  run: async call => withUnusedHere(call, await (await call.service()).status()),
  render: renderStatus,
}

/** Adds the `.svc` that lies here, of a project that the store does not know, where it is not used. */
function withUnusedHere(call: Call, status: ServiceStatus): ServiceStatus {
  const here = currentProject().id ?? ''
  if (status.unusedInRepo.some(({ project }) => project === here)) return status
  return {
    ...status,
    unusedInRepo: findUnusedInRepo(openStore(call.config().databasePath, process.env), here),
  }
}

function describePast({ past: { sessions, turns, bytes } }: ServiceStatus): string | undefined {
  if (turns === 0 && bytes === 0) return undefined
  return `${count(turns, 'turn')} of ${count(sessions, 'session')}, ${tellBytes(bytes)}`
}

/** The store, what it holds, what is queued, and what a person should look at. */
function renderStatus(status: ServiceStatus, { styles }: Screen): string[] {
  const { problems, batches } = status
  const troubled = countEach([
    [batches.failing, 'failing'],
    [batches.setAside, 'set aside'],
    [batches.putOff, 'put off'],
  ])
  const rows = [
    ['store', oneLine(status.dataDir)],
    ['memories', `${status.memories} in ${count(status.scopes, 'scope')}`],
    ['queued', count(status.queuedTurns, 'turn')],
    ['past', describePast(status)],
    ['batches', troubled === '' ? undefined : styles.warn(`${troubled}; svc doctor tells why`)],
    ['learning', describeLearning(status)],
    ['waits for', status.providerFault && styles.warn(oneLine(status.providerFault))],
    ['spent', spendOf(status)],
    ['busy', status.busy ? 'yes' : 'no'],
    ['problems', problems === 0 ? 'none' : styles.warn(`${problems}; svc doctor names them`)],
    ...status.unusedInRepo.map(
      one => ['not used', styles.warn(`${oneLine(one.path)}: ${describeUnused(one)}`)] as const,
    ),
    ...status.lost.map(one => ['lost', styles.warn(describeLost(one))] as const),
    ['version', status.version],
  ] as const
  return renderFields(rows, styles)
}

/** By what is learned: a provider, or that of each host. */
function describeLearning({ reflect, provider, learnsBy }: ServiceStatus): string {
  if (!reflect) return 'off'
  const learners = Object.entries(learnsBy ?? {}).map(([host, by]) =>
    host === by ? `${host} by its own program` : `${host} by ${by}`,
  )
  const how = provider === 'builtin' ? 'builtin, on this machine' : oneLine(provider)
  return learners.length === 0 ? how : `${how}: ${oneLine(learners.join(', '))}`
}

/** Tells today's spend of providers; undefined if nothing can or did cost. */
function spendOf({ provider, spend, budget }: ServiceStatus): string | undefined {
  const tokens = spend.inputTokens + spend.outputTokens
  if (provider === 'builtin' && tokens === 0 && spend.usd === 0) return undefined
  const usd = `$${spend.usd.toFixed(2)} of $${budget.usd.toFixed(2)}`
  return `${tokens} of ${budget.tokens} tokens, ${usd} today (UTC)`
}

/** `svc import [DIR]`: imports a project's agent files; a given DIR is taken as it is. */
export const importFiles: Action<ImportResult> = {
  async run(call) {
    const [given] = call.operands
    const directory = given === undefined ? (currentProject().id ?? '') : resolve(given)
    return (await call.service()).importWorkspace(directory, { force: call.on('force') })
  },
  render: result => {
    if (result.alreadyImported) return 'already imported; --force imports again'
    const told = countEach([
      [result.imported, 'imported'],
      [result.updated, 'updated'],
      [result.pruned, 'gone'],
      [result.skipped, 'unchanged or left out'],
    ])
    return told === '' ? 'no agent files here' : `agent files: ${told}`
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
}

/** `svc skills`: the skills found on disk. */
export const skills: Action<{ skills: Skill[]; total: number; offset: number; scopes: Scope[] }> = {
  async run(call) {
    const scopes = readScopes(call)
    const filter = readFilter(call, { ...SKILL_FILTER, ...PAGE })
    const page = await (await call.service()).skills.list({ ...toScopeFilter(scopes), ...filter })
    return { ...page, offset: filter.offset ?? 0, scopes }
  },
  toJson: ({ skills, total }) => ({ skills, total }),
  render: ({ skills, scopes }, screen) =>
    skills.length === 0 ? `no skills in ${nameScopes(scopes)}` : renderSkills(skills, screen),
  footnotes: ({ skills, total, offset }, json) =>
    json ? [] : tellRest(skills.length, total, offset),
}

/** One line a skill (promoted ones starred): name, uses, scope, when it applies. */
export function renderSkills(skills: readonly Skill[], screen: Screen): string[] {
  return renderRows(
    skills,
    [
      ({ name, promoted }) => cutToWidth(`${promoted ? '* ' : ''}${oneLine(name)}`, 32),
      toRight(skills, ({ usageCount }) => `${usageCount}x`),
      ({ scope }) => cutToWidth(nameScope(scope), 14),
    ],
    ({ dormant, trigger }, room) =>
      cutToRoom(`${dormant ? '(dormant) ' : ''}${oneLine(trigger)}`, room, 10),
    screen,
  )
}

/** `svc events`: what the service did, newest first. */
export const events: Action<{ events: ActivityEvent[] }> = {
  async run(call) {
    const { limit } = readFilter(call, { limit: PAGE.limit })
    return { events: await (await call.service()).events(limit) }
  },
  render: ({ events }, screen) =>
    events.length === 0 ? 'nothing yet' : renderEvents(events, screen),
}

/**
 * One line an event, newest first: when, what, where, how much; below it, indented, the memories
 * that it is about, five at most.
 */
export function renderEvents(events: readonly ActivityEvent[], screen: Screen): string[] {
  const scopes = padColumn(events.map(({ scope }) => cutToWidth(nameScope(scope), 20)))
  return events.flatMap((event, row) => {
    const when = screen.styles.dim(formatTime(event.timestamp))
    const cells = [when, padToWidth(event.type, 11), scopes[row] ?? '', describe(event)]
    return [cells.join('  ').trimEnd(), ...renderItems(event.items ?? [], screen, 5)]
  })
}

/** Lists at most `most` memories by change, id and title, and counts the rest. */
export function renderItems(
  items: readonly EventItem[],
  { columns, styles }: Screen,
  most: number,
): string[] {
  const shown = items.slice(0, most)
  const changes = padColumn(shown.map(({ change }) => change))
  const ids = padColumn(shown.map(({ id }) => oneLine(id)))
  const titles = new Map(items.map(({ id, title }) => [id, cutToWidth(oneLine(title), 32)]))
  const lines = shown.map(({ title, into }, row) => {
    const head = `    ${changes[row] ?? ''}  `
    const id = `${ids[row] ?? ''}  `
    const target = into === undefined ? '' : ` → ${titles.get(into) ?? oneLine(into)}`
    const room = columns - widthOf(head + id + target)
    return head + styles.dim(id) + cutToRoom(oneLine(title), room) + styles.dim(target)
  })
  const left = items.length - shown.length
  return left > 0 ? [...lines, `    and ${left} more`] : lines
}

function describe(event: ActivityEvent): string {
  if (event.error !== undefined) return `failed: ${oneLine(event.error)}`
  const countOf = (change: MemoryChange) =>
    event.items?.filter(item => item.change === change).length
  const told = countEach([
    [event.added, 'added'],
    [event.updated, 'updated'],
    [event.merged, 'merged'],
    [event.evicted, 'evicted'],
    [event.skipped, 'skipped'],
    [event.pruned, 'pruned'],
    [countOf('retracted'), 'taken back'],
    [countOf('marked'), 'marked'],
    [countOf('forgotten'), 'forgotten'],
  ])
  return told || 'no change'
}
