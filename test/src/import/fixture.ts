import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Scope } from '../../../store/types.js'
import { importWorkspace } from '../../../src/import/index.js'
import type { ImportState } from '../../../src/import/read.js'

interface Owner {
  teardown(undo: () => void): void
}

/** A new folder under the system's temporary directory, removed after the test. */
export function temporaryFolder(t: Owner): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-import-')))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files given as relative path and text; makes their folders. */
export function writeTree(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

export const NOW = new Date('2026-11-20T10:00:00.000Z')

/** An import of the workspace into its own project scope. */
export function runImport(workspace: string, previous?: ImportState, now = new Date()) {
  const scope: Scope = { type: 'project', id: workspace }
  return importWorkspace({ workspace, scope, previous, now })
}

/** The imported rows as `path: kind tool`. */
export function describeRows(state: ImportState): Record<string, string> {
  return Object.fromEntries(state.rows.map(row => [row.path, `${row.kind} ${row.tags[1]}`]))
}
