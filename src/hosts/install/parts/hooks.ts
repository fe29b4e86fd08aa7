import { hookKeyIn } from '../../hook-key.js'
import { insertValue, replaceValue, type JsonPath } from '../json-edit.js'
import {
  appendValue,
  isObject,
  parseObject,
  refuse,
  removeWithEmpty,
  valueAt,
  type Dialect,
} from '../json-text.js'
import { isOwnCommand, isOwnTool } from '../own.js'
import type { Part } from '../part.js'

/** A handler as a host's settings have it; other programs' handlers have further fields. */
export type Handler = Readonly<Record<string, unknown>>

/** An event that svc hooks into, with its handlers: of each type one. */
export interface HookEvent {
  name: string
  /** The event's occasions that are meant; all if it is missing. */
  matcher?: string
  handlers: readonly Handler[]
}

/** The place and shape of hooks in a file. */
export interface HooksPlace {
  dialect: Dialect
  /** The object whose keys are events. */
  root: JsonPath
  /** `groups`: handlers stand in groups, each with a matcher; `flat`: in the event's list itself. */
  shape: 'groups' | 'flat'
}

/** The handlers of events as a part of a JSON file; what other programs have there stays. */
export function createHooksPart(place: HooksPlace, events: readonly HookEvent[]): Part {
  const names = events.map(({ name }) => name)
  const read = (text: string) => findOwn(text, place, names)
  return {
    put: text => {
      const gone = read(text).filter(({ event }) => !names.includes(event))
      const kept = removeAll(text, gone, undefined, place)
      return events.reduce((changed, event) => putEvent(changed, event, place, names), kept)
    },
    take: (text, before) => removeAll(text, read(text), before, place),
    isIn: text => read(text).length > 0,
    commands: text => {
      const commands = read(text).map(({ handler }) => handler.command)
      return [...new Set(commands.filter(command => typeof command === 'string'))]
    },
    hookKeys: text =>
      read(text)
        .filter(({ handler }) => isOwnTool(handler))
        .map(({ handler }) => hookKeyIn(handler.input)),
    // By a command or by a tool of the server: what an installation was asked for is not known.
    lacks: text => {
      const answered = read(text).map(({ event }) => event)
      return names.filter(name => !answered.includes(name))
    },
  }
}

/**
 * The same with one handler an event, which runs `command`. `timeouts` are the events with what the
 * host counts, `fields` what stands in each handler besides.
 */
export function createCommandHooks(
  place: HooksPlace,
  timeouts: Readonly<Record<string, number>>,
  command: (event: string) => string,
  fields: Handler = {},
): Part {
  const events = Object.entries(timeouts).map(([name, timeout]) => ({
    name,
    handlers: [{ ...fields, command: command(name), timeout }],
  }))
  return createHooksPart(place, events)
}

/** A handler of svc's, and its place in the event's list. */
interface OwnHandler {
  event: string
  /** Position of its group in the event's list, and its position there; of a flat one both are its own. */
  group: number
  place: number
  handler: Handler
  /** Paths of the handler, and of everything that goes with it. */
  path: JsonPath
  removal: JsonPath
}

/** Every handler of svc's in a text, in its order. Throws INVALID_REQUEST as the part does. */
export function findOwn(text: string, place: HooksPlace, ours: readonly string[]): OwnHandler[] {
  const hooks = valueAt(parseObject(text, place.dialect), place.root)
  if (hooks === undefined) return []
  const name = place.root.join('.')
  if (!isObject(hooks)) throw refuse(`has \`${name}\` that are not an object`)
  return Object.entries(hooks).flatMap(([event, list]) => {
    const isSound = Array.isArray(list) && list.every(entry => isSoundEntry(entry, place))
    if (isSound) return findInList(list, [...place.root, event], event, place)
    if (!ours.includes(event)) return []
    const label = [...place.root, event].join('.')
    if (!Array.isArray(list)) throw refuse(`has \`${label}\` that is not a list`)
    throw refuse(`has \`${label}\` with an entry that is not a ${wordOf(place)}`)
  })
}

function wordOf({ shape }: HooksPlace): string {
  return shape === 'groups' ? 'group of hooks' : 'hook'
}

function isSoundEntry(entry: unknown, { shape }: HooksPlace): boolean {
  if (!isObject(entry)) return false
  if (shape === 'flat' || entry.hooks === undefined) return true
  return Array.isArray(entry.hooks) && entry.hooks.every(isObject)
}

function findInList(
  list: readonly Handler[],
  path: JsonPath,
  event: string,
  { shape }: HooksPlace,
): OwnHandler[] {
  const found = list.flatMap((entry, group) => {
    const handlers = shape === 'flat' ? [entry] : ((entry.hooks ?? []) as Handler[])
    return handlers.map((handler, at) => {
      const place = shape === 'flat' ? group : at
      const own = [...path, group]
      const inner = shape === 'flat' ? own : [...own, 'hooks', at]
      const removal = handlers.length === 1 ? own : inner
      return { event, group, place, handler, path: inner, removal }
    })
  })
  return found.filter(({ handler }) => isOwnCommand(handler.command) || isOwnTool(handler))
}

/** Removes handlers from the last to the first: none moves another that is still to go. */
function removeAll(
  text: string,
  own: readonly OwnHandler[],
  before: string | undefined,
  place: HooksPlace,
): string {
  let changed = text
  for (const { path } of [...own].reverse()) {
    const now = findOwn(changed, place, []).find(one => one.path.join('/') === path.join('/'))
    if (now !== undefined) changed = removeWithEmpty(changed, now.removal, before, place.dialect)
  }
  return changed
}

function putEvent(
  text: string,
  event: HookEvent,
  place: HooksPlace,
  names: readonly string[],
): string {
  const wanted = event.handlers.map(({ type }) => type)
  const ownOf = (changed: string) =>
    findOwn(changed, place, names).filter(own => own.event === event.name)
  const spare = ownOf(text).filter(({ handler: { type } }, at, own) => {
    return !wanted.includes(type) || own.findIndex(one => one.handler.type === type) !== at
  })
  let changed = removeAll(text, spare, undefined, place)
  for (const handler of event.handlers) {
    const own = ownOf(changed)
    const same = own.find(one => one.handler.type === handler.type)
    if (same !== undefined) changed = updateHandler(changed, same, handler)
    else changed = addHandler(changed, event, handler, own[0], place)
  }
  return changed
}

function addHandler(
  text: string,
  { name, matcher }: HookEvent,
  handler: Handler,
  beside: OwnHandler | undefined,
  { root, shape, dialect }: HooksPlace,
): string {
  if (shape === 'flat') return appendValue(text, [...root, name], handler, dialect)
  if (beside !== undefined) return insertValue(text, beside.path.slice(0, -1), undefined, handler)
  const group = { ...(matcher !== undefined && { matcher }), hooks: [handler] }
  return appendValue(text, [...root, name], group, dialect)
}

/** Fields that a person has added stay. */
function updateHandler(text: string, { path, handler }: OwnHandler, wanted: Handler): string {
  let changed = text
  for (const [key, value] of Object.entries(wanted)) {
    if (!Object.hasOwn(handler, key)) changed = insertValue(changed, path, key, value)
    else if (JSON.stringify(handler[key]) !== JSON.stringify(value)) {
      changed = replaceValue(changed, [...path, key], value)
    }
  }
  return changed
}
