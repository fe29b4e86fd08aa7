import { SvcError } from '../../../store/errors.js'
import {
  isWaiting,
  markOf,
  type Memory,
  type Scope,
  type ScopeFilter,
} from '../../../store/types.js'
import type { Service } from '../../api.js'
import { toTerminal } from '../../text.js'
import type { Review, ReviewItem, ReviewOutcome } from '../../types.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { readScope, readScopes, toScopeFilter } from '../cli/flags.js'
import { openKeys, type Keys } from '../terminal/asker.js'
import { cutToRoom, indentText, renderRows, wrapText } from '../terminal/layout.js'
import { renderOutcome, toBody, toHeading } from '../terminal/memories.js'
import type { Screen } from '../terminal/screen.js'
import {
  count,
  countEach,
  describeUnused,
  formatAge,
  formatTime,
  nameScope,
  nameScopes,
  oneLine,
} from '../terminal/words.js'
import { editByHand } from './edit.js'
import { listGroups, pickGroup, renderGroup, renderGroupKeys } from './proposals.js'

/**
 * `svc review`: what was learned since the last look, one memory at a time on a terminal, else as a
 * list; `svc review accept|undo ID...` decides without asking. Throws UsageError.
 */
export function chooseReviewAction(call: Call): Action {
  const [word, ...ids] = call.operands
  if (word === undefined) return isAsked(call) ? walk : list
  if (word !== 'accept' && word !== 'undo') {
    throw new UsageError(`unexpected argument ${word}`, call.command)
  }
  if (ids.length === 0) throw new UsageError('ID is missing', call.command)
  return settle(word, ids)
}

/** With `--all` there is nothing to ask about most of it. */
function isAsked(call: Call): boolean {
  const { stdin, stdout, stderr } = process
  const isTerminal = stdin.isTTY && stdout.isTTY && stderr.isTTY
  return isTerminal && !call.on('json') && !call.on('all')
}

const list: Action<Review & { scopes: Scope[] }> = {
  async run(call) {
    const scopes = readScopes(call)
    const filter = { ...toScopeFilter(scopes), all: call.on('all') }
    return { ...(await (await call.service()).review.list(filter)), scopes }
  },
  toJson: ({ scopes: _, ...review }) => review,
  render: (review, screen) =>
    review.items.length === 0 ? tellNothing(review.scopes) : renderReview(review, screen),
  footnotes: (review, json) => (json ? [] : [...tellDecisions(review), ...tellRest(review)]),
}

function tellNothing(scopes: readonly Scope[]): string {
  return `nothing to review in ${nameScopes(scopes)}`
}

/** Lines that a list on a terminal shows of a content and of what was said. */
const LIST_LINES = 2
/** Lines of a content that are shown elsewhere. */
const VIEW_LINES = 12

/** One line a memory, what it says and the words that it came from below it. */
export function renderReview({ items }: Review, screen: Screen): string[] {
  const heads = renderRows(
    items,
    [
      ({ id }) => oneLine(id),
      nameChange,
      ({ memory }) => oneLine(memory.kind),
      ({ at }) => formatAge(at, screen.now),
      ({ memory }) => nameScope(memory.scope),
    ],
    ({ memory }, room) => cutToRoom(oneLine(toHeading(memory)), room),
    screen,
  )
  return items.flatMap((item, row) => [heads[row] ?? '', ...renderBelow(item, screen)])
}

function renderBelow(item: ReviewItem, screen: Screen): string[] {
  const { dim, warn } = screen.styles
  const most = { most: screen.columns === Infinity ? VIEW_LINES : LIST_LINES }
  const said = item.words.map(({ said }) => `said: “${oneLine(said)}”`)
  const commit = nameCommit(item.memory)
  return [
    ...indentText(toBody(item.memory).split(/\n+/).map(oneLine).join(' · '), screen, most),
    ...commit.flatMap(line => indentText(line, screen, most).map(dim)),
    ...said.flatMap(words => indentText(words, screen, most).map(dim)),
    ...tellOpen(item).flatMap(line => indentText(line, screen, most).map(warn)),
  ]
}

/** Names the commit that a memory was learned from: its title is that one's subject. */
function nameCommit({ source: { commit }, createdAt }: Memory): string[] {
  if (typeof commit !== 'string') return []
  return [`from commit ${oneLine(commit).slice(0, 8)} of ${createdAt.slice(0, 10)}`]
}

/** Tells the open questions of a memory, beside whether it is right. */
function tellOpen({ id, memory, marked, contradicts, secrets }: ReviewItem): string[] {
  // Its head tells already that it waits.
  const { waits: _, ...source } = memory.source
  const mark = markOf(source)
  const others = contradicts.map(
    other => `contradicts ${other.id} ${oneLine(other.title)}: ${oneLine(other.content)}`,
  )
  const unnamed = marked && others.length === 0 ? ['is marked needs-review'] : []
  const found = secrets.length === 0 ? [] : [`may hold a secret: ${secrets.join(', ')}`]
  const gone = memory.id === id ? [] : [`was merged into ${memory.id} since`]
  return [...(mark === undefined ? [] : [mark]), ...others, ...unnamed, ...found, ...gone]
}

/** Names the change of a memory in a word: the way it was learned, or an open decision. */
function nameChange({ change, marked, secrets, memory }: ReviewItem): string {
  if (isWaiting(memory)) return 'waits'
  if (change !== undefined) return change === 'retracted' ? 'taken back' : change
  return marked || secrets.length === 0 ? 'to decide' : 'secret?'
}

/** Tells how to accept or undo without a terminal. */
export function tellDecisions({ items }: Review): string[] {
  if (items.length === 0) return []
  const what = ['ID...', ...listGroups(items), 'all'].join('|')
  return [`svc review accept ${what} keeps them, svc review undo ID... takes them back`]
}

/** Lists the rest that waits for a person, one line each: elsewhere, and what is not read. */
export function tellRest({ elsewhere, problems, untrusted }: Review): string[] {
  return [
    ...tellElsewhere(elsewhere),
    ...problems.map(({ path, message }) => `not read: ${oneLine(path)} ${oneLine(message)}`),
    ...untrusted.map(unused => `not used: ${oneLine(unused.path)}: ${describeUnused(unused)}`),
  ]
}

/** One line however many they are, and where most of them wait. */
function tellElsewhere(elsewhere: Review['elsewhere']): string[] {
  const [most] = [...elsewhere].sort((a, b) => b.count - a.count)
  if (most === undefined) return []
  const total = elsewhere.reduce((sum, one) => sum + one.count, 0)
  const waiting = count(total, 'memory waits', 'memories wait')
  const others = elsewhere.length === 1 ? '' : ` in ${elsewhere.length} scopes (--json names them)`
  const key = most.scope.type === 'global' ? 'global' : `project:${oneLine(most.scope.id)}`
  return [`${waiting} elsewhere${others}: svc review --scope ${key}`]
}

/** Settles memories: ids and sources are looked for everywhere, `all` means the list of `svc review` here. */
function settle(word: 'accept' | 'undo', given: readonly string[]): Action<ReviewOutcome> {
  return {
    async run(call) {
      const service = await call.service()
      const [name = '', ...more] = given
      const isGroup = more.length === 0 && pickGroup(name, []) !== undefined
      const filter = name === 'all' || readScope(call) ? toScopeFilter(readScopes(call)) : {}
      const items = isGroup ? (await service.review.list(filter)).items : []
      const ids = isGroup ? pickGroup(name, items)!.map(({ id }) => id) : given
      if (ids.length === 0) return { accepted: [], undone: [] }
      return service.review.settle({ [word]: ids }, filter)
    },
    render: (outcome, screen) => {
      const lines = renderSettled(outcome, screen)
      return lines.length === 0 ? 'nothing to review' : lines
    },
    footnotes: ({ undone }, json) =>
      json || undone.length === 0 ? [] : ['svc archive restore ID brings back what was undone'],
  }
}

/** Lists the accepted and the undone memories, one line each. */
function renderSettled({ accepted, undone }: ReviewOutcome, screen: Screen): string[] {
  return [
    ...accepted.map(memory => renderOutcome('accepted', memory, screen)),
    ...undone.map(memory => renderOutcome('undid', memory, screen)),
  ]
}

/** A step of a walk through what was learned, as it is shown; `below`: what waits besides. */
interface Step {
  show: (screen: Screen) => string | readonly string[]
  below?: readonly string[]
}

/** Counts of a look at memories by what became of them. */
interface Tally {
  accepted: number
  undone: number
  left: number
}

const walk: Action<Step> = {
  async *run(call) {
    const scopes = readScopes(call)
    const filter = toScopeFilter(scopes)
    const service = await call.service()
    const review = await service.review.list(filter)
    const below = tellRest(review)
    if (review.items.length === 0) {
      yield { show: () => tellNothing(scopes), below }
      return
    }
    const keys = openKeys(process.stdin)
    const tally = yield* walkThrough({ call, service, filter, keys }, review.items)
    yield { show: () => renderTally(tally), below }
  },
  render: ({ show }, screen) => show(screen),
  footnotes: ({ below = [] }) => below,
}

interface Walk {
  call: Call
  service: Service
  filter: ScopeFilter
  keys: Keys
}

async function* walkThrough(walk: Walk, all: readonly ReviewItem[]): AsyncGenerator<Step, Tally> {
  const tally: Tally = { accepted: 0, undone: 0, left: 0 }
  const done = new Set<ReviewItem>()
  for (const word of listGroups(all)) {
    const group = pickGroup(word, all)!
    const end = group.length < LEAST_GROUP ? 'each' : yield* askAboutAll(walk, word, group)
    if (end === 'quit') return { ...tally, left: all.length - tally.accepted }
    if (end === 'each') continue
    tally[end] += group.length
    for (const item of group) done.add(item)
  }
  const items = all.filter(item => !done.has(item))
  for (const [at, item] of items.entries()) {
    const place = { number: at + 1, total: items.length }
    yield { show: screen => renderReviewItem(item, place, screen) }
    const end = yield* askAbout(walk, item)
    if (end === 'quit') return { ...tally, left: tally.left + items.length - at }
    tally[end]++
  }
  return tally
}

/** Fewer proposals of one source are looked at one by one. */
const LEAST_GROUP = 3

/** Shows proposals of one source in a line each, and asks once about all of them. */
async function* askAboutAll(
  walk: Walk,
  word: string,
  group: readonly ReviewItem[],
): AsyncGenerator<Step, 'accepted' | 'left' | 'each' | 'quit'> {
  const { service, filter } = walk
  yield { show: screen => renderGroup(word, group, screen) }
  for (;;) {
    const key = await readKey(walk, renderGroupKeys(group.length))
    if (key === 'q') return 'quit'
    if (key === 'o') return 'each'
    if (key === 's') return 'left'
    if (key !== 'a') continue
    const outcome = await service.review.settle({ accept: group.map(({ id }) => id) }, filter)
    yield { show: () => `accepted ${outcome.accepted.length}` }
    return 'accepted'
  }
}

/** Asks until a key settles the memory or leaves it. */
async function* askAbout(walk: Walk, item: ReviewItem): AsyncGenerator<Step, keyof Tally | 'quit'> {
  for (;;) {
    const key = await readKey(walk, renderKeys(item))
    if (key === 'q') return 'quit'
    if (key === 's') return 'left'
    if (key === '?') yield { show: renderKeyHelp }
    const act = KEYS[key]
    if (act === undefined) continue
    try {
      const outcome = await act(walk, item)
      if (outcome === undefined) continue
      yield { show: screen => renderSettled(outcome, screen) }
      return outcome.undone.length > 0 ? 'undone' : 'accepted'
    } catch (error) {
      // A failure with one memory must not end the look at the others.
      if (!(error instanceof SvcError)) throw error
      const { message } = error
      yield { show: () => oneLine(message) }
    }
  }
}

async function readKey({ call, keys }: Walk, known: string): Promise<string> {
  // The terminal is raw before it asks: Ctrl-C that comes at once is a key too.
  const pressed = keys.next()
  call.progress(known)
  const key = await pressed
  call.progress('')
  return key.toLowerCase()
}

/** The act of a key; undefined if nothing came of it. */
type Act = (walk: Walk, item: ReviewItem) => Promise<ReviewOutcome | undefined>

const accept: Act = ({ service, filter }, { id }) => service.review.settle({ accept: [id] }, filter)

const KEYS: Readonly<Record<string, Act>> = {
  a: accept,
  u: ({ service, filter }, { id }) => service.review.settle({ undo: [id] }, filter),
  e: async (walk, item) => {
    if (item.undo === 'restore') return undefined
    const before = await walk.service.memories.get(item.memory.id)
    const after = await editByHand(walk.service, before)
    return after === before ? undefined : accept(walk, item)
  },
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
    'a  accept: it is right as it stands, and is not shown again; a mark is taken',
    '   off, and what waited holds from now on',
    'e  edit: opens $VISUAL or $EDITOR; what you save counts as accepted',
    'u  undo: what was added is forgotten, and not learned again from the same words;',
    '   what was changed is as it was before; what was taken back is there again.',
    '   svc archive restore ID brings back what an undo took away',
    's  skip: it is shown the next time too',
    'q  quit: what is left is shown the next time',
  ]
}

/** One memory in full: what it says, what it said before, and the words that it came from. */
export function renderReviewItem(
  item: ReviewItem,
  place: { number: number; total: number },
  screen: Screen,
): string[] {
  const { memory, words, before, at } = item
  const { strong, dim, warn } = screen.styles
  const title = wrapText(oneLine(toHeading(memory)), screen.columns).map(strong)
  const facts = [nameChange(item), oneLine(memory.kind), nameScope(memory.scope), formatTime(at)]
  const named = [`${place.number} of ${place.total}`, oneLine(item.id), ...facts].join('  ')
  return [
    ...['', dim(cutToRoom(named, screen.columns)), ...title],
    ...indentLines(toBody(memory), screen),
    ...nameCommit(memory).map(dim),
    ...(before === undefined
      ? []
      : ['before:', ...indentLines(tellBefore(before, memory), screen)]),
    ...words.flatMap(({ said, turn }) => [
      dim(`from turn ${turn} of a session:`),
      ...indentText(`“${oneLine(said)}”`, screen, { most: VIEW_LINES }),
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

/** The lines of a text, broken between words; what is beyond the first ones is counted. */
function indentLines(text: string, screen: Screen): string[] {
  const lines = toTerminal(text)
    .trimEnd()
    .split('\n')
    .flatMap(line => indentText(line, screen))
  const left = lines.length - VIEW_LINES
  return left > 1 ? [...lines.slice(0, VIEW_LINES), `    and ${left} more lines`] : lines
}

/** Sums a look up: `2 accepted, 1 undone, 3 left`. */
export function renderTally(tally: Tally): string {
  return countEach([
    [tally.accepted, 'accepted'],
    [tally.undone, 'undone'],
    [tally.left, 'left for the next time'],
  ])
}
