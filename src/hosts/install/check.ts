import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { orElse, SvcError } from '../../../store/errors.js'
import { removeFile } from '../../../store/files/atomic.js'
import type { DoctorFinding, LauncherFacts } from '../../report.js'
import { LEAST_NODE, readLauncher } from './facts.js'
import { readHookKey } from '../hook-key.js'
import { HOST_NAMES, PROFILES } from '../profiles.js'
import type { Content, Env, Host, Place } from './hosts/host.js'
import { loadHosts } from '../drivers.js'
import {
  LAUNCHERS,
  findFault,
  findPlaceFault,
  launcherFolder,
  launcherNote,
  writeLaunchers,
  type Launched,
} from './launcher.js'
import { dataDirOf, readPaths } from './own.js'
import { APPROVAL } from './parts/trust.js'
import { findAbandonedOf, findDataDirs, findHookKeys, isInstalled, sharesFiles } from './plan.js'
import { findProgram, isAtLeast, isPresent } from './programs.js'
import { readIfThere } from './settings-file.js'

/** Every name that a finding about hosts can have. */
export const HOST_CHECKS = [
  'hook-not-installed',
  'hook-settings',
  'hook-broken',
  'hook-incomplete',
  'hook-elsewhere',
  'hook-twice',
  'hook-too-new',
  'hook-left-over',
  'launcher',
  'launcher-version',
] as const

type HostFinding = DoctorFinding & { check: (typeof HOST_CHECKS)[number] }

/** Facts of this machine, and the commands that mend, for a check of its hosts. */
interface HostCheck {
  env: Env
  /** The directory whose own settings count too. */
  project: string
  /** The real path of the repository that it lies in. */
  root?: string | undefined
  /** The programs that the launchers should lead to. */
  launched: Launched
  /** The version of this svc. */
  version: string
  /** The commands that install and mend: `svc install`, `svc doctor --fix`. */
  install: string
  mend: string
  /** Mend launchers. */
  fix: boolean
}

/** A host on this machine, and whether svc is installed in it. */
interface HostState {
  host: string
  title: string
  connected: boolean
}

/**
 * The hosts that are on this machine, or that svc is installed in, and whether it is; then those of
 * `callers` that take svc in by themselves.
 */
export async function findHostStates(
  place: Pick<HostCheck, 'env' | 'project'>,
  callers: readonly string[] = [],
): Promise<HostState[]> {
  const called = HOST_NAMES.filter(name => callers.includes(name))
  const others = called.filter(name => PROFILES[name].reach !== 'installed').sort()
  return [
    ...findStates(await loadHosts(), place),
    ...others.map(host => ({ host, title: PROFILES[host].title, connected: true })),
  ]
}

function findStates(
  hosts: readonly Host[],
  { env, project }: Pick<HostCheck, 'env' | 'project'>,
): HostState[] {
  return hosts.flatMap(host => {
    const places = [{ env }, { env, project }]
    const connected = places.some(place => isInstalled(host, place) || hasPlugin(host, place))
    if (!connected && !isPresent(host, env)) return []
    return [{ host: host.name, title: host.title, connected }]
  })
}

function hasPlugin({ plugin }: Host, place: Place): boolean {
  return plugin?.find(place) !== undefined
}

/** Message and advice for a host that has svc both as a plugin and in its settings. */
interface DoubleSetup {
  message: string
  mend: string
}

/** Finds svc both as a plugin and in a host's settings; undefined for one or none. */
export function findDouble(
  host: Host,
  { env, project }: Required<Omit<Place, 'root'>>,
): DoubleSetup | undefined {
  const places = [{ env }, { env, project }]
  const path = places.map(place => host.plugin?.find(place)).find(Boolean)
  if (path === undefined || !places.some(place => isInstalled(host, place))) return undefined
  return {
    message: `${host.title} has svc as a plugin too (${path})`,
    mend: `one of the two should go: ${host.plugin?.undo}, or svc uninstall --host ${host.name}`,
  }
}

/** Finds faults in svc's installation in agent hosts: remarks, or [] if all is well. */
export async function checkHosts(check: HostCheck): Promise<HostFinding[]> {
  // First: a launcher that --fix writes anew is not gone any more.
  const hosts = await loadHosts()
  const launchers = await checkLaunchers(hosts, check)
  const found = hosts.flatMap(host =>
    placesOf(host, check).flatMap(place => checkPlace(host, place, check)),
  )
  const twice = hosts.map(host => findDouble(host, check)).filter(found => found !== undefined)
  return [
    ...findUnconnected(hosts, check),
    ...found,
    ...twice.map(found => remark('hook-twice', found)),
    ...(await Promise.all(hosts.map(host => checkResident(host, check)))).flat(),
    ...hosts.flatMap(host => findLeftOvers(host, check)),
    ...hosts.flatMap(host => findUnkeyed(host, check)),
    ...launchers,
  ]
}

/** In the home directory a host's own files are those of the project too. */
function placesOf(host: Host, { env, project, root }: HostCheck): Place[] {
  return sharesFiles(host, { env, project }) ? [{ env }] : [{ env }, { env, project, root }]
}

/** Temporary files of killed installations beside a host's files, whether svc is in these or not. */
function findLeftOvers(host: Host, check: HostCheck): HostFinding[] {
  const left = placesOf(host, check).flatMap(place => findAbandonedOf(host, place))
  return left.map(path => {
    const message = 'was left behind by an installation that was killed'
    const found = remark('hook-left-over', { path, message, mend: `${check.mend} removes it` })
    if (!check.fix) return { ...found, fixable: true }
    removeFile(path)
    return { ...found, fixed: true }
  })
}

function findUnconnected(hosts: readonly Host[], check: HostCheck): HostFinding[] {
  const titles = findStates(hosts, check)
    .filter(({ connected }) => !connected)
    .map(({ title }) => title)
  if (titles.length === 0) return []
  const who =
    titles.length === 1 ? titles[0] : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`
  const message = `${who} ${titles.length === 1 ? 'does' : 'do'} not run svc's hooks`
  return [remark('hook-not-installed', { message, mend: `${check.install} changes that` })]
}

/** A file of a host that has something of svc's, with what its parts say. */
function checkPlace(host: Host, place: Place, check: HostCheck): HostFinding[] {
  const own = place.project === undefined ? '' : ' --project'
  const install = `${check.install} --host ${host.name}${own}`
  try {
    const installed = readInstalled(host, place)
    if (installed === undefined) return []
    const started = installed.flatMap(({ commands }) => commands.flatMap(readPaths))
    return [
      ...installed.flatMap(({ path, lacks, commands }) => [
        ...findGone(path, commands, { ...check, install }),
        ...findLacking(host, path, lacks, install),
      ]),
      ...findElsewhere(host, started, { ...check, install }),
    ]
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    return [remark('hook-settings', { message: error.message, mend: 'correct it in an editor' })]
  }
}

/** Approving is the host's own part: installing once more does not do it. */
function findLacking(
  { programs }: Host,
  path: string,
  lacks: readonly string[],
  install: string,
): HostFinding[] {
  if (lacks.length === 0) return []
  const how = lacks.includes(APPROVAL) ? `${install} --trust, or /hooks in ${programs[0]}` : install
  return [remark('hook-incomplete', { path, message: `lacks ${lacks.join(', ')}`, mend: how })]
}

/** Finds missing programs of a file's commands; a launcher of this store can be written anew. */
function findGone(
  path: string,
  commands: readonly string[],
  { launched, install, mend }: HostCheck,
): HostFinding[] {
  const gone = [...new Set(commands.flatMap(readPaths))].filter(one => !existsSync(one))
  return gone.map(one => {
    const message = `starts ${one}, which is gone`
    if (dataDirOf(one) !== launched.dataDir)
      return remark('hook-broken', { path, message, mend: install })
    const found = remark('hook-broken', { path, message, mend: `${mend} writes it anew` })
    return { ...found, fixable: true }
  })
}

/** The other stores whose launchers a host's files name. */
function findElsewhere(
  { title }: Host,
  started: readonly string[],
  { launched, install }: HostCheck,
): HostFinding[] {
  const others = started.map(dataDirOf).filter(dir => dir !== undefined && dir !== launched.dataDir)
  return [...new Set(others)].map(dir => {
    const message = `${title} uses the store in ${dir}, not that in ${launched.dataDir}`
    return remark('hook-elsewhere', { message, mend: install })
  })
}

/** A finding whose message names the file that it is about, if there is one. */
function remark(
  check: HostFinding['check'],
  { path, message, mend }: { path?: string; message: string; mend: string },
): HostFinding {
  const found = path === undefined ? { message } : { message: `${path} ${message}`, path }
  return { level: 'remark', check, ...found, mend }
}

/** Reads svc's parts of a host's files; undefined if svc is not installed there. */
function readInstalled(host: Host, place: Place) {
  const first = host.edits(place, contentWith(true)).map(read)
  const commands = first.flatMap(file => file.commands)
  if (!first.some(({ isSigned }) => isSigned)) return undefined
  // Only the commands tell the options of an installation.
  const mcp = !commands.some(command => / --tools cli\b/.test(command))
  return host.edits(place, contentWith(mcp)).map(read)
}

function contentWith(mcp: boolean): Content {
  const server = mcp ? { command: '', args: [] } : undefined
  return { command: () => '', server, isResident: false, plugin: '' }
}

function read({ path, parts, format }: ReturnType<Host['edits']>[number]) {
  const text = readIfThere(path)
  const there = text === undefined || text.trim() === '' ? format.empty : text
  try {
    return {
      path,
      isSigned: parts.some(({ part }) => part.isIn?.(there)),
      commands: parts.flatMap(({ part }) => part.commands?.(there) ?? []),
      lacks: parts.flatMap(({ part, wanted }) => (wanted ? part.lacks(there) : [])),
    }
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    throw new SvcError(error.code, `${path} ${error.message}`, { cause: error })
  }
}

/** Calls of the session's own server that it refuses: an older svc wrote them, or another installation. */
function findUnkeyed(host: Host, { env, launched, install }: HostCheck): HostFinding[] {
  const dirs = orElse(() => findDataDirs(host, { env }), [])
  const known = new Set([launched.dataDir, ...dirs].map(readHookKey))
  const keys = orElse(() => findHookKeys(host, { env }), [])
  if (keys.every(key => typeof key === 'string' && known.has(key))) return []
  const { name, title, resident } = host
  const lost = resident?.isUsual
    ? 'the first prompt of a session may go without memory, and svc-hook answers the others'
    : 'its prompts go without memory'
  const message = `${title} asks svc's server without the word of this installation, and is refused: ${lost}`
  const again = `${install} --host ${name}${resident?.isUsual ? '' : ' --resident'}`
  return [remark('hook-incomplete', { message, mend: again })]
}

/** An older Claude Code loses all its settings over a handler that it does not know. */
async function checkResident(host: Host, { env, install }: HostCheck): Promise<HostFinding[]> {
  const { resident, name } = host
  if (!resident?.isUsual) return []
  const path = host.edits({ env }, contentWith(true))[0]?.path ?? ''
  if (!/"mcp_tool"/.test(orElse(() => readIfThere(path), '') ?? '')) return []
  const program = findProgram(host, env)
  if (program === undefined || (await isAtLeast(program, resident.since, env))) return []
  const message =
    `${program} is older than ${resident.since} and reads no settings because of the hook of type ` +
    `mcp_tool in ${path}`
  const mend = `${install} --host ${name} takes it out`
  return [{ level: 'remark', check: 'hook-too-new', message, path, mend }]
}

/** Launchers that settings name and that start nothing; mended where that is asked for. */
async function checkLaunchers(hosts: readonly Host[], check: HostCheck): Promise<HostFinding[]> {
  const { env, launched, fix, mend } = check
  const folder = launcherFolder(launched.dataDir)
  // Without the folder the settings that name it are remarked on.
  if (!existsSync(folder) && !(fix && isNamed(hosts, launched.dataDir, env))) return []
  const note = readIfThere(launcherNote(launched.dataDir))
  const faults = LAUNCHERS.flatMap(name => {
    const fault = findFault(name, launched)
    return fault === undefined ? [] : [{ path: join(folder, name), message: fault }]
  })
  const missed = `could start nothing (${note?.trim()}): Node.js or svc itself was not found`
  if (note !== undefined) faults.push({ path: join(folder, 'svc-hook'), message: missed })
  const started = await readLauncher(launched, env)
  if (started !== undefined && isTooOld(started))
    faults.push({ path: started.path, message: tellTooOld(started) })
  if (fix && faults.length > 0) writeLaunchers(launched)
  const found = faults.map(({ path, message: fault }) => {
    const message = `${path} ${fault}`
    const finding = { level: 'remark', check: 'launcher', message, path } as const
    return { ...finding, ...(fix ? { fixed: true } : { mend: `${mend} mends it`, fixable: true }) }
  })
  if (faults.length > 0) return found
  const unstarted = await findPlaceFault(launched.dataDir)
  if (unstarted === undefined) return findOtherVersion(started, check)
  return [remark('launcher', unstarted)]
}

function isTooOld({ nodeVersion, isNodeUsable }: LauncherFacts): boolean {
  return nodeVersion !== undefined && !isNodeUsable
}

function tellTooOld({ node, nodeVersion }: LauncherFacts): string {
  return `starts ${node}, which is Node ${nodeVersion} now; svc needs ${LEAST_NODE} or newer`
}

/** Hooks of another svc work; whoever updated one and not the other should know. */
function findOtherVersion(
  started: LauncherFacts | undefined,
  { install, version }: HostCheck,
): HostFinding[] {
  const { path = '', svcVersion, script } = started ?? {}
  if (svcVersion === undefined || svcVersion === version) return []
  const message = `starts svc ${svcVersion} (${script}); this is svc ${version}`
  const mend = `${install} --host NAME leads it to this one`
  return [remark('launcher-version', { path, message, mend })]
}

/** True where a host's files, as far as they can be read, name the launchers of a data directory. */
function isNamed(hosts: readonly Host[], dataDir: string, env: Env): boolean {
  return hosts.some(host => {
    try {
      return findDataDirs(host, { env }).includes(dataDir)
    } catch {
      return false
    }
  })
}
