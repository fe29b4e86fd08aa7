import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { formatEntry, formatMemoryDocument } from '../../store/document/format.js'
import { errnoOf, SvcError } from '../../store/errors.js'
import { memoryFileName, slugOf } from '../../store/names.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import {
  isImportRow,
  isInAgentsWords,
  isWaiting,
  type Memory,
  type Scope,
} from '../../store/types.js'
import { titleOf } from '../import/kinds/item.js'
import { OF_SVC } from '../import/kinds/lists.js'
import { OKF_VERSION } from '../import/kinds/notes.js'
import type { Exported, ExportForm } from './types.js'

/** Files of a form, by their paths below the folder, `/` between names. */
type Files = ReadonlyMap<string, string>

/**
 * Writes memories in a form that other tools read: into a folder, or a file, that is new or empty.
 * But for lines, agent files of projects are left out: they lie there already. Throws INVALID_REQUEST where something is at the path, or it cannot be written.
 */
export async function exportMemories(
  memories: AsyncIterable<Memory>,
  form: ExportForm,
  path: string,
): Promise<Exported> {
  const all: Memory[] = []
  for await (const memory of memories) all.push(memory)
  const own = form === 'jsonl' ? all : all.filter(memory => !isImportRow(memory))
  const target = resolve(path)
  try {
    if (form === 'okf' || form === 'markdown')
      makeFolder(target, form === 'okf' ? bundleOf(own) : notesOf(own))
    else {
      const lines = form === 'jsonl' ? own.map(one => JSON.stringify(one)) : entitiesOf(own)
      makeNew(target, [...lines, ''].join('\n'))
    }
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    const why = (error as Error).message
    throw new SvcError('INVALID_REQUEST', `cannot write ${target}: ${why}`, { cause: error })
  }
  return { memories: own.length, left: all.length - own.length }
}

function makeNew(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { flag: 'wx' })
}

function makeFolder(path: string, files: Files): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  const isFree = stats === undefined || (stats.isDirectory() && readdirSync(path).length === 0)
  if (!isFree) {
    const message = `${path} is not an empty folder; name one that is new or empty`
    throw new SvcError('INVALID_REQUEST', message)
  }
  mkdirSync(path, { recursive: true })
  for (const [name, text] of files) makeNew(join(path, name), text)
}

/** Each memory with its file, and a name of its scope that tells no path of this machine. */
function named(memories: readonly Memory[]): { memory: Memory; scope: string; file: string }[] {
  const names = new Map<string, string>()
  return memories.map(memory => {
    const { kind, title, id } = memory
    const key = formatScopeKey(memory.scope)
    const scope = names.get(key) ?? freeName(memory.scope, new Set(names.values()))
    names.set(key, scope)
    // Any disk takes such a path; the scope's own name stands in the file.
    const file = [slugOf(scope), slugOf(kind), memoryFileName(title, id)].join('/')
    return { memory, scope, file }
  })
}

function freeName(scope: Scope, taken: ReadonlySet<string>): string {
  if (scope.type === 'global') return 'global'
  const name = basename(scope.id) || 'project'
  let free = name
  for (let next = 2; taken.has(free) || free === 'global'; next++) free = `${name}-${next}`
  return free
}

/** A memory file for each, as svc itself keeps it, in a folder of its scope and its kind. */
function notesOf(memories: readonly Memory[]): Files {
  return new Map(
    named(memories).map(({ memory, scope, file }) => {
      const { runtime, by, host, waits, words } = memory.source
      const source = Object.entries({ runtime, by, host, waits, words })
      const known = source.filter(([, value]) => value !== undefined)
      const document = { ...memory, source: Object.fromEntries(known), extra: { scope } }
      return [file, formatMemoryDocument(document)]
    }),
  )
}

function bundleOf(memories: readonly Memory[]): Files {
  const index = ['---', `okf_version: "${OKF_VERSION}"`, '---']
  const concepts = named(memories).map(({ memory, scope, file }): [string, string] => {
    const head = `# ${scope}`
    if (!index.includes(head)) index.push('', head, '')
    const title = memory.title.replace(/[[\]]/g, '')
    index.push(`* [${title}](${encodeURI(file)}) - ${titleOf(memory.content)}`)
    return [file, conceptOf(memory, scope)]
  })
  return new Map([['index.md', `${index.join('\n')}\n`], ...concepts])
}

function conceptOf(memory: Memory, scope: string): string {
  const { id, kind, title, content, tags, aliases, source } = memory
  const { createdAt, undated, updatedAt, pinned } = memory
  const by = isInAgentsWords(source) ? `svc/${source.host ?? 'agent'}` : 'human:user'
  const dated = { createdAt, ...(undated && { undated }), updatedAt }
  const svc = { id, kind, scope, ...dated, ...(pinned && { pinned }), aliases }
  const entries = {
    ...{ type: kind.charAt(0).toUpperCase() + kind.slice(1), title },
    ...{ description: titleOf(content), ...(tags.length > 0 && { tags }) },
    ...{ generated: { by, at: updatedAt }, status: isWaiting(memory) ? 'draft' : 'stable', svc },
  }
  const lines = Object.entries(entries).map(([key, value]) => formatEntry(key, value))
  return `---\n${lines.join('')}---\n\n${content}\n`
}

/** Entities of the MCP memory server; what it has no field for stands in the last observation. */
function entitiesOf(memories: readonly Memory[]): string[] {
  const used = new Set<string>()
  return memories.map(({ id, kind, title, content, tags, aliases, createdAt, updatedAt }) => {
    const name = used.has(title) ? `${title} (${id})` : title
    used.add(name)
    const rest = { kind, title, tags, aliases, createdAt, updatedAt }
    const observations = [...content.split('\n\n'), OF_SVC + JSON.stringify(rest)]
    return JSON.stringify({ type: 'entity', name, entityType: kind, observations })
  })
}
