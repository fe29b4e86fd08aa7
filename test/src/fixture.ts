import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '../../src/api.js'
import { createService } from '../../src/service/service.js'
import { queuedScopes } from '../../src/reflect/batches.js'
import { listSpool } from '../../store/files/spool.js'
import { turnSpool, type Store } from '../../store/store.js'
import type { Scope } from '../../store/types.js'
import { temporaryFolder } from '../store/fixture.js'

type Options = NonNullable<Parameters<typeof createService>[1]>

export const GLOBAL: Scope = { type: 'global', id: null }

export const project = (id: string): Scope => ({ type: 'project', id })

interface Owner {
  teardown(undo: () => unknown): void
}

/** A service on a data directory, a new one where none is given; closed after the test. */
export function openService(
  t: Owner,
  dataDir = join(temporaryFolder(t), 'store'),
  options: Options = {},
): { service: Service; dataDir: string; memories: string } {
  const service = createService({ dataDir }, { home: join(dataDir, 'no-home'), ...options })
  t.teardown(() => service.close())
  return { service, dataDir, memories: join(dataDir, 'global', 'memories') }
}

/** The folder of memories of the first project in a store. */
export function projectMemories(dataDir: string): string {
  const [folder = ''] = readdirSync(join(dataDir, 'projects'))
  return join(dataDir, 'projects', folder, 'memories')
}

/** A clock that starts at a time and goes on by a second at each look. */
export function tickingClock(start = '2026-11-20T10:00:00.000Z'): () => Date {
  let time = Date.parse(start)
  return () => new Date((time += 1000))
}

/** The one file of a memory in a folder. */
export function fileOf(directory: string, id: string): string {
  const name = readdirSync(directory).find(entry => entry.endsWith(`--${id}.md`))
  if (name === undefined) throw new Error(`no file of ${id} in ${directory}`)
  return join(directory, name)
}

export async function* linesOf(...items: unknown[]): AsyncGenerator<string> {
  for (const item of items) yield typeof item === 'string' ? item : JSON.stringify(item)
}

/** Counts the turns that wait for reflection, in all scopes. */
export function countQueuedTurns(store: Store): number {
  return queuedScopes(store).reduce((sum, key) => sum + listSpool(turnSpool(store, key)).length, 0)
}
