import assert from 'node:assert/strict'
import { ASKED, blocksOf, offered, resultsIn, speak } from './turns.mjs'

export async function looksUp(world) {
  const [{ question, answer }] = ASKED
  const turn = await callsTool(world, { when: question, tool: /svc.*recall$/, args: { question } })
  assert.ok(resultsIn(turn).includes(answer), `the tool answered: ${resultsIn(turn)}`)
}

export async function saves(world) {
  const when = 'Remember: the staging database is emptied every night.'
  const title = 'Ibis: staging is emptied every night'
  const args = { title, content: 'The staging database loses all rows at two in the morning.' }
  const turn = await callsTool(world, { when, tool: /svc.*remember$/, args })
  const memory = world.memories().find(text => text.includes('Ibis'))
  assert.ok(memory, `the tool call went through: ${resultsIn(turn)}`)
  assert.match(memory, /runtime: mcp/, 'it is labelled as what the model saved')
  await world.untilQuiet()
  const same = world.memories().filter(text => /staging/i.test(text))
  assert.equal(same.length, 1, 'it was not distilled a second time')
  const told = await speak(world, 'What happens to the staging database at night?')
  const isTold = blocksOf(told).some(block => block.includes('Ibis'))
  assert.ok(isTold, 'the next session has it')
}

async function callsTool(world, plan) {
  const { isDone } = world.model.plan(plan)
  const turn = await speak(world, plan.when)
  assert.ok(isDone(), `the model was offered ${plan.tool}: ${offered(turn)}`)
  return turn
}
