import { all, bounded, pattern, spaced, unspaced } from '../../../languages/combined.js'
import type { Turn } from '../../types.js'
import { toProse } from '../prose.js'
import { splitSentences } from '../sentences.js'
import { isCommandText, parseCommand } from './command.js'

const TROUBLE = pattern('i')`${bounded.commands.trouble}`
const SHOWN = pattern('i')`\b${spaced.commands.works}\b|✓|✔|✅|${unspaced.commands.works}`
const CONFIRMS = pattern('i')`^(?:${all.commands.thanks}[,.! 、。！，]*)*${all.commands.confirms}`
const DENIES = pattern('i')`${bounded.commands.unconfirms}`

/** Most characters read of a text, from its beginning. */
const READ_CHARS = 8_000
const FENCED = /```(?:sh|bash|shell|console|zsh|text|terminal)?\n([^`]{1,1000})```/g
const INLINE = /`([^`\n]{2,200})`/g

/** The commands that a text shows in back ticks or in a fence, in its order, each once. */
export function commandsIn(text: string): string[] {
  const read = text.slice(0, READ_CHARS)
  const fenced = Array.from(read.matchAll(FENCED), match => ({
    at: match.index,
    command: toLines(match[1] ?? ''),
  }))
  const inline = Array.from(
    read.replace(FENCED, all => ' '.repeat(all.length)).matchAll(INLINE),
    match => ({
      at: match.index,
      command: toOne(match[1] ?? ''),
    }),
  )
  const found = [...fenced, ...inline].sort((one, other) => one.at - other.at)
  return [...new Set(found.flatMap(({ command }) => command ?? []))]
}

/** Up to three lines that are all commands, as one. */
function toLines(body: string): string | undefined {
  const commands = body.split('\n').flatMap(line => toOne(line) ?? [])
  return commands.length > 0 && commands.length <= 3 ? commands.join(' && ') : undefined
}

function toOne(text: string): string | undefined {
  const command = text.trim().replace(/^(?:\$|>|#) /, '')
  const isWhole = /[ /]/.test(command) && command.split(' && ').every(isCommandText)
  return isWhole ? command : undefined
}

/** A command that a reply shows, and whether it is known to work. */
interface ShownCommand {
  command: string
  isShown: boolean
}

/**
 * The command that a turn answers with: one that the reply shows and that ran without failing, else
 * the last in a fence, else the first; undefined where the reply shows none.
 */
export function findShown({ reply, commands = [] }: Turn): ShownCommand | undefined {
  const shown = commandsIn(reply)
  const ended = new Map(commands.map(({ command, isFailed }) => [toPlain(command), isFailed]))
  const ran = shown.filter(command => ended.get(toPlain(command)) === false)
  const command = ran.at(-1) ?? lastFenced(reply) ?? shown[0]
  if (command === undefined || ended.get(toPlain(command)) === true) return undefined
  return { command, isShown: ran.length > 0 || saysItWorked(reply) }
}

function toPlain(command: string): string {
  return parseCommand(command)?.text ?? command
}

function lastFenced(reply: string): string | undefined {
  const bodies = Array.from(reply.slice(0, READ_CHARS).matchAll(FENCED), match => match[1] ?? '')
  return bodies.flatMap(body => toLines(body) ?? []).at(-1)
}

/** Names errors, but says that there were none. */
const NO_ERRORS = pattern('gi')`${all.commands.noErrors}`

function saysItWorked(reply: string): boolean {
  const prose = toProse(reply.slice(0, READ_CHARS)).replace(NO_ERRORS, 'successfully')
  return SHOWN.test(prose) && !TROUBLE.test(prose)
}

/** A question. */
const ASKS = pattern()`(?:[?？]|${unspaced.commands.asksAtEnd})\s*$`

/** True for a prompt that says that what was proposed worked. */
export function confirms(prompt: string): boolean {
  const first = splitSentences(toProse(prompt).trim().split('\n')[0] ?? '')[0]?.text ?? ''
  return CONFIRMS.test(first) && !DENIES.test(first) && !ASKS.test(first)
}
