import { basename, dirname, join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orElse, SvcError } from '../../../store/errors.js'
import { isFolder } from '../../../store/files/read.js'
import { filesIn, folderNames, headOf, modifiedAt, readNotes, readSettings } from './files.js'
import { readTables } from './files.js'
import { ofRules, readAgentNotes, readCodexMemories } from './host-notes.js'
import {
  recordOf,
  textOf,
  type Found,
  type ImportKind,
  type KindContext,
  type Place,
} from './item.js'

type Read = AsyncIterable<Found>
type Parts = (base: string, context: KindContext) => Read[]

/** A host whose folder lies at `place`; a file in its place is taken for one with rules. */
function host(place: (context: KindContext) => string, parts: Parts): ImportKind {
  return {
    place,
    async *read(path, context) {
      const isFile = context.isGiven && !isFolder(path)
      for (const part of isFile ? [readNotes(path, ofRules)] : parts(path, context)) yield* part
    },
  }
}

/** The rules at a path, or nothing where there is none. */
function rulesAt(path: string, names?: RegExp): Read {
  return ifThere(path, () => readNotes(path, ofRules, names))
}

const rulesIn = (base: string, ...names: string[]) => names.map(name => rulesAt(join(base, name)))

/** Reads a file or folder that may not be there: one that cannot be read gives a line. */
async function* ifThere(path: string, read: () => Read): AsyncGenerator<Found> {
  if (modifiedAt(path) === undefined) return
  try {
    yield* read()
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    yield { at: path, bad: error.message.replace(`${path} `, '').replace(/; nothing.*$/, '') }
  }
}

const inHome =
  (folder: string, variable = '') =>
  (context: KindContext) =>
    context.env[variable] || join(context.home, folder)

const configOf = ({ env, home }: KindContext) => env.XDG_CONFIG_HOME || join(home, '.config')

/** The hosts that keep rules and memories in the home directory, by the names that svc has for them. */
export const HOST_KINDS: Readonly<Record<string, ImportKind>> = {
  'claude-code': host(inHome('.claude', 'CLAUDE_CONFIG_DIR'), (base, context) =>
    isMemories(base, context)
      ? [readAgentNotes(memoryIn(base), projectOf(memoryIn(base), context))]
      : [
          ...rulesIn(base, 'CLAUDE.md', 'rules'),
          ...projectMemories(base, '.', context),
          ...folderNames(join(base, 'agent-memory')).map(agent =>
            readAgentNotes(join(base, 'agent-memory', agent), undefined, [`agent:${agent}`]),
          ),
        ],
  ),
  codex: host(inHome('.codex', 'CODEX_HOME'), base => [
    ...rulesIn(base, 'AGENTS.md', 'AGENTS.override.md'),
    readCodexMemories(join(base, 'memories')),
  ]),
  gemini: host(inHome('.gemini'), base => [
    ...rulesIn(base, 'GEMINI.md', 'MEMORY.md'),
    ...folderNames(join(base, 'tmp')).map(id =>
      readAgentNotes(join(base, 'tmp', id, 'memory'), geminiProject(base, id)),
    ),
  ]),
  qwen: host(inHome('.qwen'), (base, context) => [
    ...rulesIn(base, 'QWEN.md', 'AGENTS.md'),
    ...projectMemories(base, 'chats', context),
  ]),
  droid: host(inHome('.factory'), base => rulesIn(base, 'AGENTS.md')),
  opencode: host(
    context => join(configOf(context), 'opencode'),
    base => rulesIn(base, 'AGENTS.md'),
  ),
  copilot: host(inHome('.copilot', 'COPILOT_HOME'), (base, context) => [
    ...rulesIn(base, 'copilot-instructions.md'),
    rulesAt(join(base, 'instructions'), /\.instructions\.md$/),
    ...['Code', 'Code - Insiders'].flatMap(name => userFolders(name, context)).flatMap(ofCode),
    ...ofCode(join(context.home, '.vscode-server', 'data', 'User')),
  ]),
  cursor: host(inHome('.cursor'), (base, context) => [
    rulesAt(join(base, 'rules'), /\.mdc$/),
    ...userFolders('Cursor', context).map(ofCursor),
  ]),
}

/** True for a folder of memories that a person named, which has none of the things of Claude Code's own. */
function isMemories(base: string, { isGiven }: KindContext): boolean {
  const own = ['projects', 'CLAUDE.md', 'rules', 'agent-memory']
  return isGiven && own.every(name => modifiedAt(join(base, name)) === undefined)
}

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

function projectMemories(base: string, transcripts: string, context: KindContext): Read[] {
  const projects = folderNames(join(base, 'projects')).map(slug => join(base, 'projects', slug))
  const kept = projects.filter(folder => isFolder(join(folder, 'memory')))
  return kept.map(folder =>
    readAgentNotes(join(folder, 'memory'), findBySlug(folder, transcripts, context)),
  )
}

const MOST_TRANSCRIPTS = 5

/**
 * The project of a folder that a host names by the path of one, with a hyphen for each character that is
 * no letter or digit: the directory in which its sessions were, one that svc knows, or one that is there.
 */
function findBySlug(folder: string, transcripts: string, { projects }: KindContext): Place {
  const slug = basename(folder)
  const isIt = (path: string) => toSlug(path) === slug
  const timeOf = (path: string) => modifiedAt(path)?.getTime() ?? 0
  const files = filesIn(join(folder, transcripts), /\.jsonl$/).sort((a, b) => timeOf(b) - timeOf(a))
  const newest = files.slice(0, MOST_TRANSCRIPTS).map(file => rootIn(headOf(file), isIt))
  const known = projects.filter(isIt)
  const path =
    newest.find(Boolean) ??
    (known.length === 1 ? known[0] : undefined) ??
    walkTo(parse(folder).root, slug)
  return path === undefined ? { name: slug } : { path }
}

function toSlug(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, '-')
}

/** The directory of a session of which the test holds: where it ran, or one above. */
function rootIn(head: string, isIt: (path: string) => boolean): string | undefined {
  const said = /"cwd":("(?:[^"\\]|\\.)*")/.exec(head)?.[1] ?? '""'
  for (let path = JSON.parse(said) as string; path.length > 1;) {
    if (isIt(path)) return path
    const above = path.replace(/[\\/][^\\/]*$/, '')
    if (above === path) break
    path = above
  }
  return undefined
}

/** The only directory that is there and has this slug; undefined for none, or for more than one. */
function walkTo(root: string, slug: string): string | undefined {
  const found: string[] = []
  const visit = (folder: string, rest: string, depth: number) => {
    if (depth > 32 || found.length > 1) return
    for (const name of folderNames(folder)) {
      const step = toSlug(name)
      if (rest === step) found.push(join(folder, name))
      else if (rest.startsWith(`${step}-`))
        visit(join(folder, name), rest.slice(step.length + 1), depth + 1)
    }
  }
  visit(root, slug.slice(1), 0)
  return found.length === 1 ? found[0] : undefined
}

/** The project of a folder of Gemini CLI: as a file in it says, or the list of all. */
function geminiProject(base: string, id: string): Place {
  const paths = Object.entries(recordOf(readSettings(join(base, 'projects.json')).projects))
  const said = headOf(join(base, 'tmp', id, '.project_root')).trim()
  const path = said || paths.find(([, name]) => name === id)?.[0]
  return path === undefined ? { name: id } : { path }
}

/** The folders in which an editor that is made of VS Code keeps what is a person's own. */
function userFolders(editor: string, context: KindContext): string[] {
  const library = join(context.home, 'Library', 'Application Support')
  const bases = [configOf(context), library, context.env.APPDATA ?? ''].filter(Boolean)
  return bases.map(base => join(base, editor, 'User')).filter(isFolder)
}

function ofCode(user: string): Read[] {
  const workspaces = join(user, 'workspaceStorage')
  const memories = 'memory-tool/memories'
  return [
    rulesAt(join(user, 'prompts'), /\.instructions\.md$/),
    readAgentNotes(join(user, 'globalStorage/github.copilot-chat', memories), undefined),
    ...folderNames(workspaces).map(hash => {
      const folder = join(workspaces, hash)
      const own = join(folder, 'GitHub.copilot-chat', memories, 'repo')
      return readAgentNotes(own, workspaceOf(folder))
    }),
  ]
}

function workspaceOf(folder: string): Place {
  const { folder: opened, workspace } = readSettings(join(folder, 'workspace.json'))
  const place = textOf(opened) ?? textOf(workspace) ?? 'unknown workspace'
  const path = orElse(() => (textOf(opened) ? fileURLToPath(place) : undefined), undefined)
  return path === undefined ? { name: place } : { path }
}

/** Reads what a person told Cursor of themselves, where the editor keeps it in its own file. */
function ofCursor(user: string): Read {
  const path = join(user, 'globalStorage', 'state.vscdb')
  const text = 'select substr(cast(value as text), 1, 262145) as value from ItemTable where key = ?'
  return ifThere(path, async function* () {
    const found = await readTables(path, ({ has, rows }) =>
      has('ItemTable', 'key', 'value') ? rows(text, ['aicontext.personalContext']) : [],
    )
    const note = { path, name: basename(path), front: {}, modifiedAt: new Date(NaN) }
    for (const { value } of found) yield* ofRules({ ...note, body: textOf(value) ?? '' })
  })
}
