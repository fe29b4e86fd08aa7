import { orElse } from '../../store/errors.js'
import { readText, removeFile, writeDurable } from '../../store/files/atomic.js'
import { withFence } from '../../store/files/fence.js'
import { statePath, storeLock, type Store } from '../../store/store.js'
import { listJournal } from './journal.js'
import { ledgerName, listLedgers, readLedgerFile } from './sessions.js'

/**
 * Removes what hooks noted of a session, and of the agents that it started: its ledger, and what the
 * journal tells of it. The uses of memories that only its ledger told of are not counted any more. Durable
 * when it resolves.
 */
export async function dropConversation(store: Store, session: string): Promise<void> {
  const names = [ledgerName(session), ...agentsOf(store, session)]
  const days = listJournal(store).map(({ path }) => path)
  await withFence(storeLock(store, 'usage'), days, lock => {
    for (const name of names) removeFile(statePath(store, 'sessions', name))
    for (const path of days) {
      const lines = (readText(path) ?? '').split('\n')
      const others = lines.filter(line => !names.some(name => line.includes(`"${name}"`)))
      if (others.length < lines.length)
        writeDurable(path, others.join('\n'), () => lock.assertHeld())
    }
  })
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
