import type { Call } from '../cli/command.js'

const CELLS = 24
/** Parts of the way after which a line is printed where no line can be rewritten. */
const STEPS = 10
/** A terminal is written to so often at most (milliseconds). */
const PAUSE_MS = 100

/** Shows a person the progress of long work. */
export interface Bar {
  /** Shows how much of all is done, with words beside it. */
  show: (done: number, words: string) => void
  close: () => void
}

/**
 * A bar on a terminal's one line with the time that is left; elsewhere a line a tenth of the way.
 * Nothing where it is to be quiet.
 */
export function createBar(
  call: Pick<Call, 'progress' | 'note'>,
  { all, isQuiet }: { all: number; isQuiet: boolean },
): Bar {
  const began = performance.now()
  const isTerminal = process.stderr.isTTY
  let step = 0
  let shown = -Infinity
  const show = (done: number, words: string) => {
    const part = all === 0 ? 1 : Math.min(1, done / all)
    const now = performance.now()
    const left = formatLeft(part, now - began)
    if (isTerminal && now - shown >= PAUSE_MS) {
      shown = now
      call.progress(`${drawBar(part)} ${words}${left}`)
    }
    if (isTerminal || Math.floor(part * STEPS) <= step) return
    step = Math.floor(part * STEPS)
    call.note(`${Math.floor(part * 100)} %: ${words}${left}`)
  }
  return { show: isQuiet ? () => undefined : show, close: () => call.progress('') }
}

function drawBar(part: number): string {
  const full = Math.round(part * CELLS)
  return `[${'#'.repeat(full)}${'-'.repeat(CELLS - full)}]`
}

/** Less of the way tells nothing of the rest. */
const LEAST = 0.05

function formatLeft(part: number, passedMs: number): string {
  if (part < LEAST || part === 1) return ''
  return `, ${formatDuration(Math.ceil((passedMs / part - passedMs) / 1000))} left`
}

/** Seconds in words: `40 s`, `3 min`, `2 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3_600)} h`
}
