import { Copy } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { RecallContext } from '../../../types.js'
import { count, formatNumber } from '../../format.js'
import { Button } from '../../ui/controls.js'
import { copyText } from '../../ui/copy.js'
import { percent } from './signals.js'

/** Sums up an answer: how much is given, and its cost. */
export function Summary({ answer, most }: { answer: RecallContext; most: number | undefined }) {
  const { items, chars, tokens } = answer
  return (
    <dl class="recall-summary" aria-live="polite">
      <Fact name="Given">{items.length > 0 ? formatNumber(items.length) : 'Nothing'}</Fact>
      {chars > 0 && (
        <Fact name="Cost">
          {count(chars, 'character')}, about {count(tokens, 'token')}
        </Fact>
      )}
      {chars > 0 && most !== undefined && (
        <Fact name="Of the most it may have">
          {percent(chars / most)} of {formatNumber(most)}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The text exactly as the model gets it, with the lines about one memory marked. */
export function GivenText({ text, marked }: { text: string; marked: string }) {
  const box = useRef<HTMLPreElement>(null)
  const [before, block, after] = cutOut(text, marked)
  useEffect(() => {
    const mark = box.current?.querySelector('mark')
    if (mark) box.current!.scrollTop = mark.offsetTop - box.current!.clientHeight / 3
  }, [marked])
  return (
    <div class="recall-text">
      <div class="section-head">
        <h2 id="recall-text">What the session gets</h2>
        <Button look="quiet" icon={Copy} keys="c" onClick={() => void copyText(text)}>
          Copy
        </Button>
      </div>
      <pre ref={box} tabIndex={0} role="region" aria-labelledby="recall-text">
        {before}
        {block && <mark>{block}</mark>}
        {after}
      </pre>
    </div>
  )
}

/** Cuts a text into the lines before those about a memory, these lines, and the lines behind them. */
function cutOut(text: string, name: string): [string, string, string] {
  const lines = text.split('\n')
  const from = lines.findIndex(line => line.startsWith('- [') && name && line.includes(`${name})`))
  if (from === -1) return [text, '', '']
  // The lines about it are indented below the first.
  const length = lines.slice(from + 1).findIndex(line => line !== '' && !line.startsWith('  '))
  const to = length === -1 ? lines.length : from + 1 + length
  const join = (some: readonly string[]) => some.map(line => `${line}\n`).join('')
  return [
    join(lines.slice(0, from)),
    lines.slice(from, to).join('\n').trimEnd(),
    `\n${join(lines.slice(to))}`.trimEnd(),
  ]
}
