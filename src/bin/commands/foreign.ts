import { resolve } from 'node:path'
import type {
  ExportForm,
  ForeignImport,
  ForeignOptions,
  ForeignRecord,
  UndoneImport,
} from '../../transfer/types.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { currentProject, givenOf, readScope } from '../cli/flags.js'
import { withAsker } from '../terminal/asker.js'
import { cutToWidth, wrapText } from '../terminal/layout.js'
import { count, countEach, nameScope, oneLine } from '../terminal/words.js'

/** Chooses what `svc import` does: agent files, memories of another tool, or an import taken back. */
export async function chooseImportAction(call: Call): Promise<Action> {
  const [first, ...others] = call.operands
  const isUndo = first === 'undo' && call.text('from') === undefined
  if (isUndo) return others.length === 0 ? listed : undo
  if (others.length > 0) throw new UsageError('one PATH at a time', call.command)
  if (call.text('from') !== undefined) return foreign
  return (await import('./service.js')).importFiles
}

/** `svc import --from KIND [PATH]`: shows on a terminal what would come, and asks. */
const foreign: Action<ForeignImport & { isPlan?: boolean }> = {
  async run(call) {
    const from = call.text('from') ?? ''
    const options = readOptions(call)
    const { transfer } = await call.service()
    const plan = () => transfer.import(from, { ...options, dryRun: true })
    const isOnly = call.on('dry-run')
    const refused = isOnly ? await plan() : await askFor(call, plan)
    const result = refused ?? (await transfer.import(from, options))
    for (const { at, error } of result.errors) call.note(`${oneLine(at)}: ${oneLine(error)}`)
    return refused === undefined ? result : { ...result, isPlan: true }
  },
  render: result => [...renderImport(result), ...renderLeft(result)],
  exitCode: ({ ok }) => (ok ? 0 : 1),
}

function readOptions(call: Call): ForeignOptions {
  const [path] = call.operands
  const scope = readScope(call)
  return {
    ...givenOf({ path: path === undefined ? undefined : resolve(path), scope }),
    ...{ here: currentProject(), projects: readProjects(call), all: call.on('all') },
    ...{ waits: call.on('review'), force: call.on('force') },
  }
}

function readProjects(call: Call): Record<string, string> {
  const given = call.text('project')
  const pairs = given === undefined ? [] : given.split(',').map(pair => pair.split(/=(.*)/s))
  for (const [name = '', path = ''] of pairs)
    if (name === '' || path === '') throw new UsageError('--project NAME=DIR', call.command)
  return Object.fromEntries(pairs.map(([name = '', path = '']) => [name.trim(), resolve(path)]))
}

/** Shows a person on a terminal what would come: the plan where they refuse, undefined where it is to be. */
async function askFor(
  call: Call,
  plan: () => Promise<ForeignImport>,
): Promise<ForeignImport | undefined> {
  if (call.on('yes') || call.on('json')) return undefined
  return withAsker(async asker => {
    if (!asker.isHeard) return undefined
    const planned = await plan()
    if (planned.items.length === 0) return undefined
    for (const line of renderImport({ ...planned, isPlan: true })) call.note(line)
    return (await asker.confirm('Import them?')) === true ? undefined : planned
  })
}

const TITLES = 10
const COLUMNS = 80

function renderImport(result: ForeignImport & { isPlan?: boolean }): string[] {
  const { items, isPlan, id, from } = result
  const told = countEach([
    [result.added, isPlan ? 'to add' : 'added'],
    [result.updated, isPlan ? 'to update' : 'updated'],
    [result.unchanged, 'unchanged'],
    [result.known, 'known already'],
    [result.forgotten, 'forgotten here'],
    [result.redacted, 'without their secrets'],
    [result.failed, 'bad'],
  ])
  const titles = items
    .slice(0, isPlan ? TITLES : 0)
    .map(({ kind, title }) => cutToWidth(`  ${kind}: ${oneLine(title)}`, COLUMNS))
  const rest = isPlan && items.length > TITLES ? [`  and ${items.length - TITLES} more`] : []
  const undone = id === undefined ? [] : [`taken back by: svc import undo ${id}`]
  return [
    `${from}: ${told || 'nothing there'}`,
    ...countScopes(result),
    ...titles,
    ...rest,
    ...undone,
  ]
}

/** Numbers of each kind that go to each scope. */
function countScopes({ items }: ForeignImport): string[] {
  const scopes = new Map<string, Map<string, number>>()
  for (const { scope, kind } of items) {
    const kinds = scopes.get(nameScope(scope)) ?? new Map<string, number>()
    scopes.set(nameScope(scope), kinds.set(kind, (kinds.get(kind) ?? 0) + 1))
  }
  return [...scopes].map(([scope, kinds]) => {
    const told = [...kinds].map(([kind, number]) => `${number} ${kind}`)
    return `  ${oneLine(scope)}: ${told.join(', ')}`
  })
}

function renderLeft({ left, unplaced }: ForeignImport): string[] {
  const out = Object.entries(left).map(
    ([reason, number]) => `left out: ${number} ${oneLine(reason)}`,
  )
  const names = Object.entries(unplaced).map(([name, number]) => `${oneLine(name)} (${number})`)
  if (names.length === 0) return out
  const how = '--project NAME=DIR says where they are, --scope where all of it goes'
  const named = `projects that svc cannot place: ${names.join(', ')}; ${how}`
  return [...out, ...wrapText(named, COLUMNS)]
}

/** `svc import undo`: the imports that can be taken back. */
const listed: Action<ForeignRecord[]> = {
  run: async call => (await call.service()).transfer.imports(),
  render: all =>
    all.length === 0
      ? 'nothing was imported from other tools'
      : all.map(({ id, at, from, path, memories, undoneAt }) => {
          const where = path === undefined ? from : `${from} ${oneLine(path)}`
          const mark = undoneAt === undefined ? '' : ', undone'
          return `${id}  ${at.slice(0, 16).replace('T', ' ')}  ${where}: ${count(memories, 'memory', 'memories')}${mark}`
        }),
}

/** `svc import undo ID`. */
const undo: Action<UndoneImport> = {
  run: async call => (await call.service()).transfer.undo(call.operands[1] ?? ''),
  render: ({ undone, gone, kept }) => {
    const told = countEach([
      [undone, 'taken back (svc archive list shows them)'],
      [gone, 'gone already'],
      [kept.length, 'changed since, which stay:'],
    ])
    return [
      told || 'nothing to take back',
      ...kept.map(({ id, title }) => `  ${id}  ${oneLine(title)}`),
    ]
  },
}

const FORMS = ['okf', 'markdown', 'jsonl', 'mcp-memory'] as const satisfies ExportForm[]

/** Chooses what `svc export` does: print lines, or write a form of other tools. */
export async function chooseExportAction(call: Call): Promise<Action> {
  const form = call.text('to') ?? 'jsonl'
  const [path] = call.operands
  if (!FORMS.includes(form as ExportForm))
    throw new UsageError(`--to is one of ${FORMS.join(', ')}`, call.command)
  if (path !== undefined) return written
  if (form === 'jsonl') return (await import('./transfer.js')).exportAll
  throw new UsageError(`--to ${form} needs the PATH of a new or empty place`, call.command)
}

/** `svc export --to FORM PATH`. */
const written: Action<{ ok: true; path: string; memories: number }> = {
  async run(call) {
    const path = resolve(call.operands[0] ?? '')
    const form = (call.text('to') ?? 'jsonl') as ExportForm
    const scope = readScope(call)
    const filter = scope === undefined ? {} : { scope }
    const memories = await (await call.service()).transfer.export(form, path, filter)
    return { ok: true, path, memories }
  },
  render: ({ path, memories }) => `${count(memories, 'memory', 'memories')} in ${oneLine(path)}`,
}
