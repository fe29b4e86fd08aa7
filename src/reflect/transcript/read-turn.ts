import { withTranscript } from './file.js'
import type { TranscriptTurn } from './turn-reader.js'
import { turnsFromEnd } from './turns-from-end.js'

/** How much of a transcript is read for its last turn. */
const LAST_TURN_BYTES = 512 * 1024

/**
 * The last prompt of a session and its reply, whichever host wrote the transcript. Reads at most
 * `maxBytes` (512 KiB) from the end; a prompt that lies before that is undefined. Undefined where
 * there is no regular file, no known host wrote it, or nobody said anything. Never throws.
 */
export function readLastTurn(
  path: string,
  { maxBytes = LAST_TURN_BYTES }: { maxBytes?: number } = {},
): TranscriptTurn | undefined {
  return findTurn(path, maxBytes, () => true)
}

/**
 * The newest turn of which `isIt` is true; `isLast` tells it whether another turn came after.
 * Reads, answers and never throws as `readLastTurn` does.
 */
export function findTurn(
  path: string,
  maxBytes: number,
  isIt: (turn: TranscriptTurn, isLast: boolean) => boolean,
): TranscriptTurn | undefined {
  return withTranscript(path, transcript => {
    let isLast = true
    for (const turn of turnsFromEnd(transcript, maxBytes)) {
      if (isIt(turn, isLast)) return turn
      isLast = false
    }
    return undefined
  })
}
