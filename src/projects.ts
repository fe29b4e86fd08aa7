import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { commonDirectoryOf, findRepository, gitDirectoryOf } from '../store/git/repository.js'
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
  const gitDirectory = gitDirectoryOf(workTree)
  const config = gitDirectory && readText(join(gitDirectory, 'config'))
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

/** The work tree that a directory lies in; of a linked worktree, the main one. */
function findWorkTree(start: string): string | undefined {
  const repository = findRepository(start)
  if (repository === undefined) return undefined
  const { workTree, gitDirectory } = repository
  const shared = commonDirectoryOf(repository)
  // A submodule's git directory shares nothing; a linked worktree names the common one.
  const isLinked = shared !== gitDirectory && basename(shared) === '.git'
  return isLinked ? dirname(shared) : workTree
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
