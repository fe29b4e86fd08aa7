import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { resolveProject } from '../../store/projects/scope.js'
import type { ProjectScope } from '../../store/types.js'

/** A client that does not say its roots by then has none (milliseconds). */
const ROOTS_MS = 1_000

/**
 * Makes what finds the project of a session: that of the working directory, or of the client's first
 * root where the directory lies in none of them. Some hosts start servers in a place of their own.
 */
export function createProjectFinder(server: Server, directory: string) {
  let roots: Promise<string[]> | undefined
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    roots = undefined
  })
  return async (): Promise<ProjectScope> => {
    const known = await (roots ??= listRoots(server))
    const [first = directory] = known
    return resolveProject(known.some(root => isWithin(directory, root)) ? directory : first)
  }
}

async function listRoots(server: Server): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return []
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_MS })
    return roots.flatMap(({ uri }) => (uri.startsWith('file:') ? [fileURLToPath(uri)] : []))
  } catch {
    return []
  }
}

function isWithin(directory: string, root: string): boolean {
  return directory === root || directory.startsWith(root.endsWith(sep) ? root : root + sep)
}
