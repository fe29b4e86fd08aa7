import type { MoveCounts } from '../../placement/transfer.js'
import { count, oneLine } from './words.js'

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
