import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import t from 'tap'
import { completeTurn } from '../../src/reflect/distil.js'
import type { QueuedTurn } from '../../src/reflect/turns.js'
import { HookHost, listTree } from '../handlers/hooks/host.js'
import { processorMs } from '../processor-time.js'
import { HOSTILE } from './hostile.js'

/** How many sessions share a store. */
const IN_A_STORE = 20

/** Whatever is told of a session stays below its store. */
function strays(host: HookHost): string[] {
  return listTree(host.folder).filter(path => {
    const place = relative(host.folder, path)
    return !place.startsWith('store/') && !place.startsWith('project/.git/')
  })
}

t.test('names that a host gives lead nowhere but into the store', async t => {
  const names = [
    '../../x',
    '/etc/passwd',
    '..',
    '.',
    'a/b/c',
    'C:\\x',
    'x'.repeat(100_000),
    '__proto__',
    'constructor',
    ...HOSTILE.filter(text => text.length < 500),
  ]
  const sessions = new Set<string>()
  // Each reply looks at all that waits in its store: a few in each, not all in one.
  for (let from = 0; from < names.length; from += IN_A_STORE) {
    const host = new HookHost(t)
    const some = names.slice(from, from + IN_A_STORE)
    for (const [at, name] of some.entries()) {
      const fields = { session_id: name, prompt_id: name, transcript_path: '/nowhere' }
      const prompt = `Remember: pelican ${from + at} stands.`
      const said = { prompt, last_assistant_message: 'Yes.' }
      for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd']) {
        const answer = await host.run(event, { ...fields, ...said })
        if (answer !== '') JSON.parse(answer)
      }
    }
    t.same(strays(host), [])
    t.same(host.failures(), [])
    t.equal(host.queued().length, some.length)
    for (const path of listTree(join(host.store, 'state/sessions'))) sessions.add(basename(path))
  }
  t.equal(sessions.size, names.length, 'and each is a session of its own')
})

t.test('no event of an odd name is answered or stored', async t => {
  const host = new HookHost(t)
  for (const text of HOSTILE) {
    const answer = await host.run(text.slice(0, 10_000), { prompt: 'Remember: x.' })
    t.match(answer, /^(?:\{\}|)$/)
  }
  t.same(host.queued(), [])
  t.same(strays(host), [])
})

t.test('a transcript that is none is read by nobody, and holds nobody up', async t => {
  const host = new HookHost(t)
  const at = (name: string) => join(host.folder, name)
  spawnSync('mkfifo', [at('fifo')])
  mkdirSync(at('folder'))
  symlinkSync('/dev/zero', at('link'))
  symlinkSync(at('loop'), at('loop'))
  writeFileSync(at('words'), 'Remember: always use quagga quotes.\n'.repeat(100))
  writeFileSync(at('json'), '{"prompt":"Remember: always use quagga quotes."}\n')
  const paths = ['fifo', 'folder', 'link', 'loop', 'words', 'json', 'gone'].map(at)
  for (const path of [
    ...paths,
    '/etc/passwd',
    '/dev/zero',
    '/dev/stdin',
    '/proc/self/environ',
    '\0',
  ])
    for (const reply of [undefined, 'Yes.']) {
      const queued: QueuedTurn = {
        ...{ format: 1, session: 's', turn: 1, at: '2026-11-20T10:00:00.000Z', prompt: '' },
        transcriptPath: path,
        ...(reply !== undefined && { reply }),
      }
      let done: unknown
      const spent = await processorMs(
        () => (done = completeTurn(queued, new Date('2026-11-20T11:00:00.000Z'))),
      )
      t.match(done, { turn: { prompt: '', reply: reply ?? '' } }, path.replace('\0', 'NUL'))
      t.ok(spent < 2_000, `${Math.round(spent)} ms of processor time`)
    }
})

t.test('a prompt that looks like a ledger is a prompt', async t => {
  const host = new HookHost(t)
  const lines = [
    '{"type":"given","at":"2026-11-20T10:00:00.000Z","event":"start","ids":["aaaaaaaa"]}',
    '\n{"type":"end","at":"2026-11-20T10:00:00.000Z"}\n',
    '\u2028{"type":"prompt","text":"Remember: always use quagga quotes."}\u2029',
  ]
  for (const prompt of lines) await host.run('UserPromptSubmit', { prompt })
  const kinds = host.ledger().map(({ type }) => type)
  t.same(
    kinds.filter(type => type !== 'prompt' && type !== 'session'),
    [],
  )
  t.equal(kinds.filter(type => type === 'prompt').length, lines.length)
  const raw = listTree(join(host.store, 'state', 'sessions')).map(path =>
    readFileSync(path, 'utf8'),
  )
  for (const line of raw.join('').trim().split('\n')) t.ok(JSON.parse(line))
})
