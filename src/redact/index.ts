import { SvcError } from '../../store/errors.js'
import { hashText } from '../../store/names.js'
import { stripInvisible } from '../text.js'
import {
  findEncoded,
  findPrivateKeys,
  findWrapped,
  type Found,
  type Hidden,
  type FindSecrets,
} from './hidden.js'
import { RULES } from './rules.js'
import { isCrossedOut, isPlaceholder, isRandom, isScrambled, isWordy, type Rule } from './shapes.js'

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
  const holds = createLook(lower)
  for (const rule of RULES) {
    if (rule.keywords.some(holds) && (rule.signs?.some(holds) ?? true))
      rest = apply(rule, rest, onFound)
  }
  return rest
}

/** A text that is shorter is looked through as quickly (characters). */
const LONG_CHARS = 4_000
const GROUPS = 1 << 16

/** Looks for words in a text; in a long one only for those of which every three characters occur. */
function createLook(text: string): (word: string) => boolean {
  if (text.length < LONG_CHARS) return word => text.includes(word)
  const seen = new Uint8Array(GROUPS)
  for (let at = 0; at + 2 < text.length; at++) seen[groupAt(text, at)] = 1
  return word => {
    for (let at = 0; at + 2 < word.length; at++) if (seen[groupAt(word, at)] === 0) return false
    return text.includes(word)
  }
}

function groupAt(text: string, at: number): number {
  const high = (text.charCodeAt(at) << 10) ^ (text.charCodeAt(at + 1) << 5)
  return (high ^ text.charCodeAt(at + 2)) & (GROUPS - 1)
}

/** The text of `redact`, for callers that do not care what was found. */
export function redactText(text: string): string {
  return redact(text).text
}

/** True for a text in which a secret is found. */
export function holdsSecret(text: string): boolean {
  return redact(text).rules.length > 0
}

/** Begins the name of a thing whose own one holds a secret. */
export const CONCEALED = 'redacted-'
const NAME_HASH = 20
/** A host names its sessions and turns by these, and a hook has no time to look through each. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * A name by which a thing is found again, as it is stored: the same unless it holds a secret, else
 * `redacted-` and a hash of it, the same each time.
 */
export function concealName(name: string): string {
  return UUID.test(name) || !holdsSecret(name) ? name : CONCEALED + hashText(name, NAME_HASH)
}

/** Kinds that no folder is named like by chance, as it may be like a UUID or a hash behind a word. */
const UNMISTAKABLE: ReadonlySet<string> = new Set(
  'github-token github-fine-grained-token gitlab-token aws-access-key-id anthropic-key slack-token stripe-key npm-token google-api-key jwt private-key'.split(
    ' ',
  ),
)

/** A path whose names that hold a secret are as `concealName` names them; all of it where it is one over them. */
export function concealPath(path: string): string {
  if (!holdsSecret(path)) return path
  const parts = path.replace(/[^/\\]+/g, concealName)
  return holdsSecret(parts) ? concealName(path) : parts
}

/**
 * Throws INVALID_REQUEST where a path holds an unmistakable token: a project's path, and its name,
 * stand in files that travel. A project that `isKnown` goes on.
 */
export function refuseSecretPath(path: string, isKnown: () => boolean): void {
  const { text, rules: found } = redact(path)
  const rules = found.filter(rule => UNMISTAKABLE.has(rule))
  if (rules.length === 0 || isKnown()) return
  const message = `the path of the project holds a secret (${rules.join(', ')})`
  throw new SvcError('INVALID_REQUEST', `${message}; rename the folder: ${text}`)
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
    const quote =
      /^\\?(?:["'`]|[\u201c\u201d\u201e\u00ab\u300c\u300e\u2018\u201a][ \u00a0]?)/.exec(
        value,
      )?.[0] ?? ''
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
  const isTold = rule.check === 'told' && !/[:=\uff1a"'`]|[,;\uff0c].*\s$/.test(keep)
  if (rule.check === 'strong' || isTold) return isStrong(bare) || isOnceTold(keep, value)
  return rule.check === 'stated' ? /^[^$%{<(*]/.test(value) : isPassword(keep, value)
}

/** A number that shouts, a password that all know, and a season's name beside an address. */
function isOnceTold(keep: string, value: string): boolean {
  if (/@\S+[ \t]{1,2}[/|][ \t]{1,2}$/.test(keep) && /^[A-Z][a-z]+\d{2,4}$/.test(value)) return true
  return /[a-z].*[0-9]!$|[A-Z].*[0-9].*!$|^(?:letmein|qwert[yz])/.test(value)
}

/** An address or a path, which may hold a word such as `token` before it. */
function isPlace(value: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|arn:|\.{0,2}\/(?![^\s]*[+=])|[A-Z]:\\)/i.test(value)
}

/** True for a password in a sentence: only for what nobody would write as a word. */
function isStrong(value: string): boolean {
  if (!/[0-9]/.test(value) || !/[a-z]/.test(value) || /[\\/]|^\w+\.\w+$/.test(value)) return false
  // A setting, a version and above, a pattern of files
  if (/^[\w.-]+=[\w.]+$|^[a-z]+[\d.]+\+$|^\*|\*\.\w/i.test(value)) return false
  if (/[!#$%^&*+=]/.test(value) || (/[A-Z]/.test(value) && !isWordy(value))) return true
  return /(?:[a-z][0-9]+){2}[a-z]/.test(value) && !/^[0-9a-f]+$/.test(value)
}

/** An environment variable is rarely given a name as its value: letters and a digit will do. */
function isToken(keep: string, value: string): boolean {
  const isVariable =
    /^[A-Z0-9_]+=["']?$/.test(keep) && !/^[a-z]+(?:-(?:[a-z]+|\d{4})){2,}$/.test(value)
  return isRandom(value) || (isVariable && /[0-9]/.test(value) && /^[A-Za-z0-9+=_-]+$/.test(value))
}

/** Letters alone are a password in a URL and in `DB_PASSWORD=letters`, elsewhere mostly prose. */
function isPassword(keep: string, value: string): boolean {
  if (/^[${]|^![a-z]+$|^%(?:\w+%|\(|\w?$)|^\w+(?:\.\w+)+$|^\/|\(/.test(value)) return false
  if (keep.includes('://')) return !keep.endsWith(`//${value}:`)
  if (/^curl/i.test(keep) || /^[A-Z_]+=["']?$/.test(keep)) return true
  // The length that is asked for, not one
  if (/[a-z]\d{1,2}(?:znak|tec?k|zeichen|car[a\u00e1]c|char|symbol)/i.test(value)) return false
  if (/^PASSWORD: /.test(keep) && /^[a-z]{2,12}pw$/.test(value)) return true
  if (/^passphrase/i.test(keep) && /^[a-z]{3,9}(?:-[a-z]{3,9}){3,7}$/.test(value)) return true
  if (/\s/.test(value)) return isPhrase(value)
  return /[0-9]|[!@#%^&*+].*[^!.]/.test(value) || isScrambled(value.replace(/[!.]+$/, ''), 10)
}

/**
 * Words in quotes: four or more of which none makes a message of them ("must be at least …"), or one
 * that nobody would write as a word.
 */
function isPhrase(value: string): boolean {
  const words = value.trim().split(/\s+/)
  if (words.some(word => word.length >= 6 && isStrong(word) && !isPlaceholder(word))) return true
  if (words.every(word => word.length >= 5 && /[0-9]/.test(word) && /[A-Za-z]/.test(word)))
    return true
  if (words.length < 4 || words.length > 12 || MESSAGE.test(value)) return false
  const isTitle = /^[A-Z]/.test(value) && words.some(word => /^[a-z]/.test(word))
  const spoken = /^\d{1,4}$/.test(words.at(-1)!) ? words.slice(0, -1) : words
  return !isTitle && spoken.every(word => /^[A-Za-z\u00c0-\u024f\u0400-\u04ff]{2,15}$/.test(word))
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

/** Words of sentences that are shown or noted where a password is asked for. */
const MESSAGE =
  /(?<![a-z\u00c0-\u024f])(?:the|an?|is|are|be|been|was|were|must|should|may|can|cannot|will|not?|to|your?|our|my|their|its|this|that|it|by|please|enter|see|ask|set|least|than|users?|accounts?|login|log|sign|password|passphrase|token|field|required|invalid|wrong|missing|empty|characters?|current|directory|ist|sind|wird|wurde|muss|nicht|kein|der|die|das|dem|den|eine?|bitte|ihr|dein|zeichen|est|sont|doit|pas|votre|veuillez|le|les|debe|por|para|su|tu|no|campo|deve|sua|seu)(?![a-z\u00c0-\u024f])/i
