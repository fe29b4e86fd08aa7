import { posix } from 'node:path'
import {
  compareText,
  FOLDER_PART,
  type IndexEntry,
  type SearchIndex,
} from '../../store/index/types.js'
import { hideDocuments } from '../../store/index/visible.js'
import { foldersDownTo, isAt, isBelow, type Place } from '../hosts/loaded.js'
import { compareStanding, isForStart, toItemEntry, type PartedIndex } from './standing.js'

/** The folder of a session, and the root that it is relative to. */
export interface SessionPlace {
  root: string
  folder: string
}

/** An agent file of a folder in which a prompt names something. */
interface FileAtHand {
  /** Number of the unit that it is in. */
  index: number
  entry: IndexEntry
  degree: 'full'
  reason: string
}

/** The entries that stand for folders of the workspace, as one session has them. */
export interface SessionFolders {
  place: Place
  /** False for an entry that stands for a folder in which the session has nothing to do. */
  isHere(entry: IndexEntry): boolean
  /** Those of a unit for a start: of the folder that the session is in, and of those above. */
  standing(unit: number): IndexEntry[]
  /** The index of a unit without those of other folders. */
  index(unit: number): SearchIndex
  /** The agent files of other folders in which the prompt names something, the nearest first. */
  atHand(): FileAtHand[]
}

/** Looks for what stands for folders in some units, and places the session among them. */
export function placeSession(
  units: readonly { index(): SearchIndex }[],
  query: { text?: string | undefined; at?: SessionPlace | undefined; isUnasked: boolean },
): SessionFolders {
  const { text = '', at, isUnasked } = query
  const place = { folder: at?.folder ?? '', paths: isUnasked ? findNamed(text, at) : [] }
  const of = units.map(unit => {
    const index = unit.index()
    return 'parts' in index ? readFolders(index as SearchIndex & PartedIndex) : listFolders(index)
  })
  const inside = (unit: number, folders?: readonly string[]) => of[unit]!.inside(folders)
  const here = [...new Set([place.folder, ...place.paths].flatMap(foldersDownTo))]
  return {
    place,
    isHere: ({ folder }) => !isUnasked || folder === undefined || isAt(place, folder),
    standing: unit => inside(unit, isUnasked ? foldersDownTo(place.folder) : undefined),
    index: unit => {
      const index = units[unit]!.index()
      return isUnasked ? hideDocuments(index, of[unit]!.elsewhere(here)) : index
    },
    atHand: () => {
      const others = here.filter(folder => !isBelow(place.folder, folder))
      const found = units.flatMap((_, index) =>
        inside(index, others).map(entry => ({ index, entry })),
      )
      const ordered = found.filter(({ entry }) => isForStart(entry)).sort(compareStanding)
      return ordered.map(({ index, entry }) => {
        const reason = `of ${entry.folder}, where the prompt names a file`
        return { index, entry, degree: 'full', reason }
      })
    },
  }
}

/** A path in a text, of a file or a folder. */
const NAMED_PLACE = /[^\s"'`()[\]{}<>,;:!?*|=]*\/[^\s"'`()[\]{}<>,;:!?*|=]*/g
/** More paths of a prompt are not looked at. */
const MOST_NAMED = 32

/**
 * The paths that a text names, from the root of the project. A relative one may begin in the session's
 * folder too, unless it has the first name of that.
 */
function findNamed(text: string, at: SessionPlace | undefined): string[] {
  const { root = '', folder = '' } = at ?? {}
  const [first = ''] = folder.split('/')
  const given = text.replaceAll('\\', '/').match(NAMED_PLACE) ?? []
  const named = given.slice(0, MOST_NAMED).flatMap(one => {
    const path = one.replace(/^@|[./]+$/g, '')
    if (first !== '' && isBelow(path, first)) return [path]
    if (!path.startsWith('/')) return [path, `${folder}/${path}`]
    return root !== '' && path.startsWith(`${root}/`) ? [path.slice(root.length + 1)] : []
  })
  const paths = named.map(path => posix.normalize(`./${path}`))
  return [...new Set(paths.filter(path => !/^\.{1,2}(?:\/|$)|^\//.test(path)))]
}

/** The entries of an index that stand for folders. */
interface FolderEntries {
  /** Those of some folders, or of all, each item once. */
  inside(folders: readonly string[] | undefined): IndexEntry[]
  /** The documents of the index that stand for others. */
  elsewhere(folders: readonly string[]): ReadonlySet<number>
}

/** Those of an index that says nothing of their order. */
function listFolders(index: SearchIndex): FolderEntries {
  const isElsewhere = ({ folder }: IndexEntry, folders: readonly string[]) =>
    folder !== undefined && !folders.includes(folder)
  return {
    inside: folders => toItems(index.entries(0, index.size), folders),
    elsewhere: folders => {
      const numbers = Array.from(index.passages().keys())
      return new Set(numbers.filter(document => isElsewhere(index.entry(document), folders)))
    },
  }
}

function toItems(all: readonly IndexEntry[], folders: readonly string[] | undefined): IndexEntry[] {
  const isOfThese = ({ passage = 0, folder }: IndexEntry) =>
    passage === 0 && folder !== undefined && folders?.includes(folder) !== false
  return all.filter(isOfThese).map(toItemEntry)
}

/** Those of an index file, which has them in the order of the folders. */
function readFolders(index: PartedIndex): FolderEntries {
  const { [FOLDER_PART]: from = 0, [FOLDER_PART + 1]: end = 0 } = index.parts()
  return {
    inside: folders => {
      if (folders === undefined) return toItems(index.entries(from, end - from), folders)
      return folders.flatMap(folder => toItems(readFolder(index, folder, from, end), folders))
    },
    elsewhere: folders => {
      const numbers = new Set<number>()
      for (let document = from; document < end; document++) numbers.add(document)
      for (const folder of folders) {
        const last = findFolder(index, `${folder}\0`, from, end)
        for (let at = findFolder(index, folder, from, end); at < last; at++) numbers.delete(at)
      }
      return numbers
    },
  }
}

/** Entries that are read at once, and of one folder at most. */
const FOLDER_ENTRIES = 50
const MOST_OF_FOLDER = 500

function readFolder(index: PartedIndex, folder: string, from: number, end: number): IndexEntry[] {
  const found: IndexEntry[] = []
  let at = findFolder(index, folder, from, end)
  for (; at < end && found.length < MOST_OF_FOLDER; at += FOLDER_ENTRIES) {
    const read = index.entries(at, Math.min(FOLDER_ENTRIES, end - at))
    found.push(...read.filter(entry => entry.folder === folder))
    if (read.at(-1)?.folder !== folder) break
  }
  return found
}

/** The first entry of a folder or of what follows it. */
function findFolder(index: PartedIndex, folder: string, from: number, end: number): number {
  let [first, last] = [from, end]
  while (first < last) {
    const middle = (first + last) >> 1
    const [entry] = index.entries(middle, 1)
    if (compareText(entry?.folder ?? '', folder) < 0) first = middle + 1
    else last = middle
  }
  return first
}
