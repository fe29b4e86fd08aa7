import { dirname } from 'node:path'
import { SvcError } from '../../../store/errors.js'
import { applyInstall, applyShared, applyUninstall } from '../../hosts/install/apply.js'
import { findDouble } from '../../hosts/install/check.js'
import type { Host, Place } from '../../hosts/install/hosts/host.js'
import { findDataDirs, planInstall, planUninstall, sharesFiles } from '../../hosts/install/plan.js'
import { findOnPath, findProgram } from '../../hosts/install/programs.js'
import type { SettingsChange, SettingsPlan } from '../../hosts/install/settings-file.js'
import type { Call } from '../cli/command.js'
import { nameProgram } from '../cli/program.js'
import { renderFields, wrapText } from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import { oneLine } from '../terminal/words.js'
import { launchedOf, readContent, readPlace, toLaunched } from './hosts.js'

/** The work done for a host. */
export interface Outcome {
  host: Host
  files: readonly SettingsChange[]
  /** The command that the host runs; undefined after an undo, and if it is no single one. */
  command?: string | undefined
  /** The command line that undoes it. */
  undo?: string
  /** Advice for a person. */
  remarks: readonly string[]
  /** The failure of something asked for besides. */
  problem?: Error | undefined
}

/** Planned work for one host, not yet done. */
export interface Task {
  host: Host
  plans: readonly SettingsPlan[]
  /** The data directories that the host uses, or used. */
  stores: readonly string[]
  /** Does it; writes nothing where a plan is refused meanwhile. */
  carryOut: () => Promise<Outcome>
}

/**
 * Thinks through how a host is connected. Throws INVALID_REQUEST or CONFLICT where its files cannot be
 * edited, NOT_AVAILABLE where it cannot do what is asked for.
 */
export async function prepareInstall(call: Call, host: Host): Promise<Task> {
  const place = placeOf(call, host)
  if (call.on('trust')) locate(host)
  const launched = toLaunched(call, host, launchedOf(call))
  const content = await readContent(call, host, launched)
  const plan = () => planInstall(host, place, content)
  const carryOut = async () => {
    const { project } = place
    const files =
      project === undefined ? await applyInstall(plan, launched) : applyShared(plan, project)
    await compilePrograms(dirname(launched.scripts.hook))
    const approval = call.on('trust') ? await approve(host) : { remark: host.left }
    const twice = findDouble(host, { env: process.env, project: process.cwd() })
    return {
      host,
      files,
      command: project === undefined && !host.isPlugin ? content.command('') : undefined,
      undo: undoOf(call, host),
      remarks: [
        approval.remark,
        twice && `${twice.message}; ${twice.mend}`,
        ...findRemarks(call, launched.scripts.hook),
      ].filter(remark => remark !== undefined),
      problem: approval.problem,
    }
  }
  return { host, plans: plan(), stores: [launched.dataDir], carryOut }
}

/** Thinks through how svc is taken out of a host. Throws as `prepareInstall`. */
export async function prepareUninstall(call: Call, host: Host): Promise<Task> {
  const place = placeOf(call, host)
  const { dataDir } = launchedOf(call)
  const plan = () => planUninstall(host, place)
  const plans = plan()
  const stores = findDataDirs(host, place)
  const dataDirs = new Set([dataDir, ...stores])
  const carryOut = async () => {
    const { project } = place
    const files =
      project === undefined ? await applyUninstall(plan, [...dataDirs]) : applyShared(plan, project)
    return { host, files, remarks: [] }
  }
  return { host, plans, stores: stores.length > 0 ? stores : [dataDir], carryOut }
}

/** In the home directory both kinds of files are the same ones. */
function placeOf(call: Call, host: Host): Place {
  const place = readPlace(call)
  if (!sharesFiles(host, place)) return place
  const message = `${host.title}'s files in ${place.project} are your own, not a project's: leave out --project`
  throw new SvcError('INVALID_REQUEST', message)
}

/** Throws NOT_AVAILABLE where it is not there. */
function locate(host: Host): string {
  const program = findProgram(host, process.env)
  if (program !== undefined) return program
  throw new SvcError('NOT_AVAILABLE', `--trust asks ${host.programs[0]}, which is not on the PATH`)
}

/** Asks the host to approve its hooks; they stay installed even if it does not answer. */
async function approve(host: Host): Promise<Pick<Outcome, 'problem'> & { remark?: string }> {
  const asked = { program: locate(host), env: process.env, cwd: process.cwd() }
  try {
    return { remark: `${host.title} has approved ${await host.approve?.(asked)} hooks` }
  } catch (problem) {
    if (!(problem instanceof SvcError)) throw problem
    return { problem }
  }
}

function undoOf(call: Call, host: Host): string {
  const undo = `${nameProgram(process.env.PATH)} uninstall --host ${host.name}`
  return call.on('project') ? `${undo} --project` : undo
}

/** A package brings no compiled code, because it belongs to this machine's Node: a tenth of a call. */
async function compilePrograms(folder: string): Promise<void> {
  try {
    const { haveCaches, hooksIn, writeHookCaches } = await import('../hook/cache.js')
    const { packsIn, writeProgramCaches } = await import('../cli/cache.js')
    if (!haveCaches(hooksIn(folder))) await writeHookCaches(folder)
    if (!haveCaches(packsIn(folder))) await writeProgramCaches(folder)
  } catch {
    // A folder that only its owner may write to: the programs work without, only slower.
  }
}

function findRemarks(call: Call, hook: string): string[] {
  if (call.on('project')) {
    const isHere = ['svc', 'svc-hook'].every(name => findOnPath(name, process.env))
    return isHere ? [] : ['It starts svc and svc-hook from the PATH, where they are not yet']
  }
  if (!hook.split(/[\\/]/).includes('_npx')) return []
  return ["npx's cache may be emptied and svc with it: npm install -g agent-memory-service"]
}

/** Tells what was done for a host: its files, the command, and how to undo it. */
export function renderOutcome(
  outcome: Outcome,
  verb: 'install' | 'uninstall',
  screen: Screen,
): string[] {
  const { host, files, command, undo, remarks } = outcome
  const changed = files.some(file => file.changed)
  const done = changed ? `${verb}ed` : verb === 'install' ? 'already installed' : 'not installed'
  const shown = files.filter(file => file.changed || !changed)
  const rows = [
    ...shown.map(({ path }, at) => [at === 0 ? 'settings' : '', oneLine(path)] as const),
    ['command', command === undefined ? undefined : oneLine(command)],
    ...shown.flatMap(({ backup }) =>
      backup === undefined || !changed ? [] : [['as it was', oneLine(backup)] as const],
    ),
    ['undo', undo],
  ] as const
  const heading = `${host.title}: ${done}${changed ? '' : ', nothing to change'}`
  const notes = remarks.flatMap(remark => wrapText(remark, screen.columns))
  return [heading, ...renderFields(rows, screen.styles), ...notes]
}
