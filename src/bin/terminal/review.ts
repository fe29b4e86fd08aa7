import type { Memory } from '../../../store/types.js'
import { toTerminal } from '../../text.js'
import type { Review, ReviewItem, ReviewOutcome } from '../../types.js'
import { cutToRoom, padColumn, renderRows, wrapText } from './layout.js'
import { renderOutcome } from './memories.js'
import { describeUnused } from './scopes.js'
import type { Screen } from './screen.js'
import { count, countEach, formatAge, formatTime, nameScope, oneLine } from './words.js'

const INDENT = '    '
/** Lines that a list on a terminal shows of a content and of what was said. */
const LIST_LINES = 2
/** Lines of a content that are shown elsewhere. */
const VIEW_LINES = 12

/** Names the change of a memory in a word: the way it was learned, or an open decision. */
function nameChange({ change, marked, secrets }: ReviewItem): string {
  if (change !== undefined) return change === 'retracted' ? 'taken back' : change
  return marked || secrets.length === 0 ? 'to decide' : 'secret?'
}

/** One line a memory, what it says and the words that it came from below it. */
export function renderReview({ items }: Review, screen: Screen): string[] {
  const columns = [
    padColumn(items.map(({ id }) => oneLine(id))),
    padColumn(items.map(nameChange)),
    padColumn(items.map(({ memory }) => oneLine(memory.kind))),
    padColumn(items.map(({ at }) => formatAge(at, screen.now))),
    padColumn(items.map(({ memory }) => nameScope(memory.scope))),
  ]
  const rest = ({ memory }: ReviewItem, room: number) => cutToRoom(oneLine(memory.title), room)
  const heads = renderRows(columns, items, rest, screen)
  return items.flatMap((item, row) => [heads[row] ?? '', ...renderBelow(item, screen)])
}

function renderBelow(item: ReviewItem, screen: Screen): string[] {
  const { dim, warn } = screen.styles
  const most = screen.columns === Infinity ? VIEW_LINES : LIST_LINES
  const said = item.words.map(({ said }) => `said: “${oneLine(said)}”`)
  return [
    ...indent(oneLine(item.memory.content), screen, most),
    ...said.flatMap(words => indent(words, screen, most).map(dim)),
    ...tellOpen(item).flatMap(line => indent(line, screen, most).map(warn)),
  ]
}

/** Tells the open questions of a memory, beside whether it is right. */
function tellOpen({ id, memory, marked, contradicts, secrets }: ReviewItem): string[] {
  const others = contradicts.map(
    other => `contradicts ${other.id} ${oneLine(other.title)}: ${oneLine(other.content)}`,
  )
  const unnamed = marked && others.length === 0 ? ['is marked needs-review'] : []
  const found = secrets.length === 0 ? [] : [`may hold a secret: ${secrets.join(', ')}`]
  const gone = memory.id === id ? [] : [`was merged into ${memory.id} since`]
  return [...others, ...unnamed, ...found, ...gone]
}

/** One memory in full: what it says, what it said before, and the words that it came from. */
export function renderReviewItem(
  item: ReviewItem,
  place: { number: number; total: number },
  screen: Screen,
): string[] {
  const { memory, words, before, at } = item
  const { strong, dim, warn } = screen.styles
  const title = wrapText(oneLine(memory.title), screen.columns).map(strong)
  const facts = [nameChange(item), oneLine(memory.kind), nameScope(memory.scope), formatTime(at)]
  const named = [`${place.number} of ${place.total}`, oneLine(item.id), ...facts].join('  ')
  return [
    ...['', dim(cutToRoom(named, screen.columns)), ...title],
    ...indentLines(memory.content, screen),
    ...(before === undefined
      ? []
      : ['before:', ...indentLines(tellBefore(before, memory), screen)]),
    ...words.flatMap(({ said, turn }) => [
      dim(`from turn ${turn} of a session:`),
      ...indent(`“${oneLine(said)}”`, screen, VIEW_LINES),
    ]),
    ...tellOpen(item).flatMap(line => wrapText(line, screen.columns).map(warn)),
    '',
  ]
}

/** The text of a memory before its change, with its title and kind if those were others. */
function tellBefore(before: NonNullable<ReviewItem['before']>, now: Memory): string {
  const title = before.title === now.title ? '' : `${before.title}\n`
  const kind = before.kind === now.kind ? '' : `[${before.kind}] `
  return `${title}${kind}${before.content}`
}

function indent(line: string, screen: Screen, most: number): string[] {
  return wrapText(line, screen.columns - INDENT.length, most).map(part => INDENT + part)
}

/** The lines of a text, broken between words; what is beyond the first ones is counted. */
function indentLines(text: string, screen: Screen): string[] {
  const lines = toTerminal(text)
    .trimEnd()
    .split('\n')
    .flatMap(line => indent(line, screen, Infinity))
  const left = lines.length - VIEW_LINES
  return left > 1 ? [...lines.slice(0, VIEW_LINES), `${INDENT}and ${left} more lines`] : lines
}

const UNDO = { forget: 'forget it', revert: 'as before', restore: 'bring it back' } as const

/** The keys that there are for a memory, in one line. */
export function renderKeys(item: ReviewItem): string {
  const undo = item.undo === undefined ? [] : [`u undo (${UNDO[item.undo]})`]
  const edit = item.undo === 'restore' ? [] : ['e edit']
  return ['a accept', ...edit, ...undo, 's skip', 'q quit', '? help'].join('  ') + ' '
}

/** Explains the keys. */
export function renderKeyHelp(): string[] {
  return [
    'a  accept: it is right as it stands, and is not shown again; a mark is taken off',
    'e  edit: opens $VISUAL or $EDITOR; what you save counts as accepted',
    'u  undo: what was added is forgotten, and not learned again from the same words;',
    '   what was changed is as it was before; what was taken back is there again.',
    '   svc archive restore ID brings back what an undo took away',
    's  skip: it is shown the next time too',
    'q  quit: what is left is shown the next time',
  ]
}

/** Lists the accepted and the undone memories, one line each. */
export function renderSettled({ accepted, undone }: ReviewOutcome, screen: Screen): string[] {
  return [
    ...accepted.map(memory => renderOutcome('accepted', memory, screen)),
    ...undone.map(memory => renderOutcome('undid', memory, screen)),
  ]
}

/** Sums a look up: `2 accepted, 1 undone, 3 left`. */
export function renderTally(tally: { accepted: number; undone: number; left: number }): string {
  return countEach([
    [tally.accepted, 'accepted'],
    [tally.undone, 'undone'],
    [tally.left, 'left for the next time'],
  ])
}

/** Tells how to accept or undo without a terminal. */
export function tellDecisions({ items }: Review): string[] {
  if (items.length === 0) return []
  return ['svc review accept ID...|all keeps them, svc review undo ID... takes them back']
}

/** Lists the rest that waits for a person, one line each: elsewhere, and what is not read. */
export function tellRest({ elsewhere, problems, untrusted }: Review): string[] {
  return [
    ...tellElsewhere(elsewhere),
    ...problems.map(({ path, message }) => `not read: ${oneLine(path)} ${oneLine(message)}`),
    ...untrusted.map(unused => `not used: ${oneLine(unused.path)}: ${describeUnused(unused)}`),
  ]
}

function tellElsewhere(elsewhere: Review['elsewhere']): string[] {
  return elsewhere.map(({ scope, count: waiting }) => {
    const key = scope.type === 'global' ? 'global' : `project:${oneLine(scope.id)}`
    const memories = count(waiting, 'memory waits', 'memories wait')
    return `${memories} elsewhere: svc review --scope ${key}`
  })
}
