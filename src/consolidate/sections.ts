import { toBlocks, type Block } from './blocks.js'
import { toStatement, under, type Statement } from './statement.js'
import { LABEL } from './words.js'

/** A block under what introduces it: its headings, and a line before it that ends in a colon. */
export interface Section extends Block {
  /** As written, in their order. */
  intro: string[]
  /** What the introduction adds to each statement; '' where it is none or a label. */
  context: string
}

interface Heading {
  raw: string
  depth: number
  context: string
}

/**
 * The blocks of a text with their introductions, which are part of what each statement says. An
 * introduction that only repeats the title adds nothing. [] for an empty text.
 */
export function toSections(content: string, title: Statement): Section[] {
  const sections: Section[] = []
  const headings: Heading[] = []
  const blocks = toBlocks(content)
  let lead: string | undefined
  blocks.forEach((block, at) => {
    const next = blocks[at + 1]
    if (block.kind === 'heading') {
      const heading = toHeading(block, title)
      while (headings.length > 0 && headings.at(-1)!.depth >= heading.depth) headings.pop()
      if (isEmptyHeading(heading, next)) sections.push(place(block, headings, undefined, title))
      else headings.push(heading)
      lead = undefined
      return
    }
    const [body, leading] = splitLead(block, next)
    if (body.pieces.length > 0) sections.push(place(body, headings, lead, title))
    lead = leading
  })
  return sections
}

function toHeading({ pieces }: Block, title: Statement): Heading {
  const raw = pieces[0]!.raw
  return { raw, depth: /#+/.exec(raw)![0].length, context: contextOf(raw, title) }
}

function contextOf(raw: string, title: Statement): string {
  const { sequence, key } = toStatement(raw)
  const isLabel = sequence.every(word => LABEL.has(word) || title.sequence.includes(word))
  return isLabel && sequence.length > 0 ? '' : key
}

function isEmptyHeading({ depth }: Heading, next: Block | undefined): boolean {
  if (next === undefined) return true
  return next.kind === 'heading' && /#+/.exec(next.pieces[0]!.raw)![0].length <= depth
}

/** `In staging:` before a list belongs to the list. */
function splitLead(block: Block, next: Block | undefined): [Block, string | undefined] {
  const last = block.pieces.at(-1)
  const isFollowed = next !== undefined && (next.kind === 'list' || next.kind === 'whole')
  if (block.kind !== 'text' || !isFollowed || !/:[*_]*$/.test(last!.raw)) return [block, undefined]
  return [{ ...block, pieces: block.pieces.slice(0, -1) }, last!.raw]
}

function place(
  { kind, pieces }: Block,
  headings: readonly Heading[],
  lead: string | undefined,
  title: Statement,
): Section {
  const leads = lead === undefined ? [] : [contextOf(lead, title)]
  const context = [...headings.map(heading => heading.context), ...leads].join('')
  return {
    kind,
    context,
    pieces: pieces.map(piece => {
      return { ...piece, statements: piece.statements.map(one => under(context, one)) }
    }),
    intro: [...headings.map(({ raw }) => raw), ...(lead === undefined ? [] : [lead])],
  }
}
