import assert from 'node:assert/strict'
import { ASKED, STANDING, conversation, promptBlocks, speak, startBlocks } from './turns.mjs'

/** An agent file of a tool that none of the hosts is. */
const RULES = 'proj/.clinerules'
const AGREED = 'It was agreed in spring and holds until somebody writes otherwise. '
const SUBJECTS = ['Colours', 'Fonts', 'Icons', 'Spacing', 'Shadows', 'Borders', 'Margins', 'Grids']

export async function givesStart(world) {
  world.svc('remember', '--kind', 'constraint', '--title', STANDING, 'It takes two minutes.')
  world.write(RULES, rules())
  world.first = await speak(world, ASKED[0].question)
  assert.equal(startBlocks(world.first).length, 1, 'the start context is there once')
}

function rules() {
  const sentence = subject => `${subject} come from the design tokens and nowhere else. `
  const long = SUBJECTS.map(subject => `## ${subject}\n\n${sentence(subject).repeat(20)}`)
  const asked = ASKED.map(({ answer }) => {
    const [subject] = answer.split(' ').filter(word => /^[A-Z]?[a-z]{4,}$/.test(word))
    return `## ${subject}\n\n${answer}. ${AGREED.repeat(4)}`
  })
  return [...long, ...asked].join('\n\n')
}

/** Where a host asks for both at once, the first prompt of all may come before the first import. */
export async function givesPrompt(world) {
  const { host, first } = world
  const turn = host.asksAtOnce ? await speak(world, ASKED[0].question) : first
  const [block, ...others] = promptBlocks(turn)
  assert.ok(block?.includes(ASKED[0].answer), 'the prompt context holds what was asked for')
  assert.deepEqual(others, [], 'the prompt context is there once')
}

export async function givesOnce(world) {
  assert.equal(conversation(world.first).length, 1, 'one turn is one request')
  const fed = world.turns().filter(text => text.includes('svc-memory'))
  assert.deepEqual(fed, [], 'what was given is not queued')
}

/** Of the session before, which asked who sets the release tags. */
export async function resumes(world) {
  const resumed = await speak(world, 'Does the pelican suite run before a push?', { resume: true })
  const said = conversation(resumed)
    .at(-1)
    .parts.map(({ text }) => text)
  assert.ok(said.join('\n').includes('Who sets the release tags?'), 'it is the session of before')
  assert.equal(startBlocks(resumed).length, 1, 'the start context is there once')
}
