import { join } from 'node:path'
import { commonDirectoryOf, gitDirectoryOf } from './repository.js'
import { readSmallFile } from './small-file.js'

/** The `url` of the remote `origin` (else of the first remote) in a repository's config, if any. */
export function readRemoteUrl(workTree: string): string | undefined {
  const gitDirectory = gitDirectoryOf(workTree)
  if (gitDirectory === undefined) return undefined
  const config = readSmallFile(join(commonDirectoryOf({ workTree, gitDirectory }), 'config'))
  const remotes = [...(config ?? '').matchAll(/^\[remote "([^"\n]*)"\]([^[]*)/gm)]
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

/** The normalised remote of a work tree; undefined where it has none that others could have. */
export function readRemote(workTree: string): string | undefined {
  const url = readRemoteUrl(workTree)
  return url === undefined ? undefined : normaliseRemote(url)
}
