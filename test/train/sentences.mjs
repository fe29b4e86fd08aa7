// Reads the labelled conversations (test/fixtures/distill/sentences): a blank line begins a
// conversation, each line is one sentence or segment.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { importSource } from '../eval/bundle.mjs'

export const FOLDER = join(import.meta.dirname, '../fixtures/distill/sentences')
const LINE = /^([ua])(x?)([cpfrCPFR]|[+-]|[ds])?(?: (.*))?$/
/** The outcome of a decision, and what must not stand in it. */
const OUTCOME = /^([=!]) (.*)$/
const { splitSentences, LIST_MARK } = await importSource(['src/provider/builtin/sentences.ts'])

/** Batches by which nothing is trained, chosen or tuned: those whose number 5 divides. */
export const isHeldOut = batch => Number(/\d+/.exec(batch)?.[0] ?? 1) % 5 === 0

/** Batches in which it is marked what settles something, and what an agent restates of it. */
export const tellsDecisions = batch => {
  const number = Number(/\d+/.exec(batch)[0])
  return number > 100 && number < 900
}

/** The conversations of all batches in a folder. */
export function readConversations(folder = FOLDER) {
  const files = readdirSync(folder).filter(name => name.endsWith('.txt'))
  return files.sort().flatMap(name => readBatch(join(folder, name)))
}

/**
 * `{batch, language, segments, outcome, forbid}` for each conversation of a file; the last two, for
 * one in which something is decided, are groups of wordings.
 */
export function readBatch(path) {
  const batch = basename(path, '.txt')
  const conversations = []
  let [segments, outcome, forbid] = [[], [], []]
  const end = () => {
    const language = batch.slice(0, 2)
    if (segments.length > 0) conversations.push({ batch, language, segments, outcome, forbid })
    ;[segments, outcome, forbid] = [[], [], []]
  }
  readFileSync(path, 'utf8')
    .split('\n')
    .forEach((line, at) => {
      if (line.trim() === '') return end()
      const told = OUTCOME.exec(line)
      if (told) return (told[1] === '=' ? outcome : forbid).push(toGroups(told[2]))
      segments.push(...readLine(line, `${batch}:${at + 1}`))
    })
  end()
  return conversations
}

/** "7|seven; attempts" as groups of wordings, one of each of which is wanted. */
const toGroups = text => text.split(';').map(group => group.split('|').map(one => one.trim()))

/** One sentence each: `kind` where it states something to keep, `span` what of it. */
function readLine(line, at) {
  const match = LINE.exec(line)
  if (match === null) throw new Error(`${at}: ${line}`)
  const [, who, taken, code = '', raw = ''] = match
  const text = raw.replace(/\[\[|\]\]/g, '')
  const marked = /\[\[(.*?)\]\]/.exec(raw)
  const where = marked ? [marked.index, marked.index + marked[1].length] : [0, text.length]
  const kind = /[cpfr]/i.test(code) ? code.toLowerCase() : undefined
  const common = {
    who: who === 'u' ? 'user' : 'agent',
    isGlobal: /[CPFR]/.test(code),
    isRetraction: code === '-',
    decides: code === 'd',
    settles: code === 's',
    at,
  }
  const mark = LIST_MARK.exec(text)?.[0].length ?? 0
  const parts = splitSentences(text.slice(mark)).filter(part => part.text.length > 1)
  const main = kind && !marked ? parts.reduce((a, b) => (weigh(b) > weigh(a) ? b : a)) : undefined
  let hasBegun = false
  return parts.map(part => {
    const [from, to] = [part.at + mark, part.at + mark + part.text.length]
    const covered = Math.max(0, Math.min(to, where[1]) - Math.max(from, where[0]))
    const isInside = kind && covered >= Math.min(6, part.text.length * 0.3)
    const isFirst = main ? part === main : isInside && !hasBegun
    if (isInside) hasBegun = true
    const span =
      marked && isInside
        ? [Math.max(0, where[0] - from), Math.min(part.text.length, where[1] - from)]
        : undefined
    return {
      ...common,
      text: part.text,
      kind: isFirst ? kind : undefined,
      goesOn: code === '+' || Boolean(isInside && !isFirst),
      isTaken: taken === 'x' && Boolean(isFirst),
      span: span && (span[0] > 0 || span[1] < part.text.length) ? span : undefined,
    }
  })
}

/** Of a kept line without a mark the sentence with a command, else the longest, is the statement. */
const weigh = ({ text }) => (/`[^`]*\s[^`]*`/.test(text) ? 1000 : 0) + text.length

/** The messages of a conversation: segments of one speaker in a row. */
export function toMessages({ segments }) {
  const messages = []
  for (const segment of segments) {
    if (messages.at(-1)?.who !== segment.who) messages.push({ who: segment.who, segments: [] })
    messages.at(-1).segments.push(segment)
  }
  return messages
}
