import { homedir } from 'node:os'
import type { HostName } from '../../profiles.js'
import type { FileEdit, TextFormat } from '../part.js'
import { parseLoosely, saysTheSame, valueAt, type Dialect } from '../json-text.js'
import { readIfThere } from '../settings-file.js'

/** The environment of a process. */
export type Env = Readonly<Record<string, string | undefined>>

/** Where a host's files are looked for. */
export interface Place {
  env: Env
  /** The absolute path of a project whose own files are meant; else the person's. */
  project?: string | undefined
}

/** What is to stand in a host's files. */
export interface Content {
  /** The command line of the hook for one of the host's events. */
  command: (event: string, besideServer?: boolean) => string
  /** What starts the MCP server; undefined where none is to be registered. */
  server: { command: string; args: readonly string[] } | undefined
  /** True where prompts are answered by the session's own MCP server. */
  isResident: boolean
  /** OpenCode's plugin file. */
  plugin: string
}

/** One agent host: where its files are, and what is put there. */
export interface Host {
  name: HostName
  /** As people write it. */
  title: string
  /** Other names that a person may call it by. */
  aliases: readonly string[]
  /** Its programs on the PATH. */
  programs: readonly string[]
  /** The folder that shows that it was used on this machine. */
  folder: (env: Env) => string
  /** What is put into each file. */
  edits: (place: Place, content: Content) => FileEdit[]
  /** The answer by which a hook tells a person something at a session's start, as JSON. */
  tell: (message: string) => string
  /** True where the host runs a plugin in place of hook commands. */
  isPlugin?: boolean
  /** svc as a plugin of the host, which is enough by itself. */
  plugin?: {
    /** The file by which it is switched on there; undefined where it is not. */
    find: (place: Place) => string | undefined
    /** The command line that takes it out. */
    undo: string
  }
  /** What is left for the person to do after an installation; undefined for nothing. */
  left?: string
}

/** The person's home directory. */
export function homeOf({ HOME }: Env): string {
  return HOME || homedir()
}

/** How JSON settings are kept. */
export function jsonFormat(dialect: Dialect): TextFormat {
  return {
    empty: '{}\n',
    isBlank: text => /^\s*(\{\s*\})?\s*$/.test(text),
    saysTheSame: (text, other) => saysTheSame(text, other, dialect),
  }
}

/** The name of svc's plugin and, behind the at sign, that of its marketplace. */
export const PLUGIN = 'svc@svc'

/** True where settings of Claude Code's kind at `path` switch svc's plugin on. */
export function isPluginEnabled(path: string): boolean {
  return Boolean(valueAt(parseLoosely(readIfThere(path), 'json'), ['enabledPlugins', PLUGIN]))
}

/** The answer that shows a person a line in hosts of Claude Code's kind. */
export function tellPerson(systemMessage: string): string {
  return JSON.stringify({ systemMessage })
}
