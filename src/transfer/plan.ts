import { normaliseContent } from '../../store/document/format.js'
import { readForgotten } from '../../store/memories/history.js'
import { hashText } from '../../store/names.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import type { Scope } from '../../store/types.js'
import { toDate, type ForeignItem, type Found, type Place } from '../import/kinds/item.js'
import type { Collection } from '../memories/collection.js'
import { nameText, nameVersion } from '../memories/transaction.js'
import { isWrong } from '../memories/wrong.js'
import { redactText } from '../redact/index.js'
import { clip, titleKey, toTitle } from '../text.js'
import { nameOf, type ScopeOf } from './place.js'
import { standsAs, type Taken, type TakenItem } from './taken.js'
import type { ForeignImport } from './types.js'

/** An item as `loadLines` takes it. */
type Line = Record<string, unknown> & ForeignImport['items'][number] & { content: string }

/** Everything that was found, by what becomes of it: numbers and names as in `ForeignImport`. */
export interface Plan extends Pick<
  ForeignImport,
  'unchanged' | 'known' | 'forgotten' | 'redacted' | 'errors'
> {
  /** Items that are to be written, and what is noted of them. */
  writes: { at: string; line: Line; taken: TakenItem }[]
  left: Map<string, number>
  unplaced: Map<string, number>
}

/** Everything that an import is decided by. */
export interface PlanContext {
  from: string
  /** The path that the keys of the items begin at; '' where they say by themselves what they are. */
  root: string
  scopeOf: ScopeOf
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

/** Sorts what another tool remembers, as it is taken; writes nothing. */
export function createPlan(context: PlanContext): { plan: Plan; take: (found: Found) => void } {
  const plan: Plan = {
    ...{ writes: [], unchanged: 0, known: 0, forgotten: 0, redacted: 0, errors: [] },
    ...{ left: new Map(), unplaced: new Map() },
  }
  const known = new Known(context)
  const decide = (item: ForeignItem, scope: Scope) => {
    const content = normaliseContent(redactText(item.content))
    const title = toTitle(redactText(item.title)) || 'Untitled'
    if (content === '') return count(plan.left, 'without text')
    const named = [context.from, item.key, formatScopeKey(scope), context.root]
    const id = item.id ?? hashText(JSON.stringify(named), 16)
    const hash = hashText(JSON.stringify([item.kind, title, content, item.tags, item.aliases]))
    const text = { kind: item.kind, title: clip(title, TITLE_CHARS), content }
    const line = { ...toLine(item, context), ...text, id, scope }
    const outcome = known.judge(line, hash, item.id !== undefined)
    if (typeof outcome === 'string') {
      plan[outcome]++
      return
    }
    if (content !== normaliseContent(item.content) || title !== toTitle(item.title)) plan.redacted++
    const taken = { id, hash, text: nameText(text), ...outcome.noted }
    plan.writes.push({ at: item.at, line: { ...line, scope: outcome.scope }, taken })
  }
  const take = (found: Found) => {
    if ('bad' in found) plan.errors.push({ at: found.at, error: found.bad })
    else if ('left' in found) count(plan.left, found.left)
    else if (found.content.length > CONTENT_CHARS)
      plan.errors.push({ at: found.at, error: 'is longer than 256 Ki characters' })
    else {
      const scope = context.scopeOf(found.place)
      if (scope === undefined) count(plan.unplaced, nameOf(found.place as Place))
      else decide(found, scope)
    }
  }
  return { plan, take }
}

/** Everything that is known here before an import, and what it has taken so far. */
class Known {
  private readonly last = new Map<string, TakenItem>()
  private readonly undone = new Set<string>()
  private readonly planned = new Set<string>()
  private readonly said = new Set<string>()
  private readonly forgotten: ReadonlySet<string>

  constructor(private readonly context: PlanContext) {
    const { taken, collections } = context
    for (const { undoneAt, items } of taken) {
      for (const item of items) {
        if (undoneAt === undefined) this.last.set(item.id, item)
        else this.undone.add(item.id)
      }
    }
    const [first] = collections
    this.forgotten = new Set(first ? readForgotten(first.store).keys() : [])
    for (const { folder, memories } of collections)
      for (const { document } of memories.values())
        this.said.add(saying(formatScopeKey(folder.scope), document.content))
  }

  /** Decides what becomes of an item: why it does not come, or where it goes and what is noted of it. */
  judge(line: Line, hash: string, isOfSvc: boolean) {
    const { id, scope, content } = line
    const key = formatScopeKey(scope)
    const holder = this.context.collections.find(one => one.has(id))
    const standing = holder?.memories.get(id)
    const last = this.last.get(id)
    if (this.planned.has(id) || (standing && last === undefined)) return 'known'
    if (standing && last) {
      const state = standsAs(last, standing.document)
      if (state === 'changed' || (state === 'written' && last.hash === hash)) return 'unchanged'
    } else {
      if (!this.context.force && this.isForgotten(line, holder)) return 'forgotten'
      const isSaid = [key, 'global'].some(one => this.said.has(saying(one, content)))
      if (isSaid && !isOfSvc) return 'known'
    }
    this.planned.add(id)
    this.said.add(saying(key, content))
    if (!standing || !holder) return { scope, noted: {} }
    return { scope: holder.folder.scope, noted: { before: nameVersion(standing.document) } }
  }

  private isForgotten(line: Line, holder: Collection | undefined): boolean {
    const { id, scope } = line
    const last = this.last.get(id)
    const isUndone = last === undefined && this.undone.has(id) && !this.forgotten.has(id)
    // An import that was cut off has noted more than it wrote.
    const isGone = last?.revision !== undefined || this.forgotten.has(id) || holder !== undefined
    if (isGone && !isUndone) return true
    const { collections } = this.context
    const key = formatScopeKey(scope)
    const own = collections.find(({ folder }) => formatScopeKey(folder.scope) === key)
    const [first] = collections
    return first !== undefined && isWrong(first.store, [own?.folder.key ?? ''], line)
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** A text in a scope, as it is compared with others: without case, spacing, mark of a list, final stop. */
function saying(key: string, content: string): string {
  const text = titleKey(content).replace(/^[-*] |[.。]$/g, '')
  return key + hashText(text, 20)
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
