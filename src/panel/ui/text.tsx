import type { ComponentChildren } from 'preact'
import { isWaiting, markOf, type MemorySource } from '../../../store/types.js'
import { formatAgo, formatMoment } from '../format.js'
import { titleOfScope } from '../scopes.js'

/** Shows the time since a moment; the moment itself shows when a pointer rests on it. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)} class="numbers">
      {formatAgo(at)}
    </time>
  )
}

/** The kind of a memory, with its colour. */
export function Kind({ of }: { of: string }) {
  return (
    <span class="kind small" data-kind={of}>
      {of}
    </span>
  )
}

/** A small label. */
export function Tag({
  tone,
  children,
}: {
  tone?: 'accent' | 'warn' | 'bad' | 'good'
  children: ComponentChildren
}) {
  return (
    <span class="tag" data-tone={tone}>
      {children}
    </span>
  )
}

/** Tells that a memory has an agent's words, and whether nobody has accepted them; nothing for others. */
export function MakerTag({ source }: { source: MemorySource }) {
  const mark = markOf(source)
  if (mark === undefined) return null
  return <Tag {...(isWaiting({ source }) && { tone: 'warn' as const })}>{mark}</Tag>
}

/** Shows the name of a scope; its directory shows when a pointer rests on it. */
export function ScopeName({ of }: { of: { type: string; id: string | null } }) {
  return <span title={of.id ?? undefined}>{titleOfScope(of)}</span>
}

/**
 * A text with some of its words marked, in whatever case they stand there; the part of a compound
 * only where the text has it nowhere as a word of its own.
 */
export function Highlight({ text, words }: { text: string; words: readonly string[] | undefined }) {
  if (words === undefined || words.length === 0) return <>{text}</>
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const patterns = longestFirst.map(word => {
    const whole = `(?<![\\p{L}\\p{N}])${escape(word)}(?![\\p{L}\\p{N}])`
    return new RegExp(whole, 'iu').test(text) ? whole : escape(word)
  })
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, 'giu'))
  return <>{parts.map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))}</>
}

function escape(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** A key or several: `g m`. */
export function Keys({ of }: { of: string }) {
  return (
    <>
      {of.split(' ').map((key, at) => (
        <kbd key={at}>{key}</kbd>
      ))}
    </>
  )
}

/** A row of a list of facts: its name, and what is given inside. */
export function Fact({
  name,
  children,
  ...rest
}: {
  name: string
  class?: string
  children: ComponentChildren
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd {...rest}>{children}</dd>
    </>
  )
}
