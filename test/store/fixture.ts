import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Owner {
  teardown(undo: () => void): void
}

/** A new folder under the system's temporary directory, removed after the test. */
export function temporaryFolder(t: Owner): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-test-')))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

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
