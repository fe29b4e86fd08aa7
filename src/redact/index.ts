import { stripInvisible } from '../text.js'
import { removeBlocks } from './blocks.js'
import { isCrossedOut, isPlaceholder, isRandom } from './entropy.js'
import { replacePrivateKeys } from './private-key.js'
import type { Rule } from './rule.js'
import { RULES } from './rules.js'

export { stripInjected } from './injected.js'

/** A text without its secrets, and the ids of the rules that found some, each once. */
export interface Redacted {
  text: string
  rules: string[]
}

const compiled = new Map<Rule, RegExp>()

/**
 * Takes out of a text what must not be stored: invisible characters, `<private>…</private>`, and
 * secrets, of which `[redacted:<rule>]` remains. Redacting twice changes nothing.
 */
export function redact(text: string): Redacted {
  const rules = new Set<string>()
  let rest = removeBlocks(stripInvisible(text), 'private')
  const lower = rest.toLowerCase()
  if (lower.includes('private key')) rest = redactPrivateKeys(rest, rules)
  for (const rule of RULES) {
    if (rule.keywords.some(keyword => lower.includes(keyword))) rest = apply(rule, rest, rules)
  }
  return { text: rest, rules: [...rules] }
}

/** The text of `redact`, for callers that do not care what was found. */
export function redactText(text: string): string {
  return redact(text).text
}

function redactPrivateKeys(text: string, rules: Set<string>): string {
  const rest = replacePrivateKeys(text, toMark('private-key'))
  if (rest !== text) rules.add('private-key')
  return rest
}

function apply(rule: Rule, text: string, rules: Set<string>): string {
  return text.replace(patternOf(rule), (match: string, ...rest: unknown[]) => {
    const groups = rest.at(-1)
    const keep = typeof groups === 'object' ? ((groups as { keep?: string }).keep ?? '') : ''
    const value = match.slice(keep.length)
    const quote = /^["'`]/.exec(value)?.[0] ?? ''
    if (!isSecret(rule, keep, value.slice(quote.length))) return match
    rules.add(rule.id)
    return keep + quote + toMark(rule.id)
  })
}

function patternOf(rule: Rule): RegExp {
  let pattern = compiled.get(rule)
  if (pattern === undefined) compiled.set(rule, (pattern = new RegExp(rule.pattern, rule.flags)))
  return pattern
}

function isSecret(rule: Rule, keep: string, value: string): boolean {
  if (value.startsWith('[redacted')) return false
  if (rule.check === 'shape') return !isCrossedOut(value)
  if (isPlaceholder(value)) return false
  return rule.check === 'random' ? isToken(keep, value) : isPassword(keep, value)
}

/** An environment variable is rarely given a name as its value: letters and a digit will do. */
function isToken(keep: string, value: string): boolean {
  const isVariable = /^[A-Z0-9_]+=["']?$/.test(keep)
  return isRandom(value) || (isVariable && /[0-9]/.test(value) && /^[A-Za-z0-9+=_-]+$/.test(value))
}

/** Letters alone are a password in a URL and in `DB_PASSWORD=letters`, elsewhere mostly prose. */
function isPassword(keep: string, value: string): boolean {
  if (/^[$%{]|^\w+(?:\.\w+)+$|^\/|\(/.test(value)) return false
  if (keep.includes('://')) return !keep.endsWith(`//${value}:`)
  if (/^curl/i.test(keep) || /^[A-Z_]+=["']?$/.test(keep)) return true
  return !/\s/.test(value) && /[0-9]|[!@#%^&*+].*[^!.]/.test(value)
}

function toMark(id: string): string {
  return `[redacted:${id}]`
}
