import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import t from 'tap'
import { loadHosts } from '../../../src/hosts/drivers.js'
import { findHostStates } from '../../../src/hosts/install/check.js'
import { processorMs } from '../../processor-time.js'
import { Desk } from './desk.js'

const hosts = await loadHosts()

/** Brackets in the language of a settings file. */
function nest(path: string, depth: number): void {
  const brackets = '['.repeat(depth) + ']'.repeat(depth)
  writeFileSync(path, path.endsWith('.toml') ? `a = ${brackets}\n` : `{"hooks": ${brackets}}\n`)
}

const NO_FILE = /^\/.*[^/] is no regular file: move it away$/

const SHAPES: Record<string, [make: (path: string) => unknown, said: RegExp]> = {
  'a link to /dev/zero': [path => symlinkSync('/dev/zero', path), NO_FILE],
  'a named pipe': [path => spawnSync('mkfifo', [path]), NO_FILE],
  'a folder': [path => mkdirSync(path), NO_FILE],
  'a sparse file of 1 GB': [
    path => {
      writeFileSync(path, '')
      truncateSync(path, 2 ** 30)
    },
    /^\/.*[^/] is larger than 32 MB: move it away$/,
  ],
  '20,000 brackets': [path => nest(path, 20_000), /nested more than 500 deep|is not valid TOML/],
  '1,000,000 brackets': [path => nest(path, 1e6), /nested more than 500 deep|is not valid TOML/],
}
const POSIX = process.platform === 'win32' && 'no such things'

for (const [shape, [make, said]] of Object.entries(SHAPES)) {
  t.test(
    `${shape} in the place of every host's settings: the doctor names it`,
    { skip: POSIX },
    async t => {
      const desk = new Desk(t)
      const { env, work: project } = desk
      await desk.load({ id: 'abcdefgh', content: 'Port 4100.' })
      const content = { command: () => '', server: undefined, isResident: false, plugin: '' }
      const edits = hosts.flatMap(host =>
        [{ env }, { env, project }].flatMap(place => host.edits(place, content)),
      )
      const paths = new Set(edits.map(({ path }) => path))
      t.ok(paths.size > 15)
      for (const path of paths) {
        mkdirSync(dirname(path), { recursive: true })
        rmSync(path, { recursive: true, force: true })
        make(path)
      }
      const before = process.memoryUsage().rss
      const spent = await processorMs(async () => {
        const { findings, ok } = await desk.examine()
        t.equal(ok, true)
        const named = findings.filter(({ check }) => check === 'hook-settings')
        for (const { message } of named) t.match(message, said)
        const isNamed = ({ message }: { message: string }) =>
          [...paths].some(path => message.startsWith(`${path} `))
        t.ok(named.every(isNamed), 'each by its path')
        t.ok(named.length >= hosts.length, `${named.length} lines`)
        t.match(await findHostStates({ env, project }), [{ connected: false }])
      })
      t.ok(spent < 2_000, `${spent} ms`)
      t.ok(process.memoryUsage().rss - before < 150e6, 'memory')
    },
  )
}
