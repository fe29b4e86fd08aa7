import { ChevronRight } from 'lucide'
import type {
  KnownVersion,
  MemoryDiff,
  MemoryVersions,
  VersionText,
} from '../../../overview/types.js'
import { capitalize } from '../../format.js'
import { useAnswer } from '../../resource.js'
import { Button } from '../../ui/controls.js'
import { Diff } from '../../ui/diff.js'
import { Icon } from '../../ui/icon.js'
import { Shown } from '../../ui/states.js'
import { Fact, Time } from '../../ui/text.js'
import { pathOf } from '../../writes.js'

/** The versions of a memory, newest first; each opens what it changed. */
export function History({
  id,
  of: { versions, isInGit },
  open,
  onOpen,
  onBringBack,
}: {
  id: string
  of: MemoryVersions
  /** The version whose changes are shown; '' for none. */
  open: string
  onOpen: (name: string) => void
  onBringBack?: (name: string) => void
}) {
  if (versions.length === 0) return null
  return (
    <section class="memory-section" aria-labelledby="history">
      <h3 id="history">History</h3>
      <ol role="list" class="versions">
        {versions.map((version, at) => (
          <Version
            key={version.name}
            id={id}
            version={version}
            isFirst={at === versions.length - 1}
            isOpen={open === version.name}
            onToggle={() => onOpen(open === version.name ? '' : version.name)}
            {...(at > 0 && onBringBack && { onBringBack: () => onBringBack(version.name) })}
          />
        ))}
      </ol>
      {versions.length > 1 && (
        <p class="memory-small small">
          {isInGit
            ? 'Committed versions come from git, the others from this machine.'
            : 'Old versions are kept on this machine.'}
        </p>
      )}
    </section>
  )
}

interface VersionProps {
  id: string
  version: KnownVersion
  isFirst: boolean
  isOpen: boolean
  onToggle: () => void
  onBringBack?: () => void
}

function Version({ id, version, isFirst, isOpen, onToggle, onBringBack }: VersionProps) {
  const { origin, at, changed, author, subject, name } = version
  return (
    <li class="version">
      <button type="button" class="version-head" aria-expanded={isOpen} onClick={onToggle}>
        <Icon of={ChevronRight} size={14} />
        <span class="clip">{subject ?? nameChange(changed, isFirst)}</span>
        <span class="muted clip">
          {origin === 'standing' && 'now · '}
          {origin === 'git' && `${author ?? ''} · ${name.slice(0, 7)} · `}
          <Time at={at} />
        </span>
      </button>
      {isOpen && (
        <div class="version-body">
          <VersionDiff id={id} name={name} />
          {onBringBack && (
            <div>
              <Button onClick={onBringBack}>Bring this version back</Button>
            </div>
          )}
        </div>
      )}
    </li>
  )
}

/** `Title and content changed`. */
function nameChange(changed: readonly string[], isFirst: boolean): string {
  if (changed.length === 0) return isFirst ? 'First version' : 'Nothing that can be read changed'
  const words =
    changed.length > 1 ? `${changed.slice(0, -1).join(', ')} and ${changed.at(-1)}` : changed[0]!
  return `${capitalize(words)} changed`
}

function VersionDiff({ id, name }: { id: string; name: string }) {
  const diff = useAnswer<MemoryDiff>(`${pathOf(id)}/diff`, { query: { to: name } })
  return (
    <Shown of={diff}>
      {({ from, to, lines }) => (
        <>
          {from.name !== '' && <FieldChanges before={from} after={to} />}
          {lines.some(({ change }) => change !== 'same') && (
            <Diff lines={lines} label="What changed in the content" />
          )}
        </>
      )}
    </Shown>
  )
}

/** Shows the fields in which two versions differ, the content aside. */
export function FieldChanges({
  before,
  after,
}: {
  before: Omit<VersionText, 'name'>
  after: Omit<VersionText, 'name'>
}) {
  const rows: [string, string, string][] = [
    ['Title', before.title, after.title],
    ['Kind', before.kind, after.kind],
    ['Tags', before.tags.join(', '), after.tags.join(', ')],
    ['Found by too', before.aliases.join(', '), after.aliases.join(', ')],
    ['Pinned', before.pinned ? 'yes' : 'no', after.pinned ? 'yes' : 'no'],
  ]
  const changed = rows.filter(([, was, is]) => was !== is)
  if (changed.length === 0) return null
  return (
    <dl class="facts">
      {changed.map(([field, was, is]) => (
        <Fact key={field} name={field} class="field-change">
          {was && <del>{was}</del>} {is && <ins>{is}</ins>}
        </Fact>
      ))}
    </dl>
  )
}
