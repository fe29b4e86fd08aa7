import { lstatSync, readdirSync, statSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { isTemporary } from '../../store/atomic-file.js'
import { listScopeFolders } from '../../store/scope-folders.js'
import {
  findInRepoProblem,
  IN_REPO_MARKS,
  inRepoFolder,
  isTrusted,
} from '../../store/scope-folders/in-repo.js'
import { findPointer, readPointers } from '../../store/scope-folders/pointers.js'
import type { Store } from '../../store/store.js'

/** What lies in the `.svc` of a work tree, from names alone: nothing in it is read. */
export interface InRepoContents {
  path: string
  /** Regular files, without the marks that every `.svc` has. */
  files: number
  /** Links, and what is neither file nor folder, as phrases with their path. */
  findings: string[]
}

/** A `.svc` that is not used. */
export interface UnusedInRepo extends InRepoContents {
  /** The work tree. */
  project: string
  /** Why: nobody trusted it, or it must not be used whoever trusts it. */
  reason: 'untrusted' | 'refused'
}

const MOST_ENTRIES = 20_000
const MOST_DEPTH = 8

/** Looks at the `.svc` of a work tree; undefined where there is none. */
export function inspectInRepo(workTree: string): InRepoContents | undefined {
  const path = inRepoFolder(workTree)
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  const contents: InRepoContents = { path, files: 0, findings: [] }
  const problem = findInRepoProblem(workTree)
  if (problem !== undefined) contents.findings.push(`${problem.path} ${problem.problem}`)
  if (problem?.path !== path) walk(path, contents, { left: MOST_ENTRIES }, 0)
  return contents
}

/** The `.svc` folders of the projects known here, and of a directory's, that are not used. */
export function findUnusedInRepo(store: Store, ...directories: string[]): UnusedInRepo[] {
  const listed = listScopeFolders(store).flatMap(({ scope }) => scope.id ?? [])
  const paths = [...readPointers(store).map(({ path }) => path), ...listed, ...directories]
  return [...new Set(paths)].sort().flatMap(project => {
    const contents = isFolder(project) ? inspectInRepo(project) : undefined
    if (contents === undefined || isEmptyOrUsed(store, project, contents)) return []
    const pointer = findPointer(store, project)
    const isRefused = pointer !== undefined && isTrusted(pointer)
    return [{ project, reason: isRefused ? 'refused' : 'untrusted', ...contents }]
  })
}

function isEmptyOrUsed(store: Store, project: string, contents: InRepoContents): boolean {
  if (contents.files === 0 && contents.findings.length === 0) return true
  const pointer = findPointer(store, project)
  return pointer !== undefined && isTrusted(pointer) && findInRepoProblem(project) === undefined
}

function walk(directory: string, to: InRepoContents, budget: { left: number }, depth: number) {
  for (const entry of entriesOf(directory)) {
    if (budget.left-- <= 0) return
    const path = join(directory, entry.name)
    if (entry.isFile()) to.files += isOurs(entry.name, depth) ? 0 : 1
    else if (!entry.isDirectory()) note(to, path, entry)
    else if (depth < MOST_DEPTH && entry.name !== '.git') walk(path, to, budget, depth + 1)
  }
}

/** A mark, or what a process that was killed left behind. */
function isOurs(name: string, depth: number): boolean {
  return isTemporary(name) || (depth === 0 && Object.hasOwn(IN_REPO_MARKS, name))
}

function note(to: InRepoContents, path: string, entry: Dirent): void {
  const what = entry.isSymbolicLink() ? 'is a symbolic link' : 'is neither a file nor a folder'
  if (!to.findings.some(finding => finding.startsWith(path))) to.findings.push(`${path} ${what}`)
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}
