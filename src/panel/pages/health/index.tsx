import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ServiceStatus } from '../../../api.js'
import type { HostCondition } from '../../../overview/types.js'
import { count, countMemories, formatNumber } from '../../format.js'
import { titleOfHost } from '../../hosts.js'
import { useChanges, useEvery } from '../../live.js'
import { useAnswer } from '../../resource.js'
import { status } from '../../session.js'
import { Command, CopyIcon } from '../../ui/copy.js'
import { Page } from '../../ui/page.js'
import { Notice, Shown } from '../../ui/states.js'
import { Fact, Tag, Time } from '../../ui/text.js'
import { Backlog } from './backlog.js'
import { Doctor } from './doctor.js'
import { Settings } from './settings.js'
import './health.css'

/** The page of svc's health: its work, queues, findings, agents and settings. */
export default function HealthPage() {
  const now = status.value
  const [worked, setWorked] = useState(0)
  const memories = now && countMemories(now.memories)
  return (
    <Page
      title="Health"
      lead={now && `svc ${now.version} keeps ${memories} in ${count(now.scopes, 'scope')}.`}
    >
      <Standing />
      <Backlog onWorked={() => setWorked(times => times + 1)} />
      <Doctor on={worked} />
      <Agents />
      <Settings />
    </Page>
  )
}

/** The provider, the folder of the store, and today's spend. */
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
        <Fact name="Learning">
          <Learning status={now} />
        </Fact>
        <Fact name="Spent today">
          <Spend status={now} />
        </Fact>
        <Fact name="Store" class="copied">
          <span class="mono">{now.dataDir}</span>
          <CopyIcon text={now.dataDir} label="Copy the path" />
        </Fact>
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
      <span class="health-bar bar" data-full={share >= 1} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}

function formatDollars(usd: number): string {
  return usd > 0 && usd < 0.01 ? 'less than $0.01' : `$${usd.toFixed(2)}`
}

const LOOK_AGAIN_MS = 30_000

/** The agent hosts of this machine: which are connected, and when each called last. */
export function Agents() {
  const hosts = useAnswer<{ hosts: HostCondition[] }>('/hosts')
  useChanges(hosts.reload)
  useEvery(LOOK_AGAIN_MS, hosts.reload)
  return (
    <section class="section" aria-labelledby="health-agents">
      <h2 id="health-agents">Agents</h2>
      <Shown of={hosts}>
        {value =>
          value.hosts.length === 0 ? (
            <p class="muted health-none">
              No agent was found on this machine. <code>svc install</code> connects those that svc
              knows.
            </p>
          ) : (
            <ul role="list" class="rows health-rows">
              {value.hosts.map(host => (
                <HostRow key={host.host} host={host} />
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  )
}

function HostRow({ host: { title, connected, lastCall, install } }: { host: HostCondition }) {
  return (
    <li class="row health-host">
      <div class="health-what">
        <h3>
          {title}
          <Tag {...(connected && { tone: 'good' })}>
            {connected ? 'Connected' : 'Not connected'}
          </Tag>
        </h3>
        <p class="muted">
          {lastCall ? (
            <>
              Called last <Time at={lastCall} />
            </>
          ) : (
            'Has not called yet'
          )}
        </p>
      </div>
      {!connected && install && <Command text={install} />}
    </li>
  )
}
