import { basename } from 'node:path'
import { REFLECTION_SYSTEM } from './prompt-system.js'
import { toDataLines, toListLine } from './prompt-text.js'
import type { ReflectionRequest, Turn } from './types.js'
import { clip } from '../text.js'

export { REFLECTION_SCHEMA } from './schema.js'

/** Lists of titles: so many, and so many characters, at most. */
const TITLES = { own: 200, global: 150, skills: 60 }
const TITLE_CHARS = 120
const LIST_CHARS = 8_000
/** Characters of all turns together; a batch is closed long before. */
const CONVERSATION_CHARS = 40_000

/**
 * The text that asks a model what a batch is worth keeping of. The conversation stands in a frame
 * that no text in it can close. Lists of titles are cut at their end: give the most recent first.
 */
export function renderReflectionPrompt(request: ReflectionRequest): {
  system: string
  prompt: string
} {
  const { own, global, turns, maxMemories, maxSkills } = request
  const prompt = [
    renderPlace(request),
    renderList('project-memories', OWN_RULE, own.memories, TITLES.own),
    renderList('global-memories', GLOBAL_RULE, global.memories, TITLES.global),
    renderList('project-skills', SKILL_RULE, own.skills, TITLES.skills),
    renderList('global-skills', SKILL_RULE, global.skills, TITLES.skills),
    renderConversation(turns),
    `Now answer with the JSON object: ${count(maxMemories, 'memory', 'memories')} and ${count(maxSkills, 'skill', 'skills')} at most, and two empty lists where nothing above will matter in a later session.`,
  ]
  return { system: REFLECTION_SYSTEM, prompt: prompt.join('\n\n') }
}

const OWN_RULE =
  'Known in this project. Do not repeat them. Only where the conversation changes one of them, give it again under exactly its title with the complete new content.'
const GLOBAL_RULE =
  'Known in all projects. Do not duplicate any of them, neither for the project nor globally.'
const SKILL_RULE = 'Skills that exist. Do not make them again.'

function renderPlace({ scope }: ReflectionRequest): string {
  if (scope.type === 'global') return 'The conversation belongs to no project.'
  return `The conversation took place in the project "${toListLine(basename(scope.id), TITLE_CHARS)}".`
}

/** A list of titles in a frame; empty ones say so, so that their rule is not missed. */
function renderList(name: string, rule: string, titles: readonly string[], most: number): string {
  const lines: string[] = []
  let chars = 0
  for (const title of titles) {
    const line = `- ${toListLine(title, TITLE_CHARS)}`
    if (lines.length >= most || (chars += line.length + 1) > LIST_CHARS) break
    lines.push(line)
  }
  const left = titles.length - lines.length
  if (left > 0) lines.push(`(and ${left} older ones)`)
  return `<${name}>\n${rule}\n${lines.join('\n') || '(none)'}\n</${name}>`
}

function renderConversation(turns: readonly Turn[]): string {
  const most = Math.floor(CONVERSATION_CHARS / Math.max(1, 2 * turns.length))
  const parts = turns.map(({ prompt, reply }, index) =>
    [
      `Turn ${index + 1}, user:`,
      toDataLines(clip(prompt, most, 'ends')),
      `Turn ${index + 1}, agent:`,
      toDataLines(clip(reply, most, 'ends')),
    ].join('\n'),
  )
  return `<conversation>\n${parts.join('\n')}\n</conversation>`
}

function count(number: number, one: string, more: string): string {
  return `${number} ${number === 1 ? one : more}`
}
