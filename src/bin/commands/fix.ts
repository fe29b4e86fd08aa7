import type { Scope } from '../../../store/types.js'
import type { Fix, FixAnswer, Met, Unmended } from '../../past/fix.js'
import { type Action, type Call, UsageError } from '../cli/command.js'
import { currentProject, givenOf, readScope } from '../cli/flags.js'
import { indentText } from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import { count, nameScope, oneLine, tellAge } from '../terminal/words.js'
import { readContent } from './input.js'

/** `svc fix`: what mended the same error in a past session. */
export const fix: Action<FixAnswer> = {
  async run(call) {
    const error = await readError(call)
    const scope = readScope(call)
    const scopes: Scope[] | undefined = scope && [scope]
    const query = givenOf({ error, scopes, near: currentProject(), limit: call.number('limit') })
    return (await call.service()).past.fix(query)
  },
  render: renderFixes,
}

/** The operands, else standard input where something is piped into it. */
async function readError(call: Call): Promise<string> {
  const given = call.operands.join(' ').trim()
  if (given === '' && process.stdin.isTTY) {
    throw new UsageError('give the error, or pipe it in: npm test 2>&1 | svc fix', call.command)
  }
  const error = await readContent(given === '' ? '-' : given)
  if (error.trim() !== '') return error
  throw new UsageError('the error is empty', call.command)
}

/** A command printed the error; else a person told of it in words of his own. */
const isPrinted = ({ failed }: Met) => failed !== undefined

function renderFixes(answer: FixAnswer, screen: Screen): string[] {
  const { turns, sessions, fixes, unmended } = answer
  const all = [...fixes, ...unmended]
  const first = all.find(isPrinted) ?? all[0]
  if (first === undefined) return ['No past session has met this error.']
  const times = turns === 1 ? 'Met once' : `Met ${turns} times in ${count(sessions, 'session')}`
  const end = fixes.length > 0 ? ':' : ', and not known to have been mended:'
  const { strong } = screen.styles
  const error = isPrinted(first) ? first.error : `told: ${first.error}`
  const head = [strong(times + end), ...tellText(error, screen, '  ')]
  const told = fixes.map((one, at) => renderFix(one, at + 1, screen))
  const open = unmended.map(one => renderUnmended(one, screen))
  return [...head, ...[...told, ...open].flatMap(lines => ['', ...lines])]
}

const MARGIN = '     '

function renderFix(found: Fix, number: number, screen: Screen): string[] {
  const { commands, files, worked, failed, answered, times } = found
  const { good, dim, strong } = screen.styles
  const often = times > 1 ? good(` · ${count(times, 'time')}`) : ''
  // One that was given in another way the second time is to be copied too.
  const run = worked === failed ? commands : [...commands, worked]
  const changed = files.length === 0 ? [] : tellText(`changed ${files.join(', ')}`, screen)
  return [
    `${strong(`${number}.`)} ${strong(whereOf(found))} · ${whenOf(found, screen)}${often}`,
    ...(answered === '' ? [] : tellText(answered, screen)),
    ...run.map(command => `${MARGIN}$ ${good(oneLine(command))}`),
    ...changed,
    ...tellText(endOf(found), screen).map(dim),
    dim(`${MARGIN}session ${oneLine(found.session)}, ${turnsOf(found)}`),
  ]
}

function endOf({ commands, files, worked, failed, isProven }: Fix): string {
  if (!isProven) return 'the last of these worked; what had failed was not run again'
  if (worked !== failed) return 'the last of these worked'
  const isUntouched = commands.length === 0 && files.length === 0
  return isUntouched ? `worked when run again: ${worked}` : `then this worked: ${worked}`
}

function turnsOf({ turn, mendedIn }: Fix): string {
  return turn === mendedIn ? `turn ${turn}` : `turns ${turn} to ${mendedIn}`
}

function renderUnmended(met: Unmended, screen: Screen): string[] {
  const { dim, strong } = screen.styles
  const failed = met.failed === undefined ? [] : tellText(`failed: ${met.failed}`, screen)
  const ended = met.answered === '' ? [] : tellText(`it ended: ${met.answered}`, screen)
  return [
    `${strong(whereOf(met))} · ${whenOf(met, screen)}`,
    ...[...failed, ...ended],
    dim(`${MARGIN}session ${oneLine(met.session)}, turn ${met.turn}`),
  ]
}

function tellText(text: string, screen: Screen, margin = MARGIN): string[] {
  return indentText(oneLine(text), screen, { margin, most: 4 })
}

function whereOf({ scope, key }: Met): string {
  return scope === undefined ? oneLine(key) : nameScope(scope)
}

const DAY_CHARS = 10

function whenOf({ at, host }: Met, { now }: Screen): string {
  const by = host === undefined ? '' : ` · ${oneLine(host)}`
  return `${oneLine(at.slice(0, DAY_CHARS))} (${tellAge(at, now)})${by}`
}
