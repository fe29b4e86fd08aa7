import type { Memory } from '../../../store/types.js'
import { SHOWN_SESSION_CHARS } from '../../past/session.js'
import type { FoundTurn, SearchAnswer } from '../../past/types.js'
import { columnsFor, cutToWidth, indentText, widthOf } from './layout.js'
import type { Screen } from './screen.js'
import { nameScope, oneLine } from './words.js'

/** Renders what a search found: memories, then turns of past sessions. */
export function renderSearch({ memories, sessions }: SearchAnswer, screen: Screen): string[] {
  const groups = [
    ['memories', memories.flatMap(memory => renderMemory(memory, screen))],
    ['past sessions', sessions.flatMap(turn => renderTurn(turn, screen))],
  ] as const
  const told = groups.filter(([, lines]) => lines.length > 0)
  return told.flatMap(([name, lines], place) => [
    ...(place === 0 ? [] : ['']),
    screen.styles.dim(name),
    ...lines,
  ])
}

function renderMemory(memory: Memory, screen: Screen): string[] {
  const place = `(${oneLine(memory.kind)}, ${cutToWidth(nameScope(memory.scope), 20)})`
  const id = oneLine(memory.id)
  const title = cutToWidth(
    oneLine(memory.title),
    columnsFor(screen.columns, widthOf(id + place) + 4),
  )
  const text = indentText(oneLine(memory.content), screen, { margin: '  ', most: 2 })
  return [`${screen.styles.strong(id)}  ${title}  ${screen.styles.dim(place)}`, ...text]
}

const DAY_CHARS = 10

/** Day, host, session and number of a turn, then prompt, answer, and what came of it. */
function renderTurn(turn: FoundTurn, screen: Screen): string[] {
  const { styles } = screen
  const session = oneLine(turn.session).slice(0, SHOWN_SESSION_CHARS)
  const place = [turn.host, projectOf(turn.key), `${session} turn ${turn.turn}`]
  const head = `${turn.at.slice(0, DAY_CHARS)}  ${place
    .filter(Boolean)
    .map(each => oneLine(each!))
    .join('  ')}`
  const indent = (text: string, most: number) =>
    text === '' ? [] : indentText(oneLine(text), screen, { margin: '  ', most })
  return [
    styles.strong(cutToWidth(head, screen.columns)),
    cutToWidth(`  > ${oneLine(turn.title)}`, columnsFor(screen.columns)),
    ...indent(turn.passage, 3),
    ...indent(turn.outcome === undefined ? '' : `→ ${turn.outcome}`, 2).map(line =>
      styles.dim(line),
    ),
  ]
}

/** The project of a key as its folder is called; the end of a key tells two of a name apart. */
function projectOf(key: string): string {
  return key.replace(/-[0-9a-z]{8,10}$/, '')
}
