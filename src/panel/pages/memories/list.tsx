import { Pin } from 'lucide'
import type { ComponentChildren } from 'preact'
import type { Scope } from '../../../../store/types.js'
import type { MatchedMemory } from '../../../overview/types.js'
import type { ArchivedMemory } from '../../../types.js'
import { setQuery } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { Button } from '../../ui/controls.js'
import { Icon } from '../../ui/icon.js'
import { VirtualList } from '../../ui/list.js'
import { Empty, Failure } from '../../ui/states.js'
import { Highlight, Kind, MakerTag, ScopeName, Tag, Time } from '../../ui/text.js'
import type { Cursor } from './cursor.js'
import { drafts } from './drafts.js'
import { isNarrowed, NO_FILTER, type MemoryFilter } from './filter.js'
import { Intro } from './intro.js'
import type { PagedList } from './pages.js'

/** The memories that a filter leaves, or an explanation where there are none. */
export function MemoryList({
  list,
  cursor,
  filter,
  onNew,
}: {
  list: PagedList<MatchedMemory>
  cursor: Cursor
  filter: MemoryFilter
  onNew: () => void
}) {
  const empty = <Nothing filter={filter} onNew={onNew} />
  const renderRow = (index: number) => <MemoryRow memory={list.at(index)} />
  return <PagedRows label="Memories" {...{ list, cursor, empty, renderRow }} />
}

/** The rows of a list that is read page by page as they come into sight; `empty` where it has none. */
export function PagedRows<T extends { id: string }>({
  label,
  list,
  cursor,
  empty,
  renderRow,
}: {
  label: string
  list: PagedList<T>
  cursor: Cursor
  empty: ComponentChildren
  renderRow: (index: number) => ComponentChildren
}) {
  const { total, error } = list
  if (error && total === undefined) return <Failure error={error} onRetry={list.reload} />
  if (total === undefined) return <div class="list" />
  if (total === 0) return <>{empty}</>
  return (
    <VirtualList
      label={label}
      length={total}
      rowHeight={ROW_HEIGHT}
      chosen={cursor.index}
      chosenId={list.at(cursor.index)?.id}
      of={list.of}
      onChoose={cursor.choose}
      onRange={list.show}
      renderRow={renderRow}
    />
  )
}

function Nothing({ filter, onNew }: { filter: MemoryFilter; onNew: () => void }) {
  if (isNarrowed(filter)) {
    return (
      <div class="memories-nothing">
        <Empty title="Nothing matches">Other words, or fewer filters, may find it.</Empty>
        <Button onClick={() => setQuery(NO_FILTER)}>Show all memories</Button>
      </div>
    )
  }
  if (chosenKey.value !== '') {
    return <Empty title="No memories yet">Nothing is stored for this scope.</Empty>
  }
  return (
    <>
      <div class="memories-beside">
        <Empty title="No memories yet" />
      </div>
      <div class="memories-alone">
        <Intro onNew={onNew} />
      </div>
    </>
  )
}

/** Pixels of each row. */
export const ROW_HEIGHT = 60
/** The most characters of the content in a row; it is clipped where it does not fit. */
const SNIPPET_CHARS = 160
/** Matches beyond are not looked for. */
const SEARCHED_CHARS = 20_000
/** A match further in is shown with the text before it cut. */
const LEAD_CHARS = 16

/** A memory in the list; with none its row, until it comes. */
function MemoryRow({ memory }: { memory: MatchedMemory | undefined }) {
  if (memory === undefined) return <div class="memory-row" aria-busy="true" />
  const { title, kind, tags, pinned, matches, updatedAt, scope, source } = memory
  return (
    <Row
      {...{ kind, scope }}
      title={<Highlight text={title} words={matches} />}
      at={updatedAt}
      words={
        <span class="clip memory-row-words" dir="auto">
          <Highlight text={toSnippet(memory)} words={matches} />
        </span>
      }
    >
      {drafts.value.has(memory.id) && <Tag tone="accent">editing</Tag>}
      {tags.includes('needs-review') && <Tag tone="warn">review</Tag>}
      <MakerTag source={source} />
      {pinned && (
        <span class="memory-row-pin">
          <Icon of={Pin} size={13} />
          <span class="unseen">pinned</span>
        </span>
      )}
    </Row>
  )
}

/** The fate of a memory that is gone, in words. */
export const GONE: Readonly<Record<ArchivedMemory['reason'], string>> = {
  merged: 'merged into another',
  evicted: 'evicted',
  retracted: 'taken back',
  forgotten: 'forgotten',
}

/** A memory in the list of those that are gone. */
export function ArchivedRow({ memory }: { memory: ArchivedMemory | undefined }) {
  if (memory === undefined) return <div class="memory-row" aria-busy="true" />
  const { reason, ...rest } = memory
  return <Row {...rest} words={<span class="clip memory-row-words">{GONE[reason]}</span>} />
}

interface RowProps {
  title: ComponentChildren
  kind: string
  at: string
  scope: Scope
  words: ComponentChildren
  /** The marks between title and time. */
  children?: ComponentChildren
}

function Row({ title, kind, at, scope, words, children }: RowProps) {
  return (
    <div class="memory-row">
      <div class="memory-row-line small">
        <strong class="clip" dir="auto">
          {title}
        </strong>
        {children}
        <Time at={at} />
      </div>
      <div class="memory-row-line small">
        <Kind of={kind} />
        {words}
        {chosenKey.value === '' && (
          <span class="clip memory-row-scope">
            <ScopeName of={scope} />
          </span>
        )}
      </div>
    </div>
  )
}

/** Cuts a line out of a content, at its begin or around the first word found. */
function toSnippet({ title, content: whole, matches: words = [] }: MatchedMemory): string {
  const content = withoutTitle(whole, title)
  const searched = content.slice(0, SEARCHED_CHARS).toLowerCase()
  const places = words.map(word => searched.indexOf(word.toLowerCase())).filter(at => at >= 0)
  const first = places.length > 0 ? Math.min(...places) : 0
  const start = first > LEAD_CHARS ? content.lastIndexOf(' ', first - LEAD_CHARS / 2) + 1 : 0
  const line = content
    .slice(start, start + 2 * SNIPPET_CHARS)
    .replace(/^```\w*$|^#+ |[*`]+|^\s*[-+] (?:\[[ x]\] )?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  return `${start > 0 ? '… ' : ''}${line.slice(0, SNIPPET_CHARS)}`
}

/** Drops the first sentence of a content that only repeats the title. */
function withoutTitle(content: string, title: string): string {
  if (!content.startsWith(title)) return content
  const [sign = ''] = /^\s*[.:;!?\n]\s*/.exec(content.slice(title.length)) ?? []
  return (sign && content.slice(title.length + sign.length)) || content
}
