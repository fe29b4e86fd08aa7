import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { buildDeclarations } from './built.mjs'
import { complaintsOf } from './complaints.js'
import { ROOT } from './root.js'

await buildDeclarations()

/** Every public name, values and types: to change one is to change the contract. */
const PUBLIC: Record<string, { values: string[]; types: string[] }> = {
  '.': {
    values: ['SvcError', 'createService', 'formatScopeKey', 'parseScopeKey', 'resolveProject'],
    types: [
      'ActivityEvent',
      'ActivityType',
      'AliasFill',
      'AliasOptions',
      'Archive',
      'ArchiveFilter',
      'ArchivedMemory',
      'Config',
      'ConsolidateOptions',
      'ConsolidateResult',
      'DoctorFinding',
      'DoctorReport',
      'ErrorCode',
      'EventItem',
      'ForgetOptions',
      'ImportResult',
      'LearnedWords',
      'ListFilter',
      'LoadResult',
      'Memory',
      'MemoryPatch',
      'MemorySource',
      'MemoryVersion',
      'Provider',
      'ProviderAnswer',
      'Question',
      'RecallContext',
      'RecallDegree',
      'RecallQuery',
      'RecallSignals',
      'RecalledMemory',
      'RecalledPassage',
      'ReflectOptions',
      'ReflectResult',
      'ReflectionRequest',
      'RememberInput',
      'RememberOutcome',
      'Review',
      'ReviewDecisions',
      'ReviewFilter',
      'ReviewItem',
      'ReviewOutcome',
      'Scope',
      'ScopeCount',
      'ScopeFilter',
      'Service',
      'ServiceOptions',
      'ServiceStatus',
      'Skill',
      'SkillFilter',
      'Turn',
      'TurnBatch',
      'Usage',
    ],
  },
  './handlers': {
    values: [
      'ENDPOINTS',
      'PREFIXES',
      'STATUS_BY_CODE',
      'callRoute',
      'createHandler',
      'listen',
      'renderEndpointTable',
    ],
    types: [
      'ConnectionLimits',
      'Endpoint',
      'ErrorBody',
      'FetchHandler',
      'HandlerOptions',
      'HttpServer',
      'ListenOptions',
      'Log',
      'RouteCall',
      'RouteReply',
    ],
  },
  './store': {
    values: [
      'GLOBAL_SCOPE',
      'STORE_FORMAT',
      'SvcError',
      'formatMemoryDocument',
      'isImportRow',
      'listScopeFolders',
      'memoryFileName',
      'openStore',
      'parseMemoryDocument',
      'scanMemoryFiles',
    ],
    types: [
      'ActivityEvent',
      'ActivityType',
      'ErrorCode',
      'EventItem',
      'Memory',
      'MemoryDocument',
      'MemoryFile',
      'MemorySource',
      'Origin',
      'ParsedMemory',
      'Scope',
      'ScopeFolder',
      'Skill',
      'Store',
    ],
  },
}

/** What a plugin host takes from an entry: named exports, for a default one would hide them. */
const PLUGINS: Record<string, string[]> = {
  './plugin/core': ['Config', 'apply', 'name'],
  './plugin/host': ['Config', 'apply', 'inject', 'name'],
  './plugin/web': ['Config', 'apply', 'inject', 'name'],
}

const CONSUMER = `
import { createService, SvcError, type Memory, type Service } from 'agent-memory-service'
import { createHandler, type FetchHandler } from 'agent-memory-service/handlers'
import { parseMemoryDocument, type ParsedMemory } from 'agent-memory-service/store'

const svc: Service = createService({ recallLimit: 10 }, { now: () => new Date() })
const found: Memory[] = await svc.recall({ scopes: [{ type: 'global', id: null }], text: 'x' })
const handle: FetchHandler = createHandler(svc, { token: 'x' })
export const status: number = (await handle(new Request('http://localhost/svc/status'))).status
export const parse = (text: string): Promise<ParsedMemory> =>
  parseMemoryDocument(text, { fileName: 'a.md', modifiedAt: new Date().toISOString() })
export const code = (error: unknown) => (error instanceof SvcError ? error.code : undefined)
export const ids: string[] = found.map(memory => memory.id)
`

const packageName = 'agent-memory-service'

for (const [entry, { values, types }] of Object.entries(PUBLIC)) {
  t.test(`${entry} exports what is written here and nothing else`, async t => {
    const module = (await import(packageName + entry.slice(1))) as object
    t.same(Object.keys(module).sort(), values)
    t.same(declaredIn(entry).sort(), [...values, ...types].sort())
  })
}

for (const [entry, values] of Object.entries(PLUGINS)) {
  t.test(`${entry} exports what a plugin host looks for`, async t => {
    const module = (await import(packageName + entry.slice(1))) as object
    t.same(Object.keys(module).sort(), values)
  })
}

t.test('other paths of the package are closed, but for its manifest', async t => {
  await t.rejects(import(`${packageName}/dist/src/service/service.js`), {
    message: /ERR_PACKAGE_PATH_NOT_EXPORTED|not defined by "exports"/,
  })
  const manifest = (await import(`${packageName}/package.json`, {
    with: { type: 'json' },
  })) as { default: { name: string } }
  t.equal(manifest.default.name, packageName)
})

t.test('a strict TypeScript program finds the types', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-types-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules', packageName), 'dir')
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const { right, wrong, inside } = complaintsAbout(folder, {
    right: CONSUMER,
    wrong: CONSUMER.replace("text: 'x'", 'text: 7'),
  })
  t.same(right, [])
  t.same(inside, [], "the package's own declarations hold together")
  t.match(wrong, [/not assignable/])
})

/** The names that an entry's declarations export: they are lists of names from elsewhere. */
function declaredIn(entry: string): string[] {
  const path = join(ROOT, 'dist', entry === '.' ? 'src' : entry.slice(2), 'index.d.ts')
  const lists = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lists.flatMap(line => {
    const [, names] = /^export (?:type )?\{ ([\w, ]+) \} from '[^']+';$/.exec(line) ?? []
    if (names === undefined) throw new Error(`${path} has more than lists of names: ${line}`)
    return names.split(', ').map(name => name.replace(/,$/, '').replace(/^.* as /, ''))
  })
}

/** What the compiler says of each program, and `inside` of the package's declarations. */
function complaintsAbout(folder: string, programs: Record<string, string>) {
  const names = Object.keys(programs).map(name => `${name}.ts`)
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(folder, `${name}.ts`), text)
  const said = [...complaintsOf(folder, names, ['--exactOptionalPropertyTypes'])]
  const of = (isMeant: (path: string) => boolean) => {
    const files = said.filter(([path]) => isMeant(path))
    if (files.length === 0) throw new Error('the compiler did not read what it should check')
    return files.flatMap(([, complaints]) => complaints)
  }
  return {
    right: of(path => path.endsWith('/right.ts')),
    wrong: of(path => path.endsWith('/wrong.ts')),
    inside: of(path => path.includes('/dist/') && path.startsWith(ROOT)),
  }
}
