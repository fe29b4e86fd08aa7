import type { ActivityEvent, EventItem, MemoryChange, Scope, Skill } from '../../../store/types.js'
import type { ServiceStatus } from '../../api.js'
import type { ConsolidateResult, ImportResult, ReflectResult } from '../../types.js'
import {
  cutToRoom,
  cutToWidth,
  padColumn,
  padToWidth,
  renderFields,
  renderRows,
  widthOf,
} from './layout.js'
import { describeLost, describeUnused } from './scopes.js'
import type { Screen } from './screen.js'
import { count, countEach, formatTime, nameScope, oneLine } from './words.js'

/** The store, what it holds, what is queued, and what a person should look at. */
export function renderStatus(status: ServiceStatus, { styles }: Screen): string[] {
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

/** Counts the outcomes of a project's agent files. */
export function renderImport(result: ImportResult): string {
  if (result.alreadyImported) return 'already imported; --force imports again'
  const told = countEach([
    [result.imported, 'imported'],
    [result.updated, 'updated'],
    [result.pruned, 'gone'],
    [result.skipped, 'unchanged or left out'],
  ])
  return told === '' ? 'no agent files here' : `agent files: ${told}`
}

/** Tells the outcome of a reflection of a scope, and what is left of its queue. */
export function renderReflection(scope: Scope, result: ReflectResult): string {
  const { batches, added, updated, failed, waiting } = result
  const why = failed + waiting > 0 ? '; svc doctor tells why' : ''
  const left = `${tellBatches(failed, 'failed, still queued')}${tellBatches(waiting, 'must wait')}`
  const done = `${countBatches(batches)} distilled, ${added} added, ${updated} updated`
  return `${nameScope(scope)}: ${done}${left}${why}`
}

function tellBatches(batches: number, what: string): string {
  return batches === 0 ? '' : `; ${countBatches(batches)} ${what}`
}

function countBatches(batches: number): string {
  return count(batches, 'batch', 'batches')
}

/** Memories that are shown below what a consolidation did; `--json` has them all. */
const CHANGES_SHOWN = 200

/** Tells the outcome of a consolidation, made or planned: counts, then each memory's change. */
export function renderConsolidation(
  scope: Scope,
  { before, after, merged, evicted, items, dryRun }: ConsolidateResult,
  screen: Screen,
): string[] {
  const what = `${merged} merged, ${evicted} archived`
  const counts = `${nameScope(scope)}: ${before} before, ${after} after, ${what}`
  const line = dryRun ? `${counts}; nothing was written` : counts
  return [line, ...renderItems(items, screen, CHANGES_SHOWN)]
}

/** Counts the batches that wait for the next consolidation of a scope. */
export function renderBacklog(scope: Scope, { replaySize }: { replaySize: number }): string {
  const batches = countBatches(replaySize)
  return `${batches} queued for the next consolidation of ${nameScope(scope)}`
}

/** One line a skill (promoted ones starred): name, uses, scope, when it applies. */
export function renderSkills(skills: readonly Skill[], screen: Screen): string[] {
  const names = skills.map(({ name, promoted }) => `${promoted ? '* ' : ''}${oneLine(name)}`)
  const uses = skills.map(({ usageCount }) => `${usageCount}x`)
  const columns = [
    padColumn(names.map(name => cutToWidth(name, 32))),
    padColumn(uses, 'start'),
    padColumn(skills.map(({ scope }) => cutToWidth(nameScope(scope), 14))),
  ]
  return renderRows(columns, skills, (skill, room) => cutToRoom(triggerOf(skill), room, 10), screen)
}

function triggerOf({ dormant, trigger }: Skill): string {
  return `${dormant ? '(dormant) ' : ''}${oneLine(trigger)}`
}

/** Memories that are shown below an event. */
const ITEMS_SHOWN = 5
/** Width of the title of a memory that another one went into. */
const TARGET_COLUMNS = 32

/**
 * One line an event, newest first: when, what, where, how much; below it, indented, the memories
 * that it is about, five at most.
 */
export function renderEvents(events: readonly ActivityEvent[], screen: Screen): string[] {
  const scopes = padColumn(events.map(({ scope }) => cutToWidth(nameScope(scope), 20)))
  return events.flatMap((event, row) => {
    const when = screen.styles.dim(formatTime(event.timestamp))
    const cells = [when, padToWidth(event.type, 11), scopes[row] ?? '', describe(event)]
    return [cells.join('  ').trimEnd(), ...renderItems(event.items ?? [], screen)]
  })
}

/** Lists memories by change, id and title, and counts the rest. */
function renderItems(
  items: readonly EventItem[],
  { columns, styles }: Screen,
  most = ITEMS_SHOWN,
): string[] {
  const shown = items.slice(0, most)
  const changes = padColumn(shown.map(({ change }) => change))
  const ids = padColumn(shown.map(({ id }) => oneLine(id)))
  const titles = new Map(
    items.map(({ id, title }) => [id, cutToWidth(oneLine(title), TARGET_COLUMNS)]),
  )
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
