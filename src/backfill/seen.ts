import { orElse } from '../../store/errors.js'
import type { Store } from '../../store/store.js'
import { readLedger } from '../activity/sessions.js'
import { listParts, readPart } from '../past/parts.js'
import { dayOfTurn, type PastTurn } from '../past/turns.js'

/** Days whose turns are held in memory: sessions come in the order of time. */
const MOST_DAYS = 8

/** Times of a turn and of its copy differ by so much at most (milliseconds). */
const SAME_MS = 5_000

/** The turns of a scope's sessions that are known: no transcript needs to tell of them. */
export class SeenTurns {
  private readonly days = new Map<string, Map<string, PastTurn[]>>()

  constructor(
    private readonly store: Store,
    private readonly key: string,
  ) {}

  /** The kept turns of a session on the days of these turns, in their order. */
  keptOf(session: string, turns: readonly PastTurn[]): PastTurn[] {
    const days = [...new Set(turns.map(dayOfTurn))]
    return days.flatMap(day => this.ofDay(day).get(session) ?? [])
  }

  /**
   * The turns that hooks have seen, among those of one session: numbers may differ, so that texts
   * are compared, one for one.
   */
  find(session: string, turns: readonly PastTurn[], kept: readonly PastTurn[]): Set<PastTurn> {
    const left = [countTexts(kept.map(({ asked }) => asked)), countTexts(this.queuedOf(session))]
    return new Set(turns.filter(({ asked }) => left.map(texts => take(texts, asked)).some(Boolean)))
  }

  /** True for a turn that stands in another session, from which this one was forked. */
  isCopy({ session, asked, at, ...turn }: PastTurn): boolean {
    const others = [...this.ofDay(dayOfTurn({ at }))].filter(([name]) => name !== session)
    return others.some(([, turns]) =>
      turns.some(one => {
        const isSame = one.asked === asked && one.answered === turn.answered
        return isSame && Math.abs(Date.parse(one.at) - Date.parse(at)) <= SAME_MS
      }),
    )
  }

  /** Takes up turns that were learned from. */
  add(turns: readonly PastTurn[]): void {
    for (const turn of turns) {
      const day = this.ofDay(dayOfTurn(turn))
      day.set(turn.session, [...(day.get(turn.session) ?? []), turn])
    }
  }

  /** The prompts of a session whose turns were queued, by its ledger. */
  private queuedOf(session: string): string[] {
    const queued: string[] = []
    let prompt: string | undefined
    for (const line of readLedger(this.store, session)) {
      if (line.type === 'prompt') prompt = line.text
      if (line.type !== 'turn' || prompt === undefined) continue
      queued.push(prompt)
      prompt = undefined
    }
    return queued
  }

  private ofDay(day: string): Map<string, PastTurn[]> {
    const known = this.days.get(day)
    if (known !== undefined) return known
    const parts = listParts(this.store, this.key).filter(part => part.day === day)
    const turns = parts.flatMap(part => orElse(() => readPart(part), []))
    const sessions = new Map<string, PastTurn[]>()
    for (const turn of turns)
      sessions.set(turn.session, [...(sessions.get(turn.session) ?? []), turn])
    const [oldest] = this.days.keys()
    if (oldest !== undefined && this.days.size >= MOST_DAYS) this.days.delete(oldest)
    this.days.set(day, sessions)
    return sessions
  }
}

function countTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

function take(texts: Map<string, number>, text: string): boolean {
  const count = texts.get(text) ?? 0
  if (count > 0) texts.set(text, count - 1)
  return count > 0
}
