/** A value of a JSON text with the place where it stands: `text.slice(start, end)`. */
export interface JsonNode {
  start: number
  end: number
  kind: 'object' | 'array' | 'scalar'
  /** Members of an object or elements of an array, in order; a member starts at its key. */
  children: JsonChild[]
}

/** One member or element, with its place. */
export interface JsonChild {
  /** The key of a member; undefined for an element. */
  key?: string
  start: number
  value: JsonNode
}

const SPACE = /[\t\n\r ]*/y
const STRING = /"(?:[^"\\]|\\.)*"/y
const SCALAR = /"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y

/** The places of all values of a JSON text. The text must be valid: JSON.parse has accepted it. */
export function readTree(text: string): JsonNode {
  return readValue(text, skipSpace(text, text.startsWith('\ufeff') ? 1 : 0))
}

/** The node at a path of keys and positions, or undefined. Of repeated keys the last counts. */
export function findNode(root: JsonNode, path: readonly (string | number)[]): JsonNode | undefined {
  let node: JsonNode | undefined = root
  for (const step of path) {
    const at: number = node === undefined ? -1 : findChild(node, step)
    node = node?.children[at]?.value
  }
  return node
}

/** The position of a child by key or position; -1 where there is none. */
export function findChild(node: JsonNode, step: string | number): number {
  if (typeof step === 'number') return step < node.children.length ? step : -1
  return node.children.findLastIndex(child => child.key === step)
}

function readValue(text: string, start: number): JsonNode {
  const open = text[start]
  if (open !== '{' && open !== '[') {
    return { start, end: match(SCALAR, text, start), kind: 'scalar', children: [] }
  }
  const kind = open === '{' ? 'object' : 'array'
  const children: JsonChild[] = []
  let at = skipSpace(text, start + 1)
  while (text[at] !== '}' && text[at] !== ']') {
    const child =
      kind === 'object' ? readMember(text, at) : { start: at, value: readValue(text, at) }
    children.push(child)
    at = skipSpace(text, child.value.end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return { start, end: at + 1, kind, children }
}

function readMember(text: string, start: number): JsonChild {
  const end = match(STRING, text, start)
  const colon = skipSpace(text, end)
  const key = JSON.parse(text.slice(start, end)) as string
  return { key, start, value: readValue(text, skipSpace(text, colon + 1)) }
}

function skipSpace(text: string, at: number): number {
  return match(SPACE, text, at)
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  if (!pattern.test(text)) throw new SyntaxError(`no JSON value at ${at}`)
  return pattern.lastIndex
}

/** The keys and positions that lead from the root to a value; [] is the root. */
export type JsonPath = readonly (string | number)[]

/**
 * Puts a member (with a key) or an element at the end of the container at `path`. The rest of the
 * text keeps every byte; indentation, line ends and inline containers are followed.
 */
export function insertValue(
  text: string,
  path: JsonPath,
  key: string | undefined,
  value: unknown,
): string {
  const node = nodeAt(text, path)
  const style = styleOf(text, node)
  const label = key === undefined ? '' : `${JSON.stringify(key)}:${style.inline ? '' : ' '}`
  const added = label + formatValue(value, style)
  const last = node.children.at(-1)
  if (last !== undefined) {
    const gap = style.inline ? '' : style.newline + style.indent
    return splice(text, last.value.end, last.value.end, `,${gap}${added}`)
  }
  const outer = style.indent.slice(0, style.indent.length - style.unit.length)
  const inside = style.inline
    ? added
    : `${style.newline}${style.indent}${added}${style.newline}${outer}`
  return splice(text, node.start + 1, node.end - 1, inside)
}

/** Replaces the value at `path`. */
export function replaceValue(text: string, path: JsonPath, value: unknown): string {
  const { start, end } = nodeAt(text, path)
  return splice(text, start, end, JSON.stringify(value))
}

/** Removes the member or element at `path`; a container that it leaves empty becomes `{}` or `[]`. */
export function removeValue(text: string, path: JsonPath): string {
  const parent = nodeAt(text, path.slice(0, -1))
  const at = findChild(parent, path.at(-1) ?? '')
  const child = parent.children[at]
  if (child === undefined) return text
  const before = parent.children[at - 1]
  const after = parent.children[at + 1]
  if (before !== undefined) return splice(text, before.value.end, child.value.end, '')
  if (after !== undefined) return splice(text, child.start, after.start, '')
  return splice(text, parent.start + 1, parent.end - 1, '')
}

interface Style {
  inline: boolean
  newline: string
  /** White space before a child of the container. */
  indent: string
  /** One step of indentation. */
  unit: string
}

function styleOf(text: string, node: JsonNode): Style {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  const last = node.children.at(-1)
  if (last === undefined) {
    const inline = !/^\{\s*\}$|\n/.test(text.trim())
    return { inline, newline, indent: indentAt(text, node.start) + unit, unit }
  }
  const inline = !text.slice(node.start, last.start).includes('\n')
  return { inline, newline, indent: indentAt(text, last.start), unit }
}

/** The white space that begins the line in which a place lies. */
function indentAt(text: string, place: number): string {
  const line = text.lastIndexOf('\n', place - 1) + 1
  return /^[ \t]*/.exec(text.slice(line, place))?.[0] ?? ''
}

function formatValue(value: unknown, { inline, newline, indent, unit }: Style): string {
  if (inline) return JSON.stringify(value)
  return JSON.stringify(value, null, unit).replaceAll('\n', newline + indent)
}

function nodeAt(text: string, path: JsonPath): JsonNode {
  const node = findNode(readTree(text), path)
  if (node === undefined) throw new RangeError(`no value at ${path.join('.')}`)
  return node
}

function splice(text: string, start: number, end: number, added: string): string {
  return text.slice(0, start) + added + text.slice(end)
}
