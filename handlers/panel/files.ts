import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { SvcError } from '../../store/errors.js'

/** A file of the page as it can be sent. */
export interface PanelFile {
  type: string
  /** Names its content, not how it is compressed. */
  etag: string
  /** Encodings of the compressed files beside it, the smallest first. */
  encodings: readonly string[]
  /** Its bytes, plain where no encoding is named. Throws NOT_AVAILABLE where they are gone. */
  read(encoding?: string): Promise<Uint8Array<ArrayBuffer>>
}

/** Finds a file by its path below the page; undefined where there is none. */
export type FindPanelFile = (path: string) => Promise<PanelFile | undefined>

type Listed = Pick<PanelFile, 'type' | 'etag' | 'encodings'>

const ENDINGS: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' }

/** Seen from the module that was built, from the place that a bundle gives it, and from the source. */
const PLACES = ['../../panel/', '../../../panel/', '../../dist/panel/'].map(
  path => new URL(path, pathToFileURL(`${import.meta.dirname}/`)),
)

/**
 * The files of the page that the build has made: what there is is read once, each file when it is
 * first asked for. Finding throws NOT_AVAILABLE where no build has made any.
 */
export function openPanelFiles(places: readonly URL[] = PLACES): FindPanelFile {
  let opened: ReturnType<typeof readFiles> | undefined
  return async path => {
    const files = await (opened ??= readFiles(places))
    if (files !== undefined) return files.get(path)
    opened = undefined
    throw unavailable('This build of svc has no panel: npm run build')
  }
}

async function readFiles(
  places: readonly URL[],
): Promise<ReadonlyMap<string, PanelFile> | undefined> {
  for (const folder of places) {
    const listed = await readList(new URL('files.json', folder))
    if (listed === undefined) continue
    const files = Object.entries(listed)
    return new Map(files.map(([path, file]) => [path, toPanelFile(file, new URL(path, folder))]))
  }
  return undefined
}

/** Undefined where there is none, or where the build is just writing it. */
async function readList(place: URL): Promise<Record<string, Listed> | undefined> {
  try {
    return JSON.parse(await readFile(place, 'utf8')) as Record<string, Listed>
  } catch {
    return undefined
  }
}

function toPanelFile({ type, etag, encodings }: Listed, place: URL): PanelFile {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const read = (encoding = ''): Promise<Uint8Array<ArrayBuffer>> => {
    const before = kept.get(encoding)
    if (before !== undefined) return before
    const bytes = readBytes(new URL(place.href + (ENDINGS[encoding] ?? '')))
    kept.set(encoding, bytes)
    bytes.catch(() => kept.delete(encoding))
    return bytes
  }
  return { type, etag, encodings, read }
}

/** A program runs on while svc is built anew, or updated, below it. */
async function readBytes(place: URL): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readFile(place)
  } catch (cause) {
    throw unavailable('Another version of svc was put in its place: start the service anew', cause)
  }
}

function unavailable(message: string, cause?: unknown): SvcError {
  return new SvcError('NOT_AVAILABLE', message, { cause })
}
