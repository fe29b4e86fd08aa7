import { stripInvisible } from '../text.js'
import { findEncoded, findWrapped, type Found, type Hidden, type FindSecrets } from './hidden.js'
import { RULES } from './rules.js'
import type { Rule } from './shapes.js'

/** A text without its secrets, and the ids of the rules that found some, each once. */
interface Redacted {
  text: string
  rules: string[]
}

/**
 * Takes out of a text what must not be stored: invisible characters, `<private>…</private>`, and
 * secrets, of which `[redacted:<rule>]` remains. Redacting twice changes nothing.
 */
export function redact(text: string): Redacted {
  const rules = new Set<string>()
  const note = ({ rule }: Found) => void rules.add(rule)
  return {
    text: replaceSecrets(removeBlocks(stripInvisible(text), PRIVATE), note),
    rules: [...rules],
  }
}

/** Attributes have a value: prose on a `<private key>` begins no block. */
const PRIVATE: Tag = {
  names: 'private',
  rest: `(?:\\s{1,9}[\\w:-]{1,64}\\s{0,9}=\\s{0,9}(?:"[^"<>]{0,999}"|'[^'<>]{0,999}'|[^\\s"'<>]{1,999})){0,9}\\s{0,9}/?`,
}

/** Told of each secret, in the order of the rules. */
type OnFound = (found: Found) => void

/** Most layers that are looked into: decoded or joined text, and what shows in that. */
const MOST_LAYERS = 2

function replaceSecrets(text: string, onFound: OnFound, layer = 0): string {
  if (layer === MOST_LAYERS) return replacePlain(text, onFound)
  const find = secretFinderAt(layer + 1)
  const joined = replaceHidden(text, findWrapped(text, find), onFound)
  const rest = replacePlain(joined, onFound)
  return replaceHidden(rest, findEncoded(rest, find), onFound)
}

function secretFinderAt(layer: number): FindSecrets {
  return text => {
    const found: Found[] = []
    replaceSecrets(text, one => found.push(one), layer)
    return found
  }
}

function replaceHidden(text: string, stretches: readonly Hidden[], onFound: OnFound): string {
  let kept = ''
  let done = 0
  for (const { rule, from, to } of stretches) {
    if (from < done) continue
    onFound({ rule, check: 'shape', secret: text.slice(from, to) })
    kept += text.slice(done, from) + toMark(rule)
    done = to
  }
  return kept + text.slice(done)
}

function replacePlain(text: string, onFound: OnFound): string {
  let rest = text
  const lower = rest.toLowerCase()
  if (lower.includes('private key')) rest = replaceHidden(rest, findPrivateKeys(rest), onFound)
  for (const rule of RULES) {
    if (mayHold(lower, rule.keywords) && mayHold(lower, rule.signs))
      rest = apply(rule, rest, onFound)
  }
  return rest
}

function mayHold(lower: string, words: readonly string[] = ['']): boolean {
  return words.some(word => lower.includes(word))
}

/** The text of `redact`, for callers that do not care what was found. */
export function redactText(text: string): string {
  return redact(text).text
}

/** A secret in a text: the rule that found it, and its line from 1 where it lies on one. */
interface FoundSecret {
  rule: string
  line?: number
}

/**
 * The secrets of a text as it is: unlike `redact` it looks into `<private>` blocks too, because
 * what is in a file is read by whoever gets the file.
 */
export function findSecrets(text: string): FoundSecret[] {
  const open = text.replace(/<(?=\/?private)/gi, ' ')
  const { rules } = redact(open)
  if (rules.length === 0) return []
  const lines = open.split('\n').map(line => redact(line).rules)
  return rules.map(rule => {
    const at = lines.findIndex(found => found.includes(rule))
    return at === -1 ? { rule } : { rule, line: at + 1 }
  })
}

/**
 * The secrets themselves that a text holds as it is, `<private>` blocks included, each once with the
 * rule that found it: for taking them out of files in place. Not for showing.
 */
export function collectSecrets(text: string): { rule: string; secret: string }[] {
  const found = new Map<string, string>()
  replaceSecrets(text, ({ rule, secret }) => {
    if (secret !== '' && !found.has(secret)) found.set(secret, rule)
  })
  return [...found].map(([secret, rule]) => ({ rule, secret }))
}

const INJECTED: Tag = {
  names: 'svc-memory|hook_context|system[-_](?:reminder|note)|qwen:[a-z0-9_-]{0,64}-context',
  rest: '(?:\\s[^<>]*?|/)?',
}

/** Gemini and Qwen write the text of mentioned files behind what the person said. */
const REFERENCED = /^[ \t]*--- Content from referenced \w+ ---/m

/**
 * Removes what services and hosts put into a conversation: our own memory block, Gemini's hook
 * context, system reminders, Qwen's context blocks and the text of mentioned files, so that none of
 * it is recalled or distilled as if a person had said it. A block that is not closed reaches to the
 * end of the text, and so do mentioned files: what they hold may look like their own end.
 */
export function stripInjected(text: string): string {
  const rest = removeBlocks(text, INJECTED)
  // Looked for first, here and below: most texts need none of these patterns compiled.
  return rest.includes('--- Content') ? rest.slice(0, REFERENCED.exec(rest)?.index) : rest
}

/** Openings of texts that hosts write in the person's name: context, notices, summaries, commands. */
const NOT_SAID =
  /^(?:<(?:task-notification|command-(?:name|message|args)|session_context|environment_context|user_instructions|permissions instructions|skills_instructions|user_shell_command|turn_aborted|subagent_notification|skill|local-command-[a-z]+|bash-(?:input|stdout|stderr)|state_snapshot)[\s>]|# AGENTS\.md instructions |\[Request interrupted by user|This session is being continued from a previous conversation|Base directory for this skill:|Caveat: The messages below were generated)/

/**
 * The words of a person in a message, without the blocks that hosts and svc put in. Empty if a
 * program wrote all of it.
 */
export function saidByPerson(text: string): string {
  const said = stripInjected(text).trim()
  const mayBeAProgram = /^[<#[TBC]/.test(said)
  return mayBeAProgram && NOT_SAID.test(said) ? '' : said
}

function apply(rule: Rule, text: string, onFound: OnFound): string {
  return text.replace(patternOf(rule), (match: string, ...rest: unknown[]) => {
    const groups = rest.at(-1)
    const keep = typeof groups === 'object' ? ((groups as { keep?: string }).keep ?? '') : ''
    const value = match.slice(keep.length)
    const quote = /^\\?["'`]/.exec(value)?.[0] ?? ''
    if (!isSecret(rule, keep, value.slice(quote.length))) return match
    onFound({ rule: rule.id, check: rule.check, secret: value.slice(quote.length) })
    return keep + quote + toMark(rule.id)
  })
}

const compiled = new Map<Rule, RegExp>()

function patternOf(rule: Rule): RegExp {
  let pattern = compiled.get(rule)
  if (pattern === undefined) compiled.set(rule, (pattern = new RegExp(rule.pattern, rule.flags)))
  return pattern
}

function isSecret(rule: Rule, keep: string, value: string): boolean {
  if (value.startsWith('[redacted')) return false
  if (rule.check === 'shape') return !isCrossedOut(value)
  // Punctuation that ends a sentence, and further fields of a query, are no part of the value.
  const bare = value.replace(/[.,;:!?]+$/, '').replace(/&[\w.-]{1,40}=.*$/, '')
  if (isPlaceholder(bare)) return false
  if (rule.check === 'random') return !isPlace(value) && isToken(keep, value)
  if (rule.check === 'strong') return isStrong(bare)
  return rule.check === 'stated' ? /^[^$%{<(*]/.test(value) : isPassword(keep, value)
}

/** An address or a path, which may hold a word such as `token` before it. */
function isPlace(value: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|arn:|\.{0,2}\/(?![^\s]*[+=])|[A-Z]:\\)/i.test(value)
}

/** True for a password in a sentence: only for what nobody would write as a word. */
function isStrong(value: string): boolean {
  if (!/[0-9]/.test(value) || !/[a-z]/.test(value) || /[\\/]|^\w+\.\w+$/.test(value)) return false
  return /[!#$%^&*+=]/.test(value) || (/[A-Z]/.test(value) && !isWordy(value))
}

/** An environment variable is rarely given a name as its value: letters and a digit will do. */
function isToken(keep: string, value: string): boolean {
  const isVariable = /^[A-Z0-9_]+=["']?$/.test(keep)
  return isRandom(value) || (isVariable && /[0-9]/.test(value) && /^[A-Za-z0-9+=_-]+$/.test(value))
}

/** Letters alone are a password in a URL and in `DB_PASSWORD=letters`, elsewhere mostly prose. */
function isPassword(keep: string, value: string): boolean {
  if (/^[${]|^%(?:\w+%|\(|\w?$)|^\w+(?:\.\w+)+$|^\/|\(/.test(value)) return false
  if (keep.includes('://')) return !keep.endsWith(`//${value}:`)
  if (/^curl/i.test(keep) || /^[A-Z_]+=["']?$/.test(keep)) return true
  if (/\s/.test(value)) return false
  return /[0-9]|[!@#%^&*+].*[^!.]/.test(value) || isScrambled(value, 10)
}

/** Letters alone, large and small ones mixed as in no name. */
function isScrambled(value: string, least: number): boolean {
  return value.length >= least && /^(?=.*[a-z])(?=.*[A-Z])[A-Za-z]+$/.test(value) && !isWordy(value)
}

function toMark(id: string): string {
  return `[redacted:${id}]`
}

const MAX_PASSES = 8

/** Sources of regular expressions: the names of a tag, and what may stand between name and `>`. */
interface Tag {
  names: string
  rest: string
}

/**
 * Removes `<name …>…</name>` blocks, whatever their case. Blocks of one name nest; one that is not
 * closed reaches to the end of the text; a lone closing tag stays. Linear time; applying it twice
 * changes nothing.
 */
function removeBlocks(text: string, { names, rest: inside }: Tag): string {
  if (!/<|&lt;/.test(text)) return text
  // Hosts that escape what is injected show it so, and people copy it.
  const tags = new RegExp(`(?:<|&lt;)(/?)(${names})${inside}(?:>|&gt;)`, 'gi')
  let rest = text
  // A removal may join two halves into a tag again. Only hostile text needs more passes than one.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = removeOnce(rest, tags)
    if (next === rest) return rest
    rest = next
  }
  return cutAtTag(rest, tags)
}

function removeOnce(text: string, tags: RegExp): string {
  let kept = ''
  let end = 0
  let open = ''
  let depth = 0
  for (const match of text.matchAll(tags)) {
    const name = (match[2] ?? '').toLowerCase()
    const isClosing = match[1] === '/'
    if (depth > 0 ? name !== open : isClosing) continue
    const isSingle = /\/(?:>|&gt;)$/.test(match[0])
    if (depth === 0) {
      kept += text.slice(end, match.index)
      open = name
    }
    if (!isSingle) depth += isClosing ? -1 : 1
    if (depth === 0) end = match.index + match[0].length
  }
  return depth > 0 ? kept : kept + text.slice(end)
}

function cutAtTag(text: string, tags: RegExp): string {
  for (const match of text.matchAll(tags)) if (match[1] === '') return text.slice(0, match.index)
  return text
}

const BEGIN = /-----BEGIN ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const KEY_LINES = /^(?:(?:\\r|\\n|[\s"'+,])*[A-Za-z0-9+/=]{16,}(?![A-Za-z0-9+/=]))+/
const MAX_KEY_CHARS = 40_000

/**
 * Finds PEM and PGP private keys, also ones cut off before their end. A mention of the header without
 * key material is none.
 */
function findPrivateKeys(text: string): Hidden[] {
  const ends = [...text.matchAll(END)].map(match => ({
    at: match.index,
    to: match.index + match[0].length,
  }))
  const found: Hidden[] = []
  let next = 0
  for (const { 0: opening, index: from } of text.matchAll(BEGIN)) {
    const body = from + opening.length
    while ((ends[next]?.at ?? Infinity) < body) next++
    const to = endOfKey(text, body, ends[next])
    if (to !== undefined) found.push({ rule: 'private-key', from, to })
  }
  return found
}

function endOfKey(
  text: string,
  from: number,
  end?: { at: number; to: number },
): number | undefined {
  if (end !== undefined && end.at - from <= MAX_KEY_CHARS) {
    const body = text.slice(from, end.at)
    if (!body.includes('-----BEGIN')) return /[A-Za-z0-9+/=]{24}/.test(body) ? end.to : undefined
  }
  const lines = KEY_LINES.exec(text.slice(from, from + MAX_KEY_CHARS))
  return lines === null ? undefined : from + lines[0].length
}

const PLACEHOLDER =
  /your|example|placeholder|change.?me|dummy|sample|redacted|insert|replace|\.\.\.|<|\$\{|\{\{|process\.env|os\.environ|secrets?\.|(?:^|[^a-z])(?:none|null|undefined|true|false|todo|tbd)(?:$|[^a-z])/i
const BLANKED = /x{4}|\*{3}|\u2022{3}|(.)\1{6}/i
const WEAK =
  /^(?:(?:my|the|some|test|a)?[-_]?(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|key|user|string|bearer)[-_]?\d{0,3})$/i

/** Shannon entropy of a text in bits per character; 0 for an empty text. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** True for a token whose characters are crossed out: `ghp_xxxxxxxx`, `sk-****`. */
function isCrossedOut(value: string): boolean {
  return /x{6}|\*{3}|\.{3}|your[-_]/i.test(value)
}

/** True for what documents write in place of a secret: `YOUR_API_KEY`, `${TOKEN}`, `changeme`. */
function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || BLANKED.test(value) || WEAK.test(value)
}

/** True where letters and digits mix as in a generated key, not as in a name such as `sha256Sum`. */
function isRandom(value: string): boolean {
  if (isScrambled(value, 24)) return entropyOf(value) >= 3.8
  if (value.length < 10 || !/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (isDottedName(value) || isWordy(value)) return false
  return entropyOf(value) >= (value.length < 20 ? 2.9 : 3)
}

function isDottedName(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) && entropyOf(value) < 4.5
}

/** Not hex, digits not strewn in; words make up most of it, with the share of vowels that language has (random letters: .19). */
function isWordy(value: string): boolean {
  if (value.length >= 12 && /^[0-9a-f]+$/i.test(value)) return false
  if ((value.match(/[A-Za-z][0-9]+(?=[A-Za-z])/g)?.length ?? 0) >= 2) return false
  const words = value.match(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g)?.join('') ?? ''
  const letters = value.replace(/[^A-Za-z]/g, '')
  const vowels = letters.replace(/[^aeiou]/gi, '')
  const digits = value.replace(/[^0-9]/g, '')
  const share = words.length / (value.length - digits.length || 1)
  return share >= 0.55 && vowels.length / letters.length >= 0.27
}
