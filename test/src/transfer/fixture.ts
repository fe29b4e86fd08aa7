import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Test } from 'tap'
import type { ForeignImport } from '../../../src/transfer/types.js'
import type { Memory } from '../../../store/types.js'
import { removeFolder } from '../../remove-folder.mjs'
import { ROOT } from '../../root.js'
import { Shell } from '../bin/shell.js'

/** The samples of what other tools keep, as the tools wrote them or document them. */
export const SAMPLES = join(ROOT, 'test/fixtures/kinds')

/** A folder of its own, removed after the test. */
export function makeFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-kinds-'))
  t.teardown(() => removeFolder(folder))
  return folder
}

/** The database of claude-mem, unpacked. */
export function unpackDatabase(t: Test): string {
  const path = join(makeFolder(t), 'claude-mem.db')
  writeFileSync(path, gunzipSync(readFileSync(join(SAMPLES, 'claude-mem/claude-mem.db.gz'))))
  return path
}

/** A shell whose home holds what the hosts keep there, about projects that exist. */
export function makeHome(t: Test): Shell {
  const shell = new Shell(t)
  cpSync(join(SAMPLES, 'homes/home'), shell.home, { recursive: true })
  const moved = join(shell.home, 'src')
  for (const name of ['webshop', 'infra', 'my-app', 'web shop'])
    mkdirSync(join(moved, name), { recursive: true })
  for (const name of readdirSync(shell.home, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:jsonl?|md|json)$|project_root$/.test(name)) continue
    const path = join(shell.home, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/home/ana/src', moved))
  }
  const slug = moved.replace(/[^A-Za-z0-9]/g, '-')
  for (const base of ['.claude/projects', '.qwen/projects']) {
    for (const name of readdirSync(join(shell.home, base)))
      renameSync(
        join(shell.home, base, name),
        join(shell.home, base, name.replace('-home-ana-src', slug)),
      )
  }
  return shell
}

/** Imports without a question, whatever comes of it. */
export async function importFrom(shell: Shell, ...args: string[]): Promise<ForeignImport> {
  const { stdout, stderr } = await shell.run(['import', '--json', '--yes', '--from', ...args])
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as ForeignImport
}

/** The memories of a store, by their titles. */
export async function memoriesOf(shell: Shell, ...args: string[]): Promise<Memory[]> {
  const lines = (await shell.say(['export', ...args])).split('\n').filter(Boolean)
  const memories = lines.map(line => JSON.parse(line) as Memory)
  return memories.sort((a, b) => (a.title < b.title ? -1 : 1))
}

/** A memory in a line: scope, kind, title. */
export function brief({ scope, kind, title }: Pick<Memory, 'scope' | 'kind' | 'title'>): string {
  return `${scope.id === null ? 'global' : scope.id.replace(/^.*\//, '')} ${kind}: ${title}`
}
