import { ArrowLeft } from 'lucide'
import type { ComponentChildren, Ref } from 'preact'
import { useEffect } from 'preact/hooks'
import { goTo, route, setQuery } from '../route.js'
import { Button, SearchField } from './controls.js'

/** A page with a head: its title, a sentence, what can be done. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string
  lead?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  useTitle(title)
  return (
    <div class="page">
      <div class="page-inner">
        <header class="page-head">
          <div>
            <h1>{title}</h1>
            {lead && <p>{lead}</p>}
          </div>
          {actions && <div class="actions">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}

/** A list with a reading pane beside it; on a small screen one of the two. */
export function Split({
  title,
  list,
  detail,
  isReading,
  back,
}: {
  title: string
  list: ComponentChildren
  detail: ComponentChildren
  /** True where something is chosen: what a small screen shows. */
  isReading: boolean
  /** The link back to the list. */
  back: string
}) {
  useTitle(title)
  return (
    <div class="split" data-reading={isReading}>
      <h1 class="unseen">{title}</h1>
      <section class="split-list" aria-label="List">
        {list}
      </section>
      <section class="split-detail" aria-label="Reading pane">
        {isReading && (
          <div class="split-back">
            <Button look="quiet" icon={ArrowLeft} onClick={() => goTo(back)}>
              Back
            </Button>
          </div>
        )}
        {detail}
      </section>
    </div>
  )
}

/** Names the tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · svc memory`
  }, [title])
}

/** A search field for a value of the query, which follows each change. */
export function QueryField({
  name,
  label,
  inputRef,
}: {
  name: string
  label: string
  inputRef: Ref<HTMLInputElement>
}) {
  return (
    <SearchField
      label={label}
      keys="/"
      inputRef={inputRef}
      value={route.value.query.get(name) ?? ''}
      onChange={value => setQuery({ [name]: value }, { replace: true })}
    />
  )
}
