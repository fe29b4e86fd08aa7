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
