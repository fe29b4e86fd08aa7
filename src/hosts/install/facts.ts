import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DoctorFacts, HostProgram, LauncherFacts } from '../../report.js'
import type { Env } from './hosts/host.js'
import { loadHosts } from '../drivers.js'
import { readLaunched, launcherFolder, type Launched } from './launcher.js'
import { compareVersions, findOnPath, readVersion } from './programs.js'
import { readIfThere } from './settings-file.js'

/** The oldest Node that svc runs on. */
export const LEAST_NODE = '20.0.0'
/** A program is not waited for longer (milliseconds). */
const PATIENCE_MS = 1_000

/**
 * The programs of agent hosts on the PATH and what the hooks of a data directory start, with their
 * versions, all asked at once. Takes about a second at most. Never throws.
 */
export async function readProgramFacts({
  env,
  launched,
}: {
  env: Env
  launched: Launched
}): Promise<Pick<DoctorFacts, 'hosts' | 'launcher'>> {
  const [hosts, launcher] = await Promise.all([readHostPrograms(env), readLauncher(launched, env)])
  return { hosts, ...(launcher && { launcher }) }
}

async function readHostPrograms(env: Env): Promise<HostProgram[]> {
  const found = (await loadHosts()).flatMap(({ name, title, programs }) => {
    const path = programs.map(program => findOnPath(program, env)).find(Boolean)
    return path === undefined ? [] : [{ host: name, title, path }]
  })
  return Promise.all(
    found.map(async one => {
      const version = await readVersion(one.path, env, PATIENCE_MS)
      return { ...one, ...(version !== undefined && { version }) }
    }),
  )
}

/** Reads the targets of the hooks' launcher; undefined if there is none. Never throws. */
export async function readLauncher(
  launched: Launched,
  env: Env,
): Promise<LauncherFacts | undefined> {
  const path = join(launcherFolder(launched.dataDir), 'svc-hook')
  const started = readLaunched(path)
  if (started === undefined) return undefined
  const { node, script } = started
  const nodeVersion = await readNodeVersion(node, env)
  const svcVersion = existsSync(script) ? readSvcVersion(script) : undefined
  return {
    path,
    node,
    ...(nodeVersion !== undefined && { nodeVersion }),
    // One that does not tell in time may be slow today.
    isNodeUsable:
      nodeVersion === undefined ? existsSync(node) : compareVersions(nodeVersion, LEAST_NODE) >= 0,
    script,
    ...(svcVersion !== undefined && { svcVersion }),
    isOwn: script === launched.scripts.hook,
  }
}

async function readNodeVersion(node: string, env: Env): Promise<string | undefined> {
  if (node === process.execPath) return process.versions.node
  return existsSync(node) ? readVersion(node, env, PATIENCE_MS) : undefined
}

/** Programs lie in the folder `dist` of their package, at most so deep. */
const DEPTH = 4

function readSvcVersion(script: string): string | undefined {
  let folder = dirname(script)
  for (let level = 0; level < DEPTH; level++, folder = dirname(folder)) {
    try {
      const found: unknown = JSON.parse(readIfThere(join(folder, 'package.json')) ?? 'null')
      const { name, version } = (found ?? {}) as { name?: unknown; version?: unknown }
      if (name === 'agent-memory-service' && typeof version === 'string') return version
    } catch {
      // A package of somebody else's, say.
    }
  }
  return undefined
}
