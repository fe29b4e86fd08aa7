import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Service } from '../../../src/api.js'
import { findNamedScope } from '../../../src/scopes/names.js'
import { moveScope, type MoveOutcome } from '../../../src/scopes/move.js'
import { openStore, type Store } from '../../../store/store.js'
import type { Scope } from '../../../store/types.js'
import { recallOnce, recallItems } from '../../../src/recall/index.js'
import { openService, project } from '../fixture.js'
import { foldersOf } from '../../store/projects/known.js'

export const OPTIONS = { now: () => new Date('2026-11-20T10:00:00.000Z'), patienceMs: 0 }

/** The store of a data directory. */
export function storeOf(dataDir: string): Store {
  return openStore(join(dataDir, 'svc.json'))
}

/** `svc scope move FROM TO`. */
export async function move(store: Store, from: string, to: string): Promise<MoveOutcome> {
  const source = await findNamedScope(store, from, '/')
  return moveScope(store, source.folder!, await findNamedScope(store, to, '/'), OPTIONS)
}

/** The titles that a service lists and, by the way of a hook, recalls in a scope. */
export async function titlesIn(t: Test, dataDir: string, scope: Scope): Promise<string[]> {
  const query = { limit: 100, isUnasked: false }
  const store = storeOf(dataDir)
  const hook = await recallOnce(store, await foldersOf(store, scope), source =>
    recallItems(source, query),
  )
  const { service } = openService(t, dataDir)
  const { items } = await service.memories.list({ scope, limit: 1000 })
  const titles = items.map(({ title }) => title).sort()
  t.same(hook.map(({ title }) => title).sort(), titles, 'a hook and the service agree')
  return titles
}

/** Remembers one memory a title in a project. */
export async function remember(service: Service, path: string, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    await service.remember({ scope: project(path), title, content: `About ${title}.` })
  }
}

/** Every file below a folder with its bytes, by relative path; {} where there is no folder. */
export function filesBelow(directory: string, below = ''): Record<string, string> {
  const files: Record<string, string> = {}
  for (const name of namesIn(join(directory, below)).sort()) {
    const path = join(below, name)
    if (statSync(join(directory, path)).isDirectory()) {
      Object.assign(files, filesBelow(directory, path))
    } else files[path] = readFileSync(join(directory, path), 'latin1')
  }
  return files
}

export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
