import { openStore, type Store } from '../../../store/store.js'
import { findSecrets, type Finding } from '../../scrub/find.js'
import { findCommitted } from '../../scrub/history.js'
import { removeSecrets } from '../../scrub/remove.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { Asker } from '../terminal/asker.js'
import { describeFinding, renderScrubbed, type Scrubbed } from '../terminal/scrub.js'
import { readInput } from './input.js'
import { existingStore } from './store.js'

/**
 * `svc scrub`: shows which secrets the store holds, takes out what is confirmed, and says where git
 * still has it. Exit 0 where none is left, else 1.
 */
export const scrub: Action<Scrubbed> = {
  async run(call) {
    const given = await readGiven(call)
    const store = openStore(existingStore(call).databasePath, process.env)
    const findings = findSecrets(store, given)
    const removable = findings.filter(({ kind }) => kind !== 'scope')
    const wanted = call.on('yes') ? removable : await choose(removable, given !== undefined)
    await removeSecrets(store, wanted)
    return toScrubbed(store, given, { findings, wanted })
  },
  render: renderScrubbed,
  exitCode: ({ ok }) => (ok ? 0 : 1),
}

/** A secret in an argument could be seen by everybody on the machine. */
async function readGiven(call: Call): Promise<string | undefined> {
  const text = call.text('text')
  if (text === undefined) return undefined
  if (text !== '-')
    throw new UsageError('--text takes - alone: the text is read from stdin', call.command)
  const given = await readInput(process.stdin)
  if (given.length >= 4) return given
  throw new UsageError('the text on stdin must have at least 4 characters', call.command)
}

/** Lets a person at a terminal confirm findings, one by one or all; none elsewhere. */
async function choose(findings: readonly Finding[], isGiven: boolean): Promise<Finding[]> {
  const asker = new Asker()
  // Standard input has been read to its end for the text.
  if (isGiven || !asker.isHeard) return []
  try {
    const chosen: Finding[] = []
    for (const [at, finding] of findings.entries()) {
      const said = await asker.ask(`${describeFinding(finding)}\nremove it? [y/N/all/quit] `)
      if (said === undefined || /^q/i.test(said)) return chosen
      if (/^a/i.test(said)) return [...chosen, ...findings.slice(at)]
      if (/^y/i.test(said)) chosen.push(finding)
    }
    return chosen
  } finally {
    asker.close()
  }
}

async function toScrubbed(
  store: Store,
  given: string | undefined,
  { findings, wanted }: { findings: readonly Finding[]; wanted: readonly Finding[] },
): Promise<Scrubbed> {
  const committed = await findCommitted(store, process.env, given)
  const show = ({ secret: _, ...finding }: Finding) => finding
  const left = findings.filter(finding => !wanted.includes(finding)).map(show)
  const ok = left.length === 0 && committed.length === 0
  return { ok, removed: wanted.map(show), left, committed }
}
