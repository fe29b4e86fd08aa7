import type { Memory, MemorySource, Scope } from '../../../store/types.js'
import { partyOf } from '../../memories/saver.js'
import { toTerminal } from '../../text.js'
import type { AliasFill, MemoryVersion, ArchivedMemory } from '../../types.js'
import {
  cutToRoom,
  cutToWidth,
  padColumn,
  renderFields,
  renderRows,
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
  return wrapText(line, columns - indent.length).map(part => indent + part)
}

/** Tells in one line what a command did to a memory. */
export function renderOutcome(done: string, memory: Memory, screen: Screen): string {
  const name = screen.styles.strong(oneLine(memory.id))
  return `${done} ${name} in ${nameScope(memory.scope)}: ${oneLine(memory.title)}`
}

/** Tells that a memory was forgotten as wrong, and the way back. */
export function renderNotLearned({ id, scope }: Memory): string {
  const where = scope.type === 'global' ? 'anywhere' : 'in this project'
  const way = `svc remember, or svc archive restore ${oneLine(id)}, takes that back`
  return `it is wrong, and is not learned again ${where}; ${way}`
}

function describeSource(source: MemorySource): string | undefined {
  const parts = [
    source.runtime,
    partyOf(source) === 'agent' ? describeAgent(source) : undefined,
    source.changedBy === undefined ? undefined : `then changed by ${nameParty(source.changedBy)}`,
    source.path,
    source.session === undefined ? undefined : `session ${source.session}`,
    source.turn === undefined ? undefined : `turn ${source.turn}`,
    source.mergedFrom === undefined ? undefined : `merged from ${source.mergedFrom.join(' ')}`,
  ]
  const known = parts.filter(part => part !== undefined).map(part => oneLine(String(part)))
  return known.length === 0 ? undefined : known.join(', ')
}

function describeAgent({ host }: MemorySource): string {
  return host === undefined ? 'by an agent' : `by an agent in ${host}`
}

function nameParty(party: string): string {
  return party === 'agent' ? 'an agent' : `a ${party}`
}

const LEAST_TAGS = 4

/** One line an item: id, kind, age, scope (where they differ), title, tags. */
export function renderMemoryList(items: readonly Memory[], screen: Screen): string[] {
  const ages = items.map(item => formatAge(item.updatedAt, screen.now))
  const columns = [
    padColumn(items.map(item => oneLine(item.id))),
    padColumn(items.map(item => cutToWidth(oneLine(item.kind), 16))),
    padColumn(ages, 'start'),
    ...scopeColumn(items),
  ]
  return renderRows(columns, items, (item, room) => fitTitle(item, room, screen), screen)
}

/** The scopes as a column, where they differ. */
function scopeColumn(items: readonly { scope: Scope }[]): string[][] {
  const isMixed = new Set(items.map(({ scope }) => `${scope.type}:${scope.id}`)).size > 1
  return isMixed ? [padColumn(items.map(({ scope }) => cutToWidth(nameScope(scope), 14)))] : []
}

/** The title first; tags take what room it leaves. */
function fitTitle({ title, tags, pinned }: Memory, room: number, { styles }: Screen): string {
  const named = `${pinned ? '* ' : ''}${oneLine(title)}`
  const shown = cutToRoom(named, room)
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

const TITLE_COLUMNS = 28

/** One line a memory that got aliases: id, title, aliases; of a dry run what would be asked. */
export function renderAliases(
  { asked, left, items, plan }: AliasFill,
  scopes: readonly Scope[],
  screen: Screen,
): string | string[] {
  if (left === 0 && items.length === 0) return `no memory of ${nameScopes(scopes)} lacks aliases`
  if (plan !== undefined) return describePlan(plan)
  if (items.length === 0) return `asked about ${count(asked, 'memory', 'memories')}, got no aliases`
  const columns = [
    padColumn(items.map(({ id }) => oneLine(id))),
    padColumn(items.map(({ title }) => cutToWidth(oneLine(title), TITLE_COLUMNS))),
  ]
  const rest = ({ aliases }: { aliases: string[] }, room: number) =>
    cutToRoom(aliases.map(oneLine).join('; '), room)
  return renderRows(columns, items, rest, screen)
}

function describePlan({ memories, requests, tokens }: NonNullable<AliasFill['plan']>): string {
  const asked = `${count(memories, 'memory', 'memories')} in ${count(requests, 'request')}`
  return `would ask about ${asked}, about ${tokens} tokens; nothing was sent`
}

/** Tells how many are left without aliases, and why it ended early; [] if all have some. */
export function tellBare({ left, error, plan }: AliasFill): string[] {
  const rest = `${count(left, 'memory', 'memories')} without aliases`
  if (error !== undefined) return [`svc: ${oneLine(error)}; ${rest} left, svc aliases goes on`]
  return left === 0 || plan !== undefined ? [] : [`${rest} left`]
}

/** One line an archived memory: id, when, scope (where they differ), why, title. */
export function renderArchive(items: readonly ArchivedMemory[], screen: Screen): string[] {
  const columns = [
    padColumn(items.map(({ id }) => oneLine(id))),
    padColumn(items.map(({ at }) => formatAge(at, screen.now))),
    ...scopeColumn(items),
    padColumn(items.map(toReason)),
  ]
  return renderRows(columns, items, ({ title }, room) => cutToRoom(oneLine(title), room), screen)
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
  const columns = [
    padColumn(versions.map(({ version }) => `${oneLine(id)}@${version}`)),
    padColumn(versions.map(({ at }) => formatTime(at))),
  ]
  const rest = (version: MemoryVersion, room: number) => cutToRoom(describeVersion(version), room)
  return renderRows(columns, versions, rest, screen)
}

/** Tells a version from others by what was changed later, if that was only the title or tags. */
function describeVersion({ title, line, bytes, changed }: MemoryVersion): string {
  const later = changed.length === 0 ? '' : ` (changed later: ${changed.map(oneLine).join(', ')})`
  const name = `${oneLine(title)}${later}`
  return line === undefined ? `${name}, ${bytes} bytes` : `${name}: ${oneLine(line)}`
}
