import assert from 'node:assert/strict'

/** What stands in every session. */
export const STANDING = 'The pelican suite runs before every push'
/** What only a prompt about it brings: sections at the end of a file too long for a start. */
export const ASKED = [
  ['On which weekday do releases leave?', 'Releases leave on Thursdays and never on Fridays'],
  ['On which port does the gateway listen?', 'The gateway listens on port 7411'],
  ['Who approves database migrations?', 'Database migrations are approved by Brigitte'],
  ['Where are the backups kept?', 'The backups are kept in the Oslo vault'],
].map(([question, answer]) => ({ question, answer }))

/** A turn of a session that ended well, and whose prompt reached the model. */
export async function speak(world, prompt, options) {
  const turn = await world.turn(prompt, options)
  assert.equal(turn.code, 0, 'the host ends well')
  assert.ok(conversation(turn).length > 0, 'the prompt reached the model')
  return turn
}

/** The requests of a turn that carry it on: not those for titles and the host's own notes. */
export function conversation({ requests, words }) {
  return requests.filter(
    ({ parts, tools }) =>
      tools.length > 0 &&
      parts.findLastIndex(({ role, text }) => role === 'user' && text.includes(words)) >
        parts.findLastIndex(({ role }) => role === 'assistant'),
  )
}

/** svc's blocks in the last request of a turn, as the model reads them, the session's first first. */
export function blocksOf(turn) {
  const request = conversation(turn).at(-1)
  const said = (request?.parts ?? []).map(({ text }) => text).join('\n')
  const plain = said.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return plain.match(/<svc-memory>[^]*?<\/svc-memory>/g) ?? []
}

/** Those that a session's start gave. */
export function startBlocks(turn) {
  return blocksOf(turn).filter(block => isOfStart(block) && block.includes(STANDING))
}

/** Those that prompts gave; what a start gave may come once more beside the prompt that needs it. */
export function promptBlocks(turn) {
  return blocksOf(turn).filter(block => !isOfStart(block))
}

/** A start says more of what follows than a prompt does. */
function isOfStart(block) {
  return block.includes('Notes from earlier work')
}

/** The names of all tools that the model was offered. */
export function offered({ requests }) {
  return [...new Set(requests.flatMap(({ tools }) => tools.map(({ called }) => called)))].join(' ')
}

/** What tools answered in a turn. */
export function resultsIn({ requests }) {
  const parts = requests.flatMap(request => request.parts)
  const results = parts.filter(({ role }) => role === 'tool')
  return results.map(({ text }) => text).join('\n')
}

/** Waits until a memory with these words is there. */
export async function untilLearned(world, words) {
  const found = await world.until(() => world.memories().some(text => text.includes(words)))
  assert.ok(found, `a memory of "${words}" appears`)
}
