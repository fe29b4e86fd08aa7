import { existsSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isTemporary } from '../../store/files/atomic.js'
import { listEntries } from '../../store/files/read.js'
import { shapeInState, stateFolder } from '../../store/store.js'
import { removeFolder } from '../remove-folder.mjs'

interface Owner {
  teardown(undo: () => void): void
}

/** A new folder under the system's temporary directory, removed after the test. */
export function temporaryFolder(t: Owner): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-test-')))
  t.teardown(() => removeStores(folder))
  return folder
}

/**
 * Removes a folder with the stores that lie right in it. Throws where one has a path under state/ that
 * no row of the table says: whatever a test lets svc write there is looked at.
 */
export function removeStores(folder: string): void {
  const strays = [folder, ...listEntries(folder).map(({ name }) => join(folder, name))]
    .filter(path => existsSync(join(path, 'svc.json')))
    .flatMap(path => [...straysBelow(stateFolder(path))])
  removeFolder(folder)
  if (strays.length > 0) throw new Error(`no row of STATE in store/store.ts: ${strays.join(', ')}`)
}

function* straysBelow(state: string, below = ''): Generator<string> {
  for (const entry of listEntries(join(state, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    const isKnown = shapeInState(path) !== undefined || isTemporary(entry.name)
    if (!isKnown && path !== 'damaged' && !STRAYS.test(entry.name)) yield path
    else if (entry.isDirectory() && path !== 'damaged') yield* straysBelow(state, path)
  }
}

/** What tests themselves lay there: strays, and marks by which processes wait for one another. */
const STRAYS = /^(?:notes\.txt|x|aside|sleeps|sleeps-go|.+\.(?:held|go|old))$/

/** Resolves once the condition holds, looked at every few milliseconds; rejects after a minute. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`did not come about: ${condition.toString()}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** Resolves once there is a file. */
export function untilThere(path: string): Promise<void> {
  return until(() => existsSync(path))
}
