import { formatEntry } from '../../store/memory-document/scalar.js'
import { redactText, stripInjected } from '../redact/index.js'
import { clip } from '../text.js'
import { toTrigger } from './names.js'

/** Hosts load a skill's text whole: agentskills.io asks for 5,000 tokens at most. */
const BODY_CHARS = 20_000
/** Before it is searched for secrets. */
const READ_CHARS = 200_000
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g

/**
 * A SKILL.md with agentskills.io front matter: redacted, without invisible and control characters,
 * its body at most 20,000 characters. Undefined where no description or no body is left.
 */
export function formatSkill(skill: {
  name: string
  description: string
  body: string
}): string | undefined {
  const description = toTrigger(clean(skill.description))
  const body = clip(clean(skill.body), BODY_CHARS).trim()
  if (description === '' || body === '') return undefined
  const head = formatEntry('name', skill.name) + formatEntry('description', description)
  return `---\n${head}---\n\n${body}\n`
}

function clean(text: string): string {
  const lines = text.slice(0, READ_CHARS).replace(/\r\n?/g, '\n')
  return redactText(stripInjected(lines)).replace(CONTROL, '').trim()
}
