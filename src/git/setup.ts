import { hideCredentials } from '../../store/git/git.js'
import { parseConfig } from './driver.js'
import type { GitStore } from './git-store.js'

/** Where a store's branch is shared, as the repository's configuration has it. */
export interface GitSetup {
  /** The remote to fetch from and push to; undefined where there is none. */
  remote?: string
  /** Its address, without a password. */
  url?: string
  /** The branch there. */
  branch?: string
  /** The line of the merge driver. */
  driver?: string
}

const KEYS = '^(remote\\..*\\.url|branch\\..*\\.(remote|merge)|merge\\.svc\\.driver)$'

/** Reads the configuration that matters for a branch, in one run. */
export async function findSetup({ git }: GitStore, branch: string | undefined): Promise<GitSetup> {
  const { stdout } = await git.run(['config', '-z', '--get-regexp', KEYS])
  return planSetup(parseConfig(stdout), branch)
}

/** `origin`, else the only remote, else the branch's own; there the branch it is tied to. */
export function planSetup(
  config: ReadonlyMap<string, readonly string[]>,
  branch: string | undefined,
): GitSetup {
  const last = (key: string) => config.get(key)?.at(-1)
  const remotes = [...config.keys()].flatMap(key => /^remote\.(.*)\.url$/.exec(key)?.[1] ?? [])
  const own = branch === undefined ? undefined : last(`branch.${branch}.remote`)
  const only = remotes.length === 1 ? remotes[0] : remotes.find(name => name === own)
  const remote = remotes.includes('origin') ? 'origin' : only
  const driver = last('merge.svc.driver')
  const url = remote === undefined ? undefined : last(`remote.${remote}.url`)
  const tied = own !== undefined && own === remote ? last(`branch.${branch}.merge`) : undefined
  const there = tied?.replace(/^refs\/heads\//, '') ?? branch
  return {
    ...(remote !== undefined && { remote }),
    ...(url !== undefined && { url: hideCredentials(url) }),
    ...(there !== undefined && { branch: there }),
    ...(driver !== undefined && { driver }),
  }
}

/** True where git tracks something under `state/`. */
export async function isStateTracked({ git }: GitStore): Promise<boolean> {
  return (await git.run(['ls-files', '-z', '--', 'state'])).stdout !== ''
}

/** The name under which this repository keeps what it last saw of the remote's branch. */
export function trackingRef({ remote = '', branch = '' }: GitSetup): string {
  return `refs/remotes/${remote}/${branch}`
}
