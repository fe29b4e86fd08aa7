import { execFileSync, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { HookHost } from './host.js'

/** A hook may take 2 seconds, and what a busy machine needs to start its processes. */
function mostMs(): number {
  const began = performance.now()
  spawnSync(process.execPath, ['-e', '0'], { env: {} })
  return 2_000 + 20 * (performance.now() - began)
}

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

/** Events of a session in a work tree: each is answered in time, whatever lies there. */
async function callAll(host: HookHost) {
  const events = {
    SessionStart: { source: 'startup' },
    UserPromptSubmit: { prompt: 'when do releases go out?' },
    Stop: { last_assistant_message: 'On Mondays.' },
  }
  const answers: { event: string; ms: number; most: number; stdout: string }[] = []
  for (const [event, fields] of Object.entries(events)) {
    const most = mostMs()
    const { stdout, took } = await host.event(event, fields)
    answers.push({ event, ms: took, most, stdout })
  }
  return answers
}

t.test('a session in a work tree of pipes, devices and links is answered', async t => {
  for (const [kind, make] of Object.entries(KINDS)) {
    for (const [what, places] of Object.entries(PLACES)) {
      const host = new HookHost(t)
      for (const place of places) {
        const path = join(host.project, place)
        mkdirSync(dirname(path), { recursive: true })
        make(path)
      }
      for (const { event, ms, most, stdout } of await callAll(host)) {
        t.doesNotThrow(() => void JSON.parse(stdout), `${kind} as ${what}: ${event}`)
        t.ok(ms < most, `${kind} as ${what}: ${event} ${Math.round(ms)} ms`)
      }
      await host.untilQuiet()
    }
  }
})

t.test('20,000 files, deep folders, hard links and odd names take no longer', async t => {
  const host = new HookHost(t)
  for (let folder = 0; folder < 20; folder++) {
    const at = join(host.project, '.agent', `f${folder}`)
    mkdirSync(at, { recursive: true })
    for (let file = 0; file < 1000; file++) writeFileSync(join(at, `${file}.md`), `rule ${file}`)
  }
  let deep = join(host.project, '.claude', 'skills')
  for (let level = 0; level < 400; level++) deep = join(deep, 'd')
  mkdirSync(deep, { recursive: true })
  writeFileSync(join(deep, 'SKILL.md'), '---\nname: deep\ndescription: x\n---\n')
  for (const name of [
    'agents.md',
    'AGENTS.MD',
    'Agents.md',
    'a\nb.md',
    '\u001b[2J.md',
    '\u202efdp.md',
  ]) {
    writeFileSync(join(host.project, name), name)
  }
  writeFileSync(join(host.project, 'AGENTS.md'), 'Indent with tabs.\n')
  linkSync(join(host.project, 'AGENTS.md'), join(host.project, 'CLAUDE.md'))
  for (const { event, ms, most, stdout } of await callAll(host)) {
    t.doesNotThrow(() => void JSON.parse(stdout), event)
    t.notMatch(stdout, /\u001b|\u202e/)
    t.ok(ms < most, `${event} ${Math.round(ms)} ms`)
    t.comment(`${event} ${Math.round(ms)} ms`)
  }
  await host.untilQuiet()
})
