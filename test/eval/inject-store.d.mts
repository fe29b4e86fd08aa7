import type { Memory, Scope } from '../../store/types.js'
import type { SearchIndex } from '../../store/index/types.js'
import type { Section, SetMemory } from './inject-sets.mjs'

/** A project with a store of its own, as a session finds it. */
export interface OpenedProject {
  items: Memory[]
  scope: Scope
  files: { path: string; sections: Section[] }[]
  indexes: SearchIndex[]
  close(): void
}

export function openProject(
  project: { memories: readonly SetMemory[]; agents?: string | undefined },
  global: readonly SetMemory[],
  options: {
    aliases: boolean
    arrange?: (lines: string[]) => string[]
    now?: Date
    at?: string
  },
): Promise<OpenedProject>
export function startSession(opened: OpenedProject): Promise<{ session: string; text: string }>
export function askHook(opened: OpenedProject, session: string, prompt: string): Promise<string>
