import t, { type Test } from 'tap'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderGroup } from '../../../src/bin/commands/proposals.js'
import { createStyles } from '../../../src/bin/terminal/screen.js'
import type { Review, ReviewOutcome } from '../../../src/types.js'
import { createService } from '../../../src/service/service.js'
import type { Memory, Scope } from '../../../store/types.js'
import { project } from '../fixture.js'
import { makeSession } from '../backfill/home.js'
import { memory, turnsSaying } from '../reflect/desk.js'
import { HAS_TERMINAL, TerminalRun } from './pty.js'
import { Shell } from './shell.js'

const PROMPT = '? help '

/** Lets the store of a shell learn these, one conversation each, the last one newest. */
async function learn(
  shell: Shell,
  scope: Scope,
  ...candidates: { said?: string }[]
): Promise<void> {
  let time = Date.parse('2026-11-20T10:00:00.000Z')
  for (const candidate of candidates) {
    time += 60_000
    const value = { memories: [candidate], skills: [] }
    const usage = { inputTokens: 1, outputTokens: 1 }
    const provider = { name: 'p', model: 'm', reflect: () => Promise.resolve({ value, usage }) }
    const options = { provider, home: shell.home, now: () => new Date(time) }
    const service = createService({ dataDir: shell.store }, options)
    const turns = turnsSaying([candidate], 8)
    await service.reflectBatch({ scope, session: `${scope.id} ${time}`, turns })
    await service.close()
  }
}

const PNPM = memory('Packages come from pnpm', { said: 'please use pnpm here, always' })
const GERMAN = memory('Answers in German', { scope: 'global', said: 'antworte auf Deutsch' })
const BIOME = memory('Biome formats', { said: 'biome formats our code', content: 'By biome.' })

async function learnt(t: Test): Promise<Shell> {
  const shell = new Shell(t)
  await learn(shell, project(shell.project), PNPM, GERMAN, BIOME)
  return shell
}

const titlesOf = (memories: readonly Memory[]) => memories.map(({ title }) => title)

t.test('without a terminal it is a list, and how to accept or undo', async t => {
  const shell = await learnt(t)
  await learn(shell, project(shell.home), memory('Elsewhere', { said: 'there' }))
  const { stdout, stderr, code } = await shell.run(['review'])
  t.equal(code, 0)
  t.match(
    stdout,
    /^\w{12} {2}added {2}fact +\w+ +project +Biome formats\n {4}By biome\.\n {4}said: “biome formats our code”\n/,
  )
  t.match(stdout, /global +Answers in German\n(?:.*\n)+.*Packages come from pnpm\n/)
  t.match(stderr, 'svc review accept ID...|all keeps them, svc review undo ID... takes them back')
  t.match(stderr, `1 memory waits elsewhere: svc review --scope project:${shell.home}`)
  const { items, elsewhere } = await shell.ask<Review>(['review', '--scope', 'global'])
  t.same(titlesOf(items.map(({ memory }) => memory)), ['Answers in German'])
  t.equal(elsewhere.length, 2)
})

t.test('flags accept and undo', async t => {
  const shell = await learnt(t)
  const { items } = await shell.ask<Review>(['review'])
  const [biome, german] = items.map(({ id }) => id) as [string, string]
  t.match(await shell.say(['review', 'undo', biome]), `undid ${biome} in project: Biome formats`)
  const { accepted } = await shell.ask<ReviewOutcome>(['review', 'accept', german])
  t.same(titlesOf(accepted), ['Answers in German'])
  t.match(await shell.say(['review', 'accept', 'all']), /^accepted \w+ in project: Packages come/)
  t.equal(await shell.say(['review']), `nothing to review in ${shell.project} or global\n`)
  t.equal(await shell.say(['review', 'accept', 'all']), 'nothing to review\n')
  t.equal((await shell.ask<Review>(['review', '--all'])).items.length, 2)
  t.match(await shell.say(['archive', 'restore', biome]), 'Biome formats')
  t.equal((await shell.run(['review', 'accept', 'nothinga'])).code, 1)
  for (const wrong of [
    ['review', 'accept'],
    ['review', 'drop', 'x'],
    ['review', 'x'],
  ]) {
    t.equal((await shell.run(wrong)).code, 2, wrong.join(' '))
  }
})

t.test('on a terminal one key settles one memory', { skip: !HAS_TERMINAL }, async t => {
  const shell = await learnt(t)
  const run = new TerminalRun(shell, ['review'])
  const first = await run.until(PROMPT)
  t.match(first, /1 of 3 {2}\w+ {2}added {2}fact {2}project {2}2026-11-20 10:03/)
  t.match(first, '“biome formats our code”')
  t.match(first, 'a accept  e edit  u undo (forget it)  s skip  q quit')
  t.match(first, '\u001b[1mBiome formats\u001b[22m', 'in colour')
  run.press('?')
  t.match(await run.until(PROMPT), 'not learned again from the same words')
  run.press('\u001b[A')
  t.notMatch(await run.until(PROMPT), 'undid', 'an arrow is no key of ours')
  run.press('u')
  t.match(await run.until(PROMPT), /undid .*Biome formats[^]*2 of 3[^]*Answers in German/)
  run.press('a')
  t.match(await run.until(PROMPT), /accepted .*Answers in German[^]*3 of 3/)
  run.press('S')
  t.match(await run.end(), '1 accepted, 1 undone, 1 left for the next time')
  const { items } = await shell.ask<Review>(['review'])
  t.same(titlesOf(items.map(({ memory }) => memory)), ['Packages come from pnpm'])
})

t.test('a proposal is told once, with what it contradicts', async t => {
  const shell = new Shell(t)
  await shell.say(['remember', '--title', 'API port', 'The api port is 8100.'])
  const prompts = [
    'The api port is 8200 now, not 8100.',
    'We always write migrations as plain SQL files.',
    'Remember: the nightly import runs at 03:40 UTC.',
  ]
  const turns = prompts.map(prompt => ({ prompt, reply: 'Ok.' }))
  const at = new Date(Date.now() + 86_400_000)
  makeSession(shell.home, { host: 'claude-code', cwd: shell.project, at, turns })
  await shell.say(['learn', '--from', 'transcripts', '--yes'])
  const { stdout } = await shell.run(['review'])
  t.match(stdout, /^\S+ +waits .*We always write migrations as plain SQL files\n +said: /m)
  t.match(stdout, /^\S+ +waits .*The nightly import runs at 03:40 UTC\n +said: /m)
  t.notMatch(stdout, 'not accepted', 'it says already that it waits')
  const { items } = await shell.ask<Review>(['review'])
  const screen = { styles: createStyles(false), columns: 80, now: Date.now() }
  t.match(renderGroup('transcripts', items, screen).join('\n'), / contradicts \S+ API port\n/)
})

t.test('proposals of old sessions are accepted with one key', { skip: !HAS_TERMINAL }, async t => {
  const shell = await learnt(t)
  for (let at = 0; at < 4; at++) {
    const turns = [
      { prompt: `Remember: service${at} logs to the file svc${at}.log.`, reply: 'Ok.' },
    ]
    const date = new Date(Date.parse('2026-02-01T10:00:00Z') + at * 86_400_000)
    makeSession(shell.home, { host: 'claude-code', cwd: shell.project, at: date, turns })
  }
  await shell.say(['learn', '--from', 'transcripts', '--yes'])
  const run = new TerminalRun(shell, ['review'])
  const first = await run.until('q quit ')
  t.match(first, /4 proposals from old sessions[^]*service3 logs[^]*service0 logs/)
  t.match(first, 'a accept all 4  o one by one  s skip')
  run.press('a')
  t.match(await run.until(PROMPT), /accepted 4\b[^]*1 of 3/)
  run.press('q')
  t.match(await run.end(), '4 accepted, 3 left for the next time')
  const { items } = await shell.ask<{ items: Memory[] }>(['list', '--text', 'logs'])
  t.same(
    items.map(({ source }) => source.waits),
    [undefined, undefined, undefined, undefined],
  )
})

t.test('proposals of old sessions are accepted wherever one stands', async t => {
  const shell = new Shell(t)
  const turns = [{ prompt: 'Remember: the service logs to the file svc.log.', reply: 'Ok.' }]
  const at = new Date('2026-02-01T10:00:00Z')
  makeSession(shell.home, { host: 'claude-code', cwd: shell.project, at, turns })
  await shell.say(['learn', '--from', 'transcripts', '--yes'])
  const cwd = shell.home
  t.match(await shell.run(['review', 'accept', 'all'], { cwd }), { stdout: 'nothing to review' })
  const { stdout } = await shell.run(['review', 'accept', 'transcripts'], { cwd })
  t.match(stdout, /^accepted \w+ in project: .*svc\.log/i)
})

t.test('an editor changes a memory, and that accepts it', { skip: !HAS_TERMINAL }, async t => {
  const shell = await learnt(t)
  const editor = join(shell.folder, 'editor')
  writeFileSync(editor, '#!/bin/sh\nsed -i.bak "s/By biome/By biome 2/" "$1"\n')
  chmodSync(editor, 0o755)
  const run = new TerminalRun(shell, ['review'], { EDITOR: editor, NO_COLOR: '1' })
  t.notMatch(await run.until(PROMPT), '\u001b[1m', 'without colours')
  run.press('e')
  t.match(await run.until(PROMPT), /accepted \w+ in project: Biome formats[^]*2 of 3/)
  run.press('e')
  t.notMatch(await run.until(PROMPT), 'accepted', 'nothing was changed')
  run.press('\u0003')
  t.match(await run.end(), '1 accepted, 2 left for the next time')
  const [biome] = (await shell.ask<{ items: Memory[] }>(['list', '--text', 'biome'])).items
  t.equal(biome?.content, 'By biome 2.')
})

t.test('what cannot be undone is said, and the look goes on', { skip: !HAS_TERMINAL }, async t => {
  const shell = new Shell(t)
  await shell.say(['remember', '--title', 'Port', 'The port is 4000.'])
  const port = memory('Port', { content: 'The port is 4100.', said: 'port 4100 now' })
  await learn(shell, project(shell.project), port)
  const { items } = await shell.ask<Review>(['review'])
  const run = new TerminalRun(shell, ['review'])
  const text = await run.until(PROMPT)
  t.match(text, /The port is 4100\.[^]*before:\s+The port is 4000\./)
  t.match(text, 'u undo (as before)')
  await shell.say(['edit', items[0]!.id, '--content', 'The port is 4101.'])
  run.press('u')
  t.match(await run.until(PROMPT), 'was changed since it was learned; svc archive history')
  run.press('q')
  t.match(await run.end(), '1 left for the next time')
  const nothing = new TerminalRun(shell, ['review', '--scope', 'global'])
  t.match(await nothing.end(), 'nothing to review in global')
  t.same((await shell.ask<{ items: Memory[] }>(['list', '--scope', 'project'])).items.length, 1)
})
