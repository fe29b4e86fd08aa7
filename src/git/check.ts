import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { parseMemoryDocument } from '../../store/memory-document.js'
import { checkDocument, checkText } from './check/files.js'
import { checkMemories } from './check/memories.js'
import type { CheckFinding, CheckReport, MemoryEntry, StoreFile } from './check/types.js'
import { walkStore } from './check/walk.js'

export type { CheckFinding, CheckReport } from './check/types.js'

const MEMORY = /^(?:(global|projects\/[^/]+)\/)?memories\/([^/]+\.md)$/
/** One of these makes a folder a store, or a project's part of one. */
const SIGNS = ['svc.json', 'scope.json', 'global', 'projects', 'memories']

/**
 * Checks the files of a store, or of a project's `.svc` folder, against what svc and git need.
 * Reads only: nothing is made, locked or noted, and git is not asked. Findings are in the order of
 * paths. Throws INVALID_REQUEST where the folder holds no store.
 */
export async function checkStore(root: string): Promise<CheckReport> {
  if (!SIGNS.some(name => existsSync(join(root, name)))) {
    throw new SvcError('INVALID_REQUEST', `${root} holds no store of svc`)
  }
  const { files, findings } = walkStore(root)
  const entries: MemoryEntry[] = []
  for (const file of files) {
    findings.push(...checkText(file), ...checkDocument(file))
    const read = await readMemory(file)
    if (read === undefined) continue
    if ('document' in read) entries.push(read)
    else findings.push(read)
  }
  findings.push(...checkMemories(entries), ...checkProjects(root, entries))
  findings.sort(byPlace)
  return { ok: findings.every(({ level }) => level === 'remark'), files: files.length, findings }
}

/** Undefined for what is no memory file, and for markers, which are reported as such. */
async function readMemory({
  path,
  text,
  modifiedAt,
}: StoreFile): Promise<MemoryEntry | CheckFinding | undefined> {
  const [, scope = '', fileName] = MEMORY.exec(path) ?? []
  if (fileName === undefined) return undefined
  const parsed = await parseMemoryDocument(text, { fileName, modifiedAt })
  if ('document' in parsed) return { path, scope, text, document: parsed.document }
  if (parsed.problem.includes('conflict markers')) return undefined
  return { level: 'failure', check: 'unreadable', path, message: parsed.problem }
}

/** In a clone nothing else tells which project a folder belongs to. */
function checkProjects(root: string, entries: readonly MemoryEntry[]): CheckFinding[] {
  const scopes = [...new Set(entries.map(({ scope }) => scope))]
  return scopes
    .filter(scope => scope.startsWith('projects/') && !existsSync(join(root, scope, 'scope.json')))
    .map(scope => {
      const message = 'has no scope.json: a clone cannot tell which project this is'
      return { level: 'remark', check: 'document', path: scope, message }
    })
}

function byPlace(a: CheckFinding, b: CheckFinding): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0)
}
