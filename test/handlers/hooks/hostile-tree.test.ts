import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { HookHost } from './host.js'
import { checkCalls, checkLargeTree, EVENTS } from './large-tree.js'

/** Puts things of a kind into a work tree that are no files to read. */
const KINDS: Record<string, (path: string) => void> = {
  'a pipe': path => void execFileSync('mkfifo', [path]),
  'a device': path => symlinkSync('/dev/zero', path),
  'a terminal': path => symlinkSync('/dev/tty', path),
  'a link to itself': path => symlinkSync(path, path),
  'a link to the root': path => symlinkSync('/', path),
  'a link to the folder above': path => symlinkSync('..', path),
  'a link to a process': path => symlinkSync('/proc/self/mem', path),
  'a folder': path => mkdirSync(path),
  'a sparse file of 50 GB': path => {
    writeFileSync(path, '')
    truncateSync(path, 50 * 1024 ** 3)
  },
}

/** Files that svc looks for in a work tree, and folders that it looks into. */
const PLACES = {
  files: [
    ...['AGENTS.md', 'CLAUDE.md', '.claude/commands/x.md', '.agent/x.md', '.cursor/rules/x.mdc'],
    ...['.github/copilot-instructions.md', '.claude/skills/x/SKILL.md'],
    ...['.svc/memories/x--abcdefgh.md', '.svc/skills/x/SKILL.md'],
  ],
  folders: [
    ...['.claude/commands', '.claude/skills', '.agents/skills', '.agent', '.cursor/rules'],
    ...['.svc/memories', '.svc/skills'],
  ],
  roots: ['.claude', '.cursor', '.github', '.agents', '.svc'],
}

function putThings(host: HookHost, make: (path: string) => void, places: readonly string[]): void {
  for (const place of places) {
    const path = join(host.project, place)
    mkdirSync(dirname(path), { recursive: true })
    make(path)
  }
}

// In this process nothing but an answer ends a call: whoever reads from a pipe hangs.
for (const [kind, make] of Object.entries(KINDS))
  t.test(`a session in a work tree with ${kind} in many places is answered`, async t => {
    for (const [what, places] of Object.entries(PLACES)) {
      const host = new HookHost(t)
      putThings(host, make, places)
      await checkCalls(t, host, `${kind} as ${what}`)
      t.same(host.failures(), [], `${kind} as ${what}`)
    }
  })

for (const kind of ['a pipe', 'a device', 'a sparse file of 50 GB'])
  t.test(`nor does the hook’s worker wait for ${kind}`, async t => {
    const host = new HookHost(t)
    putThings(host, KINDS[kind]!, PLACES.files)
    for (const [event, fields] of Object.entries(EVENTS)) {
      const { stdout } = await host.event(event, fields)
      t.doesNotThrow(() => void JSON.parse(stdout), event)
    }
    t.ok(await host.untilQuiet())
    t.same(host.failures(), [])
  })

t.test('2,000 files, deep folders, hard links and odd names take no longer', async t => {
  await checkLargeTree(t, 2)
})
