import { orElse } from '../../store/errors.js'
import { readText, removeFile, writeDurable } from '../../store/files/atomic.js'
import { withFence } from '../../store/files/fence.js'
import { listingAll } from '../../store/files/read.js'
import { statePath, storeLock, type Store } from '../../store/store.js'
import { listJournal } from './journal.js'
import { ledgerName, listLedgers, readLedgerFile } from './sessions.js'

/** True where hooks noted anything of a session. */
export function hasConversation(store: Store, session: string): boolean {
  const name = ledgerName(session)
  if (listLedgers(store).some(ledger => ledger.name === name)) return true
  return listJournal(store).some(({ path }) => (readText(path) ?? '').includes(`"${name}"`))
}

/**
 * Removes what hooks noted of a session, and of the agents that it started: its ledger, and what the
 * journal tells of it. The uses of memories that only its ledger told of are not counted any more. Durable
 * when it resolves.
 */
export async function dropConversation(store: Store, session: string): Promise<void> {
  const names = [ledgerName(session), ...agentsOf(store, session)]
  const days = listingAll(() => listJournal(store)).map(({ path }) => path)
  await withFence(storeLock(store, 'usage'), days, lock => {
    for (const name of names) removeFile(statePath(store, 'sessions', name))
    for (const path of days) {
      const lines = (readText(path) ?? '').split('\n')
      const others = lines.filter(line => {
        return !names.some(name => line.includes(`"${name}"`)) && !isOfAgentOf(session, line)
      })
      if (others.length < lines.length)
        writeDurable(path, others.join('\n'), () => lock.assertHeld())
    }
  })
}

/** An older svc put agents into the journal, too. */
function isOfAgentOf(session: string, line: string): boolean {
  const id = JSON.stringify(`${session} `).slice(0, -1)
  return line.includes('"isAgent":true') && line.includes(`"id":${id}`)
}

/** The ledgers of the agents that a session started: their id is behind that of the session. */
function agentsOf(store: Store, session: string): string[] {
  const isFirst = (line: string) => line.includes('"type":"session"')
  const own = listLedgers(store).filter(({ path }) =>
    orElse(() => readLedgerFile(path, isFirst), []).some(
      line => line.type === 'session' && line.isAgent === true && line.id.startsWith(`${session} `),
    ),
  )
  return own.map(({ name }) => name)
}
