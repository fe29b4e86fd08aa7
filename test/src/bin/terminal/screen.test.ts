import { once } from 'node:events'
import { execFileSync, spawn } from 'node:child_process'
import { constants, existsSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { bare } from '../../../bare.js'
import { temporaryFolder } from '../../../store/fixture.js'
import { PROGRAM, Shell } from '../shell.js'

/** Runs `svc help` with what it prints going somewhere; its exit code and complaints. */
async function sayTo(t: Test, stdout: 'a reader that is gone' | number) {
  const command = bare(new Shell(t).env(), [process.execPath, PROGRAM, 'help'])
  const stdio = ['ignore', typeof stdout === 'number' ? stdout : 'pipe', 'pipe'] as const
  const child = spawn(...command, { stdio: [...stdio] })
  child.stdout?.destroy()
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, complaints }
}

t.test('a reader that goes away ends the output without an error', async t => {
  t.same(await sayTo(t, 'a reader that is gone'), { code: 0, complaints: '' })
})

t.test('any other answer that cannot be written is told', async t => {
  if (!existsSync('/dev/full')) return t.pass('there is no such device here')
  const { code, complaints } = await sayTo(t, openSync('/dev/full', 'w'))
  t.equal(code, 1)
  t.match(complaints, /^svc: the answer cannot be written \(.*ENOSPC/)
})

t.test('a pipe that has no room yet is waited for', async t => {
  const path = join(temporaryFolder(t), 'pipe')
  execFileSync('mkfifo', [path])
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const room = Buffer.alloc(65_536, '.')
  t.equal(writeSync(pipe, room), room.length, 'it is full')
  const saying = sayTo(t, pipe)
  await Promise.race([saying, new Promise(resolve => setTimeout(resolve, 500))])
  t.equal(readSync(pipe, room), room.length)
  t.same(await saying, { code: 0, complaints: '' })
  t.match(room.toString('utf8', 0, readSync(pipe, room)), /^svc: memory for .*\d wrong usage\.\n$/s)
})
