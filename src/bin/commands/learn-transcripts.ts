import { homeOf } from '../../../store/files/read.js'
import { formatScopeKey } from '../../../store/projects/scope.js'
import { planTranscripts, type PlannedProject, type TranscriptPlan } from '../../backfill/plan.js'
import {
  learnFromTranscripts as learn,
  type TranscriptsLearned,
} from '../../backfill/transcripts.js'
import type { HostName } from '../../hosts/profiles.js'
import { readSince } from '../cli/flags.js'
import { nameProgram } from '../cli/program.js'
import type { Action, Call } from '../cli/command.js'
import { agree, withAsker } from '../terminal/asker.js'
import { createBar, formatDuration } from '../terminal/bar.js'
import { padColumn, wrapText } from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import { count, countEach, nameScope, oneLine, tellBytes } from '../terminal/words.js'
import { readHost } from './hosts.js'
import { lookAtStore, storeOf } from './store.js'

/** The answer: the plan, then what came of it. */
type Answer = { step: 'plan'; plan: TranscriptPlan; isDry: boolean } | Done

interface Done {
  step: 'done'
  learned: TranscriptsLearned
  /** The command that goes on. */
  command: string
  /** True where a person has ended it. */
  isEnded: boolean
}

/** Exit code of what a person has ended by Ctrl-C. */
const INTERRUPTED = 130

const ASKED = { question: 'Learn from them?', nothing: 'nothing was learned' }

/** `svc learn --from transcripts`: shows what there is, asks, and learns from it. */
export const learnFromTranscripts: Action<Answer> = {
  async *run(call) {
    const plan = await planFor(call)
    const isDry = call.on('dry-run')
    if (isDry || !call.on('json')) yield { step: 'plan', plan, isDry }
    if (isDry) return
    if (plan.sessions > 0) await withAsker(asker => agree(call, asker, ASKED))
    yield await carryOut(call, plan)
  },
  toJson,
  render: renderAnswer,
  exitCode: value => {
    if (value.step === 'plan') return 0
    if (value.isEnded) return INTERRUPTED
    return value.learned.problems.length > 0 ? 1 : 0
  },
}

/**
 * Plans what to learn from, by the flags of a call, or from these hosts alone; writes nothing. Throws
 * UsageError.
 */
export async function planFor(call: Call, given?: readonly HostName[]): Promise<TranscriptPlan> {
  const { env } = process
  const [host, since, project] = [await readHost(call), readSince(call), call.text('project')]
  const hosts = given ?? (host && [host.name])
  return planTranscripts(lookAtStore(call), call.config(), {
    ...{ home: homeOf(env), env },
    ...(hosts !== undefined && { hosts }),
    ...(since !== undefined && { since }),
    ...(project !== undefined && { project }),
  })
}

/** Learns from what was planned, until a person ends it; shows how it goes on. */
export async function carryOut(call: Call, plan: TranscriptPlan): Promise<Done> {
  const { env } = process
  const { signal, close } = endBySignal()
  const bar = createBar(call, { all: plan.bytes, isQuiet: call.on('json') })
  const onWait = (scope: PlannedProject['scope']) =>
    call.progress(`waits for another process that works on ${nameScope(scope)}`)
  const onProgress = (bytes: number, sessions: number) =>
    bar.show(bytes, `${sessions} of ${count(plan.sessions, 'session')}`)
  const now = () => new Date()
  const given = {
    store: storeOf(call),
    config: call.config(),
    env,
    home: homeOf(env),
    now,
  }
  try {
    const learned = await learn(plan, { ...given, signal, onProgress, onWait })
    const isEnded = signal.aborted && learned.left > 0
    return { step: 'done', learned, command: commandOf(call), isEnded }
  } finally {
    bar.close()
    close()
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first signal lets what was begun come to its end; the second one ends the process at once. */
function endBySignal() {
  const controller = new AbortController()
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(INTERRUPTED)
    controller.abort()
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  const close = () => SIGNALS.forEach(name => process.off(name, onSignal))
  return { signal: controller.signal, close }
}

/** The command that goes on. */
function commandOf(call: Call): string {
  const flags = ['host', 'since', 'project', 'data-dir'].flatMap(name => {
    const value = call.text(name)
    return value === undefined ? [] : [`--${name} ${value}`]
  })
  return [nameProgram(process.env.PATH), 'learn --from transcripts', ...flags].join(' ')
}

function toJson(value: Answer): unknown {
  if (value.step === 'done') {
    const { learned, isEnded } = value
    return { ok: !isEnded && learned.problems.length === 0, ...learned }
  }
  const { projects, ...plan } = value.plan
  const told = projects.map(({ scope, isGone, sessions }) => {
    const bytes = sessions.reduce((sum, one) => sum + one.bytes, 0)
    return { scopeKey: formatScopeKey(scope), isGone, sessions: sessions.length, bytes }
  })
  return { ok: true, dryRun: true, ...plan, projects: told }
}

function renderAnswer(value: Answer, screen: Screen): string[] {
  if (value.step === 'plan') return renderPlan(value.plan, screen)
  return renderLearned(value).flatMap(line => wrapText(line, screen.columns))
}

/** Projects that are named one by one. */
const MOST_NAMED = 12

function renderPlan(
  { projects, hosts, ...plan }: TranscriptPlan,
  { styles, columns }: Screen,
): string[] {
  const { sessions, bytes, seconds, done, leftOut } = plan
  const known = countEach([
    [done, 'learned from already'],
    [leftOut, 'left out'],
  ])
  if (sessions === 0) return [`no session to learn from${known === '' ? '' : `: ${known}`}`]
  const named = projects.slice(0, MOST_NAMED)
  const counts = padColumn(named.map(({ sessions: own }) => String(own.length)))
  const rest = projects.slice(MOST_NAMED).reduce((sum, one) => sum + one.sessions.length, 0)
  const fit = (text: string) => wrapText(text, columns)
  const head =
    `${count(sessions, 'session')} of ${count(projects.length, 'project')}: ` +
    countEach(Object.entries(hosts).map(([host, number]) => [number, host]))
  return [
    ...fit(head).map(styles.strong),
    ...named.map((project, at) => `  ${counts[at]}  ${nameProject(project)}`),
    ...(rest > 0 ? [`  ${rest} of ${projects.length - MOST_NAMED} other projects`] : []),
    ...(known === '' ? [] : [`Besides: ${known}.`]),
    ...fit(
      `${tellBytes(bytes)} are read, which takes about ${formatDuration(seconds)}. Nothing leaves this machine.`,
    ),
    ...fit(
      'What was settled in them is proposed in svc review: no model is given it before you accept it. What was said is kept, to be searched.',
    ),
  ]
}

function nameProject({ scope, isGone }: PlannedProject): string {
  if (scope.type === 'global') return 'of no directory (kept to be searched, no memories)'
  return `${oneLine(scope.id)}${isGone ? ' (is gone)' : ''}`
}

/** Tells what came of it, for a person; [] where there was nothing to learn from. */
export function renderLearned({ learned, command, isEnded }: Done): string[] {
  const { sessions, turns, added, updated, left, problems } = learned
  if (sessions + left === 0) return []
  const memories = countEach([
    [added, added === 1 ? 'memory proposed' : 'memories proposed'],
    [updated, 'changed by later words'],
  ])
  return [
    `${count(sessions, 'session')}: ${count(turns, 'turn')} kept, ${memories === '' ? 'nothing new learned' : memories}`,
    ...problems.map(({ path, error }) => `${oneLine(path)}: ${oneLine(error)}`),
    ...(left > 0
      ? [
          `${count(left, 'session')} left${isEnded ? ', as it was ended' : ''}: ${oneLine(command)} goes on`,
        ]
      : []),
    ...(added + updated > 0
      ? ['svc review shows them; svc review accept transcripts has all of them hold']
      : []),
  ]
}
