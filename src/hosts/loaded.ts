import type { HostProfile } from './profile.js'

/**
 * True if the host has put a file of the workspace into the model's context itself. `names` are the
 * paths by which the file is known there; false without a host or a name.
 */
export function isLoadedByHost(
  host: Pick<HostProfile, 'loads'> | undefined,
  names: readonly string[],
  workspace: { has(path: string): boolean },
): boolean {
  if (host === undefined) return false
  return host.loads.some(
    ({ paths, unless = [] }) =>
      names.some(name => paths.some(path => isOfPattern(name, path))) &&
      !unless.some(path => workspace.has(path)),
  )
}

/** True if the host lists the skills of a folder itself, `skills` a path below `place`. */
export function isListedByHost(
  host: Pick<HostProfile, 'lists'> | undefined,
  place: 'project' | 'home',
  skills: string,
): boolean {
  return host?.lists?.[place].includes(skills) === true
}

const TREE = '/**/*'

function isOfPattern(path: string, pattern: string): boolean {
  const [folder = '', ending] = pattern.split(TREE)
  if (ending === undefined) return path === pattern
  return path.startsWith(`${folder}/`) && path.endsWith(ending)
}

/**
 * True if a host that loads the file does so in every session: false if the front matter (a YAML
 * block, '' for none) ties it to some files of the workspace or leaves it to the model.
 */
export function isForEverySession(path: string, frontMatter = ''): boolean {
  if (path.endsWith('.mdc')) return /^alwaysApply:[ \t]*true\b/m.test(frontMatter)
  if (path.endsWith('.instructions.md'))
    return /^applyTo:[ \t]*["']?\*\*(?:\/\*)?["']?[ \t]*$/m.test(frontMatter)
  return !/^paths:/m.test(frontMatter)
}
