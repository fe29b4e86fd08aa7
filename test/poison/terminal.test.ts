import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import t from 'tap'
import { runProgram } from '../../src/bin/cli/run.js'
import { createService } from '../../src/service/service.js'
import { HOSTILE } from './hostile.js'

const folder = mkdtempSync(join(tmpdir(), 'svc-poison-'))
const dataDir = join(folder, 'store')
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

/** What a terminal, or a pipe, is sent by a command. */
async function outputOf(args: readonly string[], isTTY: boolean): Promise<string> {
  let text = ''
  const stream = () => {
    const write = (chunk: Buffer, _: unknown, done: () => void) => {
      text += chunk.toString()
      done()
    }
    return Object.assign(new Writable({ write }), { isTTY, columns: 80, fd: 99 })
  }
  const before = process.env
  process.env = { PATH: before.PATH, HOME: folder, SVC_DATA_DIR: dataDir, TZ: 'UTC', NO_COLOR: '1' }
  try {
    await runProgram(args, undefined, { stdout: stream(), stderr: stream() } as never)
  } finally {
    process.env = before
  }
  return text
}

const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

t.test('no command sends a terminal or a pipe what is stored as control characters', async t => {
  const service = createService({ dataDir }, { home: folder })
  const ids: string[] = []
  for (const [at, text] of HOSTILE.entries()) {
    const [title, content] = [`Pelican ${at} ${text}`.slice(0, 190), text.slice(0, 20_000)]
    const tags = [text.slice(0, 40).trim() || 't']
    const { id } = await service.remember({
      scope: { type: 'global', id: null },
      title,
      content: `Pelicans. ${content}`,
      ...(/^[^\s,]+$/.test(tags[0]!) && { tags }),
    })
    ids.push(id)
  }
  await service.close()
  const all = ['list --limit 200', 'list --limit 200 --json', 'recall pelican', 'events', 'export']
  const each = ids.filter((_, at) => at % 8 === 0).map(id => `show ${id}`)
  const odd = [...all, 'recall --explain pelican', 'review', 'status', ...each].map(one =>
    one.split(' '),
  )
  const said = HOSTILE.filter((_, at) => at % 10 === 0).map(text => ['show', text.slice(0, 500)])
  for (const args of [...odd, ...said])
    for (const isTTY of [true, false]) {
      const text = await outputOf(args, isTTY)
      const name = JSON.stringify(args)
        .slice(0, 60)
        .replace(/[^ -~]/g, '?')
      if (!said.includes(args)) t.not(text, '', name)
      // By which svc itself takes a line of progress back.
      t.notMatch(text.replaceAll('\r\u001b[K', ''), UNSAFE, name)
    }
})
