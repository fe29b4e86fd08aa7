import { SvcError } from '../../store/errors.js'
import { hasConflict } from '../../store/memory-document/problems.js'
import { redact } from '../redact/index.js'
import type { FileTexts } from './store-change.js'

const NAMED = 10

/**
 * Why a text must not get into a commit, or undefined. A binary file is not looked into. In a merge
 * secrets are let through: what others have shared is not kept back by stopping here.
 */
export function findUnfit(text: string, isMerge = false): string | undefined {
  if (text.includes('\0')) return undefined
  if (hasConflict(text)) return 'holds conflict markers'
  if (isMerge) return undefined
  const { rules } = redact(text)
  return rules.length === 0 ? undefined : `holds a secret (${rules.join(', ')})`
}

/** Throws CONFLICT naming the files that must not get into a commit, each with its reason. */
export function refuseUnfit(files: readonly FileTexts[], isMerge: boolean): void {
  const unfit = files.flatMap(({ path, after }) => {
    const reason = after === undefined ? undefined : findUnfit(after, isMerge)
    return reason === undefined ? [] : [`${path} ${reason}`]
  })
  if (unfit.length === 0) return
  const more = unfit.length > NAMED ? `; and ${unfit.length - NAMED} more` : ''
  throw new SvcError(
    'CONFLICT',
    `nothing was committed: ${unfit.slice(0, NAMED).join('; ')}${more}. ` +
      'Edit the file (svc git resolve settles markers in memories), or commit it with git itself',
  )
}
