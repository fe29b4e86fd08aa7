import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import t, { type Test } from 'tap'
import { bare } from '../../../bare.js'
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
