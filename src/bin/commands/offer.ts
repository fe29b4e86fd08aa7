import { orElse } from '../../../store/errors.js'
import { readText, writeAtomic } from '../../../store/files/atomic.js'
import { formatDuration } from '../terminal/bar.js'
import { statePath, type Store } from '../../../store/store.js'
import { toTexts } from '../../activity/sessions.js'
import { readDone } from '../../backfill/done.js'
import type { TranscriptPlan } from '../../backfill/plan.js'
import { HOST_NAMES } from '../../hosts/profiles.js'
import { nameProgram } from '../cli/program.js'
import type { Call } from '../cli/command.js'
import type { Asker } from '../terminal/asker.js'
import { wrapText } from '../terminal/layout.js'
import { count } from '../terminal/words.js'
import { readHost } from './hosts.js'
import { carryOut, planFor, renderLearned } from './learn-transcripts.js'
import { lookAtStore, storeOf } from './store.js'

/** Old sessions that an installation may learn from. */
export interface Offer {
  plan: TranscriptPlan
  /** The answer of a person; undefined where nobody was asked. */
  isWanted: boolean | undefined
}

/**
 * Offers, once for each host, to learn from the sessions that agents have left here; undefined where
 * that was answered before, and where there is none. With nobody to ask it stays an offer.
 */
export async function offerTranscripts(call: Call, asker: Asker): Promise<Offer | undefined> {
  const answered = readAnswered(lookAtStore(call))
  const asked = [(await readHost(call))?.name ?? HOST_NAMES].flat()
  const hosts = asked.filter(name => !answered.has(name))
  if (hosts.length === 0) return undefined
  const plan = await planFor(call, hosts)
  if (plan.sessions === 0) return undefined
  if (call.on('yes')) return { plan, isWanted: undefined }
  const isWanted = await asker.confirm(
    wrapText(await describeOffer(call, plan), process.stderr.columns || Infinity).join('\n'),
  )
  if (isWanted !== undefined) noteAnswer(storeOf(call), Object.keys(plan.hosts))
  return { plan, isWanted }
}

/** The question, but for the keys that answer it. */
async function describeOffer(call: Call, { sessions, seconds }: TranscriptPlan): Promise<string> {
  const whose = (await readHost(call))?.title ?? 'your agents'
  const found = `${count(sessions, 'session')} of ${whose} ${sessions === 1 ? 'is' : 'are'} on this machine.`
  const cost = `It takes about ${formatDuration(seconds)}, and nothing leaves this machine.`
  return `${found} Learn from what was settled there? ${cost}`
}

/** Does what was answered, and says what came of it, or how to do it another time. */
export async function followOffer(call: Call, { plan, isWanted }: Offer): Promise<string[]> {
  if (isWanted === true) return renderLearned(await carryOut(call, plan))
  const command = `${nameProgram(process.env.PATH)} learn --from transcripts`
  const found =
    isWanted === undefined ? ` (${count(plan.sessions, 'session')} on this machine)` : ''
  return [`${command} learns from what your agents have left${found}.`]
}

/** The hosts of whose sessions a person was asked, or has learned from unasked. */
function readAnswered(store: Store): Set<string> {
  const read = () => JSON.parse(readText(answersPath(store)) ?? '{}') as { hosts?: unknown } | null
  const learned = Array.from(readDone(store).values(), ({ host }) => host)
  return new Set([...toTexts(orElse(read, null)?.hosts), ...learned])
}

function noteAnswer(store: Store, hosts: readonly string[]): void {
  const answered = new Set([...readAnswered(store), ...hosts])
  writeAtomic(answersPath(store), `${JSON.stringify({ hosts: [...answered] })}\n`)
}

function answersPath(store: Store): string {
  return statePath(store, 'learn', 'offered.json')
}
