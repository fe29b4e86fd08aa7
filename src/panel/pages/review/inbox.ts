import { useMemo, useRef, useState } from 'preact/hooks'
import type { Review } from '../../../types.js'
import { ask } from '../../api.js'
import { useChanges } from '../../live.js'
import { useResource, type Resource } from '../../resource.js'
import { goTo, linkTo, route, setQuery } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { loadStatus, waiting } from '../../session.js'
import { showFailure, showToast } from '../../toasts.js'
import type { Decided } from './decisions.js'
import { toRows, type InboxRow } from './rows.js'

/** The items that wait for review, and the way to decide about them. */
export interface Inbox {
  answer: Resource<Read>
  rows: readonly InboxRow[]
  /** Index of the row that is chosen; -1 where there is none. */
  at: number
  /** True where reviewed items are shown too. */
  isAll: boolean
  choose: (index: number) => void
  showAll: (isAll: boolean) => void
  /** Carries out a decision about rows, which go from the list at once. */
  decide: (rows: readonly InboxRow[], run: () => Promise<Decided>) => Promise<void>
}

interface Read extends Review {
  /** The number of this reading: one that began before a decision does not know of it. */
  reading: number
}

/**
 * Reads the inbox of the chosen scope, and again whenever something changes. `held` is the row that a
 * person is at work on: it stays, whatever others make of its memory.
 */
export function useInbox(held: InboxRow | undefined): Inbox {
  const isAll = route.value.query.get('all') === '1'
  const readings = useRef(0)
  const read = async (signal: AbortSignal): Promise<Read> => {
    const reading = ++readings.current
    const query = { scopeKey: chosenKey.peek(), ...(isAll && { all: true }) }
    return { ...(await ask<Review>('/review', { query, signal })), reading }
  }
  const answer = useResource(read, [chosenKey.value, isAll])
  useChanges(answer.reload)
  const { hidden, hide } = useHidden()
  const heldAt = useRef(0)
  const rows = useMemo(() => {
    const reading = answer.value?.reading ?? 0
    const all = answer.value ? toRows(answer.value) : []
    const shown = all.filter(row => reading >= (hidden.get(row.key) ?? 0))
    if (held === undefined || shown.some(({ key }) => key === held.key)) return shown
    return shown.toSpliced(heldAt.current, 0, held)
  }, [answer.value, hidden, held])
  const at = useChosen(rows)
  heldAt.current = Math.max(0, at)
  const choose = (index: number) => chooseRow(rows[index], true)
  const refresh = () => {
    answer.reload()
    void loadStatus()
  }
  const decide = async (decided: readonly InboxRow[], run: () => Promise<Decided>) => {
    const keys = decided.map(({ key }) => key)
    const show = () => {
      hide(keys, 0)
      chooseRow(decided[0], true)
    }
    chooseRow(nextOf(rows, at, keys), route.peek().rest !== '')
    hide(keys, isAll ? 0 : Infinity)
    countDown(decided)
    try {
      const done = await run()
      hide(keys, isAll ? 0 : readings.current + 1)
      const onBack = () => {
        show()
        refresh()
      }
      showDecided(done, onBack, keys.length === 1 ? keys[0] : undefined)
    } catch (error) {
      show()
      showFailure(error)
    }
    refresh()
  }
  const showAll = (isOn: boolean) => setQuery({ all: isOn ? '1' : undefined })
  return { answer, rows, at, isAll, choose, showAll, decide }
}

/** The row that is chosen once those of some keys are gone. */
function nextOf(rows: readonly InboxRow[], at: number, gone: readonly string[]) {
  const isLeft = (row: InboxRow) => !gone.includes(row.key)
  return rows.slice(at + 1).find(isLeft) ?? rows.slice(0, Math.max(0, at)).findLast(isLeft)
}

/** Rows that were decided about: from which reading on each is shown again, if it is there still. */
function useHidden() {
  const [hidden, setHidden] = useState<ReadonlyMap<string, number>>(new Map())
  const hide = (keys: readonly string[], until: number) =>
    setHidden(before => new Map([...before, ...keys.map(key => [key, until] as const)]))
  return { hidden, hide }
}

/**
 * The row that the hash names, or the one that was chosen before, whatever came in above it; where it
 * is gone, the one that took its place.
 */
function useChosen(rows: readonly InboxRow[]): number {
  const last = useRef({ key: '', at: 0 })
  const { rest } = route.value
  const find = (key: string) => rows.findIndex(row => row.key === key)
  const named = find(rest)
  const known = named >= 0 ? named : find(last.current.key)
  const at = known >= 0 ? known : Math.min(last.current.at, rows.length - 1)
  if (rows[at] !== undefined) last.current = { key: rows[at].key, at }
  return at
}

/** `isReading`: a small screen shows the row itself, not the list. */
function chooseRow(row: InboxRow | undefined, isReading: boolean): void {
  const rest = row !== undefined && isReading ? row.key : ''
  const { rest: before, query } = route.peek()
  goTo(linkTo('review', rest, query), { replace: before !== '' })
}

function countDown(rows: readonly InboxRow[]): void {
  const counted = rows.filter(row => row.type === 'memory' && !row.item.reviewed).length
  const before = waiting.peek()
  if (before !== undefined) waiting.value = Math.max(0, before - counted)
}

/** Says what was decided; what cannot be taken back can be looked at again. */
function showDecided({ said, back }: Decided, onBack: () => void, key: string | undefined): void {
  const undo = () =>
    back?.()
      .then(() => showToast('Undone'), showFailure)
      .finally(onBack)
  const again = () => {
    const query = { ...Object.fromEntries(route.peek().query), all: '1' }
    goTo(linkTo('review', key, query))
  }
  const action = back ? { label: 'Undo', run: undo } : { label: 'Look again', run: again }
  showToast(said, { action })
}
