import { normaliseContent } from '../../store/document/format.js'
import { readForgotten } from '../../store/memories/history.js'
import { hashText } from '../../store/names.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import type { Scope } from '../../store/types.js'
import { toDate, type ForeignItem, type Found } from '../import/kinds/item.js'
import type { Collection } from '../memories/collection.js'
import { nameText, nameVersion } from '../memories/transaction.js'
import { isWrong } from '../memories/wrong.js'
import { redactText } from '../redact/index.js'
import { clip, titleKey, toTitle } from '../text.js'
import { nameOf, type Places } from './place.js'
import { standsAs, type Taken, type TakenItem } from './taken.js'

/** An item that is to be written: its line for `loadLines`, and what is noted of it. */
export interface Planned {
  at: string
  line: Record<string, unknown> & { id: string; scope: Scope; title: string; kind: string }
  taken: TakenItem
}

/** Everything that was found, sorted by what becomes of it. */
export interface Plan {
  writes: Planned[]
  /** The same as at the last import, or changed by a person here since. */
  unchanged: number
  /** Said here already, by another memory. */
  known: number
  /** Forgotten here. */
  forgotten: number
  redacted: number
  left: Map<string, number>
  unplaced: Map<string, number>
  bad: { at: string; error: string }[]
}

/** Everything that an import is decided by. */
export interface PlanContext {
  from: string
  /** The path that the keys of the items begin at; '' where they say by themselves what they are. */
  root: string
  places: Places
  collections: readonly Collection[]
  taken: readonly Taken[]
  now: Date
  /** True where everything waits to be accepted. */
  waits: boolean
  /** True where what was forgotten may come back. */
  force: boolean
}

const CONTENT_CHARS = 256 * 1024
const TITLE_CHARS = 300

/** Sorts what another tool remembers; writes nothing. */
export class Planner {
  readonly plan: Plan = {
    ...{ writes: [], unchanged: 0, known: 0, forgotten: 0, redacted: 0, bad: [] },
    ...{ left: new Map(), unplaced: new Map() },
  }
  private readonly last = new Map<string, TakenItem>()
  private readonly undone = new Set<string>()
  private readonly planned = new Set<string>()
  private readonly said = new Set<string>()
  private readonly byScope: ReadonlyMap<string, Collection>
  private readonly forgotten: ReadonlySet<string>

  constructor(private readonly context: PlanContext) {
    const { taken, collections } = context
    for (const { undoneAt, items } of taken) {
      for (const item of items) {
        if (undoneAt === undefined) this.last.set(item.id, item)
        else this.undone.add(item.id)
      }
    }
    this.byScope = new Map(collections.map(one => [formatScopeKey(one.folder.scope), one]))
    const [first] = collections
    this.forgotten = new Set(first ? readForgotten(first.store).keys() : [])
    for (const [key, { memories }] of this.byScope) {
      for (const { document } of memories.values()) this.said.add(key + saying(document.content))
    }
  }

  /** Takes one that was found. */
  take(found: Found): void {
    const { bad, left, unplaced } = this.plan
    if ('bad' in found) bad.push({ at: found.at, error: found.bad })
    else if ('left' in found) count(left, found.left)
    else if (found.content.length > CONTENT_CHARS)
      bad.push({ at: found.at, error: 'is longer than 256 Ki characters' })
    else {
      const scope = this.context.places.scopeOf(found.place)
      if (scope === undefined) count(unplaced, nameOf(found.place as { name: string }))
      else this.decide(found, scope)
    }
  }

  private decide(item: ForeignItem, scope: Scope): void {
    const { plan, context } = this
    const key = formatScopeKey(scope)
    const content = normaliseContent(redactText(item.content))
    const title = toTitle(redactText(item.title)) || 'Untitled'
    if (content === '') return count(plan.left, 'without text')
    const named = [context.from, item.key, key, context.root]
    const id = item.id ?? hashText(JSON.stringify(named), 16)
    const hash = hashText(JSON.stringify([item.kind, title, content, item.tags, item.aliases]))
    const holder = context.collections.find(one => one.has(id))
    const said = { key, title, content }
    const outcome = this.planned.has(id) ? 'known' : this.judge(item, id, hash, holder, said)
    if (outcome !== 'added' && outcome !== 'updated') {
      plan[outcome]++
      return
    }
    this.planned.add(id)
    this.said.add(key + saying(content))
    if (content !== normaliseContent(item.content) || title !== toTitle(item.title)) plan.redacted++
    const standing = outcome === 'updated' ? holder?.memories.get(id) : undefined
    const where = standing && holder ? holder.folder.scope : scope
    const text = { kind: item.kind, title: clip(title, TITLE_CHARS), content }
    const taken = {
      ...{ id, hash, text: nameText(text) },
      ...(standing && { before: nameVersion(standing.document) }),
    }
    plan.writes.push({
      at: item.at,
      line: { ...toLine(item, context), ...text, id, scope: where },
      taken,
    })
  }

  private judge(
    item: ForeignItem,
    id: string,
    hash: string,
    holder: Collection | undefined,
    { key, title, content }: { key: string; title: string; content: string },
  ) {
    const { force } = this.context
    const last = this.last.get(id)
    const standing = holder?.memories.get(id)
    if (standing !== undefined) {
      if (last === undefined) return 'known'
      const state = standsAs(last, standing.document)
      const isOther = state === 'before' || (state === 'written' && last.hash !== hash)
      return isOther ? 'updated' : 'unchanged'
    }
    const isUndone = last === undefined && this.undone.has(id) && !this.forgotten.has(id)
    // An import that was cut off has noted more than it wrote.
    const isGone = last?.revision !== undefined || this.forgotten.has(id) || holder !== undefined
    if (isGone && !isUndone && !force) return 'forgotten'
    const scopes = [this.byScope.get(key)?.folder.key ?? '']
    const [first] = this.context.collections
    if (!force && first && isWrong(first.store, scopes, { title, content })) return 'forgotten'
    const isSaid = [key, 'global'].some(one => this.said.has(one + saying(content)))
    return isSaid && item.id === undefined ? 'known' : 'added'
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** A text as it is compared with others: without case, spacing, mark of a list and final stop. */
function saying(content: string): string {
  const text = titleKey(content)
    .replace(/^[-*] /, '')
    .replace(/[.。]$/, '')
  return hashText(text, 20)
}

const MOST_TAGS = 50
const MOST_ALIASES = 12

function toLine(item: ForeignItem, { from, now, waits }: PlanContext) {
  const { kind, words, source, pinned, modifiedAt } = item
  const [createdAt, updatedAt] = [toDate(item.createdAt, now), toDate(item.updatedAt, now)]
  const time = createdAt ?? toDate(modifiedAt, now) ?? now
  const later = updatedAt !== undefined && updatedAt > time ? updatedAt : undefined
  const tags = (item.tags ?? []).map(toTitle).filter(tag => tag !== '' && tag.length <= 100)
  const aliases = item.aliases ?? []
  return {
    kind,
    tags: [...new Set(tags)].slice(0, MOST_TAGS),
    ...(aliases.length > 0 && { aliases: aliases.slice(0, MOST_ALIASES) }),
    source: {
      ...{ runtime: 'import', from },
      ...source,
      ...(words && { words }),
      ...((waits || item.waits === true) && { waits: true }),
    },
    createdAt: time.toISOString(),
    ...(createdAt === undefined && { undated: true }),
    ...(later && { updatedAt: later.toISOString() }),
    ...(pinned === true && { pinned }),
  }
}
