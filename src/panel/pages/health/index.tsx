import { useState } from 'preact/hooks'
import { count } from '../../format.js'
import { status } from '../../session.js'
import { Page } from '../../ui/page.js'
import { Agents } from './agents.js'
import { Backlog } from './backlog.js'
import { Doctor } from './doctor.js'
import { Settings } from './settings.js'
import { Standing } from './standing.js'
import './health.css'

/** How svc is: what it does now, what waits, what is wrong, which agents call, what is set. */
export default function HealthPage() {
  const now = status.value
  const [worked, setWorked] = useState(0)
  const memories = now && count(now.memories, 'memory', 'memories')
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
