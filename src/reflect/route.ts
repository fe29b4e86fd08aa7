import { titleKey } from '../text.js'
import type { Candidates, KnownTitles } from './types.js'

/**
 * Drops the candidates that global scope has already, whatever scope they ask for, and keeps the
 * rest where they belong: what is not clearly marked as global is the project's.
 */
export function routeCandidates(candidates: Candidates, global: KnownTitles): Candidates {
  const titles = new Set(global.memories.map(titleKey))
  const names = new Set(global.skills.map(name => name.toLowerCase()))
  return {
    memories: candidates.memories.filter(({ title }) => !titles.has(titleKey(title))),
    skills: candidates.skills.filter(({ name }) => !names.has(name.toLowerCase())),
  }
}
