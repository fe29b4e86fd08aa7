import { SvcError } from '../../store/errors.js'
import {
  dropTemporaries,
  fileStamp,
  readText,
  removeFile,
  writeAtomic,
} from '../../store/files/atomic.js'
import { withFence } from '../../store/files/fence.js'
import type { HeldLock } from '../../store/files/lock.js'
import { listNames } from '../../store/files/read.js'
import { runInSteps, type Steps } from '../../store/files/steps.js'
import { openBase, type BaseIndex } from '../../store/index/base.js'
import { encodeInSteps } from '../../store/index/encode.js'
import { openIndexFile, type FileIndex } from '../../store/index/file-index.js'
import { joinIndexes } from '../../store/index/joined.js'
import { createScopeIndex, type MemoryIndex } from '../../store/index/memory-index.js'
import { createId, pathIn } from '../../store/names.js'
import { storeLock, type Store } from '../../store/store.js'
import { isForbidden } from './damage.js'
import { toDocuments, toLocator } from './documents.js'
import { listParts, listPastKeys, pastIndexFolder, readPart, type Part } from './parts.js'
import type { PastTurn } from './turns.js'

/** A part that a segment holds, as it was then. */
type HeldPart = Pick<Part, 'name' | 'stamp'>

/** An index file over parts of one scope. */
export interface Segment {
  /** Key of the scope. */
  key: string
  /** Name of its file. */
  name: string
  turns: number
  parts: HeldPart[]
}

/** The document `segments.json`: which parts each index file holds. */
interface SegmentList {
  version: number
  segments: Segment[]
}

/** Raise it when a turn becomes another document: all segments are made anew. */
export const SEGMENTS_VERSION = 2
/** A segment of so many turns takes no more; smaller ones become one. */
const TAIL_TURNS = 2_000
/** Segments of one size that become one. */
const FAN = 4
/** A segment of so many turns is not merged any more: memory is bounded by it. */
const MOST_TURNS = TAIL_TURNS * FAN * FAN

const LIST = 'segments.json'

/**
 * Brings the index of past sessions up to date with the parts of a scope, or of all where no key is
 * given: new and changed parts are indexed, what no part holds any more leaves the index. Cheap where
 * nothing changed. Other work of the process goes on meanwhile, searches too. Rejects with STORE_LOCKED
 * where another process is at it for long, and with STORE_CORRUPT where the folder cannot be written.
 */
export async function refreshPast(store: Store, key?: string): Promise<void> {
  const folder = pastIndexFolder(store)
  const disarm = () => dropTemporaries(folder)
  const shut = new Set<string>()
  for (const each of keysToLookAt(store, key)) {
    const place = { store, key: each, shut }
    if (isFresh(planOf(place))) continue
    // A pass takes a second or so: others get the lock between two.
    while (await withFence(storeLock(store, 'past'), disarm, held => refreshOnce(place, held)));
  }
}

/** Nobody knows, where the list is lost, of any scope what is indexed of it. */
function keysToLookAt(store: Store, key: string | undefined): Iterable<string> {
  const listed = readList(store)
  if (key !== undefined && listed !== undefined) return [key]
  return new Set([...listPastKeys(store), ...(listed ?? []).map(segment => segment.key)])
}

/** The segments that there are; [] where none was made, or the list of them is damaged. */
export function readSegments(store: Store): Segment[] {
  return readList(store) ?? []
}

/** The path of the index file of a segment. */
export function segmentPath(store: Store, { name }: Pick<Segment, 'name'>): string {
  return pathIn(pastIndexFolder(store), name)
}

/** Changes whenever segments are made or merged. */
export function segmentsStamp(store: Store): string {
  return fileStamp(pathIn(pastIndexFolder(store), LIST))
}

/** Undefined where it is missing, damaged, or of another version. */
function readList(store: Store): Segment[] | undefined {
  try {
    const text = readText(pathIn(pastIndexFolder(store), LIST))
    const { version, segments } = JSON.parse(text ?? '{}') as Partial<SegmentList>
    return version === SEGMENTS_VERSION && segments?.every(isSegment) ? segments : undefined
  } catch {
    return undefined
  }
}

function isSegment(value: unknown): value is Segment {
  const { key, name, turns, parts } = (value ?? {}) as Partial<Segment>
  const isNamed = typeof key === 'string' && typeof name === 'string' && FILE.test(name)
  return isNamed && typeof turns === 'number' && Array.isArray(parts) && parts.every(isHeldPart)
}

function isHeldPart(value: unknown): value is HeldPart {
  const { name, stamp } = (value ?? {}) as Partial<HeldPart>
  return typeof name === 'string' && typeof stamp === 'string'
}

const FILE = /^[\w-]+\.idx$/

/** Work that there is for one scope. */
interface Plan {
  /** Segments of all scopes whose file is there. */
  all: Segment[]
  /** Those of the scope. */
  own: Segment[]
  /** Held parts that have changed or are gone. */
  dead: Set<string>
  /** Parts that no segment holds. */
  fresh: Part[]
  /** Index files of no segment: whoever was killed left them, or is about to list them. */
  stray: string[]
}

/** A scope whose index is brought up to date. */
interface Place {
  store: Store
  key: string
  /** Parts that may not be read now: the next time they are looked at again. */
  shut: Set<string>
}

function planOf({ store, key, shut }: Place): Plan {
  const names = new Set(listNames(pastIndexFolder(store)))
  const all = readSegments(store).filter(({ name }) => names.has(name))
  const listed = new Set(all.map(({ name }) => name))
  const own = all.filter(segment => segment.key === key)
  const parts = listParts(store, key)
  const present = new Set(parts.map(identityOf))
  const known = new Set(own.flatMap(segment => segment.parts.map(identityOf)))
  return {
    all,
    own,
    dead: new Set([...known].filter(name => !present.has(name))),
    fresh: parts.filter(part => !known.has(identityOf(part)) && !shut.has(identityOf(part))),
    stray: [...names].filter(name => FILE.test(name) && !listed.has(name)),
  }
}

function identityOf({ name, stamp }: HeldPart): string {
  return `${name} ${stamp}`
}

function isFresh({ own, dead, fresh, stray }: Plan): boolean {
  return dead.size + fresh.length + stray.length + toMerge(own).length === 0
}

/** One pass; true where there is more to do. */
async function refreshOnce(place: Place, lock: HeldLock): Promise<boolean> {
  const { store, key, shut } = place
  const { all, own, dead, fresh, stray } = planOf(place)
  for (const name of stray) removeFile(pathIn(pastIndexFolder(store), name))
  const isDead = (part: HeldPart) => dead.has(identityOf(part))
  const taken = await runInSteps(readFresh(fresh, shut))
  const hasDead = own.filter(({ parts }) => parts.some(isDead))
  const small = own.filter(({ turns }) => isSmall(turns))
  const isChanged = taken.parts.length + hasDead.length > 0
  const merged = isChanged ? [] : toMerge(own)
  if (!isChanged && merged.length === 0) return false
  const makings: Making[] = isChanged
    ? [
        { key, of: small, isDead, taken },
        ...hasDead.filter(one => !small.includes(one)).map(one => ({ key, of: [one], isDead })),
      ]
    : [{ key, of: merged, isDead }]
  const made: Segment[] = []
  for (const making of makings) {
    const segment = await makeSegment(store, making)
    if (segment === 'damaged') return true
    made.push(segment)
  }
  const replaced = new Set(makings.flatMap(({ of }) => of))
  writeList(store, [...all.filter(segment => !replaced.has(segment)), ...made], lock)
  return !isFresh(planOf(place))
}

function isSmall(turns: number): boolean {
  return turns < TAIL_TURNS
}

/** The segments of the first size of which there are enough to become one; [] where there are none. */
function toMerge(segments: readonly Segment[]): Segment[] {
  for (
    let most = TAIL_TURNS * FAN, least = TAIL_TURNS;
    least < MOST_TURNS;
    least = most, most *= FAN
  ) {
    const alike = segments.filter(({ turns }) => turns >= least && turns < most)
    if (alike.length >= FAN) return alike.slice(0, FAN)
  }
  return []
}

interface Taken {
  parts: Part[]
  index: MemoryIndex
}

/** Indexes parts, the oldest first, until there are enough turns for a segment. */
function* readFresh(fresh: readonly Part[], shut: Set<string>): Steps<Taken> {
  const taken: Taken = { parts: [], index: createScopeIndex() }
  for (const part of fresh) {
    if (taken.index.size >= TAIL_TURNS) break
    const turns = turnsOf(part)
    if (turns === undefined) {
      shut.add(identityOf(part))
      continue
    }
    for (const document of toDocuments(part, turns)) {
      taken.index.put(document)
      yield
    }
    taken.parts.push(part)
  }
  return taken
}

/**
 * A damaged part holds nothing until it changes; undefined for one that may not be read now. The doctor
 * names both.
 */
function turnsOf(part: Part): PastTurn[] | undefined {
  try {
    return readPart(part)
  } catch (error) {
    if (!(error instanceof SvcError && error.code === 'STORE_CORRUPT')) throw error
    return isForbidden(error.cause) ? undefined : []
  }
}

interface Making {
  key: string
  of: readonly Segment[]
  isDead: (part: HeldPart) => boolean
  taken?: Taken
}

/** Writes one segment of several and of what is new, without the parts that are dead. */
async function makeSegment(store: Store, making: Making): Promise<Segment | 'damaged'> {
  const { key, of, isDead, taken } = making
  const bases: BaseIndex[] = []
  for (const segment of of) {
    const base = await openWhole(segmentPath(store, segment))
    if (base === undefined) return 'damaged'
    bases.push(base)
  }
  const gone = new Set(
    of.flatMap(({ parts }) => parts.filter(isDead).map(({ name }) => toLocator({ key, name }))),
  )
  const all = [...bases, ...(taken === undefined ? [] : [taken.index])]
  const isKept = ({ locator }: { locator: string }, at: number) =>
    at >= bases.length || !gone.has(locator)
  const joined = joinIndexes(all, isKept)
  const { bytes } = await runInSteps(encodeInSteps(joined, { directoryStamp: '' }))
  const name = `${createId()}.idx`
  writeAtomic(segmentPath(store, { name }), bytes)
  const kept = of.flatMap(({ parts }) => parts.filter(part => !isDead(part)))
  const parts = [...kept, ...(taken?.parts ?? [])].map(({ name, stamp }) => ({ name, stamp }))
  return { key, name, turns: joined.size, parts }
}

/** All of an index file, looked at; undefined where it is damaged, and gone then: its parts are read again. */
async function openWhole(path: string): Promise<BaseIndex | undefined> {
  let file: FileIndex | undefined
  try {
    file = openIndexFile(path, { isKept: true })
    if (file !== undefined) return await runInSteps(openBase(file))
  } catch (error) {
    if (!(error instanceof SvcError && error.code === 'STORE_CORRUPT')) throw error
  }
  removeFile(path)
  return undefined
}

/** Makes these the segments; files of others go. A reader of the old list looks again. */
function writeList(store: Store, segments: readonly Segment[], lock: HeldLock): void {
  const folder = pastIndexFolder(store)
  const kept = segments.filter(({ parts }) => parts.length > 0)
  const list: SegmentList = { version: SEGMENTS_VERSION, segments: kept }
  writeAtomic(pathIn(folder, LIST), `${JSON.stringify(list)}\n`, () => lock.assertHeld())
  const names = new Set(kept.map(({ name }) => name))
  for (const name of listNames(folder))
    if (FILE.test(name) && !names.has(name)) removeFile(pathIn(folder, name))
}
