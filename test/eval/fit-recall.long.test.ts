import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { bare } from '../bare.js'

const PROGRAM = fileURLToPath(new URL('fit-recall.mjs', import.meta.url))

t.test('the coefficients of recall are what the sets give', async t => {
  const command = [process.execPath, PROGRAM, '--check']
  const { status, stderr } = spawnSync(...bare({ PATH: process.env.PATH }, command), {
    encoding: 'utf8',
  })
  t.equal(status, 0, stderr)
})
