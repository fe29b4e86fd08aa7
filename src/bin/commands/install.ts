import { join } from 'node:path'
import { SvcError, errnoOf } from '../../../store/errors.js'
import type { Host, Place } from '../../hosts/install/hosts/host.js'
import { loadHosts } from '../../hosts/install/hosts.js'
import {
  LAUNCHERS,
  findFault,
  launcherFolder,
  writeLaunchers,
} from '../../hosts/install/launcher.js'
import { isInstalled } from '../../hosts/install/plan.js'
import { isPresent } from '../../hosts/install/programs.js'
import { changesSomething } from '../../hosts/install/settings-file.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { nameProgram } from '../cli/program.js'
import { Asker } from '../terminal/asker.js'
import { renderAnswer, toJson, type Answer, type Outcome } from '../terminal/install.js'
import { prepareInstall, prepareUninstall, type Task } from './connect.js'
import { locateLaunched, readHost, readPlace } from './hosts.js'
import { askForLearning, carryOutLearning, readLearningFlag, type LearningWish } from './learn.js'

/** A host whose files cannot be edited as they are, or where something did not work. */
interface Refused {
  host: { name: string; title: string }
  problem: Error
}

/** `svc install [--host NAME]`: connects agent hosts, one or all that are there. */
export const install: Action<Answer> = {
  async *run(call) {
    const present = (await loadHosts()).filter(host => isPresent(host, process.env))
    if (present.length === 0 && (await readHost(call)) === undefined) {
      const text =
        'no agent host was found on this machine; --host NAME installs for one all the same'
      throw new SvcError('NOT_AVAILABLE', text)
    }
    yield* answer(call, 'install', present, prepareInstall)
  },
  toJson,
  render: renderAnswer,
  exitCode: codeOf,
}

/** `svc uninstall [--host NAME]`: takes svc out again and leaves the rest as it was. */
export const uninstall: Action<Answer> = {
  async *run(call) {
    const place = readPlace(call)
    const installed = (await loadHosts()).filter(host => mayBeInstalled(host, place))
    yield* answer(call, 'uninstall', installed, prepareUninstall)
  },
  toJson,
  render: renderAnswer,
  exitCode: codeOf,
}

type Verb = 'install' | 'uninstall'

/** One host at once; several are shown first, and done when a person agrees. */
async function* answer(
  call: Call,
  verb: Verb,
  found: readonly Host[],
  prepare: (call: Call, host: Host) => Promise<Task>,
): AsyncIterable<Answer> {
  const named = await readHost(call)
  await checkFlags(call, named)
  const tasks = await prepareAll(call, named === undefined ? found : [named], prepare)
  const refused = tasks.filter(task => 'problem' in task)
  if (named !== undefined && refused[0] !== undefined) throw refused[0].problem
  const ready = tasks.filter(task => 'plans' in task)
  const isDry = call.on('dry-run')
  const isOpen = ready.some(({ plans }) => plans.some(changesSomething))
  const flagged = verb === 'install' ? readLearningFlag(call) : undefined
  if (isDry || (named === undefined && !call.on('json'))) {
    yield { step: 'view', verb, tasks, isDry, learning: flagged?.plan }
  }
  if (isDry) return
  const wish = await askAll(call, verb, { ready, isUnsure: named === undefined && isOpen, flagged })
  const doing = named === undefined && !isOpen ? [] : ready
  const { outcomes, failed } = await carryOutAll(doing)
  if (named !== undefined && outcomes.length === 0) throw failed[0]!.problem
  const isWhole = verb === 'install' && ready.length > 0 && doing.length === 0
  const mended = isWhole ? mendLaunchers(call) : []
  const learning = wish && carryOutLearning(call, wish)
  const next = nextOf(verb, doing)
  yield { step: 'done', verb, outcomes, refused, failed, mended, learning, next }
}

/** Asks a person for consent, and for the provider that learns; throws if they refuse. */
async function askAll(
  call: Call,
  verb: Verb,
  { ready, isUnsure, flagged }: Undecided,
): Promise<LearningWish | undefined> {
  const asker = new Asker()
  try {
    if (isUnsure) await agree(call, verb, asker)
    if (flagged !== undefined || verb === 'uninstall' || call.on('project')) return flagged
    return await askForLearning(
      call,
      ready.map(({ host }) => host),
      asker,
    )
  } finally {
    asker.close()
  }
}

interface Undecided {
  ready: readonly Task[]
  /** True where nobody has said yet that it is to be done. */
  isUnsure: boolean
  flagged: LearningWish | undefined
}

/** Carries out every task: a failure for one host must not hide the work done for the others. */
async function carryOutAll(tasks: readonly Task[]) {
  const outcomes: Outcome[] = []
  const failed: Refused[] = []
  for (const { host, carryOut } of tasks) {
    try {
      const outcome = await carryOut()
      outcomes.push(outcome)
      if (outcome.problem !== undefined) failed.push({ host, problem: outcome.problem })
    } catch (problem) {
      failed.push({ host, problem: expectProblem(problem) })
    }
  }
  return { outcomes, failed }
}

async function checkFlags(call: Call, named: Host | undefined): Promise<void> {
  if (call.on('trust') && named?.approve === undefined) {
    const able = (await loadHosts()).filter(({ approve }) => approve !== undefined)
    const names = able.map(({ name }) => name).join(' or ')
    throw new UsageError(`--trust is for --host ${names}`, call.command)
  }
  if (call.on('resident') && call.on('no-mcp')) {
    throw new UsageError('--resident needs the MCP server, which --no-mcp leaves out', call.command)
  }
}

/** Settings may be whole where what they start is gone; another svc that is there stays in force. */
function mendLaunchers(call: Call): string[] {
  if (call.on('project')) return []
  const launched = locateLaunched({ dataDir: call.text('data-dir') })
  const isSound = LAUNCHERS.every(name => findFault(name, launched) === undefined)
  return isSound
    ? []
    : writeLaunchers(launched).map(name => join(launcherFolder(launched.dataDir), name))
}

function nextOf(verb: Verb, tasks: readonly Task[]): string {
  const program = nameProgram(process.env.PATH)
  if (verb === 'install') {
    return `Sessions that begin from now on have it; ${program} doctor says whether they called.`
  }
  const stores = new Set(tasks.flatMap(task => task.stores))
  return `What is stored stays, in ${[...stores].join(' and ')}`
}

async function prepareAll(
  call: Call,
  hosts: readonly Host[],
  prepare: (call: Call, host: Host) => Promise<Task>,
): Promise<(Task | Refused)[]> {
  return Promise.all(
    hosts.map(async host => {
      try {
        return await prepare(call, host)
      } catch (problem) {
        return { host, problem: expectProblem(problem) }
      }
    }),
  )
}

/** Passes on problems of a person's files and of this machine; throws anything else again. */
function expectProblem(problem: unknown): Error {
  const isOfMachine = errnoOf(problem)?.startsWith('E') === true
  if (problem instanceof UsageError || !(problem instanceof SvcError || isOfMachine)) throw problem
  return problem as Error
}

/** One whose files cannot be read is shown as such. */
function mayBeInstalled(host: Host, place: Place): boolean {
  try {
    return isInstalled(host, place)
  } catch {
    return true
  }
}

async function agree(call: Call, verb: Verb, asker: Asker): Promise<void> {
  if (call.on('yes')) return
  if (!asker.isHeard || call.on('json')) {
    const text = 'nothing was changed, there is no terminal to ask on'
    throw new UsageError(
      `${text}: --yes does it for all of them, --host NAME for one`,
      call.command,
    )
  }
  const question = verb === 'install' ? 'Connect these agents?' : 'Take svc out of them?'
  if ((await asker.confirm(question)) === true) return
  throw new SvcError('NOT_AVAILABLE', 'nothing was changed')
}

function codeOf(value: Answer): number {
  const refused =
    value.step === 'view'
      ? value.tasks.some(task => 'problem' in task)
      : value.refused.length + value.failed.length > 0
  return refused ? 1 : 0
}
