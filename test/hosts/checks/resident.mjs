import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ASKED, promptBlocks, speak } from './turns.mjs'

/** A hook without an answer from its server goes on after 3 s. */
const PATIENCE_MS = 10_000

export async function knowsVersion(world) {
  const [, settings] = Object.entries(world.snapshot()).find(([path]) =>
    path.endsWith('.claude/settings.json'),
  )
  assert.equal(settings.includes('mcp_tool'), world.host.name === 'claude-code')
}

/** The command is made unable to answer a prompt: what the model is given, the server gave. */
export async function answersInServer(world) {
  const line = `case " $* " in *' --beside-server '*) exit 0;; esac`
  await withLauncher(world, 'svc-hook', line, () => asks(world, ASKED[1]))
}

/** The other way round. */
export async function answersWithoutServer(world) {
  await withLauncher(world, 'svc', 'exit 1', () => asks(world, ASKED[1]))
}

async function asks(world, { question, answer }) {
  const given = promptBlocks(await speak(world, question))
  assert.equal(given.length, 1, 'one prompt context')
  assert.ok(given[0].includes(answer), 'the prompt context holds what was asked for')
}

async function withLauncher({ dataDir }, name, line, run) {
  const path = join(dataDir, 'bin', name)
  const launcher = readFileSync(path, 'utf8')
  writeFileSync(path, launcher.replace('\n', `\n${line}\n`))
  try {
    await run()
  } finally {
    writeFileSync(path, launcher)
  }
}

/** One session, four prompts: as it should be, the server frozen, killed, and after that. */
export async function outlivesServer(world) {
  const session = world.converse()
  assertGiven(await session.say(ASKED[0].question), 0)
  const [server] = world.running().filter(({ command }) => command.split('\0').includes('mcp'))
  assert.ok(server, "the session's own server runs")
  process.kill(server.pid, 'SIGSTOP')
  const frozen = await session.say(ASKED[1].question)
  assert.ok(frozen.took < PATIENCE_MS, `a frozen server held the prompt for ${frozen.took} ms`)
  process.kill(server.pid, 'SIGKILL')
  // Until Claude Code has taken note of its end it counts as alive.
  await world.until(() => !existsSync(`/proc/${server.pid}`))
  assertGiven(await session.say(ASKED[2].question), 2)
  assertGiven(await session.say(ASKED[3].question), 3)
  assert.equal(await session.end(), 0, 'the host ends well')
}

function assertGiven(turn, at) {
  const { answer } = ASKED[at]
  const given = promptBlocks(turn).filter(block => block.includes(answer))
  assert.equal(given.length, 1, `"${answer}" was given once`)
}
