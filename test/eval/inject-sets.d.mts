export interface PromptSet {
  name: string
  projects: SetProject[]
  global: SetMemory[]
}

export interface SetProject {
  name: string
  /** The text of an AGENTS.md. */
  agents?: string
  memories: SetMemory[]
  prompts: SetPrompt[]
}

export interface SetMemory {
  id?: string
  source?: object
  kind: string
  title: string
  content: string
  tags?: string[]
  /** How many days before the sessions it was made; nobody says so if missing. */
  daysAgo?: number
  aliases?: string[]
}

export interface SetPrompt {
  text: string
  /** Titles of memories, or `section:HEADING`. */
  want: string[]
  also: string[]
}

export interface Section {
  heading: string
  text: string
}

export function ownSets(): string[]
export function readSet(file: string): PromptSet
export function toSet(
  name: string,
  set: {
    corpus: (Omit<SetMemory, 'aliases'> & { id: string })[]
    queries: { text: string; relevant: string[] }[]
  },
  beside: { aliases: Record<string, string[]>; negatives: string[] },
): PromptSet
export function groupPrompts(
  name: string,
  set: {
    projects: Omit<SetProject, 'prompts'>[]
    global?: SetMemory[]
    prompts: (SetPrompt & { project: string })[]
  },
  sections: { prompt: number; section: string }[],
): PromptSet
export function sectionName(heading: string): string
export function splitSections(markdown: string): Section[]
export function withIdle(sets: PromptSet[], file: string): PromptSet[]
