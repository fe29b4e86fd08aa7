import { Brain, CircleHelp, Folder, Globe, Layers } from 'lucide'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { computed } from '@preact/signals'
import type { ScopeCount } from '../types.js'
import { formatNumber, hasWords, toWords } from './format.js'
import { liveState } from './live.js'
import { PAGES, type PageEntry } from './pages.js'
import { linkTo, route } from './route.js'
import { chooseScope, chosenKey, keyOf, scopeNames, scopes } from './scopes.js'
import { waiting } from './session.js'
import { IconButton, SearchField } from './ui/controls.js'
import { Icon } from './ui/icon.js'

const LIVE = { live: 'Live', connecting: 'Connecting …', lost: 'Not connected' }

/** The pages and the scopes, beside every page; on a small screen within a drawer. */
export function Side({ onHelp, onLeave }: { onHelp: () => void; onLeave?: () => void }) {
  return (
    <aside class="side" aria-label="Pages and scopes">
      <div class="side-brand">
        <Icon of={Brain} size={20} />
        svc memory
      </div>
      <nav class="side-nav" aria-label="Pages" onClick={onLeave}>
        {PAGES.map(page => (
          <PageLink key={page.name} page={page} />
        ))}
      </nav>
      <Scopes onLeave={onLeave} />
      <div class="side-foot small">
        <span class="live" data-state={liveState.value} role="status">
          {LIVE[liveState.value]}
        </span>
        <IconButton label="Keyboard shortcuts" icon={CircleHelp} onClick={onHelp} />
      </div>
    </aside>
  )
}

/** The least number of scopes with which their list has a search field. */
const MANY = 16

function Scopes({ onLeave }: { onLeave: (() => void) | undefined }) {
  const [text, setText] = useState('')
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenKey.value, scopes.value.length])
  const words = toWords(text)
  const shown = named.value.filter(({ name, scope }) =>
    hasWords(`${name} ${scope.id ?? ''}`, words),
  )
  return (
    <>
      <h2 class="side-heading small" id={id}>
        Scopes
      </h2>
      {named.value.length >= MANY && (
        <div class="side-find">
          <SearchField label="Find a scope" value={text} onChange={setText} />
        </div>
      )}
      <ul
        ref={list}
        role="list"
        class="side-nav side-scopes"
        aria-labelledby={id}
        onClick={onLeave}
      >
        {words.length === 0 && (
          <ScopeLink scopeKey="" name="All scopes" icon={Layers} count={countAll(scopes.value)} />
        )}
        {shown.map(({ scope, name }) => (
          <ScopeLink
            key={keyOf(scope)}
            scopeKey={keyOf(scope)}
            name={name}
            title={scope.id ?? 'What holds in every project'}
            icon={scope.type === 'global' ? Globe : Folder}
            count={scope.count}
          />
        ))}
        {shown.length === 0 && words.length > 0 && (
          <li class="side-none">No scope is called that</li>
        )}
      </ul>
    </>
  )
}

const byName = new Intl.Collator('en', { numeric: true })

/** Global first, then by what they are called. */
const named = computed(() =>
  scopes.value
    .map(scope => ({ scope, name: scopeNames.value.get(keyOf(scope)) ?? '' }))
    .sort(
      (a, b) =>
        Number(b.scope.type === 'global') - Number(a.scope.type === 'global') ||
        byName.compare(a.name, b.name),
    ),
)

function PageLink({ page: { name, title, icon } }: { page: PageEntry }) {
  const isHere = route.value.page === name
  const isReview = name === 'review' && Boolean(waiting.value)
  return (
    <a
      class="side-link"
      href={linkTo(name, '', { scope: chosenKey.value })}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon of={icon} />
      <span class="clip">{title}</span>
      {isReview && (
        <span class="side-count small" data-waiting="true">
          {formatNumber(waiting.value ?? 0, { isShort: true })}
          <span class="unseen"> waiting</span>
        </span>
      )}
    </a>
  )
}

interface ScopeLinkProps {
  scopeKey: string
  name: string
  title?: string
  icon: typeof Folder
  count: number
}

function ScopeLink({ scopeKey, name, title, icon, count }: ScopeLinkProps) {
  const isChosen = chosenKey.value === scopeKey
  return (
    <li>
      <button
        type="button"
        class="side-link"
        style={{ width: '100%' }}
        title={title}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => chooseScope(scopeKey)}
      >
        <Icon of={icon} />
        <span class="clip">{name}</span>
        <span class="side-count small">{formatNumber(count, { isShort: true })}</span>
      </button>
    </li>
  )
}

function countAll(all: readonly ScopeCount[]): number {
  return all.reduce((sum, { count }) => sum + count, 0)
}
