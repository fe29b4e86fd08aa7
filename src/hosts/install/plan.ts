import type { Content, Host, Place } from './hosts/host.js'
import { dataDirOf, readPaths } from './own.js'
import type { FileEdit, Part } from './part.js'
import { findAbandoned, planSettings, readIfThere, type SettingsPlan } from './settings-file.js'

/** Content for parts of which only the place matters. */
const ANYTHING: Content = {
  command: () => 'svc-hook',
  server: { command: 'svc', args: ['mcp'] },
  isResident: false,
  plugin: '',
}

/**
 * Plans what is to become of each of a host's files and writes nothing. Throws INVALID_REQUEST or
 * CONFLICT where one of them cannot be edited.
 */
export function planInstall(host: Host, place: Place, content: Content): SettingsPlan[] {
  return host.edits(place, content).map(edit => planSettings(edit, place.root))
}

/** Plans that nothing of svc's is left in a host's files. Throws as `planInstall`. */
export function planUninstall(host: Host, place: Place): SettingsPlan[] {
  return host.edits(place, ANYTHING).map(edit => planSettings(without(edit), place.root))
}

function without(edit: FileEdit): FileEdit {
  return { ...edit, parts: edit.parts.map(({ part }) => ({ part, wanted: false })) }
}

/** The temporary files that killed installations left beside a host's files; [] for none. */
export function findAbandonedOf(host: Host, place: Place): string[] {
  return host.edits(place, ANYTHING).flatMap(({ path }) => findAbandoned(path, place.root))
}

/** True where one of a host's files has something of svc's; `unread` where one cannot be read. */
export function isInstalled(host: Host, place: Place, unread = false): boolean {
  try {
    for (const { part, text } of partsIn(host, place)) if (part.isIn?.(text)) return true
    return false
  } catch {
    return unread
  }
}

/** True where the files of a project are the person's own: in the home directory. */
export function sharesFiles(host: Host, { env, project }: Place): boolean {
  if (project === undefined) return false
  const [own, shared] = [{ env }, { env, project }].map(place =>
    host.edits(place, ANYTHING).map(({ path }) => path),
  )
  return shared!.some(path => own!.includes(path))
}

/** The data directories whose launchers a host's files name. Throws INVALID_REQUEST as a part does. */
export function findDataDirs(host: Host, place: Place): string[] {
  const commands = [...partsIn(host, place)].flatMap(
    ({ part, text }) => part.commands?.(text) ?? [],
  )
  const dirs = commands.flatMap(readPaths).map(dataDirOf)
  return [...new Set(dirs.filter(dir => dir !== undefined))]
}

/** The words that a host's calls of svc's own server carry. Throws INVALID_REQUEST as a part does. */
export function findHookKeys(host: Host, place: Place): unknown[] {
  return [...partsIn(host, place)].flatMap(({ part, text }) => part.hookKeys?.(text) ?? [])
}

/** Every part of svc's, each with the text of its file, if that holds anything. */
function* partsIn(host: Host, place: Place): Generator<{ part: Part; text: string }> {
  for (const { path, parts, format } of host.edits(place, ANYTHING)) {
    const text = readIfThere(path)
    if (text === undefined || format.isBlank(text)) continue
    for (const { part } of parts) yield { part, text }
  }
}
