import { gitIn } from '../../../store/git/repository.js'
import { openStore, type Store } from '../../../store/store.js'
import { findSecrets, type Finding } from '../../scrub/find.js'
import { findCommitted, type CommittedSecret } from '../../scrub/history.js'
import { listUnread } from '../../scrub/places.js'
import { removeSecrets } from '../../scrub/remove.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { withAsker } from '../terminal/asker.js'
import { count, oneLine } from '../terminal/words.js'
import { readInput } from './input.js'
import { existingStore } from './store.js'

type Shown = Omit<Finding, 'secret'>

/** The findings of `svc scrub` and its work; the secrets themselves are not in it. */
interface Scrubbed {
  ok: boolean
  removed: Shown[]
  left: Shown[]
  committed: CommittedSecret[]
  /** Files that cannot be read: nobody knows what stands there. */
  unread: string[]
}

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
    const wanted = call.on('yes') ? removable : given === undefined ? await choose(removable) : []
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

/** Lets a person at a terminal confirm findings, one by one or all. */
function choose(findings: readonly Finding[]): Promise<Finding[]> {
  return withAsker(async asker => {
    const chosen: Finding[] = []
    for (const [at, finding] of findings.entries()) {
      const said = await asker.ask(`${describeFinding(finding)}\nremove it? [y/N/all/quit] `)
      if (said === undefined || /^q/i.test(said)) return chosen
      if (/^a/i.test(said)) return [...chosen, ...findings.slice(at)]
      if (/^y/i.test(said)) chosen.push(finding)
    }
    return chosen
  })
}

async function toScrubbed(
  store: Store,
  given: string | undefined,
  { findings, wanted }: { findings: readonly Finding[]; wanted: readonly Finding[] },
): Promise<Scrubbed> {
  const committed = await findCommitted(store, process.env, given)
  const show = ({ secret: _, ...finding }: Finding): Shown => finding
  const left = findings.filter(finding => !wanted.includes(finding)).map(show)
  const unread = listUnread(store)
  const ok = left.length + committed.length + unread.length === 0
  return { ok, removed: wanted.map(show), left, committed, unread }
}

/** Describes a finding by place and kind; two characters at each end stand for the secret. */
function describeFinding({ path, line, rule, hint, times, kind }: Shown): string {
  const often = times > 1 ? `, ${times} times` : ''
  const where = line === 0 ? `${path}  in its name:` : `${path}:${line} `
  const how = kind === 'scope' ? 'scope; svc scope shows how to move it' : kind
  return oneLine(`${where} ${rule} ${hint}${often} (${how})`)
}

/** Lists what was removed, what is left, and where git still has it with what to do about that. */
function renderScrubbed({ removed, left, committed, unread }: Scrubbed): string[] {
  const shut = unread.map(path => oneLine(`${path} cannot be read: remove it, or make it readable`))
  if (removed.length + left.length + committed.length === 0) return ['no secrets found', ...shut]
  return [
    ...(removed.length > 0 ? [`removed ${count(removed.length, 'secret')}:`] : []),
    ...removed.map(one => `  ${describeFinding(one)}`),
    ...(left.length > 0
      ? [`left ${count(left.length, 'secret')}; svc scrub --yes removes all:`]
      : []),
    ...left.map(one => `  ${describeFinding(one)}`),
    ...renderCommitted(committed),
    ...shut,
    'Change each of these secrets where it is used, first of all: whoever saw it can use it.',
  ]
}

function renderCommitted(committed: Scrubbed['committed']): string[] {
  const repositories = [...new Set(committed.map(({ repository }) => repository))]
  return repositories.flatMap(repository => {
    const here = committed.filter(one => one.repository === repository)
    const lines = here.map(({ commit, rule, hint, isName, isPushed }) => {
      const where = `${isName ? ', in the name of a file' : ''}${isPushed ? ', pushed: others may have it' : ''}`
      return `  ${commit.slice(0, 12)}  ${rule} ${hint}${where}`
    })
    const isNamed = here.some(one => one.isName)
    const isPushed = here.some(one => one.isPushed)
    return [
      oneLine(`git still has ${count(here.length, 'secret')} in ${repository}:`),
      ...lines,
      'To take them out of its commits: write each into a file, a line SECRET==>[redacted], then',
      oneLine(`  ${gitIn(repository)} filter-repo --replace-text FILE`),
      ...(isNamed ? ['and names with --filename-callback, as its manual shows;'] : []),
      ...(isPushed ? ['and push with --force; every other clone must be made anew.'] : []),
    ]
  })
}
