import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orElse, SvcError } from '../../../store/errors.js'
import { isFolder } from '../../../store/files/read.js'
import { folderNames, headOf, modifiedAt, readSettings } from './files.js'
import { readCodexMemories } from './codex.js'
import {
  recordOf,
  textOf,
  type Found,
  type ImportKind,
  type KindContext,
  type Place,
} from './item.js'
import { findBySlug, readAutoMemory } from './auto-memory.js'
import { readRules } from './rules.js'
import { readTables } from './sqlite.js'

/** The parts of a host's folder, or of the folder that was named in its place. */
type Parts = (base: string, context: KindContext, isGiven: boolean) => AsyncIterable<Found>[]

/** A host whose folder lies at `base`; a file in its place is taken for one with rules. */
function host(name: string, base: (context: KindContext) => string, parts: Parts): ImportKind {
  return {
    about: `what ${name} keeps in the home directory`,
    async *read(path, context) {
      const place = path ?? base(context)
      const isFile = path !== undefined && !isFolder(path)
      const all = isFile ? [readRules(path)] : parts(place, context, path !== undefined)
      for (const part of all) yield* part
    },
  }
}

/** The rules at a path, or nothing where there is none. */
function rulesAt(path: string, endings?: RegExp): AsyncIterable<Found> {
  return ifThere(path, () => readRules(path, endings))
}

/** Reads a file or folder that may not be there: one that cannot be read gives a line. */
async function* ifThere(path: string, read: () => AsyncIterable<Found>): AsyncGenerator<Found> {
  if (modifiedAt(path) === undefined) return
  try {
    yield* read()
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    yield { at: path, bad: error.message.replace(`${path} `, '').replace(/; nothing.*$/, '') }
  }
}

const inHome = (folder: string, variable?: string) => (context: KindContext) =>
  (variable === undefined ? undefined : context.env[variable]) || join(context.home, folder)

/** The hosts that keep rules and memories in the home directory, by the names that svc has for them. */
export const HOST_KINDS: Readonly<Record<string, ImportKind>> = {
  'claude-code': host(
    'Claude Code',
    inHome('.claude', 'CLAUDE_CONFIG_DIR'),
    (base, context, isGiven) =>
      isGiven && !OWN.some(name => modifiedAt(join(base, name)) !== undefined)
        ? [readAutoMemory(memoryIn(base), projectOf(memoryIn(base), context))]
        : [
            rulesAt(join(base, 'CLAUDE.md')),
            rulesAt(join(base, 'rules')),
            ...projectMemories(base, '.', context),
            ...folderNames(join(base, 'agent-memory')).map(agent =>
              readAutoMemory(join(base, 'agent-memory', agent), undefined, [`agent:${agent}`]),
            ),
          ],
  ),
  codex: host('Codex', inHome('.codex', 'CODEX_HOME'), base => [
    rulesAt(join(base, 'AGENTS.md')),
    rulesAt(join(base, 'AGENTS.override.md')),
    readCodexMemories(join(base, 'memories')),
  ]),
  gemini: host('Gemini CLI', inHome('.gemini'), base => [
    rulesAt(join(base, 'GEMINI.md')),
    rulesAt(join(base, 'MEMORY.md')),
    ...folderNames(join(base, 'tmp')).map(id =>
      readAutoMemory(join(base, 'tmp', id, 'memory'), geminiProject(base, id)),
    ),
  ]),
  qwen: host('Qwen Code', inHome('.qwen'), (base, context) => [
    rulesAt(join(base, 'QWEN.md')),
    rulesAt(join(base, 'AGENTS.md')),
    ...projectMemories(base, 'chats', context),
  ]),
  droid: host('Droid', inHome('.factory'), base => [rulesAt(join(base, 'AGENTS.md'))]),
  opencode: host(
    'OpenCode',
    ({ env, home }) => join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode'),
    base => [rulesAt(join(base, 'AGENTS.md'))],
  ),
  copilot: host('GitHub Copilot', inHome('.copilot', 'COPILOT_HOME'), (base, context) => [
    rulesAt(join(base, 'copilot-instructions.md')),
    rulesAt(join(base, 'instructions'), /\.instructions\.md$/),
    ...userFolders('Code', context).flatMap(ofCode),
  ]),
  cursor: host('Cursor', inHome('.cursor'), (base, context) => [
    rulesAt(join(base, 'rules'), /\.mdc$/),
    ...userFolders('Cursor', context).map(ofCursor),
  ]),
}

/** Names of things in Claude Code's folder, and in none of memories. */
const OWN = ['projects', 'CLAUDE.md', 'rules', 'agent-memory']

/** The folder of memories of a project's folder, or the folder itself where it is one. */
function memoryIn(folder: string): string {
  const below = join(folder, 'memory')
  return isFolder(below) ? below : folder
}

function projectOf(memory: string, context: KindContext): Place | undefined {
  const folder = dirname(memory)
  const isOfHost = basename(memory) === 'memory' && basename(dirname(folder)) === 'projects'
  return isOfHost ? findBySlug(folder, '.', context) : undefined
}

function projectMemories(base: string, transcripts: string, context: KindContext) {
  const projects = join(base, 'projects')
  return folderNames(projects)
    .filter(slug => isFolder(join(projects, slug, 'memory')))
    .map(slug => {
      const folder = join(projects, slug)
      return readAutoMemory(join(folder, 'memory'), findBySlug(folder, transcripts, context))
    })
}

/** The project of a folder of Gemini CLI: as a file in it says, or the list of all. */
function geminiProject(base: string, id: string): Place {
  const said = headOf(join(base, 'tmp', id, '.project_root')).trim()
  if (said !== '') return { path: said }
  const paths = Object.entries(recordOf(readSettings(join(base, 'projects.json')).projects))
  const path = paths.find(([, name]) => name === id)?.[0]
  return path === undefined ? { name: id } : { path }
}

/** The folders in which VS Code, or an editor made of it, keeps what is a person's own. */
function userFolders(editor: string, { home, env }: KindContext): string[] {
  const config = env.XDG_CONFIG_HOME || join(home, '.config')
  const bases = [config, join(home, 'Library', 'Application Support'), env.APPDATA ?? '']
  const names = editor === 'Code' ? [editor, `${editor} - Insiders`] : [editor]
  const own = bases.filter(Boolean).flatMap(base => names.map(name => join(base, name, 'User')))
  const remote = editor === 'Code' ? [join(home, '.vscode-server', 'data', 'User')] : []
  return [...own, ...remote].filter(isFolder)
}

function ofCode(user: string): AsyncIterable<Found>[] {
  const workspaces = join(user, 'workspaceStorage')
  const ofChat = 'memory-tool/memories'
  return [
    rulesAt(join(user, 'prompts'), /\.instructions\.md$/),
    readAutoMemory(join(user, 'globalStorage/github.copilot-chat', ofChat), undefined),
    ...folderNames(workspaces).map(hash => {
      const folder = join(workspaces, hash)
      const memories = join(folder, 'GitHub.copilot-chat', ofChat, 'repo')
      return readAutoMemory(memories, workspaceOf(folder))
    }),
  ]
}

function workspaceOf(folder: string): Place {
  const said = readSettings(join(folder, 'workspace.json'))
  const place = textOf(said.folder) ?? textOf(said.workspace) ?? 'unknown workspace'
  const path = orElse(() => (textOf(said.folder) ? fileURLToPath(place) : undefined), undefined)
  return path === undefined ? { name: place } : { path }
}

/** Reads what a person told Cursor of themselves, where the editor keeps it in its own file. */
function ofCursor(user: string): AsyncIterable<Found> {
  const path = join(user, 'globalStorage', 'state.vscdb')
  return ifThere(path, () => ofState(path))
}

async function* ofState(path: string): AsyncGenerator<Found> {
  const found = await readTables(path, ({ has, rows }) => {
    if (!has('ItemTable', 'key', 'value')) return []
    const text = 'select substr(cast(value as text), 1, 262145) as value from ItemTable'
    return rows(`${text} where key = ?`, ['aicontext.personalContext'])
  })
  for (const { value } of found) yield* readRules(path, undefined, textOf(value) ?? '')
}
