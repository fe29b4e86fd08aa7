// A worker killed right before its n-th change in the store, and what a second worker makes of it.
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as stages from './stage.mjs'

const { WORKER } = stages
const PRELOAD = fileURLToPath(new URL('kill-at.cjs', import.meta.url))

export const ANSWER = {
  memories: [
    {
      kind: 'fact',
      title: 'Alpha lives here',
      content: 'New alpha.',
      tags: ['a'],
      scope: 'project',
    },
    { kind: 'preference', title: 'Beta everywhere', content: 'Beta.', tags: [], scope: 'global' },
    { kind: 'constraint', title: 'Known before', content: 'Changed.', tags: [], scope: 'project' },
    {
      kind: 'fact',
      title: 'Packages come with pnpm',
      content: 'Packages come with pnpm, not npm.',
      tags: [],
      scope: 'project',
      isAsked: true,
      replaces: 'npm for packages',
    },
    {
      kind: 'fact',
      title: 'Staging port',
      content: 'Staging listens on 4100.',
      tags: [],
      scope: 'project',
      isAsked: true,
      replaces: 'staging on port 4000',
    },
  ],
  retractions: [{ statement: 'forget what I said about prettier', title: '' }],
  skills: [{ name: 'ship-it', description: 'Ships it.', body: '1. Ship.', scope: 'project' }],
}
/** Of each two that may be meant the second is meant less: it is never next. */
const BEFORE = [
  ['Known before', 'Old.'],
  ['Packages come with npm', 'We use npm for packages.'],
  ['Old packages', 'Packages of 2019 came with npm for packages.'],
  ['Staging port', 'Staging listens somewhere.'],
  ['Staging on port 4000', 'Staging listens on port 4000.'],
  ['Staging port of a branch', 'The branch runs staging on port 4000 as well.'],
  ['Prettier formats', 'Prettier formats the code.'],
  ['Formats of the docs of the shop', 'The docs are formatted by prettier.'],
]
export const TURNS = 6

/** A stage whose store has a full queue, kept as it is then. */
export async function openStage() {
  const stage = await stages.createStage(ANSWER)
  await fillStore(stage)
  stages.keepStage(stage)
  return stage
}

export const closeStage = stages.closeStage

/** Memories to change and to retract, and a full queue of turns. */
export async function fillStore(stage) {
  await stages.withService(stage, async service => {
    for (const [title, content] of BEFORE)
      await service.remember({ scope: stage.scope, title, content })
    const scope = stages.GLOBAL
    await service.remember({ scope, title: 'Prettier everywhere', content: 'Always.' })
  })
  for (let turn = 1; turn <= TURNS; turn++) {
    const input = JSON.stringify({
      hook_event_name: 'Stop',
      session_id: 'crash',
      cwd: stage.shop,
      prompt: `Question ${turn}: forget what I said about prettier`,
      last_assistant_message: `Answer ${turn}`,
    })
    spawnSync(process.execPath, [stages.HOOK], { input, env: stages.envOf(stage), cwd: stage.shop })
  }
}

/**
 * Runs a worker on the stage as it was kept and kills it before its n-th change, then runs one in
 * peace. Answers whether the first was killed, and what is wrong afterwards: [] where all is well.
 */
export async function killAt(stage, n) {
  await stages.restoreStage(stage)
  const signal = await runWorker(stage, n)
  if (signal !== null) stage.harmed++
  rmSync(join(stage.store, 'state', 'locks'), { recursive: true, force: true })
  if (signal !== null) await runWorker(stage)
  return { isKilled: signal !== null, problems: await inspect(stage) }
}

function runWorker(stage, killAt) {
  const tasks = [{ task: 'reflect', scopes: [`project:${encodeURIComponent(stage.shop)}`] }]
  const preload = killAt === undefined ? [] : ['--require', PRELOAD]
  const kill = { SVC_TEST_KILL_STORE: stage.store, SVC_TEST_KILL_AT: String(killAt) }
  const env = stages.envOf(stage, {
    SVC_HOOK_BATCH_TURNS: String(TURNS),
    ...(killAt !== undefined && kill),
  })
  const args = [...preload, WORKER, JSON.stringify(tasks)]
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  return new Promise(resolve => child.once('close', (_, signal) => resolve(signal)))
}

/** What is wrong after a worker came to its end: [] where all is as it should be. */
export async function inspect(stage) {
  return stages.withService(stage, service => compareStore(stage, service))
}

async function compareStore({ asked, harmed, scope, store }, service) {
  const { items } = await service.memories.list()
  const titles = items.map(({ title, content }) => `${title}: ${content}`).sort()
  const { items: reviewed } = await service.review.list()
  const files = listTree(store)
  const events = (await service.events()).filter(
    // One that failed is told, and distils nothing.
    ({ type, error }) => type === 'reflect' && error === undefined,
  )
  const doctor = await service.doctor()
  const { busy, past } = await service.status()
  const found = {
    titles: titles.join(' | '),
    marked: items.filter(({ tags }) => tags.includes('needs-review')).length,
    learned: reviewed
      .map(({ change, memory }) => `${change} ${memory.title}`)
      .sort()
      .join(),
    skills: (await service.skills.list()).skills.map(({ name }) => name).join(),
    memoryFiles: files.filter(name => /memories\/[^./][^/]*$/.test(name)).length,
    replay: files.filter(name => /state\/replay\/.*\.json$/.test(name)).length,
    queue: files.filter(name => /state\/(spool|batches)\/.*\.json$/.test(name)).length,
    kept: past.turns,
    busy,
    doctor: doctor.ok,
    recalled: (await service.recall({ scopes: [scope], text: 'where does alpha live' }))[0]?.title,
  }
  const problems = Object.entries(EXPECTED)
    .filter(([name, value]) => found[name] !== value)
    .map(([name, value]) => `${name}: ${found[name]} instead of ${value}`)
  if (events.length > 1) problems.push(`${events.length} events`)
  for (const { added, updated } of events) {
    if (added > 3 || added < 2 || updated !== 3) problems.push(`event of ${added} and ${updated}`)
  }
  // Whoever was harmed may have asked and not kept the answer.
  if (asked.length < 1 || asked.length > harmed + 1) problems.push(`asked ${asked.length} times`)
  return problems
}

const EXPECTED = {
  titles: [
    'Alpha lives here: New alpha.',
    'Beta everywhere: Beta.',
    'Formats of the docs of the shop: The docs are formatted by prettier.',
    'Known before: Changed.',
    'Old packages: Packages of 2019 came with npm for packages.',
    'Packages come with pnpm: Packages come with pnpm, not npm.',
    'Prettier everywhere: Always.',
    'Staging port of a branch: The branch runs staging on port 4000 as well.',
    'Staging port: Staging listens on 4100.',
  ].join(' | '),
  marked: 0,
  learned: [
    'added Alpha lives here',
    'added Beta everywhere',
    'retracted Prettier formats',
    'retracted Staging on port 4000',
    'updated Known before',
    'updated Packages come with pnpm',
    'updated Staging port',
  ].join(),
  skills: 'ship-it',
  memoryFiles: 11,
  replay: 1,
  queue: 0,
  kept: TURNS,
  busy: false,
  doctor: true,
  recalled: 'Alpha lives here',
}

function listTree(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}
