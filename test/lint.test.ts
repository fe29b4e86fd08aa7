import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import t from 'tap'
import tseslint from 'typescript-eslint'
import { ROOT } from './root.js'

const MADE = ['.git', '.tap', 'dist', 'node_modules']

// As an editor does: the configuration is looked for from the file upwards. Without types, which take
// seconds to load, and which no rule of the house needs.
const eslint = new ESLint({ cwd: ROOT, overrideConfig: tseslint.configs.disableTypeChecked })

/** What is said of a text in a file's place, each with its line and rule. */
async function lint(filePath: string, ...lines: string[]): Promise<string[]> {
  const [result] = await eslint.lintText(`${lines.join('\n')}\n`, { filePath })
  return (result?.messages ?? []).map(one => `${one.line} ${one.ruleId}: ${one.message}`)
}

/** What the rules of the house alone say of it. */
async function judge(filePath: string, ...lines: string[]): Promise<string[]> {
  const said = await lint(filePath, ...lines)
  return said.filter(line => / house\//.test(line)).map(line => line.replace(/(\d) house\//, '$1 '))
}

t.test('a script of every folder is linted by one configuration', async t => {
  const folders = readdirSync(ROOT, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !MADE.includes(entry.name))
    .map(({ name }) => name)
    .filter(name => readdirSync(join(ROOT, name)).some(file => /\.(?:ts|mjs)$/.test(file)))
  t.ok(folders.includes('src') && folders.includes('.build'))
  const configs = new Set<unknown>()
  for (const folder of folders) {
    const [said] = await lint(`${folder}/x.mjs`, 'export const same = 1 == 2')
    t.match(said, 'eqeqeq', folder)
    const path = (await eslint.findConfigFile(join(ROOT, folder, 'x.mjs'))) ?? ''
    configs.add(((await import(path)) as { default: unknown }).default)
  }
  t.equal(configs.size, 1)
})

t.test('a forbidden import is named with the row that forbids it, in whatever form', async t => {
  const why = `store/names.ts must not import src/text.ts: the row of "names.ts" in test/rooms.mjs (store) allows nothing in src; see store/README.md#what-may-enter`
  const forms = [
    "import { clip } from '../src/text.js'",
    "import type { Clip } from '../src/text.js'",
    "import '../src/text.js'",
    "const text = await import('../src/text.js')",
    "const clip: import('../src/text.js').Clip = 1",
  ]
  const expected = forms.map((_, at) => `${at + 1} rooms: ${why}`)
  t.same(await judge('store/names.ts', ...forms), expected)
  t.ok(
    (await judge('store/names.ts', "export * from '../src/text.js'")).includes(`1 rooms: ${why}`),
  )
})

t.test('a row that allows others is named with them, and a room without a row', async t => {
  t.same(await judge('src/config.ts', "import { a } from '../src/hosts/loaded.js'"), [
    '1 rooms: src/config.ts must not import src/hosts/loaded.ts: the row of "config.ts" in test/rooms.mjs (src) allows only settings in src; see src/README.md#what-may-enter',
  ])
  t.same(await judge('src/attic/box.ts', "import { a } from '../text.js'"), [
    '1 rooms: src/attic/box.ts must not import src/text.ts: there is no row of "attic" in test/rooms.mjs (src); see src/README.md#what-may-enter',
  ])
})

t.test('an allowed import is passed over', async t => {
  const imports = [
    "import { join } from 'node:path'",
    "import MiniSearch from 'minisearch'",
    "import { readSettings } from './settings/table.js'",
    "import type { SvcError } from '../store/errors.js'",
    "import { b } from './config.js'",
  ]
  t.same(await judge('src/config.ts', ...imports), [])
  t.same(await judge('test/x.ts', "import { clip } from '../src/text.js'"), [])
})

t.test(
  'each rule of a file is named where it is broken, and not where it does not hold',
  async t => {
    const broken: [rule: string, path: string, ...lines: string[]][] = [
      ['reserved-imports', 'src/merge/x.ts', "import { a } from '../../store/projects/find.js'"],
      ['reserved-imports', 'store/document/x.ts', "const a = await import('gray-matter')"],
      ['page-imports', 'src/panel/x.tsx', "import { a } from '../types.js'"],
      ['environment', 'handlers/http/x.ts', 'const home = process.env.HOME'],
      ['environment', 'store/files/x.ts', "import { env } from 'node:process'"],
      ['state-names', 'src/git/x.ts', "const path = join(folder, 'state', 'x')"],
      ['handed-on', 'src/git/x.ts', "export { a } from './y.js'"],
      ['handed-on', 'src/git/x.ts', "import { a } from './y.js'; export { a }"],
      ['docstrings', 'src/git/x.ts', 'export const a = 1'],
      ['length', 'src/git/x.ts', ...Array<string>(401).fill('//')],
    ]
    for (const [rule, path, ...lines] of broken) {
      const [said = '', ...rest] = await judge(path, ...lines)
      t.match(said, new RegExp(`^\\d+ ${rule}: ${path} .*; see (src|store)/README\\.md#`), path)
      t.same(rest, [])
    }
    const kept: [path: string, ...lines: string[]][] = [
      ['src/scopes/x.ts', "import { a } from '../../store/projects/find.js'"],
      ['store/document/front-matter.ts', "const a = await import('gray-matter')"],
      ['src/panel/x.tsx', "import type { a } from '../types.js'"],
      ['src/panel/x.tsx', "import { a } from '../../store/types.js'"],
      ['src/bin/x.ts', 'const home = process.env.HOME'],
      ['store/store.ts', "const path = join(folder, 'state', 'x')"],
      ['src/index.ts', "export { a } from './config.js'"],
      ['src/git/x.ts', '/** What a is. */', 'export const a = 1'],
      ['src/git/x.ts', ...Array<string>(400).fill('//')],
      ['src/search/thesaurus.ts', ...Array<string>(401).fill('//')],
    ]
    for (const [path, ...lines] of kept) t.same(await judge(path, ...lines), [], path)
  },
)
