import { toTerminal } from '../../text.js'
import type { Memory, MemorySource } from '../../../store/types.js'
import { renderFields } from './fields.js'
import type { Screen } from './screen.js'
import { widthOf } from './width.js'
import { wrapText } from './wrap.js'
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
