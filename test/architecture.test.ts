import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { HOOK } from './built.mjs'
import { PATIENCE, untilQuiet } from './handlers/hooks/host.js'
import { clausesIn } from './house/figures.js'
import { arrowsIn, isOurs, roomOf, ROOMS, roomsIn } from './rooms.mjs'
import { ROOT } from './root.js'
import { FACES, findFaults, HANDED_ON, isEntry, type RuleName, TABLES } from './rules.mjs'
import { arrowsBetween, circlesOf, loadedWith, readSources, type Source } from './sources.js'
import { exportsOf, nodesOf } from './syntax.mjs'
import { removeFolder } from './remove-folder.mjs'

/** What the user fixed, and what npm and a licence need beside it. */
const TOP_LEVEL = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'examples',
  'handlers',
  'package-lock.json',
  'package.json',
  'src',
  'store',
  'test',
  'tsconfig.json',
]
/** Made by programs and ignored by git. */
const MADE = ['dist', 'node_modules']
/** Loose files in src. */
const MOST_LOOSE = 8
/** Files of the room of memories that other rooms import. */
const MOST_ASKED = 16
/** The documented rooms. */
const FOLDERS = ['handlers', 'src', 'store']
/** Each costs a hook call more than all of its own code (README, what it costs). */
const TOO_HEAVY = [
  'node:crypto',
  'node:http',
  'node:https',
  'node:child_process',
  'gray-matter',
  'fast-glob',
  'jsonc-parser',
  'node-diff3',
  'node-sqlite3-wasm',
  'proper-lockfile',
  '@whatwg-node/server',
]
/** The hook program, and what it loads once an answer is out. */
const PROGRAMS = 'src/bin/hook/programs/'
const AFTER_ANSWER = 'handlers/hooks/reflect-later.ts'
/**
 * How many modules of ours each program evaluates, and the starter that answers a call with nothing.
 * Node spends its time on every one, at every call.
 */
const MOST_EVALUATED = {
  'src/bin/svc-hook.ts': 9,
  [`${PROGRAMS}stop.ts`]: 44,
  [`${PROGRAMS}user-prompt-submit.ts`]: 75,
  [`${PROGRAMS}session-start.ts`]: 78,
}
/** Touching one of these globals makes Node load its whole fetch implementation. */
const FETCH_GLOBALS = ['Request', 'Response', 'Headers', 'FormData', 'fetch']

const sources = readSources('src', 'handlers', 'store')
/** Where it is said what may enter a folder. */
const READ = 'test/rooms.mjs; src/README.md#what-may-enter'
const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

/** The files that import what they must not, each with what. */
function findImports(from: (path: string) => boolean, to: (target: string) => boolean): string[] {
  return sources
    .filter(({ path }) => from(path))
    .flatMap(({ path, imports }) =>
      imports.filter(({ target }) => to(target)).map(({ target }) => `${path} imports ${target}`),
    )
}

const faults = sources.flatMap(({ path, tree }) => findFaults(path, tree))

/** What the linter says of all files. */
function linesOf(rule: RuleName): string[] {
  return faults.filter(fault => fault.rule === rule).map(({ says }) => says)
}

/** How often a file that may do so would break a rule in another file's place: the search sees it. */
function timesIn(rule: RuleName, path: string, elsewhere: string): number {
  const found = sources.filter(source => source.path === path)
  const said = found.flatMap(({ tree }) => findFaults(elsewhere, tree))
  return said.filter(fault => fault.rule === rule).length
}

t.test('store/ imports nothing above it', async t => {
  t.same(
    findImports(isIn('store'), path => isOurs(path) && !isIn('store')(path)),
    [],
    READ,
  )
})

t.test('src/ does not know handlers/, apart from its entry points', async t => {
  t.same(
    findImports(path => isIn('src')(path) && !isEntry(path), isIn('handlers')),
    [],
    READ,
  )
})

t.test('nothing but an entry point imports an entry point', async t => {
  t.same(
    findImports(path => !isEntry(path), isEntry),
    [],
    READ,
  )
})

t.test('the folder rule sees the imports that are there', async t => {
  t.ok(findImports(isIn('src'), isIn('store')).length > 50)
  t.ok(findImports(isEntry, isIn('handlers')).length > 0)
})

t.test('the arrows between rooms are those of the table', async t => {
  t.same(linesOf('rooms'), [], 'not in the table')
  t.ok(timesIn('rooms', 'store/store.ts', 'store/names.ts'))
  const drawn = arrowsBetween(sources)
  t.same(
    arrowsIn(ROOMS).filter(arrow => !drawn.includes(arrow)),
    [],
    'in the table, and in no file: such a word goes from test/rooms.mjs',
  )
  t.same(roomsIn(ROOMS).sort(), [...new Set(sources.map(({ path }) => roomOf(path)))].sort())
})

t.test('arrows go down the table', async t => {
  const order = roomsIn(ROOMS)
  const upward = arrowsIn(ROOMS).filter(arrow => {
    const [from = '', to = ''] = arrow.split(' → ')
    return order.indexOf(to) <= order.indexOf(from)
  })
  // An entry point sees all three folders.
  t.same(upward, [
    'src/bin → handlers/hooks',
    'src/bin → handlers/http',
    'src/bin → handlers/mcp',
    'src/plugin → handlers/hooks',
    'src/plugin → handlers/http',
  ])
})

t.test('no file reaches itself through its imports, types included', async t => {
  t.same(circlesOf(sources), [])
  const circle = [
    { path: 'src/a.ts', imports: [{ target: 'src/b.ts' }] },
    { path: 'src/b.ts', imports: [{ target: 'src/a.ts' }, { target: 'src/c.ts' }] },
    { path: 'src/c.ts', imports: [] },
  ] as unknown as Source[]
  t.same(circlesOf(circle), [['src/a.ts', 'src/b.ts']], 'the search sees one')
})

t.test('src holds few loose files', async t => {
  const loose = sources.map(({ path }) => path).filter(path => /^src\/[^/]+$/.test(path))
  t.ok(loose.length <= MOST_LOOSE, loose.join(' '))
})

t.test('a name is imported from the file that makes it', async t => {
  t.same(linesOf('handed-on'), [])
  for (const path of FACES) t.ok(timesIn('handed-on', path, 'src/x.ts'), path)
  t.equal(timesIn('handed-on', 'src/api.ts', 'src/x.ts'), HANDED_ON.length)
})

t.test("which folder is a project's is asked of store/projects/projects.ts", async t => {
  t.same(linesOf('reserved-imports'), [])
  t.ok(timesIn('reserved-imports', 'src/scopes/transfer.ts', 'src/git/transfer.ts'))
})

t.test(
  'the page takes types alone from the rooms around it, and words that it shares with them',
  async t => {
    const outside = sources
      .filter(({ path }) => isIn('src/panel')(path))
      .flatMap(({ imports }) => imports)
      .filter(({ target }) => isOurs(target) && !isIn('src/panel')(target))
    t.ok(sources.some(({ path }) => isIn('src/panel')(path) && path.endsWith('.tsx')))
    t.ok(outside.length > 0, 'they are seen')
    t.same(linesOf('page-imports'), [])
    t.ok(timesIn('page-imports', 'src/git/sync.ts', 'src/panel/sync.ts'))
  },
)

t.test('memories are asked of few files, and the others stay within their room', async t => {
  const isInRoom = isIn('src/memories')
  const asked = new Set(
    sources
      .filter(({ path }) => !isInRoom(path))
      .flatMap(({ imports }) => imports.map(({ target }) => target))
      .filter(isInRoom),
  )
  t.ok(asked.size <= MOST_ASKED, [...asked].sort().join(' '))
  const kept = sources.map(({ path }) => path).filter(path => isInRoom(path) && !asked.has(path))
  t.ok(kept.length > 0)
  for (const path of kept) {
    const text = `import '../../${path}'`
    const tree = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true)
    const rules = findFaults('src/recall/x.ts', tree).map(({ rule }) => rule)
    t.same(rules, ['reserved-imports'], `${path} has its word in test/rules.mjs`)
  }
})

t.test("hosts' settings and transcripts are for those who need them", async t => {
  t.same(linesOf('reserved-imports'), [])
  t.ok(timesIn('reserved-imports', 'src/bin/commands/connect.ts', 'src/service/x/connect.ts'))
  t.ok(timesIn('reserved-imports', 'src/reflect/distil.ts', 'src/recall/distil.ts'))
})

t.test('every folder is explained in a file of its own', async t => {
  for (const folder of FOLDERS) t.ok(existsSync(join(ROOT, folder, 'README.md')), folder)
})

t.test('only entry points read the environment', async t => {
  t.same(linesOf('environment'), [])
  t.ok(timesIn('environment', 'src/bin/settings.ts', 'src/git/settings.ts'))
})

t.test('what lies under state/ is named in store/store.ts alone', async t => {
  t.same(linesOf('state-names'), [])
  t.ok(timesIn('state-names', 'store/store.ts', 'store/names.ts'))
})

t.test('the YAML library is imported by its wrapper alone', async t => {
  const importers = sources.filter(({ imports }) => imports.some(i => i.target === 'gray-matter'))
  t.same(
    importers.map(({ path }) => path),
    ['store/document/front-matter.ts'],
  )
  t.same(linesOf('reserved-imports'), [])
  t.ok(timesIn('reserved-imports', 'store/document/front-matter.ts', 'store/document/x.ts'))
})

t.test('what every hook call loads is light', async t => {
  const routes = sources.find(({ path }) => path === 'handlers/hooks/routes.ts')
  const handlers = routes?.imports.filter(({ isDynamic }) => isDynamic) ?? []
  t.ok(handlers.length >= 4, 'a handler is loaded when its event comes')
  const roots = ['src/bin/svc-hook.ts', 'src/bin/hook/main.ts', ...handlers.map(h => h.target)]
  const { files, modules } = loadedWith(sources, roots)
  t.ok(files.has('store/store.ts') && files.has('src/recall/index.ts'), 'the path is followed')
  t.same(
    TOO_HEAVY.filter(name => modules.has(name)).map(name => `${modules.get(name)}: ${name}`),
    [],
  )
  t.same(
    [...files].filter(path => path.startsWith('src/past/')),
    [],
    'the worker keeps turns',
  )
  const loaded = sources.filter(({ path }) => files.has(path))
  t.same(loaded.flatMap(findFetchGlobals), [])
  const fetcher = sources.filter(({ path }) => path === 'handlers/http/fetch.ts')
  t.not(fetcher.flatMap(findFetchGlobals).length, 0, 'the search sees them where they are')
})

t.test('a hook call evaluates few modules of ours', async t => {
  const programs = sources.map(({ path }) => path).filter(path => path.startsWith(PROGRAMS))
  t.same(new Set(['src/bin/svc-hook.ts', ...programs]), new Set(Object.keys(MOST_EVALUATED)))
  const main = sources.find(({ path }) => path === 'src/bin/hook/main.ts')
  t.ok(main?.imports.some(one => one.isDynamic && one.target === AFTER_ANSWER))
  for (const [path, most] of Object.entries(MOST_EVALUATED)) {
    const roots = programs.includes(path) ? [path, AFTER_ANSWER] : [path]
    const { files } = loadedWith(sources, roots)
    t.ok(files.size <= most, `${path}: ${files.size} modules, ${most} at most`)
  }
})

t.test('a prompt and a reply load nothing heavy, seen from Node itself', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-load-'))
  t.teardown(async () => {
    await untilQuiet(folder)
    removeFolder(folder)
  })
  const seen = join(folder, 'seen.json')
  const probe = join(folder, 'probe.cjs')
  const loaded = '[...process.moduleLoadList, ...Object.keys(require.cache)]'
  const note = `require('fs').writeFileSync(process.argv.at(-1), JSON.stringify(${loaded}))`
  writeFileSync(probe, `process.on('exit', () => { ${note} })`)
  const call = (payload: object) => {
    // The test runner puts itself into every process that it sees being started; `env -i` it cannot.
    const preloads = ['--require', PATIENCE, '--require', probe]
    const command = [process.execPath, ...preloads, HOOK, seen]
    const { stdout } = spawnSync(
      'env',
      ['-i', `HOME=${folder}`, `SVC_DATA_DIR=${join(folder, 'data')}`, ...command],
      { input: JSON.stringify({ session_id: 's', cwd: folder, ...payload }), encoding: 'utf8' },
    )
    const modules = JSON.parse(readFileSync(seen, 'utf8')) as string[]
    // Not child_process: a call that finds an index behind starts its making after the answer.
    const isHeavy = /^NativeModule (crypto|https?|.*undici.*)$|node_modules/
    return { stdout, heavy: modules.filter(name => isHeavy.test(name)) }
  }
  mkdirSync(join(folder, '.claude/rules'), { recursive: true })
  writeFileSync(join(folder, '.claude/rules/days.md'), 'Releases go out Monday to Thursday.\n')
  const first = call({ hook_event_name: 'SessionStart', source: 'startup' })
  t.match(first.stdout, /Releases go out/)
  t.not(first.heavy.length, 0, 'a first import does load more: the probe sees it')
  const asked = { prompt: 'when do releases go out?', session_id: 't' }
  const prompt = call({ hook_event_name: 'UserPromptSubmit', ...asked })
  t.match(prompt.stdout, /Releases go out/)
  t.same(prompt.heavy, [])
  const reply = call({ hook_event_name: 'Stop', last_assistant_message: 'On Monday.' })
  t.same(reply, { stdout: '{}', heavy: [] })
})

t.test('no file is long', async t => {
  t.same(linesOf('length'), [])
  // A language may be shorter.
  const long = TABLES.filter(path => timesIn('length', path, 'src/search/x.ts') > 0)
  for (const path of ['src/search/thesaurus.ts', 'src/languages/en.ts']) t.ok(long.includes(path))
})

t.test('every exported name is explained in a sentence', async t => {
  t.same(linesOf('docstrings'), [])
})

t.test('a comment begins with who does what, not with a clause', async t => {
  t.same(sources.flatMap(clausesIn), [])
})

t.test('names say what a thing is', async t => {
  const vague = /^(?:basic|simple)|(?:manager|utils?|helpers?|data|info)$/i
  const names = sources.flatMap(source => exportsOf(source.tree).map(({ name }) => name))
  t.same(
    names.filter(name => vague.test(name)),
    [],
  )
  t.same(
    sources.map(({ path }) => path.replace(/\.tsx?$/, '')).filter(path => vague.test(path)),
    [],
  )
})

t.test('nothing is left for later in a comment', async t => {
  const later = new RegExp(
    ['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'].map(w => `\\b${w}\\b`).join('|'),
  )
  const written = [...sources, ...readSources('test')]
  t.same(
    written.filter(({ text }) => later.test(text)).map(({ path }) => path),
    [],
  )
})

t.test('the top level holds what was agreed and nothing else', async t => {
  const entries = readdirSync(ROOT).filter(name => !name.startsWith('.') && !MADE.includes(name))
  t.same(
    entries.filter(name => !TOP_LEVEL.includes(name)),
    [],
  )
  t.same(
    TOP_LEVEL.filter(name => !entries.includes(name)),
    [],
  )
})

function findFetchGlobals({ path, tree }: Source): string[] {
  return nodesOf(tree)
    .filter(ts.isIdentifier)
    .filter(node => FETCH_GLOBALS.includes(node.text) && isValue(node))
    .map(node => `${path}: ${node.text}`)
}

/** Not the name of a property or of a type. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isTypeReferenceNode(parent)) return false
  return !(ts.isPropertyAccessExpression(parent) && parent.name === node)
}
