import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, symlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { HostName } from '../../../../src/hosts/profiles.js'
import {
  createSessionReader,
  readSession,
  type WholeSession,
} from '../../../../src/hosts/transcript/session.js'
import { processorMs } from '../../../processor-time.js'
import { temporaryFolder } from '../../../store/fixture.js'
import { answered, asked, called, fixture, homeFile, transcriptOf } from './fixture.js'

const CHECK = 'node check.mjs'
const FIRST = `Make it so that the check passes: ${CHECK}`
const SECOND = `Thanks. From now on always run ${CHECK} before you say that you are done.`

const read = (host: HostName, session: string) =>
  readSession({ host, path: homeFile(host, session) })

/** What was asked, in order. */
const askedIn = (session: WholeSession | undefined) => session?.turns.map(({ asked }) => asked)

t.test('a session is read from its first turn to its last, whichever host wrote it', async t => {
  const proj = '/home/dev/proj'
  const [greet, notes] = [`${proj}/greet.mjs`, `${proj}/NOTES.md`]
  const [failed, passed] = [{ isFailed: true }, { isFailed: false }]
  const usual = [failed, { file: greet }, passed, { file: notes }]
  const patched = [failed, { file: 'greet.mjs' }, { file: 'NOTES.md' }, passed]
  for (const [host, name, did, time] of [
    ['claude-code', 'd8fe2e09', usual, '17:43:22.032'],
    ['codex', '17-51-41', patched, '17:51:41.335'],
    ['gemini-cli', 'c4a76e66', usual, '17:44:23.057'],
    ['qwen-code', '3d6d657c', usual, '17:45:34.364'],
    ['copilot-cli', '8ae740ff', usual, '17:52:13.300'],
    ['copilot-cli', '5db926ac', [failed, { file: greet }, passed], '18:06:18.332'],
    ['droid', '0adb028a', usual, '17:47:46.117'],
    [
      'cursor',
      '7b0c1d52',
      [{}, { file: greet }, {}, { file: notes }, { file: notes }],
      '17:52:00.000',
    ],
  ] as const) {
    const session = await read(host, name)
    const [first, second, ...more] = session?.turns ?? []
    t.match(
      first,
      {
        turn: 1,
        at: `2026-11-27T${time}Z`,
        asked: FIRST,
        answered: `Fixed: greet now says Hello, and ${CHECK} passes.`,
        did: did.map(step => ('file' in step ? step : { command: CHECK, ...step })),
      },
      `${host} ${name}`,
    )
    t.equal(first?.did.length, did.length, 'an edit that failed is none')
    if (host !== 'cursor') t.match(first?.did[0], { output: /Error: expected Hello Ann, got Helo/ })
    if (host !== 'droid') t.match(second, { turn: 2, asked: SECOND, did: [] })
    t.same(more, [])
    t.equal(session?.host, host)
    t.ok(session?.session.includes(name) || host === 'codex', 'it is named as the host does')
    // Gemini and Cursor write it beside the transcript.
    t.equal(session?.cwd, host === 'gemini-cli' || host === 'cursor' ? undefined : proj)
  }
})

t.test('sub-agents, summaries and commands of the program are no turns', async t => {
  t.same(askedIn(await read('claude-code', 'a99ceab6')), [
    'Look into the files with an agent',
    'After compact',
  ])
  for (const [host, session] of [
    ['copilot-cli', 'ce506c76'],
    ['qwen-code', '45e7a321'],
    ['codex', '17-55-04'],
    ['gemini-cli', '45-cf7b856a'],
  ] as const) {
    t.same(askedIn(await read(host, session)), ['Look into the files with an agent'], host)
  }
  t.equal(await read('codex', '17-55-05'), undefined)
  t.equal(await read('gemini-cli', '94a662c1'), undefined)
  t.same(askedIn(await read('codex', '18-01-35')), [
    FIRST,
    SECOND,
    'Before compaction',
    'After compaction',
  ])
})

t.test('a copied turn in a fork has the name that it has where it was said', async t => {
  const idsOf = async (host: HostName, name: string) =>
    (await read(host, name))?.turns.map(({ id }) => id) ?? []
  for (const [host, own, fork, copied] of [
    ['claude-code', 'd8fe2e09', 'ee87b378', 2],
    ['droid', '83253f35', 'b780efcd', 1],
    ['codex', '18-01-35', '18-01-37', 0],
  ] as const) {
    const [said, all] = [await idsOf(host, own), await idsOf(host, fork)]
    t.ok([...said, ...all].every(id => id !== undefined && id !== ''))
    t.same(
      all.filter(id => said.includes(id)),
      said.slice(0, copied),
      host,
    )
    t.equal(all.length, copied + 1)
  }
})

t.test('every form of an edit names its files, in order with the commands', async t => {
  const input =
    '*** Begin Patch\r\n*** Add File: a b.ts\r\n+x\n*** Update File: c.ts\n*** Move to: d.ts\n@@\n-*** Delete File: no.ts\n*** Delete File: e.ts\n*** End Patch'
  const blocks: [string, object][] = [
    ['Write', { file_path: '/p/w', content: '' }],
    ['Edit', { file_path: '/p/e' }],
    ['MultiEdit', { file_path: '/p/m', edits: [] }],
    ['NotebookEdit', { notebook_path: '/p/n' }],
    ['write_file', { file_path: '/p/wf' }],
    ['replace', { file_path: '/p/r' }],
    ['StrReplace', { path: '/p/s' }],
    ['str_replace', { path: '/p/sr' }],
    ['create', { path: '/p/c' }],
    ['edit_file', { target_file: '/p/t' }],
    ['ApplyPatch', { input }],
    ['apply_patch', { patchText: input }],
    ['Bash', { command: `apply_patch <<'EOF'\n${input}\nEOF` }],
    ['Read', { file_path: '/p/no' }],
    ['Grep', { path: '/p/no' }],
    ['Write', {}],
    ['Write', { file_path: 7 }],
  ]
  const content = blocks.map(([name, input], at) => ({
    type: 'tool_use',
    id: `t${at}`,
    name,
    input,
  }))
  const message = { id: 'm0', role: 'assistant', content, stop_reason: 'tool_use' }
  const path = transcriptOf(
    t,
    asked('go'),
    { type: 'assistant', isSidechain: false, message },
    answered('Done.'),
  )
  const session = await readSession({ host: 'claude-code', path })
  const files = (session?.turns[0]?.did ?? []).map(step => ('file' in step ? step.file : '$'))
  const patch = ['a b.ts', 'c.ts', 'd.ts', 'e.ts']
  const single = ['w', 'e', 'm', 'n', 'wf', 'r', 's', 'sr', 'c', 't'].map(name => `/p/${name}`)
  t.same(files, [...single, ...patch, ...patch, '$', ...patch])
})

t.test('of a long output beginning and end stay, and no part of a secret', async t => {
  const gave = (content: string) => [
    asked('go'),
    called('Bash', { command: 'deploy' }),
    asked([{ type: 'tool_result', tool_use_id: 't1', content, is_error: true }]),
    answered('No.'),
  ]
  const outputOf = async (content: string) => {
    const path = transcriptOf(t, ...gave(content))
    const [step] = (await readSession({ host: 'claude-code', path }))?.turns[0]?.did ?? []
    return step && 'output' in step ? (step.output ?? '') : ''
  }
  t.equal(await outputOf('Exit code 1\nshort'), 'Exit code 1\nshort')
  const fill = 'line of a build\n'.repeat(4_000)
  const long = await outputOf(`Exit code 2\n${fill}the last line`)
  t.ok(long.length <= 20_000)
  t.match(long, /^Exit code 2\n[^]*the last line$/)
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
  const middle = 'y'.repeat(9_985)
  for (let shift = 1; shift < 60; shift += 3) {
    const output = await outputOf(`${middle}${' '.repeat(shift)}${token} ${fill}`)
    t.notMatch(output, /ghp_\w|q7R8/, `${shift}`)
  }
  const cut = await outputOf(`${'z'.repeat(262_144 - 200 - 90)}\nlast ${token} ${fill}`)
  t.notMatch(cut, /ghp_/, 'a line that was too long to be read whole')
})

t.test('hostile and damaged transcripts give what is sound in them', async t => {
  const folder = temporaryFolder(t)
  const at = (name: string) => join(folder, name)
  spawnSync('mkfifo', [at('fifo')])
  symlinkSync(homeFile('claude-code', 'd8fe2e09'), at('link'))
  mkdirSync(at('folder'))
  for (const name of ['none', 'fifo', 'link', 'folder', 'a\0b']) {
    t.equal(await readSession({ host: 'claude-code', path: at(name) }), undefined, name)
  }
  const lines = [
    asked('first', { timestamp: 'not a time' }),
    answered('First.'),
    'garbage',
    Buffer.from([0xff, 0xfe, 0x00, 0x7b]).toString('latin1'),
    '{"type":"user","message":{"content":[null,1,{"type":"tool_result","tool_use_id":{}}]}}',
    `${'{"a":'.repeat(50_000)}`,
    `{"type":"user","message":{"content":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
    asked('second', { timestamp: '2026-11-20T09:00:00Z' }),
    '{"type":"assistant","message":{"id":"m2","content":[{"type":"text","te',
  ]
  const path = transcriptOf(t, ...lines)
  for (const host of [
    'claude-code',
    'codex',
    'gemini-cli',
    'qwen-code',
    'copilot-cli',
    'droid',
    'cursor',
    'opencode',
    'vscode',
  ] as const) {
    const session = await readSession({ host, path })
    if (host === 'claude-code') {
      t.match(session?.turns, [
        { turn: 1, asked: 'first', answered: 'First.', at: '2026-11-20T09:00:00.000Z' },
        { turn: 2, asked: 'second', answered: '' },
      ])
    }
  }
})

t.test('a line of 60 MB is passed over, and many turns are read in bounded memory', async t => {
  const path = join(temporaryFolder(t), 'large.jsonl')
  const file = openSync(path, 'w')
  const put = (record: unknown) => void writeSync(file, `${JSON.stringify(record)}\n`)
  put(asked('before'))
  writeSync(file, '{"type":"user","message":{"content":"')
  for (let i = 0; i < 60; i++) writeSync(file, 'x'.repeat(1024 * 1024))
  writeSync(file, '"}}\n')
  const long = 'words '.repeat(35_000)
  for (let i = 0; i < 180; i++) put(asked(`${i} ${long}`))
  closeSync(file)
  let session: WholeSession | undefined
  const took = await processorMs(async () => {
    session = await readSession({ host: 'claude-code', path })
  })
  const turns = session?.turns ?? []
  const chars = turns.reduce((sum, { asked }) => sum + asked.length, 0)
  t.ok(chars <= 32 * 1024 * 1024)
  t.equal(turns.at(-1)?.turn, 182, 'numbers count what is left out')
  t.ok(turns.length > 100 && turns.length < 182)
  t.ok(took < 20_000, `${took} ms of processor time`)
})

t.test('OpenCode: sessions are read from its database, of which one copy is made', async t => {
  const path = homeFile('opencode', 'opencode.db')
  const place = (session: string) => ({ host: 'opencode' as const, path, session })
  const reader = createSessionReader()
  t.teardown(() => reader.close())
  const session = await reader.read(place('ses_de1e07b91ffeUt7hx5P1hUZkv1'))
  t.match(session, {
    cwd: '/home/dev/proj',
    turns: [
      {
        turn: 1,
        at: '2026-11-27T17:48:32.545Z',
        id: 'msg_21e1f87a0001KfodBPm5NkuLpq',
        asked: FIRST,
        answered: `Fixed: greet now says Hello, and ${CHECK} passes.`,
        did: [
          { command: CHECK, isFailed: true, output: /expected Hello Ann, got Helo/ },
          { file: '/home/dev/proj/greet.mjs' },
          { command: CHECK, isFailed: false },
          { file: '/home/dev/proj/NOTES.md' },
        ],
      },
      { turn: 2, asked: SECOND, did: [] },
    ],
  })
  t.same(askedIn(await reader.read(place('ses_de1defd6bffe69AZ9spD6vEWc7'))), [
    'Look into the files with an agent',
  ])
  t.equal(await reader.read(place('ses_de1deba58ffeeUXwuEqjjv9EEH')), undefined, 'a sub-agent')
  t.equal(await reader.read(place('none')), undefined)
  t.equal(await reader.read({ host: 'opencode', path }), undefined)
  t.equal(await readSession({ ...place('x'), path: `${path}-none` }), undefined)
  const copies = () => readdirSync(tmpdir()).filter(name => name.startsWith('svc-import-')).length
  const open = copies()
  await reader.close()
  t.equal(copies(), open - 1)
})

t.test('the older form of Gemini, one JSON text, is a session too', async t => {
  const path = fixture('sample-gemini-chat-legacy.json')
  const session = await readSession({ host: 'gemini-cli', path })
  t.match(session?.turns, [{ turn: 1 }])
})
