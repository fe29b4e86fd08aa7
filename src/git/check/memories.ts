import { idOfFileName } from '../../../store/file-name.js'
import { compareAge } from '../../collection/order.js'
import { isBuried } from '../../collection/stored.js'
import { RESTORED_AT } from '../../consolidate/tombstones.js'
import { titleKey } from '../../text.js'
import { atKey } from './lines.js'
import type { CheckFinding, MemoryEntry } from './types.js'

/** Everything that shows only where memories are held against each other. */
export function checkMemories(entries: readonly MemoryEntry[]): CheckFinding[] {
  const byId = new Map<string, MemoryEntry>()
  const findings = [...entries].sort(originalsFirst).flatMap(entry => checkId(entry, byId))
  findings.push(...checkTitles([...byId.values()].filter(({ document }) => !isBuried(document))))
  for (const entry of byId.values()) findings.push(...checkSuccessor(entry, byId))
  return findings
}

/** A copy made by hand keeps the id inside: the file whose name bears the id is the original. */
function originalsFirst(a: MemoryEntry, b: MemoryEntry): number {
  return Number(bearsItsId(b)) - Number(bearsItsId(a)) || (a.path < b.path ? -1 : 1)
}

function bearsItsId({ path, document }: MemoryEntry): boolean {
  return idOfFileName(baseName(path)) === document.id
}

function checkId(entry: MemoryEntry, byId: Map<string, MemoryEntry>): CheckFinding[] {
  const { path, text, document } = entry
  const { id } = document
  const holder = byId.get(id)
  if (holder !== undefined) {
    const message = `has the id ${id} of ${holder.path}; give one of them a new id`
    return [{ level: 'failure', check: 'duplicate-id', path, ...atKey(text, 'id'), message }]
  }
  byId.set(id, entry)
  const named = idOfFileName(baseName(path))
  if (named === undefined || named === id) return []
  const message = `is named after ${named} and has the id ${id}`
  return [{ level: 'remark', check: 'file-name', path, ...atKey(text, 'id'), message }]
}

/** The oldest has the title. What was taken out of the archive stands beside it on purpose. */
function checkTitles(living: readonly MemoryEntry[]): CheckFinding[] {
  const holders = new Map<string, MemoryEntry>()
  const byAge = [...living].sort((a, b) => compareAge(a.document, b.document))
  return byAge.flatMap(entry => {
    const { path, text, document, scope } = entry
    const key = `${scope}\0${titleKey(document.title)}`
    const holder = holders.get(key)
    if (holder === undefined) {
      holders.set(key, entry)
      return []
    }
    const isMeant = [entry, holder].some(one => one.document.extra[RESTORED_AT] !== undefined)
    const level = isMeant ? 'remark' : 'failure'
    const message = `has the title of ${holder.path}; svc doctor --fix makes one of them`
    return [{ level, check: 'duplicate-title', path, ...atKey(text, 'title'), message } as const]
  })
}

/** Follows what a memory was merged into: it must end at one that is no part of the way. */
function checkSuccessor(
  entry: MemoryEntry,
  byId: ReadonlyMap<string, MemoryEntry>,
): CheckFinding[] {
  const { path, text, document } = entry
  const next = document.supersededBy
  if (next === undefined) return []
  const place = { level: 'failure', path, ...atKey(text, 'supersededBy') } as const
  if (!byId.has(next)) {
    const message = `was merged into ${next}, which is not there; svc doctor --fix settles it`
    return [{ ...place, check: 'dangling-successor', message }]
  }
  const seen = new Set<string>()
  let id: string | undefined = document.id
  for (; id !== undefined && !seen.has(id); id = byId.get(id)?.document.supersededBy) seen.add(id)
  if (id !== document.id) return []
  const message = `was merged into ${next}, and that into this one again`
  return [{ ...place, check: 'circular-successor', message }]
}

function baseName(path: string): string {
  return path.split('/').at(-1) ?? ''
}
