import { redactText } from '../redact/index.js'
import { clip } from '../text.js'

const ERROR_CHARS = 200
const HOST_LINE =
  /^\W{0,2}(?:Exit code|Process exited|Chunk ID|Wall time|Original token count|Total output lines|Output:|Error:\s*\(none\)|Command:|Directory:|Signal:|Background PIDs|Process Group PGID|Error: Exit code|Error: Command failed \(exit code|Stdout:|Stderr:|<exited with|<shellId:)/i
/** Patterns of telling lines, best first: an error, a thing that could not be done, a failure. */
const TELLING: readonly RegExp[] = [
  /error|exception|fatal|fehler|erreur|错误|エラー|\bnot found|denied|refused|no such|timed? ?out/i,
  /\bE[A-Z]{4,}\b|cannot|can't|could not|missing|required|unknown|unrecogni[sz]ed|invalid|unsupported|abort|unable|must /,
  /fail/i,
]

/**
 * The line of what a failed command printed that tells what is wrong, else the last one; redacted, at
 * most 200 characters, '' where none is there.
 */
export function tellingLine(output: string): string {
  const lines = toLines(output).map(line => line.trim())
  const told = TELLING.flatMap(pattern => lines.find(one => pattern.test(one)) ?? [])
  const line = told[0] ?? lines.at(-1) ?? ''
  return clip(line, ERROR_CHARS)
}

/**
 * Redacted lines without blank ones and what the host wrote around them. Colours go first: a program
 * that marks a part of a secret hides it from every rule.
 */
function toLines(output: string): string[] {
  return redactText(output.replace(/\u001b\[[\d;]*[A-Za-z]/g, ''))
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line.trim() !== '' && !HOST_LINE.test(line.trim()))
}

const LINE_CHARS = 400
/** Characters of each end of an output that are looked at; the middle of a longer one is not. */
const SIDE_CHARS = 100_000
/** Part of the room that lines have which tell of an error; the last ones have the rest. */
const TELLING_SHARE = 0.75

/**
 * Lines of what a failed command printed, in their order: all where they have `chars` characters at
 * most, else those that tell of an error, each with the one behind it, and the last ones. Redacted
 * before anything is cut; '' where nothing was printed.
 */
export function tellingLines(output: string, chars: number): string {
  const lines = toLines(endsAtLine(output)).map(line => clip(line, LINE_CHARS))
  const whole = lines.join('\n')
  if (whole.length <= chars) return whole
  const told = lines.flatMap((line, at) =>
    TELLING.some(one => one.test(line)) ? [at, at + 1] : [],
  )
  const last = [...lines.keys()].reverse()
  const chosen = new Set<number>()
  let room = chars
  const take = (wanted: readonly number[], least: number) => {
    for (const at of wanted) {
      const length = (lines[at]?.length ?? Infinity) + 1
      if (chosen.has(at) || room - length < least) continue
      chosen.add(at)
      room -= length
    }
  }
  take(told, chars * (1 - TELLING_SHARE))
  take(last, 0)
  return lines.filter((_, at) => chosen.has(at)).join('\n')
}

/** Half a secret is one that no rule knows, and a key stands on many lines: lines stay whole. */
function endsAtLine(output: string): string {
  if (output.length <= 2 * SIDE_CHARS) return output
  const start = output.slice(0, output.lastIndexOf('\n', SIDE_CHARS) + 1)
  const from = output.indexOf('\n', output.length - SIDE_CHARS)
  return start + (from < 0 ? '' : output.slice(from + 1))
}
