import { diffLines, diffWordsWithSpace } from 'diff'
import { Fragment } from 'preact'
import type { DiffLine } from '../../overview/types.js'

/** Unchanged lines that are shown around a change. */
const CONTEXT = 3

/** The lines of two texts, one above the other, with what changed within a line marked. */
export function Diff({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  return (
    <div class="diff" role="group" aria-label={label}>
      {toBlocks(lines).map((block, at) => (
        <Fragment key={at}>
          {block.skipped > 0 && <div class="diff-skip small">{block.skipped} lines the same</div>}
          {block.rows.map((row, index) => (
            <Row key={index} {...row} />
          ))}
        </Fragment>
      ))}
    </div>
  )
}

/** Compares two texts by line. */
export function compareTexts(before: string, after: string): DiffLine[] {
  return diffLines(withEnd(before), withEnd(after)).flatMap(({ value, added, removed }) => {
    const change = added ? 'added' : removed ? 'removed' : 'same'
    const texts = value.replace(/\n$/, '').split('\n')
    return texts.map(text => ({ change, text }) as const)
  })
}

function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

interface ShownLine extends DiffLine {
  /** The line on the other side that it replaces. */
  other?: string
}

const SIGNS = { added: '+', removed: '−', same: '' }
const SAID = { added: 'added: ', removed: 'removed: ', same: '' }

function Row({ change, text, other }: ShownLine) {
  return (
    <div class="diff-line" data-change={change}>
      <span aria-hidden="true">{SIGNS[change]}</span>
      <span>
        <span class="unseen">{SAID[change]}</span>
        {other === undefined ? text || ' ' : <Words change={change} text={text} other={other} />}
      </span>
    </div>
  )
}

function Words({ change, text, other }: Required<ShownLine>) {
  const parts =
    change === 'added' ? diffWordsWithSpace(other, text) : diffWordsWithSpace(text, other)
  const own = parts.filter(part => (change === 'added' ? !part.removed : !part.added))
  const isOther = own.reduce((sum, { value, added, removed }) => {
    return sum + (added || removed ? value.length : 0)
  }, 0)
  // Two lines that share next to nothing are two lines.
  if (isOther > text.length * 0.7) return <>{text}</>
  return (
    <>
      {own.map(({ value, added, removed }, at) => {
        if (added) return <ins key={at}>{value}</ins>
        if (removed) return <del key={at}>{value}</del>
        return value
      })}
    </>
  )
}

interface Block {
  skipped: number
  rows: ShownLine[]
}

function toBlocks(lines: readonly DiffLine[]): Block[] {
  const paired = pairUp(lines)
  const isNear = (at: number) =>
    paired
      .slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1)
      .some(({ change }) => change !== 'same')
  const blocks: Block[] = [{ skipped: 0, rows: [] }]
  paired.forEach((line, at) => {
    const last = blocks.at(-1)!
    if (isNear(at)) last.rows.push(line)
    else if (last.rows.length === 0) last.skipped++
    else blocks.push({ skipped: 1, rows: [] })
  })
  return blocks
}

/** In a run of removed and then added lines the first of each stand for each other, and so on. */
function pairUp(lines: readonly DiffLine[]): ShownLine[] {
  const shown: ShownLine[] = lines.map(line => ({ ...line }))
  for (let at = 0; at < shown.length; at++) {
    if (shown[at]!.change !== 'removed') continue
    const removed = runFrom(shown, at, 'removed')
    const added = runFrom(shown, at + removed, 'added')
    for (let each = 0; each < Math.min(removed, added); each++) {
      shown[at + each]!.other = lines[at + removed + each]!.text
      shown[at + removed + each]!.other = lines[at + each]!.text
    }
    at += removed + added - 1
  }
  return shown
}

function runFrom(lines: readonly DiffLine[], start: number, change: DiffLine['change']): number {
  let at = start
  while (lines[at]?.change === change) at++
  return at - start
}
