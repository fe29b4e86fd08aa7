import type { HostCondition } from '../../../overview/types.js'
import { ask } from '../../api.js'
import { useEvery } from '../../every.js'
import { useChanges } from '../../live.js'
import { useResource } from '../../resource.js'
import { Command } from '../../ui/copy.js'
import { Shown } from '../../ui/states.js'
import { Tag, Time } from '../../ui/text.js'

const LOOK_AGAIN_MS = 30_000

/** The agent hosts of this machine: which are connected, and when each called last. */
export function Agents() {
  const hosts = useResource(
    abort => ask<{ hosts: HostCondition[] }>('/hosts', { signal: abort }),
    [],
  )
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
