import type { DoctorFacts } from '../../report.js'
import { cutToWidth, renderFields, wrapText } from './layout.js'
import type { Screen } from './screen.js'
import { count, countEach, formatAge, formatTime, oneLine } from './words.js'

/** Folders of the data directory that are named, at most. */
const FOLDERS_SHOWN = 4
/** Queues and held entries that are named, at most; `--json` has all. */
const ROWS_SHOWN = 5
const INDENT = '  '

/** Renders the doctor's facts in lines of at most the screen's width, each under its name. */
export function renderFacts(facts: DoctorFacts, screen: Screen): string[] {
  const { styles, columns } = screen
  const rows = [
    ['versions', tellVersions(facts)],
    ['hosts', tellHosts(facts)],
    ['hooks', tellLauncher(facts)],
    ['store', tellStore(facts)],
    ['largest', tellFolders(facts)],
    ...tellMany('queued', tellQueues(facts, screen)),
    ['index', tellIndexes(facts)],
    ['provider', tellProvider(facts)],
    ['git', tellGit(facts)],
    ...tellMany('locks', tellLocks(facts)),
  ] as const
  const told = rows.filter(([, text]) => text !== undefined && text !== '')
  const widest = Math.max(...told.map(([name]) => name.length)) + 2 * INDENT.length
  const broken = told.flatMap(([name, text]) =>
    wrapText(text ?? '', columns - widest).map((line, at) => [at === 0 ? name : '', line] as const),
  )
  const lines = renderFields(broken, styles).map(line => INDENT + line)
  return [styles.strong('facts'), ...lines, '']
}

/** Rows of one name, which stands at the first. */
function tellMany(name: string, texts: readonly string[]): [string, string][] {
  const shown = texts.slice(0, ROWS_SHOWN)
  const left = texts.length - shown.length
  const all = left > 0 ? [...shown, `and ${left} more`] : shown
  return all.map((text, at) => [at === 0 ? name : '', text])
}

function tellVersions({ versions }: DoctorFacts): string {
  const { svc, node, git, platform, storeFormat } = versions
  const ofGit = git === undefined ? 'no git' : `git ${oneLine(git)}`
  return `svc ${svc}, Node ${node}, ${ofGit}, ${oneLine(platform)}, store format ${storeFormat}`
}

function tellHosts({ hosts = [] }: DoctorFacts): string {
  const told = hosts.map(({ title, version }) => `${title} ${version ?? '(tells no version)'}`)
  return told.map(oneLine).join(', ')
}

function tellLauncher({ launcher }: DoctorFacts): string | undefined {
  if (launcher === undefined) return undefined
  const { node, nodeVersion, isNodeUsable, script, svcVersion, isOwn } = launcher
  if (script === '') return `what ${oneLine(launcher.path)} starts is not to be seen`
  const ofSvc = svcVersion ?? 'that is gone'
  const same = isOwn ? 'this one' : oneLine(script)
  const told = nodeVersion === undefined ? '' : ` ${nodeVersion}`
  const usable = isNodeUsable ? '' : nodeVersion === undefined ? ', which is gone' : ', too old'
  return `svc ${oneLine(ofSvc)} (${same}) on Node${told} (${oneLine(node)}${usable})`
}

function tellStore({ dataDir }: DoctorFacts): string {
  const { path, mode, bytes, files, freeBytes } = dataDir
  const open = mode === '' ? '' : ` (${mode})`
  const free = freeBytes === undefined ? '' : `, ${tellBytes(freeBytes)} free`
  return `${oneLine(path)}${open}, ${tellBytes(bytes)} in ${count(files, 'file')}${free}`
}

function tellFolders({ dataDir: { folders } }: DoctorFacts): string {
  const shown = folders.filter(({ name }) => name !== '.').slice(0, FOLDERS_SHOWN)
  return shown.map(({ name, bytes }) => `${oneLine(name)} ${tellBytes(bytes)}`).join(', ')
}

function tellQueues({ queues }: DoctorFacts, { now }: Screen): string[] {
  return queues.map(({ key, turns, oldest, failing, setAside, putOff, replay }) => {
    const since = oldest === undefined ? '' : ` (${formatAge(oldest, now)})`
    const what = countEach([
      [turns, `${turns === 1 ? 'turn' : 'turns'}${since}`],
      [failing, 'failing'],
      [setAside, 'set aside'],
      [putOff, 'put off'],
      [replay, 'to consolidate'],
    ])
    return `${cutToWidth(oneLine(key), 24)}: ${what}`
  })
}

function tellIndexes({ indexes }: DoctorFacts): string {
  const inState = (wanted: string) => indexes.filter(({ state }) => state === wanted).length
  return countEach([
    [inState('fresh'), 'fresh'],
    [inState('behind'), 'behind'],
    [inState('none'), 'not made yet'],
  ])
}

function tellProvider({ provider }: DoctorFacts): string | undefined {
  if (provider === undefined) return undefined
  const { name, service } = provider
  if (service === undefined) return oneLine(name)
  const { host, hasKey, status, problem, ms } = service
  const answer = status === undefined ? `no answer (${problem})` : `answers ${status} in ${ms} ms`
  return `${oneLine(name)} at ${oneLine(host)}, ${hasKey ? 'with a key' : 'without a key'}, ${answer}`
}

function tellGit({ git }: DoctorFacts): string | undefined {
  if (git === undefined) return undefined
  const { branch, remote, uncommitted, unmerged, ahead, behind, driver, ignored } = git
  const distance = ahead === undefined ? '' : `, ${ahead} ahead and ${behind} behind ${remote}`
  const what = countEach([
    [uncommitted, 'not committed'],
    [unmerged, 'not merged'],
    [ignored, 'ignored'],
  ])
  return `${oneLine(branch ?? 'no branch')}, ${what || 'clean'}${distance}, merge driver ${driver}`
}

function tellLocks({ locks }: DoctorFacts): string[] {
  return locks.map(({ name, since, isStale, pid }) => {
    const who = isStale ? 'left behind' : `held${pid === undefined ? '' : ` by process ${pid}`}`
    return `${oneLine(name)} ${who} since ${formatTime(since)}`
  })
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Bytes in words of two digits at least: `740 B`, `12 KB`, `3.4 GB`. */
function tellBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1_000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}
