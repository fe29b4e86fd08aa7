import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  formatDriver,
  registerDriver,
  stateOfDriver,
  type ProgramFiles,
} from '../../../src/git/driver.js'
import { openGit } from '../../../store/git/git.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'

const PLACES = ['plain', 'two words', 'it\'s 100% "quoted" $HOME']

/** Two branches that changed the same file, in the way that `sides` says. */
async function makeBranches(directory: string, program: ProgramFiles): Promise<Workbench> {
  const bench = Workbench.init(directory)
  await registerDriver(openGit(directory, GIT_ENV), program)
  const file = "a b's 50% é.md"
  bench.write({ '.gitattributes': '*.md merge=svc\n', [file]: 'one\ntwo\nthree\n' })
  bench.commit('base')
  bench.git(['checkout', '-q', '-b', 'other'])
  bench.write({ [file]: 'one\ntwo\nTHREE\n' })
  bench.commit('theirs')
  bench.git(['checkout', '-q', 'main'])
  bench.write({ [file]: 'ONE\ntwo\nthree\n' })
  bench.commit('ours')
  return bench
}

const read = (bench: Workbench) => readFileSync(join(bench.directory, "a b's 50% é.md"), 'utf8')

/** A program in the place of svc: writes what it was given, and ends as it is told. */
function makeProgram(folder: string, end: number): ProgramFiles {
  mkdirSync(folder, { recursive: true })
  const script = join(folder, 'svc.js')
  const told = 'const [, , ...args] = process.argv\n'
  const write = `require('fs').writeFileSync(args[3], JSON.stringify(args.slice(5)) + '\\n')\n`
  writeFileSync(script, `${told}${end === 0 || end === 65 ? write : ''}process.exit(${end})\n`)
  return { node: process.execPath, script }
}

for (const place of PLACES) {
  t.test(`git runs the driver from a folder called ${place}`, async t => {
    const folder = temporaryFolder(t)
    const program = makeProgram(join(folder, place), 0)
    const bench = await makeBranches(join(folder, `${place} store`), program)
    bench.git(['merge', '-q', '--no-edit', 'other'])
    t.same(JSON.parse(read(bench)), ['7', "a b's 50% é.md"], 'marker size and path')
    const line = bench.git(['config', '--get', 'merge.svc.driver']).trim()
    t.equal(stateOfDriver(line), 'registered')
  })
}

t.test('a linked worktree merges with the same driver', async t => {
  const folder = temporaryFolder(t)
  const bench = await makeBranches(join(folder, 'store'), makeProgram(join(folder, 'bin'), 0))
  bench.git(['worktree', 'add', '-q', '-b', 'third', '../linked', 'main'])
  const linked = new Workbench(join(folder, 'linked'))
  linked.git(['merge', '-q', '--no-edit', 'other'])
  t.match(read(linked), /^\["7"/)
})

t.test('where the program is missing or fails, lines are merged', async t => {
  const folder = temporaryFolder(t)
  const programs = {
    script: { node: process.execPath, script: join(folder, 'gone.js') },
    node: { ...makeProgram(join(folder, 'bin'), 0), node: join(folder, 'no-node') },
    fails: makeProgram(join(folder, 'fails'), 1),
  }
  for (const [name, program] of Object.entries(programs)) {
    const bench = await makeBranches(join(folder, name), program)
    bench.git(['merge', '-q', '--no-edit', 'other'])
    t.equal(read(bench), 'ONE\ntwo\nTHREE\n', name)
  }
})

t.test('where lines conflict without the program, git sees the conflict', async t => {
  const folder = temporaryFolder(t)
  const program = { node: process.execPath, script: join(folder, 'gone.js') }
  const bench = await makeBranches(join(folder, 'store'), program)
  bench.write({ "a b's 50% é.md": 'one\ntwo\nDREI\n' })
  bench.commit('ours again')
  t.throws(() => bench.git(['merge', '-q', '--no-edit', 'other']))
  t.match(read(bench), /^one\ntwo\n<{7} [^]*DREI\n={7}\nTHREE\n>{7} /)
})

t.test('where the driver decides on a conflict, what it wrote stands', async t => {
  const folder = temporaryFolder(t)
  const bench = await makeBranches(join(folder, 'store'), makeProgram(join(folder, 'bin'), 65))
  t.throws(() => bench.git(['merge', '-q', '--no-edit', 'other']))
  t.match(read(bench), /^\["7"/)
  t.match(bench.git(['ls-files', '-u']), /é|\\303/)
})

t.test('the state of a driver tells a program that is gone', async t => {
  const folder = temporaryFolder(t)
  const program = makeProgram(join(folder, "o'clock 5%"), 0)
  t.equal(stateOfDriver(formatDriver(program)), 'registered')
  t.equal(stateOfDriver(formatDriver({ ...program, script: '/gone.js' })), 'without its program')
  t.equal(stateOfDriver(undefined), 'missing')
})
