import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ASKED, blocksOf, offered, speak } from './turns.mjs'

export async function connects(world) {
  world.before = world.snapshot()
  world.connect()
}

export async function leavesHome(world) {
  const before = world.snapshot()
  // Without flags: to have its hooks trusted, Codex is started, and it writes files of its own.
  world.connect([])
  assert.notDeepEqual(world.snapshot(), before, 'install writes something')
  world.disconnect()
  const after = world.snapshot()
  assertSame([...Object.keys(before), ...Object.keys(after)], before, after)
}

function assertSame(names, before, after) {
  const changed = [...new Set(names)].filter(name => before[name] !== after[name])
  const shown = changed.map(name => `${name}: ${before[name]} -> ${after[name]}`)
  assert.deepEqual(shown, [], 'every file is as it was')
}

export async function runsOthers(world) {
  const { home, host } = world
  if (host.approve) await speak(world, ASKED[0].question, { flags: host.approve })
  const path = join(home, 'other-hooks.log')
  const ran = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const events = host.lacks.prompt ? ['start', 'stop'] : ['start', 'prompt', 'stop']
  for (const event of events) assert.ok(ran.includes(event), `it ran at ${event}`)
}

export async function asksDoctor(world) {
  await world.untilQuiet()
  const { findings } = JSON.parse(world.svc('doctor', '--json'))
  const wrong = findings.filter(({ level }) => level !== 'remark')
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    findings.filter(({ check }) => check.startsWith('hook')),
    [],
  )
}

export async function uninstalls(world) {
  world.disconnect()
  // Of a plugin a host keeps that it was there.
  if (!world.host.connect) assertNoTrace(world)
  const queued = world.turns().length
  const turn = await speak(world, ASKED[0].question)
  assert.deepEqual(blocksOf(turn), [], 'nothing is given')
  assert.ok(!offered(turn).includes('svc'), 'no tool is offered')
  await world.untilQuiet()
  assert.equal(world.turns().length, queued, 'nothing is queued')
}

function assertNoTrace(world) {
  const after = world.snapshot()
  const rewritten = Object.keys(world.before).filter(path => holds(after[path], world.before[path]))
  assertSame(Object.keys(world.before), world.before, {
    ...after,
    ...Object.fromEntries(rewritten.map(path => [path, world.before[path]])),
  })
  const settings = Object.entries(after).filter(([path]) => isSettings(path))
  // A host keeps a list of the folders in which its program ran, those of its own distilling too.
  for (const [path, text] of settings) {
    assert.doesNotMatch(text.replace(/svc-ask-\w+/g, ''), /svc/, path)
  }
}

/** True for settings to which the host has added something of its own. */
function holds(after, before) {
  try {
    const [now, then] = [after, before].map(text => JSON.parse(text))
    return Object.keys(then).every(key => isDeepStrictEqual(now[key], then[key]))
  } catch {
    return false
  }
}

/** What a host's sessions leave behind may tell of svc; its settings may not. */
function isSettings(path) {
  const isKept = /session|projects\/|history|\/tmp\/|^\.cache\//.test(path)
  return /\.(json|jsonc|toml|js|ya?ml)$/.test(path) && !isKept
}
