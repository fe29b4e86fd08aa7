import t from 'tap'
import { processorMs } from '../processor-time.js'
import { READERS, type Reader } from './foreign.js'
import { LONG_TEXTS, type LongText } from './long-texts.js'

/** The length of a long memory, in UTF-16 units. */
const WHOLE = 262_144
/** The families are tried at this length, at which what grows by its square stands out already. */
const SHORT = 512
/** So long a reader is tried with one family after the other (milliseconds). */
const SWEEP_MS = 250
/** Coprime to the number of families: those that a slow reader is tried with are of all kinds. */
const STRIDE = 37
/** Of those the ones that take longest are tried at the whole length. */
const LONGEST = 2
/** Four times the text may take so many times as long; its square takes sixteen. */
const MOST_TIMES = 8
/** What takes no more than so many times a quarter's time is bounded. */
const BOUNDED_TIMES = 1.5
/** Less than this is no time that could be compared (milliseconds). */
const LEAST_MS = 40
/** What takes so long and has grown by its share up to there does so at the whole length too. */
const ENOUGH_MS = 400
const MOST_MS = 15_000
const TRIES = 3

async function timeOf({ read }: Reader, text: string): Promise<number> {
  return processorMs(() => read(text))
}

/** The families that take a reader longest. */
async function findLongest(reader: Reader): Promise<LongText[]> {
  const length = Math.min(SHORT, reader.most ?? SHORT)
  // What is only loaded or compiled by the first one is none of its time.
  await reader.read(LONG_TEXTS[0]!.make(length))
  const timed: { family: LongText; ms: number }[] = []
  let spent = 0
  for (let at = 0; at < LONG_TEXTS.length && spent < SWEEP_MS; at++) {
    const family = LONG_TEXTS[(at * STRIDE) % LONG_TEXTS.length]!
    const ms = await timeOf(reader, family.make(length))
    timed.push({ family, ms })
    spent += ms
  }
  timed.sort((a, b) => b.ms - a.ms)
  return timed.slice(0, LONGEST).map(({ family }) => family)
}

/** Tries a text that becomes four times as long twice; why it takes too long, if it does. */
async function tryGrowing(reader: Reader, family: LongText): Promise<string | undefined> {
  const whole = reader.most ?? WHOLE
  let before: number | undefined
  for (const length of [whole / 64, whole / 16, whole / 4, whole]) {
    const ms = await timeOf(reader, family.make(length))
    const times = before === undefined ? 0 : ms / Math.max(before, LEAST_MS)
    const isOver = !reader.isPaired && times > MOST_TIMES
    // What is bounded does not grow: that is measured to the end, and not reckoned.
    const isGrowing = before !== undefined && times > BOUNDED_TIMES
    const isEnough = length === whole || (isGrowing && ms > ENOUGH_MS)
    if (isOver || (isEnough && ms * (whole / length) > MOST_MS))
      return `${family.name}: ${length} take ${ms.toFixed(0)} ms, ${times.toFixed(1)} times that of a quarter`
    if (isEnough) return undefined
    before = ms
  }
  return undefined
}

/** Why a reader takes more than its share for a family; undefined where it does not. */
async function findExcess(reader: Reader, family: LongText): Promise<string | undefined> {
  let said: string | undefined
  // Beside other programs the processor itself is slower now and then.
  for (let tries = 0; tries < TRIES; tries++) {
    said = await tryGrowing(reader, family)
    if (said === undefined) return undefined
  }
  return said
}

for (const reader of READERS) {
  t.test(`time grows with the text, not with its square: ${reader.name}`, async t => {
    for (const family of await findLongest(reader)) {
      t.equal(await findExcess(reader, family), undefined)
    }
  })
}
