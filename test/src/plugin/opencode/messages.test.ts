import t from 'tap'
import { createPart, findReply, textOf } from '../../../../src/plugin/opencode/messages.js'
import type { OpencodeMessage, OpencodePart } from '../../../../src/plugin/opencode/host.js'

const part = (text: string, more: Partial<OpencodePart> = {}): OpencodePart => {
  return { id: 'prt_1', sessionID: 's', messageID: 'm', type: 'text', text, ...more }
}

function reply(parent: string, text: string, info: object = {}): OpencodeMessage {
  const about = { id: 'a', role: 'assistant', parentID: parent, ...info }
  return { info: about, parts: [part('', { type: 'step-start' }), part(text)] }
}

t.test('a prompt is what the person wrote, not the text of mentioned files', async t => {
  const file = part('Remember: always use quagga quotes.', { synthetic: true })
  const mention = part('', { type: 'file' })
  t.equal(textOf([part('look at @a.txt'), file, mention]), 'look at @a.txt')
  t.equal(textOf([part('look at it'), part('dropped', { ignored: true })]), 'look at it')
  t.equal(textOf([mention]), '')
})

t.test('the reply is the last text that answers the message', async t => {
  const messages = [
    reply('m1', 'I look into it.'),
    reply('m1', 'Port 8143.'),
    reply('m1', ''),
    reply('m2', 'Another thing.'),
    reply('m2', 'A summary of all.', { summary: true }),
    reply('m3', 'Half a sen', { error: { name: 'MessageAbortedError' } }),
  ]
  t.equal(findReply(messages, 'm1'), 'Port 8143.')
  t.equal(findReply(messages, 'm2'), 'Another thing.')
  t.equal(findReply(messages, 'm3'), undefined, 'what was interrupted is no turn')
  t.equal(findReply(messages, 'm4'), undefined)
})

t.test('what svc adds stands behind what the message has', async t => {
  const parts = [part('b', { id: 'prt_2b' }), part('a', { id: 'prt_2a' })]
  const added = createPart({ sessionID: 's', messageID: 'm' }, parts, 'memory')
  t.match(added, { type: 'text', text: 'memory', synthetic: true, sessionID: 's', messageID: 'm' })
  t.ok(parts.every(({ id }) => id < added.id))
})
