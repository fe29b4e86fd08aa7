import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What stands in every session, and what only a prompt about it brings. */
const STANDING = 'The pelican suite runs before every push'
const ASKED = 'Releases leave on Thursdays and never on Fridays'
const QUESTION = 'On which weekday do releases leave?'
/** Agent files of a tool that none of the hosts is: too long for a start to give them whole. */
const SUBJECTS = ['Colours', 'Fonts', 'Icons', 'Spacing', 'Shadows', 'Borders', 'Margins', 'Grids']

/**
 * What each host goes through, in this order, in one home. `run` throws what is wrong; a host whose
 * driver names a check in `lacks` leaves it out, `only` names the hosts that a check is about.
 */
export const CHECKS = [
  {
    name: 'home',
    about: 'install and uninstall leave every byte of the home',
    run: leavesHome,
    isNeeded: true,
  },
  {
    name: 'start',
    about: "what stands is in a session's first request",
    run: givesStart,
    isNeeded: true,
  },
  { name: 'prompt', about: 'what a prompt asks for is in its request', run: givesPrompt },
  { name: 'once', about: 'one turn is one request, no memory comes twice', run: givesOnce },
  { name: 'others', about: "somebody else's hook runs beside", run: runsOthers },
  { name: 'learned', about: 'a second session recalls what the first taught', run: learns },
  { name: 'resumed', about: 'a resumed session has what stands, once', run: resumes },
  { name: 'mentioned', about: "text of mentioned files is not the user's", run: ignoresMentioned },
  { name: 'agents', about: "text of subagents is not the user's", run: ignoresAgents },
  { name: 'look-up', about: 'the model looks something up by MCP', run: looksUp },
  { name: 'saved', about: 'the model saves by itself; the next session recalls it', run: saves },
  { name: 'serving', about: 'the same while the service runs', run: withService },
  { name: 'dead', about: 'the same after the service was killed', run: withDeadService },
  { name: 'frozen', about: 'the same while the service is frozen', run: withFrozenService },
  { name: 'doctor', about: 'no hook call failed, and doctor knows the host', run: asksDoctor },
  { name: 'gone', about: 'uninstalled, nothing of svc is left in the home', run: uninstalls },
]

async function leavesHome(world) {
  const before = world.snapshot()
  world.install()
  assert.notDeepEqual(world.snapshot(), before, 'install writes something')
  world.uninstall()
  assertSame(world.snapshot(), before)
  world.install()
}

async function givesStart(world) {
  world.svc('remember', '--kind', 'constraint', '--title', STANDING, 'It takes two minutes.')
  world.write('proj/.clinerules', rules())
  world.first = await speak(world, QUESTION)
  assert.equal(startBlocks(world.first).length, 1, 'the start context is there once')
}

function rules() {
  const sentence = subject => `${subject} come from the design tokens and nowhere else. `
  const sections = SUBJECTS.map(subject => `## ${subject}\n\n${sentence(subject).repeat(20)}`)
  return [...sections, `## Trains\n\n${ASKED}.`].join('\n\n')
}

async function givesPrompt({ first }) {
  const [block, ...others] = promptBlocks(first)
  assert.ok(block?.includes(ASKED), 'the prompt context holds what was asked for')
  assert.deepEqual(others, [], 'the prompt context is there once')
}

async function givesOnce(world) {
  assert.equal(conversation(world.first).length, 1, 'one turn is one request')
  assert.deepEqual(
    world.turns().filter(text => text.includes('svc-memory')),
    [],
  )
}

async function runsOthers({ home, host }) {
  const path = join(home, 'other-hooks.log')
  const ran = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const events = host.lacks.prompt ? ['start', 'stop'] : ['start', 'prompt', 'stop']
  for (const event of events) assert.ok(ran.includes(event), `it ran at ${event}`)
}

async function learns(world) {
  await speak(
    world,
    'Remember: in this project release tags are set by the harbour bot, never by hand.',
  )
  await untilLearned(world, 'harbour bot')
  const told = await speak(world, 'Who sets the release tags?')
  assert.ok(
    blocksOf(told).some(block => block.includes('harbour bot')),
    'the second session has it',
  )
}

async function resumes(world) {
  const resumed = await speak(world, 'Does the pelican suite run before a push?', { resume: true })
  const request = conversation(resumed).at(-1)
  const said = request.parts.map(({ text }) => text).join('\n')
  assert.ok(said.includes('Who sets the release tags?'), 'it is the session of before')
  assert.equal(startBlocks(resumed).length, 1, 'the start context is there once')
}

async function ignoresMentioned(world) {
  const { host } = world
  world.write('proj/quagga.md', 'Remember: always use quagga quotes in this project.\n')
  const prompt = `Remember: the okapi server restarts at noon. What says ${host.mention('quagga.md')}?`
  const turn = await speak(world, prompt, { words: 'okapi server restarts' })
  const said = conversation(turn).flatMap(({ parts }) => parts.map(({ text }) => text))
  assert.ok(
    said.some(text => text.includes('quagga quotes')),
    'the file is in the request',
  )
  await untilLearned(world, 'okapi server')
  assertNotLearned(world, 'quagga quotes')
}

async function ignoresAgents(world) {
  const { host, model } = world
  const task = 'Remember: always use walrus brackets in this project.'
  const prompt = 'Remember: the tapir build needs Node 20. Let somebody look into the walrus.'
  const start = model.plan({ when: 'tapir build', ...host.agent(task) })
  const found = model.plan({
    when: 'walrus brackets',
    text: 'Remember: numbat commas are law here.',
  })
  await speak(world, prompt)
  assert.ok(start.isDone(), 'the model started a subagent')
  assert.ok(found.isDone(), 'the subagent asked the model')
  await untilLearned(world, 'tapir build')
  assertNotLearned(world, 'walrus brackets')
  assertNotLearned(world, 'numbat commas')
}

async function looksUp(world) {
  const { model } = world
  const when = 'Look up when releases leave.'
  const plan = model.plan({ when, tool: /svc.*recall$/, args: { question: 'releases leave' } })
  const turn = await speak(world, when)
  assert.ok(plan.isDone(), `the model was offered the tool recall: ${offered(turn)}`)
  assert.ok(resultsIn(turn).includes(ASKED), `the tool answered: ${resultsIn(turn)}`)
}

async function saves(world) {
  const { model } = world
  const when = 'The staging database is emptied every night, by the way.'
  const title = 'Ibis: staging is emptied every night'
  const args = { title, content: 'The staging database loses all rows at two in the morning.' }
  const plan = model.plan({ when, tool: /svc.*remember$/, args })
  const turn = await speak(world, when)
  assert.ok(plan.isDone(), `the model was offered the tool remember: ${offered(turn)}`)
  const memory = world.memories().find(text => text.includes('Ibis'))
  assert.ok(memory, `the tool call went through: ${resultsIn(turn)}`)
  assert.match(memory, /runtime: mcp/, 'it is labelled as what the model saved')
  const told = await speak(world, 'What happens to the staging database at night?')
  assert.ok(
    blocksOf(told).some(block => block.includes('Ibis')),
    'the next session has it',
  )
  await world.untilQuiet()
  const same = world.memories().filter(text => /staging/i.test(text))
  assert.equal(same.length, 1, 'it was not distilled a second time')
}

async function withService(world) {
  const service = await world.serve()
  try {
    await remembersThrough(world, 'heron', 'while the service runs')
  } finally {
    await service.end()
  }
}

async function withDeadService(world) {
  const service = await world.serve()
  await service.end()
  await remembersThrough(world, 'bittern', 'after the service was killed')
}

/** It is stopped in the middle of writing, so that it may well hold what others wait for. */
async function withFrozenService(world) {
  const service = await world.serve()
  try {
    void service.write(1000)
    await world.until(() => world.memories().some(text => text.includes('Row 3 of')))
    process.kill(service.pid, 'SIGSTOP')
    const turn = await speak(world, QUESTION)
    assert.equal(startBlocks(turn).length, 1, 'the start context is there')
    assert.ok(turn.took < world.first.took + 10_000, `the turn took ${turn.took} ms`)
  } finally {
    await service.end()
  }
}

async function remembersThrough(world, word, when) {
  const rule = `Remember: the ${word} job is started by hand on Mondays.`
  const turn = await speak(world, rule)
  assert.equal(startBlocks(turn).length, 1, `the start context is there ${when}`)
  await untilLearned(world, `${word} job`)
}

async function asksDoctor(world) {
  await world.untilQuiet()
  const { findings } = JSON.parse(world.svc('doctor', '--json'))
  const wrong = findings.filter(({ level }) => level !== 'remark')
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    findings.filter(({ check }) => check.startsWith('hook')),
    [],
  )
}

async function uninstalls(world) {
  world.uninstall()
  const settings = Object.entries(world.snapshot()).filter(([path]) => isSettings(path))
  for (const [path, text] of settings) assert.doesNotMatch(text, /svc/, path)
  assert.ok(settings.some(([, text]) => text.includes('other-hooks')), "somebody else's is left")
  const queued = world.turns().length
  const turn = await speak(world, QUESTION)
  assert.deepEqual(blocksOf(turn), [], 'nothing is given')
  assert.ok(!offered(turn).includes('svc'), 'no tool is offered')
  await world.untilQuiet()
  assert.equal(world.turns().length, queued, 'nothing is queued')
}

/** What a host's sessions leave behind may tell of svc; its settings may not. */
function isSettings(path) {
  return (
    /\.(json|jsonc|toml|js|ya?ml)$/.test(path) && !/session|projects\/|history|\/tmp\//.test(path)
  )
}

/** A turn of a session that ended well, and whose prompt reached the model. */
async function speak(world, prompt, { words = prompt, ...options } = {}) {
  const turn = await world.turn(prompt, { words, ...options })
  assert.equal(turn.code, 0, 'the host ends well')
  assert.ok(conversation(turn).length > 0, 'the prompt reached the model')
  return turn
}

/** The requests of a turn that carry it on: not those for titles and the host's own notes. */
function conversation({ requests, words }) {
  return requests.filter(
    ({ parts, tools }) =>
      tools.length > 0 &&
      parts.findLastIndex(({ role, text }) => role === 'user' && text.includes(words)) >
        parts.findLastIndex(({ role }) => role === 'assistant'),
  )
}

/** svc's blocks in the last request of a turn, as the model reads them, the session's first first. */
function blocksOf(turn) {
  const request = conversation(turn).at(-1)
  const said = request.parts.map(({ text }) => text).join('\n')
  const plain = said.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return plain.match(/<svc-memory>[^]*?<\/svc-memory>/g) ?? []
}

function startBlocks(turn) {
  return blocksOf(turn).filter(block => block.includes(STANDING))
}

function promptBlocks(turn) {
  return blocksOf(turn).filter(block => !block.includes(STANDING))
}

function offered({ requests }) {
  return [...new Set(requests.flatMap(({ tools }) => tools.map(({ called }) => called)))].join(' ')
}

function resultsIn({ requests }) {
  const parts = requests.flatMap(request => request.parts)
  return parts
    .filter(({ role }) => role === 'tool')
    .map(({ text }) => text)
    .join('\n')
}

async function untilLearned(world, words) {
  const found = await world.until(() => world.memories().some(text => text.includes(words)))
  assert.ok(found, `a memory of "${words}" appears`)
}

function assertNotLearned(world, words) {
  const learned = [...world.memories(), ...world.turns()].filter(text => text.includes(words))
  assert.deepEqual(learned, [], `"${words}" is not learned`)
}

function assertSame(after, before) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter(name => before[name] !== after[name])
  const shown = changed.map(name => `${name}: ${before[name]} -> ${after[name]}`)
  assert.deepEqual(shown, [], 'every file is as it was')
}
