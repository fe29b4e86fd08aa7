import { lstatSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { createDurable } from '../atomic-file.js'
import { readRemote } from '../git/remote.js'
import type { Pointer } from './pointers.js'
import { repositoryStamp, stampOf } from './repository-stamp.js'

/** The folder of a work tree in which a project's memories lie. */
export const IN_REPO = '.svc'

/** The marks that travel with the memories, by name. Nothing of a machine stands in them. */
export const IN_REPO_MARKS: Readonly<Record<string, string>> = {
  'scope.json': JSON.stringify({ type: 'project', placement: 'in-repo' }, null, 2) + '\n',
  '.gitignore': '.*.tmp\n',
  '.gitattributes': '*.md text eol=lf\nmemories/*.md text eol=lf merge=svc\n',
}

/** What keeps a `.svc` from being used, a phrase that follows the path. */
export interface InRepoProblem {
  path: string
  problem: string
}

/** Where a project's memories lie inside its work tree; there may be none yet. */
export function inRepoFolder(workTree: string): string {
  return join(workTree, IN_REPO)
}

/**
 * Why the `.svc` of a work tree must not be read or written: a link, or no folder, where a folder
 * should be. Undefined where all is well, also where nothing is there.
 */
export function findInRepoProblem(workTree: string): InRepoProblem | undefined {
  const root = inRepoFolder(workTree)
  for (const path of [root, join(root, 'memories'), join(root, 'skills')]) {
    const problem = describeFolder(path)
    if (problem !== undefined) return { path, problem }
  }
  return undefined
}

/** What a work tree is known by once it is trusted: its remote, else the repository on this disk. */
export function toTrust(workTree: string): Pick<Pointer, 'trustedRemote' | 'trustedRepository'> {
  const remote = readRemote(workTree)
  return remote === undefined
    ? { trustedRepository: trustStamp(workTree) }
    : { trustedRemote: remote }
}

/**
 * True where the pointer places the memories in its work tree and that is still the trusted one. A
 * repository that had no remote stays trusted when it is given one: that is what people do next.
 */
export function isTrusted(pointer: Pointer): boolean {
  const { path, placement, trustedRemote, trustedRepository } = pointer
  if (placement !== 'in-repo') return false
  return trustedRemote === undefined
    ? trustedRepository === trustStamp(path)
    : trustedRemote === readRemote(path)
}

/** Another one where the folder was removed and something else was cloned in its place. */
function trustStamp(workTree: string): string {
  return repositoryStamp(workTree) ?? stampOf(workTree)
}

/** Makes the marks of a `.svc` that are missing, durably. */
export function makeInRepoMarks(folder: string): void {
  for (const [name, text] of Object.entries(IN_REPO_MARKS)) {
    const path = join(folder, name)
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) createDurable(path, text)
  }
}

function describeFolder(path: string): string | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    if (stats.isSymbolicLink()) return 'is a symbolic link, which is not followed'
    if (!stats.isDirectory()) return 'is not a folder'
    return realpathSync(path) === path ? undefined : 'leads out of the work tree'
  } catch (error) {
    return `cannot be looked at: ${error instanceof Error ? error.message : 'unknown'}`
  }
}
