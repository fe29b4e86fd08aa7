import { SvcError } from '../../../store/errors.js'
import type { Scope, ScopeFilter } from '../../../store/types.js'
import type { Service } from '../../api.js'
import type { Review, ReviewItem, ReviewOutcome } from '../../types.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { readScope, readScopes, toScopeFilter } from '../cli/flags.js'
import { openKeys, type Keys } from '../terminal/keys.js'
import {
  renderKeyHelp,
  renderKeys,
  renderReview,
  renderReviewItem,
  renderSettled,
  renderTally,
  tellDecisions,
  tellRest,
} from '../terminal/review.js'
import { nameScopes, oneLine } from '../terminal/words.js'
import { editByHand } from './edit.js'

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

interface Listed extends Review {
  scopes: Scope[]
}

const list: Action<Listed> = {
  async run(call) {
    const scopes = readScopes(call)
    const filter = { ...toScopeFilter(scopes), all: call.on('all') }
    return { ...(await (await call.service()).review(filter)), scopes }
  },
  toJson: ({ scopes: _, ...review }) => review,
  render: (review, screen) =>
    review.items.length === 0 ? tellNothing(review) : renderReview(review, screen),
  footnotes: (review, json) => (json ? [] : [...tellDecisions(review), ...tellRest(review)]),
}

function tellNothing({ scopes }: Listed): string {
  return `nothing to review in ${nameScopes(scopes)}`
}

/** Settles memories: ids are looked for everywhere, `all` means the list of `svc review` here. */
function settle(word: 'accept' | 'undo', given: readonly string[]): Action<ReviewOutcome> {
  return {
    async run(call) {
      const service = await call.service()
      const isAll = given.length === 1 && given[0] === 'all'
      const filter = isAll || readScope(call) ? toScopeFilter(readScopes(call)) : {}
      const ids = isAll ? await idsIn(service, filter) : [...given]
      if (ids.length === 0) return { accepted: [], undone: [] }
      return service.settleReview({ [word]: ids }, filter)
    },
    render: (outcome, screen) => {
      const lines = renderSettled(outcome, screen)
      return lines.length === 0 ? 'nothing to review' : lines
    },
    footnotes: ({ undone }, json) =>
      json || undone.length === 0 ? [] : ['svc archive restore ID brings back what was undone'],
  }
}

async function idsIn(service: Service, filter: ScopeFilter): Promise<string[]> {
  return (await service.review(filter)).items.map(({ id }) => id)
}

/** A step of a walk through what was learned. */
type Step =
  | { step: 'none'; review: Listed }
  | { step: 'item'; item: ReviewItem; place: { number: number; total: number } }
  | { step: 'settled'; outcome: ReviewOutcome }
  | { step: 'said'; line: string }
  | { step: 'help' }
  | { step: 'end'; tally: Tally; review: Listed }

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
    const review = { ...(await service.review(filter)), scopes }
    if (review.items.length === 0) yield { step: 'none', review }
    else yield* walkThrough({ call, service, filter, keys: openKeys(process.stdin) }, review)
  },
  render: (step, screen) => {
    if (step.step === 'none') return tellNothing(step.review)
    if (step.step === 'item') return renderReviewItem(step.item, step.place, screen)
    if (step.step === 'settled') return renderSettled(step.outcome, screen)
    if (step.step === 'said') return step.line
    return step.step === 'help' ? renderKeyHelp() : renderTally(step.tally)
  },
  footnotes: step => (step.step === 'none' || step.step === 'end' ? tellRest(step.review) : []),
}

interface Walk {
  call: Call
  service: Service
  filter: ScopeFilter
  keys: Keys
}

async function* walkThrough(walk: Walk, review: Listed): AsyncGenerator<Step> {
  const { items } = review
  const tally: Tally = { accepted: 0, undone: 0, left: 0 }
  for (const [at, item] of items.entries()) {
    yield { step: 'item', item, place: { number: at + 1, total: items.length } }
    const end = yield* askAbout(walk, item)
    if (end === 'quit') {
      tally.left += items.length - at
      break
    }
    tally[end]++
  }
  yield { step: 'end', tally, review }
}

/** Asks until a key settles the memory or leaves it. */
async function* askAbout(walk: Walk, item: ReviewItem): AsyncGenerator<Step, keyof Tally | 'quit'> {
  for (;;) {
    const key = await readKey(walk, item)
    if (key === 'q') return 'quit'
    if (key === 's') return 'left'
    if (key === '?') yield { step: 'help' }
    const act = KEYS[key]
    if (act === undefined) continue
    try {
      const outcome = await act(walk, item)
      if (outcome === undefined) continue
      yield { step: 'settled', outcome }
      return outcome.undone.length > 0 ? 'undone' : 'accepted'
    } catch (error) {
      // A failure with one memory must not end the look at the others.
      if (!(error instanceof SvcError)) throw error
      yield { step: 'said', line: oneLine(error.message) }
    }
  }
}

async function readKey({ call, keys }: Walk, item: ReviewItem): Promise<string> {
  // The terminal is raw before it asks: Ctrl-C that comes at once is a key too.
  const pressed = keys.next()
  call.progress(renderKeys(item))
  const key = await pressed
  call.progress('')
  return key.toLowerCase()
}

/** The act of a key; undefined if nothing came of it. */
type Act = (walk: Walk, item: ReviewItem) => Promise<ReviewOutcome | undefined>

const accept: Act = ({ service, filter }, { id }) => service.settleReview({ accept: [id] }, filter)

const KEYS: Readonly<Record<string, Act>> = {
  a: accept,
  u: ({ service, filter }, { id }) => service.settleReview({ undo: [id] }, filter),
  e: async (walk, item) => {
    if (item.undo === 'restore') return undefined
    const before = await walk.service.get(item.memory.id)
    const after = await editByHand(walk.service, before)
    return after === before ? undefined : accept(walk, item)
  },
}
