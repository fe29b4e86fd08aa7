#!/usr/bin/env node
// Drives the real agent hosts, offline: node test/hosts/run.mjs [--ci] [HOST...] [CHECK...]
// The first run fetches them (Linux x64) from the npm registry. Not part of `npm test`.
import { CHECKS } from './checks.mjs'
import { HOSTS } from './hosts/index.mjs'
import { versionOf } from './programs.mjs'
import { renderTable, renderTurn } from './report.mjs'
import { openWorld } from './world.mjs'

/** What runs where time is short. */
const CI = ['claude-code', 'claude-2.1.117', 'claude-plugin', 'codex', 'gemini-cli', 'copilot-cli']

const words = process.argv.slice(2)
const hosts = choose(HOSTS, words.includes('--ci') ? CI : words)
const checks = choose(CHECKS, words)
const unknown = words.filter(
  word => word !== '--ci' && ![...HOSTS, ...CHECKS].some(({ name }) => name === word),
)
if (unknown.length > 0) throw new Error(`neither a host nor a check: ${unknown.join(', ')}`)

const results = []
for (const host of hosts) await checkHost(host)
console.log(`\n${renderTable(hosts, checks, results)}`)
const count = state => results.filter(result => result.state === state).length
console.log(`\n${count('passed')} passed, ${count('failed')} failed`)
process.exitCode = count('failed') > 0 ? 1 : 0

/** All of them where none is named. */
function choose(all, names) {
  const chosen = all.filter(({ name }) => names.includes(name))
  return chosen.length > 0 ? chosen : all
}

async function checkHost(host) {
  console.log(`\n${host.name} ${versionOf(host.program)}`)
  const world = await openWorld(host)
  try {
    for (const check of CHECKS) {
      if (!checks.includes(check) && !check.isNeeded) continue
      const isSound = await runCheck(host, world, check)
      if (!isSound && check.isNeeded) return
    }
  } finally {
    await world.close()
  }
}

async function runCheck(host, world, check) {
  const why = reasonAgainst(host, check)
  const began = performance.now()
  let state = 'passed'
  let detail = why ?? check.about
  world.last = undefined
  world.model.forget()
  try {
    if (why !== undefined) state = 'left out'
    else await check.run(world)
  } catch (error) {
    state = 'failed'
    detail = [error.message, renderTurn(world.last)].join('\n')
  }
  results.push({ host, check, state })
  const took = state === 'left out' ? '' : `${((performance.now() - began) / 1000).toFixed(1)} s`
  console.log(`  ${state.padEnd(8)} ${check.name.padEnd(10)} ${took.padStart(7)}  ${detail}`)
  return state !== 'failed'
}

/** Why a check does not apply to a host. */
function reasonAgainst(host, { name, only }) {
  if (only !== undefined && !only.includes(host.name)) return 'not of this host'
  return host.lacks[name]
}
