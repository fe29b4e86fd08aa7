import type { ComponentChildren } from 'preact'
import type { ServiceStatus } from '../../../api.js'
import { formatNumber } from '../../format.js'
import { titleOfHost } from '../../hosts.js'
import { status } from '../../session.js'
import { CopyIcon } from '../../ui/copy.js'
import { Notice } from '../../ui/states.js'

/** Who learns, where the store is, and what today has cost. */
export function Standing() {
  const now = status.value
  if (now === undefined) return null
  return (
    <section aria-labelledby="health-now">
      <h2 id="health-now" class="unseen">
        Now
      </h2>
      {now.providerFault && <Notice tone="bad">{now.providerFault}</Notice>}
      <dl class="facts health-facts">
        <dt>Learning</dt>
        <dd>
          <Learning status={now} />
        </dd>
        <dt>Spent today</dt>
        <dd>
          <Spend status={now} />
        </dd>
        <dt>Store</dt>
        <dd class="health-path">
          <span class="mono">{now.dataDir}</span>
          <CopyIcon text={now.dataDir} label="Copy the path" />
        </dd>
      </dl>
    </section>
  )
}

function Learning({ status: { reflect, provider, learnsBy } }: { status: ServiceStatus }) {
  if (!reflect) {
    return (
      <>
        Off: nothing is learned while <code>SVC_HOOK_REFLECT</code> is 0
      </>
    )
  }
  if (provider === 'builtin') return <>Builtin, on this machine, free</>
  const hosts = Object.entries(learnsBy ?? {})
  return (
    <>
      {provider}
      {hosts.map(([host, by]) => (
        <span key={host} class="health-line muted">
          {titleOfHost(host)} learns with {by}
        </span>
      ))}
    </>
  )
}

function Spend({ status: { spend, budget } }: { status: ServiceStatus }) {
  const tokens = spend.inputTokens + spend.outputTokens
  return (
    <span class="health-spend">
      <Share of={tokens} most={budget.tokens}>
        {formatNumber(tokens)} of {formatNumber(budget.tokens)} tokens
      </Share>
      <Share of={spend.usd} most={budget.usd}>
        {formatDollars(spend.usd)} of {formatDollars(budget.usd)}
      </Share>
    </span>
  )
}

/** A part of the day's budget, in words and as a line. */
function Share({ of, most, children }: { of: number; most: number; children: ComponentChildren }) {
  const share = most > 0 ? Math.min(1, of / most) : 0
  return (
    <span class="health-share numbers">
      {children}
      <span class="health-bar" data-full={share >= 1} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}

function formatDollars(usd: number): string {
  return usd > 0 && usd < 0.01 ? 'less than $0.01' : `$${usd.toFixed(2)}`
}
