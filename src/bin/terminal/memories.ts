import {
  isWaiting,
  markOf,
  partyOf,
  type Memory,
  type MemorySource,
  type Scope,
} from '../../../store/types.js'
import { titleKey, toTerminal } from '../../text.js'
import type { ArchivedMemory, MemoryVersion, RecallContext, RecalledMemory } from '../../types.js'
import {
  columnsFor,
  cutToRoom,
  cutToWidth,
  indentText,
  renderFields,
  renderRows,
  toRight,
  widthOf,
  wrapText,
} from './layout.js'
import type { Screen } from './screen.js'
import { count, formatAge, formatTime, nameScope, nameScopes, oneLine } from './words.js'

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
      ['aliases', memory.aliases.map(oneLine).join('; ') || undefined],
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
  return wrapText(line, columnsFor(columns, indent.length)).map(part => indent + part)
}

/** Tells in one line what a command did to a memory. */
export function renderOutcome(done: string, memory: Memory, screen: Screen): string {
  const name = screen.styles.strong(oneLine(memory.id))
  return `${done} ${name} in ${nameScope(memory.scope)}: ${oneLine(memory.title)}`
}

/** Tells that a memory waits for a person, and what makes it hold; [] for one that does not. */
export function renderWaiting(memory: Memory): string[] {
  if (!isWaiting(memory)) return []
  return [`it waits: svc review accept ${oneLine(memory.id)} has it hold, svc review shows it`]
}

/** Tells that a memory was forgotten as wrong, and the way back. */
export function renderNotLearned({ id, scope }: Memory): string {
  const where = scope.type === 'global' ? 'anywhere' : 'in this project'
  const way = `svc remember, or svc archive restore ${oneLine(id)}, takes that back`
  return `it is wrong, and is not learned again ${where}; ${way}`
}

function describeSource(source: MemorySource): string | undefined {
  const { runtime, host, changedBy, path, session, turn, mergedFrom } = source
  const agent = host === undefined ? 'by an agent' : `by an agent in ${host}`
  const isByAgent = partyOf(source) === 'agent'
  const changer = changedBy === 'agent' ? 'an agent' : `a ${changedBy}`
  const parts = [
    runtime,
    isByAgent ? agent : undefined,
    changedBy === undefined ? undefined : `then changed by ${changer}`,
    path,
    session === undefined ? undefined : `session ${session}`,
    turn === undefined ? undefined : `turn ${turn}`,
    mergedFrom === undefined ? undefined : `merged from ${mergedFrom.join(' ')}`,
    // The maker stands there already.
    isByAgent ? markOf({ waits: source.waits }) : markOf(source),
  ]
  const known = parts.filter(part => part !== undefined).map(part => oneLine(String(part)))
  return known.length === 0 ? undefined : known.join(', ')
}

const LEAST_TAGS = 4

/** One line an item: id, kind, age, scope (where they differ), title, tags. */
export function renderMemoryList(items: readonly Memory[], screen: Screen): string[] {
  const columns = [
    idOf,
    ({ kind }: Memory) => cutToWidth(oneLine(kind), 16),
    toRight(items, ({ updatedAt }) => formatAge(updatedAt, screen.now)),
    ...scopeColumn(items),
  ]
  return renderRows(items, columns, (item, room) => fitTitle(item, room, screen), screen)
}

function idOf({ id }: { id: string }): string {
  return oneLine(id)
}

/** The column of scopes, where they differ. */
function scopeColumn(items: readonly { scope: Scope }[]): ((item: { scope: Scope }) => string)[] {
  const isMixed = new Set(items.map(({ scope }) => `${scope.type}:${scope.id}`)).size > 1
  return isMixed ? [({ scope }) => cutToWidth(nameScope(scope), 14)] : []
}

/** The title first, with whose words it is where that is an agent; tags take what room it leaves. */
function fitTitle(
  { title, tags, pinned, source }: Memory,
  room: number,
  { styles }: Screen,
): string {
  const mark = markOf(source)
  const end = mark === undefined ? '' : ` (${mark})`
  const named = `${pinned ? '* ' : ''}${oneLine(title)}`
  const shown = cutToRoom(named, room - widthOf(end)) + end
  const left = room - widthOf(shown) - 2
  if (left < LEAST_TAGS) return shown
  const tagged = tags.map(tag => `#${oneLine(tag)}`).join(' ')
  return `${shown}  ${styles.dim(cutToWidth(tagged, left))}`
}

/** Explains an empty list: none matches, or `--offset` lies behind the last one. */
export function renderNothing(total: number, none: string): string {
  return total === 0 ? none : `only ${total} there`
}

/** First steps with an empty store; `svc`: the command that starts this program. */
export function renderFirstSteps(where: string, svc: string): string[] {
  return [
    `nothing is stored in ${where} yet; begin with one of`,
    '',
    `  ${svc} remember --title T CONTENT`,
    `  ${svc} import`,
    `  ${svc} install`,
  ]
}

/** One line an archived memory: id, when, scope (where they differ), why, title. */
export function renderArchive(items: readonly ArchivedMemory[], screen: Screen): string[] {
  const ageOf = ({ at }: ArchivedMemory) => formatAge(at, screen.now)
  const columns = [idOf, ageOf, ...scopeColumn(items), toReason]
  return renderRows(items, columns, ({ title }, room) => cutToRoom(oneLine(title), room), screen)
}

function toReason({ reason, supersededBy }: ArchivedMemory): string {
  return supersededBy === undefined ? reason : `${reason} into ${oneLine(supersededBy)}`
}

/** One line an old version: what names it, when it was written, its first changed line or title. */
export function renderVersions(
  id: string,
  versions: readonly MemoryVersion[],
  screen: Screen,
): string[] {
  return renderRows(
    versions,
    [({ version }) => `${oneLine(id)}@${version}`, ({ at }) => formatTime(at)],
    (version, room) => cutToRoom(describeVersion(version), room),
    screen,
  )
}

/** Tells a version from others by what was changed later, if that was only the title or tags. */
function describeVersion({ title, line, bytes, changed }: MemoryVersion): string {
  const later = changed.length === 0 ? '' : ` (changed later: ${changed.map(oneLine).join(', ')})`
  const name = `${oneLine(title)}${later}`
  return line === undefined ? `${name}, ${bytes} bytes` : `${name}: ${oneLine(line)}`
}

/** Options of a rendered recall. */
interface RecallView {
  scopes: readonly Scope[]
  /** With the numbers by which it was decided. */
  isExplained: boolean
}

/** Renders a prompt's memories, and below a line the nearest others. */
export function renderRecall(
  context: RecallContext,
  { scopes, isExplained }: RecallView,
  screen: Screen,
): string | string[] {
  const { items, below } = context
  if (items.length === 0 && below.length === 0) return `nothing in ${nameScopes(scopes)} matches`
  const explain = isExplained ? (item: RecalledMemory) => explainItem(item, screen) : () => []
  const parts = [
    ...items.map(item => [...renderItem(item, screen), ...explain(item)]),
    renderBelow(below, explain, screen),
    isExplained ? [screen.styles.dim(describeCost(context))] : [],
  ].filter(part => part.length > 0)
  return parts.flatMap((part, place) => (place === 0 ? part : ['', ...part]))
}

function renderItem(item: RecalledMemory, screen: Screen): string[] {
  const [best] = item.passages ?? []
  const text = oneLine(best?.content ?? item.content)
  const excerpt = indentText(text, screen, { margin: '  ', most: 2 })
  return [renderHead(item, screen), ...excerpt, ...renderWhy(item, screen)]
}

function renderBelow(
  items: readonly RecalledMemory[],
  explain: (item: RecalledMemory) => string[],
  screen: Screen,
): string[] {
  if (items.length === 0) return []
  const lines = items.flatMap(item => {
    const why = explain(item)
    return [renderHead(item, screen), ...(why.length > 0 ? renderWhy(item, screen) : []), ...why]
  })
  return [screen.styles.dim('below the line, not brought:'), ...lines]
}

function renderHead(item: RecalledMemory, { styles, columns }: Screen): string {
  const id = oneLine(item.id)
  const mark = markOf(item.source)
  const names = [cutToWidth(oneLine(item.kind), 16), cutToWidth(nameScope(item.scope), 20)]
  const place = [...names, ...(mark === undefined ? [] : [mark])].join(', ')
  const [best] = item.passages ?? []
  const name = best?.heading ? `${item.title} › ${best.heading}` : item.title
  const title = cutToWidth(oneLine(name), columns - widthOf(id + place) - 6)
  return `${styles.strong(id)}  ${title}  ${styles.dim(`(${place})`)}`
}

function renderWhy({ reason }: RecalledMemory, screen: Screen): string[] {
  return dimmed(`why: ${oneLine(reason)}`, screen)
}

/** Probability and signals, by the names that the API has for them. */
function explainItem({ probability, signals, prior }: RecalledMemory, screen: Screen): string[] {
  if (probability === undefined || signals === undefined) return []
  const values = Object.entries<number>({ ...signals, ...(prior !== undefined && { prior }) })
  const named = values.map(([name, value]) => `${name} ${Number(value.toFixed(2))}`)
  return dimmed(`${inPercent(probability)} likely: ${named.join(', ')}`, screen)
}

function dimmed(text: string, { columns, styles }: Screen): string[] {
  return wrapText(text, columnsFor(columns, 2)).map(line => `  ${styles.dim(line)}`)
}

function describeCost({ chars, tokens }: RecallContext): string {
  return `${count(chars, 'character')}, about ${count(tokens, 'token')}`
}

function inPercent(share: number): string {
  return `${Math.round(100 * share)} %`
}

/** The title, or the content where that is the title and some words before it: “We …”, “The …”. */
export function toHeading({ title, content }: Memory): string {
  const isIn = titleKey(content)
    .replace(END, '')
    .endsWith(` ${titleKey(title).replace(END, '')}`)
  return isIn && content.length <= title.length + MOST_BEFORE ? content.replace(END, '') : title
}

const END = /[.。]$/
/** Characters of content that a title leaves out and that do not make it something else. */
const MOST_BEFORE = 20

/** The content without the heading, with which many a one begins. */
export function toBody(memory: Memory): string {
  const [first = '', ...rest] = memory.content.split('\n')
  const [said, named] = [first, toHeading(memory)].map(text => titleKey(text).replace(END, ''))
  return said === named ? rest.join('\n').trim() : memory.content
}
