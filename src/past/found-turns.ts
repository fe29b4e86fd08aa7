import { orElse } from '../../store/errors.js'
import type { IndexEntry } from '../../store/index/types.js'
import type { Store } from '../../store/store.js'
import { groupBySession, partOf } from './documents.js'
import { partsSince, readSessionIn, type Part } from './parts.js'
import type { PastTurn } from './turns.js'

/** Sessions that are kept, each with the turns of one part: some megabytes at most. */
const MOST_KEPT = 100

/** Reads the turns of entries that were found; what was read lately is kept until its part changes. */
export class FoundTurns {
  private readonly kept = new Map<string, PastTurn[]>()

  constructor(private readonly store: Store) {}

  /** The turns of an entry's session that lie in the part of its turn; [] where no part has the turn. */
  of({ locator, session = '', turn: number, createdAt }: IndexEntry): PastTurn[] {
    const { key, name } = partOf({ locator })
    for (const part of partsSince(this.store, key, name)) {
      const turns = this.read(part, session)
      if (turns.some(({ turn, at }) => turn === number && at === createdAt)) return turns
    }
    return []
  }

  private read(part: Part, session: string): PastTurn[] {
    const name = `${part.path} ${part.stamp} ${session}`
    const known = this.kept.get(name)
    if (known !== undefined) return known
    if (this.kept.size >= MOST_KEPT) this.kept.clear()
    const turns = sessionIn(part, session)
    this.kept.set(name, turns)
    return turns
  }
}

/** The turns of a session in a part; [] also where the part is damaged, which the doctor names. */
function sessionIn(part: Part, session: string): PastTurn[] {
  return groupBySession(orElse(() => readSessionIn(part, session), []))[0] ?? []
}
