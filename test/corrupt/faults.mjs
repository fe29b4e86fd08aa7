// The damages of a small store: which there are, which may be judged together, and how each is done.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Where bytes are sampled: so many flips and cuts in all. */
const SAMPLES = 120
/** So many damages in files that nothing else depends on are judged together with another one. */
const ALONGSIDE = 3
const OF_FOLDERS = ['a file', 'a dangling link', 'unreadable', 'gone']
const OF_FILES = ['a folder', 'empty', 'unreadable', 'a pipe', 'a dangling link', 'gone']

/**
 * What is done to the known entries whose path contains `only`: to each as a whole, and to each
 * `every`-th byte; with 0 one of the first to each entry, and a sample of bytes. Of several jobs each
 * has its part of every file.
 */
export function planFaults(known, { every, only, random, job, jobs }) {
  const entries = [...known].filter(([path]) => path.includes(only))
  const faults = entries.flatMap(([path, { isFolder }]) =>
    (isFolder ? OF_FOLDERS : OF_FILES).map(kind => ({ kind, path })),
  )
  const bytes = entries.flatMap(([path, { isFolder, bytes }]) =>
    isFolder
      ? []
      : Array.from(bytes, (_, at) => at).flatMap(at => [
          { kind: 'flip', path, at },
          { kind: 'cut', path, at },
        ]),
  )
  const isOurs = (_, at) => at % jobs === job
  if (every > 0)
    return [
      ...faults.filter(isOurs),
      ...bytes.filter(({ at }) => at % every === 0 && (at / every) % jobs === job),
    ]
  const pick = list => list[Math.floor(random() * list.length)]
  const each = entries.map(([path]) => faults.filter(one => one.path === path))
  return [...each.map(pick), ...Array.from({ length: SAMPLES }, () => pick(bytes))].filter(isOurs)
}

/**
 * Groups of damages that do not depend on each other: of bytes one in the index of each scope, or
 * one in a file that is read for what is served, and with it some in logs and the like, each in
 * another file. Everything else stands alone.
 */
export function planBatches(faults, dataDir) {
  const lanes = new Map()
  const alone = []
  for (const fault of faults) {
    if (fault.at === undefined) alone.push([fault])
    else {
      const lane = laneOf(relative(dataDir, fault.path))
      lanes.set(lane, [...(lanes.get(lane) ?? []), fault])
    }
  }
  const take = lane => lanes.get(lane)?.pop()
  const batches = []
  for (let first; (first = take('shop index') ?? take('global index') ?? take('served'));) {
    const other = laneOf(relative(dataDir, first.path)) === 'shop index' && take('global index')
    batches.push(other ? [first, other] : [first])
  }
  const beside = [...lanes].filter(([lane]) => lane.startsWith('state/')).map(([, list]) => list)
  for (const batch of batches) addBeside(batch, beside)
  for (let batch; (batch = addBeside([], beside)).length > 0;) batches.push(batch)
  return [...alone, ...batches]
}

function laneOf(name) {
  if (name.startsWith('state/index/'))
    return /index\/global\./.test(name) ? 'global index' : 'shop index'
  const isBeside = /^state\/(?:events|calls|revisions|history|forgotten|wrong|replay|batches)\//
  return isBeside.test(name) ? name : 'served'
}

/** The longest first, so that none is left over for itself. */
function addBeside(batch, beside) {
  beside.sort((a, b) => b.length - a.length)
  for (const list of beside.slice(0, ALONGSIDE)) if (list.length > 0) batch.push(list.pop())
  return batch
}

export function damage({ kind, path, at }, { bytes }, random) {
  if (kind === 'flip') {
    const changed = Buffer.from(bytes)
    changed[at] ^= 1 << Math.floor(random() * 8)
    return writeFileSync(path, changed)
  }
  if (kind === 'cut') return truncateSync(path, at)
  if (kind === 'empty') return truncateSync(path, 0)
  if (kind === 'unreadable') return chmodSync(path, 0)
  rmSync(path, { recursive: true, maxRetries: 10 })
  if (kind === 'a folder') mkdirSync(path)
  if (kind === 'a file') writeFileSync(path, 'a file\n')
  if (kind === 'a dangling link') symlinkSync('/nowhere/at/all', path)
  if (kind === 'a pipe') spawnSync('mkfifo', [path])
}

export function createRandom(start) {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
