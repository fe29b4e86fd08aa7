import type { MoveCounts } from '../../placement/transfer.js'
import { count, oneLine } from './words.js'

/** What a person does next with the `.svc` of a work tree that memories went into. */
export function renderCommit(isIgnored: boolean): string[] {
  if (!isIgnored) return ['commit .svc with the code']
  return ['git ignores .svc here: nobody else gets these memories until that rule is gone']
}

/** What a person does next in a work tree that memories were moved out of; [] where none were. */
export function renderRemoval({ memories, skills }: MoveCounts, workTree: string): string[] {
  if (memories + skills === 0) return []
  return [`commit the removal of ${oneLine(workTree)}/.svc where git keeps it`]
}

/** What went over where, and what stays behind. */
export function renderMove({ memories, skills, queued, left }: MoveCounts, where: string) {
  const went = [
    count(memories, 'memory file'),
    ...(skills > 0 ? [count(skills, 'skill')] : []),
    ...(queued > 0 ? [`${queued} queued`] : []),
  ]
  const stays = left.map(path => `${oneLine(path)} stays: svc did not put it there`)
  return [`moved ${went.join(', ')} ${where}`, ...stays]
}
