import { VERSION } from '../../config.js'
import { checkHosts, findHostStates } from '../../hosts/install/check.js'
import { readProgramFacts } from '../../hosts/install/facts.js'
import { INSTALLED_HOSTS } from '../../hosts/profiles.js'
import type { FoundHost } from '../../overview/types.js'
import type { DoctorFacts, DoctorFinding } from '../../report.js'
import { nameProgram } from '../cli/program.js'
import { locateLaunched } from './hosts.js'

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
  return { env, project, launched, version: VERSION, install, mend, fix }
}
