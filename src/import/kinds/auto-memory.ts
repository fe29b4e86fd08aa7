import { basename, join, parse } from 'node:path'
import { isFolder } from '../../../store/files/read.js'
import { folderNames, headOf, newestFiles, readNotes, type Note } from './files.js'
import {
  isRefusal,
  kindOf,
  kindOfNote,
  recordOf,
  sectionsOf,
  textOf,
  titleOf,
  type Found,
  type ForeignItem,
  type KindContext,
  type Place,
} from './item.js'

/**
 * Reads the notes that an agent keeps of a project, one fact a file, in the form of Claude Code. Of the
 * index beside them only what is no line of it is read; logs are left out. Nothing where there is no folder.
 */
export async function* readAutoMemory(
  folder: string,
  place: Place | undefined,
  tags: string[] = [],
): AsyncGenerator<Found> {
  if (!isFolder(folder)) return
  for await (const note of readNotes(folder)) {
    if ('bad' in note) yield { ...note, at: join(folder, note.at) }
    else if (/^(?:logs|skills)\//.test(note.name)) yield { left: 'logs and skills' }
    else if (basename(note.name) === 'MEMORY.md') yield* ofIndex(note, { place, tags })
    else yield { ...toItem(note, place), tags: [...tags, ...tagsOf(note)] }
  }
}

const INDEX_LINE = /^\s*[-*]\s+\[[^\]]*\]\([^)]*\.md\).*$/gm

function* ofIndex(
  note: Note,
  { place, tags }: Pick<ForeignItem, 'place' | 'tags'>,
): Generator<Found> {
  for (const { heading, body, key } of sectionsOf(note.path, note.body.replace(INDEX_LINE, ''))) {
    const said = { kind: kindOfNote(body), title: heading || titleOf(body), content: body }
    yield { ...common(note), ...said, key, place, tags: tags ?? [] }
  }
}

function common({ path, name, modifiedAt }: Note) {
  return { at: path, modifiedAt, words: 'agent' as const, source: { file: name } }
}

function fieldsOf({ front }: Note) {
  const inner = recordOf(front.metadata)
  const ask = (name: string) => inner[name] ?? front[name]
  return {
    type: textOf(ask('type')),
    session: textOf(ask('originSessionId')),
    changed: ask('modified'),
  }
}

function tagsOf(note: Note): string[] {
  const { type } = fieldsOf(note)
  return type === 'reference' ? ['reference'] : []
}

function toItem(note: Note, place: Place | undefined): ForeignItem {
  const { front, body, path } = note
  const { type, session, changed } = fieldsOf(note)
  const name = textOf(front.name)
  const description = textOf(front.description)
  const heading = /^#\s+(.+)$/m.exec(body)?.[1]
  const isTitle = name !== undefined && name.includes(' ')
  const title = isTitle ? name : (description && titleOf(description)) || heading || titleOf(body)
  const isAlias = description !== undefined && description !== title && description.length <= 100
  return {
    ...{ ...common(note), key: path, title, content: body },
    kind: kindOfType(type, body),
    aliases: isAlias ? [description] : [],
    createdAt: changed,
    place: type === 'user' ? 'global' : place,
    source: { file: note.name, ...(session !== undefined && { session }) },
  }
}

function kindOfType(type: string | undefined, body: string): string {
  if (type === 'feedback') return isRefusal(body) ? 'correction' : 'preference'
  return kindOf(type) ?? kindOfNote(body)
}

/**
 * The project of a folder that a host names by the path of one, with a hyphen for each character that is
 * no letter or digit: the directory in which its sessions were, one that svc knows, or one that is there.
 */
export function findBySlug(folder: string, transcripts: string, { projects }: KindContext): Place {
  const slug = basename(folder)
  const isIt = (path: string) => toSlug(path) === slug
  const known = projects.filter(isIt)
  const path =
    newestFiles(join(folder, transcripts), '.jsonl')
      .map(file => rootIn(headOf(file), isIt))
      .find(Boolean) ??
    (known.length === 1 ? known[0] : undefined) ??
    walkTo(parse(folder).root, slug)
  return path === undefined ? { name: slug } : { path }
}

function toSlug(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, '-')
}

/** The directory of a session of which the test holds: where it ran, or one above. */
function rootIn(head: string, isIt: (path: string) => boolean): string | undefined {
  const said = /"cwd":("(?:[^"\\]|\\.)*")/.exec(head)?.[1]
  if (said === undefined) return undefined
  const cwd = JSON.parse(said) as string
  for (let path = cwd; path.length > 1; path = path.replace(/[\\/][^\\/]*$/, '')) {
    if (isIt(path)) return path
    if (!/[\\/]/.test(path)) break
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
