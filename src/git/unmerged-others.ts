import { arrange } from '../merge/lists.js'
import { mergeLines } from '../merge/lines.js'
import { mapSides, pick, preferSmaller, type Sides } from '../merge/sides.js'
import type { UnmergedFile } from './unmerged.js'

const LINE_FILES = ['.gitignore', '.gitattributes']
const SCOPE = /^projects\/[^/]+\/scope\.json$/

/**
 * Merges a file of the store that is no memory: `scope.json` by its keys, git's own files by their
 * lines; what one side removed and the other one has stays. Undefined for every other file, and
 * where a version cannot be read. Pure.
 */
export function mergeOther({ path, base, ours, theirs }: UnmergedFile): string | undefined {
  const isLines = LINE_FILES.includes(path)
  if (!isLines && !SCOPE.test(path)) return undefined
  if (ours === undefined || theirs === undefined) return ours ?? theirs
  const [first = '', second = ''] = [ours, theirs].sort()
  const sides = { base, ours: first, theirs: second }
  return isLines ? mergeLineFile(sides) : mergeJson(sides)
}

function mergeLineFile(sides: Sides<string>): string {
  const { value } = mergeLines(mapSides(sides, text => text.replace(/\r\n?/g, '\n').trimEnd()))
  return `${value}\n`
}

type Json = Record<string, unknown>

function mergeJson(sides: Sides<string>): string | undefined {
  const { base, ours, theirs } = mapSides(sides, parseObject)
  if (ours === undefined || theirs === undefined) return undefined
  const objects: Sides<Json> = { base, ours, theirs }
  const names = mapSides(objects, object => Object.keys(object))
  const all = new Set([...(names.base ?? []), ...names.ours, ...names.theirs])
  const values = new Map<string, unknown>()
  for (const key of all) {
    const { value } = pick(
      mapSides(objects, object => object[key]),
      preferSmaller,
    )
    if (value !== undefined) values.set(key, value)
  }
  const order = arrange(names, new Set(values.keys()))
  return (
    JSON.stringify(Object.fromEntries(order.map(key => [key, values.get(key)])), null, 2) + '\n'
  )
}

function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Json)
      : undefined
  } catch {
    return undefined
  }
}
