import { toEntries } from '../../store/front-matter/entries.js'
import { parseFrontMatter, splitFrontMatter } from '../../store/front-matter.js'
import { readScalar } from './scalar.js'

/** What a skill's front matter says of itself; absent where it does not say it. */
export interface SkillHead {
  name?: string
  description?: string
  whenToUse?: string
}

const KEYS = { name: 'name', description: 'description', when_to_use: 'whenToUse' } as const

type Key = keyof typeof KEYS

/**
 * Reads the name and the description from the beginning of a `SKILL.md`. A YAML parser is loaded
 * only for what the line reader does not understand. Undefined where there is no front matter.
 * Never throws: values that nothing can read are absent.
 */
export async function readSkillHead(text: string): Promise<SkillHead | undefined> {
  const { block } = splitFrontMatter(text)
  if (block === undefined) return undefined
  return readLines(block) ?? readYaml(text)
}

function readLines(block: string): SkillHead | undefined {
  const { entries } = toEntries(block)
  const head: SkillHead = {}
  for (const { key, text } of entries) {
    if (!isKey(key)) continue
    const value = readScalar(text.slice(text.indexOf(':') + 1))
    if (value === undefined) return undefined
    head[KEYS[key]] = value
  }
  return entries.length > 0 ? head : undefined
}

function isKey(key: string): key is Key {
  return Object.hasOwn(KEYS, key)
}

async function readYaml(text: string): Promise<SkillHead> {
  const { data } = await parseFrontMatter(text)
  const head: SkillHead = {}
  for (const key of Object.keys(KEYS) as Key[]) {
    const value = data[key]
    if (typeof value === 'string' || typeof value === 'number') head[KEYS[key]] = String(value)
  }
  return head
}
