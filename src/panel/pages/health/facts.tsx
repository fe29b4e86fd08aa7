import type { ComponentChildren } from 'preact'
import type { DoctorReport } from '../../../api.js'
import { count, formatBytes } from '../../format.js'
import { Fact, Time } from '../../ui/text.js'

type DoctorFacts = DoctorReport['facts']

/** The most rows of one fact; `svc doctor --json` has all. */
const ROWS_SHOWN = 5

/** The facts of this machine that `svc doctor` reports. */
export function Facts({ of: facts }: { of: DoctorFacts }) {
  const { versions, dataDir, hosts = [], launcher, provider, git } = facts
  const folders = dataDir.folders.filter(({ name }) => name !== '.')
  return (
    <dl class="facts health-facts" aria-label="How things stand">
      <Fact name="Versions">
        svc {versions.svc}, Node {versions.node},{' '}
        {versions.git === undefined ? 'no git' : `git ${versions.git}`}, {versions.platform}, store
        format {versions.storeFormat}
      </Fact>
      {hosts.length > 0 && (
        <Fact name="Agents">
          {hosts.map(({ title, version }) => `${title} ${version ?? '(no version)'}`).join(', ')}
        </Fact>
      )}
      {launcher && (
        <Fact name="Hooks">
          <Launcher of={launcher} />
        </Fact>
      )}
      <Fact name="Disk">
        {formatBytes(dataDir.bytes)} in {count(dataDir.files, 'file')}
        {dataDir.mode && `, mode ${dataDir.mode}`}
        {dataDir.freeBytes !== undefined && `, ${formatBytes(dataDir.freeBytes)} free`}
        <Lines of={folders.map(({ name, bytes }) => `${name} ${formatBytes(bytes)}`)} />
      </Fact>
      <Rows name="Oldest turns" of={facts.queues.filter(({ oldest }) => oldest !== undefined)}>
        {({ key, turns, oldest = '' }) => (
          <>
            {key}: {count(turns, 'turn')}, the oldest <Time at={oldest} />
          </>
        )}
      </Rows>
      <Fact name="Search index">{formatIndexes(facts.indexes)}</Fact>
      {provider && <Fact name="Provider">{formatProvider(provider)}</Fact>}
      <Fact name="Git">{git === undefined ? 'Not in git' : formatGit(git)}</Fact>
      <Rows name="Locks" of={facts.locks}>
        {({ name, since, isStale, pid }) => (
          <>
            {name}{' '}
            {isStale ? 'left behind' : `held${pid === undefined ? '' : ` by process ${pid}`}`},
            since <Time at={since} />
          </>
        )}
      </Rows>
    </dl>
  )
}

function Lines({ of: texts }: { of: readonly string[] }) {
  const left = texts.length - ROWS_SHOWN
  const shown = texts.slice(0, ROWS_SHOWN).join(', ')
  if (shown === '') return null
  return (
    <span class="health-line muted">
      {shown}
      {left > 0 && ` and ${left} more`}
    </span>
  )
}

function Launcher({ of: launcher }: { of: NonNullable<DoctorFacts['launcher']> }) {
  const { node, nodeVersion, isNodeUsable, script, svcVersion, isOwn } = launcher
  if (script === '') return <>What {launcher.path} starts is not to be seen</>
  const usable = isNodeUsable ? '' : nodeVersion === undefined ? ', gone' : ', too old'
  return (
    <>
      svc {svcVersion ?? '(gone)'}
      {isOwn ? ', this one' : ', another one'}, on Node {nodeVersion ?? '(no version)'}
      {usable}
      <span class="health-line muted mono">{script}</span>
      <span class="health-line muted mono">{node}</span>
    </>
  )
}

/** A fact with a line for each of some things, as far as there is room. */
function Rows<T>({
  name,
  of: all,
  children,
}: {
  name: string
  of: readonly T[]
  children: (one: T) => ComponentChildren
}) {
  if (all.length === 0) return null
  return (
    <Fact name={name}>
      {all.slice(0, ROWS_SHOWN).map((one, at) => (
        <span key={at} class="health-line">
          {children(one)}
        </span>
      ))}
      {all.length > ROWS_SHOWN && (
        <span class="health-line muted">and {all.length - ROWS_SHOWN} more</span>
      )}
    </Fact>
  )
}

function formatIndexes(indexes: DoctorFacts['indexes']): string {
  const numberOf = (wanted: string) => indexes.filter(({ state }) => state === wanted).length
  const parts = [
    [numberOf('fresh'), 'fresh'],
    [numberOf('behind'), 'behind'],
    [numberOf('none'), 'not made yet'],
  ] as const
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  return told.join(', ') || 'Nothing to index yet'
}

function formatProvider({ name, service }: NonNullable<DoctorFacts['provider']>): string {
  if (service === undefined) return name
  const { host, hasKey, status, problem, ms } = service
  const answer = status === undefined ? `no answer (${problem})` : `answers ${status} in ${ms} ms`
  return `${name} at ${host}, ${hasKey ? 'with a key' : 'without a key'}, ${answer}`
}

function formatGit(git: NonNullable<DoctorFacts['git']>): string {
  const {
    branch = 'no branch',
    remote,
    uncommitted,
    unmerged,
    ahead,
    behind,
    driver,
    ignored,
  } = git
  const parts = [
    uncommitted > 0 && `${uncommitted} not committed`,
    unmerged > 0 && `${unmerged} not merged`,
    ignored > 0 && `${ignored} ignored`,
  ].filter(Boolean)
  const distance = ahead === undefined ? '' : `, ${ahead} ahead and ${behind} behind ${remote}`
  return `${branch}, ${parts.join(', ') || 'clean'}${distance}, merge driver ${driver}`
}
