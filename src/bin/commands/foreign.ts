import { basename, resolve } from 'node:path'
import { homeOf } from '../../../store/files/read.js'
import { Collections } from '../../memories/collections.js'
import type {
  Exported,
  ExportForm,
  ForeignImport,
  ForeignOptions,
  ForeignRecord,
  UndoneImport,
} from '../../transfer/types.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { currentProject, givenOf, readScope } from '../cli/flags.js'
import { agree, withAsker } from '../terminal/asker.js'
import { cutToRoom, cutToWidth, renderRows, widthOf, wrapText } from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import { count, countEach, formatTime, nameScope, oneLine } from '../terminal/words.js'
import { lookAtStore } from './store.js'

/** Chooses what `svc import` does: agent files, memories of another tool, or an import taken back. */
export async function chooseImportAction(call: Call): Promise<Action> {
  const [first, ...others] = call.operands
  if (call.text('from') === undefined) refuseForeign(call)
  const isUndo = first === 'undo' && call.text('from') === undefined
  if (isUndo) return others.length === 0 ? listed : undo
  if (others.length > 0) throw new UsageError('one PATH at a time', call.command)
  if (call.text('from') !== undefined) return foreign
  return (await import('./service.js')).importFiles
}

/** Agent files, and an undo, would go on as if such a flag had not been given. */
function refuseForeign(call: Call): void {
  const flags = ['dry-run', 'scope', 'project', 'all', 'review']
  const given = flags.find(flag => call.on(flag) || call.text(flag) !== undefined)
  if (given !== undefined) throw new UsageError(`--${given} is for --from KIND`, call.command)
}

/** Memories that would come, or came. */
type Answer = ForeignImport & { isPlan?: boolean }

const ASKED = { question: 'Import them?', nothing: 'nothing was imported' }

/** `svc import --from KIND [PATH]`: shows what would come, which writes nothing, and asks. */
const foreign: Action<Answer> = {
  async *run(call) {
    const from = call.text('from') ?? ''
    const options = readOptions(call)
    const planned = await plan(call, from, options)
    const isPlan = call.on('dry-run')
    if (isPlan || planned.items.length === 0)
      yield tell(call, { ...planned, ...(isPlan && { isPlan }) })
    else {
      if (!call.on('yes') && !call.on('json')) yield { ...planned, isPlan: true }
      await withAsker(asker => agree(call, asker, ASKED))
      yield tell(call, await (await call.service()).transfer.import(from, options))
    }
  },
  render: (result, screen) => [...renderImport(result), ...renderLeft(result, screen)],
  exitCode: ({ ok }) => (ok ? 0 : 1),
}

/** Plans without the service, which would make a store where there is none. */
async function plan(call: Call, from: string, options: ForeignOptions): Promise<ForeignImport> {
  const { importForeign } = await import('../../transfer/import.js')
  const { env } = process
  const parts = { home: homeOf(env), env, now: () => new Date() }
  const context = { ...parts, collections: new Collections(lookAtStore(call)) }
  return (await importForeign(context, from, { ...options, dryRun: true })).result
}

/** The answer, with a line on stderr for each entry that could not be read. */
function tell(call: Call, answer: Answer): Answer {
  for (const { at, error } of answer.errors) call.note(`${oneLine(at)}: ${oneLine(error)}`)
  return answer
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

const TITLES = 10
const COLUMNS = 80

function renderImport(result: Answer): string[] {
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
  const shown = isPlan ? items.slice(0, TITLES) : []
  const more = isPlan ? items.length - shown.length : 0
  return [
    `${from}: ${told || 'nothing to import'}`,
    ...countScopes(items),
    ...shown.map(({ kind, title }) => cutToWidth(`  ${kind}: ${oneLine(title)}`, COLUMNS)),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(id === undefined ? [] : [`taken back by: svc import undo ${id}`]),
  ]
}

/** Numbers of each kind that go to each scope. */
function countScopes(items: ForeignImport['items']): string[] {
  const scopes = [...new Set(items.map(({ scope }) => nameScope(scope)))]
  return scopes.map(name => {
    const kinds = items.filter(({ scope }) => nameScope(scope) === name).map(({ kind }) => kind)
    const numberOf = (kind: string) => kinds.filter(one => one === kind).length
    return `  ${name}: ${countEach([...new Set(kinds)].map(kind => [numberOf(kind), kind]))}`
  })
}

function renderLeft({ left, unplaced }: ForeignImport, { columns }: Screen): string[] {
  const out = Object.entries(left).map(([why, number]) => `left out: ${number} ${oneLine(why)}`)
  const names = Object.entries(unplaced).map(([name, number]) => `${oneLine(name)} (${number})`)
  const how = '--project NAME=DIR says where they are, --scope where all of it goes'
  const named = `projects that svc cannot place: ${names.join(', ')}; ${how}`
  return [...out, ...(names.length === 0 ? [] : wrapText(named, columns))]
}

/** `svc import undo`: the imports that can be taken back. */
const listed: Action<ForeignRecord[]> = {
  run: async call => (await call.service()).transfer.imports(),
  render: (all, screen) => {
    const columns: ((record: ForeignRecord) => string)[] = [
      ({ id }) => id,
      ({ at }) => formatTime(at),
      ({ from }) => from,
      ({ memories, undoneAt }) =>
        count(memories, 'memory', 'memories') + (undoneAt === undefined ? '' : ', undone'),
    ]
    if (all.length === 0) return 'nothing was imported from other tools'
    return renderRows(all, columns, ({ path = '' }, room) => fitPath(oneLine(path), room), screen)
  },
}

/** The path, or its last name where it is longer than the room that is left. */
function fitPath(path: string, room: number): string {
  return widthOf(path) <= room ? path : cutToRoom(basename(path), room)
}

/** `svc import undo ID`. */
const undo: Action<UndoneImport> = {
  run: async call => (await call.service()).transfer.undo(call.operands[1] ?? ''),
  render: ({ undone, gone, kept }, screen) => {
    const told = countEach([
      [undone, 'taken back (svc archive list shows them)'],
      [gone, 'gone already'],
      [kept.length, 'changed since, which stay:'],
    ])
    const fitTitle = ({ title }: { title: string }, room: number) => cutToRoom(oneLine(title), room)
    return [
      told || 'nothing to take back',
      ...renderRows(kept, [({ id }) => `  ${id}`], fitTitle, screen),
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
const written: Action<{ ok: true; path: string } & Exported> = {
  async run(call) {
    const path = resolve(call.operands[0] ?? '')
    const form = (call.text('to') ?? 'jsonl') as ExportForm
    const { transfer } = await call.service()
    return {
      ok: true,
      path,
      ...(await transfer.export(form, path, givenOf({ scope: readScope(call) }))),
    }
  },
  render: ({ path, memories, left }) => [
    `${count(memories, 'memory', 'memories')} in ${oneLine(path)}`,
    ...(left > 0 ? [`left out: ${left} of agent files, which lie in their projects`] : []),
  ],
}
