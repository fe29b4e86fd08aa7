import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { bare } from '../../bare.js'
import { nodeForOthers } from '../../other-user.js'

/** What a user sends over a connection of its own; both are JSON. */
interface Call {
  host: string
  port: number
  /** The bytes of requests, sent at once. */
  text: string
  /** True to go away without an answer: `end` says goodbye, `reset` does not. */
  leave?: 'end' | 'reset'
}

/** Runs as another user: one connection a call, one after the other. */
const CLIENT = `
const { connect } = require('node:net')
const send = ({ host, port, text, leave }) => new Promise(resolve => {
  let answer = ''
  const socket = connect({ host, port }, () => {
    if (leave === undefined) return socket.write(text)
    socket.write(text, () => (leave === 'end' ? socket.destroy() : socket.resetAndDestroy()))
  })
  socket.setEncoding('utf8').on('data', chunk => (answer += chunk))
  socket.on('error', error => (answer ||= error.code)).on('close', () => resolve(answer))
})
const calls = JSON.parse(process.argv[1])
;(async () => {
  const answers = []
  for (const call of calls) answers.push(await send(call))
  console.log(JSON.stringify(answers))
})()
`

/** Has another user send what is given; what each connection was answered until it was closed. */
export async function sendAs(user: number, calls: readonly Call[]): Promise<string[]> {
  const command = [nodeForOthers(), '-e', CLIENT, JSON.stringify(calls)]
  const child = spawn(...bare({}, command), { uid: user, gid: user, cwd: '/' })
  return JSON.parse(await text(child.stdout)) as string[]
}
