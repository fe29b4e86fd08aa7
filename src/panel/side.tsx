import { Brain, CircleHelp, Folder, Globe, Layers } from 'lucide'
import { formatNumber } from './format.js'
import { liveState } from './live.js'
import { PAGES, type PageEntry } from './pages.js'
import { linkTo, route } from './route.js'
import { chosenKey, chooseScope, keyOf, scopeNames, scopes, type CountedScope } from './scopes.js'
import { waiting } from './session.js'
import { IconButton } from './ui/controls.js'
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
      <h2 class="side-heading" id="scopes">
        Scopes
      </h2>
      <ul role="list" class="side-nav" aria-labelledby="scopes" onClick={onLeave}>
        <ScopeLink scopeKey="" name="All scopes" icon={Layers} count={countAll(scopes.value)} />
        {scopes.value.map(scope => (
          <ScopeLink
            key={keyOf(scope)}
            scopeKey={keyOf(scope)}
            name={scopeNames.value.get(keyOf(scope)) ?? ''}
            title={scope.id ?? 'What holds in every project'}
            icon={scope.type === 'global' ? Globe : Folder}
            count={scope.count}
          />
        ))}
      </ul>
      <div class="side-foot">
        <span class="live" data-state={liveState.value} role="status">
          {LIVE[liveState.value]}
        </span>
        <IconButton label="Keyboard shortcuts" icon={CircleHelp} onClick={onHelp} />
      </div>
    </aside>
  )
}

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
        <span class="side-count" data-waiting="true">
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
        <span class="side-count">{formatNumber(count, { isShort: true })}</span>
      </button>
    </li>
  )
}

function countAll(all: readonly CountedScope[]): number {
  return all.reduce((sum, { count }) => sum + count, 0)
}
