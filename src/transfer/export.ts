import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { formatEntry, formatMemoryDocument } from '../../store/document/format.js'
import { errnoOf, SvcError } from '../../store/errors.js'
import { memoryFileName, slugOf } from '../../store/names.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import { isImportRow, isInAgentsWords, isWaiting, type Memory } from '../../store/types.js'
import { OF_SVC } from '../import/kinds/mcp-memory.js'
import { OKF_VERSION } from '../import/kinds/okf.js'
import { titleOf } from '../import/kinds/item.js'
import type { ExportForm } from './types.js'

/** Files of a form, by their paths below the folder, `/` between names. */
type Files = ReadonlyMap<string, string>

/**
 * Writes memories in a form that other tools read: into a folder, or a file, that is new or empty.
 * Answers how many; but for lines, agent files of projects are not among them: they lie there already. Throws
 * INVALID_REQUEST where something is at the path, or it cannot be written.
 */
export async function exportMemories(
  memories: AsyncIterable<Memory>,
  form: ExportForm,
  path: string,
): Promise<number> {
  const own: Memory[] = []
  for await (const memory of memories)
    if (form === 'jsonl' || !isImportRow(memory)) own.push(memory)
  const target = resolve(path)
  try {
    if (form === 'mcp-memory' || form === 'jsonl')
      makeNew(
        target,
        linesOf(own, form)
          .map(line => `${line}\n`)
          .join(''),
      )
    else makeFolder(target, form === 'okf' ? bundleOf(own) : notesOf(own))
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    const why = (error as Error).message
    throw new SvcError('INVALID_REQUEST', `cannot write ${target}: ${why}`, { cause: error })
  }
  return own.length
}

/** The lines of memories in a form of lines. */
export function linesOf(memories: readonly Memory[], form: 'jsonl' | 'mcp-memory'): string[] {
  return form === 'jsonl' ? memories.map(one => JSON.stringify(one)) : entitiesOf(memories)
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

/** The names by which the scopes of memories are told apart: no path of this machine. */
function scopeNames(memories: readonly Memory[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { scope } of memories) {
    const key = formatScopeKey(scope)
    if (names.has(key)) continue
    const name = scope.type === 'global' ? 'global' : basename(scope.id) || 'project'
    const taken = new Set(names.values())
    let free = name
    for (let next = 2; taken.has(free) || (scope.type === 'project' && free === 'global'); next++)
      free = `${name}-${next}`
    names.set(key, free)
  }
  return names
}

/** A memory file for each, as svc itself keeps it, in a folder of its scope and its kind. */
function notesOf(memories: readonly Memory[]): Files {
  const names = scopeNames(memories)
  return new Map(
    memories.map(memory => {
      const scope = names.get(formatScopeKey(memory.scope)) ?? 'global'
      const { runtime, by, host, waits, words } = memory.source
      const source = Object.entries({ runtime, by, host, waits, words })
      const known = source.filter(([, value]) => value !== undefined)
      const document = { ...memory, source: Object.fromEntries(known), extra: { scope } }
      return [nameOf(memory, scope), formatMemoryDocument(document)]
    }),
  )
}

/** A path that any disk takes; a scope's own name stands in the file. */
function nameOf({ kind, title, id }: Memory, scope: string): string {
  return [slugOf(scope), slugOf(kind), memoryFileName(title, id)].join('/')
}

function bundleOf(memories: readonly Memory[]): Files {
  const names = scopeNames(memories)
  const index = ['---', `okf_version: "${OKF_VERSION}"`, '---']
  const files = new Map<string, string>()
  for (const memory of memories) {
    const scope = names.get(formatScopeKey(memory.scope)) ?? 'global'
    const name = nameOf(memory, scope)
    const head = `# ${scope}`
    if (!index.includes(head)) index.push('', head, '')
    const title = memory.title.replace(/[[\]]/g, '')
    index.push(`* [${title}](${encodeURI(name)}) - ${titleOf(memory.content)}`)
    files.set(name, conceptOf(memory, scope))
  }
  return new Map([['index.md', `${index.join('\n')}\n`], ...files])
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
