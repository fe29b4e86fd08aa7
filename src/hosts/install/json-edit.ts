import {
  applyEdits,
  format,
  parseTree,
  type Edit,
  type FormattingOptions,
  type Node,
  type Range,
} from 'jsonc-parser'

/** The keys and positions that lead from the root to a value; [] is the root. */
export type JsonPath = readonly (string | number)[]

/** A comma and a comment that stand on the line of a value, behind it. */
const TAIL = /^(\s*,)?(?:[^\S\n]*(?:\/\/[^\r\n]*|\/\*[^\n]*?\*\/))?/

/**
 * Puts a member (with a key) or an element at the end of the container at `path`. The text may
 * hold comments and trailing commas; the rest of it keeps every byte, and indentation, line ends
 * and containers on one line are followed. Throws RangeError where there is no such container.
 */
export function insertValue(
  text: string,
  path: JsonPath,
  key: string | undefined,
  value: unknown,
): string {
  const container = nodeAt(text, path)
  const label = key === undefined ? '' : `${JSON.stringify(key)}:`
  const added = label + JSON.stringify(value)
  const last = container.children?.at(-1)
  const { edits, range } =
    last === undefined ? planFirst(container, added) : planNext(text, last, added)
  const changed = applyEdits(text, edits)
  if (isOnOneLine(text, container)) return changed
  return applyEdits(changed, format(changed, range, layoutOf(text)))
}

/** Replaces the value at `path`. Throws RangeError where there is none. */
export function replaceValue(text: string, path: JsonPath, value: unknown): string {
  const { offset, length } = nodeAt(text, path)
  return applyEdits(text, [{ offset, length, content: JSON.stringify(value) }])
}

/**
 * Removes the member or element at `path`, if there is one; a container that it leaves empty
 * becomes `{}` or `[]`. Comments stay. Throws RangeError where there is no such container.
 */
export function removeValue(text: string, path: JsonPath): string {
  const parent = nodeAt(text, path.slice(0, -1))
  const child = childOf(parent, path.at(-1) ?? '')
  return child === undefined ? text : applyEdits(text, [planRemoval(text, parent, child)])
}

function planRemoval(text: string, parent: Node, child: Node): Edit {
  const siblings = parent.children ?? []
  const at = siblings.indexOf(child)
  const isLast = at === siblings.length - 1
  const start = at > 0 ? endOf(siblings[at - 1]!) : parent.offset + 1
  const end = isLast ? endOf(parent) - 1 : siblings[at + 1]!.offset
  const before = text.slice(start, child.offset)
  const behind = withoutComma(text.slice(endOf(child), end))
  if (siblings.length === 1) return replace(start, end, before + behind)
  const left = withoutComma(before)
  const keepsComma = at === 0 || (!isLast && left.trim() !== '')
  if (keepsComma) return replace(child.offset, end, behind.trimStart())
  const endsLine = /^[^\S\n]*\n/.test(text.slice(endOf(child)))
  return replace(start, endOf(child), endsLine ? left.trimEnd() : left)
}

/** Blanks alone are not worth keeping. */
function replace(start: number, end: number, content: string): Edit {
  return { offset: start, length: end - start, content: content.trim() === '' ? '' : content }
}

function withoutComma(text: string): string {
  return text.replace(/^\s*,/, '')
}

/** Plans the text of an empty container, and the stretch of the new text that is to be laid out. */
function planFirst(container: Node, added: string): Insertion {
  const { offset, length } = container
  const edits = [{ offset: endOf(container) - 1, length: 0, content: added }]
  return { edits, range: { offset, length: length + added.length } }
}

/** Plans the text behind the last child; a comment on its line stays there. */
function planNext(text: string, last: Node, added: string): Insertion {
  const offset = endOf(last)
  const [tail, comma = ''] = TAIL.exec(text.slice(offset))!
  const gap = tail.length > comma.length ? '\n' : ''
  const edits = [
    { offset, length: 0, content: comma === '' ? ',' : '' },
    { offset: offset + tail.length, length: 0, content: gap + added },
  ]
  return { edits, range: { offset, length: 1 + tail.length + gap.length + added.length } }
}

interface Insertion {
  edits: Edit[]
  range: Range
}

function isOnOneLine(text: string, { offset, children }: Node): boolean {
  const last = children?.at(-1)
  if (last === undefined) return !/^\{\s*\}$|\n/.test(text.trim())
  return !text.slice(offset, last.offset).includes('\n')
}

function layoutOf(text: string): FormattingOptions {
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return { eol, insertSpaces: !unit.includes('\t'), tabSize: unit.length }
}

function nodeAt(text: string, path: JsonPath): Node {
  let node = parseTree(text)
  for (const step of path) {
    const child: Node | undefined = node && childOf(node, step)
    node = child?.type === 'property' ? child.children?.[1] : child
  }
  if (node === undefined) throw new RangeError(`no value at ${path.join('.')}`)
  return node
}

/** Finds a child; the last of repeated keys counts, as it does to JSON.parse. */
function childOf({ type, children = [] }: Node, step: string | number): Node | undefined {
  if (typeof step === 'number') return type === 'array' ? children[step] : undefined
  if (type !== 'object') return undefined
  return children.findLast(({ children: [key] = [] }) => key?.value === step)
}

function endOf({ offset, length }: Node): number {
  return offset + length
}
