import { join } from 'node:path'
import { SvcError, errnoOf, toFault } from '../../../store/errors.js'
import { renderDiff } from '../../hosts/install/diff.js'
import type { Host } from '../../hosts/install/hosts/host.js'
import { loadHosts } from '../../hosts/drivers.js'
import {
  LAUNCHERS,
  findFault,
  launcherFolder,
  writeLaunchers,
} from '../../hosts/install/launcher.js'
import { applyUninstall, refuseUnstarted } from '../../hosts/install/apply.js'
import { findAbandonedOf, isInstalled } from '../../hosts/install/plan.js'
import { isPresent } from '../../hosts/install/programs.js'
import { changesSomething, type SettingsPlan } from '../../hosts/install/settings-file.js'
import { toTerminal } from '../../text.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { nameProgram } from '../cli/program.js'
import { agree, withAsker } from '../terminal/asker.js'
import { padColumn, widestOf, wrapText } from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import { oneLine } from '../terminal/words.js'
import {
  prepareInstall,
  prepareUninstall,
  renderOutcome,
  type Outcome,
  type Task,
} from './connect.js'
import { launchedOf, readHost, readPlace } from './hosts.js'
import {
  askForLearning,
  carryOutLearning,
  readLearningFlag,
  renderLearning,
  type Learning,
} from './learn.js'

/** A host whose files cannot be edited as they are, or where something did not work. */
interface Refused {
  host: Host
  problem: Error
}

type Verb = 'install' | 'uninstall'

/** The answer of `svc install` and `svc uninstall`: the changes planned, then the changes made. */
type Answer =
  | {
      step: 'view'
      verb: Verb
      tasks: readonly (Task | Refused)[]
      /** True where nothing more comes: the changes are shown in full. */
      isDry: boolean
      /** The change of the provider that learns, if that is asked for. */
      learning: SettingsPlan | undefined
    }
  | {
      step: 'done'
      verb: Verb
      outcomes: readonly Outcome[]
      /** Those that were told of in the view. */
      refused: readonly Refused[]
      /** Those where something did not work that had been thought through. */
      failed: readonly Refused[]
      /** The launchers that were written anew. */
      mended: readonly string[]
      /** The provider that learns from now on, if that was decided. */
      learning: Learning | undefined
      /** Advice for a person if something has changed. */
      next: string
    }
  | {
      step: 'offer'
      /** The result of learning from old sessions, or the command that does it. */
      lines: readonly string[]
      refused: readonly Refused[]
    }

/** The forms of the answer of both. */
const TOLD: Omit<Action<Answer>, 'run'> = {
  toJson,
  render: renderAnswer,
  exitCode: value => (refusedIn(value).length > 0 ? 1 : 0),
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
  ...TOLD,
}

/** `svc uninstall [--host NAME]`: takes svc out again and leaves the rest as it was. */
export const uninstall: Action<Answer> = {
  async *run(call) {
    const place = readPlace(call)
    // One whose files cannot be read is shown as such.
    const installed = (await loadHosts()).filter(
      host => isInstalled(host, place, true) || findAbandonedOf(host, place).length > 0,
    )
    yield* answer(call, 'uninstall', installed, prepareUninstall)
  },
  ...TOLD,
}

/** One host at once; several are shown first, and done when a person agrees. */
async function* answer(
  call: Call,
  verb: Verb,
  found: readonly Host[],
  prepare: (call: Call, host: Host) => Promise<Task>,
): AsyncIterable<Answer> {
  const named = await readHost(call)
  await checkFlags(call, named)
  const hosts = named === undefined ? found : [named]
  const tasks = await Promise.all(hosts.map(host => attempt(host, () => prepare(call, host))))
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
  const isAsked = verb === 'install' && flagged === undefined && !call.on('project')
  const { wish, offer } = await withAsker(async asker => {
    if (named === undefined && isOpen) await agree(call, asker, ASKED[verb])
    const wish = isAsked ? await askForLearning(call, ready, asker) : flagged
    if (verb === 'uninstall' || call.on('project') || call.on('json')) return { wish }
    return { wish, offer: await (await import('./offer.js')).offerTranscripts(call, asker) }
  })
  const doing = named === undefined && !isOpen ? [] : ready
  const { outcomes, failed } = await carryOutAll(doing)
  if (named !== undefined && outcomes.length === 0) throw failed[0]!.problem
  const isWhole = verb === 'install' && ready.length > 0 && doing.length === 0
  const mended = isWhole ? await mendLaunchers(call) : []
  if (verb === 'uninstall' && doing.length === 0 && !call.on('project'))
    await applyUninstall(() => [], [launchedOf(call).dataDir])
  const learning = wish && carryOutLearning(call, wish)
  const next = nextOf(verb, doing)
  yield { step: 'done', verb, outcomes, refused, failed, mended, learning, next }
  if (offer === undefined || (offer.isWanted === undefined && !isOpen)) return
  const lines = await (await import('./offer.js')).followOffer(call, offer)
  yield { step: 'offer', lines, refused: [...refused, ...failed] }
}

async function carryOutAll(tasks: readonly Task[]) {
  const outcomes: Outcome[] = []
  const failed: Refused[] = []
  for (const { host, carryOut } of tasks) {
    const done = await attempt(host, carryOut)
    if ('files' in done) outcomes.push(done)
    if (done.problem !== undefined) failed.push({ host, problem: done.problem })
  }
  return { outcomes, failed }
}

/**
 * Works for a host; a problem of a person's files or of this machine is the answer, so that it does
 * not hide the work for the others. Throws anything else.
 */
async function attempt<Done>(host: Host, work: () => Promise<Done>): Promise<Done | Refused> {
  try {
    return await work()
  } catch (thrown) {
    const problem = toFault(thrown)
    const isExpected = problem instanceof SvcError || errnoOf(problem)?.startsWith('E') === true
    if (problem instanceof UsageError || !isExpected) throw problem
    return { host, problem: problem as Error }
  }
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
async function mendLaunchers(call: Call): Promise<string[]> {
  if (call.on('project')) return []
  const launched = launchedOf(call)
  const isSound = LAUNCHERS.every(name => findFault(name, launched) === undefined)
  const written = isSound ? [] : writeLaunchers(launched)
  await refuseUnstarted(launched.dataDir)
  return written.map(name => join(launcherFolder(launched.dataDir), name))
}

function nextOf(verb: Verb, tasks: readonly Task[]): string {
  const program = nameProgram(process.env.PATH)
  if (verb === 'install') {
    return `Sessions that begin from now on have it; ${program} doctor says whether they called.`
  }
  const stores = new Set(tasks.flatMap(task => task.stores))
  return `What is stored stays, in ${[...stores].join(' and ')}`
}

const REFUSED = {
  nothing: 'nothing was changed',
  advice: '--yes does it for all of them, --host NAME for one',
}
const ASKED = {
  install: { question: 'Connect these agents?', ...REFUSED },
  uninstall: { question: 'Take svc out of them?', ...REFUSED },
}

/** The hosts where something was refused or did not work. */
function refusedIn(value: Answer): readonly Refused[] {
  if (value.step === 'done') return [...value.refused, ...value.failed]
  if (value.step === 'offer') return value.refused
  return value.tasks.filter(task => 'problem' in task)
}

/** The answer as JSON: per host its files and whether they changed. */
function toJson(value: Answer): unknown {
  if (value.step === 'offer') return undefined
  const ok = refusedIn(value).length === 0
  if (value.step === 'view') {
    const hosts = value.tasks.map(task =>
      'problem' in task ? toProblem(task) : toHost(task.host, task.plans.map(toShown)),
    )
    const { learning } = value
    return { ok, dryRun: true, hosts, ...(learning && { learning: toShown(learning) }) }
  }
  const { outcomes, mended, learning } = value
  const done = outcomes.map(({ host, files, remarks }) => ({
    ...toHost(host, files),
    ...(remarks.length > 0 && { remarks }),
  }))
  return {
    ok,
    hosts: [...done, ...refusedIn(value).map(toProblem)],
    ...(mended.length > 0 && { mended }),
    ...(learning && { learning: toLearning(learning) }),
  }
}

function toHost<File extends { changed: boolean }>(host: Host, files: readonly File[]) {
  return { host: host.name, changed: files.some(({ changed }) => changed), files }
}

function toLearning({ provider, path, isChanged }: Learning) {
  return { provider, path, changed: isChanged }
}

function toShown(plan: SettingsPlan) {
  return { path: plan.path, changed: changesSomething(plan), diff: renderDiff(plan) }
}

function toProblem({ host, problem }: Refused) {
  return { host: host.name, error: problem.message }
}

/** The answer for a person. */
function renderAnswer(value: Answer, screen: Screen): string[] {
  if (value.step === 'offer') return value.lines.flatMap(line => wrapText(line, screen.columns))
  if (value.step === 'view')
    return value.isDry ? renderChanges(value, screen) : renderView(value, screen)
  const { verb, outcomes, refused, failed, mended, learning, next } = value
  const hasChanged = outcomes.some(({ files }) => files.some(({ changed }) => changed))
  const isNowhere = verb === 'uninstall' && outcomes.length + refusedIn(value).length === 0
  return [
    ...outcomes.flatMap(outcome => renderOutcome(outcome, verb, screen)),
    ...mended.map(path => `written anew: ${oneLine(path)}`),
    ...[...(outcomes.length > 0 ? refused : []), ...failed].flatMap(({ host, problem }) =>
      wrapText(`${host.title}: ${oneLine(problem.message)}`, screen.columns),
    ),
    ...(isNowhere ? ["svc is in none of the agent hosts' settings"] : []),
    ...(learning === undefined ? [] : renderLearning(learning, screen.columns)),
    ...(hasChanged ? wrapText(next, screen.columns) : []),
  ]
}

function renderChanges(
  { tasks, learning }: Answer & { step: 'view' },
  { styles }: Screen,
): string[] {
  const style = (line: string) => {
    if (line.startsWith('+')) return styles.good(line)
    return line.startsWith('-') ? styles.bad(line) : line
  }
  const shown = learning === undefined ? [] : [{ host: { title: 'Learning' }, plans: [learning] }]
  return [...tasks, ...shown].flatMap(task => {
    const heading = styles.strong(task.host.title)
    if ('problem' in task) return [`${heading}: ${oneLine(task.problem.message)}`]
    const lines = task.plans.flatMap(renderDiff).map(line => style(toTerminal(line)))
    return lines.length === 0 ? [`${heading}: nothing to change`] : [heading, ...lines]
  })
}

function renderView({ tasks, verb }: Answer & { step: 'view' }, screen: Screen): string[] {
  const room = screen.columns - widestOf(tasks.map(({ host }) => host.title)) - 2
  const rows = tasks.flatMap(task => {
    const lines =
      'problem' in task
        ? wrapText(oneLine(task.problem.message), room)
        : describePlans(task.plans, verb)
    return lines.map((line, at) => [at === 0 ? task.host.title : '', line] as const)
  })
  const titles = padColumn(rows.map(([title]) => title))
  return rows.map(([, text], at) => `${screen.styles.strong(titles[at] ?? '')}  ${text}`)
}

function describePlans(plans: readonly SettingsPlan[], verb: Verb): string[] {
  const changes = plans.filter(changesSomething)
  if (changes.length > 0) return changes.map(describe)
  return [verb === 'install' ? 'connected already' : 'not connected']
}

function describe({ path, before, after }: SettingsPlan): string {
  if (before === after) return `${oneLine(path)} (what an earlier try has left beside it goes)`
  const what = before === undefined ? 'new file' : after === undefined ? 'goes' : 'changed'
  return `${oneLine(path)} (${what})`
}
