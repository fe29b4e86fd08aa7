import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SvcError } from '../../../store/errors.js'
import { homeOf, isInside, toRealPath } from '../../../store/files/read.js'
import { findRepository } from '../../../store/git/repository.js'
import { VERSION, locateStore } from '../../config.js'
import { checkHosts, findHostStates } from '../../hosts/install/check.js'
import { readProgramFacts } from '../../hosts/install/facts.js'
import type { Content, Host, Place } from '../../hosts/install/hosts/host.js'
import { findHost } from '../../hosts/drivers.js'
import { INSTALLED_HOSTS } from '../../hosts/profiles.js'
import { createOwnContent, createSharedContent } from '../../hosts/install/installation.js'
import { readLaunchedTools, type Launched } from '../../hosts/install/launcher.js'
import { findProgram, isAtLeast } from '../../hosts/install/programs.js'
import type { FoundHost } from '../../overview/types.js'
import type { DoctorFacts, DoctorFinding } from '../../report.js'
import { UsageError, type Call } from '../cli/command.js'
import { locateHook, locateProgram, nameProgram } from '../cli/program.js'

/** The host that `--host` names; undefined without it. Throws UsageError on an unknown one. */
export async function readHost(call: Call): Promise<Host | undefined> {
  const name = call.text('host')
  if (name === undefined) return undefined
  const host = await findHost(name)
  if (host !== undefined) return host
  throw new UsageError(`unknown host ${name}; known: ${INSTALLED_HOSTS.join(', ')}`, call.command)
}

/** Whose files a call is about: the person's, or with `--project` those of the working directory. */
export function readPlace(call: Call): Place {
  const env = process.env
  return call.on('project') ? { env, project: process.cwd(), root: rootOf(process.cwd()) } : { env }
}

/** The real path of the repository of a project; of the project itself where a home lies in that. */
function rootOf(project: string): string {
  const [root, home] = [findRepository(project)?.workTree ?? project, homeOf(process.env)].map(
    path => toRealPath(path) ?? path,
  ) as [string, string]
  return isInside(root, home) ? (toRealPath(project) ?? project) : root
}

/** Locates the targets of the launchers of the store in force: this very program and its Node. */
function locateLaunched(given: { dataDir: string | undefined }): Launched {
  const { dataDir, databasePath } = locateStore({ given, env: process.env })
  const hook = locateHook()
  return {
    node: process.execPath,
    scripts: { svc: locateProgram().script, hook, opencode: join(dirname(hook), 'opencode.mjs') },
    dataDir,
    databasePath: basename(databasePath) === 'svc.json' ? undefined : databasePath,
    tools: readLaunchedTools(dataDir),
  }
}

/** The launchers of a call's store. */
export function launchedOf(call: Call): Launched {
  return locateLaunched({ dataDir: call.text('data-dir') })
}

/** Creates the entries for a host's files. Throws NOT_AVAILABLE if that host cannot have them. */
export async function readContent(call: Call, host: Host, launched: Launched): Promise<Content> {
  const mcp = !call.on('no-mcp')
  if (call.on('project')) return createSharedContent(host, { mcp, isResident: false })
  const isResident = mcp && (await findResident(call, host))
  return createOwnContent(host, launched, { mcp, isResident })
}

/** The same launchers, as this installation of a host needs them. */
export function toLaunched(call: Call, host: Host, launched: Launched): Launched {
  if (!existsSync(launched.scripts.hook)) {
    const message = `${launched.scripts.hook} is missing; npm run build makes it`
    throw new SvcError('NOT_AVAILABLE', message)
  }
  return host.isPlugin ? { ...launched, tools: call.on('no-mcp') ? 'cli' : 'mcp' } : launched
}

/** Older versions would lose a person's settings over it, so that the version is asked for first. */
async function findResident(call: Call, host: Host): Promise<boolean> {
  const { resident } = host
  if (resident === undefined || !(resident.isUsual || call.on('resident'))) return false
  const program = findProgram(host, process.env)
  if (program !== undefined && (await isAtLeast(program, resident.since, process.env))) return true
  if (!call.on('resident')) return false
  const message = `--resident needs ${host.title} ${resident.since} or newer on the PATH`
  throw new SvcError('NOT_AVAILABLE', message)
}

/** The hosts that are on this machine, each with the command that connects it. */
export async function findHosts(dataDir: string, callers: readonly string[]): Promise<FoundHost[]> {
  const { install, ...asked } = lookWith(dataDir, false)
  const states = await findHostStates(asked, callers)
  return states.map(state => {
    const isOurs = INSTALLED_HOSTS.some(name => name === state.host)
    return { ...state, install: isOurs ? `${install} --host ${state.host}` : '' }
  })
}

/** The hosts' programs with their versions, and what the hooks of a data directory start. */
export function readHostFacts(dataDir: string): Promise<Pick<DoctorFacts, 'hosts' | 'launcher'>> {
  return readProgramFacts(lookWith(dataDir, false))
}

/** Finds faults in svc's installation in the hosts of this machine; `fix` mends launchers. */
export function examineHosts(dataDir: string, fix: boolean): Promise<DoctorFinding[]> {
  return checkHosts(lookWith(dataDir, fix))
}

function lookWith(dataDir: string, fix: boolean) {
  const program = nameProgram(process.env.PATH)
  const [install, mend] = [`${program} install`, `${program} doctor --fix`] as const
  const [env, project, launched] = [process.env, process.cwd(), locateLaunched({ dataDir })]
  const root = rootOf(project)
  return { env, project, root, launched, version: VERSION, install, mend, fix }
}
