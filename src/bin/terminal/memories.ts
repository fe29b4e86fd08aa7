import type { Memory, MemorySource, Skill, ActivityEvent } from '../../../store/types.js'
import { toTerminal } from '../../text.js'
import type { RecalledMemory, MemoryVersion, ArchivedMemory } from '../../types.js'
import { renderFields, widthOf, wrapText, cutToWidth, padToWidth, widestOf } from './layout.js'
import type { Screen } from './screen.js'
import { formatAge, formatTime, nameScope, oneLine } from './words.js'

/** One memory in full: title, fields, content. */
export function renderMemory(memory: Memory, screen: Screen): string[] {
  const title = wrapText(oneLine(memory.title), screen.columns).map(screen.styles.strong)
  const fields = renderFields(
    [
      ['id', oneLine(memory.id)],
      ['kind', oneLine(memory.kind)],
      ['scope', memory.scope.type === 'global' ? 'global' : oneLine(memory.scope.id)],
      ['other titles', memory.otherTitles?.map(oneLine).join(', ')],
      ['tags', memory.tags.length === 0 ? undefined : memory.tags.map(oneLine).join(', ')],
      ['source', describeSource(memory.source)],
      ['created', formatTime(memory.createdAt)],
      ['updated', `${formatTime(memory.updatedAt)} (${formatAge(memory.updatedAt, screen.now)})`],
      ['uses', memory.uses],
      ['pinned', memory.pinned ? 'yes' : undefined],
    ],
    screen.styles,
  )
  return [...title, '', ...fields, '', ...renderContent(memory.content, screen.columns)]
}

/** On a terminal long lines are broken between words; elsewhere the content is as it is. */
function renderContent(content: string, columns: number): string[] {
  const lines = toTerminal(content).trimEnd().split('\n')
  return lines.flatMap(line => (widthOf(line) <= columns ? [line] : wrapLine(line, columns)))
}

function wrapLine(line: string, columns: number): string[] {
  const indent = /^[ \t]{0,20}/.exec(line)?.[0] ?? ''
  return wrapText(line, columns - indent.length).map(part => indent + part)
}

/** What a command did to a memory, in one line. */
export function renderOutcome(done: string, memory: Memory, screen: Screen): string {
  const name = screen.styles.strong(oneLine(memory.id))
  return `${done} ${name} in ${nameScope(memory.scope)}: ${oneLine(memory.title)}`
}

function describeSource(source: MemorySource): string | undefined {
  const parts = [
    source.runtime,
    source.path,
    source.session === undefined ? undefined : `session ${source.session}`,
    source.turn === undefined ? undefined : `turn ${source.turn}`,
    source.mergedFrom === undefined ? undefined : `merged from ${source.mergedFrom.join(' ')}`,
  ]
  const known = parts.filter(part => part !== undefined).map(part => oneLine(String(part)))
  return known.length === 0 ? undefined : known.join(', ')
}

const GAP = '  '
const LEAST_TITLE = 12
const LEAST_TAGS = 4

/** One line an item: id, kind, age, scope (where they differ), title, tags. */
export function renderMemoryList(items: readonly Memory[], screen: Screen): string[] {
  const scopes = items.map(item => nameScope(item.scope))
  const mixed = new Set(items.map(item => `${item.scope.type}:${item.scope.id}`)).size > 1
  const columns = [
    column(items.map(item => oneLine(item.id))),
    column(items.map(item => cutToWidth(oneLine(item.kind), 16))),
    column(
      items.map(item => formatAge(item.updatedAt, screen.now)),
      'start',
    ),
    ...(mixed ? [column(scopes.map(scope => cutToWidth(scope, 14)))] : []),
  ]
  return items.map((item, row) => {
    const [id = '', ...rest] = columns.map(cells => cells[row] ?? '')
    const used = [id, ...rest].reduce((sum, cell) => sum + widthOf(cell) + GAP.length, 0)
    const [title, tags] = fitTitle(item, screen.columns - used)
    const cells = [screen.styles.strong(id), ...rest, title, screen.styles.dim(tags)]
    return cells.join(GAP).trimEnd()
  })
}

function column(cells: string[], side: 'end' | 'start' = 'end'): string[] {
  const widest = widestOf(cells)
  return cells.map(cell => padToWidth(cell, widest, side === 'start' ? 'start' : 'end'))
}

/** The title first; tags take what room it leaves. */
function fitTitle(item: Memory, room: number): [string, string] {
  const mark = item.pinned ? '* ' : ''
  const title = cutToWidth(mark + oneLine(item.title), Math.max(LEAST_TITLE, room))
  const tags = item.tags.map(tag => `#${oneLine(tag)}`).join(' ')
  const left = room - widthOf(title) - GAP.length
  return [title, left < LEAST_TAGS ? '' : cutToWidth(tags, left)]
}

const EXCERPT_LINES = 2

/** Recalled memories, best first: a heading, the beginning of the content and the reason for each. */
export function renderRecall(items: readonly RecalledMemory[], screen: Screen): string[] {
  return items.flatMap((item, place) => [...(place === 0 ? [] : ['']), ...renderItem(item, screen)])
}

function renderItem(item: RecalledMemory, screen: Screen): string[] {
  const { styles } = screen
  const id = oneLine(item.id)
  const kind = cutToWidth(oneLine(item.kind), 16)
  const place = `${kind}, ${cutToWidth(nameScope(item.scope), 20)}`
  const title = cutToWidth(oneLine(item.title), screen.columns - widthOf(id + place) - 6)
  const excerpt = wrapText(oneLine(item.content), screen.columns - 2, EXCERPT_LINES)
  return [
    `${styles.strong(id)}  ${title}  ${styles.dim(`(${place})`)}`,
    ...excerpt.map(line => `  ${line}`),
    ...wrapText(`why: ${oneLine(item.reason)}`, screen.columns - 2).map(
      line => `  ${styles.dim(line)}`,
    ),
  ]
}

const LEAST_TEXT = 12

/** One line an old version: what names it, when it was written, its first changed line or title. */
export function renderVersions(
  id: string,
  versions: readonly MemoryVersion[],
  screen: Screen,
): string[] {
  const names = versions.map(({ version }) => `${oneLine(id)}@${version}`)
  const widest = widestOf(names)
  return versions.map((version, row) => {
    const name = padToWidth(names[row] ?? '', widest)
    const time = formatTime(version.at)
    const used = widthOf(name) + widthOf(time) + 2 * GAP.length
    const text = cutToWidth(textOf(version), Math.max(LEAST_TEXT, screen.columns - used))
    return [screen.styles.strong(name), time, text].join(GAP).trimEnd()
  })
}

/** Where only the title or tags were changed later, that is what tells a version from others. */
function textOf({ title, line, bytes, changed }: MemoryVersion): string {
  const later = changed.length === 0 ? '' : ` (changed later: ${changed.map(oneLine).join(', ')})`
  const name = `${oneLine(title)}${later}`
  return line === undefined ? `${name}, ${bytes} bytes` : `${name}: ${oneLine(line)}`
}

/** One line a skill (promoted ones starred): name, uses, scope, when it applies. */
export function renderSkills(skills: readonly Skill[], screen: Screen): string[] {
  const names = skills.map(skill => `${skill.promoted ? '* ' : ''}${oneLine(skill.name)}`)
  const shown = names.map(name => cutToWidth(name, 32))
  const scopes = skills.map(skill => cutToWidth(nameScope(skill.scope), 14))
  const uses = skills.map(skill => `${skill.usageCount}x`)
  const widths = [shown, uses, scopes].map(widestOf) as [number, number, number]
  const room = screen.columns - widths[0] - widths[1] - widths[2] - 6
  return skills.map((skill, row) => {
    const trigger = `${skill.dormant ? '(dormant) ' : ''}${oneLine(skill.trigger)}`
    return [
      screen.styles.strong(padToWidth(shown[row] ?? '', widths[0])),
      padToWidth(uses[row] ?? '', widths[1], 'start'),
      padToWidth(scopes[row] ?? '', widths[2]),
      cutToWidth(trigger, Math.max(10, room)),
    ].join('  ')
  })
}

/** One line an event, newest first: when, what, where, how much. */
export function renderEvents(events: readonly ActivityEvent[], screen: Screen): string[] {
  const names = events.map(event => cutToWidth(nameScope(event.scope), 20))
  const widest = widestOf(names)
  return events.map((event, row) => {
    const when = screen.styles.dim(formatTime(event.timestamp))
    const scope = padToWidth(names[row] ?? '', widest)
    return `${when}  ${padToWidth(event.type, 11)}  ${scope}  ${describe(event)}`.trimEnd()
  })
}

function describe(event: ActivityEvent): string {
  if (event.error !== undefined) return `failed: ${oneLine(event.error)}`
  const counts = [
    [event.added, 'added'],
    [event.updated, 'updated'],
    [event.merged, 'merged'],
    [event.evicted, 'evicted'],
    [event.skipped, 'skipped'],
    [event.pruned, 'pruned'],
  ] as const
  const told = counts.filter(([number]) => number !== undefined && number > 0)
  return told.map(([number, what]) => `${number} ${what}`).join(', ') || 'no change'
}

/** One line an archived memory: id, when, scope (where they differ), why, title. */
export function renderArchive(items: readonly ArchivedMemory[], screen: Screen): string[] {
  const isMixed = new Set(items.map(({ scope }) => `${scope.type}:${scope.id}`)).size > 1
  const columns = [
    toColumn(items.map(({ id }) => oneLine(id))),
    toColumn(items.map(({ at }) => formatAge(at, screen.now))),
    ...(isMixed ? [toColumn(items.map(({ scope }) => cutToWidth(nameScope(scope), 14)))] : []),
    toColumn(items.map(toReason)),
  ]
  return items.map((item, row) => {
    const [id = '', ...rest] = columns.map(cells => cells[row] ?? '')
    const used = [id, ...rest].reduce((sum, cell) => sum + widthOf(cell) + GAP.length, 0)
    const title = cutToWidth(oneLine(item.title), Math.max(LEAST_TITLE, screen.columns - used))
    return [screen.styles.strong(id), ...rest, title].join(GAP).trimEnd()
  })
}

function toReason({ reason, supersededBy }: ArchivedMemory): string {
  return supersededBy === undefined ? reason : `${reason} into ${oneLine(supersededBy)}`
}

function toColumn(cells: string[]): string[] {
  const widest = widestOf(cells)
  return cells.map(cell => padToWidth(cell, widest))
}
