import type { Fix, Unmended } from '../../src/past/fix.js'
import { renderItem } from '../../src/recall/context.js'
import { toHead, toInside, toLine } from '../../src/text.js'
import { OLD_WORDS, type ToolAnswer } from './answers.js'
import { readNumber, readRequiredText, scopesForRead, type ToolContext } from './arguments.js'
import type { Given } from '../../src/memories/forms.js'

const FIXES = { least: 1, most: 20, fallback: 3 }
const DATE_CHARS = 10

/**
 * Answers what was done after the same error in a past session, of any project where no scope is named,
 * those of the session's own first. Throws INVALID_REQUEST.
 */
export async function recallFixes(context: ToolContext, given: Given): Promise<ToolAnswer> {
  const error = readRequiredText(given, 'question')
  const limit = readNumber(given, 'limit', FIXES)
  const scopes = given.scope === undefined ? undefined : await scopesForRead(context, given)
  const near = await context.project()
  const service = await context.service()
  const query = { error, limit, ...(scopes && { scopes }), ...(near && { near }) }
  const { turns, fixes, unmended } = await service.past.fix(query)
  if (turns === 0) return { value: { items: [] }, text: 'No past session has met this error.' }
  const items = [...fixes.map(toFixWords), ...unmended.map(toWords)]
  return {
    value: { note: OLD_WORDS, met: turns, items },
    text: [`${OLD_WORDS} Met in ${turns} turns.`, '', ...items.map(renderWords)].join('\n'),
  }
}

/** A mended error, or one that was not, as a model is told of it. */
interface ErrorWords {
  session: string
  turn: number
  date: string
  error: string
  /** Each step that was done on a line; none where nothing mended it. */
  done?: string[]
  answered: string
  times?: number
}

function toWords({ session, turn, at, error, answered }: Unmended): ErrorWords {
  return {
    ...{ session: toHead(session), turn, date: at.slice(0, DATE_CHARS) },
    error: toHead(error),
    answered: toInside(answered),
  }
}

function toFixWords(fix: Fix): ErrorWords {
  const { commands, files, worked, isProven, mendedIn: turn, times } = fix
  const done = [
    ...commands.map(command => `ran ${command}`),
    ...files.map(file => `changed ${file}`),
    `${isProven ? 'then worked' : 'worked, but what had failed was not run again'}: ${worked}`,
  ]
  return { ...toWords({ ...fix, turn }), done: done.map(toLine), times }
}

function renderWords({
  session,
  turn,
  date,
  error,
  done,
  answered,
  times = 1,
}: ErrorWords): string {
  const from = [`session ${session}, turn ${turn}`, times > 1 && `${times} times`]
  const kind = `${done === undefined ? 'not mended' : 'mended'} ${date}`
  const content = [...(done ?? []), answered].filter(line => line !== '').join('\n')
  return renderItem({
    kind,
    title: error,
    content,
    from: from.filter(Boolean).join(', '),
  }).trimEnd()
}
