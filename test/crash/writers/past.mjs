// Past sessions: one is forgotten; a day is packed and an old one dropped.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DIST, runProgram, svc, withService, WORKER } from '../stage.mjs'
import { runOnce } from '../trials.mjs'
import { judgeCommand } from './commands.mjs'

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = days => new Date(Date.now() - days * DAY_MS).toISOString()
/** What is searched for stands in each turn; these words in those of one session alone. */
const [GONE, KEPT, OLD] = ['quokka', 'wombat', 'numbat']
const NUMBERS = [1, 2, 3, 4]

function turn(word, number, days) {
  const [asked, answered] = [`Which burrow has the ${word}?`, `The ${word} has burrow ${number}.`]
  const did = [{ command: `dig ${word}`, isFailed: false }, { file: `src/${word}.ts` }]
  return { session: `session-${word}`, turn: number, at: daysAgo(days), asked, answered, did }
}

/** A packed part and an open one, both of two sessions, and one that is older than is kept; all indexed. */
async function prepare(stage) {
  await withService(stage, service =>
    service.remember({ scope: stage.scope, title: 'Burrows', content: 'They are dug.' }),
  )
  const { addTurns, packBefore, pastStore, refreshPast } = await load(stage)
  const [key] = readdirSync(join(stage.store, 'projects'))
  addTurns(pastStore, key, [turn(OLD, 1, 1_000)])
  const both = (number, days) => [GONE, KEPT].map(word => turn(word, number, days))
  addTurns(pastStore, key, [...both(1, 3), ...both(2, 3)])
  packBefore(pastStore, key, daysAgo(2).slice(0, 10))
  addTurns(pastStore, key, [...both(3, 1), ...both(4, 1)])
  await refreshPast(pastStore)
  const looks = { last: Date.now() - 60_000, before: Date.now() - 2 * DAY_MS }
  mkdirSync(join(stage.store, 'state'), { recursive: true })
  writeFileSync(join(stage.store, 'state', 'looks.json'), JSON.stringify(looks))
}

async function load(stage) {
  const modules = ['src/past/parts.js', 'src/past/segments.js', 'store/store.js']
  const [parts, segments, store] = await Promise.all(modules.map(name => import(`${DIST}/${name}`)))
  const pastStore = store.openStore(join(stage.store, 'svc.json'))
  return { ...parts, ...segments, pastStore }
}

/** What is wrong with the turns that are found of a session: all of them once, or none where they may go. */
function compare(found, word, { mayGo, isGone }) {
  const numbers = found.filter(one => one.session === `session-${word}`).map(one => one.turn)
  const all = word === OLD ? [1] : NUMBERS
  const twice = numbers.length - new Set(numbers).size
  const lost = all.filter(number => !numbers.includes(number))
  return [
    ...(twice > 0 ? [`${word}: ${twice} turns twice`] : []),
    ...(!mayGo && lost.length > 0 ? [`${word}: lost ${lost}`] : []),
    ...(isGone && numbers.length > 0 ? [`${word}: ${numbers} are there still`] : []),
  ]
}

async function search(stage) {
  const argv = svc('search', 'burrow', '--sessions', '--json', '--limit', '50')
  const { code, stdout, stderr } = await runProgram(stage, argv)
  if (code !== 0) throw new Error(`svc search ends with ${code}: ${stderr}`)
  return JSON.parse(stdout).sessions
}

/** The files of the state that hold a word, packed ones too. */
function holding({ store }, word) {
  const names = readdirSync(join(store, 'state'), { recursive: true, withFileTypes: true })
  const paths = names.filter(one => one.isFile()).map(one => join(one.parentPath, one.name))
  return paths.filter(path => {
    const bytes = readFileSync(path)
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).includes(word)
  })
}

const isAcked = ({ isDone, run, before }) => isDone || [run, before].some(one => one?.code === 0)

const forget = {
  name: 'past-forget',
  prepare,
  run: (stage, how) => runOnce(stage, svc('forget', '--session', `session-${GONE}`), how),
  judge: judgeCommand,
  isDone: ({ code }) => code === 0,
  check: async (stage, seen) => {
    const found = await search(stage)
    const isGone = isAcked(seen)
    return [
      ...compare(found, GONE, { mayGo: true, isGone }),
      // A part that could not be read for a moment is found again the next time.
      ...compare(found, KEPT, { mayGo: !seen.isDone && !seen.run.isKilled, isGone: false }),
      ...(isGone ? holding(stage, GONE).map(path => `${path} has its words`) : []),
    ]
  },
}

/** True as long as a day that is over is not packed. */
function isOpen({ store }) {
  const parts = readdirSync(join(store, 'state', 'past'), { recursive: true })
  return parts.some(name => name.endsWith(`${daysAgo(1).slice(0, 10)}.jsonl`))
}

/** False where the looks could not be read: then nothing is old before there are two more. */
function knowsOld({ store }) {
  const path = join(store, 'state', 'looks.json')
  return JSON.parse(readFileSync(path, 'utf8')).before !== undefined
}

const sweep = {
  name: 'past-sweep',
  prepare,
  // A scope whose holder was killed counts as worked on for a while: in peace it comes again.
  run: async (stage, how) => {
    const end = Date.now() + 8_000
    for (;;) {
      const argv = [process.execPath, WORKER, JSON.stringify([{ task: 'sweep' }])]
      const run = await runOnce(stage, argv, how)
      if (how.wrap || how.killAfter || Date.now() > end || !isOpen(stage)) return run
      await new Promise(resolve => setTimeout(resolve, 500))
    }
  },
  judge: ({ signal }) => (signal === null ? [] : [`ended with ${signal}`]),
  isDone: ({ code }) => code === 0,
  check: async (stage, { isDone }) => {
    const found = await search(stage)
    return [
      ...[GONE, KEPT].flatMap(word => compare(found, word, { mayGo: false, isGone: false })),
      ...compare(found, OLD, { mayGo: true, isGone: isDone && knowsOld(stage) }),
      ...(isDone && isOpen(stage) ? ['a day that is over is not packed'] : []),
    ]
  },
}

export default [forget, sweep]
