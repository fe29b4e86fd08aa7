import { realpathSync } from 'node:fs'
import { isObject, parseLoosely, valueAt } from '../json-text.js'
import type { Part } from '../part.js'
import { readIfThere } from '../settings-file.js'
import { findOwn, type HooksPlace } from './hooks.js'
import { addTable, parseToml, removeTable } from './toml.js'

const STATE = ['hooks', 'state']

/** The missing piece of a config.toml in which svc's hooks are not approved. */
export const APPROVAL = 'the approval of the hooks'

/**
 * The approvals that Codex keeps in config.toml for the handlers of a hooks.json, by their
 * positions there. Only Codex adds one; with svc's handlers theirs go, and those of handlers that
 * move up by it move along. `hooks` is the path of hooks.json.
 */
export function createTrustPart(hooks: string, place: HooksPlace): Part {
  const read = (text: string) => valueAt(parseToml(text), STATE)
  const isIn = (text: string) => {
    const known = read(text)
    return isObject(known) && planMoves(hooks, place).some(({ from, to }) => !to && from in known)
  }
  return {
    put: text => text,
    take: (text, before) => {
      const moves = planMoves(hooks, place)
      const left = moves.reduce((changed, move) => apply(changed, move, read), text)
      const known = read(left)
      const isEmptied = left !== text && isObject(known) && Object.keys(known).length === 0
      // Codex writes a heading of its own above them.
      return isEmptied && !before?.includes('[hooks.state]') ? removeTable(left, STATE) : left
    },
    isIn,
    lacks: text => {
      const known = read(text)
      const own = planMoves(hooks, place).filter(({ to }) => to === undefined)
      const isOpen = own.length > 0 && !own.some(({ from }) => isObject(known) && from in known)
      return isOpen ? [APPROVAL] : []
    },
  }
}

/** An approval's key, and the one it has afterwards; undefined where it goes. */
interface Move {
  from: string
  to: string | undefined
}

function apply(text: string, { from, to }: Move, read: (text: string) => unknown): string {
  const entry = valueAt(read(text), [from])
  if (!isObject(entry)) return text
  const changed = removeTable(text, [...STATE, from])
  return to === undefined ? changed : addTable(changed, [...STATE, to], entry)
}

/** In the order of positions, so that a place is free before another approval moves to it. */
function planMoves(hooks: string, place: HooksPlace): Move[] {
  const text = readIfThere(hooks)
  if (text === undefined) return []
  const own = new Set(findOwn(text, place, []).map(({ path }) => path.join('/')))
  const events = valueAt(parseLoosely(text, place.dialect), place.root)
  const moves = Object.entries(isObject(events) ? events : {}).flatMap(([event, groups]) => {
    const sizes = Array.isArray(groups) ? groups.map(sizeOf) : []
    const isOwn = (group: number, at: number) =>
      own.has([...place.root, event, group, 'hooks', at].join('/'))
    return moveWithin(sizes, isOwn).map(({ from, to }) => {
      const name = event.replace(/(?<!^)[A-Z]/g, letter => `_${letter}`).toLowerCase()
      return { from: `${name}:${from}`, to: to && `${name}:${to}` }
    })
  })
  return sourcesOf(hooks).flatMap(source =>
    moves.map(({ from, to }) => ({ from: `${source}:${from}`, to: to && `${source}:${to}` })),
  )
}

/** Lists the new positions in one event's list when svc's handlers leave it. */
function moveWithin(
  sizes: readonly number[],
  isOwn: (group: number, at: number) => boolean,
): Move[] {
  const moves: Move[] = []
  let nextGroup = 0
  sizes.forEach((size, group) => {
    let next = 0
    for (let at = 0; at < size; at++) {
      const from = `${group}:${at}`
      const to = isOwn(group, at) ? undefined : `${nextGroup}:${next++}`
      if (to !== from) moves.push({ from, to })
    }
    if (size === 0 || next > 0) nextGroup++
  })
  return moves
}

function sizeOf(group: unknown): number {
  const { hooks } = (isObject(group) ? group : {}) as { hooks?: unknown }
  return Array.isArray(hooks) ? hooks.length : 0
}

function sourcesOf(path: string): string[] {
  try {
    return [...new Set([path, realpathSync(path)])]
  } catch {
    return [path]
  }
}
