import { NO_SESSION, type IndexEntry, type SessionPlace } from './types.js'

/** A document in its session. */
export interface SessionMember {
  document: number
  turn: number
  id: string
}

/** The member that a document is. */
export function toMember(document: number, { turn = -1, id }: IndexEntry): SessionMember {
  return { document, turn, id }
}

interface Group {
  number: number
  members: SessionMember[]
}

/** Turn by turn, then in the order of the ids, numbers in them as such: nobody's order of loading. */
function isBefore(a: SessionMember, b: SessionMember): boolean {
  if (a.turn !== b.turn) return a.turn < b.turn
  return a.id.length === b.id.length ? a.id < b.id : a.id.length < b.id.length
}

type SessionFields = Pick<IndexEntry, 'imported' | 'session' | 'createdAt' | 'undated'>

/**
 * The session an item belongs to: its own, else all items of one creation time; undefined for
 * import rows and where neither is known.
 */
export function sessionKey(entry: SessionFields): string | undefined {
  if (entry.imported) return undefined
  if (entry.session) return `session ${entry.session}`
  return entry.createdAt && entry.undated !== true ? `created ${entry.createdAt}` : undefined
}

/** Sessions with their turns in order, kept up to date item by item. */
export class SessionGroups {
  readonly #groups = new Map<string, Group>()
  #last = 0

  /** The members of a session in their order; [] where it has none here. */
  members(key: string): readonly SessionMember[] {
    return this.#groups.get(key)?.members ?? []
  }

  add(key: string, member: SessionMember): void {
    let group = this.#groups.get(key)
    if (!group) this.#groups.set(key, (group = { number: ++this.#last, members: [] }))
    const at = lowerBound(group.members, other => isBefore(other, member))
    group.members.splice(at, 0, member)
  }

  remove(key: string, member: SessionMember): void {
    const members = this.#groups.get(key)?.members
    const at = members?.findIndex(other => other.document === member.document) ?? -1
    if (at >= 0) members?.splice(at, 1)
    if (members?.length === 0) this.#groups.delete(key)
  }

  /** The place of a member; no group where it is alone. */
  place(key: string, member: SessionMember): SessionPlace {
    const group = this.#groups.get(key)
    if (!group || group.members.length < 2) return NO_SESSION
    const at = lowerBound(group.members, other => isBefore(other, member))
    const neighbours = [-2, -1, 1, 2].map(step => group.members[at + step]?.document ?? -1)
    return { group: group.number, neighbours }
  }
}

/** First position in an ascending list whose item is not below the wanted one. */
export function lowerBound<T>(list: ArrayLike<T>, isBelow: (item: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBelow(list[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}
