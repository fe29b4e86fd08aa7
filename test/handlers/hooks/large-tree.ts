import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { processorMs } from '../../processor-time.js'
import { HookHost } from './host.js'

/** The calls of a short session. */
export const EVENTS = {
  SessionStart: { source: 'startup' },
  UserPromptSubmit: { prompt: 'when do releases go out?' },
  Stop: { last_assistant_message: 'On Mondays.' },
}
/** A hook may take two seconds; this is what a look at everything takes, at least. */
const MOST_MS = 8_000
const ODD_NAMES = ['agents.md', 'AGENTS.MD', 'Agents.md', 'a\nb.md', '\u001b[2J.md', '\u202efdp.md']

/**
 * Makes the calls of a session in this process, where nothing but an answer ends a call: whoever
 * reads from a pipe hangs. Asserts that each is answered, and with little processor time.
 */
export async function checkCalls(t: Test, host: HookHost, name: string): Promise<void> {
  for (const [event, fields] of Object.entries(EVENTS)) {
    let said = ''
    const spent = await processorMs(async () => (said = await host.run(event, fields)))
    t.doesNotThrow(() => void JSON.parse(said), `${name}: ${event}`)
    t.notMatch(said, /\u001b|\u202e/, `${name}: ${event}`)
    t.ok(spent < MOST_MS, `${name}: ${event} ${Math.round(spent)} ms of processor time`)
  }
}

/** Checks the calls in a tree of some thousand files, deep folders, hard links and odd names. */
export async function checkLargeTree(t: Test, thousands: number): Promise<void> {
  const host = new HookHost(t)
  for (let folder = 0; folder < thousands; folder++) {
    const at = join(host.project, '.agent', `f${folder}`)
    mkdirSync(at, { recursive: true })
    for (let file = 0; file < 1000; file++) writeFileSync(join(at, `${file}.md`), `rule ${file}`)
  }
  const deep = join(host.project, '.claude', 'skills', ...Array<string>(400).fill('d'))
  mkdirSync(deep, { recursive: true })
  writeFileSync(join(deep, 'SKILL.md'), '---\nname: deep\ndescription: x\n---\n')
  for (const name of ODD_NAMES) writeFileSync(join(host.project, name), name)
  writeFileSync(join(host.project, 'AGENTS.md'), 'Indent with tabs.\n')
  linkSync(join(host.project, 'AGENTS.md'), join(host.project, 'CLAUDE.md'))
  await checkCalls(t, host, `${thousands},000 files`)
}
