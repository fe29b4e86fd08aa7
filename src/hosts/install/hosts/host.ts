import { orElse } from '../../../../store/errors.js'
import type { HostProfile } from '../../profile.js'
import type { HostName } from '../../profiles.js'
import type { FileEdit } from '../part.js'
import { parseLoosely, saysTheSame, valueAt, type Dialect } from '../json-text.js'
import { readIfThere } from '../settings-file.js'

/** The environment of a process. */
export type Env = Readonly<Record<string, string | undefined>>

/** The person, or a project, whose files of a host are meant. */
export interface Place {
  env: Env
  /** The absolute path of a project whose own files are meant; else the person's. */
  project?: string | undefined
  /** The real path of the repository that it lies in: no link may lead out of that. */
  root?: string | undefined
}

/** The entries of svc for a host's files. */
export interface Content {
  /** The command line of the hook for one of the host's events. */
  command: (event: string, besideServer?: boolean) => string
  /** The command of the MCP server; undefined if none is to be registered. */
  server: { command: string; args: readonly string[] } | undefined
  /** True where prompts are answered by the session's own MCP server. */
  isResident: boolean
  /** The word that calls of that server carry; it is read when it is needed. */
  hookKey?: () => string
  /** OpenCode's plugin file. */
  plugin: string
}

/** Finds a host's files, and plans svc's parts of them. */
export interface Installer {
  /** The folder that shows that it was used on this machine. */
  folder: (env: Env) => string
  /** The files, each with its parts. */
  edits: (place: Place, content: Content) => FileEdit[]
  /** True where the host runs a plugin in place of hook commands. */
  isPlugin?: boolean
  /** svc as a plugin of the host, which is enough by itself. */
  plugin?: {
    /** The file by which it is switched on there; undefined where it is not. */
    find: (place: Place) => string | undefined
    /** The command line that takes it out. */
    undo: string
  }
  /** Advice for the person after an installation; undefined for none. */
  left?: string
  /**
   * Has a host approve svc's hooks that runs none that was not approved; answers how many it has
   * approved now. Throws NOT_AVAILABLE where it does not answer as it should.
   */
  approve?: (asked: { program: string; env: Env; cwd: string }) => Promise<number>
}

/** One agent host that svc can be installed in. */
export interface Host extends HostProfile, Installer {
  name: HostName
}

/** Creates the edit of a file of JSON settings. */
export function editJson(path: string, dialect: Dialect, parts: FileEdit['parts']): FileEdit {
  const format = {
    empty: '{}\n',
    isBlank: (text: string) => /^\s*(\{\s*\})?\s*$/.test(text),
    saysTheSame: (text: string, other: string) => saysTheSame(text, other, dialect),
  }
  return { path, format, parts }
}

/** The name of svc's plugin and, behind the at sign, that of its marketplace. */
export const PLUGIN = 'svc@svc'

/** True where settings of Claude Code's kind at `path` can be read and switch svc's plugin on. */
export function isPluginEnabled(path: string): boolean {
  const text = orElse(() => readIfThere(path), undefined)
  return Boolean(valueAt(parseLoosely(text, 'json'), ['enabledPlugins', PLUGIN]))
}
