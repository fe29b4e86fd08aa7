import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { toProjectScope } from './scopes.js'
import type { Scope } from '../store/types.js'

/**
 * The project scope that an implicit directory (a hook's `cwd`, the shell's working directory)
 * lies in: the nearest ancestor that is a git work tree, else the directory itself. A linked
 * worktree belongs to the main work tree's project. Throws INVALID_REQUEST on a bad path.
 */
export function resolveProject(directory: string): Scope {
  const start = toProjectScope(resolve(directory), 'directory')
  const workTree = start.type === 'project' ? findWorkTree(start.id) : undefined
  return workTree === undefined ? start : toProjectScope(workTree)
}

/** The `url` of the remote `origin` (else of the first remote) in a repository's config, if any. */
export function readRemoteUrl(workTree: string): string | undefined {
  const config = readText(join(gitDirectory(workTree), 'config'))
  if (config === undefined) return undefined
  const remotes = [...config.matchAll(/^\[remote "([^"\n]*)"\]([^[]*)/gm)]
  const chosen = remotes.find(([, name]) => name === 'origin') ?? remotes[0]
  return chosen?.[2]?.match(/^\s*url\s*=\s*(\S.*?)\s*$/m)?.[1]
}

/**
 * One form for the many ways to write a remote: host and path, without protocol, user, port,
 * `.git` and letter case. Undefined for a remote that is a local path.
 */
export function normaliseRemote(url: string): string | undefined {
  const scp = /^(?:[^@/\s]+@)?([^/:\s]{2,}):(?!\/\/)(.+)$/.exec(url)
  const full = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(url)
  const [, host, path] = full ?? scp ?? []
  if (host === undefined || path === undefined || /^file:/i.test(url)) return undefined
  return `${host}/${path.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '')}`.toLowerCase()
}

function findWorkTree(start: string): string | undefined {
  for (let directory = start; ; directory = dirname(directory)) {
    const mark = gitMark(directory)
    if (mark === 'directory') return directory
    if (mark === 'file') return mainWorkTree(directory)
    if (directory === dirname(directory)) return undefined
  }
}

/** A folder `.git` must look like a repository: an empty one left behind is not a work tree. */
function gitMark(directory: string): 'directory' | 'file' | undefined {
  const path = join(directory, '.git')
  const stats = statOrNothing(path)
  if (stats?.isDirectory()) return statOrNothing(join(path, 'HEAD')) ? 'directory' : undefined
  return stats?.isFile() ? 'file' : undefined
}

/** A linked worktree's git directory names the common one; a submodule's does not. */
function mainWorkTree(directory: string): string {
  const own = gitDirectory(directory)
  const common = readText(join(own, 'commondir'))?.trim()
  if (common === undefined) return directory
  const shared = resolve(own, common)
  return basename(shared) === '.git' ? dirname(shared) : directory
}

function gitDirectory(workTree: string): string {
  const mark = join(workTree, '.git')
  if (statOrNothing(mark)?.isFile() !== true) return mark
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(readText(mark) ?? '')?.[1]
  return target === undefined ? mark : resolve(workTree, target)
}

/** A folder that may not be looked into is as one without a repository. */
function statOrNothing(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
