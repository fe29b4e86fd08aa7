import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { SvcError } from '../../../store/errors.js'
import { applyInstall, applyShared, applyUninstall } from '../../install/apply.js'
import type { Host, Place } from '../../install/hosts/host.js'
import { HOSTS } from '../../install/hosts/index.js'
import {
  findDataDirs,
  isInstalled,
  planInstall,
  planUninstall,
  sharesFiles,
} from '../../install/plan.js'
import { findProgram, isPresent } from '../../install/programs.js'
import { changesSomething, type SettingsPlan } from '../../install/settings-file.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { nameProgram } from '../cli/program.js'
import { renderAnswer, toJson, type Answer, type Outcome } from '../terminal/install.js'
import { locateLaunched, readContent, readHost, readPlace, toLaunched } from './hosts.js'

/** What is to be done for one host, thought through and not yet done. */
interface Task {
  host: Host
  plans: readonly SettingsPlan[]
  /** Does it; writes nothing where a plan is refused meanwhile. */
  carryOut: () => Promise<Outcome>
}

/** A host whose files cannot be edited as they are. */
interface Refused {
  host: Host
  problem: SvcError
}

/** `svc install [--host NAME]`: connects agent hosts, one or all that are there. */
export const install: Action<Answer> = {
  run: call => {
    const present = HOSTS.filter(host => isPresent(host, process.env))
    if (present.length === 0 && readHost(call) === undefined) {
      const text =
        'no agent host was found on this machine; --host NAME installs for one all the same'
      throw new SvcError('NOT_AVAILABLE', text)
    }
    return answer(call, 'install', present, prepareInstall)
  },
  toJson,
  render: renderAnswer,
  exitCode: codeOf,
}

/** `svc uninstall [--host NAME]`: takes svc out again and leaves the rest as it was. */
export const uninstall: Action<Answer> = {
  run: call => {
    const place = readPlace(call)
    return answer(
      call,
      'uninstall',
      HOSTS.filter(host => mayBeInstalled(host, place)),
      prepareUninstall,
    )
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
  const named = readHost(call)
  if (call.on('trust') && named?.name !== 'codex') {
    throw new UsageError('--trust is for --host codex', call.command)
  }
  const tasks = await prepareAll(call, named === undefined ? found : [named], prepare)
  const refused = tasks.filter(task => 'problem' in task)
  if (named !== undefined && refused[0] !== undefined) throw refused[0].problem
  const ready = tasks.filter(task => 'plans' in task)
  const isDry = call.on('dry-run')
  const isOpen = ready.some(({ plans }) => plans.some(changesSomething))
  if (isDry || (named === undefined && !call.on('json'))) {
    yield { step: 'view', verb, tasks, isDry }
  }
  if (isDry) return
  if (named === undefined && isOpen) await agree(call, verb)
  const outcomes: Outcome[] = []
  const doing = named === undefined && !isOpen ? [] : ready
  for (const task of doing) outcomes.push(await task.carryOut())
  yield { step: 'done', verb, outcomes, refused }
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
        if (!(problem instanceof SvcError) || problem instanceof UsageError) throw problem
        return { host, problem }
      }
    }),
  )
}

async function prepareInstall(call: Call, host: Host): Promise<Task> {
  const place = readPlace(call)
  if (place.project !== undefined && sharesFiles(host, place)) {
    throw new UsageError("--project: this directory's settings are your own", call.command)
  }
  const launched = toLaunched(call, host, locateLaunched({ dataDir: call.text('data-dir') }))
  const content = await readContent(call, host, launched)
  const plan = () => planInstall(host, place, content)
  const { project } = place
  const carryOut = async () => {
    const files =
      project === undefined ? await applyInstall(plan, launched) : applyShared(plan, project)
    await compileHook(launched.scripts.hook)
    const trusted = call.on('trust') ? await approve(host) : undefined
    return {
      host,
      files,
      command: content.command(''),
      undo: undoOf(call, host),
      remarks: [
        ...(trusted === undefined && host.left !== undefined ? [host.left] : []),
        ...(trusted === undefined ? [] : [`Codex has approved ${trusted} hooks`]),
        ...findRemarks(launched.scripts.hook),
      ],
    }
  }
  return { host, plans: plan(), carryOut }
}

async function prepareUninstall(call: Call, host: Host): Promise<Task> {
  const place = readPlace(call)
  const { dataDir } = locateLaunched({ dataDir: call.text('data-dir') })
  const plan = () => planUninstall(host, place)
  const plans = plan()
  const dataDirs = new Set([dataDir, ...findDataDirs(host, place)])
  const carryOut = async () => {
    const { project } = place
    const files =
      project === undefined ? await applyUninstall(plan, [...dataDirs]) : applyShared(plan, project)
    return { host, files, remarks: [] }
  }
  return { host, plans, carryOut }
}

/** One whose files cannot be read is shown as such. */
function mayBeInstalled(host: Host, place: Place): boolean {
  try {
    return isInstalled(host, place)
  } catch {
    return true
  }
}

async function agree(call: Call, verb: Verb): Promise<void> {
  if (call.on('yes')) return
  const { stdin, stderr } = process
  if (!stdin.isTTY || !stderr.isTTY || call.on('json')) {
    throw new UsageError('--yes does it for all of them, --host NAME for one', call.command)
  }
  const terminal = createInterface({ input: stdin, output: stderr })
  const question = verb === 'install' ? 'Connect these agents?' : 'Take svc out of them?'
  const closed = once(terminal, 'close').then(() => '')
  const asked = terminal.question(`${question} [y/N] `).catch(() => '')
  const said = await Promise.race([asked, closed])
  terminal.close()
  if (!/^y(es)?$/i.test(said.trim())) throw new SvcError('NOT_AVAILABLE', 'nothing was changed')
}

async function approve(host: Host): Promise<number> {
  const program = findProgram(host, process.env)
  if (program === undefined) {
    throw new SvcError('NOT_AVAILABLE', '--trust asks codex, which is not on the PATH')
  }
  const { trustHooks } = await import('../../install/codex-trust.js')
  return trustHooks({ program, env: process.env, cwd: process.cwd() })
}

function undoOf(call: Call, host: Host): string {
  const undo = `${nameProgram(process.env.PATH)} uninstall --host ${host.name}`
  return call.on('project') ? `${undo} --project` : undo
}

/** A package brings no compiled code, because it belongs to this machine's Node: a tenth of a call. */
async function compileHook(hook: string): Promise<void> {
  const program = join(dirname(hook), 'hook.cjs')
  try {
    const { writeHookCache } = await import('../hook/cache.js')
    const { compiledPath } = await import('../hook/program.js')
    if (!existsSync(compiledPath(program))) await writeHookCache(program)
  } catch {
    // A folder that only its owner may write to: the hook works without, only slower.
  }
}

function findRemarks(hook: string): string[] {
  if (!hook.split(/[\\/]/).includes('_npx')) return []
  return ["npx's cache may be emptied and svc with it: npm install -g agent-memory-service"]
}

function codeOf(value: Answer): number {
  const refused =
    value.step === 'view' ? value.tasks.some(task => 'problem' in task) : value.refused.length > 0
  return refused ? 1 : 0
}
